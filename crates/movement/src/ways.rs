//! Cheapest ways over the map, facing and friends left aside: Sound of Battle, Loose Reins, the cavalry tether.

use core::cell::RefCell;
use core::ops::ControlFlow;
use std::sync::Arc;

use longroll_board::{Direction, HexId, HexSet};
use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_position::HalfMp;
use longroll_position::rule_set::LooseReinsReach;
use smallvec::SmallVec;

use crate::flood::Scratch;
use crate::gait::{Gait, MoverClass, Way};
use crate::plane::{Plane, SHUT};
use crate::remembered::{FoeDistances, Words};
use crate::scene::Scene;

/// The price of a step for a class and gait: along the route where there is one.
pub(crate) fn best_price<'a>(
    scene: &'a Scene<'_>,
    class: MoverClass,
    gait: Gait,
) -> impl Fn(HexId, Direction, HexId) -> u8 + 'a {
    let off = scene.tables.plane(class, gait, Way::OffRoute);
    let route = scene.tables.plane(class, gait, Way::Route);
    let cost = |plane: Option<&Plane>, hex, direction| {
        plane.map_or(SHUT, |plane| plane.cost(hex, direction))
    };
    move |hex, direction, to| {
        let along = if scene.route_open(hex, to) {
            cost(route, hex, direction)
        } else {
            SHUT
        };
        along.min(cost(off, hex, direction))
    }
}

/// BB sob: the cheapest ways of a unit to a goal, from the hex where it stands.
#[derive(Debug)]
pub struct Course {
    costs: Costs,
    side: Side,
    class: MoverClass,
    gait: Gait,
    goal: HexId,
    /// From which hexes a way has been found that meets no enemy, and from which there is none.
    free: RefCell<SmallVec<[(HexId, bool); 8]>>,
}

/// What hexes still cost to the goal.
#[derive(Debug)]
enum Costs {
    /// No enemy stands on every cheapest way: what the ground alone says.
    Ground(Arc<[u16]>),
    /// Around the enemy.
    Around(Box<Scratch>),
}

impl Course {
    /// The course from a hex to a goal, not through hexes the enemy holds.
    #[must_use]
    pub fn to_goal(
        scene: &Scene<'_>,
        side: Side,
        (class, gait): (MoverClass, Gait),
        from: HexId,
        goal: HexId,
    ) -> Self {
        let bridge = scene.position.bridge_open;
        let ground = scene.tables.goals.costs((goal, class, gait, bridge), || {
            let mut scratch = Scratch::new();
            flood_back(
                scene,
                &mut scratch,
                (class, gait),
                goal,
                |_| true,
                |_| false,
            );
            let cost = |hex| scratch.cost(hex).map_or(u16::MAX, |cost| cost.0);
            scene.grid().hexes().map(cost).collect()
        });
        let mut course = Self {
            costs: Costs::Ground(ground),
            side,
            class,
            gait,
            goal,
            free: RefCell::default(),
        };
        if !course.is_free(scene, from) {
            let mut scratch = Box::new(Scratch::new());
            let open = |hex| !scene.holds(side.enemy(), hex);
            flood_back(scene, &mut scratch, (class, gait), goal, open, |hex| {
                hex == from
            });
            course.costs = Costs::Around(scratch);
        }
        course
    }

    /// Whether a step lies on a cheapest way, so that the rest becomes cheaper by its whole price.
    #[must_use]
    pub fn leads_on(&self, scene: &Scene<'_>, from: HexId, to: HexId) -> bool {
        match &self.costs {
            Costs::Ground(costs) => {
                let direction = scene.grid().direction_between(from, to);
                direction.is_some_and(|way| self.is_step(scene, costs, (from, way, to)))
                    && self.is_free(scene, to)
            }
            Costs::Around(costs) => leads_to_goal(scene, costs, self.class, self.gait, from, to),
        }
    }

    /// Whether a step of the ground's cheapest ways is open.
    fn is_step(
        &self,
        scene: &Scene<'_>,
        costs: &[u16],
        (from, direction, to): (HexId, Direction, HexId),
    ) -> bool {
        let cost = |hex: HexId| costs.get(hex.index()).copied().unwrap_or(u16::MAX);
        // Most neighbours lie farther away.
        let (before, after) = (cost(from), cost(to));
        if before == u16::MAX || after > before {
            return false;
        }
        let price = best_price(scene, self.class, self.gait)(from, direction, to);
        price != SHUT
            && after.saturating_add(u16::from(price)) <= before
            && (to == self.goal || !scene.holds(self.side.enemy(), to))
    }

    /// Whether one of the ground's cheapest ways from a hex meets no enemy, found out once.
    fn is_free(&self, scene: &Scene<'_>, from: HexId) -> bool {
        let known = |free: &[(HexId, bool)]| free.iter().find(|(hex, _)| *hex == from).copied();
        if let Some((_, free)) = known(&self.free.borrow()) {
            return free;
        }
        let free = self.finds_free_way(scene, from);
        self.free.borrow_mut().push((from, free));
        free
    }

