//! The position at the start: `[turn]`, the state of the pieces, `[[brigade]]` and `[[division]]`.

use core::ops::Range;
use std::sync::Arc;

use longroll_board::{Direction, Facing, Vertex};
use longroll_catalog::facts::{Arm, Fatigue, LeaderId, Orders, Piece, TurnId, UnitId};
use longroll_core::{Chance, Side, did_you_mean};
use longroll_gbacw::activation::{entitlement, has_anybody_to_act, is_in_play};
use longroll_gbacw::assembly::{blank_position, starting_position};
use longroll_gbacw::command::CommandStep;
use longroll_gbacw::orders::{facing_kind, orders_of};
use longroll_gbacw::sequence::TurnStep;
use longroll_gbacw::{Battle, Stage, State};
use longroll_movement::soundness;
use longroll_position::{
    ActivatorId, BodyId, Cohesion, CommandStatus, Draft, EntryGroupId, Extent, HalfMp, Hold,
    Initiative, Position, Presence, Setting, Site, StackPlace,
};
use longroll_rule::Rule;

use crate::form::{Desk, Form};
use crate::judge;
use crate::keys::{LEADER_FACTS, LEADER_STATE, UNIT_FACTS, UNIT_STATE};
use crate::phase::{Efficiency, Start, marker};
use crate::setting::{Origin, USUAL_TURN};
use crate::tree::{Node, Value};

/// Keys of `[turn]`.
const TURN: [&str; 8] = [
    "at",
    "cup",
    "initiative",
    "light",
    "no_fire",
    "pools",
    "to",
    "turn",
];

/// A position being laid out.
pub(crate) struct Table<'a> {
    pub desk: &'a Desk,
    pub origin: Origin,
    pub setting: &'a Setting,
    pub position: Draft,
    /// Statuses that the file states and that are not to be worked out.
    pub stated: Stated,
}

/// What the file states and is not to be worked out.
#[derive(Default)]
pub(crate) struct Stated {
    pub units: Vec<(UnitId, CommandStatus)>,
    pub leaders: Vec<(LeaderId, CommandStatus)>,
    pub bodies: Vec<(BodyId, CommandStatus)>,
    pub entitled: Vec<(BodyId, u8)>,
    pub unit_orders: Vec<UnitId>,
    pub facings: Vec<(UnitId, Range<usize>)>,
}

