//! BB 18.1-loot: a Confederate unit is put into a Union camp.

use longroll_board::{CampKind, Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_movement::reinforcement::may_stand;
use longroll_movement::stacking;
use longroll_position::{Extent, HalfMp, SpecialNote};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::event::Event;
use crate::movement::relocation::relocate;
use crate::movement::{Cause, Destination};
use crate::orders::facing_kind;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::disorder;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::LootStep;

const RULE: Rule = Rule::BB_18_1_loot;
const LOOTERS: Side = Side::Confederate;
/// How far a unit and a camp must be from every enemy, and how near the camp.
const UNIT_FROM_ENEMY: u32 = 3;
const CAMP_FROM_ENEMY: u32 = 4;
const UNIT_FROM_CAMP: u32 = 3;

/// Whether a Union unit is so near to a hex; gunboats hold none, but are units.
fn enemy_within(at: At<'_>, hex: HexId, distance: u32) -> bool {
    let enemy = LOOTERS.enemy();
    let boat = |unit: UnitId| {
        let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
        facts.side == enemy && state.on_map() && at.grid().distance(state.hex, hex) <= distance
    };
    at.held_within(enemy, hex, distance).next().is_some() || at.setting.gunboat_ids().any(boat)
}

fn is_camp(at: At<'_>, hex: HexId) -> bool {
    let mut camps = at.setting.ground().names.camps_in(hex);
    camps.any(|camp| camp.kind != CampKind::Headquarters)
}

fn camps(at: At<'_>) -> Vec<HexId> {
    let mut found: Vec<HexId> = Vec::new();
    for camp in &at.setting.ground().names.camps {
        let hex = camp.hex;
        if !found.contains(&hex) && is_camp(at, hex) && !enemy_within(at, hex, CAMP_FROM_ENEMY - 1)
        {
            found.push(hex);
        }
    }
    found
}

fn may_loot(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal::new(RULE, reason));
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    if facts.side != LOOTERS || facts.arm == Arm::Gunboat || !state.on_map() {
        return refuse("a Confederate unit on the map loots");
    }
    if state
        .hexes()
        .any(|own| enemy_within(at, own, UNIT_FROM_ENEMY - 1))
    {
        return refuse("it is at least three hexes from every Union unit");
    }
    if !is_camp(at, hex) || enemy_within(at, hex, CAMP_FROM_ENEMY - 1) {
        return refuse("a camp at least four hexes from every Union unit is looted");
    }
    if !state
        .hexes()
        .any(|own| at.grid().distance(own, hex) <= UNIT_FROM_CAMP)
    {
        return refuse("the camp is within three hexes of it");
    }
    if !may_stand(&at, unit, hex) {
        return refuse("it cannot stand there");
    }
    stacking::is_legal_with(at.setting, at.position, hex, (unit, Extent::Single, 0))?;
    // SR 7.11: with others it must be able to face as they do.
    let kind = facing_kind(state.orders);
    let mut others = at
        .position
        .stack(hex)
        .map(|part| part.unit)
        .filter(|&other| other != unit);
    if others.any(|other| at.position.unit(other).facing.kind() != kind) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "all units in a hex face the same way",
        ));
    }
    Ok(())
}

/// Who may be sent where: it is asked only if anybody may.
pub(super) fn looters(at: At<'_>) -> Vec<(UnitId, HexId)> {
    let camps = camps(at);
    let mut found: Vec<(UnitId, HexId)> = Vec::new();
    for unit in at.setting.unit_ids() {
        let state = at.position.unit(unit);
        if at.setting.unit(unit).side != LOOTERS || !state.on_map() {
            continue;
        }
        let near = |camp: &&HexId| {
            let mut own = state.hexes();
            own.any(|own| at.grid().distance(own, **camp) <= UNIT_FROM_CAMP)
        };
        for &hex in camps.iter().filter(near) {
            if may_loot(at, unit, hex).is_ok() {
                found.push((unit, hex));
            }
        }
    }
    found
}

fn alone(at: At<'_>, unit: UnitId) -> bool {
    let mut stack = at.position.stack(at.position.unit(unit).hex);
    stack.all(|part| part.unit == unit)
}

impl Procedure for LootStep {
    type Means = Choice;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Choose => Some(Ask {
                side: LOOTERS.enemy(),
                rule: RULE,
                prompt: Prompt::Loot,
            }),
            Self::Face { unit } => alone(at, unit).then_some(Ask {
                side: LOOTERS,
                rule: RULE,
                prompt: Prompt::FaceAtStart { unit },
            }),
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Choose => {
                for (unit, hex) in looters(at) {
                    each(Choice::Loot { unit, hex });
                }
            }
            Self::Face { unit } => {
                for facing in Facing::all_of(facing_kind(at.position.unit(unit).orders)) {
                    each(Choice::Face { unit, facing });
                }
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Choice> {
        match (*self, choice) {
            (Self::Choose, Choice::Loot { unit, hex }) => may_loot(at, unit, hex)?,
            (Self::Face { unit }, Choice::Face { unit: own, facing }) if own == unit => {
                if facing.kind() != facing_kind(at.position.unit(unit).orders) {
                    return Err(Refusal::new(
                        Rule::SR_7_11,
                        "its orders demand the other kind of facing",
                    ));
                }
            }
            _ => return Err(self.beside_the_point(at)),
        }
        Ok(Ruling::new(RULE, choice))
    }

    fn carry_out(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match choice {
            Choice::Loot { unit, hex } => loot(play, unit, hex),
            Choice::Face { unit, facing } if facing != play.position.unit(unit).facing => {
                play.happens(Event::Turned {
                    unit,
                    facing,
                    cost: HalfMp::ZERO,
                    rule: RULE,
                });
            }
            _ => {}
        }
        Ok(())
    }
}

fn loot(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    let state = *play.position.unit(unit);
    play.push(LootStep::Face { unit });
    if (state.hex, state.extent) != (hex, Extent::Single) {
        let there = Destination::single(hex);
        relocate(play, unit, there, HalfMp::ZERO, RULE, Cause::Loots);
    }
    if state.is_disordered() {
        play.note_special(SpecialNote::Loots(unit));
    } else {
        disorder(play, unit, RULE);
    }
}
