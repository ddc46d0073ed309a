//! Victory terms: levels, points, objectives, shifts.

use longroll_board::{FieldId, HexId};
use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::{CommandId, Condition, Counted, TurnId, UnitId, Variant, VariantKind};

use crate::words::words;

words! {
    /// How the winner is found.
    pub enum VictoryMethod {
        /// Confederate total less Union total, read on the levels.
        PointDifference = "point-difference",
        /// Only the Confederate total counts, read on the levels.
        ConfederatePoints = "confederate-points",
        /// One point per objective; the lead is read on the levels.
        ObjectiveCount = "objective-count",
        /// Each side meets its objectives or not; see [`Outcome`].
        Objectives = "objectives",
        /// The first outcome whose conditions hold.
        FirstOutcome = "first-outcome",
    }
}

/// The victory terms of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VictoryTerms {
    /// How the winner is found.
    pub method: VictoryMethod,
    /// The rule that says so: the table of levels, or how objectives decide.
    pub rule: Rule,
    /// What else the terms rest on: what control is, when a game may go on.
    pub rules: Vec<Rule>,
    /// In words.
    pub statement: String,
    /// Victory is judged at the end of this turn.
    pub assessed: TurnId,
    /// Points held at the start.
    pub starting_points: Vec<StartingPoints>,
    /// The levels, worst for the Confederate first.
    pub levels: Vec<VictoryLevel>,
    /// What gives points.
    pub points: Vec<PointTerm>,
    /// Objectives of either side.
    pub objectives: Vec<Objective>,
    /// Shifts of the level.
    pub shifts: Vec<LevelShift>,
    /// Automatic victories.
    pub automatic: Vec<AutomaticVictory>,
    /// Outcomes in the order they are tried.
    pub outcomes: Vec<Outcome>,
    /// Batteries that count as eliminated though they are not in play.
    pub batteries_lost_before: Vec<UnitId>,
    /// Brigades that count as CI though they are not in play.
    pub ineffective_before: Vec<CommandId>,
    /// Fields that count as one.
    pub joined_fields: Vec<Vec<FieldId>>,
    /// Places that a side holds before anybody has moved.
    pub held_at_start: Vec<HeldAtStart>,
    /// The players have agreed that the game may end early.
    pub early_end: Option<EarlyEnd>,
}

/// Places that a side holds before anybody has moved: it was the last to pass through before the scenario begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeldAtStart {
    pub side: Side,
    /// Hexes, each by itself.
    pub hexes: Vec<HexId>,
    /// Fields as a whole.
    pub fields: FieldsHeld,
}

words! {
    /// Which fields a side holds before anybody has moved.
    #[derive(Default)]
    pub enum FieldsHeld {
        /// None.
        #[default]
        None = "none",
        /// All that count for anything.
        All = "all",
    }
}

/// A game that ends when a side has no effective division left on the map, and what that changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EarlyEnd {
    pub rule: Rule,
    /// What changes for a side that is broken.
    pub broken: Vec<BrokenSide>,
}

/// What changes when a side has no effective division left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrokenSide {
    /// Who is broken.
    pub side: Side,
    /// How the enemy must stand.
    pub enemy: EnemyStands,
    /// Points and shifts, by name, that are not given.
    pub without: Vec<String>,
    /// Levels in the enemy's favour.
    pub shift: u8,
}

words! {
    /// How the enemy of a broken side stands.
    pub enum EnemyStands {
        /// None of his divisions is CI.
        Whole = "whole",
        /// Not all of his divisions are CI.
        NotBroken = "not-broken",
    }
}

impl VictoryTerms {
    /// The terms of a game in which the players have agreed on a variant.
    #[must_use]
    pub fn varied(&self, variant: &Variant) -> Self {
        let mut terms = self.clone();
        terms.starting_points.extend(&variant.starting_points);
        if !variant.points.is_empty() {
            terms.points.clone_from(&variant.points);
        }
        if !variant.automatic.is_empty() {
            terms.automatic.clone_from(&variant.automatic);
        }
        for level in &mut terms.levels {
            let change = variant
                .level_changes
                .iter()
                .find(|change| change.from == level.verdict);
            level.verdict = change.map_or(level.verdict, |change| change.to);
        }
        terms.rule = variant.rule.unwrap_or(terms.rule);
        if variant.kind == VariantKind::Extension {
            terms.assessed = variant.last_turn.unwrap_or(terms.assessed);
            // An extended game is read on the table of levels alone; its shifts belong to the first day.
            terms.shifts.clear();
        }
        if variant.early_end.is_some() {
            terms.early_end.clone_from(&variant.early_end);
        }
        terms
    }

