//! The lobby: what a new game can be, and games as they are listed.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use longroll_catalog::facts::Disagreement;
use longroll_core::{BySide, Record, Side, clip, whole_number};
use longroll_gbacw::Stage;
use longroll_opponent::NAMES;
use longroll_position::RuleSet;
use longroll_position::rule_set::Switches;
use longroll_sim::table as laid;
use longroll_table::{Curtain, Entry, OpenError, Opening, Sitter, Table, Viewer};
use serde::{Deserialize, Serialize};

use super::hall::Hall;
use super::store::Kept;
use super::tour::{self, Chapter};
use super::trouble::Trouble;

/// The longest name of a game.
const LONGEST_NAME: usize = 80;

/// What a client wants to play.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewGame {
    #[serde(default)]
    pub scenario: Option<u8>,
    /// A variant of the scenario on which the players agree.
    #[serde(default)]
    pub variant: Option<String>,
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// A person if nothing is said; in a game that goes on whoever sat there.
    #[serde(default)]
    pub union: Option<String>,
    #[serde(default)]
    pub confederate: Option<String>,
    #[serde(default)]
    pub curtain: Option<Curtain>,
    #[serde(default)]
    pub name: Option<String>,
    /// A seed of one's own, for a game that is to be the same again.
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(default)]
    pub from: Option<From>,
    #[serde(default)]
    pub roll: Option<String>,
    /// A chapter of the first-time tour.
    #[serde(default)]
    pub tour: Option<String>,
}

/// A moment of another game.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct From {
    pub game: i64,
    pub at: usize,
}

/// A game as it is listed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameSummary {
    id: i64,
    name: String,
    scenario: u8,
    title: String,
    rules: String,
    union: String,
    confederate: String,
    choices: u32,
    turn: TurnShown,
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Seconds since 1970.
    begun: i64,
    /// Seconds since 1970.
    played: i64,
}

#[derive(Debug, Clone, Serialize)]
struct TurnShown {
    label: String,
    number: u32,
    of: u32,
}

impl GameSummary {
    pub(crate) fn of(kept: Kept) -> Self {
        let tag = |name: &str| kept.opening.header.tag(name).unwrap_or_default().to_owned();
        Self {
            id: kept.id,
            title: tag("Title"),
            rules: tag("Rules"),
            name: kept.name,
            scenario: kept.scenario,
            union: sitter_word(&kept.opening.seats.union),
            confederate: sitter_word(&kept.opening.seats.confederate),
            choices: kept.shown.choices,
            turn: TurnShown {
                label: kept.shown.turn,
                number: kept.shown.turn_number,
                of: kept.shown.turns,
            },
            over: kept.shown.over,
            result: kept.shown.result,
            begun: kept.begun,
            played: kept.played,
        }
    }
}

fn sitter_word(sitter: &Sitter) -> String {
    sitter.name().to_owned()
}

fn sitter(name: &str) -> Result<Sitter, Trouble> {
    match name {
        "person" => Ok(Sitter::Person),
        "computer" => Ok(Sitter::Computer("plain".to_owned())),
        name if NAMES.contains(&name) => Ok(Sitter::Computer(name.to_owned())),
        other => {
            let short: String = other.chars().take(40).collect();
            Err(Trouble::BadRequest(format!(
                "'{short}' cannot play; there are: person, computer, {}",
                NAMES.join(", ")
            )))
        }
    }
}

