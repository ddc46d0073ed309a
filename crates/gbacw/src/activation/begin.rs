//! SR 5.32, 5.35, 4.23: a marker comes up, and whoever acts with it gets ready.

use longroll_catalog::facts::{AlertChance, LeaderId, Mechanism, Orders, SpecialRule, UnitId, Who};
use longroll_core::{ChanceError, Side, Terms};
use longroll_position::rule_set::OrdersAttempts;
use longroll_position::{
    ActivatorId, ActivatorKind, ActivatorNote, BodyId, BodyKind, BodyNote, Bound, LeaderNote,
    MarchState, Marker, Setting, UnitNote,
};
use longroll_rule::Rule;

use super::acting::{limiting_rule, marching};
use super::coordination::CoordinationStep;
use super::marker::ActivationStep;
use super::present::bodies_of;
use crate::command::{body_leader, division_leader_of};
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::movement;
use crate::orders::{AttemptScope, AttemptStep, give_unit, march_limit, unit_march_limit};
use crate::play::Play;
use crate::sequence::announce;

/// A special rule of a scenario: a marker of a slow command counts only if a roll succeeds.
pub(super) fn marker_counts(
    play: &mut Play<'_>,
    activator: ActivatorId,
) -> Result<bool, ChanceError> {
    let setting = play.setting;
    let Some(turn) = play.position.now(setting).map(|turn| turn.id) else {
        return Ok(true);
    };
    let facts = setting.activator(activator);
    let chance = setting.scenario.special_rules.iter().find_map(|rule| {
        let Mechanism::SlowStart { rows } = &rule.mechanism else {
            return None;
        };
        let row = rows.iter().find(|row| match &row.who {
            Who::Unassigned => facts.kind == ActivatorKind::Unassigned,
            Who::Commands(commands) => commands.contains(&facts.command),
            Who::Everyone | Who::Every(_) => false,
        });
        let row = row.filter(|_| rule.concerns(facts.side) && rule.in_force(turn))?;
        let line = row.turns.iter().find(|line| line.turn == turn)?;
        Some((line.chance, rule.rule))
    });
    let Some((chance, rule)) = chance else {
        return Ok(true);
    };
    match chance {
        AlertChance::Automatic => Ok(true),
        AlertChance::NoRoll => Ok(false),
        AlertChance::On(range) => {
            let purpose = Purpose::SlowStart(activator);
            let roll = Roll::new(purpose, rule, Terms::new(), |die, _| {
                if range.contains(die.face()) {
                    Verdict::Used
                } else {
                    Verdict::Ignored
                }
            });
            Ok(play.roll(roll)?.verdict == Verdict::Used)
        }
    }
}

/// A marker is on the table, used or not.
fn note_drawn(play: &mut Play<'_>, activator: ActivatorId) {
    play.note_activator(activator, ActivatorNote::Drawn);
}

/// The scenario's rule by which markers may be ignored.
fn slow_start_rule(setting: &Setting) -> Rule {
    let mut rules = setting.scenario.special_rules.iter();
    let slow = |rule: &&SpecialRule| matches!(rule.mechanism, Mechanism::SlowStart { .. });
    rules.find(slow).map_or(Rule::BB_30_0, |rule| rule.rule)
}

/// Nobody acts with the marker; it is gone for this turn.
pub(super) fn ignore_marker(play: &mut Play<'_>, activator: ActivatorId) {
    note_drawn(play, activator);
    let bodies: Vec<BodyId> = bodies_of(play.at(), activator).collect();
    let rule = slow_start_rule(play.setting);
    for body in bodies {
        let passed = play.position.body(body).passed + 1;
        play.note_body(body, BodyNote::Passed(passed));
        play.happens(Event::SatOut { body, rule });
    }
}

