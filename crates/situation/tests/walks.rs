//! A net below the situations: from the beginning and from the end of every case a few random choices are made, and
//! everything the engine says on the way (whom it asks, the whole list with its rules, the events, what it refuses and by
//! which rule) has to be as it was. It proves nothing about the rules; it shows that one has changed, and where.
//!
//! `LONGROLL_WRITE_GOLDEN=1 cargo nextest run -p longroll-situation --test walks` writes `walks.txt` anew after a change
//! of the rules. `LONGROLL_WALK=12.46-` prints the walks of the files whose names contain that, to be compared with an
//! older program's.

mod shelf;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use longroll_core::{Chance, Game, Seed, fingerprint};
use longroll_gbacw::{Battle, Choice};
use longroll_situation::{Case, load};

/// Choices of each walk.
const STEPS: usize = 12;

/// One of so many, by the house's own dice.
fn below(numbers: &mut Chance, limit: usize) -> usize {
    let outcomes = u16::try_from(limit).unwrap_or(u16::MAX).max(1);
    usize::from(numbers.draw(outcomes).expect("a stream never ends"))
}

/// One walk, told line by line.
fn walk(mut battle: Battle, seed: u64, told: &mut String) {
    battle.set_chance(Chance::seeded(Seed(seed)));
    let mut numbers = Chance::seeded(Seed(!seed));
    let mut gone: Vec<Choice> = Vec::new();
    for _ in 0..STEPS {
        let Some(ask) = battle.asked() else { break };
        let side = ask.side;
        writeln!(told, "{side} {} [{}]", ask.prompt.key(), ask.rule).expect("text");
        // Kinds are drawn before choices: there are always more ways to turn than to fire.
        let mut kinds: BTreeMap<String, Vec<Choice>> = BTreeMap::new();
        for offer in battle.offers() {
            let text = battle.print(&offer.choice);
            writeln!(told, "  {text} [{}]", offer.rule).expect("text");
            let kind = text.split(' ').next().unwrap_or_default().to_owned();
            kinds.entry(kind).or_default().push(offer.choice);
        }
        // What was offered a moment ago and is not any more is refused, by a rule.
        for _ in 0..2 {
            if gone.is_empty() {
                break;
            }
            let choice = gone.swap_remove(below(&mut numbers, gone.len()));
            let refused = battle.clone().choose(side, &choice).err();
            let text = battle.print(&choice);
            writeln!(told, "  not {text}: {refused:?}").expect("text");
        }
        let Some(kind) = kinds.values().nth(below(&mut numbers, kinds.len())) else {
            break;
        };
        let choice = kind[below(&mut numbers, kind.len())];
        let before: Vec<Choice> = battle.offers().iter().map(|offer| offer.choice).collect();
        let found = battle
            .choose(side, &choice)
            .unwrap_or_else(|error| panic!("{} is offered: {error}", battle.print(&choice)));
        writeln!(told, "> {}", battle.print(&choice)).expect("text");
        for event in &found.events {
            writeln!(told, "  {event:?}").expect("text");
        }
        let offers = battle.offers();
        gone = before;
        gone.retain(|choice| !offers.iter().any(|offer| offer.choice == *choice));
    }
}

/// The walks of one case: from its beginning, and from where it ends.
fn walks_of(case: &Case, seed: u64, told: &mut String) {
    if let Ok((battle, _)) = case.begin(Chance::seeded(Seed(seed))) {
        walk(battle, seed, told);
    }
    if let (_, Some(battle)) = case.played() {
        walk(battle, seed ^ 0x9e37_79b9, told);
    }
}

/// What the walks of one file come to: a line of `walks.txt`.
fn line_of(root: &Path, path: &Path, shown: Option<&str>) -> String {
    let name = path.strip_prefix(root).unwrap_or(path).display();
    let name = name.to_string();
    let text = std::fs::read_to_string(path).expect("a readable file");
    let situation = load(&name, &text).unwrap_or_else(|faults| panic!("{}", faults.summary()));
    let mut told = String::new();
    for (number, case) in situation.cases().iter().enumerate() {
        writeln!(told, "# {}", case.title()).expect("text");
        walks_of(case, number as u64 + 1862, &mut told);
    }
    if shown.is_some_and(|part| name.contains(part)) {
        println!("## {name}\n{told}");
    }
    format!("{} {name}\n", fingerprint(&told))
}

#[test]
fn random_choices_beside_every_situation_lead_where_they_led() {
    let (root, files) = shelf::situations();
    let shown = std::env::var("LONGROLL_WALK").ok();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut lines: Vec<(usize, String)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|share| {
                let (files, root, shown) = (&files, &root, shown.as_deref());
                scope.spawn(move || {
                    let mine = files.iter().enumerate().skip(share).step_by(threads);
                    mine.map(|(number, path)| (number, line_of(root, path, shown)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        let results = handles.into_iter().map(|handle| handle.join());
        results
            .flat_map(|share| share.expect("a thread that does not panic"))
            .collect()
    });
    lines.sort();
    let found: String = lines.into_iter().map(|(_, line)| line).collect();
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/walks.txt");
    if std::env::var_os("LONGROLL_WRITE_GOLDEN").is_some() {
        std::fs::write(&shelf, &found).expect("the walks can be written");
    }
    let known = std::fs::read_to_string(&shelf).expect("the walks are on the shelf");
    let of_file = |text: &str| -> BTreeMap<String, String> {
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        lines
            .map(|(print, name)| (name.to_owned(), print.to_owned()))
            .collect()
    };
    let (known, found) = (of_file(&known), of_file(&found));
    let changed: Vec<&String> = known
        .keys()
        .chain(found.keys().filter(|name| !known.contains_key(*name)))
        .filter(|name| known.get(*name) != found.get(*name))
        .collect();
    assert!(
        changed.is_empty(),
        "{} of {} files lead elsewhere, these first: {:#?}",
        changed.len(),
        found.len(),
        &changed[..changed.len().min(12)]
    );
}
