//! One game from the first list to the last.

use std::panic::{AssertUnwindSafe, catch_unwind};

use longroll_core::{
    BySide, Fingerprint, Game, NotChosen, Outcome, Record, RecordLine, Seed, Side,
};
use longroll_gbacw::{Battle, Choice, Event};

use crate::invariants::Violation;
use crate::opening::Opening;
use crate::players::{Player, Seat, Stream, UnknownPlayer, sit_down, turns_on_the_spot};
use crate::table;

/// How long a game may last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most decisions of one game.
    pub decisions: u32,
}

impl Default for Limits {
    /// Far above the longest battle, low enough that a game that goes in circles is found out in seconds.
    fn default() -> Self {
        Self { decisions: 200_000 }
    }
}

/// A choice that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    pub side: Side,
    pub choice: Choice,
}

/// A moment just after a choice.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The number of the decision, from 1.
    pub number: u32,
    pub made: Made,
    /// What it led to.
    pub outcome: &'a Outcome<Event>,
}

/// Somebody who watches a game and may object.
pub trait Observer {
    /// The game waits for its first decision.
    ///
    /// # Errors
    /// An objection, which ends the game.
    fn opened(&mut self, _battle: &Battle, _outcome: &Outcome<Event>) -> Result<(), Violation> {
        Ok(())
    }

    /// The choice is about to be made.
    ///
    /// # Errors
    /// An objection, which ends the game.
    fn before(&mut self, _battle: &Battle, _made: Made) -> Result<(), Violation> {
        Ok(())
    }

    /// A choice was made, and the game waits for the next or is over.
    ///
    /// # Errors
    /// An objection, which ends the game.
    fn after(&mut self, _battle: &Battle, _moment: &Moment<'_>) -> Result<(), Violation> {
        Ok(())
    }

    /// The game is over.
    ///
    /// # Errors
    /// An objection.
    fn ended(&mut self, _battle: &Battle, _choices: &[Made]) -> Result<(), Violation> {
        Ok(())
    }
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Observer for Unwatched {}

/// Why a game did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no player of that name.
    #[error(transparent)]
    UnknownPlayer(#[from] UnknownPlayer),
    /// The game is not over and nothing is legal.
    #[error("dead end: the game is not over and nothing is offered")]
    DeadEnd,
    /// The game goes on and on.
    #[error("the game is not over after {0} decisions")]
    TooLong(u32),
    /// A player named what he was not offered.
    #[error("the player of {side} chose '{choice}', which is refused: {error}")]
    NotChosen {
        side: Side,
        /// What, in order notation.
        choice: String,
        error: NotChosen,
    },
    /// The observer objects.
    #[error(transparent)]
    Violation(#[from] Violation),
    /// The engine broke down.
    #[error("the engine panicked: {0}")]
    Panic(String),
}

/// A game that did not come to its end, with all that is needed to see it again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("scenario {scenario}, seed {}, decision {decision}: {fault}", .seed.0)]
pub struct Failure {
    /// The number of the scenario.
    pub scenario: u8,
    /// The seed of the game.
    pub seed: Seed,
    /// The number of the decision, from 1.
    pub decision: u32,
    /// What went wrong.
    pub fault: Fault,
    /// The game up to there as the text of a `.roll` file.
    pub record: String,
}

/// A game that came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Its seed.
    pub seed: Seed,
    /// Its result.
    pub result: String,
    /// Decisions made.
    pub decisions: u32,
    /// Those of them that only turned a unit in its hex.
    pub turns_on_the_spot: u32,
    /// Turns played.
    pub turns: u32,
    /// The lengths of all lists of choices together.
    pub offers: u64,
    /// The longest list.
    pub longest_list: u32,
    /// Numbers drawn from the dice.
    pub dice: u32,
    /// The state at the end.
    pub fingerprint: Fingerprint,
    /// Every choice.
    pub choices: Vec<Made>,
}

/// Plays a game from its beginning, a stage or a situation, to its end. A breakdown of the engine is caught and reported like every other failure.
///
/// # Errors
/// The failure with its record.
pub fn play_game(
    opening: &dyn Opening,
    seed: Seed,
    players: BySide<&str>,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Played, Box<Failure>> {
    caught(opening, seed, players, |choices| {
        let mut seats = BySide {
            union: sit_down(players.union, seed, Side::Union)?,
            confederate: sit_down(players.confederate, seed, Side::Confederate)?,
        };
        run(opening, seed, &mut seats, limits, observer, choices)
    })
}

/// Plays a game of two random players from its beginning to its end without working out a list: every choice is drawn from the
/// legal ones, each as likely as any other, by candidates and refusals ([`longroll_gbacw::ByDraw`]). Not the game that `random` plays with
/// this seed, but one of the same kind; how long its lists would have been is not known.
///
/// # Errors
/// The failure with its record.
pub fn play_drawn(
    opening: &dyn Opening,
    seed: Seed,
    limits: Limits,
) -> Result<Played, Box<Failure>> {
    let players = BySide::from_fn(|_| "random");
    caught(opening, seed, players, |choices| {
        run_drawn(opening, seed, limits, choices)
    })
}

/// Plays, and hands a failure out with the record of the game up to it.
fn caught(
    opening: &dyn Opening,
    seed: Seed,
    players: BySide<&str>,
    play: impl FnOnce(&mut Vec<Made>) -> Result<Played, Fault>,
) -> Result<Played, Box<Failure>> {
    let mut choices = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| play(&mut choices)))
        .unwrap_or_else(|panic| Err(Fault::Panic(panic_text(panic.as_ref()))));
    match played {
        Ok(mut played) => {
            played.choices = choices;
            Ok(played)
        }
        Err(fault) => Err(Box::new(Failure {
            scenario: opening.stage().setting.scenario.number,
            seed,
            decision: u32::try_from(choices.len()).unwrap_or(u32::MAX),
            record: record_up_to(opening, seed, players, &choices, &fault),
            fault,
        })),
    }
}

