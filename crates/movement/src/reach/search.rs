//! The search with facings.

use longroll_board::{Direction, FacingKind, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;

use super::found::{Reach, minimum_moves};
use super::judge::Judge;
use super::scratch::{
    ALL, FAR, FacingScratch, FriendEntry, Item, LEVELS, Mask, QUEUED, RING, VERTEX_FRONTS, bit,
    for_each,
};
use super::status::Status;
use crate::adjacency;
use crate::arcs::facing_kind;
use crate::flood::Scratch;
use crate::gait::{Gait, Way};
use crate::plane::{Plane, SHUT};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special;
use crate::step::{WayChoice, follows_routes};
use crate::walker::Walker;
use crate::works;

mod friends;
mod turning;

use turning::bit_all;
pub(super) use turning::most_turn;

/// SR 9.0: every hex and facing the unit can reach with what is left of its move.
///
/// Extended Lines have a search of their own ([`line_reach`](super::line_reach)). Of a column this is the reach of the
/// counter; whether its extensions can follow is checked step by step.
///
/// # Errors
/// The rule that keeps the unit from moving at all.
pub fn reach<'s, 'a>(
    scene: &Scene<'a>,
    scratch: &'s mut Scratch,
    progress: &Progress,
    unit: UnitId,
    way: WayChoice,
) -> Result<Reach<'s, 'a>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    may_be_searched(scene, progress, &walker)?;
    let routes = follows_routes(&walker, way);
    let start_cost = if walker.state.refused.is_some() {
        HalfMp::ONE.0
    } else {
        0
    };
    let facings = &mut scratch.facings;
    facings.begin(scene.grid().len());
    let Some(off) = scene.tables.plane(walker.class, walker.gait, Way::OffRoute) else {
        return Err(Refusal::new(Rule::SR_9_14, "the unit has no cost class"));
    };
    let route = scene
        .tables
        .plane(walker.class, walker.gait, Way::Route)
        .filter(|_| routes);
    let mut search = Search {
        judge: Judge::new(scene, &walker, progress.start),
        scratch: facings,
        off,
        route,
        closed: closed_bridge(scene),
        limit: walker.left.0,
        kind: facing_kind(walker.gait),
        seeks_friends: special::beyond_tether(scene, &walker, progress.start).is_some(),
        useful: dearest_turn(walker.gait),
        waiting: 0,
    };
    let held = progress.pinned || progress.one_hex && progress.steps > 0;
    if !held && walker.points.is_some() {
        search.run(progress, start_cost);
    }
    let minimum = if walker.is_whole_move(progress) {
        minimum_moves(scene, progress, &walker)
    } else {
        Vec::new()
    };
    let seeks_friends = search.seeks_friends;
    Ok(Reach {
        seeks_friends,
        scene: *scene,
        walker,
        progress: *progress,
        scratch: facings,
        start_cost,
        limit: walker.left,
        routes,
        minimum,
    })
}

/// Whether how the unit stands lets it move hex by hex at all.
fn may_be_searched(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
) -> Result<(), Refusal> {
    if walker.gait == Gait::Attack && matches!(walker.state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_53,
            "under Attack orders a column retracts or forms line before anything else",
        ));
    }
    if matches!(walker.state.extent, Extent::Line { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_44_move,
            "an Extended Line moves as a whole",
        ));
    }
    if walker.state.facing.kind() != facing_kind(walker.gait) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "the orders ask for the other kind of facing",
        ));
    }
    if walker.gait == Gait::March && progress.steps == 0 {
        for hex in walker.state.hexes() {
            adjacency::march_may_start(scene, walker.side, hex)?;
        }
    }
    Ok(())
}

/// The hex of the bridge that is still closed.
fn closed_bridge(scene: &Scene<'_>) -> Option<HexId> {
    scene
        .tables
        .closed_bridge
        .filter(|_| !scene.position.bridge_open)
        .map(|bridge| bridge.hex)
}

/// SR 7.21, 7.22: 1 MP, or 2 MP under Attack orders in Woods.
const fn dearest_turn(gait: Gait) -> u16 {
    match gait {
        Gait::Attack => LEVELS as u16,
        _ => LEVELS as u16 / 2,
    }
}

struct Search<'s, 'w, 'a> {
    judge: Judge<'w, 'a>,
    scratch: &'s mut FacingScratch,
    off: &'a Plane,
    route: Option<&'a Plane>,
    closed: Option<HexId>,
    limit: u16,
    kind: FacingKind,
    /// BB 14.55: it began beyond its tether, and no step leads away.
    seeks_friends: bool,
    /// How much later than the cheapest an arrival may still be of use: what the dearest turn costs, 1 MP, or 2 MP under
    /// Attack orders in Woods.
    useful: u16,
    waiting: usize,
}

