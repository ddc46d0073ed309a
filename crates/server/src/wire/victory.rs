//! What decides a scenario, as facts: the page puts them into words of the reader's language.

use longroll_board::{FieldId, HexId};
use longroll_catalog::facts::{
    Assessed, AutomaticVictory, BattleFacts, CommandId, Condition, Counted, Counts, LevelShift,
    Objective, Outcome, OutcomeTest, OutcomeVerdict, PointTerm, ScenarioFacts, StartingPoints, Tie,
    TurnId, VictoryLevel,
};
use longroll_core::Side;
use serde::Serialize;

use super::piece::{CommandWire, command};
use super::scenario::TurnWire;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VictoryWire {
    method: &'static str,
    /// In words, English.
    statement: String,
    assessed: Option<TurnWire>,
    start: Vec<PointsWire>,
    levels: Vec<LevelWire>,
    points: Vec<PointsWire>,
    objectives: Vec<GoalWire>,
    shifts: Vec<GoalWire>,
    automatic: Vec<GoalWire>,
    outcomes: Vec<OutcomeWire>,
    /// Every hex that counts for something, to be marked on the map.
    hexes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LevelWire {
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i16>,
    verdict: &'static str,
}

/// Points for something.
#[derive(Debug, Serialize)]
struct PointsWire {
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    vp: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    per: Option<TermWire>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

/// An objective, a shift of the level or an automatic victory.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct GoalWire {
    side: Side,
    conditions: Vec<TermWire>,
    statement: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    better_if: Vec<TermWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<&'static str>,
    /// Judged at the end of every turn, not only of the game.
    every_turn: bool,
    /// Counts only if another one is met as well.
    with_another: bool,
}

#[derive(Debug, Serialize)]
struct OutcomeWire {
    when: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    conditions: Vec<TermWire>,
    verdict: &'static str,
}

/// Something that is counted or must hold. Which of the values are there depends on its kind.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct TermWire {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hexes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commands: Vec<CommandWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_routed_unit: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holder: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tie: Option<bool>,
}

/// Finds the names of what the facts number.
struct Namer<'a> {
    battle: &'a BattleFacts,
    scenario: &'a ScenarioFacts,
}

/// The victory terms of a scenario.
pub(super) fn victory(battle: &BattleFacts, scenario: &ScenarioFacts) -> VictoryWire {
    let terms = &scenario.victory;
    let names = Namer { battle, scenario };
    let mut wire = VictoryWire {
        method: terms.method.word(),
        statement: terms.statement.clone(),
        assessed: names.turn(terms.assessed),
        start: terms.starting_points.iter().map(start).collect(),
        levels: terms.levels.iter().map(level).collect(),
        points: terms.points.iter().map(|own| names.points(own)).collect(),
        objectives: terms
            .objectives
            .iter()
            .map(|own| names.objective(own))
            .collect(),
        shifts: terms.shifts.iter().map(|own| names.shift(own)).collect(),
        automatic: terms
            .automatic
            .iter()
            .map(|own| names.automatic(own))
            .collect(),
        outcomes: terms
            .outcomes
            .iter()
            .map(|own| names.outcome(own))
            .collect(),
        hexes: Vec::new(),
    };
    wire.hexes = wire.hexes_that_count();
    wire
}

impl VictoryWire {
    fn hexes_that_count(&self) -> Vec<String> {
        let goals = self.objectives.iter();
        let goals = goals.chain(&self.shifts).chain(&self.automatic);
        let outcomes = self.outcomes.iter();
        let mut hexes: Vec<String> = goals
            .flat_map(|goal| goal.conditions.iter().chain(&goal.better_if))
            .chain(self.points.iter().filter_map(|points| points.per.as_ref()))
            .chain(outcomes.flat_map(|outcome| &outcome.conditions))
            .flat_map(|term| term.hexes.iter().cloned())
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }
}

impl TermWire {
    fn of(kind: &'static str, side: Option<Side>) -> Self {
        Self {
            kind,
            side,
            ..Self::default()
        }
    }
}

fn start(start: &StartingPoints) -> PointsWire {
    PointsWire {
        side: Some(start.side),
        vp: start.vp,
        per: None,
        note: String::new(),
    }
}

fn level(level: &VictoryLevel) -> LevelWire {
    LevelWire {
        min: level.min,
        max: level.max,
        verdict: level.verdict.word(),
    }
}

