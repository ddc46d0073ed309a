//! The frame of a check (SR 12.32, 12.33): who rolls, why, and how it came out.

use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::{SecondDisorderCause, SecondDisorderResult};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// Why a unit is checked: its row of the Second Disorder table, if it has one, follows from this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// SR 8.22: it has passed through friends.
    MovedThrough,
    /// SR 9.47, BB 9.44: the ground it crosses, under this rule.
    Terrain(Rule),
    /// SR 9.54: Withdrawal movement.
    Withdrawal,
    /// SR 9.62: it turned or refused because of this enemy.
    ReactionFacing(UnitId),
    /// SR 9.63-udd: it moved away from an enemy.
    ReactionMovement,
    /// SR 11.33-disordered, BB 14.1-retreat: it has retreated before an assault.
    RetreatBeforeAssault(Rule),
    /// SR 12.46: another unit has retreated through it.
    RetreatedThrough,
    /// SR 12.32: it has been fired at.
    Fire,
    /// SR 8.35: the unit above it has been disordered or eliminated by fire.
    TopUnit,
    /// SR 12.54: a friend beside it routs.
    AdjacentRout,
    /// SR 10.26-friendlyfire: friends have fired over it.
    FriendlyFire,
    /// BB 10.67-limited-friends: friends have fired over Woods at a hex beside it; the row is that of fire.
    FiredOverWoods,
    /// SR 8.47-retreat: it had to draw together. A Disordered unit suffers nothing more.
    DrewTogether,
    /// BB 18.1-fire: its friends have fired at it; what a Disordered unit suffers is the event's affair.
    Misdirected,
    /// A special rule of the battle or scenario that only disorders.
    Special(Rule),
    /// BB 9.44-swamp: whoever fails does not come out or round; what follows is the mover's affair.
    Swamp(Rule),
}

impl Occasion {
    /// The rule that calls for the roll.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::MovedThrough => Rule::SR_8_22,
            Self::Terrain(rule)
            | Self::Special(rule)
            | Self::Swamp(rule)
            | Self::RetreatBeforeAssault(rule) => rule,
            Self::Withdrawal => Rule::SR_9_54,
            Self::ReactionFacing(_) => Rule::SR_9_62,
            Self::ReactionMovement => Rule::SR_9_63_udd,
            Self::RetreatedThrough => Rule::SR_12_46,
            Self::Fire => Rule::SR_12_32,
            Self::TopUnit => Rule::SR_8_35,
            Self::AdjacentRout => Rule::SR_12_54,
            Self::FriendlyFire => Rule::SR_10_26_friendlyfire,
            Self::FiredOverWoods => Rule::BB_10_67_limited_friends,
            Self::DrewTogether => Rule::SR_8_47_retreat,
            Self::Misdirected => Rule::BB_18_1_fire,
        }
    }

    /// The rule by which a failure disorders a unit in Good Order: its own where it has one (BB 9.44-swamp-leave), else that of the
    /// ground (SR 12.33). A Swamp keeps a unit out and does it no harm.
    pub(super) const fn disorders_by(self) -> Option<Rule> {
        match self {
            Self::Swamp(_) => None,
            Self::Terrain(Rule::SR_9_47) => Some(Rule::SR_12_33),
            _ => Some(self.rule()),
        }
    }

    /// Whether a second Disorder is the caller's to carry out: a result of the fire table concerns a whole stack, a rout
    /// everybody beside it.
    pub(super) const fn is_callers(self) -> bool {
        matches!(
            self,
            Self::Fire
                | Self::ReactionFacing(_)
                | Self::TopUnit
                | Self::RetreatedThrough
                | Self::AdjacentRout
                | Self::FriendlyFire
                | Self::FiredOverWoods
        )
    }

    /// BB T-second-disorder: the row for a unit that is Disordered already; none if it suffers nothing more.
    #[must_use]
    pub const fn row(self) -> Option<SecondDisorderCause> {
        match self {
            Self::MovedThrough => Some(SecondDisorderCause::MovedThrough),
            Self::Terrain(_) => Some(SecondDisorderCause::Terrain),
            Self::Withdrawal => Some(SecondDisorderCause::WithdrawalMovement),
            Self::ReactionFacing(_) => Some(SecondDisorderCause::ReactionFacing),
            Self::ReactionMovement => Some(SecondDisorderCause::ReactionMovement),
            Self::RetreatBeforeAssault(_) => Some(SecondDisorderCause::RetreatBeforeAssault),
            Self::RetreatedThrough => Some(SecondDisorderCause::RetreatedThrough),
            Self::Fire | Self::FiredOverWoods => Some(SecondDisorderCause::Fire),
            Self::TopUnit => Some(SecondDisorderCause::TopUnitDisordered),
            Self::AdjacentRout => Some(SecondDisorderCause::AdjacentRout),
            Self::FriendlyFire => Some(SecondDisorderCause::FriendlyFire),
            Self::DrewTogether | Self::Misdirected | Self::Special(_) | Self::Swamp(_) => None,
        }
    }
}

/// One check of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    pub unit: UnitId,
    pub occasion: Occasion,
    /// What its occasion adds to the roll, and the rule that adds it.
    pub drm: Option<(i8, Rule)>,
}

impl Check {
    /// A check to which its occasion adds nothing.
    #[must_use]
    pub const fn plain(unit: UnitId, occasion: Occasion) -> Self {
        Self {
            unit,
            occasion,
            drm: None,
        }
    }
}

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checked {
    /// Not above Cohesion.
    Passed,
    /// Above it: the unit is Disordered now, or was and suffers nothing more.
    Failed,
    /// Above it, for a unit that was Disordered already: what the table says has been done, or is the caller's to do.
    SecondDisorder(SecondDisorderResult),
}

/// The frames of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckStep {
    /// The roll.
    Roll(Check),
    /// SR 12.35b: the roll that decides between a retreat and rout.
    OrRout { unit: UnitId },
    /// SR 12.23, BB 12.35: a roll that decides between rout and nothing.
    RoutOr { unit: UnitId, rule: Rule },
}
