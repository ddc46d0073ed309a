//! BB 30, 31: the pieces of a position pass through the places that decide the game, and stand in them.
//!
//! Every way a counter comes into a hex or leaves it goes through the index of stacks, and this is written there; what was so
//! at the end of a turn that the terms name is kept when that turn ends.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Side;

use crate::control::{Control, PlaceState, Standers, class_of};
use crate::{Draft, PlaceId, Position, Setting};

impl Position {
    /// Notes that a unit is in its hexes: when it comes into them and when it leaves them.
    pub(crate) fn pass_all(&mut self, setting: &Setting, unit: UnitId) {
        let facts = setting.unit(unit);
        let Some(class) = class_of(facts.arm) else {
            return;
        };
        let state = *self.unit(unit);
        for place in state.hexes().flat_map(|hex| setting.watch.places_of(hex)) {
            self.standing.control.note(place, facts.side, class);
        }
    }

    /// Play begins: whatever was tried in the set-up counts for nothing, and everybody is where he stands.
    pub(crate) fn begin_control(&mut self, setting: &Setting) {
        self.standing.control = Control::begin(&setting.watch);
        for unit in setting.unit_ids() {
            self.pass_all(setting, unit);
        }
    }

    /// Notes the places at the end of a turn, if the terms name it.
    pub(crate) fn keep_control(&mut self, setting: &Setting, turn: u8) {
        if !setting.watch.names_turn(turn) {
            return;
        }
        let places = setting.watch.ids();
        let places = places.map(|place| self.place(setting, place)).collect();
        self.standing.control.keep(turn, places);
    }

    /// The game is over; who won is judged as things stand now.
    pub(crate) const fn end_game(&mut self) {
        self.standing.control.end();
    }

    /// A place as it stands.
    #[must_use]
    pub fn place(&self, setting: &Setting, place: PlaceId) -> PlaceState {
        PlaceState {
            passages: self.control.passages(place),
            standers: self.standers(setting, setting.watch.hexes(place)),
        }
    }

    /// Which arms of both sides stand in any of these hexes.
    #[must_use]
    pub fn standers(&self, setting: &Setting, hexes: &[HexId]) -> Standers {
        let mut found = Standers::default();
        for part in hexes.iter().flat_map(|&hex| self.stack(hex)) {
            let facts = setting.unit(part.unit);
            if let Some(class) = class_of(facts.arm) {
                found = found.with(facts.side, class);
            }
        }
        found
    }
}

impl Draft {
    /// Forgets how everybody came where he is: only where he stands counts, and what a scenario holds at its start.
    pub fn begin_control(&mut self, setting: &Setting) {
        self.position_mut().begin_control(setting);
    }

    /// A side's unit of an arm has been in a hex after everybody else.
    pub fn pass_through(&mut self, setting: &Setting, side: Side, arm: Arm, hex: HexId) {
        let Some(class) = class_of(arm) else { return };
        for place in setting.watch.places_of(hex) {
            self.standing_mut().control.note(place, side, class);
        }
    }

    /// The places have been noted at the end of this turn as they stand now.
    pub fn keep_control(&mut self, setting: &Setting, turn: u8) {
        self.position_mut().keep_control(setting, turn);
    }
}
