//! The combat units: what is printed on their counters.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::{CommandId, Sourced, UnitId, WeaponId};

use crate::words::words;

words! {
    /// SR 2.21: the arm of a unit.
    pub enum Arm {
        /// Foot.
        Infantry = "infantry",
        /// Horse; mounted unless the rules let it dismount.
        Cavalry = "cavalry",
        /// A battery of one to three sections.
        Artillery = "artillery",
        /// BB 14.7: a warship on the river.
        Gunboat = "gunboat",
    }
}

/// A value of each side of the counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ByOrder<T> {
    /// SR 12.31: the front.
    pub good_order: T,
    /// SR 12.31: the back.
    pub disordered: T,
}

words! {
    /// SR 14.1: whether the unit has been in action before.
    pub enum Experience {
        /// Never in action before.
        Green = "green",
        /// Everybody else.
        Veteran = "veteran",
    }
}

/// SR 9.11: how a unit moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mobility {
    /// Movement Allowance in whole MP.
    Allowance(Sourced<ByOrder<u8>>),
    /// BB 14.6: the asterisk, a battery without horses.
    WithoutHorses,
    /// BB 14.73: a gunboat moves by its own rule.
    OnTheRiver,
}

words! {
    /// A letter of a section: `a`, `b` or `c`.
    pub enum SectionLetter {
        /// Section a.
        A = "a",
        /// Section b.
        B = "b",
        /// Section c.
        C = "c",
    }
}

impl SectionLetter {
    /// The letter itself.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'a',
            Self::B => 'b',
            Self::C => 'c',
        }
    }
}

/// SR 10.62: guns of one type within a battery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionFacts {
    /// Its letter; none if the battery is all of one type and prints no letter.
    pub letter: Option<SectionLetter>,
    /// How many guns, one SP each.
    pub guns: u8,
    /// Their type.
    pub weapon: WeaponId,
}

words! {
    /// What a unit may or must do that its arm does not.
    pub enum UnitTrait {
        /// BB 13.45: recovers by its Recovery roll only, never automatically.
        RecoversByRollOnly = "recovers-by-roll-only",
        /// BB 14.51: one of two counters of a large cavalry formation; each is a unit of its own.
        HalfOfLargeFormation = "half-of-large-formation",
        /// BB 14.62: may not leave the field it stands in.
        BoundToField = "bound-to-field",
    }
}

/// What a detachment was taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parent {
    /// BB 14.42: this regiment.
    Unit(UnitId),
    /// The text does not say which regiment of the brigade.
    AnyOf(CommandId),
}

/// One combat unit as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitFacts {
    /// Its number.
    pub id: UnitId,
    /// Its key in the files: "us-18-mo".
    pub key: String,
    /// Its name at the table: "18 MO".
    pub name: String,
    /// In full: "18th Missouri Infantry".
    pub full_name: String,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub arm: Arm,
    /// Its own formation; a scenario may assign it elsewhere.
    pub formation: CommandId,
    /// SR 2.41: SP at full strength; guns for batteries and gunboats.
    pub strength: Sourced<u8>,
    /// Weapon; for a battery that of its first section.
    pub weapon: Sourced<WeaponId>,
    /// SR 14.1.
    pub experience: Sourced<Experience>,
    /// SR 2.6; none on a gunboat (BB 14.71).
    pub cohesion: Option<Sourced<ByOrder<u8>>>,
    /// SR 9.11.
    pub mobility: Mobility,
    /// SR 14.21: the dismounted counter of cavalry; none for whoever always rides, as all do at Shiloh (BB 14.2).
    pub dismounted: Option<Dismounted>,
    /// The sections of a battery, in order of their letters; empty for everything else.
    pub sections: Vec<SectionFacts>,
    /// BB 14.4: what a detachment belongs to; none for every other unit.
    pub detached_from: Option<Parent>,
    /// What sets it apart.
    pub traits: Vec<UnitTrait>,
    /// Remarks for players.
    pub note: String,
}

/// SR 14.21: what is printed on the dismounted counter of cavalry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Dismounted {
    /// SR 2.6.
    pub cohesion: ByOrder<u8>,
    /// SR 9.11.
    pub allowance: ByOrder<u8>,
}

impl UnitFacts {
    /// BB 14.4: a small part of a regiment.
    #[must_use]
    pub const fn is_detachment(&self) -> bool {
        self.detached_from.is_some()
    }

    /// True if the unit has this trait.
    #[must_use]
    pub fn has(&self, wanted: UnitTrait) -> bool {
        self.traits.contains(&wanted)
    }

    /// The section with this letter.
    #[must_use]
    pub fn section(&self, letter: SectionLetter) -> Option<&SectionFacts> {
        self.sections
            .iter()
            .find(|section| section.letter == Some(letter))
    }
}
