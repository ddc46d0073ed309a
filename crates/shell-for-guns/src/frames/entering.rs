//! SfG 2.4-enter: a group off the table enters before any order of its division.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use longroll_tabletop::Ticks;
use serde::{Deserialize, Serialize};

use super::fire::Firing;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use crate::choice::Choice;
use crate::event::Cause;
use crate::facts::{DivisionId, UnitId};
use crate::fighting::firing;
use crate::look::Look;
use crate::measure::Um;
use crate::moving::{self, Way, edge};
use crate::play::Play;
use crate::refusal::refuse;
use crate::scenario;
use crate::scope::Scope;
use crate::table::Place;

/// A group at the edge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entering {
    division: DivisionId,
    /// SfG-reading 64: the others found no place and wait for the next turn.
    over: bool,
}

/// A legal step of entering.
#[derive(Debug)]
pub enum Ruling {
    /// A unit comes onto the table.
    Enter(UnitId, Way),
    /// The rest waits.
    Wait,
    /// Somebody of the division fires first (SfG 2.3-free).
    Fire(UnitId, UnitId),
}

impl Entering {
    /// The group of a division.
    #[must_use]
    pub const fn new(division: DivisionId) -> Self {
        Self {
            division,
            over: false,
        }
    }

    fn waiting<'a>(&self, look: Look<'a>) -> impl Iterator<Item = UnitId> + 'a {
        let units: &'a [UnitId] = &look.facts.division(self.division).units;
        let kept = move |unit: &UnitId| look.unit(*unit).place == Place::Reserve;
        units.iter().copied().filter(kept)
    }
}

impl Procedure for Entering {
    type Ruling = Ruling;
    type Calls = Firing;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        let waits = !self.over && self.waiting(look).next().is_some();
        (waits && !scenario::is_decided(look)).then(|| Ask {
            side: look.facts.division(self.division).side,
            rule: Rule::SFG_2_4_enter,
            prompt: Prompt::Enter,
        })
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        firing::candidates(look, self.division, each);
        each(Choice::Done);
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        if self.over {
            return Vec::new();
        }
        self.waiting(look).map(Scope::Enter).collect()
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        if *choice == Choice::Done {
            // Ways in at an angle may be left where no straight one is: to take them is up to the player.
            let place = self
                .waiting(look)
                .find_map(|unit| edge::straight_in(look, unit).map(|place| (unit, place)));
            return match place {
                Some((unit, (formation, at, _))) => refuse(
                    Rule::SFG_2_4_enter,
                    format!(
                        "{} has a free place: in {formation} at {}",
                        look.name(unit),
                        Um(Ticks(at.front.x()))
                    ),
                ),
                None => Ok(Ruling::Wait),
            };
        }
        if let Choice::Fire { unit, target } = choice {
            if look.facts.unit(*unit).division != self.division {
                return refuse(Rule::SFG_2_6_when, "it is not of the active division");
            }
            firing::judge(look, *unit, *target)?;
            return Ok(Ruling::Fire(*unit, *target));
        }
        let Choice::Enter {
            unit,
            formation,
            pose,
            plan,
        } = choice
        else {
            return Err(not_asked(&self.asks(look)));
        };
        if look.facts.unit(*unit).division != self.division
            || look.unit(*unit).place != Place::Reserve
        {
            return refuse(Rule::SFG_2_4_enter, "it does not wait at the edge");
        }
        let way = moving::enter(look, *unit, *formation, *pose, plan)?;
        Ok(Ruling::Enter(*unit, way))
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Firing>, ChanceError> {
        match ruling {
            Ruling::Enter(unit, way) => {
                play.march(unit, Cause::Entry, way);
                let general = play.facts.division(self.division).general;
                if play.table.general(general).pose.is_none() {
                    play.put_beside(general, unit, Rule::SFG_2_4_enter);
                }
            }
            Ruling::Wait => self.over = true,
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
