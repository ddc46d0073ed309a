//! SR 6.24: Loose Reins.

use longroll_catalog::facts::{Arm, LeaderId, Orders, Profile, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_position::rule_set::{AbilityReplacesLooseReins, LooseReinsBinds};
use longroll_position::{BodyId, Bound, Deeds, LeaderNote, Mount, Setting};
use longroll_rule::Rule;

use super::attempt::bind;
use super::give::{Reaching, give};
use super::inspiring::{inspire, inspirers, may_order_attack};
use crate::choice::Choice;
use crate::command::{body_leader, profile, units_taking_orders};
use crate::event::{Purpose, Roll, Verdict};
use crate::movement;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::results::{
    CheckStep, Fall, Falling, FallsLook, LossStep, collapses_further, fall, falls,
};
use crate::scene::At;
use crate::step::{Ask, Step};

mod frame;

pub use self::frame::LooseReinsStep;

/// SR 6.24, reading 131: the units that the result binds.
fn bound_units(at: At<'_>, body: BodyId) -> Vec<UnitId> {
    match at.setting.rules.switches.loose_reins_binds_all {
        LooseReinsBinds::InCommand => units_taking_orders(at, body).into_iter().collect(),
        LooseReinsBinds::All => at
            .position
            .members(at.setting, body)
            .filter(|&unit| at.position.unit(unit).on_map())
            .collect(),
    }
}

/// The units that are reached by the result are bound by it, wherever they go afterwards.
fn bind_units(play: &mut Play<'_>, body: BodyId) {
    for unit in bound_units(play.at(), body) {
        play.did(unit, Deeds::BOUND);
    }
}

/// SR 6.24-A: whether any unit of the brigade is within 3 MP of contact, 5 for mounted cavalry (reading 43).
fn is_within_reach(at: At<'_>, body: BodyId) -> bool {
    bound_units(at, body).into_iter().any(|unit| {
        let mounted = at.setting.unit(unit).arm == Arm::Cavalry
            && at.position.unit(unit).mount == Mount::Mounted;
        movement::contact_within(at, unit, if mounted { 5 } else { 3 })
    })
}

/// SR 6.24-U: as whom an unreliable brigadier acts.
fn profile_roll(setting: &Setting, body: BodyId) -> Roll {
    let purpose = Purpose::UnreliableProfile(body);
    Roll::new(purpose, Rule::SR_6_24_U, Terms::new(), |die, _| {
        let mut rows = setting.tables().loose_reins.iter();
        let row = rows.find(|row| row.die.contains(die.face()));
        Verdict::Acts(row.map_or(Profile::Normal, |row| row.acts_as))
    })
}

fn ready_inspirer(at: At<'_>, body: BodyId) -> bool {
    at.setting.rules.switches.johnston_replaces_loose_reins == AbilityReplacesLooseReins::On
        && inspirers(at, at.setting.body(body).side)
            .any(|leader| may_order_attack(at, leader, body).is_ok())
}

/// What was chosen of Loose Reins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loosened {
    /// BB 4.11-J1: a leader gives Attack orders instead.
    Inspire(LeaderId, BodyId),
    /// SR 6.24: the brigade does as its leader is.
    Applies {
        body: BodyId,
        /// What he is.
        profile: Profile,
    },
    /// SR 12.72: a leader goes along with a unit.
    Accompany(LeaderId, UnitId),
    /// SR 6.24-C: a unit falls back, and the others are left.
    FallsBack(UnitId, Fall, LooseReinsStep),
}

