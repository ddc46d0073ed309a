//! Every field of a piece in the words of the files: what `[expect]` compares and what a position shows.

use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::Game as _;
use longroll_gbacw::notation::{facing_word, orders_word};
use longroll_gbacw::{Battle, names};
use longroll_position::{
    ActivatorId, BodyId, Bound, Cohesion, CommandStatus, Extent, Mount, Position, Presence,
    Setting, Task,
};

use crate::bodies::BOUNDS;

/// A field and its value.
pub(crate) type Fields = Vec<(&'static str, String)>;

/// The fields of a unit.
pub(crate) const UNIT: [&str; 18] = [
    "presence",
    "hex",
    "facing",
    "formation",
    "refused",
    "sp",
    "guns",
    "state",
    "ammunition",
    "fatigue",
    "orders",
    "assigned",
    "status",
    "used",
    "spent",
    "mount",
    "blown",
    "stirred",
];
/// The fields of a leader.
pub(crate) const LEADER: [&str; 7] = [
    "presence",
    "hex",
    "replaced",
    "status",
    "spent",
    "rode_far",
    "used_abilities",
];
/// The fields of a brigade.
pub(crate) const BRIGADE: [&str; 23] = [
    "orders",
    "attached",
    "status",
    "direct",
    "reserve",
    "ineffective",
    "fatigue",
    "entitled",
    "used",
    "passed",
    "listed",
    "orders_fixed",
    "march_limit",
    "march_used",
    "march_spared",
    "bound",
    "stay_waits",
    "march_broken",
    "tiring",
    "assaults",
    "coordinated",
    "reassigned",
    "mission",
];
/// The fields of a division.
pub(crate) const DIVISION: [&str; 7] = [
    "drawn",
    "efficiency",
    "help",
    "markers",
    "placed",
    "played",
    "ineffective",
];

fn presence(presence: Presence) -> String {
    match presence {
        Presence::OnMap => "on-map".to_owned(),
        Presence::Due(_) => "due".to_owned(),
        Presence::Routed => "routed".to_owned(),
        Presence::AbandonedOne => "abandoned-1".to_owned(),
        Presence::AbandonedTwo => "abandoned-2".to_owned(),
        Presence::Lost => "lost".to_owned(),
        Presence::Absent => "absent".to_owned(),
        Presence::Left => "left".to_owned(),
    }
}

const fn status(status: CommandStatus) -> &'static str {
    match status {
        CommandStatus::InCommand => "in-command",
        CommandStatus::OutOfCommand => "out-of-command",
    }
}

/// A single hex, or the hexes a unit is extended into.
fn formation(setting: &Setting, extent: Extent) -> String {
    let hexes = || {
        let names: Vec<&str> = extent.hexes().map(|hex| setting.grid().name(hex)).collect();
        names.join(" ")
    };
    match extent {
        Extent::Single => "single".to_owned(),
        Extent::Line { .. } => format!("line {}", hexes()),
        Extent::Column { .. } => format!("column {}", hexes()),
    }
}

/// A unit as it stands.
pub(crate) fn unit(setting: &Setting, position: &Position, unit: UnitId) -> Fields {
    let state = position.unit(unit);
    let hex = |id| setting.grid().name(id).to_owned();
    let formation = formation(setting, state.extent);
    let refused = match state.refused {
        None => "none",
        Some(longroll_board::Hand::Left) => "left",
        Some(longroll_board::Hand::Right) => "right",
    };
    let cohesion = match state.cohesion {
        Cohesion::GoodOrder => "good-order",
        Cohesion::Disordered => "disordered",
        Cohesion::Collapsed => "collapsed",
    };
    let left_standing = matches!(
        state.presence,
        Presence::AbandonedOne | Presence::AbandonedTwo
    );
    let place = if state.on_map() || left_standing {
        hex(state.hex)
    } else {
        "none".to_owned()
    };
    let values = [
        presence(state.presence),
        place,
        facing_word(state.facing),
        formation,
        refused.to_owned(),
        state.sp.to_string(),
        state
            .guns
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        cohesion.to_owned(),
        state.ammunition.word().to_owned(),
        state.fatigue.word().to_owned(),
        orders_word(state.orders).to_owned(),
        setting.command(state.assigned).code.clone(),
        status(state.status).to_owned(),
        state.used.to_string(),
        state.spent.to_string(),
        match state.mount {
            Mount::Mounted => "mounted".to_owned(),
            Mount::Dismounted => "dismounted".to_owned(),
        },
        state.blown.to_string(),
        state.stirred.to_string(),
    ];
    UNIT.into_iter().zip(values).collect()
}

