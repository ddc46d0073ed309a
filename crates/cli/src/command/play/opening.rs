//! How a game begins: anew from a scenario or a situation, or from a record.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use longroll_catalog::facts::ScenarioFacts;
use longroll_core::{
    BySide, Game, Outcome, Record, RecordLine, ReplayError, Seed, Session, Side, set_twice,
    whole_number,
};
use longroll_gbacw::Event;
use longroll_position::RuleSet;
use longroll_sim::players::{Player, sit_down};
use longroll_sim::table::{self, Edition};
use longroll_sim::{check_words, reseed};

use super::saving::claim;
use super::show;
use super::table::Table;
use crate::arguments::PlayArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{SITUATION, read_text, situation_of};
use crate::game::{Opening, is_file, rule_set};

/// Who decides for a side at this table.
const PERSON: &str = "person";

/// The tag of a game that began with a case of a situation.
const CASE: &str = "Case";

fn players(
    arguments: &PlayArguments,
    seed: Seed,
) -> Result<BySide<Option<Box<dyn Player>>>, Failure> {
    let sit = |name: &Option<String>, side| match name.as_deref() {
        None | Some(PERSON) => Ok(None),
        Some(name) => sit_down(name, seed, side)
            .map(Some)
            .map_err(|error| Failure::question(format!("{error}, {PERSON}"), None)),
    };
    Ok(BySide {
        union: sit(&arguments.union, Side::Union)?,
        confederate: sit(&arguments.confederate, Side::Confederate)?,
    })
}

/// A new game.
pub fn begin<'a>(
    arguments: &'a PlayArguments,
    console: &mut Console<'_>,
) -> Result<Table<'a>, Failure> {
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let wanted = arguments.scenario.as_deref().unwrap_or_default();
    let opening = if is_file(wanted) {
        if !arguments.rule.is_empty() {
            return Err(Failure::question(console.text("play.own-rules", &[]), None));
        }
        Opening::situation(
            &battle,
            Path::new(wanted),
            arguments.case.as_deref(),
            console,
        )?
    } else if arguments.case.is_some() {
        return Err(Failure::question(console.text("play.no-cases", &[]), None));
    } else {
        let rules = rule_set(&arguments.rule, console)?;
        let variant = arguments.variant.as_deref();
        Opening::Scenario(battle.stage_of(wanted, variant, rules, console)?)
    };
    let seed = Seed(arguments.seed.unwrap_or_else(seed_of_the_clock));
    let seated = players(arguments, seed)?;
    if let Some(path) = &arguments.record {
        claim(path, &[], arguments.overwrite, console)?;
    }
    let (game, outcome) = opening
        .begin(seed)
        .map_err(|error| Failure::question(error.to_string(), None))?;
    if game.options().is_none() {
        let title = opening.title();
        return Err(Failure::question(
            console.text("play.nothing", &[("title", &title)]),
            Some(console.text("play.nothing-help", &[])),
        ));
    }
    let header = header(&opening, &battle, seed, arguments);
    console.heading(console.text(
        "play.begin",
        &[("title", &opening.title()), ("seed", &seed.0)],
    ))?;
    let mut table = Table {
        session: Session::new(game, header),
        players: seated,
        last: Vec::new(),
        secrets: Vec::new(),
        record: arguments.record.as_deref(),
        own_files: arguments.record.iter().cloned().collect(),
        strides: Vec::new(),
        saved: true,
    };
    show::events(&mut table, outcome.events, console)?;
    Ok(table)
}

fn header(opening: &Opening, battle: &Battle, seed: Seed, arguments: &PlayArguments) -> Record {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| PERSON.to_owned());
    let (union, confederate) = (name(&arguments.union), name(&arguments.confederate));
    let names = BySide {
        union: union.as_str(),
        confederate: confederate.as_str(),
    };
    let mut record = table::header(opening.stage(), seed, names);
    record.set_tag("Data", battle.version());
    if let Opening::Situation(situation) = opening {
        record.set_tag("Title", opening.title());
        record.set_tag(SITUATION, &situation.file);
        if let Some(id) = &situation.id {
            record.set_tag(CASE, id);
        }
    }
    record
}

/// A game that nobody gave a seed takes the one of the moment; it stands in the record.
pub fn seed_of_the_clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| {
            u64::from(time.subsec_nanos()) ^ time.as_secs().rotate_left(20)
        })
}

