//! `longroll play TABLE`: a game of Shell for Guns Lite at one terminal, in order notation.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use longroll_chronicle::tabletop::check_words;
use longroll_core::{
    BySide, Game as _, NotChosen, Record, Seed, Session, Side, UndoError, whole_number,
};
use longroll_shell_for_guns::event::Event;
use longroll_shell_for_guns::facts::DivisionId;
use longroll_shell_for_guns::family::Scope;
use longroll_shell_for_guns::frames::Prompt;
use longroll_shell_for_guns::players::{Player, sit_down};
use longroll_shell_for_guns::view::{Seat, View, is_secret};
use longroll_shell_for_guns::{Battle, Facts, keeping};

use super::asking::{measure, odds, score, secrets, show, why};
use super::listing::{help, instead, list, suggest, unreadable};
use super::{Opening, wrong};
use crate::arguments::PlayArguments;
use crate::command::play::{Lines, claim, is_taken, note_players, seed_of_the_clock};
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{SITUATION, for_file, read_text};

const PERSON: &str = "person";

/// A game under way.
struct Game {
    session: Session<Battle>,
    players: BySide<Option<Box<dyn Player>>>,
    /// What the last choice led to.
    last: Vec<Event>,
    /// Where the record is kept after every choice.
    record: Option<PathBuf>,
    own_files: Vec<PathBuf>,
    saved: bool,
}

enum Next {
    Go,
    Leave,
}

pub fn run(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if arguments.variant.is_some() {
        return Err(wrong(console.text("play.no-variants", &[])));
    }
    let mut game = match &arguments.resume {
        Some(path) => resume(path, arguments, console)?,
        None => begin(arguments, console)?,
    };
    autosave(&mut game)?;
    console.line(console.text("play.hint", &[]))?;
    let mut lines = Lines::open();
    loop {
        let battle = game.session.game();
        let Some(seat) = Seat::of(battle) else {
            let result = console.sentence(&battle.result().unwrap_or_default());
            console.line(console.text("play.over", &[("result", &result)]))?;
            match after_the_end(&mut game, &mut lines, console)? {
                Next::Go => continue,
                Next::Leave => return Ok(()),
            }
        };
        let ask = seat.ask();
        if let Some(player) = &mut game.players[ask.side] {
            let Some(choice) = player.choose(seat) else {
                let side = ask.side;
                return Err(Failure::faults(
                    console.text("play.stuck", &[("side", &side)]),
                    None,
                ));
            };
            let text = battle.print(&choice);
            // What is decided in secret is not printed before both.
            let shown = if is_secret(ask.prompt) {
                "…"
            } else {
                text.as_str()
            };
            let side = console.word("side", ask.side.word());
            console.line(format!("{side}> {shown}"))?;
            choose(&mut game, ask.side, &text, console)?;
            continue;
        }
        question(battle, ask.prompt, ask.side, ask.rule.id(), console)?;
        let offered = || {
            let offers = battle.offers();
            offers
                .iter()
                .map(|offer| battle.print(&offer.choice))
                .collect()
        };
        let Some(line) = lines.next(&offered)? else {
            return Ok(());
        };
        if let Next::Leave = answer(&mut game, ask.side, &line, console)? {
            return Ok(());
        }
    }
}

/// Whoever has played a game and not kept it may still do so, or take the last choice back.
fn after_the_end(
    game: &mut Game,
    lines: &mut Lines,
    console: &mut Console<'_>,
) -> Result<Next, Failure> {
    let persons = Side::BOTH.iter().any(|side| game.players[*side].is_none());
    if !persons || game.saved {
        return Ok(Next::Leave);
    }
    console.line(console.text("tabletop.keep", &[]))?;
    console.flush()?;
    while game.session.game().asked().is_none() {
        let Some(line) = lines.next(&Vec::new)? else {
            return Ok(Next::Leave);
        };
        if let Next::Leave = answer(game, Side::Union, &line, console)? {
            return Ok(Next::Leave);
        }
    }
    Ok(Next::Go)
}

