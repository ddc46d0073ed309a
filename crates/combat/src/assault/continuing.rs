//! SR 11.47: Continued assault.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::extension::line_goes_on;
use longroll_movement::special::entry_hex_is_free;
use longroll_movement::stacking::may_join;
use longroll_movement::{Checks, Scene};
use longroll_position::rule_set::LaterContinuations;
use longroll_position::{Extent, HalfMp, Position, StackPlace, UnitState};
use longroll_rule::Rule;

use super::advance::advance_price;
use super::assault_ground::is_closed;
use super::assault_scene::AssaultScene;
use super::declared::{Assault, Attacker, Charge, Role};
use super::eligible::{Duty, can_assault};
use super::enemies::target_hexes;

/// How the right to go on was earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Earned {
    /// SR 11.47-marker, reading 98: every defender routed or was Abandoned by its own failed check in Step 4.
    FailedCheck,
    /// A row of BB T-assault that lets the attacker go on.
    Attacker,
    /// The row that lets the defender go on.
    Defender,
}

/// SR 11.47, readings 97, 99: whether a unit may or must go on after this assault, once advances are done. For [`Earned::Defender`]
/// the unit is one of the defenders; an Extended Column has drawn in before (SR 8.52).
///
/// # Errors
/// The rule that forbids it.
pub fn may_continue(
    look: &AssaultScene<'_>,
    assault: &Assault,
    unit: UnitId,
    earned: Earned,
) -> Result<Duty, Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    can_assault(look, unit)?;
    // ASL-129: who was thrown back and throws back its pursuer may go on.
    if look.is_spent(unit) && !matches!(earned, Earned::Defender) {
        return refuse(Rule::SR_12_35f, "its Activation is over");
    }
    let state = look.state(unit);
    if state.orders == Orders::March {
        return refuse(Rule::SR_11_12, "units under March orders do not assault");
    }
    let own = assault.attackers.iter().find(|own| own.unit == unit);
    let (ground, duty): (Vec<HexId>, Duty) = match (earned, own) {
        (Earned::FailedCheck | Earned::Attacker, Some(own)) if own.role != Role::Out => {
            (assault.targets.clone(), obligation(look, assault, own))
        }
        (Earned::FailedCheck | Earned::Attacker, _) => {
            return refuse(Rule::SR_11_47, "it did not take part");
        }
        (Earned::Defender, _) if look.facts(unit).side != assault.by => {
            (fought_from(assault), Duty::May(Rule::SR_11_47_mandatory))
        }
        (Earned::Defender, _) => {
            return refuse(Rule::SR_11_47, "only the defenders may go on");
        }
    };
    let advanced = state.hexes().any(|hex| ground.contains(&hex));
    let faces = || {
        target_hexes(look, unit)
            .iter()
            .any(|hex| ground.contains(hex))
    };
    if !advanced && !faces() {
        return refuse(
            Rule::SR_11_47,
            "only who advanced, or still faces an enemy who could not retreat, goes on",
        );
    }
    Ok(duty)
}

/// SR 11.47-mandatory: the first continuation after a charge must be made, later ones may.
#[must_use]
pub fn obligation(look: &AssaultScene<'_>, assault: &Assault, own: &Attacker) -> Duty {
    let rule = Rule::SR_11_47_mandatory;
    let bound = match look.switches().later_continuations {
        LaterContinuations::Voluntary => 0,
        LaterContinuations::AsFirst => 1,
    };
    if own.charge != Charge::None && assault.continued <= bound {
        Duty::Must(rule)
    } else {
        Duty::May(rule)
    }
}

/// The hexes from which the attackers fought.
fn fought_from(assault: &Assault) -> Vec<HexId> {
    let prints = assault.attackers.iter().filter_map(|own| match &own.role {
        Role::Fought(print) => Some(print.hexes.iter().copied()),
        Role::In | Role::Out => None,
    });
    prints.flatten().collect()
}

/// One hex of an extra advance, or one move of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// The counter's hex after it.
    pub hex: HexId,
    /// SR 8.47-advance: a line stays a line.
    pub extent: Extent,
    /// The facing after it.
    pub facing: Facing,
    /// Risks of the ground.
    pub checks: Checks,
}

