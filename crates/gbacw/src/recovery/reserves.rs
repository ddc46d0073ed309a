//! SR 6.35, 16.2: what a turn in Reserve gives by itself, in the order of the list.

use longroll_catalog::facts::{Arm, Light, UnitId, UnitTrait};
use longroll_core::ChanceError;
use longroll_position::{BodyId, Cohesion, Tired, UnitNote};
use longroll_rule::Rule;

use super::resting::waits_for_its_turn;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::fatigue;
use crate::fire::supplying::restock_at_rest;
use crate::play::Play;
use crate::results::{comes_into_order, udd_roll, udd_terms};
use crate::scene::At;

/// SR 6.35: Fatigue falls two levels, Disordered units that are not Collapsed come into order, stragglers come back,
/// ammunition is brought up. Routed units are asked about afterwards.
///
/// # Errors
/// When a script of dice is used up.
pub(crate) fn rest_in_reserve(play: &mut Play<'_>, body: BodyId) -> Result<(), ChanceError> {
    // SR 6.32: a unit of no brigade that has come and acted in this turn has not rested with the others.
    let acted = |at: At<'_>, unit: UnitId| at.position.unit(unit).used > 0;
    for whom in fatigue::all_of(play.at(), body) {
        if matches!(whom, Tired::Unit(unit) if acted(play.at(), unit)) {
            continue;
        }
        fatigue::lower(play, whom, 2, Rule::SR_17_41);
    }
    let mut units = on_map(play.at(), body);
    units.retain(|&unit| !is_watched(play.at(), unit) && !acted(play.at(), unit));
    for &unit in &units {
        // BB 13.45: a battery that recovers by its roll only.
        let by_roll_only = play.setting.unit(unit).has(UnitTrait::RecoversByRollOnly);
        let waits = by_roll_only || waits_for_its_turn(play.at(), unit);
        if play.position.unit(unit).cohesion == Cohesion::Disordered && !waits {
            comes_into_order(play, unit, Rule::SR_6_35);
        }
    }
    gather_stragglers(play, body)?;
    for unit in units {
        restock_at_rest(play, unit, true);
    }
    Ok(())
}

/// SR 6.31: a unit given to a resting command in sight of an enemy nearer than five hexes does not rest with it.
fn is_watched(at: At<'_>, unit: UnitId) -> bool {
    let enemy = at.setting.unit(unit).side.enemy();
    at.position.unit(unit).hexes().any(|hex| {
        at.held_within(enemy, hex, 4)
            .any(|other| at.setting.sight.recalls(other, hex))
    })
}

fn on_map(at: At<'_>, body: BodyId) -> Vec<UnitId> {
    at.position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .collect()
}

/// SR 16.21 to 16.23: in the dark, at dawn and at dusk, units In Command roll for an SP; one below the original strength is the
/// most they come to. BB 14.79: not under the shells of a gunboat.
fn gather_stragglers(play: &mut Play<'_>, body: BodyId) -> Result<(), ChanceError> {
    let light = play.position.now(play.setting).map(|turn| turn.light.value);
    if !matches!(light, Some(Light::Night | Light::Dawn | Light::Dusk))
        || play.position.special.shelled.contains(&body)
    {
        return Ok(());
    }
    let units: Vec<UnitId> = crate::command::units_in_range(play.at(), body)
        .into_iter()
        .filter(|&unit| has_stragglers(play.at(), unit))
        .collect();
    for unit in units {
        let Some(mut roll) = udd_roll(play.at(), unit, Rule::SR_16_22, udd_terms(play.at(), unit))
        else {
            continue;
        };
        roll.purpose = Purpose::Stragglers(unit);
        if let Verdict::Passed { .. } = roll_for(play, roll)? {
            gain(play, unit, 1, Rule::SR_16_22);
        }
    }
    Ok(())
}

fn roll_for(play: &mut Play<'_>, roll: Roll) -> Result<Verdict, ChanceError> {
    Ok(play.roll(roll)?.verdict)
}

fn has_stragglers(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    facts.arm != Arm::Gunboat
        && !facts.is_detachment()
        && at.position.unit(unit).sp + 1 < facts.strength.value
}

/// SR 16.22: a battery has a gun more, in the first of its sections that misses one.
fn man_a_gun(play: &mut Play<'_>, unit: UnitId) {
    let mut guns = play.position.unit(unit).guns;
    let sections = &play.setting.unit(unit).sections;
    let missing = guns
        .iter_mut()
        .zip(sections)
        .find(|(now, section)| **now < section.guns);
    if let Some((now, _)) = missing {
        *now += 1;
        play.note_unit(unit, UnitNote::Guns(guns));
    }
}

/// SR 16.22, 12.23, BB 14.42: a unit gains strength. Reading 93: at half its strength it is no longer Collapsed, but Disordered.
pub(crate) fn gain(play: &mut Play<'_>, unit: UnitId, sp: u8, rule: Rule) {
    let now = play.position.unit(unit).sp + sp;
    play.happens(Event::Gained {
        unit,
        sp,
        now,
        rule,
    });
    man_a_gun(play, unit);
    if rule == Rule::SR_16_22
        && play.position.unit(unit).cohesion == Cohesion::Collapsed
        && !crate::sequence::collapses(play.setting, unit, now)
    {
        play.happens(Event::CohesionChanged {
            unit,
            cohesion: Cohesion::Disordered,
            rule: Rule::SR_12_23_effects,
        });
    }
}