impl Namer<'_> {
    fn turn(&self, id: TurnId) -> Option<TurnWire> {
        self.scenario
            .turn(id)
            .map(|turn| TurnWire::new(self.battle, turn))
    }

    fn hexes(&self, hexes: &[HexId]) -> Vec<String> {
        let grid = &self.battle.ground.grid;
        hexes.iter().map(|hex| grid.name(*hex).to_owned()).collect()
    }

    fn fields(&self, fields: &[FieldId]) -> Vec<String> {
        let names = &self.battle.ground.names;
        fields
            .iter()
            .filter_map(|id| names.field(*id))
            .map(|field| field.name.clone())
            .collect()
    }

    fn commands(&self, commands: &[CommandId]) -> Vec<CommandWire> {
        commands
            .iter()
            .map(|id| command(self.battle, *id))
            .collect()
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<TermWire> {
        conditions.iter().map(|own| self.condition(own)).collect()
    }

    fn goal(&self, side: Side, conditions: &[Condition], statement: &str) -> GoalWire {
        GoalWire {
            side,
            conditions: self.conditions(conditions),
            statement: statement.to_owned(),
            levels: None,
            verdict: None,
            better_if: Vec::new(),
            otherwise: None,
            every_turn: false,
            with_another: false,
        }
    }

    fn points(&self, term: &PointTerm) -> PointsWire {
        PointsWire {
            side: term.to,
            vp: term.vp,
            per: Some(self.counted(&term.per)),
            note: term.statement.clone(),
        }
    }

    fn objective(&self, objective: &Objective) -> GoalWire {
        GoalWire {
            with_another: objective.counts == Counts::WithAnother,
            ..self.goal(objective.side, &objective.conditions, &objective.statement)
        }
    }

    fn shift(&self, shift: &LevelShift) -> GoalWire {
        GoalWire {
            levels: Some(shift.levels),
            verdict: shift.becomes.map(|verdict| verdict.word()),
            ..self.goal(shift.toward, &shift.conditions, &shift.statement)
        }
    }

    fn automatic(&self, own: &AutomaticVictory) -> GoalWire {
        GoalWire {
            verdict: Some(own.verdict.word()),
            better_if: self.conditions(&own.better_if),
            otherwise: own.otherwise.map(|verdict| verdict.word()),
            every_turn: own.assessed == Assessed::EveryTurn,
            ..self.goal(own.side, &own.conditions, &own.statement)
        }
    }

    fn outcome(&self, outcome: &Outcome) -> OutcomeWire {
        let (when, side, conditions) = match &outcome.when {
            OutcomeTest::AllOrOnlySide => ("all-or-only-side", None, Vec::new()),
            OutcomeTest::MeetsNone(side) => ("meets-none", Some(*side), Vec::new()),
            OutcomeTest::Conditions(conditions) => {
                ("conditions", None, self.conditions(conditions))
            }
            OutcomeTest::Otherwise => ("otherwise", None, Vec::new()),
        };
        OutcomeWire {
            when,
            side,
            conditions,
            verdict: match outcome.verdict {
                OutcomeVerdict::ThatSide => "that-side",
                OutcomeVerdict::Winner(Side::Union) => "union",
                OutcomeVerdict::Winner(Side::Confederate) => "confederate",
                OutcomeVerdict::Draw => "draw",
            },
        }
    }

    fn counted(&self, counted: &Counted) -> TermWire {
        match counted {
            Counted::IneffectiveCommands {
                side,
                level,
                except,
            } => TermWire {
                kind: "ineffective-commands",
                side: Some(*side),
                level: Some(level.word()),
                commands: self.commands(except),
                ..TermWire::default()
            },
            Counted::EliminatedBatteries => TermWire {
                kind: "eliminated-batteries",
                ..TermWire::default()
            },
            Counted::HexesHeld { by, hexes, .. } => TermWire {
                kind: "hexes-held",
                side: Some(*by),
                hexes: self.hexes(hexes),
                ..TermWire::default()
            },
            Counted::StrengthLost { side } => TermWire {
                kind: "strength-lost",
                side: Some(*side),
                ..TermWire::default()
            },
            Counted::FieldsControlled { by, fields, at } => TermWire {
                kind: "fields-scored",
                side: *by,
                fields: self.fields(fields),
                turn: self.turn(*at),
                ..TermWire::default()
            },
        }
    }

    fn condition(&self, condition: &Condition) -> TermWire {
        let of = TermWire::of;
        match condition {
            Condition::Held { .. }
            | Condition::TakenBy { .. }
            | Condition::NotHeld { .. }
            | Condition::RouteControlled { .. }
            | Condition::NorthBoundaryReached { .. }
            | Condition::RegimentsIn { .. } => self.hexes_won(condition),
            Condition::Ineffective { .. }
            | Condition::IneffectiveCount { .. }
            | Condition::Gone { .. }
            | Condition::RegimentsShaken { .. }
            | Condition::FewerIneffectiveBrigades { .. } => self.commands_worn(condition),
            Condition::RegimentsLeft { side, at_least } => TermWire {
                number: Some(*at_least),
                ..of("regiments-left", Some(*side))
            },
            Condition::LossesAtMost { side, sp } => TermWire {
                number: Some(*sp),
                ..of("losses-at-most", Some(*side))
            },
            Condition::LossesAtLeast {
                side,
                sp,
                per_routed_unit,
                ..
            } => TermWire {
                number: Some(*sp),
                per_routed_unit: (*per_routed_unit > 0).then_some(*per_routed_unit),
                ..of("losses-at-least", Some(*side))
            },
            Condition::PointsAtLeast { side, vp } => TermWire {
                number: Some(*vp),
                ..of("points-at-least", Some(*side))
            },
            Condition::FieldsControlled { by, fields } => TermWire {
                fields: self.fields(fields),
                ..of("fields-controlled", Some(*by))
            },
            Condition::FieldsNotControlled {
                by,
                fields,
                ignoring,
            } => TermWire {
                fields: self.fields(fields),
                hexes: self.hexes(ignoring),
                ..of("fields-not-controlled", Some(*by))
            },
        }
    }

    /// Conditions of hexes: who holds, has reached or has lost them.
    fn hexes_won(&self, condition: &Condition) -> TermWire {
        let of = TermWire::of;
        match condition {
            Condition::Held {
                by,
                hexes,
                needed,
                holder,
                holding,
                at,
                ..
            } => TermWire {
                hexes: self.hexes(hexes),
                number: *needed,
                holder: Some(holder.word()),
                holding: Some(holding.word()),
                turn: at.and_then(|turn| self.turn(turn)),
                ..of("held", Some(*by))
            },
            Condition::TakenBy {
                by, hexes, until, ..
            } => TermWire {
                hexes: self.hexes(hexes),
                turn: self.turn(*until),
                ..of("taken-by", Some(*by))
            },
            Condition::NotHeld { by, hex, .. } => TermWire {
                hexes: self.hexes(&[*hex]),
                ..of("not-held", Some(*by))
            },
            Condition::RouteControlled { by, hexes, from } => TermWire {
                hexes: self.hexes(hexes),
                turn: from.and_then(|turn| self.turn(turn)),
                ..of("route-controlled", Some(*by))
            },
            Condition::NorthBoundaryReached { by, from_column } => TermWire {
                number: Some(*from_column),
                ..of("north-boundary-reached", Some(*by))
            },
            Condition::RegimentsIn {
                side,
                hexes,
                at_least,
            } => TermWire {
                hexes: self.hexes(hexes),
                number: Some(*at_least),
                ..of("regiments-in", Some(*side))
            },
            // `condition` hands over no other kind.
            _ => TermWire::default(),
        }
    }

    /// Conditions of commands: which are ineffective, shaken or gone.
    fn commands_worn(&self, condition: &Condition) -> TermWire {
        let of = TermWire::of;
        match condition {
            Condition::Ineffective { commands, needed } => TermWire {
                commands: self.commands(commands),
                number: Some(*needed),
                ..of("ineffective", None)
            },
            Condition::IneffectiveCount {
                side,
                level,
                at_least,
            } => TermWire {
                level: Some(level.word()),
                number: Some(*at_least),
                ..of("ineffective-count", Some(*side))
            },
            Condition::Gone { command } => TermWire {
                commands: self.commands(&[*command]),
                ..of("gone", None)
            },
            Condition::RegimentsShaken { command, at_least } => TermWire {
                commands: self.commands(&[*command]),
                number: Some(*at_least),
                ..of("regiments-shaken", None)
            },
            Condition::FewerIneffectiveBrigades { side, tie } => TermWire {
                tie: Some(*tie == Tie::Enough),
                ..of("fewer-ineffective-brigades", Some(*side))
            },
            // `condition` hands over no other kind.
            _ => TermWire::default(),
        }
    }
}
