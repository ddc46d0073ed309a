//! Whether a position can be: what every door asks before it lets one in.

use core::fmt;

use longroll_board::{HexId, Terrain};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_rule::Rule;

use crate::{ActivatorId, Bound, Extent, Marker, Position, Presence, Setting};

/// Why a position cannot be, and the rule that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionFault {
    pub rule: Rule,
    /// Who or where, and what is wrong.
    pub reason: String,
    /// The hex, where it is the units standing together there that cannot: somebody may have put them there on purpose.
    pub stack: Option<HexId>,
}

impl PositionFault {
    /// A fault of a piece, a body or a marker.
    #[must_use]
    pub const fn new(rule: Rule, reason: String) -> Self {
        Self {
            rule,
            reason,
            stack: None,
        }
    }
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.reason, self.rule)
    }
}

impl std::error::Error for PositionFault {}

impl Position {
    /// Everything about single pieces and markers that cannot be, whatever is under way. Stacking, the length of lines and facing
    /// by orders, which a move or an order may break for a moment, are judged where their rules stand
    /// (`longroll_movement::soundness`).
    #[must_use]
    pub fn check(&self, setting: &Setting) -> Vec<PositionFault> {
        let mut faults = Vec::new();
        for unit in setting.unit_ids() {
            self.check_unit(setting, unit, &mut faults);
        }
        self.check_leaders(setting, &mut faults);
        self.check_bodies(setting, &mut faults);
        self.check_cup(setting, &mut faults);
        faults
    }

    fn check_unit(&self, setting: &Setting, unit: UnitId, faults: &mut Vec<PositionFault>) {
        let (facts, state) = (setting.unit(unit), self.unit(unit));
        let mut fault = |rule, reason: String| {
            let reason = format!("{}: {reason}", facts.name);
            faults.push(PositionFault::new(rule, reason));
        };
        if facts.arm == Arm::Gunboat && facts.cohesion.is_some() {
            fault(Rule::BB_14_71, "a gunboat has no Cohesion".to_owned());
        }
        for (rule, reason) in crate::printed::faults(setting, facts, state) {
            fault(rule, reason.to_owned());
        }
        if !state.on_map() {
            if state.extent != Extent::Single {
                fault(
                    Rule::SR_8_41,
                    "only a unit on the map is extended".to_owned(),
                );
            }
            return;
        }
        if state.sp == 0 {
            fault(
                Rule::SR_12_21,
                "a unit on the map has at least 1 SP".to_owned(),
            );
        }
        if state.sp > facts.strength.value {
            let printed = facts.strength.value;
            fault(
                Rule::SR_2_21,
                format!("{} SP are more than its {printed}", state.sp),
            );
        }
        if let Some(reason) = self.broken_extent(setting, unit) {
            fault(Rule::SR_8_41, reason.to_owned());
        }
        if state.refused.is_some() && matches!(state.extent, Extent::Column { .. }) {
            fault(Rule::SR_7_31, "a column refuses no flank".to_owned());
        }
        for hex in state.hexes() {
            let (holder, name) = (self.holder(hex), setting.grid().name(hex));
            if facts.arm != Arm::Gunboat && holder != Some(facts.side) {
                fault(Rule::SR_9_51, format!("both sides stand in {name}"));
            }
            if let Some((rule, why)) = wrong_ground(facts.arm, setting.ground().terrain(hex)) {
                fault(rule, format!("{name} {why}"));
            }
        }
    }

