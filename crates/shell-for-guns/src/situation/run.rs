//! Playing a case: choices, dice, questions, and every difference from what the file expects.

use core::fmt;
use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Game as _, NotChosen, Refusal, Side};
use longroll_rule::Rule;

use super::Case;
use super::answer::{answer, same};
use super::fields;
use super::script::{Action, Line};
use crate::battle::Battle;
use crate::event::Event;
use crate::notation;
use crate::reading::line_of;
use crate::text;

/// One line of the script and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportStep {
    /// The line of the file; 0 if none stands for it.
    pub line: usize,
    /// What was chosen or asked.
    pub heading: String,
    /// Event lines, or the answer.
    pub lines: Vec<String>,
    /// What is not as it should be.
    pub differences: Vec<String>,
    broken: bool,
}

impl ReportStep {
    fn new(line: usize, heading: &str) -> Self {
        Self {
            line,
            heading: heading.to_owned(),
            lines: Vec::new(),
            differences: Vec::new(),
            broken: false,
        }
    }

    fn compare(&mut self, expect: &[String], not_expect: &[String], left_over: usize) {
        let mut from = 0;
        for wanted in expect {
            match self
                .lines
                .iter()
                .skip(from)
                .position(|line| line.contains(wanted.as_str()))
            {
                Some(place) => from += place,
                None => self.differences.push(format!("expected '{wanted}'")),
            }
        }
        for banned in not_expect {
            if let Some(line) = self
                .lines
                .iter()
                .find(|line| line.contains(banned.as_str()))
            {
                self.differences.push(format!("not expected: '{line}'"));
            }
        }
        if left_over > 0 {
            self.differences
                .push(format!("{left_over} of the dice were not asked for"));
        }
    }
}

/// A case played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The file.
    pub file: String,
    /// The acceptance case, if it is one.
    pub id: Option<String>,
    /// What it shows.
    pub title: String,
    /// Line by line.
    pub steps: Vec<ReportStep>,
}

impl Report {
    /// Whether everything came out as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.differences.is_empty())
    }

    /// Every difference with file and line.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        let id = self.id.as_deref().unwrap_or("-");
        self.steps
            .iter()
            .flat_map(|step| {
                step.differences.iter().map(move |text| {
                    format!(
                        "{}:{}: {id} \"{}\": {}: {text}",
                        self.file, step.line, self.title, step.heading
                    )
                })
            })
            .collect()
    }
}

/// The whole course: every choice, every event with its dice and terms, every difference marked.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed() { "passed" } else { "DIFFERS" };
        writeln!(
            f,
            "{} {} … {verdict}",
            self.id.as_deref().unwrap_or("-"),
            self.title
        )?;
        for step in &self.steps {
            if step.lines.is_empty() && step.differences.is_empty() {
                continue;
            }
            writeln!(f, "  > {}", step.heading)?;
            for line in &step.lines {
                writeln!(f, "      {line}")?;
            }
            for difference in &step.differences {
                writeln!(f, "    ! line {}: {difference}", step.line)?;
            }
        }
        Ok(())
    }
}

impl Case {
    /// Plays the case and compares.
    #[must_use]
    pub fn run(&self) -> Report {
        self.played().0
    }

    /// The same, and the battle as the case leaves it; none if it could not be played through.
    #[must_use]
    pub fn played(&self) -> (Report, Option<Battle>) {
        let mut report = Report {
            file: self.file.clone(),
            id: self.id.clone(),
            title: self.title.clone(),
            steps: Vec::new(),
        };
        let (begin, rest) = match self.lines.split_first() {
            Some((
                line @ Line {
                    action: Action::Begin { .. },
                    ..
                },
                rest,
            )) => (Some(line), rest),
            _ => (None, self.lines.as_slice()),
        };
        let mut step = ReportStep::new(begin.map_or(0, |line| self.line(&line.span)), "begin");
        let (dice, expect, not_expect) = match begin.map(|line| &line.action) {
            Some(Action::Begin {
                dice,
                expect,
                not_expect,
            }) => (dice.clone(), expect.clone(), not_expect.clone()),
            _ => (Vec::new(), Vec::new(), Vec::new()),
        };
        let mut state = self.state.clone();
        state.chance = Chance::scripted(dice);
        let mut battle = match Battle::begin(Arc::clone(&self.facts), state) {
            Ok((battle, outcome)) => {
                tell(&mut step, &battle, &outcome.events);
                step.compare(&expect, &not_expect, battle.chance().left_over());
                battle
            }
            Err(error) => {
                step.differences.push(error.to_string());
                report.steps.push(step);
                return (report, None);
            }
        };
        report.steps.push(step);
        for line in rest {
            let step = self.play(&mut battle, line);
            let broken = step.broken;
            report.steps.push(step);
            if broken {
                return (report, None);
            }
        }
        report.steps.extend(self.unmet(&battle));
        (report, Some(battle))
    }

