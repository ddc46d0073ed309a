//! The table at which procedures work: state to change, dice to roll, events to tell. It knows frames, and no procedure.

use core::ops::Deref;

use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::{Barrier, Chance, ChanceError};
use longroll_position::{
    ActivatorId, ActivatorNote, BodyId, BodyNote, Deeds, HalfMp, LeaderNote, Note, Position,
    Setting, SpecialNote, UnitNote,
};

use crate::event::{Drawn, Event, Lot, Roll, Rolled, Wanted};
use crate::scene::At;
use crate::stage::Stage;
use crate::step::{Done, Step};

/// A position that only events change: it is read like any other, and what lends it for writing is private to this file.
#[derive(Debug)]
pub struct ByEvents<'a>(&'a mut Position);

impl<'a> ByEvents<'a> {
    /// The machine hands its position to a procedure.
    pub(crate) const fn lent(position: &'a mut Position) -> Self {
        Self(position)
    }
}

impl Deref for ByEvents<'_> {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.0
    }
}

/// Everything a procedure may touch. Dice are had through [`Play::roll`] and [`Play::draw`] alone.
#[derive(Debug)]
pub struct Play<'a> {
    /// What does not change.
    pub setting: &'a Setting,
    pub(crate) stage: &'a Stage,
    /// What does, to be read; [`Play::happens`] changes it.
    pub position: ByEvents<'a>,
    /// Pending work, the next step last.
    pub work: &'a mut Vec<Step>,
    pub(crate) chance: &'a mut Chance,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) drawn: &'a mut Vec<u16>,
    pub(crate) barrier: &'a mut Barrier,
    /// How much work lay below the step that runs: its caller is on top of that.
    pub(crate) base: usize,
    pub(crate) urgent: &'a mut Vec<Step>,
    pub(crate) wanted: &'a mut Option<Wanted>,
}

impl Play<'_> {
    /// The scene as it stands, for questions.
    #[must_use]
    pub fn at(&self) -> At<'_> {
        self.stage.at(&self.position)
    }

    /// Puts a step on top of the pending work.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.work.push(step.into());
    }

    /// Puts steps on the pending work so that they are done in the order given.
    pub fn then(&mut self, steps: impl IntoIterator<Item = Step, IntoIter: DoubleEndedIterator>) {
        self.work.extend(steps.into_iter().rev());
    }

    /// The frame waits while the other runs, and is resumed with its result.
    pub fn call(&mut self, frame: impl Into<Step>, other: impl Into<Step>) {
        self.work.push(Step::awaiting(frame.into()));
        self.work.push(other.into());
    }

    /// The frame that runs has come to this result, for the frame that called it, if one did.
    pub fn finish(&mut self, result: Done) {
        if let Some(caller) = self
            .base
            .checked_sub(1)
            .and_then(|place| self.work.get_mut(place))
        {
            caller.take_result(result);
        }
    }

    /// What must be settled as soon as the step under way has done its part, before everything it leaves behind.
    pub fn at_once(&mut self, step: impl Into<Step>) {
        self.urgent.push(step.into());
    }

    /// Something happens: it changes the position, and it is told.
    pub fn happens(&mut self, event: Event) {
        self.position.0.apply(self.setting, &event);
        let stopped = if self.position.special.sites.is_empty() {
            Vec::new()
        } else {
            crate::works::stopped_by(self.setting, &self.position, &event)
        };
        self.events.push(event);
        for unit in stopped {
            self.happens(Event::WorkStopped { unit });
        }
    }

    /// Something is noted of a unit.
    pub fn note_unit(&mut self, unit: UnitId, note: UnitNote) {
        self.happens(Event::Noted(Note::Unit(unit, note)));
    }

    /// A unit has done this; nothing is noted twice.
    pub fn did(&mut self, unit: UnitId, deeds: Deeds) {
        if !self.position.unit(unit).deeds.has(deeds) {
            self.note_unit(unit, UnitNote::Did(deeds));
        }
    }

    /// A unit has no longer done this.
    pub fn undid(&mut self, unit: UnitId, deeds: Deeds) {
        if self.position.unit(unit).deeds.any(deeds) {
            self.note_unit(unit, UnitNote::Undid(deeds));
        }
    }

    /// A unit pays so many MP more.
    pub fn pays(&mut self, unit: UnitId, cost: HalfMp) {
        if cost > HalfMp::ZERO {
            let spent = self.position.unit(unit).spent + cost;
            self.note_unit(unit, UnitNote::Spent(spent));
        }
    }

    /// Something is noted of a leader.
    pub fn note_leader(&mut self, leader: LeaderId, note: LeaderNote) {
        self.happens(Event::Noted(Note::Leader(leader, note)));
    }

    /// Something is noted of a body.
    pub fn note_body(&mut self, body: BodyId, note: BodyNote) {
        self.happens(Event::Noted(Note::Body(body, note)));
    }

    /// Something is noted of whoever has markers.
    pub fn note_activator(&mut self, activator: ActivatorId, note: ActivatorNote) {
        self.happens(Event::Noted(Note::Activator(activator, note)));
    }

    /// Something is noted of the scenario's special rules.
    pub fn note_special(&mut self, note: SpecialNote) {
        self.happens(Event::Noted(Note::Special(note)));
    }

    /// Rolls a die and tells it, with its terms and what the total means.
    ///
    /// # Errors
    /// When no number is to be had: a script is used up, or somebody outside rolls.
    pub fn roll(&mut self, roll: Roll) -> Result<Rolled, ChanceError> {
        let die = match self.chance.roll() {
            Ok(die) => die,
            Err(error) => {
                *self.wanted = Some(Wanted::Die(Box::new(roll)));
                return Err(error);
            }
        };
        self.drawn.push(u16::from(die.face()));
        *self.barrier = Barrier::Closed;
        let rolled = roll.fell(die);
        self.happens(Event::Rolled(Box::new(rolled.clone())));
        Ok(rolled)
    }

    /// Draws one of several things; nothing if there is nothing to draw.
    ///
    /// # Errors
    /// When no number is to be had: a script is used up or does not fit, or somebody outside draws.
    pub fn draw(&mut self, lot: Lot) -> Result<Option<Drawn>, ChanceError> {
        let among = lot.weight();
        if among == 0 {
            return Ok(None);
        }
        let number = match self.chance.draw(among) {
            Ok(number) => number,
            Err(error) => {
                *self.wanted = Some(Wanted::Lot(lot));
                return Err(error);
            }
        };
        self.drawn.push(number);
        *self.barrier = Barrier::Closed;
        Ok(lot.outcome(number))
    }

    /// A fact came to light that cannot be unseen.
    pub fn reveal(&mut self) {
        *self.barrier = Barrier::Closed;
    }

    /// The name of a unit.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> &str {
        &self.setting.unit(unit).name
    }
}
