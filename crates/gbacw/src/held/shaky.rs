//! BB 4.25-15MI: a regiment without ammunition that is sent to a leader, may run, and comes back hours later.

use longroll_board::HexId;
use longroll_catalog::facts::{
    Ammunition, CommandId, Fatigue, Level, Orders, Piece, TurnId, UnitId,
};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_position::{ActivatorId, BodyId, Presence, ShakyState, SpecialNote, UnitNote};

use super::errand::{facts, goal, rule_of};
use crate::choice::Choice;
use crate::event::{Event, Verdict};
use crate::orders::Joining;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{leave_map, udd_roll};
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::ShakyStep;

/// Brigades of the leader's division that it may join, with anybody on the map.
fn brigades(at: At<'_>) -> Vec<CommandId> {
    let Some(leader) = facts(at).and_then(|shaky| shaky.towards) else {
        return Vec::new();
    };
    let division = at.setting.leader(leader).command;
    at.setting
        .command_ids()
        .filter(|&command| {
            at.setting.command(command).level == Level::Brigade
                && at.setting.belongs(command, division)
                && at.setting.body_of_brigade(command).is_some_and(|body| {
                    let mut members = at.position.members(at.setting, body);
                    members.any(|unit| at.position.unit(unit).on_map())
                })
        })
        .collect()
}

/// Hexes in which it comes back.
fn landing(at: At<'_>) -> Vec<HexId> {
    let Some((shaky, field)) = facts(at).and_then(|shaky| Some((shaky, shaky.returns_in?))) else {
        return Vec::new();
    };
    let side = at.setting.unit(shaky.unit).side;
    let ground = at.setting.ground();
    at.setting
        .grid()
        .hexes()
        .filter(|&hex| ground.hexes[hex].field == Some(field))
        .filter(|&hex| at.position.holder(hex) != Some(side.enemy()))
        .filter(|&hex| crate::movement::may_stack_at_start(at, shaky.unit, hex).is_ok())
        .collect()
}

/// Bodies begin to act with a marker: the regiment may have found its leader, and may have to show that it stands.
///
/// # Errors
/// When a script of dice is used up.
pub(super) fn begin_marker(play: &mut Play<'_>, bodies: &[BodyId]) -> Result<(), ChanceError> {
    let at = play.at();
    let Some(shaky) = facts(at) else {
        return Ok(());
    };
    let (unit, towards, range) = (shaky.unit, shaky.towards, shaky.test_range);
    let state = at.position.unit(unit);
    let acts = state.on_map()
        && state.ammunition == Ammunition::Out
        && bodies.contains(&at.position.body_of(at.setting, unit));
    if !acts {
        return Ok(());
    }
    if let Some(range) = range {
        let side = at.setting.unit(unit).side;
        let near = state
            .hexes()
            .any(|hex| crate::orders::seen_within(at, side, hex, range.into()));
        if (near || at.position.special.shaky.tests) && !test(play, unit)? {
            return Ok(());
        }
    }
    let at = play.at();
    let found = goal(at, unit).is_some()
        && towards
            .is_some_and(|leader| crate::command::in_range(at, leader, at.position.unit(unit).hex));
    if found {
        play.push(ShakyStep::Join);
    }
    Ok(())
}

/// A division's marker is on the table: in one turn of the scenario that alone makes the regiment check.
///
/// # Errors
/// When a script of dice is used up.
pub(crate) fn marker_drawn(play: &mut Play<'_>, activator: ActivatorId) -> Result<(), ChanceError> {
    let at = play.at();
    let Some(shaky) = facts(at) else {
        return Ok(());
    };
    let unit = shaky.unit;
    let now = at.position.now(at.setting).map(|turn| turn.id);
    let body = at.position.body_of(at.setting, unit);
    let due = at.position.unit(unit).on_map()
        && shaky.test_turn.is_some()
        && shaky.test_turn == now
        && at.position.body(body).activator == activator;
    if due {
        test(play, unit)?;
    }
    Ok(())
}

/// An unmodified UDD; true if it stands, and else it leaves the map. Once it has had to check it does so in every
/// Activation.
fn test(play: &mut Play<'_>, unit: UnitId) -> Result<bool, ChanceError> {
    let shaky = play.position.special.shaky;
    if !shaky.tests {
        let tests = true;
        play.note_special(SpecialNote::Shaky(ShakyState { tests, ..shaky }));
    }
    let rule = rule_of(play.at());
    let Some(roll) = udd_roll(play.at(), unit, rule, Terms::new()) else {
        return Ok(true);
    };
    if let Verdict::Passed { .. } = play.roll(roll)?.verdict {
        return Ok(true);
    }
    leave_map(play, unit, rule);
    let hours = facts(play.at()).and_then(|shaky| shaky.returns_after);
    let back = hours.and_then(|hours| turn_after(play.at(), hours));
    play.note_special(SpecialNote::Shaky(ShakyState { tests: false, back }));
    if back.is_some() {
        // SR 13.21: until it is back it counts for no brigade.
        joins_nobody(play, unit);
    }
    Ok(false)
}

/// It is Unassigned again.
fn joins_nobody(play: &mut Play<'_>, unit: UnitId) {
    let command = play.setting.unit(unit).formation;
    if play.position.unit(unit).assigned != command {
        let rule = rule_of(play.at());
        play.happens(Event::Assigned {
            unit,
            command,
            rule,
        });
    }
}

