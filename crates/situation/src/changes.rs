//! Pieces of a scenario that a file changes: figures of a counter may be others, a place in the army may not.

use longroll_catalog::facts::{Arm, ByOrder, Experience};

use crate::form::Form;
use crate::pieces::{LEVELS, Pieces, by_order, given};

impl Pieces<'_> {
    /// A unit of a scenario: its counter may be another one, its place in the army may not.
    pub fn change_unit(&mut self, form: &Form<'_>) {
        let named = form
            .text("name")
            .and_then(|name| self.facts.unit_named(name));
        let Some(id) = named else { return };
        let arm = self.facts.unit(id).arm;
        self.agrees(form);
        let reason = "it cannot be changed for a unit of a scenario";
        form.refuse(&["detached_from", "dismounted"], reason);
        if arm == Arm::Artillery {
            form.refuse(&["full"], "the guns of a battery of a scenario are printed");
        }
        let weapon = form.get("weapon").and_then(|_| self.weapon(form, arm));
        let mobility = form.get("ma").map(|_| self.mobility(form, arm));
        let facts = &mut self.facts.units[id.index()];
        if let Some(full) = form.small("full", 30).filter(|_| arm != Arm::Artillery) {
            facts.strength = given(full);
        }
        if let Some([good_order, disordered]) = by_order(form, "cohesion", 9) {
            facts.cohesion = Some(given(ByOrder {
                good_order,
                disordered,
            }));
        }
        if let Some(weapon) = weapon {
            facts.weapon = given(weapon);
        }
        if let Some(mobility) = mobility {
            facts.mobility = mobility;
        }
        if let Some(green) = form.flag("green") {
            facts.experience = given(if green {
                Experience::Green
            } else {
                Experience::Veteran
            });
        }
    }

    /// What the order of battle says of a piece stays as it is: a file may repeat it, but not change it.
    pub fn agrees(&self, form: &Form<'_>) {
        let Some(name) = form.text("name") else {
            return;
        };
        let unit = self.facts.unit_named(name).map(|id| self.facts.unit(id));
        let leader = self
            .facts
            .leader_named(name)
            .map(|id| self.facts.leader(id));
        let (side, command) = match (unit, leader) {
            (Some(unit), _) => (unit.side, unit.formation),
            (None, Some(leader)) => (leader.side, leader.command),
            (None, None) => return,
        };
        let other = |key: &'static str, own: &str| {
            let Some(node) = form.get(key) else { return };
            let Some(text) = form.desk.text(node) else {
                return;
            };
            if text != own {
                form.desk.fault(
                    &node.span,
                    format!(
                        "{key} cannot be changed in a file with a scenario: '{name}' has {own}"
                    ),
                );
            }
        };
        other("side", side.word());
        if let Some(unit) = unit {
            other("kind", unit.arm.word());
        } else {
            form.refuse(
                &["replacement"],
                "the back of a counter of a scenario is printed",
            );
        }
        let command = self.facts.command(command);
        for (key, level) in LEVELS {
            if level == command.level {
                other(key, &command.code);
            } else {
                let reason = format!(
                    "'{name}' belongs to the {} {}",
                    command.level.word(),
                    command.code
                );
                form.refuse(&[key], &reason);
            }
        }
    }
}
