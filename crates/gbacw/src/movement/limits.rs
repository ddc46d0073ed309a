//! Where special rules of a scenario let a unit go: in its field, behind a row, after it has recovered; BB sob: where its
//! mission sends it.

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, Mechanism, SpecialRule, UnitId};
use longroll_core::Refusal;
use longroll_movement::Progress;
use longroll_position::{Presence, Topic};
use longroll_rule::Rule;

use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// The special rules of the scenario about movement in force now for the side of a unit.
fn in_force(at: At<'_>, unit: UnitId) -> impl Iterator<Item = &SpecialRule> {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let side = at.setting.unit(unit).side;
    at.setting
        .special(Topic::Bounds)
        .filter(move |rule| turn.is_some_and(|turn| rule.in_force(turn)) && rule.concerns(side))
}

/// Whether a special rule keeps a unit where it is.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_move_at_all(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    for rule in in_force(at, unit) {
        if let Mechanism::MustRecoverFirst { units } = &rule.mechanism
            && units.contains(&unit)
            && at.position.unit(unit).is_disordered()
            && !at.position.special.is_freed(unit)
        {
            return Err(Refusal::new(
                rule.rule,
                "the scenario makes it recover before it moves",
            ));
        }
    }
    Ok(())
}

/// Whether a special rule lets a unit enter a hex.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_enter(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    crate::held::may_enter(at, unit, hex)?;
    let side = at.setting.unit(unit).side;
    if let Some(rule) = beyond_column(at, hex)
        && at.position.next_to_enemy(at.setting, hex, side)
    {
        return Err(ends_beyond_column(rule));
    }
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    for rule in in_force(at, unit) {
        match &rule.mechanism {
            Mechanism::HeldInField {
                units,
                field,
                released,
            } if units.contains(&unit)
                && turn.is_some_and(|turn| turn < *released)
                && at.setting.ground().hexes[hex].field != Some(*field) =>
            {
                return Err(Refusal::new(
                    rule.rule,
                    "it stays in its field until its hour comes",
                ));
            }
            Mechanism::RowLimit {
                brigades,
                row_of,
                until_enemy,
            } if brigades.contains(&at.position.unit(unit).assigned)
                && row(at, hex) < row(at, *row_of)
                && !is_lifted(at, *row_of, *until_enemy) =>
            {
                return Err(Refusal::new(
                    rule.rule,
                    "not north of that row before the enemy is",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The same for all hexes that a line or its parts come into.
///
/// # Errors
/// The rule that forbids one of them.
pub(super) fn may_enter_all(
    at: At<'_>,
    unit: UnitId,
    hexes: impl IntoIterator<Item = HexId>,
) -> Result<(), Refusal> {
    let own = |hex: &HexId| at.position.unit(unit).hexes().any(|part| part == *hex);
    let mut entered = hexes.into_iter().filter(|hex| !own(hex));
    entered.try_for_each(|hex| may_enter(at, unit, hex))
}

/// The rule by which a scenario forbids to end a movement in this hex.
fn beyond_column(at: At<'_>, hex: HexId) -> Option<Rule> {
    let limit = at.setting.special.column_limit?;
    (at.setting.grid().column(hex) > limit.column).then_some(limit.rule)
}

fn ends_beyond_column(rule: Rule) -> Refusal {
    Refusal::new(
        rule,
        "no unit ends its movement east of the column the scenario names",
    )
}

/// Whether whoever comes into these hexes may end there.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_end_in(
    at: At<'_>,
    mut hexes: impl Iterator<Item = HexId>,
) -> Result<(), Refusal> {
    match hexes.find_map(|hex| beyond_column(at, hex)) {
        Some(rule) => Err(ends_beyond_column(rule)),
        None => Ok(()),
    }
}

/// Whether a unit may be put into these hexes, by the enemy or to make room: its scenario binds it there too.
pub(crate) fn may_be_put_into(
    at: At<'_>,
    unit: UnitId,
    mut hexes: impl Iterator<Item = HexId>,
) -> bool {
    hexes.all(|hex| {
        may_enter_all(at, unit, [hex]).is_ok() && may_end_in(at, core::iter::once(hex)).is_ok()
    })
}

/// Whether a unit that has moved may end where it stands; one that has not may stay.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_end(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    if progress.steps == 0 {
        return Ok(());
    }
    may_end_in(at, at.position.unit(unit).hexes())
}

/// Rows of the map from north to south; the odd columns lie half a hex lower in the same row.
fn row(at: At<'_>, hex: HexId) -> u16 {
    at.setting.grid().half_rows(hex) / 2
}

/// The scenario's rows and recoveries end for good: whoever has recovered once, and a regiment of the enemy brigade that has
/// been north of the row, are noted as free of them.
pub(crate) fn note_freed(play: &mut Play<'_>, unit: UnitId) {
    if !play.position.special.is_freed(unit)
        && let Some(rule) = frees_from_now_on(play.at(), unit)
    {
        play.happens(Event::Freed { unit, rule });
    }
}

fn frees_from_now_on(at: At<'_>, unit: UnitId) -> Option<Rule> {
    let state = at.position.unit(unit);
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let mut rules = at
        .setting
        .special(Topic::Bounds)
        .filter(|rule| turn.is_some_and(|turn| rule.in_force(turn)));
    let freeing = rules.find(|rule| match &rule.mechanism {
        Mechanism::MustRecoverFirst { units } => units.contains(&unit) && !state.is_disordered(),
        Mechanism::RowLimit {
            row_of,
            until_enemy,
            ..
        } => at.setting.unit(unit).formation == *until_enemy && is_north(at, unit, *row_of),
        _ => false,
    });
    freeing.map(|rule| rule.rule)
}

fn is_north(at: At<'_>, unit: UnitId, row_of: HexId) -> bool {
    let state = at.position.unit(unit);
    state.on_map() && state.hexes().any(|hex| row(at, hex) < row(at, row_of))
}

/// A regiment of the enemy brigade is or has been north of the row, or all of them have routed.
fn is_lifted(at: At<'_>, row_of: HexId, enemy: CommandId) -> bool {
    let regiments: Vec<UnitId> = at
        .setting
        .unit_ids()
        .filter(|&unit| {
            at.setting.unit(unit).formation == enemy
                && at.position.unit(unit).presence != Presence::Absent
        })
        .collect();
    let north = |unit: &UnitId| at.position.special.is_freed(*unit) || is_north(at, *unit, row_of);
    let gone = |unit: &UnitId| {
        matches!(
            at.position.unit(*unit).presence,
            Presence::Routed | Presence::Lost
        )
    };
    regiments.iter().any(north) || regiments.iter().all(gone)
}

/// Whether ways can be searched for a unit: not where a mission or a special rule binds its steps one by one.
///
/// # Errors
/// The rule that binds it.
pub(super) fn goes_freely(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let body = at.position.body_of(at.setting, unit);
    if at.position.body(body).mission.is_some() && !crate::alert::is_exempt(at, body, unit) {
        return Err(Refusal::new(
            Rule::BB_sob,
            "on its mission it goes hex by hex",
        ));
    }
    if crate::held::goal(at, unit).is_some() {
        return Err(Refusal::new(
            crate::held::rule_of(at),
            "on its way to its leader it goes hex by hex",
        ));
    }
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let mut bounds = in_force(at, unit).filter(|rule| match &rule.mechanism {
        Mechanism::HeldInField {
            units, released, ..
        } => units.contains(&unit) && turn.is_some_and(|turn| turn < *released),
        Mechanism::RowLimit {
            brigades,
            row_of,
            until_enemy,
        } => {
            brigades.contains(&at.position.unit(unit).assigned)
                && !is_lifted(at, *row_of, *until_enemy)
        }
        _ => false,
    });
    // As far as anybody can go in one Activation, and some more.
    const REACH: u8 = 16;
    let near_edge = || {
        let limit = at.setting.special.column_limit?;
        let column = at.setting.grid().column(at.position.unit(unit).hex);
        (column + REACH > limit.column).then_some(limit.rule)
    };
    let bound = bounds
        .next()
        .map(|rule| rule.rule)
        .or_else(near_edge)
        .or_else(|| crate::held::binding_rule(at, unit));
    match bound {
        Some(rule) => Err(Refusal::new(
            rule,
            "bound by the scenario it goes hex by hex",
        )),
        None => Ok(()),
    }
}
