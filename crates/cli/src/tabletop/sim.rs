//! `longroll sim` for the tabletop: many games without a screen, each with every promise checked if that is wanted.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use longroll_core::{BySide, Game as _, Seed};
use longroll_shell_for_guns::players::{Tally, Watched, sit_down, watch};
use serde::Serialize;

use super::Opening;
use crate::arguments::SimArguments;
use crate::command::keep;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::has_folder;

/// What came of all games.
#[derive(Debug, Default)]
struct Summary {
    games: u32,
    decisions: u64,
    drawn: u64,
    tally: Tally,
    results: BTreeMap<String, u32>,
    /// Fingerprints of all ends, added up: the same whatever thread played which game.
    digest: u64,
    failures: Vec<(u64, String, String)>,
}

impl Summary {
    fn add(&mut self, seed: u64, watched: &Watched) {
        self.games += 1;
        self.decisions += u64::from(watched.decisions);
        self.drawn += u64::from(watched.drawn);
        self.tally += watched.tally;
        let end = watched.session.game().fingerprint();
        self.digest = self
            .digest
            .wrapping_add(end.0.rotate_left((seed % 64) as u32));
        let mut faults = watched.faults.clone();
        if watched.result.is_none() && faults.is_empty() {
            faults.push("it did not come to its end".to_owned());
        }
        if !faults.is_empty() {
            let record = watched.session.record().print();
            self.failures.push((seed, faults.join("; "), record));
        }
        let result = watched
            .result
            .clone()
            .unwrap_or_else(|| "no end".to_owned());
        let winner = result.split(':').next().unwrap_or_default().to_owned();
        *self.results.entry(winner).or_default() += 1;
    }
}

fn one(opening: &Opening, arguments: &SimArguments, seed: u64) -> Result<Watched, String> {
    let names = BySide {
        union: arguments.union.as_str(),
        confederate: arguments.confederate.as_str(),
    };
    let sit = |name: &str, side: u64| sit_down(name, seed.wrapping_mul(2).wrapping_add(side));
    let mut players = BySide {
        union: sit(names.union, 0)?,
        confederate: sit(names.confederate, 1)?,
    };
    let start = opening
        .begin(Seed(seed))
        .map_err(|error| error.to_string())?;
    let check = arguments.check.then_some(Seed(seed ^ 0xc4ec));
    let header = opening.header(Seed(seed), names);
    Ok(watch(start, opening.table(), &mut players, header, check))
}

pub fn run(
    arguments: &SimArguments,
    wanted: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let data = super::folder(arguments.data.as_deref(), console)?;
    let opening = Opening::of(
        wanted,
        arguments.case.as_deref(),
        &arguments.rule,
        &data,
        console,
    )?;
    has_folder(&arguments.failures.join("failure.roll"), console)?;
    one(&opening, arguments, arguments.seed).map_err(super::wrong)?;
    let threads = threads(arguments);
    let begun = Instant::now();
    let summary = play_all(&opening, arguments, threads);
    let seconds = begun.elapsed().as_secs_f64();
    let records = keep_failures(&summary, arguments, console)?;
    if arguments.json {
        console.json(&AsJson::of(
            wanted, arguments, &summary, seconds, threads, &records,
        ))?;
    } else {
        print(opening.title(), &summary, seconds, threads, console)?;
    }
    if summary.failures.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = summary
        .failures
        .iter()
        .zip(&records)
        .map(|((seed, faults, _), path)| format!("seed {seed}: {faults} ({path})"))
        .collect();
    Err(Failure::faults(
        console.text("sim.failed", &[("count", &summary.failures.len())]),
        Some(told.join("\n")),
    ))
}

/// A thread without a game is a thread too many.
fn threads(arguments: &SimArguments) -> usize {
    let most = usize::try_from(arguments.games).unwrap_or(usize::MAX);
    arguments
        .threads
        .map(usize::from)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
        .clamp(1, most.max(1))
}

