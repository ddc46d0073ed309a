//! What a file may not lay out: positions that no rule lets come about and that only a person can write.
//!
//! Games are not asked this: they come to no such position. What stacks and lines may be is asked of files besides, by
//! `longroll_movement::soundness`.

use longroll_board::Terrain;
use longroll_catalog::facts::{Arm, Level, Orders, UnitId};
use longroll_gbacw::names;
use longroll_position::{Marker, Position, PositionFault, Presence, Setting};
use longroll_rule::Rule;

use crate::phase::Start;

/// SR 5.24: the most markers of a division in a turn.
const MOST_MARKERS: usize = 4;

/// Everything of this kind that is wrong with a position in which play begins here.
pub(crate) fn faults(setting: &Setting, position: &Position, start: Start) -> Vec<PositionFault> {
    let mut faults = Vec::new();
    for unit in setting.unit_ids() {
        refused(setting, position, unit, &mut faults);
        place_of_unit(setting, position, unit, &mut faults);
    }
    places_of_leaders(setting, position, &mut faults);
    markers(setting, position, start, &mut faults);
    faults
}

/// Two leaders in play for one brigade. An order of battle may have them; a file of its own pieces may not (SR 4.1).
pub(crate) fn brigadiers(setting: &Setting, position: &Position) -> Vec<PositionFault> {
    let mut faults = Vec::new();
    for command in setting.battle.commands.iter() {
        let in_play = command.leaders.iter().copied().filter(|&leader| {
            !matches!(
                position.leader(leader).presence,
                Presence::Absent | Presence::Lost
            )
        });
        let names: Vec<&str> = in_play
            .map(|leader| setting.leader(leader).name.as_str())
            .collect();
        if command.level == Level::Brigade
            && let [_, second, ..] = names.as_slice()
        {
            faults.push(PositionFault {
                rule: Rule::SR_4_1,
                reason: format!(
                    "{second}: the brigade {} has one brigadier, not {}",
                    command.code,
                    names.join(" and ")
                ),
            });
        }
    }
    faults
}

/// SR 7.32: who refuses is not on the march, and alone in its hex has at least 2 SP.
fn refused(setting: &Setting, position: &Position, unit: UnitId, faults: &mut Vec<PositionFault>) {
    let (name, state) = (&setting.unit(unit).name, position.unit(unit));
    if !state.on_map() || state.refused.is_none() {
        return;
    }
    if state.orders == Orders::March {
        faults.push(PositionFault {
            rule: Rule::SR_7_32,
            reason: format!("{name}: nobody refuses a flank under March orders"),
        });
    }
    if state.sp < 2 && position.stack(state.hex).nth(1).is_none() {
        faults.push(PositionFault {
            rule: Rule::SR_7_32_sp,
            reason: format!("{name}: alone in a hex 1 SP refuses no flank"),
        });
    }
}

/// BB TEC-impassable, 14.72: units stand on land, gunboats in full river hexes.
fn place_of_unit(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    faults: &mut Vec<PositionFault>,
) {
    let (facts, state) = (setting.unit(unit), position.unit(unit));
    if !state.on_map() {
        return;
    }
    for hex in state.hexes() {
        let terrain = setting.ground().terrain(hex);
        let (rule, why) = match facts.arm {
            Arm::Gunboat if terrain != Terrain::River => (
                Rule::BB_14_72,
                "is no full river hex, and gunboats leave none",
            ),
            Arm::Infantry | Arm::Cavalry | Arm::Artillery if is_water(terrain) => {
                (Rule::BB_TEC_impassable, "is all water")
            }
            _ => continue,
        };
        let hex = setting.grid().name(hex);
        faults.push(PositionFault {
            rule,
            reason: format!("{}: {hex} {why}", facts.name),
        });
    }
}

/// BB TEC-impassable: leaders stand on land.
fn places_of_leaders(setting: &Setting, position: &Position, faults: &mut Vec<PositionFault>) {
    for leader in setting.leader_ids() {
        let state = position.leader(leader);
        if state.on_map() && is_water(setting.ground().terrain(state.hex)) {
            let (name, hex) = (&setting.leader(leader).name, setting.grid().name(state.hex));
            faults.push(PositionFault {
                rule: Rule::BB_TEC_impassable,
                reason: format!("{name}: {hex} is all water"),
            });
        }
    }
}

const fn is_water(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::River | Terrain::Lake)
}

/// SR 5.24, 5.31: a division has four markers at most, a side one of March; the one on the table counts.
fn markers(setting: &Setting, position: &Position, start: Start, faults: &mut Vec<PositionFault>) {
    let on_table = match start {
        Start::Marker(marker, _) => Some(marker),
        _ => None,
    };
    let mut all: Vec<Marker> = position.cup.iter().copied().chain(on_table).collect();
    all.sort_unstable();
    for same in all.chunk_by(|one, other| one == other) {
        let Some(&marker) = same.first() else {
            continue;
        };
        let (rule, most) = match marker {
            Marker::Activation(_) => (Rule::SR_5_24, MOST_MARKERS),
            Marker::March(_) => (Rule::SR_5_31, 1),
            Marker::BattleEvent | Marker::RandomEvent => continue,
        };
        if same.len() > most {
            let (name, found) = (names::marker(setting, marker), same.len());
            faults.push(PositionFault {
                rule,
                reason: format!("{found} markers of {name} are in the cup and on the table, {most} at most can be"),
            });
        }
    }
}
