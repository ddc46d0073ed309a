//! What a side may see, as the wire tells it. Everything comes from [`View`]: hidden information is hidden there.

use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::Side;
use longroll_gbacw::results::cohesion;
use longroll_gbacw::{Battle, Prompt, View, names};
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_position::{
    ActivatorId, Bound, Cohesion, CommandStatus, Deeds, Extent, Mount, Position, Presence, Setting,
    Task,
};

use crate::naming;
use crate::wire;
use crate::words::Words;

/// What a side sees of pieces and commands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Seen {
    pub pieces: Vec<wire::Piece>,
    pub bodies: Vec<wire::Body>,
    pub activators: Vec<wire::Activator>,
    pub markers_in_cup: u32,
}

impl Seen {
    /// What a side sees now.
    pub(crate) fn of(battle: &Battle, side: Side, words: &Words) -> Self {
        let view = View::of(battle, side);
        let setting = battle.setting();
        let position = &view.position;
        let withholding = battle
            .asked()
            .is_some_and(|ask| ask.prompt == Prompt::Withhold);
        let units = setting
            .unit_ids()
            .filter(|&id| takes_part(position.unit(id).presence))
            .map(|id| unit(battle, position, id));
        let leaders = setting
            .leader_ids()
            .filter(|&id| takes_part(position.leader(id).presence))
            .map(|id| leader(setting, position, id));
        let bodies: Vec<wire::Body> = bodies(setting, position, words).collect();
        let activators = setting
            .activator_ids()
            .filter(|&id| {
                let name = names::activator(setting, id);
                bodies.iter().any(|body| body.activator == name)
            })
            .map(|id| {
                let mut own = activator(setting, position, id);
                // SR 5.31: how many markers were held back shows only when all lie in the cup.
                if withholding && own.side != side {
                    own.placed = 0;
                }
                own
            })
            .collect();
        Self {
            pieces: units.chain(leaders).collect(),
            activators,
            bodies,
            markers_in_cup: u32::try_from(view.markers_in_cup).unwrap_or(u32::MAX),
        }
    }

    /// What differs from an earlier look: the changed ones, and the names of those that are gone.
    pub(crate) fn since(self, earlier: &Self) -> (Self, Vec<String>) {
        let gone = earlier
            .pieces
            .iter()
            .filter(|old| !self.pieces.iter().any(|new| new.name == old.name))
            .map(|old| old.name.clone())
            .collect();
        let changed = Self {
            pieces: differing(self.pieces, &earlier.pieces),
            bodies: differing(self.bodies, &earlier.bodies),
            activators: differing(self.activators, &earlier.activators),
            markers_in_cup: self.markers_in_cup,
        };
        (changed, gone)
    }
}

fn differing<T: PartialEq>(new: Vec<T>, old: &[T]) -> Vec<T> {
    new.into_iter().filter(|one| !old.contains(one)).collect()
}

const fn takes_part(presence: Presence) -> bool {
    !matches!(presence, Presence::Absent)
}

const fn presence_word(presence: Presence) -> &'static str {
    match presence {
        Presence::OnMap => "on-map",
        Presence::Due(_) => "due",
        Presence::Routed => "routed",
        Presence::AbandonedOne => "abandoned-one",
        Presence::AbandonedTwo => "abandoned-two",
        Presence::Lost => "lost",
        Presence::Absent => "absent",
        Presence::Left => "left",
    }
}

/// A unit's state as a word of the catalogue.
pub(crate) const fn cohesion_word(state: Cohesion) -> &'static str {
    match state {
        Cohesion::GoodOrder => "good-order",
        Cohesion::Disordered => "disordered",
        Cohesion::Collapsed => "collapsed",
    }
}

/// What a piece is as a word of the catalogue.
pub(crate) const fn presence_key(presence: Presence) -> &'static str {
    presence_word(presence)
}

/// What binds a body as a word of the catalogue.
pub(crate) const fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Free => "free",
        Bound::Stay => "stay",
        Bound::Confusion => "confusion",
        Bound::Charge => "charge",
        Bound::Close => "close",
        Bound::FallenBack => "fallen-back",
    }
}

/// All MP of a whole move, as shown to people; none for what has no MP.
pub(crate) fn allowance_text(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
) -> Option<String> {
    match allowance(setting, position, unit, Fired::No) {
        Allowance::Points(points) => Some(points.total.to_string()),
        Allowance::OneHex | Allowance::River => None,
    }
}