/// Plays every game; each thread takes the next one that nobody has.
fn play_all(opening: &Opening, arguments: &SimArguments, threads: usize) -> Summary {
    let (next, summary) = (AtomicU32::new(0), Mutex::new(Summary::default()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= arguments.games {
                        return;
                    }
                    let seed = arguments.seed.wrapping_add(u64::from(index));
                    if let (Ok(watched), Ok(mut all)) =
                        (one(opening, arguments, seed), summary.lock())
                    {
                        all.add(seed, &watched);
                    }
                }
            });
        }
    });
    let mut summary = summary
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    summary.failures.sort();
    summary
}

fn keep_failures(
    summary: &Summary,
    arguments: &SimArguments,
    console: &Console<'_>,
) -> Result<Vec<String>, Failure> {
    let mut records = Vec::new();
    for (seed, _, record) in &summary.failures {
        let path = arguments
            .failures
            .join(format!("failure-tabletop-{seed}.roll"));
        keep(&path, record, console)?;
        records.push(path.display().to_string());
    }
    Ok(records)
}

fn print(
    title: &str,
    summary: &Summary,
    seconds: f64,
    threads: usize,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let games = summary.games;
    console.heading(console.text("sim.title", &[("title", &title), ("games", &games)]))?;
    for (result, count) in &summary.results {
        let share = 100.0 * f64::from(*count) / f64::from(games.max(1));
        console.line(format!("  {count:>7}  {share:5.1} %  {result}"))?;
    }
    let mean = |count: u64| format!("{:.1}", count as f64 / f64::from(games.max(1)));
    let Tally {
        orders,
        fires,
        charges,
        melees,
        breakthroughs,
        removed,
    } = summary.tally;
    let counts: [(&str, &dyn std::fmt::Display); 6] = [
        ("orders", &orders),
        ("fires", &fires),
        ("charges", &charges),
        ("melees", &melees),
        ("breakthroughs", &breakthroughs),
        ("removed", &removed),
    ];
    console.line(format!("  {}", console.text("sim.tabletop-tally", &counts)))?;
    let rows = [
        (
            console.text("sim.tabletop-decisions", &[]),
            mean(summary.decisions),
        ),
        (console.text("sim.dice", &[]), mean(summary.drawn)),
        (
            console.text("sim.tabletop-speed", &[]),
            format!(
                "{:.1}, {:.0} ({threads})",
                f64::from(games) / seconds,
                summary.decisions as f64 / seconds
            ),
        ),
        (console.text("sim.elapsed", &[]), format!("{seconds:.2} s")),
        (
            console.text("sim.digest", &[]),
            format!("{:016x}", summary.digest),
        ),
    ];
    for (name, value) in rows {
        console.line(format!("  {name:<52} {value}"))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct AsJson<'a> {
    table: &'a str,
    seed: u64,
    union: &'a str,
    confederate: &'a str,
    games: u32,
    results: &'a BTreeMap<String, u32>,
    decisions: u64,
    charges: u32,
    melees: u32,
    breakthroughs: u32,
    games_per_second: f64,
    decisions_per_second: f64,
    threads: usize,
    seconds: f64,
    digest: String,
    failures: Vec<String>,
    records: &'a [String],
}

impl<'a> AsJson<'a> {
    fn of(
        table: &'a str,
        arguments: &'a SimArguments,
        summary: &'a Summary,
        seconds: f64,
        threads: usize,
        records: &'a [String],
    ) -> AsJson<'a> {
        AsJson {
            table,
            seed: arguments.seed,
            union: &arguments.union,
            confederate: &arguments.confederate,
            games: summary.games,
            results: &summary.results,
            decisions: summary.decisions,
            charges: summary.tally.charges,
            melees: summary.tally.melees,
            breakthroughs: summary.tally.breakthroughs,
            games_per_second: f64::from(summary.games) / seconds,
            decisions_per_second: summary.decisions as f64 / seconds,
            threads,
            seconds,
            digest: format!("{:016x}", summary.digest),
            failures: summary
                .failures
                .iter()
                .map(|(seed, faults, _)| format!("seed {seed}: {faults}"))
                .collect(),
            records,
        }
    }
}
