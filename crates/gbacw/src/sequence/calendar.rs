//! Days, hours, and who acts first.

use longroll_catalog::facts::BattleDay;
use longroll_core::Side;
use longroll_position::Position;

use crate::scene::At;

/// BB 30.0: the day of the month on which the battle's first-day rules are in force; none without a battle book.
#[must_use]
pub fn first_day(at: At<'_>) -> Option<u8> {
    at.setting.terms()?;
    let start = at.setting.scenario.first_turn().day;
    match at.setting.scenario.day {
        BattleDay::First => Some(start),
        BattleDay::Second => start.checked_sub(1),
    }
}

/// The hour of the turn, if it is one of the first day.
#[must_use]
pub fn first_day_hour(at: At<'_>) -> Option<u8> {
    let turn = at.position.now(at.setting)?.id;
    (first_day(at)? == turn.day).then_some(turn.hour)
}

/// Whether the game began on the first day.
#[must_use]
pub fn began_on_first_day(at: At<'_>) -> bool {
    at.setting.scenario.day == BattleDay::First
}

/// Whether the first-day rules are in force.
#[must_use]
pub fn is_first_day(at: At<'_>) -> bool {
    first_day_hour(at).is_some()
}

/// SR 5.13, reading 4: the holder of the Initiative acts first; if nobody holds it, whoever held it last; else the
/// Confederate.
#[must_use]
pub fn first_to_act(position: &Position) -> Side {
    position
        .initiative
        .holder
        .or(position.initiative.last_known)
        .unwrap_or(Side::Confederate)
}
