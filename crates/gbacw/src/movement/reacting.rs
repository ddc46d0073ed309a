//! SR 9.6: what the non-phasing side may do about a step.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_catalog::tables::SecondDisorderCause;
use longroll_core::{ChanceError, Refusal};
use longroll_movement::reaction::{self, ReactionCause};
use longroll_position::rule_set::SwampTurn;
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::relocation::{Cause, Destination, relocate};
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::results::{Check, CheckStep, Checked, Occasion, disorder, second_disorder};
use crate::step::{Ask, Done, Offers, Procedure};

/// The reactions to one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactStep {
    /// SR 9.63: everybody who may move away before the mover enters.
    Evasions {
        /// Who moves.
        mover: UnitId,
        /// Where to.
        hex: HexId,
    },
    /// SR 9.63: does this unit move away?
    Evade {
        /// Which.
        unit: UnitId,
        /// From whom.
        mover: UnitId,
        /// Where he is about to enter.
        hex: HexId,
    },
    /// SR 9.63-udd: the check after moving away.
    EvadeCheck {
        /// Which.
        unit: UnitId,
        /// What is added.
        drm: u8,
        /// Reading I101: disordered by Swamp first.
        swamp: bool,
    },
    /// SR 9.61: everybody next to the mover's new hex.
    Faces {
        /// Who moved.
        mover: UnitId,
        /// Where to.
        hex: HexId,
    },
    /// SR 9.61: does this stack turn or refuse?
    Face {
        /// Its top unit.
        unit: UnitId,
        /// At whom.
        mover: UnitId,
        /// Where he is.
        hex: HexId,
    },
    /// SR 9.62: the check after turning or refusing.
    FaceCheck {
        /// Which.
        unit: UnitId,
        /// BB 9.44-swamp-facing: it turned in Swamp, and faced this way before.
        faced: Option<Facing>,
    },
}

/// Asks everybody who may move away before `mover` enters `hex`; before that a quick look whether anybody is near.
pub(super) fn ask_all(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    if !reaction::triggered(&play.at(), mover, hex).is_empty() {
        play.push(ReactStep::Evasions { mover, hex });
    }
}

/// Where a unit may move away to: the last hex of each way out, with the least risk to get there.
fn ways_out(
    at: At<'_>,
    unit: UnitId,
    mover: UnitId,
    hex: HexId,
) -> Result<Vec<(HexId, u8, bool)>, Refusal> {
    let mut ends: Vec<(HexId, u8, bool)> = Vec::new();
    for evasion in reaction::evasions(&at, unit, mover, hex, 2)? {
        let Some(end) = evasion.path.end() else {
            continue;
        };
        let risk = (evasion.swamp, evasion.drm());
        match ends.iter_mut().find(|(to, ..)| *to == end) {
            Some(known) if (known.2, known.1) > risk => *known = (end, risk.1, risk.0),
            Some(_) => {}
            None => ends.push((end, risk.1, risk.0)),
        }
    }
    ends.sort_unstable_by_key(|(end, ..)| *end);
    Ok(ends)
}

const fn cause(mover: UnitId, hex: HexId) -> ReactionCause {
    ReactionCause::Moved { by: mover, to: hex }
}

fn turns(at: At<'_>, unit: UnitId) -> [Facing; 2] {
    let facing = at.position.unit(unit).facing;
    [facing.turned(-1), facing.turned(1)]
}

