//! SR 9.7, BB 9.7: reinforcements enter while their body acts.

use core::cell::RefCell;
use std::rc::Rc;

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, LeaderId, Level, Piece, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::reinforcement::{self, EntryTerms, Queue};
use longroll_movement::retreat::Arrival;
use longroll_movement::{CheckTerm, MoverClass, Outlets, Progress};
use longroll_position::{
    BodyId, Deeds, EntryGroupId, EntryQueue, EntryState, HalfMp, LeaderNote, Note, Presence,
    UnitNote,
};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::destination::{Cause, Destination};
use super::ground_checks::GroundCheck;
use super::leaders::RideStep;
use super::relocation::relocate;
use super::stages::{after_step, end_rule};
use crate::choice::Choice;
use crate::command::division_leader;
use crate::event::Event;
use crate::orders::facing_kind;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::ArrivalStep;

fn queue_at(at: At<'_>, hex: HexId) -> Queue {
    at.position
        .queues
        .iter()
        .find(|queue| queue.hex == hex)
        .map_or_else(Queue::default, |queue| Queue {
            groups: queue.groups,
            paid: queue.paid,
        })
}

/// SR 9.71, 9.72: whether a unit may enter by this hex, whatever its facing and whoever stands there.
fn may_enter_by(at: At<'_>, unit: UnitId, hex: HexId) -> Result<EntryTerms, Refusal> {
    if at.position.unit(unit).deeds.has(Deeds::FINISHED) {
        return Err(Refusal::new(Rule::SR_9_12, "its Activation is over"));
    }
    if due_group(at, at.position.unit(unit).presence).is_none() {
        return Err(Refusal::new(Rule::SR_9_71, "it is not its turn to enter"));
    }
    // Entering costs MP, and is movement.
    let body = at.position.body_of(at.setting, unit);
    super::may_act::acts_with_its_marker(at, body, unit)?;
    super::permits::may_obey(at, body)?;
    crate::alert::may_leave(at, unit)?;
    reinforcement::enter(&at, unit, hex, queue_at(at, hex))
}

/// A unit before an entry hex: what its facings there have in common.
#[derive(Debug)]
pub(super) struct Gate {
    unit: UnitId,
    hex: HexId,
    terms: Result<EntryTerms, Refusal>,
    outlets: Outlets,
}

/// The gate that was asked about last.
pub(super) type LastGate = RefCell<Option<Rc<Gate>>>;

impl Gate {
    fn of(at: At<'_>, unit: UnitId, hex: HexId) -> Self {
        Self {
            unit,
            hex,
            terms: may_enter_by(at, unit, hex),
            outlets: Outlets::default(),
        }
    }

    fn recall(last: &LastGate, at: At<'_>, unit: UnitId, hex: HexId) -> Rc<Self> {
        let mut last = last.borrow_mut();
        match &*last {
            Some(gate) if (gate.unit, gate.hex) == (unit, hex) => Rc::clone(gate),
            _ => Rc::clone(last.insert(Rc::new(Self::of(at, unit, hex)))),
        }
    }

    /// Whether it may come in here with any facing at all, as far as that is quickly seen.
    fn has_room(&self, at: At<'_>) -> bool {
        self.terms.as_ref().is_ok_and(|terms| {
            reinforcement::may_find_room(&at, self.unit, self.hex, terms, &self.outlets)
        })
    }

    fn may_enter(&self, at: At<'_>, facing: Facing) -> Result<&EntryTerms, Refusal> {
        let terms = self.terms.as_ref().map_err(Clone::clone)?;
        may_face(at, self, facing, terms)?;
        Ok(terms)
    }
}

/// SR 7.11: whether it may face like this where it enters.
fn may_face(at: At<'_>, gate: &Gate, facing: Facing, terms: &EntryTerms) -> Result<(), Refusal> {
    let &Gate { unit, hex, .. } = gate;
    if at.setting.unit(unit).arm == Arm::Gunboat {
        return Ok(());
    }
    if facing.kind() != facing_kind(at.position.unit(unit).orders) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "its orders demand the other kind of facing",
        ));
    }
    reinforcement::joins_or_goes_on(&at, unit, hex, facing, terms, &gate.outlets)
}

