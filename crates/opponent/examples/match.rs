//! Plays matches between players and tells who wins how often, with intervals, and how long a thought takes.
//!
//! `cargo run --release -p longroll-opponent --example match -- SCENARIO GAMES UNION CONFEDERATE [FIRST_SEED]`
//!
//! The line of a table (docs/opponent.md): games, Union victories, draws, Confederate victories, the share of each with its 95 % interval (Wilson), decisions a game,
//! and the time of a thought at the median, the 99th of a hundred and the longest. `LONGROLL_TRACE=1` prints every choice and what came of it,
//! and where everybody stands whenever a marker is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use longroll_board::HexId;
use longroll_catalog::facts::{Condition, Holder, Orders, UnitId};
use longroll_core::{Game as _, Seed, Side};
use longroll_gbacw::Event;
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Stage, names, text, victory};
use longroll_opponent::sit_down;
use longroll_position::{Presence, RuleSet};
use longroll_sim::table;

/// A game that has more decisions than this stalls.
const MOST: u64 = 40_000;

type Fault = Box<dyn std::error::Error + Send + Sync>;

#[derive(Default)]
struct Tally {
    union: u64,
    draws: u64,
    confederate: u64,
    stalled: u64,
    decisions: u64,
    thoughts: Vec<Duration>,
    /// Objectives met, by their names.
    met: BTreeMap<String, u64>,
    points: i64,
    /// Victory hexes in Confederate hands, and units of the Union on the map, at the end.
    camps: u64,
    left: u64,
    lost: [u64; 2],
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.union += other.union;
        self.draws += other.draws;
        self.confederate += other.confederate;
        self.stalled += other.stalled;
        self.decisions += other.decisions;
        self.thoughts.extend(other.thoughts);
        self.points += other.points;
        self.camps += other.camps;
        self.left += other.left;
        self.lost[0] += other.lost[0];
        self.lost[1] += other.lost[1];
        for (name, count) in other.met {
            *self.met.entry(name).or_default() += count;
        }
    }
}

fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize, usual: &str| {
        words
            .get(place)
            .cloned()
            .unwrap_or_else(|| usual.to_owned())
    };
    let scenario: u8 = word(0, "2").parse()?;
    let games: u64 = word(1, "20").parse()?;
    let names = [word(2, "plain"), word(3, "plain")];
    let first: u64 = word(4, "1").parse()?;
    let stage = table::stage(scenario, RuleSet::BATTLE_BOOK)?;
    let next = AtomicU64::new(first);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Tally::default();
    let parts: Vec<Result<Tally, Fault>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Tally::default();
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= first + games {
                            return Ok(own);
                        }
                        own.add(play(&stage, &names, seed)?);
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("a worker does not panic"))
            .collect()
    });
    for part in parts {
        all.add(part?);
    }
    tell(&all, scenario, games, &names);
    Ok(())
}

fn play(stage: &Arc<Stage>, names: &[String; 2], seed: u64) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    let tracing = std::env::var_os("LONGROLL_TRACE").is_some();
    let mut chairs = [
        sit_down(&names[0], stage, Seed(seed), Side::Union)?,
        sit_down(&names[1], stage, Seed(seed), Side::Confederate)?,
    ];
    let (mut battle, _) = new_game_on(Arc::clone(stage), Seed(seed))?;
    let full: Vec<u8> = battle
        .setting()
        .unit_ids()
        .map(|unit| battle.position().unit(unit).sp)
        .collect();
    while let Some(ask) = battle.asked() {
        let chair = &mut chairs[usize::from(ask.side == Side::Confederate)];
        let before = Instant::now();
        let Some((choice, _)) = chair.choose(&battle) else {
            break;
        };
        tally.thoughts.push(before.elapsed());
        if tracing {
            println!("{} {:?}: {}", ask.side, ask.prompt, battle.print(&choice));
        }
        let outcome = battle.choose(ask.side, &choice)?;
        if tracing {
            for event in &outcome.events {
                let line = text::line(battle.setting(), event);
                if !line.is_empty() {
                    println!("    {line}");
                }
                if matches!(event, Event::Drawn { .. }) {
                    print_places(&battle);
                }
            }
        }
        tally.decisions += 1;
        if tally.decisions == MOST {
            tally.stalled = 1;
            break;
        }
    }
    if tracing {
        println!("the end of game {seed}");
        print_places(&battle);
    }
    let setting = battle.setting();
    for (unit, full) in setting.unit_ids().zip(full) {
        let lost = full.saturating_sub(battle.position().unit(unit).sp);
        tally.lost[usize::from(setting.unit(unit).side == Side::Confederate)] += u64::from(lost);
    }
    let own = |unit: &UnitId| setting.unit(*unit).side == Side::Union;
    let left = setting.unit_ids().filter(own);
    tally.left = left
        .filter(|&unit| battle.position().unit(unit).on_map())
        .count() as u64;
    let taken = setting
        .scenario
        .victory
        .objectives
        .iter()
        .flat_map(|goal| &goal.conditions);
    for condition in taken {
        if let Condition::Held { hexes, .. } = condition {
            let held = hexes.iter().filter(|&&hex| holds(&battle, hex));
            tally.camps += held.count() as u64;
        }
    }
    let score = victory::score(battle.at()).ok_or("the scenario says nothing of victory")?;
    match score.verdict.winner {
        Some(Side::Union) => tally.union = 1,
        Some(Side::Confederate) => tally.confederate = 1,
        None => tally.draws = 1,
    }
    if tracing {
        let open = battle.setting().scenario.victory.held_at_start.iter();
        let open: Vec<&str> = open
            .flat_map(|held| &held.hexes)
            .filter(|&&hex| {
                let setting = battle.setting();
                let place = setting.watch.place(&[hex]);
                let owner = place
                    .map(|place| battle.position().place(setting, place))
                    .and_then(|place| place.controller(Holder::Any));
                owner != Some(Side::Confederate)
            })
            .map(|&hex| battle.setting().grid().name(hex))
            .collect();
        println!("not taken: {open:?}");
        println!(
            "game {seed}: {:?}, met {:?}, points {:?}",
            score.verdict.winner,
            score
                .goals
                .iter()
                .filter(|goal| goal.met)
                .map(|goal| goal.rule.to_string())
                .collect::<Vec<_>>(),
            score.totals
        );
    }
    tally.points = i64::from(score.totals.union) - i64::from(score.totals.confederate);
    for goal in score.goals.iter().filter(|goal| goal.met) {
        *tally.met.entry(goal.rule.to_string()).or_default() += 1;
    }
    Ok(tally)
}

