//! The position at the start, laid out in the order in which one thing follows from another.

use core::ops::Range;
use std::sync::Arc;

use longroll_board::{Direction, Facing, Vertex};
use longroll_catalog::facts::{Orders, Piece};
use longroll_core::Chance;
use longroll_gbacw::activation::{entitlement, has_anybody_to_act, is_in_play};
use longroll_gbacw::assembly::{blank_position, starting_position, take_up_later};
use longroll_gbacw::command::CommandStep;
use longroll_gbacw::orders::{facing_kind, orders_of};
use longroll_gbacw::sequence::TurnStep;
use longroll_gbacw::{Battle, Stage, State};
use longroll_movement::soundness;
use longroll_position::{
    ActivatorId, Draft, EntryGroupId, Position, PositionFault, Presence, Setting,
};
use longroll_rule::Rule;

use crate::form::{Desk, Form};
use crate::judge;
use crate::phase::{Efficiency, Start};
use crate::setting::{Origin, USUAL_TURN};
use crate::table::{Stated, Table};
use crate::tree::{Node, Value};

/// Reads everything that changes in play.
pub(crate) fn read(
    desk: &Desk,
    form: &Form<'_>,
    origin: Origin,
    stage: &Arc<Stage>,
) -> Option<(State, Start)> {
    let setting = &stage.setting;
    let mut table = Table {
        desk,
        origin,
        setting,
        position: match origin {
            Origin::File => blank_position(setting),
            Origin::Scenario => starting_position(setting),
        },
        stated: Stated::default(),
    };
    let turn = form.table("turn");
    let start = match &turn {
        Some(turn) => table.turn(turn),
        None => Some(Start::Nowhere),
    };
    if turn.as_ref().is_none_or(|turn| turn.text("turn").is_none()) {
        table.set_turn(match origin {
            Origin::File => USUAL_TURN,
            Origin::Scenario => setting.scenario.first_turn(),
        });
    }
    table.pieces(form);
    table.commands(form, start, stage);
    if let Some(turn) = turn {
        turn.close();
    }
    crate::works::read(desk, form, setting, &mut table.position);
    table.position.begin_control(setting);
    if origin == Origin::Scenario {
        crate::control::read(desk, form, setting, &mut table.position);
    }
    let door = Door {
        desk,
        form,
        origin,
        waived: waived(desk, form),
    };
    let start = start?;
    if desk.count() > 0 {
        return None;
    }
    let position = table.finish(stage, start, &door)?;
    let work = start.work(setting, &position);
    Some((
        State::new(position, work, Chance::scripted(Vec::new())),
        start,
    ))
}

/// The door a position of a file goes through: everything that cannot be about it is told, but for what the file breaks on
/// purpose and says so.
struct Door<'a> {
    desk: &'a Desk,
    form: &'a Form<'a>,
    origin: Origin,
    waived: Vec<Rule>,
}

impl Door<'_> {
    /// The position of a draft; nothing if something cannot be, which has been told.
    fn pass(&self, setting: &Setting, draft: Draft, start: Start) -> Option<Position> {
        let mut of_files = judge::faults(setting, &draft, start);
        if self.origin == Origin::File {
            of_files.extend(judge::brigadiers(setting, &draft));
        }
        of_files.retain(|fault| !self.lets_pass(setting, fault));
        match soundness::sound_but(setting, draft, |fault| self.lets_pass(setting, fault)) {
            Ok(position) if of_files.is_empty() => Some(position),
            judged => {
                for fault in judged.err().into_iter().flatten().chain(of_files) {
                    let place = place_of(self.form, &fault.reason);
                    self.desk.fault(&place, format!("this cannot be: {fault}"));
                }
                None
            }
        }
    }

    fn lets_pass(&self, setting: &Setting, fault: &PositionFault) -> bool {
        if self.waived.contains(&fault.rule) {
            self.desk.waive(fault.rule);
            return true;
        }
        let of_others = |hex| self.puts_into(setting.grid().name(hex)) < 2;
        // A leader whom the page has where the file puts an enemy is not the file's concern.
        let of_the_page =
            fault.rule == Rule::SR_9_33 && block_of(self.form, &fault.reason).is_none();
        self.origin == Origin::Scenario
            && (of_the_page || is_of_many(fault.rule) && fault.stack.is_some_and(of_others))
    }

    /// How many pieces the file itself puts into this hex.
    fn puts_into(&self, hex: &str) -> usize {
        let own = |block: &Node| {
            let told = block.get("hex").map(|node| &node.value);
            matches!(told, Some(Value::Text(text)) if text == hex)
        };
        ["unit", "leader"]
            .into_iter()
            .filter_map(|key| self.form.node.get(key))
            .flat_map(Node::items)
            .filter(|block| own(block))
            .count()
    }
}

