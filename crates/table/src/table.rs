//! The table: a game with its seats.

use std::sync::Arc;

use longroll_core::{BySide, Game as _, Record, RecordLine, Seed, Side};
use longroll_gbacw::{Battle, Choice, Stage};

use crate::entry::{Curtain, Entry, Intent, Opening, Sitter};
use crate::fault::Fault;
use crate::game::{Done, OpenError, Play};
use crate::question::is_secret;
use crate::wire::{Answered, Stopped};
use crate::wish::{self, Left};

/// A game with its seats.
#[derive(Debug, Clone)]
pub struct Table {
    pub(crate) play: Play,
    pub(crate) left: Option<Left>,
    /// With two people at one screen: whose eyes it shows.
    pub(crate) shown: Side,
    pub(crate) intention: BySide<Option<Intent>>,
}

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// The one screen at which everybody sits who is a person.
    Here,
    /// One side.
    Side(Side),
}

impl Table {
    /// Begins a game.
    ///
    /// # Errors
    /// When its header has no seed.
    pub fn begin(stage: &Arc<Stage>, opening: Opening) -> Result<Self, OpenError> {
        Self::go_on(stage, opening, Vec::new())
    }

    /// Begins a game with what was decided in another one: a moment to go on from, or a record.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn go_on(
        stage: &Arc<Stage>,
        opening: Opening,
        entries: Vec<Entry>,
    ) -> Result<Self, OpenError> {
        let mut table = Self::open(stage, opening, entries)?;
        let wish = table.play.new_wish();
        table
            .play
            .settle(wish)
            .map_err(|error| OpenError::Begin(error.to_string()))?;
        table.turn_screen();
        Ok(table)
    }

    /// Takes up a game from what was kept of it.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn open(
        stage: &Arc<Stage>,
        opening: Opening,
        entries: Vec<Entry>,
    ) -> Result<Self, OpenError> {
        let play = Play::open(stage, opening, entries)?;
        let mut table = Self {
            play,
            left: None,
            shown: Side::Union,
            intention: BySide::from_fn(|_| None),
        };
        table.shown = table.first_eyes();
        // Nobody knows who sits there when a game is taken up: a secret question is covered again.
        if !table.play.done.is_empty() && table.is_shared() {
            table.shown = table.shown.enemy();
        }
        table.turn_screen();
        Ok(table)
    }

    /// The entries of a record, as if people had made its choices at this table.
    ///
    /// # Errors
    /// The first line that does not fit.
    pub fn entries_of(
        stage: &Arc<Stage>,
        opening: &Opening,
        record: &Record,
    ) -> Result<Vec<Entry>, OpenError> {
        let mut play = Play::begin(stage, opening.clone())?;
        for (line, content) in &record.lines {
            let RecordLine::Choice { side, text, drawn } = content else {
                continue;
            };
            let wrong = |reason: String| OpenError::Choice {
                number: *line,
                order: text.clone(),
                reason,
            };
            let choice = play
                .battle
                .parse(text)
                .map_err(|error| wrong(error.to_string()))?;
            let wish = play.wish_for(*side, Answered::Person, choice);
            play.make(*side, choice, Answered::Person, wish)
                .map_err(|error| wrong(error.to_string()))?;
            let last = play.done.last().map(|done| &done.drawn);
            if last != Some(drawn) {
                return Err(wrong(format!(
                    "the record says the numbers drawn were {drawn:?}"
                )));
            }
        }
        Ok(play.fresh)
    }

    /// The eyes with which a person looks first.
    fn first_eyes(&self) -> Side {
        let seats = &self.play.opening.seats;
        let people = |side: Side| seats[side].is_person();
        match (people(Side::Union), people(Side::Confederate)) {
            (true, false) => Side::Union,
            (false, true) => Side::Confederate,
            _ => self.decider().unwrap_or(Side::Union),
        }
    }

    /// Whether two people sit at one screen.
    fn is_shared(&self) -> bool {
        let seats = &self.play.opening.seats;
        seats.union.is_person() == seats.confederate.is_person()
    }

    /// Shows the eyes of whoever decides, unless a curtain must fall first.
    pub(crate) fn turn_screen(&mut self) {
        let Some(decider) = self.decider().filter(|_| self.is_shared()) else {
            return;
        };
        if !self.needs_curtain() {
            self.shown = decider;
        }
    }

    /// Whether the screen must be handed over before anything more is shown.
    fn needs_curtain(&self) -> bool {
        let Some(ask) = self.play.battle.asked().filter(|_| self.is_shared()) else {
            return false;
        };
        // Nobody looks over the shoulder of two computers.
        if !self.play.opening.seats[ask.side].is_person() || self.shown == ask.side {
            return false;
        }
        match self.play.opening.curtain {
            Curtain::Never => false,
            Curtain::Secret => is_secret(ask.prompt),
            Curtain::Always => true,
        }
    }

    /// The side to which the screen is to be handed.
    pub(crate) fn curtain(&self) -> Option<Side> {
        self.decider().filter(|_| self.needs_curtain())
    }

    /// Whose eyes a viewer has.
    #[must_use]
    pub const fn eyes_of(&self, viewer: Viewer) -> Side {
        match viewer {
            Viewer::Here => self.shown,
            Viewer::Side(side) => side,
        }
    }

    /// Who must decide; nobody when the game is over.
    #[must_use]
    pub fn decider(&self) -> Option<Side> {
        self.play.battle.asked().map(|ask| ask.side)
    }

    /// Who sits there.
    #[must_use]
    pub fn sitter(&self, side: Side) -> &Sitter {
        &self.play.opening.seats[side]
    }

    /// The name of the computer that must decide now, and for whom.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(Side, &str)> {
        let side = self.decider()?;
        match self.sitter(side) {
            Sitter::Computer(name) => Some((side, name)),
            Sitter::Person => None,
        }
    }

    /// The battle, for whoever decides for the computer. It holds the truth: it must not leave the server.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.play.battle
    }

    /// How the game began.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.play.opening
    }

    /// Grows with every choice and every undo.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.play.state
    }

    /// The state as this viewer may know it: what he says with his wishes.
    #[must_use]
    pub fn state_of(&self, viewer: Viewer) -> u64 {
        self.play.state_for(self.eyes_of(viewer))
    }

    /// How many choices this viewer may count: an answer that is kept from him is one, of however many choices.
    #[must_use]
    pub fn counted(&self, viewer: Viewer) -> usize {
        let side = self.eyes_of(viewer);
        self.play.counted(side, self.play.done.len())
    }

    /// How many choices had been made when this viewer had counted so many.
    #[must_use]
    pub fn moment_of(&self, viewer: Viewer, counted: usize) -> Option<usize> {
        self.play.uncounted(self.eyes_of(viewer), counted)
    }

    /// How many choices have been made, those that are kept from somebody included.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.play.done.len()
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.play.battle.asked().is_none()
    }

    /// The game as a record; it tells the seed, and so the dice to come.
    #[must_use]
    pub fn record(&self) -> Record {
        self.play.record()
    }

    /// A new game that goes on from a moment of this one, with dice of its own.
    #[must_use]
    pub fn branch(&self, at: usize, seed: Seed) -> (Opening, Vec<Entry>) {
        self.play.branch(at, seed)
    }

    /// The entries that were made since this was last asked; whoever keeps games keeps them before he answers.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        core::mem::take(&mut self.play.fresh)
    }

    /// Makes a choice of the computer, with what it has in mind.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed.
    pub fn computer(
        &mut self,
        side: Side,
        choice: Choice,
        intention: Option<Intent>,
    ) -> Result<(), longroll_core::NotChosen> {
        let wish = self.play.wish_for(side, Answered::Computer, choice);
        self.play.make(side, choice, Answered::Computer, wish)?;
        if intention.is_some() {
            self.intention[side] = intention;
        }
        self.play.settle(wish)?;
        self.after();
        Ok(())
    }

    /// After something was decided: a wish that waited for the other side's answer goes on, the screen turns.
    pub(crate) fn after(&mut self) {
        let waits = |left: &Left, battle: &Battle| {
            left.why == Stopped::Question
                && wish::asks_for_moves(battle)
                && !left.waits_for_another(battle)
                && battle.asked().is_some_and(|ask| ask.side == left.side)
        };
        if let Some(left) = self.left.take_if(|left| waits(left, &self.play.battle)) {
            let (side, plan) = (left.side, left.plan.clone());
            self.left = match wish::carry_out(&mut self.play, side, plan) {
                Ok(left) => left,
                Err(Fault::Refused(refusal)) => Some(Left {
                    why: Stopped::Refused,
                    refusal: Some(refusal),
                    ..left
                }),
                Err(_) => None,
            };
        }
        self.turn_screen();
    }

    /// How many choices undo would take back now, or the word for why it cannot.
    pub(crate) fn can_undo(&self, viewer: Viewer) -> Result<usize, &'static str> {
        let Some(last) = self.play.done.last() else {
            return Err("nothing");
        };
        let of_wish = self
            .play
            .done
            .iter()
            .rev()
            .take_while(|done| done.wish == last.wish);
        let count = of_wish.clone().count();
        // The first choice of a wish is the one that a person made.
        let maker = of_wish.last().map_or(last.side, |done| done.side);
        let mine = self.sitter(maker).is_person()
            && match viewer {
                Viewer::Here => true,
                Viewer::Side(side) => side == maker,
            };
        if !mine {
            return Err("other");
        }
        // At one screen nobody takes back what the other has answered in secret.
        let eyes = self.eyes_of(viewer);
        let others_secret = |done: &Done| done.is_secret() && done.side != eyes;
        if self.play.done.iter().rev().take(count).any(others_secret) {
            return Err("other");
        }
        // Only what a person chose is worth taking back; what followed by itself goes with it.
        let open = count.min(self.play.open_choices());
        let from = self.play.done.len() - open;
        let chosen = self
            .play
            .done
            .iter()
            .skip(from)
            .position(|done| done.by == Answered::Person);
        chosen.map_or(Err("die"), |place| Ok(open - place))
    }
}
