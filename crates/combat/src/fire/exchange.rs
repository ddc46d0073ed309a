//! SR 10.42 to 10.45: who may answer what the enemy does, and in which order the answers count.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::{Refusal, Side};
use longroll_movement::arcs::{fronts, part_arc, part_hex};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::firer::FirerArm;
use super::scene::FireScene;
use longroll_position::Deeds;
use longroll_position::fire::Occasion;
use longroll_position::fire::{Banned, DeclaredFire, FiringPart};

type Judged = Result<(), Refusal>;

fn refuse(rule: Rule, reason: &'static str) -> Judged {
    Err(Refusal::new(rule, reason))
}

/// Whether what has happened gives this firer its fire: it was fired at or stands beside (SR 10.42), it or its neighbour is
/// assaulted (SR 10.43), its front hex is being left (SR 10.44).
///
/// # Errors
/// The rule that denies it.
pub fn may_answer(look: &FireScene<'_>, fire: &DeclaredFire, firer: FiringPart) -> Judged {
    let Some(hex) = firer.hex(look.scene.position) else {
        return refuse(Rule::SR_10_12, "it is not on the map");
    };
    match fire.occasion {
        Occasion::Phasing | Occasion::Approach | Occasion::Event(_) => Ok(()),
        Occasion::Return { struck, .. } => may_return(look, fire, firer, hex, struck),
        Occasion::PreAssault => before_assault(look, fire, firer, hex),
        Occasion::Withdrawal => {
            let state = look.state(firer.part.unit);
            if fronts(look.scene.grid(), state, firer.part.number, fire.target) {
                Ok(())
            } else {
                refuse(
                    Rule::SR_10_44,
                    "the unit does not leave a front hex of the firer",
                )
            }
        }
    }
}

/// SR 10.42: everybody in the hex fired at, and bystanders beside it or beside the firer who are in nobody else's front.
fn may_return(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
    hex: HexId,
    struck: HexId,
) -> Judged {
    let mut bans = look.history.bans.iter();
    let cowed = bans.find(|ban| match ban.what {
        Banned::ReturnAt(enemy) => {
            ban.unit == firer.part.unit && look.state(enemy).hexes().any(|own| own == fire.target)
        }
        _ => false,
    });
    if let Some(ban) = cowed {
        return refuse(
            ban.rule,
            "it was disordered again when it turned to the firer",
        );
    }
    if hex == struck {
        return Ok(());
    }
    let grid = look.scene.grid();
    if !grid.adjacent(hex, struck) && !grid.adjacent(hex, fire.target) {
        return refuse(
            Rule::SR_10_42,
            "only neighbours of the target or of the firer join in",
        );
    }
    let side = look.facts(firer.part.unit).side;
    if in_front_of_another(look, side, hex, &fired_from(look, fire.target)) {
        return refuse(Rule::SR_10_42, "it is in the front hex of another enemy");
    }
    Ok(())
}

/// A hex from which there was fire, with the other hexes from which those who stand there have fired: a line fires with all its
/// parts (SR 8.45).
fn fired_from(look: &FireScene<'_>, hex: HexId) -> SmallVec<[HexId; 4]> {
    let position = look.scene.position;
    let mut all: SmallVec<[HexId; 4]> = SmallVec::new();
    all.push(hex);
    for part in position.stack(hex) {
        let own = look.history.shooters.iter();
        let own = own.filter(|shooter| shooter.fired && shooter.part.unit == part.unit);
        all.extend(own.filter_map(|shooter| part_hex(look.state(part.unit), shooter.part.number)));
    }
    all
}

/// SR 10.43, fire reading 55: a unit that is assaulted fires at its own attackers; the others at an attacker in their front
/// hex, unless they are in the front hex of another enemy.
fn before_assault(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
    hex: HexId,
) -> Judged {
    let assaults = &look.history.assaults;
    let state = look.state(firer.part.unit);
    let mine = |on: HexId| state.hexes().any(|own| own == on);
    if !assaults.iter().any(|assault| assault.from == fire.target) {
        return refuse(Rule::SR_10_43, "nobody assaults from that hex");
    }
    if assaults.iter().any(|assault| mine(assault.on)) {
        let own: Vec<HexId> = assaults
            .iter()
            .filter(|assault| mine(assault.on) && assault.continued)
            .map(|assault| assault.from)
            .collect();
        let side = look.facts(firer.part.unit).side;
        if !own.is_empty() && in_front_of_another(look, side, hex, &own) {
            return refuse(
                Rule::SR_10_43,
                "before a Continued assault nobody in the front of another enemy fires",
            );
        }
        return if is_own_attacker(look, fire, firer) {
            Ok(())
        } else {
            refuse(
                Rule::SR_10_43,
                "a unit that is assaulted fires at its own attackers",
            )
        };
    }
    // SR 12.47: whoever has been driven back in its own Activation is done.
    let own_phase = look.history.phasing == Some(look.facts(firer.part.unit).side);
    if own_phase && state.deeds.has(Deeds::FINISHED) {
        return refuse(Rule::SR_12_47, "its Activation is over");
    }
    if !fronts(look.scene.grid(), state, firer.part.number, fire.target) {
        return refuse(
            Rule::SR_10_43,
            "the assaulting unit is not in its front hex",
        );
    }
    let side = look.facts(firer.part.unit).side;
    if in_front_of_another(look, side, hex, &[fire.target]) {
        return refuse(Rule::SR_10_43, "it is in the front hex of another enemy");
    }
    Ok(())
}

