//! BB 18.1, 19.0: what comes out of the cup beside markers, and what players keep in mind of it.

use longroll_catalog::facts::{AbilityKind, LeaderId, UnitId};
use longroll_core::Side;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// The event of a chit or of the Random Events marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// None.
    Nothing,
    /// BB 18.1-fire: a unit of this side fires at its friends.
    MisdirectedFire(Side),
    /// BB 18.1-nofire, 19.0-7: this side may keep an enemy from firing.
    NoFire(Side),
    /// BB 18.1-loot: a unit goes looting.
    Looting,
    /// BB 19.0: this side is favoured by fortune.
    Fortune(Fortune, Side),
}

/// BB 19.0: what fortune brings to the side it favours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    /// BB 19.0-0: an enemy leader may be hit.
    LeaderHit,
    /// BB 19.0-1: batteries fire far.
    Batteries,
    /// BB 19.0-2: enemies lose their way.
    LostWay,
    /// BB 19.0-3: men come back to their regiments.
    Men,
    /// BB 19.0-4: regiments recover.
    Order,
    /// BB 19.0-5: a regiment fires.
    AtWill,
    /// BB 19.0-6: the ammunition of an enemy battery is hit.
    GoodShot,
    /// BB 19.0-8: an enemy regiment is shaken.
    Elephant,
    /// BB 19.0-9: cartridges of the wounded.
    Cartridges,
}

impl Fortune {
    /// Every one of them.
    pub const ALL: [Self; 9] = [
        Self::LeaderHit,
        Self::Batteries,
        Self::LostWay,
        Self::Men,
        Self::Order,
        Self::AtWill,
        Self::GoodShot,
        Self::Elephant,
        Self::Cartridges,
    ];

    /// The rule.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::LeaderHit => Rule::BB_19_0_0,
            Self::Batteries => Rule::BB_19_0_1,
            Self::LostWay => Rule::BB_19_0_2,
            Self::Men => Rule::BB_19_0_3,
            Self::Order => Rule::BB_19_0_4,
            Self::AtWill => Rule::BB_19_0_5,
            Self::GoodShot => Rule::BB_19_0_6,
            Self::Elephant => Rule::BB_19_0_8,
            Self::Cartridges => Rule::BB_19_0_9,
        }
    }

    /// How many pieces it is for.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::LeaderHit | Self::AtWill | Self::GoodShot | Self::Elephant => 1,
            Self::Batteries | Self::LostWay | Self::Men | Self::Order | Self::Cartridges => 2,
        }
    }

    /// The key of its words.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::LeaderHit => "fortune-leader-hit",
            Self::Batteries => "fortune-batteries",
            Self::LostWay => "fortune-lost-way",
            Self::Men => "fortune-men",
            Self::Order => "fortune-order",
            Self::AtWill => "fortune-at-will",
            Self::GoodShot => "fortune-good-shot",
            Self::Elephant => "fortune-elephant",
            Self::Cartridges => "fortune-cartridges",
        }
    }
}

/// BB 18.1-nofire: what becomes of a chit that keeps somebody from firing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chit {
    /// It is used against this unit.
    Used(UnitId),
    /// The turn ends without it.
    Lapsed,
}

/// What is kept in mind of events.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct EventState {
    /// BB 18.1-fire: whom friends have fired at this turn.
    pub struck: Vec<UnitId>,
    /// BB 18.1-nofire: chits that a side holds, Union and Confederate.
    pub no_fire: [u8; 2],
    /// BB 18.1-loot: Disordered units that do not recover in their next Activation.
    pub looters: Vec<UnitId>,
    /// BB 19.0-0: who has been singled out this turn.
    pub singled_out: Vec<LeaderId>,
    /// BB 4.11, reading 49: abilities in use with the marker under way.
    #[serde(default)]
    pub abilities: Vec<(LeaderId, AbilityKind)>,
}

impl EventState {
    /// How many enemies a side may still keep from firing.
    #[must_use]
    pub const fn no_fire(&self, side: Side) -> u8 {
        self.no_fire[side as usize]
    }

    /// The turn begins.
    pub(crate) fn begin_turn(&mut self) {
        self.struck.clear();
        self.singled_out.clear();
    }
}
