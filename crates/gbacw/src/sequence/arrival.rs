//! BB 30.1-lew-wallace: a command that comes when a die lets it.

use longroll_catalog::facts::{Piece, PlannedRoll, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_position::{
    ActivatorNote, BodyNote, EntryGroupId, EntryState, Note, Presence, Tired, UnitNote,
};
use longroll_rule::Rule;

use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;

const RULE: Rule = Rule::BB_30_1_lew_wallace;

/// Does it come this turn?
pub(super) fn roll_for_arrival(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let setting = play.setting;
    let Some(plan) = &setting.scenario.arrival else {
        return Ok(());
    };
    let turn = play.position.now(setting).map(|turn| turn.id);
    let Some(roll) = plan.rolls.iter().find(|roll| Some(roll.turn) == turn) else {
        return Ok(());
    };
    if has_come(play, &plan.rolls) {
        return Ok(());
    }
    let comes = match roll.die {
        None => true,
        Some(range) => {
            let purpose = Purpose::Arrival(plan.command);
            let roll = Roll::new(purpose, RULE, Terms::new(), |die, _| {
                if range.contains(die.face()) {
                    Verdict::Arrives
                } else {
                    Verdict::StaysAway
                }
            });
            play.roll(roll)?.verdict == Verdict::Arrives
        }
    };
    if comes {
        arrive(play, roll);
    } else {
        stays_away(play, roll);
    }
    Ok(())
}

/// Nobody has markers for a turn in which he might have come and has not.
fn stays_away(play: &mut Play<'_>, roll: &PlannedRoll) {
    let groups = roll.groups.iter();
    let reinforcements = &play.setting.scenario.reinforcements;
    let pieces = groups
        .filter_map(|&group| reinforcements.get(usize::from(group)))
        .flat_map(|group| &group.pieces);
    for unit in pieces.filter_map(|arriving| arriving.piece.unit()) {
        if play.position.unit(unit).listed.is_some() {
            play.note_unit(unit, UnitNote::Listed(None));
        }
        let body = play.position.body_of(play.setting, unit);
        if play.position.body(body).listed.is_some() {
            play.note_body(body, BodyNote::Listed(None));
        }
        let activator = play.position.body(body).activator;
        let acts = |other: UnitId| {
            let own = play.position.body_of(play.setting, other);
            play.position.unit(other).on_map() && play.position.body(own).activator == activator
        };
        let placed = play.position.activator(activator).placed;
        if placed > 0 && !play.setting.unit_ids().any(acts) {
            play.note_activator(activator, ActivatorNote::Placed(0));
        }
    }
}

/// Whether an earlier die has let it come: its pieces are due in a group of that turn.
fn has_come(play: &Play<'_>, rolls: &[PlannedRoll]) -> bool {
    let reinforcements = &play.setting.scenario.reinforcements;
    let groups = rolls.iter().flat_map(|roll| &roll.groups);
    let mut pieces = groups.filter_map(|&group| reinforcements.get(usize::from(group)));
    let Some(first) = pieces.find_map(|group| group.pieces.first()) else {
        return true;
    };
    match presence(play, first.piece) {
        Presence::Due(group) => {
            let group = reinforcements.get(usize::from(group.0));
            group.is_some_and(|group| group.possible)
        }
        _ => true,
    }
}

fn presence(play: &Play<'_>, piece: Piece) -> Presence {
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => play.position.unit(unit).presence,
        Piece::Leader(leader) => play.position.leader(leader).presence,
    }
}

/// Everybody is due with the groups of this turn now, as tired as they come.
fn arrive(play: &mut Play<'_>, roll: &PlannedRoll) {
    let setting = play.setting;
    for &number in &roll.groups {
        let index = usize::from(number);
        let Some(group) = setting.scenario.reinforcements.get(index) else {
            continue;
        };
        for arriving in &group.pieces {
            play.happens(Event::PresenceChanged {
                piece: arriving.piece,
                presence: Presence::Due(EntryGroupId(number)),
                hex: None,
                rule: RULE,
            });
            let body = match arriving.piece {
                Piece::Leader(leader) => setting.body_of_brigade(setting.leader(leader).command),
                Piece::Unit(_) | Piece::Section(..) => None,
            };
            if let Some(body) = body
                && play.position.body(body).fatigue != group.fatigue
            {
                play.happens(Event::FatigueChanged {
                    whom: Tired::Body(body),
                    fatigue: group.fatigue,
                    rule: RULE,
                });
            }
        }
        if group.turn == roll.turn {
            let ready = Note::Entry(EntryGroupId(number), EntryState::Ready);
            play.happens(Event::Noted(ready));
            crate::movement::list_activations(play, index);
        }
    }
}