fn run(
    opening: &dyn Opening,
    seed: Seed,
    seats: &mut BySide<Box<dyn Player>>,
    limits: Limits,
    observer: &mut dyn Observer,
    choices: &mut Vec<Made>,
) -> Result<Played, Fault> {
    let (mut battle, outcome) = opening
        .begin(seed)
        .map_err(|error| Fault::Panic(error.to_string()))?;
    observer.opened(&battle, &outcome)?;
    let mut played = Played::begun(seed, &outcome);
    while let Some(seat) = Seat::of(&battle) {
        let side = seat.ask().side;
        let length = seat.offers().len();
        if length == 0 {
            return Err(Fault::DeadEnd);
        }
        if played.decisions >= limits.decisions {
            return Err(Fault::TooLong(limits.decisions));
        }
        played.offers += u64::try_from(length).unwrap_or(u64::MAX);
        played.longest_list = played
            .longest_list
            .max(u32::try_from(length).unwrap_or(u32::MAX));
        let choice = seats[side].choose(seat).ok_or(Fault::DeadEnd)?;
        let made = Made { side, choice };
        choices.push(made);
        observer.before(&battle, made)?;
        let outcome = battle
            .choose(side, &choice)
            .map_err(|error| Fault::NotChosen {
                side,
                choice: battle.print(&choice),
                error,
            })?;
        played.decisions += 1;
        played.turns_on_the_spot += u32::from(turns_on_the_spot(choice));
        played.dice += u32::try_from(outcome.drawn.len()).unwrap_or(u32::MAX);
        let moment = Moment {
            number: played.decisions,
            made,
            outcome: &outcome,
        };
        observer.after(&battle, &moment)?;
    }
    played.end(&battle)?;
    observer.ended(&battle, choices)?;
    Ok(played)
}

fn run_drawn(
    opening: &dyn Opening,
    seed: Seed,
    limits: Limits,
    choices: &mut Vec<Made>,
) -> Result<Played, Fault> {
    let (battle, outcome) = opening
        .begin(seed)
        .map_err(|error| Fault::Panic(error.to_string()))?;
    let mut stream = Stream::of_both(seed);
    let mut drawing = |length| stream.pick(length).unwrap_or(0);
    let mut played = Played::begun(seed, &outcome);
    let mut play = battle.by_draw();
    loop {
        let drawn = play.next(&mut drawing).map_err(|error| match error {
            NotChosen::Refused(_) => Fault::DeadEnd,
            NotChosen::Chance(error) => Fault::Panic(error.to_string()),
        })?;
        let Some(drawn) = drawn else { break };
        if played.decisions >= limits.decisions {
            return Err(Fault::TooLong(limits.decisions));
        }
        choices.push(Made {
            side: drawn.side,
            choice: drawn.choice,
        });
        played.decisions += 1;
        played.turns_on_the_spot += u32::from(turns_on_the_spot(drawn.choice));
        played.dice += u32::try_from(drawn.outcome.drawn.len()).unwrap_or(u32::MAX);
    }
    let battle = play
        .into_battle()
        .map_err(|error| Fault::Panic(error.to_string()))?;
    played.end(&battle)?;
    Ok(played)
}

