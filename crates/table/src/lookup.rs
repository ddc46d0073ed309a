//! Names that a client wrote, looked up. Everything a client sends is text until checked here.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::Piece;
use longroll_core::Game;
use longroll_gbacw::{Battle, Choice, names, notation};
use longroll_position::BodyId;

use crate::fault::Fault;

/// The longest name or order a client may write.
const LONGEST: usize = 120;

fn short(text: &str) -> Result<&str, Fault> {
    if text.len() > LONGEST {
        Err(Fault::plain("too-many"))
    } else {
        Ok(text)
    }
}

/// A piece by name.
pub(crate) fn piece(battle: &Battle, name: &str) -> Result<Piece, Fault> {
    match notation::read_goal(battle.stage(), short(name)?) {
        Ok(goal) if goal.hex.is_none() => Ok(goal.piece),
        _ => Err(Fault::named("no-piece", name)),
    }
}

/// A hex by its printed number.
pub(crate) fn hex(battle: &Battle, name: &str) -> Result<HexId, Fault> {
    battle
        .setting()
        .grid()
        .parse(&short(name)?.to_ascii_uppercase())
        .map_err(|_| Fault::named("no-hex", name))
}

/// A facing as order notation writes it.
pub(crate) fn facing(name: &str) -> Result<Facing, Fault> {
    let upper = short(name)?.to_ascii_uppercase();
    let read = match upper.strip_prefix('/') {
        Some(side) => Facing::parse_side(side).ok(),
        None => Facing::parse_vertex(&upper).ok(),
    };
    read.ok_or_else(|| Fault::named("no-facing", name))
}

/// A body by name.
pub(crate) fn body(battle: &Battle, name: &str) -> Result<BodyId, Fault> {
    let name = short(name)?;
    let setting = battle.setting();
    setting
        .body_ids()
        .find(|&id| names::body(setting, id).eq_ignore_ascii_case(name))
        .ok_or_else(|| Fault::named("no-body", name))
}

/// A choice in order notation, legal or not.
pub(crate) fn order(battle: &Battle, text: &str) -> Result<Choice, Fault> {
    battle
        .parse(short(text)?)
        .map_err(|error| Fault::Notation(error.to_string()))
}
