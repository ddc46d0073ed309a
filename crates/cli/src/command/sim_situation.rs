//! `longroll sim FILE.toml`: many games that begin with the position of a situation.
//!
//! The batches of `longroll-sim` begin with the first turn of a scenario; what is rare there is near at hand in a
//! situation. Games are short here, so one thread after the other is fast enough.

use std::collections::BTreeMap;
use std::time::Instant;

use longroll_core::{BySide, Game as _, Record, Seed, Session, Side};
use longroll_gbacw::Battle;
use longroll_sim::players::{Player, Seat, sit_down};
use longroll_sim::{Checker, Made, Moment, Observer, Thoroughness, Unwatched, table};
use serde::Serialize;

use super::sim::write;
use crate::arguments::SimArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::game::Opening;

/// A game that goes on for longer goes in circles.
const MOST_DECISIONS: u32 = 50_000;

#[derive(Default, Serialize)]
struct Tally {
    title: String,
    seed: u64,
    games: u32,
    decisions: u64,
    dice: u64,
    longest_list: usize,
    seconds: f64,
    digest: String,
    results: BTreeMap<String, u32>,
    failures: Vec<String>,
}

pub fn run(
    arguments: &SimArguments,
    opening: &Opening,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut tally = Tally {
        title: opening.title().to_owned(),
        seed: arguments.seed,
        ..Tally::default()
    };
    let mut digest = 0_u64;
    for index in 0..arguments.games {
        let seed = Seed(arguments.seed.wrapping_add(u64::from(index)));
        let question = |error: &dyn ToString| Failure::question(error.to_string(), None);
        let mut players = BySide {
            union: sit_down(&arguments.union, seed, Side::Union).map_err(|e| question(&e))?,
            confederate: sit_down(&arguments.confederate, seed, Side::Confederate)
                .map_err(|e| question(&e))?,
        };
        let (battle, outcome) = opening.begin(seed).map_err(|e| question(&e))?;
        if battle.options().is_none() && index == 0 {
            let title = opening.title();
            return Err(Failure::question(
                console.text("sim.nothing", &[("title", &title)]),
                None,
            ));
        }
        tally.dice += outcome.drawn.len() as u64;
        let names = BySide {
            union: arguments.union.as_str(),
            confederate: arguments.confederate.as_str(),
        };
        let header = table::header(opening.stage(), seed, names);
        let mut checker = arguments
            .check
            .then(|| Checker::new(seed, Thoroughness::default()));
        let mut unwatched = Unwatched;
        let observer: &mut dyn Observer = match &mut checker {
            Some(checker) => checker,
            None => &mut unwatched,
        };
        let opened = observer.opened(&battle, &outcome);
        let mut session = Session::new(battle, header);
        let ended = opened
            .map_err(|violation| violation.to_string())
            .and_then(|()| play(&mut session, &mut players, observer, &mut tally));
        match ended {
            Ok(result) => {
                tally.games += 1;
                *tally.results.entry(result).or_default() += 1;
                digest = digest.rotate_left(5) ^ session.game().fingerprint().0;
            }
            Err(reason) => {
                let path = arguments
                    .failures
                    .join(format!("failure-situation-{}.roll", seed.0));
                write(&path, &failed(session.record(), opening).print())?;
                tally
                    .failures
                    .push(format!("seed {}: {reason} ({})", seed.0, path.display()));
            }
        }
    }
    tally.seconds = begun.elapsed().as_secs_f64();
    tally.digest = format!("{digest:016x}");
    if arguments.json {
        console.json(&tally)?;
    } else {
        print(&tally, console)?;
    }
    if tally.failures.is_empty() {
        return Ok(());
    }
    Err(Failure::faults(
        console.text("sim.failed", &[("count", &tally.failures.len())]),
        Some(tally.failures.join("\n")),
    ))
}

/// One game to its end, or why it did not get there.
fn play(
    session: &mut Session<Battle>,
    players: &mut BySide<Box<dyn Player>>,
    observer: &mut dyn Observer,
    tally: &mut Tally,
) -> Result<String, String> {
    let mut choices = Vec::new();
    while let Some(seat) = Seat::of(session.game()) {
        let side = seat.ask().side;
        tally.longest_list = tally.longest_list.max(seat.offers().len());
        let Some(choice) = players[side].choose(seat) else {
            return Err("the game is not over and nothing is offered".to_owned());
        };
        let made = Made { side, choice };
        choices.push(made);
        let number = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        if number > MOST_DECISIONS {
            return Err(format!(
                "the game is not over after {MOST_DECISIONS} decisions"
            ));
        }
        observer
            .before(session.game(), made)
            .map_err(|violation| violation.to_string())?;
        let outcome = session
            .choose(side, &choice)
            .map_err(|error| error.to_string())?;
        tally.decisions += 1;
        tally.dice += outcome.drawn.len() as u64;
        let moment = Moment {
            number,
            made,
            outcome: &outcome,
        };
        observer
            .after(session.game(), &moment)
            .map_err(|violation| violation.to_string())?;
    }
    session
        .game()
        .result()
        .ok_or_else(|| "the game has no result".to_owned())
}

/// The record of a game that failed, with the situation it began with.
fn failed(record: &Record, opening: &Opening) -> Record {
    let mut record = record.clone();
    if let Opening::Situation(situation) = opening {
        record.set_tag("Situation", &situation.file);
        if let Some(id) = &situation.id {
            record.set_tag("Case", id);
        }
    }
    record
}

fn print(tally: &Tally, console: &mut Console<'_>) -> Result<(), Failure> {
    let blanks: [(&str, &dyn std::fmt::Display); 2] =
        [("title", &tally.title), ("games", &tally.games)];
    console.heading(console.text("sim.title", &blanks))?;
    for (result, count) in &tally.results {
        let share = 100.0 * f64::from(*count) / f64::from(tally.games.max(1));
        console.line(format!("  {count:>7}  {share:5.1} %  {result}"))?;
    }
    let mean = |sum: u64| format!("{:.1}", sum as f64 / f64::from(tally.games.max(1)));
    for (name, value) in [
        (console.text("sim.decisions", &[]), mean(tally.decisions)),
        (console.text("sim.dice", &[]), mean(tally.dice)),
        (
            console.text("sim.list", &[]),
            tally.longest_list.to_string(),
        ),
        (
            console.text("sim.elapsed", &[]),
            format!("{:.2} s", tally.seconds),
        ),
        (console.text("sim.digest", &[]), tally.digest.clone()),
    ] {
        console.line(format!("  {name:<52} {value}"))?;
    }
    Ok(())
}
