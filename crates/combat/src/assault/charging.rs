//! SR 11.52 to 11.54: which cavalry may charge, and by which way.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{LeaderId, Level, Light, Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::command_cost;
use longroll_position::fire::MountBegan;
use longroll_position::{BodyKind, Deeds, HalfMp};
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::countercharge::may_ride;
use super::eligible::has_fired;

/// SR 11.52: hexes at the end of the move in which nobody turns and every step is easy.
const CHARGE_PATH: usize = 3;

/// SR 11.52 to 11.54, 16.12: whether a unit that has not moved may try to charge an enemy hex. The top unit of those who charge
/// together makes the UDD.
///
/// # Errors
/// The rule that forbids it.
pub fn may_charge(look: &AssaultScene<'_>, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let (facts, state) = (look.facts(unit), look.state(unit));
    if !state.on_map() || !look.is_mounted(unit) {
        return refuse(Rule::SR_11_51, "only mounted cavalry charges");
    }
    if !look.is_phasing(facts.side) {
        return refuse(Rule::SR_11_51, "only activated cavalry charges");
    }
    if look.scene.position.light(look.scene.setting) == Light::Night {
        return refuse(Rule::SR_16_12, "no cavalry charges at night");
    }
    if look.orders(unit) != Orders::Attack {
        return refuse(Rule::SR_11_52, "a charge needs Attack orders");
    }
    let stood = how_it_began(look, unit);
    if !stood.in_order {
        return refuse(Rule::SR_11_53, "it did not begin in Good Order");
    }
    let begun = Deeds::MOVED
        .with(Deeds::ENTERED)
        .with(Deeds::MOVE_ENDED)
        .with(Deeds::TURNED);
    let over = Deeds::FINISHED
        .with(Deeds::RECOVERED)
        .with(Deeds::NO_COMBAT);
    if state.deeds.any(begun.with(over)) {
        return refuse(Rule::SR_11_54, "a charge is announced before the move");
    }
    if has_fired(look, unit) {
        return refuse(Rule::SR_11_53, "cavalry that charges does not fire");
    }
    if !look.scene.holds(facts.side.enemy(), target) {
        return refuse(Rule::SR_11_53, "no enemy is in that hex");
    }
    if !look.scene.sight.can_see(state.hex, target) {
        return refuse(Rule::SR_11_53, "it does not see whom it would charge");
    }
    if !stood.in_range {
        return refuse(Rule::SR_11_53, "it is beyond the range of its brigadier");
    }
    Ok(())
}

/// SR 11.53: how cavalry stood as the Activation began; as it stands now if nothing has been written down.
fn how_it_began(look: &AssaultScene<'_>, unit: UnitId) -> MountBegan {
    let mut known = look.history.mounts.iter();
    let known = known.find(|mount| mount.unit == unit).copied();
    known.unwrap_or_else(|| how_it_stands(look, unit))
}

/// SR 11.53: whether cavalry is in Good Order and in the range of its brigadier, if it has one.
#[must_use]
pub fn how_it_stands(look: &AssaultScene<'_>, unit: UnitId) -> MountBegan {
    let far = |leader| !is_in_range(look, unit, leader);
    MountBegan {
        unit,
        in_order: !look.state(unit).is_disordered(),
        in_range: !brigadier(look, unit).is_some_and(far),
    }
}

/// Reading 107: units of no brigade have none.
fn brigadier(look: &AssaultScene<'_>, unit: UnitId) -> Option<LeaderId> {
    let (setting, position) = (look.scene.setting, look.scene.position);
    let body = setting.body(look.body(unit));
    if body.kind != BodyKind::Brigade {
        return None;
    }
    let leader = position.leader_of(setting, body.command)?;
    position.leader(leader).on_map().then_some(leader)
}

/// SR 4.15, 16.11: halved in bad light.
fn is_in_range(look: &AssaultScene<'_>, unit: UnitId, leader: LeaderId) -> bool {
    let (setting, position) = (look.scene.setting, look.scene.position);
    let (facts, own) = (setting.leader(leader), position.leader(leader));
    let ratings = match (&facts.replacement, own.replaced) {
        (Some(replacement), true) => &replacement.ratings,
        _ => &facts.ratings,
    };
    let printed = ratings.command_range.value;
    let range = match position.light(setting) {
        Light::Day => printed,
        Light::Dawn | Light::Dusk | Light::Night => printed.div_ceil(2),
    };
    let to = look.state(unit).hex;
    let limit = HalfMp::whole(range);
    command_cost(&look.scene, facts.side, Level::Brigade, own.hex, to, limit).is_some()
}

/// SR 11.52, reading 106: whether a way is a charge path. `start` is the hex and facing with which the unit leaves; the way names each
/// hex entered, the last one next to the target, with the facing it leaves it with, or keeps. In the last three hexes nobody turns,
/// and each costs 1 MP at most, a Stream left out.
///
/// # Errors
/// The rule that forbids it.
pub fn judge_charge_path(
    look: &AssaultScene<'_>,
    start: (HexId, Facing),
    way: &[(HexId, Facing)],
) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal::new(Rule::SR_11_52, reason));
    if way.is_empty() {
        return refuse("a charge moves next to the enemy");
    }
    let first = way.len().saturating_sub(CHARGE_PATH);
    for place in first..way.len() {
        let before = match place.checked_sub(1) {
            Some(place) => way.get(place).copied().unwrap_or(start),
            None => start,
        };
        let Some(&(hex, facing)) = way.get(place) else {
            continue;
        };
        if facing != before.1 {
            return refuse("nobody turns in the last three hexes of a charge");
        }
        if !may_ride(look, before.0, hex) {
            return refuse("the charge path leads over ground of more than 1 MP");
        }
    }
    Ok(())
}
