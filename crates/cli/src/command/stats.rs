//! `longroll stats --scenario N`: who wins how often, and at what price.

use std::num::NonZeroUsize;

use longroll_catalog::facts::ScenarioFacts;
use longroll_chronicle::stats::{HISTORY, Interval, Spread, Stats};
use longroll_chronicle::{MEN, Plan, play_many};
use longroll_core::{BySide, Seed, Side};

use super::sim::{bar, keep};
use crate::arguments::StatsArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::has_folder;
use crate::game::rule_set;
use crate::tabletop;

pub fn run(arguments: &StatsArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if tabletop::is_ours(&arguments.scenario, arguments.data.as_deref()) {
        let table = &arguments.scenario;
        return Err(Failure::question(
            console.text("stats.tabletop", &[("table", table)]),
            Some(console.text("stats.tabletop-help", &[("table", table)])),
        ));
    }
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let stage = battle.stage_of(
        &arguments.scenario,
        arguments.variant.as_deref(),
        rule_set(&arguments.rule, console)?,
        console,
    )?;
    let plan = Plan {
        games: arguments.games,
        seed: Seed(arguments.seed),
        players: BySide {
            union: arguments.union.clone(),
            confederate: arguments.confederate.clone(),
        },
        threads: arguments
            .threads
            .and_then(|threads| NonZeroUsize::new(usize::from(threads))),
    };
    has_folder(&arguments.failures.join("failure.roll"), console)?;
    let bar = bar(arguments.games);
    let played = play_many(&stage, &plan, &|games| bar.set_position(u64::from(games)));
    bar.finish_and_clear();
    let played = played.map_err(|error| Failure::question(error.to_string(), None))?;
    let stats = Stats::of(&played.told);
    if arguments.json {
        console.json(&stats)?;
    } else {
        print(&stage.setting.scenario, &stats, console)?;
    }
    if played.failed.is_empty() {
        return Ok(());
    }
    let mut told = Vec::new();
    for failure in &played.failed {
        let name = format!("failure-{}-{}.roll", failure.scenario, failure.seed.0);
        let path = arguments.failures.join(name);
        keep(&path, &failure.record, console)?;
        told.push(format!("{failure} ({})", path.display()));
    }
    Err(Failure::faults(
        console.text("sim.failed", &[("count", &played.failed.len())]),
        Some(told.join("\n")),
    ))
}

fn print(
    scenario: &ScenarioFacts,
    stats: &Stats,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let games = stats.games;
    let title = &scenario.title;
    console.heading(console.text("sim.title", &[("title", title), ("games", &games)]))?;
    let share = |own: Interval| {
        let percent = |value: f64| value * 100.0;
        format!(
            "{:5.1} %  [{:.1} - {:.1}]",
            percent(own.share),
            percent(own.low),
            percent(own.high)
        )
    };
    for side in Side::BOTH {
        let name = console.word("side", side.word());
        console.line(format!("  {name:<16} {}", share(stats.wins[side])))?;
    }
    let draw = console.word("won", "draw");
    console.line(format!("  {draw:<16} {}", share(stats.draws)))?;
    console.blank()?;
    for (key, count) in &stats.verdicts {
        let verdict = console.word("won", key);
        console.line(format!("  {count:>7}  {verdict}"))?;
    }
    console.blank()?;
    console.heading(console.text("stats.losses", &[]))?;
    for side in Side::BOTH {
        let name = console.word("side", side.word());
        let lost = stats.lost[side];
        let in_men = |mean: f64| format!("{:.0}", mean * f64::from(MEN));
        let guns = format!("{:.1}", stats.guns[side].mean);
        let points = format!("{:.1}", stats.points[side]);
        let blanks: [(&str, &dyn std::fmt::Display); 6] = [
            ("side", &name),
            ("men", &in_men(lost.mean)),
            ("taken", &in_men(stats.taken[side].mean)),
            ("spread", &spread(lost)),
            ("guns", &guns),
            ("points", &points),
        ];
        console.item(0, "*", &console.text("stats.side", &blanks))?;
    }
    console.paragraph(2, &history(scenario, console))?;
    console.blank()?;
    for (name, value) in [
        (console.text("sim.turns", &[]), spread(stats.turns)),
        (console.text("sim.decisions", &[]), spread(stats.decisions)),
    ] {
        console.line(format!("  {name:<52} {value}"))?;
    }
    Ok(())
}

/// What the battle cost in 1862, and how much of it the scenario is.
fn history(scenario: &ScenarioFacts, console: &Console<'_>) -> String {
    let [union, confederate] = Side::BOTH.map(|side| HISTORY[side]);
    let blanks: [(&str, &dyn std::fmt::Display); 5] = [
        ("union", &union.0),
        ("union-missing", &union.1),
        ("confederate", &confederate.0),
        ("confederate-missing", &confederate.1),
        ("turns", &scenario.turns.len()),
    ];
    console.text("stats.history", &blanks)
}

fn spread(own: Spread) -> String {
    format!(
        "{:.1} ({}-{}-{})",
        own.mean, own.least, own.median, own.most
    )
}