/// Begins the game a client wants.
pub(crate) async fn begin(hall: &Hall, owner: &str, wanted: NewGame) -> Result<Kept, Trouble> {
    let said = |name: &Option<String>| name.as_deref().map(sitter).transpose();
    let said = BySide {
        union: said(&wanted.union)?,
        confederate: said(&wanted.confederate)?,
    };
    let seats = BySide::from_fn(|side: Side| said[side].clone().unwrap_or(Sitter::Person));
    let curtain = wanted.curtain.unwrap_or_default();
    let name: String = wanted.name.clone().unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|sign| !sign.is_control())
        .take(LONGEST_NAME)
        .collect();
    let name = name.trim();
    settled(&wanted)?;
    if let Some(chapter) = &wanted.tour {
        return tour(hall, owner, name, chapter).await;
    }
    match (wanted.scenario, wanted.from, &wanted.roll) {
        (Some(number), None, None) => new(hall, owner, name, number, seats, &wanted).await,
        (None, Some(from), None) => branch(hall, owner, name, from, said, wanted.curtain).await,
        (None, None, Some(roll)) => load(hall, owner, name, roll, seats, curtain).await,
        _ => Err(Trouble::BadRequest(
            "a new game has a scenario, or goes on from a game, or from a record: one of the three"
                .to_owned(),
        )),
    }
}

/// Whatever has its rules, its variant and its dice already is given no others.
fn settled(wanted: &NewGame) -> Result<(), Trouble> {
    let refused = |reason: &str| Err(Trouble::BadRequest(reason.to_owned()));
    let begun = wanted.scenario.is_some() || wanted.from.is_some() || wanted.roll.is_some();
    if wanted.tour.is_some() && begun {
        return refused(
            "a chapter of the tour has its own game: leave out scenario, from and roll",
        );
    }
    let goes_on = wanted.tour.is_some() || wanted.from.is_some() || wanted.roll.is_some();
    let chosen = !wanted.rules.is_empty() || wanted.variant.is_some() || wanted.seed.is_some();
    if goes_on && chosen {
        return refused(
            "rules, variant and seed are chosen for a scenario: a game that goes on has its own",
        );
    }
    Ok(())
}

fn named(name: &str, header: &Record) -> String {
    if name.is_empty() {
        header.tag("Title").unwrap_or("?").to_owned()
    } else {
        name.to_owned()
    }
}

async fn new(
    hall: &Hall,
    owner: &str,
    name: &str,
    number: u8,
    seats: BySide<Sitter>,
    wanted: &NewGame,
) -> Result<Kept, Trouble> {
    let mut rules = RuleSet::BATTLE_BOOK;
    for (switch, value) in &wanted.rules {
        rules
            .set(switch, value)
            .map_err(|error| Trouble::BadRequest(error.to_string()))?;
    }
    let mut sketch = Record::default();
    sketch.set_tag("Scenario", number.to_string());
    sketch.set_tag("Rules", rules.differences());
    if let Some(variant) = &wanted.variant {
        let own = variants(number);
        let each = |id: &str| own.iter().any(|one| one.id == id);
        let scenario = longroll_shiloh::scenario(number).and_then(Result::ok);
        let agreed = scenario.map(|facts| facts.agreed_on(variant).map(drop));
        if let Some(Err(reason @ Disagreement::Exclusive(..))) = agreed {
            return Err(Trouble::BadRequest(reason.to_string()));
        }
        if !variant.split('+').all(each) {
            let known: Vec<&str> = own.iter().map(|one| one.id.as_str()).collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            return Err(Trouble::BadRequest(format!(
                "scenario {number} has no such variant; there are: {known}"
            )));
        }
        sketch.set_tag("Variant", variant.clone());
    }
    let stage = match hall.stage(&sketch).await {
        Err(Trouble::BadRequest(_)) => return Err(Trouble::NoSuchScenario(number.to_string())),
        other => other?,
    };
    let seed = match wanted.seed {
        Some(seed) => longroll_core::Seed(seed),
        None => Hall::new_seed()?,
    };
    let names = BySide {
        union: seats.union.name(),
        confederate: seats.confederate.name(),
    };
    let opening = Opening {
        header: laid::header(&stage, seed, names),
        curtain: wanted.curtain.unwrap_or_default(),
        seats: seats.clone(),
    };
    let name = named(name, &opening.header);
    hall.begin(owner, &name, number, opening, Vec::new()).await
}

