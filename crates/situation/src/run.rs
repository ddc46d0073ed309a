//! Playing a case: choices, dice, questions, and every difference from what the file expects.

use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Game as _, NotChosen, Side};
use longroll_gbacw::{Battle, Event, State};
use longroll_rule::Rule;

use crate::answer::{against_the_list, answer};
use crate::case::Case;
use crate::differences::differences;
use crate::fault::line_of;
use crate::fields;
use crate::found::Found;
use crate::question::{Question, Subject as Asked};
use crate::report::{Report, ReportStep};
use crate::script::{Action, Expectation, Line, Outcome, Subject};

impl Case {
    /// Plays the case and compares.
    #[must_use]
    pub fn run(&self) -> Report {
        self.played().0
    }

    /// The same, and the battle as the case leaves it; none if it could not be played through.
    #[must_use]
    pub fn played(&self) -> (Report, Option<Battle>) {
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
        report.steps.extend(self.asked_before(before));
        let (step, battle) = self.first_step(line, &outcome);
        report.steps.push(step);
        let Some(mut battle) = battle else {
            return (report, None);
        };
        for line in rest {
            let step = self.play(&mut battle, line);
            let broken = step.broken;
            report.steps.push(step);
            if broken {
                return (report, None);
            }
        }
        for wanted in &self.expectations {
            if let Some(difference) = check(&battle, wanted) {
                let mut step = ReportStep::new(self.line(&wanted.span), "expect");
                step.differences.push(difference);
                report.steps.push(step);
            }
        }
        (report, Some(battle))
    }

    /// The questions asked before play begins.
    fn asked_before(&self, lines: &[Line]) -> Vec<ReportStep> {
        if lines.is_empty() {
            return Vec::new();
        }
        let position = self.state.position().clone();
        let state = State::new(position, Vec::new(), Chance::scripted(Vec::new()));
        let Ok((mut still, _)) = Battle::new(Arc::clone(&self.stage), state) else {
            return Vec::new();
        };
        let steps = lines.iter().map(|line| self.play(&mut still, line));
        steps.collect()
    }

    /// The machine runs to its first decision; no battle if the dice do not suffice.
    fn first_step(&self, line: usize, outcome: &Outcome) -> (ReportStep, Option<Battle>) {
        let mut step = ReportStep::new(line, "begin");
        match self.begin(Chance::scripted(outcome.dice.clone())) {
            Ok((battle, found)) => {
                step.tell(&battle, &found.events);
                step.compare(outcome, battle.chance().left_over());
                step.next = pending(&battle);
                (step, Some(battle))
            }
            Err(error) => {
                let again = |dice: Vec<u16>| {
                    self.begin(Chance::scripted(dice))
                        .map(|(_, found)| found.events)
                };
                step.out_of_dice(&self.stage.setting, &outcome.dice, error, again);
                (step, None)
            }
        }
    }

    fn line(&self, span: &core::ops::Range<usize>) -> usize {
        line_of(&self.text, span.start)
    }

    /// Why a choice is refused in phases that the machine has passed because nobody had anything to choose.
    fn passed_over(&self, battle: &Battle, text: &str) -> Option<longroll_core::Refusal> {
        let choice = battle.parse(text).ok()?;
        crate::passed::refusal(&self.work, battle, choice)
    }

    fn play(&self, battle: &mut Battle, line: &Line) -> ReportStep {
        let number = self.line(&line.span);
        match &line.action {
            Action::Begin(_) => ReportStep::new(number, "begin"),
            Action::Choose { text, by, outcome } => choose(battle, number, text, *by, outcome),
            Action::Refused { text, by, rule } => self.refused(battle, number, text, *by, *rule),
            Action::Ask(question) => self.ask(battle, number, question),
        }
    }

    /// A choice that is refused by this rule and changes nothing.
    fn refused(
        &self,
        battle: &mut Battle,
        number: usize,
        text: &str,
        by: Option<Side>,
        rule: Rule,
    ) -> ReportStep {
        let mut step = ReportStep::new(number, &format!("{text}: refused by {rule}"));
        battle.set_chance(Chance::scripted(Vec::new()));
        let before = battle.fingerprint();
        let listed = battle.parse(text).ok().and_then(|choice| {
            let side = by.or_else(|| battle.asked().map(|ask| ask.side))?;
            against_the_list(battle, side, choice, false)
        });
        step.differences.extend(listed.map(str::to_owned));
        match choose_text(battle, text, by) {
            Ok(_) => step.broken("it was not refused".to_owned()),
            Err(Failure::Refused(refusal)) => {
                let refusal = self.passed_over(battle, text).unwrap_or(refusal);
                if refusal.rule == rule {
                    step.lines.push(format!("refused: {refusal}"));
                } else {
                    step.differences
                        .push(format!("refused by another rule: {refusal}"));
                }
            }
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

    /// A question, with what it is answered.
    fn ask(&self, battle: &Battle, number: usize, question: &Question) -> ReportStep {
        let mut step = ReportStep::new(number, &question.heading(battle.setting()));
        let passed = match &question.subject {
            Asked::May { text, .. } => self.passed_over(battle, text),
            _ => None,
        };
        let found = match passed {
            Some(refusal) => Ok(Found::refused(false, &refusal)),
            None => answer(battle, &question.subject),
        };
        match found {
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
            step.tell(battle, &events);
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