impl Played {
    /// What is known once the game is over.
    fn end(&mut self, battle: &Battle) -> Result<(), Fault> {
        self.result = battle.result().ok_or(Fault::DeadEnd)?;
        self.turns = u32::from(battle.position().turn) + 1;
        self.fingerprint = battle.fingerprint();
        Ok(())
    }

    /// A game at its first decision.
    fn begun(seed: Seed, outcome: &Outcome<Event>) -> Self {
        Self {
            seed,
            result: String::new(),
            decisions: 0,
            turns_on_the_spot: 0,
            turns: 0,
            offers: 0,
            longest_list: 0,
            dice: u32::try_from(outcome.drawn.len()).unwrap_or(u32::MAX),
            fingerprint: Fingerprint(0),
            choices: Vec::new(),
        }
    }
}

/// The record of a game from its choices, line by line as a [`longroll_core::Session`] writes it, but without keeping
/// every state for undo.
///
/// # Errors
/// When one of the choices is refused, which a game that was played never shows.
pub fn record_of(
    opening: &dyn Opening,
    seed: Seed,
    players: BySide<&str>,
    choices: &[Made],
) -> Result<(Battle, Record), NotChosen> {
    let (battle, _) = opening.begin(seed)?;
    written_on(battle, header(opening, seed, players), choices)
}

/// The record of these choices under a header, from the game at its first decision.
///
/// # Errors
/// When one of the choices is refused.
pub fn written_on(
    mut battle: Battle,
    mut record: Record,
    choices: &[Made],
) -> Result<(Battle, Record), NotChosen> {
    let mut heading = None;
    for made in choices {
        let now = battle.heading();
        if heading.as_ref() != Some(&now) {
            record.push(RecordLine::Comment(now.clone()));
            record.push(RecordLine::Check(battle.fingerprint()));
            heading = Some(now);
        }
        let text = battle.print(&made.choice);
        let outcome = battle.choose(made.side, &made.choice)?;
        record.push(RecordLine::Choice {
            side: made.side,
            text,
            drawn: outcome.drawn,
        });
    }
    if let Some(result) = battle.result() {
        record.push(RecordLine::Check(battle.fingerprint()));
        record.set_tag("Result", result);
    }
    Ok((battle, record))
}

fn header(opening: &dyn Opening, seed: Seed, players: BySide<&str>) -> Record {
    let mut record = table::header(opening.stage(), seed, players);
    opening.describe(&mut record);
    record
}

/// The record up to the choice that failed, which stands last as a remark: it may be what breaks the engine.
fn record_up_to(
    opening: &dyn Opening,
    seed: Seed,
    players: BySide<&str>,
    choices: &[Made],
    fault: &Fault,
) -> String {
    // Where a game stands still the last choice was made; else it is the one that failed.
    let failed = match fault {
        Fault::DeadEnd | Fault::TooLong(_) => None,
        _ => choices.last(),
    };
    let good = &choices[..choices.len() - usize::from(failed.is_some())];
    let mut record = catch_unwind(AssertUnwindSafe(|| record_of(opening, seed, players, good)))
        .ok()
        .and_then(Result::ok)
        .map_or_else(|| header(opening, seed, players), |(_, record)| record);
    if let Some(last) = failed {
        let text = longroll_gbacw::notation::print(&opening.stage().setting, last.choice);
        record.push(RecordLine::Comment(format!("then {}: {text}", last.side)));
    }
    record.push(RecordLine::Comment(format!("fails: {fault}")));
    record.print()
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
        .unwrap_or_else(|| "without a message".to_owned())
}
