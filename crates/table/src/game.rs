//! A game at the table: the battle, everything that was decided, and what can be taken back.

use std::sync::Arc;

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::{Tables, WeaponClass};
use longroll_core::{
    Barrier, BySide, Chance, Fingerprint, Game as _, NotChosen, Outcome, Record, RecordLine, Side,
    Terms,
};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::event::{Purpose, Verdict};
use longroll_gbacw::{Battle, Choice, Event, Prompt, Stage, hidden_from};

use crate::describe::unit_of;
use crate::entry::{Entry, Opening};
use crate::fight;
use crate::question::is_secret;
use crate::standing::{self, Says, Standing};
use crate::trial::Trials;
use crate::wire::Answered;

/// The most choices between a fire and its die that are looked back at.
const MOST_ANSWERS: usize = 24;

/// An event and from whom it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Happened {
    pub event: Event,
    pub hidden: BySide<bool>,
    /// Of a fire's die: how the table was read.
    pub read: Option<(WeaponClass, u8)>,
}

/// The die of a fire that was declared and has not fallen: whose, at what, and how the table is read for it.
#[derive(Debug, Clone)]
struct Declared {
    unit: UnitId,
    target: HexId,
    terms: Terms,
    read: (WeaponClass, u8),
    /// By which choice.
    choice: usize,
}

/// A choice that was made.
#[derive(Debug, Clone)]
pub(crate) struct Done {
    pub side: Side,
    pub order: String,
    pub drawn: Vec<u16>,
    pub by: Answered,
    pub wish: u32,
    pub happened: Vec<Happened>,
    /// What was asked.
    pub prompt: Option<Prompt>,
    /// The record's heading and check, where a new stretch of play begins with it.
    pub heading: Option<(String, Fingerprint)>,
    /// Whom it is about, for gathering.
    subject: Subject,
}

impl Done {
    /// Whether the other side must not see what was asked.
    pub(crate) fn is_secret(&self) -> bool {
        self.prompt.is_some_and(is_secret)
    }
}

/// What consecutive choices of a player who makes no wishes are gathered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Unit(UnitId),
    Leader(longroll_catalog::facts::LeaderId),
    /// It carries on with whoever is under way.
    Same,
    Other,
}

const fn subject(choice: Choice) -> Subject {
    match choice {
        Choice::Ride { leader, .. } => Subject::Leader(leader),
        Choice::Halt | Choice::StackAt { .. } => Subject::Same,
        Choice::Place { .. } | Choice::Assign { .. } | Choice::UnitOrders { .. } => Subject::Other,
        _ => match unit_of(choice) {
            Some(unit) => Subject::Unit(unit),
            None => Subject::Other,
        },
    }
}

/// Why a game cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// Its header has no seed.
    #[error("the header of the game names no seed")]
    NoSeed,
    /// It does not begin.
    #[error("the game does not begin: {0}")]
    Begin(String),
    /// A choice does not fit.
    #[error("choice {number} '{order}' does not fit the game: {reason}")]
    Choice {
        /// Which, from 1.
        number: usize,
        /// In order notation.
        order: String,
        reason: String,
    },
    /// More was taken back than was there.
    #[error("entry {0} takes back more than there is")]
    Undone(usize),
    /// The record cannot be read.
    #[error("the record cannot be read: {0}")]
    Record(String),
}

/// A game under way.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub battle: Battle,
    pub opening: Opening,
    pub first: Vec<Happened>,
    pub done: Vec<Done>,
    pub standing: Vec<Standing>,
    /// Grows with every entry.
    pub state: u64,
    /// How often something was taken back of which a side knew.
    pub undone: BySide<u64>,
    /// Entries that count for nothing in the eyes of a side: the other one's secrets.
    unseen: BySide<u64>,
    /// Of each offer whether a die is known to follow.
    pub rolls: Vec<bool>,
    /// Entries that nobody has kept yet.
    pub fresh: Vec<Entry>,
    /// Dice of declared fires that have not fallen.
    fires: Vec<Declared>,
    /// The battle as it stood after the last die, and how many choices had been made.
    base: (Battle, usize),
    reseeds: longroll_core::Reseeds,
    heading: Option<String>,
    next_standing: u32,
}

