//! Which orders a brigade should be under.

use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_position::{BodyId, Position};

use crate::plain::Plain;

impl Plain {
    /// Attack if most of its strength is about to fight, Advance if it has a way to go.
    pub(crate) fn wanted_orders(&self, position: &Position, body: BodyId) -> Option<Orders> {
        let (fighting, walking) = self.ahead(position, body)?;
        Some(
            if fighting > 0 && fighting * 10 >= walking * self.temper.bold {
                Orders::Attack
            } else {
                Orders::Advance
            },
        )
    }

    /// SR 6.23: whether a change is worth a roll that may cost the Activation.
    pub(crate) fn is_worth_a_roll(&self, position: &Position, body: BodyId) -> bool {
        let Some((fighting, walking)) = self.ahead(position, body) else {
            return false;
        };
        match position.body(body).orders {
            Orders::Attack => fighting * self.temper.fickle < walking * 10,
            _ => fighting * 10 > walking * self.temper.fickle,
        }
    }

    /// The strength of a body that is about to fight, and that which has a way to go.
    fn ahead(&self, position: &Position, body: BodyId) -> Option<(u32, u32)> {
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
            let enemy = self.enemy_near(state.hex)?;
            let near = self.distance(state.hex, enemy);
            let wants = self.aims.contains_key(&unit);
            let fit = setting.unit(unit).arm == Arm::Infantry && !state.is_disordered();
            if wants && fit && near <= self.temper.contact {
                fighting += sp;
            } else if wants && near > 1 && setting.unit(unit).arm != Arm::Artillery {
                walking += sp;
            }
        }
        Some((fighting, walking))
    }
}