/// The turn into which so many hours from now fall, by its place in the calendar: turns of the night are longer than an hour.
fn turn_after(at: At<'_>, hours: u8) -> Option<u8> {
    let calendar = at.setting.calendar();
    let hour_of = |turn: TurnId| u16::from(turn.day) * 24 + u16::from(turn.hour);
    let due = hour_of(at.position.now(at.setting)?.id) + u16::from(hours);
    let begun = calendar.iter().take_while(|turn| hour_of(turn.id) <= due);
    let place = u8::try_from(begun.count()).ok()?.checked_sub(1)?;
    // The calendar of the game may end before.
    let last = u8::try_from(calendar.len()).ok()?.checked_sub(1)?;
    let ends = calendar.last().is_some_and(|turn| hour_of(turn.id) < due);
    if place == last && ends {
        return Some(place.saturating_add(1));
    }
    Some(place.max(at.position.turn + 1))
}

/// A turn begins: the regiment may be back.
pub(super) fn begin_turn(play: &mut Play<'_>) -> Option<ShakyStep> {
    let due = play.position.special.shaky.back;
    due.is_some_and(|turn| turn <= play.position.turn)
        .then_some(ShakyStep::Return)
}

/// What was chosen of the regiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShakyChoice {
    /// It joins a brigade.
    Joins(UnitId, CommandId),
    /// It comes back in this hex.
    Returns(UnitId, HexId),
}

impl Procedure for ShakyStep {
    type Means = ShakyChoice;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let unit = facts(at)?.unit;
        let side = at.setting.unit(unit).side;
        let prompt = match *self {
            Self::Join => brigades(at).first().map(|_| Prompt::JoinBrigade { unit })?,
            Self::Return => {
                let piece = Piece::Unit(unit);
                landing(at).first().map(|_| Prompt::PlacePiece { piece })?
            }
        };
        Some(Ask {
            side,
            rule: rule_of(at),
            prompt,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let Some(shaky) = facts(at) else { return };
        let unit = shaky.unit;
        match *self {
            Self::Join => {
                for command in brigades(at) {
                    each(Choice::Assign { unit, command });
                }
            }
            Self::Return => {
                let piece = Piece::Unit(unit);
                for hex in landing(at) {
                    each(Choice::Place { piece, hex });
                }
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<ShakyChoice> {
        let Some(shaky) = facts(at) else {
            return Err(self.beside_the_point(at));
        };
        let rule = rule_of(at);
        match (*self, choice) {
            (Self::Join, Choice::Assign { unit, command })
                if unit == shaky.unit && brigades(at).contains(&command) =>
            {
                Ok(Ruling::new(rule, ShakyChoice::Joins(unit, command)))
            }
            (Self::Return, Choice::Place { piece, hex })
                if piece == Piece::Unit(shaky.unit) && landing(at).contains(&hex) =>
            {
                Ok(Ruling::new(rule, ShakyChoice::Returns(shaky.unit, hex)))
            }
            (_, Choice::Assign { .. }) => Err(Refusal::new(
                rule,
                "it joins a brigade of the division it was sent to",
            )),
            (_, Choice::Place { .. }) => Err(Refusal::new(rule, "it comes back in its field")),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: ShakyChoice) -> Result<(), ChanceError> {
        match means {
            ShakyChoice::Joins(unit, command) => {
                let rule = rule_of(play.at());
                crate::orders::assign_by(play, unit, command, rule, Joining::WaitsForRange);
            }
            ShakyChoice::Returns(unit, hex) => come_back(play, unit, hex),
        }
        Ok(())
    }
}

/// Supplied and rested, it acts with the Unassigned marker or joins any brigade.
fn come_back(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    let setting = play.setting;
    let rule = rule_of(play.at());
    let shaky = play.position.special.shaky;
    let back = None;
    play.note_special(SpecialNote::Shaky(ShakyState { back, ..shaky }));
    joins_nobody(play, unit);
    play.note_unit(unit, UnitNote::Ammunition(Ammunition::Full));
    play.note_unit(unit, UnitNote::Fatigue(Fatigue::None));
    if play.position.unit(unit).orders != Orders::Advance {
        play.happens(Event::UnitOrders {
            unit,
            orders: Orders::Advance,
            rule,
        });
    }
    let top = play.position.stack(hex).next();
    let facing = top.map_or_else(
        || {
            let side = setting.unit(unit).side;
            crate::assembly::towards_enemy(setting, &play.position, hex, side)
        },
        |part| play.position.unit(part.unit).facing,
    );
    play.happens(Event::PresenceChanged {
        piece: Piece::Unit(unit),
        presence: Presence::OnMap,
        hex: Some(hex),
        rule,
    });
    crate::results::displace_exposed(play);
    play.happens(Event::Turned {
        unit,
        facing,
        cost: longroll_position::HalfMp::ZERO,
        rule,
    });
}

/// BB 4.25-15MI, fire reading 122: the regiment that came without cartridges gets none in the usual way.
pub(crate) fn may_resupply(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let without = facts(at).is_some_and(|shaky| shaky.unit == unit)
        && at.position.unit(unit).ammunition == Ammunition::Out;
    if without {
        return Err(Refusal::new(
            rule_of(at),
            "it gets its cartridges as the scenario says, not by resupply",
        ));
    }
    Ok(())
}
