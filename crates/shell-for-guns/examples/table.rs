//! The tabletop from a shell, until the command line knows it: `check FILES`, `show FILES`, `games N [SEED]`,
//! `watched N [SEED]` (every promise checked), `plain N`, `guarded N` (both).

use std::path::{Path, PathBuf};
use std::time::Instant;

use longroll_core::{Chance, Game as _, Record, Seed, Session, replay};
use longroll_shell_for_guns::players::{Checker, Plain, Player, Random};
use longroll_shell_for_guns::situation::{Case, load};
use longroll_shell_for_guns::{Battle, Event, Options, Table, data, text};
use longroll_tabletop::Ticks;

fn files_below(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
            .map(|entries| {
                entries
                    .filter_map(|entry| entry.ok().map(|entry| entry.path()))
                    .collect()
            })
            .unwrap_or_default();
        entries.sort();
        entries.iter().for_each(|entry| files_below(entry, into));
    } else if path
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        into.push(path.to_owned());
    }
}

fn check(paths: &[String], show: bool) -> bool {
    let mut files = Vec::new();
    paths
        .iter()
        .for_each(|path| files_below(Path::new(path), &mut files));
    let (mut played, mut good, mut ids) = (0, 0, std::collections::BTreeMap::<String, bool>::new());
    for path in files {
        let name = path.display().to_string();
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        match load(&name, &text) {
            Ok(situation) => {
                for case in situation.cases() {
                    let report = Case::run(case);
                    played += 1;
                    good += u32::from(report.passed());
                    if let Some(id) = case.id() {
                        for id in id.split_whitespace() {
                            *ids.entry(id.to_owned()).or_insert(true) &= report.passed();
                        }
                    }
                    if show {
                        println!("{report}");
                    } else {
                        report
                            .differences()
                            .iter()
                            .for_each(|line| println!("{line}"));
                    }
                }
            }
            Err(faults) => println!("{faults}"),
        }
    }
    let passed = ids.values().filter(|good| **good).count();
    println!(
        "{good} of {played} cases pass; {passed} of {} acceptance ids",
        ids.len()
    );
    good == played
}

const TABLES: [&str; 3] = ["harlans-crossroads", "two-ridges", "meadow-creek"];

fn games(count: u64, first: u64, watched: bool, plain: bool) {
    let start = Instant::now();
    let mut happened = [0_u32; 5];
    let (mut decisions, mut results) = (0_u64, std::collections::BTreeMap::<String, u32>::new());
    for seed in first..first + count {
        let options = options_of(seed);
        let table = TABLES[usize::try_from(seed % 3).unwrap_or(0)];
        let mut terrain = data::terrain(table).expect("the data is sound");
        // Every other game starts with the armies face to face, so that there is much to fight.
        if seed % 2 == 1 {
            terrain.zone = Ticks(10_500);
        }
        let facts = data::ready_on(terrain, options).expect("the data is sound");
        let (battle, outcome) = Battle::pitched(facts.clone(), Chance::seeded(Seed(seed)))
            .expect("a stream never ends");
        let mut player: Box<dyn Player> = if plain {
            Box::new(Plain::new(seed))
        } else {
            Box::new(Random::new(seed))
        };
        let mut checker = Checker::new(Table::new(&facts), Chance::seeded(Seed(seed + 1_000_000)));
        let fresh = battle.clone();
        let mut session = Session::new(battle, Record::default());
        let mut faults = checker.after(session.game(), &outcome.events);
        let mut made = 0_u64;
        while let Some((side, choice)) = player.choose(session.game()) {
            if watched {
                faults.extend(checker.at_decision(session.game(), made.is_multiple_of(7)));
            }
            let notation = session.game().print(&choice);
            match session.choose(side, &choice) {
                Ok(outcome) => {
                    made += 1;
                    for event in &outcome.events {
                        match event {
                            Event::ChargeMade { .. } => happened[0] += 1,
                            Event::MeleeJoined { .. } => happened[1] += 1,
                            Event::BrokeThrough { .. } => happened[2] += 1,
                            Event::Fired { .. } => happened[3] += 1,
                            Event::Removed { .. } => happened[4] += 1,
                            _ => {}
                        }
                    }
                    if watched {
                        faults.extend(checker.after(session.game(), &outcome.events));
                    }
                    if !faults.is_empty() {
                        println!("seed {seed}, choice {made}: {notation}");
                        outcome
                            .events
                            .iter()
                            .for_each(|event| println!("    {}", text::line(&facts, event)));
                    }
                }
                Err(error) => faults.push(format!("{notation}: {error}")),
            }
            if !faults.is_empty() || made > 5000 {
                break;
            }
        }
        if watched && faults.is_empty() {
            let printed = session.record().print();
            let mut again = fresh;
            match Record::parse(&printed) {
                Ok(record) => {
                    if let Err(error) = replay(&mut again, &record, |_| {}) {
                        faults.push(format!("replay: {error}"));
                    } else if again.fingerprint() != session.game().fingerprint() {
                        faults.push("a replay ends elsewhere".to_owned());
                    }
                }
                Err((_, error)) => faults.push(format!("record: {error}")),
            }
        }
        for fault in faults.iter().take(5) {
            println!("  seed {seed}: {fault}");
        }
        decisions += made;
        let result = session
            .game()
            .result()
            .unwrap_or_else(|| format!("not over after {made}"));
        let winner = result.split(':').next().unwrap_or_default().to_owned();
        *results.entry(winner).or_default() += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let [charges, melees, breaks, fires, gone] = happened;
    println!(
        "{charges} charges, {melees} melees, {breaks} breakthroughs, {fires} fires, {gone} units removed"
    );
    println!(
        "{count} games, {decisions} decisions in {seconds:.1} s: {:.1} games/s, {:.0} decisions/s; {results:?}",
        count as f64 / seconds,
        decisions as f64 / seconds
    );
}

/// Every seventh game turns a switch of section L.
fn options_of(seed: u64) -> Options {
    let mut options = Options::default();
    if seed % 7 == 3 {
        let all = Options::all();
        let (switch, words) = &all[usize::try_from(seed / 7).unwrap_or(0) % all.len()];
        let _ = options.set(switch, words.last().copied().unwrap_or_default());
    }
    options
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: u64| {
        words
            .get(index)
            .and_then(|word| word.parse().ok())
            .unwrap_or(default)
    };
    match words.first().map(String::as_str) {
        Some("check") => {
            if !check(&words[1..], false) {
                std::process::exit(1);
            }
        }
        Some("show") => {
            check(&words[1..], true);
        }
        Some("games") => games(number(1, 10), number(2, 0), false, false),
        Some("watched") => games(number(1, 10), number(2, 0), true, false),
        Some("guarded") => games(number(1, 10), number(2, 0), true, true),
        Some("plain") => games(number(1, 10), number(2, 0), false, true),
        _ => println!(
            "check FILES | show FILES | games N [SEED] | watched N [SEED] | guarded N [SEED] | plain N [SEED]"
        ),
    }
}
