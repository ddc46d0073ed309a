//! What `play`, `sim` and `bench` share: where a game begins, and by which rules.

use std::path::Path;
use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Outcome, Record, Seed, clip, set_twice};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle as Game, Event, Stage};
use longroll_position::RuleSet;
use longroll_situation::{Case, load_with};

use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{SITUATION, read_text};

/// Where a game begins.
#[derive(Debug)]
pub enum Opening {
    /// With the first turn of a scenario.
    Scenario(Arc<Stage>),
    /// With the position of a situation file.
    Situation(Box<Situation>),
}

/// A case of a situation file.
#[derive(Debug)]
pub struct Situation {
    /// The file.
    pub file: String,
    /// The id of the case; none if the file has only one.
    pub id: Option<String>,
    case: Case,
}

impl Opening {
    /// Reads a case of a situation file.
    pub fn situation(
        battle: &Battle,
        path: &Path,
        id: Option<&str>,
        console: &Console<'_>,
    ) -> Result<Self, Failure> {
        let text = read_text(path)?;
        let file = path.display().to_string();
        let situation =
            load_with(battle, &file, &text).map_err(|faults| Failure::Faults(Box::new(faults)))?;
        let cases = situation.cases();
        let case = match id {
            None => cases.first(),
            Some(id) => cases.iter().find(|case| case.id() == Some(id)),
        };
        let Some(case) = case else {
            return Err(no_case(&situation, &file, id.unwrap_or_default(), console));
        };
        Ok(Self::Situation(Box::new(Situation {
            file,
            id: id.map(str::to_owned),
            case: case.clone(),
        })))
    }

    /// The fixed facts.
    pub fn stage(&self) -> &Arc<Stage> {
        match self {
            Self::Scenario(stage) => stage,
            Self::Situation(situation) => situation.case.stage(),
        }
    }

    /// What is played.
    pub fn title(&self) -> &str {
        match self {
            Self::Scenario(stage) => &stage.setting.scenario.title,
            Self::Situation(situation) => situation.case.title(),
        }
    }

    /// The game at its first decision.
    pub fn begin(&self, seed: Seed) -> Result<(Game, Outcome<Event>), ChanceError> {
        match self {
            Self::Scenario(stage) => new_game_on(Arc::clone(stage), seed),
            Self::Situation(situation) => situation.case.begin(Chance::seeded(seed)),
        }
    }
}

impl longroll_sim::Opening for Opening {
    fn stage(&self) -> &Arc<Stage> {
        Self::stage(self)
    }

    fn begin(&self, seed: Seed) -> Result<(Game, Outcome<Event>), ChanceError> {
        Self::begin(self, seed)
    }

    fn under(&self, rules: RuleSet) -> Option<Arc<Stage>> {
        match self {
            Self::Scenario(stage) => stage.under(rules),
            Self::Situation(_) => None,
        }
    }

    fn describe(&self, record: &mut Record) {
        if let Self::Situation(situation) = self {
            record.set_tag(SITUATION, &situation.file);
            if let Some(id) = &situation.id {
                record.set_tag("Case", id);
            }
        }
    }
}

/// That a file has no such case, and which it has.
pub fn no_case(
    situation: &longroll_situation::Situation,
    file: &str,
    id: &str,
    console: &Console<'_>,
) -> Failure {
    let mut ids: Vec<&str> = situation
        .cases()
        .iter()
        .filter_map(|case| case.id())
        .collect();
    ids.dedup();
    Failure::question(
        console.text("try.no-case", &[("id", &id), ("path", &file)]),
        Some(console.text("try.no-case-help", &[("list", &ids.join(", "))])),
    )
}

/// Whether what a person named is a situation file and no scenario.
pub fn is_file(wanted: &str) -> bool {
    wanted.ends_with(".toml") || Path::new(wanted).is_file()
}

/// Whether no switch is set twice: nobody could tell which of the two was meant.
pub fn once(switches: &[String], console: &Console<'_>) -> Result<(), Failure> {
    match set_twice(switches.iter().map(String::as_str)) {
        None => Ok(()),
        Some(switch) => {
            let message = console.text("switch.twice", &[("switch", &clip(switch))]);
            Err(Failure::question(message, None))
        }
    }
}

/// The battle book's rules with some switches set: `los_crests=false`.
pub fn rule_set(switches: &[String], console: &Console<'_>) -> Result<RuleSet, Failure> {
    once(switches, console)?;
    let mut rules = RuleSet::BATTLE_BOOK;
    for switch in switches {
        let set = match switch.split_once('=') {
            Some((name, value)) => rules
                .set(name.trim(), value.trim())
                .map_err(|error| error.to_string()),
            None => Err(console.text("switch.form", &[("text", switch)])),
        };
        set.map_err(|reason| Failure::question(reason, Some(console.text("switch.help", &[]))))?;
    }
    Ok(rules)
}
