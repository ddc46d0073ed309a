//! Conditions of the ground: hexes held, taken or kept open, fields and the map's edge.

use longroll_board::{FieldId, HexId};
use longroll_catalog::facts::{Condition, Fitness, Holder, Holding};
use longroll_core::Side;
use longroll_position::{beside, north_boundary};

use super::Check;
use crate::due::Due;
use crate::judge::{Judge, When};
use crate::reason::Reason;

impl Judge<'_> {
    /// Infantry on the north boundary.
    pub(super) fn north_boundary(&self, by: Side, from_column: u8) -> Check {
        let grid = self.setting.grid();
        let boundary = north_boundary(grid, &self.setting.scenario, from_column);
        let held: Vec<_> = boundary
            .into_iter()
            .filter(|&hex| self.passed(by, hex, Holder::Infantry, When::Now))
            .collect();
        let reason = Reason::new("north-boundary")
            .side(by)
            .names(held.iter().map(|&hex| self.hex_name(hex)));
        Check::now(!held.is_empty(), reason)
    }

    /// All of these fields.
    pub(super) fn fields_controlled(&self, by: Side, fields: &[FieldId]) -> Check {
        let have = self.controlled(by, fields, &[], When::Now);
        let needed = self.fields(fields, &[]).len();
        let holds = have.len() == needed;
        let reason = Reason::new("fields-controlled")
            .side(by)
            .number("have", have.len())
            .number("needed", needed)
            .names(have);
        Check::now(holds, reason)
    }

    /// None of these fields.
    pub(super) fn fields_not_controlled(
        &self,
        by: Side,
        fields: &[FieldId],
        ignoring: &[HexId],
    ) -> Check {
        let have = self.controlled(by, fields, ignoring, When::Now);
        let holds = have.is_empty();
        let reason = Reason::new("fields-not-controlled")
            .side(by)
            .number("have", have.len())
            .names(have);
        Check::now(holds, reason)
    }

    /// Sound regiments in these hexes.
    pub(super) fn regiments_in(&self, side: Side, hexes: &[HexId], at_least: u8) -> Check {
        let inside: Vec<_> = self
            .sound_regiments(side)
            .filter(|&unit| {
                let mut own = self.position.unit(unit).hexes();
                own.any(|hex| hexes.contains(&hex))
            })
            .collect();
        let reason = Reason::new("regiments-in")
            .side(side)
            .number("have", inside.len())
            .number("needed", at_least)
            .names(inside.iter().map(|&unit| self.unit_name(unit)));
        Check::now(inside.len() >= usize::from(at_least), reason)
    }

    /// A hex that a side does not hold.
    pub(super) fn not_held(&self, condition: &Condition) -> Check {
        let Condition::NotHeld {
            by,
            hex,
            holder,
            against,
        } = condition
        else {
            return Check::now(false, Reason::new("not-held"));
        };
        let passages = self.place(&[*hex], When::Now).passages;
        let last = passages.last(*by, *holder) > passages.last(by.enemy(), *against);
        let reason = Reason::new("not-held")
            .side(*by)
            .name("hex", self.hex_name(*hex));
        Check::now(!last, reason)
    }

    fn passed(&self, by: Side, hex: HexId, holder: Holder, when: When) -> bool {
        let holding = Holding::OccupiedOrLastThrough;
        self.holds(by, hex, holder, holding, Fitness::Any, when)
    }

    pub(super) fn held(&self, condition: &Condition) -> Check {
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
    pub(super) fn route(&self, condition: &Condition) -> Check {
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
    pub(super) fn taken(&self, condition: &Condition) -> Check {
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
