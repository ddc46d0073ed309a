//! Which orders a brigade should be under.

use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_position::{BodyId, Position};

use crate::plain::Plain;

impl Plain {
    /// Attack if most of its strength is about to fight, Advance if it has a way to go.
    pub(crate) fn wanted_orders(&self, position: &Position, body: BodyId) -> Option<Orders> {
        let setting = self.setting();
        let units: Vec<UnitId> = self
            .own(position)
            .map(|(unit, _)| unit)
            .filter(|&unit| position.body_of(setting, unit) == body)
            .collect();
        if units.is_empty() {
            return None;
        }
        let mut fighting = 0;
        let mut walking = 0;
        for unit in units {
            let state = position.unit(unit);
            let sp = u32::from(state.sp);
            let enemy = self.enemy_near(position, state.hex)?;
            let near = self.distance(state.hex, enemy);
            let wants = self.aims.contains_key(&unit);
            let fit = setting.unit(unit).arm == Arm::Infantry && !state.is_disordered();
            if wants && fit && near <= self.temper.contact {
                fighting += sp;
            } else if wants && near > 1 && setting.unit(unit).arm != Arm::Artillery {
                walking += sp;
            }
        }
        Some(if fighting > 0 && fighting * 10 >= walking * self.temper.bold {
            Orders::Attack
        } else {
            Orders::Advance
        })
    }
}
