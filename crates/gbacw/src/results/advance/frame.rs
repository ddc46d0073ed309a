//! The frames of an advance (SR 12.6-fire, 12.6, 11.46, 11.47-advance).

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_combat::assault::Leg;
use longroll_movement::Checks;
use longroll_movement::extension::Closed;
use longroll_position::Extent;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Does the unit advance?
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvanceStep {
    /// Who fired.
    pub unit: UnitId,
    /// The hexes that its fire may have emptied.
    pub hexes: SmallVec<[HexId; 2]>,
}

/// An advance with what its ground costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Advance {
    /// The counter's hex.
    pub(crate) hex: HexId,
    /// SR 8.47-advance: a line stays a line.
    pub(super) extent: Extent,
    /// The facing afterwards.
    pub(crate) facing: Facing,
    pub(super) checks: Checks,
}

impl From<Closed> for Advance {
    fn from(line: Closed) -> Self {
        Self {
            hex: line.hex,
            extent: line.extent,
            facing: line.facing,
            checks: line.checks,
        }
    }
}

impl From<Leg> for Advance {
    fn from(leg: Leg) -> Self {
        Self {
            hex: leg.hex,
            extent: leg.extent,
            facing: leg.facing,
            checks: leg.checks,
        }
    }
}

impl Advance {
    /// Where the counter and its extension are afterwards.
    pub(crate) const fn place(&self) -> (HexId, Extent) {
        (self.hex, self.extent)
    }

    /// Where the unit stands afterwards.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = HexId> {
        core::iter::once(self.hex).chain(self.extent.hexes())
    }

    /// The rule under which it advances.
    pub(crate) fn rule(&self, single: Rule) -> Rule {
        match self.extent {
            Extent::Single => single,
            _ => Rule::SR_8_47_advance,
        }
    }
}

/// Who advances, and whether the enemy reacts at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Advancer {
    /// A phasing unit after fire.
    Phasing,
    /// SR 11.47-declare: a phasing unit in an assault; the enemy waits until it is known who goes on.
    Waits,
    /// SR 11.46-defender.
    NonPhasing,
}

/// A unit advances. BB 9.44-swamp-leave: first it has to get out of its Swamp hex. SR 12.35c: whom the ground Disorders
/// again stops in the hex it has come into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvanceMoveStep {
    pub(super) unit: UnitId,
    pub(super) hex: HexId,
    pub(super) extent: Extent,
    pub(super) facing: Facing,
    pub(super) checks: Checks,
    pub(super) going: Going,
    pub(super) rule: Rule,
    pub(super) who: Advancer,
    /// Whether somebody waits for what becomes of it.
    pub(super) called: bool,
}

/// How far an advance has come when a roll for it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Going {
    /// It is still to leave its hex.
    Out,
    /// BB 9.44-swamp-extended: it has left, and its owner says in which Swamp hex it gathers.
    Gathering,
    /// It has come in, Disordered, and so many UDDs of the ground are still due.
    In(u8),
}

impl AdvanceMoveStep {
    pub(crate) const fn new(unit: UnitId, advance: Advance, rule: Rule, who: Advancer) -> Self {
        Self {
            unit,
            hex: advance.hex,
            extent: advance.extent,
            facing: advance.facing,
            checks: advance.checks,
            going: Going::Out,
            rule,
            who,
            called: false,
        }
    }

    /// The same for a frame that waits for what becomes of it.
    pub(crate) const fn called(self) -> Self {
        Self {
            called: true,
            ..self
        }
    }
}
