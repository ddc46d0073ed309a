//! What every question is asked of.

use longroll_board::{Direction, Grid, HexId};
use longroll_core::Side;
use longroll_position::{Position, Setting};
use longroll_sight::{Sight, VisibilityTable};

use crate::tables::MovementTables;

/// One moment of one game, with the tables that make questions about it cheap. Plain references: make one where needed.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// What does not change.
    pub setting: &'a Setting,
    /// What does.
    pub position: &'a Position,
    /// Prices and figures.
    pub tables: &'a MovementTables,
    /// Line of sight.
    pub sight: &'a Sight,
    /// The same over the terrain alone, worked out for at least 4 hexes (SR 9.22, 9.55).
    pub visible: &'a VisibilityTable,
}

impl<'a> Scene<'a> {
    /// The hex grid.
    #[must_use]
    pub fn grid(&self) -> &'a Grid {
        self.setting.grid()
    }

    /// The same scene with another position.
    #[must_use]
    pub const fn at(&self, position: &'a Position) -> Self {
        Self { position, ..*self }
    }

    /// Whether a combat unit of `side` is in the hex. Gunboats and abandoned guns are none (readings I53, I106).
    #[inline]
    #[must_use]
    pub fn holds(&self, side: Side, hex: HexId) -> bool {
        self.position.holder(hex) == Some(side)
    }

    /// The hexes within a distance whose combat units are of this side, in the order of ids.
    pub fn held_within(
        &self,
        side: Side,
        centre: HexId,
        distance: u32,
    ) -> impl Iterator<Item = HexId> + '_ {
        self.position
            .held_within(self.setting, side, centre, distance)
    }

    /// SR 9.53: whether an enemy combat unit of `side` stands next to the hex.
    #[inline]
    #[must_use]
    pub fn next_to_enemy(&self, side: Side, hex: HexId) -> bool {
        let enemy = side.enemy();
        Direction::ALL.into_iter().any(|direction| {
            self.grid()
                .neighbour(hex, direction)
                .is_some_and(|next| self.holds(enemy, next))
        })
    }

    /// BB 9.44-logbridge: whether a route may be followed over this hexside now.
    #[inline]
    #[must_use]
    pub fn route_open(&self, from: HexId, to: HexId) -> bool {
        match self.tables.closed_bridge {
            Some(bridge) if !self.position.bridge_open => bridge.hex != from && bridge.hex != to,
            _ => true,
        }
    }

    /// BB 9.44-logbridge: whether the scenario began with a closed bridge.
    #[must_use]
    pub const fn has_closed_bridge(&self) -> bool {
        self.tables.closed_bridge.is_some()
    }

    /// BB 9.44-logbridge, reading I98: whether the closed bridge opens now, at the start of an Activation.
    #[must_use]
    pub fn bridge_opens(&self) -> BridgeState {
        let Some(bridge) = self.tables.closed_bridge else {
            return BridgeState::Open;
        };
        if self.position.bridge_open {
            return BridgeState::Open;
        }
        let held = self
            .grid()
            .hexes_in_range(bridge.hex, u32::from(bridge.within))
            .any(|hex| self.holds(bridge.held_by, hex));
        if held {
            BridgeState::Closed
        } else {
            BridgeState::Open
        }
    }
}

/// BB 9.44-logbridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BridgeState {
    /// Its road may not be used.
    Closed,
    /// Its road is a road; it never closes again.
    Open,
}