/// Where every unit stands, brigade by brigade.
fn print_places(battle: &Battle) {
    let (setting, position) = (battle.setting(), battle.position());
    let mut bodies: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for unit in setting.unit_ids() {
        let state = position.unit(unit);
        if matches!(state.presence, Presence::Absent) {
            continue;
        }
        let where_to = if state.on_map() {
            setting.grid().name(state.hex).to_owned()
        } else {
            format!("{:?}", state.presence)
        };
        let body = position.body_of(setting, unit);
        let state = format!(
            "{} {where_to} {}{}{}",
            setting.unit(unit).name,
            state.sp,
            if state.is_disordered() { "D" } else { "" },
            match state.orders {
                Orders::Attack => "!",
                Orders::Advance => "",
                Orders::March => "m",
            }
        );
        let body = names::body(setting, body);
        bodies.entry(body).or_default().push(state);
    }
    for (body, units) in bodies {
        println!("        {body}: {}", units.join(", "));
    }
}

fn holds(battle: &Battle, hex: HexId) -> bool {
    battle.position().holder(hex) == Some(Side::Confederate)
}

fn tell(all: &Tally, scenario: u8, games: u64, names: &[String; 2]) {
    let mut thoughts = all.thoughts.clone();
    thoughts.sort();
    let part = |of: usize| {
        let place = (thoughts.len() * of / 1000).min(thoughts.len().saturating_sub(1));
        thoughts.get(place).copied().unwrap_or_default()
    };
    println!(
        "scenario {scenario}, {games} games, Union {} against Confederate {}:",
        names[0], names[1]
    );
    for (who, count) in [
        ("Union", all.union),
        ("draw", all.draws),
        ("Confederate", all.confederate),
    ] {
        let (low, high) = wilson(count, games);
        println!(
            "  {who:<12} {count:>4}  {:>5.1} %  [{low:.1}, {high:.1}]",
            share(count, games)
        );
    }
    for (goal, count) in &all.met {
        println!("  met {goal}: {:.1} %", share(*count, games));
    }
    println!(
        "  points {:.1} a game, victory hexes with Confederates in them {:.1}, Union units on the map {:.1}, SP lost: Union {:.1}, Confederate {:.1}; stalled {}",
        all.points as f64 / games as f64,
        all.camps as f64 / games as f64,
        all.left as f64 / games as f64,
        all.lost[0] as f64 / games as f64,
        all.lost[1] as f64 / games as f64,
        all.stalled
    );
    println!(
        "  {} decisions a game; a thought takes {:?} (median), {:?} (99 %), {:?} at most",
        all.decisions / games.max(1),
        part(500),
        part(990),
        part(1000),
    );
}

fn share(count: u64, games: u64) -> f64 {
    100.0 * count as f64 / games.max(1) as f64
}

/// The 95 % interval of a share, in percent.
fn wilson(count: u64, games: u64) -> (f64, f64) {
    let (n, z) = (games.max(1) as f64, 1.96);
    let p = count as f64 / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - reach), 100.0 * (middle + reach))
}
