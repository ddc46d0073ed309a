//! The units of a body, by the muster of a position or, where it has none, by looking at everybody.

use longroll_catalog::facts::UnitId;

use crate::muster::NOBODY;
use crate::{BodyId, Position, Presence, Setting};

impl Position {
    /// Units that act with a body, on the map or not, in the order of their numbers.
    #[must_use]
    pub fn members<'a>(&'a self, setting: &'a Setting, body: BodyId) -> Members<'a> {
        Members::of(self, setting, body)
    }

    /// The same with those who have been lost or have left the map since the game began: what they did, the body has done.
    #[must_use]
    pub fn members_ever<'a>(&'a self, setting: &'a Setting, body: BodyId) -> Members<'a> {
        Members::ever_of(self, setting, body)
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
