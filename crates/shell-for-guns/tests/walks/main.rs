//! A net below the situations: from the beginning and from the end of every case a few random choices are made, whole
//! games are played, and everything the referee says on the way (what it lists, what is legal in a family, what it refuses,
//! by which rule and with which measure, the chances, the events) has to be as it was. It proves nothing about the rules; it
//! shows that one has changed, and where.
//!
//! `LONGROLL_WRITE_GOLDEN=1 cargo nextest run -p longroll-shell-for-guns --test walks` writes `walks.txt` anew after a
//! change of the rules. `LONGROLL_WALK=charge` prints the walks of the files whose names contain that.

mod beside;
mod questions;
#[path = "../shelf/mod.rs"]
mod shelf;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use longroll_core::{BySide, Chance, Family as _, Game, Seed, fingerprint};
use longroll_shell_for_guns::choice::{End, Plan};
use longroll_shell_for_guns::facts::UnitId;
use longroll_shell_for_guns::players::{mutants, sit_down, wild};
use longroll_shell_for_guns::situation::{Case, load};
use longroll_shell_for_guns::view::Seat;
use longroll_shell_for_guns::{Battle, Choice, Options, data, moving, text};
use longroll_tabletop::Ticks;

/// Choices of each walk.
const STEPS: usize = 5;
/// Of a family so many suggestions are judged, and of one of them so many changes that must be refused.
const JUDGED: usize = 6;

/// One of so many, by the house's own dice.
fn below(numbers: &mut Chance, limit: usize) -> usize {
    let outcomes = u16::try_from(limit).unwrap_or(u16::MAX).max(1);
    usize::from(numbers.draw(outcomes).expect("a stream never ends"))
}

/// What the referee says where the battle stands; the legal choices seen, by kind.
fn tell(battle: &Battle, numbers: &mut Chance, told: &mut String) -> BTreeMap<String, Vec<Choice>> {
    let mut kinds: BTreeMap<String, Vec<Choice>> = BTreeMap::new();
    let Some(ask) = battle.asked() else {
        return kinds;
    };
    let mut keep = |choice: &Choice| {
        let kind = format!("{choice:?}");
        let kind = kind.split([' ', '{', '(']).next().unwrap_or_default();
        kinds
            .entry(kind.to_owned())
            .or_default()
            .push(choice.clone());
    };
    writeln!(told, "{} {:?} [{}]", ask.side, ask.prompt, ask.rule).expect("text");
    for offer in battle.offers() {
        let (text, odds) = (battle.print(&offer.choice), battle.odds(&offer.choice));
        writeln!(told, "  {text} [{}] {odds:?}", offer.rule).expect("text");
        if let Some(odds) = odds {
            let words = [true, false].map(|short| text::chances(&offer.choice, &odds, short));
            writeln!(told, "  {words:?}").expect("text");
        }
        keep(&offer.choice);
    }
    let judged = |choice: &Choice, told: &mut String| {
        let refused = battle.why_not(ask.side, choice);
        let text = battle.print(choice);
        let again = battle.parse(&text).is_ok_and(|read| read == *choice);
        writeln!(told, "    {text}: {refused:?} {again}").expect("text");
        if let Choice::Move { unit, plan } = choice {
            let ends = moving::intended(battle.look(), *unit, plan);
            writeln!(told, "      {ends:?}").expect("text");
        }
        refused.is_none()
    };
    for family in battle.families() {
        let candidates = family.candidates();
        writeln!(told, "  {:?} [{}]:", family.scope, family.rule()).expect("text");
        for choice in &candidates {
            writeln!(told, "    {}", battle.print(choice)).expect("text");
        }
        let mut legal = None;
        for _ in 0..JUDGED.min(candidates.len()) {
            let choice = &candidates[below(numbers, candidates.len())];
            if judged(choice, told) {
                keep(choice);
                legal = Some(choice.clone());
            }
            if let Some(beside) = beside::of(choice, numbers) {
                judged(&beside, told);
            }
        }
        let changed = legal.map(|choice| mutants::of(battle.look(), family.scope, &choice));
        let changed = changed.unwrap_or_default();
        for _ in 0..JUDGED.min(changed.len()) {
            judged(&changed[below(numbers, changed.len())], told);
        }
    }
    for _ in 0..2 {
        if let Some(choice) = wild::choice(battle.look(), numbers, ask) {
            judged(&choice, told);
        }
        judged(&unasked(battle, numbers), told);
    }
    kinds
}

