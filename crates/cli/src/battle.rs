//! The battle the commands speak of: built in, or with corrected files laid over it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use longroll_catalog::facts::{BattleFacts, ScenarioFacts};
use longroll_shiloh::{Embedded, Faults, Overlay};

use crate::command::rule::nearest_checkout;
use crate::console::Console;
use crate::failure::Failure;

/// The facts of a battle and its scenarios.
#[derive(Debug)]
pub struct Loaded {
    pub facts: Arc<BattleFacts>,
    pub scenarios: Vec<ScenarioFacts>,
}

/// The built-in battle, with the files of a folder laid over it if one is given.
pub fn load(folder: Option<&Path>, console: &Console<'_>) -> Result<Loaded, Failure> {
    let files = match folder {
        Some(folder) => files_in(folder, console)?,
        None => BTreeMap::new(),
    };
    let files = Overlay {
        upper: files,
        lower: Embedded,
    };
    read(&files).map_err(|faults| Failure::Faults(Box::new(faults)))
}

fn read(files: &Overlay<BTreeMap<String, String>, Embedded>) -> Result<Loaded, Faults> {
    let facts = longroll_shiloh::load(files)?;
    Ok(Loaded {
        facts,
        scenarios: Vec::new(),
    })
}

/// The data folder of the checkout one stands in.
pub fn folder_of_checkout() -> Option<PathBuf> {
    let folder = nearest_checkout()?.join("data/shiloh");
    folder.is_dir().then_some(folder)
}

/// The data files of a folder by their path inside it. A file the battle does not know is an error:
/// a misspelt name would otherwise be ignored in silence.
fn files_in(folder: &Path, console: &Console<'_>) -> Result<BTreeMap<String, String>, Failure> {
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files)?;
    let known: Vec<&str> = Embedded::paths().collect();
    if let Some(stray) = files.keys().find(|path| !known.contains(&path.as_str())) {
        let path = folder.join(stray);
        return Err(Failure::question(
            console.text("data.unknown-file", &[("path", &path.display())]),
            Some(console.text("data.unknown-file-help", &[("list", &known.join(", "))])),
        ));
    }
    if files.is_empty() {
        let example = known.first().copied().unwrap_or_default();
        return Err(Failure::question(
            console.text("data.no-folder", &[("path", &folder.display())]),
            Some(console.text("data.no-folder-help", &[("example", &example)])),
        ));
    }
    Ok(files)
}

fn collect(
    folder: &Path,
    inside: &str,
    files: &mut BTreeMap<String, String>,
) -> Result<(), Failure> {
    let refused = |path: &Path| {
        let path = path.to_path_buf();
        move |source| Failure::File { path, source }
    };
    for entry in std::fs::read_dir(folder).map_err(refused(folder))? {
        let path = entry.map_err(refused(folder))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let inside = if inside.is_empty() {
            name.to_string()
        } else {
            format!("{inside}/{name}")
        };
        if path.is_dir() {
            collect(&path, &inside, files)?;
        } else if inside.ends_with(".toml") || inside.ends_with(".tsv") {
            let text = std::fs::read_to_string(&path).map_err(refused(&path))?;
            files.insert(inside, text);
        }
    }
    Ok(())
}

/// The scenario with this number or short name.
pub fn scenario<'a>(
    scenarios: &'a [ScenarioFacts],
    wanted: &str,
    console: &Console<'_>,
) -> Result<&'a ScenarioFacts, Failure> {
    let found = scenarios
        .iter()
        .find(|scenario| scenario.slug == wanted || wanted.parse() == Ok(scenario.number));
    found.ok_or_else(|| {
        let list: Vec<String> = scenarios
            .iter()
            .map(|scenario| format!("{} {}", scenario.number, scenario.title))
            .collect();
        Failure::question(
            console.text("scenario.unknown", &[("text", &wanted)]),
            Some(console.text("scenario.unknown-help", &[("list", &list.join(", "))])),
        )
    })
}
