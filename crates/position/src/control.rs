//! BB 30, 31: who stands in the places that decide a game, and who was the last to pass through them.
//!
//! What is kept of each place is the order in which the arms of the two sides have passed through it, so that "Confederate
//! infantry was the last" and "no Confederate infantry or artillery came afterwards" are both answered. Which places are
//! watched says [`Watch`]; when what is noted of them stands with the position (`passing`).

use longroll_catalog::facts::{Arm, Holder};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use crate::{PlaceId, Watch};

/// The arms that terms of victory tell apart. Gunboats hold nothing (reading I106).
const CLASSES: usize = 3;

pub(crate) const fn class_of(arm: Arm) -> Option<usize> {
    match arm {
        Arm::Infantry => Some(0),
        Arm::Artillery => Some(1),
        Arm::Cavalry => Some(2),
        Arm::Gunboat => None,
    }
}

const fn counts(holder: Holder, class: usize) -> bool {
    match holder {
        Holder::Infantry => class == 0,
        Holder::NotCavalry => class != 2,
        Holder::Any => true,
    }
}

/// When the arms of both sides were last in a place: the higher the later, 0 for never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Passages([[u32; CLASSES]; 2]);

impl Passages {
    /// When units of a side that count were last there; 0 for never.
    #[must_use]
    pub fn last(&self, side: Side, holder: Holder) -> u32 {
        let row = &self.0[side as usize];
        let counted = (0..CLASSES).filter(|&class| counts(holder, class));
        counted.map(|class| row[class]).max().unwrap_or(0)
    }

    /// SR 6.15: when anybody of a side but artillery was last there; 0 for never.
    #[must_use]
    pub const fn last_but_guns(&self, side: Side) -> u32 {
        let [infantry, _, cavalry] = self.0[side as usize];
        if infantry > cavalry {
            infantry
        } else {
            cavalry
        }
    }

    /// The side whose units were the last there of all that count.
    #[must_use]
    pub fn last_through(&self, holder: Holder) -> Option<Side> {
        let [union, confederate] = Side::BOTH.map(|side| self.last(side, holder));
        match union.cmp(&confederate) {
            core::cmp::Ordering::Greater => Some(Side::Union),
            core::cmp::Ordering::Less => Some(Side::Confederate),
            core::cmp::Ordering::Equal => None,
        }
    }

    /// Notes a unit, unless its like was the last there anyway and this was noted later than `kept`.
    fn note(&mut self, side: Side, class: usize, kept: u32, clock: &mut u32) {
        let latest = self.0.iter().flatten().copied().max().unwrap_or(0);
        let own = &mut self.0[side as usize][class];
        if *own <= kept || *own < latest {
            *clock += 1;
            *own = *clock;
        }
    }
}

/// Which arms of both sides stand in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Standers(u8);

impl Standers {
    /// With units of this class as well.
    pub(crate) const fn with(self, side: Side, class: usize) -> Self {
        Self(self.0 | 1 << (side as usize * CLASSES + class))
    }

    /// Whether units of a side that count stand there.
    #[must_use]
    pub fn has(self, side: Side, holder: Holder) -> bool {
        (0..CLASSES)
            .filter(|&class| counts(holder, class))
            .any(|class| self.0 & 1 << (side as usize * CLASSES + class) != 0)
    }

    /// SR 6.15: whether anybody of a side but artillery stands there.
    #[must_use]
    pub const fn has_more_than_guns(self, side: Side) -> bool {
        let row = self.0 >> (side as usize * CLASSES);
        row & 0b101 != 0
    }
}

/// A place at some moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PlaceState {
    /// Who passed when.
    pub passages: Passages,
    /// Who stands there.
    pub standers: Standers,
}

impl PlaceState {
    /// BB 30.1-control: who controls it: whoever alone stands in it, or was the last to pass through if nobody does.
    #[must_use]
    pub fn controller(&self, holder: Holder) -> Option<Side> {
        let [union, confederate] = Side::BOTH.map(|side| self.standers.has(side, holder));
        match (union, confederate) {
            (true, true) => None,
            (true, false) => Some(Side::Union),
            (false, true) => Some(Side::Confederate),
            (false, false) => self.passages.last_through(holder),
        }
    }
}

/// The places as they were when a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEnd {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// Whatever is later than this happened after it.
    pub clock: u32,
    /// Every place, by number.
    pub places: Vec<PlaceState>,
}

/// Who was the last in every place that counts, now and when certain turns ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Control {
    clock: u32,
    places: Vec<Passages>,
    ends: Vec<TurnEnd>,
    #[serde(default)]
    over: bool,
}

impl Control {
    /// Whether there is nothing to keep: nothing is watched, no turn's end is noted and the game is not over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Who passed through a place when.
    #[must_use]
    pub fn passages(&self, place: PlaceId) -> Passages {
        let found = self.places.get(usize::from(place.0));
        found.copied().unwrap_or_default()
    }

    /// The places as they were at the end of a turn that the terms name.
    #[must_use]
    pub fn end_of(&self, turn: u8) -> Option<&TurnEnd> {
        self.ends.iter().find(|end| end.turn == turn)
    }

    /// What every place was like before anybody had moved.
    pub(crate) fn begin(watch: &Watch) -> Self {
        let mut control = Self {
            clock: 0,
            places: vec![Passages::default(); watch.ids().count()],
            ends: Vec::new(),
            over: false,
        };
        for &(place, side) in watch.held_at_start() {
            // Whoever held it: infantry and guns count for every term, cavalry for none that matters here.
            control.note(place, side, 0);
        }
        control
    }

    /// Units of a class of this side are in a place.
    pub(crate) fn note(&mut self, place: PlaceId, side: Side, class: usize) {
        let kept = self.ends.last().map_or(0, |end| end.clock);
        if let Some(passages) = self.places.get_mut(usize::from(place.0)) {
            passages.note(side, class, kept, &mut self.clock);
        }
    }

    /// These are the places at the end of a turn.
    pub(crate) fn keep(&mut self, turn: u8, places: Vec<PlaceState>) {
        let clock = self.clock;
        self.ends.push(TurnEnd {
            turn,
            clock,
            places,
        });
    }

    /// The game is over.
    pub(crate) const fn end(&mut self) {
        self.over = true;
    }
}

#[cfg(test)]
mod tests {
    use super::Control;

    /// A battle whose terms name no place keeps nothing but its end.
    #[test]
    fn the_end_of_a_game_without_places_is_kept() {
        let mut control = Control::default();
        assert!(control.is_empty());
        control.end();
        assert!(!control.is_empty());
    }
}