    /// What is expected at the end and is not so.
    fn unmet(&self, battle: &Battle) -> Vec<ReportStep> {
        let mut steps = Vec::new();
        for wanted in &self.expectations {
            let found = fields::field(battle, &wanted.kind, &wanted.name, &wanted.field);
            let difference = match found {
                Ok(found) if fields::has(&wanted.value, &found) => continue,
                Ok(found) => format!(
                    "{} {}: wanted {}, found {found}",
                    wanted.name, wanted.field, wanted.value
                ),
                Err(reason) => reason,
            };
            let mut step = ReportStep::new(self.line(&wanted.span), "expect");
            step.differences.push(difference);
            steps.push(step);
        }
        steps
    }

    fn line(&self, span: &core::ops::Range<usize>) -> usize {
        line_of(&self.text, span.start)
    }

    fn play(&self, battle: &mut Battle, line: &Line) -> ReportStep {
        let mut step = ReportStep::new(self.line(&line.span), &heading(&line.action));
        match &line.action {
            Action::Begin { .. } => {
                step.differences
                    .push("only the first line begins".to_owned());
            }
            Action::Choose {
                text,
                by,
                dice,
                expect,
                not_expect,
            } => {
                battle.set_chance(Chance::scripted(dice.clone()));
                match choose(battle, text, *by) {
                    Ok(events) => {
                        tell(&mut step, battle, &events);
                        step.compare(expect, not_expect, battle.chance().left_over());
                    }
                    Err(error) => not_chosen(&mut step, battle, &error),
                }
                battle.set_chance(Chance::scripted(Vec::new()));
            }
            Action::Refused {
                text,
                by,
                rule,
                because,
            } => {
                let before = battle.fingerprint();
                match choose(battle, text, *by) {
                    Ok(_) => {
                        step.differences.push("it was not refused".to_owned());
                        step.broken = true;
                    }
                    Err(Failure::Refused(refusal)) => {
                        compare_refusal(&mut step, &refusal, *rule, because.as_deref());
                    }
                    Err(Failure::Other(reason)) => step.differences.push(reason),
                }
                if battle.fingerprint() != before {
                    step.differences
                        .push("the refusal changed the position".to_owned());
                }
            }
            Action::Ask {
                key,
                subject,
                answer: wanted,
            } => {
                compare_answer(&mut step, answer(battle, key, subject), wanted);
            }
        }
        step
    }
}

/// What a line chooses or asks.
fn heading(action: &Action) -> String {
    match action {
        Action::Begin { .. } => "begin".to_owned(),
        Action::Choose { text, .. } => text.clone(),
        Action::Refused { text, rule, .. } => format!("{text}: refused by {rule}"),
        Action::Ask { key, subject, .. } => format!("{key} {}", subject.join(", ")),
    }
}

/// Whether a question is answered as the line wants it.
fn compare_answer(step: &mut ReportStep, answer: Result<String, String>, wanted: &str) {
    match answer {
        Ok(found) => {
            if !same(wanted, &found) {
                step.differences
                    .push(format!("wanted '{wanted}', found '{found}'"));
            }
            step.lines.push(found);
        }
        Err(reason) => step.differences.push(reason),
    }
}

/// What could have been chosen instead; the case ends here.
fn not_chosen(step: &mut ReportStep, battle: &Battle, error: &Failure) {
    let offered: Vec<String> = battle
        .offers()
        .iter()
        .map(|offer| battle.print(&offer.choice))
        .collect();
    step.differences
        .push(format!("{error}; offered: {}", offered.join("; ")));
    step.broken = true;
}

/// Whether it is the refusal that the line names, for the reason that it names.
fn compare_refusal(step: &mut ReportStep, refusal: &Refusal, rule: Rule, because: Option<&str>) {
    if refusal.rule != rule {
        step.differences
            .push(format!("refused by another rule: {refusal}"));
    }
    if let Some(part) = because
        && !refusal.reason.contains(part)
    {
        step.differences
            .push(format!("the reason is: {}", refusal.reason));
    }
    step.lines.push(format!("refused: {refusal}"));
}

enum Failure {
    Refused(Refusal),
    Other(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "refused: {refusal}"),
            Self::Other(reason) => f.write_str(reason),
        }
    }
}

fn choose(battle: &mut Battle, text: &str, by: Option<Side>) -> Result<Vec<Event>, Failure> {
    let choice = battle.parse(text).map_err(|error| {
        let reason = notation::told(battle.facts(), &error);
        Failure::Other(format!("'{text}': {reason}"))
    })?;
    let side = by
        .or_else(|| battle.asked().map(|ask| ask.side))
        .unwrap_or(Side::Union);
    match battle.choose(side, &choice) {
        Ok(outcome) => Ok(outcome.events),
        Err(NotChosen::Refused(refusal)) => Err(Failure::Refused(refusal)),
        // Files write faces from 1, the dice count from 0.
        Err(NotChosen::Chance(ChanceError::ScriptOutOfRange { found, outcomes })) => {
            let face = found + 1;
            let reason = format!("a die of {outcomes} faces shows no {face}");
            Err(Failure::Other(reason))
        }
        Err(other) => Err(Failure::Other(other.to_string())),
    }
}

fn tell(step: &mut ReportStep, battle: &Battle, events: &[Event]) {
    step.lines
        .extend(events.iter().map(|event| text::line(battle.facts(), event)));
}