/// The dice that a choice has called for, from how things stood before it.
fn declared(before: &Battle, events: &[Event], choice: usize) -> Vec<Declared> {
    let fires = events.iter().filter_map(|event| match event {
        Event::Fired { fire, .. } => Some(fire),
        _ => None,
    });
    let mut dice = Vec::new();
    for fire in fires {
        let Some(first) = fire.from.first() else {
            continue;
        };
        for shot in fight::shots_of(before, fire) {
            dice.push(Declared {
                unit: first.part.unit,
                target: fire.target,
                terms: shot.terms,
                read: (shot.class, shot.sp),
                choice,
            });
        }
    }
    dice
}

/// How the table is read for a die, if it is that of a declared fire.
fn read_for(tables: &Tables, event: &Event, open: &mut Vec<Declared>) -> Option<(WeaponClass, u8)> {
    let Event::Rolled(roll) = event else {
        return None;
    };
    let Purpose::Fire(unit, target) = roll.purpose else {
        return None;
    };
    let own = |fire: &Declared| fire.unit == unit && fire.target == target;
    // Sections of a battery fire at one hex with the same terms and different guns.
    let row = i16::try_from(roll.total).unwrap_or(i16::MAX);
    let fell = |fire: &Declared| {
        let (class, sp) = fire.read;
        roll.verdict == Verdict::Fire(tables.fire.result(class, sp, row))
    };
    // What a scenario adds is in the roll and not in what was looked up.
    let place = open
        .iter()
        .position(|fire| own(fire) && fire.terms == roll.terms && fell(fire))
        .or_else(|| {
            open.iter()
                .position(|fire| own(fire) && fire.terms == roll.terms)
        })
        .or_else(|| open.iter().position(own))?;
    Some(open.remove(place).read)
}

fn happened(
    before: &Battle,
    after: &Battle,
    events: Vec<Event>,
    open: &mut Vec<Declared>,
) -> Vec<Happened> {
    // What is secret at either end of the choice is secret.
    let kept =
        |side, event: &Event| hidden_from(before, side, event) || hidden_from(after, side, event);
    events
        .into_iter()
        // The small print is in the position; no log need tell it.
        .filter(|event| !matches!(event, Event::Noted(_)))
        .map(|event| Happened {
            hidden: BySide::from_fn(|side| kept(side, &event)),
            read: read_for(before.setting().tables(), &event, open),
            event,
        })
        .collect()
}

impl Play {
    /// Begins a game on its stage.
    pub(crate) fn begin(stage: &Arc<Stage>, opening: Opening) -> Result<Self, OpenError> {
        let seed = opening.seed().ok_or(OpenError::NoSeed)?;
        let (battle, outcome) = new_game_on(Arc::clone(stage), seed)
            .map_err(|error| OpenError::Begin(error.to_string()))?;
        let mut play = Self {
            first: happened(&battle, &battle, outcome.events, &mut Vec::new()),
            base: (battle.clone(), 0),
            battle,
            reseeds: opening.header.reseeds().map_err(OpenError::Record)?,
            opening,
            done: Vec::new(),
            standing: Vec::new(),
            state: 0,
            undone: BySide::from_fn(|_| 0),
            unseen: BySide::from_fn(|_| 0),
            rolls: Vec::new(),
            fresh: Vec::new(),
            fires: Vec::new(),
            heading: None,
            next_standing: 1,
        };
        play.reseed();
        Ok(play)
    }

    /// Takes up a game from what was kept of it.
    pub(crate) fn open(
        stage: &Arc<Stage>,
        opening: Opening,
        entries: Vec<Entry>,
    ) -> Result<Self, OpenError> {
        let mut play = Self::begin(stage, opening)?;
        for (number, entry) in entries.into_iter().enumerate() {
            play.follow(number, entry)?;
        }
        play.battle.catch_up();
        play.base.0.catch_up();
        play.look_ahead();
        Ok(play)
    }

