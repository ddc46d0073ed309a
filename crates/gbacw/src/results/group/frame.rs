//! The frame of friends who roll because of one event (SR 12.46, 12.54, 10.26-friendlyfire), and what its chain remembers.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::SecondDisorderResult;
use serde::{Deserialize, Serialize};

use crate::results::check::Occasion;

/// Readings 78, 134 of the assault chapter: who rolls because of one event, and what the chain of events remembers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroupStep {
    pub(super) occasion: Occasion,
    /// Who still rolls.
    pub(super) queue: Vec<UnitId>,
    /// SR 12.35b: whose second Disorder is still to be resolved, with the result of the table.
    pub(super) failed: Vec<(UnitId, SecondDisorderResult)>,
    /// Reading 134: whom the owner has named to be next among them.
    #[serde(default)]
    pub(super) next: Option<UnitId>,
    /// SR 12.8: hexes in which a unit in Good Order has passed.
    pub(super) steady: Vec<HexId>,
    /// SR 12.35e: the stacks in which they stood, top to bottom.
    #[serde(default)]
    pub(super) stacks: Vec<(HexId, Vec<UnitId>)>,
    /// BB 9.44-swamp-facing: they have turned in Swamp, guns with them, and faced this way before.
    #[serde(default)]
    pub(super) faced: Option<Facing>,
    pub(super) memory: Memory,
}

/// Reading 78 of the assault chapter: there is no double jeopardy in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Memory {
    /// SR 12.54-once: who has rolled for a rout.
    pub(super) for_rout: Vec<UnitId>,
    /// SR 12.46-once: who has made any UDD, or was driven back first of all.
    pub(super) rolled: Vec<UnitId>,
    /// SR 12.23: who lost strength while Collapsed, by a retreat that could not be made.
    pub(in crate::results) shaken: Vec<UnitId>,
    /// Reading 131 of the assault chapter: who loses an SP and retreats for a second Disorder; not twice for one result.
    #[serde(default)]
    pub(super) driven: Vec<UnitId>,
    /// SR 12.35e: hexes whose stack has lost its SP.
    #[serde(default)]
    pub(super) bled: Vec<HexId>,
    /// SR 12.35e: those whose stack, as the result found it, has lost its SP.
    #[serde(default)]
    pub(super) paid: Vec<UnitId>,
    /// SR 12.44-blocked: those for whose retreat that could not be made a comrade of their stack has paid.
    #[serde(default)]
    pub(in crate::results) spared: Vec<UnitId>,
}

impl Memory {
    /// The units that a result strikes: nobody rolls when others retreat through him.
    pub(in crate::results) fn of(units: impl IntoIterator<Item = UnitId>) -> Self {
        Self {
            rolled: units.into_iter().collect(),
            ..Self::default()
        }
    }

    /// SR 12.46-once: whether a unit has made a UDD in this chain, or was driven back first of all.
    pub(in crate::results) fn has_rolled(&self, unit: UnitId) -> bool {
        self.rolled.contains(&unit)
    }

    /// A unit of the result has made a UDD.
    pub(in crate::results) fn rolls(&mut self, unit: UnitId) {
        if !self.has_rolled(unit) {
            self.rolled.push(unit);
        }
    }

    /// These lose and retreat for a second Disorder of the result itself.
    pub(in crate::results) fn drive(&mut self, units: &[UnitId]) {
        self.driven.extend(units.iter().copied());
    }

    /// SR 12.35e, reading 131 of the assault chapter: the stack of these has lost its SP for this result and for what follows from it.
    pub(in crate::results) fn pays(&mut self, stack: &[UnitId]) {
        self.paid.extend(stack.iter().copied());
    }

    pub(super) fn take(&mut self, other: &Self) {
        self.paid.extend(other.paid.iter().copied());
        self.driven.extend(other.driven.iter().copied());
        self.bled.extend(other.bled.iter().copied());
        self.for_rout.extend(other.for_rout.iter().copied());
        self.rolled.extend(other.rolled.iter().copied());
        self.shaken.extend(other.shaken.iter().copied());
        self.spared.extend(other.spared.iter().copied());
    }
}

/// SR 12.35e: who has retreated before an assault, one after the other, from which hex, and which of these stacks have lost
/// their SP: units that stood together before the first retreat lose one SP in all.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct Retirees {
    pub(super) from: Vec<(UnitId, HexId)>,
    pub(super) bled: Vec<HexId>,
    /// SR 11.59-stack: the hexes from which Blown cavalry has lost an SP more, once for each.
    #[serde(default)]
    pub(super) spent: Vec<HexId>,
    /// Readings 78 and 131 of the assault chapter: each retreat is a chain of its own, in which nobody rolls twice; nobody pays and
    /// retreats twice for second Disorders in this Step.
    #[serde(default)]
    pub(super) memory: Memory,
}

impl Retirees {
    /// A unit leaves its hexes, the counter's named last: a new chain begins with its retreat.
    pub(crate) fn leaves(&mut self, unit: UnitId, hexes: &[HexId]) {
        self.from.extend(hexes.iter().map(|&hex| (unit, hex)));
        self.memory.for_rout.clear();
        self.memory.rolled = vec![unit];
    }

    /// What a chain remembers when a group of it is through. Hexes mean nothing once others may have come into them, and there is
    /// no last roll for this Step as a whole.
    pub(super) fn take(&mut self, group: &Memory) {
        self.memory.take(group);
        self.memory.bled.clear();
        self.memory.spared.clear();
        self.memory.shaken.clear();
    }

    /// SR 12.35e: the units that stood together in this hex before the first of them retreated, of those that have retreated.
    pub(super) fn left<'a>(&'a self, hex: HexId) -> impl Iterator<Item = UnitId> + 'a {
        let from = self.from.iter().map(|(unit, _)| *unit);
        from.filter(move |&unit| self.hexes_of(unit).last() == Some(hex))
    }

    pub(super) fn has_left(&self, unit: UnitId) -> bool {
        self.from.iter().any(|(own, _)| *own == unit)
    }

    /// The hexes from which it has retreated.
    pub(crate) fn hexes_of(&self, unit: UnitId) -> impl Iterator<Item = HexId> {
        let own = self.from.iter().filter(move |(own, _)| *own == unit);
        own.map(|(_, hex)| *hex)
    }
}
