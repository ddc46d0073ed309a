//! SR 13.45, 17.42; BB 13.45: whoever has done nothing all turn comes into order, or is less tired.

use longroll_catalog::facts::{Arm, Fatigue, LooseRest, UnitId, UnitTrait};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{BodyId, BodyKind, Cohesion, Tired};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::command::{is_joined_to, unit_is_in_range, units_near_leader};
use crate::fatigue;
use crate::fire::supplying::restock_at_rest;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::comes_into_order;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::RestStep;

/// What a rest gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// SR 13.45: order.
    Order(Tired),
    /// SR 17.42: strength.
    Breath(Tired),
    /// Nothing more.
    Done,
}

/// SR 13.45: whether a unit has done what keeps it from resting, or is at work on an entrenchment.
fn has_stirred(at: At<'_>, unit: UnitId) -> bool {
    let mut sites = at.position.special.sites.iter();
    at.position.unit(unit).stirred || sites.any(|site| site.unit == unit)
}

/// SR 13.45: whether a brigade has rested all turn: nobody but its guns has moved, fired of its own, assaulted or been assaulted.
/// A brigade of guns rests if its batteries have.
///
/// # Errors
/// Why it has not.
fn has_rested(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    if at.position.body(body).reserve {
        return Err(Refusal::new(
            Rule::SR_17_42,
            "it is in Reserve, which gives more",
        ));
    }
    if !fatigue::is_in_play(at, body) {
        return Err(Refusal::new(
            Rule::SR_17_42,
            "it has not come to the field yet",
        ));
    }
    let foot = |unit: &UnitId| at.setting.unit(*unit).arm != Arm::Artillery;
    let all_guns = !at
        .position
        .members(at.setting, body)
        .any(|unit| foot(&unit));
    let stirred = at
        .position
        .members_ever(at.setting, body)
        .filter(|unit| all_guns || foot(unit))
        .any(|unit| has_stirred(at, unit));
    if stirred {
        return Err(Refusal::new(
            Rule::SR_13_45,
            "a unit of it has moved, fired, built, assaulted or been assaulted this turn",
        ));
    }
    Ok(())
}

/// BB 13.45, SR 13.45 note 2: the same for a unit of no brigade.
fn has_rested_alone(at: At<'_>, unit: UnitId) -> Result<Rule, Refusal> {
    let body = at.position.body_of(at.setting, unit);
    let rest = at.setting.variations.loose_rest;
    if at.setting.body(body).kind == BodyKind::Brigade {
        return Err(Refusal::new(
            Rule::SR_13_45,
            "a unit of a brigade rests with it",
        ));
    }
    if at.position.body(body).reserve {
        return Err(Refusal::new(
            Rule::SR_17_42,
            "it is in Reserve, which gives more",
        ));
    }
    if !at.position.unit(unit).on_map() || has_stirred(at, unit) {
        return Err(Refusal::new(
            rest.rule,
            "it has moved, fired, assaulted or been assaulted this turn",
        ));
    }
    if rest.value == LooseRest::InRange && !is_near_its_superior(at, unit) {
        return Err(Refusal::new(rest.rule, "it is out of its superior's range"));
    }
    Ok(rest.rule)
}

/// SR 13.45 note 2: whether the leader of the command that a loose unit belongs to has it in his range.
fn is_near_its_superior(at: At<'_>, unit: UnitId) -> bool {
    let body = at.position.body_of(at.setting, unit);
    // SR 4.22: the string of adjacent units and the hex next to the leader count; those of no division are always In Command.
    if at.setting.body(body).kind != BodyKind::Unassigned {
        return unit_is_in_range(at, unit);
    }
    let superior = at
        .position
        .leader_of(at.setting, at.position.unit(unit).assigned);
    superior.is_some_and(|leader| is_joined_to(at, leader, unit))
}

/// SR 12.81: guns that have got a crew this turn do not recover before their next Activation.
pub(super) fn waits_for_its_turn(at: At<'_>, unit: UnitId) -> bool {
    at.setting.unit(unit).arm == Arm::Artillery && at.position.unit(unit).winded
}

/// SR 13.45: those who come into order by resting.
fn disordered(at: At<'_>, whom: Tired) -> Vec<UnitId> {
    let units: Vec<UnitId> = match whom {
        Tired::Body(body) => units_near_leader(at, body).into_vec(),
        Tired::Unit(unit) => vec![unit],
    };
    units
        .into_iter()
        .filter(|&unit| at.position.unit(unit).cohesion == Cohesion::Disordered)
        .filter(|&unit| !waits_for_its_turn(at, unit))
        .filter(|&unit| {
            let traits = &at.setting.unit(unit).traits;
            !traits.contains(&UnitTrait::RecoversByRollOnly)
        })
        .collect()
}