/// A recorded game.
pub fn resume<'a>(
    path: &'a Path,
    arguments: &'a PlayArguments,
    console: &mut Console<'_>,
) -> Result<Table<'a>, Failure> {
    let text = read_text(path)?;
    let own_files: Vec<PathBuf> = core::iter::once(path.to_path_buf())
        .chain(arguments.record.clone())
        .collect();
    if let Some(record) = &arguments.record {
        claim(record, &own_files[..1], arguments.overwrite, console)?;
    }
    let mut record = read_record(path, &text, console)?;
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let editions = (Edition::of(&record), own_edition(&battle));
    let named = arguments.situation.as_deref();
    let (opening, seed) = laid(&record, &battle, (path, named), console)?;
    if let Opening::Situation(situation) = &opening {
        record.set_tag(SITUATION, &situation.file);
    }
    let (game, _) = opening
        .begin(seed)
        .map_err(|error| damaged(path, &error, None, console))?;
    // What replays to its end here is this program's as well.
    table::stamp(&mut record);
    record.set_tag("Data", battle.version());
    let tags = BySide {
        union: record.tag("Union").map(str::to_owned),
        confederate: record.tag("Confederate").map(str::to_owned),
    };
    let first_check = first_check(&record);
    let whole = check_words(&game, &record);
    let resumed = whole.and_then(|()| Session::resume_with(game, record, reseed));
    let session = resumed.map_err(|error| {
        let help = untrue_help(&error, first_check, &editions, console);
        damaged(path, &error, help, console)
    })?;
    let battle = session.game();
    let blanks: [(&str, &dyn Display); 2] =
        [("title", &opening.title()), ("heading", &battle.heading())];
    console.heading(console.text("play.resumed", &blanks))?;
    if let Some(note) = edition_note(&editions.0, &editions.1, console) {
        console.line(note)?;
    }
    note_players(&tags, arguments, console)?;
    Ok(Table {
        session,
        players: players(arguments, seed)?,
        last: Vec::new(),
        secrets: Vec::new(),
        record: arguments.record.as_deref(),
        own_files,
        strides: Vec::new(),
        saved: true,
    })
}

/// That a record cannot be played, and why.
fn damaged(
    path: &Path,
    reason: &dyn Display,
    help: Option<String>,
    console: &Console<'_>,
) -> Failure {
    let file = path.display();
    let message = console.text("play.damaged", &[("path", &file), ("reason", reason)]);
    Failure::faults(message, help)
}

fn read_record(path: &Path, text: &str, console: &Console<'_>) -> Result<Record, Failure> {
    Record::parse(text).map_err(|(good, error)| {
        // Only behind a choice that was read is there a game to go on with.
        let help = if has_choices(&good) {
            console.text("play.damaged-help", &[])
        } else {
            console.text("play.no-record", &[])
        };
        damaged(path, &error, Some(help), console)
    })
}

/// What helps with a record that does not tell what this program plays; `theirs` and `own` edition.
fn untrue_help(
    error: &ReplayError,
    first_check: Option<usize>,
    (theirs, own): &(Edition, Edition),
    console: &Console<'_>,
) -> Option<String> {
    let at_start = matches!(error, ReplayError::Check { line, .. } if Some(*line) == first_check);
    let editions: [(&str, &dyn Display); 2] = [("theirs", theirs), ("own", own)];
    let cut_there = || Some(console.text("play.damaged-help", &[]));
    if matches!(error, ReplayError::Part { .. }) {
        cut_there()
    } else if matches!(error, ReplayError::Result { .. }) && theirs == own {
        None
    } else if theirs != own {
        Some(console.text("play.other-edition", &editions))
    } else if at_start {
        Some(console.text("play.other-header", &[]))
    } else {
        cut_there()
    }
}

/// The game that a record tells, at its first decision.
pub fn reopened(
    record: &Record,
    battle: &Battle,
    (path, named): (&Path, Option<&Path>),
    console: &Console<'_>,
) -> Result<(longroll_gbacw::Battle, Outcome<Event>), Failure> {
    let (opening, seed) = laid(record, battle, (path, named), console)?;
    opening
        .begin(seed)
        .map_err(|error| damaged(path, &error, None, console))
}

/// Where the game of a record begins, and with which seed.
fn laid(
    record: &Record,
    battle: &Battle,
    (path, named): (&Path, Option<&Path>),
    console: &Console<'_>,
) -> Result<(Opening, Seed), Failure> {
    let untold = |reason: String| damaged(path, &reason, None, console);
    let seed = table_seed(record).map_err(untold)?;
    let opening =
        reopen(record, battle, (path, named), console).map_err(|reason| match reason {
            Reopened::Reason(reason) => untold(reason),
            Reopened::Failure(failure) => failure,
        })?;
    Ok((opening, seed))
}

/// That another program wrote a record, or the same on other data.
pub fn edition_note(theirs: &Edition, own: &Edition, console: &Console<'_>) -> Option<String> {
    let editions: [(&str, &dyn Display); 2] = [("theirs", theirs), ("own", own)];
    (theirs != own).then(|| console.text("play.edition-note", &editions))
}

/// The edition of this program with these data.
pub fn own_edition(battle: &Battle) -> Edition {
    Edition {
        data: Some(battle.version()),
        ..Edition::own()
    }
}

fn has_choices(record: &Record) -> bool {
    record
        .lines
        .iter()
        .any(|(_, line)| matches!(line, RecordLine::Choice { .. }))
}

/// The line of the first check, if it stands before every choice.
fn first_check(record: &Record) -> Option<usize> {
    record.lines.iter().find_map(|(number, line)| match line {
        RecordLine::Check(_) => Some(Some(*number)),
        RecordLine::Choice { .. } => Some(None),
        RecordLine::Comment(_) => None,
    })?
}

