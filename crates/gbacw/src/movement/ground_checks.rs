//! SR 9.47, 8.22, 9.54, BB 9.43, 9.44: checks of a unit's order while it moves, and the terrain row of the Second Disorder
//! table: a second Disorder from the ground stops the unit where it is.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_movement::Check;
use longroll_movement::passing::LinePassage;
use longroll_position::rule_set::{GunsInSwamp, SwampTurn};
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::relocation::{Cause, Destination, relocate};
use crate::battle::At;
use crate::event::Event;
use crate::play::Play;
use crate::results::{Udd, disorder, lose, roll_udd};

/// What a check is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckFor {
    /// BB 9.44-swamp-facing.
    TurningInSwamp,
    /// BB 9.44-swamp-facing: it faces as its stack does, whatever comes of the check (SR 7.11).
    ConformingInSwamp,
    /// BB 9.44-swamp-leave, Disordered: before it leaves.
    LeavingDisordered,
    /// SR 8.22: friends were passed.
    PassedThrough,
    /// SR 9.54.
    Withdrawing,
    /// BB 9.44-artravine: guns over a Ravine or Crest of three lines.
    Ravine,
    /// The ground of the step.
    Ground(Check),
}

/// One check of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroundCheck {
    /// Who.
    pub unit: UnitId,
    /// What for.
    pub what: CheckFor,
    /// What its occasion adds to the roll.
    pub drm: u8,
    /// Where a second Disorder sends it back to.
    pub back: Option<HexId>,
    /// BB 9.44-swamp-facing: the facing a Disordered unit keeps if it fails.
    pub faced: Option<Facing>,
    /// SR 8.22, 8.44: how a line stood before it went among the friends it passed.
    pub stood: Option<LinePassage>,
}

impl GroundCheck {
    pub(super) const fn turning_in_swamp(unit: UnitId, faced: Facing) -> Self {
        Self {
            unit,
            what: CheckFor::TurningInSwamp,
            drm: 0,
            back: None,
            faced: Some(faced),
            stood: None,
        }
    }

    pub(super) const fn conforming_in_swamp(unit: UnitId) -> Self {
        Self {
            what: CheckFor::ConformingInSwamp,
            ..Self::leaving_disordered(unit)
        }
    }

    pub(super) const fn leaving_disordered(unit: UnitId) -> Self {
        Self {
            unit,
            what: CheckFor::LeavingDisordered,
            drm: 0,
            back: None,
            faced: None,
            stood: None,
        }
    }

    pub(super) const fn passed_through(unit: UnitId, drm: u8, back: HexId) -> Self {
        Self {
            unit,
            what: CheckFor::PassedThrough,
            drm,
            back: Some(back),
            faced: None,
            stood: None,
        }
    }

    pub(super) const fn line_passed_through(unit: UnitId, drm: u8, stood: LinePassage) -> Self {
        Self {
            stood: Some(stood),
            ..Self::passed_through(unit, drm, stood.hex)
        }
    }

    pub(super) const fn withdrawing(unit: UnitId, drm: u8, back: Option<HexId>) -> Self {
        Self {
            unit,
            what: CheckFor::Withdrawing,
            drm,
            back,
            faced: None,
            stood: None,
        }
    }

    pub(super) const fn ravine(unit: UnitId) -> Self {
        Self {
            unit,
            what: CheckFor::Ravine,
            drm: 0,
            back: None,
            faced: None,
            stood: None,
        }
    }

    pub(super) const fn of_ground(unit: UnitId, check: Check) -> Self {
        Self {
            unit,
            what: CheckFor::Ground(check),
            drm: 0,
            back: None,
            faced: None,
            stood: None,
        }
    }
}

