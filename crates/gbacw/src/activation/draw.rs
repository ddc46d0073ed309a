//! SR 5.21, BB 5.2: for whom Efficiency Markers are drawn, and the draws.

use longroll_catalog::facts::{CommandId, FixedNumber, Level};
use longroll_core::{ChanceError, Side};
use longroll_position::{ActivatorId, Presence};
use longroll_rule::Rule;

use super::division_markers::{concerns, fixed};
use crate::battle::At;
use crate::command::draws_for;
use crate::event::Event;
use crate::play::Play;

/// Everyone for whom an Efficiency Marker is drawn: a corps, an independent division, or the Unassigned group, if it has
/// units on the map or entering (SR 5.21, BB 5.2).
fn draws(at: At<'_>, side: Side) -> Vec<CommandId> {
    let mut commands = Vec::new();
    for id in at.setting.activator_ids() {
        let facts = at.setting.activator(id);
        if facts.side == side
            && !commands.contains(&draws_for(at, id))
            && is_in_play(at, id)
            && crate::alert::may_draw(at, id)
            // BB 30.0: whoever is given his markers does not draw.
            && fixed(at, id).is_none()
            && draws_now(at, draws_for(at, id))
        {
            commands.push(draws_for(at, id));
        }
    }
    commands
}

/// The scenario may name who draws.
fn draws_now(at: At<'_>, command: CommandId) -> bool {
    let Some(turn) = at.position.now(at.setting) else {
        return true;
    };
    let mut lists = at
        .setting
        .scenario
        .efficiency
        .draws
        .iter()
        .filter(|draws| draws.from <= turn.id && turn.id <= draws.until)
        .filter(|draws| {
            draws
                .commands
                .iter()
                .any(|&c| at.setting.command(c).side == at.setting.command(command).side)
        })
        .peekable();
    if at.setting.command(command).level == Level::Army || lists.peek().is_none() {
        return true;
    }
    lists.any(|draws| draws.commands.contains(&command))
}

/// Whether an activator has anything to activate this turn.
#[must_use]
pub fn is_in_play(at: At<'_>, activator: ActivatorId) -> bool {
    at.setting.unit_ids().any(|unit| {
        let state = at.position.unit(unit);
        let present = match state.presence {
            Presence::OnMap => true,
            Presence::Due(group) => {
                let group = at.setting.scenario.reinforcements.get(usize::from(group.0));
                group.is_some_and(|group| {
                    at.position
                        .now(at.setting)
                        .is_some_and(|turn| group.turn <= turn.id)
                })
            }
            _ => false,
        };
        present
            && at
                .position
                .body(at.position.body_of(at.setting, unit))
                .activator
                == activator
    })
}

/// SR 5.21: without replacement within the turn; an empty pool is refilled (reading 33).
pub(super) fn draw(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let setting = play.setting;
    for side in Side::BOTH {
        let at = play.at();
        let turn = at.position.now(setting).map(|turn| turn.id);
        let Some(full) = turn
            .and_then(|turn| setting.scenario.efficiency.pool(side, turn))
            .map(|pool| pool.markers)
        else {
            continue;
        };
        let mut pool = full;
        for command in draws(at, side) {
            let left: u16 = pool.iter().copied().map(u16::from).sum();
            if left == 0 {
                pool = full;
            }
            let left: u16 = pool.iter().copied().map(u16::from).sum();
            if left == 0 {
                continue;
            }
            let mut index = play.draw(left)?;
            let mut number = 0_u8;
            for (face, count) in pool.iter_mut().enumerate() {
                if index < u16::from(*count) {
                    *count -= 1;
                    number = face as u8 + 1;
                    break;
                }
                index -= u16::from(*count);
            }
            let number = capped(play.at(), command, number);
            let drawing: Vec<ActivatorId> = setting
                .activator_ids()
                .filter(|&id| draws_for(play.at(), id) == command)
                .collect();
            for id in drawing {
                let state = play.position.activator_mut(id);
                state.marker = number;
                state.efficiency = number;
            }
            let rule = draw_rule(setting, command);
            play.tell(Event::EfficiencyDrawn {
                command,
                number,
                rule,
            });
        }
    }
    Ok(())
}

/// SR 5.21: a corps draws; BB 5.2: a division where there are no corps; BB 4.25: the Unassigned.
fn draw_rule(setting: &longroll_position::Setting, command: CommandId) -> Rule {
    match (
        setting.command(command).level,
        setting.command(command).side,
    ) {
        (Level::Army, Side::Union) => Rule::BB_4_25_USA,
        (Level::Army, Side::Confederate) => Rule::BB_4_25_CSA,
        (Level::Division, _) => Rule::BB_5_2,
        _ => Rule::SR_5_21,
    }
}

/// The scenario may count a draw as less, or give an Efficiency as if drawn.
fn capped(at: At<'_>, command: CommandId, number: u8) -> u8 {
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return number;
    };
    let terms = &at.setting.scenario.efficiency;
    let side = at.setting.command(command).side;
    let Some(activator) = at
        .setting
        .activator_ids()
        .find(|&id| draws_for(at, id) == command)
    else {
        return number;
    };
    let given = terms.fixed.iter().find_map(|fixed| match fixed.number {
        FixedNumber::Efficiency(given)
            if fixed.side == side
                && fixed.from <= turn
                && turn <= fixed.until
                && concerns(at, &fixed.who, activator) =>
        {
            Some(given)
        }
        _ => None,
    });
    let number = given.unwrap_or(number);
    terms
        .caps
        .iter()
        .filter(|cap| cap.side == side && concerns(at, &cap.who, activator))
        .fold(number, |number, cap| number.min(cap.max))
}
