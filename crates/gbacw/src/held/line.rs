//! An army that is held behind a dividing line: who may move in it, and what the enemy must do to stir it.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_position::{BodyId, BodyKind, HeldArmy, HeldArmyState, SpecialNote};
use longroll_rule::Rule;

use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::scene::At;

/// The army, if the unit is one of it and anybody is still held.
fn army_of(at: At<'_>, unit: UnitId) -> Option<&HeldArmy> {
    let army = at.setting.special.held_army.as_ref()?;
    (at.setting.unit(unit).side == army.side).then_some(army)
}

/// Whether all restrictions have ended.
fn all_are_free(at: At<'_>, army: &HeldArmy) -> bool {
    let hour = at.position.now(at.setting).map(|turn| turn.id);
    hour.is_some_and(|hour| army.free_from <= hour)
        || at
            .position
            .special
            .held_army
            .all_from
            .is_some_and(|turn| turn <= at.position.turn)
}

fn group_is_free(at: At<'_>, army: &HeldArmy, group: u8) -> bool {
    let from = at.position.special.held_army.group_from;
    all_are_free(at, army)
        || from
            .get(usize::from(group))
            .copied()
            .flatten()
            .is_some_and(|turn| turn <= at.position.turn)
}

/// Whether all groups may move, be it each for a reason of its own.
fn every_group_is_free(at: At<'_>, army: &HeldArmy) -> bool {
    (0_u8..)
        .zip(&army.leaders)
        .all(|(group, _)| group_is_free(at, army, group))
}

/// Whether a unit may move on its own side of the line while its group is held.
fn roams(at: At<'_>, army: &HeldArmy, unit: UnitId) -> bool {
    army.roaming_units.contains(&unit)
        || army
            .roaming_brigades
            .contains(&at.position.unit(unit).assigned)
}

fn is_reinforcement(at: At<'_>, unit: UnitId) -> bool {
    at.setting.scenario.reinforcements.iter().any(|group| {
        let mut pieces = group.pieces.iter();
        pieces.any(|arriving| arriving.piece.unit() == Some(unit))
    })
}

/// Whether the army's restrictions let a unit move.
///
/// # Errors
/// When they hold it.
pub(super) fn may_move(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let Some(army) = army_of(at, unit) else {
        return Ok(());
    };
    if army.watchers.contains(&unit) {
        if at.position.special.is_freed(unit) || all_are_free(at, army) {
            return Ok(());
        }
        return Err(Refusal::new(
            army.rules.watchers,
            "it stays until it sees an enemy across the line; it may turn one vertex",
        ));
    }
    let (held, rule) = match army.group(unit) {
        Some(group) => (
            !group_is_free(at, army, group) && !roams(at, army, unit),
            army.rules.line,
        ),
        None => (
            waits_for_all(at, army, unit) && !every_group_is_free(at, army),
            army.rules.unassigned,
        ),
    };
    if held {
        return Err(Refusal::new(
            rule,
            "the scenario holds its command until the enemy has crossed the line; it may turn one vertex",
        ));
    }
    Ok(())
}

/// Whether the army's restrictions let a unit fire in its own Activation; what it does in the enemy's is not touched by them.
///
/// # Errors
/// When they hold it.
pub fn may_fire(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    may_move(at, unit).map_err(|held| {
        Refusal::new(
            held.rule,
            "the scenario holds its command, which does not fire in its own Activation",
        )
    })
}

/// Whether a command may be given other orders, or try for them: not while the army's restrictions hold it. The page lets
/// only those who may move behind the line do so before.
///
/// # Errors
/// When every unit of it on the map is held.
pub fn may_change_orders(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let Some(army) = &at.setting.special.held_army else {
        return Ok(());
    };
    if at.setting.body(body).side != army.side || all_are_free(at, army) {
        return Ok(());
    }
    let mut units = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .peekable();
    if units.peek().is_some() && units.all(|unit| may_move(at, unit).is_err()) {
        return Err(Refusal::new(
            army.rules.line,
            "the scenario holds the command, and its orders with it",
        ));
    }
    Ok(())
}