/// A leader as he stands.
pub(crate) fn leader(setting: &Setting, position: &Position, leader: LeaderId) -> Fields {
    let state = position.leader(leader);
    let place = if state.on_map() {
        setting.grid().name(state.hex).to_owned()
    } else {
        "none".to_owned()
    };
    let used: Vec<&str> = longroll_catalog::facts::AbilityKind::ALL
        .iter()
        .filter(|&&kind| state.abilities.has(kind))
        .map(|kind| kind.word())
        .collect();
    let values = [
        presence(state.presence),
        place,
        state.replaced.to_string(),
        status(state.status).to_owned(),
        state.spent.to_string(),
        state.rode_far.to_string(),
        used.join(" "),
    ];
    LEADER.into_iter().zip(values).collect()
}

/// What binds a brigade, in a word.
fn bound(bound: Bound) -> &'static str {
    BOUNDS
        .iter()
        .find(|(_, own)| *own == bound)
        .map_or("free", |(word, _)| word)
}

/// A brigade as it stands.
pub(crate) fn brigade(setting: &Setting, position: &Position, body: BodyId) -> Fields {
    let state = position.body(body);
    let values = [
        orders_word(state.orders).to_owned(),
        names::activator(setting, state.activator),
        status(state.status).to_owned(),
        state.direct.map_or("nobody".to_owned(), |leader| {
            setting.leader(leader).name.clone()
        }),
        state.reserve.to_string(),
        state.ineffective.to_string(),
        state.fatigue.word().to_owned(),
        state.entitled.to_string(),
        state.used.to_string(),
        state.passed.to_string(),
        state
            .listed
            .map_or("none".to_owned(), |number| number.to_string()),
        state.orders_fixed.to_string(),
        state.march.limit.to_string(),
        state.march.used_marker.to_string(),
        state.march.spared.to_string(),
        bound(state.bound).to_owned(),
        state.stay_waits.to_string(),
        state.march_broken.to_string(),
        state.toil.activations.to_string(),
        state.toil.assaults.to_string(),
        state.coordinated.to_string(),
        state.was_reassigned.to_string(),
        match state.mission.map(|mission| mission.task) {
            None => "none".to_owned(),
            Some(Task::GoTo(hex)) => setting.grid().name(hex).to_owned(),
            Some(Task::StayThisTurn | Task::StayFirst) => "stay".to_owned(),
        },
    ];
    BRIGADE.into_iter().zip(values).collect()
}

/// Whoever has markers, as he stands.
pub(crate) fn division(position: &Position, id: ActivatorId) -> Fields {
    let state = position.activator(id);
    let values = [
        state.marker.to_string(),
        state.efficiency().to_string(),
        state.help.to_string(),
        state.number.to_string(),
        state.placed.to_string(),
        state.drawn.to_string(),
        state.ineffective.to_string(),
    ];
    DIVISION.into_iter().zip(values).collect()
}

/// What is not said about a piece of `[expect]`: the turn, the Initiative, the cup, who decides what.
pub(crate) const GENERAL: [&str; 9] = [
    "turn",
    "initiative",
    "cup",
    "decides",
    "rule",
    "prompt",
    "bridge_open",
    "options",
    "result",
];

/// The general fields.
pub(crate) fn general(battle: &Battle) -> Fields {
    let (setting, position) = (battle.setting(), battle.position());
    let asked = battle.asked();
    let none = || "nobody".to_owned();
    let values = [
        position
            .now(setting)
            .map_or("over".to_owned(), |turn| turn.id.to_string()),
        position
            .initiative
            .holder
            .map_or_else(none, |side| side.to_string()),
        position
            .cup
            .iter()
            .map(|&marker| names::marker(setting, marker))
            .collect::<Vec<_>>()
            .join(", "),
        asked.map_or_else(none, |ask| ask.side.to_string()),
        asked.map_or("none".to_owned(), |ask| ask.rule.to_string()),
        asked.map_or("none".to_owned(), |ask| ask.prompt.key().to_owned()),
        position.bridge_open.to_string(),
        battle
            .offers()
            .iter()
            .map(|offer| battle.print(&offer.choice))
            .collect::<Vec<_>>()
            .join(", "),
        battle.result().unwrap_or_else(|| "none".to_owned()),
    ];
    GENERAL.into_iter().zip(values).collect()
}
