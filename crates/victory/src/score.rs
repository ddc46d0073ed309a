//! The score: points, objectives, shifts, and the verdict if the game ended now.

use longroll_board::HexId;
use longroll_catalog::facts::{
    AutomaticVictory, Condition, Counted, Counts, Fitness, Holder, Holding, OutcomeTest,
    OutcomeVerdict, PointTerm, TurnId, VictoryMethod,
};
use longroll_core::{BySide, Side};
use longroll_position::{Position, Setting};
use longroll_rule::Rule;
use serde::Serialize;

use crate::broken::{BrokenTerms, broken_terms};
use crate::condition::{Check, worn_key};
use crate::due::Due;
use crate::goal_kind::GoalKind;
use crate::judge::{Judge, Orders, When};
use crate::reason::Reason;
use crate::verdict::Verdict;

/// Points of a side, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The term of the scenario.
    pub id: String,
    pub rule: Rule,
    /// Who scores.
    pub side: Side,
    /// What is counted, how often.
    pub count: u16,
    /// Points for each.
    pub each: i16,
    /// Points in all; those that are to come are not among the totals.
    pub points: i16,
    /// Whether they are settled.
    pub due: Due,
    pub reason: Reason,
}

/// Something that is met or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Goal {
    /// The term of the scenario.
    pub id: String,
    pub rule: Rule,
    /// What kind.
    pub kind: GoalKind,
    /// Whose it is, or in whose favour; nobody's for an outcome that is a draw.
    pub side: Option<Side>,
    /// Whether it is met.
    pub met: bool,
    /// Whether it counts: a met objective that needs another beside it may not.
    pub counts: bool,
    /// Whether that is settled.
    pub due: Due,
    /// Levels by which the verdict is shifted.
    pub levels: u8,
    /// Every condition and how it stands.
    pub checks: Vec<Check>,
}

/// How a battle stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Score {
    /// How the winner is found.
    pub method: VictoryMethod,
    /// Points, term by term and side by side.
    pub lines: Vec<Line>,
    /// Objectives, shifts, automatic victories, outcomes.
    pub goals: Vec<Goal>,
    /// The points of both sides without those that are to come.
    pub totals: BySide<i32>,
    /// What is read on the table of levels.
    pub reading: Option<i32>,
    /// The verdict before the level is shifted.
    pub before_shifts: Option<Verdict>,
    /// Levels by which it is shifted, in favour of the Confederate if more than 0.
    pub shifted: i32,
    /// The verdict if the game ended now.
    pub verdict: Verdict,
}

impl Score {
    /// The line of a term for a side.
    #[must_use]
    pub fn line(&self, id: &str, side: Side) -> Option<&Line> {
        self.lines
            .iter()
            .find(|line| line.id == id && line.side == side)
    }

    /// The goal with this name.
    #[must_use]
    pub fn goal(&self, id: &str) -> Option<&Goal> {
        self.goals.iter().find(|goal| goal.id == id)
    }
}

/// How a battle stands; nothing if its scenario says nothing of victory.
#[must_use]
pub fn score(setting: &Setting, position: &Position, orders: &dyn Orders) -> Option<Score> {
    by_terms(Judge::now(setting, position, orders))
}

/// How a battle stands by the terms of a judge.
pub(crate) fn by_terms(judge: Judge<'_>) -> Option<Score> {
    let terms = judge.terms();
    let decided = !terms.points.is_empty()
        || !terms.objectives.is_empty()
        || terms
            .outcomes
            .iter()
            .any(|own| matches!(own.when, OutcomeTest::Conditions(_)));
    decided.then(|| Scorer { judge }.score())
}

struct Scorer<'a> {
    judge: Judge<'a>,
}

