//! `cargo bench -p longroll-sim`: the figures of docs/performance.md.
//!
//! Everything runs on one thread and is measured in CPU time of that thread, so that a busy machine disturbs little. Each
//! figure is the median of `LONGROLL_ROUNDS` rounds (6 if not said); a round goes through all scenarios, so that they and
//! the command of `LONGROLL_BESIDE` (which prints one number, a peer's decisions per second) are interleaved.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use longroll_core::{BySide, Game, Record, Seed, replay};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Stage, State};
use longroll_position::RuleSet;
use longroll_sim::{
    Limits, Made, Player, Seat, Unwatched, play_drawn, play_game, players, record_of, table,
};

const PLAYERS: BySide<&str> = BySide {
    union: "random",
    confederate: "random",
};

/// CPU time given to each scenario in each round.
const SHARE: Duration = Duration::from_millis(400);

fn main() {
    // `cargo test` runs benches as tests: nothing to do then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let cold = cold_start();
    let stages: Vec<Arc<Stage>> = (1..=10)
        .filter_map(|number| table::stage(number, RuleSet::BATTLE_BOOK).ok())
        .collect();
    random_play(&stages);
    for stage in stages
        .iter()
        .filter(|stage| matches!(stage.setting.scenario.number, 1 | 2))
    {
        states(stage);
    }
    for stage in stages
        .iter()
        .filter(|stage| matches!(stage.setting.scenario.number, 1 | 2))
    {
        records(stage);
    }
    by_question(&stages, 2, 1);
    by_question(&stages, 7, 8);
    println!("\ncold start to the first list of scenario 1: {cold}");
}

fn rounds() -> usize {
    std::env::var("LONGROLL_ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(6)
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        length if length % 2 == 1 => numbers[length / 2],
        length => f64::midpoint(numbers[length / 2 - 1], numbers[length / 2]),
    }
}

/// Reading all data, working out the tables, the first list: measured before anything else is warm.
fn cold_start() -> String {
    let begun = Instant::now();
    let stage = table::stage(1, RuleSet::BATTLE_BOOK).expect("scenario 1 is embedded");
    let (battle, _) = new_game_on(stage, Seed(1)).expect("a seeded game begins");
    let elapsed = begun.elapsed();
    let memory = std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status
                .lines()
                .find(|line| line.starts_with("VmHWM"))?
                .to_owned();
            line.split_whitespace().nth(1)?.parse::<f64>().ok()
        })
        .map_or_else(String::new, |kilobytes| {
            format!(", {:.0} MB", kilobytes / 1024.0)
        });
    format!(
        "{:.0} ms{memory} ({} choices)",
        elapsed.as_secs_f64() * 1e3,
        battle.offers().len()
    )
}

/// Decisions per second of random players, the list included.
fn random_play(stages: &[Arc<Stage>]) {
    let mut rates: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
    let mut lists: BTreeMap<u8, (u64, u64, u64)> = BTreeMap::new();
    let mut drawn: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
    let mut beside = Vec::new();
    let mut seed = 1;
    for _ in 0..rounds() {
        for stage in stages {
            drawn
                .entry(stage.setting.scenario.number)
                .or_default()
                .push(rate_by_draw(stage, seed));
            let begun = ThreadTime::now();
            let mut decisions = 0_u64;
            while begun.elapsed() < SHARE {
                seed += 1;
                let played = play_game(
                    stage,
                    Seed(seed),
                    PLAYERS,
                    Limits::default(),
                    &mut Unwatched,
                )
                .unwrap_or_else(|failure| panic!("{failure}"));
                decisions += u64::from(played.decisions);
                let list = lists.entry(stage.setting.scenario.number).or_default();
                list.0 += played.offers;
                list.1 += u64::from(played.decisions);
                list.2 += 1;
            }
            let rate = decisions as f64 / begun.elapsed().as_secs_f64();
            rates
                .entry(stage.setting.scenario.number)
                .or_default()
                .push(rate);
        }
        beside.extend(peer());
    }
    let peer = (!beside.is_empty()).then(|| median(&mut beside));
    println!("\n## Random play, one core\n");
    println!(
        "| scenario | decisions/s | mean list | choices/s listed | decisions per game | beside | by the draw | beside |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (number, rates) in &mut rates {
        let rate = median(rates);
        let (offers, decisions, games) = lists[number];
        let list = offers as f64 / decisions as f64;
        let ratio = |rate: f64| peer.map_or_else(String::new, |peer| format!("{:.2}", rate / peer));
        let by_draw = drawn.get_mut(number).map_or(0.0, |rates| median(rates));
        println!(
            "| {number} | {rate:.0} | {list:.1} | {:.0} | {:.0} | {} | {by_draw:.0} | {} |",
            rate * list,
            decisions as f64 / games as f64,
            ratio(rate),
            ratio(by_draw),
        );
    }
    if let Some(peer) = peer {
        println!(
            "\nbeside: {peer:.0} decisions/s (median of {})",
            beside.len()
        );
    }
}

