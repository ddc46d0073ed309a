//! The table: sayings in, replies out.

use std::sync::Arc;

use longroll_core::{BySide, Game as _, Record, RecordLine, Seed, Side};
use longroll_gbacw::{Battle, Choice, Stage};

use crate::entry::{Curtain, Entry, Intent, Opening, Sitter};
use crate::eyes::{Eyes, Pick, moment, story};
use crate::fault::Fault;
use crate::game::{OpenError, Play};
use crate::question::is_secret;
use crate::wire::{self, Answer, Answered, Do, Reply, Saying, Stopped};
use crate::wish::{self, Left};
use crate::words::Words;
use crate::{fight, imagined, lookup, preview, sight, standing, why};

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
    fn turn_screen(&mut self) {
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

    /// How many choices have been made.
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
    fn after(&mut self) {
        let waits = |left: &Left, battle: &Battle| {
            left.why == Stopped::Question
                && wish::asks_for_moves(battle)
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

    /// Answers a saying of whoever has these eyes. On an error nothing has changed.
    pub fn say(&mut self, eyes: &mut Eyes, saying: &Saying) -> Reply {
        let words = Words::of(eyes.language());
        match self.answer(eyes, saying, words) {
            Ok(answer) => Reply {
                reply: saying.id,
                ok: Some(answer),
                error: None,
            },
            Err(fault) => Reply {
                reply: saying.id,
                ok: None,
                error: Some(fault.told(words)),
            },
        }
    }

    fn answer(&mut self, eyes: &mut Eyes, saying: &Saying, words: &Words) -> Result<Answer, Fault> {
        if saying.what.changes() {
            match saying.state {
                None => return Err(Fault::plain("no-state")),
                Some(state) if state != self.play.state => return Err(Fault::plain("stale")),
                Some(_) => {}
            }
            if self.curtain().is_some() && eyes.viewer() == Viewer::Here {
                return Err(Fault::plain("curtain"));
            }
            self.change(eyes.viewer(), &saying.what)?;
            return Ok(eyes.news(self).unwrap_or_else(|| eyes.look(self)));
        }
        let side = self.eyes_of(eyes.viewer());
        match &saying.what {
            Do::Ready => {
                if let Some(decider) = self.curtain().filter(|_| eyes.viewer() == Viewer::Here) {
                    self.shown = decider;
                }
                Ok(eyes.look(self))
            }
            Do::Reach { piece } => {
                let piece = self.own_piece(side, piece)?;
                Ok(Answer::Reach(preview::reach(
                    &self.play.battle,
                    words,
                    piece,
                )))
            }
            Do::Way(go) => {
                for name in &go.pieces {
                    self.own_piece(side, name)?;
                }
                let plan = wish::going(&self.play.battle, go)?;
                Ok(Answer::Way(imagined::way(
                    &self.play.battle,
                    words,
                    side,
                    plan,
                )))
            }
            Do::Why {
                order,
                piece,
                hex,
                facing,
            } => self
                .why(
                    words,
                    side,
                    order.as_deref(),
                    piece.as_deref(),
                    hex.as_deref(),
                    facing.as_deref(),
                )
                .map(Answer::Why),
            Do::Targets { piece } => {
                let only = piece
                    .as_deref()
                    .map(|name| self.own_piece(side, name))
                    .transpose()?;
                let aims = match only {
                    _ if self.asked_of(side).is_err() => Vec::new(),
                    Some(longroll_catalog::facts::Piece::Leader(_)) => Vec::new(),
                    Some(
                        longroll_catalog::facts::Piece::Unit(unit)
                        | longroll_catalog::facts::Piece::Section(unit, _),
                    ) => fight::targets(&self.play.battle, side, Some(unit)),
                    None => fight::targets(&self.play.battle, side, None),
                };
                Ok(Answer::Targets(wire::Targets {
                    piece: piece.clone(),
                    aims,
                }))
            }
            Do::Odds { order } => {
                let battle = &self.play.battle;
                let choice = match order {
                    Some(order) => {
                        self.asked_of(side)?;
                        let choice = lookup::order(battle, order)?;
                        if let Some(refusal) = battle.why_not(side, choice) {
                            return Err(refusal.into());
                        }
                        Some(choice)
                    }
                    None => None,
                };
                Ok(Answer::Odds(fight::cards(battle, side, words, choice)))
            }
            Do::Sight { from, to } => {
                let battle = &self.play.battle;
                let (from, to) = (lookup::hex(battle, from)?, lookup::hex(battle, to)?);
                Ok(Answer::Sight(sight::line(battle, words, from, to)))
            }
            Do::Story {
                before,
                count,
                all,
                piece,
            } => {
                let pick = Pick {
                    before: *before,
                    since: 0,
                    count: (*count).unwrap_or(50).min(200),
                    all: *all,
                    piece: piece.as_deref(),
                };
                Ok(Answer::Story(story(&self.play, side, words, pick)))
            }
            Do::Replay { at } => {
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                if at > self.play.done.len() {
                    return Err(Fault::named("no-moment", &at.to_string()));
                }
                let battle = self
                    .play
                    .at(at)
                    .map_err(|error| Fault::Notation(error.to_string()))?;
                Ok(Answer::Look(Box::new(moment(
                    self, &battle, at, side, words,
                ))))
            }
            _ => Ok(eyes.look(self)),
        }
    }

    /// A piece whose way this side may ask for: its own. The reach of an enemy would tell what he may yet do.
    fn own_piece(&self, side: Side, name: &str) -> Result<longroll_catalog::facts::Piece, Fault> {
        use longroll_catalog::facts::Piece;
        let setting = self.play.battle.setting();
        let piece = lookup::piece(&self.play.battle, name)?;
        let owner = match piece {
            Piece::Unit(unit) | Piece::Section(unit, _) => setting.unit(unit).side,
            Piece::Leader(leader) => setting.leader(leader).side,
        };
        if owner == side {
            Ok(piece)
        } else {
            Err(Fault::plain("not-yours"))
        }
    }

    /// Whether this side is asked now.
    fn asked_of(&self, side: Side) -> Result<(), Fault> {
        match self.decider() {
            Some(decider) if decider == side => Ok(()),
            Some(_) => Err(Fault::plain("not-yours")),
            None => Err(Fault::plain("over")),
        }
    }

    fn why(
        &self,
        words: &Words,
        side: Side,
        order: Option<&str>,
        piece: Option<&str>,
        hex: Option<&str>,
        facing: Option<&str>,
    ) -> Result<wire::Why, Fault> {
        let battle = &self.play.battle;
        if let Some(order) = order {
            return Ok(why::choice(
                battle,
                words,
                side,
                lookup::order(battle, order)?,
            ));
        }
        let Some(piece) = piece else {
            return Err(Fault::plain("nothing-asked"));
        };
        let piece = self.own_piece(side, piece)?;
        let hex = hex.map(|name| lookup::hex(battle, name)).transpose()?;
        let facing = facing.map(lookup::facing).transpose()?;
        Ok(why::piece(
            battle,
            words,
            side,
            piece,
            hex.map(|hex| (hex, facing)),
        ))
    }

    /// The side for which a viewer may decide now.
    fn deciding(&self, viewer: Viewer) -> Result<Side, Fault> {
        let side = self.decider().ok_or_else(|| Fault::plain("over"))?;
        let may = self.sitter(side).is_person() && self.eyes_of(viewer) == side;
        if may {
            Ok(side)
        } else {
            Err(Fault::plain("not-yours"))
        }
    }

    fn change(&mut self, viewer: Viewer, what: &Do) -> Result<(), Fault> {
        match what {
            Do::Choose { order } => {
                let side = self.deciding(viewer)?;
                let choice = lookup::order(&self.play.battle, order)?;
                if let Some(refusal) = self.play.battle.why_not(side, choice) {
                    return Err(refusal.into());
                }
                let wish = self.play.wish_for(side, Answered::Person, choice);
                let in_between = !wish::asks_for_moves(&self.play.battle);
                self.play.make(side, choice, Answered::Person, wish)?;
                self.play.settle(wish)?;
                // Whoever moves by hand has given up his wish; an answer in between has not.
                self.left = self.left.take().filter(|left| {
                    left.side != side || in_between && left.why == Stopped::Question
                });
                self.after();
                Ok(())
            }
            Do::Wish { wish } => {
                let side = self.deciding(viewer)?;
                let plan = wish::understand(&self.play.battle, wish)?;
                self.left = wish::carry_out(&mut self.play, side, plan)?;
                self.turn_screen();
                Ok(())
            }
            Do::GoOn => {
                let side = self.deciding(viewer)?;
                let left = self.left.clone().filter(|left| left.side == side);
                let left = left.ok_or_else(|| Fault::plain("no-wish"))?;
                self.left = wish::carry_out(&mut self.play, side, left.plan)?;
                self.turn_screen();
                Ok(())
            }
            Do::Drop => {
                self.left = None;
                Ok(())
            }
            Do::Undo => {
                let choices = self.can_undo(viewer).map_err(|key| match key {
                    "die" => Fault::Said("undo-die", String::new()),
                    _ => Fault::Said("undo-other", String::new()),
                })?;
                self.play.undo(choices)?;
                self.left = None;
                self.turn_screen();
                Ok(())
            }
            Do::Standing { set, clear } => {
                let side = self.eyes_of(viewer);
                if !self.sitter(side).is_person() {
                    return Err(Fault::plain("not-yours"));
                }
                if let Some(id) = clear {
                    let own = |own: &standing::Standing| own.id == *id && own.side == side;
                    if !self.play.standing.iter().any(own) {
                        return Err(Fault::named("no-standing", &id.to_string()));
                    }
                    self.play.clear_standing(*id);
                }
                if let Some(said) = set {
                    if self.play.standing.len() >= 200 {
                        return Err(Fault::plain("too-many"));
                    }
                    let orders = standing::check(&self.play.battle, side, said)?;
                    self.play.set_standing(side, said.clone(), orders);
                    let wish = self.play.new_wish();
                    self.play.settle(wish)?;
                    self.after();
                }
                Ok(())
            }
            _ => Ok(()),
        }
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
