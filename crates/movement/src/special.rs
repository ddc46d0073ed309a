//! Units with rules of their own: cavalry on its tether, batteries without horses, Detachments, gunboats, entry hexes.

use core::cell::OnceCell;
use std::sync::Arc;

use longroll_board::{Direction, HexId, Terrain};
use longroll_catalog::facts::{Arm, Mechanism, UnitId};
use longroll_core::{Refusal, Side};
use longroll_position::EntryState;
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::gait::{Gait, MoverClass, Way};
use crate::remembered::{FriendPaths, Words};
use crate::scene::Scene;
use crate::walker::{MoveEnd, Walker};
use crate::ways::hex_path_within;

mod gunboat;

pub use gunboat::{GunboatFire, gunboat_fire, gunboat_step};

/// SR 9.72, BB 9.7-landing, 14.46, 14.62: hexes closed to this unit whatever their terrain.
///
/// # Errors
/// The rule that closes the hex.
pub fn may_enter(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> Result<(), Refusal> {
    entry_hex_is_free(scene, walker.side, walker.class, hex)?;
    if beyond_limit(scene, walker.class, hex) {
        return Err(Refusal::new(
            Rule::BB_14_46,
            "Detachments stay north of their limit",
        ));
    }
    if walker.points.is_none() {
        stays_in_field(scene, walker.unit, walker.state.hex, hex)?;
    }
    Ok(())
}

/// BB 14.46, 14.62: whether a unit that is put somewhere, by whatever cause, stays within the limits of its own kind.
#[must_use]
pub fn is_within_limits(scene: &Scene<'_>, unit: UnitId, class: MoverClass, hex: HexId) -> bool {
    let mut rules = scene.setting.scenario.special_rules.iter();
    let horseless = rules.any(|rule| {
        matches!(&rule.mechanism, Mechanism::ImmobileBatteries { units, .. } if units.contains(&unit))
    });
    let from = scene.position.unit(unit).hex;
    !beyond_limit(scene, class, hex)
        && (!horseless || stays_in_field(scene, unit, from, hex).is_ok())
}

/// BB 14.62: a battery without horses keeps to Field and Field Boundary hexes of the field it stands in.
fn stays_in_field(scene: &Scene<'_>, unit: UnitId, from: HexId, to: HexId) -> Result<(), Refusal> {
    let ground = scene.setting.ground();
    let own = scene
        .setting
        .scenario
        .special_rules
        .iter()
        .find_map(|rule| match &rule.mechanism {
            Mechanism::ImmobileBatteries { units, field } if units.contains(&unit) => Some(*field),
            _ => None,
        })
        .or(ground.hexes[from].field);
    let inside = own.is_some() && ground.hexes[to].field == own;
    let open = matches!(ground.terrain(to), Terrain::Field | Terrain::FieldBoundary);
    if inside && open {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::BB_14_62,
            "the battery may not leave its field",
        ))
    }
}

/// SR 9.72: nobody enters an enemy entry hex while reinforcements are due there; BB 9.7-landing: enemy infantry may enter
/// the landings.
///
/// # Errors
/// When the hex is still kept free.
pub fn entry_hex_is_free(
    scene: &Scene<'_>,
    side: Side,
    class: MoverClass,
    hex: HexId,
) -> Result<(), Refusal> {
    let enemy = side.enemy();
    if !scene.tables.entry_hexes[enemy].contains(hex) {
        return Ok(());
    }
    if scene.tables.landings.contains(hex)
        && matches!(class, MoverClass::Foot | MoverClass::Dismounted)
    {
        return Ok(());
    }
    let groups = scene
        .setting
        .scenario
        .reinforcements
        .iter()
        .zip(&scene.position.entered);
    let now = scene.position.now(scene.setting).map(|turn| turn.id);
    // A group that may come and stays off the map beyond its turn could have entered.
    let could_have = |turn| now.is_some_and(|now| turn < now);
    let due = groups
        .filter(|(group, _)| group.side == enemy && group.hexes.contains(&hex))
        .any(|(group, state)| match state {
            EntryState::Entered => false,
            EntryState::Ready => !could_have(group.turn),
            EntryState::Waiting | EntryState::Deferred => true,
        });
    if due {
        Err(Refusal::new(
            Rule::SR_9_72,
            "enemy reinforcements are still due in this entry hex",
        ))
    } else {
        Ok(())
    }
}

