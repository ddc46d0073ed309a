//! Nobody spends more MP than he has, and nobody comes nearer to the enemy than he may.

use longroll_catalog::facts::{Arm, LeaderId, Level, Orders, UnitId};
use longroll_core::Outcome;
use longroll_gbacw::{Battle, Event, Prompt};
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_position::HalfMp;
use longroll_rule::Rule;

use super::Findings;

/// What holds about one choice and what came of it.
pub(super) fn check(
    before: &Battle,
    after: &Battle,
    outcome: &Outcome<Event>,
    findings: &mut Findings,
) {
    for event in &outcome.events {
        match event {
            Event::Moved {
                unit, rule, cost, ..
            } => {
                check_spent(before, after, outcome, *unit, *cost, findings);
                if *rule == Rule::SR_9_13 {
                    check_contact(before, after, *unit, findings);
                }
            }
            Event::Turned { unit, cost, .. }
            | Event::RefusalChanged { unit, cost, .. }
            | Event::Paid { unit, cost, .. }
            | Event::ExtentChanged { unit, cost, .. } => {
                check_spent(before, after, outcome, *unit, *cost, findings)
            }
            Event::Rode { leader, spent, .. } => {
                let most = most_for_leader(before, *leader);
                findings.expect(
                    *spent <= most,
                    "no leader rides further than his MP",
                    || format!("{} has spent {spent}", after.setting().leader(*leader).name),
                );
            }
            _ => {}
        }
    }
}

/// SR 9.11, 9.31, reading I54: 40 MP for commanders and 10 for others, but on the march 10 for each of up to four
/// equivalents.
fn most_for_leader(battle: &Battle, leader: LeaderId) -> HalfMp {
    let setting = battle.setting();
    let facts = setting.leader(leader);
    let equivalents = battle.position().leader(leader).march_equivalents;
    let brigade = setting.body_of_brigade(facts.command);
    let marches = equivalents > 0
        || brigade.is_some_and(|body| battle.position().body(body).orders == Orders::March);
    match facts.level {
        Level::Brigade | Level::Division if !marches => HalfMp::whole(10),
        Level::Brigade | Level::Division | Level::Corps | Level::Army => HalfMp::whole(40),
    }
}

/// SR 9.12, 9.42: MP spent are within the allowance, except in the move of a single hex that is always allowed. A unit
/// Disordered on its way (reading I59) has spent by its better side.
fn check_spent(
    before: &Battle,
    after: &Battle,
    outcome: &Outcome<Event>,
    unit: UnitId,
    cost: HalfMp,
    findings: &mut Findings,
) {
    if cost == HalfMp::ZERO {
        return;
    }
    let most =
        |battle: &Battle| match allowance(battle.setting(), battle.position(), unit, Fired::No) {
            Allowance::Points(points) => Some(points.total),
            Allowance::OneHex | Allowance::River => None,
        };
    let (Some(had), Some(has)) = (most(before), most(after)) else {
        return;
    };
    let spent = after.position().unit(unit).spent;
    let earlier = before.position().unit(unit).spent;
    // The one hex always allowed ends the move, and turning where it started belongs to it (reading I58).
    let stopped = |event: &Event| {
        let ends = [
            Rule::SR_9_42,
            Rule::SR_9_53,
            Rule::BB_14_61,
            Rule::BB_9_44_swamp_extended,
            Rule::BB_9_44_swamp_facing,
        ];
        matches!(event, Event::Stopped { unit: own, rule } if *own == unit && ends.contains(rule))
    };
    let interrupted = matches!(
        after.asked().map(|ask| ask.prompt),
        Some(Prompt::React { .. } | Prompt::Refuge { .. } | Prompt::AnswerFire { .. })
    );
    // The enemy has fired at it in the midst of that one hex, and now it stops.
    let resumed = matches!(
        before.asked().map(|ask| ask.prompt),
        Some(Prompt::AnswerFire { .. } | Prompt::React { .. })
    ) && outcome.events.iter().any(stopped);
    let minimum_move = earlier == HalfMp::ZERO
        || resumed
        || earlier <= HalfMp::whole(4) && (interrupted || outcome.events.iter().any(stopped));
    findings.expect(
        spent <= had.max(has) || minimum_move,
        "MP are never overspent",
        || {
            format!(
                "{} had {had} MP and has spent {spent}",
                after.setting().unit(unit).name
            )
        },
    );
}

/// SR 9.22, 9.52, BB 14.43: units on the march, artillery and Detachments do not move next to the enemy.
fn check_contact(before: &Battle, after: &Battle, unit: UnitId, findings: &mut Findings) {
    let (setting, position) = (after.setting(), after.position());
    let facts = setting.unit(unit);
    let state = position.unit(unit);
    if !state.on_map() || before.position().unit(unit).hex == state.hex {
        return;
    }
    let shy = state.orders == Orders::March || facts.arm == Arm::Artillery || facts.is_detachment();
    let near = |hex| {
        setting.grid().neighbours(hex).any(|(_, next)| {
            position.stack(next).any(|part| {
                let other = setting.unit(part.unit);
                other.side != facts.side && other.arm != Arm::Gunboat
            })
        })
    };
    findings.expect(
        !shy || !state.hexes().any(near),
        "nobody moves next to an enemy who may not",
        || format!("{} in {}", facts.name, setting.grid().name(state.hex)),
    );
}
