//! What events of command change: status, attachment, Activations, orders.

use longroll_catalog::facts::{AbilityKind, Arm};

use super::only_tells;
use crate::event::Event;
use crate::{BodyId, Deeds, MissionState, Position, Setting};

impl Position {
    pub(super) fn apply_command(&mut self, setting: &Setting, event: &Event) {
        match event {
            Event::LeaderStatus { leader, status, .. } => self.leader_mut(*leader).status = *status,
            Event::UnitStatus { unit, status } => self.unit_mut(*unit).status = *status,
            Event::DirectCommand { leader, body } => {
                self.body_mut(*body).direct = Some(*leader);
                let abilities = &mut self.leader_mut(*leader).abilities;
                abilities.note(AbilityKind::DirectCommand);
            }
            Event::Assigned { unit, command, .. } => self.assign(setting, *unit, *command),
            Event::Attached {
                body, activator, ..
            } => self.body_mut(*body).activator = *activator,
            Event::Transferred { first, second, to } => {
                for (id, change) in [(*first, -1), (*second, -1), (*to, 1)] {
                    self.activator_mut(id).transfer += change;
                }
            }
            Event::Activations {
                activator, number, ..
            } => self.activator_mut(*activator).number = *number,
            Event::Entitled { body, number, .. } => self.body_mut(*body).entitled = *number,
            Event::OrdersGiven { body, orders, .. } => self.body_mut(*body).orders = *orders,
            Event::UnitOrders { unit, orders, .. } => self.unit_mut(*unit).orders = *orders,
            Event::ReserveEntered { body } => self.body_mut(*body).reserve = true,
            Event::ReserveLeft { body, .. } => self.body_mut(*body).reserve = false,
            Event::MissionGiven { body, task } => {
                self.body_mut(*body).mission = Some(MissionState {
                    task: *task,
                    moves: 0,
                    shot_at: None,
                });
            }
            Event::MissionEnded { body } => self.body_mut(*body).mission = None,
            Event::Bound { body, bound, .. } => self.body_mut(*body).bound = *bound,
            Event::Activated { body } => self.standing.fires.begins_to_act(*body),
            Event::Finished { body } => self.finish(setting, *body),
            _ => only_tells(event),
        }
    }

    /// SR 5.33: a body is done with a marker. BB 4.11-J4: an extra Activation takes nothing from anybody's number.
    fn finish(&mut self, setting: &Setting, body: BodyId) {
        let counts = !self.body(body).extra;
        self.standing.fires.acting.retain(|other| *other != body);
        let members: Vec<_> = self.members(setting, body).collect();
        let looters = &mut self.standing.special.events.looters;
        looters.retain(|unit| !members.contains(unit));
        for leader in &mut self.standing.leaders {
            if leader
                .riding_with
                .is_some_and(|unit| members.contains(&unit))
            {
                leader.riding_with = None;
            }
        }
        for unit in members {
            let guns = setting.unit(unit).arm == Arm::Artillery;
            let state = self.unit_mut(unit);
            if counts && state.deeds.has(Deeds::ACTED) {
                state.used += 1;
            }
            // SR 12.81: who got a crew in this Activation waits for the next.
            state.winded &= !guns || state.deeds.has(Deeds::FINISHED);
            state.rest();
        }
        let gone: Vec<_> = self
            .members_ever(setting, body)
            .filter(|&unit| self.unit(unit).deeds != Deeds::NONE)
            .collect();
        for unit in gone {
            self.unit_mut(unit).deeds = Deeds::NONE;
        }
    }
}
