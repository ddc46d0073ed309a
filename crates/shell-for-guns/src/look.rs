//! What questions look at: the facts and the table.

use longroll_core::Side;
use longroll_tabletop::Body;

use crate::facts::{Arm, Facts, UnitEntry, UnitId};
use crate::table::{Table, Unit};

/// The facts and the table, for questions.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// What never changes.
    pub facts: &'a Facts,
    /// What does.
    pub table: &'a Table,
}

impl<'a> Look<'a> {
    /// A unit as it stands.
    #[must_use]
    pub fn unit(self, id: UnitId) -> &'a Unit {
        self.table.unit(id)
    }

    /// A unit as it is listed.
    #[must_use]
    pub fn entry(self, id: UnitId) -> &'a UnitEntry {
        &self.facts.unit(id).entry
    }

    /// Whose a unit is.
    #[must_use]
    pub fn side(self, id: UnitId) -> Side {
        self.facts.unit(id).side
    }

    /// Whether it is a battery.
    #[must_use]
    pub fn is_battery(self, id: UnitId) -> bool {
        self.entry(id).arm == Arm::Battery
    }

    /// Whether it is cavalry on horse.
    #[must_use]
    pub fn is_mounted(self, id: UnitId) -> bool {
        self.entry(id).arm == Arm::Cavalry && self.unit(id).mounted
    }

    /// Its name.
    #[must_use]
    pub fn name(self, id: UnitId) -> &'a str {
        &self.facts.unit(id).name
    }

    /// Its bases.
    #[must_use]
    pub fn body(self, id: UnitId) -> Body {
        self.unit(id).body()
    }

    /// Units of a side on the table.
    pub fn of_side(self, side: Side) -> impl Iterator<Item = UnitId> + Clone + 'a {
        self.table
            .present()
            .map(|(id, _)| id)
            .filter(move |id| self.facts.unit(*id).side == side)
    }

    /// Enemies of a unit on the table.
    pub fn enemies(self, unit: UnitId) -> impl Iterator<Item = UnitId> + Clone + 'a {
        self.of_side(self.side(unit).enemy())
    }

    /// SfG 1.5-decimated.
    #[must_use]
    pub fn decimated(self, id: UnitId) -> bool {
        self.table.decimated(self.facts, id)
    }

    /// Batteries joined to a brigade.
    pub fn joined_to(self, brigade: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        self.table
            .present()
            .filter(move |(_, unit)| unit.joined == Some(brigade))
            .map(|(id, _)| id)
    }
}
