//! A game being played: the state, its record, and undo with honest limits.

use crate::decision::{Barrier, NotChosen, Outcome};
use crate::record::{ReplayError, play_line, true_result};
use crate::reseed::RESEED;
use crate::{Game, Record, RecordLine, Seed, Side};

/// Why undo is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// Nothing has been chosen since the last die, draw or revealed fact.
    #[error("nothing to take back: the last die, draw or revealed fact stands")]
    AtBarrier,
}

/// A game with its record. Undo restores an earlier state, it never reverses events.
#[derive(Debug, Clone)]
pub struct Session<G> {
    game: G,
    record: Record,
    earlier: Vec<(G, usize)>,
    heading: Option<String>,
}

impl<G: Game> Session<G> {
    /// Begins a record with the given header.
    pub fn new(game: G, header: Record) -> Self {
        Self {
            game,
            record: header,
            earlier: Vec::new(),
            heading: None,
        }
    }

    /// Takes up a recorded game: every line is played and checked, and what no die stands behind can still be taken back.
    ///
    /// # Errors
    /// The first line that does not fit the game.
    pub fn resume(game: G, record: Record) -> Result<Self, ReplayError> {
        if record.tag(RESEED).is_some() {
            return Err(ReplayError::Reseed(format!(
                "the header has the tag {RESEED}: the dice of these games follow one seed to the end"
            )));
        }
        Self::resume_with(game, record, |_, _| {})
    }

    /// The same for a game whose dice may have changed on the way: `reseed` has them follow another seed. What was chosen
    /// before the last change cannot be taken back; a change that a record which was cut has not come to is forgotten.
    ///
    /// # Errors
    /// As [`Session::resume`].
    pub fn resume_with(
        game: G,
        record: Record,
        mut reseed: impl FnMut(&mut G, Seed),
    ) -> Result<Self, ReplayError> {
        let reseeds = record.reseeds().map_err(ReplayError::Reseed)?;
        let mut choices = 0;
        let mut session = Self::new(game, record);
        if let Some(seed) = reseeds.at(choices) {
            reseed(&mut session.game, seed);
        }
        let lines = &session.record.lines;
        // Nothing before the last number drawn can be taken back.
        let drew = |(_, content): &(usize, RecordLine)| matches!(content, RecordLine::Choice { drawn, .. } if !drawn.is_empty());
        let last_drawn = lines.iter().rposition(drew);
        for (index, (_, content)) in lines.iter().enumerate() {
            let open = last_drawn.is_none_or(|last| index > last);
            let choice = matches!(content, RecordLine::Choice { .. });
            let before = (open && choice).then(|| session.game.clone());
            let barrier = play_line(&mut session.game, &lines[index..], |_| {})?;
            match (barrier, before) {
                (Some(Barrier::Open), Some(before)) => session.earlier.push((before, index)),
                (Some(Barrier::Closed), _) => session.earlier.clear(),
                _ => {}
            }
            choices += usize::from(choice);
            if let Some(seed) = reseeds.at(choices).filter(|_| choice) {
                reseed(&mut session.game, seed);
                session.earlier.clear();
            }
        }
        session.record.set_reseeds(&reseeds.up_to(choices));
        session.game.catch_up();
        true_result(&session.game, &session.record)?;
        // A game that was cut has no result yet, whatever its header said.
        if session.game.result().is_none() {
            session.record.remove_tag("Result");
        }
        session.heading = session.last_heading();
        Ok(session)
    }

    fn last_heading(&self) -> Option<String> {
        self.record
            .lines
            .iter()
            .rev()
            .find_map(|(_, line)| match line {
                RecordLine::Comment(heading) => Some(heading.clone()),
                _ => None,
            })
    }

    /// The game as it stands.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The record so far.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Chooses, and writes the record line.
    ///
    /// # Errors
    /// As `Game::choose`; nothing has changed.
    pub fn choose(&mut self, by: Side, choice: &G::Choice) -> Result<Outcome<G::Event>, NotChosen> {
        let text = self.game.print(choice);
        let before = self.game.clone();
        let heading = self.game.heading();
        let outcome = self.game.choose(by, choice)?;
        let length = self.record.lines.len();
        if self.heading.as_ref() != Some(&heading) {
            self.record.push(RecordLine::Comment(heading.clone()));
            self.record.push(RecordLine::Check(before.fingerprint()));
            self.heading = Some(heading);
        }
        self.record.push(RecordLine::Choice {
            side: by,
            text,
            drawn: outcome.drawn.clone(),
        });
        match outcome.barrier {
            Barrier::Open => self.earlier.push((before, length)),
            Barrier::Closed => self.earlier.clear(),
        }
        if let Some(result) = self.game.result() {
            self.record.push(RecordLine::Check(self.game.fingerprint()));
            self.record.set_tag("Result", result);
        }
        Ok(outcome)
    }

    /// Takes the last choice back.
    ///
    /// # Errors
    /// When a die, a draw or a revealed fact stands between.
    pub fn undo(&mut self) -> Result<(), UndoError> {
        let (game, length) = self.earlier.pop().ok_or(UndoError::AtBarrier)?;
        self.game = game;
        self.game.catch_up();
        self.record.lines.truncate(length);
        self.record.remove_tag("Result");
        self.heading = self.last_heading();
        Ok(())
    }

    /// How many choices can be taken back.
    #[must_use]
    pub fn undo_depth(&self) -> usize {
        self.earlier.len()
    }
}
