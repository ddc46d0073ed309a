//! BB 30.0-setup: which hexes the page of the scenario means by the place of an entry.
//!
//! One answer serves both questions about it: where the owner may put the piece, and where it stands until he says otherwise.

use longroll_board::{HexId, Terrain};
use longroll_catalog::facts::{CommandId, Place, SetupEntry};
use longroll_core::{Refusal, Side};
use longroll_movement::stacking;
use longroll_position::{Position, Setting};
use longroll_rule::Rule;
use smallvec::SmallVec;

/// The place of an entry while pieces stand as they do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PagePlace<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) position: &'a Position,
    pub(crate) entry: &'a SetupEntry,
}

impl<'a> PagePlace<'a> {
    /// What the page means, whoever stands there, in the order of the list.
    fn meant(self) -> Vec<HexId> {
        let grid = self.setting.grid();
        let area = &self.setting.scenario.area;
        let first = self.setting.scenario.first_turn();
        match &self.entry.place {
            Place::Hex(hex) => vec![*hex],
            Place::WithAnyUnitOf(command) => {
                let mut hexes: Vec<HexId> = self.hexes_of(*command).collect();
                hexes.sort_unstable();
                hexes.dedup();
                hexes
            }
            Place::Within { distance, of } => {
                grid.hexes_in_range(*of, u32::from(*distance)).collect()
            }
            Place::OnePerHexAlong(hexes) | Place::Zone(hexes) | Place::Free { hexes, .. } => {
                hexes.clone()
            }
            Place::River => grid
                .hexes()
                .filter(|&hex| self.setting.ground().terrain(hex) == Terrain::River)
                .filter(|&hex| area.contains(hex, first))
                .collect(),
            Place::Anywhere => area
                .stage(first)
                .map(|stage| stage.hexes.clone())
                .unwrap_or_default(),
        }
    }

    /// Where a command's units stand, unit by unit.
    fn hexes_of(self, command: CommandId) -> impl Iterator<Item = HexId> + 'a {
        let Self {
            setting, position, ..
        } = self;
        let own = move |state: &longroll_position::UnitState| {
            state.on_map() && setting.belongs(state.assigned, command)
        };
        let states = setting.unit_ids().map(move |unit| position.unit(unit));
        states
            .filter(move |state| own(state))
            .map(|state| state.hex)
    }

    /// The hexes its owner may choose from, in the order of the list.
    pub(crate) fn legal(self) -> impl Iterator<Item = HexId> + 'a {
        let led: SmallVec<[HexId; 48]> = self.led_by(self.entry.side.enemy()).collect();
        let hexes = self.meant().into_iter();
        hexes.filter(move |hex| !led.contains(hex) && self.may_stack(*hex).is_ok())
    }

    /// Where the piece stands until its owner says otherwise: in the hex of the page; where the page leaves a choice, in the
    /// first legal hex of the list, an empty one before others and the nearest to the hex it names before those further off.
    /// Whoever is deployed freely stands in his printed hex even with others, if his zone has it. Leaders of the enemy bar no
    /// hex here: those among them who stand somewhere for the time being only give way when they are set up.
    pub(crate) fn unless_said_otherwise(self) -> Option<HexId> {
        if let Place::Hex(hex) = self.entry.place {
            return Some(hex);
        }
        let grid = self.setting.grid();
        let named = self.named();
        let printed = matches!(self.entry.place, Place::Free { .. });
        let meant = self.meant().into_iter();
        let open = meant.filter(|&hex| self.may_stack(hex).is_ok());
        open.min_by_key(|&hex| {
            let at_home = printed && named == Some(hex);
            let empty = self.position.occupancy().is_empty(hex);
            let distance = named.map_or(0, |named| grid.distance(named, hex));
            (!at_home, !empty, distance)
        })
    }

    /// The hex from which the page measures, if it names one; that of the first of a command's units speaks for them.
    fn named(self) -> Option<HexId> {
        match self.entry.place {
            Place::Hex(hex) | Place::Within { of: hex, .. } | Place::Free { home: hex, .. } => {
                Some(hex)
            }
            Place::WithAnyUnitOf(command) => self.hexes_of(command).next(),
            Place::OnePerHexAlong(_) | Place::Zone(_) | Place::River | Place::Anywhere => None,
        }
    }

    /// Where a side's leaders are.
    fn led_by(self, side: Side) -> impl Iterator<Item = HexId> + 'a {
        let Self {
            setting, position, ..
        } = self;
        let leaders = setting.leader_ids().filter(move |&leader| {
            setting.leader(leader).side == side && position.leader(leader).on_map()
        });
        leaders.map(move |leader| position.leader(leader).hex)
    }

    /// No enemy in the hex, one unit per hex along a road, and a legal stack.
    pub(crate) fn may_stand(self, hex: HexId) -> Result<Rule, Refusal> {
        if self.led_by(self.entry.side.enemy()).any(|led| led == hex) {
            return Err(Refusal::new(Rule::SR_9_51, "an enemy leader is there"));
        }
        self.may_stack(hex)
    }

    /// The same, as far as units are concerned.
    fn may_stack(self, hex: HexId) -> Result<Rule, Refusal> {
        const RULE: Rule = Rule::BB_30_0_setup;
        if self.position.holder(hex) == Some(self.entry.side.enemy()) {
            return Err(Refusal::new(Rule::SR_9_51, "an enemy stands there"));
        }
        let Some(unit) = self.entry.piece.unit() else {
            // A leader stands on land like everybody else.
            let terrain = self.setting.ground().terrain(hex);
            return if matches!(terrain, Terrain::River | Terrain::Lake) {
                Err(Refusal::new(
                    Rule::BB_TEC_impassable,
                    "leaders stand on land",
                ))
            } else {
                Ok(RULE)
            };
        };
        let taken = self.position.stack(hex).any(|part| part.unit != unit);
        if taken && matches!(self.entry.place, Place::OnePerHexAlong(_)) {
            return Err(Refusal::new(RULE, "one unit in each hex"));
        }
        stacking::may_join(self.setting, self.position, unit, hex)?;
        Ok(RULE)
    }
}
