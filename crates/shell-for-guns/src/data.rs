//! The data folder of the rules, embedded, and its assembly.

use std::sync::Arc;

use crate::facts::{Army, Basing, Facts, Figures, Terrain};
use crate::options::Options;
use crate::reading::Faults;

macro_rules! file {
    ($path:literal) => {
        (
            $path,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../data/shell-for-guns/",
                $path
            )),
        )
    };
}

/// The printed figures.
pub const FIGURES: (&str, &str) = file!("figures.toml");
/// Basings by name.
pub const BASINGS: &[(&str, (&str, &str))] = &[
    ("28mm", file!("basing/28mm.toml")),
    ("15mm", file!("basing/15mm.toml")),
];
/// Tables by name.
pub const TABLES: &[(&str, (&str, &str))] = &[
    (
        "harlans-crossroads",
        file!("tables/harlans-crossroads.toml"),
    ),
    ("two-ridges", file!("tables/two-ridges.toml")),
    ("meadow-creek", file!("tables/meadow-creek.toml")),
];
/// Armies by name.
pub const ARMIES: &[(&str, (&str, &str))] = &[
    ("first-column", file!("armies/first-column.toml")),
    ("valley-column", file!("armies/valley-column.toml")),
];

/// Why a battle cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// A file is faulty.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Nothing has that name.
    #[error("no {kind} is called '{name}'; there are: {known}")]
    Unknown {
        /// What was looked for.
        kind: &'static str,
        /// Under which name.
        name: String,
        /// What there is.
        known: String,
    },
    /// The parts do not fit together.
    #[error("{0}")]
    Unfit(String),
}

fn find(
    kind: &'static str,
    list: &[(&str, (&'static str, &'static str))],
    name: &str,
) -> Result<(&'static str, &'static str), DataError> {
    list.iter()
        .find(|(own, _)| *own == name)
        .map(|(_, file)| *file)
        .ok_or_else(|| DataError::Unknown {
            kind,
            name: name.to_owned(),
            known: list
                .iter()
                .map(|(own, _)| *own)
                .collect::<Vec<_>>()
                .join(", "),
        })
}

/// The printed figures.
///
/// # Errors
/// The faults of the file.
pub fn figures() -> Result<Figures, DataError> {
    Ok(Figures::read(FIGURES.0, FIGURES.1)?)
}

/// A basing.
///
/// # Errors
/// An unknown name, or the faults of the file.
pub fn basing(name: &str) -> Result<Basing, DataError> {
    let (path, text) = find("basing", BASINGS, name)?;
    Ok(Basing::read(path, text)?)
}

/// A table.
///
/// # Errors
/// An unknown name, or the faults of the file.
pub fn terrain(name: &str) -> Result<Terrain, DataError> {
    let (path, text) = find("table", TABLES, name)?;
    Ok(Terrain::read(path, text)?)
}

/// An army list.
///
/// # Errors
/// An unknown name, or the faults of the file.
pub fn army(name: &str) -> Result<Army, DataError> {
    let (path, text) = find("army", ARMIES, name)?;
    Ok(Army::read(path, text)?)
}

/// The ready battle on a table: both sample armies, 28 mm.
///
/// # Errors
/// An unknown name, or the faults of a file.
pub fn ready(table: &str, options: Options) -> Result<Arc<Facts>, DataError> {
    ready_on(terrain(table)?, options)
}

/// Both sample armies, 28 mm, on any ground.
///
/// # Errors
/// The faults of a file.
pub fn ready_on(terrain: Terrain, options: Options) -> Result<Arc<Facts>, DataError> {
    let armies = [army("first-column")?, army("valley-column")?];
    Facts::new(options, figures()?, basing("28mm")?, terrain, &armies)
        .map(Arc::new)
        .map_err(DataError::Unfit)
}
