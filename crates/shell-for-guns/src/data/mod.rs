//! The data folder of the rules: embedded, and with files of another folder laid over it.

mod faults;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use longroll_core::{BySide, Side, fingerprint};

use crate::facts::{Army, Basing, Facts, Figures, Terrain};
use crate::options::{Options, Scale};
use crate::reading::Faults;
use crate::words::Word;

macro_rules! files {
    ($($path:literal,)+) => {
        &[$((
            $path,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../data/shell-for-guns/",
                $path
            )),
        ),)+]
    };
}

/// What is built in, by path.
const EMBEDDED: &[(&str, &str)] = files![
    "figures.toml",
    "basing/28mm.toml",
    "basing/15mm.toml",
    "basing/custom.toml",
    "tables/harlans-crossroads.toml",
    "tables/two-ridges.toml",
    "tables/meadow-creek.toml",
    "armies/first-column.toml",
    "armies/valley-column.toml",
    "positions/drill-ground.toml",
    "positions/first-fight.toml",
    "positions/help-is-coming.toml",
];

/// Tables as people are shown them, the first first; others follow by name.
const SHOWN_FIRST: [&str; 3] = ["harlans-crossroads", "two-ridges", "meadow-creek"];
/// The armies of a table that names none.
const USUAL: BySide<&str> = BySide {
    union: "first-column",
    confederate: "valley-column",
};
/// The rooms of the folder.
const ROOMS: [&str; 4] = ["armies", "basing", "positions", "tables"];

/// Why a battle cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// A file is faulty.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Nothing has that name.
    #[error("no {kind} is called '{name}'{near} There are: {known}")]
    Unknown {
        /// What was looked for.
        kind: &'static str,
        /// Under which name.
        name: String,
        /// What there is.
        known: String,
        /// What may have been meant.
        near: String,
    },
    /// The parts do not fit together.
    #[error("{0}")]
    Unfit(String),
    /// A file that the rules do not know: a misspelt name would otherwise be ignored in silence.
    #[error(
        "{0} is no file of these rules; there are: figures.toml, armies/NAME.toml, basing/NAME.toml, positions/NAME.toml, tables/NAME.toml"
    )]
    Stray(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    /// What people are told it is called.
    name: String,
    text: Cow<'static, str>,
}

/// The files of the rules by their path inside the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    files: BTreeMap<String, File>,
    edition: String,
}

/// Whether a path inside a folder is one of these rules.
#[must_use]
pub fn is_known(path: &str) -> bool {
    path == "figures.toml"
        || path.split_once('/').is_some_and(|(room, file)| {
            ROOMS.contains(&room) && !file.contains('/') && file.ends_with(".toml")
        })
}

