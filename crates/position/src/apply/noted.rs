//! What notes change: the memory of the procedures.

use longroll_catalog::facts::{LeaderId, UnitId};

use crate::fire::OwedWear;
use crate::{
    ActivatorId, ActivatorNote, BodyId, BodyNote, Bound, Deeds, HalfMp, LeaderNote, Note, Position,
    SpecialNote, UnitNote,
};

/// SR 13.45: what a unit that rests has not done.
const STIRRING: Deeds = Deeds::MOVED
    .with(Deeds::REACTED_MOVE)
    .with(Deeds::ASSAULTED)
    .with(Deeds::FIRED);

impl Position {
    pub(super) fn note(&mut self, note: &Note) {
        match note {
            Note::FireBegins(_) => {}
            Note::Ban(ban) => self.standing.fires.bans.push(*ban),
            Note::Mounts(mounts) => self.standing.fires.mounts.clone_from(mounts),
            Note::Charges(charging) => {
                let deeds = Deeds::ACTED.with(Deeds::CHARGES);
                self.unit_mut(charging.unit).deeds.note(deeds);
                self.standing.fires.charges.push(charging.clone());
            }
            Note::Supplied(section) => self.standing.fires.supplied.push(*section),
            Note::Owes(owed) => {
                let same = |own: &OwedWear| (own.unit, own.section) == (owed.unit, owed.section);
                self.standing.fires.owed.retain(|own| !same(own));
                self.standing.fires.owed.push(*owed);
            }
            Note::Assaults(pending) => self.standing.fires.assaults.clone_from(pending),
            Note::FireEnds => {
                self.standing.fires = self.standing.fires.lasting(None);
            }
            Note::Unit(unit, note) => self.note_unit(*unit, *note),
            Note::Leader(leader, note) => self.note_leader(*leader, *note),
            Note::Body(body, note) => self.note_body(*body, *note),
            Note::Activator(activator, note) => self.note_activator(*activator, *note),
            Note::Special(note) => self.note_special(note),
            Note::MarkerPlayed => {
                self.standing.markers_played += 1;
                self.standing.special.events.abilities.clear();
            }
            Note::CupEmptied => self.standing.cup.clear(),
            Note::Entry(group, state) => self.set_entry(usize::from(group.0), *state),
            Note::Queue(queue) => {
                let queues = &mut self.standing.queues;
                match queues.iter_mut().find(|known| known.hex == queue.hex) {
                    Some(known) => *known = *queue,
                    None => queues.push(*queue),
                }
            }
            Note::QueuesEnded => self.standing.queues.clear(),
        }
    }

    fn note_unit(&mut self, unit: UnitId, note: UnitNote) {
        let state = self.unit_mut(unit);
        match note {
            UnitNote::Did(deeds) => {
                state.deeds.note(deeds);
                state.stirred |= deeds.any(STIRRING);
            }
            UnitNote::Undid(deeds) => state.deeds = state.deeds.without(deeds),
            UnitNote::Rested => state.rest(),
            UnitNote::TurnedAlong(turn) => state.turned_along = Some(turn),
            UnitNote::Spent(spent) => {
                state.stirred |= spent > state.spent;
                state.spent = spent;
            }
            UnitNote::Used(used) => state.used = used,
            UnitNote::MarchLimit(limit) => state.march.limit = limit,
            UnitNote::Marched => state.march.done = true,
            UnitNote::Listed(listed) => state.listed = listed,
            UnitNote::Joining(joining) => state.joining = joining,
            UnitNote::OrdersWait(wait) => state.orders_wait = wait,
            UnitNote::Guns(guns) => state.guns = guns,
            UnitNote::Ammunition(ammunition) => state.ammunition = ammunition,
            UnitNote::Fatigue(fatigue) => state.fatigue = fatigue,
            UnitNote::Toil(toil) => state.toil = toil,
            UnitNote::Winded(winded) => state.winded = winded,
        }
    }

