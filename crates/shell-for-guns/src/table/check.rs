//! What must hold of every table: the door from doubtful to sound, and what random play asks after every choice.

use longroll_tabletop::Body;

use super::{Place, Table, slots};
use crate::facts::{Arm, Facts, Formation};

impl Table {
    /// Everything that is wrong with the table, in words; nothing as a rule.
    #[must_use]
    pub fn faults(&self, facts: &Facts) -> Vec<String> {
        let mut faults = Vec::new();
        let present: Vec<(String, Body)> = self
            .present()
            .map(|(id, unit)| (facts.unit(id).name.clone(), unit.body()))
            .collect();
        for (index, (name, body)) in present.iter().enumerate() {
            if !facts.terrain.contains(body) {
                faults.push(format!("{name} lies beyond the table"));
            }
            for (other, theirs) in &present[index + 1..] {
                if body.overlaps(theirs) {
                    faults.push(format!("{name} and {other} overlap"));
                }
            }
        }
        for (id, unit) in self.present() {
            let entry = &facts.unit(id).entry;
            let name = &facts.unit(id).name;
            let least = if entry.arm == Arm::Battery { 1 } else { 2 };
            if unit.bases() < least || unit.bases() > entry.bases {
                faults.push(format!("{name} has {} bases", unit.bases()));
            }
            let guns = matches!(unit.formation, Formation::Deployed | Formation::Limbered);
            if guns != (entry.arm == Arm::Battery) {
                faults.push(format!("{name} is {}", unit.formation));
            }
            if !unit.chain.is_empty() && unit.chain.len() != unit.slots.len() {
                faults.push(format!("{name} has {} bases on the road", unit.chain.len()));
            }
            let whole = slots(facts, id, unit.formation, unit.mounted, entry.bases);
            if unit
                .slots
                .iter()
                .any(|slot| whole.first().is_some_and(|own| own.size != slot.size))
            {
                faults.push(format!("{name} has bases of another size"));
            }
            if let Some(brigade) = unit.joined
                && !self.unit(brigade).on_table()
            {
                faults.push(format!("{name} has joined nobody"));
            }
        }
        for (id, general) in self.generals() {
            let name = &facts.general(id).name;
            if let Some(body) = self.general_body(facts, id)
                && !facts.terrain.contains(&body)
            {
                faults.push(format!("{name} stands beyond the table"));
            }
            if let Some(unit) = general.attached
                && self.unit(unit).place != Place::Table
            {
                faults.push(format!("{name} is with nobody"));
            }
        }
        faults
    }
}