    /// SR 8.4, 8.5: what is wrong with the hexes of an extended unit.
    fn broken_extent(&self, setting: &Setting, unit: UnitId) -> Option<&'static str> {
        let state = self.unit(unit);
        let beside = |one: HexId, other: HexId| setting.grid().distance(one, other) == 1;
        let sound = match state.extent {
            Extent::Single => true,
            line @ Extent::Line { .. } => {
                line.is_line_on_its_flanks(setting.grid(), state.hex, state.facing)
            }
            Extent::Column { rear, tail } => {
                beside(state.hex, rear)
                    && tail.is_none_or(|tail| tail != state.hex && beside(rear, tail))
            }
        };
        (!sound).then_some(
            "its extensions lie on its flanks, or behind it in a column, each in a hex of its own",
        )
    }

    fn check_leaders(&self, setting: &Setting, faults: &mut Vec<PositionFault>) {
        for leader in setting.leader_ids() {
            let (facts, state) = (setting.leader(leader), self.leader(leader));
            if !state.on_map() {
                continue;
            }
            let hex = setting.grid().name(state.hex);
            if is_water(setting.ground().terrain(state.hex)) {
                let reason = format!("{}: {hex} is all water", facts.name);
                faults.push(PositionFault::new(Rule::BB_TEC_impassable, reason));
            }
            if self.holder(state.hex) == Some(facts.side.enemy()) {
                let reason = format!("{} stands among the enemy in {hex}", facts.name);
                faults.push(PositionFault::new(Rule::SR_9_33, reason));
            }
        }
    }

    fn check_bodies(&self, setting: &Setting, faults: &mut Vec<PositionFault>) {
        for body in setting.body_ids() {
            let state = self.body(body);
            if state.reserve && (state.march.acting || state.march.used_marker) {
                let code = &setting.command(setting.body(body).command).code;
                let reason = format!("{code} is in Reserve and on the march at once");
                faults.push(PositionFault::new(Rule::SR_6_32, reason));
            }
            if state.reserve && state.bound != Bound::Free {
                let code = &setting.command(setting.body(body).command).code;
                let reason = format!("{code} is in Reserve, and a change of orders binds it");
                faults.push(PositionFault::new(Rule::SR_6_32, reason));
            }
        }
    }

    /// SR 5.31: whoever has a marker in the cup has somebody to act with it.
    fn check_cup(&self, setting: &Setting, faults: &mut Vec<PositionFault>) {
        let mut seen: Vec<ActivatorId> = Vec::new();
        for marker in &self.cup {
            let Marker::Activation(id) = *marker else {
                continue;
            };
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            if !self.has_anybody_for(setting, id, Coming::Ever) {
                let code = &setting.command(setting.activator(id).command).code;
                let reason =
                    format!("a marker of {code} is in the cup, but nobody of it is in play");
                faults.push(PositionFault::new(Rule::SR_5_31, reason));
            }
        }
    }
}

/// Who of those that are still to come counts as being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coming {
    /// Whoever is due by now.
    ByNow,
    /// All of them. A marker that was earned in II/B stays in the cup when its units have been assigned elsewhere in II/C.
    Ever,
}

impl Position {
    /// SR 5.31: whether a marker has anybody to act with it: on the map, routed, or coming.
    #[must_use]
    pub fn has_anybody_for(
        &self,
        setting: &Setting,
        activator: ActivatorId,
        coming: Coming,
    ) -> bool {
        let now = self.now(setting).map(|turn| turn.id);
        let in_play = |unit| match self.unit(unit).presence {
            Presence::Absent | Presence::Lost => false,
            Presence::Due(group) if coming == Coming::ByNow => {
                let group = setting.scenario.reinforcements.get(usize::from(group.0));
                group.is_some_and(|group| now.is_none_or(|now| group.turn <= now))
            }
            _ => true,
        };
        setting.body_ids().any(|body| {
            self.body(body).activator == activator && self.members(setting, body).any(in_play)
        })
    }
}

/// BB TEC-impassable, 14.72: units stand on land, gunboats in full river hexes; whose place this terrain is not, and why.
const fn wrong_ground(arm: Arm, terrain: Terrain) -> Option<(Rule, &'static str)> {
    match arm {
        Arm::Gunboat if !matches!(terrain, Terrain::River) => Some((
            Rule::BB_14_72,
            "is no full river hex, and gunboats leave none",
        )),
        Arm::Infantry | Arm::Cavalry | Arm::Artillery if is_water(terrain) => {
            Some((Rule::BB_TEC_impassable, "is all water"))
        }
        _ => None,
    }
}

const fn is_water(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::River | Terrain::Lake)
}
