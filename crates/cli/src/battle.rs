//! The battle the commands speak of: built in, or with corrected files laid over it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use longroll_catalog::facts::{BattleFacts, Disagreement, ScenarioFacts};
use longroll_catalog::read::read_index;
use longroll_core::{clip, did_you_mean, whole_number};
use longroll_gbacw::Stage;
use longroll_gbacw::assembly::sound_start;
use longroll_position::{RuleSet, Setting};
use longroll_shiloh::{Embedded, Faults, Overlay, ScenarioEntry};

use crate::command::rule::nearest_checkout;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::read_text;
use crate::tabletop;

/// The facts of a battle; its scenarios are read when they are asked for.
#[derive(Debug)]
pub struct Battle {
    pub facts: Arc<BattleFacts>,
    index: Vec<ScenarioEntry>,
    files: Overlay<BTreeMap<String, String>, Embedded>,
}

/// Situations are played with the same data.
impl longroll_situation::Facts for Battle {
    fn battle(&self) -> Result<Arc<BattleFacts>, Faults> {
        Ok(Arc::clone(&self.facts))
    }

    fn scenario(&self, number: u8) -> Option<Result<Arc<ScenarioFacts>, Faults>> {
        longroll_shiloh::load_scenario(&self.facts, &self.files, number)
    }
}

fn faulty(faults: Faults) -> Failure {
    Failure::Faults(Box::new(faults))
}

/// Refuses a scenario whose page sets pieces up as they cannot stand.
fn sound_at_start(setting: &Setting, console: &Console<'_>) -> Result<(), Failure> {
    let Err(faults) = sound_start(setting) else {
        return Ok(());
    };
    let about: [(&str, &dyn std::fmt::Display); 2] = [
        ("number", &setting.scenario.number),
        ("title", &setting.scenario.title),
    ];
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    Err(Failure::faults(
        console.text("data.unsound", &about),
        Some(told.join("\n")),
    ))
}

impl Battle {
    /// The built-in battle, with the files of a folder laid over it if one is given.
    pub fn open(folder: Option<&Path>, console: &Console<'_>) -> Result<Battle, Failure> {
        let upper = match folder {
            Some(folder) => files_in(folder, console)?,
            None => BTreeMap::new(),
        };
        let files = Overlay {
            upper,
            lower: Embedded,
        };
        let facts = longroll_shiloh::load(&files).map_err(faulty)?;
        let index = read_index(&files).map_err(faulty)?;
        Ok(Battle {
            facts,
            index,
            files,
        })
    }

    /// Every scenario; the faults of all of them are told together.
    pub fn scenarios(&self) -> Result<Vec<Arc<ScenarioFacts>>, Failure> {
        let (mut scenarios, mut faults) = (Vec::new(), Vec::new());
        for entry in &self.index {
            match longroll_shiloh::load_scenario(&self.facts, &self.files, entry.number) {
                Some(Ok(scenario)) => scenarios.push(scenario),
                Some(Err(found)) => faults.push(found),
                None => {}
            }
        }
        match Faults::joined(faults) {
            Some(faults) => Err(faulty(faults)),
            None => Ok(scenarios),
        }
    }

    /// What tells these data from others: the version of what is built in, and of what is laid over it.
    pub fn version(&self) -> String {
        let built_in = longroll_shiloh::data_version();
        if self.files.upper.is_empty() {
            return built_in.to_string();
        }
        format!(
            "{built_in}+{}",
            longroll_core::fingerprint(&self.files.upper)
        )
    }

    /// Whether there is a scenario of this number.
    pub fn has(&self, number: u8) -> bool {
        self.index.iter().any(|entry| entry.number == number)
    }

    /// A scenario laid out by these rules.
    pub fn stage(
        &self,
        wanted: &str,
        rules: RuleSet,
        console: &Console<'_>,
    ) -> Result<Arc<Stage>, Failure> {
        self.stage_of(wanted, None, rules, console)
    }