fn players(
    arguments: &PlayArguments,
    seed: Seed,
) -> Result<BySide<Option<Box<dyn Player>>>, Failure> {
    let sit = |name: &Option<String>, side: u64| match name.as_deref() {
        None | Some(PERSON) => Ok(None),
        Some(name) => sit_down(name, seed.0.wrapping_mul(2).wrapping_add(side))
            .map(Some)
            .map_err(|error| wrong(format!("{error}, {PERSON}"))),
    };
    Ok(BySide {
        union: sit(&arguments.union, 0)?,
        confederate: sit(&arguments.confederate, 1)?,
    })
}

fn begin(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<Game, Failure> {
    let wanted = arguments.scenario.as_deref().unwrap_or_default();
    let opening = {
        let data = super::folder(arguments.data.as_deref(), console)?;
        Opening::of(
            wanted,
            arguments.case.as_deref(),
            &arguments.rule,
            &data,
            console,
        )?
    };
    let seed = Seed(arguments.seed.unwrap_or_else(seed_of_the_clock));
    let seated = players(arguments, seed)?;
    if let Some(path) = &arguments.record {
        claim(path, &[], arguments.overwrite, console)?;
    }
    let (battle, outcome) = opening.begin(seed).map_err(wrong)?;
    let title = opening.title();
    if battle.asked().is_none() {
        return Err(wrong(console.text("play.nothing", &[("title", &title)])));
    }
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| PERSON.to_owned());
    let (union, confederate) = (name(&arguments.union), name(&arguments.confederate));
    let names = BySide {
        union: union.as_str(),
        confederate: confederate.as_str(),
    };
    let header = opening.header(seed, names);
    console.heading(console.text("play.begin", &[("title", &title), ("seed", &seed.0)]))?;
    let mut game = Game {
        session: Session::new(battle, header),
        players: seated,
        last: Vec::new(),
        record: arguments.record.clone(),
        own_files: arguments.record.iter().cloned().collect(),
        saved: true,
    };
    tell(&mut game, outcome.events, console)?;
    Ok(game)
}

fn resume(
    path: &Path,
    arguments: &PlayArguments,
    console: &mut Console<'_>,
) -> Result<Game, Failure> {
    let file = path.display();
    let damaged = |reason: &dyn Display, help: Option<String>| {
        let blanks: [(&str, &dyn Display); 2] = [("path", &file), ("reason", reason)];
        Failure::faults(console.text("play.damaged", &blanks), help)
    };
    let own_files: Vec<PathBuf> = core::iter::once(path.to_path_buf())
        .chain(arguments.record.clone())
        .collect();
    if let Some(record) = &arguments.record {
        claim(record, &own_files[..1], arguments.overwrite, console)?;
    }
    let cut_there = || Some(console.text("play.damaged-help", &[]));
    let mut record =
        Record::parse(&read_text(path)?).map_err(|(_, error)| damaged(&error, cut_there()))?;
    let data = super::folder(arguments.data.as_deref(), console)?;
    let named = arguments.situation.as_deref();
    let opening = Opening::of_record(&record, (path, named), &data, console)?;
    let note = super::edition_note(&record, opening.facts(), console);
    if let Opening::Situation(file, ..) = &opening {
        record.set_tag(SITUATION, file);
    }
    let seed = keeping::seed_of(&record).map_err(|error| damaged(&error, None))?;
    let (battle, _) = opening.begin(seed).map_err(|error| damaged(&error, None))?;
    let theirs = record.tag("Edition").unwrap_or("?").to_owned();
    let own = opening.facts().edition.clone();
    record.set_tag("Edition", own.clone());
    let whole = check_words(&battle, &record);
    let resumed = whole.and_then(|()| Session::resume(battle, record));
    let session = resumed.map_err(|error| {
        let help = if theirs == own {
            cut_there()
        } else {
            let editions: [(&str, &dyn Display); 2] = [("theirs", &theirs), ("own", &own)];
            Some(console.text("play.other-edition", &editions))
        };
        damaged(&error, help)
    })?;
    let blanks: [(&str, &dyn Display); 2] = [
        ("title", &opening.title()),
        ("heading", &console.sentence(&session.game().heading())),
    ];
    console.heading(console.text("play.resumed", &blanks))?;
    if let Some(note) = note {
        console.line(note)?;
    }
    note_players(&sat(session.record()), arguments, console)?;
    Ok(Game {
        session,
        players: players(arguments, seed)?,
        last: Vec::new(),
        record: arguments.record.clone(),
        own_files,
        saved: true,
    })
}

