//! SR 11.44: Position.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_catalog::tables::AssaultDrm;
use longroll_movement::arcs::part_arc;
use longroll_position::rule_set::PositionScope;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::{Assault, Footprint, Role};
use super::enemies::{attack_lines, defenders, footprint, held_targets, troops};

/// Where a defender sees an attacking hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// In front, the Refused Front included (reading 44).
    Front,
    /// On a flank.
    Flank,
    /// Behind.
    Rear,
}

/// SR 11.44: the Position of an assault, one value (reading 40).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AssaultPosition {
    /// The line of the table; none from the front alone.
    pub line: Option<AssaultDrm>,
    /// What it adds.
    pub drm: i8,
}

/// How the defenders of a hex see an attacking hex beside them; none if it is not beside them.
#[must_use]
pub fn seen_from(look: &AssaultScene<'_>, defending: HexId, attacking: HexId) -> Option<Seen> {
    let grid = look.scene.grid();
    let direction = grid.direction_between(defending, attacking)?;
    let position = look.scene.position;
    // SR 7.11: all units of a hex face alike.
    let mut stack = position.stack(defending);
    let top = stack.find(|part| look.facts(part.unit).arm != Arm::Gunboat)?;
    let arc = part_arc(grid, look.state(top.unit), top.number, direction);
    Some(if arc.is_front() {
        Seen::Front
    } else if arc.is_flank() {
        Seen::Flank
    } else {
        Seen::Rear
    })
}

/// From where a hex is attacked.
#[derive(Debug, Clone, Copy, Default)]
struct Sides {
    front: bool,
    flank: bool,
    rear: bool,
}

impl Sides {
    fn add(&mut self, seen: Option<Seen>) {
        match seen {
            Some(Seen::Front) => self.front = true,
            Some(Seen::Flank) => self.flank = true,
            Some(Seen::Rear) => self.rear = true,
            None => {}
        }
    }

    /// Reading 40: all three together, short of encirclement, count as two.
    const fn line(self) -> Option<AssaultDrm> {
        match (self.front, self.flank, self.rear) {
            (_, false, false) => None,
            (true, true, _) => Some(AssaultDrm::FrontAndFlank),
            (true, false, true) => Some(AssaultDrm::FrontAndRear),
            (false, true, true) => Some(AssaultDrm::FlankAndRear),
            (false, true, false) => Some(AssaultDrm::Flank),
            (false, false, true) => Some(AssaultDrm::Rear),
        }
    }
}

/// The attackers of one assault who count for the Position of `hex`: those who still attack it, and those who fought from where they
/// stood then (reading 41).
fn sides_of(look: &AssaultScene<'_>, assault: &Assault, hex: HexId, sides: &mut Sides) {
    for attacker in &assault.attackers {
        match &attacker.role {
            Role::Out => {}
            Role::In => {
                for across in attack_lines(look, attacker.unit) {
                    if across.to == hex {
                        sides.add(seen_from(look, hex, across.from));
                    }
                }
            }
            Role::Fought(print) if print.fronts.contains(&hex) => {
                for from in &print.hexes {
                    sides.add(seen_from(look, hex, *from));
                }
            }
            Role::Fought(_) => {}
        }
    }
}

/// The assaults of one side on any of these hexes, this one first.
fn on<'a>(
    look: &AssaultScene<'a>,
    assault: &'a Assault,
    hexes: &'a [HexId],
) -> impl Iterator<Item = &'a Assault> {
    let phase = look.phase;
    let others = phase.assaults.iter();
    core::iter::once(assault)
        .chain(others)
        .filter(move |other| {
            other.by == assault.by && other.targets.iter().any(|hex| hexes.contains(hex))
        })
}

/// SR 11.44, readings 39 to 43: the Position of an assault: of its defending hexes the one best for the defender.
#[must_use]
pub fn position(look: &AssaultScene<'_>, assault: &Assault) -> AssaultPosition {
    let value = |line: Option<AssaultDrm>| AssaultPosition {
        line,
        drm: line.map_or(0, |line| look.tables().assault_drm.get(line)),
    };
    let found = held_targets(look, assault).map(|hex| value(line_of(look, assault, hex)));
    found
        .min_by_key(|position| position.drm)
        .unwrap_or_else(|| value(None))
}

fn line_of(look: &AssaultScene<'_>, assault: &Assault, hex: HexId) -> Option<AssaultDrm> {
    if is_surrounded(look, assault, hex) {
        return Some(AssaultDrm::Surrounded);
    }
    let mut all = Sides::default();
    for other in on(look, assault, &[hex]) {
        sides_of(look, other, hex, &mut all);
    }
    match look.switches().position_scope {
        PositionScope::AllAssaults => all.line(),
        PositionScope::OwnAssault => {
            let mut own = Sides::default();
            sides_of(look, assault, hex, &mut own);
            let across = all.front && all.rear && !(own.flank && (own.front || own.rear));
            if across {
                Some(AssaultDrm::FrontAndRear)
            } else {
                own.line()
            }
        }
    }
}

/// SR 11.44-surrounded, reading 43: whether whoever assaults the units of a hex stands in or faces every hex around them.
fn is_surrounded(look: &AssaultScene<'_>, assault: &Assault, hex: HexId) -> bool {
    let mut held: SmallVec<[HexId; 3]> = SmallVec::from_slice(&[hex]);
    for part in troops(look, assault.by.enemy(), hex) {
        for own in look.state(part.unit).hexes() {
            if !held.contains(&own) {
                held.push(own);
            }
        }
    }
    let mut prints: Vec<Footprint> = Vec::new();
    for other in on(look, assault, &held) {
        for attacker in &other.attackers {
            match &attacker.role {
                Role::Out => {}
                Role::In => prints.push(footprint(look, attacker.unit)),
                Role::Fought(print) => prints.push(print.clone()),
            }
        }
    }
    let covered = |hex: HexId| {
        prints
            .iter()
            .any(|print| print.hexes.contains(&hex) || print.fronts.contains(&hex))
    };
    let around = |own: &HexId| look.scene.grid().neighbours(*own).map(|(_, next)| next);
    let mut ring = held
        .iter()
        .flat_map(around)
        .filter(|next| !held.contains(next));
    !prints.is_empty() && ring.all(covered)
}

/// SR 11.44-threat, reading 42: the attacking hexes that lie in the front of an enemy who is not attacked in this assault, with one
/// such enemy each.
#[must_use]
pub fn threatened_hexes(
    look: &AssaultScene<'_>,
    assault: &Assault,
) -> SmallVec<[(HexId, UnitId); 4]> {
    let grid = look.scene.grid();
    let attacked = defenders(look, assault);
    let mut found: SmallVec<[(HexId, UnitId); 4]> = SmallVec::new();
    let hexes = assault
        .attacking()
        .flat_map(|own| look.state(own.unit).hexes());
    for own in hexes {
        if found.iter().any(|(hex, _)| *hex == own) {
            continue;
        }
        let watcher = grid.neighbours(own).find_map(|(direction, next)| {
            let mut there = troops(look, assault.by.enemy(), next);
            there.find(|part| {
                let state = look.state(part.unit);
                !attacked.contains(&part.unit)
                    && part_arc(grid, state, part.number, direction.opposite()).is_front()
            })
        });
        found.extend(watcher.map(|part| (own, part.unit)));
    }
    found
}
