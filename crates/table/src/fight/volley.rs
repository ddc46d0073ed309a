//! A choice to fire, as the engine declares it.

use longroll_catalog::facts::{Arm, Mechanism, UnitId};
use longroll_combat::fire::odds::Standing;
use longroll_combat::fire::{
    self, DeclaredFire, FireScene, FireTerms, FiringPart, Occasion, Odds, Shot, TargetStack,
};
use longroll_combat::is_roused_by_attack;
use longroll_core::{Chance, Game as _, Seed, Side, Terms};
use longroll_gbacw::event::Purpose;
use longroll_gbacw::results::udd_terms;
use longroll_gbacw::sequence::first_day_hour;
use longroll_gbacw::{At, Battle, Choice, Event};
use longroll_position::Topic;
use longroll_position::rule_set::RoutCheck;
use longroll_rule::Rule;

use super::frames::{self, Volley};

fn scene(battle: &Battle) -> FireScene<'_> {
    FireScene {
        scene: battle.at(),
        history: &battle.position().fires,
    }
}

/// The terms of all shots of a declared fire as things stand; nothing if it cannot be judged from here.
fn shots(look: &FireScene<'_>, fire: &DeclaredFire) -> Option<Vec<FireTerms>> {
    // SR 8.45, 10.63: a part of it may have been declared, and told, before others joined it.
    let history = look.history.without(fire);
    let look = &FireScene {
        history: &history,
        ..*look
    };
    let mut shots = vec![fire::terms(look, fire, Shot::First).ok()?];
    if let Some(again) = fire::second_fire(look, fire) {
        shots.extend(fire::terms(look, &again, Shot::Second).ok());
    }
    Some(shots)
}

/// What a choice to fire declares: made on a copy, and read from there.
pub(crate) fn declared(battle: &Battle, side: Side, choice: Choice) -> Option<Volley> {
    let Choice::Fire { unit, target, .. } = choice else {
        return None;
    };
    let mut copy = battle.clone();
    copy.set_chance(Chance::seeded(Seed(0)));
    let outcome = copy.choose(side, &choice).ok()?;
    let own = |fire: &DeclaredFire| {
        fire.target == target && fire.from.iter().any(|firer| firer.part.unit == unit)
    };
    // It waits for more of the same, or for answers.
    let mut waiting: Vec<Volley> = frames::exchange(&copy)
        .map(|exchange| exchange.volleys().collect())
        .unwrap_or_default();
    if let Some(place) = waiting.iter().rposition(|volley| own(&volley.fire)) {
        return Some(waiting.swap_remove(place));
    }
    // It was rolled at once, after whatever the unit declared before it.
    let fire = outcome.events.iter().rev().find_map(|event| match event {
        Event::Fired { fire, .. } if own(fire) => Some((**fire).clone()),
        _ => None,
    })?;
    let mut shots = shots(&scene(battle), &fire)?;
    let rolled: Vec<&Terms> = outcome
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Rolled(roll) if roll.purpose == Purpose::Fire(unit, target) => Some(&roll.terms),
            _ => None,
        })
        .collect();
    // What scenarios add to a fire only the engine's own look knows.
    for (shot, terms) in shots.iter_mut().rev().zip(rolled.into_iter().rev()) {
        shot.terms = terms.clone();
    }
    Some(Volley { fire, shots })
}

/// The chances of a fire.
pub(crate) fn odds(battle: &Battle, volley: &Volley) -> Option<Odds> {
    let (_, target) = target(battle, volley)?;
    let table = &battle.setting().tables().fire;
    Some(fire::odds(table, &volley.shots, &target))
}

/// The rules behind it.
pub(crate) fn grounds(battle: &Battle, volley: &Volley) -> Vec<longroll_combat::Grounds> {
    fire::grounds(&scene(battle), &volley.fire, &volley.shots)
}

/// The first shot, and the hex as it is struck.
pub(crate) fn target<'v>(
    battle: &Battle,
    volley: &'v Volley,
) -> Option<(&'v FireTerms, TargetStack)> {
    let shot = volley.shots.first()?;
    let firer = volley.fire.from.first()?;
    let enemy = battle.setting().unit(firer.part.unit).side.enemy();
    let at = battle.at();
    let mut stack = TargetStack::of(
        &scene(battle),
        enemy,
        volley.fire.target,
        shot.strikes,
        |unit| udd_terms(at, unit).sum(),
        |unit| is_unnerved(at, unit),
    );
    // SR 6.34: whoever rests in Reserve is Disordered before the die.
    let hexes = volley
        .fire
        .from
        .iter()
        .filter_map(|own| own.hex(at.position));
    let range = hexes.map(|hex| at.grid().distance(hex, volley.fire.target));
    if range.min().is_some_and(fire::leaves_reserve) {
        for own in &mut stack.units {
            let good = own.standing == Standing::GoodOrder;
            if good && is_roused_by_attack(&at, own.unit) {
                own.standing = Standing::Disordered;
            }
        }
    }
    (!stack.units.is_empty()).then_some((shot, stack))
}

/// BB 12.35: whether infantry checks for rout after a second Disorder by small arms.
fn is_unnerved(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    let Some(terms) = at.setting.terms() else {
        return false;
    };
    let check = terms.rout_check;
    let dropped = at.setting.rules.switches.scn2_rout_check == RoutCheck::Off
        && at.setting.special(Topic::Dropped).any(|special| {
            matches!(&special.mechanism, Mechanism::MayDrop { dropped } if dropped.contains(&Rule::BB_12_35))
        });
    facts.arm == Arm::Infantry
        && facts.side == check.side
        && !dropped
        && first_day_hour(at).is_some_and(|hour| hour <= check.until_hour)
}

/// SR 10.42: the fire with which the unit struck may answer at once, with all it has.
pub(crate) fn answer(battle: &Battle, volley: &Volley) -> Option<Volley> {
    let look = scene(battle);
    let origin = volley.fire.from.first()?.hex(battle.position())?;
    if volley.fire.occasion != Occasion::Phasing {
        return None;
    }
    let occasion = Occasion::Return {
        struck: volley.fire.target,
        limited: volley.fire.options.limited,
    };
    let (_, stack) = target(battle, volley)?;
    let best = stack.units.iter().filter_map(|own| {
        let firer = FiringPart::of(own.unit, 0);
        let (normal, _) = fire::share_of(&look, firer);
        let firer = FiringPart::of(own.unit, normal);
        let plain = DeclaredFire::new(occasion, firer, origin);
        let prepared = plain.clone().prepared();
        [prepared, plain].into_iter().find_map(|fire| {
            let shots = shots(&look, &fire)?;
            Some(Volley { fire, shots })
        })
    });
    best.max_by_key(|volley| {
        let shot = volley.shots.first();
        shot.map_or(0, |shot| i32::from(shot.sp) + shot.terms.sum())
    })
}

/// The terms of the shots of a fire that was declared as things stood.
pub(crate) fn shots_of(battle: &Battle, fire: &DeclaredFire) -> Vec<FireTerms> {
    shots(&scene(battle), fire).unwrap_or_default()
}
