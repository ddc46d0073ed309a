//! SfG 2.5-division: the units of a division move under a division order, one after another.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::fire::Firing;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use crate::choice::Choice;
use crate::command;
use crate::event::Cause;
use crate::facts::{DivisionId, UnitId};
use crate::fighting::firing;
use crate::look::Look;
use crate::moving::{self, Manner, Way};
use crate::play::Play;
use crate::refusal::refuse;
use crate::scenario;
use crate::scope::Scope;

/// A division order at work.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marching {
    division: DivisionId,
    left: Vec<UnitId>,
    over: bool,
}

/// A legal step of it.
#[derive(Debug)]
pub enum Ruling {
    /// A unit moves.
    Move(UnitId, Way),
    /// A unit stands.
    Stand(UnitId),
    /// Somebody of the division fires first (SfG 2.3-free).
    Fire(UnitId, UnitId),
    /// Nobody else moves.
    Done,
}

impl Marching {
    /// SfG 2.3-division-order: everybody who may profit from it now.
    #[must_use]
    pub fn new(look: Look<'_>, division: DivisionId) -> Self {
        let units = &look.facts.division(division).units;
        Self {
            division,
            left: units
                .iter()
                .copied()
                .filter(|unit| may_march(look, *unit).is_ok())
                .collect(),
            over: false,
        }
    }
}

/// SfG 2.3-division-order, SfG-reading 48: good order, on the table, within the radius.
fn may_march(look: Look<'_>, unit: UnitId) -> Result<(), Refusal> {
    let own = look.unit(unit);
    if !own.on_table() {
        return refuse(Rule::SFG_2_3_division_order, "it is not on the table");
    }
    if own.disordered {
        return refuse(Rule::SFG_2_3_division_disordered, "it is disordered");
    }
    if own.deeds.entered {
        return refuse(Rule::SFG_2_4_enter, "it entered this turn");
    }
    if look.is_battery(unit) {
        firing::action_left(look, unit)?;
    }
    let division = look.facts.unit(unit).division;
    command::in_radius(look, look.facts.division(division).general, unit).map(|_| ())
}

impl Procedure for Marching {
    type Ruling = Ruling;
    type Calls = Firing;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        (!self.over && !self.left.is_empty() && !scenario::is_decided(look)).then(|| Ask {
            side: look.facts.division(self.division).side,
            rule: Rule::SFG_2_3_division_order,
            prompt: Prompt::DivisionMove,
        })
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        firing::candidates(look, self.division, each);
        each(Choice::Done);
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        if self.asks(look).is_none() {
            return Vec::new();
        }
        // Guns that have fired since the order was given move no more.
        let able = self
            .left
            .iter()
            .filter(|unit| may_march(look, **unit).is_ok());
        able.map(|unit| Scope::Move(*unit)).collect()
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        match choice {
            Choice::Done => Ok(Ruling::Done),
            Choice::Move { unit, plan } => {
                if look.facts.unit(*unit).division != self.division {
                    return refuse(Rule::SFG_2_3_division_order, "it is not of this division");
                }
                if !self.left.contains(unit) {
                    may_march(look, *unit)?;
                    return refuse(
                        Rule::SFG_2_3_division_order,
                        "it has moved under this order",
                    );
                }
                if plan.0.is_empty() {
                    return Ok(Ruling::Stand(*unit));
                }
                if look.is_battery(*unit) {
                    firing::action_left(look, *unit)?;
                }
                let way = moving::judge(look, *unit, plan, Manner::Division)?;
                Ok(Ruling::Move(*unit, way))
            }
            Choice::Fire { unit, target } => {
                if look.facts.unit(*unit).division != self.division {
                    return refuse(Rule::SFG_2_6_when, "it is not of the active division");
                }
                firing::judge(look, *unit, *target)?;
                Ok(Ruling::Fire(*unit, *target))
            }
            Choice::Charge { .. } => refuse(
                Rule::SFG_2_3_division_order,
                "nobody charges under a division order",
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
            Ruling::Move(unit, way) => {
                self.left.retain(|own| *own != unit);
                play.march(unit, Cause::DivisionOrder, way);
            }
            Ruling::Stand(unit) => self.left.retain(|own| *own != unit),
            Ruling::Done => self.over = true,
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
