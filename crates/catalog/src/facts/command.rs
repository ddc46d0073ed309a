//! The tree of commands: army, corps, division, brigade.

use longroll_core::Side;
use serde::Serialize;

use super::{CommandId, LeaderId, UnitId};

use crate::words::words;

words! {
    /// SR 4.1: the level of a command and of whoever leads it. Compares from the lowest to the highest.
    pub enum Level {
        /// SR 4.14: one star.
        Brigade = "brigade",
        /// SR 4.13: two stars.
        Division = "division",
        /// SR 4.12: three stars.
        Corps = "corps",
        /// SR 4.11: four stars, the Overall Commander.
        Army = "army",
    }
}

/// One command of the order of battle.
///
/// The tree may skip levels: a Union division stands directly under its army (BB 4.12), a brigade may stand directly
/// under a corps (BB 4.21). A unit whose own formation is a division is *unbrigaded* (BB 4.24), one whose formation is
/// an army is *unassigned* (BB 4.25).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommandFacts {
    /// Its number.
    pub id: CommandId,
    /// As players write it: "2/6/T", "1/3", "R Corps", "AoM".
    pub code: String,
    /// In words: "Second Brigade, Sixth Division, Army of the Tennessee".
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// How high it stands.
    pub level: Level,
    /// The command above; none for an army.
    pub parent: Option<CommandId>,
    /// Commands directly below, in file order.
    pub children: Vec<CommandId>,
    /// Who may lead it, senior first; an army may have two (BB 4.11), a composite brigade none of its own.
    pub leaders: Vec<LeaderId>,
    /// Units whose own formation this is, in file order.
    pub units: Vec<UnitId>,
}

impl CommandFacts {
    /// The leader printed for this command.
    #[must_use]
    pub fn leader(&self) -> Option<LeaderId> {
        self.leaders.first().copied()
    }
}
