//! SfG 2.3-brigade-order: an order that was passed is carried out, or left unused (SfG-reading 58).

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::fire::Firing;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use crate::choice::{Choice, Plan};
use crate::event::Cause;
use crate::facts::UnitId;
use crate::fighting::firing;
use crate::look::Look;
use crate::moving::{self, Manner, Way};
use crate::play::Play;
use crate::refusal::refuse;
use crate::scenario;
use crate::scope::Scope;

/// A passed order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ordering {
    unit: UnitId,
    used: bool,
}

/// A legal use of it.
#[derive(Debug)]
pub enum Ruling {
    /// The unit moves.
    Move(Way),
    /// It stands.
    Stand,
    /// Somebody of the division fires first (SfG 2.3-free).
    Fire(UnitId, UnitId),
}

impl Ordering {
    /// A passed order to a unit.
    #[must_use]
    pub const fn new(unit: UnitId) -> Self {
        Self { unit, used: false }
    }
}

impl Procedure for Ordering {
    type Ruling = Ruling;
    type Calls = Firing;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        let waits = !self.used && look.unit(self.unit).on_table();
        (waits && !scenario::is_decided(look)).then(|| Ask {
            side: look.side(self.unit),
            rule: Rule::SFG_2_3_brigade_order,
            prompt: Prompt::Move(self.unit),
        })
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::Move {
            unit: self.unit,
            plan: Plan::default(),
        });
        firing::candidates(look, look.facts.unit(self.unit).division, each);
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        if self.asks(look).is_some() {
            vec![Scope::Move(self.unit)]
        } else {
            Vec::new()
        }
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        match choice {
            Choice::Move { unit, .. } if *unit != self.unit => refuse(
                Rule::SFG_2_3_brigade_order,
                format!("the order was given to {}", look.name(self.unit)),
            ),
            Choice::Move { plan, .. } if plan.0.is_empty() => Ok(Ruling::Stand),
            Choice::Move { unit, plan } => {
                if look.is_battery(*unit) {
                    firing::action_left(look, *unit)?;
                }
                moving::judge(look, *unit, plan, Manner::Order).map(Ruling::Move)
            }
            Choice::Fire { unit, target } => {
                let own = look.facts.unit(self.unit).division;
                if look.facts.unit(*unit).division != own {
                    return refuse(Rule::SFG_2_6_when, "it is not of the active division");
                }
                firing::judge(look, *unit, *target)?;
                Ok(Ruling::Fire(*unit, *target))
            }
            Choice::Charge { .. } => {
                refuse(Rule::SFG_2_5_charge, "a charge is declared before the test")
            }
            Choice::Order { .. } | Choice::DivisionOrder => refuse(
                Rule::SFG_2_3_brigade_order,
                "the order given is carried out first",
            ),
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Firing>, ChanceError> {
        match ruling {
            Ruling::Move(way) => {
                self.used = true;
                play.march(self.unit, Cause::Order, way);
            }
            Ruling::Stand => self.used = true,
            Ruling::Fire(unit, target) => {
                return Ok(Flow::Call(Firing::new(unit, target)));
            }
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, _: &mut Play<'_>) -> Result<Flow<Firing>, ChanceError> {
        Ok(Flow::Finish(Answer::Done))
    }
}
