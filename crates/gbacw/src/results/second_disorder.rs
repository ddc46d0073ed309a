//! SR 12.35, 12.36, BB T-second-disorder: what happens to a Disordered unit that is disordered again.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::{SecondDisorderCause, SecondDisorderResult};
use longroll_position::rule_set::{LeaderLossPerSp, RoutContagion};
use longroll_position::{Deeds, Presence};
use longroll_rule::Rule;

use super::check::{CheckStep, Occasion};
use super::group::{
    Price, causing, last_roll, neighbours, price, roll_for_each, shake, stopped_with,
};
use super::loss::LossStep;
use super::losses::{collapses_further, leaders_in};
use super::removal::remove;
use super::retreat::{Retreat, RetreatStep};
use crate::fire::no_second_shot;
use crate::movement::stay_behind;
use crate::play::Play;
use crate::step::Step;

/// A Disordered unit is disordered again, for this cause: its arm's result of the table.
pub(super) fn second_disorder(
    play: &mut Play<'_>,
    unit: UnitId,
    cause: SecondDisorderCause,
    rule: Rule,
) -> SecondDisorderResult {
    let arm = play.setting.unit(unit).arm;
    let result = play.setting.tables().second_disorder.result(cause, arm);
    suffer(play, unit, result, rule);
    result
}

/// Does what the table says. Where it speaks of hexes of a move (back to where it came from, stop, stay), whoever moves the
/// unit does it.
pub(super) fn suffer(play: &mut Play<'_>, unit: UnitId, result: SecondDisorderResult, rule: Rule) {
    if matches!(
        result,
        SecondDisorderResult::LoseAndRetreat | SecondDisorderResult::CheckOrRout
    ) {
        does_nothing_more(play, unit);
        no_second_shot(play, unit);
    }
    match result {
        SecondDisorderResult::NotPossible
        | SecondDisorderResult::ReturnToEntryHex
        | SecondDisorderResult::StopInHex
        | SecondDisorderResult::StayInFirstHex => {}
        SecondDisorderResult::Lose => {
            if collapses_further(play.at(), unit, 1) {
                play.push(last_roll(unit));
            }
            play.push(LossStep { unit, sp: 1, rule });
        }
        SecondDisorderResult::LoseAndRetreat => lose_and_retreat(play, unit, rule),
        SecondDisorderResult::CheckOrRout => play.push(CheckStep::OrRout { unit }),
        SecondDisorderResult::Abandoned => abandon(play, unit, Rule::SR_12_36),
        // SR 11.59: horses that are blown come with the cavalry charge.
        SecondDisorderResult::Blown => {}
    }
}

/// SR 12.35f, 12.47: a unit of an acting body that is disordered again or driven back has done what it does in this Activation.
pub(super) fn does_nothing_more(play: &mut Play<'_>, unit: UnitId) {
    if play.position.acts_now(play.setting, unit) {
        play.did(unit, Deeds::FINISHED.with(Deeds::MOVE_ENDED));
        stay_behind(play, unit);
    }
}

/// SR 12.35b, reading I72: 1 SP, then a retreat of one or two hexes; SR 12.35e: of a stack one SP in all, and for one result
/// once.
pub(super) fn lose_and_retreat(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    match price(play, unit) {
        Price::Nothing => {}
        Price::Retreat => {
            let step = driven_back(play, unit);
            play.push(step);
        }
        Price::InStep2 { stack, horses } => in_step_2(play, unit, (stack, horses), rule),
        Price::Whole(loser) => {
            if collapses_further(play.at(), loser, 1) {
                play.push(last_roll(loser));
            }
            drive(play, (unit, loser), rule);
        }
    }
}

/// The same as a direct result of an assault, with what is lost for the stack and for its horses: Blown cavalry suffers for it
/// (SR 11.59), and leaders with the unit roll (SR 12.71; BB 12.78-perloss: once for every SP).
fn in_step_2(play: &mut Play<'_>, unit: UnitId, (stack, horses): (u8, u8), rule: Rule) {
    let state = play.position.unit(unit);
    let blown = state.blown;
    let side = play.setting.unit(unit).side;
    let hexes: Vec<HexId> = state.hexes().collect();
    let lost = stack + horses;
    let mut steps: Vec<Step> = Vec::new();
    for (sp, rule) in [(stack, rule), (horses, Rule::SR_11_59)] {
        if sp > 0 {
            steps.push(LossStep { unit, sp, rule }.into());
        }
    }
    steps.push(driven_back(play, unit).into());
    if collapses_further(play.at(), unit, lost) {
        steps.push(last_roll(unit).into());
    } else if blown {
        let rule = Rule::SR_11_59;
        steps.push(CheckStep::RoutOr { unit, rule }.into());
    }
    let times = match play.setting.rules.switches.opt_leader_loss_per_sp {
        LeaderLossPerSp::On => lost,
        LeaderLossPerSp::Off => lost.min(1),
    };
    let leaders = leaders_in(play.at(), side, &hexes);
    roll_for_each(play, &leaders, times.into());
    play.then(steps);
}

/// The one falls back, the other loses the SP of their stack.
fn drive(play: &mut Play<'_>, (unit, loser): (UnitId, UnitId), rule: Rule) {
    let back = driven_back(play, unit);
    let loss = LossStep {
        unit: loser,
        sp: 1,
        rule,
    };
    play.then([loss.into(), back.into()]);
}

/// SR 12.35b: the retreat, away from whoever has caused it.
fn driven_back(play: &Play<'_>, unit: UnitId) -> RetreatStep {
    RetreatStep::FallBack(Retreat {
        causing: causing(play, unit),
        through: stopped_with(play, unit),
        ..Retreat::second_disorder(unit)
    })
}

/// SR 12.51: the unit is gone until it recovers from rout.
pub(super) fn rout(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    rout_all(play, &[unit], rule);
}

/// SR 12.51, reading 77 of the assault chapter: units that rout at one point of a result are one event for their neighbours.
pub(super) fn rout_all(play: &mut Play<'_>, units: &[UnitId], rule: Rule) {
    // BB 14.43-rout: a Detachment loses 1 SP and falls back instead, whatever it has paid for before; its last roll is made.
    let small = |unit: &UnitId| play.setting.unit(*unit).is_detachment();
    let (driven, routed): (Vec<UnitId>, Vec<UnitId>) = units.iter().copied().partition(small);
    let by_unit = play.setting.rules.switches.rout_contagion == RoutContagion::PerUnit;
    let mut friends: Vec<UnitId> = Vec::new();
    for &unit in &routed {
        for friend in neighbours(play.at(), unit) {
            if !routed.contains(&friend) && (by_unit || !friends.contains(&friend)) {
                friends.push(friend);
            }
        }
    }
    for &unit in &routed {
        if play.position.unit(unit).on_map() {
            remove(play, unit, Presence::Routed, rule);
        }
    }
    for unit in driven {
        drive(play, (unit, unit), Rule::BB_14_43_rout);
    }
    shake(play, Occasion::AdjacentRout, friends);
}

/// SR 12.81: the guns are left standing.
pub(super) fn abandon(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if play.position.unit(unit).on_map() {
        remove(play, unit, Presence::AbandonedOne, rule);
    }
}