/// Who sat at the table when a record was kept.
fn sat(record: &Record) -> BySide<Option<String>> {
    BySide {
        union: record.tag("Union").map(str::to_owned),
        confederate: record.tag("Confederate").map(str::to_owned),
    }
}

fn autosave(game: &mut Game) -> Result<(), Failure> {
    let Some(path) = game.record.clone() else {
        return Ok(());
    };
    std::fs::write(&path, for_file(game.session.record(), &path).print())
        .map_err(|source| Failure::File { path, source })?;
    game.saved = true;
    Ok(())
}

fn asked(facts: &Facts, prompt: Prompt, console: &Console<'_>) -> String {
    let (key, name) = match prompt {
        Prompt::Objectives => ("objectives", String::new()),
        Prompt::Deploy => ("deploy", String::new()),
        Prompt::Generals => ("generals", String::new()),
        Prompt::Enter => ("enter", String::new()),
        Prompt::Activation => ("activation", String::new()),
        Prompt::DivisionMove => ("division-move", String::new()),
        Prompt::Move(unit) => ("move", facts.unit(unit).name.clone()),
        Prompt::Support(unit) => ("support", facts.unit(unit).name.clone()),
        Prompt::Reaction(unit) => ("reaction", facts.unit(unit).name.clone()),
        Prompt::Remove(unit) => ("remove", facts.unit(unit).name.clone()),
        Prompt::Slide(unit) => ("slide", facts.unit(unit).name.clone()),
        Prompt::Assign(unit, base) => ("assign", format!("{} {base}", facts.unit(unit).name)),
        Prompt::Winner(unit) => ("winner", facts.unit(unit).name.clone()),
        Prompt::Reorganise(unit) => ("reorganise", facts.unit(unit).name.clone()),
    };
    console.word("tabletop-ask", key).replace("{name}", &name)
}

/// The division that is being set up, once its side has begun with one.
fn set_up(battle: &Battle) -> Option<DivisionId> {
    let facts = battle.facts();
    let families = battle.likely_families();
    let mut divisions = families.iter().map(|family| match family.scope {
        Scope::Place(unit) => Some(facts.unit(unit).division),
        Scope::Station(general) => facts.general(general).division,
        _ => None,
    });
    let first = divisions.next()??;
    divisions.all(|own| own == Some(first)).then_some(first)
}

fn question(
    battle: &Battle,
    prompt: Prompt,
    side: Side,
    rule: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let who = console.word("side", side.word());
    let division = battle.deciding_division().or_else(|| set_up(battle));
    let division = division.map_or(String::new(), |id| {
        format!(", {}", battle.facts().division(id).name)
    });
    let what = asked(battle.facts(), prompt, console);
    console.line(format!("{who}{division}: {what} [{rule}]"))?;
    Ok(console.flush()?)
}

/// Words behind which nothing stands.
const ALONE: [&str; 7] = ["dice", "score", "secrets", "undo", "quit", "q", "quit!"];

/// One line of a person.
fn answer(
    game: &mut Game,
    side: Side,
    line: &str,
    console: &mut Console<'_>,
) -> Result<Next, Failure> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let battle = game.session.game();
    match word.to_lowercase().as_str() {
        "" => {}
        alone if !rest.is_empty() && ALONE.contains(&alone) => {
            console.line(console.text("play.alone", &[("word", &alone)]))?;
        }
        "?" | "list" => list(battle, rest, console)?,
        "help" | "h" => help(console)?,
        "suggest" => suggest(battle, rest, console)?,
        "show" => show(battle, rest, console)?,
        "measure" => measure(battle, rest, console)?,
        "odds" => odds(battle, side, rest, console)?,
        "why" => why(battle, side, rest, console)?,
        "dice" => dice(game, console)?,
        "score" => score(battle, console)?,
        "secrets" => secrets(&View::of(battle, side), battle.facts(), console)?,
        "undo" => undo(game, console)?,
        "save" | "save!" => save(game, rest, word.ends_with('!'), console)?,
        "quit" | "q" if !game.saved => console.line(console.text("play.unsaved", &[]))?,
        "quit" | "q" | "quit!" => return Ok(Next::Leave),
        _ => match whole_number::<usize>(line) {
            Some(number) => {
                let offers = battle.offers();
                let offer = number.checked_sub(1).and_then(|index| offers.get(index));
                match offer.map(|offer| battle.print(&offer.choice)) {
                    Some(text) => choose(game, side, &text, console)?,
                    None => console.line(console.text("play.no-number", &[("number", &number)]))?,
                }
            }
            None => choose(game, side, line, console)?,
        },
    }
    Ok(Next::Go)
}