    fn finds_free_way(&self, scene: &Scene<'_>, from: HexId) -> bool {
        let Costs::Ground(costs) = &self.costs else {
            return false;
        };
        let mut seen = HexSet::for_grid(scene.grid());
        let mut open = vec![from];
        while let Some(hex) = open.pop() {
            if hex == self.goal {
                return true;
            }
            for (direction, next) in scene.grid().neighbours(hex) {
                if self.is_step(scene, costs, (hex, direction, next)) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}

fn flood_back(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    (class, gait): (MoverClass, Gait),
    goal: HexId,
    open: impl Fn(HexId) -> bool,
    far_enough: impl Fn(HexId) -> bool,
) {
    let price = best_price(scene, class, gait);
    let back = |hex: HexId, direction: Direction, to: HexId| price(to, direction.opposite(), hex);
    let limit = HalfMp(u16::MAX / 4);
    scratch.flood(scene.grid(), goal, limit, back, open, |hex, _| {
        if far_enough(hex) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
}

/// By what every hex still costs to the goal (`flood_back`): whether a step lies on a cheapest way, so that the rest becomes cheaper by its whole price.
#[must_use]
pub fn leads_to_goal(
    scene: &Scene<'_>,
    costs: &Scratch,
    class: MoverClass,
    gait: Gait,
    from: HexId,
    to: HexId,
) -> bool {
    let Some(direction) = scene.grid().direction_between(from, to) else {
        return false;
    };
    let price = best_price(scene, class, gait)(from, direction, to);
    match (costs.cost(from), costs.cost(to)) {
        (Some(before), Some(after)) => price != SHUT && after + HalfMp(u16::from(price)) <= before,
        _ => false,
    }
}

/// SR 6.24-A: MP at Attack costs, facing left aside, until the unit stands next to an enemy combat unit (switch
/// `loose_reins_reach`: or in his hex); none if that is beyond `limit`.
#[must_use]
pub fn contact_distance(scene: &Scene<'_>, unit: UnitId, limit: HalfMp) -> Option<HalfMp> {
    let facts = scene.setting.unit(unit);
    let state = scene.position.unit(unit);
    let class = MoverClass::standing(facts, state)?;
    let plane = scene.tables.plane(class, Gait::Attack, Way::OffRoute)?;
    let enemy = facts.side.enemy();
    let into_hex = scene.setting.rules.switches.loose_reins_reach == LooseReinsReach::EnemyHex;
    let mut scratch = Scratch::new();
    let mut nearest: Option<HalfMp> = None;
    for start in state.hexes() {
        let open = |hex| into_hex || !scene.holds(enemy, hex);
        let price = |hex: HexId, direction: Direction, _: HexId| {
            // An enemy hex may be the end of the way but not part of it.
            if scene.holds(enemy, hex) {
                SHUT
            } else {
                plane.cost(hex, direction)
            }
        };
        scratch.flood(
            scene.grid(),
            start,
            nearest.unwrap_or(limit),
            price,
            open,
            |hex, cost| {
                let met = if into_hex {
                    scene.holds(enemy, hex)
                } else {
                    scene.next_to_enemy(facts.side, hex)
                };
                if met {
                    nearest = Some(cost);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
    }
    nearest
}

/// SR 6.24-A: how far hexes are from the enemies of a side, as these stand.
#[must_use]
pub fn foe_distances(scene: &Scene<'_>, side: Side) -> Arc<FoeDistances> {
    let occupancy = scene.position.occupancy();
    let held = occupancy.held(side.enemy());
    let is_it = |known: &FoeDistances| known.side == side && *known.held == *held;
    scene.tables.foes.recall(is_it, || {
        let foes = occupancy.held_anywhere(side.enemy()).collect();
        FoeDistances::new(side, Words::from_slice(held), foes, scene.grid().len())
    })
}

/// The hexes that lie within so many MP of these, told one by one, those of each the nearest first, until `enough` says so;
/// whether it did. Nobody in one hex or in column comes farther than that; most do not come so far.
pub fn within_mp(
    scene: &Scene<'_>,
    side: Side,
    (class, gait): (MoverClass, Gait),
    mut from: impl Iterator<Item = HexId>,
    left: HalfMp,
    mut enough: impl FnMut(HexId) -> bool,
) -> bool {
    let open = |hex| !scene.holds(side.enemy(), hex);
    from.any(|start| {
        let mut found = false;
        scene.tables.searches.search(|room| {
            let price = best_price(scene, class, gait);
            room.flood(scene.grid(), start, left, price, open, |hex, _| {
                found = enough(hex);
                if found {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        });
        found
    })
}

/// BB 14.42, 14.55: how many hexes, at most `hexes`, it is to the nearest hex that `found` accepts, not through enemy units,
/// inaccessible hexes or hexsides.
#[must_use]
pub fn hex_path_within(
    scene: &Scene<'_>,
    side: Side,
    from: HexId,
    hexes: u8,
    found: impl Fn(HexId) -> bool,
) -> Option<u32> {
    let grid = scene.grid();
    let mut seen: SmallVec<[u64; 64]> = smallvec::smallvec![0; grid.len() / 64 + 1];
    let mut is_new = |hex: HexId| {
        let (word, bit) = (&mut seen[hex.index() / 64], 1 << (hex.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    };
    is_new(from);
    let mut ring: SmallVec<[HexId; 64]> = smallvec::smallvec![from];
    for distance in 0..=u32::from(hexes) {
        if ring.iter().any(|hex| found(*hex)) {
            return Some(distance);
        }
        let mut next: SmallVec<[HexId; 64]> = SmallVec::new();
        for &hex in &ring {
            for (direction, to) in grid.neighbours(hex) {
                if !scene.tables.is_barrier(hex, direction)
                    && is_new(to)
                    && is_passable(scene, side, to)
                {
                    next.push(to);
                }
            }
        }
        ring = next;
    }
    None
}

/// BB 14.42, 14.55: whether a hex path may lead into this hex.
pub(crate) fn is_passable(scene: &Scene<'_>, side: Side, hex: HexId) -> bool {
    !scene.holds(side.enemy(), hex) && !is_water(scene, hex)
}

fn is_water(scene: &Scene<'_>, hex: HexId) -> bool {
    use longroll_board::Terrain;
    matches!(
        scene.setting.ground().terrain(hex),
        Terrain::River | Terrain::Lake
    )
}