/// A page sets up over the limits itself (BB 14.52), whom a file takes out of a stack leaves others behind, and whom it puts into a
/// hex may find others of the page there: a file answers for those stacks alone of which it has put two pieces where they are.
fn is_of_many(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::SR_7_11 | Rule::SR_8_12_line | Rule::SR_8_12_march
    )
}

/// The block of the piece that a reason begins with; the whole file if there is none.
fn place_of(form: &Form<'_>, reason: &str) -> Range<usize> {
    block_of(form, reason).map_or_else(|| form.head(), |block| block.span.clone())
}

/// The block of the piece that a reason begins with.
fn block_of<'n>(form: &Form<'n>, reason: &str) -> Option<&'n Node> {
    let named = |block: &&Node| match block.get("name").map(|node| &node.value) {
        Some(Value::Text(name)) => reason
            .strip_prefix(name.as_str())
            .is_some_and(|rest| rest.starts_with([':', ' '])),
        _ => false,
    };
    ["unit", "leader"]
        .into_iter()
        .filter_map(|key| form.node.get(key))
        .flat_map(Node::items)
        .find(named)
}

/// Rules that the file breaks on purpose, because its question is about that: `unsound = ["SR 8.12-line"]`.
fn waived(desk: &Desk, form: &Form<'_>) -> Vec<Rule> {
    let Some(node) = form.get("unsound") else {
        return Vec::new();
    };
    let mut rules = Vec::new();
    for item in node.items() {
        let Some(text) = desk.text(item) else {
            continue;
        };
        match text.parse::<Rule>() {
            Ok(rule) => {
                rules.push(rule);
                desk.offer_waiver(&item.span, rule);
            }
            Err(error) => desk.fault(&item.span, error.to_string()),
        }
    }
    rules
}

