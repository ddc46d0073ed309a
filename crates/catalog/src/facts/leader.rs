//! Leaders and commanders: both sides of their counters.

use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::{CommandId, LeaderId, Level, Sourced, TurnId};

use crate::words::words;

words! {
    /// SR 4.14: the action profile of a brigadier.
    pub enum Profile {
        /// Aggressive.
        Aggressive = "A",
        /// Normal.
        Normal = "N",
        /// Cautious.
        Cautious = "C",
        /// Unreliable.
        Unreliable = "U",
    }
}

impl Profile {
    /// The letter on the counter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Aggressive => 'A',
            Self::Normal => 'N',
            Self::Cautious => 'C',
            Self::Unreliable => 'U',
        }
    }
}

/// One side of a leader counter. Which ratings are there depends on the level (SR 4.11 to 4.14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// SR 4.11: Initiative, army commanders.
    pub initiative: Option<Sourced<i8>>,
    /// SR 4.12: Efficiency, corps commanders.
    pub efficiency: Option<Sourced<i8>>,
    /// SR 4.13: Coordination, division leaders.
    pub coordination: Option<Sourced<i8>>,
    /// SR 4.13: Activation, division leaders.
    pub activation: Option<Sourced<i8>>,
    /// SR 4.14: action profile, brigadiers.
    pub profile: Option<Sourced<Profile>>,
    /// SR 4.14: Orders value, brigadiers.
    pub orders: Option<Sourced<i8>>,
    /// SR 4.15: command range in leader MP.
    pub command_range: Sourced<u8>,
}

/// SR 4.18: the back of the counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// Who steps in.
    pub name: String,
    /// SR 12.75: the lower leader who is the same person, if he has a counter.
    pub same_person: Option<LeaderId>,
    /// His ratings.
    pub ratings: Ratings,
}

words! {
    /// What a leader may or must do beyond his rank. Named after the mechanism; who has it is data.
    pub enum AbilityKind {
        /// BB 4.11-direct: takes up to `number` brigades in range under Direct Command.
        DirectCommand = "direct-command",
        /// BB 4.11-direct: if he does so, his Initiative value does not help an Efficiency this turn.
        DirectCommandCostsEfficiencyHelp = "direct-command-costs-efficiency-help",
        /// BB 4.11-J1: puts brigades in range under Attack orders without a roll.
        OrdersAttack = "orders-attack",
        /// BB 4.11-J2: brigadiers in range under Attack orders count as Aggressive.
        InspiresAggression = "inspires-aggression",
        /// BB 4.11-J3: Green regiments in range assault despite a failed Commitment check.
        SteadiesGreenUnits = "steadies-green-units",
        /// BB 4.11-J4: one extra Activation of a brigadier in range.
        ExtraActivation = "extra-activation",
        /// BB 4.11-march: puts `number` brigades in range under March orders instead of all the rest.
        OrdersMarch = "orders-march",
        /// BB 12.77: must roll for his loss from turn `from` to turn `until` of the first day.
        CompulsoryLossRolls = "compulsory-loss-rolls",
        /// BB 4.2: uses his Initiative value as Efficiency value for a division (or corps) in range.
        InitiativeHelpsEfficiency = "initiative-helps-efficiency",
        /// BB 5.34: his Efficiency value is the Coordination DRM of his brigades.
        EfficiencyAsCoordination = "efficiency-as-coordination",
        /// BB 6.22: he and his division leaders help an orders change only towards Attack orders, until turn `until`.
        HelpsOnlyTowardsAttack = "helps-only-towards-attack",
        /// BB 4.21: may trace command to a brigade of his corps that has no division, and to all if the division leader falls.
        TracesToUndividedBrigades = "traces-to-undivided-brigades",
        /// BB 5.26: at most `number` Activations on the first day unless In Command in II/A.
        ActivationLimitOutOfCommand = "activation-limit-out-of-command",
        /// BB 5.26: his brigade may be assigned to any division in range from turn `from`, afterwards only back.
        Reassignable = "reassignable",
    }
}

/// An ability with its figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ability {
    /// What he may or must do.
    pub kind: AbilityKind,
    /// How many brigades or Activations, where the kind needs a number.
    pub number: Option<u8>,
    /// First hour of the first day at which it is in force, if limited.
    pub from_hour: Option<u8>,
    /// Last hour of the first day at which it is in force, if limited.
    pub until_hour: Option<u8>,
    /// The rule that gives it.
    pub rule: Rule,
}

impl Ability {
    /// True if the ability is in force in `turn`, hours being those of `first_day`.
    #[must_use]
    pub fn in_force(&self, turn: TurnId, first_day: u8) -> bool {
        let started = self
            .from_hour
            .is_none_or(|hour| turn >= TurnId::new(first_day, hour));
        let not_over = self
            .until_hour
            .is_none_or(|hour| turn <= TurnId::new(first_day, hour));
        started && not_over
    }
}

/// One leader or commander.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeaderFacts {
    /// His number.
    pub id: LeaderId,
    /// His key in the files: "us-ldr-sherman".
    pub key: String,
    /// His name at the table: "Sherman".
    pub name: String,
    /// Rank and name in full.
    pub full_name: String,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub level: Level,
    /// What he leads.
    pub command: CommandId,
    /// The front of his counter.
    pub ratings: Ratings,
    /// SR 4.18: the back; none if nobody steps in.
    pub replacement: Option<Replacement>,
    /// What sets him apart.
    pub abilities: Vec<Ability>,
    /// Remarks for players.
    pub note: String,
}

impl LeaderFacts {
    /// The ability of this kind, if he has it.
    #[must_use]
    pub fn ability(&self, kind: AbilityKind) -> Option<&Ability> {
        self.abilities.iter().find(|ability| ability.kind == kind)
    }
}
