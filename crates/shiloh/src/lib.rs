//! The battle of Shiloh: its data folder, carried inside the program, and its assembly.
//!
//! Everything is read by `longroll-catalog`; this crate only says which files there are. A player who corrects files
//! lays his folder over the embedded one with [`Overlay`] and uses [`load`], [`load_scenario`] and [`check`].

use std::sync::{Arc, OnceLock};

use longroll_catalog::BattleFacts;
pub use longroll_catalog::read::{Faults, Overlay};
use longroll_catalog::read::{Provider, read_battle};

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

/// The battle from other files.
pub fn load(files: &dyn Provider) -> Result<Arc<BattleFacts>, Faults> {
    read_battle(files).map(Arc::new)
}