impl Table<'_> {
    /// The pieces, and those that are still to come.
    fn pieces(&mut self, form: &Form<'_>) {
        if self.origin == Origin::Scenario {
            take_up_later(self.setting, &mut self.position);
        }
        for unit in form.blocks("unit") {
            self.unit(&unit);
            unit.close();
        }
        for leader in form.blocks("leader") {
            self.leader(&leader);
            leader.close();
        }
        if self.origin == Origin::File {
            self.due();
        }
    }

    /// Brigades and divisions, with what follows for their units and what they say nothing about.
    fn commands(&mut self, form: &Form<'_>, start: Option<Start>, stage: &Stage) {
        for brigade in form.blocks("brigade") {
            self.brigade(&brigade);
            brigade.close();
        }
        self.follow_brigades();
        if let Some(start) = start
            && (self.origin == Origin::File || start.efficiency() == Efficiency::Settled)
        {
            self.settle_numbers(start, stage);
        }
        for division in form.blocks("division") {
            self.division(&division);
            division.close();
        }
    }

    /// SR 9.71: pieces of a group that stand nowhere are due.
    fn due(&mut self) {
        for (index, group) in self.setting.scenario.reinforcements.iter().enumerate() {
            let due = Presence::Due(EntryGroupId(u16::try_from(index).unwrap_or(u16::MAX)));
            for arriving in &group.pieces {
                match arriving.piece {
                    Piece::Unit(unit) | Piece::Section(unit, _) => {
                        let state = self.position.unit_mut(unit);
                        if state.presence == Presence::Absent {
                            state.presence = due;
                        }
                    }
                    Piece::Leader(leader) => {
                        let state = self.position.leader_mut(leader);
                        if state.presence == Presence::Absent {
                            state.presence = due;
                        }
                    }
                }
            }
        }
    }

    /// SR 6.11, 6.18, 7.11: units are under their brigade's orders and face as these demand.
    fn follow_brigades(&mut self) {
        for unit in self.setting.unit_ids() {
            let body = self.position.body_of(self.setting, unit);
            if !self.stated.unit_orders.contains(&unit)
                && (self.origin == Origin::File || self.position.body(body).orders == Orders::March)
            {
                let orders = orders_of(self.setting.unit(unit), self.position.body(body).orders);
                self.position.unit_mut(unit).orders = orders;
            }
            // SR 6.26: whoever has orders of his own has not marched with his brigade.
            let marched = self.position.body(body).march.used_marker
                && !self.stated.unit_orders.contains(&unit)
                && self.position.unit(unit).on_map();
            if marched {
                self.position.unit_mut(unit).march.done = true;
            }
            // SR 5.28: a unit on the march by itself may use four equivalents, as a brigade would.
            if self.position.unit(unit).orders == Orders::March {
                let limit = &mut self.position.body_mut(body).march.limit;
                if *limit == 0 {
                    *limit = 4;
                }
            }
            let state = self.position.unit_mut(unit);
            if state.facing.kind() == facing_kind(state.orders) {
                continue;
            }
            let stated = self.stated.facings.iter().find(|(own, _)| *own == unit);
            if let Some((_, place)) = stated {
                if state.on_map() {
                    self.desk.fault(
                        place,
                        format!(
                            "under {} orders a unit faces a {} [SR 7.11]",
                            state.orders.word(),
                            match state.orders {
                                Orders::March => "hexside, such as /N",
                                Orders::Advance | Orders::Attack => "vertex, such as NE",
                            }
                        ),
                    );
                }
            } else {
                state.facing = match state.orders {
                    Orders::March => Facing::Side(Direction::N),
                    Orders::Advance | Orders::Attack => Facing::Vertex(Vertex::E),
                };
            }
        }
    }

    /// Divisions that say nothing have three markers once II/B is over. SR 5.21: those with nobody in play have none.
    fn settle_numbers(&mut self, start: Start, stage: &Stage) {
        if start.efficiency() == Efficiency::Open {
            return;
        }
        let at = stage.at(&self.position);
        let awaited = self.awaited();
        let ids = self.setting.activator_ids();
        let in_play: Vec<bool> = ids
            .map(|id| is_in_play(at, id) || has_anybody_to_act(at, id) || awaited.contains(&id))
            .collect();
        let all = &mut self.position.standing_mut().activators;
        for (state, _) in all.iter_mut().zip(in_play).filter(|(_, there)| *there) {
            state.marker = 3;
            state.raised = 0;
            state.number = 3;
            state.placed = 3;
        }
    }

    /// BB 30.1-lew-wallace: whose arrival is rolled for in this turn.
    fn awaited(&self) -> Vec<ActivatorId> {
        let scenario = &self.setting.scenario;
        let now = self.position.now(self.setting).map(|turn| turn.id);
        let rolls = scenario.arrival.iter().flat_map(|plan| &plan.rolls);
        rolls
            .filter(|roll| Some(roll.turn) == now)
            .flat_map(|roll| &roll.groups)
            .filter_map(|&group| scenario.reinforcements.get(usize::from(group)))
            .flat_map(|group| &group.pieces)
            .filter_map(|arriving| arriving.piece.unit())
            .map(|unit| {
                let body = self.position.body_of(self.setting, unit);
                self.position.body(body).activator
            })
            .collect()
    }

    /// II/A by the engine's own step, then what the file states otherwise, then what every brigade is entitled to.
    fn finish(self, stage: &Arc<Stage>, start: Start, door: &Door<'_>) -> Option<Position> {
        let Self {
            setting,
            position,
            stated,
            ..
        } = self;
        let position = door.pass(setting, position, start)?;
        if matches!(start, Start::SetUp | Start::SetUpOrders | Start::Turn) {
            return Some(position);
        }
        let state = State::new(
            position,
            vec![CommandStep::FixStatus.into(), TurnStep::Arrivals.into()],
            Chance::scripted(Vec::new()),
        );
        let (battle, _) = Battle::new(Arc::clone(stage), state).ok()?;
        let mut position = Draft::from(battle.position().clone());
        for (unit, status) in stated.units {
            position.unit_mut(unit).status = status;
        }
        for &(leader, status) in &stated.leaders {
            position.leader_mut(leader).status = status;
            if let Some(body) = setting.body_of_brigade(setting.leader(leader).command) {
                position.body_mut(body).status = status;
            }
        }
        for (body, status) in stated.bodies {
            position.body_mut(body).status = status;
        }
        if start.efficiency() == Efficiency::Settled {
            for body in setting.body_ids() {
                let (number, _) = entitlement(stage.at(&position), body);
                position.body_mut(body).entitled = number;
            }
        }
        for (body, entitled) in stated.entitled {
            position.body_mut(body).entitled = entitled;
        }
        door.pass(setting, position, start)
    }
}