async fn tour(hall: &Hall, owner: &str, name: &str, chapter: &str) -> Result<Kept, Trouble> {
    let Some(chapter) = Chapter::named(chapter) else {
        return Err(Trouble::BadRequest(
            "the tour has the chapters begin, react, fire and assault".to_owned(),
        ));
    };
    let mut sketch = Record::default();
    sketch.set_tag("Scenario", tour::SCENARIO.to_string());
    let stage = hall.stage(&sketch).await?;
    let laid = tokio::task::spawn_blocking(move || tour::lay(&stage, chapter)).await;
    let (opening, entries) = laid
        .map_err(|error| Trouble::Broken(error.to_string()))?
        .ok_or_else(|| Trouble::Broken("no game of the tour comes to that point".to_owned()))?;
    let name = named(name, &opening.header);
    hall.begin(owner, &name, tour::SCENARIO, opening, entries)
        .await
}

async fn branch(
    hall: &Hall,
    owner: &str,
    name: &str,
    from: From,
    said: BySide<Option<Sitter>>,
    curtain: Option<Curtain>,
) -> Result<Kept, Trouble> {
    let kept = hall.kept(owner, from.game).await?;
    let room = hall.room(owner, from.game).await?;
    let seed = Hall::new_seed()?;
    let cut = room
        .look(move |table| {
            let at = table.moment_of(Viewer::Here, from.at)?;
            Some(table.branch(at, seed))
        })
        .await?;
    let Some((mut opening, entries)) = cut else {
        return Err(Trouble::BadRequest(format!(
            "game {} has no choice number {}",
            from.game, from.at
        )));
    };
    // Whoever is not named stays: a game against the computer goes on against it.
    let before = opening.seats.clone();
    opening.seats = BySide::from_fn(|side| said[side].clone().unwrap_or(before[side].clone()));
    opening.curtain = curtain.unwrap_or(opening.curtain);
    let name = named(name, &opening.header);
    hall.begin(owner, &name, kept.scenario, opening, entries)
        .await
}

async fn load(
    hall: &Hall,
    owner: &str,
    name: &str,
    roll: &str,
    seats: BySide<Sitter>,
    curtain: Curtain,
) -> Result<Kept, Trouble> {
    let record =
        Record::parse(roll).map_err(|(_, error)| Trouble::BadRequest(error.to_string()))?;
    if let Some(file) = record.tag("Situation") {
        return Err(Trouble::BadRequest(format!(
            "the record begins with the situation '{}': no files are opened here; longroll play --resume goes on with it",
            clip(file)
        )));
    }
    let stage = hall.stage(&record).await?;
    if record.tag("Case").is_some() {
        return Err(Trouble::BadRequest(
            "the header's tag Case names a case of a situation, but there is no tag Situation"
                .to_owned(),
        ));
    }
    let mut header = record.clone();
    if header.tag("Title").unwrap_or_default().trim().is_empty() {
        header.set_tag("Title", stage.setting.scenario.title.clone());
    }
    header.lines.clear();
    header.remove_tag("Result");
    let number = header
        .tag("Scenario")
        .and_then(whole_number)
        .ok_or_else(|| Trouble::NoSuchScenario("?".to_owned()))?;
    let opening = Opening {
        header,
        seats,
        curtain,
    };
    let given = opening.clone();
    let made = tokio::task::spawn_blocking(move || taken_up(&stage, &given, &record)).await;
    let entries = made
        .map_err(|error| Trouble::Broken(error.to_string()))?
        .map_err(Trouble::BadRequest)?;
    let name = named(name, &opening.header);
    hall.begin(owner, &name, number, opening, entries).await
}

