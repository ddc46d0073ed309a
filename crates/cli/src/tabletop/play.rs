//! `longroll play TABLE`: a game of Shell for Guns Lite at one terminal, in order notation.

use std::path::{Path, PathBuf};

use longroll_core::{BySide, Family as _, Game as _, NotChosen, Record, Seed, Session, Side, clip};
use longroll_shell_for_guns::event::Event;
use longroll_shell_for_guns::family::Scope;
use longroll_shell_for_guns::frames::Prompt;
use longroll_shell_for_guns::notation::{FORMS, PART_FORMS};
use longroll_shell_for_guns::players::{Player, sit_down};
use longroll_shell_for_guns::scenario;
use longroll_shell_for_guns::view::{Seat, View, is_secret};
use longroll_shell_for_guns::{Battle, Facts, Table, keeping, tape, text};

use longroll_shell_for_guns_table::italian;
use longroll_table::Language;

use super::{Opening, wrong};
use crate::arguments::PlayArguments;
use crate::command::play::{Lines, claim, is_taken, last_choice, seed_of_the_clock};
use crate::console::Console;
use crate::failure::Failure;
use crate::files::read_text;

/// Lists longer than this are cut.
const SHOWN: usize = 40;
/// How many members of a family are suggested.
const SUGGESTED: usize = 12;
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
    let damaged = |reason: &dyn std::fmt::Display, help: Option<String>| {
        let blanks: [(&str, &dyn std::fmt::Display); 2] = [("path", &file), ("reason", reason)];
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
    let opening = Opening::of_record(&record, &data, console)?;
    let seed = keeping::seed_of(&record).map_err(|error| damaged(&error, None))?;
    let (battle, _) = opening.begin(seed).map_err(|error| damaged(&error, None))?;
    let theirs = record.tag("Edition").unwrap_or("?").to_owned();
    let own = opening.facts().edition.clone();
    record.set_tag("Edition", own.clone());
    let session = Session::resume(battle, record).map_err(|error| {
        let editions: [(&str, &dyn std::fmt::Display); 2] = [("theirs", &theirs), ("own", &own)];
        let help = if theirs == own {
            cut_there()
        } else {
            Some(console.text("play.other-edition", &editions))
        };
        damaged(&error, help)
    })?;
    let blanks: [(&str, &dyn std::fmt::Display); 2] = [
        ("title", &opening.title()),
        ("heading", &console.sentence(&session.game().heading())),
    ];
    console.heading(console.text("play.resumed", &blanks))?;
    Ok(Game {
        session,
        players: players(arguments, seed)?,
        last: Vec::new(),
        record: arguments.record.clone(),
        own_files,
        saved: true,
    })
}

fn autosave(game: &mut Game) -> Result<(), Failure> {
    let Some(path) = game.record.clone() else {
        return Ok(());
    };
    std::fs::write(&path, game.session.record().print())
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

fn question(
    battle: &Battle,
    prompt: Prompt,
    side: Side,
    rule: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let who = console.word("side", side.word());
    let division = battle.deciding_division().map_or(String::new(), |id| {
        format!(", {}", battle.facts().division(id).name)
    });
    let what = asked(battle.facts(), prompt, console);
    console.line(format!("{who}{division}: {what} [{rule}]"))?;
    Ok(console.flush()?)
}

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
        "?" | "list" => list(battle, rest, console)?,
        "help" | "h" => help(console)?,
        "suggest" => suggest(battle, rest, console)?,
        "show" => {
            for line in standing(battle.facts(), battle.table(), rest, console) {
                console.line(format!("  {line}"))?;
            }
        }
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
        _ => match line.parse::<usize>() {
            Ok(number) => {
                let offers = battle.offers();
                let offer = number.checked_sub(1).and_then(|index| offers.get(index));
                match offer.map(|offer| battle.print(&offer.choice)) {
                    Some(text) => choose(game, side, &text, console)?,
                    None => console.line(console.text("play.no-number", &[("number", &number)]))?,
                }
            }
            Err(_) => choose(game, side, line, console)?,
        },
    }
    Ok(Next::Go)
}

