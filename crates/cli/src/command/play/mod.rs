//! `longroll play SCENARIO`: a game at one terminal, in order notation.
//!
//! Two people, or a person and a player of the program. What one side must not see is not printed before both; it is
//! told when that side asks for it.

mod show;
mod talk;
mod ways;

use std::io::{self, BufRead};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use longroll_core::{BySide, Game, Record, Seed, Session, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Event};
use longroll_sim::players::{Player, Seat, sit_down};
use longroll_sim::table::{self, Edition};

use crate::arguments::PlayArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::game::{rule_set, scenario_number};
use talk::Said;

/// Who decides for a side at this table.
const PERSON: &str = "person";

/// A game under way at the terminal.
struct Table<'a> {
    session: Session<Battle>,
    players: BySide<Option<Box<dyn Player>>>,
    /// What the last choice led to.
    last: Vec<Event>,
    /// Everything that was kept from a side, to be told to the other alone.
    secrets: Vec<(Side, String)>,
    record: Option<&'a Path>,
    saved: bool,
}

/// Whether the game goes on.
enum Next {
    Go,
    Leave,
}

pub fn run(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut table = match &arguments.resume {
        Some(path) => resume(path, arguments, console)?,
        None => begin(arguments, console)?,
    };
    console.line(console.text("play.hint", &[]))?;
    let mut lines = io::stdin().lock().lines();
    loop {
        let Some(decision) = table.session.game().options() else {
            let result = table.session.game().result().unwrap_or_default();
            console.line(console.text("play.over", &[("result", &result)]))?;
            return Ok(());
        };
        if let Some(player) = &mut table.players[decision.side] {
            let chosen = Seat::of(table.session.game()).and_then(|seat| player.choose(seat));
            let Some(choice) = chosen else {
                return Err(Failure::faults(
                    console.text("play.stuck", &[("side", &decision.side)]),
                    None,
                ));
            };
            let text = table.session.game().print(&choice);
            console.line(format!(
                "{}> {text}",
                console.word("side", decision.side.word())
            ))?;
            make(&mut table, decision.side, &text, console)?;
            continue;
        }
        show::question(table.session.game(), &decision, console)?;
        let Some(line) = lines.next() else {
            return Ok(());
        };
        let line = line?;
        if let Next::Leave = answer(&mut table, decision.side, &line, console)? {
            return Ok(());
        }
    }
}

fn players(
    arguments: &PlayArguments,
    seed: Seed,
) -> Result<BySide<Option<Box<dyn Player>>>, Failure> {
    let sit = |name: &Option<String>, side| match name.as_deref() {
        None | Some(PERSON) => Ok(None),
        Some(name) => sit_down(name, seed, side)
            .map(Some)
            .map_err(|error| Failure::question(error.to_string(), None)),
    };
    Ok(BySide {
        union: sit(&arguments.union, Side::Union)?,
        confederate: sit(&arguments.confederate, Side::Confederate)?,
    })
}

fn begin<'a>(
    arguments: &'a PlayArguments,
    console: &mut Console<'_>,
) -> Result<Table<'a>, Failure> {
    let wanted = arguments.scenario.as_deref().unwrap_or_default();
    let number = scenario_number(wanted, console)?;
    let rules = rule_set(&arguments.rule, console)?;
    let stage =
        table::stage(number, rules).map_err(|error| Failure::question(error.to_string(), None))?;
    let seed = Seed(arguments.seed.unwrap_or_else(seed_of_the_clock));
    let name = |name: &'a Option<String>| name.as_deref().unwrap_or(PERSON);
    let names = BySide {
        union: name(&arguments.union),
        confederate: name(&arguments.confederate),
    };
    let header = table::header(&stage, seed, names);
    let (battle, outcome) =
        new_game_on(stage, seed).map_err(|error| Failure::question(error.to_string(), None))?;
    let title = battle.setting().scenario.title.clone();
    console.heading(console.text("play.begin", &[("title", &title), ("seed", &seed.0)]))?;
    let mut table = Table {
        session: Session::new(battle, header),
        players: players(arguments, seed)?,
        last: Vec::new(),
        secrets: Vec::new(),
        record: arguments.record.as_deref(),
        saved: true,
    };
    show::events(&mut table, outcome.events, console)?;
    Ok(table)
}

/// A game that nobody gave a seed takes the one of the moment; it stands in the record.
fn seed_of_the_clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| {
            u64::from(time.subsec_nanos()) ^ time.as_secs().rotate_left(20)
        })
}

