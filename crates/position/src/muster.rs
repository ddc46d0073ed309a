//! Who acts with which body, so that a question about a brigade need not look at both armies.
//!
//! Derived from what the units are assigned to: neither saved nor hashed nor compared. A position that has none yet
//! (just loaded, or being put together) answers by looking at everybody.

use longroll_catalog::facts::UnitId;

use crate::BodyId;

/// No unit has this number.
pub(crate) const NOBODY: u16 = u16::MAX;

/// The units of every body as chains over dense arrays, each in the order of unit numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Muster {
    first: Vec<u16>,
    next: Vec<u16>,
}

/// Derived: two positions are the same whether or not their units have been mustered.
impl PartialEq for Muster {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Muster {}

impl core::hash::Hash for Muster {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

impl Muster {
    /// The muster of all units in the order of their numbers, each with the body it acts with.
    pub(crate) fn of(bodies: usize, units: &[(UnitId, BodyId)]) -> Self {
        let mut muster = Self {
            first: vec![NOBODY; bodies],
            next: vec![NOBODY; units.len()],
        };
        // From the last to the first, each before those that follow it.
        for &(unit, body) in units.iter().rev() {
            muster.add(body, unit);
        }
        muster
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The unit that follows another in its chain, by number; [`NOBODY`] at the end.
    pub(crate) fn after(&self, node: u16) -> u16 {
        self.next.get(usize::from(node)).copied().unwrap_or(NOBODY)
    }

    /// The first unit of a body, by number; [`NOBODY`] if it has none.
    pub(crate) fn head(&self, body: BodyId) -> u16 {
        self.first.get(body.index()).copied().unwrap_or(NOBODY)
    }

    /// Puts a unit into the chain of a body.
    pub(crate) fn add(&mut self, body: BodyId, unit: UnitId) {
        let mut before = NOBODY;
        let mut after = self.head(body);
        while after < unit.0 {
            before = after;
            after = self.after(after);
        }
        self.link(unit.0, after, body);
        self.link(before, unit.0, body);
    }

    /// Takes a unit out of the chain of a body.
    pub(crate) fn remove(&mut self, body: BodyId, unit: UnitId) {
        let mut before = NOBODY;
        let mut here = self.head(body);
        while here < unit.0 {
            before = here;
            here = self.after(here);
        }
        if here == unit.0 {
            self.link(before, self.after(unit.0), body);
        }
    }

    fn link(&mut self, before: u16, after: u16, body: BodyId) {
        let place = if before == NOBODY {
            self.first.get_mut(body.index())
        } else {
            self.next.get_mut(usize::from(before))
        };
        if let Some(place) = place {
            *place = after;
        }
    }
}
