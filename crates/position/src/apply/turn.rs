//! What begins and ends with a turn.

use core::num::NonZeroU8;

use longroll_catalog::facts::{Arm, Orders};

use crate::{
    ActivatorState, BodyState, Bound, HalfMp, MarchState, Position, Setting, Task, Toil, UnitMarch,
    UnitState, UsedAbilities,
};

/// SR 5.28: the most Activation equivalents of a march.
const FOUR: NonZeroU8 = NonZeroU8::new(4).expect("not zero");

impl Position {
    /// IV/D: the marker moves on; after the last turn it stays.
    pub(super) fn end_turn(&mut self, setting: &Setting, turn: u8) {
        self.keep_control(setting, turn);
        let initiative = &mut self.standing.initiative;
        initiative.previous = initiative.holder.take();
        let next = turn.saturating_add(1);
        if usize::from(next) < setting.calendar().len() {
            self.standing.turn = next;
        }
    }

    /// Everything that holds for one turn only ends.
    pub(super) fn begin_turn(&mut self, setting: &Setting, turn: u8) {
        if turn == 0 {
            self.begin_control(setting);
        }
        let standing = &mut self.standing;
        standing.turn = turn;
        standing.markers_played = 0;
        standing.special.shelled.clear();
        standing.special.shells.clear();
        standing.special.events.begin_turn();
        for leader in &mut standing.leaders {
            leader.abilities = UsedAbilities::default();
            leader.spent = HalfMp::ZERO;
            leader.move_ended = false;
        }
        for (id, unit) in setting.unit_ids().zip(&mut standing.units) {
            begin_turn_of_unit(unit, setting.unit(id).arm);
        }
        for activator in &mut standing.activators {
            *activator = ActivatorState {
                ineffective: activator.ineffective,
                drawn_in_all: activator.drawn_in_all,
                ..ActivatorState::default()
            };
        }
        self.begin_turn_of_bodies(setting);
    }

    fn begin_turn_of_bodies(&mut self, setting: &Setting) {
        // SR 5.35: a unit may be on the march by itself.
        let mut marching = vec![false; setting.bodies.len()];
        for unit in setting.unit_ids() {
            if self.unit(unit).orders == Orders::March {
                marching[self.body_of(setting, unit).index()] = true;
            }
        }
        for (body, marches) in self.standing.bodies.iter_mut().zip(marching) {
            begin_turn_of_body(body, marches);
        }
    }
}

fn begin_turn_of_unit(unit: &mut UnitState, arm: Arm) {
    unit.used = 0;
    unit.stirred = false;
    // SR 12.81: a new crew waits for the next Activation, to the end of the turn at most.
    unit.winded &= arm != Arm::Artillery;
    unit.toil = Toil::default();
    unit.rest();
    unit.listed = None;
    // SR 5.28: from the second turn of a march on, four equivalents.
    let marches = unit.orders == Orders::March;
    unit.march = UnitMarch {
        limit: marches.then_some(FOUR),
        done: false,
    };
}

fn begin_turn_of_body(body: &mut BodyState, marches: bool) {
    body.direct = None;
    body.used = 0;
    body.passed = 0;
    body.entitled = 0;
    body.listed = None;
    body.bound = Bound::Free;
    body.stay_waits = false;
    body.tried = false;
    body.inspired = false;
    body.extra = false;
    body.coordinated = false;
    body.acted = false;
    body.toil = Toil::default();
    body.alert.now = false;
    body.alert.rolled = None;
    body.alert.surprised = false;
    body.mission = body
        .mission
        .filter(|mission| mission.task != Task::StayThisTurn);
    if let Some(mission) = &mut body.mission {
        mission.moves = 0;
    }
    // SR 5.28: from the second turn of a march on, four equivalents.
    let limit = if marches || body.orders == Orders::March {
        4
    } else {
        0
    };
    body.march = MarchState {
        limit,
        ..MarchState::default()
    };
}