impl Folder {
    /// What is built in.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static EMBEDDED_FOLDER: OnceLock<Folder> = OnceLock::new();
        EMBEDDED_FOLDER.get_or_init(|| {
            let file = |(path, text): &(&'static str, &'static str)| {
                let file = File {
                    name: (*path).to_owned(),
                    text: Cow::Borrowed(*text),
                };
                ((*path).to_owned(), file)
            };
            let texts: Vec<&str> = EMBEDDED.iter().map(|(_, text)| *text).collect();
            Self {
                files: EMBEDDED.iter().map(file).collect(),
                edition: format!("{} / {}", env!("CARGO_PKG_VERSION"), fingerprint(&texts)),
            }
        })
    }

    /// The built-in files with others laid over them: the path of each inside its folder, what it is called, its text.
    ///
    /// # Errors
    /// A file that the rules do not know.
    pub fn overlaid(
        files: impl IntoIterator<Item = (String, String, String)>,
    ) -> Result<Self, DataError> {
        let mut folder = Self::embedded().clone();
        let mut laid: BTreeMap<String, String> = BTreeMap::new();
        for (path, name, text) in files {
            if !is_known(&path) {
                return Err(DataError::Stray(name));
            }
            laid.insert(path.clone(), text.clone());
            let text = Cow::Owned(text);
            folder.files.insert(path, File { name, text });
        }
        if !laid.is_empty() {
            folder.edition = format!("{}+{}", folder.edition, fingerprint(&laid));
        }
        Ok(folder)
    }

    /// Program and data, as a record names them.
    #[must_use]
    pub fn edition(&self) -> &str {
        &self.edition
    }

    fn names(&self, room: &str) -> Vec<&str> {
        let inside = |path: &'_ String| -> Option<&str> {
            let path: &str = self.files.get_key_value(path)?.0;
            path.strip_prefix(room)?
                .strip_prefix('/')?
                .strip_suffix(".toml")
        };
        self.files.keys().filter_map(inside).collect()
    }

    /// The names of the tables, as people are shown them.
    #[must_use]
    pub fn tables(&self) -> Vec<&str> {
        let mut names = self.names("tables");
        let place = |name: &&str| SHOWN_FIRST.iter().position(|own| own == name);
        names.sort_by_key(|name| place(name).unwrap_or(SHOWN_FIRST.len()));
        names
    }

    /// The names of the armies.
    #[must_use]
    pub fn armies(&self) -> Vec<&str> {
        self.names("armies")
    }

    /// Positions to learn on: name, file, text.
    #[must_use]
    pub fn positions(&self) -> Vec<(&str, &str, &str)> {
        let names = self.names("positions").into_iter();
        names
            .filter_map(|name| {
                let file = self.files.get(&format!("positions/{name}.toml"))?;
                Some((name, file.name.as_str(), &*file.text))
            })
            .collect()
    }

    fn find(&self, kind: &'static str, room: &str, name: &str) -> Result<&File, DataError> {
        self.files
            .get(&format!("{room}/{name}.toml"))
            .ok_or_else(|| DataError::Unknown {
                kind,
                name: longroll_core::clip(name),
                known: self.names(room).join(", "),
                near: match longroll_core::did_you_mean(name, self.names(room)) {
                    near if near.is_empty() => ".".to_owned(),
                    near => near,
                },
            })
    }

    /// The printed figures.
    ///
    /// # Errors
    /// The faults of the file.
    pub fn figures(&self) -> Result<Figures, DataError> {
        let file = self
            .files
            .get("figures.toml")
            .ok_or_else(|| DataError::Unfit("figures.toml is missing".to_owned()))?;
        Ok(Figures::read(&file.name, &file.text)?)
    }

    /// A basing.
    ///
    /// # Errors
    /// An unknown name, or the faults of the file.
    pub fn basing(&self, name: &str) -> Result<Basing, DataError> {
        let file = self.find("basing", "basing", name)?;
        Ok(Basing::read(&file.name, &file.text)?)
    }

    /// SfG-reading 10: the basing of a scale.
    ///
    /// # Errors
    /// The faults of the file.
    pub fn scaled(&self, scale: Scale) -> Result<Basing, DataError> {
        self.basing(scale.word())
    }

    /// A table.
    ///
    /// # Errors
    /// An unknown name, or the faults of the file.
    pub fn terrain(&self, name: &str) -> Result<Terrain, DataError> {
        let file = self.find("table", "tables", name)?;
        Ok(Terrain::read(&file.name, &file.text)?)
    }

    /// An army list.
    ///
    /// # Errors
    /// An unknown name, or the faults of the file.
    pub fn army(&self, name: &str) -> Result<Army, DataError> {
        let file = self.find("army", "armies", name)?;
        Ok(Army::read(&file.name, &file.text)?)
    }

    /// The battle on a table, with the armies that it names.
    ///
    /// # Errors
    /// An unknown name, or the faults of a file.
    pub fn ready(&self, table: &str, options: Options) -> Result<Arc<Facts>, DataError> {
        self.ready_on(self.terrain(table)?, options)
    }

    /// The same on any ground.
    ///
    /// # Errors
    /// The faults of a file, or what does not fit together.
    pub fn ready_on(&self, terrain: Terrain, options: Options) -> Result<Arc<Facts>, DataError> {
        let mut armies = Vec::new();
        for side in Side::BOTH {
            let name = terrain.armies[side].as_deref().unwrap_or(USUAL[side]);
            let army = self.army(name)?;
            if army.side != side {
                let reason = format!("the army {name} is not of the {side} side");
                return Err(DataError::Unfit(reason));
            }
            armies.push(army);
        }
        let basing = self.scaled(options.scale)?;
        Facts::new(
            &self.edition,
            options,
            self.figures()?,
            basing,
            terrain,
            &armies,
        )
        .map(Arc::new)
        .map_err(DataError::Unfit)
    }
}

/// The printed figures as they are built in.
///
/// # Errors
/// The faults of the file.
pub fn figures() -> Result<Figures, DataError> {
    Folder::embedded().figures()
}

/// A built-in basing.
///
/// # Errors
/// An unknown name, or the faults of the file.
pub fn basing(name: &str) -> Result<Basing, DataError> {
    Folder::embedded().basing(name)
}

/// A built-in table.
///
/// # Errors
/// An unknown name, or the faults of the file.
pub fn terrain(name: &str) -> Result<Terrain, DataError> {
    Folder::embedded().terrain(name)
}

/// A built-in army list.
///
/// # Errors
/// An unknown name, or the faults of the file.
pub fn army(name: &str) -> Result<Army, DataError> {
    Folder::embedded().army(name)
}

/// The ready battle on a built-in table.
///
/// # Errors
/// An unknown name, or the faults of a file.
pub fn ready(table: &str, options: Options) -> Result<Arc<Facts>, DataError> {
    Folder::embedded().ready(table, options)
}

/// The built-in armies on any ground.
///
/// # Errors
/// The faults of a file.
pub fn ready_on(terrain: Terrain, options: Options) -> Result<Arc<Facts>, DataError> {
    Folder::embedded().ready_on(terrain, options)
}
