//! SfG 2.4-enter: a group off the table enters before any order of its division.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::{Answer, Ask, Flow, Frame, Procedure, Prompt, not_asked, refuse};
use crate::choice::Choice;
use crate::event::Cause;
use crate::facts::{DivisionId, UnitId};
use crate::family::Scope;
use crate::look::Look;
use crate::moving::{self, Way};
use crate::play::Play;
use crate::suggest;
use crate::table::Place;

/// A group at the edge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entering {
    division: DivisionId,
    /// Units that have a free place; the others wait for the next turn (SfG-reading 64).
    ready: Option<Vec<UnitId>>,
}

impl Entering {
    /// The group of a division.
    #[must_use]
    pub const fn new(division: DivisionId) -> Self {
        Self {
            division,
            ready: None,
        }
    }
}

impl Procedure for Entering {
    type Ruling = (UnitId, Way);

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        let ready = self.ready.as_ref()?;
        (!ready.is_empty()).then(|| Ask {
            side: look.facts.division(self.division).side,
            rule: Rule::SFG_2_4_enter,
            prompt: Prompt::Enter,
        })
    }

    fn candidates(&self, _: Look<'_>, _: &mut dyn FnMut(Choice)) {}

    fn families(&self, _: Look<'_>) -> Vec<Scope> {
        let ready = self.ready.iter().flatten();
        ready.map(|unit| Scope::Enter(*unit)).collect()
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<(UnitId, Way), Refusal> {
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
        Ok((*unit, way))
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        (unit, way): (UnitId, Way),
    ) -> Result<Flow, ChanceError> {
        play.march(unit, Cause::Entry, way);
        let general = play.facts.division(self.division).general;
        if play.table.general(general).pose.is_none() {
            play.put_beside(general, unit, Rule::SFG_2_4_enter);
        }
        self.ready = None;
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow, ChanceError> {
        if self.ready.is_some() {
            return Ok(Flow::Finish(Answer::Done));
        }
        let look = play.look();
        let frame: Frame = self.clone().into();
        let may_enter = |unit: &UnitId| {
            let mut found = false;
            suggest::suggest(look, &frame, Scope::Enter(*unit), &mut |choice| {
                found = found || frame.judge(look, &choice).is_ok();
                !found
            });
            found
        };
        let waiting = play.facts.division(self.division).units.iter().copied();
        let ready: Vec<UnitId> = waiting
            .filter(|unit| look.unit(*unit).place == Place::Reserve)
            .filter(may_enter)
            .collect();
        self.ready = Some(ready);
        Ok(Flow::Again)
    }
}
