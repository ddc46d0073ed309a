//! The table at which procedures work: state to change, dice to roll, events to tell.

use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::{Barrier, Chance, ChanceError, Die, Terms};
use longroll_position::{
    ActivatorId, ActivatorNote, BodyId, BodyNote, Deeds, HalfMp, LeaderNote, Note, Position,
    Setting, SpecialNote, UnitNote,
};
use longroll_rule::Rule;

use crate::battle::At;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::stage::Stage;
use crate::step::Step;

/// Everything a procedure may touch. Dice are had through [`Play::roll`] and [`Play::draw`] alone.
#[derive(Debug)]
pub struct Play<'a> {
    /// What does not change.
    pub setting: &'a Setting,
    pub(crate) stage: &'a Stage,
    /// What does. Nothing but [`Play::happens`] can change it.
    pub position: &'a mut Position,
    /// Pending work, the next step last.
    pub work: &'a mut Vec<Step>,
    pub(crate) chance: &'a mut Chance,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) drawn: &'a mut Vec<u16>,
    pub(crate) barrier: &'a mut Barrier,
}

impl Play<'_> {
    /// The scene as it stands, for questions.
    #[must_use]
    pub fn at(&self) -> At<'_> {
        self.stage.at(self.position)
    }

    /// Puts a step on top of the pending work.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.work.push(step.into());
        self.keep_urgent_on_top(1);
    }

    /// Puts steps on the pending work so that they are done in the order given.
    pub fn then(&mut self, steps: impl IntoIterator<Item = Step, IntoIter: DoubleEndedIterator>) {
        let before = self.work.len();
        self.work.extend(steps.into_iter().rev());
        self.keep_urgent_on_top(self.work.len() - before);
    }

    /// What must be settled at once (SR 12.73) stays on top of the steps just put there.
    fn keep_urgent_on_top(&mut self, new: usize) {
        let first_new = self.work.len() - new;
        let others = self.work[..first_new]
            .iter()
            .rev()
            .take_while(|step| matches!(step, Step::Refuge(_)))
            .count();
        if others > 0 {
            self.work[first_new - others..].rotate_left(others);
        }
    }

    /// Something happens: it changes the position, and it is told.
    pub fn happens(&mut self, event: Event) {
        self.position.apply(self.setting, &event);
        self.events.push(event);
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

    /// Rolls a die and tells it, with its terms and what the judge makes of the total.
    ///
    /// # Errors
    /// When a script of dice is used up.
    pub fn roll(
        &mut self,
        purpose: Purpose,
        rule: Rule,
        terms: Terms,
        judge: impl FnOnce(Die, i32) -> Verdict,
    ) -> Result<Verdict, ChanceError> {
        let die = self.chance.roll()?;
        self.drawn.push(u16::from(die.face()));
        *self.barrier = Barrier::Closed;
        let total = die.value() + terms.sum();
        let verdict = judge(die, total);
        self.happens(Event::Rolled(Box::new(Roll {
            purpose,
            rule,
            die,
            terms,
            total,
            verdict,
        })));
        Ok(verdict)
    }

    /// Draws one of several equally likely things.
    ///
    /// # Errors
    /// When a script is used up or does not fit.
    pub fn draw(&mut self, among: u16) -> Result<u16, ChanceError> {
        let index = self.chance.draw(among)?;
        self.drawn.push(index);
        *self.barrier = Barrier::Closed;
        Ok(index)
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
