//! A position being put together: by a set-up, a situation file, an editor or a test. It may be nonsense.

use core::ops::Deref;

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, LeaderId, UnitId};

use crate::{
    ActivatorId, ActivatorState, BodyId, BodyState, Extent, LeaderState, Position, Presence,
    Setting, StackPlace, Standing, UnitState,
};

/// A position being put together. It reads like a position, and everything in it may be changed at will.
#[derive(Debug, Clone)]
pub struct Draft(Position);

impl Deref for Draft {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl From<Position> for Draft {
    fn from(position: Position) -> Self {
        Self(position)
    }
}

impl Draft {
    /// A draft of these pieces; those on the map lie in the order of their numbers.
    #[must_use]
    pub fn new(
        setting: &Setting,
        units: Vec<UnitState>,
        leaders: Vec<LeaderState>,
        bodies: Vec<BodyState>,
    ) -> Self {
        Self(Position::lay_out(setting, units, leaders, bodies))
    }

    /// The position, found sound: for the doors alone, which are `longroll_movement::soundness` and the start of a game whose
    /// page was judged when its stage was laid out (`longroll_gbacw::assembly`).
    #[must_use]
    pub fn judged(self) -> Position {
        self.0
    }

    /// The position as it was drawn up, sound or not. Nobody plays it on: it is what a side knows with the secrets left out
    /// (`gbacw::View`), what somebody imagines to look ahead (`opponent`), or what a test is about. Who may ask for it stands
    /// in `situation/tests/doors.rs`.
    #[must_use]
    pub fn imagined(self) -> Position {
        self.0
    }

    pub(crate) const fn position_mut(&mut self) -> &mut Position {
        &mut self.0
    }

    /// Everything but the places of the units.
    pub fn standing_mut(&mut self) -> &mut Standing {
        &mut self.0.standing
    }

    /// A unit, to be changed in anything but its place and its command.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        self.0.unit_mut(unit)
    }

    /// A leader, to be changed.
    pub fn leader_mut(&mut self, leader: LeaderId) -> &mut LeaderState {
        self.0.leader_mut(leader)
    }

    /// A body, to be changed.
    pub fn body_mut(&mut self, body: BodyId) -> &mut BodyState {
        self.0.body_mut(body)
    }

    /// Whoever has markers, to be changed.
    pub fn activator_mut(&mut self, activator: ActivatorId) -> &mut ActivatorState {
        self.0.activator_mut(activator)
    }

    /// A unit acts with another command.
    pub fn assign(&mut self, setting: &Setting, unit: UnitId, command: CommandId) {
        self.0.assign(setting, unit, command);
    }

    /// Puts a unit's counter and extensions somewhere.
    pub fn move_unit(
        &mut self,
        setting: &Setting,
        unit: UnitId,
        hex: HexId,
        extent: Extent,
        place: StackPlace,
    ) {
        self.0.move_unit(setting, unit, hex, extent, place);
    }

    /// Takes a unit off the map.
    pub fn take_off(&mut self, unit: UnitId, presence: Presence) {
        self.0.take_off(unit, presence);
    }

    /// Puts the stack of a hex into this order, top to bottom.
    pub fn reorder_stack(&mut self, setting: &Setting, hex: HexId, order: &[UnitId]) {
        self.0.reorder_stack(setting, hex, order);
    }
}