fn due_group(at: At<'_>, presence: Presence) -> Option<usize> {
    let Presence::Due(group) = presence else {
        return None;
    };
    let index = usize::from(group.0);
    (at.position.entered.get(index) == Some(&EntryState::Ready)).then_some(index)
}

/// Whoever of a body might enter now, the leaders who come with it, and who might make room.
pub(super) fn candidates(at: At<'_>, body: BodyId, last: &LastGate, each: &mut dyn FnMut(Choice)) {
    if at
        .position
        .entered
        .iter()
        .all(|state| *state != EntryState::Ready)
    {
        return;
    }
    let mut asked: SmallVec<[UnitId; 6]> = SmallVec::new();
    for unit in at.position.members(at.setting, body) {
        let state = at.position.unit(unit);
        let Some(group) = due_group(at, state.presence)
            .and_then(|index| at.setting.scenario.reinforcements.get(index))
        else {
            continue;
        };
        let class = MoverClass::of(at.setting.unit(unit)).unwrap_or(MoverClass::Leader);
        for hex in reinforcement::entry_hexes(&at, group, class) {
            if !Gate::recall(last, at, unit, hex).has_room(at) {
                continue;
            }
            let gunboat = at.setting.unit(unit).arm == Arm::Gunboat;
            for facing in Facing::all_of(facing_kind(state.orders)) {
                if !gunboat || facing == state.facing {
                    each(Choice::Enter { unit, hex, facing });
                }
            }
        }
        for other in in_the_way(at, unit) {
            if !asked.contains(&other) {
                asked.push(other);
                each(Choice::MakeRoom { unit: other });
            }
        }
    }
    for leader in arriving_leaders(at, body) {
        arrival_candidates(at, leader, each);
    }
}

/// BB 9.7-landing, reading I110: friends in a landing hex with whom this arriving unit could not stop there.
fn in_the_way(at: At<'_>, unit: UnitId) -> SmallVec<[UnitId; 6]> {
    let mut found = SmallVec::new();
    let Some(group) = due_group(at, at.position.unit(unit).presence)
        .and_then(|index| at.setting.scenario.reinforcements.get(index))
    else {
        return found;
    };
    let landings = &at.setting.battle.terms.landing_hexes;
    for hex in group.hexes.iter().filter(|hex| landings.contains(hex)) {
        let needed = match may_enter_by(at, unit, *hex) {
            Ok(terms) => terms.must_go_on,
            Err(refusal) => refusal.rule == Rule::SR_9_73,
        };
        if needed {
            let side = at.setting.unit(unit).side;
            let stack = at.position.stack(*hex).map(|part| part.unit);
            found.extend(stack.filter(|&other| at.setting.unit(other).side == side));
        }
    }
    found
}

/// BB 9.7-landing: whether a unit of an acting body makes this friend give way.
fn may_make_room(at: At<'_>, bodies: &[BodyId], unit: UnitId) -> Result<(), Refusal> {
    const RULE: Rule = Rule::BB_9_7_landing;
    let mut due = bodies
        .iter()
        .flat_map(|&body| at.position.members(at.setting, body));
    let wanted = due.any(|due| in_the_way(at, due).contains(&unit));
    if wanted {
        Ok(())
    } else {
        Err(Refusal::new(RULE, "it keeps nobody from landing"))
    }
}

/// Leaders due with a body: its own brigadier, and the division leader.
fn arriving_leaders(at: At<'_>, body: BodyId) -> impl Iterator<Item = LeaderId> {
    let own = at
        .position
        .leader_of(at.setting, at.setting.body(body).command);
    let division =
        division_leader(at, at.position.body(body).activator).filter(|&leader| Some(leader) != own);
    own.into_iter()
        .chain(division)
        .filter(move |&leader| {
            let facts = at.setting.leader(leader);
            // BB 30.0: a commander who leads a brigade himself comes with it.
            facts.level <= Level::Division
                || at.setting.composite_brigade(facts.command) == Some(body)
        })
        .filter(move |&leader| matches!(at.position.leader(leader).presence, Presence::Due(_)))
}

