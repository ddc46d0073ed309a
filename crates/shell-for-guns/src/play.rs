//! The desk of a running procedure: what happens is told and carried out in one go, and dice come by one door.

use longroll_core::{Barrier, Chance, ChanceError, Side};
use longroll_rule::Rule;

use crate::event::Event;
use crate::facts::{DivisionId, Facts, UnitId};
use crate::look::Look;
use crate::roll::Roll;
use crate::table::Table;

/// The desk of a running procedure.
#[derive(Debug)]
pub struct Play<'a> {
    /// What never changes.
    pub facts: &'a Facts,
    pub(crate) table: &'a mut Table,
    pub(crate) chance: &'a mut Chance,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) drawn: &'a mut Vec<u16>,
    pub(crate) barrier: &'a mut Barrier,
}

impl Play<'_> {
    /// For questions.
    #[must_use]
    pub fn look(&self) -> Look<'_> {
        Look {
            facts: self.facts,
            table: self.table,
        }
    }

    /// Something happens: the only way to change the table.
    pub fn happens(&mut self, event: Event) {
        self.table.apply(self.facts, &event);
        self.events.push(event);
    }

    /// Something came to light that cannot be unseen.
    pub fn reveal(&mut self) {
        *self.barrier = Barrier::Closed;
    }

    /// Rolls, tells it, and gives its meaning.
    ///
    /// # Errors
    /// A script without dice.
    pub fn roll(
        &mut self,
        side: Side,
        unit: Option<UnitId>,
        division: Option<DivisionId>,
        roll: Roll,
    ) -> Result<i32, ChanceError> {
        let faces = roll.roll(self.chance, self.drawn)?;
        *self.barrier = Barrier::Closed;
        let meaning = roll.meaning(&faces);
        self.happens(Event::Rolled {
            side,
            unit,
            division,
            roll,
            faces,
        });
        Ok(meaning)
    }

    /// Rolls for a unit: its meaning and whether the (first) die shows a 6.
    ///
    /// # Errors
    /// A script without dice.
    pub fn roll_for(&mut self, unit: UnitId, roll: Roll) -> Result<(i32, bool), ChanceError> {
        let side = self.facts.unit(unit).side;
        let meaning = self.roll(side, Some(unit), None, roll)?;
        let six = match self.events.last() {
            Some(Event::Rolled { faces, .. }) => faces.contains(&6),
            _ => false,
        };
        Ok((meaning, six))
    }

    /// SfG 1.5-disordered: disorders a unit that is not yet.
    pub fn disorder(&mut self, unit: UnitId, rule: Rule) {
        let own = self.table.unit(unit);
        if own.on_table() && !own.disordered {
            self.happens(Event::Disordered { unit, rule });
        }
    }

    /// SfG 1.5-recovery: a disordered unit recovers.
    pub fn recover(&mut self, unit: UnitId, rule: Rule) {
        let own = self.table.unit(unit);
        if own.on_table() && own.disordered {
            self.happens(Event::Recovered { unit, rule });
        }
    }
}