/// SfG 3.0-victory: how the battle stands.
fn score(battle: &Battle, console: &mut Console<'_>) -> Result<(), Failure> {
    let look = battle.look();
    for side in Side::BOTH {
        let held = battle.table().objectives().iter();
        let held = held.filter(|objective| objective.holder == side).count();
        let own = battle.table().score(side);
        let blanks: [(&str, &dyn std::fmt::Display); 5] = [
            ("side", &console.word("side", side.word())),
            ("objectives", &held),
            ("losses", &own.losses),
            ("bases", &own.bases),
            ("score", &scenario::score(look, side)),
        ];
        let line = console.text("tabletop.score-line", &blanks);
        console.line(format!("  {line}"))?;
    }
    let victory = scenario::collapse(look).unwrap_or_else(|| scenario::victory(look));
    let blanks: [(&str, &dyn std::fmt::Display); 2] = [
        ("verdict", &console.sentence(&victory.reason)),
        ("rule", &victory.rule.id()),
    ];
    let line = console.text("tabletop.verdict", &blanks);
    Ok(console.line(format!("  {line}"))?)
}

fn help(console: &mut Console<'_>) -> Result<(), Failure> {
    for line in console.text("tabletop.help", &[]).lines() {
        console.line(format!("  {line}"))?;
    }
    for (word, parts, _) in FORMS {
        console.line(format!("    {word} {parts}").trim_end())?;
    }
    console.line(console.text("tabletop.parts", &[("list", &PART_FORMS.join("; "))]))?;
    Ok(())
}

/// What a roll that a choice leads to will mean, in a few words.
fn chances(battle: &Battle, text: &str, short: bool, console: &Console<'_>) -> Option<String> {
    let choice = battle.parse(text).ok()?;
    let odds = battle.odds(&choice)?;
    Some(console.sentence(&text::chances(&choice, &odds, short)))
}

/// The single choices with their odds, then the families.
fn list(battle: &Battle, part: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let part = part.to_lowercase();
    let offers = battle.offers();
    let all: Vec<(usize, String, &str)> = (1..)
        .zip(&offers)
        .map(|(number, offer)| (number, battle.print(&offer.choice), offer.rule.id()))
        .filter(|(_, text, _)| text.to_lowercase().starts_with(&part))
        .collect();
    for (number, text, rule) in all.iter().take(SHOWN) {
        let odds =
            chances(battle, text, true, console).map_or(String::new(), |odds| format!("  {odds}"));
        console.line(format!("{number:>5}  {text} [{rule}]{odds}"))?;
    }
    if all.len() > SHOWN {
        console.line(console.text("play.more", &[("count", &(all.len() - SHOWN))]))?;
    }
    let mut shown = 0;
    for family in battle.families() {
        let form = form(battle, family.scope);
        if form.to_lowercase().starts_with(&part) {
            shown += 1;
            console.line(format!("       {form} [{}]", family.rule()))?;
        }
    }
    if all.is_empty() && shown == 0 {
        console.line(console.text("play.none-begin", &[("text", &clip(&part))]))?;
    }
    Ok(())
}

/// How the choices of a family are written.
fn form(battle: &Battle, scope: Scope) -> String {
    let facts = battle.facts();
    let parts = |word: &str| {
        let form = FORMS.iter().find(|(own, ..)| *own == word);
        form.map_or("", |(_, parts, _)| *parts)
    };
    let named = |word: &str, name: &str| {
        let rest = parts(word).split_once(',').map_or("", |(_, rest)| rest);
        format!("{word} {name},{rest}")
    };
    match scope {
        Scope::Objectives(_) => format!("objectives {}", parts("objectives")),
        Scope::Place(unit) => named("place", &facts.unit(unit).name),
        Scope::Station(general) => named("station", &facts.general(general).name),
        Scope::General(general) => named("general", &facts.general(general).name),
        Scope::Enter(unit) => named("enter", &facts.unit(unit).name),
        Scope::Move(unit) | Scope::Reorganise(unit) => {
            format!("move {}[, PART]...", facts.unit(unit).name)
        }
        Scope::Charge(unit, target) => {
            let (unit, target) = (&facts.unit(unit).name, &facts.unit(target).name);
            format!("charge {unit}, {target}, BEARING[, turn left|right|middle ANGLE]")
        }
    }
}

/// Members of the families whose form holds a word.
fn suggest(battle: &Battle, word: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let word = word.to_lowercase();
    let families = battle.families();
    let mine = families
        .iter()
        .filter(|family| form(battle, family.scope).to_lowercase().contains(&word));
    let mut told = 0;
    for family in mine.take(6) {
        for choice in family.suggestions().iter().take(SUGGESTED) {
            told += 1;
            let text = battle.print(choice);
            let odds = chances(battle, &text, true, console)
                .map_or(String::new(), |odds| format!("  {odds}"));
            console.line(format!("       {text}{odds}"))?;
        }
    }
    if told == 0 {
        console.line(console.text("play.none-begin", &[("text", &clip(&word))]))?;
    }
    Ok(())
}

