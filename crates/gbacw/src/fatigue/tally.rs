//! SR 17.22: what is counted, and when it is marked.

use longroll_catalog::facts::{Light, Mechanism, Orders, UnitId};
use longroll_core::Side;
use longroll_position::rule_set::AssaultFatiguePhase;
use longroll_position::{BodyId, Bound, Deeds, Tired, Toil, Topic};
use longroll_rule::Rule;

use super::march::march_levels;
use super::{all_of, note, raise, toil, whose};
use crate::play::Play;
use crate::scene::At;

/// SR 17.22-1: deeds that make an Activation count: everything but recovering, bringing up ammunition and turning for nothing.
const TIRING: Deeds = Deeds::MOVED
    .with(Deeds::FIRED)
    .with(Deeds::ASSAULTED)
    .with(Deeds::WITHDREW)
    .with(Deeds::REORDERED)
    .with(Deeds::CHANGED_MOUNT);

/// SR 17.23: the levels that Activations may bring in a turn.
const MOST: u8 = 2;

/// What an Activation has asked of somebody.
#[derive(Debug, Clone, Copy, Default)]
struct Effort {
    /// SR 17.22-1: somebody has done what counts.
    counts: bool,
    /// SR 16.12: under Attack orders at night.
    night_attack: bool,
    /// SR 17.22-1: levels for the later equivalents of a march.
    march: u8,
}

fn effort_of(at: At<'_>, body: BodyId, whom: Tired) -> Effort {
    let night = at
        .position
        .now(at.setting)
        .is_some_and(|turn| turn.light.value == Light::Night);
    let state = at.position.body(body);
    let (marches, stays) = (state.march.acting, state.bound == Bound::Stay);
    // SR 6.23: under a Stay bringing up ammunition counts as well, and so does building.
    let tiring = if stays {
        TIRING.with(Deeds::SUPPLIED)
    } else {
        TIRING
    };
    let builds = |unit: UnitId| {
        let mut sites = at.position.special.sites.iter();
        stays && sites.any(|site| site.unit == unit)
    };
    let mut effort = Effort::default();
    // Who is lost in an Activation has acted in it.
    for unit in at.position.members_ever(at.setting, body) {
        let state = at.position.unit(unit);
        if whose(at, unit) != Some(whom) || !(state.deeds.any(tiring) || builds(unit)) {
            continue;
        }
        if marches {
            effort.march = effort.march.max(march_levels(at, unit));
        } else {
            effort.counts = true;
            // SR 11.59: whom its own assault has left Blown attacked under the orders it had.
            let orders = if state.deeds.has(Deeds::ASSAULTED) {
                state.orders
            } else {
                state.orders_now()
            };
            effort.night_attack |= night && orders == Orders::Attack;
        }
    }
    effort
}

/// SR 17.21, 17.22-1: a body is done with a marker: what it has done is counted, and the level marked. Asked before its deeds
/// are forgotten.
pub(crate) fn activation_ends(play: &mut Play<'_>, body: BodyId) {
    // BB 4.11-J4: an extra Activation counts whatever was done (reading 51).
    if play.position.body(body).extra {
        let whom = Tired::Body(body);
        let effort = effort_of(play.at(), body, whom);
        counts(play, whom, effort.night_attack);
        return;
    }
    for whom in all_of(play.at(), body) {
        let effort = effort_of(play.at(), body, whom);
        for _ in 0..effort.march {
            activation_tires(play, whom, Rule::SR_17_22_1);
        }
        if effort.counts {
            counts(play, whom, effort.night_attack);
        }
    }
}

/// One more Activation that counts. SR 16.12: at night under Attack orders each brings a level.
fn counts(play: &mut Play<'_>, whom: Tired, night_attack: bool) {
    let before = toil(play.at(), whom);
    let activations = before.activations.saturating_add(1);
    note(
        play,
        whom,
        Toil {
            activations,
            ..before
        },
    );
    if activations > free_activations(play.at(), whom) {
        activation_tires(play, whom, Rule::SR_17_22_1);
    } else if let Some(rule) = all_used(play.at(), whom, activations) {
        activation_tires(play, whom, rule);
    } else if night_attack {
        activation_tires(play, whom, Rule::SR_16_12);
    }
}

