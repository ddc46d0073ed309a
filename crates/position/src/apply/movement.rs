//! What events of movement change: hexes, facings, spent MP.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_rule::Rule;

use crate::event::Event;
use crate::{Deeds, HalfMp, Part, Position, Setting, StackPlace, UnitState};

impl Position {
    pub(super) fn apply_movement(&mut self, setting: &Setting, event: &Event) {
        match event {
            Event::Moved {
                unit,
                to,
                extent,
                place,
                cost,
                spent,
                ..
            } => {
                let before = *self.unit(*unit);
                self.move_unit(setting, *unit, *to, *extent, *place);
                self.unit_mut(*unit).spent = *spent;
                self.remember_move(setting, &before, *unit, *cost);
            }
            Event::Turned {
                unit, facing, rule, ..
            } => {
                self.unit_mut(*unit).facing = *facing;
                // SR 9.62: guns that turned in reaction fire at -2 the next time.
                if *rule == Rule::SR_9_61 && setting.unit(*unit).arm == Arm::Artillery {
                    let part = Part::counter(*unit);
                    self.standing.fires.shooter_mut(part).turned = true;
                }
            }
            Event::Paid { unit, spent, .. } | Event::Repaid { unit, spent, .. } => {
                self.unit_mut(*unit).spent = *spent;
            }
            Event::RefusalChanged { unit, refused, .. } => self.unit_mut(*unit).refused = *refused,
            Event::ExtentChanged {
                unit, hex, extent, ..
            } => {
                // A move that changed the extent as well has been made already.
                let state = self.unit(*unit);
                if state.hex != *hex || state.extent != *extent {
                    self.move_unit(setting, *unit, *hex, *extent, StackPlace::Bottom);
                }
            }
            Event::Restacked { hex, order, .. } => self.reorder_stack(setting, *hex, order),
            Event::MountChanged { unit, mount, .. } => self.unit_mut(*unit).mount = *mount,
            Event::Rode {
                leader, to, spent, ..
            } => {
                let state = self.leader_mut(*leader);
                state.hex = *to;
                state.spent = *spent;
            }
            Event::RodeFar { leader } => self.leader_mut(*leader).rode_far = true,
            Event::SeenOut { leader, unit } => {
                let hex = self.unit(*unit).hex;
                self.leader_mut(*leader).guided = Some(hex);
            }
            _ => self.apply_combat(setting, event),
        }
    }

    /// What a unit that has moved for MP has done. A line that turns about where it stands enters no hex (SR 11.21).
    fn remember_move(&mut self, setting: &Setting, before: &UnitState, unit: UnitId, cost: HalfMp) {
        if cost > HalfMp::ZERO {
            let state = self.unit_mut(unit);
            let held = |hex: HexId| before.hexes().any(|own| own == hex);
            state.stirred = true;
            if !state.hexes().all(held) {
                state.began.get_or_insert(before.hex);
                state.deeds.note(Deeds::ENTERED);
            }
        }
        // BB 14.73: what a gunboat has moved counts for its fire.
        if setting.unit(unit).arm == Arm::Gunboat {
            let shooter = self.standing.fires.shooter_mut(Part::counter(unit));
            shooter.river_hexes = shooter.river_hexes.saturating_add(1);
        }
    }
}