fn dice(game: &Game, console: &mut Console<'_>) -> Result<(), Failure> {
    let facts = game.session.game().facts();
    let rolled: Vec<&Event> = game
        .last
        .iter()
        .filter(|event| matches!(event, Event::Rolled { .. }))
        .collect();
    if rolled.is_empty() {
        console.line(console.text("play.no-dice", &[]))?;
    }
    for event in rolled {
        console.line(format!("  {}", console.tongue().line(facts, event)))?;
        if let Event::Rolled { roll, .. } = event {
            for term in roll.terms.as_slice() {
                let reason = console.sentence(&term.reason);
                console.line(format!("    {:+}  {reason} [{}]", term.value, term.rule))?;
            }
        }
    }
    Ok(())
}

/// Takes back the last choice of a person, and with it what the program chose since: it would choose again.
fn undo(game: &mut Game, console: &mut Console<'_>) -> Result<(), Failure> {
    let is_here = |side: Side| game.players[side].is_none();
    let choices = keeping::taken_back(&game.session, is_here);
    let list: Vec<String> = choices.into_iter().flatten().map(str::to_owned).collect();
    let undone = match list.as_slice() {
        [] => Err(UndoError::AtBarrier),
        list => list.iter().try_for_each(|_| game.session.undo()),
    };
    if let Err(error) = undone {
        return Ok(console.line(console.sentence(&error.to_string()))?);
    }
    // What the program chose may have been secret.
    let last = list.last().cloned().unwrap_or_default();
    game.last.clear();
    game.saved = false;
    autosave(game)?;
    Ok(console.line(console.text("play.undone", &[("choices", &last)]))?)
}

fn save(game: &mut Game, name: &str, over: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let path = match name {
        "" => game.own_files.last().cloned(),
        name => Some(PathBuf::from(name)),
    };
    let Some(path) = path else {
        return Ok(console.line(console.text("play.save-where", &[]))?);
    };
    let shown = path.display().to_string();
    if is_taken(&path, &game.own_files) && !over {
        return Ok(console.line(console.text("play.save-taken", &[("path", &shown)]))?);
    }
    match std::fs::write(&path, for_file(game.session.record(), &path).print()) {
        Ok(()) => {
            game.saved = true;
            game.own_files.push(path);
            console.line(console.text("play.saved", &[("path", &shown)]))?;
        }
        // A wrong file name must not cost the game.
        Err(error) => console.line(format!("{shown}: {error}"))?,
    }
    Ok(())
}

/// Makes a choice. What is wrong with it is told, and nothing has changed.
fn choose(
    game: &mut Game,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let battle = game.session.game();
    let choice = match battle.parse(text) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(unreadable(battle, &error, console))?),
    };
    // A ride of a general is told when both sides have decided.
    let secret = battle.asked().is_some_and(|ask| is_secret(ask.prompt));
    match game.session.choose(side, &choice) {
        Ok(outcome) => {
            game.saved = false;
            let quiet = outcome.events.is_empty();
            tell(game, outcome.events, console)?;
            if quiet {
                let told = if secret {
                    console.text("tabletop.sealed", &[])
                } else {
                    console.text("tabletop.quiet", &[])
                };
                console.line(told)?;
            }
            autosave(game)
        }
        Err(error) => {
            let reason = match &error {
                NotChosen::Refused(refusal) => console.tongue().refusal(refusal),
                NotChosen::Chance(_) => error.to_string(),
            };
            console.line(console.text("play.refused", &[("reason", &reason)]))?;
            if let Some(told) = instead(game.session.game(), text, console) {
                console.line(told)?;
            }
            Ok(())
        }
    }
}

fn tell(game: &mut Game, events: Vec<Event>, console: &mut Console<'_>) -> Result<(), Failure> {
    let facts = game.session.game().facts();
    for event in &events {
        console.line(format!("    {}", console.tongue().line(facts, event)))?;
    }
    game.last = events;
    Ok(())
}
