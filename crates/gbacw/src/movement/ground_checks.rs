//! SR 9.47, 8.22, 9.54, BB 9.43, 9.44: checks of a unit's order while it moves, and what their outcome means for the move:
//! the rolls themselves and the Second Disorder table belong to chapter 12.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::SecondDisorderResult;
use longroll_movement::Check;
use longroll_position::rule_set::{GunsInSwamp, SwampTurn};
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;

use super::destination::{Cause, Destination};
use super::relocation::relocate;
use super::stages::StageStep;
use crate::event::Event;
use crate::play::Play;
use crate::results::{self, CheckStep, Checked, LossStep, Occasion, disorder};
use crate::scene::At;

mod frame;

pub use self::frame::{CheckFor, GroundCheck, Over};

/// A check is due: it is rolled, or the ground settles it without a roll.
pub(super) fn begin(play: &mut Play<'_>, check: GroundCheck) {
    let unit = check.unit;
    let state = play.position.unit(unit);
    if !state.on_map() || state.deeds.has(Deeds::FINISHED) {
        return;
    }
    let disordered = state.is_disordered();
    match check.what {
        CheckFor::Ground(Check::HexsideAutomatic | Check::HexAutomatic) => {
            if disordered {
                send_back(play, check, Rule::SR_9_54);
                stop(play, unit, Rule::SR_9_47, Over::Move);
            } else {
                disorder(play, unit, Rule::SR_9_47);
            }
        }
        CheckFor::Ground(Check::GunAtRisk) => {
            gun_at_risk(play, unit, disordered, Rule::BB_9_43_art_steep);
        }
        CheckFor::Ravine => gun_at_risk(play, unit, disordered, Rule::BB_9_44_artravine),
        CheckFor::Ground(Check::SwampTrail) => {
            let on_entry = play.setting.rules.switches.art_swamp_trail_udd == GunsInSwamp::OnEntry;
            if disordered && on_entry {
                play.call(StageStep::Check(check), rolled(check));
                return;
            }
            disorder(play, unit, Rule::BB_9_43_art_swamp);
            stop(play, unit, Rule::BB_9_43_art_swamp, Over::Move);
        }
        _ => play.call(StageStep::Check(check), rolled(check)),
    }
}

/// The occasion of a check that is rolled.
const fn occasion(what: CheckFor) -> Occasion {
    match what {
        CheckFor::TurningInSwamp | CheckFor::ConformingInSwamp => {
            Occasion::Swamp(Rule::BB_9_44_swamp_facing)
        }
        CheckFor::LeavingDisordered => Occasion::Swamp(Rule::BB_9_44_swamp_leave),
        CheckFor::PassedThrough => Occasion::MovedThrough,
        CheckFor::Withdrawing => Occasion::Withdrawal,
        CheckFor::Ground(Check::LeaveSwamp) => Occasion::Terrain(Rule::BB_9_44_swamp_leave),
        CheckFor::Ground(Check::SwampTrail) => Occasion::Swamp(Rule::BB_9_43_art_swamp),
        CheckFor::Ground(_) | CheckFor::Ravine => Occasion::Terrain(Rule::SR_9_47),
    }
}

fn rolled(check: GroundCheck) -> CheckStep {
    let occasion = occasion(check.what);
    let drm = i8::try_from(check.drm).unwrap_or(i8::MAX);
    CheckStep::Roll(results::Check {
        unit: check.unit,
        occasion,
        drm: (drm != 0).then(|| (drm, occasion.rule())),
    })
}

/// The check has been rolled: what it means for the move.
pub(super) fn settle(play: &mut Play<'_>, check: GroundCheck, checked: Checked) {
    let unit = check.unit;
    let rule = occasion(check.what).rule();
    match (check.what, checked) {
        (_, Checked::Passed) => {
            if let CheckFor::Ground(Check::SwampTrail) = check.what {
                stop(play, unit, rule, Over::Move);
            }
        }
        (CheckFor::TurningInSwamp, _) => {
            // A Disordered unit does not come round at all.
            let disordered = play.position.unit(unit).is_disordered();
            if let Some(facing) = check.faced.filter(|_| disordered) {
                let cost = HalfMp::ZERO;
                play.happens(Event::Turned {
                    unit,
                    facing,
                    cost,
                    rule,
                });
            }
            disorder_by_switch(play, unit, rule);
            stop(play, unit, rule, Over::Activation);
        }
        (CheckFor::ConformingInSwamp, _) => {
            disorder_by_switch(play, unit, rule);
            // Whoever only stands with the unit that turned, and is not of a body that acts, has no Activation to lose.
            if play.position.acts_now(play.setting, unit) {
                stop(play, unit, rule, Over::Activation);
            }
        }
        (CheckFor::LeavingDisordered, _) => stop(play, unit, rule, Over::Activation),
        (CheckFor::Ground(Check::SwampTrail), _) => lose_gun_and_stop(play, unit, rule),
        (_, Checked::Failed) => {}
        (_, Checked::SecondDisorder(result)) => match result {
            SecondDisorderResult::ReturnToEntryHex => {
                send_back(play, check, rule);
                stop(play, unit, rule, Over::Activation);
            }
            SecondDisorderResult::StayInFirstHex => {
                send_back(play, check, rule);
                stop(play, unit, rule, Over::Move);
            }
            SecondDisorderResult::StopInHex => stop(play, unit, rule, Over::Move),
            _ => {}
        },
    }
}

