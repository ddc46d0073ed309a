//! `longroll bench`: how fast the engine is on this machine.
//!
//! Random games on one core, and single steps at a moment in the middle of such a game. `cargo bench` measures more finely;
//! this is what anybody can run with the released program.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use longroll_core::{Game as _, Seed, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle as Game, Stage, State};
use longroll_position::RuleSet;
use longroll_sim::players::{Seat, sit_down};
use longroll_sim::{Batch, simulate};
use serde::Serialize;

use crate::arguments::BenchArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::tabletop;

/// Decisions after which the single steps are measured.
const MIDDLE: usize = 300;

/// What was measured for one scenario; times are medians in microseconds.
#[derive(Serialize)]
struct Measured {
    scenario: u8,
    title: String,
    games: u32,
    decisions: u64,
    decisions_per_second: f64,
    mean_list: f64,
    options: f64,
    clone: f64,
    fingerprint: f64,
    save: f64,
    load: f64,
    state_bytes: usize,
}

pub fn run(arguments: &BenchArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut all = Vec::new();
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    for wanted in &arguments.scenario {
        if tabletop::is_ours(wanted, arguments.data.as_deref()) {
            let message = console.text("bench.tabletop", &[("name", wanted)]);
            return Err(Failure::question(message, None));
        }
        let stage = battle.stage(wanted, RuleSet::BATTLE_BOOK, console)?;
        all.push(measure(&stage, arguments.games)?);
    }
    if arguments.json {
        return Ok(console.json(&all)?);
    }
    for measured in &all {
        print(measured, console)?;
    }
    Ok(())
}

fn refused(error: impl ToString) -> Failure {
    Failure::faults(error.to_string(), None)
}

fn measure(stage: &Arc<Stage>, games: u32) -> Result<Measured, Failure> {
    let batch = Batch {
        threads: NonZeroUsize::new(1),
        ..Batch::random(games, Seed(1))
    };
    let (summary, timing) = simulate(stage, &batch, &|_| {}).map_err(refused)?;
    let battle = middle(stage)?;
    let saved = serde_json::to_string(battle.state()).map_err(refused)?;
    Ok(Measured {
        scenario: stage.setting.scenario.number,
        title: stage.setting.scenario.title.clone(),
        games: summary.games,
        decisions: summary.decisions,
        decisions_per_second: timing.decisions_per_core_second(summary.decisions),
        mean_list: summary.mean_list,
        options: median(|| battle.offers_anew()),
        clone: median(|| battle.clone()),
        fingerprint: median(|| battle.fingerprint()),
        save: median(|| serde_json::to_string(battle.state())),
        load: median(|| {
            let state = serde_json::from_str::<State>(&saved).ok()?;
            Game::resume(Arc::clone(stage), state).ok()
        }),
        state_bytes: saved.len(),
    })
}

/// A random game some way on, or at its last decision if it is shorter.
fn middle(stage: &Arc<Stage>) -> Result<Game, Failure> {
    let (mut battle, _) = new_game_on(Arc::clone(stage), Seed(1)).map_err(refused)?;
    let mut union = sit_down("random", Seed(1), Side::Union).map_err(refused)?;
    let mut confederate = sit_down("random", Seed(1), Side::Confederate).map_err(refused)?;
    for _ in 0..MIDDLE {
        let Some(seat) = Seat::of(&battle) else { break };
        let side = seat.ask().side;
        let player = if side == Side::Union {
            &mut union
        } else {
            &mut confederate
        };
        let Some(choice) = player.choose(seat) else {
            break;
        };
        let mut next = battle.clone();
        next.choose(side, &choice).map_err(refused)?;
        if next.options().is_none() {
            break;
        }
        battle = next;
    }
    Ok(battle)
}

/// The median time of one call in microseconds, over at least a tenth of a second.
fn median<T>(call: impl Fn() -> T) -> f64 {
    let mut times: Vec<Duration> = Vec::new();
    let begun = Instant::now();
    while times.len() < 25 || begun.elapsed() < Duration::from_millis(100) {
        let start = Instant::now();
        black_box(call());
        times.push(start.elapsed());
    }
    times.sort();
    times
        .get(times.len() / 2)
        .map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

fn print(measured: &Measured, console: &mut Console<'_>) -> Result<(), Failure> {
    console.heading(format!("{}  {}", measured.scenario, measured.title))?;
    let micro = |time: f64| format!("{time:.1} µs");
    let rows = [
        (
            console.text("bench.speed", &[]),
            format!("{:.0}", measured.decisions_per_second),
        ),
        (
            console.text("bench.games", &[]),
            format!("{} / {}", measured.games, measured.decisions),
        ),
        (
            console.text("bench.list", &[]),
            format!("{:.1}", measured.mean_list),
        ),
        (console.text("bench.options", &[]), micro(measured.options)),
        (console.text("bench.clone", &[]), micro(measured.clone)),
        (
            console.text("bench.fingerprint", &[]),
            micro(measured.fingerprint),
        ),
        (console.text("bench.save", &[]), micro(measured.save)),
        (console.text("bench.load", &[]), micro(measured.load)),
        (
            console.text("bench.bytes", &[]),
            measured.state_bytes.to_string(),
        ),
    ];
    for (name, value) in rows {
        console.line(format!("  {name:<44} {value:>14}"))?;
    }
    Ok(())
}