/// Decisions per second of games by the draw, without lists.
fn rate_by_draw(stage: &Arc<Stage>, seed: u64) -> f64 {
    let begun = ThreadTime::now();
    let (mut decisions, mut seed) = (0_u64, seed);
    while begun.elapsed() < SHARE {
        seed += 1;
        let played = play_drawn(stage, Seed(seed), Limits::default())
            .unwrap_or_else(|failure| panic!("{failure}"));
        decisions += u64::from(played.decisions);
    }
    decisions as f64 / begun.elapsed().as_secs_f64()
}

fn peer() -> Option<f64> {
    let command = std::env::var("LONGROLL_BESIDE").ok()?;
    let output = Command::new("sh").arg("-c").arg(command).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The mean CPU time of a call over all samples, as the median of the rounds, in microseconds.
fn microseconds(samples: &[Battle], call: impl Fn(&Battle)) -> f64 {
    let mut times: Vec<f64> = (0..rounds())
        .map(|_| {
            let begun = ThreadTime::now();
            for sample in samples {
                call(sample);
            }
            begun.elapsed().as_secs_f64() * 1e6 / samples.len() as f64
        })
        .collect();
    median(&mut times)
}

/// States from all over one random game.
fn samples(stage: &Arc<Stage>) -> Vec<Battle> {
    let played = play_game(
        stage,
        Seed(1862),
        PLAYERS,
        Limits::default(),
        &mut Unwatched,
    )
    .unwrap_or_else(|failure| panic!("{failure}"));
    let (mut battle, _) = new_game_on(Arc::clone(stage), Seed(1862)).expect("a seeded game begins");
    let every = played.choices.len() / 200 + 1;
    let mut samples = Vec::new();
    for (index, made) in played.choices.iter().enumerate() {
        if index % every == 0 {
            samples.push(battle.clone());
        }
        battle
            .choose(made.side, &made.choice)
            .expect("a game that was played");
    }
    samples
}

/// What a state costs: its list, its copy, its save.
fn states(stage: &Arc<Stage>) {
    let samples = samples(stage);
    let saves: Vec<String> = samples
        .iter()
        .map(|battle| serde_json::to_string(battle.state()).expect("a state saves"))
        .collect();
    let mean = |lengths: &mut dyn Iterator<Item = usize>| {
        let (count, sum) = lengths.fold((0, 0), |(count, sum), length| (count + 1, sum + length));
        sum as f64 / f64::from(count)
    };
    let raw = mean(&mut saves.iter().map(String::len));
    let packed = mean(
        &mut saves
            .iter()
            .map(|save| miniz_oxide::deflate::compress_to_vec(save.as_bytes(), 9).len()),
    );
    println!(
        "\n## A state of scenario {}\n",
        stage.setting.scenario.number
    );
    println!("| what | figure |\n| --- | --- |");
    let resume = |state: State| Battle::resume(Arc::clone(stage), state).expect("a state resumes");
    let line = |what: &str, time: f64| println!("| {what} | {time:.1} µs |");
    line(
        "options() (the list is kept; this copies it out)",
        microseconds(&samples, |battle| {
            std::hint::black_box(battle.options());
        }),
    );
    line("working the list out (resume of a state in memory)", {
        let copy = microseconds(&samples, |battle| {
            std::hint::black_box(battle.state().clone());
        });
        microseconds(&samples, |battle| {
            std::hint::black_box(resume(battle.state().clone()));
        }) - copy
    });
    line(
        "clone",
        microseconds(&samples, |battle| {
            std::hint::black_box(battle.clone());
        }),
    );
    line(
        "fingerprint",
        microseconds(&samples, |battle| {
            std::hint::black_box(battle.fingerprint());
        }),
    );
    line(
        "save",
        microseconds(&samples, |battle| {
            std::hint::black_box(serde_json::to_string(battle.state()).expect("a state saves"));
        }),
    );
    let mut loads: Vec<f64> = (0..rounds())
        .map(|_| {
            let begun = ThreadTime::now();
            for save in &saves {
                std::hint::black_box(resume(serde_json::from_str(save).expect("a save loads")));
            }
            begun.elapsed().as_secs_f64() * 1e6 / saves.len() as f64
        })
        .collect();
    line("load, with its list", median(&mut loads));
    println!("| bytes of a save | {raw:.0} |");
    println!("| the same compressed (deflate) | {packed:.0} |");
}

/// What a record costs.
fn records(stage: &Arc<Stage>) {
    let seed = Seed(1863);
    let played = play_game(stage, seed, PLAYERS, Limits::default(), &mut Unwatched)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let (_, record) =
        record_of(stage, seed, PLAYERS, &played.choices).expect("a game that was played");
    let text = record.print();
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10);
    let choices = played.choices.len() as f64;
    let mut rates: Vec<f64> = (0..rounds())
        .map(|_| {
            let begun = ThreadTime::now();
            let read = Record::parse(&text).unwrap_or_else(|(_, error)| panic!("{error}"));
            let mut battle = table::reopen_on(stage, &read).expect("a record reopens");
            replay(&mut battle, &read, |_| {}).expect("a record replays");
            choices / begun.elapsed().as_secs_f64()
        })
        .collect();
    println!(
        "\n## A record of scenario {} ({choices} choices)\n",
        stage.setting.scenario.number
    );
    println!("| what | figure |\n| --- | --- |");
    println!("| bytes per choice | {:.1} |", text.len() as f64 / choices);
    println!(
        "| bytes per choice, compressed (deflate) | {:.2} |",
        packed.len() as f64 / choices
    );
    println!(
        "| replay, choices/s, every line checked | {:.0} |",
        median(&mut rates)
    );
}

