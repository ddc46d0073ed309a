//! A scenario with its rules, laid out for many games, and the header of a record from which the same table is laid again.

use std::sync::Arc;

use longroll_core::{BySide, Record, Seed, clip, set_twice, whole_number};
use longroll_gbacw::assembly::{new_game_on, sound_start};
use longroll_gbacw::{Battle, Stage};
use longroll_position::{PositionFault, RuleSet, Setting, SwitchError};
use longroll_shiloh::Faults;

/// The version of the record's header.
pub const FORMAT: &str = "1";

/// The battle this program carries.
const BATTLE: &str = "shiloh";

/// A version of the program and of its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// The program's version.
    pub engine: String,
    /// The fingerprint of its data; older records name none.
    pub data: Option<String>,
}

impl Edition {
    /// This program's.
    #[must_use]
    pub fn own() -> Self {
        Self {
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            data: Some(longroll_shiloh::data_version().to_string()),
        }
    }

    /// The one a record was written by.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        Self {
            engine: record.tag("Engine").unwrap_or("?").to_owned(),
            data: record.tag("Data").map(str::to_owned),
        }
    }
}

impl std::fmt::Display for Edition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} / {}",
            self.engine,
            self.data.as_deref().unwrap_or("?")
        )
    }
}

/// Writes this program's edition into a record: it wrote or replayed all of it.
pub fn stamp(record: &mut Record) {
    let own = Edition::own();
    record.set_tag("Engine", own.engine);
    if let Some(data) = own.data {
        record.set_tag("Data", data);
    }
}

/// Why no table can be laid.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The battle has no such scenario.
    #[error("there is no scenario {0}")]
    UnknownScenario(String),
    /// Its data has faults.
    #[error("the data of the battle cannot be read: {0}")]
    Data(Faults),
    /// The page of the scenario lays out what cannot be.
    #[error("scenario {scenario} begins with a position that cannot be: {}", listed(.faults))]
    Unsound {
        /// Its number.
        scenario: u8,
        /// Everything that cannot be.
        faults: Vec<PositionFault>,
    },
    /// A tag of the header is missing or cannot be read.
    #[error("the header's tag {tag} {problem}")]
    Tag {
        tag: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// A switch of the header is not known.
    #[error(transparent)]
    Switch(#[from] SwitchError),
    /// The game does not begin.
    #[error(transparent)]
    Chance(#[from] longroll_core::ChanceError),
}

/// Faults of a position in one line.
pub(crate) fn listed(faults: &[PositionFault]) -> String {
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    told.join("; ")
}

/// The embedded scenario with this number, by these rules.
///
/// # Errors
/// When there is no such scenario or its data has faults.
pub fn stage(number: u8, rules: RuleSet) -> Result<Arc<Stage>, TableError> {
    let battle = longroll_shiloh::battle().map_err(TableError::Data)?;
    let scenario = longroll_shiloh::scenario(number)
        .ok_or_else(|| TableError::UnknownScenario(number.to_string()))?
        .map_err(TableError::Data)?;
    laid_out(Setting::new(battle, scenario, rules))
}

/// The stage of a scenario, if the position it begins with can be.
fn laid_out(setting: Setting) -> Result<Arc<Stage>, TableError> {
    match sound_start(&setting) {
        Ok(_) => Ok(Arc::new(Stage::new(setting))),
        Err(faults) => Err(TableError::Unsound {
            scenario: setting.scenario.number,
            faults,
        }),
    }
}

/// The header of a game's record.
#[must_use]
pub fn header(stage: &Stage, seed: Seed, players: BySide<&str>) -> Record {
    let scenario = &stage.setting.scenario;
    let mut record = Record::default();
    record.set_tag("Format", FORMAT);
    stamp(&mut record);
    record.set_tag("Battle", BATTLE);
    record.set_tag("Scenario", scenario.number.to_string());
    record.set_tag("Title", scenario.title.clone());
    if let Some(agreed) = &scenario.agreed {
        record.set_tag("Variant", agreed.id.clone());
    }
    record.set_tag("Rules", stage.setting.rules.differences());
    record.set_tag("Union", players.union);
    record.set_tag("Confederate", players.confederate);
    record.set_tag("Seed", seed.0.to_string());
    record
}

/// The table of a record, with nothing played yet.
///
/// # Errors
/// What is wrong with the header.
pub fn reopen(record: &Record) -> Result<Battle, TableError> {
    reopen_on(&stage_of(record)?, record)
}

/// The stage a record names.
///
/// # Errors
/// What is wrong with the header.
pub fn stage_of(record: &Record) -> Result<Arc<Stage>, TableError> {
    let number = tag(record, "Scenario")?;
    let number =
        whole_number(number).ok_or_else(|| TableError::UnknownScenario(number.to_owned()))?;
    let mut rules = RuleSet::BATTLE_BOOK;
    let settings = record.tag("Rules").unwrap_or_default();
    if let Some(switch) = set_twice(settings.split_whitespace()) {
        return Err(TableError::Tag {
            tag: "Rules",
            problem: format!("sets the switch {} twice", clip(switch)),
        });
    }
    for switch in settings.split_whitespace() {
        let (name, value) = switch
            .split_once('=')
            .ok_or_else(|| unreadable("Rules", switch))?;
        rules.set(name, value)?;
    }
    match record.tag("Variant") {
        None => stage(number, rules),
        Some(id) => varied(number, id, rules),
    }
}

/// The embedded scenario with the variants on which the players have agreed.
///
/// # Errors
/// When there is no such scenario or variant, or its data has faults.
pub fn varied(number: u8, id: &str, rules: RuleSet) -> Result<Arc<Stage>, TableError> {
    let plain = stage(number, rules)?;
    let scenario = &plain.setting.scenario;
    let agreed = scenario.agreed_on(id).map_err(|reason| TableError::Tag {
        tag: "Variant",
        problem: format!("cannot be played: {}", clip(&reason.to_string())),
    })?;
    let scenario = Arc::new(agreed);
    let battle = Arc::clone(&plain.setting.battle);
    laid_out(Setting::new(battle, scenario, rules))
}

/// The same on a stage that is there already.
///
/// # Errors
/// What is wrong with the header.
pub fn reopen_on(stage: &Arc<Stage>, record: &Record) -> Result<Battle, TableError> {
    let format = tag(record, "Format")?;
    if format != FORMAT {
        return Err(unreadable("Format", format));
    }
    // Records of the first days do not name their battle.
    if let Some(battle) = record.tag("Battle").filter(|battle| *battle != BATTLE) {
        return Err(unreadable("Battle", battle));
    }
    let seed = tag(record, "Seed")?;
    let seed = Seed(whole_number(seed).ok_or_else(|| unreadable("Seed", seed))?);
    let (battle, _) = new_game_on(Arc::clone(stage), seed)?;
    Ok(battle)
}

fn tag<'a>(record: &'a Record, tag: &'static str) -> Result<&'a str, TableError> {
    record.tag(tag).ok_or_else(|| TableError::Tag {
        tag,
        problem: "is missing".to_owned(),
    })
}

fn unreadable(tag: &'static str, value: &str) -> TableError {
    TableError::Tag {
        tag,
        problem: format!("cannot be '{value}'"),
    }
}
