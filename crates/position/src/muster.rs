//! Who acts with which body, so that a question about a brigade need not look at both armies.
//!
//! Derived from what the units are assigned to: neither saved nor hashed nor compared. A position that has none yet
//! (just loaded, or being put together) answers by looking at everybody.

use longroll_catalog::facts::UnitId;

use crate::{BodyId, Position, Presence, Setting};

const NOBODY: u16 = u16::MAX;

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
    pub(crate) fn of(position: &Position, setting: &Setting) -> Self {
        let mut muster = Self {
            first: vec![NOBODY; setting.bodies.len()],
            next: vec![NOBODY; position.units.len()],
        };
        // From the last to the first, each before those that follow it.
        let units: Vec<UnitId> = setting.unit_ids().take(position.units.len()).collect();
        for unit in units.into_iter().rev() {
            muster.add(position.body_of(setting, unit), unit);
        }
        muster
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    fn after(&self, node: u16) -> u16 {
        self.next.get(usize::from(node)).copied().unwrap_or(NOBODY)
    }

    fn head(&self, body: BodyId) -> u16 {
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

/// The units of a body that are in the game, in the order of their numbers.
#[derive(Debug, Clone)]
pub struct Members<'a> {
    position: &'a Position,
    setting: &'a Setting,
    body: BodyId,
    next: u16,
    /// Those who have been lost or have left the map as well.
    ever: bool,
}

impl<'a> Members<'a> {
    pub(crate) fn ever_of(position: &'a Position, setting: &'a Setting, body: BodyId) -> Self {
        Self {
            ever: true,
            ..Self::of(position, setting, body)
        }
    }

    pub(crate) fn of(position: &'a Position, setting: &'a Setting, body: BodyId) -> Self {
        let next = if position.muster.is_empty() {
            0
        } else {
            debug_assert!(
                setting
                    .unit_ids()
                    .filter(|&unit| position.body_of(setting, unit) == body)
                    .eq(core::iter::successors(
                        Some(position.muster.head(body)).filter(|&node| node != NOBODY),
                        |&node| Some(position.muster.after(node)).filter(|&node| node != NOBODY)
                    )
                    .map(UnitId)),
                "a unit changes its command by Position::assign alone"
            );
            position.muster.head(body)
        };
        Self {
            position,
            setting,
            body,
            next,
            ever: false,
        }
    }
}

impl Iterator for Members<'_> {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        loop {
            let unit = UnitId(self.next);
            let state = self.position.units.get(unit.index())?;
            let listed = !self.position.muster.is_empty();
            self.next = if listed {
                self.position.muster.after(self.next)
            } else {
                self.next + 1
            };
            let counts = match state.presence {
                Presence::Absent => false,
                Presence::Lost | Presence::Left => self.ever,
                _ => true,
            };
            if counts && (listed || self.position.body_of(self.setting, unit) == self.body) {
                return Some(unit);
            }
        }
    }
}
