//! Special rules of scenarios as data: the mechanism, its sides and turns; the words are for players.

use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::{Mechanism, TurnId};
use crate::words::words;

/// One special rule of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpecialRule {
    /// Its name within the scenario.
    pub id: String,
    /// Its line of the register: what is told of it, and what refuses in its name.
    pub rule: Rule,
    /// Whom it concerns; both sides if none.
    pub side: Option<Side>,
    /// First turn it is in force; from the start if none.
    pub from: Option<TurnId>,
    /// Last turn it is in force; to the end if none.
    pub until: Option<TurnId>,
    /// Whether the players must agree on it first.
    pub status: Status,
    /// What it does.
    pub mechanism: Mechanism,
    /// The rule in our words.
    pub statement: String,
    /// The rules it stands on.
    pub rules: Vec<Rule>,
}

impl SpecialRule {
    /// The rules to name beside the statement: its own, then those it stands on.
    pub fn cited(&self) -> impl Iterator<Item = Rule> {
        std::iter::once(self.rule)
            .chain(self.rules.iter().copied().filter(|rule| *rule != self.rule))
    }

    /// True if it is in force in `turn`.
    #[must_use]
    pub fn in_force(&self, turn: TurnId) -> bool {
        self.from.is_none_or(|from| from <= turn) && self.until.is_none_or(|until| turn <= until)
    }

    /// True if it concerns this side.
    #[must_use]
    pub fn concerns(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}

words! {
    /// Whether a rule is always in force.
    #[derive(Default)]
    pub enum Status {
        /// In force.
        #[default]
        Standard = "standard",
        /// In force if the players agree.
        Optional = "optional",
    }
}
