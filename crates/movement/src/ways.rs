//! Cheapest ways over the map, facing and friends left aside: Sound of Battle, Loose Reins, the cavalry tether.

use core::ops::ControlFlow;

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_position::HalfMp;
use longroll_position::rule_set::LooseReinsReach;

use crate::flood::Scratch;
use crate::gait::{Gait, MoverClass, Way};
use crate::scene::Scene;
use crate::tables::{Plane, SHUT};

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

/// BB sob: the cheapest way from hex to hex, not through hexes the enemy holds; its hexes are in `scratch`.
#[must_use]
pub fn cheapest_way(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    class: MoverClass,
    gait: Gait,
    from: HexId,
    to: HexId,
) -> Option<HalfMp> {
    let open = |hex| !scene.holds(side.enemy(), hex);
    scratch.flood(
        scene.grid(),
        from,
        HalfMp(u16::MAX - 2),
        best_price(scene, class, gait),
        open,
        |hex, _| {
            if hex == to {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    scratch.cost(to)
}

/// What a hex and every hex nearer to the goal still cost to it: all that [`leads_to_goal`] asks about steps from there.
pub fn costs_from_hex_to_goal(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    class: MoverClass,
    gait: Gait,
    (from, goal): (HexId, HexId),
) {
    let price = best_price(scene, class, gait);
    let back = |hex: HexId, direction: Direction, to: HexId| price(to, direction.opposite(), hex);
    let open = |hex| !scene.holds(side.enemy(), hex);
    let limit = HalfMp(u16::MAX / 4);
    scratch.flood(scene.grid(), goal, limit, back, open, |hex, _| {
        if hex == from {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
}

/// What every hex of the map still costs to the goal: a step is on a shortest way if it lowers this by what it costs.
pub fn costs_to_goal(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    class: MoverClass,
    gait: Gait,
    goal: HexId,
    limit: HalfMp,
) {
    let price = best_price(scene, class, gait);
    let back = |hex: HexId, direction: Direction, to: HexId| price(to, direction.opposite(), hex);
    let open = |hex| !scene.holds(side.enemy(), hex);
    scratch.flood(scene.grid(), goal, limit, back, open, |_, _| {
        ControlFlow::Continue(())
    });
}

/// After [`costs_to_goal`]: whether a step lies on a cheapest way, so that the rest becomes cheaper by its whole price.
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

/// BB 14.42, 14.55: whether a hex path of at most `hexes` leads to a hex that `found` accepts, not through enemy units,
/// inaccessible hexes or hexsides.
#[must_use]
pub fn hex_path_within(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    from: HexId,
    hexes: u8,
    found: impl Fn(HexId) -> bool,
) -> Option<HexId> {
    let price = |hex: HexId, direction: Direction, _: HexId| {
        if scene.tables.is_barrier(hex, direction) {
            SHUT
        } else {
            1
        }
    };
    let open = |hex| is_passable(scene, side, hex);
    let mut end = None;
    scratch.flood(
        scene.grid(),
        from,
        HalfMp(u16::from(hexes)),
        price,
        open,
        |hex, _| {
            if found(hex) {
                end = Some(hex);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    );
    end
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