/// What a decision costs by what is asked next: the same question in a small and a large battle.
fn by_question(stages: &[Arc<Stage>], one: u8, other: u8) {
    let of = |number: u8| {
        stages
            .iter()
            .find(|stage| stage.setting.scenario.number == number)
    };
    let (Some(small), Some(large)) = (of(one), of(other)) else {
        return;
    };
    let large = times_by_question(large, 3);
    let small = times_by_question(small, 40);
    println!(
        "\n## Time to the next list, by the question it answers (median, mean in µs; share of all time)\n"
    );
    println!(
        "| question | scenario {one} | share | scenario {other} | share |\n| --- | --- | --- | --- | --- |"
    );
    let total = |times: &BTreeMap<&str, Vec<f64>>| times.values().flatten().sum::<f64>();
    let (large_total, small_total) = (total(&large), total(&small));
    let cell = |times: Option<&Vec<f64>>, total: f64| {
        times.map_or_else(
            || " | ".to_owned(),
            |times| {
                let sum: f64 = times.iter().sum();
                let mean = sum / times.len() as f64;
                format!(
                    "{:.1}, {mean:.1} (×{}) | {:.1} %",
                    median(&mut times.clone()),
                    times.len(),
                    100.0 * sum / total
                )
            },
        )
    };
    let mut rows: Vec<(&str, f64)> = large
        .iter()
        .map(|(question, times)| (*question, times.iter().sum()))
        .collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (question, _) in rows {
        println!(
            "| {question} | {} | {} |",
            cell(small.get(question), small_total),
            cell(large.get(question), large_total)
        );
    }
}

fn times_by_question(stage: &Arc<Stage>, games: u64) -> BTreeMap<&'static str, Vec<f64>> {
    let mut times: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    for seed in 1..=games {
        let seed = Seed(seed);
        let (mut battle, _) = new_game_on(Arc::clone(stage), seed).expect("a seeded game begins");
        let mut seats: BySide<Box<dyn Player>> = BySide::from_fn(|side| {
            players::sit_down("random", seed, side).expect("random is a player")
        });
        while let Some(seat) = Seat::of(&battle) {
            let side = seat.ask().side;
            let choice = seats[side].choose(seat).expect("no dead ends");
            let made = Made { side, choice };
            let begun = Instant::now();
            battle
                .choose(made.side, &made.choice)
                .expect("an offer is accepted");
            let elapsed = begun.elapsed();
            let question = battle.asked().map_or("the end", |ask| ask.prompt.key());
            times
                .entry(question)
                .or_default()
                .push(elapsed.as_secs_f64() * 1e6);
        }
    }
    times
}
