//! SR 11.12, 11.2: who may assault, who must, and who charges.

use longroll_board::{Arc, Direction, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::MoverClass;
use longroll_movement::arcs::part_arc;
use longroll_position::{Bound, Deeds, Extent, Part};
use longroll_rule::Rule;

use super::assault_ground::is_closed;
use super::assault_scene::AssaultScene;
use super::declared::{Attacker, Charge, Role};
use super::enemies::target_hexes;

type Judged = Result<(), Refusal>;

fn refuse(rule: Rule, reason: &'static str) -> Judged {
    Err(Refusal::new(rule, reason))
}

/// SR 11.2: what a unit that may assault is free to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Duty {
    /// It must, by this rule.
    Must(Rule),
    /// It may, by this rule.
    May(Rule),
}

/// SR 11.12: whether a unit may assault in this Activation: its side, brigade, arm, orders, deeds, and an enemy it can reach.
///
/// # Errors
/// The rule that forbids it.
pub fn may_assault(look: &AssaultScene<'_>, unit: UnitId) -> Judged {
    can_assault(look, unit)?;
    let state = look.state(unit);
    if !look.is_phasing(look.facts(unit).side) || !look.phase.bodies.contains(&look.body(unit)) {
        return refuse(
            Rule::SR_11_12,
            "only units of the activated brigade assault",
        );
    }
    if look.scene.position.body(look.body(unit)).reserve {
        return refuse(Rule::SR_6_32, "units in Reserve take no actions");
    }
    if look.scene.position.body(look.body(unit)).bound == Bound::Confusion {
        return refuse(Rule::SR_5_34, "its brigade is in Confusion");
    }
    if look.orders(unit) == Orders::March {
        return refuse(Rule::SR_11_12, "units under March orders do not assault");
    }
    if state.deeds.has(Deeds::RECOVERED) {
        return refuse(
            Rule::SR_11_12,
            "a unit that tried to recover does not assault",
        );
    }
    if look.scene.position.special.is_at_work(unit) {
        return refuse(Rule::SR_11_12, "a unit that is building does not assault");
    }
    if state.deeds.has(Deeds::NO_ASSAULT) {
        return refuse(
            Rule::SR_9_23,
            "it came over a bridge or ford and may not assault whom it met",
        );
    }
    if state.deeds.has(Deeds::FINISHED) {
        return refuse(Rule::SR_12_35f, "its Activation is over");
    }
    if state.deeds.has(Deeds::NO_COMBAT) {
        return refuse(Rule::SR_11_12, "it may neither fire nor assault now");
    }
    if look.has_turned_here(unit) {
        return refuse(Rule::SR_11_12, "it turned after it had entered its hex");
    }
    if target_hexes(look, unit).is_empty() {
        return Err(no_target(look, unit));
    }
    Ok(())
}

/// SR 11.61, BB 14.43-assault, SR 8.52: whether a unit can assault at all, in Step 1 or later.
pub(super) fn can_assault(look: &AssaultScene<'_>, unit: UnitId) -> Judged {
    is_of_assaulting_arm(look, unit)?;
    if matches!(look.state(unit).extent, Extent::Column { .. }) {
        return refuse(
            Rule::SR_8_52,
            "a column retracts or forms line before it assaults",
        );
    }
    Ok(())
}

/// SR 11.61, BB 14.43-assault: whether a unit is of an arm that assaults, however it stands.
fn is_of_assaulting_arm(look: &AssaultScene<'_>, unit: UnitId) -> Judged {
    if !look.state(unit).on_map() {
        return refuse(Rule::SR_11_12, "it is not on the map");
    }
    match look.class(unit) {
        None | Some(MoverClass::Artillery | MoverClass::Leader) => {
            refuse(Rule::SR_11_61, "artillery never assaults")
        }
        Some(MoverClass::Detachment) => refuse(Rule::BB_14_43_assault, "Detachments never assault"),
        Some(MoverClass::Foot | MoverClass::Cavalry | MoverClass::Dismounted) => Ok(()),
    }
}

/// SR 11.46-defender, 6.11: whether a defender who throws back the enemy is one who could continue the assault: he alone advances, or
/// turns freely.
///
/// # Errors
/// The rule that forbids it.
pub fn may_follow_up(look: &AssaultScene<'_>, unit: UnitId) -> Result<(), Refusal> {
    is_of_assaulting_arm(look, unit)?;
    if look.state(unit).orders == Orders::March {
        return refuse(Rule::SR_11_12, "units under March orders do not assault");
    }
    Ok(())
}

/// Why a unit does not assault this hex.
#[must_use]
pub fn why_not(look: &AssaultScene<'_>, unit: UnitId, hex: HexId) -> Refusal {
    let (state, grid) = (look.state(unit), look.scene.grid());
    for (number, own) in (0_u8..).zip(state.hexes()) {
        let Some(direction) = grid.direction_between(own, hex) else {
            continue;
        };
        match part_arc(grid, state, number, direction) {
            Arc::Front if is_closed(look, own, direction) => {
                return Refusal::new(Rule::SR_11_12, "the hexside is closed to all movement");
            }
            Arc::RefusedFront => {
                return Refusal::new(
                    Rule::SR_7_34_assault,
                    "nobody assaults through the Refused Front",
                );
            }
            Arc::Front | Arc::Flank(_) | Arc::Rear => {}
        }
    }
    Refusal::new(
        Rule::SR_11_12,
        "no enemy it can assault stands there in its front",
    )
}