    /// The same with a variant on which the players have agreed.
    pub fn stage_of(
        &self,
        wanted: &str,
        variant: Option<&str>,
        rules: RuleSet,
        console: &Console<'_>,
    ) -> Result<Arc<Stage>, Failure> {
        let mut scenario = self.scenario(wanted, console)?;
        if let Some(id) = variant {
            let agreed = scenario
                .agreed_on(id)
                .map_err(|reason| disagreed(&scenario, reason, console))?;
            scenario = Arc::new(agreed);
        }
        let setting = Setting::new(Arc::clone(&self.facts), scenario, rules);
        sound_at_start(&setting, console)?;
        Ok(Arc::new(Stage::new(setting)))
    }

    /// Whether the position each of these scenarios begins with can be, by the rules of the battle book.
    pub fn starts(
        &self,
        scenarios: &[Arc<ScenarioFacts>],
        console: &Console<'_>,
    ) -> Result<(), Failure> {
        for scenario in scenarios {
            let (battle, scenario) = (Arc::clone(&self.facts), Arc::clone(scenario));
            let setting = Setting::new(battle, scenario, RuleSet::BATTLE_BOOK);
            sound_at_start(&setting, console)?;
        }
        Ok(())
    }

    /// The scenario with this number or short name.
    pub fn scenario(
        &self,
        wanted: &str,
        console: &Console<'_>,
    ) -> Result<Arc<ScenarioFacts>, Failure> {
        let named = |entry: &&ScenarioEntry| {
            whole_number(wanted) == Some(entry.number)
                || entry.folder == wanted
                || short(&entry.folder) == wanted
        };
        let found = self.index.iter().find(named).and_then(|entry| {
            longroll_shiloh::load_scenario(&self.facts, &self.files, entry.number)
        });
        match found {
            Some(scenario) => scenario.map_err(faulty),
            None => {
                let list: Vec<String> = self
                    .index
                    .iter()
                    .map(|entry| format!("{} {}", entry.number, short(&entry.folder)))
                    .collect();
                let tables = tabletop::tables();
                let names = self.index.iter().map(|entry| short(&entry.folder));
                let positions = tabletop::positions();
                let ours = tables.iter().chain(&positions).copied();
                let mut near = console.sentence(&did_you_mean(wanted, names.chain(ours)));
                if near.is_empty() {
                    near.push('.');
                }
                let help: [(&str, &dyn std::fmt::Display); 3] = [
                    ("list", &list.join(", ")),
                    ("tables", &tables.join(", ")),
                    ("positions", &positions.join(", ")),
                ];
                let text = clip(wanted);
                let blanks: [(&str, &dyn std::fmt::Display); 2] =
                    [("text", &text), ("near", &near)];
                Err(Failure::question(
                    console.text("scenario.unknown", &blanks),
                    Some(console.text("scenario.unknown-help", &help)),
                ))
            }
        }
    }
}

/// The name of a scenario's folder without its number.
fn short(folder: &str) -> &str {
    folder
        .trim_start_matches(|sign: char| sign.is_ascii_digit())
        .trim_start_matches('-')
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
    if let Some(stray) = files.keys().find(|path| !is_known(path, &known)) {
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

/// A player may add a scenario of his own: a folder with these files, and a line of the index.
fn is_known(path: &str, known: &[&str]) -> bool {
    let own_scenario = path
        .strip_prefix("scenarios/")
        .and_then(|rest| rest.split_once('/'));
    known.contains(&path)
        || matches!(
            own_scenario,
            Some((_, "scenario.toml" | "setup.tsv" | "reinforcements.tsv"))
        )
}

pub fn collect(
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
            let text = read_text(&path)?;
            files.insert(inside, text);
        }
    }
    Ok(())
}

/// Why these variants of a scenario cannot be played, with those it has.
fn disagreed(scenario: &ScenarioFacts, reason: Disagreement, console: &Console<'_>) -> Failure {
    let ids: Vec<&str> = scenario.variants.iter().map(|own| &*own.id).collect();
    let help = if ids.is_empty() {
        console.text("scenario.no-variants-help", &[])
    } else {
        console.text("scenario.variants-help", &[("list", &ids.join(", "))])
    };
    let said = match reason {
        Disagreement::Unknown(id) => console.text("scenario.no-variant", &[("text", &clip(&id))]),
        Disagreement::Exclusive(one, other) => console.text(
            "scenario.variants-clash",
            &[("one", &clip(&one)), ("other", &clip(&other))],
        ),
    };
    Failure::question(said, Some(help))
}
