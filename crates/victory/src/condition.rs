//! Conditions of objectives, shifts and automatic victories, each with how it stands.

use longroll_catalog::facts::{CommandId, Condition, Level, Tie};
use longroll_core::Side;
use serde::Serialize;

use crate::due::Due;
use crate::judge::Judge;
use crate::reason::Reason;

mod ground;

/// A condition and how it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Whether it holds.
    pub holds: bool,
    /// Whether that is settled.
    pub due: Due,
    /// How it stands, in words.
    pub reason: Reason,
}

impl Check {
    fn now(holds: bool, reason: Reason) -> Self {
        Self {
            holds,
            due: Due::AsItStands,
            reason,
        }
    }
}

impl Judge<'_> {
    /// How a condition stands. `points` are those of the side that a condition asks about.
    pub fn check(&self, condition: &Condition, points: impl Fn(Side) -> i32) -> Check {
        match condition {
            Condition::Held { .. } => self.held(condition),
            Condition::Ineffective { commands, needed } => self.ineffective_of(commands, *needed),
            Condition::IneffectiveCount {
                side,
                level,
                at_least,
            } => self.ineffective_count(*side, *level, *at_least),
            Condition::Gone { command } => self.gone(*command),
            Condition::RegimentsLeft { side, at_least } => self.regiments_left(*side, *at_least),
            Condition::RegimentsShaken { command, at_least } => {
                self.regiments_shaken(*command, *at_least)
            }
            Condition::LossesAtMost { side, sp } => self.losses_at_most(*side, *sp),
            Condition::LossesAtLeast { .. } => self.losses_at_least(condition),
            Condition::PointsAtLeast { side, vp } => {
                Self::points_at_least(*side, points(*side), *vp)
            }
            Condition::RouteControlled { .. } => self.route(condition),
            Condition::NorthBoundaryReached { by, from_column } => {
                self.north_boundary(*by, *from_column)
            }
            Condition::FieldsControlled { by, fields } => self.fields_controlled(*by, fields),
            Condition::FieldsNotControlled {
                by,
                fields,
                ignoring,
            } => self.fields_not_controlled(*by, fields, ignoring),
            Condition::RegimentsIn {
                side,
                hexes,
                at_least,
            } => self.regiments_in(*side, hexes, *at_least),
            Condition::TakenBy { .. } => self.taken(condition),
            Condition::NotHeld { .. } => self.not_held(condition),
            Condition::FewerIneffectiveBrigades { side, tie } => {
                self.fewer_ineffective(*side, *tie)
            }
        }
    }

    /// How many of these commands are worn out.
    fn ineffective_of(&self, commands: &[CommandId], needed: u8) -> Check {
        let worn: Vec<_> = commands
            .iter()
            .copied()
            .filter(|&command| self.is_ineffective(command))
            .collect();
        let reason = Reason::new("ineffective")
            .number("have", worn.len())
            .number("needed", needed)
            .names(commands.iter().map(|&own| self.command_name(own)));
        Check::now(worn.len() >= usize::from(needed), reason)
    }

    /// How many brigades or divisions of a side are worn out.
    fn ineffective_count(&self, side: Side, level: Level, at_least: u8) -> Check {
        let worn = self.ineffective(side, level);
        let key = match level {
            Level::Brigade => "worn-brigades-wanted",
            _ => "worn-divisions-wanted",
        };
        let reason = Reason::new(key)
            .side(side)
            .number("have", worn.len())
            .number("needed", at_least)
            .names(worn.iter().map(|&own| self.command_name(own)));
        Check::now(worn.len() >= usize::from(at_least), reason)
    }

    /// Fewer worn brigades than the enemy.
    fn fewer_ineffective(&self, side: Side, tie: Tie) -> Check {
        let own = self.ineffective(side, Level::Brigade).len();
        let enemy = self.ineffective(side.enemy(), Level::Brigade).len();
        let reason = Reason::new("fewer-ineffective")
            .side(side)
            .number("have", own)
            .number("enemy", enemy);
        Check::now(own < enemy || tie == Tie::Enough && own == enemy, reason)
    }

    /// Nobody of a command is left.
    fn gone(&self, command: CommandId) -> Check {
        let left = self.left_of(command);
        let reason = Reason::new("gone")
            .name("command", self.command_name(command))
            .names(left.iter().map(|&unit| self.unit_name(unit)));
        Check::now(left.is_empty(), reason)
    }

    /// Sound regiments of a side.
    fn regiments_left(&self, side: Side, at_least: u8) -> Check {
        let left = self.sound_regiments(side).count();
        let reason = Reason::new("regiments-left")
            .side(side)
            .number("have", left)
            .number("needed", at_least);
        Check::now(left >= usize::from(at_least), reason)
    }

    /// Shaken regiments of a command.
    fn regiments_shaken(&self, command: CommandId, at_least: u8) -> Check {
        let shaken = self.shaken_regiments(command);
        let reason = Reason::new("regiments-shaken")
            .name("command", self.command_name(command))
            .number("have", shaken.len())
            .number("needed", at_least)
            .names(shaken.iter().map(|&unit| self.unit_name(unit)));
        Check::now(shaken.len() >= usize::from(at_least), reason)
    }

    /// SP lost, at most so many.
    fn losses_at_most(&self, side: Side, sp: u8) -> Check {
        let lost = self.losses(side);
        let reason = Reason::new("losses-at-most")
            .side(side)
            .number("have", lost)
            .number("needed", sp);
        Check::now(lost <= u32::from(sp), reason)
    }

    /// SP lost with whatever counts as SP, at least so many.
    fn losses_at_least(&self, condition: &Condition) -> Check {
        let Condition::LossesAtLeast {
            side,
            sp,
            per_routed_unit,
            leaders,
        } = condition
        else {
            return Check::now(false, Reason::new("losses-at-least"));
        };
        let routed = self.routed(*side) * usize::from(*per_routed_unit);
        let fallen = leaders.iter().filter(|&&own| self.has_fallen(own)).count();
        let more = u32::try_from(routed + fallen).unwrap_or(u32::MAX);
        let lost = self.losses(*side).saturating_add(more);
        let reason = Reason::new("losses-at-least")
            .side(*side)
            .number("have", lost)
            .number("needed", *sp);
        Check::now(lost >= u32::from(*sp), reason)
    }

    fn points_at_least(side: Side, have: i32, vp: u8) -> Check {
        let reason = Reason::new("points-at-least")
            .side(side)
            .number("have", have)
            .number("needed", vp);
        Check::now(have >= i32::from(vp), reason)
    }
}

/// The text about worn commands of a level.
pub(crate) const fn worn_key(level: Level) -> &'static str {
    match level {
        Level::Brigade => "worn-brigades",
        _ => "worn-divisions",
    }
}
