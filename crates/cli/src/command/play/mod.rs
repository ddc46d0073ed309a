//! `longroll play SCENARIO`: a game at one terminal, in order notation.
//!
//! Two people, or a person and a player of the program. What one side must not see is not printed before both; it is
//! told when that side asks for it.

mod choosing;
mod lines;
mod opening;
mod pieces;
mod saving;
mod show;
mod table;
mod talk;
mod ways;
mod wording;

use longroll_core::{Game, Side};
use longroll_gbacw::{Battle, Choice, Prompt};
use longroll_sim::players::Seat;

use crate::arguments::PlayArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::tabletop;
use choosing::{choose, make, undo};
pub use lines::Lines;
pub use opening::{edition_note, note_players, own_edition, reopened, seed_of_the_clock};
pub use saving::{claim, is_taken};
use table::Table;
use talk::Said;

/// Whether the game goes on.
enum Next {
    Go,
    Leave,
}

/// A record instead of a scenario is gone on with.
fn resumes(arguments: &PlayArguments) -> Option<PlayArguments> {
    let scenario = arguments.scenario.as_deref()?;
    let record = std::path::Path::new(scenario);
    let is_record = record.extension().is_some_and(|kind| kind == "roll");
    is_record.then(|| PlayArguments {
        scenario: None,
        resume: Some(record.to_path_buf()),
        ..arguments.clone()
    })
}

/// What a record has itself cannot be said beside it.
fn judge_resumed(arguments: &PlayArguments, console: &Console<'_>) -> Result<(), Failure> {
    let own = arguments.seed.is_some()
        || !arguments.rule.is_empty()
        || arguments.case.is_some()
        || arguments.variant.is_some();
    if own {
        let message = console.text("play.record-is-whole", &[]);
        return Err(Failure::question(message, None));
    }
    Ok(())
}

pub fn run(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(resumed) = resumes(arguments) {
        judge_resumed(arguments, console)?;
        return run(&resumed, console);
    }
    if arguments.situation.is_some() && arguments.resume.is_none() {
        let message = console.text("play.situation-where", &[]);
        return Err(Failure::question(message, None));
    }
    let ours = match (&arguments.resume, arguments.scenario.as_deref()) {
        (Some(path), _) => tabletop::is_our_record(path),
        (None, wanted) => {
            wanted.is_some_and(|wanted| tabletop::is_ours(wanted, arguments.data.as_deref()))
        }
    };
    if ours {
        return tabletop::play::run(arguments, console);
    }
    let mut table = match &arguments.resume {
        Some(path) => opening::resume(path, arguments, console)?,
        None => opening::begin(arguments, console)?,
    };
    saving::autosave(&mut table)?;
    console.line(console.text("play.hint", &[]))?;
    play(&mut table, console)
}

/// Decision by decision, until the game is over or left.
fn play(table: &mut Table<'_>, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut lines = Lines::open();
    loop {
        let Some(decision) = table.session.game().options() else {
            return show::result(table.session.game(), console);
        };
        if table.players[decision.side].is_some() {
            player_decides(table, decision.side, console)?;
            continue;
        }
        show::question(table.session.game(), &decision, console)?;
        let battle = table.session.game();
        let offered = || {
            let offers = battle.offers().iter();
            offers.map(|offer| battle.print(&offer.choice)).collect()
        };
        let Some(line) = lines.next(&offered)? else {
            return Ok(());
        };
        if let Next::Leave = answer(table, decision.side, &line, console)? {
            return Ok(());
        }
    }
}

/// A player of the program chooses.
fn player_decides(
    table: &mut Table<'_>,
    side: Side,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let player = table.players[side].as_mut();
    let seat = Seat::of(table.session.game());
    let chosen = player
        .zip(seat)
        .and_then(|(player, seat)| player.choose(seat));
    let Some(choice) = chosen else {
        return Err(Failure::faults(
            console.text("play.stuck", &[("side", &side)]),
            None,
        ));
    };
    let text = table.session.game().print(&choice);
    console.line(format!("{}> {text}", console.word("side", side.word())))?;
    make(table, side, &text, console)?;
    Ok(())
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
        Said::Reach(text) => ways::reach(table.session.game(), side, &text, console)?,
        Said::Go(text) => ways::go(table, side, &text, console)?,
        Said::Dice => show::dice(table, console)?,
        Said::Secrets => show::secrets(table, side, console)?,
        Said::Score(json) => show::score(table.session.game(), json, console)?,
        Said::Odds(order) => show::odds(table.session.game(), side, &order, console)?,
        Said::Undo => undo(table, console)?,
        Said::Save(name, over) => saving::save(table, name.as_deref(), over, console)?,
        Said::Quit if table.saved => return Ok(Next::Leave),
        Said::Quit => console.line(console.text("play.unsaved", &[]))?,
        Said::QuitAnyway => return Ok(Next::Leave),
        Said::Number(number) => {
            let offer = number
                .checked_sub(1)
                .and_then(|index| table.session.game().offers().get(index));
            match offer.map(|offer| table.session.game().print(&offer.choice)) {
                Some(text) => choose(table, side, &text, console)?,
                None => console.line(console.text("play.no-number", &[("number", &number)]))?,
            }
        }
        Said::Done if ends_much(table.session.game()) => {
            let others = table.session.game().offers().len().saturating_sub(1);
            console.line(console.text("play.done-ends", &[("count", &others)]))?;
        }
        Said::Done | Said::DoneAnyway => {
            let word = ending(table.session.game());
            choose(table, side, word, console)?
        }
        Said::NotAlone(word) => console.line(console.text("play.alone", &[("word", &word)]))?,
        Said::Order(text) => choose(table, side, &text, console)?,
    }
    Ok(Next::Go)
}

/// What `done` means here: where a piece is under way, that it halts.
fn ending(battle: &Battle) -> &'static str {
    let offered = |choice| battle.offers().iter().any(|offer| offer.choice == choice);
    if offered(Choice::Halt) && !offered(Choice::Done) {
        "halt"
    } else {
        "done"
    }
}

/// Whether `done` gives away a whole marker here: brigades could still act, and the next draw cannot be taken back.
fn ends_much(battle: &Battle) -> bool {
    let asked = battle.asked().map(|ask| ask.prompt);
    matches!(asked, Some(Prompt::NextBody)) && battle.offers().len() > 1
}