/// Whether the unit may end its move here as far as its own rules go; `start` is where the move began.
///
/// # Errors
/// BB 14.55: cavalry away from its friends.
pub fn may_end(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    start: HexId,
    hex: HexId,
) -> Result<(), Refusal> {
    let bound = walker.class == MoverClass::Cavalry && walker.gait != Gait::Attack;
    if !bound || walker.end == MoveEnd::Forced {
        return Ok(());
    }
    let Some(tether) = scene.tables.cavalry_tether else {
        return Ok(());
    };
    let near = |from: HexId| friend_on_tether(scene, walker.side, from, tether);
    if near(hex) || hex == start || !near(start) {
        // Reading I108: a unit that starts too far away comes nearer as it can; see `comes_nearer`.
        return Ok(());
    }
    Err(Refusal::new(
        Rule::BB_14_55,
        "cavalry may not end more than 4 hexes from friendly non-cavalry",
    ))
}

/// BB 14.55, reading I108: whether friendly infantry, guns or a Detachment stand within the tether.
#[must_use]
pub fn friend_on_tether(scene: &Scene<'_>, side: Side, from: HexId, tether: u8) -> bool {
    // Most often a friend stands near or none does, and no way need be looked for.
    let grid = scene.grid();
    let friend = |hex: HexId| holds_non_cavalry(scene, side, hex);
    let beside = grid
        .neighbours(from)
        .filter(|(direction, _)| !scene.tables.is_barrier(from, *direction))
        .map(|(_, hex)| hex);
    core::iter::once(from).chain(beside).any(friend)
        || scene.held_within(side, from, u32::from(tether)).any(friend)
            && hex_path_within(scene, side, from, tether, friend).is_some()
}

fn holds_non_cavalry(scene: &Scene<'_>, side: Side, hex: HexId) -> bool {
    scene.holds(side, hex)
        && scene.position.stack(hex).any(|part| {
            matches!(
                scene.setting.unit(part.unit).arm,
                Arm::Infantry | Arm::Artillery
            )
        })
}

/// BB 14.55: the friends to which cavalry in a hex, or next to it, could be nearest as the crow flies.
#[derive(Debug)]
pub struct NearestFriends {
    side: Side,
    centre: HexId,
    hexes: SmallVec<[HexId; 16]>,
    /// How far hexes are from them by a legal path, once that is not plain.
    paths: OnceCell<Arc<FriendPaths>>,
}

impl NearestFriends {
    /// Those around a hex.
    #[must_use]
    pub fn of(scene: &Scene<'_>, side: Side, centre: HexId) -> Self {
        // For a neighbour everybody may be one hex nearer, and the nearest one farther.
        const SLACK: u32 = 2;
        let grid = scene.grid();
        let mut near: SmallVec<[(u32, HexId); 16]> = SmallVec::new();
        // Most have friends near: what lies farther is looked at only if there are none.
        for radius in [8, 24, u32::from(u8::MAX)] {
            let friends = scene
                .held_within(side, centre, radius)
                .filter(|hex| holds_non_cavalry(scene, side, *hex));
            near.clear();
            near.extend(friends.map(|hex| (grid.distance(centre, hex), hex)));
            let nearest = near.iter().map(|(distance, _)| *distance).min();
            if nearest.is_some_and(|nearest| nearest + SLACK <= radius) {
                break;
            }
        }
        let nearest = near.iter().map(|(distance, _)| *distance).min();
        let farthest = nearest.unwrap_or_default() + SLACK;
        near.retain(|(distance, _)| *distance <= farthest);
        Self {
            side,
            centre,
            hexes: near.into_iter().map(|(_, hex)| hex).collect(),
            paths: OnceCell::new(),
        }
    }

    /// BB 14.55: whether a hex lies on the way to one of them: nearer to it than where the cavalry stands.
    #[must_use]
    pub fn are_behind(&self, scene: &Scene<'_>, from: HexId, hex: HexId) -> bool {
        let grid = scene.grid();
        let nearer = |friend: &HexId| grid.distance(hex, *friend) < grid.distance(from, *friend);
        self.hexes.iter().any(nearer)
    }

