//! Plays many checked games and, unlike the tests, goes on after a broken promise: what is broken how often, and where first.
//!
//! `cargo run --release -p longroll-sim --example survey -- SCENARIOS GAMES [FIRST_SEED] [SAVE_EVERY] [PLAYER]`, SCENARIOS
//! as `all`, `7` or `2,3,9`. It ends with an error if anything was found. `LONGROLL_TRACE=769` tells the events around that decision.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use longroll_core::{BySide, Game, Outcome, Seed};
use longroll_gbacw::{Battle, Event, Stage};
use longroll_position::RuleSet;
use longroll_sim::{
    Checker, Limits, Made, Moment, Observer, Thoroughness, Violation, play_game, table,
};
use rayon::prelude::*;

/// What was found first, and how often its like was found.
struct Finding {
    times: u32,
    first: String,
}

type Findings = BTreeMap<String, Finding>;

struct Surveyor {
    checker: Checker,
    game: String,
    found: Findings,
    trace: Option<u32>,
}

impl Surveyor {
    fn note(&mut self, decision: u32, after: &str, violations: Vec<Violation>) {
        for violation in violations {
            // Findings are alike if they differ only in names and numbers: up to the first of them, with the rule.
            let rule = violation.found.split('[').nth(1).unwrap_or_default();
            let rule = rule.split(']').next().unwrap_or_default();
            let kind = violation.found.split(" of ").next().unwrap_or_default();
            let told = violation.promise == "the events tell everything";
            let kind = if told { kind } else { "" };
            let like = format!("{}|{kind}|{rule}", violation.promise);
            let game = &self.game;
            let finding = self.found.entry(like).or_insert_with(|| Finding {
                times: 0,
                first: format!("{game} decision {decision}, after '{after}': {violation}"),
            });
            finding.times += 1;
        }
    }
}

impl Observer for Surveyor {
    fn opened(&mut self, battle: &Battle, _: &Outcome<Event>) -> Result<(), Violation> {
        let violations = self.checker.check_opening(battle);
        self.note(0, "set-up", violations);
        Ok(())
    }

    fn before(&mut self, battle: &Battle, made: Made) -> Result<(), Violation> {
        self.checker.before(battle, made)
    }

    fn after(&mut self, battle: &Battle, moment: &Moment<'_>) -> Result<(), Violation> {
        let violations = self
            .checker
            .check_moment(battle, moment.made, moment.outcome);
        if self
            .trace
            .is_some_and(|decision| moment.number.abs_diff(decision) <= 3)
        {
            let choice = battle.print(&moment.made.choice);
            eprintln!("{} {}: {choice}", moment.number, moment.made.side);
            for event in &moment.outcome.events {
                eprintln!("    {event:?}");
            }
        }
        if !violations.is_empty() {
            let after = battle.print(&moment.made.choice);
            self.note(moment.number, &after, violations);
        }
        Ok(())
    }

    fn ended(&mut self, battle: &Battle, choices: &[Made]) -> Result<(), Violation> {
        if let Err(violation) = self.checker.ended(battle, choices) {
            let last = u32::try_from(choices.len()).unwrap_or(u32::MAX);
            self.note(last, "the end", vec![violation]);
        }
        Ok(())
    }
}

fn survey(
    stage: &Arc<Stage>,
    seed: u64,
    thoroughness: Thoroughness,
    player: &str,
) -> (u32, Findings) {
    let mut surveyor = Surveyor {
        checker: Checker::new(Seed(seed), thoroughness),
        game: format!("scenario {} seed {seed}", stage.setting.scenario.number),
        found: Findings::new(),
        trace: std::env::var("LONGROLL_TRACE")
            .ok()
            .and_then(|text| text.parse().ok()),
    };
    let players = BySide::from_fn(|_| player);
    match play_game(stage, Seed(seed), players, Limits::default(), &mut surveyor) {
        Ok(played) => (played.decisions, surveyor.found),
        Err(failure) => {
            let first = failure.to_string();
            let finding = Finding { times: 1, first };
            surveyor.found.insert(failure.fault.to_string(), finding);
            (failure.decision, surveyor.found)
        }
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let scenarios: Vec<u8> = match arguments.next().as_deref() {
        None | Some("all") => (1..=10).collect(),
        Some(list) => list.split(',').filter_map(|n| n.parse().ok()).collect(),
    };
    let mut number = |otherwise: u64| {
        arguments
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or(otherwise)
    };
    let (games, first, every) = (number(10), number(1), number(16));
    let player = arguments.next().unwrap_or_else(|| "random".to_owned());
    let thoroughness = Thoroughness {
        save_every: u32::try_from(every).unwrap_or(16),
        tries: 2,
    };
    let mut clean = true;
    for scenario in scenarios {
        let stage = match table::stage(scenario, RuleSet::BATTLE_BOOK) {
            Ok(stage) => stage,
            Err(error) => {
                eprintln!("scenario {scenario}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let begun = Instant::now();
        let surveyed: Vec<(u32, Findings)> = (first..first + games)
            .into_par_iter()
            .map(|seed| survey(&stage, seed, thoroughness, &player))
            .collect();
        let decisions: u64 = surveyed.iter().map(|(count, _)| u64::from(*count)).sum();
        let mut all = Findings::new();
        for (like, finding) in surveyed.into_iter().flat_map(|(_, found)| found) {
            match all.get_mut(&like) {
                Some(known) => known.times += finding.times,
                None => {
                    all.insert(like, finding);
                }
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("scenario {scenario}: {games} games, {decisions} decisions, {seconds:.1} s");
        for finding in all.values() {
            clean = false;
            println!("  {} times, first: {}", finding.times, finding.first);
        }
    }
    if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
