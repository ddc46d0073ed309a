//! A battle as it stands.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, CommandId, LeaderId, Light, TurnFacts, UnitId};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use crate::fire::FireHistory;
use crate::muster::Muster;
use crate::{
    ActivatorId, ActivatorState, BodyId, BodyState, Control, Extent, HalfMp, LeaderState, Marker,
    Occupancy, Part, Presence, Setting, SpecialState, Stack, StackPlace, UnitState,
};

/// SR 5.1: who has the Initiative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Initiative {
    /// This turn's holder; nobody after a tie (SR 5.12).
    pub holder: Option<Side>,
    /// Last turn's holder, who adds 1 (SR 5.11).
    pub previous: Option<Side>,
    /// Whoever held it last, however long ago: acts first when nobody holds it (reading 4).
    pub last_known: Option<Side>,
    /// BB 30.0: the army whose divisions must have the first marker, because its commander's value won the Initiative.
    #[serde(default)]
    pub owed_to: Option<CommandId>,
}

/// Everything that changes while a battle is played, and nothing else, as plain data for whoever reads a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// SR 5.1.
    pub initiative: Initiative,
    /// Every unit, by number.
    pub units: Vec<UnitState>,
    /// Every leader, by number.
    pub leaders: Vec<LeaderState>,
    /// Every body, by number.
    pub bodies: Vec<BodyState>,
    /// Everyone with markers, by number.
    pub activators: Vec<ActivatorState>,
    /// SR 5.31: the markers in the cup, sorted; each stands as often as it is in.
    pub cup: Vec<Marker>,
    /// BB 4.11-J4: how many activation and March markers have been played this turn.
    #[serde(default)]
    pub markers_played: u8,
    /// Reinforcement groups that have been deferred or are entering, by number of the scenario's list.
    pub entered: Vec<EntryState>,
    /// SR 9.72: who has entered by which hex in the Activation under way.
    pub queues: Vec<EntryQueue>,
    /// BB 9.44: conditional bridges that have been opened.
    pub bridge_open: bool,
    /// Special rules of the scenario.
    pub special: SpecialState,
    /// SR 10: what has been fired in the brigade Activation under way, and the ammunition of single sections.
    #[serde(default, skip_serializing_if = "FireHistory::is_empty")]
    pub fires: FireHistory,
    /// BB 30, 31: who was the last in the places that decide the game.
    #[serde(default, skip_serializing_if = "Control::is_empty")]
    pub control: Control,
}

/// A battle as it stands. It reads like its [`Standing`]; only [`Position::apply`] changes it, so that whatever changes
/// has been told as an event.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    pub(crate) standing: Standing,
    occupancy: Occupancy,
    #[serde(skip)]
    pub(crate) muster: Muster,
}

impl core::ops::Deref for Position {
    type Target = Standing;

    fn deref(&self) -> &Standing {
        &self.standing
    }
}

/// SR 9.72: groups that have entered by one hex in the Activation under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EntryQueue {
    pub hex: HexId,
    pub groups: u8,
    /// What they paid for the hex in all.
    pub paid: HalfMp,
}

/// SR 9.7: how far a group of reinforcements has come.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// Its turn has not come.
    #[default]
    Waiting,
    /// It may enter.
    Ready,
    /// BB 9.7: it enters after the cup is empty.
    Deferred,
    /// All of it is on the map.
    Entered,
}

impl Position {
    /// A position of these pieces; nothing has been played, and those on the map lie in the order of their numbers.
    pub(crate) fn lay_out(
        setting: &Setting,
        units: Vec<UnitState>,
        leaders: Vec<LeaderState>,
        bodies: Vec<BodyState>,
    ) -> Self {
        let occupancy = Occupancy::new(setting.grid().len(), units.len());
        let standing = Standing {
            turn: 0,
            initiative: Initiative::default(),
            units,
            leaders,
            bodies,
            activators: vec![ActivatorState::default(); setting.activators.len()],
            cup: Vec::new(),
            markers_played: 0,
            entered: vec![EntryState::Waiting; setting.scenario.reinforcements.len()],
            queues: Vec::new(),
            bridge_open: false,
            special: SpecialState::default(),
            fires: FireHistory::default(),
            control: Control::default(),
        };
        let mut position = Self {
            standing,
            occupancy,
            muster: Muster::default(),
        };
        for unit in setting.unit_ids() {
            if position.unit(unit).on_map() {
                position.index_unit(setting, unit, StackPlace::Bottom);
            }
        }
        position.begin_control(setting);
        position
    }

