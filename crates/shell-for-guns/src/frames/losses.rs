//! SfG 1.3: losses are counted for the whole unit; every fourth removes a base (SfG-readings 16 to 18).

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::procedure::{Answer, Ask, Flow, Nobody, Procedure, Prompt, not_asked};
use crate::choice::{Choice, End};
use crate::event::Event;
use crate::facts::{Arm, UnitId};
use crate::look::Look;
use crate::play::Play;
use crate::table::Loss;

/// Losses of one unit from one cause.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Losses {
    unit: UnitId,
    losses: u8,
    /// Bases in contact in the melee that is being resolved: taken last.
    fighting: Vec<u8>,
    told: bool,
}

impl Losses {
    /// Losses of a unit.
    #[must_use]
    pub const fn new(unit: UnitId, losses: u8, fighting: Vec<u8>) -> Self {
        Self {
            unit,
            losses,
            fighting,
            told: false,
        }
    }

    fn due(&self, look: Look<'_>) -> bool {
        let own = look.unit(self.unit);
        let each = look.facts.figures.factors(look.entry(self.unit).arm).losses;
        self.told && own.on_table() && own.carried >= each && own.bases() > 0
    }

    /// SfG-reading 17: the ends of the rearmost rank; a base that fights is spared while the other end does not.
    fn ends(&self, look: Look<'_>) -> Vec<(End, u8)> {
        let slots = &look.unit(self.unit).slots;
        let Some(rear) = slots.iter().map(|slot| slot.front.ahead).min() else {
            return Vec::new();
        };
        let rank = || {
            slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| slot.front.ahead == rear)
                .map(|(index, _)| u8::try_from(index).unwrap_or(u8::MAX))
        };
        let (Some(left), Some(right)) = (rank().min(), rank().max()) else {
            return Vec::new();
        };
        let both = if left == right {
            vec![(End::Right, right)]
        } else {
            vec![(End::Left, left), (End::Right, right)]
        };
        let spare: Vec<(End, u8)> = both
            .iter()
            .copied()
            .filter(|(_, base)| !self.fighting.contains(base))
            .collect();
        if spare.is_empty() { both } else { spare }
    }

    fn remove(&mut self, play: &mut Play<'_>, base: u8) {
        let unit = self.unit;
        play.happens(Event::BaseRemoved { unit, base });
        self.fighting.retain(|own| *own != base);
        for own in &mut self.fighting {
            if *own > base {
                *own -= 1;
            }
        }
        let battery = play.facts.unit(unit).entry.arm == Arm::Battery;
        match (battery, play.table.unit(unit).bases()) {
            (true, 0) => play.remove(unit, Loss::Destroyed, Rule::SFG_1_3),
            (false, 0 | 1) => play.remove(unit, Loss::Dissolved, Rule::SFG_1_5_dissolved),
            _ => {}
        }
    }
}

impl Procedure for Losses {
    type Ruling = u8;
    type Calls = Nobody;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        (self.due(look) && self.ends(look).len() > 1).then(|| Ask {
            side: look.side(self.unit),
            rule: Rule::SFG_1_3,
            prompt: Prompt::Remove(self.unit),
        })
    }

    fn candidates(&self, _: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::Remove(End::Left));
        each(Choice::Remove(End::Right));
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<u8, Refusal> {
        match choice {
            Choice::Remove(end) => self
                .ends(look)
                .into_iter()
                .find(|(own, _)| own == end)
                .map(|(_, base)| base)
                .ok_or_else(|| Refusal::new(Rule::SFG_1_3, "the base at that end fights")),
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(&mut self, play: &mut Play<'_>, base: u8) -> Result<Flow<Nobody>, ChanceError> {
        self.remove(play, base);
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Nobody>, ChanceError> {
        if !self.told {
            self.told = true;
            if self.losses > 0 && play.table.unit(self.unit).on_table() {
                let (unit, losses) = (self.unit, self.losses);
                play.happens(Event::Lost { unit, losses });
            }
            return Ok(Flow::Again);
        }
        if self.due(play.look())
            && let Some((_, base)) = self.ends(play.look()).first().copied()
        {
            self.remove(play, base);
            return Ok(Flow::Again);
        }
        Ok(Flow::Finish(Answer::Done))
    }
}