/// Some choice of any kind about any unit, whatever is asked.
fn unasked(battle: &Battle, numbers: &mut Chance) -> Choice {
    let units: Vec<UnitId> = battle.facts().units().map(|(id, _)| id).collect();
    let mut one = || units[below(numbers, units.len())];
    let (unit, target) = (one(), one());
    let (base, end) = (
        u8::try_from(below(numbers, 4)).expect("small"),
        [End::Left, End::Right][below(numbers, 2)],
    );
    match below(numbers, 19) {
        0 => Choice::Order { unit },
        1 => Choice::CorpsOrder { unit },
        2..=5 => Choice::Fire { unit, target },
        6 => Choice::Limber { unit },
        7 => Choice::Deploy { unit },
        8..=10 => Choice::Join {
            battery: unit,
            brigade: target,
            gap: (base > 0).then_some((base, end)),
        },
        11 => Choice::Move {
            unit,
            plan: Plan::leg(0, Ticks(1000)),
        },
        12 => Choice::DivisionOrder,
        13 => Choice::Assign { base, target },
        14 => Choice::BreakThrough { target },
        15 => Choice::Remove(end),
        16 => Choice::Reserve {
            unit,
            due: base + 1,
        },
        17 => [Choice::Stand, Choice::Flee, Choice::StandAndFire][below(numbers, 3)].clone(),
        _ => {
            [Choice::Stay, Choice::Reorganise, Choice::End, Choice::Done][below(numbers, 4)].clone()
        }
    }
}

/// One walk, told line by line.
fn walk(mut battle: Battle, seed: u64, told: &mut String) {
    battle.set_chance(Chance::seeded(Seed(seed)));
    let mut numbers = Chance::seeded(Seed(!seed));
    for step in 0..STEPS {
        if step == 0 {
            questions::ask(&battle, &mut numbers, told);
        }
        let Some(ask) = battle.asked() else { break };
        let kinds = tell(&battle, &mut numbers, told);
        let Some(kind) = kinds.values().nth(below(&mut numbers, kinds.len())) else {
            break;
        };
        let choice = &kind[below(&mut numbers, kind.len())];
        let found = battle
            .choose(ask.side, choice)
            .unwrap_or_else(|error| panic!("{} is legal: {error}", battle.print(choice)));
        writeln!(told, "> {}", battle.print(choice)).expect("text");
        for event in &found.events {
            writeln!(told, "  {event:?} {}", text::line(battle.facts(), event)).expect("text");
        }
    }
}

/// The walks of one case: from its beginning, and from where it ends.
fn walks_of(case: &Case, seed: u64, told: &mut String) {
    writeln!(told, "# {}", case.title()).expect("text");
    if let Ok((battle, _)) = case.begin(Chance::seeded(Seed(seed))) {
        walk(battle, seed, told);
    }
    if let (_, Some(battle)) = case.played() {
        walk(battle, seed ^ 0x9e37_79b9, told);
    }
}