/// Reading of BB 9.44-swamp-facing: whether a failed turn also disorders.
fn disorder_by_switch(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if play.setting.rules.switches.swamp_turn_failure == SwampTurn::Disorder {
        disorder(play, unit, rule);
    }
}

/// BB 9.43-art-steep, 9.44-artravine, reading I91: guns are disordered; Disordered ones lose a gun and stop.
fn gun_at_risk(play: &mut Play<'_>, unit: UnitId, disordered: bool, rule: Rule) {
    if disordered {
        lose_gun_and_stop(play, unit, rule);
    } else {
        disorder(play, unit, rule);
    }
}

fn lose_gun_and_stop(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    let over = Over::Move;
    play.then([
        LossStep { unit, sp: 1, rule }.into(),
        StageStep::Stop { unit, rule, over }.into(),
    ]);
}

/// A unit goes no further.
pub(super) fn stop(play: &mut Play<'_>, unit: UnitId, rule: Rule, over: Over) {
    if play.position.unit(unit).on_map() {
        let deeds = match over {
            Over::Move => Deeds::MOVE_ENDED,
            Over::Activation => Deeds::MOVE_ENDED.with(Deeds::FINISHED),
        };
        // SR 12.6: whoever advances in its comrades' Activation has its own movement still.
        if play.position.acts_now(play.setting, unit) {
            play.did(unit, deeds);
        }
        play.happens(Event::Stopped { unit, rule });
    }
}

/// The moved-through and withdrawal rows of the Second Disorder table: back to the hex before.
fn send_back(play: &mut Play<'_>, check: GroundCheck, rule: Rule) {
    let Some(hex) = check.back else { return };
    let unit = check.unit;
    let state = *play.position.unit(unit);
    let enemy = play.setting.unit(unit).side.enemy();
    if play.position.holder(hex) == Some(enemy) {
        return;
    }
    let extent = check
        .stood
        .map_or_else(|| formed_at(play.at(), unit, hex), |stood| stood.extent);
    let cost = HalfMp::ZERO;
    let there = Destination::at_bottom(hex, extent);
    relocate(play, unit, there, cost, rule, Cause::SentBack);
    if let Some(facing) = check
        .stood
        .map(|stood| stood.facing)
        .filter(|&facing| facing != state.facing)
    {
        play.happens(Event::Turned {
            unit,
            facing,
            cost,
            rule,
        });
    }
}

/// SR 8.22, 8.5: a column that is sent back stands behind its counter again, in hexes nobody holds: straight back along the
/// way it came if it can. One under other orders stays a column if it was one.
fn formed_at(at: At<'_>, unit: UnitId, hex: HexId) -> Extent {
    let state = at.position.unit(unit);
    let class = longroll_movement::MoverClass::standing(at.setting.unit(unit), state);
    let on_march = class.map_or(0, |class| {
        longroll_movement::extension::column_extensions(class, state.sp)
    });
    let wanted = match (state.orders, state.extent) {
        (Orders::March, _) => on_march,
        (_, Extent::Column { tail: Some(_), .. }) => 2,
        (_, Extent::Column { tail: None, .. }) => 1,
        _ => 0,
    };
    if wanted == 0 {
        return Extent::Single;
    }
    let side = at.setting.unit(unit).side;
    let free = |near: HexId, taken: &[HexId]| {
        let own = at.position.stack(near).all(|part| part.unit == unit);
        own && !taken.contains(&near) && !at.position.next_to_enemy(at.setting, near, side)
    };
    let ahead = way_ahead(at, unit, hex);
    let Some(rear) = behind(at, hex, ahead).find(|&near| free(near, &[hex])) else {
        return Extent::Single;
    };
    let ahead = at.setting.grid().direction_between(rear, hex);
    let tail = (wanted > 1)
        .then(|| behind(at, rear, ahead).find(|&near| free(near, &[hex, rear])))
        .flatten();
    Extent::Column { rear, tail }
}

/// The direction in which a unit that is sent back had left this hex, into the hex of the friends it passed.
fn way_ahead(at: At<'_>, unit: UnitId, hex: HexId) -> Option<Direction> {
    let grid = at.setting.grid();
    let now = at.position.unit(unit).hex;
    if let Some(direction) = grid.direction_between(hex, now) {
        return Some(direction);
    }
    let friends = |near: HexId| at.position.stack(near).any(|part| part.unit != unit);
    let mut between = grid
        .neighbours(hex)
        .filter(|&(_, near)| grid.adjacent(near, now));
    let mut found = between.clone().filter(|&(_, near)| friends(near));
    let (direction, _) = found.next().or_else(|| between.next())?;
    Some(direction)
}

/// The neighbours of a hex, those straight behind the way ahead first.
fn behind(at: At<'_>, hex: HexId, ahead: Option<Direction>) -> impl Iterator<Item = HexId> + '_ {
    let first = ahead.unwrap_or(Direction::N).opposite();
    [0, 1, -1, 2, -2, 3]
        .into_iter()
        .filter_map(move |turn| at.setting.grid().neighbour(hex, first.turned(turn)))
}
