//! BB 30, 31: the score of a battle, and games that end before their last turn.

use longroll_catalog::facts::UnitId;
use longroll_position::{BodyKind, CommandStatus};
use longroll_victory::{Ending, Orders, Score};

use crate::command::{body_leader, division_leader, leader_status, unit_is_in_range};
use crate::scene::At;

/// The chain of command as it stands.
struct Chain<'a>(At<'a>);

impl Orders for Chain<'_> {
    /// SR 6.12: from the corps commander to the brigadier, and from him to the unit, as the next II/A would find it.
    fn can_change(&self, unit: UnitId) -> bool {
        let at = self.0;
        let body = at.position.body_of(at.setting, unit);
        if at.setting.body(body).kind != BodyKind::Brigade || !unit_is_in_range(at, unit) {
            return false;
        }
        let in_command = |leader| leader_status(at, leader) == CommandStatus::InCommand;
        let division = division_leader(at, at.position.body(body).activator);
        body_leader(at, body).is_some_and(in_command) && division.is_some_and(in_command)
    }
}

/// How a battle stands: points with their reasons and rules, and the verdict if it ended now. Nothing if the scenario says
/// nothing of victory.
#[must_use]
pub fn score(at: At<'_>) -> Option<Score> {
    longroll_victory::score(at.setting, at.position, &Chain(at))
}

/// Whether the battle ends with the turn that is over.
#[must_use]
pub fn ending(at: At<'_>) -> Option<Ending> {
    longroll_victory::ending(at.setting, at.position, &Chain(at))
}
