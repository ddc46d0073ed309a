//! A position being laid out, piece by piece and command by command.

use core::ops::Range;

use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_position::{BodyId, CommandStatus, Draft, Setting};

use crate::form::{Desk, Form};
use crate::setting::Origin;

/// A position being laid out.
pub(crate) struct Table<'a> {
    pub desk: &'a Desk,
    pub origin: Origin,
    pub setting: &'a Setting,
    pub position: Draft,
    /// Statuses that the file states and that are not to be worked out.
    pub stated: Stated,
}

/// What the file states and is not to be worked out.
#[derive(Default)]
pub(crate) struct Stated {
    pub units: Vec<(UnitId, CommandStatus)>,
    pub leaders: Vec<(LeaderId, CommandStatus)>,
    pub bodies: Vec<(BodyId, CommandStatus)>,
    pub entitled: Vec<(BodyId, u8)>,
    pub unit_orders: Vec<UnitId>,
    pub facings: Vec<(UnitId, Range<usize>)>,
}

impl Table<'_> {
    /// `status`: what the file states about command.
    pub fn status(&self, form: &Form<'_>) -> Option<CommandStatus> {
        let node = form.get("status")?;
        match self.desk.text(node)? {
            "in-command" => Some(CommandStatus::InCommand),
            "out-of-command" => Some(CommandStatus::OutOfCommand),
            other => {
                self.desk.fault(
                    &node.span,
                    format!("'{other}' is no status; write in-command or out-of-command"),
                );
                None
            }
        }
    }
}
