//! SR 9.43, 8.13, 8.22-bridge: along what a step goes, over the ground or by a route, and what keeps a unit from it.

use longroll_board::{Direction, HexId, RouteKind};
use longroll_core::Refusal;
use longroll_position::Extent;
use longroll_rule::Rule;

use super::step_terms::{StepOrder, WayChoice, is_swamp};
use crate::cost::{self, StepCost};
use crate::extension::{exceeds_march_limits, never_marches};
use crate::gait::{Gait, MoverClass, Way};
use crate::scene::Scene;
use crate::step_ground::StepGround;
use crate::walker::Walker;
use crate::{adjacency, passing, works};

/// SR 8.13: whether a unit goes along the routes it meets. Under Advance orders a large one has to form column for that, and
/// one that forms none never does.
pub(crate) fn follows_routes(walker: &Walker<'_>, way: WayChoice) -> bool {
    let (class, sp) = (walker.class, walker.state.sp);
    let advances = walker.gait == Gait::Advance;
    match way {
        WayChoice::OffRoute => false,
        WayChoice::Route => !advances || !never_marches(class, sp),
        WayChoice::Best | WayChoice::Levelling => {
            !advances || !walker.is_single() || !exceeds_march_limits(class, sp)
        }
    }
}

/// SR 9.43, 8.13, 8.22-bridge: along what, and the price of the ground.
pub(super) fn way_and_price(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    order: StepOrder,
    to: HexId,
) -> Result<(Way, StepCost), Refusal> {
    let mut found = None;
    if follows_routes(walker, order.way) && scene.route_open(from, to) {
        found = scene
            .step(from, order.direction, walker.class, walker.gait, Way::Route)
            .map(|price| (Way::Route, price));
    }
    if found.is_none() && order.way != WayChoice::Route {
        found = scene
            .step(
                from,
                order.direction,
                walker.class,
                walker.gait,
                Way::OffRoute,
            )
            .map(|price| (Way::OffRoute, price));
    }
    let Some((way, price)) = found else {
        return Err(why_closed(scene, walker, from, order));
    };
    may_leave_along(scene, walker, from, order.direction, way)?;
    Ok((way, price))
}

/// SR 8.22-bridge, BB 9.43-art-swamp: what may keep a unit from leaving a hex of its own will over this hexside, whatever it
/// costs.
///
/// # Errors
/// The rule that keeps it.
pub(crate) fn may_leave_along(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    direction: Direction,
    way: Way,
) -> Result<(), Refusal> {
    let tables = scene.tables;
    if tables.has_crossing(from, direction)
        && adjacency::crosses(scene, from, direction, way)
        && let Some(to) = scene.grid().neighbour(from, direction)
    {
        passing::crossing_is_free(scene, walker.unit, from, to)?;
        fits_crossing(walker, way)?;
    }
    // BB 9.43-art-swamp: guns bogged down on a Trail recover before they leave.
    if walker.class == MoverClass::Artillery
        && walker.state.is_disordered()
        && is_swamp(scene, from)
        && !(way == Way::Route && scene.tables.has_road(from, direction))
        && !is_on_road_only(scene, from)
    {
        return Err(Refusal::new(
            Rule::BB_9_43_art_swamp,
            "Disordered guns in Swamp recover before they leave",
        ));
    }
    Ok(())
}

/// The routes that lead out of a hex.
fn routes_of(scene: &Scene<'_>, hex: HexId) -> impl Iterator<Item = RouteKind> {
    let ground = scene.setting.ground();
    let ways = scene.grid().neighbours(hex);
    ways.filter_map(move |(direction, _)| StepGround::of(ground, hex, direction)?.route)
}

/// Whether a Trail leads out of a hex.
#[must_use]
pub fn is_on_trail(scene: &Scene<'_>, hex: HexId) -> bool {
    routes_of(scene, hex).any(|kind| kind == RouteKind::Trail)
}

/// Whether a Road leads out of a hex and no Trail.
fn is_on_road_only(scene: &Scene<'_>, hex: HexId) -> bool {
    !is_on_trail(scene, hex) && routes_of(scene, hex).next().is_some()
}

/// SR 9.43, 8.13: under Advance orders a bridge or ford is for those within the March limits: a large regiment uses it in
/// column.
///
/// # Errors
/// When it is too large for it.
pub(crate) fn fits_crossing(walker: &Walker<'_>, way: Way) -> Result<(), Refusal> {
    let large = exceeds_march_limits(walker.class, walker.state.sp);
    let in_column = matches!(walker.state.extent, Extent::Column { .. });
    if way == Way::OffRoute && walker.gait == Gait::Advance && !in_column && large {
        return Err(Refusal::new(
            Rule::SR_9_43,
            "a regiment of this size uses a ford in column only",
        ));
    }
    Ok(())
}

#[cold]
fn why_closed(scene: &Scene<'_>, walker: &Walker<'_>, from: HexId, order: StepOrder) -> Refusal {
    if works::crossing(scene, walker.class, from, order.direction).is_none() {
        return Refusal::new(Rule::SR_15_22, "its arm does not cross an entrenchment");
    }
    if order.way == WayChoice::Route && !follows_routes(walker, WayChoice::Route) {
        return Refusal::new(
            Rule::SR_8_13,
            "a unit of this size has no Road rate, and forms no column",
        );
    }
    let way = if order.way == WayChoice::Route {
        Way::Route
    } else {
        Way::OffRoute
    };
    StepGround::of(scene.setting.ground(), from, order.direction)
        .and_then(|ground| {
            cost::price(
                scene.tables.chart(),
                &ground,
                walker.class,
                walker.gait,
                way,
            )
            .err()
        })
        .unwrap_or(Refusal::new(
            Rule::BB_9_44_logbridge,
            "the road over the closed bridge may not be used",
        ))
}
