//! A net below the situations: from the beginning and from the end of every case a few random choices are made, whole
//! games are played, and everything the referee says on the way (what it lists, what is legal in a family, what it refuses,
//! by which rule and with which measure, the chances, the events) has to be as it was. It proves nothing about the rules; it
//! shows that one has changed, and where.
//!
//! `LONGROLL_WRITE_GOLDEN=1 cargo nextest run -p longroll-shell-for-guns --test walks` writes `walks.txt` anew after a
//! change of the rules. `LONGROLL_WALK=charge` prints the walks of the files whose names contain that.

mod shelf;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use longroll_core::{BySide, Chance, Game, Seed, fingerprint};
use longroll_shell_for_guns::players::{mutants, sit_down, wild};
use longroll_shell_for_guns::situation::{Case, load};
use longroll_shell_for_guns::view::Seat;
use longroll_shell_for_guns::{Battle, Choice, Options, data};
use longroll_tabletop::Ticks;

/// Choices of each walk.
const STEPS: usize = 8;
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
        keep(&offer.choice);
    }
    let judged = |choice: &Choice, told: &mut String| {
        let refused = battle.why_not(ask.side, choice);
        writeln!(told, "    {}: {refused:?}", battle.print(choice)).expect("text");
        refused.is_none()
    };
    for family in battle.families() {
        let candidates = family.candidates();
        writeln!(told, "  {:?}: {}", family.scope, candidates.len()).expect("text");
        let mut legal = None;
        for _ in 0..JUDGED.min(candidates.len()) {
            let choice = &candidates[below(numbers, candidates.len())];
            if judged(choice, told) {
                keep(choice);
                legal = Some(choice.clone());
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
    }
    kinds
}

/// One walk, told line by line.
fn walk(mut battle: Battle, seed: u64, told: &mut String) {
    battle.set_chance(Chance::seeded(Seed(seed)));
    let mut numbers = Chance::seeded(Seed(!seed));
    for _ in 0..STEPS {
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
            writeln!(told, "  {event:?}").expect("text");
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
    while let Some(seat) = Seat::of(&battle) {
        let side = seat.ask().side;
        let choice = players[side].choose(seat).expect("something is legal");
        let found = battle.choose(side, &choice).expect("it is legal");
        writeln!(told, "> {}", battle.print(&choice)).expect("text");
        for event in &found.events {
            writeln!(told, "  {event:?}").expect("text");
        }
    }
    told
}

fn compare(shelf: &str, found: &str) {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join(shelf);
    if std::env::var_os("LONGROLL_WRITE_GOLDEN").is_some() {
        std::fs::write(&shelf, found).expect("the walks can be written");
    }
    let known = std::fs::read_to_string(&shelf).expect("the walks are on the shelf");
    for (known, found) in known.lines().zip(found.lines()) {
        assert_eq!(known, found, "this leads elsewhere now");
    }
    assert_eq!(known.lines().count(), found.lines().count());
}

#[test]
fn random_choices_beside_every_situation_lead_where_they_led() {
    let shown = std::env::var("LONGROLL_WALK").ok();
    let mut lines = String::new();
    for path in shelf::situations() {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let situation = load(&name, &text).unwrap_or_else(|faults| panic!("{}", faults.summary()));
        let mut told = String::new();
        for (number, case) in situation.cases().iter().enumerate() {
            walks_of(case, number as u64 + 1862, &mut told);
        }
        if shown.as_ref().is_some_and(|part| name.contains(part)) {
            println!("## {name}\n{told}");
        }
        writeln!(lines, "{} {name}", fingerprint(&told)).expect("text");
    }
    compare("tests/walks.txt", &lines);
}

#[test]
fn whole_games_go_as_they_went() {
    let mut lines = String::new();
    let switches = Options::all();
    for seed in 0..12 {
        let table = ["harlans-crossroads", "two-ridges", "meadow-creek"][seed % 3];
        let player = ["bold", "random", "plain", "bold"][seed % 4];
        let mut options = Options::default();
        for (switch, words) in switches.iter().skip(seed % 4).step_by(4) {
            if seed >= 6 {
                options.set(switch, words[words.len() - 1]).expect("a word");
            }
        }
        let told = game(table, 1862 + seed as u64, player, options, seed % 2 == 0);
        let print = fingerprint(&told);
        writeln!(lines, "{print} {table} {player} {seed}").expect("text");
    }
    compare("tests/games.txt", &lines);
}
