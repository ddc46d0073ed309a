//! How a game ends.

use longroll_catalog::facts::{Verdict as Level, VictoryMethod};
use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

/// How clearly a game is won. Some scenarios know only victory and defeat; scenario 4 has names of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Won, and no more is said.
    Plain,
    /// Narrowly.
    Marginal,
    /// Clearly.
    Tactical,
    /// BB 30.4-levels: clearly.
    Substantial,
    /// By far.
    Strategic,
    /// BB 30.4-levels: by far.
    Decisive,
}

impl Grade {
    /// Every grade.
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::Marginal,
        Self::Tactical,
        Self::Substantial,
        Self::Strategic,
        Self::Decisive,
    ];

    /// The word of the log.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Marginal => "marginal",
            Self::Tactical => "tactical",
            Self::Substantial => "substantial",
            Self::Strategic => "strategic",
            Self::Decisive => "decisive",
        }
    }

    /// The grade of a level, in the words of the method.
    pub(crate) const fn of(level: Level, method: VictoryMethod) -> Self {
        let counted = matches!(method, VictoryMethod::ObjectiveCount);
        match level {
            _ if matches!(method, VictoryMethod::ConfederatePoints) => Self::Plain,
            Level::UnionMarginal | Level::ConfederateMarginal | Level::Draw => Self::Marginal,
            Level::UnionTactical | Level::ConfederateTactical if counted => Self::Substantial,
            Level::UnionTactical | Level::ConfederateTactical => Self::Tactical,
            Level::UnionStrategic | Level::ConfederateStrategic if counted => Self::Decisive,
            Level::UnionStrategic | Level::ConfederateStrategic => Self::Strategic,
        }
    }
}

/// Who has won, how clearly, and by which rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// How clearly; of no meaning in a draw.
    pub grade: Grade,
    /// The rule that says so.
    pub rule: Rule,
    /// Whether it is an automatic victory.
    pub automatic: bool,
}

impl Verdict {
    /// A draw.
    pub(crate) const fn draw(rule: Rule) -> Self {
        Self {
            winner: None,
            grade: Grade::Plain,
            rule,
            automatic: false,
        }
    }

    /// A victory without a level.
    pub(crate) const fn won(side: Side, rule: Rule) -> Self {
        Self {
            winner: Some(side),
            grade: Grade::Plain,
            rule,
            automatic: false,
        }
    }

    /// A level of a table.
    #[must_use]
    pub const fn level(level: Level, method: VictoryMethod, rule: Rule) -> Self {
        match level.winner() {
            None => Self::draw(rule),
            Some(side) => Self {
                winner: Some(side),
                grade: Grade::of(level, method),
                rule,
                automatic: false,
            },
        }
    }

    /// The key of its text: `draw`, `union-plain`, `confederate-tactical`.
    #[must_use]
    pub fn key(&self) -> String {
        match self.winner {
            None => "draw".to_owned(),
            Some(side) => format!("{side}-{}", self.grade.word()),
        }
    }

    /// The plain words of the log and of the header of a record.
    #[must_use]
    pub fn plain(&self) -> String {
        let automatic = if self.automatic { "automatic " } else { "" };
        match (self.winner, self.grade) {
            (None, _) => "draw".to_owned(),
            (Some(side), Grade::Plain) => format!("{automatic}{side} victory"),
            (Some(side), grade) => format!("{automatic}{side} {} victory", grade.word()),
        }
    }
}