impl Procedure for ReactStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        // Whoever has no way to react has only `done` on his list, and the machine takes that by itself.
        let (unit, rule) = match self {
            Self::Evade { unit, .. } => (unit, Rule::SR_9_63),
            Self::Face { unit, .. } => (unit, Rule::SR_9_61),
            _ => return None,
        };
        Some(Ask {
            side: at.setting.unit(unit).side,
            rule,
            prompt: Prompt::React { unit },
        })
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        match self {
            Self::Evade { unit, mover, hex } => {
                if offers.wants(|choice| matches!(choice, Choice::React { .. })) {
                    for (end, ..) in ways_out(at, unit, mover, hex).unwrap_or_default() {
                        offers.add(Choice::React { unit, hex: end }, Rule::SR_9_63);
                    }
                }
                offers.add(Choice::Done, Rule::SR_9_63);
            }
            Self::Face { unit, mover, hex } => {
                for facing in turns(at, unit) {
                    offers.ask(Choice::ReactFace { unit, facing }, || {
                        reaction::react_face(&at, unit, cause(mover, hex), facing)
                            .map(|_| Rule::SR_9_61)
                    });
                }
                for hand in [Hand::Left, Hand::Right] {
                    offers.ask(Choice::ReactRefuse { unit, hand }, || {
                        reaction::react_refuse(&at, unit, cause(mover, hex), hand)
                            .map(|_| Rule::SR_9_61)
                    });
                }
                offers.add(Choice::Done, Rule::SR_9_61);
            }
            _ => {}
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match (self, choice) {
            (Self::Evade { unit, mover, hex }, Choice::React { .. }) => {
                let Choice::React { hex: end, .. } = choice else {
                    return None;
                };
                reaction::may_evade_to(&at, unit, mover, hex, end)
                    .err()
                    .or_else(|| Some(Refusal::new(Rule::SR_12_44, "no way out leads there")))
            }
            (Self::Face { unit, mover, hex }, Choice::ReactFace { facing, .. }) => {
                reaction::react_face(&at, unit, cause(mover, hex), facing).err()
            }
            (Self::Face { unit, mover, hex }, Choice::ReactRefuse { hand, .. }) => {
                reaction::react_refuse(&at, unit, cause(mover, hex), hand).err()
            }
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match (self, choice) {
            (Self::Evade { unit, mover, hex }, Choice::React { hex: to, .. }) => {
                let ways = ways_out(play.at(), unit, mover, hex).unwrap_or_default();
                if let Some((end, drm, swamp)) = ways.into_iter().find(|(end, ..)| *end == to) {
                    evade(play, unit, end, drm, swamp);
                }
            }
            (Self::Face { unit, mover, hex }, Choice::ReactFace { facing, .. }) => {
                if let Ok(terms) = reaction::react_face(&play.at(), unit, cause(mover, hex), facing)
                {
                    let stack = reaction::react_stack(&play.at(), unit);
                    let state = *play.position.unit(unit);
                    let swamp = longroll_movement::step::is_swamp(&play.at(), state.hex);
                    for other in stack {
                        play.did(other, Deeds::REACTED_FACING);
                        play.happens(Event::Turned {
                            unit: other,
                            facing,
                            cost: HalfMp::ZERO,
                            rule: Rule::SR_9_61,
                        });
                    }
                    check_all(play, &terms.rolls, swamp.then_some(state.facing));
                }
            }
            (Self::Face { unit, mover, hex }, Choice::ReactRefuse { hand, .. }) => {
                if let Ok(terms) = reaction::react_refuse(&play.at(), unit, cause(mover, hex), hand)
                {
                    let stack = reaction::react_stack(&play.at(), unit);
                    for other in stack {
                        play.did(other, Deeds::REACTED_FACING);
                        play.happens(Event::RefusalChanged {
                            unit: other,
                            refused: Some(hand),
                            cost: HalfMp::ZERO,
                            rule: Rule::SR_9_61,
                        });
                    }
                    check_all(play, &terms.rolls, None);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Evasions { mover, hex } => {
                let units = reaction::triggered(&play.at(), mover, hex);
                let at = play.at();
                let awake: Vec<UnitId> = units
                    .into_iter()
                    .filter(|&unit| {
                        !crate::alert::is_surprised(at, unit)
                            && !crate::alert::is_stunned(at, unit, mover)
                    })
                    .collect();
                play.then(
                    awake
                        .into_iter()
                        .map(|unit| Self::Evade { unit, mover, hex }.into())
                        .collect::<Vec<_>>(),
                );
            }
            Self::Faces { mover, hex } => {
                let at = play.at();
                if !at.position.unit(mover).on_map() {
                    return Ok(());
                }
                let enemy = at.setting.unit(mover).side.enemy();
                let tops: SmallVec<[UnitId; 6]> = at
                    .setting
                    .neighbours(hex)
                    .filter(|&near| at.position.holder(near) == Some(enemy))
                    .filter_map(|near| at.position.stack(near).next().map(|part| part.unit))
                    .collect();
                play.then(
                    tops.into_iter()
                        .map(|unit| Self::Face { unit, mover, hex }.into())
                        .collect::<Vec<_>>(),
                );
                crate::alert::enemy_came(play, mover, hex);
                crate::alert::attacker_came(play, mover, hex);
                crate::held::enemy_came(play, mover, hex);
            }
            Self::EvadeCheck { unit, drm, swamp } => evade_check(play, unit, drm, swamp),
            Self::FaceCheck { unit, faced } => {
                let check = face_check(play.at(), unit, faced);
                play.call(self, CheckStep::Roll(check));
            }
            Self::Evade { .. } | Self::Face { .. } => {}
        }
        Ok(())
    }

    fn resume(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let (Self::FaceCheck { unit, faced }, Done::Checked(Checked::Failed)) = (self, result) {
            fails_to_face(play, unit, faced);
        }
        Ok(())
    }
}

/// SR 9.62, BB 9.44-swamp-facing, reading I95: one UDD serves both rules. Guns check only because of the Swamp.
fn face_check(at: At<'_>, unit: UnitId, faced: Option<Facing>) -> Check {
    let guns = at.setting.unit(unit).arm == Arm::Artillery;
    let occasion = match faced {
        _ if guns => Occasion::Swamp(Rule::BB_9_44_swamp_facing),
        Some(_) => Occasion::Swamp(Rule::SR_9_62),
        None => Occasion::ReactionFacing,
    };
    Check::plain(unit, occasion)
}

/// A unit that turned in Swamp has failed its check: a Disordered one does not come round, and all units of a hex face alike
/// (SR 7.11), before it suffers its second Disorder.
fn fails_to_face(play: &mut Play<'_>, unit: UnitId, faced: Option<Facing>) {
    let guns = play.setting.unit(unit).arm == Arm::Artillery;
    let swamp = guns || faced.is_some();
    if !swamp {
        return;
    }
    let rule = face_check(play.at(), unit, faced).occasion.rule();
    if !play.position.unit(unit).is_disordered() {
        let disorders = play.setting.rules.switches.swamp_turn_failure == SwampTurn::Disorder;
        if !guns || disorders {
            disorder(play, unit, rule);
        }
        return;
    }
    if let Some(facing) = faced {
        for other in reaction::react_stack(&play.at(), unit) {
            if play.position.unit(other).facing == facing {
                continue;
            }
            play.happens(Event::Turned {
                unit: other,
                facing,
                cost: HalfMp::ZERO,
                rule: Rule::BB_9_44_swamp_facing,
            });
        }
    }
    if !guns {
        second_disorder(play, unit, SecondDisorderCause::ReactionFacing, rule);
    }
}

fn check_all(play: &mut Play<'_>, rolls: &[UnitId], faced: Option<Facing>) {
    play.then(
        rolls
            .iter()
            .map(|&unit| ReactStep::FaceCheck { unit, faced }.into())
            .collect::<Vec<_>>(),
    );
}

fn evade(play: &mut Play<'_>, unit: UnitId, to: HexId, drm: u8, swamp: bool) {
    let state = *play.position.unit(unit);
    let place = super::stack_place(play.at(), unit, to);
    play.did(unit, Deeds::REACTED_MOVE);
    let there = Destination {
        hex: to,
        extent: Extent::Single,
        place,
    };
    relocate(
        play,
        unit,
        there,
        HalfMp::ZERO,
        Rule::SR_9_63,
        Cause::Evades,
    );
    let drew_together = state.extent != Extent::Single;
    play.push(ReactStep::EvadeCheck { unit, drm, swamp });
    if drew_together && !state.is_disordered() {
        play.push(CheckStep::Roll(Check::plain(unit, Occasion::DrewTogether)));
    }
}

/// SR 9.63-udd, BB 12.45-react, reading I101: Swamp disorders first.
fn evade_check(play: &mut Play<'_>, unit: UnitId, drm: u8, swamp: bool) {
    if swamp {
        disorder(play, unit, Rule::BB_9_44_swamp_retreat);
    }
    let rule = match play.setting.unit(unit).arm {
        Arm::Artillery => Rule::BB_12_45_react,
        _ => Rule::SR_9_63_udd,
    };
    let drm = i8::try_from(drm).unwrap_or(i8::MAX);
    play.push(CheckStep::Roll(Check {
        unit,
        occasion: Occasion::ReactionMovement,
        drm: Some((drm, rule)),
    }));
}
