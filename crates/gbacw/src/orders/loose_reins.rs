//! SR 6.24: Loose Reins.

use longroll_catalog::facts::{Arm, Orders, Profile, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_position::rule_set::{AbilityReplacesLooseReins, LooseReinsBinds};
use longroll_position::{BodyId, Bound, Deeds};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::attempt::{bind, inspire, inspirers, may_inspire};
use super::give::{Reaching, give};
use crate::battle::At;
use crate::choice::Choice;
use crate::command::{body_leader, profile, units_in_range};
use crate::event::{Purpose, Verdict};
use crate::movement;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure, Step};

/// The steps of Loose Reins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LooseReinsStep {
    /// SR 6.24-U: as whom does the brigadier act?
    Profile {
        /// Whose brigade.
        body: BodyId,
    },
    /// BB 4.11-J1: does a commander set the result aside?
    Ask {
        /// Which brigade.
        body: BodyId,
        /// As whom its brigadier acts.
        profile: Profile,
    },
    /// The result is carried out.
    Apply {
        /// Which brigade.
        body: BodyId,
        /// As whom its brigadier acts.
        profile: Profile,
    },
    /// SR 6.24-C: a unit falls back one hex.
    FallBack {
        /// Which.
        unit: UnitId,
    },
}

/// SR 6.24, reading 131: the units that the result binds.
fn bound_units(at: At<'_>, body: BodyId) -> Vec<UnitId> {
    match at.setting.rules.switches.loose_reins_binds_all {
        LooseReinsBinds::InCommand => units_in_range(at, body).into_iter().collect(),
        LooseReinsBinds::All => at
            .position
            .members(at.setting, body)
            .filter(|&unit| at.position.unit(unit).on_map())
            .collect(),
    }
}

/// SR 6.24, reading 131: whether a result of Loose Reins binds this unit with the marker under way.
#[must_use]
pub fn binds(at: At<'_>, unit: UnitId) -> bool {
    at.position.unit(unit).deeds.has(Deeds::BOUND)
}

/// The units that are reached by the result are bound by it, wherever they go afterwards.
fn bind_units(play: &mut Play<'_>, body: BodyId) {
    for unit in bound_units(play.at(), body) {
        play.position.unit_mut(unit).deeds.note(Deeds::BOUND);
    }
}

/// SR 6.24-A: whether any unit of the brigade is within 3 MP of contact, 5 for mounted cavalry (reading 43).
fn is_within_reach(at: At<'_>, body: BodyId) -> bool {
    bound_units(at, body)
        .into_iter()
        .any(|unit| match at.setting.unit(unit).arm {
            Arm::Infantry => movement::contact_within(at, unit, 3),
            Arm::Cavalry => movement::contact_within(at, unit, 5),
            Arm::Artillery | Arm::Gunboat => false,
        })
}

fn ready_inspirer(at: At<'_>, body: BodyId) -> bool {
    at.setting.rules.switches.johnston_replaces_loose_reins == AbilityReplacesLooseReins::On
        && inspirers(at, at.setting.body(body).side)
            .any(|leader| may_inspire(at, leader, body).is_ok())
}