    /// BB 14.55: hexes from the centre, or a neighbour of it, to the nearest of them by a legal path. Cavalry that starts
    /// beyond the tether must lower this number with every move.
    #[must_use]
    pub fn distance(&self, scene: &Scene<'_>, from: HexId) -> Option<u32> {
        let (side, hexes) = (self.side, &self.hexes);
        // Most often nothing lies in the way to one of the nearest as the crow flies, and no way is shorter.
        let far = |hex: &HexId| scene.grid().distance(from, *hex);
        let nearest = hexes.iter().map(far).min()?;
        let straight =
            |hex: &HexId| far(hex) == nearest && has_straight_way(scene, side, from, *hex, nearest);
        if hexes.iter().any(straight) {
            return Some(nearest);
        }
        debug_assert!(scene.grid().distance(self.centre, from) <= 1);
        let paths = self.paths.get_or_init(|| friend_paths(scene, side));
        paths.distance(from)
    }
}

fn friends_of(scene: &Scene<'_>, side: Side) -> impl Iterator<Item = HexId> {
    let held = scene.position.occupancy().held_anywhere(side);
    held.filter(move |hex| holds_non_cavalry(scene, side, *hex))
}

/// The paths of a side as everybody stands.
fn friend_paths(scene: &Scene<'_>, side: Side) -> Arc<FriendPaths> {
    let enemies = Words::from_slice(scene.position.occupancy().held(side.enemy()));
    let mut friends: Words = smallvec::smallvec![0; enemies.len()];
    for hex in friends_of(scene, side) {
        friends[hex.index() / 64] |= 1 << (hex.index() % 64);
    }
    let is_it = |known: &FriendPaths| {
        known.side == side && known.friends == friends && known.enemies == enemies
    };
    let work = || find_paths(scene, side, friends.clone(), enemies.clone());
    scene.tables.tethers.recall(is_it, work)
}

/// As [`hex_path_within`] finds them for every hex, in one search from all friends at once.
fn find_paths(scene: &Scene<'_>, side: Side, friends: Words, enemies: Words) -> FriendPaths {
    let grid = scene.grid();
    let mut paths = FriendPaths::new(side, friends, enemies, grid.len());
    let mut ring: Vec<HexId> = friends_of(scene, side).collect();
    for &hex in &ring {
        paths.note(hex, 0);
    }
    let mut distance = 0;
    let mut next = Vec::new();
    while !ring.is_empty() {
        distance += 1;
        for hex in ring.drain(..) {
            // A path begins where it may not lead, but it leads through no such hex.
            if !crate::ways::is_passable(scene, side, hex) {
                continue;
            }
            for (direction, from) in grid.neighbours(hex) {
                let barred = scene.tables.is_barrier(from, direction.opposite());
                if !barred && paths.note(from, distance) {
                    next.push(from);
                }
            }
        }
        core::mem::swap(&mut ring, &mut next);
    }
    paths
}

/// [`NearestFriends::distance`] from one hex.
#[must_use]
pub fn tether_distance(scene: &Scene<'_>, side: Side, from: HexId) -> Option<u32> {
    NearestFriends::of(scene, side, from).distance(scene, from)
}

/// Whether one of the shortest ways over the grid, `distance` hexes long, is open as [`hex_path_within`] means it.
fn has_straight_way(scene: &Scene<'_>, side: Side, from: HexId, to: HexId, distance: u32) -> bool {
    let grid = scene.grid();
    let open = |hex: HexId, direction: Direction, nearer: HexId| {
        !scene.tables.is_barrier(hex, direction) && crate::ways::is_passable(scene, side, nearer)
    };
    // Straight on where that is open.
    let mut hex = from;
    for left in (0..distance).rev() {
        let next = grid.neighbours(hex).find(|&(direction, nearer)| {
            grid.distance(nearer, to) == left && open(hex, direction, nearer)
        });
        let Some((_, nearer)) = next else { break };
        hex = nearer;
    }
    if hex == to {
        return true;
    }
    let mut front: SmallVec<[HexId; 16]> = SmallVec::from_slice(&[from]);
    for left in (0..distance).rev() {
        let mut next: SmallVec<[HexId; 16]> = SmallVec::new();
        for hex in front {
            for (direction, nearer) in grid.neighbours(hex) {
                if grid.distance(nearer, to) == left
                    && !next.contains(&nearer)
                    && open(hex, direction, nearer)
                {
                    next.push(nearer);
                }
            }
        }
        front = next;
    }
    !front.is_empty()
}