/// Whether a single unit may be given other orders.
///
/// # Errors
/// When it is held.
pub fn may_change_unit_orders(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    may_move(at, unit)
        .map_err(|held| Refusal::new(held.rule, "the scenario holds it, and its orders with it"))
}

/// BB 30.0: whether an unassigned unit of the army has its orders from the commanders of the groups made for the day.
#[must_use]
pub fn answers_to_groups(at: At<'_>, unit: UnitId) -> bool {
    let body = at.position.body_of(at.setting, unit);
    at.setting.body(body).kind == BodyKind::Unassigned
        && army_of(at, unit).is_some_and(|army| waits_for_all(at, army, unit))
}

/// The scenario's rule on unassigned units of a held army.
#[must_use]
pub fn unassigned_rule(at: At<'_>) -> Rule {
    let army = at.setting.special.held_army.as_ref();
    army.map_or(Rule::BB_30_0, |army| army.rules.unassigned)
}

/// Whether it stands in the range of one of them.
#[must_use]
pub fn is_in_range_of_group(at: At<'_>, unit: UnitId) -> bool {
    army_of(at, unit).is_some_and(|army| {
        let hex = at.position.unit(unit).hex;
        let mut leaders = army.leaders.iter();
        leaders.any(|&leader| {
            at.position.leader(leader).on_map() && crate::command::in_range(at, leader, hex)
        })
    })
}

/// Unassigned units wait for all groups, also when they have been lent to a corps; not one that comes later on the march.
fn waits_for_all(at: At<'_>, army: &HeldArmy, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    let body = at.setting.body_for(facts.formation, facts.arm);
    army.unassigned_but
        .as_ref()
        .is_some_and(|except| !except.contains(&unit))
        && at.setting.body(body).kind == BodyKind::Unassigned
        && !is_reinforcement(at, unit)
}

/// Whether a unit that may move goes where the scenario lets it: not onto the line or across it while its group is held;
/// from its bivouac towards its leader.
///
/// # Errors
/// The rule that forbids it.
pub fn may_enter(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let Some(army) = army_of(at, unit) else {
        return Ok(());
    };
    if let Some(leader) = gathers_under(at, army, unit) {
        let grid = at.setting.grid();
        let goal = at.position.leader(leader).hex;
        if grid.distance(hex, goal) >= grid.distance(at.position.unit(unit).hex, goal) {
            return Err(Refusal::new(
                army.rules.bivouac,
                "from its bivouac it goes towards its leader first",
            ));
        }
    }
    let held = army
        .group(unit)
        .is_some_and(|group| !group_is_free(at, army, group));
    if held && army.is_forbidden(hex) {
        let rule = if roams(at, army, unit) {
            army.rules.roaming
        } else {
            army.rules.line
        };
        return Err(Refusal::new(
            rule,
            "not onto the line or across it while its command is held",
        ));
    }
    Ok(())
}

/// The leader a unit in bivouac has still to join.
fn gathers_under(at: At<'_>, army: &HeldArmy, unit: UnitId) -> Option<LeaderId> {
    let leader = army.camps_under(unit)?;
    let waits = !at.position.special.is_freed(unit) && at.position.leader(leader).on_map();
    waits.then_some(leader)
}

/// The rule that binds its steps one by one, if any does.
#[must_use]
pub fn binding_rule(at: At<'_>, unit: UnitId) -> Option<Rule> {
    let army = army_of(at, unit)?;
    if gathers_under(at, army, unit).is_some() {
        return Some(army.rules.bivouac);
    }
    let held = army
        .group(unit)
        .is_some_and(|group| !group_is_free(at, army, group));
    held.then_some(army.rules.line)
}

/// Hexes of enemies who have crossed the line.
fn crossed(at: At<'_>, army: &HeldArmy) -> Vec<HexId> {
    crate::orders::enemies(at, army.side)
        .filter(|&hex| army.is_crossed(hex))
        .collect()
}

fn sees(at: At<'_>, unit: UnitId, enemies: &[HexId]) -> bool {
    let mut hexes = at.position.unit(unit).hexes();
    hexes.any(|hex| {
        let mut enemies = enemies.iter();
        enemies.any(|&enemy| at.setting.sight.can_see(hex, enemy))
    })
}

