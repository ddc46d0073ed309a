//! The one writer.

use longroll_core::Side;
use longroll_tabletop::{Point, Pose, Ticks};

use super::{Arrival, Deeds, General, Objective, Place, Table, Unit};
use crate::event::{Cause, Event, Stance};
use crate::facts::{Arm, DivisionId, Facts, Formation, UnitId};

impl Table {
    /// Carries a change out. A follower that applies the events of a game has the same table as the game.
    pub fn apply(&mut self, facts: &Facts, event: &Event) {
        match event {
            Event::Sealed { .. }
            | Event::Rolled { .. }
            | Event::DeploysFirst { .. }
            | Event::OrdersEnded { .. }
            | Event::ChargeDeclared { .. }
            | Event::MeleeJoined { .. }
            | Event::MeleeDecided { .. } => {}
            Event::ObjectivesPlaced { side, at } => self.place_objectives(*side, at),
            Event::KeptBack { unit, due } => self.keep_back(facts, *unit, *due),
            Event::ArrivalSet { division, enters } => self.set_arrival(*division, *enters),
            Event::TurnBegan { turn } => self.begin_turn(*turn),
            Event::GeneralMoved {
                general,
                pose,
                attached,
                ..
            } => self.generals[general.index()].stand(*pose, *attached),
            Event::InitiativeSet { order } => self.order.clone_from(order),
            Event::ActivationBegan { division } => self.active = Some(*division),
            Event::ActivationEnded { .. } => self.active = None,
            Event::Ordered {
                unit,
                corps,
                passed,
            } => {
                self.give_order(*unit, *passed);
                if *corps {
                    self.corps_used[facts.unit(*unit).side] = true;
                }
            }
            Event::Moved {
                unit,
                cause,
                stance,
                length,
                ..
            } => self.relocate(facts, *unit, *cause, stance, *length),
            Event::Handled { unit, formation } => self.units[unit.index()].handle(*formation),
            Event::Joined { battery, brigade } => {
                self.units[battery.index()].joined = Some(*brigade);
            }
            Event::Parted { battery } => self.units[battery.index()].joined = None,
            Event::Fired { unit, .. } => self.units[unit.index()].fire(),
            Event::Lost { unit, losses } => self.lose(facts, *unit, *losses),
            Event::BaseRemoved { unit, base } => self.remove_base(facts, *unit, usize::from(*base)),
            Event::Removed { unit, loss, .. } => self.remove(facts, *unit, *loss),
            Event::Disordered { unit, .. } => self.units[unit.index()].disordered = true,
            Event::Recovered { unit, .. } => self.units[unit.index()].disordered = false,
            Event::ChargeMade { unit } => self.units[unit.index()].deeds.charged = true,
            Event::BrokeThrough { unit } => self.units[unit.index()].deeds.broke_through = true,
            Event::ObjectiveTaken { objective, by } => {
                self.objectives[objective.index()].holder = *by;
            }
            Event::Ended { victory } => self.victory = Some(victory.clone()),
        }
    }

    fn place_objectives(&mut self, side: Side, places: &[Point]) {
        self.objectives.extend(places.iter().map(|at| Objective {
            at: *at,
            placed_by: side,
            holder: side,
        }));
    }

    fn set_arrival(&mut self, division: DivisionId, enters: u8) {
        for arrival in &mut self.arrivals {
            if arrival.division == division {
                arrival.enters = Some(enters);
            }
        }
    }

    fn give_order(&mut self, id: UnitId, passed: bool) {
        let deeds = &mut self.units[id.index()].deeds;
        deeds.orders += 1;
        deeds.obeyed |= passed;
    }

    /// SfG 2.4: the first unit of a division that is kept back sets its arrival.
    fn keep_back(&mut self, facts: &Facts, id: UnitId, due: u8) {
        self.units[id.index()].place = Place::Reserve;
        let division = facts.unit(id).division;
        if !self.arrivals.iter().any(|own| own.division == division) {
            self.arrivals.push(Arrival {
                division,
                due,
                enters: None,
            });
        }
    }