/// Reads everything that changes in play.
pub(crate) fn read(
    desk: &Desk,
    form: &Form<'_>,
    origin: Origin,
    stage: &Arc<Stage>,
) -> Option<(State, Start)> {
    let setting = &stage.setting;
    let position = match origin {
        Origin::File => blank_position(setting),
        Origin::Scenario => starting_position(setting),
    };
    let mut table = Table {
        desk,
        origin,
        setting,
        position,
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
    if origin == Origin::Scenario {
        longroll_gbacw::assembly::take_up_later(setting, &mut table.position);
    }
    for unit in form.blocks("unit") {
        table.unit(&unit);
        unit.close();
    }
    for leader in form.blocks("leader") {
        table.leader(&leader);
        leader.close();
    }
    if origin == Origin::File {
        table.due();
    }
    for brigade in form.blocks("brigade") {
        table.brigade(&brigade);
        brigade.close();
    }
    table.follow_brigades(origin);
    if let Some(start) = start
        && (origin == Origin::File || start.efficiency() == Efficiency::Settled)
    {
        table.settle_numbers(start, stage);
    }
    for division in form.blocks("division") {
        table.division(&division);
        division.close();
    }
    if let Some(turn) = turn {
        turn.close();
    }
    crate::works::read(desk, form, setting, &mut table.position);
    table.position.begin_control(setting);
    if origin == Origin::Scenario {
        crate::control::read(desk, form, setting, &mut table.position);
    }
    let waived = waived(desk, form);
    let start = start?;
    table.finish(stage, start).map(|position| {
        // A page sets up over the limits itself (BB 14.52), and files on it move single pieces among the others: there only what
        // cannot be about one unit is refused.
        let of_many = |rule: Rule| {
            origin == Origin::Scenario
                && matches!(
                    rule,
                    Rule::SR_7_11 | Rule::SR_8_12_line | Rule::SR_8_12_march | Rule::SR_9_33
                )
        };
        let mut found = soundness::faults(setting, &position);
        found.extend(judge::faults(setting, &position, start));
        if origin == Origin::File {
            found.extend(judge::brigadiers(setting, &position));
        }
        for fault in found {
            if waived.contains(&fault.rule) {
                desk.waive(fault.rule);
            } else if !of_many(fault.rule) {
                let place = place_of(form, &fault.reason);
                desk.fault(&place, format!("this cannot be: {fault}"));
            }
        }
        let work = start.work(setting, &position);
        (
            State::new(position, work, Chance::scripted(Vec::new())),
            start,
        )
    })
}

/// The block of the piece that a reason begins with; the whole file if there is none.
fn place_of(form: &Form<'_>, reason: &str) -> Range<usize> {
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
        .map_or_else(|| form.head(), |block| block.span.clone())
}

/// Whether play begins with a marker.
fn names_marker(at: &Node) -> bool {
    matches!(&at.value, Value::Text(text) if text.starts_with("marker "))
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
    fn set_turn(&mut self, wanted: TurnId) {
        let place = self
            .setting
            .calendar()
            .iter()
            .position(|turn| turn.id == wanted);
        self.position.standing_mut().turn = place
            .and_then(|place| u8::try_from(place).ok())
            .unwrap_or(0);
    }

    fn turn(&mut self, form: &Form<'_>) -> Option<Start> {
        form.know(&TURN);
        if let Some(node) = form.get("turn") {
            let text = self.desk.text(node)?;
            match text.parse::<TurnId>() {
                Ok(id) if self.setting.calendar().iter().any(|turn| turn.id == id) => {
                    self.set_turn(id)
                }
                Ok(id) => self
                    .desk
                    .fault(&node.span, format!("the turn {id} is not in the calendar")),
                Err(error) => self.desk.fault(&node.span, error.to_string()),
            }
        }
        if let Some(initiative) = form.table("initiative") {
            let side = |key| initiative.get(key).and_then(|node| self.desk.side(node));
            let (holder, previous) = (side("holder"), side("previous"));
            let last_known = side("last").or(holder).or(previous);
            let owed_to = initiative.get("owed_to").and_then(|node| {
                let code = self.desk.text(node)?;
                let found = self.setting.battle.command_coded(code);
                if found.is_none() {
                    self.desk
                        .missing(&node.span, format!("no command '{code}'"));
                }
                found
            });
            self.position.standing_mut().initiative = Initiative {
                holder,
                previous,
                last_known,
                owed_to,
            };
            initiative.close();
        }
        if let Some(node) = form.get("cup") {
            for item in node.items() {
                let Some(name) = self.desk.text(item) else {
                    continue;
                };
                match marker(self.setting, name) {
                    Some(marker) => self.position.standing_mut().cup.push(marker),
                    None => self
                        .desk
                        .missing(&item.span, format!("'{name}' is no marker")),
                }
            }
            self.position.standing_mut().cup.sort_unstable();
        }
        if let Some(node) = form.get("no_fire") {
            for item in node.items() {
                match self.desk.text(item) {
                    Some("union") => self.hold_no_fire(Side::Union),
                    Some("confederate") => self.hold_no_fire(Side::Confederate),
                    Some(name) => self.desk.fault(
                        &item.span,
                        format!("'{name}' is no side: union or confederate"),
                    ),
                    None => {}
                }
            }
        }
        let (at, to) = (form.get("at"), form.get("to"));
        let text =
            |node: Option<&'_ Node>| node.and_then(|node| self.desk.text(node).map(str::to_owned));
        match Start::read(self.setting, text(at).as_deref(), text(to).as_deref()) {
            Ok(start) => Some(start),
            Err(reason) => {
                let node = to.filter(|_| at.is_none()).or(at);
                let place = node.map_or(form.head(), |node| node.span.clone());
                // The marker of a division whose pieces could not be read is not there either.
                if at.is_some_and(names_marker) {
                    self.desk.missing(&place, reason);
                } else {
                    self.desk.fault(&place, reason);
                }
                None
            }
        }
    }

    /// BB 18.1-nofire: a side holds one more chit.
    fn hold_no_fire(&mut self, side: Side) {
        let events = &mut self.position.standing_mut().special.events;
        events.no_fire[side as usize] += 1;
    }

    pub fn status(&self, form: &Form<'_>) -> Option<CommandStatus> {
        let node = form.get("status")?;
        match self.desk.text(node)? {
            "in-command" => Some(CommandStatus::InCommand),
            "out-of-command" => Some(CommandStatus::OutOfCommand),
            other => {
                self.desk.fault(
                    &node.span,
                    format!("'{other}' is no status; write in-command or out-of-command"),
                );
                None
            }
        }
    }

    fn unit(&mut self, form: &Form<'_>) {
        form.know(&UNIT_FACTS);
        form.know(&UNIT_STATE);
        let Some(name) = form.text("name") else {
            return;
        };
        let Some(unit) = self.setting.battle.unit_named(name) else {
            // In a file of its own pieces what is wrong with this one has been told.
            if self.origin == Origin::Scenario {
                let all = self.setting.battle.units.iter().map(|unit| &*unit.name);
                let near = did_you_mean(name, all);
                self.desk.fault(
                    &form.head(),
                    format!("no unit '{name}' in this battle{near}"),
                );
            }
            return;
        };
        if form.flag("off") == Some(true) {
            self.position.take_off(unit, Presence::Absent);
            // Who is not there has no state; the base of a case may have given him one.
            return;
        }
        let arm = self.setting.unit(unit).arm;
        if let Some(sp) = self.strength(form, unit) {
            let state = self.position.unit_mut(unit);
            state.sp = sp;
            if arm == Arm::Artillery {
                state.guns = [sp, 0, 0];
            }
            if longroll_gbacw::sequence::collapses(self.setting, unit, sp) {
                state.cohesion = Cohesion::Collapsed;
            }
        }
        if let Some(node) = form.get("orders")
            && let Some(orders) = self.desk.word::<Orders>(node)
        {
            if orders == Orders::Attack && arm == Arm::Artillery {
                self.desk.fault(
                    &node.span,
                    format!(
                        "guns are under Advance orders, or under March with their command [{}]",
                        Rule::SR_6_18
                    ),
                );
            }
            self.position.unit_mut(unit).orders = orders;
            self.stated.unit_orders.push(unit);
        }
        if let Some(fatigue) = form.word::<Fatigue>("fatigue") {
            self.position.unit_mut(unit).fatigue = fatigue;
        }
        if let Some(used) = form.small("used", 9) {
            self.position.unit_mut(unit).used = used;
        }
        if let Some(stirred) = form.flag("stirred") {
            self.position.unit_mut(unit).stirred = stirred;
        }
        if let Some(blown) = form.flag("blown") {
            self.position.unit_mut(unit).blown = blown;
        }
        if let Some(tiring) = form.small("tiring", 9) {
            self.position.unit_mut(unit).toil.activations = tiring;
        }
        if let Some(assaults) = form.small("assaults", 9) {
            self.position.unit_mut(unit).toil.assaults = assaults;
        }
        if let Some(status) = self.status(form) {
            self.stated.units.push((unit, status));
        }
        if let Some(node) = form.get("assigned") {
            match self
                .desk
                .text(node)
                .map(|code| (code, self.setting.battle.command_coded(code)))
            {
                Some((_, Some(command))) => self.position.unit_mut(unit).assigned = command,
                Some((code, None)) => {
                    self.desk
                        .missing(&node.span, format!("no command '{code}'"));
                }
                None => {}
            }
        }
        self.stand(form, unit);
        if let Some(node) = form.get("facing")
            && let Some(facing) = self.desk.facing(node)
        {
            self.position.unit_mut(unit).facing = facing;
            self.stated.facings.push((unit, node.span.clone()));
        }
        self.works(form, unit);
        self.states(form, unit);
    }

    /// SR 15: what it builds, and what it stands behind.
    fn works(&mut self, form: &Form<'_>, unit: UnitId) {
        if let Some(true) = form.flag("behind_work") {
            // SR 15.21: its front hexsides are entrenched.
            let state = *self.position.unit(unit);
            for hex in state.hexes() {
                let works = crate::works::before(hex, state.facing);
                self.position.standing_mut().fires.works.extend(works);
            }
        }
        if let Some(left) = form.small("building", 2) {
            let state = *self.position.unit(unit);
            let sites = state.hexes().map(|hex| Site {
                unit,
                hex,
                facing: state.facing,
                left,
            });
            self.position.standing_mut().special.sites.extend(sites);
        }
    }

    /// `sp`: what a unit has now, which is something and not more than is printed.
    fn strength(&self, form: &Form<'_>, unit: UnitId) -> Option<u8> {
        let node = form.get("sp")?;
        let sp = self.desk.small(node, 30)?;
        let full = self.setting.unit(unit).strength.value;
        if sp == 0 {
            self.desk.fault(
                &node.span,
                "a unit without SP is not on the map: write state = [\"lost\"], or off = true",
            );
        } else if sp > full {
            self.desk.fault(
                &node.span,
                format!("{sp} SP are more than its full strength, which is {full}"),
            );
        }
        Some(sp)
    }

    /// Where a unit stands; the file lists a stack from top to bottom.
    fn stand(&mut self, form: &Form<'_>, unit: UnitId) {
        let grid = self.setting.grid();
        let hex_of = |node: &Node| self.desk.hex(grid, node);
        if let (Some(_), Some(node)) = (form.get("line"), form.get("column")) {
            self.desk.fault(
                &node.span,
                format!(
                    "a unit is extended as a line or as a column, not as both [{}]",
                    Rule::SR_8_5
                ),
            );
        }
        let extent = if let Some(line) = form.table("line") {
            let (left, right) = (
                line.get("left").and_then(hex_of),
                line.get("right").and_then(hex_of),
            );
            line.close();
            Extent::Line { left, right }
        } else if let Some(node) = form.get("column") {
            let hexes: Vec<_> = node.items().iter().filter_map(hex_of).collect();
            match hexes.as_slice() {
                [rear] => Extent::Column {
                    rear: *rear,
                    tail: None,
                },
                [rear, tail] => Extent::Column {
                    rear: *rear,
                    tail: Some(*tail),
                },
                _ => {
                    self.desk
                        .fault(&node.span, "a column has one or two extensions, head first");
                    Extent::Single
                }
            }
        } else {
            Extent::Single
        };
        let Some(node) = form.get("hex") else { return };
        let Some(hex) = hex_of(node) else { return };
        // SR 12.8: guns that are left standing hold no hex.
        let is_left = |node: &Node| {
            let words = node.items().iter().filter_map(|item| self.desk.text(item));
            words.into_iter().any(|word| word.starts_with("abandoned"))
        };
        if form.get("state").is_some_and(is_left) {
            self.position.unit_mut(unit).hex = hex;
            return;
        }
        let side = self.setting.unit(unit).side;
        for own in core::iter::once(hex).chain(extent.hexes()) {
            if self.position.holder(own) == Some(side.enemy()) {
                self.desk.fault(
                    &node.span,
                    format!("both sides stand in {} [{}]", grid.name(own), Rule::SR_9_51),
                );
                return;
            }
        }
        self.position
            .move_unit(self.setting, unit, hex, extent, StackPlace::Bottom);
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

    fn leader(&mut self, form: &Form<'_>) {
        form.know(&LEADER_FACTS);
        form.know(&LEADER_STATE);
        let Some(name) = form.text("name") else {
            return;
        };
        let Some(leader) = self.setting.battle.leader_named(name) else {
            if self.origin == Origin::Scenario {
                let all = self.setting.battle.leaders.iter().map(|own| &*own.name);
                let near = did_you_mean(name, all);
                self.desk.fault(
                    &form.head(),
                    format!("no leader '{name}' in this battle{near}"),
                );
            }
            return;
        };
        let state = self.position.leader_mut(leader);
        if let Some(hex) = form
            .get("hex")
            .and_then(|node| self.desk.hex(self.setting.grid(), node))
        {
            state.hex = hex;
            state.presence = Presence::OnMap;
        }
        if form.flag("off") == Some(true) {
            state.presence = Presence::Absent;
        }
        if form.flag("killed") == Some(true) {
            state.presence = Presence::Lost;
        }
        if let Some(replaced) = form.flag("replaced") {
            state.replaced = replaced;
        }
        if let Some(rode) = form.small("rode", 40) {
            state.spent = HalfMp::whole(rode);
            state.rode_far = longroll_movement::leaders::rode_far(state.spent);
        }
        if let Some(failed) = form.small("failed_releases", 9) {
            state.hold = Hold::Failed(failed);
        }
        if let Some(node) = form.get("visits")
            && let Some(text) = self.desk.text(node)
        {
            match text.parse::<TurnId>() {
                Ok(turn) => state.visits = Some(turn),
                Err(error) => self.desk.fault(&node.span, error.to_string()),
            }
        }
        if let Some(node) = form.get("used_abilities") {
            for item in node.items() {
                if let Some(kind) = self.desk.word(item) {
                    state.abilities.note(kind);
                }
            }
        }
        if let Some(status) = self.status(form) {
            self.stated.leaders.push((leader, status));
        }
    }

    /// SR 6.11, 6.18, 7.11: units are under their brigade's orders and face as these demand.
    fn follow_brigades(&mut self, origin: Origin) {
        for unit in self.setting.unit_ids() {
            let body = self.position.body_of(self.setting, unit);
            if !self.stated.unit_orders.contains(&unit)
                && (origin == Origin::File || self.position.body(body).orders == Orders::March)
            {
                let orders = orders_of(self.setting.unit(unit), self.position.body(body).orders);
                self.position.unit_mut(unit).orders = orders;
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
    fn finish(self, stage: &Arc<Stage>, start: Start) -> Option<Position> {
        let Self {
            desk,
            setting,
            position,
            stated,
            ..
        } = self;
        if desk.count() > 0 {
            return None;
        }
        if matches!(start, Start::SetUp | Start::SetUpOrders | Start::Turn) {
            return Some(position.unchecked());
        }
        let state = State::new(
            position.unchecked(),
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
        Some(position.unchecked())
    }
}
