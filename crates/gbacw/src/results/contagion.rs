//! SR 12.54: a rout shakes those beside it.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::ChanceError;
use serde::{Deserialize, Serialize};

use super::check::{Check, CheckStep, Occasion};
use crate::battle::At;
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::step::{Done, Step};

/// SR 12.54: friends next to a unit that routs, or stacked with it, roll at once, each once in a chain of routs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ContagionStep {
    /// Who still rolls.
    queue: Vec<UnitId>,
    /// Who has rolled for a rout of this chain.
    rolled: Vec<UnitId>,
}

/// The friends of a unit that is about to leave its hexes in rout.
pub(super) fn neighbours(at: At<'_>, unit: UnitId) -> Vec<UnitId> {
    let side = at.setting.unit(unit).side;
    let own: Vec<HexId> = at.position.unit(unit).hexes().collect();
    let beside = own.iter().flat_map(|&hex| at.setting.neighbours(hex));
    let mut found: Vec<UnitId> = Vec::new();
    for hex in own.iter().copied().chain(beside) {
        for part in at.position.stack(hex) {
            let other = part.unit;
            let facts = at.setting.unit(other);
            let shaken = matches!(facts.arm, Arm::Infantry | Arm::Cavalry) && facts.side == side;
            if other != unit && shaken && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// They roll, but for those who have rolled in the chain already (reading 78 of the assault chapter).
pub(super) fn spread(play: &mut Play<'_>, friends: Vec<UnitId>) {
    let mut rolled: Vec<UnitId> = Vec::new();
    for step in play.work.iter() {
        if let Some(earlier) = step.contagion() {
            rolled.extend(earlier.rolled.iter().copied());
        }
    }
    let queue: Vec<UnitId> = friends
        .into_iter()
        .filter(|unit| !rolled.contains(unit))
        .collect();
    if !queue.is_empty() {
        rolled.extend(queue.iter().copied());
        play.push(ContagionStep { queue, rolled });
    }
}

impl Procedure for ContagionStep {
    asks_nobody!();

    fn runs(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        while !self.queue.is_empty() {
            let unit = self.queue.remove(0);
            if play.position.unit(unit).on_map() {
                let check = Check::plain(unit, Occasion::AdjacentRout);
                play.call(self, CheckStep::Roll(check));
                return Ok(());
            }
        }
        Ok(())
    }

    fn goes_on(self, play: &mut Play<'_>, _: Done) -> Result<(), ChanceError> {
        // What the check has led to (a rout, a retreat) lies above and comes first.
        play.push(self);
        Ok(())
    }
}

impl Step {
    /// The rout that is spreading in this frame, if one is.
    fn contagion(&self) -> Option<&ContagionStep> {
        match self {
            Self::Contagion(step) => Some(step),
            Self::Awaits(waiting) => waiting.frame().contagion(),
            _ => None,
        }
    }
}