    fn begin_turn(&mut self, turn: u8) {
        self.turn = turn;
        self.order.clear();
        self.corps_used = longroll_core::BySide::default();
        for unit in &mut self.units {
            unit.deeds = Deeds::default();
        }
    }

    /// SfG 2.5-artillery-actions: what guns do by an order is an action.
    fn relocate(&mut self, facts: &Facts, id: UnitId, cause: Cause, to: &Stance, length: Ticks) {
        let own = &mut self.units[id.index()];
        own.take(to);
        own.place = Place::Table;
        match cause {
            Cause::Entry => own.deeds.entered = true,
            Cause::DivisionOrder => own.deeds.marched += length,
            _ => {}
        }
        let acts = matches!(cause, Cause::Order | Cause::DivisionOrder | Cause::Entry);
        if acts && facts.unit(id).entry.arm == Arm::Battery {
            own.deeds.actions += 1;
        }
    }

    /// Section N: a base counts for as many as it can take, and no hit counts that nobody is left to take.
    fn lose(&mut self, facts: &Facts, id: UnitId, losses: u8) {
        let each = u32::from(facts.figures.factors(facts.unit(id).entry.arm).losses);
        let own = &mut self.units[id.index()];
        let able = (u32::from(own.bases()) * each).saturating_sub(u32::from(own.carried));
        own.carried += losses;
        let enemy = facts.unit(id).side.enemy();
        self.score[enemy].losses += u32::from(losses).min(able);
    }

    fn remove_base(&mut self, facts: &Facts, id: UnitId, base: usize) {
        let each = facts.figures.factors(facts.unit(id).entry.arm).losses;
        let own = &mut self.units[id.index()];
        own.carried = own.carried.saturating_sub(each);
        if base < own.slots.len() {
            own.slots.remove(base);
        }
        if base < own.chain.len() {
            own.chain.remove(base);
        }
        self.score[facts.unit(id).side.enemy()].bases += 1;
    }

    /// Section N: what a removed unit could still have taken counts for the enemy.
    fn remove(&mut self, facts: &Facts, id: UnitId, loss: super::Loss) {
        let entry = &facts.unit(id).entry;
        let each = u32::from(facts.figures.factors(entry.arm).losses);
        let enemy = facts.unit(id).side.enemy();
        let own = &mut self.units[id.index()];
        let bases = u32::from(own.bases());
        let left = (bases * each).saturating_sub(u32::from(own.carried));
        own.place = Place::Gone(loss);
        own.joined = None;
        own.slots.clear();
        own.chain.clear();
        own.carried = 0;
        self.score[enemy].losses += left;
        self.score[enemy].bases += bases;
        for unit in &mut self.units {
            if unit.joined == Some(id) {
                unit.joined = None;
            }
        }
        for general in &mut self.generals {
            if general.attached == Some(id) {
                general.attached = None;
            }
        }
    }
}

impl General {
    fn stand(&mut self, pose: Option<Pose>, attached: Option<UnitId>) {
        self.pose = pose;
        self.attached = attached;
    }
}

impl Unit {
    /// SfG 2.5-artillery-actions: limbering and deploying are actions.
    fn handle(&mut self, formation: Formation) {
        self.formation = formation;
        self.deeds.actions += 1;
    }

    /// SfG 2.5-artillery-actions: fire is an action.
    const fn fire(&mut self) {
        self.deeds.fired = true;
        self.deeds.actions += 1;
    }

    fn take(&mut self, stance: &Stance) {
        self.pose = stance.pose;
        self.formation = stance.formation;
        self.slots.clone_from(&stance.slots);
        self.chain.clone_from(&stance.chain);
        self.mounted = stance.mounted;
        self.paid.clone_from(&stance.paid);
    }
}
