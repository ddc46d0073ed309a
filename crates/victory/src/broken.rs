//! BB 31.0-early-end: a side that is broken, and what that does to the terms of victory.

use longroll_catalog::facts::{EnemyStands, Level};
use longroll_core::Side;
use longroll_position::{Position, Setting};
use longroll_rule::Rule;

use crate::judge::{Judge, Orders};

/// BB 31.0-early-end: whether a side has no effective division left on the map.
#[must_use]
pub fn is_broken(setting: &Setting, position: &Position, orders: &dyn Orders, side: Side) -> bool {
    let judge = Judge::now(setting, position, orders);
    !judge
        .commands(side, Level::Division)
        .into_iter()
        .any(|command| judge.is_present(command) && !judge.is_ineffective(command))
}

/// What an early end takes away, and by how much it shifts the level (for the Confederate if more than 0).
#[derive(Debug, Default)]
pub(crate) struct BrokenTerms {
    pub without: Vec<String>,
    pub shift: i32,
    pub rule: Option<Rule>,
}

pub(crate) fn broken_terms(judge: &Judge<'_>) -> BrokenTerms {
    let mut found = BrokenTerms::default();
    let Some(early) = &judge.terms().early_end else {
        return found;
    };
    for own in &early.broken {
        let broken = is_broken(judge.setting, judge.position, judge.orders, own.side);
        let enemy = own.side.enemy();
        let fits = match own.enemy {
            EnemyStands::Whole => judge.ineffective(enemy, Level::Division).is_empty(),
            // A division that is still to come is not CI, and the book does not ask for one on the map here.
            EnemyStands::NotBroken => {
                judge
                    .commands(enemy, Level::Division)
                    .into_iter()
                    .any(|command| {
                        let takes_part = judge.is_present(command) || judge.is_to_come(command);
                        takes_part && !judge.is_ineffective(command)
                    })
            }
        };
        if !broken || !fits {
            continue;
        }
        found.without.extend(own.without.iter().cloned());
        found.rule = Some(early.rule);
        let levels = i32::from(own.shift);
        found.shift += match enemy {
            Side::Confederate => levels,
            Side::Union => -levels,
        };
    }
    found
}