/// One place a unit that goes on may come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraAdvance {
    /// The counter's hex at the end.
    pub hex: HexId,
    /// The extension at the end.
    pub extent: Extent,
    /// The facing at the end.
    pub facing: Facing,
    /// Whether an enemy it can attack is then in its front: where any such place exists one of them must be taken.
    pub faces_enemy: bool,
    /// How it comes there, none to two.
    pub legs: Vec<Leg>,
}

impl ExtraAdvance {
    /// The hexes that the counter stands in on its way.
    pub fn path(&self) -> impl Iterator<Item = HexId> {
        self.legs.iter().map(|leg| leg.hex)
    }

    fn risks(&self) -> usize {
        self.legs.iter().map(|leg| leg.checks.iter().count()).sum()
    }

    /// How often it turns between its legs and does not keep its facing.
    fn turns(&self) -> usize {
        let pairs = self.legs.iter().zip(self.legs.iter().skip(1));
        pairs
            .filter(|(one, next)| one.facing != next.facing)
            .count()
    }

    /// The same, one leg farther.
    fn and(&self, leg: Leg) -> Self {
        let mut legs = self.legs.clone();
        legs.push(leg);
        Self {
            hex: leg.hex,
            extent: leg.extent,
            facing: leg.facing,
            faces_enemy: false,
            legs,
        }
    }
}

/// SR 11.46: whether the free vertex of the advance in 6c has been used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FreeTurn {
    /// It may still turn one vertex where it stands.
    Open,
    /// It has turned, or did not advance.
    Used,
}

/// SR 11.47-advance, readings 101, 102: where a unit that goes on may come to, its own hex with the free turn included. It enters front
/// hexes of at most 2 MP, stops next to the enemy and turns one vertex in each hex. A line goes
/// straight ahead or wheels, and stops where any part of it is next to the enemy (SR 8.47-advance). Of two ways to one place the safer
/// is first, then the straighter.
#[must_use]
pub fn extra_advances(look: &AssaultScene<'_>, unit: UnitId, turn: FreeTurn) -> Vec<ExtraAdvance> {
    let state = look.state(unit);
    let mut found = Vec::new();
    let start = ExtraAdvance {
        hex: state.hex,
        extent: state.extent,
        facing: state.facing,
        faces_enemy: false,
        legs: Vec::new(),
    };
    let turns: &[i8] = match (state.extent, turn) {
        (Extent::Single, FreeTurn::Open) => &[0, -1, 1],
        _ => &[0],
    };
    if matches!(state.extent, Extent::Line { .. }) {
        return lines_onward(look, unit, start);
    }
    let mut open: Vec<ExtraAdvance> = turns
        .iter()
        .map(|turn| ExtraAdvance {
            facing: start.facing.turned(*turn),
            ..start.clone()
        })
        .collect();
    while let Some(mut place) = open.pop() {
        let hex = place.hex;
        place.faces_enemy = if state.extent == Extent::Single {
            faces_enemy(look, unit, hex, place.facing)
        } else {
            !target_hexes(look, unit).is_empty()
        };
        if state.extent == Extent::Single && place.legs.len() < 2 {
            open.extend(onward(look, unit, hex, &place));
        }
        if !found.contains(&place) {
            found.push(place);
        }
    }
    found.sort_by_key(|place| {
        let path: Vec<HexId> = place.path().collect();
        (path.len(), place.risks(), place.turns(), path, place.facing)
    });
    found
}

/// SR 8.47-advance: the same for a line, one or two moves of the whole of it; where the whole cannot go on, one of its hexes may, and the
/// marker comes off.
fn lines_onward(look: &AssaultScene<'_>, unit: UnitId, start: ExtraAdvance) -> Vec<ExtraAdvance> {
    let side = look.facts(unit).side;
    let mut found: Vec<ExtraAdvance> = Vec::new();
    let mut open = vec![start];
    while let Some(mut place) = open.pop() {
        let there = UnitState {
            hex: place.hex,
            extent: place.extent,
            facing: place.facing,
            ..*look.state(unit)
        };
        let moved = standing(look, unit, there);
        let seen = seen_in(look, &moved);
        place.faces_enemy = !target_hexes(&seen, unit).is_empty();
        let stops = there.hexes().any(|hex| seen.scene.next_to_enemy(side, hex));
        if place.legs.len() < 2 && !stops {
            let whole = whole_onward(&seen, unit, &place);
            if whole.is_empty() {
                let parts = there.hexes();
                open.extend(parts.flat_map(|part| part_onward(&seen, unit, part, &place)));
            } else {
                open.extend(whole);
            }
        }
        let key = |place: &ExtraAdvance| (place.hex, place.extent == Extent::Single, place.facing);
        if !found.iter().any(|other| key(other) == key(&place)) {
            found.push(place);
        }
    }
    found.sort_by_key(|place| {
        let single = place.extent == Extent::Single;
        (single, place.legs.len(), place.hex, place.facing)
    });
    found
}