/// SR 9.71: whether a leader may come onto the map here, and what it costs him.
pub(super) fn may_arrive(
    at: At<'_>,
    leader: LeaderId,
    hex: HexId,
) -> Result<(Rule, HalfMp), Refusal> {
    let cost = reinforcement::leader_enter(&at, leader, hex)?;
    if due_group(at, at.position.leader(leader).presence).is_none() {
        return Err(Refusal::new(Rule::SR_9_71, "it is not his turn to enter"));
    }
    Ok((Rule::SR_9_71, cost))
}

/// The entry hexes of a leader who is due, each once.
pub(super) fn arrival_candidates(at: At<'_>, leader: LeaderId, each: &mut dyn FnMut(Choice)) {
    let Some(index) = due_group(at, at.position.leader(leader).presence) else {
        return;
    };
    let Some(group) = at.setting.scenario.reinforcements.get(index) else {
        return;
    };
    let mut seen: Vec<HexId> = Vec::new();
    for hex in reinforcement::entry_hexes(&at, group, MoverClass::Leader) {
        if !seen.contains(&hex) {
            seen.push(hex);
            each(Choice::Arrive { leader, hex });
        }
    }
}

/// What comes onto the map, or makes room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entering {
    /// SR 9.71: a unit, into this hex and facing so.
    Unit(UnitId, HexId, Facing),
    /// SR 9.71: a leader, into this hex and at this cost.
    Leader(LeaderId, HexId, HalfMp),
    /// BB 9.7-landing: a unit gives way to those who land.
    MakesRoom(UnitId),
}

/// Whether a piece of the acting bodies may come onto the map so.
pub(super) fn judge(
    at: At<'_>,
    bodies: &[BodyId],
    choice: Choice,
    last: &LastGate,
) -> Judgement<Entering> {
    let not_now = || Refusal::new(Rule::SR_9_71, "its brigade does not act now");
    match choice {
        Choice::Enter { unit, hex, facing } => {
            Gate::recall(last, at, unit, hex).may_enter(at, facing)?;
            let body = at.position.body_of(at.setting, unit);
            if !bodies.contains(&body) {
                return Err(not_now());
            }
            if at.setting.unit(unit).arm == Arm::Gunboat && facing != at.position.unit(unit).facing
            {
                return Err(Refusal::new(
                    Rule::BB_14_73,
                    "a gunboat has no facing to change",
                ));
            }
            let means = Entering::Unit(unit, hex, facing);
            Ok(Ruling::new(Rule::SR_9_71, means))
        }
        Choice::Arrive { leader, hex } => {
            let (rule, cost) = may_arrive(at, leader, hex)?;
            let comes = bodies
                .iter()
                .any(|&body| arriving_leaders(at, body).any(|due| due == leader));
            if !comes {
                return Err(not_now());
            }
            Ok(Ruling::new(rule, Entering::Leader(leader, hex, cost)))
        }
        Choice::MakeRoom { unit } => {
            may_make_room(at, bodies, unit)?;
            let means = Entering::MakesRoom(unit);
            Ok(Ruling::new(Rule::BB_9_7_landing, means))
        }
        _ => Err(not_now()),
    }
}

/// A piece comes onto the map.
pub(super) fn enter(play: &mut Play<'_>, entering: Entering) {
    match entering {
        Entering::Unit(unit, hex, facing) => announce(play, unit, hex, facing),
        Entering::MakesRoom(unit) => play.push(ArrivalStep::MakeRoom { unit }),
        // SR 9.32: commanders of corps move in IV/A only.
        Entering::Leader(leader, hex, cost)
            if play.setting.leader(leader).level > Level::Division =>
        {
            come_on(play, leader, (hex, cost));
        }
        Entering::Leader(leader, hex, cost) => arrive(play, leader, (hex, cost)),
    }
}

