//! A game, told.

use std::collections::BTreeMap;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_catalog::tables::AssaultKind;
use longroll_core::{BySide, Side};
use longroll_position::{Happening, Setting};
use longroll_rule::Rule;
use longroll_victory::{PlaceKind, Score, Verdict};
use serde::Serialize;

/// Strength that was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fallen {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    pub unit: UnitId,
    pub hex: HexId,
    /// SP, or guns of a battery.
    pub sp: u8,
    /// Whether it was taken or given up with its unit, rather than shot away.
    pub taken: bool,
    pub rule: Rule,
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Moment {
    /// Units assault hexes, and how it came out.
    Assault {
        side: Side,
        attackers: Vec<String>,
        /// Which hexes.
        hexes: Vec<String>,
        /// How; nothing if it came to no blow.
        result: Option<AssaultKind>,
    },
    /// A regiment runs.
    Routed {
        side: Side,
        unit: String,
        /// From where.
        hex: String,
    },
    /// A unit is no more.
    Eliminated {
        side: Side,
        unit: String,
        hex: String,
    },
    /// Guns are left standing.
    Abandoned {
        side: Side,
        unit: String,
        hex: String,
    },
    /// A leader falls.
    LeaderFell { side: Side, leader: String },
    /// A command is worn out, or fit again.
    Worn {
        side: Side,
        command: String,
        /// Worn out.
        worn: bool,
    },
    /// An army is surprised.
    Surprised { side: Side },
    /// BB 18.1, 19.0: an event comes out of the cup.
    Happened { happening: Happening, rule: Rule },
    /// SR 9.7: units of a command come onto the map.
    Arrived {
        side: Side,
        /// With whom they act.
        command: String,
        units: Vec<String>,
        hexes: Vec<String>,
    },
    /// SR 13.5: regiments that had run come back.
    Rallied {
        side: Side,
        unit: String,
        hex: String,
    },
    /// SR 12.81: abandoned guns are manned again.
    Recrewed {
        side: Side,
        unit: String,
        hex: String,
    },
    /// BB 30, 31: a place that decides something has another master at the end of the turn.
    Taken {
        /// Whose it is now.
        side: Side,
        /// What it is.
        place: PlaceKind,
        /// Its name.
        name: String,
        /// Its hex; none of a field.
        hex: String,
    },
}

/// How strong an army is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Standing {
    /// SP of infantry and cavalry on the map.
    pub sp: u32,
    /// Guns on the map.
    pub guns: u32,
    /// SP of units that have routed.
    pub routed: u32,
}

/// An hour of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hour {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// Its name.
    pub label: String,
    /// What happened.
    pub moments: Vec<Moment>,
    /// Fires of each side.
    pub fires: BySide<u32>,
    /// SP lost.
    pub lost: BySide<u32>,
    /// Guns lost.
    pub guns: BySide<u32>,
    /// The armies when it ended.
    pub standing: BySide<Standing>,
    /// The points when it ended.
    pub points: Option<BySide<i32>>,
    /// What the game would have come to.
    pub verdict: Option<Verdict>,
}

/// What a unit has lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitLoss {
    pub name: String,
    pub side: Side,
    /// The brigade it acted with in the end.
    pub brigade: String,
    /// Whether its strength is guns.
    pub is_battery: bool,
    /// Strength at the start.
    pub before: u8,
    /// Strength that is left.
    pub left: u8,
    /// Whether it is on the map, and how it stands if not.
    pub state: &'static str,
}

/// A game, told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chronicle {
    /// The scenario.
    pub title: String,
    /// Its number.
    pub scenario: u8,
    /// Hour by hour.
    pub hours: Vec<Hour>,
    /// Everything that was lost, in its order.
    pub fallen: Vec<Fallen>,
    /// Every unit that took part.
    pub units: Vec<UnitLoss>,
    /// The armies at the start.
    pub start: BySide<Standing>,
    /// The score at the end.
    pub score: Option<Score>,
    /// Whether the game came to its end.
    pub over: bool,
}

impl Chronicle {
    /// SP and guns that a side has lost, those of its eliminated units among them.
    #[must_use]
    pub fn lost(&self, side: Side) -> (u32, u32) {
        let (mut sp, mut guns) = (0, 0);
        for hour in &self.hours {
            sp += hour.lost[side];
            guns += hour.guns[side];
        }
        (sp, guns)
    }

    /// SP of infantry and cavalry that a side has lost with units that were taken or given up whole: who would be captured or
    /// missing.
    #[must_use]
    pub fn taken(&self, setting: &Setting, side: Side) -> u32 {
        let own = |fallen: &&Fallen| {
            let facts = setting.unit(fallen.unit);
            let men = matches!(facts.arm, Arm::Infantry | Arm::Cavalry);
            fallen.taken && men && facts.side == side
        };
        let lost = self.fallen.iter().filter(own);
        lost.map(|fallen| u32::from(fallen.sp)).sum()
    }

    /// What each brigade of a side has lost, hour by hour; brigades that lost nothing are left out.
    #[must_use]
    pub fn by_brigade(&self, setting: &Setting, side: Side) -> Vec<(String, Vec<u32>)> {
        let mut found: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for fallen in &self.fallen {
            let facts = setting.unit(fallen.unit);
            let unit = self.units.iter().find(|unit| unit.name == facts.name);
            let Some(unit) = unit.filter(|unit| unit.side == side && !unit.is_battery) else {
                continue;
            };
            let row = found
                .entry(&unit.brigade)
                .or_insert_with(|| vec![0; self.hours.len()]);
            let hour = self.hours.iter().position(|hour| hour.turn == fallen.turn);
            if let Some(cell) = hour.and_then(|hour| row.get_mut(hour)) {
                *cell += u32::from(fallen.sp);
            }
        }
        let mut rows: Vec<(String, Vec<u32>)> = found
            .into_iter()
            .map(|(name, row)| (name.to_owned(), row))
            .collect();
        rows.sort_by_key(|(_, row)| core::cmp::Reverse(row.iter().sum::<u32>()));
        rows
    }
}
