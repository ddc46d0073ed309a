//! SR 10.3, 10.4: when fire is made.

use longroll_board::HexId;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// The five occasions of fire, with what set each off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// SR 10.3: an activated unit fires of its own accord.
    Phasing,
    /// SR 10.42, 10.45: an enemy has fired from the target hex.
    Return {
        /// The hex he fired at.
        struck: HexId,
        /// BB 10.67-limited: he fired over Woods by limited line of sight, so guns may answer by it.
        limited: bool,
    },
    /// SR 10.43: the target hex assaults somebody; who is in [`super::FireHistory::assaults`].
    PreAssault,
    /// SR 10.44: a unit is about to leave the target hex, a front hex of the firer.
    Withdrawal,
    /// SR 10.45: a unit has moved into the target hex.
    Approach,
    /// BB 18.1, 19.0: an event lets it fire, outside every Activation.
    Event(EventFire),
}

/// BB 18.1, 19.0: events in which somebody fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventFire {
    /// BB 18.1-fire: at a friend, by mistake.
    Misdirected,
    /// BB 19.0-1: guns, far.
    Batteries,
    /// BB 19.0-5: infantry, unanswered.
    AtWill,
}

impl EventFire {
    /// The rule that gives the fire.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Misdirected => Rule::BB_18_1_fire,
            Self::Batteries => Rule::BB_19_0_1,
            Self::AtWill => Rule::BB_19_0_5,
        }
    }
}

/// SR 10.41: the kinds of non-phasing fire, each with its own allowance in an enemy brigade Activation (fire reading 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NonPhasing {
    /// SR 10.42.
    Return,
    /// SR 10.43.
    PreAssault,
    /// SR 10.44.
    Withdrawal,
    /// SR 10.45.
    Approach,
}

impl NonPhasing {
    /// Every kind.
    pub const ALL: [Self; 4] = [
        Self::Return,
        Self::PreAssault,
        Self::Withdrawal,
        Self::Approach,
    ];
}

impl Occasion {
    /// The kind of non-phasing fire; none for phasing fire and for that of an event, of which no account is kept.
    #[must_use]
    pub const fn kind(self) -> Option<NonPhasing> {
        match self {
            Self::Phasing | Self::Event(_) => None,
            Self::Return { .. } => Some(NonPhasing::Return),
            Self::PreAssault => Some(NonPhasing::PreAssault),
            Self::Withdrawal => Some(NonPhasing::Withdrawal),
            Self::Approach => Some(NonPhasing::Approach),
        }
    }

    /// Whether it opens an exchange that may be answered, instead of answering something.
    #[must_use]
    pub const fn opens(self) -> bool {
        matches!(self, Self::Phasing | Self::Event(_))
    }

    /// The rule that gives the fire.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Phasing => Rule::SR_10_32,
            Self::Return { .. } => Rule::SR_10_42,
            Self::PreAssault => Rule::SR_10_43,
            Self::Withdrawal => Rule::SR_10_44,
            Self::Approach => Rule::SR_10_45,
            Self::Event(event) => event.rule(),
        }
    }
}