/// SR 9.63: enemies near the entry hex may move away before the unit enters.
fn announce(play: &mut Play<'_>, unit: UnitId, hex: HexId, facing: Facing) {
    play.happens(Event::Turned {
        unit,
        facing,
        cost: HalfMp::ZERO,
        rule: Rule::SR_9_71,
    });
    play.push(ArrivalStep::ComeOn { unit, hex });
    super::reacting::ask_all(play, Arrival::at(unit, hex));
}

/// Enemies may have fired and moved meanwhile: it enters if it still may, and is stopped by the rule that forbids it if not.
fn enter_unit(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    let facing = play.position.unit(unit).facing;
    let gate = Gate::of(play.at(), unit, hex);
    let terms = match gate.may_enter(play.at(), facing) {
        Ok(terms) => terms,
        Err(Refusal { rule, .. }) => {
            play.happens(Event::Stopped { unit, rule });
            return;
        }
    };
    let joins = crate::orders::lags_behind(play.at(), unit);
    let group = due_group(play.at(), play.position.unit(unit).presence);
    let cost = terms.cost.total();
    play.happens(Event::PresenceChanged {
        piece: Piece::Unit(unit),
        presence: Presence::OnMap,
        hex: Some(hex),
        rule: Rule::SR_9_71,
    });
    if play.position.unit(unit).joining != joins {
        play.note_unit(unit, UnitNote::Joining(joins));
    }
    play.did(unit, Deeds::ACTED.with(Deeds::MOVED));
    let there = Destination::single(hex);
    relocate(play, unit, there, cost, Rule::SR_9_72, Cause::Enters);
    join_queue(play, hex, cost);
    close_group(play, group);
    if play.setting.unit(unit).arm == Arm::Gunboat {
        // BB 14.73: it sails on as far as its owner likes.
        let progress = Progress::begin(play.position.unit(unit));
        play.push(super::MovingStep { unit, progress });
        return;
    }
    let mut progress = Progress::begin(play.position.unit(unit));
    progress.steps = 1;
    progress.came_from = Some(hex);
    progress.came_by = terms.way;
    progress.entry_cost = terms.ground();
    super::stages::note_contact(play, unit, terms.contact, terms.minimum);
    let ends = end_rule(terms.contact, terms.minimum, false);
    // SR 9.47: the ground of the entry hex is checked like any other; SR 9.61, 10.45: so do enemies near it react.
    let ground = |risk: &CheckTerm| GroundCheck::of_ground(unit, risk.check);
    let checks = terms.cost.checks().iter().map(ground);
    after_step(play, unit, progress, checks, &[hex], ends);
}

/// SR 9.72, reading I83: who comes after pays for who came before.
fn join_queue(play: &mut Play<'_>, hex: HexId, cost: HalfMp) {
    let before = play.position.queues.iter().find(|queue| queue.hex == hex);
    let queue = match before {
        Some(queue) => EntryQueue {
            hex,
            groups: queue.groups.saturating_add(1),
            paid: queue.paid + cost.less(queue.paid),
        },
        None => EntryQueue {
            hex,
            groups: 1,
            paid: cost,
        },
    };
    play.happens(Event::Noted(Note::Queue(queue)));
}

fn close_group(play: &mut Play<'_>, group: Option<usize>) {
    let Some(index) = group else { return };
    let Some(facts) = play.setting.scenario.reinforcements.get(index) else {
        return;
    };
    let left = facts.pieces.iter().any(|arriving| match arriving.piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            matches!(play.position.unit(unit).presence, Presence::Due(_))
        }
        Piece::Leader(leader) => matches!(play.position.leader(leader).presence, Presence::Due(_)),
    });
    if !left {
        let group = EntryGroupId(u16::try_from(index).unwrap_or(u16::MAX));
        play.happens(Event::Noted(Note::Entry(group, EntryState::Entered)));
    }
}

