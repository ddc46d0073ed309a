//! What a file may not lay out: positions that no rule lets come about and that only a person can write.
//!
//! Games are not asked this: they come to no such position. What is asked of every position is asked of files besides, by
//! `longroll_movement::soundness`.

use longroll_catalog::facts::Level;
use longroll_gbacw::names;
use longroll_position::{
    ActivatorKind, Coming, Marker, Position, PositionFault, Presence, Setting,
};
use longroll_rule::Rule;

use crate::phase::Start;

mod building;
mod commands;
mod condition;

/// SR 5.24: the most markers of a division in a turn.
const MOST_MARKERS: usize = 4;

/// Everything of this kind that is wrong with a position in which play begins here.
pub(crate) fn faults(setting: &Setting, position: &Position, start: Start) -> Vec<PositionFault> {
    let mut faults = Vec::new();
    markers(setting, position, start, &mut faults);
    commands::played(setting, position, &mut faults);
    commands::direct(setting, position, &mut faults);
    building::builders(setting, position, &mut faults);
    building::crowded(setting, position, &mut faults);
    condition::collapsed(setting, position, &mut faults);
    condition::lines_on_the_march(setting, position, &mut faults);
    condition::columns_that_face_themselves(setting, position, &mut faults);
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
            faults.push(PositionFault::new(
                Rule::SR_4_1,
                format!(
                    "{second}: the brigade {} has one brigadier, not {}",
                    command.code,
                    names.join(" and ")
                ),
            ));
        }
    }
    faults
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
        if let Marker::Activation(id) = marker
            && setting.activator(id).kind != ActivatorKind::Unassigned
            && !position.has_anybody_for(setting, id, Coming::ByNow)
        {
            let name = names::marker(setting, marker);
            faults.push(PositionFault::new(
                Rule::SR_5_31,
                format!("the marker of {name} is in the cup or on the table, but nobody of it is in play"),
            ));
        }
        if same.len() > most {
            let (name, found) = (names::marker(setting, marker), same.len());
            faults.push(PositionFault::new(rule, format!("{found} markers of {name} are in the cup and on the table, {most} at most can be")));
        }
    }
}