/// Bodies of the army begin to act with a marker: who sees the enemy this side of the line stirs its group, and who has
/// found his leader, or sees any enemy, is out of the bivouac.
///
/// # Errors
/// When a script of dice is used up.
pub(crate) fn begin_marker(play: &mut Play<'_>, bodies: &[BodyId]) -> Result<(), ChanceError> {
    super::formed::begin_marker(play, bodies);
    super::shaky::begin_marker(play, bodies)?;
    let setting = play.setting;
    let Some(army) = &setting.special.held_army else {
        return Ok(());
    };
    let own = |body: &&BodyId| setting.body(**body).side == army.side;
    let units: Vec<UnitId> = bodies
        .iter()
        .filter(own)
        .flat_map(|&body| play.position.members(setting, body))
        .filter(|&unit| play.position.unit(unit).on_map())
        .collect();
    if units.is_empty() {
        return Ok(());
    }
    leave_bivouac(play, army, &units);
    if all_are_free(play.at(), army) {
        return Ok(());
    }
    let enemies = crossed(play.at(), army);
    if !enemies.is_empty() {
        for &unit in &units {
            if let Some(group) = army.group(unit)
                && sees(play.at(), unit, &enemies)
            {
                stir(play, army, unit, group);
            }
        }
    }
    roll_for_group(play, army, &units)
}

fn leave_bivouac(play: &mut Play<'_>, army: &HeldArmy, units: &[UnitId]) {
    for &unit in units {
        let at = play.at();
        let Some(leader) = gathers_under(at, army, unit) else {
            continue;
        };
        let hex = at.position.unit(unit).hex;
        let found = crate::command::in_range(at, leader, hex) || {
            let enemies: Vec<HexId> = crate::orders::enemies(at, army.side).collect();
            sees(at, unit, &enemies)
        };
        if found && !play.position.special.is_freed(unit) {
            let rule = army.rules.bivouac;
            play.happens(Event::Freed { unit, rule });
        }
    }
}

/// A unit in bivouac is under small arms or canister, or assaulted: it goes where it likes.
pub(crate) fn roused(play: &mut Play<'_>, unit: UnitId) {
    let army = army_of(play.at(), unit);
    if let Some(army) = army.filter(|army| gathers_under(play.at(), army, unit).is_some()) {
        let rule = army.rules.bivouac;
        play.happens(Event::Freed { unit, rule });
    }
}

/// The army stands so from now on.
fn note(play: &mut Play<'_>, state: HeldArmyState) {
    if play.position.special.held_army != state {
        play.note_special(SpecialNote::HeldArmy(state));
    }
}

fn earlier(known: &mut Option<u8>, turn: u8) -> bool {
    let sooner = known.is_none_or(|known| turn < known);
    if sooner {
        *known = Some(turn);
    }
    sooner
}

/// A unit has seen an enemy across the line: its group may move, and in the next turn everybody; one of the brigades that
/// roam does all that a turn later, unless it stands next to a unit of its group that may not move.
fn stir(play: &mut Play<'_>, army: &HeldArmy, unit: UnitId, group: u8) {
    let at = play.at();
    let late = army.late.contains(&at.position.unit(unit).assigned)
        && !is_next_to_held(at, army, unit, group);
    let turn = at.position.turn + u8::from(late);
    let mut state = play.position.special.held_army;
    let mut news = false;
    if let Some(from) = state.group_from.get_mut(usize::from(group)) {
        news = earlier(from, turn);
    }
    earlier(&mut state.all_from, turn + 1);
    note(play, state);
    if news {
        let rules = army.rules;
        let rule = if late { rules.late } else { rules.line };
        play.happens(Event::EnemySeen { unit, rule });
        if !late && let Some(&leader) = army.leaders.get(usize::from(group)) {
            play.happens(Event::GroupFreed { leader, rule });
        }
    }
}