/// A step of the search.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: HexId,
    direction: Direction,
    to: HexId,
}

/// How the unit comes into a hex of friends.
#[derive(Debug, Clone, Copy)]
struct Coming {
    from: HexId,
    to: HexId,
    /// All MP so far.
    cost: u16,
    /// MP of the ground of this hex.
    price: u8,
    way: Way,
    mask: Mask,
}

/// Facings a unit can have when it leaves a hex, and what the turn adds.
type Exits = [(u16, Mask); 3];

impl Search<'_, '_, '_> {
    fn run(&mut self, progress: &Progress, start_cost: u16) {
        let start = self.judge.walker.state.hex;
        if start_cost > self.limit {
            return;
        }
        self.touch(start);
        self.scratch.cells[start.index()].base = start_cost;
        self.scratch.cells[start.index()].masks[0] = bit(progress.entered_facing);
        let exits = self.start_exits(progress, start);
        let friends = self.start_friends(progress, start);
        let free = bit_all(progress, self, start);
        self.expand(start, start_cost, exits, free, friends);
        if progress.one_hex {
            for bucket in &mut self.scratch.ring {
                bucket.clear();
            }
            return;
        }
        let mut now = start_cost;
        while self.waiting > 0 && now <= self.limit {
            let slot = usize::from(now) % RING;
            while let Some(item) = self.scratch.ring[slot].pop() {
                self.waiting -= 1;
                match item {
                    Item::Hex(hex) => {
                        let level = usize::from(now - self.scratch.cells[hex.index()].base);
                        let mask = self.scratch.cells[hex.index()]
                            .masks
                            .get(level)
                            .copied()
                            .unwrap_or(0);
                        if mask & ALL != 0 && hex != start {
                            let exits = self.exits(hex, mask & ALL);
                            self.expand(hex, now, exits, ALL, None);
                        }
                    }
                    Item::Friends(place) => {
                        let entry = self.scratch.friends[usize::from(place)];
                        let exits = self.exits(entry.hex, entry.mask);
                        self.expand(entry.hex, now, exits, ALL, Some(entry));
                    }
                }
            }
            now += 1;
        }
    }

    fn touch(&mut self, hex: HexId) -> Status {
        let index = hex.index();
        if self.scratch.cells[index].status == Status::Unknown as u8 {
            let status = self.judge.status(hex);
            self.scratch.cells[index].status = status as u8;
            self.scratch.touched.push(hex);
            return status;
        }
        decode(self.scratch.cells[index].status)
    }

    /// Goes from a hex to its neighbours. `free` are the facings open to whoever goes on along a route.
    fn expand(
        &mut self,
        hex: HexId,
        now: u16,
        exits: Exits,
        free: Mask,
        friends: Option<FriendEntry>,
    ) {
        let mut off = self.off.costs[hex.index()];
        let mut route = self
            .route
            .map_or([SHUT; 8], |plane| plane.costs[hex.index()]);
        if !self.judge.scene.position.fires.works.is_empty() {
            self.add_works(hex, &mut off);
            self.add_works(hex, &mut route);
        }
        let away = self.ways_away(hex);
        for (direction, to) in self.judge.scene.grid().neighbours(hex) {
            if away >> direction.index() & 1 == 1 {
                continue;
            }
            // Most neighbours have been reached more cheaply before; hexes of friends and of the enemy keep no base.
            let least = now + u16::from(off[direction.index()].min(route[direction.index()]));
            let known = self.scratch.cells[to.index()]
                .base
                .saturating_add(self.useful);
            if least > self.limit || least >= known {
                continue;
            }
            let edge = Edge {
                from: hex,
                direction,
                to,
            };
            let fronts = self.fronts(direction);
            let shut = self
                .closed
                .is_some_and(|closed| closed == hex || closed == to);
            let along = if shut { SHUT } else { route[direction.index()] };
            if along != SHUT {
                if let Some(extra) = self.surcharge(friends, hex, direction, Way::Route) {
                    self.relax(edge, now + extra, along, Way::Route, fronts & free);
                }
                continue;
            }
            let over = off[direction.index()];
            if over == SHUT {
                continue;
            }
            let Some(extra) = self.surcharge(friends, hex, direction, Way::OffRoute) else {
                continue;
            };
            self.go_over_ground(edge, now + extra, over, fronts, exits);
        }
    }

    /// Turns as far as it must, and goes.
    #[inline]
    fn go_over_ground(&mut self, edge: Edge, before: u16, price: u8, fronts: Mask, exits: Exits) {
        let mut taken = 0;
        for (turn, mask) in exits {
            let facings = fronts & mask & !taken;
            taken |= mask;
            if facings != 0 {
                self.relax(edge, before + turn, price, Way::OffRoute, facings);
                // Turning in the next hex is as cheap as turning here, unless it lies beside the enemy.
                if self.useful < LEVELS as u16
                    && decode(self.scratch.cells[edge.to.index()].status) == Status::Open
                {
                    break;
                }
            }
        }
    }

    /// BB 14.55: the directions that lead away from its friends.
    #[inline]
    fn ways_away(&self, hex: HexId) -> u8 {
        if self.seeks_friends {
            let (scene, walker) = (self.judge.scene, self.judge.walker);
            special::ways_away(scene, walker, self.judge.start, hex)
        } else {
            0
        }
    }

    /// SR 15.22: entrenchments make steps dearer.
    #[cold]
    fn add_works(&self, hex: HexId, costs: &mut [u8; 8]) {
        let (scene, class) = (self.judge.scene, self.judge.walker.class);
        for direction in Direction::ALL {
            let cost = &mut costs[direction.index()];
            *cost = works::dearer(scene, class, hex, direction, *cost);
        }
    }

    #[inline]
    fn fronts(&self, direction: Direction) -> Mask {
        match self.kind {
            FacingKind::Vertex => VERTEX_FRONTS[direction.index()],
            FacingKind::Side => 1 << direction.index(),
        }
    }

    #[inline]
    fn relax(&mut self, edge: Edge, before: u16, price: u8, way: Way, mask: Mask) {
        let Edge {
            from,
            direction,
            to,
        } = edge;
        let cost = before + u16::from(price);
        // Most neighbours have been reached more cheaply before; the start and hexes of friends keep no base.
        if cost > self.limit
            || mask == 0
            || cost
                >= self.scratch.cells[to.index()]
                    .base
                    .saturating_add(self.useful)
        {
            return;
        }
        let status = self.touch(to);
        if status == Status::Closed {
            return;
        }
        if self.judge.scene.tables.has_crossing(from, direction)
            && !self.may_cross(from, direction, to, way)
        {
            return;
        }
        if status == Status::Open {
            return self.arrive_open(to, cost, mask);
        }
        if status.needs_crossing() && !adjacency::crosses(self.judge.scene, from, direction, way) {
            return;
        }
        if status.has_friends() {
            let coming = Coming {
                from,
                to,
                cost,
                price,
                way,
                mask,
            };
            self.arrive_friends(coming, status);
        } else {
            let stops = &mut self.scratch.cells[to.index()].stops;
            for_each(mask, |facing| stops[facing] = stops[facing].min(cost));
        }
    }

    /// SR 8.22-bridge.
    #[cold]
    fn may_cross(&self, from: HexId, direction: Direction, to: HexId, way: Way) -> bool {
        let scene = self.judge.scene;
        !adjacency::crosses(scene, from, direction, way)
            || crate::passing::crossing_is_free(scene, self.judge.walker.unit, from, to).is_ok()
                && crate::step::fits_crossing(self.judge.walker, way).is_ok()
    }

    #[inline]
    fn arrive_open(&mut self, to: HexId, cost: u16, mask: Mask) {
        let cell = &mut self.scratch.cells[to.index()];
        let (base, masks) = (cell.base, &mut cell.masks);
        let level = if cost < base {
            // A cheaper way came later; what was known moves up.
            let by = usize::from((base - cost).min(LEVELS as u16));
            if base != FAR && by < LEVELS {
                masks.copy_within(0..LEVELS - by, by);
                masks[..by].fill(0);
            } else {
                *masks = [0; LEVELS];
            }
            cell.base = cost;
            masks[0] = mask;
            0
        } else {
            let level = usize::from(cost - base);
            if level >= usize::from(self.useful) {
                return;
            }
            let known = masks[..=level].iter().fold(0, |all, own| all | own);
            if mask & !known == 0 {
                return;
            }
            masks[level] |= mask & !known;
            level
        };
        // No step is free, so everybody who comes at this cost is here before the hex is looked at.
        if masks[level] & QUEUED == 0 {
            masks[level] |= QUEUED;
            self.scratch.ring[usize::from(cost) % RING].push(Item::Hex(to));
            self.waiting += 1;
        }
    }
}

const fn decode(status: u8) -> Status {
    const ORDER: [Status; 8] = [
        Status::Unknown,
        Status::Closed,
        Status::Open,
        Status::Contact,
        Status::ContactOverCrossing,
        Status::Friends,
        Status::FriendsInContact,
        Status::FriendsOverCrossing,
    ];
    ORDER[status as usize]
}
