//! BB fire table: from terms to what each die does.

use core::array;

use longroll_catalog::tables::{FireDisorder, FireResult, FireTable};
use serde::Serialize;
use smallvec::SmallVec;

use super::ammunition::{AmmunitionChange, after};
use super::terms::{FireTerms, Strikes};

/// What one face of the die does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FireOutcome {
    /// The face.
    pub die: u8,
    /// The face with everything added.
    pub total: i32,
    /// The result of the table; for a gunboat what is left of it (BB 14.76).
    pub result: FireResult,
    /// SR 10.26-friendlyfire: friends near the target check.
    pub friends_check: bool,
    /// Ammunition that changes when the whole fire is over.
    pub ammunition: SmallVec<[AmmunitionChange; 2]>,
}

impl FireTerms {
    /// What a die does. The die is 0 to 9; anything higher is read as 9.
    #[must_use]
    pub fn outcome(&self, table: &FireTable, die: u8) -> FireOutcome {
        let die = die.min(9);
        let total = i32::from(die) + self.terms.sum();
        let clamped = i16::try_from(total.clamp(-1000, 1000)).unwrap_or(0);
        let read = table.result(self.class, self.sp, clamped);
        let mut ammunition = SmallVec::new();
        for worn in &self.worn {
            let then = after(table, worn.before, &[(worn.wear, die)]);
            if then != worn.before {
                ammunition.push(AmmunitionChange {
                    unit: worn.unit,
                    section: worn.section,
                    after: then,
                });
            }
        }
        FireOutcome {
            die,
            total,
            result: self.felt(read),
            friends_check: self
                .friends
                .as_ref()
                .is_some_and(|friends| die <= friends.up_to),
            ammunition,
        }
    }

    /// All ten faces.
    #[must_use]
    pub fn outcomes(&self, table: &FireTable) -> [FireOutcome; 10] {
        array::from_fn(|die| self.outcome(table, u8::try_from(die).unwrap_or(9)))
    }

    /// BB 14.76: only a D does anything to a gunboat, and then one D.
    const fn felt(&self, result: FireResult) -> FireResult {
        match (self.strikes, result.disorder) {
            (Strikes::Boat(_), FireDisorder::Automatic) => FireResult {
                loss: 0,
                disorder: FireDisorder::Automatic,
            },
            (Strikes::Boat(_), _) => FireResult::NONE,
            _ => result,
        }
    }
}