    /// A unit as it stands.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.standing.units[unit.index()]
    }

    /// A leader as he stands.
    #[must_use]
    pub fn leader(&self, leader: LeaderId) -> &LeaderState {
        &self.leaders[leader.index()]
    }

    pub(crate) fn leader_mut(&mut self, leader: LeaderId) -> &mut LeaderState {
        &mut self.standing.leaders[leader.index()]
    }

    /// A body as it stands.
    #[must_use]
    pub fn body(&self, body: BodyId) -> &BodyState {
        &self.bodies[body.index()]
    }

    pub(crate) fn body_mut(&mut self, body: BodyId) -> &mut BodyState {
        &mut self.standing.bodies[body.index()]
    }

    /// Whoever has markers, as he stands.
    #[must_use]
    pub fn activator(&self, activator: ActivatorId) -> &ActivatorState {
        &self.activators[activator.index()]
    }

    pub(crate) fn activator_mut(&mut self, activator: ActivatorId) -> &mut ActivatorState {
        &mut self.standing.activators[activator.index()]
    }

    /// The turn.
    #[must_use]
    pub fn now<'a>(&self, setting: &'a Setting) -> Option<&'a TurnFacts> {
        setting.calendar().get(usize::from(self.turn))
    }

    /// SR 16.1: the light of the turn; daylight once the calendar is over.
    #[must_use]
    pub fn light(&self, setting: &Setting) -> Light {
        self.now(setting)
            .map_or(Light::Day, |turn| turn.light.get())
    }

    /// The stack of a hex, top to bottom.
    #[must_use]
    pub fn stack(&self, hex: HexId) -> Stack<'_> {
        self.occupancy.stack(hex)
    }

    /// Whose combat units hold a hex; gunboats hold nothing (reading I106).
    #[must_use]
    pub fn holder(&self, hex: HexId) -> Option<Side> {
        self.occupancy.side(hex)
    }

    /// The hexes within a distance that a side holds, in the order of ids.
    pub fn held_within<'a>(
        &'a self,
        setting: &'a Setting,
        side: Side,
        centre: HexId,
        distance: u32,
    ) -> impl Iterator<Item = HexId> + 'a {
        setting
            .grid()
            .columns_in_range(centre, distance)
            .flat_map(move |(first, last)| self.occupancy.held_between(side, first, last))
    }

    /// The index of stacks.
    #[must_use]
    pub const fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// Whether a combat unit of `side` stands next to the hex.
    #[must_use]
    pub fn adjacent_to(&self, setting: &Setting, hex: HexId, side: Side) -> bool {
        setting
            .neighbours(hex)
            .any(|neighbour| self.holder(neighbour) == Some(side))
    }

    /// Whether the hex is next to an enemy of `side`.
    #[must_use]
    pub fn next_to_enemy(&self, setting: &Setting, hex: HexId, side: Side) -> bool {
        self.adjacent_to(setting, hex, side.enemy())
    }

    /// The body a unit acts with.
    #[must_use]
    pub fn body_of(&self, setting: &Setting, unit: UnitId) -> BodyId {
        setting.body_for(self.unit(unit).assigned, setting.unit(unit).arm)
    }

    /// SR 5.33, 12.35f, 12.47: whether a unit's body acts in the Activation under way. What a unit of its side that has acted
    /// before, or is still to act, does or suffers meanwhile is no deed of its own Activation.
    #[must_use]
    pub fn acts_now(&self, setting: &Setting, unit: UnitId) -> bool {
        self.fires.acting.contains(&self.body_of(setting, unit))
    }

    /// Notes who acts with which body, so that [`Position::members`] need not look at everybody; from then on
    /// [`Position::assign`] keeps it up.
    pub fn muster(&mut self, setting: &Setting) {
        let units = setting.unit_ids().take(self.units.len());
        let units: Vec<_> = units
            .map(|unit| (unit, self.body_of(setting, unit)))
            .collect();
        self.muster = Muster::of(setting.bodies.len(), &units);
    }

    /// A unit acts with another command from now on.
    pub(crate) fn assign(&mut self, setting: &Setting, unit: UnitId, command: CommandId) {
        let before = self.body_of(setting, unit);
        self.unit_mut(unit).assigned = command;
        let after = self.body_of(setting, unit);
        if before != after && !self.muster.is_empty() {
            self.muster.remove(before, unit);
            self.muster.add(after, unit);
        }
    }

    /// The leader who leads a command now: the first of its leaders who is in the game.
    #[must_use]
    pub fn leader_of(&self, setting: &Setting, command: CommandId) -> Option<LeaderId> {
        setting
            .command(command)
            .leaders
            .iter()
            .copied()
            .find(|&leader| {
                matches!(
                    self.leader(leader).presence,
                    Presence::OnMap | Presence::Due(_)
                )
            })
    }

    /// Puts a unit's counter and extensions elsewhere; its facing and the rest stay.
    pub(crate) fn move_unit(
        &mut self,
        setting: &Setting,
        unit: UnitId,
        hex: HexId,
        extent: Extent,
        place: StackPlace,
    ) {
        self.pass_all(setting, unit);
        self.unindex_unit(unit);
        let state = self.unit_mut(unit);
        state.presence = Presence::OnMap;
        if state.hex != hex {
            state.turned_along = None;
        }
        state.hex = hex;
        state.extent = extent;
        self.index_unit(setting, unit, place);
    }

    /// The order of a stack, top to bottom, if this unit of it took another place.
    #[must_use]
    pub fn order_with(&self, hex: HexId, unit: UnitId, place: StackPlace) -> Vec<UnitId> {
        let mut order: Vec<UnitId> = self
            .stack(hex)
            .map(|part| part.unit)
            .filter(|&other| other != unit)
            .collect();
        let below = |above| order.iter().position(|&other| other == above);
        let index = match place {
            StackPlace::Top => 0,
            StackPlace::Bottom => order.len(),
            StackPlace::Below(above) => below(above).map_or(order.len(), |index| index + 1),
        };
        order.insert(index, unit);
        order
    }

    /// Puts the stack of a hex into this order, top to bottom; units that are not named stay on top.
    pub(crate) fn reorder_stack(&mut self, setting: &Setting, hex: HexId, order: &[UnitId]) {
        for &unit in order {
            let facts = setting.unit(unit);
            let side = (facts.arm != Arm::Gunboat).then_some(facts.side);
            let part = self.stack(hex).find(|part| part.unit == unit);
            if let Some(part) = part {
                self.occupancy.remove(hex, part);
                self.occupancy.place(hex, part, side, StackPlace::Bottom);
            }
        }
    }

    /// A copy in which one unit stands otherwise, for questions that look ahead.
    #[must_use]
    pub fn with_unit(
        &self,
        setting: &Setting,
        unit: UnitId,
        state: UnitState,
        place: StackPlace,
    ) -> Self {
        self.clone().having_unit(setting, unit, state, place)
    }

    /// The same of a copy that nobody needs any more as it was.
    #[must_use]
    pub fn having_unit(
        mut self,
        setting: &Setting,
        unit: UnitId,
        state: UnitState,
        place: StackPlace,
    ) -> Self {
        self.move_unit(setting, unit, state.hex, state.extent, place);
        *self.unit_mut(unit) = state;
        self
    }

    /// A copy in which units are in another state, or gone; nobody changes places. For questions that look ahead.
    #[must_use]
    pub fn supposing(&self, changed: &[(UnitId, UnitState)]) -> Self {
        let mut copy = self.clone();
        for &(unit, state) in changed {
            if copy.unit(unit).on_map() && !state.on_map() {
                copy.take_off(unit, state.presence);
            } else {
                *copy.unit_mut(unit) = state;
            }
        }
        copy
    }

    /// Takes a unit off the map.
    pub(crate) fn take_off(&mut self, unit: UnitId, presence: Presence) {
        self.unindex_unit(unit);
        let state = self.unit_mut(unit);
        state.presence = presence;
        state.extent = Extent::Single;
        state.refused = None;
    }

    fn index_unit(&mut self, setting: &Setting, unit: UnitId, place: StackPlace) {
        let facts = setting.unit(unit);
        let side = (facts.arm != Arm::Gunboat).then_some(facts.side);
        let state = *self.unit(unit);
        for (number, hex) in state.hexes().enumerate() {
            let place = if number == 0 {
                place
            } else {
                StackPlace::Bottom
            };
            self.occupancy.place(
                hex,
                Part {
                    unit,
                    number: number as u8,
                },
                side,
                place,
            );
        }
        self.pass_all(setting, unit);
    }

    fn unindex_unit(&mut self, unit: UnitId) {
        let state = *self.unit(unit);
        for (number, hex) in state.hexes().enumerate() {
            self.occupancy.remove(
                hex,
                Part {
                    unit,
                    number: number as u8,
                },
            );
        }
    }
}
