//! Conditions of objectives, shifts and automatic victories, each with how it stands.

use longroll_catalog::facts::{Condition, Fitness, Holder, Holding, Level, Tie};
use longroll_position::{beside, north_boundary};
use serde::Serialize;

use crate::due::Due;
use crate::judge::{Judge, When};
use crate::reason::Reason;

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
    pub fn check(
        &self,
        condition: &Condition,
        points: impl Fn(longroll_core::Side) -> i32,
    ) -> Check {
        match condition {
            Condition::Held { .. } => self.held(condition),
            Condition::Ineffective { commands, needed } => {
                let worn: Vec<_> = commands
                    .iter()
                    .copied()
                    .filter(|&command| self.is_ineffective(command))
                    .collect();
                let reason = Reason::new("ineffective")
                    .number("have", worn.len())
                    .number("needed", *needed)
                    .names(commands.iter().map(|&own| self.command_name(own)));
                Check::now(worn.len() >= usize::from(*needed), reason)
            }
            Condition::IneffectiveCount {
                side,
                level,
                at_least,
            } => {
                let worn = self.ineffective(*side, *level);
                let key = match level {
                    Level::Brigade => "worn-brigades-wanted",
                    _ => "worn-divisions-wanted",
                };
                let reason = Reason::new(key)
                    .side(*side)
                    .number("have", worn.len())
                    .number("needed", *at_least)
                    .names(worn.iter().map(|&own| self.command_name(own)));
                Check::now(worn.len() >= usize::from(*at_least), reason)
            }
            Condition::Gone { command } => {
                let left = self.left_of(*command);
                let reason = Reason::new("gone")
                    .name("command", self.command_name(*command))
                    .names(left.iter().map(|&unit| self.unit_name(unit)));
                Check::now(left.is_empty(), reason)
            }
            Condition::RegimentsLeft { side, at_least } => {
                let left = self.sound_regiments(*side).count();
                let reason = Reason::new("regiments-left")
                    .side(*side)
                    .number("have", left)
                    .number("needed", *at_least);
                Check::now(left >= usize::from(*at_least), reason)
            }
            Condition::RegimentsShaken { command, at_least } => {
                let shaken = self.shaken_regiments(*command);
                let reason = Reason::new("regiments-shaken")
                    .name("command", self.command_name(*command))
                    .number("have", shaken.len())
                    .number("needed", *at_least)
                    .names(shaken.iter().map(|&unit| self.unit_name(unit)));
                Check::now(shaken.len() >= usize::from(*at_least), reason)
            }
            Condition::LossesAtMost { side, sp } => {
                let lost = self.losses(*side);
                let reason = Reason::new("losses-at-most")
                    .side(*side)
                    .number("have", lost)
                    .number("needed", *sp);
                Check::now(lost <= u32::from(*sp), reason)
            }
            Condition::LossesAtLeast {
                side,
                sp,
                per_routed_unit,
                leaders,
            } => {
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
            Condition::PointsAtLeast { side, vp } => {
                let have = points(*side);
                let reason = Reason::new("points-at-least")
                    .side(*side)
                    .number("have", have)
                    .number("needed", *vp);
                Check::now(have >= i32::from(*vp), reason)
            }
            Condition::RouteControlled { .. } => self.route(condition),
            Condition::NorthBoundaryReached { by, from_column } => {
                let grid = self.setting.grid();
                let boundary = north_boundary(grid, &self.setting.scenario, *from_column);
                let held: Vec<_> = boundary
                    .into_iter()
                    .filter(|&hex| self.passed(*by, hex, Holder::Infantry, When::Now))
                    .collect();
                let reason = Reason::new("north-boundary")
                    .side(*by)
                    .names(held.iter().map(|&hex| self.hex_name(hex)));
                Check::now(!held.is_empty(), reason)
            }
            Condition::FieldsControlled { by, fields } => {
                let have = self.controlled(*by, fields, &[], When::Now);
                let needed = self.fields(fields, &[]).len();
                let holds = have.len() == needed;
                let reason = Reason::new("fields-controlled")
                    .side(*by)
                    .number("have", have.len())
                    .number("needed", needed)
                    .names(have);
                Check::now(holds, reason)
            }
            Condition::FieldsNotControlled {
                by,
                fields,
                ignoring,
            } => {
                let have = self.controlled(*by, fields, ignoring, When::Now);
                let holds = have.is_empty();
                let reason = Reason::new("fields-not-controlled")
                    .side(*by)
                    .number("have", have.len())
                    .names(have);
                Check::now(holds, reason)
            }
            Condition::RegimentsIn {
                side,
                hexes,
                at_least,
            } => {
                let inside: Vec<_> = self
                    .sound_regiments(*side)
                    .filter(|&unit| {
                        let mut own = self.position.unit(unit).hexes();
                        own.any(|hex| hexes.contains(&hex))
                    })
                    .collect();
                let reason = Reason::new("regiments-in")
                    .side(*side)
                    .number("have", inside.len())
                    .number("needed", *at_least)
                    .names(inside.iter().map(|&unit| self.unit_name(unit)));
                Check::now(inside.len() >= usize::from(*at_least), reason)
            }
            Condition::TakenBy { .. } => self.taken(condition),
            Condition::NotHeld {
                by,
                hex,
                holder,
                against,
            } => {
                let passages = self.place(&[*hex], When::Now).passages;
                let last = passages.last(*by, *holder) > passages.last(by.enemy(), *against);
                let reason = Reason::new("not-held")
                    .side(*by)
                    .name("hex", self.hex_name(*hex));
                Check::now(!last, reason)
            }
            Condition::FewerIneffectiveBrigades { side, tie } => {
                let own = self.ineffective(*side, Level::Brigade).len();
                let enemy = self.ineffective(side.enemy(), Level::Brigade).len();
                let reason = Reason::new("fewer-ineffective")
                    .side(*side)
                    .number("have", own)
                    .number("enemy", enemy);
                Check::now(own < enemy || *tie == Tie::Enough && own == enemy, reason)
            }
        }
    }

    fn passed(
        &self,
        by: longroll_core::Side,
        hex: longroll_board::HexId,
        holder: Holder,
        when: When,
    ) -> bool {
        let holding = Holding::OccupiedOrLastThrough;
        self.holds(by, hex, holder, holding, Fitness::Any, when)
    }

    fn held(&self, condition: &Condition) -> Check {
        let Condition::Held {
            by,
            hexes,
            needed,
            holder,
            holding,
            fitness,
            at,
        } = condition
        else {
            return Check::now(false, Reason::new("held"));
        };
        let (when, due) = self.at(*at);
        let held: Vec<_> = hexes
            .iter()
            .copied()
            .filter(|&hex| self.holds(*by, hex, *holder, *holding, *fitness, when))
            .collect();
        let needed = needed.map_or(hexes.len(), usize::from);
        let key = match (holding, at) {
            (Holding::Occupied, None) => "occupied",
            (Holding::Occupied, Some(_)) => "occupied-at",
            (Holding::OccupiedOrLastThrough, None) => "held",
            (Holding::OccupiedOrLastThrough, Some(_)) => "held-at",
        };
        let mut reason = Reason::new(key)
            .side(*by)
            .number("have", held.len())
            .number("needed", needed);
        if let Some(turn) = at {
            reason = reason.name("turn", self.turn_name(*turn));
        }
        Check {
            holds: held.len() >= needed,
            due,
            reason: reason.names(held.iter().map(|&hex| self.hex_name(hex))),
        }
    }

    /// BB 30.4-route: infantry in one of the hexes, or last through it, and no enemy who would keep a unit under Advance
    /// orders (SR 6.15) from moving along all of them. BB 30.4-cloud-trail: from the end of that turn on without a break.
    fn route(&self, condition: &Condition) -> Check {
        let Condition::RouteControlled { by, hexes, from } = condition else {
            return Check::now(false, Reason::new("route-open"));
        };
        let enemy = by.enemy();
        let mut route = hexes.clone();
        route.sort_unstable();
        route.dedup();
        let around = beside(self.setting.grid(), hexes);
        let controls = |when: When| {
            let inside = self.place(&route, when).standers;
            let near = self.place(&around, when).standers;
            let open = !inside.has(enemy, Holder::Any) && !near.has_more_than_guns(enemy);
            let held: Vec<_> = hexes
                .iter()
                .copied()
                .filter(|&hex| self.passed(*by, hex, Holder::Infantry, when))
                .collect();
            (open, held)
        };
        let (open, held) = controls(When::Now);
        let (when, due) = self.at(*from);
        let then = match when {
            When::Now => true,
            When::Missed => false,
            When::EndOf(turn) => {
                let (open, held) = controls(when);
                let clock = self
                    .position
                    .control
                    .end_of(turn)
                    .map_or(0, |end| end.clock);
                let inside = self.place(&route, When::Now).passages;
                let near = self.place(&around, When::Now).passages;
                let kept =
                    inside.last(enemy, Holder::Any) <= clock && near.last_but_guns(enemy) <= clock;
                open && !held.is_empty() && kept
            }
        };
        let key = match (open, then) {
            (true, _) if held.is_empty() => "route-unheld",
            (true, true) => "route-open",
            (false, _) => "route-blocked",
            (true, false) => "route-late",
        };
        let reason = Reason::new(key)
            .side(*by)
            .names(held.iter().map(|&hex| self.hex_name(hex)));
        Check {
            holds: open && !held.is_empty() && then,
            due: if due == Due::ToCome {
                due
            } else {
                Due::AsItStands
            },
            reason,
        }
    }

    /// Taken by the end of a turn and not lost again.
    fn taken(&self, condition: &Condition) -> Check {
        let Condition::TakenBy {
            by,
            hexes,
            until,
            holder,
            against,
        } = condition
        else {
            return Check::now(false, Reason::new("taken-by"));
        };
        let (when, due) = self.at(Some(*until));
        let enemy = by.enemy();
        let kept: Vec<_> = hexes
            .iter()
            .copied()
            .filter(|&hex| {
                let then = self.place(&[hex], when).passages;
                let since = match when {
                    When::EndOf(turn) => self.position.control.end_of(turn),
                    _ => None,
                };
                let clock = since.map_or(u32::MAX, |end| end.clock);
                let now = self.place(&[hex], When::Now).passages;
                then.last(*by, *holder) > then.last(enemy, *against)
                    && now.last(enemy, *against) <= clock
            })
            .collect();
        let reason = Reason::new("taken-by")
            .side(*by)
            .name("turn", self.turn_name(*until))
            .names(kept.iter().map(|&hex| self.hex_name(hex)));
        Check {
            holds: !kept.is_empty(),
            due: if due == Due::ToCome {
                due
            } else {
                Due::AsItStands
            },
            reason,
        }
    }
}

/// The text about worn commands of a level.
pub(crate) const fn worn_key(level: Level) -> &'static str {
    match level {
        Level::Brigade => "worn-brigades",
        _ => "worn-divisions",
    }
}