fn table_seed(record: &Record) -> Result<Seed, String> {
    let format = record.tag("Format").unwrap_or_default();
    if record.tag("Format").is_none() {
        return Err("the header's tag Format is missing".to_owned());
    }
    if format != table::FORMAT {
        return Err(format!(
            "the header's tag Format is '{}'; this program reads {}",
            longroll_core::clip(format),
            table::FORMAT
        ));
    }
    // Records of the first days do not name their battle.
    if let Some(battle) = record.tag("Battle").filter(|battle| *battle != "shiloh") {
        return Err(format!(
            "the header's tag Battle is '{}'; this program has shiloh",
            longroll_core::clip(battle)
        ));
    }
    match record.tag("Seed") {
        None => Err("the header's tag Seed is missing".to_owned()),
        Some(seed) => whole_number(seed).map(Seed).ok_or_else(|| {
            format!(
                "the header's tag Seed is '{}', which is no whole number",
                longroll_core::clip(seed)
            )
        }),
    }
}

/// Why the table of a record cannot be laid.
enum Reopened {
    Reason(String),
    Failure(Failure),
}

/// The table that the record of a file names; the person may have named its situation.
fn reopen(
    record: &Record,
    battle: &Battle,
    (path, named): (&Path, Option<&Path>),
    console: &Console<'_>,
) -> Result<Opening, Reopened> {
    let failed = Reopened::Failure;
    if let Some(tag) = record.tag(SITUATION) {
        let file = situation_of(path, tag, named, console).map_err(failed)?;
        return Opening::situation(battle, &file, record.tag(CASE), console).map_err(failed);
    }
    if named.is_some() {
        return Err(failed(Failure::question(
            console.text("play.no-situation", &[("path", &path.display())]),
            None,
        )));
    }
    let reason = |text: String| Reopened::Reason(text);
    if let Some(case) = record.tag(CASE) {
        return Err(reason(format!(
            "the header's tag Case is '{}', but no tag Situation names the file that has it",
            longroll_core::clip(case)
        )));
    }
    let number = record
        .tag("Scenario")
        .ok_or_else(|| reason("the header's tag Scenario is missing".to_owned()))?;
    if !whole_number(number).is_some_and(|number| battle.has(number)) {
        return Err(reason(format!(
            "there is no scenario {}",
            longroll_core::clip(number)
        )));
    }
    let rules = rules_of(record).map_err(reason)?;
    if let Some(id) = record.tag("Variant") {
        let scenario = battle.scenario(number, console).map_err(failed)?;
        judge_variant(&scenario, number, id).map_err(reason)?;
    }
    battle
        .stage_of(number, record.tag("Variant"), rules, console)
        .map(Opening::Scenario)
        .map_err(failed)
}

/// The switches that the header of a record sets.
fn rules_of(record: &Record) -> Result<RuleSet, String> {
    let mut rules = RuleSet::BATTLE_BOOK;
    let settings = record.tag("Rules").unwrap_or_default();
    if let Some(switch) = set_twice(settings.split_whitespace()) {
        return Err(format!(
            "the header's tag Rules sets the switch {} twice",
            longroll_core::clip(switch)
        ));
    }
    for switch in settings.split_whitespace() {
        let (name, value) = switch.split_once('=').ok_or_else(|| {
            format!(
                "the header's tag Rules has '{}', which is no switch=value",
                longroll_core::clip(switch)
            )
        })?;
        rules
            .set(name, value)
            .map_err(|error| format!("the header's tag Rules: {error}"))?;
    }
    Ok(rules)
}

/// Whether a scenario, numbered like this in the header, has this variant.
fn judge_variant(scenario: &ScenarioFacts, number: &str, id: &str) -> Result<(), String> {
    let Err(problem) = scenario.agreed_on(id) else {
        return Ok(());
    };
    let ids: Vec<&str> = scenario.variants.iter().map(|own| &*own.id).collect();
    let known = if ids.is_empty() {
        "no variants".to_owned()
    } else {
        format!("the variants {}", ids.join(", "))
    };
    Err(format!(
        "the header's tag Variant is '{}'; scenario {number} has {known}: {}",
        longroll_core::clip(id),
        longroll_core::clip(&problem.to_string())
    ))
}

/// Who played a side before, where it is somebody else now.
pub fn note_players(
    tags: &BySide<Option<String>>,
    arguments: &PlayArguments,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    for (side, now) in [
        (Side::Union, &arguments.union),
        (Side::Confederate, &arguments.confederate),
    ] {
        let now = now.as_deref().unwrap_or(PERSON);
        if let Some(then) = tags[side].as_deref().filter(|then| *then != now) {
            let name = console.word("side", side.word());
            let then = longroll_core::clip(then);
            let blanks: [(&str, &dyn Display); 3] =
                [("side", &name), ("then", &then), ("now", &now)];
            console.line(console.text("play.other-player", &blanks))?;
        }
    }
    Ok(())
}
