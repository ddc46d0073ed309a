//! BB 18.1-loot: a unit is put into a camp of the enemy.

use longroll_board::{CampKind, Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_catalog::tables::Looting;
use longroll_core::{ChanceError, Refusal, Side};
use longroll_movement::reinforcement::may_stand;
use longroll_movement::stacking;
use longroll_position::{Extent, HalfMp, SpecialNote};
use longroll_rule::Rule;

use super::near::is_near;
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

/// Whose units loot, and how far units and camps must be from every enemy and may be from each other; nothing in a battle
/// in which nobody loots.
fn terms(at: At<'_>) -> Option<(Side, Looting)> {
    let table = &at.setting.tables().events;
    Some((table.looters()?, table.looting?))
}

/// Whether a unit of this side is nearer to a hex than so many hexes.
fn is_nearer(at: At<'_>, enemy: Side, hex: HexId, distance: u8) -> bool {
    is_near(at, enemy, hex, u32::from(distance).saturating_sub(1))
}

fn is_camp(at: At<'_>, hex: HexId) -> bool {
    let mut camps = at.setting.ground().names.camps_in(hex);
    camps.any(|camp| camp.kind != CampKind::Headquarters)
}

fn camps(at: At<'_>, looters: Side, figures: Looting) -> Vec<HexId> {
    let far = figures.camp_from_enemy;
    let mut found: Vec<HexId> = Vec::new();
    for camp in &at.setting.ground().names.camps {
        let hex = camp.hex;
        if !found.contains(&hex) && is_camp(at, hex) && !is_nearer(at, looters.enemy(), hex, far) {
            found.push(hex);
        }
    }
    found
}

fn may_loot(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal::new(RULE, reason));
    let Some((looters, figures)) = terms(at) else {
        return refuse("nobody loots in this battle");
    };
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    if facts.side != looters || facts.arm == Arm::Gunboat || !state.on_map() {
        return refuse("a unit on the map loots, of the side that does");
    }
    if state
        .hexes()
        .any(|own| is_nearer(at, looters.enemy(), own, figures.unit_from_enemy))
    {
        return refuse("it is too near to an enemy unit to loot");
    }
    if !is_camp(at, hex) || is_nearer(at, looters.enemy(), hex, figures.camp_from_enemy) {
        return refuse("a camp far enough from every enemy unit is looted");
    }
    if !state
        .hexes()
        .any(|own| at.grid().distance(own, hex) <= u32::from(figures.unit_from_camp))
    {
        return refuse("the camp is too far from it");
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
    let mut found: Vec<(UnitId, HexId)> = Vec::new();
    let Some((looters, figures)) = terms(at) else {
        return found;
    };
    let camps = camps(at, looters, figures);
    for unit in at.setting.unit_ids() {
        let state = at.position.unit(unit);
        if at.setting.unit(unit).side != looters || !state.on_map() {
            continue;
        }
        let near = |camp: &&HexId| {
            let mut own = state.hexes();
            own.any(|own| at.grid().distance(own, **camp) <= u32::from(figures.unit_from_camp))
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

/// What somebody who has found a camp does.
#[derive(Debug, Clone, Copy)]
pub enum Deed {
    /// He goes there.
    Goes(UnitId, HexId),
    /// He faces this way; not if he does already.
    Faces(UnitId, Facing),
}

impl Procedure for LootStep {
    type Means = Deed;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let (looters, _) = terms(at)?;
        match *self {
            Self::Choose => Some(Ask {
                side: looters.enemy(),
                rule: RULE,
                prompt: Prompt::Loot,
            }),
            Self::Face { unit } => alone(at, unit).then_some(Ask {
                side: looters,
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

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Deed> {
        let means = match (*self, choice) {
            (Self::Choose, Choice::Loot { unit, hex }) => {
                may_loot(at, unit, hex)?;
                Deed::Goes(unit, hex)
            }
            (Self::Face { unit }, Choice::Face { unit: own, facing }) if own == unit => {
                if facing.kind() != facing_kind(at.position.unit(unit).orders) {
                    return Err(Refusal::new(
                        Rule::SR_7_11,
                        "its orders demand the other kind of facing",
                    ));
                }
                Deed::Faces(unit, facing)
            }
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(RULE, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Deed) -> Result<(), ChanceError> {
        match means {
            Deed::Goes(unit, hex) => loot(play, unit, hex),
            Deed::Faces(unit, facing) => {
                if facing != play.position.unit(unit).facing {
                    play.happens(Event::Turned {
                        unit,
                        facing,
                        cost: HalfMp::ZERO,
                        rule: RULE,
                    });
                }
            }
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
