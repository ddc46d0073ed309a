//! How commands wake up: the alert programme, alert by enemy Activations, and Sound of Battle missions.

use longroll_board::HexId;
use serde::Serialize;

use super::{Arm, CommandId, LeaderId, TurnId, UnitId};
use crate::tables::DieRange;

/// BB alert-6AM to alert-9AM: Activations by a roll instead of an Efficiency draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertProgramme {
    /// In words.
    pub statement: String,
    /// Units alert from the start, with their Activations in the first turn; all In Command.
    pub at_start: Vec<AlertAtStart>,
    /// The rolls, in order of time.
    pub rolls: Vec<AlertRoll>,
    /// BB alert-8AM: the turn in which the player picks divisions that become alert.
    pub choice: AlertChoice,
    /// BB alert-9AM: from this turn everyone is alert and draws normally.
    pub all_from: TurnId,
    /// BB alert-notes, in words.
    pub notes: Vec<String>,
}

/// Units alert from the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertAtStart {
    pub units: Vec<UnitId>,
    /// Activations in the first turn.
    pub activations: u8,
}

/// One alert roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertRoll {
    pub turn: TurnId,
    /// For which command.
    pub command: CommandId,
    /// Brigades of it that roll for themselves or not at all.
    pub except: Vec<CommandId>,
    /// BB alert-notes d: units of these arms that answer to the division itself sleep one turn longer.
    pub asleep: Vec<Arm>,
    /// Leaders who may not move in this turn.
    pub holds: Vec<LeaderId>,
    /// The table; covers 0 to 9.
    pub table: Vec<AlertRow>,
}

/// A row of an alert table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertRow {
    pub die: DieRange,
    /// What it gives.
    pub result: AlertResult,
}

/// What an alert roll gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertResult {
    /// So many Activations.
    Activations(u8),
    /// Roll again on this table.
    Reroll(Vec<AlertRow>),
}

/// BB alert-8AM: divisions of the player's choice become alert and draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AlertChoice {
    pub turn: TurnId,
    /// How many divisions.
    pub divisions: u8,
}

/// BB 31.0-alert-table: divisions alerted by the number of enemy AMs drawn so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DivisionAlert {
    /// In words.
    pub statement: String,
    /// One row per enemy division, number of its AMs and division that may be alerted.
    pub rows: Vec<DivisionAlertRow>,
}

/// A row of the division alert table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DivisionAlertRow {
    /// The enemy division whose AM was drawn.
    pub active: CommandId,
    /// How many of its AMs have been drawn since the start, this one included.
    pub drawn: u8,
    /// The division that may be alerted.
    pub alerts: CommandId,
    /// The chance.
    pub chance: AlertChance,
}

/// The chance of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertChance {
    /// Never.
    NoRoll,
    /// On this range of the die.
    On(DieRange),
    /// Without a roll.
    Automatic,
}

/// BB sob: where brigades march first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SoundOfBattle {
    /// In words.
    pub statement: String,
    /// One table per group of brigades.
    pub tables: Vec<MissionTable>,
}

/// BB sob-table: the missions of some brigades.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissionTable {
    /// Who rolls here.
    pub commands: Vec<CommandId>,
    /// The table; covers 0 to 9.
    pub rows: Vec<MissionRow>,
}

/// A row of a mission table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissionRow {
    pub die: DieRange,
    /// What it gives.
    pub mission: Mission,
}

/// A mission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mission {
    /// March to this place.
    MarchTo {
        hex: HexId,
        /// Its name.
        place: String,
    },
    /// No unit of the brigade moves this turn; free from the next.
    StayThisTurn,
    /// The brigade loses its first Activation, then it is free.
    LoseFirstActivation,
}
