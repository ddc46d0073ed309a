//! `longroll sim`: many games without a screen.

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use longroll_core::{BySide, Seed};
use longroll_sim::{Batch, Summary, Thoroughness, Timing, simulate};
use serde::Serialize;

use crate::arguments::SimArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::game::{Opening, rule_set};
use crate::tabletop;

pub fn run(arguments: &SimArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let file = arguments.file.as_deref().and_then(Path::to_str);
    if let Some(wanted) = file
        .or(arguments.scenario.as_deref())
        .filter(|wanted| tabletop::is_ours(wanted))
    {
        return tabletop::sim::run(arguments, wanted, console);
    }
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    if let Some(file) = &arguments.file {
        let opening = Opening::situation(&battle, file, arguments.case.as_deref(), console)?;
        return super::sim_situation::run(arguments, &opening, console);
    }
    let wanted = arguments.scenario.as_deref().unwrap_or_default();
    let rules = rule_set(&arguments.rule, console)?;
    let stage = battle.stage(wanted, rules, console)?;
    // A thread without a game is a thread too many.
    let most = NonZeroUsize::new(usize::try_from(arguments.games).unwrap_or(usize::MAX));
    let threads = arguments
        .threads
        .and_then(|threads| NonZeroUsize::new(usize::from(threads)))
        .zip(most)
        .map(|(threads, most)| threads.min(most));
    let batch = Batch {
        players: BySide {
            union: arguments.union.clone(),
            confederate: arguments.confederate.clone(),
        },
        threads,
        check: arguments.check.then(Thoroughness::default),
        ..Batch::random(arguments.games, Seed(arguments.seed))
    };
    let bar = bar(arguments.games);
    let played = simulate(&stage, &batch, &|progress| {
        bar.set_position(u64::from(progress.games));
    });
    bar.finish_and_clear();
    let (summary, timing) = played.map_err(|error| Failure::question(error.to_string(), None))?;

    let mut records = Vec::new();
    for failure in &summary.failures {
        let name = format!("failure-{}-{}.roll", failure.scenario, failure.seed.0);
        let path = arguments.failures.join(name);
        write(&path, &failure.record)?;
        records.push(path);
    }
    if arguments.json {
        console.json(&AsJson::of(arguments, &summary, &timing, &records))?;
    } else {
        print(&stage.setting.scenario.title, &summary, &timing, console)?;
    }
    if summary.failures.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = summary
        .failures
        .iter()
        .zip(&records)
        .map(|(failure, path)| format!("{failure} ({})", path.display()))
        .collect();
    Err(Failure::faults(
        console.text("sim.failed", &[("count", &summary.failures.len())]),
        Some(told.join("\n")),
    ))
}

pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let refused = |source| Failure::File {
        path: path.to_path_buf(),
        source,
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(refused)?;
    }
    std::fs::write(path, text).map_err(refused)
}

/// A bar on standard error, where it does not mix with the result; none where nobody looks.
fn bar(games: u32) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::from(games));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}  {elapsed} (+{eta})") {
        bar.set_style(style);
    }
    bar
}

fn print(
    title: &str,
    summary: &Summary,
    timing: &Timing,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let games = summary.games;
    console.heading(console.text("sim.title", &[("title", &title), ("games", &games)]))?;
    for (result, count) in &summary.results {
        let share = 100.0 * f64::from(*count) / f64::from(games.max(1));
        console.line(format!("  {count:>7}  {share:5.1} %  {result}"))?;
    }
    let spread = |spread: &longroll_sim::Spread| {
        format!(
            "{:.1} ({}-{}-{})",
            spread.mean, spread.least, spread.median, spread.most
        )
    };
    let rows = [
        (
            console.text("sim.decisions", &[]),
            spread(&summary.decisions_per_game),
        ),
        (console.text("sim.turns", &[]), spread(&summary.turns)),
        (console.text("sim.dice", &[]), spread(&summary.dice)),
        (
            console.text("sim.list", &[]),
            format!("{:.1} ({})", summary.mean_list, summary.longest_list),
        ),
        (
            console.text("sim.speed", &[]),
            format!(
                "{:.0} ({:.0}, {})",
                timing.decisions_per_second(summary.decisions),
                timing.decisions_per_core_second(summary.decisions),
                timing.threads
            ),
        ),
        (
            console.text("sim.elapsed", &[]),
            format!("{:.2} s", timing.elapsed.as_secs_f64()),
        ),
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
    scenario: Option<&'a str>,
    seed: u64,
    union: &'a str,
    confederate: &'a str,
    games: u32,
    results: &'a std::collections::BTreeMap<String, u32>,
    decisions: u64,
    mean_decisions: f64,
    mean_turns: f64,
    mean_list: f64,
    longest_list: u32,
    decisions_per_second: f64,
    decisions_per_core_second: f64,
    threads: usize,
    seconds: f64,
    digest: String,
    failures: Vec<String>,
    records: &'a [PathBuf],
}

impl<'a> AsJson<'a> {
    fn of(
        arguments: &'a SimArguments,
        summary: &'a Summary,
        timing: &Timing,
        records: &'a [PathBuf],
    ) -> AsJson<'a> {
        AsJson {
            scenario: arguments.scenario.as_deref(),
            seed: arguments.seed,
            union: &arguments.union,
            confederate: &arguments.confederate,
            games: summary.games,
            results: &summary.results,
            decisions: summary.decisions,
            mean_decisions: summary.decisions_per_game.mean,
            mean_turns: summary.turns.mean,
            mean_list: summary.mean_list,
            longest_list: summary.longest_list,
            decisions_per_second: timing.decisions_per_second(summary.decisions),
            decisions_per_core_second: timing.decisions_per_core_second(summary.decisions),
            threads: timing.threads,
            seconds: timing.elapsed.as_secs_f64(),
            digest: format!("{:016x}", summary.digest),
            failures: summary.failures.iter().map(ToString::to_string).collect(),
            records,
        }
    }
}