impl Procedure for LooseReinsStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        match self {
            Self::Ask { body, .. } => Some(Ask {
                side: at.setting.body(body).side,
                rule: Rule::BB_4_11_J1,
                prompt: Prompt::OrdersChange,
            }),
            Self::FallBack { unit } if !movement::falls(at, unit).is_empty() => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::SR_6_24_C,
                prompt: Prompt::FallBack { unit },
            }),
            Self::Profile { .. } | Self::Apply { .. } | Self::FallBack { .. } => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        match self {
            Self::Ask { body, .. } => {
                for leader in inspirers(at, at.setting.body(body).side) {
                    offers.add_if(
                        Choice::Inspire { leader, body },
                        may_inspire(at, leader, body),
                    );
                }
                offers.add(Choice::Done, Rule::SR_6_24);
            }
            Self::FallBack { unit } => {
                for way in movement::falls(at, unit) {
                    offers.add(Choice::FallBack { unit, hex: way.hex }, Rule::SR_6_24_C);
                }
            }
            Self::Profile { .. } | Self::Apply { .. } => {}
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match (self, choice) {
            (Self::Ask { .. }, Choice::Inspire { leader, body }) => {
                may_inspire(at, leader, body).err()
            }
            (Self::FallBack { .. }, Choice::FallBack { .. }) => Some(Refusal::new(
                Rule::SR_12_44,
                "not a hex it may fall back to",
            )),
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match (self, choice) {
            (Self::Ask { .. }, Choice::Inspire { leader, body }) => inspire(play, leader, body),
            (Self::Ask { body, profile }, _) => play.push(Self::Apply { body, profile }),
            (Self::FallBack { .. }, Choice::FallBack { unit, hex }) => {
                let way = movement::falls(play.at(), unit)
                    .into_iter()
                    .find(|way| way.hex == hex);
                if let Some(way) = way {
                    movement::fall(play, unit, way, Rule::SR_6_24_C)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Profile { body } => {
                let at = play.at();
                let printed =
                    body_leader(at, body).map_or(Profile::Normal, |leader| profile(at, leader));
                let setting = play.setting;
                let acts = if printed == Profile::Unreliable {
                    let verdict = play.roll(
                        Purpose::UnreliableProfile(body),
                        Rule::SR_6_24_U,
                        Terms::new(),
                        |die, _| {
                            let row = setting
                                .tables()
                                .loose_reins
                                .iter()
                                .find(|row| row.die.contains(die.face()));
                            Verdict::Acts(row.map_or(Profile::Normal, |row| row.acts_as))
                        },
                    )?;
                    if let Verdict::Acts(profile) = verdict {
                        profile
                    } else {
                        Profile::Normal
                    }
                } else {
                    printed
                };
                let step = Self::Apply {
                    body,
                    profile: acts,
                };
                let matters = matches!(acts, Profile::Aggressive | Profile::Cautious);
                let step: Step = if matters && ready_inspirer(play.at(), body) {
                    Self::Ask {
                        body,
                        profile: acts,
                    }
                    .into()
                } else {
                    step.into()
                };
                play.push(step);
            }
            Self::Apply { body, profile } => apply(play, body, profile),
            // BB 30.9-boundary, reading 91: the edge of the area does not block it.
            Self::FallBack { unit } if movement::leaves_area(play.at(), unit) => {
                crate::results::leave_map(play, unit, Rule::BB_30_9_boundary);
            }
            Self::FallBack { unit } => {
                // Reading 46: a unit that cannot retreat suffers the loss of SR 12.44 instead.
                crate::results::lose(play, unit, 1, Rule::SR_12_44)?;
            }
            Self::Ask { .. } => {}
        }
        Ok(())
    }
}

fn apply(play: &mut Play<'_>, body: BodyId, profile: Profile) {
    let marching = play.position.body(body).orders == Orders::March;
    let reaching = match play.setting.rules.switches.loose_reins_binds_all {
        LooseReinsBinds::InCommand => Reaching::InCommand,
        LooseReinsBinds::All => Reaching::Everybody,
    };
    match profile {
        // SR 6.25, reading 47: for a March brigade Aggressive is Keep.
        Profile::Aggressive if marching => {}
        Profile::Aggressive => {
            let (orders, bound) = if is_within_reach(play.at(), body) {
                (Orders::Attack, Bound::Charge)
            } else {
                (Orders::Advance, Bound::Close)
            };
            if play.position.body(body).orders != orders {
                give(play, body, orders, Rule::SR_6_24_A, reaching);
            }
            bind(play, body, bound, Rule::SR_6_24_A);
            bind_units(play, body);
        }
        Profile::Cautious => {
            let units: Vec<UnitId> = bound_units(play.at(), body)
                .into_iter()
                .filter(|&unit| play.setting.unit(unit).arm != Arm::Artillery)
                .collect();
            bind_units(play, body);
            give(play, body, Orders::Advance, Rule::SR_6_24_C, reaching);
            bind(play, body, Bound::FallenBack, Rule::SR_6_24_C);
            play.then(
                units
                    .into_iter()
                    .map(|unit| LooseReinsStep::FallBack { unit }.into()),
            );
        }
        Profile::Normal | Profile::Unreliable => bind(play, body, Bound::Free, Rule::SR_6_24_N),
    }
}
