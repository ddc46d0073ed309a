//! What stirs an army that is held behind a dividing line: the enemy across it, rolls, artillery fire, the hour.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{ChanceError, Side, Terms};
use longroll_position::{BodyId, HeldArmy, HeldArmyState, SpecialNote};

use super::line::{all_are_free, army_of, gathers_under, group_is_free, may_move};
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::scene::At;

/// Hexes of enemies who have crossed the line.
pub(super) fn crossed(at: At<'_>, army: &HeldArmy) -> Vec<HexId> {
    crate::orders::enemies(at, army.side)
        .filter(|&hex| army.is_crossed(hex))
        .collect()
}

pub(super) fn sees(at: At<'_>, unit: UnitId, enemies: &[HexId]) -> bool {
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

pub(super) fn leave_bivouac(play: &mut Play<'_>, army: &HeldArmy, units: &[UnitId]) {
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
pub(super) fn note(play: &mut Play<'_>, state: HeldArmyState) {
    if play.position.special.held_army != state {
        play.note_special(SpecialNote::HeldArmy(state));
    }
}

pub(super) fn earlier(known: &mut Option<u8>, turn: u8) -> bool {
    let sooner = known.is_none_or(|known| turn < known);
    if sooner {
        *known = Some(turn);
    }
    sooner
}

/// A unit has seen an enemy across the line: its group may move, and in the next turn everybody; one of the brigades that
/// roam does all that a turn later, unless it stands next to a unit of its group that may not move.
pub(super) fn stir(play: &mut Play<'_>, army: &HeldArmy, unit: UnitId, group: u8) {
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

pub(super) fn is_next_to_held(at: At<'_>, army: &HeldArmy, unit: UnitId, group: u8) -> bool {
    at.position
        .unit(unit)
        .hexes()
        .flat_map(|hex| at.setting.neighbours(hex))
        .filter(|&hex| at.position.holder(hex) == Some(army.side))
        .flat_map(|hex| at.position.stack(hex))
        .any(|part| army.group(part.unit) == Some(group) && may_move(at, part.unit).is_err())
}

/// From the turn after the watchers were freed the commander of a group rolls for it with every marker.
pub(super) fn roll_for_group(
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
