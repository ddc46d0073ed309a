//! A check of a unit's order while it moves, as data (SR 9.47, 8.22, 9.54, BB 9.43, 9.44).

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_movement::passing::LinePassage;
use longroll_movement::{Check, Way};
use serde::{Deserialize, Serialize};

/// What a check is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckFor {
    /// BB 9.44-swamp-facing.
    TurningInSwamp,
    /// BB 9.44-swamp-facing: it faces as its stack does, whatever comes of the check (SR 7.11).
    ConformingInSwamp,
    /// BB 9.44-swamp-leave, Disordered: before it leaves.
    LeavingDisordered,
    /// SR 8.22: friends were passed.
    PassedThrough,
    /// SR 9.54.
    Withdrawing,
    /// BB 9.44-artravine: guns over a Ravine or Crest of three lines.
    Ravine,
    /// The ground of the step.
    Ground(Check),
}

/// One check of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroundCheck {
    pub unit: UnitId,
    pub what: CheckFor,
    /// What its occasion adds to the roll.
    pub drm: u8,
    /// Where a second Disorder sends it back to.
    pub back: Option<HexId>,
    /// BB 9.44-swamp-facing: the facing a Disordered unit keeps if it fails.
    pub faced: Option<Facing>,
    /// SR 8.22, 8.44: how a line stood before it went among the friends it passed.
    pub stood: Option<LinePassage>,
}

impl GroundCheck {
    pub(in crate::movement) const fn turning_in_swamp(unit: UnitId, faced: Facing) -> Self {
        Self {
            unit,
            what: CheckFor::TurningInSwamp,
            drm: 0,
            back: None,
            faced: Some(faced),
            stood: None,
        }
    }

    pub(in crate::movement) const fn conforming_in_swamp(unit: UnitId) -> Self {
        Self {
            what: CheckFor::ConformingInSwamp,
            ..Self::leaving_disordered(unit)
        }
    }

    pub(in crate::movement) const fn leaving_disordered(unit: UnitId) -> Self {
        Self {
            unit,
            what: CheckFor::LeavingDisordered,
            drm: 0,
            back: None,
            faced: None,
            stood: None,
        }
    }

    pub(in crate::movement) const fn passed_through(unit: UnitId, drm: u8, back: HexId) -> Self {
        Self {
            unit,
            what: CheckFor::PassedThrough,
            drm,
            back: Some(back),
            faced: None,
            stood: None,
        }
    }

    pub(in crate::movement) const fn line_passed_through(
        unit: UnitId,
        drm: u8,
        stood: LinePassage,
    ) -> Self {
        Self {
            stood: Some(stood),
            ..Self::passed_through(unit, drm, stood.hex)
        }
    }

    pub(in crate::movement) const fn withdrawing(
        unit: UnitId,
        drm: u8,
        back: Option<HexId>,
    ) -> Self {
        Self {
            unit,
            what: CheckFor::Withdrawing,
            drm,
            back,
            faced: None,
            stood: None,
        }
    }

    /// The ground of a step: guns are at risk on a Trail for a Steep slope (BB 9.43), off it for a Ravine (BB 9.44).
    pub(in crate::movement) const fn of_step(unit: UnitId, check: Check, way: Way) -> Self {
        match (check, way) {
            (Check::GunAtRisk, Way::OffRoute) => Self::ravine(unit),
            _ => Self::of_ground(unit, check),
        }
    }

    pub(super) const fn ravine(unit: UnitId) -> Self {
        Self {
            unit,
            what: CheckFor::Ravine,
            drm: 0,
            back: None,
            faced: None,
            stood: None,
        }
    }

    pub(crate) const fn of_ground(unit: UnitId, check: Check) -> Self {
        Self {
            unit,
            what: CheckFor::Ground(check),
            drm: 0,
            back: None,
            faced: None,
            stood: None,
        }
    }
}

/// How much of a unit's Activation a stop ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// Its movement.
    Move,
    /// All of it.
    Activation,
}