    fn follow(&mut self, number: usize, entry: Entry) -> Result<(), OpenError> {
        self.state += 1;
        match entry {
            Entry::Choice {
                side,
                order,
                drawn,
                by,
                wish,
            } => {
                let number = self.done.len() + 1;
                let wrong = |order: String, reason: String| OpenError::Choice {
                    number,
                    order,
                    reason,
                };
                let before = self.battle.clone();
                let choice = longroll_gbacw::notation::read(self.battle.stage(), &order);
                let outcome = match self.battle.follow(side, &order, None) {
                    Ok(outcome) => outcome,
                    Err(error) => return Err(wrong(order, error.to_string())),
                };
                if outcome.drawn != drawn {
                    let reason =
                        format!("the dice were {drawn:?}, now they are {:?}", outcome.drawn);
                    return Err(wrong(order, reason));
                }
                let subject = choice.map_or(Subject::Other, subject);
                self.note(&before, side, order, by, wish, subject, outcome);
            }
            Entry::Undone { choices } => {
                let target = self
                    .done
                    .len()
                    .checked_sub(choices as usize)
                    .filter(|&target| target >= self.base.1)
                    .ok_or(OpenError::Undone(number))?;
                self.rewind(target).map_err(|_| OpenError::Undone(number))?;
            }
            Entry::Standing(standing) => {
                self.next_standing = self.next_standing.max(standing.id + 1);
                self.standing.push(standing);
            }
            Entry::Cleared { id } => self.standing.retain(|standing| standing.id != id),
            Entry::Lapsed { id, why } => {
                for standing in self.standing.iter_mut().filter(|own| own.id == id) {
                    standing.lapsed = Some(why);
                }
            }
        }
        Ok(())
    }