    /// Every turn at whose end something is judged that counts later.
    #[must_use]
    pub fn named_turns(&self) -> Vec<TurnId> {
        let points = self.points.iter().filter_map(|term| match &term.per {
            Counted::FieldsControlled { at, .. } => Some(*at),
            _ => None,
        });
        let conditions = self.conditions().filter_map(|condition| match condition {
            Condition::Held { at, .. } => *at,
            Condition::RouteControlled { from, .. } => *from,
            Condition::TakenBy { until, .. } => Some(*until),
            _ => None,
        });
        let mut turns: Vec<TurnId> = points.chain(conditions).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    /// Every condition of an objective, a shift, an automatic victory or an outcome.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let objectives = self.objectives.iter().flat_map(|own| &own.conditions);
        let shifts = self.shifts.iter().flat_map(|own| &own.conditions);
        let automatic = self
            .automatic
            .iter()
            .flat_map(|own| own.conditions.iter().chain(&own.better_if));
        let outcomes = self.outcomes.iter().flat_map(|own| match &own.when {
            OutcomeTest::Conditions(conditions) => conditions.as_slice(),
            _ => &[],
        });
        objectives.chain(shifts).chain(automatic).chain(outcomes)
    }
}

/// Points a side holds at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StartingPoints {
    pub side: Side,
    pub vp: i16,
}

words! {
    /// How a game may end. Compares from best for the Union to best for the Confederate.
    pub enum Verdict {
        /// The Union wins by far.
        UnionStrategic = "union-strategic",
        /// The Union wins clearly.
        UnionTactical = "union-tactical",
        /// The Union wins narrowly.
        UnionMarginal = "union-marginal",
        /// Nobody wins.
        Draw = "draw",
        /// The Confederates win narrowly.
        ConfederateMarginal = "confederate-marginal",
        /// The Confederates win clearly.
        ConfederateTactical = "confederate-tactical",
        /// The Confederates win by far.
        ConfederateStrategic = "confederate-strategic",
    }
}

impl Verdict {
    /// The winner.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::UnionStrategic | Self::UnionTactical | Self::UnionMarginal => Some(Side::Union),
            Self::Draw => None,
            Self::ConfederateMarginal | Self::ConfederateTactical | Self::ConfederateStrategic => {
                Some(Side::Confederate)
            }
        }
    }
}

/// A range of points and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VictoryLevel {
    /// Lowest number of points; open if none.
    pub min: Option<i16>,
    /// Highest number of points; open if none.
    pub max: Option<i16>,
    /// What it means; for a lead of either side read it for the leader.
    pub verdict: Verdict,
}

/// Something that gives points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointTerm {
    /// Its name.
    pub id: String,
    pub rule: Rule,
    /// Who scores; none: each side for the enemy's.
    pub to: Option<Side>,
    /// Points for each.
    pub vp: i16,
    /// What is counted.
    pub per: Counted,
    /// In words, if there is more to say.
    pub statement: String,
}

/// An objective of a side; all its conditions must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Objective {
    /// Its name.
    pub id: String,
    pub rule: Rule,
    pub side: Side,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// Whether it counts by itself.
    pub counts: Counts,
    /// In words.
    pub statement: String,
}

words! {
    /// Whether an objective counts by itself.
    #[derive(Default)]
    pub enum Counts {
        /// By itself.
        #[default]
        Alone = "alone",
        /// Only if the side meets another one as well.
        WithAnother = "with-another",
    }
}

/// A shift of the level at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelShift {
    /// Its name.
    pub id: String,
    pub rule: Rule,
    /// In whose favour.
    pub toward: Side,
    /// By how many levels.
    pub levels: u8,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// The level is set to this instead of shifted.
    pub becomes: Option<Verdict>,
    /// In words.
    pub statement: String,
}

/// A victory that needs no points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AutomaticVictory {
    /// Its name.
    pub id: String,
    pub rule: Rule,
    /// Who wins.
    pub side: Side,
    /// When it is judged.
    pub assessed: Assessed,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// The verdict if `better_if` holds as well (or is not there).
    pub verdict: Verdict,
    /// A further condition for the better verdict.
    pub better_if: Vec<Condition>,
    /// The verdict without it.
    pub otherwise: Option<Verdict>,
    /// In words.
    pub statement: String,
}

words! {
    /// When a condition is judged.
    pub enum Assessed {
        /// At the end of the game.
        EndOfGame = "end-of-game",
        /// At the end of every turn.
        EveryTurn = "every-turn",
    }
}

/// An outcome of [`VictoryMethod::Objectives`] and [`VictoryMethod::FirstOutcome`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outcome {
    pub rule: Rule,
    /// What must hold; empty for "anything else".
    pub when: OutcomeTest,
    /// What it means.
    pub verdict: OutcomeVerdict,
    /// In words.
    pub statement: String,
}

/// The test of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeTest {
    /// A side meets all its objectives, or is the only one to meet any.
    AllOrOnlySide,
    /// This side meets none.
    MeetsNone(Side),
    /// All these conditions hold.
    Conditions(Vec<Condition>),
    /// Anything else.
    Otherwise,
}

/// The verdict of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeVerdict {
    /// The side that passed the test wins.
    ThatSide,
    /// This side wins.
    Winner(Side),
    /// Nobody wins.
    Draw,
}
