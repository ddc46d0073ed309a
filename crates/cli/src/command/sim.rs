//! `longroll sim`: many games without a screen.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use longroll_core::{BySide, Record, Seed};
use longroll_sim::{
    Applied, Batch, Choosing, Count, Limits, Rules, Summary, Thoroughness, Timing, simulate,
};
use serde::Serialize;

use crate::arguments::SimArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{for_file, has_folder, write};
use crate::game::{Opening, rule_set};
use crate::tabletop;

/// A game from a situation that goes on for longer goes in circles.
const MOST_DECISIONS_OF_A_SITUATION: u32 = 50_000;

/// Where the games begin; a situation that only asks questions is refused.
fn opening(arguments: &SimArguments, console: &Console<'_>) -> Result<Opening, Failure> {
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let Some(file) = &arguments.file else {
        let wanted = arguments.scenario.as_deref().unwrap_or_default();
        let rules = rule_set(&arguments.rule, console)?;
        let variant = arguments.variant.as_deref();
        return Ok(Opening::Scenario(
            battle.stage_of(wanted, variant, rules, console)?,
        ));
    };
    let opening = Opening::situation(&battle, file, arguments.case.as_deref(), console)?;
    let (first, _) = opening
        .begin(Seed(arguments.seed))
        .map_err(|error| Failure::question(error.to_string(), None))?;
    if first.asked().is_none() {
        let title = opening.title();
        let reason = console.text("sim.nothing", &[("title", &title)]);
        return Err(Failure::question(reason, None));
    }
    Ok(opening)
}

