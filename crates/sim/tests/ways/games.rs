//! The two shelves: games from the first turn, and games from a situation.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use longroll_core::{BySide, Chance, ChanceError, Game as _, Outcome, Record, Seed, replay};
use longroll_gbacw::{Battle, Event, Stage};
use longroll_sim::{Limits, Opening, Unwatched, play_game, record_of, table};
use longroll_situation::{Case, load};
use rayon::prelude::*;

use crate::way::way_of;

/// How the name of a packed record ends.
const PACKED: &str = ".roll.deflate";

/// Seeds that are tried for a game that ends as its case says.
const SEEDS: u64 = 20;

/// Nobody does more than he must: what the situation says decides.
const PLAYERS: BySide<&str> = BySide {
    union: "idle",
    confederate: "idle",
};

/// The case of a file, as the beginning of a game.
struct Begun {
    file: String,
    case: Case,
}

impl Begun {
    /// The way in which its games end.
    fn way(&self) -> &str {
        self.case.id().expect("a case is named by its way")
    }

    fn record(&self) -> PathBuf {
        here().join(format!("{}{PACKED}", self.way()))
    }
}

impl Opening for Begun {
    fn stage(&self) -> &Arc<Stage> {
        self.case.stage()
    }

    fn begin(&self, seed: Seed) -> Result<(Battle, Outcome<Event>), ChanceError> {
        self.case.begin(Chance::seeded(seed))
    }

    fn describe(&self, record: &mut Record) {
        record.set_tag("Situation", &self.file);
        record.set_tag("Case", self.way());
    }
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn here() -> PathBuf {
    tests().join("ways/games")
}

/// The files of a folder whose names end so, in order.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the shelf");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| name(path).ends_with(end)).collect();
    paths.sort_unstable();
    paths
}

fn name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("a name")
}

fn cases() -> Vec<Begun> {
    let files = files(&here(), ".toml");
    files
        .par_iter()
        .flat_map_iter(|path| {
            let file = name(path).to_owned();
            let text = std::fs::read_to_string(path).expect("it reads");
            let situation = load(&file, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
            for case in situation.cases() {
                let report = case.run();
                assert!(report.passed(), "{file}: {}", case.title());
            }
            let cases = situation.cases().to_vec();
            cases.into_iter().map(move |case| Begun {
                file: file.clone(),
                case,
            })
        })
        .collect()
}

/// Plays every situation anew, with the first seed that leads to the end it is named by.
pub fn write_if_asked() {
    if std::env::var_os("LONGROLL_WRITE_ENDINGS").is_none() {
        return;
    }
    for old in files(&here(), PACKED) {
        std::fs::remove_file(old).expect("removed");
    }
    cases().par_iter().for_each(|begun| {
        let games = (1..=SEEDS).map(Seed).find_map(|seed| {
            let limits = Limits::default();
            let played = play_game(begun, seed, PLAYERS, limits, &mut Unwatched).expect("it ends");
            let (battle, record) =
                record_of(begun, seed, PLAYERS, &played.choices).expect("it is legal");
            (way_of(&battle) == begun.way()).then_some(record)
        });
        let record = games.unwrap_or_else(|| panic!("{}: no game ends so", begun.way()));
        let packed = miniz_oxide::deflate::compress_to_vec(record.print().as_bytes(), 9);
        std::fs::write(begun.record(), packed).expect("written");
    });
}

fn unpacked(path: &Path) -> Record {
    let packed = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = miniz_oxide::inflate::decompress_to_vec(&packed).expect("it unpacks");
    let text = String::from_utf8(text).expect("a record is text");
    Record::parse(&text).unwrap_or_else(|(_, error)| panic!("{}: {error}", path.display()))
}

/// Replays a record, which must come to the result it names; the way in which the game ended.
fn replayed(mut battle: Battle, record: &Record, game: &str) -> String {
    replay(&mut battle, record, |_| {}).unwrap_or_else(|error| panic!("{game}: {error}"));
    assert_eq!(battle.result().as_deref(), record.tag("Result"), "{game}");
    way_of(&battle)
}

/// The games that were played from the first turn and ended as none of these ways begins, each with its way. The others are
/// replayed by the test of their own shelf.
pub fn played_beside(ways: &[(String, String)]) -> Vec<(String, String)> {
    let known = |ending: &str| ways.iter().any(|(_, way)| way.starts_with(ending));
    let games = files(&tests().join("endings"), PACKED).into_iter();
    let games: Vec<PathBuf> = games
        .filter(|path| {
            let ending = name(path).trim_end_matches(PACKED);
            !known(ending.trim_end_matches("-early"))
        })
        .collect();
    games
        .par_iter()
        .map(|path| {
            let (game, record) = (name(path).to_owned(), unpacked(path));
            let battle = table::reopen(&record).unwrap_or_else(|error| panic!("{game}: {error}"));
            let way = replayed(battle, &record, &game);
            (game, way)
        })
        .collect()
}

/// The games from situations: each case has one, and it ends in the way that the case is named by.
pub fn from_situations() -> Vec<(String, String)> {
    let cases = cases();
    let found: Vec<(String, String)> = cases
        .par_iter()
        .map(|begun| {
            let way = begun.way();
            let record = unpacked(&begun.record());
            assert_eq!(record.tag("Situation"), Some(&*begun.file), "{way}");
            assert_eq!(record.tag("Case"), Some(way));
            let seed = record.tag("Seed").and_then(|seed| seed.parse().ok());
            let seed = Seed(seed.expect("a record names its seed"));
            let (battle, _) = begun.begin(seed).expect("it begins");
            assert_eq!(replayed(battle, &record, way), way);
            (begun.file.clone(), way.to_owned())
        })
        .collect();
    let records = files(&here(), PACKED).len();
    assert_eq!(records, found.len(), "each record has its case");
    found
}
