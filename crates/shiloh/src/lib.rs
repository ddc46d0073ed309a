//! The battle of Shiloh: its data folder, carried inside the program, and its assembly.
//!
//! Everything is read by `longroll-catalog`; this crate only says which files there are. A player who corrects files
//! lays his folder over the embedded one with [`Overlay`] and uses [`load`], [`load_scenario`] and [`check`].

use std::sync::{Arc, OnceLock};

mod version;

pub use longroll_catalog::read::{Faults, Overlay, Provider, ScenarioEntry};
use longroll_catalog::read::{read_battle, read_index, read_scenario};
use longroll_catalog::{BattleFacts, ScenarioFacts};
pub use version::data_version;

/// The files of `data/shiloh`, sorted by path.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The data folder as it was when the program was built.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded;

impl Embedded {
    /// The paths of all files.
    pub fn paths() -> impl ExactSizeIterator<Item = &'static str> {
        FILES.iter().map(|(path, _)| *path)
    }

    /// The text of a file.
    #[must_use]
    pub fn file(path: &str) -> Option<&'static str> {
        let place = FILES.binary_search_by(|(own, _)| (*own).cmp(path)).ok()?;
        FILES.get(place).map(|(_, text)| *text)
    }
}

impl Provider for Embedded {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        Self::file(path).map(Arc::from)
    }
}

/// The embedded battle; read once, shared afterwards.
pub fn battle() -> Result<Arc<BattleFacts>, Faults> {
    static BATTLE: OnceLock<Result<Arc<BattleFacts>, Faults>> = OnceLock::new();
    BATTLE.get_or_init(|| load(&Embedded)).clone()
}

/// An embedded scenario by number; none if the battle has no such scenario.
pub fn scenario(number: u8) -> Option<Result<Arc<ScenarioFacts>, Faults>> {
    match battle() {
        Ok(battle) => load_scenario(&battle, &Embedded, number),
        Err(faults) => Some(Err(faults)),
    }
}

/// The embedded scenarios in order of their numbers.
pub fn scenarios() -> Result<Vec<ScenarioEntry>, Faults> {
    read_index(&Embedded)
}

/// The battle from other files.
pub fn load(files: &dyn Provider) -> Result<Arc<BattleFacts>, Faults> {
    read_battle(files).map(Arc::new)
}

/// A scenario from other files; none if their index has no such number.
pub fn load_scenario(
    battle: &BattleFacts,
    files: &dyn Provider,
    number: u8,
) -> Option<Result<Arc<ScenarioFacts>, Faults>> {
    match read_index(files) {
        Ok(index) => {
            let entry = index.into_iter().find(|entry| entry.number == number)?;
            Some(read_scenario(battle, files, &entry.folder).map(Arc::new))
        }
        Err(faults) => Some(Err(faults)),
    }
}

/// What a clean data folder holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Hexes of the map.
    pub hexes: usize,
    /// Units of both sides.
    pub units: usize,
    /// Leaders of both sides.
    pub leaders: usize,
    /// Commands of both sides.
    pub commands: usize,
    /// Scenarios.
    pub scenarios: usize,
    /// Lines of all set-ups and groups of all reinforcements.
    pub placements: usize,
}

/// Reads everything and reports every fault: the battle first, then all scenarios together.
pub fn check(files: &dyn Provider) -> Result<Summary, Faults> {
    let battle = read_battle(files)?;
    let index = read_index(files)?;
    let mut faults = Vec::new();
    let mut placements = 0;
    for entry in &index {
        match read_scenario(&battle, files, &entry.folder) {
            Ok(scenario) => {
                placements += scenario.setup.len()
                    + scenario.conditional_setup.len()
                    + scenario.reinforcements.len();
            }
            Err(found) => faults.push(found),
        }
    }
    if let Some(faults) = Faults::joined(faults) {
        return Err(faults);
    }
    Ok(Summary {
        hexes: battle.ground.grid.len(),
        units: battle.units.len(),
        leaders: battle.leaders.len(),
        commands: battle.commands.len(),
        scenarios: index.len(),
        placements,
    })
}