/// A leader comes onto the map and may ride on.
pub(super) fn arrive(play: &mut Play<'_>, leader: LeaderId, (hex, cost): (HexId, HalfMp)) {
    come_on(play, leader, (hex, cost));
    play.push(RideStep { leader });
}

/// SR 9.71: a leader stands on his entry hex.
fn come_on(play: &mut Play<'_>, leader: LeaderId, (hex, cost): (HexId, HalfMp)) {
    let group = due_group(play.at(), play.position.leader(leader).presence);
    let spent = play.position.leader(leader).spent + cost;
    play.happens(Event::PresenceChanged {
        piece: Piece::Leader(leader),
        presence: Presence::OnMap,
        hex: Some(hex),
        rule: Rule::SR_9_71,
    });
    play.note_leader(leader, LeaderNote::Spent(spent));
    close_group(play, group);
}

/// Where a unit that makes room may go, looked up once.
#[derive(Debug)]
pub struct RoomLook<'a> {
    at: At<'a>,
    rooms: Vec<HexId>,
}

impl Procedure for ArrivalStep {
    type Look<'a> = RoomLook<'a>;
    type Means = HexId;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::MakeRoom { unit } if !rooms(at, unit).is_empty() => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::BB_9_7_landing,
                prompt: Prompt::MakeRoom { unit },
            }),
            _ => None,
        }
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> RoomLook<'a> {
        let rooms = match *self {
            Self::MakeRoom { unit } => rooms(at, unit),
            Self::ComeOn { .. } => Vec::new(),
        };
        RoomLook { at, rooms }
    }

    fn candidates(&self, look: &RoomLook<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::MakeRoom { unit } = *self {
            let piece = Piece::Unit(unit);
            for &hex in &look.rooms {
                each(Choice::Place { piece, hex });
            }
        }
    }

    fn judge(&self, look: &RoomLook<'_>, choice: Choice) -> Judgement<HexId> {
        const RULE: Rule = Rule::BB_9_7_landing;
        let at = look.at;
        match (*self, choice) {
            (Self::MakeRoom { unit }, Choice::Place { piece, hex }) => {
                if piece != Piece::Unit(unit) {
                    return Err(Refusal::new(RULE, "another unit makes room now"));
                }
                if look.rooms.contains(&hex) {
                    return Ok(Ruling::new(RULE, hex));
                }
                let side = at.setting.unit(unit).side;
                let near = at.position.next_to_enemy(at.setting, hex, side);
                let reason = if near {
                    "it may not be put next to an enemy"
                } else {
                    "it may not stand there"
                };
                Err(Refusal::new(RULE, reason))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, hex: HexId) -> Result<(), ChanceError> {
        if let Self::MakeRoom { unit } = self {
            make_room(play, unit, hex);
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if let Self::ComeOn { unit, hex } = self {
            enter_unit(play, unit, hex);
        }
        Ok(())
    }
}

/// BB 9.7-landing, reading I110: where a unit that makes room may go; with others it must be able to face as they do.
fn rooms(at: At<'_>, unit: UnitId) -> Vec<HexId> {
    let state = at.position.unit(unit);
    let mut hexes = reinforcement::room_for_displaced(&at, unit);
    hexes.retain(|&hex| {
        let alike = at
            .position
            .stack(hex)
            .all(|part| at.position.unit(part.unit).facing.kind() == state.facing.kind());
        let bound = !super::may_be_put_into(at, unit, core::iter::once(hex));
        alike && !bound && state.hexes().all(|own| own != hex)
    });
    hexes
}

/// BB 9.7-landing: the unit is put elsewhere, Disordered.
fn make_room(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    const RULE: Rule = Rule::BB_9_7_landing;
    let there = Destination::single(hex);
    relocate(play, unit, there, HalfMp::ZERO, RULE, Cause::MakesRoom);
    crate::results::disorder(play, unit, RULE);
}