    /// Writes down a choice that was made.
    #[expect(
        clippy::too_many_arguments,
        reason = "everything that is kept of a choice"
    )]
    fn note(
        &mut self,
        before: &Battle,
        side: Side,
        order: String,
        by: Answered,
        wish: u32,
        subject: Subject,
        outcome: Outcome<Event>,
    ) {
        let now = before.heading();
        let heading = (self.heading.as_ref() != Some(&now)).then(|| (now, before.fingerprint()));
        if let Some((now, _)) = &heading {
            self.heading = Some(now.clone());
        }
        let closed = outcome.barrier == Barrier::Closed;
        let number = self.done.len();
        self.fires
            .retain(|fire| fire.choice < number && number - fire.choice < MOST_ANSWERS);
        self.fires.extend(declared(before, &outcome.events, number));
        let happened = happened(before, &self.battle, outcome.events, &mut self.fires);
        self.done.push(Done {
            side,
            order,
            drawn: outcome.drawn,
            by,
            wish,
            happened,
            prompt: before.asked().map(|ask| ask.prompt),
            heading,
            subject,
        });
        let reseeded = self.reseed();
        if closed || reseeded {
            self.base = (self.battle.clone(), self.done.len());
        }
    }

    /// A game that went on from another has dice of its own from there.
    fn reseed(&mut self) -> bool {
        let now = self.done.len();
        let seed = self.reseeds.at(now);
        if let Some(seed) = seed {
            self.battle.set_chance(Chance::seeded(seed));
        }
        seed.is_some()
    }

    /// Makes a choice and keeps it.
    pub(crate) fn make(
        &mut self,
        side: Side,
        choice: Choice,
        by: Answered,
        wish: u32,
    ) -> Result<(), NotChosen> {
        let order = self.battle.print(&choice);
        let before = self.battle.clone();
        let outcome = self.battle.choose(side, &choice)?;
        self.fresh.push(Entry::Choice {
            side,
            order: order.clone(),
            drawn: outcome.drawn.clone(),
            by,
            wish,
        });
        self.state += 1;
        self.note(&before, side, order, by, wish, subject(choice), outcome);
        Ok(())
    }

    /// The number for a new wish.
    pub(crate) fn new_wish(&self) -> u32 {
        self.done.last().map_or(1, |done| done.wish + 1)
    }

    /// The wish to which the next choice of a player belongs who makes none: consecutive choices about one piece are one.
    pub(crate) fn wish_for(&self, side: Side, by: Answered, choice: Choice) -> u32 {
        let own = subject(choice);
        let secret = self.battle.asked().is_some_and(|ask| is_secret(ask.prompt));
        match self.done.last() {
            // An answer kept from the enemy is one to him, of however many choices.
            Some(last) if secret && last.side == side && last.is_secret() => last.wish,
            Some(last)
                if last.side == side
                    && last.by == by
                    && (own == Subject::Same
                        || own != Subject::Other && self.subject_of(last.wish) == Some(own)) =>
            {
                last.wish
            }
            _ => self.new_wish(),
        }
    }

    fn subject_of(&self, wish: u32) -> Option<Subject> {
        self.done
            .iter()
            .rev()
            .take_while(|done| done.wish == wish)
            .map(|done| done.subject)
            .find(|subject| *subject != Subject::Same)
    }

    /// Answers what need not be asked of a person, and what a standing answer answers; then the rest waits.
    pub(crate) fn settle(&mut self, wish: u32) -> Result<(), NotChosen> {
        while let Some(ask) = self.battle.asked() {
            if !self.opening.seats[ask.side].is_person() {
                break;
            }
            if let Some(choice) = self.standing_answer(ask) {
                self.make(ask.side, choice, Answered::Standing, wish)?;
                continue;
            }
            let offers = self.battle.offers();
            let only = match offers {
                [only] => Some(only.choice),
                _ => {
                    let trials = Trials::of(&self.battle, ask.side);
                    self.rolls = trials.rolls();
                    let first = self.battle.offers().first().map(|offer| offer.choice);
                    first.filter(|_| trials.cannot_matter())
                }
            };
            match only {
                Some(choice) => self.make(ask.side, choice, Answered::Unasked, wish)?,
                None => return Ok(()),
            }
        }
        self.rolls.clear();
        Ok(())
    }

    /// What is known of the pending choices, where nothing is to be settled.
    fn look_ahead(&mut self) {
        self.rolls = match self.battle.asked() {
            Some(ask) if self.opening.seats[ask.side].is_person() => {
                Trials::of(&self.battle, ask.side).rolls()
            }
            _ => Vec::new(),
        };
    }

    fn standing_answer(&mut self, ask: longroll_gbacw::step::Ask) -> Option<Choice> {
        let said: Vec<(u32, Says)> = self
            .standing
            .iter()
            .filter_map(|own| standing::says(&self.battle, ask, own).map(|says| (own.id, says)))
            .collect();
        let mut choice = None;
        for (id, says) in said {
            match says {
                Says::Choose(own) => choice = choice.or(Some(own)),
                Says::Lapses(why) => {
                    self.state += 1;
                    self.unseen[ask.side.enemy()] += 1;
                    self.fresh.push(Entry::Lapsed { id, why });
                    for standing in self.standing.iter_mut().filter(|own| own.id == id) {
                        standing.lapsed = Some(why);
                    }
                }
            }
        }
        choice
    }

    /// Remembers a standing answer.
    pub(crate) fn set_standing(
        &mut self,
        side: Side,
        said: crate::wire::SetStanding,
        orders: Option<longroll_catalog::facts::Orders>,
    ) {
        let standing = Standing {
            id: self.next_standing,
            side,
            disordered: standing::is_disordered(&self.battle, &said.who),
            said,
            orders,
            lapsed: None,
        };
        self.next_standing += 1;
        self.state += 1;
        self.unseen[side.enemy()] += 1;
        self.fresh.push(Entry::Standing(standing.clone()));
        self.standing.push(standing);
    }

    /// Forgets one.
    pub(crate) fn clear_standing(&mut self, id: u32) {
        self.state += 1;
        let owner = self.standing.iter().find(|own| own.id == id);
        if let Some(side) = owner.map(|own| own.side) {
            self.unseen[side.enemy()] += 1;
        }
        self.fresh.push(Entry::Cleared { id });
        self.standing.retain(|standing| standing.id != id);
    }

    /// Whether a choice only leads on within an answer that is kept from this side (SR 5.31): to it the answer is one number.
    fn is_folded(&self, side: Side, place: usize) -> bool {
        let Some(done) = self.done.get(place) else {
            return false;
        };
        if done.side == side || !done.is_secret() {
            return false;
        }
        match self.done.get(place + 1) {
            Some(next) => next.side == done.side && next.is_secret(),
            None => self
                .battle
                .asked()
                .is_some_and(|ask| ask.side == done.side && is_secret(ask.prompt)),
        }
    }

    /// How many of the first choices a side may count.
    pub(crate) fn counted(&self, side: Side, until: usize) -> usize {
        until
            - (0..until)
                .filter(|&place| self.is_folded(side, place))
                .count()
    }

    /// Which choice of a side's own count a choice leads to; nothing for one it does not know of.
    pub(crate) fn counted_at(&self, side: Side, place: usize) -> Option<usize> {
        (!self.is_folded(side, place)).then(|| self.counted(side, place + 1))
    }

    /// How many choices had been made when a side had counted so many; nothing if there are fewer.
    pub(crate) fn uncounted(&self, side: Side, counted: usize) -> Option<usize> {
        let all = self.done.len();
        let mut seen = 0;
        let mut found = (counted == 0).then_some(0);
        for place in 0..all {
            seen += usize::from(!self.is_folded(side, place));
            if seen == counted && !self.is_folded(side, place) {
                found = Some(place + 1);
            }
        }
        found
    }

    /// The state as a side may know it: a number that grows with what it sees.
    pub(crate) fn state_for(&self, side: Side) -> u64 {
        let all = self.done.len();
        let folded = u64::try_from(all - self.counted(side, all)).unwrap_or_default();
        self.state.saturating_sub(folded + self.unseen[side])
    }

    /// How many choices at the end no die stands behind.
    pub(crate) fn open_choices(&self) -> usize {
        self.done.len() - self.base.1
    }

    /// Takes the last choices back.
    pub(crate) fn undo(&mut self, choices: usize) -> Result<(), NotChosen> {
        let target = self.done.len().saturating_sub(choices).max(self.base.1);
        let taken = self.done.len() - target;
        self.rewind(target)?;
        self.battle.catch_up();
        self.state += 1;
        self.fresh.push(Entry::Undone {
            choices: u32::try_from(taken).unwrap_or(u32::MAX),
        });
        self.look_ahead();
        Ok(())
    }

    /// Goes back to a moment after the last die by playing on from there.
    fn rewind(&mut self, target: usize) -> Result<(), NotChosen> {
        let mut battle = self.base.0.clone();
        for done in self.done.get(self.base.1..target).unwrap_or_default() {
            if let Err(error) = battle.follow(done.side, &done.order, None) {
                return Err(match error {
                    longroll_core::NotFollowed::NotChosen(error) => error,
                    longroll_core::NotFollowed::Notation(error) => longroll_core::Refusal {
                        rule: longroll_rule::Rule::SR_5_5,
                        reason: error.to_string().into(),
                    }
                    .into(),
                });
            }
        }
        let all = self.done.len();
        for side in Side::BOTH {
            let folded = (target..all).filter(|&place| self.is_folded(side, place));
            let folded = u64::try_from(folded.count()).unwrap_or_default();
            let seen = self.counted(side, all) != self.counted(side, target);
            self.unseen[side] += folded + u64::from(!seen);
            self.undone[side] += u64::from(seen);
        }
        self.battle = battle;
        self.done.truncate(target);
        self.heading = self
            .done
            .iter()
            .rev()
            .find_map(|done| done.heading.as_ref().map(|(heading, _)| heading.clone()));
        Ok(())
    }

    /// The battle as it stood after so many choices.
    pub(crate) fn at(&self, choices: usize) -> Result<Battle, OpenError> {
        let seed = self.opening.seed().ok_or(OpenError::NoSeed)?;
        let stage = Arc::clone(self.battle.stage());
        let (mut battle, _) =
            new_game_on(stage, seed).map_err(|error| OpenError::Begin(error.to_string()))?;
        for (number, done) in self.done.iter().take(choices).enumerate() {
            if let Some(seed) = self.reseeds.at(number) {
                battle.set_chance(Chance::seeded(seed));
            }
            battle
                .follow(done.side, &done.order, None)
                .map_err(|error| OpenError::Choice {
                    number: number + 1,
                    order: done.order.clone(),
                    reason: error.to_string(),
                })?;
        }
        battle.catch_up();
        Ok(battle)
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.opening.header.clone();
        record.lines.clear();
        for done in &self.done {
            if let Some((heading, check)) = &done.heading {
                record.push(RecordLine::Comment(heading.clone()));
                record.push(RecordLine::Check(*check));
            }
            record.push(RecordLine::Choice {
                side: done.side,
                text: done.order.clone(),
                drawn: done.drawn.clone(),
            });
        }
        if let Some(result) = self.battle.result() {
            record.push(RecordLine::Check(self.battle.fingerprint()));
            record.set_tag("Result", result);
        }
        record
    }

    /// A new game that goes on from a moment of this one, with dice of its own.
    pub(crate) fn branch(&self, at: usize, seed: longroll_core::Seed) -> (Opening, Vec<Entry>) {
        let mut opening = self.opening.clone();
        let reseeds = self.reseeds.branched(at, seed);
        opening.header.set_reseeds(&reseeds);
        opening.header.remove_tag("Result");
        let entries = self.done.iter().take(at).map(|done| Entry::Choice {
            side: done.side,
            order: done.order.clone(),
            drawn: done.drawn.clone(),
            by: done.by,
            wish: done.wish,
        });
        (opening, entries.collect())
    }
}