/// BB 14.55: how far a hex is from friendly non-cavalry, if cavalry there would be beyond its tether; none if it is not, or
/// if there is nobody to join.
#[must_use]
pub fn beyond_tether(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> Option<u32> {
    friends_beyond_tether(scene, walker, hex).map(|(distance, _)| distance)
}

/// The same with those friends.
#[must_use]
pub fn friends_beyond_tether(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    hex: HexId,
) -> Option<(u32, NearestFriends)> {
    if walker.class != MoverClass::Cavalry || walker.gait == Gait::Attack {
        return None;
    }
    let tether = scene.tables.cavalry_tether?;
    if friend_on_tether(scene, walker.side, hex, tether) {
        return None;
    }
    let friends = NearestFriends::of(scene, walker.side, hex);
    let distance = friends.distance(scene, hex)?;
    Some((distance, friends))
}

/// BB 14.55: which ways from a hex of its move lead away, as bits by direction.
pub(crate) fn ways_away(scene: &Scene<'_>, walker: &Walker<'_>, start: HexId, hex: HexId) -> u8 {
    let Some(ways) = WaysBack::of(scene, walker, start, hex) else {
        return 0;
    };
    let mut away = 0;
    let mut aside = 0;
    let mut straight = false;
    for (direction, to) in scene.grid().neighbours(hex) {
        match ways.kind(direction, to) {
            WayBack::Away => away |= 1 << direction.index(),
            WayBack::Aside => aside |= 1 << direction.index(),
            WayBack::Nearer => straight |= is_open(scene, walker, hex, direction, to),
            WayBack::Free => {}
        }
    }
    // It goes aside only where no step brings it nearer, or along a route.
    if straight {
        away |= aside;
    }
    if away != 0 && !ways.binds() {
        return 0;
    }
    away
}

/// [`ways_away`] asked of one way only.
fn is_way_away(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    start: HexId,
    hex: HexId,
    (direction, to): (Direction, HexId),
) -> bool {
    let Some(ways) = WaysBack::of(scene, walker, start, hex) else {
        return false;
    };
    let away = match ways.kind(direction, to) {
        WayBack::Away => true,
        WayBack::Aside => ways.has_straight(),
        WayBack::Nearer | WayBack::Free => false,
    };
    away && ways.binds()
}

/// How a step lies to the friends whom cavalry must come nearer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WayBack {
    Away,
    Aside,
    Nearer,
    Free,
}

/// BB 14.55: the ways from a hex for cavalry whose move began beyond its tether.
struct WaysBack<'a> {
    scene: &'a Scene<'a>,
    walker: &'a Walker<'a>,
    start: HexId,
    hex: HexId,
    tether: u8,
    friends: NearestFriends,
    before: u32,
}

impl<'a> WaysBack<'a> {
    /// None if the tether does not bind it here.
    fn of(scene: &'a Scene<'a>, walker: &'a Walker<'a>, start: HexId, hex: HexId) -> Option<Self> {
        if walker.class != MoverClass::Cavalry || walker.gait == Gait::Attack {
            return None;
        }
        let tether = scene.tables.cavalry_tether?;
        if friend_on_tether(scene, walker.side, start, tether) {
            return None;
        }
        let friends = NearestFriends::of(scene, walker.side, hex);
        let before = friends.distance(scene, hex)?;
        Some(Self {
            scene,
            walker,
            start,
            hex,
            tether,
            friends,
            before,
        })
    }

    fn kind(&self, direction: Direction, to: HexId) -> WayBack {
        let Self { scene, walker, .. } = *self;
        if friend_on_tether(scene, walker.side, to, self.tether) {
            return WayBack::Nearer;
        }
        match self.friends.distance(scene, to) {
            Some(after) if after > self.before => WayBack::Away,
            Some(after) if after == self.before => {
                if follows_route(scene, walker, self.hex, direction) {
                    WayBack::Free
                } else {
                    WayBack::Aside
                }
            }
            Some(_) => WayBack::Nearer,
            None => WayBack::Free,
        }
    }

