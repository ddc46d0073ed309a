//! Playing a case: choices, dice, questions, and every difference from what the file expects.

use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Game as _, NotChosen, Side};
use longroll_gbacw::{Battle, Event, State, text};
use longroll_position::Setting;

use crate::answer::{answer, differences};
use crate::case::Case;
use crate::fault::line_of;
use crate::fields;
use crate::report::{Report, ReportStep};
use crate::script::{Action, Expectation, Line, Outcome, Subject};

impl Case {
    /// Plays the case and compares.
    #[must_use]
    pub fn run(&self) -> Report {
        let mut report = Report::new(&self.file, self.id.as_deref(), &self.title);
        let begin = self
            .lines
            .iter()
            .position(|line| matches!(line.action, Action::Begin(_)));
        let (before, rest) = self.lines.split_at(begin.unwrap_or(0));
        let (outcome, line, rest) = match rest.split_first() {
            Some((
                Line {
                    action: Action::Begin(outcome),
                    span,
                },
                rest,
            )) => (outcome.clone(), self.line(span), rest),
            _ => (Outcome::default(), self.line(&(self.head..self.head)), rest),
        };
        let state =
            |work, dice| State::new(self.state.position().clone(), work, Chance::scripted(dice));
        if !before.is_empty()
            && let Ok((mut still, _)) =
                Battle::new(Arc::clone(&self.stage), state(Vec::new(), Vec::new()))
        {
            report
                .steps
                .extend(before.iter().map(|line| self.play(&mut still, line)));
        }
        let mut step = ReportStep::new(line, "begin");
        let begun = state(self.work.clone(), outcome.dice.clone());
        let mut battle = match Battle::new(Arc::clone(&self.stage), begun) {
            Ok((battle, found)) => {
                step.tell(battle.setting(), &found.events);
                step.compare(&outcome, battle.chance().left_over());
                battle
            }
            Err(error) => {
                let again = |dice: Vec<u16>| {
                    let begun = state(self.work.clone(), dice);
                    match Battle::new(Arc::clone(&self.stage), begun) {
                        Ok((_, found)) => Ok(found.events),
                        Err(error) => Err(error),
                    }
                };
                step.out_of_dice(&self.stage.setting, &outcome.dice, error, again);
                report.steps.push(step);
                return report;
            }
        };
        step.next = pending(&battle);
        report.steps.push(step);
        for line in rest {
            let step = self.play(&mut battle, line);
            let broken = step.broken;
            report.steps.push(step);
            if broken {
                return report;
            }
        }
        for wanted in &self.expectations {
            if let Some(difference) = check(&battle, wanted) {
                let mut step = ReportStep::new(self.line(&wanted.span), "expect");
                step.differences.push(difference);
                report.steps.push(step);
            }
        }
        report
    }

    fn line(&self, span: &core::ops::Range<usize>) -> usize {
        line_of(&self.text, span.start)
    }

    fn play(&self, battle: &mut Battle, line: &Line) -> ReportStep {
        let number = self.line(&line.span);
        match &line.action {
            Action::Begin(_) => ReportStep::new(number, "begin"),
            Action::Choose { text, by, outcome } => choose(battle, number, text, *by, outcome),
            Action::Refused { text, by, rule } => {
                let mut step = ReportStep::new(number, &format!("{text}: refused by {rule}"));
                battle.set_chance(Chance::scripted(Vec::new()));
                let before = battle.fingerprint();
                match choose_text(battle, text, *by) {
                    Ok(_) => step.broken("it was not refused".to_owned()),
                    Err(Failure::Refused(refusal)) if refusal.rule == *rule => {
                        step.lines.push(format!("refused: {refusal}"));
                    }
                    Err(Failure::Refused(refusal)) => step
                        .differences
                        .push(format!("refused by another rule: {refusal}")),
                    Err(Failure::Chance(error)) => {
                        step.broken(format!("it was not refused; it even rolls: {error}"))
                    }
                    Err(Failure::Other(reason)) => step.differences.push(reason),
                }
                if battle.fingerprint() != before {
                    step.differences
                        .push("the refusal changed the position".to_owned());
                }
                step
            }
            Action::Ask(question) => {
                let mut step = ReportStep::new(number, &question.heading(battle.setting()));
                match answer(battle, &question.subject) {
                    Ok(found) => {
                        let because = found
                            .because
                            .map_or(String::new(), |rule| format!(" [{rule}]"));
                        step.lines
                            .push(format!("{}{because}", found.answer.join(", ")));
                        step.lines.extend(found.terms.iter().cloned());
                        step.differences.extend(differences(question, &found));
                    }
                    Err(reason) => step.differences.push(reason),
                }
                step
            }
        }
    }
}

