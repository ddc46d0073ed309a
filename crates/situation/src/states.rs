//! `state`: what is not normal about a unit, in words.

use core::ops::Range;

use longroll_board::Hand;
use longroll_catalog::facts::{Ammunition, Arm, UnitId};
use longroll_position::{Cohesion, Mount, Presence, TetherKind};
use longroll_rule::Rule;

use crate::form::Form;
use crate::table::Table;

/// States of which a unit has one at a time.
const KINDS_OF_STATE: [&[&str]; 4] = [
    &["routed", "lost", "abandoned-1", "abandoned-2", "left"],
    &["good-order", "disordered", "collapsed"],
    &["refused-left", "refused-right"],
    &["low-ammo", "out-of-ammo"],
];

impl Table<'_> {
    pub(crate) fn states(&mut self, form: &Form<'_>, unit: UnitId) {
        let Some(node) = form.get("state") else {
            return;
        };
        let mut said: Vec<(&str, usize)> = Vec::new();
        for item in node.items() {
            let Some(word) = self.desk.text(item) else {
                continue;
            };
            let kind = KINDS_OF_STATE.iter().position(|kind| kind.contains(&word));
            if let Some(kind) = kind {
                if let Some((other, _)) = said.iter().find(|(_, own)| *own == kind) {
                    self.desk.fault(
                        &item.span,
                        format!("a unit is not '{other}' and '{word}' at once"),
                    );
                }
                said.push((word, kind));
            }
            self.fits(unit, word, &item.span);
            match word {
                "routed" => self.position.take_off(unit, Presence::Routed),
                "lost" => self.position.take_off(unit, Presence::Lost),
                "abandoned-1" => self.position.take_off(unit, Presence::AbandonedOne),
                "abandoned-2" => self.position.take_off(unit, Presence::AbandonedTwo),
                "freed" => self.free(unit),
                "struck" => {
                    let struck = &mut self.position.standing_mut().fires.struck_boats;
                    struck.push(unit);
                }
                "left" => {
                    self.position.take_off(unit, Presence::Left);
                    let back = Some(self.position.turn);
                    self.position.standing_mut().special.shaky.back = back;
                }
                _ => {}
            }
            let state = self.position.unit_mut(unit);
            match word {
                "good-order" => state.cohesion = Cohesion::GoodOrder,
                "disordered" => state.cohesion = Cohesion::Disordered,
                "collapsed" => state.cohesion = Cohesion::Collapsed,
                "refused-left" => state.refused = Some(Hand::Left),
                "refused-right" => state.refused = Some(Hand::Right),
                "low-ammo" => state.ammunition = Ammunition::Low,
                "out-of-ammo" => state.ammunition = Ammunition::Out,
                "dismounted" => state.mount = Mount::Dismounted,
                "routed" | "lost" | "abandoned-1" | "abandoned-2" | "freed" | "left" | "struck" => {}
                other => self.desk.fault(
                    &item.span,
                    format!(
                        "'{other}' is no state; known: good-order, disordered, collapsed, routed, lost, abandoned-1, \
                         abandoned-2, refused-left, refused-right, low-ammo, out-of-ammo, dismounted, freed, left, struck"
                    ),
                ),
            }
        }
    }

    /// States that only one arm knows: SR 14.21, 12.8, BB 14.76.
    fn fits(&self, unit: UnitId, word: &str, place: &Range<usize>) {
        let (wanted, rule) = match word {
            "dismounted" => (Arm::Cavalry, Rule::SR_14_21),
            "abandoned-1" | "abandoned-2" => (Arm::Artillery, Rule::SR_12_8),
            "struck" => (Arm::Gunboat, Rule::BB_14_76),
            _ => return,
        };
        let arm = self.setting.unit(unit).arm;
        if arm != wanted {
            let (wanted, arm) = (wanted.word(), arm.word());
            self.desk.fault(
                place,
                format!("only {wanted} is '{word}', and this is {arm} [{rule}]"),
            );
        }
    }

    /// What held the unit by a rule of the scenario let it go, in the turn before.
    fn free(&mut self, unit: UnitId) {
        let before = self.position.turn.checked_sub(1);
        let special = &mut self.position.standing_mut().special;
        special.free(unit);
        let tether = self.setting.special.tether(unit);
        if tether.is_some_and(|tether| matches!(tether.kind, TetherKind::Dormant { .. })) {
            let own = self.setting.unit(unit).formation;
            let army = self.setting.army_of(own);
            let state = self.position.unit_mut(unit);
            state.assigned = army.unwrap_or(state.assigned);
        }
        let special = &mut self.position.standing_mut().special;
        let army = self.setting.special.held_army.as_ref();
        if army.is_some_and(|army| army.watchers.contains(&unit)) {
            special.held_army.watchers_freed = before;
        }
    }
}