/// Makes a check and applies what follows from it.
pub(super) fn roll(play: &mut Play<'_>, check: GroundCheck) -> Result<(), ChanceError> {
    let unit = check.unit;
    let state = play.position.unit(unit);
    if !state.on_map() || state.deeds.has(Deeds::FINISHED) {
        return Ok(());
    }
    let disordered = state.is_disordered();
    match check.what {
        CheckFor::TurningInSwamp => {
            if udd(play, check, Rule::BB_9_44_swamp_facing)? == Udd::Failed {
                // A Disordered unit does not come round at all.
                if let Some(facing) = check.faced.filter(|_| disordered) {
                    let cost = HalfMp::ZERO;
                    play.happens(Event::Turned {
                        unit,
                        facing,
                        cost,
                        rule: Rule::BB_9_44_swamp_facing,
                    });
                }
                if play.setting.rules.switches.swamp_turn_failure == SwampTurn::Disorder {
                    disorder(play, unit, Rule::BB_9_44_swamp_facing);
                }
                stop(
                    play,
                    unit,
                    Rule::BB_9_44_swamp_facing,
                    Deeds::MOVE_ENDED.with(Deeds::FINISHED),
                );
            }
        }
        CheckFor::ConformingInSwamp => {
            let acts = state.deeds.has(Deeds::ACTED);
            if udd(play, check, Rule::BB_9_44_swamp_facing)? == Udd::Failed {
                if play.setting.rules.switches.swamp_turn_failure == SwampTurn::Disorder {
                    disorder(play, unit, Rule::BB_9_44_swamp_facing);
                }
                // Whoever only stands with the unit that turned has no Activation to lose.
                if acts {
                    let over = Deeds::MOVE_ENDED.with(Deeds::FINISHED);
                    stop(play, unit, Rule::BB_9_44_swamp_facing, over);
                }
            }
        }
        CheckFor::LeavingDisordered => {
            if udd(play, check, Rule::BB_9_44_swamp_leave)? == Udd::Failed {
                stop(
                    play,
                    unit,
                    Rule::BB_9_44_swamp_leave,
                    Deeds::MOVE_ENDED.with(Deeds::FINISHED),
                );
            }
        }
        CheckFor::PassedThrough => {
            if udd(play, check, Rule::SR_8_22)? == Udd::Failed {
                if disordered {
                    send_back(play, check, Rule::SR_8_22);
                    stop(
                        play,
                        unit,
                        Rule::SR_8_22,
                        Deeds::MOVE_ENDED.with(Deeds::FINISHED),
                    );
                } else {
                    disorder(play, unit, Rule::SR_8_22);
                }
            }
        }
        CheckFor::Withdrawing => {
            if udd(play, check, Rule::SR_9_54)? == Udd::Failed {
                if disordered {
                    send_back(play, check, Rule::SR_9_54);
                    stop(play, unit, Rule::SR_9_54, Deeds::MOVE_ENDED);
                } else {
                    disorder(play, unit, Rule::SR_9_54);
                }
            }
        }
        CheckFor::Ground(Check::LeaveSwamp) => {
            if udd(play, check, Rule::BB_9_44_swamp_leave)? == Udd::Failed {
                second_or_first(play, unit, disordered, Rule::BB_9_44_swamp_leave);
            }
        }
        CheckFor::Ground(Check::Hexside | Check::Hex) => {
            if udd(play, check, Rule::SR_9_47)? == Udd::Failed {
                second_or_first(play, unit, disordered, Rule::SR_9_47);
            }
        }
        CheckFor::Ground(Check::HexsideAutomatic | Check::HexAutomatic) => {
            second_or_first(play, unit, disordered, Rule::SR_9_47);
        }
        CheckFor::Ground(Check::GunAtRisk) => {
            gun_at_risk(play, unit, disordered, Rule::BB_9_43_art_steep)?;
        }
        CheckFor::Ravine => gun_at_risk(play, unit, disordered, Rule::BB_9_44_artravine)?,
        CheckFor::Ground(Check::SwampTrail) => {
            if disordered {
                let on_entry =
                    play.setting.rules.switches.art_swamp_trail_udd == GunsInSwamp::OnEntry;
                if on_entry && udd(play, check, Rule::BB_9_43_art_swamp)? == Udd::Failed {
                    lose(play, unit, 1, Rule::BB_9_43_art_swamp)?;
                }
            } else {
                disorder(play, unit, Rule::BB_9_43_art_swamp);
            }
            stop(play, unit, Rule::BB_9_43_art_swamp, Deeds::MOVE_ENDED);
        }
    }
    Ok(())
}

fn udd(play: &mut Play<'_>, check: GroundCheck, rule: Rule) -> Result<Udd, ChanceError> {
    let mut occasion = Terms::new();
    let reason = match check.what {
        CheckFor::PassedThrough => "hex of the friends passed",
        _ => "MP above one for the hex",
    };
    occasion.add(check.drm.into(), rule, reason);
    roll_udd(play, check.unit, rule, &occasion)
}

/// BB 9.43-art-steep, 9.44-artravine, reading I91: guns are disordered; Disordered ones lose a gun and stop.
fn gun_at_risk(
    play: &mut Play<'_>,
    unit: UnitId,
    disordered: bool,
    rule: Rule,
) -> Result<(), ChanceError> {
    if disordered {
        lose(play, unit, 1, rule)?;
        stop(play, unit, rule, Deeds::MOVE_ENDED);
    } else {
        disorder(play, unit, rule);
    }
    Ok(())
}

/// SR 9.47, terrain row of the Second Disorder table.
fn second_or_first(play: &mut Play<'_>, unit: UnitId, disordered: bool, rule: Rule) {
    if disordered {
        stop(play, unit, rule, Deeds::MOVE_ENDED);
    } else {
        disorder(play, unit, rule);
    }
}

fn stop(play: &mut Play<'_>, unit: UnitId, rule: Rule, deeds: Deeds) {
    if play.position.unit(unit).on_map() {
        play.did(unit, deeds);
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

/// SR 8.12, 8.5: a column sent back on the march forms again behind its counter, in hexes nobody holds.
fn formed_at(at: At<'_>, unit: UnitId, hex: HexId) -> Extent {
    let state = at.position.unit(unit);
    let class = longroll_movement::MoverClass::standing(at.setting.unit(unit), state);
    let wanted = class.map_or(0, |class| {
        longroll_movement::extension::column_extensions(class, state.sp)
    });
    if wanted == 0 || state.orders != Orders::March {
        return Extent::Single;
    }
    let side = at.setting.unit(unit).side;
    let free = |near: HexId, taken: &[HexId]| {
        let own = at.position.stack(near).all(|part| part.unit == unit);
        own && !taken.contains(&near) && !at.position.next_to_enemy(at.setting, near, side)
    };
    let Some(rear) = at.setting.neighbours(hex).find(|&near| free(near, &[hex])) else {
        return Extent::Single;
    };
    let tail = (wanted > 1)
        .then(|| {
            at.setting
                .neighbours(rear)
                .find(|&near| free(near, &[hex, rear]))
        })
        .flatten();
    Extent::Column { rear, tail }
}