fn is_next_to_held(at: At<'_>, army: &HeldArmy, unit: UnitId, group: u8) -> bool {
    at.position
        .unit(unit)
        .hexes()
        .flat_map(|hex| at.setting.neighbours(hex))
        .filter(|&hex| at.position.holder(hex) == Some(army.side))
        .flat_map(|hex| at.position.stack(hex))
        .any(|part| army.group(part.unit) == Some(group) && may_move(at, part.unit).is_err())
}

/// From the turn after the watchers were freed the commander of a group rolls for it with every marker.
fn roll_for_group(
    play: &mut Play<'_>,
    army: &HeldArmy,
    units: &[UnitId],
) -> Result<(), ChanceError> {
    let Some(roll) = &army.roll else {
        return Ok(());
    };
    let at = play.at();
    let state = at.position.special.held_army;
    let ready = state
        .watchers_freed
        .is_some_and(|turn| turn < at.position.turn)
        && !group_is_free(at, army, roll.group)
        && units
            .iter()
            .any(|&unit| army.group(unit) == Some(roll.group));
    let Some(&leader) = army.leaders.get(usize::from(roll.group)).filter(|_| ready) else {
        return Ok(());
    };
    let mut terms = Terms::new();
    terms.add(
        i32::from(roll.drm_per_failure) * i32::from(state.failures),
        army.rules.roll,
        "earlier failures",
    );
    let purpose = Purpose::GroupRelease(leader);
    let release = Roll::new(
        purpose,
        army.rules.roll,
        terms,
        |_, total| match u8::try_from(total.max(0)) {
            Ok(total) if roll.die.contains(total) => Verdict::Freed,
            _ => Verdict::Held,
        },
    );
    let verdict = play.roll(release)?.verdict;
    let turn = play.position.turn;
    let mut state = play.position.special.held_army;
    if verdict == Verdict::Freed {
        if let Some(from) = state.group_from.get_mut(usize::from(roll.group)) {
            earlier(from, turn);
        }
        note(play, state);
        let rule = army.rules.roll;
        play.happens(Event::GroupFreed { leader, rule });
    } else {
        state.failures = state.failures.saturating_add(1);
        note(play, state);
    }
    Ok(())
}

/// An enemy has come into a hex across the line: whoever watches for him is free.
pub(super) fn enemy_came(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    let setting = play.setting;
    let Some(army) = &setting.special.held_army else {
        return;
    };
    if setting.unit(mover).side == army.side || !army.is_crossed(hex) {
        return;
    }
    for &unit in &army.watchers {
        let at = play.at();
        let sees = at.position.unit(unit).on_map()
            && !at.position.special.is_freed(unit)
            && sees(at, unit, &[hex]);
        if sees {
            let turn = play.position.turn;
            let mut state = play.position.special.held_army;
            earlier(&mut state.watchers_freed, turn);
            note(play, state);
            let rule = army.rules.watchers;
            play.happens(Event::Freed { unit, rule });
        }
    }
}

/// A unit of the army has been under artillery fire: everybody may move from the second turn after.
pub fn shelled(play: &mut Play<'_>, unit: UnitId) {
    let grouped = army_of(play.at(), unit).is_some_and(|army| army.group(unit).is_some());
    if grouped {
        let turn = play.position.turn + 2;
        let mut state = play.position.special.held_army;
        earlier(&mut state.all_from, turn);
        note(play, state);
    }
}

/// A turn begins: the restrictions may have ended with it.
pub(super) fn begin_turn(play: &mut Play<'_>) {
    let setting = play.setting;
    let Some(army) = &setting.special.held_army else {
        return;
    };
    let hour = play.position.now(setting).map(|turn| turn.id);
    let ended_before = |play: &Play<'_>| {
        let before = play.position.turn.checked_sub(1);
        let by_turn = play.position.special.held_army.all_from;
        let last = before.and_then(|turn| setting.calendar().get(usize::from(turn)));
        by_turn.is_some_and(|turn| Some(turn) <= before)
            || last.is_some_and(|turn| army.free_from <= turn.id)
    };
    let ends = hour.is_some() && all_are_free(play.at(), army) && !ended_before(play);
    if ends {
        let side: Side = army.side;
        let rule = army.rules.line;
        play.happens(Event::ArmyFreed { side, rule });
    }
}