/// What was decided in a record that is true from its first line to its last; else which line is not, and why.
fn taken_up(stage: &Arc<Stage>, opening: &Opening, record: &Record) -> Result<Vec<Entry>, String> {
    let battle = laid::reopen_on(stage, record).map_err(|error| error.to_string())?;
    let in_choice =
        |line: Option<usize>, reason: String| match line.and_then(|line| record.choice_in(line)) {
            Some(number) => format!("{reason} (choice {number})"),
            None => reason,
        };
    longroll_sim::check(&battle, record)
        .map_err(|error| in_choice(error.line(), error.to_string()))?;
    Table::entries_of(stage, opening, record).map_err(|error| match error {
        // The number is that of the line.
        OpenError::Choice {
            number: line,
            order,
            reason,
        } => {
            let order = clip(&order);
            let reason = format!("line {line}: '{order}' does not fit the game: {reason}");
            in_choice(Some(line), reason)
        }
        other => other.to_string(),
    })
}

/// What a new game can be.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choices {
    scenarios: Vec<ScenarioChoice>,
    rules: Vec<SwitchChoice>,
    players: Vec<&'static str>,
    curtains: [Curtain; 3],
    languages: [&'static str; 2],
    /// There is a first-time tour.
    tour: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ScenarioChoice {
    number: u8,
    folder: String,
    variants: Vec<VariantChoice>,
}

/// A variant on which players may agree.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct VariantChoice {
    id: String,
    /// Of each kind one may be played.
    kind: &'static str,
    title: String,
    text: String,
}

/// The variants of a scenario on which players may agree. One that the scenario always has is no choice.
fn variants(number: u8) -> Vec<VariantChoice> {
    static READ: OnceLock<BTreeMap<u8, Vec<VariantChoice>>> = OnceLock::new();
    let read = || {
        let all = longroll_shiloh::scenarios().unwrap_or_default();
        all.into_iter()
            .map(|entry| {
                let facts = longroll_shiloh::scenario(entry.number).and_then(Result::ok);
                let own = facts.iter().flat_map(|facts| &facts.variants);
                let has_arrival = facts.as_ref().is_some_and(|facts| facts.arrival.is_some());
                let played = own.filter(|one| one.arrival.is_none() || !has_arrival);
                let told = played.map(|one| VariantChoice {
                    id: one.id.clone(),
                    kind: one.kind.word(),
                    title: one.title.clone(),
                    text: one.statement.clone(),
                });
                (entry.number, told.collect())
            })
            .collect()
    };
    READ.get_or_init(read)
        .get(&number)
        .cloned()
        .unwrap_or_default()
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SwitchChoice {
    name: &'static str,
    about: &'static str,
    values: Vec<&'static str>,
    usual: &'static str,
    rules: Vec<String>,
    /// The rulebook leaves it to the players; the others are readings of unclear rules.
    optional: bool,
}

/// What a new game can be.
pub(crate) fn choices() -> Result<Choices, Trouble> {
    let index =
        longroll_shiloh::scenarios().map_err(|faults| Trouble::Broken(faults.to_string()))?;
    let usual: BTreeMap<&str, &str> = Switches::BATTLE_BOOK.values().collect();
    let mut players = vec!["person", "computer"];
    players.extend(NAMES);
    Ok(Choices {
        scenarios: index
            .into_iter()
            .map(|entry| ScenarioChoice {
                variants: variants(entry.number),
                number: entry.number,
                folder: entry.folder,
            })
            .collect(),
        rules: Switches::ALL
            .iter()
            .map(|switch| SwitchChoice {
                name: switch.name,
                about: switch.meaning,
                values: switch.values.to_vec(),
                usual: usual.get(switch.name).copied().unwrap_or_default(),
                rules: switch.rules.iter().map(ToString::to_string).collect(),
                optional: switch.name.starts_with("opt_") || switch.name.starts_with("scn2_"),
            })
            .collect(),
        players,
        curtains: [Curtain::Never, Curtain::Secret, Curtain::Always],
        languages: super::routes::LANGUAGES,
        tour: true,
    })
}
