//! The door of set-ups: a table laid out by a situation or a save, before anything happens on it.

use longroll_core::{BySide, Side};

use super::{Arrival, General, Objective, Score, Table, Unit};
use crate::facts::{DivisionId, GeneralId, UnitId};

/// A table being laid out; [`Layout::finish`] hands it over, and from then on only events change it.
#[derive(Debug, Clone)]
pub struct Layout(Table);

impl Layout {
    /// From an empty table.
    #[must_use]
    pub const fn new(table: Table) -> Self {
        Self(table)
    }

    /// A unit as it stands.
    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.0.units[id.index()]
    }

    /// A general as he stands.
    pub fn general(&mut self, id: GeneralId) -> &mut General {
        &mut self.0.generals[id.index()]
    }

    /// One more objective.
    pub fn objective(&mut self, objective: Objective) {
        self.0.objectives.push(objective);
    }

    /// A group off the table.
    pub fn arrival(&mut self, arrival: Arrival) {
        self.0.arrivals.push(arrival);
    }

    /// The turn that is being played.
    pub const fn turn(&mut self, turn: u8) {
        self.0.turn = turn;
    }

    /// SfG 2.2: the order of divisions this turn.
    pub fn order(&mut self, order: Vec<DivisionId>) {
        self.0.order = order;
    }

    /// The division that acts.
    pub const fn active(&mut self, division: DivisionId) {
        self.0.active = Some(division);
    }

    /// What a side has scored.
    pub fn score(&mut self, side: Side, score: Score) {
        self.0.score[side] = score;
    }

    /// Who has used the corps order.
    pub const fn corps_used(&mut self, used: BySide<bool>) {
        self.0.corps_used = used;
    }

    /// The table.
    #[must_use]
    pub fn finish(self) -> Table {
        self.0
    }

    /// The table so far, for questions.
    #[must_use]
    pub const fn so_far(&self) -> &Table {
        &self.0
    }
}
