//! Names of pieces, bodies, markers and groups as players write them.

use longroll_catalog::facts::{CommandId, Piece};
use longroll_position::{
    ActivatorId, ActivatorKind, BodyId, BodyKind, EntryGroupId, Marker, Setting,
};

/// A command: its code.
#[must_use]
pub fn command(setting: &Setting, id: CommandId) -> &str {
    &setting.command(id).code
}

/// A body: "2/6/T", "6/T artillery", "6/T cavalry", "union unassigned".
#[must_use]
pub fn body(setting: &Setting, id: BodyId) -> String {
    let facts = setting.body(id);
    let code = command(setting, facts.command);
    match facts.kind {
        BodyKind::Brigade => code.to_owned(),
        BodyKind::DivisionalArtillery => format!("{code} artillery"),
        BodyKind::DivisionalCavalry => format!("{code} cavalry"),
        BodyKind::Unassigned => format!("{} unassigned", facts.side),
    }
}

/// Whoever has markers: "6/T", "R Corps", "union unassigned".
#[must_use]
pub fn activator(setting: &Setting, id: ActivatorId) -> String {
    let facts = setting.activator(id);
    match facts.kind {
        ActivatorKind::Unassigned => format!("{} unassigned", facts.side),
        _ => command(setting, facts.command).to_owned(),
    }
}

/// A marker: "6/T", "union march", "battle event", "random event".
#[must_use]
pub fn marker(setting: &Setting, marker: Marker) -> String {
    match marker {
        Marker::Activation(id) => activator(setting, id),
        Marker::March(side) => format!("{side} march"),
        Marker::BattleEvent => "battle event".to_owned(),
        Marker::RandomEvent => "random event".to_owned(),
    }
}

/// A group of reinforcements: its number on the page, from 1.
#[must_use]
pub fn group(id: EntryGroupId) -> String {
    (u32::from(id.0) + 1).to_string()
}

/// A piece by name; a section with its letter.
#[must_use]
pub fn piece(setting: &Setting, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => setting.unit(unit).name.clone(),
        Piece::Section(unit, letter) => {
            format!("{} section {}", setting.unit(unit).name, letter.letter())
        }
        Piece::Leader(leader) => setting.leader(leader).name.clone(),
    }
}