fn side_of(at: At<'_>, whom: Tired) -> Side {
    match whom {
        Tired::Body(body) => at.setting.body(body).side,
        Tired::Unit(unit) => at.setting.unit(unit).side,
    }
}

/// SR 17.22-1: two Activations, or as many as a special rule of the scenario gives this turn.
fn free_activations(at: At<'_>, whom: Tired) -> u8 {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let side = side_of(at, whom);
    at.setting
        .special_now(Topic::Fatigue, turn)
        .filter(|rule| rule.concerns(side))
        .find_map(|rule| match rule.mechanism {
            Mechanism::FreeActivations { number } => Some(number),
            _ => None,
        })
        .unwrap_or(2)
}

/// A special rule of a scenario: whoever uses all the Activations of this turn is tired by them.
fn all_used(at: At<'_>, whom: Tired, activations: u8) -> Option<Rule> {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let side = side_of(at, whom);
    let (command, listed, entitled) = match whom {
        Tired::Body(body) => {
            let state = at.position.body(body);
            let entered = at.position.members(at.setting, body);
            let listed = entered
                .filter_map(|unit| at.position.unit(unit).listed)
                .max();
            let command = at.setting.body(body).command;
            (command, state.listed.or(listed), state.entitled)
        }
        Tired::Unit(unit) => {
            let state = at.position.unit(unit);
            (state.assigned, state.listed, u8::MAX)
        }
    };
    let mut rules = at
        .setting
        .special_now(Topic::Fatigue, turn)
        .filter(|rule| rule.concerns(side));
    let tiring = rules.find(|rule| match &rule.mechanism {
        Mechanism::FatigueIfAllUsed { commands, turn: on } => {
            let now = on.is_none() || *on == turn;
            now && if commands.is_empty() {
                listed == Some(activations)
            } else {
                commands.contains(&command) && activations == entitled
            }
        }
        _ => false,
    });
    tiring.map(|rule| rule.rule)
}

fn activation_tires(play: &mut Play<'_>, whom: Tired, rule: Rule) {
    let before = toil(play.at(), whom);
    if before.from_activations >= MOST {
        return;
    }
    let from_activations = before.from_activations + 1;
    note(
        play,
        whom,
        Toil {
            from_activations,
            ..before
        },
    );
    raise(play, whom, rule);
}

/// SR 17.22-2: these units take part in the resolution of an assault. Every phase but the first of the turn brings a level.
pub(crate) fn fought(play: &mut Play<'_>, units: impl Iterator<Item = UnitId>) {
    let mut fighters: Vec<Tired> = units.filter_map(|unit| whose(play.at(), unit)).collect();
    fighters.sort_unstable();
    fighters.dedup();
    for whom in fighters {
        let before = toil(play.at(), whom);
        if before.fights {
            continue;
        }
        let assaults = before.assaults.saturating_add(1);
        note(
            play,
            whom,
            Toil {
                assaults,
                fights: true,
                due: before.due + u8::from(assaults > 1),
                ..before
            },
        );
    }
}

/// SR 17.21: a brigade Activation is over: the levels that its assaults have brought to either side are marked.
pub(crate) fn marks_what_is_due(play: &mut Play<'_>) {
    for whom in everybody(play) {
        let before = toil(play.at(), whom);
        if before.due > 0 {
            note(play, whom, Toil { due: 0, ..before });
            for _ in 0..before.due {
                raise(play, whom, Rule::SR_17_22_2);
            }
        }
    }
    if play.setting.rules.switches.assault_fatigue_phase == AssaultFatiguePhase::BrigadeActivation {
        phase_ends(play);
    }
}

/// SR 17.22-2, reading 98: an Action Phase is over; the next assault is one of another.
pub(crate) fn phase_ends(play: &mut Play<'_>) {
    for whom in everybody(play) {
        let before = toil(play.at(), whom);
        note(
            play,
            whom,
            Toil {
                fights: false,
                ..before
            },
        );
    }
}

/// Everybody who has fought this turn.
fn everybody(play: &Play<'_>) -> Vec<Tired> {
    let bodies = play
        .setting
        .body_ids()
        .filter(|&body| play.position.body(body).toil.assaults > 0)
        .map(Tired::Body);
    let units = play
        .setting
        .unit_ids()
        .filter(|&unit| play.position.unit(unit).toil.assaults > 0)
        .map(Tired::Unit);
    bodies.chain(units).collect()
}