pub(super) fn begin_division(play: &mut Play<'_>, activator: ActivatorId) {
    movement::check_bridge(play);
    note_drawn(play, activator);
    let at = play.at();
    let bodies: Vec<BodyId> = bodies_of(at, activator).collect();
    let loose = at.setting.activator(activator).kind == ActivatorKind::Unassigned;
    let marker = Marker::Activation(activator);
    play.push(ActivationStep::End { marker });
    play.push(ActivationStep::Next { activator });
    if !loose {
        play.push(CoordinationStep::Ask { activator });
        play.push(announce(Rule::SR_3_0_III_C_2));
        if play.setting.rules.switches.orders_attempts == OrdersAttempts::PerAm {
            play.push(AttemptStep::Ask {
                scope: AttemptScope::Division(activator),
            });
            play.push(announce(Rule::SR_3_0_III_C_1));
        }
    }
    play.push(ActivationStep::CatchUp { activator });
    play.push(ActivationStep::SitOut { activator });
    for body in bodies {
        prepare(play, body);
        // SR 6.25: a Stay that came with a change from March orders holds for the first marker of the division.
        if play.position.body(body).stay_waits {
            play.note_body(body, BodyNote::StayWaits(false));
            play.happens(Event::Bound {
                body,
                bound: Bound::Stay,
                rule: Rule::SR_6_25,
            });
        }
        let at = play.at();
        let state = at.position.body(body);
        let spent = state.orders != Orders::March && !state.reserve && state.used >= state.entitled;
        if spent {
            let rule = limiting_rule(at, body);
            play.note_body(body, BodyNote::Acted);
            play.happens(Event::SatOut { body, rule });
        }
    }
}

pub(super) fn begin_march(play: &mut Play<'_>, side: Side) -> Result<(), ChanceError> {
    movement::check_bridge(play);
    let at = play.at();
    let bodies: Vec<BodyId> = marching(at, side).collect();
    play.push(ActivationStep::End {
        marker: Marker::March(side),
    });
    play.push(ActivationStep::March { side });
    super::fire_begins::fires_begin(play, side);
    play.push(AttemptStep::Ask {
        scope: AttemptScope::March(side),
    });
    // Everybody is made ready first: a division leader may be with several marches, and the longest counts.
    for &body in &bodies {
        prepare(play, body);
    }
    for body in bodies {
        if play.position.body(body).orders == Orders::March {
            catch_up(play, body);
            crate::alert::begin_activation(play, body)?;
        }
        let at = play.at();
        let limit = march_limit(at, body);
        let members: Vec<UnitId> = at.position.members(at.setting, body).collect();
        for unit in members {
            let own = unit_march_limit(play.at(), unit);
            if play.position.unit(unit).march.limit != own {
                play.note_unit(unit, UnitNote::MarchLimit(own));
            }
        }
        let march = MarchState {
            limit,
            acting: true,
            ..play.position.body(body).march
        };
        play.note_body(body, BodyNote::March(march));
        // SR 9.31: whoever moves with a march moves when the March marker is drawn, as far as the march does.
        let at = play.at();
        let leaders = [body_leader(at, body), division_leader_of(at, body)];
        for leader in leaders.into_iter().flatten() {
            if play.position.leader(leader).march_equivalents < limit {
                play.note_leader(leader, LeaderNote::MarchEquivalents(limit));
            }
        }
        play.happens(Event::Activated { body });
    }
    Ok(())
}

/// A body comes up with a marker: nothing binds it yet and its leaders may move.
pub(super) fn prepare(play: &mut Play<'_>, body: BodyId) {
    let at = play.at();
    let leaders: Vec<LeaderId> = [body_leader(at, body), division_leader_of(at, body)]
        .into_iter()
        .flatten()
        .collect();
    play.note_body(body, BodyNote::Ready);
    for leader in leaders {
        play.note_leader(leader, LeaderNote::Ready);
    }
}

/// SR 4.23, reading 19: a body begins to act, and its units in range take its orders. A brigade that lets the marker pass
/// does not.
pub(super) fn catch_up(play: &mut Play<'_>, body: BodyId) {
    let setting = play.setting;
    let reached = crate::command::units_taking_orders(play.at(), body);
    let orders = play.position.body(body).orders;
    if setting.body(body).kind == BodyKind::Brigade
        || setting.body(body).kind == BodyKind::DivisionalArtillery
    {
        for unit in reached {
            if play.position.unit(unit).orders_wait {
                play.note_unit(unit, UnitNote::OrdersWait(false));
            }
            give_unit(play, unit, orders, Rule::SR_4_23);
        }
    }
}