impl RestStep {
    fn may_rest(&self, at: At<'_>, whom: Tired) -> Result<Rule, Refusal> {
        let (side, rule) = match whom {
            Tired::Body(body) => {
                has_rested(at, body)?;
                (at.setting.body(body).side, Rule::SR_13_45)
            }
            Tired::Unit(unit) => {
                let rule = has_rested_alone(at, unit)?;
                (at.setting.unit(unit).side, rule)
            }
        };
        if side != self.side {
            return Err(Refusal::new(rule, "it is the other side's"));
        }
        if self.rested.contains(&whom) {
            return Err(Refusal::new(
                rule,
                "it comes into order or is less tired, not both",
            ));
        }
        Ok(rule)
    }

    fn may_order(&self, at: At<'_>, whom: Tired) -> Judgement<Rest> {
        let rule = self.may_rest(at, whom)?;
        if disordered(at, whom).is_empty() {
            return Err(Refusal::new(
                rule,
                "nobody is there whom rest brings into order",
            ));
        }
        Ok(Ruling::new(rule, Rest::Order(whom)))
    }

    fn may_breathe(&self, at: At<'_>, whom: Tired) -> Judgement<Rest> {
        let rule = match self.may_rest(at, whom)? {
            Rule::SR_13_45 => Rule::SR_17_42,
            other => other,
        };
        let guns = match whom {
            Tired::Unit(unit) => at.setting.unit(unit).arm == Arm::Artillery,
            Tired::Body(_) => false,
        };
        if guns || fatigue::level(at, whom) == Fatigue::None {
            return Err(Refusal::new(rule, "it is not tired"));
        }
        Ok(Ruling::new(rule, Rest::Breath(whom)))
    }
}

impl Procedure for RestStep {
    type Means = Rest;

    looks_at_the_position!();

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        self.supplied.then_some(Ask {
            side: self.side,
            rule: Rule::SR_13_45,
            prompt: Prompt::Rest,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for body in at.setting.body_ids() {
            let facts = at.setting.body(body);
            if facts.side != self.side {
                continue;
            }
            if facts.kind == BodyKind::Brigade {
                each(Choice::Rally { body });
                each(Choice::Ease { body });
            } else {
                for unit in at.position.members(at.setting, body) {
                    if at.position.unit(unit).on_map() {
                        each(Choice::RallyUnit { unit });
                        each(Choice::EaseUnit { unit });
                    }
                }
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Rest> {
        match choice {
            Choice::Rally { body } => self.may_order(at, Tired::Body(body)),
            Choice::RallyUnit { unit } => self.may_order(at, Tired::Unit(unit)),
            Choice::Ease { body } => self.may_breathe(at, Tired::Body(body)),
            Choice::EaseUnit { unit } => self.may_breathe(at, Tired::Unit(unit)),
            Choice::Done => Ok(Ruling::new(Rule::SR_13_45, Rest::Done)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(mut self, play: &mut Play<'_>, rest: Rest) -> Result<(), ChanceError> {
        match rest {
            Rest::Order(whom) => {
                for unit in disordered(play.at(), whom) {
                    comes_into_order(play, unit, Rule::SR_13_45);
                }
                self.rested.push(whom);
            }
            Rest::Breath(whom) => {
                fatigue::lower(play, whom, 1, Rule::SR_17_42);
                self.rested.push(whom);
            }
            Rest::Done => return Ok(()),
        }
        play.push(self);
        Ok(())
    }

    fn runs(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let resting: Vec<UnitId> = {
            let at = play.at();
            at.setting
                .unit_ids()
                .filter(|&unit| at.setting.unit(unit).side == self.side)
                .filter(|&unit| at.position.unit(unit).on_map())
                .filter(|&unit| {
                    let body = at.position.body_of(at.setting, unit);
                    match at.setting.body(body).kind {
                        BodyKind::Brigade => has_rested(at, body).is_ok(),
                        _ => has_rested_alone(at, unit).is_ok(),
                    }
                })
                .collect()
        };
        for unit in resting {
            restock_at_rest(play, unit, false);
        }
        self.supplied = true;
        play.push(self);
        Ok(())
    }
}