/// A whole game; `close` lets the armies start face to face.
fn game(table: &str, seed: u64, player: &str, options: Options, close: bool) -> String {
    let mut told = String::new();
    let mut terrain = data::terrain(table).expect("the data is sound");
    if close {
        terrain.zone = Ticks(10_500);
    }
    let facts = data::ready_on(terrain, options).expect("the data is sound");
    let start = Battle::pitched(facts, Chance::seeded(Seed(seed)));
    let (mut battle, _) = start.expect("a stream never ends");
    let mut players =
        BySide::from_fn(|side| sit_down(player, 2 * seed + side as u64).expect("a player"));
    let mut numbers = Chance::seeded(Seed(seed));
    let mut count = 0;
    while let Some(seat) = Seat::of(&battle) {
        count += 1;
        if count % 25 == 0 {
            questions::ask(&battle, &mut numbers, &mut told);
        }
        let side = seat.ask().side;
        let choice = players[side].choose(seat).expect("something is legal");
        let found = battle.choose(side, &choice).expect("it is legal");
        writeln!(told, "> {}", battle.print(&choice)).expect("text");
        for event in &found.events {
            writeln!(told, "  {event:?} {}", text::line(battle.facts(), event)).expect("text");
        }
    }
    told
}

/// Tells all stories, several at a time, and holds the fingerprint of each against the shelf. The first that differs ends
/// it: whoever looks for faults need not wait for the rest.
fn compare<T: Sync>(shelf: &str, all: &[T], tell: impl Fn(&T) -> (String, String) + Sync) {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join(shelf);
    let writing = std::env::var_os("LONGROLL_WRITE_GOLDEN").is_some();
    let known = std::fs::read_to_string(&shelf).unwrap_or_default();
    let known: Vec<&str> = known.lines().collect();
    let (next, differs) = (AtomicUsize::new(0), AtomicBool::new(false));
    let told: Mutex<BTreeMap<usize, String>> = Mutex::default();
    let work = || {
        while writing || !differs.load(Relaxed) {
            let place = next.fetch_add(1, Relaxed);
            let Some(one) = all.get(place) else { break };
            let (name, story) = tell(one);
            let line = format!("{} {name}", fingerprint(&story));
            if known.get(place) != Some(&line.as_str()) {
                differs.store(true, Relaxed);
            }
            told.lock().expect("nobody panics here").insert(place, line);
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        for _ in 0..threads.min(4) {
            scope.spawn(work);
        }
    });
    let told = told.into_inner().expect("nobody panics here");
    if writing {
        let lines: String = told.values().map(|line| format!("{line}\n")).collect();
        return std::fs::write(&shelf, lines).expect("the walks can be written");
    }
    for (place, line) in &told {
        assert_eq!(
            known.get(*place),
            Some(&line.as_str()),
            "this leads elsewhere now"
        );
    }
    assert_eq!(known.len(), all.len());
}

#[test]
fn random_choices_beside_every_situation_lead_where_they_led() {
    let shown = std::env::var("LONGROLL_WALK").ok();
    compare("tests/walks.txt", &shelf::situations(), |path| {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(path).expect("a readable file");
        let situation = load(&name, &text).unwrap_or_else(|faults| panic!("{}", faults.summary()));
        let mut told = String::new();
        for (number, case) in situation.cases().iter().enumerate() {
            walks_of(case, number as u64 + 1862, &mut told);
        }
        if shown.as_ref().is_some_and(|part| name.contains(part)) {
            println!("## {name}\n{told}");
        }
        (name, told)
    });
}

#[test]
fn whole_games_go_as_they_went() {
    let switches = Options::all();
    let seeds: Vec<usize> = (0..30).collect();
    compare("tests/games.txt", &seeds, |&seed| {
        let table = ["harlans-crossroads", "two-ridges", "meadow-creek"][seed % 3];
        let player = ["bold", "random", "plain", "bold"][seed % 4];
        let mut options = Options::default();
        for (switch, words) in switches.iter().skip(seed % 4).step_by(4) {
            if seed >= 6 {
                options.set(switch, words[words.len() - 1]).expect("a word");
            }
        }
        let told = game(table, 1862 + seed as u64, player, options, seed % 2 == 0);
        (format!("{table} {player} {seed}"), told)
    });
}