/// The next moves of a whole line; none of a unit in one hex.
fn whole_onward(look: &AssaultScene<'_>, unit: UnitId, place: &ExtraAdvance) -> Vec<ExtraAdvance> {
    let ways = line_goes_on(&look.scene, unit).into_iter();
    let cheap = ways.filter(|line| line.dearest <= HalfMp::whole(2));
    let legs = cheap.map(|line| Leg {
        hex: line.hex,
        extent: line.extent,
        facing: line.facing,
        checks: line.checks,
    });
    legs.map(|leg| place.and(leg)).collect()
}

/// The next hexes of a unit that goes on from one of its hexes alone.
fn part_onward(
    look: &AssaultScene<'_>,
    unit: UnitId,
    part: HexId,
    place: &ExtraAdvance,
) -> Vec<ExtraAdvance> {
    let drawn_together = UnitState {
        hex: part,
        extent: Extent::Single,
        ..*look.state(unit)
    };
    let moved = standing(look, unit, drawn_together);
    onward(&seen_in(look, &moved), unit, part, place)
}

/// The position in which a unit stands so.
fn standing(look: &AssaultScene<'_>, unit: UnitId, there: UnitState) -> Position {
    let (position, setting) = (look.scene.position, look.scene.setting);
    position.with_unit(setting, unit, there, StackPlace::Bottom)
}

/// The same assault in another position.
fn seen_in<'a>(look: &AssaultScene<'a>, position: &'a Position) -> AssaultScene<'a> {
    AssaultScene {
        scene: Scene {
            position,
            ..look.scene
        },
        ..*look
    }
}

fn faces_enemy(look: &AssaultScene<'_>, unit: UnitId, hex: HexId, facing: Facing) -> bool {
    let enemy = look.facts(unit).side.enemy();
    facing.front().iter().any(|direction| {
        let next = look.scene.grid().neighbour(hex, direction);
        next.is_some_and(|next| look.scene.holds(enemy, next)) && !is_closed(look, hex, direction)
    })
}

/// The next hexes from a place, with the turns made there.
fn onward(
    look: &AssaultScene<'_>,
    unit: UnitId,
    hex: HexId,
    place: &ExtraAdvance,
) -> Vec<ExtraAdvance> {
    let side = look.facts(unit).side;
    let mut found = Vec::new();
    let Some(class) = look.class(unit) else {
        return found;
    };
    if look.scene.next_to_enemy(side, hex) {
        return found;
    }
    for direction in place.facing.front().iter() {
        let Some(next) = look.scene.grid().neighbour(hex, direction) else {
            continue;
        };
        let Some(price) = advance_price(look, class, hex, next) else {
            continue;
        };
        let turn = look.scene.position.now(look.scene.setting);
        let area = turn.and_then(|turn| look.scene.tables.area(turn.id));
        if area.is_some_and(|area| !area.contains(next)) {
            continue;
        }
        let room = may_join(look.scene.setting, look.scene.position, unit, next).is_ok();
        let dear = price.cost > HalfMp::whole(2);
        // SR 9.72: nobody is in an entry hex of the enemy's.
        let free = entry_hex_is_free(&look.scene, side, class, next).is_ok();
        if dear || !room || !free || look.scene.holds(side.enemy(), next) {
            continue;
        }
        for turn in [0, -1, 1] {
            found.push(place.and(Leg {
                hex: next,
                extent: Extent::Single,
                facing: place.facing.turned(turn),
                checks: price.checks,
            }));
        }
    }
    found
}
