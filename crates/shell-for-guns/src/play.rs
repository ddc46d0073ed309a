//! The desk of a running procedure: what happens is told and carried out in one go, and dice come by one door.

use longroll_core::{Barrier, Chance, ChanceError, Side};
use longroll_rule::Rule;
use longroll_tabletop::{Body, Hull, Ticks, Trail};

use crate::beside;
use crate::event::{Cause, Event, Stance};
use crate::facts::{DivisionId, Facts, GeneralId, UnitId};
use crate::look::Look;
use crate::moving::{Way, leg_sweep};
use crate::options::Surprise;
use crate::roll::Roll;
use crate::table::{Loss, Table};

/// The desk of a running procedure.
#[derive(Debug)]
pub struct Play<'a> {
    /// What never changes.
    pub facts: &'a Facts,
    pub(crate) table: &'a mut Table,
    pub(crate) chance: &'a mut Chance,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) drawn: &'a mut Vec<u16>,
    pub(crate) barrier: &'a mut Barrier,
}

impl Play<'_> {
    /// For questions.
    #[must_use]
    pub fn look(&self) -> Look<'_> {
        Look {
            facts: self.facts,
            table: self.table,
        }
    }

    /// Something happens: the only way to change the table.
    pub fn happens(&mut self, event: Event) {
        self.table.apply(self.facts, &event);
        self.events.push(event);
    }

    /// Something came to light that cannot be unseen.
    pub fn reveal(&mut self) {
        *self.barrier = Barrier::Closed;
    }

    /// Rolls, tells it, and gives its meaning.
    ///
    /// # Errors
    /// A script without dice.
    pub fn roll(
        &mut self,
        side: Side,
        unit: Option<UnitId>,
        division: Option<DivisionId>,
        roll: Roll,
    ) -> Result<i32, ChanceError> {
        let faces = roll.roll(self.chance, self.drawn)?;
        *self.barrier = Barrier::Closed;
        let meaning = roll.meaning(&faces);
        self.happens(Event::Rolled {
            side,
            unit,
            division,
            roll,
            faces,
        });
        Ok(meaning)
    }

    /// Rolls for a unit: its meaning and whether the (first) die shows a 6.
    ///
    /// # Errors
    /// A script without dice.
    pub fn roll_for(&mut self, unit: UnitId, roll: Roll) -> Result<(i32, bool), ChanceError> {
        let side = self.facts.unit(unit).side;
        let meaning = self.roll(side, Some(unit), None, roll)?;
        let six = match self.events.last() {
            Some(Event::Rolled { faces, .. }) => faces.contains(&6),
            _ => false,
        };
        Ok((meaning, six))
    }

    /// SfG 1.5-disordered: disorders a unit that is not yet.
    pub fn disorder(&mut self, unit: UnitId, rule: Rule) {
        let own = self.table.unit(unit);
        if own.on_table() && !own.disordered {
            self.happens(Event::Disordered { unit, rule });
        }
    }

    /// SfG 1.5-surprise: a brigade attacked in flank or rear on the first turn, whether it was declared at or met on the way.
    pub fn surprise(&mut self, unit: UnitId) {
        let on = self.facts.options.surprise == Surprise::On && self.table.turn() <= 1;
        if on && !self.look().is_battery(unit) {
            self.disorder(unit, Rule::SFG_1_5_surprise);
        }
    }

    /// SfG 1.5-recovery: a disordered unit recovers.
    pub fn recover(&mut self, unit: UnitId, rule: Rule) {
        let own = self.table.unit(unit);
        if own.on_table() && own.disordered {
            self.happens(Event::Recovered { unit, rule });
        }
    }

    /// A unit leaves the game; a general with it stays on the spot, alone (SfG-reading 34).
    pub fn remove(&mut self, unit: UnitId, loss: Loss, rule: Rule) {
        if !self.table.unit(unit).on_table() {
            return;
        }
        self.happens(Event::Removed { unit, loss, rule });
        // Alone now, he may be touched already.
        self.displace(|look, id, own| {
            let enemy = look.facts.general(id).side.enemy();
            let mut enemies = look.of_side(enemy);
            enemies.any(|enemy| look.body(enemy).is_in_contact(own))
        });
    }

    /// The one door by which a unit changes its place, with everything that follows from it.
    pub fn relocate(
        &mut self,
        unit: UnitId,
        cause: Cause,
        stance: Stance,
        length: Ticks,
        rule: Rule,
    ) {
        let own = self.table.unit(unit);
        let straight = own.on_table()
            && own.chain.is_empty()
            && stance.chain.is_empty()
            && own.pose.heading == stance.pose.heading
            && own.slots == stance.slots;
        let mut way = Trail::new();
        if straight {
            for shape in leg_sweep(&own.body(), &stance.body()) {
                way.add(shape);
            }
        }
        self.happens(Event::Moved {
            unit,
            cause,
            stance,
            length,
            rule,
        });
        self.part(unit, cause);
        let with: Vec<GeneralId> = self
            .table
            .generals()
            .filter(|(_, general)| general.attached == Some(unit))
            .map(|(id, _)| id)
            .collect();
        for general in with {
            self.put_beside(general, unit, Rule::SFG_2_1_attach);
        }
        self.displace_generals(unit);
        self.give_way(unit, &way);
    }

    /// The same for a move that was judged: whoever stands alone on its way gives way too.
    pub fn march(&mut self, unit: UnitId, cause: Cause, way: Way) {
        self.relocate(unit, cause, way.stance, way.length, way.rule);
        self.give_way(unit, &way.sweep);
    }

    /// SfG 2.3-batteries-still: a move ends a join; beaten together they stay together.
    fn part(&mut self, unit: UnitId, cause: Cause) {
        let look = self.look();
        let own = look.unit(unit);
        // After a melee both may have gone back: the melee tells who still stands together.
        if matches!(cause, Cause::Beaten | Cause::Recoil | Cause::Joining) {
            return;
        }
        let itself = own.joined.map(|_| unit);
        let parted: Vec<UnitId> = itself.into_iter().chain(look.joined_to(unit)).collect();
        for battery in parted {
            self.happens(Event::Parted { battery });
        }
    }

    /// SfG-reading 34: a general alone who is touched by an enemy or in the way is put beside the nearest friendly unit.
    fn displace_generals(&mut self, unit: UnitId) {
        let body = self.look().body(unit);
        self.displace(|look, id, own| {
            let enemy = look.facts.general(id).side != look.side(unit);
            own.overlaps(&body) || enemy && own.is_in_contact(&body)
        });
    }

    /// SfG-reading 34: an enemy general alone who is touched on the way. Friends step aside and come back.
    pub(crate) fn give_way(&mut self, unit: UnitId, way: &Trail) {
        self.displace(|look, id, own| {
            let contact = |shape: &Hull| {
                own.squared_distance_to(shape)
                    .is_some_and(|square| square.is_contact())
            };
            look.facts.general(id).side != look.side(unit)
                && way.any_near(own, Ticks::CONTACT, contact)
        });
    }

    fn displace(&mut self, is_met: impl Fn(Look<'_>, GeneralId, &Body) -> bool) {
        let look = self.look();
        let met: Vec<GeneralId> = look
            .table
            .generals()
            .filter(|(id, general)| {
                let body = look.table.general_body(look.facts, *id);
                general.attached.is_none() && body.is_some_and(|own| is_met(look, *id, &own))
            })
            .map(|(id, _)| id)
            .collect();
        for general in met {
            self.happens(Event::GeneralMoved {
                general,
                pose: beside::friends(self.look(), general),
                attached: None,
                rule: Rule::SFG_2_1,
            });
        }
    }

    /// Puts a general beside a unit: behind it unless an enemy is there.
    pub fn put_beside(&mut self, general: GeneralId, unit: UnitId, rule: Rule) {
        let look = self.look();
        let pose = beside::with(look, general, unit);
        let attached = look
            .table
            .general(general)
            .attached
            .filter(|own| *own == unit);
        self.happens(Event::GeneralMoved {
            general,
            pose: Some(pose),
            attached,
            rule,
        });
    }
}
