//! SR 5.21, BB 5.2: for whom Efficiency Markers are drawn, and the draws.

use longroll_catalog::facts::{CommandId, FixedNumber, Level};
use longroll_core::{ChanceError, Side};
use longroll_position::{ActivatorId, ActivatorNote, Presence};
use longroll_rule::Rule;

use super::division_markers::{concerns, fixed};
use crate::command::draws_for;
use crate::event::{Drawn, Event, Lot};
use crate::play::Play;
use crate::scene::At;

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
        let full = turn
            .and_then(|turn| setting.scenario.efficiency.pool(side, turn))
            .map_or([0; 4], |pool| pool.markers);
        let mut pool = full;
        for command in draws(at, side) {
            let (number, rule) = match given(play.at(), command) {
                Some(given) => given,
                None => match draw_from(play, &mut pool, full)? {
                    Some(number) => (number, draw_rule(setting, command)),
                    None => continue,
                },
            };
            let number = capped(play.at(), command, number);
            let drawing: Vec<ActivatorId> = setting
                .activator_ids()
                .filter(|&id| draws_for(play.at(), id) == command)
                .collect();
            for id in drawing {
                play.note_activator(id, ActivatorNote::Marker(number));
            }
            play.happens(Event::EfficiencyDrawn {
                command,
                number,
                rule,
            });
        }
    }
    Ok(())
}

/// SR 5.21, reading 33: one marker of a pool, which is refilled when it is empty; nothing if it never held any.
fn draw_from(
    play: &mut Play<'_>,
    pool: &mut [u8; 4],
    full: [u8; 4],
) -> Result<Option<u8>, ChanceError> {
    let count = |pool: &[u8; 4]| pool.iter().copied().map(u16::from).sum();
    if count(pool) == 0_u16 {
        *pool = full;
    }
    let left: u16 = count(pool);
    if left == 0 {
        return Ok(None);
    }
    let numbers = (1_u8..).zip(pool.iter());
    let lot = Lot {
        rule: Rule::SR_5_21,
        outcomes: numbers
            .map(|(number, &left)| (Drawn::Efficiency(number), u16::from(left)))
            .collect(),
    };
    let Some(Drawn::Efficiency(number)) = play.draw(lot)? else {
        return Ok(None);
    };
    if let Some(left) = pool.get_mut(usize::from(number) - 1) {
        *left -= 1;
    }
    Ok(Some(number))
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

/// BB 30.0: the Efficiency that the scenario gives without a draw.
fn given(at: At<'_>, command: CommandId) -> Option<(u8, Rule)> {
    let turn = at.position.now(at.setting)?.id;
    let side = at.setting.command(command).side;
    let activator = drawing_first(at, command)?;
    let mut fixed = at.setting.scenario.efficiency.fixed.iter();
    fixed.find_map(|fixed| match fixed.number {
        FixedNumber::Efficiency(given)
            if fixed.side == side
                && fixed.from <= turn
                && turn <= fixed.until
                && concerns(at, &fixed.who, activator) =>
        {
            Some((given, fixed.rule))
        }
        _ => None,
    })
}

fn drawing_first(at: At<'_>, command: CommandId) -> Option<ActivatorId> {
    let mut activators = at.setting.activator_ids();
    activators.find(|&id| draws_for(at, id) == command)
}

/// The scenario may count a draw as less.
fn capped(at: At<'_>, command: CommandId, number: u8) -> u8 {
    let side = at.setting.command(command).side;
    let Some(activator) = drawing_first(at, command) else {
        return number;
    };
    let caps = at.setting.scenario.efficiency.caps.iter();
    caps.filter(|cap| cap.side == side && concerns(at, &cap.who, activator))
        .fold(number, |number, cap| number.min(cap.max))
}