enum Failure {
    Refused(longroll_core::Refusal),
    Chance(ChanceError),
    Other(String),
}

fn choose_text(battle: &mut Battle, text: &str, by: Option<Side>) -> Result<Vec<Event>, Failure> {
    let choice = battle
        .parse(text)
        .map_err(|error| Failure::Other(format!("'{text}': {error}")))?;
    let side = by
        .or_else(|| battle.asked().map(|ask| ask.side))
        .unwrap_or(Side::Union);
    match battle.choose(side, &choice) {
        Ok(outcome) => Ok(outcome.events),
        Err(NotChosen::Refused(refusal)) => Err(Failure::Refused(refusal)),
        Err(NotChosen::Chance(error)) => Err(Failure::Chance(error)),
    }
}

/// Who must decide what now.
fn pending(battle: &Battle) -> Option<String> {
    let ask = battle.asked()?;
    let count = battle.offers().len();
    Some(format!(
        "{} decides: {} [{}] ({count} choices)",
        ask.side,
        ask.prompt.key(),
        ask.rule
    ))
}

fn choose(
    battle: &mut Battle,
    number: usize,
    text: &str,
    by: Option<Side>,
    outcome: &Outcome,
) -> ReportStep {
    let mut step = ReportStep::new(number, text);
    battle.set_chance(Chance::scripted(outcome.dice.clone()));
    match choose_text(battle, text, by) {
        Ok(events) => {
            step.tell(battle.setting(), &events);
            step.compare(outcome, battle.chance().left_over());
            step.next = pending(battle);
        }
        Err(Failure::Chance(error)) => {
            let again = |dice: Vec<u16>| {
                let mut other = battle.clone();
                other.set_chance(Chance::scripted(dice));
                match choose_text(&mut other, text, by) {
                    Ok(events) => Ok(events),
                    Err(Failure::Chance(error)) => Err(error),
                    Err(_) => Ok(Vec::new()),
                }
            };
            step.out_of_dice(battle.setting(), &outcome.dice, error, again);
        }
        Err(Failure::Refused(refusal)) => {
            let offered: Vec<String> = battle
                .offers()
                .iter()
                .map(|offer| battle.print(&offer.choice))
                .collect();
            step.broken(format!(
                "refused: {refusal}; offered: {}",
                offered.join("; ")
            ));
        }
        Err(Failure::Other(reason)) => step.broken(reason),
    }
    battle.set_chance(Chance::scripted(Vec::new()));
    step
}

impl ReportStep {
    fn broken(&mut self, reason: String) {
        self.differences.push(reason);
        self.broken = true;
    }

    fn tell(&mut self, setting: &Setting, events: &[Event]) {
        self.lines.extend(told(setting, events));
    }