    /// Whether some step brings it nearer.
    fn has_straight(&self) -> bool {
        let Self { scene, walker, .. } = *self;
        scene.grid().neighbours(self.hex).any(|(direction, to)| {
            self.kind(direction, to) == WayBack::Nearer
                && is_open(scene, walker, self.hex, direction, to)
        })
    }

    /// Whoever began where nobody could be joined is bound by nothing.
    fn binds(&self) -> bool {
        tether_distance(self.scene, self.walker.side, self.start).is_some()
    }
}

/// BB 14.55: whether cavalry can go on this way, and meets no enemy there whom it would rather avoid.
fn is_open(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    direction: Direction,
    to: HexId,
) -> bool {
    let off = scene.step(from, direction, walker.class, walker.gait, Way::OffRoute);
    (off.is_some() || follows_route(scene, walker, from, direction))
        && !scene.holds(walker.side.enemy(), to)
        && !scene.next_to_enemy(walker.side, to)
}

/// Whether a route that can be used leads this way.
fn follows_route(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    direction: Direction,
) -> bool {
    let to = scene.grid().neighbour(from, direction);
    let along = scene.step(from, direction, walker.class, walker.gait, Way::Route);
    along.is_some() && to.is_some_and(|to| scene.route_open(from, to))
}

fn leads_away(scene: &Scene<'_>, walker: &Walker<'_>, start: HexId, to: HexId) -> bool {
    let from = walker.state.hex;
    if let Some(direction) = scene.grid().direction_between(from, to) {
        let Some(outlets) = walker.outlets else {
            return is_way_away(scene, walker, start, from, (direction, to));
        };
        let away = outlets.away(from, || ways_away(scene, walker, start, from));
        return away >> direction.index() & 1 == 1;
    }
    let Some(tether) = scene.tables.cavalry_tether else {
        return false;
    };
    if friend_on_tether(scene, walker.side, start, tether) {
        return false;
    }
    let distance = |hex| tether_distance(scene, walker.side, hex);
    let farther = distance(walker.state.hex)
        .is_some_and(|before| beyond_tether(scene, walker, to).is_some_and(|after| after > before));
    // Whoever began where nobody could be joined is bound by nothing.
    farther && distance(start).is_some()
}

/// BB 14.55, reading I108: cavalry that began its move beyond the tether goes no farther away while it is still beyond.
///
/// # Errors
/// When the step leads away.
pub fn comes_nearer(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    start: HexId,
    to: HexId,
) -> Result<(), Refusal> {
    if walker.class != MoverClass::Cavalry || walker.gait == Gait::Attack {
        return Ok(());
    }
    let direction = scene.grid().direction_between(walker.state.hex, to);
    let away = match (walker.around, direction) {
        (Some(around), Some(direction)) => around.away >> direction.index() & 1 == 1,
        _ => leads_away(scene, walker, start, to),
    };
    if away {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes goes straight to friendly non-cavalry",
        ));
    }
    Ok(())
}

/// BB 14.46: whether a hex lies beyond the southern limit of Detachments.
#[must_use]
pub fn beyond_limit(scene: &Scene<'_>, class: MoverClass, hex: HexId) -> bool {
    class == MoverClass::Detachment
        && scene
            .tables
            .detachment_row
            .is_some_and(|row| scene.grid().row(hex) > row)
}

/// BB 14.61-fire: whether a battery without horses that did this may still fire.
#[must_use]
pub const fn immobile_may_fire(hexes_moved: u8, vertices_turned: u8) -> bool {
    hexes_moved == 0 && vertices_turned <= 1
}

/// BB 14.52: units that start over the stacking limit, and must be within it when their first Activation ends.
pub fn start_overstacked<'a>(scene: &Scene<'a>) -> impl Iterator<Item = UnitId> + 'a {
    scene
        .setting
        .scenario
        .special_rules
        .iter()
        .flat_map(|rule| match &rule.mechanism {
            Mechanism::StartsOverstacked { units } => units.as_slice(),
            _ => &[],
        })
        .copied()
}