    fn note_leader(&mut self, leader: LeaderId, note: LeaderNote) {
        let state = self.leader_mut(leader);
        match note {
            LeaderNote::Ready => {
                state.riding_with = None;
                state.spent = HalfMp::ZERO;
                state.move_ended = false;
                state.guided = None;
                state.march_equivalents = 0;
            }
            LeaderNote::PhaseBegan => {
                state.spent = HalfMp::ZERO;
                state.move_ended = false;
                state.rode_far = false;
            }
            LeaderNote::MoveEnded => state.move_ended = true,
            LeaderNote::Spent(spent) => state.spent = spent,
            LeaderNote::RidesWith(unit) => state.riding_with = unit,
            LeaderNote::RodeFar(far) => state.rode_far = far,
            LeaderNote::MarchEquivalents(number) => state.march_equivalents = number,
            LeaderNote::Used(kind) => {
                state.abilities.note(kind);
                let events = &mut self.standing.special.events;
                events.abilities.push((leader, kind));
            }
            LeaderNote::Visits(turn) => state.visits = Some(turn),
            LeaderNote::Hold(hold) => state.hold = hold,
            LeaderNote::Status(status) => state.status = status,
        }
    }

    fn note_body(&mut self, body: BodyId, note: BodyNote) {
        let state = self.body_mut(body);
        match note {
            BodyNote::Ready => {
                state.tried = false;
                state.coordinated = false;
                state.acted = false;
                state.bound = Bound::Free;
            }
            BodyNote::MarkerOver => {
                state.bound = Bound::Free;
                state.tried = false;
                state.inspired = false;
                state.extra = false;
                state.coordinated = false;
                state.acted = false;
                state.march.acting = false;
            }
            BodyNote::Status(status) => state.status = status,
            BodyNote::Entitled(number) => state.entitled = number,
            BodyNote::Used(number) => state.used = number,
            BodyNote::Passed(number) => state.passed = number,
            BodyNote::Listed(number) => state.listed = number,
            BodyNote::OrdersFixed(fixed) => state.orders_fixed = fixed,
            BodyNote::March(march) => state.march = march,
            BodyNote::StayWaits(waits) => state.stay_waits = waits,
            BodyNote::MarchBroken(broken) => state.march_broken = broken,
            BodyNote::Toil(toil) => state.toil = toil,
            BodyNote::Tried(tried) => state.tried = tried,
            BodyNote::Inspired => state.inspired = true,
            BodyNote::Extra => {
                state.extra = true;
                self.standing.fires.begins_to_act(body);
            }
            BodyNote::Coordinated(coordinated) => state.coordinated = coordinated,
            BodyNote::Acted => state.acted = true,
            BodyNote::Reassigned => state.was_reassigned = true,
            BodyNote::ChangedFreely => state.changed_freely = true,
            BodyNote::Alert(alert) => state.alert = alert,
            BodyNote::Mission(mission) => state.mission = mission,
            BodyNote::Fatigue(fatigue) => state.fatigue = fatigue,
        }
    }

    fn note_activator(&mut self, activator: ActivatorId, note: ActivatorNote) {
        let state = self.activator_mut(activator);
        match note {
            ActivatorNote::Marker(number) => {
                state.marker = number;
                state.raised = 0;
            }
            ActivatorNote::Raised => state.raised += 1,
            ActivatorNote::Help(number) => state.help = number,
            ActivatorNote::Number(number) => state.number = number,
            ActivatorNote::Placed(number) => state.placed = number,
            ActivatorNote::Drawn => {
                state.drawn += 1;
                state.drawn_in_all = state.drawn_in_all.saturating_add(1);
            }
        }
    }

    fn note_special(&mut self, note: &SpecialNote) {
        let state = &mut self.standing.special;
        match note {
            SpecialNote::Approach(near) => state.approach = *near,
            SpecialNote::Surprise(surprise) => state.surprise = *surprise,
            SpecialNote::LineStart(starts) => state.line_start.clone_from(starts),
            SpecialNote::LentTo(body) => state.lent_to = Some(*body),
            SpecialNote::Shaky(shaky) => state.shaky = *shaky,
            SpecialNote::LateSetUp(late) => state.late_set_up = *late,
            SpecialNote::HeldArmy(army) => state.held_army = *army,
            SpecialNote::Dug => self.dig(),
            SpecialNote::Misdirected(unit) => state.events.struck.push(*unit),
            SpecialNote::Loots(unit) => state.events.looters.push(*unit),
            SpecialNote::SingledOut(leader) => state.events.singled_out.push(*leader),
            SpecialNote::Shelled { unit, body, awake } => {
                state.shells.push((*unit, *body));
                if *awake {
                    state.shelled.push(*body);
                }
            }
        }
    }

    /// SR 15.13: the work goes on at every site.
    fn dig(&mut self) {
        for site in &mut self.standing.special.sites {
            site.left = site.left.saturating_sub(1);
            if let Some(unit) = self.standing.units.get_mut(usize::from(site.unit.0)) {
                unit.stirred = true;
            }
        }
    }
}