fn unit(battle: &Battle, position: &Position, id: UnitId) -> wire::Piece {
    let setting = battle.setting();
    let (facts, state) = (setting.unit(id), position.unit(id));
    let here = state.on_map();
    let grid = setting.grid();
    let several: Vec<String> = match state.extent {
        Extent::Single => Vec::new(),
        _ => state.hexes().map(|hex| grid.name(hex).to_owned()).collect(),
    };
    let formation = match state.extent {
        Extent::Single => None,
        Extent::Line { .. } => Some("line"),
        Extent::Column { .. } => Some("column"),
    };
    let place = position
        .stack(state.hex)
        .position(|part| part.unit == id)
        .and_then(|place| u32::try_from(place).ok());
    let at = battle.stage().at(position);
    wire::Piece {
        name: facts.name.clone(),
        key: facts.key.clone(),
        kind: "unit".to_owned(),
        side: facts.side,
        presence: presence_word(state.presence).to_owned(),
        hex: here.then(|| grid.name(state.hex).to_owned()),
        hexes: several,
        formation: formation.filter(|_| here).map(str::to_owned),
        facing: here.then(|| naming::facing(state.facing)),
        refused: state.refused.map(|hand| naming::hand_word(hand).to_owned()),
        order: place.filter(|_| here),
        sp: Some(state.sp),
        full: Some(facts.strength.value),
        state: Some(cohesion_word(state.cohesion).to_owned()),
        cohesion: cohesion(at, id),
        allowance: here
            .then(|| allowance_text(setting, position, id))
            .flatten(),
        spent: here.then(|| state.spent.to_string()),
        orders: Some(state.orders.word().to_owned()),
        command: names::command(setting, state.assigned).to_owned(),
        body: Some(names::body(setting, position.body_of(setting, id))),
        in_command: state.status == CommandStatus::InCommand,
        ammunition: Some(state.ammunition.word().to_owned()),
        fatigue: Some(state.fatigue.word().to_owned()),
        mounted: facts
            .dismounted
            .is_some()
            .then_some(state.mount == Mount::Mounted),
        acted: state.deeds.has(Deeds::ACTED),
        move_over: state.deeds.has(Deeds::MOVE_ENDED),
        replaced: false,
    }
}

fn leader(setting: &Setting, position: &Position, id: LeaderId) -> wire::Piece {
    let (facts, state) = (setting.leader(id), position.leader(id));
    let here = state.on_map();
    wire::Piece {
        name: facts.name.clone(),
        key: facts.key.clone(),
        kind: "leader".to_owned(),
        side: facts.side,
        presence: presence_word(state.presence).to_owned(),
        hex: here.then(|| setting.grid().name(state.hex).to_owned()),
        hexes: Vec::new(),
        formation: None,
        facing: None,
        refused: None,
        order: None,
        sp: None,
        full: None,
        state: None,
        cohesion: None,
        allowance: None,
        spent: here.then(|| state.spent.to_string()),
        orders: None,
        command: names::command(setting, facts.command).to_owned(),
        body: None,
        in_command: state.status == CommandStatus::InCommand,
        ammunition: None,
        fatigue: None,
        mounted: None,
        acted: false,
        move_over: state.move_ended,
        replaced: state.replaced,
    }
}

fn bodies<'a>(
    setting: &'a Setting,
    position: &'a Position,
    words: &'a Words,
) -> impl Iterator<Item = wire::Body> + 'a {
    let mut members: Vec<Vec<String>> = vec![Vec::new(); setting.bodies.len()];
    for unit in setting.unit_ids() {
        if takes_part(position.unit(unit).presence)
            && let Some(own) = members.get_mut(position.body_of(setting, unit).index())
        {
            own.push(naming::unit(setting, unit));
        }
    }
    setting.body_ids().filter_map(move |id| {
        let units = core::mem::take(members.get_mut(id.index())?);
        if units.is_empty() {
            return None;
        }
        let (facts, state) = (setting.body(id), position.body(id));
        let led_by = setting.command(facts.command).leaders.first();
        Some(wire::Body {
            name: names::body(setting, id),
            title: naming::body(setting, id),
            side: facts.side,
            leader: led_by.map(|&id| naming::leader(setting, id)),
            activator: names::activator(setting, state.activator),
            orders: state.orders.word().to_owned(),
            reserve: state.reserve,
            in_command: state.status == CommandStatus::InCommand,
            ineffective: state.ineffective,
            fatigue: state.fatigue.word().to_owned(),
            entitled: state.entitled,
            used: state.used,
            bound: words.say(&format!("bound.{}", bound_word(state.bound)), &[]),
            mission: state.mission.map(|mission| match mission.task {
                Task::GoTo(hex) => setting.grid().name(hex).to_owned(),
                Task::StayThisTurn | Task::StayFirst => words.say("bound.stay", &[]),
            }),
            units,
        })
    })
}

fn activator(setting: &Setting, position: &Position, id: ActivatorId) -> wire::Activator {
    let state = position.activator(id);
    wire::Activator {
        name: names::activator(setting, id),
        title: naming::activator(setting, id),
        side: setting.activator(id).side,
        efficiency: state.efficiency(),
        number: state.number,
        placed: state.placed,
        drawn: state.drawn,
        ineffective: state.ineffective,
    }
}