pub fn run(arguments: &SimArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let file = arguments.file.as_deref().and_then(Path::to_str);
    if let Some(wanted) = file
        .or(arguments.scenario.as_deref())
        .filter(|wanted| tabletop::is_ours(wanted, arguments.data.as_deref()))
    {
        return tabletop::sim::run(arguments, wanted, console);
    }
    let opening = opening(arguments, console)?;
    has_folder(&arguments.failures.join("failure.roll"), console)?;
    let batch = batch(arguments, &opening);
    let bar = bar(arguments.games);
    let played = simulate(&opening, &batch, &|progress| {
        bar.set_position(u64::from(progress.games));
    });
    bar.finish_and_clear();
    let (summary, timing) = played.map_err(|error| Failure::question(error.to_string(), None))?;

    let records = keep_failures(arguments, &opening, &summary, console)?;
    if arguments.json {
        console.json(&AsJson::of(
            arguments,
            opening.title(),
            &summary,
            &timing,
            &records,
        ))?;
    } else {
        print(opening.title(), &summary, &timing, console)?;
        print_rules(&summary.applied, console)?;
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

/// What is to be played.
fn batch(arguments: &SimArguments, opening: &Opening) -> Batch {
    // A thread without a game is a thread too many.
    let most = NonZeroUsize::new(usize::try_from(arguments.games).unwrap_or(usize::MAX));
    let threads = arguments
        .threads
        .and_then(|threads| NonZeroUsize::new(usize::from(threads)))
        .zip(most)
        .map(|(threads, most)| threads.min(most));
    Batch {
        players: BySide {
            union: arguments.union.clone(),
            confederate: arguments.confederate.clone(),
        },
        threads,
        limits: match opening {
            Opening::Scenario(_) => Limits::default(),
            Opening::Situation(_) => Limits {
                decisions: MOST_DECISIONS_OF_A_SITUATION,
            },
        },
        check: arguments.check.then(Thoroughness::default),
        choosing: if arguments.drawn {
            Choosing::Drawn
        } else {
            Choosing::Listed
        },
        rules: if arguments.draw_rules {
            Rules::Drawn
        } else {
            Rules::Given
        },
        count: if arguments.rules {
            Count::Rules
        } else {
            Count::Nothing
        },
        ..Batch::random(arguments.games, Seed(arguments.seed))
    }
}

/// Keeps the records of the games that failed, each in a file of its own.
fn keep_failures(
    arguments: &SimArguments,
    opening: &Opening,
    summary: &Summary,
    console: &Console<'_>,
) -> Result<Vec<PathBuf>, Failure> {
    let mut records = Vec::new();
    for failure in &summary.failures {
        let name = match opening {
            Opening::Scenario(_) => {
                format!("failure-{}-{}.roll", failure.scenario, failure.seed.0)
            }
            Opening::Situation(_) => format!("failure-situation-{}.roll", failure.seed.0),
        };
        let path = arguments.failures.join(name);
        keep(&path, &failure.record, console)?;
        records.push(path);
    }
    Ok(records)
}

/// Keeps the record of a game that failed.
pub fn keep(path: &Path, record: &str, console: &Console<'_>) -> Result<(), Failure> {
    let text = match Record::parse(record) {
        Ok(record) => for_file(&record, path).print(),
        Err(_) => record.to_owned(),
    };
    write(path, text, console)
}

/// A bar on standard error, where it does not mix with the result; none where nobody looks.
pub fn bar(games: u32) -> ProgressBar {
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
    for (name, value) in rows(summary, timing, console) {
        console.line(format!("  {name:<52} {value}"))?;
    }
    Ok(())
}

/// The figures of a batch, each with its name.
fn rows(summary: &Summary, timing: &Timing, console: &Console<'_>) -> [(String, String); 9] {
    let spread = |spread: &longroll_sim::Spread| {
        format!(
            "{:.1} ({}-{}-{})",
            spread.mean, spread.least, spread.median, spread.most
        )
    };
    let speed = |decisions: u64| {
        format!(
            "{:.0} ({:.0}, {})",
            timing.decisions_per_second(decisions),
            timing.decisions_per_core_second(decisions),
            timing.threads
        )
    };
    // By the draw no list is worked out.
    let list = match summary.longest_list {
        0 => "-".to_owned(),
        longest => format!("{:.1} ({longest})", summary.mean_list),
    };
    let elapsed = format!("{:.2} s", timing.elapsed.as_secs_f64());
    [
        (
            console.text("sim.decisions", &[]),
            spread(&summary.decisions_per_game),
        ),
        (
            console.text("sim.without-turns", &[]),
            spread(&summary.without_turns_per_game),
        ),
        (console.text("sim.turns", &[]), spread(&summary.turns)),
        (console.text("sim.dice", &[]), spread(&summary.dice)),
        (console.text("sim.list", &[]), list),
        (console.text("sim.speed", &[]), speed(summary.decisions)),
        (
            console.text("sim.speed-without-turns", &[]),
            speed(summary.without_turns),
        ),
        (console.text("sim.elapsed", &[]), elapsed),
        (
            console.text("sim.digest", &[]),
            format!("{:016x}", summary.digest),
        ),
    ]
}

/// How often each rule was applied, the most frequent first; nothing if that was not counted.
fn print_rules(applied: &Applied, console: &mut Console<'_>) -> Result<(), Failure> {
    if applied.is_empty() {
        return Ok(());
    }
    console.heading(console.text("sim.rules", &[("count", &applied.len())]))?;
    let mut rows: Vec<_> = applied.iter().collect();
    rows.sort_by_key(|&(rule, count)| (std::cmp::Reverse(*count), rule.id()));
    for (rule, count) in rows {
        let title = console.wording(*rule).title;
        console.line(format!("  {count:>9}  {:<16} {title}", rule.id()))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct AsJson<'a> {
    title: &'a str,
    scenario: Option<&'a str>,
    seed: u64,
    union: &'a str,
    confederate: &'a str,
    games: u32,
    results: &'a BTreeMap<String, u32>,
    decisions: u64,
    mean_decisions: f64,
    decisions_without_turns: u64,
    mean_turns: f64,
    mean_list: f64,
    longest_list: u32,
    decisions_per_second: f64,
    decisions_per_core_second: f64,
    threads: usize,
    seconds: f64,
    digest: String,
    /// Only where rules were counted.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
    records: &'a [PathBuf],
}

impl<'a> AsJson<'a> {
    fn of(
        arguments: &'a SimArguments,
        title: &'a str,
        summary: &'a Summary,
        timing: &Timing,
        records: &'a [PathBuf],
    ) -> AsJson<'a> {
        AsJson {
            title,
            scenario: arguments.scenario.as_deref(),
            seed: arguments.seed,
            union: &arguments.union,
            confederate: &arguments.confederate,
            games: summary.games,
            results: &summary.results,
            decisions: summary.decisions,
            mean_decisions: summary.decisions_per_game.mean,
            decisions_without_turns: summary.without_turns,
            mean_turns: summary.turns.mean,
            mean_list: summary.mean_list,
            longest_list: summary.longest_list,
            decisions_per_second: timing.decisions_per_second(summary.decisions),
            decisions_per_core_second: timing.decisions_per_core_second(summary.decisions),
            threads: timing.threads,
            seconds: timing.elapsed.as_secs_f64(),
            digest: format!("{:016x}", summary.digest),
            rules: summary
                .applied
                .iter()
                .map(|(rule, count)| (rule.id(), *count))
                .collect(),
            failures: summary.failures.iter().map(ToString::to_string).collect(),
            records,
        }
    }
}