/// SR 10.43: whether the target assaults the firer itself.
pub(super) fn is_own_attacker(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
) -> bool {
    let state = look.state(firer.part.unit);
    fire.occasion == Occasion::PreAssault
        && look.history.assaults.iter().any(|assault| {
            assault.from == fire.target && state.hexes().any(|own| own == assault.on)
        })
}

/// Whether an enemy combat unit of `side` outside these hexes has `hex` in its front.
fn in_front_of_another(look: &FireScene<'_>, side: Side, hex: HexId, except: &[HexId]) -> bool {
    let grid = look.scene.grid();
    let position = look.scene.position;
    grid.neighbours(hex)
        .filter(|(_, next)| look.scene.holds(side.enemy(), *next) && !except.contains(next))
        .any(|(direction, next)| {
            position.stack(next).any(|part| {
                let state = look.state(part.unit);
                part_arc(grid, state, part.number, direction.opposite()).is_front()
            })
        })
}

/// The neighbours of a unit in one hex whom it has before it, each with the way there.
fn enemies_ahead<'a>(
    look: &'a FireScene<'_>,
    unit: UnitId,
) -> impl Iterator<Item = (Direction, HexId)> + 'a {
    let (facts, state) = (look.facts(unit), look.state(unit));
    let grid = look.scene.grid();
    grid.neighbours(state.hex)
        .filter(|(_, next)| look.scene.holds(facts.side.enemy(), *next))
        .filter(|(_, next)| fronts(grid, state, 0, *next))
}

/// SR 10.66: the hexes of enemies that a lone battery has to fire at if it fires: those who have it in their front and whom
/// it has in its own.
pub(super) fn must_fire_at(look: &FireScene<'_>, firer: FiringPart) -> Vec<HexId> {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    let guns = FirerArm::of(facts, state) == FirerArm::Guns;
    let mut stack = look.scene.position.stack(state.hex);
    if !guns || stack.any(|part| part.unit != unit) {
        return Vec::new();
    }
    let grid = look.scene.grid();
    enemies_ahead(look, unit)
        .filter(|(_, next)| super::who::too_steep(look, firer, *next).is_none())
        .filter(|(direction, next)| {
            look.scene.position.stack(*next).any(|part| {
                let theirs = look.state(part.unit);
                part_arc(grid, theirs, part.number, direction.opposite()).is_front()
            })
        })
        .map(|(_, next)| next)
        .collect()
}

/// SR 10.66: whether a lone battery that has to fire at an enemy may give a share of that fire to this hex: enemies stand in
/// both of its front hexes, and this is one of them.
pub(super) fn may_share_with(look: &FireScene<'_>, firer: FiringPart, target: HexId) -> bool {
    let ahead = || enemies_ahead(look, firer.part.unit).map(|(_, hex)| hex);
    ahead().any(|hex| hex == target) && ahead().count() > 1
}

/// SR 10.66: a lone battery has given nothing to whom it has to fire at.
pub(super) const fn spares_its_enemy() -> Refusal {
    Refusal::new(
        Rule::SR_10_66,
        "a lone battery fires at the enemy who has it in his front",
    )
}

/// SR 10.17, 10.42, 10.45: when a Return fire counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Simultaneity {
    /// Rolled before any result is applied.
    Simultaneous,
    /// SR 10.45: guns at 4 hexes and more declare and fire after the other results (fire reading 126).
    AfterResults,
    /// SR 10.42: a unit fired at from outside its front turns or refuses first, after the result (fire reading 48).
    AfterReaction,
}

/// When the Return fire of a unit at a hex counts. BB 14.77: a gunboat's is always simultaneous.
#[must_use]
pub fn return_order(look: &FireScene<'_>, firer: FiringPart, target: HexId) -> Simultaneity {
    let unit = firer.part.unit;
    let arm = FirerArm::of(look.facts(unit), look.state(unit));
    let range = firer
        .hex(look.scene.position)
        .map_or(0, |hex| look.range(hex, target));
    if super::arc::front_toward(look, firer.part, target).is_none() {
        Simultaneity::AfterReaction
    } else if arm == FirerArm::Guns && range >= 4 {
        Simultaneity::AfterResults
    } else {
        Simultaneity::Simultaneous
    }
}

/// SR 6.34: whether fire from this range drives a brigade in Reserve out of it, Disordered and under Advance orders, before
/// it is resolved.
#[must_use]
pub const fn leaves_reserve(range: u32) -> bool {
    range <= 4
}
