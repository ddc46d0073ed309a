//! A battle: everything the scenarios share.

use std::sync::Arc;

use longroll_board::{Ground, HexId};
use longroll_core::{BySide, Side};
use serde::Serialize;

use super::{
    CommandFacts, CommandId, LeaderFacts, LeaderId, UnitFacts, UnitId, Variations, WeaponId,
};
use crate::tables::{Tables, WeaponFacts};

/// The facts of a battle. Plain data, shared by every game played on it.
#[derive(Debug, Clone)]
pub struct BattleFacts {
    /// Its short name: "shiloh".
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Month and year of the days that turns count: "April 1862".
    pub month: String,
    /// The map.
    pub ground: Arc<Ground>,
    /// Units, indexed by [`UnitId`].
    pub units: Vec<UnitFacts>,
    /// Leaders, indexed by [`LeaderId`].
    pub leaders: Vec<LeaderFacts>,
    /// Commands, indexed by [`CommandId`].
    pub commands: Vec<CommandFacts>,
    /// The tables.
    pub tables: Tables,
    /// Figures of the battle's own rules.
    pub terms: BattleTerms,
    /// Where the battle book departs from the series rules.
    pub variations: Variations,
}

impl BattleFacts {
    /// The facts of a unit of this battle.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &UnitFacts {
        // In range: ids are given when the battle is loaded and belong to it.
        &self.units[id.index()]
    }

    /// The facts of a leader of this battle.
    #[must_use]
    pub fn leader(&self, id: LeaderId) -> &LeaderFacts {
        // In range: see `unit`.
        &self.leaders[id.index()]
    }

    /// The facts of a command of this battle.
    #[must_use]
    pub fn command(&self, id: CommandId) -> &CommandFacts {
        // In range: see `unit`.
        &self.commands[id.index()]
    }

    /// The facts of a weapon of this battle.
    #[must_use]
    pub fn weapon(&self, id: WeaponId) -> &WeaponFacts {
        self.tables.range.weapon(id)
    }

    /// The unit with this name or key.
    #[must_use]
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.units
            .iter()
            .find(|unit| unit.name == name || unit.key == name)
            .map(|unit| unit.id)
    }

    /// The leader with this name or key.
    #[must_use]
    pub fn leader_named(&self, name: &str) -> Option<LeaderId> {
        self.leaders
            .iter()
            .find(|leader| leader.name == name || leader.key == name)
            .map(|leader| leader.id)
    }

    /// The command with this code.
    #[must_use]
    pub fn command_coded(&self, code: &str) -> Option<CommandId> {
        self.commands
            .iter()
            .find(|command| command.code == code)
            .map(|command| command.id)
    }

    /// The command and everything above it, lowest first.
    pub fn chain(&self, command: CommandId) -> impl Iterator<Item = &CommandFacts> {
        core::iter::successors(Some(self.command(command)), |own| {
            own.parent.map(|parent| self.command(parent))
        })
    }

    /// True if `inner` is `outer` or stands somewhere below it.
    #[must_use]
    pub fn is_within(&self, inner: CommandId, outer: CommandId) -> bool {
        self.chain(inner).any(|command| command.id == outer)
    }
}

/// Figures of the battle book that hold in every scenario. Hours are those of the first day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleTerms {
    /// BB 30.0-udd: added to rolls that test cohesion.
    pub cohesion_drm: FirstDayDrm,
    /// BB 10.92-limits: added to resupply rolls.
    pub resupply_drm: FirstDayDrm,
    /// BB 12.35: rout check of infantry for a Second Disorder by fire.
    pub rout_check: FirstDayDrm,
    /// BB 9.22: first hour with March orders.
    pub march_orders_from_hour: BySide<u8>,
    /// BB 4.33: first hour at which artillery and cavalry may be assigned to brigades.
    pub assignments_from_hour: u8,
    /// BB 4.32-limits: batteries massed under a division leader.
    pub massed_batteries: MassedBatteries,
    /// BB 13.54: DRMs to recovery from rout.
    pub rout_recovery: Vec<RoutRecoveryDrm>,
    /// BB 9.44-bridge: a bridge that cannot be used at first.
    pub closed_bridge: Option<ClosedBridge>,
    /// BB 14.46: detachments stay on or north of the row of this hex.
    pub detachments_north_of: HexId,
    /// BB 14.47: detachments must be absorbed by the end of this hour.
    pub detachments_absorbed_by_hour: u8,
    /// BB 9.7-landing: hexes where units land.
    pub landing_hexes: Vec<HexId>,
    /// BB 9.7-landing: MP the first group pays, one more for each later group.
    pub landing_extra_mp: u8,
    /// BB 14.55: hexes cavalry may end from the nearest friendly non-cavalry unit; none if the battle has no tether.
    pub cavalry_tether: Option<u8>,
    /// BB 19.0: first hour with the Random Events AM.
    pub random_events_from_hour: u8,
    /// BB 14.79: indirect fires of a gunboat in a night or dawn turn.
    pub gunboat_night_fires: u8,
}

/// A modifier of one side on the first day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FirstDayDrm {
    /// Whose rolls.
    pub side: Side,
    /// The modifier; 0 where the rule is a check and not a modifier.
    pub drm: i8,
    /// To the end of the turn of this hour.
    pub until_hour: u8,
}

/// BB 4.32-limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MassedBatteries {
    /// From the turn of this hour.
    pub from_hour: u8,
    /// How many batteries.
    pub batteries: u8,
}

/// BB 13.54: a modifier to recovery from rout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RoutRecoveryDrm {
    /// Whose units.
    pub army: CommandId,
    /// From this hour of the first day …
    pub from_hour: u8,
    /// … to the end of this one; to the end of the game if none.
    pub until_hour: Option<u8>,
    /// The modifier.
    pub drm: i8,
}

/// BB 9.44: a bridge nobody may use until the enemy of the attacker is away from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClosedBridge {
    pub hex: HexId,
    /// In scenarios that start at this hour or earlier.
    pub if_start_by_hour: u8,
    /// Open once an Activation begins with no unit of this side …
    pub held_by: Side,
    /// … within so many hexes.
    pub within: u8,
}