/// Every unit and general whose name or division holds a word.
pub fn standing(facts: &Facts, table: &Table, word: &str, console: &Console<'_>) -> Vec<String> {
    let word = word.to_lowercase();
    let mut lines = Vec::new();
    for (id, unit) in facts.units() {
        let division = &facts.division(unit.division).name;
        let holds = |text: &str| text.to_lowercase().contains(&word);
        if holds(&unit.name) || holds(division) {
            lines.push(match console.messages.language() {
                Language::En => text::unit(facts, table, id),
                Language::It => italian::unit(facts, table, id),
            });
        }
    }
    for (id, general) in facts.generals() {
        if general.name.to_lowercase().contains(&word) {
            lines.push(match console.messages.language() {
                Language::En => text::general(facts, table, id),
                Language::It => italian::general(facts, table, id),
            });
        }
    }
    for (number, objective) in (1..).zip(table.objectives()) {
        if word.is_empty() {
            let at = text::place(objective.at);
            let name = console.sentence(&format!("objective {number}"));
            let holder = console.sentence(objective.holder.word());
            lines.push(format!("{name}: {at}, {holder}"));
        }
    }
    lines
}

/// The tape between any two things.
fn measure(battle: &Battle, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some((from, to)) = text.split_once(',') else {
        for line in console.text("tabletop.measure-what", &[]).lines() {
            console.line(line)?;
        }
        let ground = tape::things(battle.look()).into_iter();
        let ground = ground.filter(|own| own.sort.is_ground());
        let names: Vec<String> = ground.map(|own| own.name).collect();
        let list = if names.is_empty() {
            "–".to_owned()
        } else {
            names.join(", ")
        };
        return Ok(console.line(console.text("tabletop.measure-ground", &[("list", &list)]))?);
    };
    match tape::measure(battle.look(), from, to) {
        Ok(laid) => console.line(format!("  {}", console.sentence(&laid.text())))?,
        Err(error) => console.line(format!("  {}", console.sentence(&error.to_string())))?,
    }
    Ok(())
}

fn odds(battle: &Battle, side: Side, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let choice = match battle.parse(text) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(console.sentence(&error.to_string()))?),
    };
    let refusal = battle.why_not(side, &choice);
    match (refusal, chances(battle, text, false, console)) {
        (Some(refusal), _) => console.line(format!("  {}", console.tongue().refusal(&refusal)))?,
        (None, Some(odds)) => console.line(format!("  {odds}"))?,
        (None, None) => console.line(console.text("tabletop.no-odds", &[("text", &clip(text))]))?,
    }
    Ok(())
}

fn why(battle: &Battle, side: Side, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let choice = match battle.parse(text) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(console.sentence(&error.to_string()))?),
    };
    match battle.why_not(side, &choice) {
        Some(refusal) => console.line(format!("  {}", console.tongue().refusal(&refusal)))?,
        None => console.line(console.text("tabletop.legal", &[]))?,
    }
    Ok(())
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

fn secrets(view: &View, facts: &Facts, console: &mut Console<'_>) -> Result<(), Failure> {
    let side = console.word("side", view.side.word());
    if view.objectives.is_none() && view.rides.is_empty() {
        return Ok(console.line(console.text("play.no-secrets", &[("side", &side)]))?);
    }
    console.line(console.text("play.secrets", &[("side", &side)]))?;
    for at in view.objectives.iter().flatten() {
        let name = console.sentence(&format!("objective {}", text::place(*at)));
        console.line(format!("  {name}"))?;
    }
    for ride in &view.rides {
        let name = &facts.general(ride.general).name;
        console.line(format!("  {name} {}", text::place(ride.pose.front)))?;
    }
    Ok(())
}

fn undo(game: &mut Game, console: &mut Console<'_>) -> Result<(), Failure> {
    let last = last_choice(game.session.record()).unwrap_or_default();
    if let Err(error) = game.session.undo() {
        return Ok(console.line(console.sentence(&error.to_string()))?);
    }
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
    match std::fs::write(&path, game.session.record().print()) {
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
        Err(error) => return Ok(console.line(console.sentence(&error.to_string()))?),
    };
    match game.session.choose(side, &choice) {
        Ok(outcome) => {
            game.saved = false;
            let quiet = outcome.events.is_empty();
            tell(game, outcome.events, console)?;
            if quiet {
                console.line(console.text("play.noted", &[("choice", &text)]))?;
            }
            autosave(game)
        }
        Err(error) => {
            let reason = match &error {
                NotChosen::Refused(refusal) => console.tongue().refusal(refusal),
                NotChosen::Chance(_) => error.to_string(),
            };
            Ok(console.line(console.text("play.refused", &[("reason", &reason)]))?)
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
