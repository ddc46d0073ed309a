//! What a family of choices is about.

use longroll_core::Side;
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::facts::{GeneralId, UnitId};

/// What a family is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// SfG 3.0-objectives.
    Objectives(Side),
    /// SfG 3.0-deploy: a unit's place.
    Place(UnitId),
    /// SfG 3.0-deploy: a general's place.
    Station(GeneralId),
    /// SfG 2.1.
    General(GeneralId),
    /// SfG 2.4-enter.
    Enter(UnitId),
    /// SfG 2.5.
    Move(UnitId),
    /// SfG 2.8-winner-reform.
    Reorganise(UnitId),
    /// SfG 2.5-charge.
    Charge(UnitId, UnitId),
}

impl Scope {
    /// The rule that grants it.
    pub(crate) const fn rule(self) -> Rule {
        match self {
            Self::Objectives(_) => Rule::SFG_3_0_objectives,
            Self::Place(_) | Self::Station(_) => Rule::SFG_3_0_deploy,
            Self::General(_) => Rule::SFG_2_1,
            Self::Enter(_) => Rule::SFG_2_4_enter,
            Self::Move(_) => Rule::SFG_2_5_distances,
            Self::Reorganise(_) => Rule::SFG_2_8_winner_reform,
            Self::Charge(..) => Rule::SFG_2_5_charge,
        }
    }

    /// Whether a choice is about the same.
    pub(crate) fn holds(self, choice: &Choice) -> bool {
        match (self, choice) {
            (Self::Objectives(_), Choice::Objectives(_)) => true,
            (Self::Place(own), Choice::Place { unit, .. })
            | (Self::Enter(own), Choice::Enter { unit, .. })
            | (Self::Move(own) | Self::Reorganise(own), Choice::Move { unit, .. }) => own == *unit,
            (Self::Station(own), Choice::Station { general, .. })
            | (Self::General(own), Choice::General { general, .. }) => own == *general,
            (Self::Charge(own, aim), Choice::Charge { unit, target, .. }) => {
                own == *unit && aim == *target
            }
            _ => false,
        }
    }
}