fn resume<'a>(
    path: &Path,
    arguments: &'a PlayArguments,
    console: &mut Console<'_>,
) -> Result<Table<'a>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|source| Failure::File {
        path: path.to_path_buf(),
        source,
    })?;
    let file = path.display();
    let damaged = |reason: String, help: Option<String>| {
        let message = console.text("play.damaged", &[("path", &file), ("reason", &reason)]);
        Failure::faults(message, help)
    };
    let cut_there = || Some(console.text("play.damaged-help", &[]));
    let mut record =
        Record::parse(&text).map_err(|(_, error)| damaged(error.to_string(), cut_there()))?;
    let battle = table::reopen(&record).map_err(|error| damaged(error.to_string(), None))?;
    let (theirs, own) = (Edition::of(&record), Edition::own());
    // What replays to its end here is this program's as well.
    table::stamp(&mut record);
    let session = Session::resume(battle, record).map_err(|error| {
        let help = if theirs == own {
            cut_there()
        } else {
            Some(console.text("play.other-edition", &[("theirs", &theirs), ("own", &own)]))
        };
        damaged(error.to_string(), help)
    })?;
    let battle = session.game();
    let seed = session
        .record()
        .tag("Seed")
        .and_then(|seed| seed.parse().ok())
        .map_or(Seed(0), Seed);
    let blanks: [(&str, &dyn std::fmt::Display); 2] = [
        ("title", &battle.setting().scenario.title),
        ("heading", &battle.heading()),
    ];
    console.heading(console.text("play.resumed", &blanks))?;
    Ok(Table {
        session,
        players: players(arguments, seed)?,
        last: Vec::new(),
        secrets: Vec::new(),
        record: arguments.record.as_deref(),
        saved: true,
    })
}

/// One line of a person.
fn answer(
    table: &mut Table<'_>,
    side: Side,
    line: &str,
    console: &mut Console<'_>,
) -> Result<Next, Failure> {
    match talk::read(line) {
        Said::Nothing => {}
        Said::Help => {
            for line in console.text("play.help", &[]).lines() {
                console.line(format!("  {line}"))?;
            }
        }
        Said::List(part) => show::choices(table.session.game(), &part, console)?,
        Said::Show(word) => show::pieces(table.session.game(), &word, console)?,
        Said::Reach(text) => ways::reach(table.session.game(), &text, console)?,
        Said::Go(text) => ways::go(table, side, &text, console)?,
        Said::Dice => show::dice(table, console)?,
        Said::Secrets => {
            let name = console.word("side", side.word());
            console.line(console.text("play.secrets", &[("side", &name)]))?;
            for (_, line) in table.secrets.iter().filter(|(own, _)| *own == side) {
                console.line(format!("  {line}"))?;
            }
        }
        Said::Undo => match table.session.undo() {
            Ok(()) => {
                table.last.clear();
                table.saved = false;
                autosave(table)?;
                console.line(console.text("play.undone", &[]))?;
            }
            Err(error) => console.line(error)?,
        },
        Said::Save(name) => match name.as_deref().map(Path::new).or(table.record) {
            Some(path) => match std::fs::write(path, table.session.record().print()) {
                Ok(()) => {
                    table.saved = true;
                    console.line(console.text("play.saved", &[("path", &path.display())]))?;
                }
                // A wrong file name must not cost the game.
                Err(error) => console.line(format!("{}: {error}", path.display()))?,
            },
            None => console.line(console.text("play.save-where", &[]))?,
        },
        Said::Quit if table.saved => return Ok(Next::Leave),
        Said::Quit => console.line(console.text("play.unsaved", &[]))?,
        Said::QuitAnyway => return Ok(Next::Leave),
        Said::Number(number) => {
            let offer = number
                .checked_sub(1)
                .and_then(|index| table.session.game().offers().get(index));
            match offer.map(|offer| table.session.game().print(&offer.choice)) {
                Some(text) => make(table, side, &text, console)?,
                None => console.line(console.text("play.no-number", &[("number", &number)]))?,
            }
        }
        Said::Order(text) => make(table, side, &text, console)?,
    }
    Ok(Next::Go)
}

/// Makes a choice. What is wrong with it is told, and nothing has changed.
fn make(
    table: &mut Table<'_>,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let choice = match table.session.game().parse(text) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(error)?),
    };
    match table.session.choose(side, &choice) {
        Ok(outcome) => {
            table.saved = false;
            show::events(table, outcome.events, console)?;
            autosave(table)
        }
        Err(error) => Ok(console.line(console.text("play.refused", &[("reason", &error)]))?),
    }
}

/// With `--record` the file is complete after every choice.
fn autosave(table: &mut Table<'_>) -> Result<(), Failure> {
    let Some(path) = table.record else {
        return Ok(());
    };
    std::fs::write(path, table.session.record().print()).map_err(|source| Failure::File {
        path: path.to_path_buf(),
        source,
    })?;
    table.saved = true;
    Ok(())
}