    /// The script does not suffice: what happened up to the number that is missing or does not fit, and what wanted it.
    ///
    /// The machine gives nothing away of a choice that failed, so the same choice is made again with numbers added: up to
    /// the first event in which two such runs differ, everything follows from the script.
    fn out_of_dice(
        &mut self,
        setting: &Setting,
        dice: &[u16],
        error: ChanceError,
        again: impl Fn(Vec<u16>) -> Result<Vec<Event>, ChanceError>,
    ) {
        // How many numbers of the script are good.
        let good = match error {
            ChanceError::ScriptUsedUp => dice.len(),
            ChanceError::ScriptOutOfRange { .. } => (0..dice.len())
                .find(|&length| {
                    matches!(
                        again(dice[..=length].to_vec()),
                        Err(ChanceError::ScriptOutOfRange { .. })
                    )
                })
                .unwrap_or(0),
        };
        let with = |number: u16| {
            let mut numbers = dice[..good].to_vec();
            numbers.push(number);
            // What is missing after that is filled up; nothing needs more than this.
            for _ in 0..200 {
                match again(numbers.clone()) {
                    Ok(events) => return told(setting, &events).collect::<Vec<_>>(),
                    Err(ChanceError::ScriptUsedUp) => numbers.push(0),
                    Err(ChanceError::ScriptOutOfRange { .. }) => break,
                }
            }
            Vec::new()
        };
        let first = with(0);
        // The last outcome of a draw among few is not there; whichever differs first tells.
        let known = [1, 9, 5]
            .into_iter()
            .map(with)
            .filter(|other| !other.is_empty())
            .map(|other| first.iter().zip(&other).take_while(|(a, b)| a == b).count())
            .min()
            .unwrap_or(first.len());
        let wants = first.get(known).map_or(String::new(), |line| {
            format!("; what wants a number is this, here with a 0: '{line}'")
        });
        self.lines.extend(first.into_iter().take(known));
        let place = match error {
            ChanceError::ScriptUsedUp => String::new(),
            ChanceError::ScriptOutOfRange { .. } => format!("number {} of the dice: ", good + 1),
        };
        self.broken(format!("{place}{error}{wants}"));
    }

    /// Every text expected is part of an event line, in order; dice are all used.
    fn compare(&mut self, outcome: &Outcome, left_over: usize) {
        let mut from = 0;
        for wanted in &outcome.expect {
            let found = self
                .lines
                .iter()
                .skip(from)
                .position(|line| holds(line, wanted));
            let before = from.checked_sub(1).and_then(|place| self.lines.get(place));
            let wanted_text = wanted.join("' and '");
            match (found, before) {
                (Some(place), _) => from += place + 1,
                (None, Some(line)) if holds(line, wanted) => self.differences.push(format!(
                    "'{wanted_text}' stands on the line that the text before it was found on; write both in one list: [\"…\", \"{wanted_text}\"]"
                )),
                (None, Some(_)) => self.differences.push(format!(
                    "expected '{wanted_text}' after what was found before"
                )),
                (None, None) => self.differences.push(format!("expected '{wanted_text}'")),
            }
        }
        if let Some(only) = &outcome.only {
            self.compare_all(only);
        }
        for banned in &outcome.not_expect {
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

impl ReportStep {
    /// These event lines and no others.
    fn compare_all(&mut self, only: &[Vec<String>]) {
        let mut wanted = only.iter().peekable();
        let mut differences = Vec::new();
        for line in &self.lines {
            match wanted.peek() {
                Some(next) if holds(line, next) => {
                    wanted.next();
                }
                Some(next) => differences.push(format!(
                    "not among 'only' (next there: '{}'): '{line}'",
                    next.join("' and '")
                )),
                None => differences.push(format!("not among 'only': '{line}'")),
            }
        }
        differences
            .extend(wanted.map(|next| format!("'only' has '{}' as well", next.join("' and '"))));
        self.differences.extend(differences);
    }
}

/// The events that are told, each as a line.
fn told(setting: &Setting, events: &[Event]) -> impl Iterator<Item = String> {
    events
        .iter()
        .filter(|event| event.is_told())
        .map(|event| text::line(setting, event))
}

/// Whether all texts stand on a line.
fn holds(line: &str, wanted: &[String]) -> bool {
    wanted.iter().all(|text| line.contains(text.as_str()))
}

fn check(battle: &Battle, wanted: &Expectation) -> Option<String> {
    let (setting, position) = (battle.setting(), battle.position());
    let all = match wanted.subject {
        Subject::General => fields::general(battle),
        Subject::Unit(unit) => fields::unit(setting, position, unit),
        Subject::Leader(leader) => fields::leader(setting, position, leader),
        Subject::Brigade(body) => fields::brigade(setting, position, body),
        Subject::Division(id) => fields::division(position, id),
    };
    let found = all
        .into_iter()
        .find(|(field, _)| *field == wanted.field)
        .map(|(_, value)| value)?;
    (found != wanted.value).then(|| {
        let name = if wanted.name.is_empty() {
            String::new()
        } else {
            format!("{} ", wanted.name)
        };
        format!(
            "{name}{}: wanted {}, found {found}",
            wanted.field, wanted.value
        )
    })
}