/// Why a unit has nobody to assault.
fn no_target(look: &AssaultScene<'_>, unit: UnitId) -> Refusal {
    let (state, grid) = (look.state(unit), look.scene.grid());
    let enemy = look.facts(unit).side.enemy();
    for (number, own) in (0_u8..).zip(state.hexes()) {
        for direction in Direction::ALL {
            let next = grid.neighbour(own, direction);
            if !next.is_some_and(|next| look.scene.holds(enemy, next)) {
                continue;
            }
            match part_arc(grid, state, number, direction) {
                Arc::Front if is_closed(look, own, direction) => {
                    return Refusal::new(Rule::SR_11_12, "the hexside is closed to all movement");
                }
                Arc::RefusedFront => {
                    return Refusal::new(
                        Rule::SR_7_34_assault,
                        "nobody assaults through the Refused Front",
                    );
                }
                Arc::Front | Arc::Flank(_) | Arc::Rear => {}
            }
        }
    }
    Refusal::new(Rule::SR_11_12, "no enemy is in its front hexes")
}

/// SR 10.1: whether a unit, or a hex of it, has fired in this Activation.
pub(super) fn has_fired(look: &AssaultScene<'_>, unit: UnitId) -> bool {
    let shooters = &look.history.shooters;
    look.state(unit).deeds.has(Deeds::FIRED)
        || shooters
            .iter()
            .any(|own| own.part.unit == unit && own.fired)
}

/// SR 11.21, 11.22: whether a unit that may assault must. For units that may not, the answer means nothing.
#[must_use]
pub fn duty(look: &AssaultScene<'_>, unit: UnitId) -> Duty {
    let rule = match charge(look, unit) {
        Charge::Cavalry => return Duty::Must(Rule::SR_11_21_cavalry_charge),
        Charge::Infantry => Rule::SR_11_21_infantry_charge,
        Charge::None => {
            let rode_up = look.is_mounted(unit) && look.has_entered(unit) && !has_fired(look, unit);
            if !rode_up && is_driven(look, unit) {
                return Duty::Must(Rule::SR_6_24_A);
            }
            if !rode_up {
                return Duty::May(Rule::SR_11_22);
            }
            Rule::SR_11_21_cavalry_assault
        }
    };
    match (is_under_guns(look, unit), is_driven(look, unit)) {
        (false, _) => Duty::Must(rule),
        // The note lets go who might have stayed away; whom Loose Reins drives might not.
        (true, true) => Duty::Must(Rule::SR_6_24_A),
        (true, false) => Duty::May(Rule::SR_11_21_note),
    }
}

/// SR 6.24-A: whom Loose Reins drives against the enemy, Disordered or not.
fn is_driven(look: &AssaultScene<'_>, unit: UnitId) -> bool {
    let scene = &look.scene;
    let body = scene.position.body_of(scene.setting, unit);
    scene.position.body(body).bound == Bound::Charge && look.state(unit).deeds.has(Deeds::BOUND)
}

/// SR 11.21-note, reading 8: whether friendly artillery lies above a unit in its hex.
fn is_under_guns(look: &AssaultScene<'_>, unit: UnitId) -> bool {
    look.state(unit).hexes().any(|hex| {
        let stack = look.scene.position.stack(hex);
        let mut above = stack.take_while(|part| part.unit != unit);
        above.any(|part| look.is_guns(part.unit))
    })
}

/// SR 11.21, 11.51: whether a unit of the activated side charges as it stands now. Foot under Attack orders that entered a hex and
/// did not fire does, Disordered or not (reading 51); cavalry does if the engine has written that it charges.
#[must_use]
pub fn charge(look: &AssaultScene<'_>, unit: UnitId) -> Charge {
    if !look.is_phasing(look.facts(unit).side) {
        return Charge::None;
    }
    match look.class(unit) {
        Some(MoverClass::Cavalry) => {
            let done = look.history.shooter(Part::counter(unit));
            let rides = look.state(unit).deeds.has(Deeds::CHARGES);
            if rides || done.is_some_and(|done| done.charged) {
                Charge::Cavalry
            } else {
                Charge::None
            }
        }
        Some(MoverClass::Foot | MoverClass::Dismounted)
            if look.orders(unit) == Orders::Attack
                && look.has_entered(unit)
                && !has_fired(look, unit) =>
        {
            Charge::Infantry
        }
        _ => Charge::None,
    }
}

/// A unit with what Step 1 fixes about it.
#[must_use]
pub fn attacker(look: &AssaultScene<'_>, unit: UnitId) -> Attacker {
    Attacker {
        unit,
        charge: charge(look, unit),
        moved: look.has_entered(unit),
        role: Role::In,
    }
}