impl Procedure for LooseReinsStep {
    type Look<'a> = FallsLook<'a>;
    type Means = Loosened;

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> FallsLook<'a> {
        match self {
            Self::FallBacks { units, .. } => FallsLook::of(at, units),
            _ => FallsLook::of(at, &[]),
        }
    }

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Ask { body, .. } => Some(Ask {
                side: at.setting.body(body).side,
                rule: Rule::BB_4_11_J1,
                prompt: Prompt::OrdersChange,
            }),
            Self::FallBacks { body, ref units } if falling(at, units).next().is_some() => {
                Some(Ask {
                    side: at.setting.body(body).side,
                    rule: Rule::SR_6_24_C,
                    prompt: Prompt::FallBacks { body },
                })
            }
            _ => None,
        }
    }

    fn candidates(&self, look: &FallsLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at;
        match self {
            &Self::Ask { body, .. } => {
                for leader in inspirers(at, at.setting.body(body).side) {
                    each(Choice::Inspire { leader, body });
                }
                each(Choice::Done);
            }
            Self::FallBacks { .. } => look.candidates(each),
            Self::Profile { .. } | Self::Apply { .. } | Self::FallenBack { .. } => {}
        }
    }

    fn judge(&self, look: &FallsLook<'_>, choice: Choice) -> Judgement<Loosened> {
        let at = look.at;
        match (self, choice) {
            (Self::Ask { body: asked, .. }, Choice::Inspire { leader, body }) => {
                if body != *asked {
                    return Err(Refusal::new(
                        Rule::BB_4_11_J1,
                        "the result concerns another brigade",
                    ));
                }
                let rule = may_order_attack(at, leader, body)?;
                Ok(Ruling::new(rule, Loosened::Inspire(leader, body)))
            }
            (&Self::Ask { body, profile }, Choice::Done) => {
                let means = Loosened::Applies { body, profile };
                Ok(Ruling::new(Rule::SR_6_24, means))
            }
            (Self::FallBacks { body, units }, choice) => {
                let judged = look.judge(choice);
                let ruling = judged.unwrap_or_else(|| Err(self.beside_the_point(at)))?;
                Ok(ruling.map(|falling| match falling {
                    Falling::Accompany(leader, unit) => Loosened::Accompany(leader, unit),
                    Falling::Back(unit, way) => {
                        let left = units.iter().copied().filter(|&other| other != unit);
                        let (body, units) = (*body, left.collect());
                        Loosened::FallsBack(unit, way, Self::FallBacks { body, units })
                    }
                }))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: Loosened) -> Result<(), ChanceError> {
        match means {
            Loosened::Inspire(leader, body) => inspire(play, leader, body),
            Loosened::Applies { body, profile } => play.push(Self::Apply { body, profile }),
            Loosened::Accompany(leader, unit) => {
                play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
                play.push(self);
            }
            Loosened::FallsBack(unit, way, left) => {
                play.push(left);
                fall(play, unit, way, Rule::SR_6_24_C);
            }
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Profile { body } => {
                let at = play.at();
                let printed =
                    body_leader(at, body).map_or(Profile::Normal, |leader| profile(at, leader));
                let setting = play.setting;
                let acts = if printed == Profile::Unreliable {
                    match play.roll(profile_roll(setting, body))?.verdict {
                        Verdict::Acts(profile) => profile,
                        _ => Profile::Normal,
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
            Self::FallBacks { units, .. } => {
                // Reading 46: a stack that cannot retreat suffers the loss of SR 12.44 instead, its top unit for all.
                let at = play.at();
                let kept = units.iter().copied();
                let tops: Vec<UnitId> = kept
                    .filter(|&unit| is_top_of_those_kept(at, &units, unit))
                    .collect();
                let rule = Rule::SR_12_44;
                let mut steps: Vec<Step> = Vec::new();
                for unit in tops {
                    steps.push(LossStep { unit, sp: 1, rule }.into());
                    if collapses_further(at, unit, 1) {
                        let rule = Rule::SR_12_23;
                        steps.push(CheckStep::RoutOr { unit, rule }.into());
                    }
                }
                play.then(steps);
            }
            Self::FallenBack { body } => {
                let reaching = Reaching::Bound;
                give(play, body, Orders::Advance, Rule::SR_6_24_C, reaching);
            }
            Self::Ask { .. } => {}
        }
        Ok(())
    }
}

/// Reading 131: whom the orders of the result reach.
fn reaching(setting: &Setting) -> Reaching {
    match setting.rules.switches.loose_reins_binds_all {
        LooseReinsBinds::InCommand => Reaching::InCommand,
        LooseReinsBinds::All => Reaching::Everybody,
    }
}

/// Those of the units that have yet to fall back and can.
fn falling<'a>(at: At<'a>, units: &'a [UnitId]) -> impl Iterator<Item = UnitId> + 'a {
    let there = units.iter().copied();
    there.filter(move |&unit| at.position.unit(unit).on_map() && !falls(at, unit).is_empty())
}

/// Whether it could not fall back, and nobody above it in its stack either.
fn is_top_of_those_kept(at: At<'_>, kept: &[UnitId], unit: UnitId) -> bool {
    if !at.position.unit(unit).on_map() {
        return false;
    }
    let mut stack = at.position.stack(at.position.unit(unit).hex);
    let top = stack.find(|part| kept.contains(&part.unit));
    top.is_some_and(|top| top.unit == unit)
}

fn apply(play: &mut Play<'_>, body: BodyId, profile: Profile) {
    let marching = play.position.body(body).orders == Orders::March;
    let reaching = reaching(play.setting);
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
            bind(play, body, Bound::FallenBack, Rule::SR_6_24_C);
            play.then([
                LooseReinsStep::FallBacks { body, units }.into(),
                LooseReinsStep::FallenBack { body }.into(),
            ]);
        }
        Profile::Normal | Profile::Unreliable => bind(play, body, Bound::Free, Rule::SR_6_24_N),
    }
}