impl Scorer<'_> {
    fn score(&self) -> Score {
        let terms = self.judge.terms();
        let early = broken_terms(&self.judge);
        let given = |id: &str| !early.without.iter().any(|own| own == id);
        let mut lines = self.starting_points();
        for term in terms.points.iter().filter(|term| given(&term.id)) {
            self.points(term, &mut lines);
        }
        let totals = BySide::from_fn(|side| {
            lines
                .iter()
                .filter(|line| line.side == side && line.due != Due::ToCome)
                .map(|line| i32::from(line.points))
                .sum::<i32>()
        });
        let check = |conditions: &[Condition]| -> Vec<Check> {
            conditions
                .iter()
                .map(|condition| self.judge.check(condition, |side| totals[side]))
                .collect()
        };
        let mut goals = self.objectives(&check);
        for shift in terms.shifts.iter().filter(|shift| given(&shift.id)) {
            let checks = check(&shift.conditions);
            goals.push(goal(
                &shift.id,
                shift.rule,
                GoalKind::Shift,
                Some(shift.toward),
                shift.levels,
                checks,
            ));
        }
        goals.extend(self.early_end(&early));
        for own in &terms.automatic {
            let checks = check(&own.conditions);
            goals.push(goal(
                &own.id,
                own.rule,
                GoalKind::Automatic,
                Some(own.side),
                0,
                checks,
            ));
        }
        let mut score = Score {
            method: terms.method,
            lines,
            goals,
            totals,
            reading: None,
            before_shifts: None,
            shifted: 0,
            verdict: Verdict::draw(terms.rule),
        };
        self.decide(&mut score, &check);
        score
    }

    /// The points with which a side begins.
    fn starting_points(&self) -> Vec<Line> {
        let terms = self.judge.terms();
        let starts = terms.starting_points.iter();
        starts
            .map(|start| Line {
                id: "start".to_owned(),
                rule: terms.rule,
                side: start.side,
                count: 1,
                each: start.vp,
                points: start.vp,
                due: Due::Settled,
                reason: Reason::new("start").side(start.side),
            })
            .collect()
    }

    /// The shift of a battle that was broken off.
    fn early_end(&self, early: &BrokenTerms) -> Option<Goal> {
        if early.shift == 0 {
            return None;
        }
        let toward = if early.shift > 0 {
            Side::Confederate
        } else {
            Side::Union
        };
        let levels = u8::try_from(early.shift.unsigned_abs()).unwrap_or(u8::MAX);
        Some(goal(
            "early-end",
            early.rule.unwrap_or(self.judge.terms().rule),
            GoalKind::Shift,
            Some(toward),
            levels,
            Vec::new(),
        ))
    }

    /// The points of a term, for one side or for both.
    fn points(&self, term: &PointTerm, lines: &mut Vec<Line>) {
        let sides = Side::BOTH
            .into_iter()
            .filter(|side| term.to.is_none_or(|to| to == *side));
        for side in sides {
            let (count, due, reason) = self.counted(&term.per, side);
            let count = u16::try_from(count).unwrap_or(u16::MAX);
            lines.push(Line {
                id: term.id.clone(),
                rule: term.rule,
                side,
                count,
                each: term.vp,
                points: term
                    .vp
                    .saturating_mul(i16::try_from(count).unwrap_or(i16::MAX)),
                due,
                reason,
            });
        }
    }

    /// What a term counts for a side.
    fn counted(&self, counted: &Counted, side: Side) -> (usize, Due, Reason) {
        let judge = &self.judge;
        match counted {
            Counted::IneffectiveCommands {
                side: whose,
                level,
                except,
            } => {
                let mut worn = judge.ineffective(*whose, *level);
                worn.retain(|command| !except.contains(command));
                let reason = Reason::new(worn_key(*level))
                    .side(*whose)
                    .number("have", worn.len())
                    .names(worn.iter().map(|&own| judge.command_name(own)));
                (worn.len(), Due::AsItStands, reason)
            }
            Counted::EliminatedBatteries => {
                let lost = judge.eliminated_batteries(side.enemy());
                let reason = Reason::new("batteries")
                    .side(side.enemy())
                    .number("have", lost.len())
                    .names(lost.iter().map(|&unit| judge.unit_name(unit)));
                (lost.len(), Due::AsItStands, reason)
            }
            Counted::HexesHeld { by, hexes, holder } => self.hexes_held(*by, hexes, *holder),
            Counted::StrengthLost { side: whose } => {
                let lost = usize::try_from(judge.losses(*whose)).unwrap_or(usize::MAX);
                let reason = Reason::new("strength-lost")
                    .side(*whose)
                    .number("have", lost);
                (lost, Due::AsItStands, reason)
            }
            Counted::FieldsControlled { by, fields, at } => {
                if by.is_some_and(|by| by != side) {
                    return (0, Due::Settled, Reason::new("fields").side(side));
                }
                let (when, due) = judge.at(Some(*at));
                let have = judge.controlled(side, fields, &[], when);
                let reason = Reason::new("fields")
                    .side(side)
                    .number("have", have.len())
                    .name("turn", self.turn(*at))
                    .names(have.iter().cloned());
                (have.len(), due, reason)
            }
        }
    }

    fn hexes_held(&self, by: Side, hexes: &[HexId], holder: Holder) -> (usize, Due, Reason) {
        let judge = &self.judge;
        let holding = Holding::OccupiedOrLastThrough;
        let now = When::Now;
        let held: Vec<_> = hexes
            .iter()
            .copied()
            .filter(|&hex| judge.holds(by, hex, holder, holding, Fitness::Any, now))
            .collect();
        let reason = Reason::new("held")
            .side(by)
            .number("have", held.len())
            .number("needed", hexes.len())
            .names(held.iter().map(|&hex| judge.hex_name(hex)));
        (held.len(), Due::AsItStands, reason)
    }

    fn turn(&self, turn: TurnId) -> String {
        self.judge.turn_name(turn)
    }

    fn objectives(&self, check: &dyn Fn(&[Condition]) -> Vec<Check>) -> Vec<Goal> {
        let objectives = &self.judge.terms().objectives;
        let mut goals: Vec<Goal> = objectives
            .iter()
            .map(|own| {
                goal(
                    &own.id,
                    own.rule,
                    GoalKind::Objective,
                    Some(own.side),
                    0,
                    check(&own.conditions),
                )
            })
            .collect();
        let met: Vec<bool> = goals.iter().map(|goal| goal.counts).collect();
        for (index, own) in objectives.iter().enumerate() {
            if own.counts == Counts::WithAnother {
                let another = objectives
                    .iter()
                    .zip(&met)
                    .enumerate()
                    .any(|(other, (facts, met))| other != index && facts.side == own.side && *met);
                if let Some(goal) = goals.get_mut(index) {
                    goal.counts &= another;
                }
            }
        }
        goals
    }

    fn decide(&self, score: &mut Score, check: &dyn Fn(&[Condition]) -> Vec<Check>) {
        let terms = self.judge.terms();
        match terms.method {
            VictoryMethod::PointDifference => {
                score.reading = Some(score.totals.confederate - score.totals.union);
                self.read_levels(score);
            }
            VictoryMethod::ConfederatePoints => {
                score.reading = Some(score.totals.confederate);
                self.read_levels(score);
            }
            VictoryMethod::ObjectiveCount => {
                let count = |side: Side| {
                    let goals = score.goals.iter();
                    let own = goals.filter(|goal| goal.kind == GoalKind::Objective && goal.counts);
                    i32::try_from(own.filter(|goal| goal.side == Some(side)).count())
                        .unwrap_or(i32::MAX)
                };
                score.totals = BySide::from_fn(count);
                let lead = score.totals.confederate - score.totals.union;
                score.reading = Some(lead);
                let level = self.level(lead.abs());
                score.verdict = match level {
                    Some(level) if lead != 0 => Verdict {
                        winner: Some(if lead > 0 {
                            Side::Confederate
                        } else {
                            Side::Union
                        }),
                        ..Verdict::level(level, terms.method, terms.rule)
                    },
                    _ => Verdict::draw(terms.rule),
                };
            }
            VictoryMethod::Objectives | VictoryMethod::FirstOutcome => {
                self.first_outcome(score, check);
            }
        }
        if let Some(verdict) = self.automatic(score, check) {
            score.verdict = verdict;
        }
    }

    fn level(&self, reading: i32) -> Option<longroll_catalog::facts::Verdict> {
        let levels = &self.judge.terms().levels;
        let fits = |level: &&longroll_catalog::facts::VictoryLevel| {
            level.min.is_none_or(|min| reading >= i32::from(min))
                && level.max.is_none_or(|max| reading <= i32::from(max))
        };
        levels.iter().find(fits).map(|level| level.verdict)
    }

    /// The level of the points, and the shifts from there along the table; it ends at its ends.
    fn read_levels(&self, score: &mut Score) {
        let terms = self.judge.terms();
        let reading = score.reading.unwrap_or_default();
        let Some(first) = self.level(reading) else {
            return;
        };
        let plain = |level| Verdict::level(level, terms.method, terms.rule);
        score.before_shifts = Some(plain(first));
        let steps = |goal: &Goal| {
            let levels = i32::from(goal.levels);
            match goal.side {
                Some(Side::Confederate) => levels,
                _ => -levels,
            }
        };
        let counting = |goal: &&Goal| goal.kind == GoalKind::Shift && goal.counts;
        score.shifted = score.goals.iter().filter(counting).map(steps).sum();
        let ladder: Vec<_> = terms.levels.iter().map(|level| level.verdict).collect();
        let place = ladder.iter().position(|level| *level == first).unwrap_or(0);
        let last = i32::try_from(ladder.len()).unwrap_or(i32::MAX) - 1;
        let place = i32::try_from(place).unwrap_or(0) + score.shifted;
        let place = usize::try_from(place.clamp(0, last)).unwrap_or(0);
        let level = ladder.get(place).copied().unwrap_or(first);
        score.verdict = plain(level);
        for shift in &terms.shifts {
            let holds = score.goal(&shift.id).is_some_and(|goal| goal.counts);
            let Some(becomes) = shift.becomes.filter(|_| holds) else {
                continue;
            };
            if score.verdict.winner == Some(shift.toward.enemy()) {
                score.verdict = Verdict::level(becomes, terms.method, shift.rule);
            }
        }
    }

    /// The first outcome whose test is passed.
    fn first_outcome(&self, score: &mut Score, check: &dyn Fn(&[Condition]) -> Vec<Check>) {
        let terms = self.judge.terms();
        let met = |side: Side| {
            let goals = score.goals.iter();
            goals
                .filter(|goal| goal.kind == GoalKind::Objective && goal.side == Some(side))
                .map(|goal| goal.counts)
                .collect::<Vec<bool>>()
        };
        let all = |side: Side| !met(side).is_empty() && met(side).iter().all(|own| *own);
        let any = |side: Side| met(side).contains(&true);
        let mut found = None;
        let mut outcomes = Vec::new();
        for (index, own) in terms.outcomes.iter().enumerate() {
            let (passes, that, checks) = match &own.when {
                OutcomeTest::AllOrOnlySide => {
                    let only: Vec<Side> = Side::BOTH
                        .into_iter()
                        .filter(|&side| {
                            let complete = all(side) && !all(side.enemy());
                            complete || any(side) && !any(side.enemy())
                        })
                        .collect();
                    (only.len() == 1, only.first().copied(), Vec::new())
                }
                OutcomeTest::MeetsNone(side) => (!any(*side), None, Vec::new()),
                OutcomeTest::Conditions(conditions) => {
                    let checks = check(conditions);
                    (checks.iter().all(|check| check.holds), None, checks)
                }
                OutcomeTest::Otherwise => (true, None, Vec::new()),
            };
            let side = match own.verdict {
                OutcomeVerdict::ThatSide => that,
                OutcomeVerdict::Winner(side) => Some(side),
                OutcomeVerdict::Draw => None,
            };
            let first = passes && found.is_none();
            if first {
                found = Some(match side {
                    Some(side) => Verdict::won(side, own.rule),
                    None => Verdict::draw(own.rule),
                });
            }
            outcomes.push(Goal {
                id: format!("outcome-{}", index + 1),
                rule: own.rule,
                kind: GoalKind::Outcome,
                side,
                met: passes,
                counts: first,
                due: Due::AsItStands,
                levels: 0,
                checks,
            });
        }
        score.goals.extend(outcomes);
        score.verdict = found.unwrap_or_else(|| Verdict::draw(terms.rule));
    }

    /// An automatic victory that is there now.
    fn automatic(
        &self,
        score: &Score,
        check: &dyn Fn(&[Condition]) -> Vec<Check>,
    ) -> Option<Verdict> {
        let terms = self.judge.terms();
        let met = |own: &&AutomaticVictory| score.goal(&own.id).is_some_and(|goal| goal.counts);
        let own = terms.automatic.iter().find(met)?;
        let better = check(&own.better_if).iter().all(|check| check.holds);
        let level = match own.otherwise {
            Some(otherwise) if !better => otherwise,
            _ => own.verdict,
        };
        Some(Verdict {
            automatic: true,
            ..Verdict::level(level, terms.method, own.rule)
        })
    }
}

fn goal(
    id: &str,
    rule: Rule,
    kind: GoalKind,
    side: Option<Side>,
    levels: u8,
    checks: Vec<Check>,
) -> Goal {
    let due = checks.iter().map(|check| check.due).max();
    let due = due.unwrap_or(Due::AsItStands);
    let met = checks.iter().all(|check| check.holds);
    Goal {
        id: id.to_owned(),
        rule,
        kind,
        side,
        met,
        counts: met && due != Due::ToCome,
        due,
        levels,
        checks,
    }
}
