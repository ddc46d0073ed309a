//! SR 8.22: moving through friends.

use longroll_board::{HexId, RouteKind, Water};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::rule_set::RoadBlocked;
use longroll_position::{Deeds, HalfMp};
use longroll_rule::Rule;

use crate::cost;
use crate::gait::{Gait, MoverClass, Way};
pub(crate) use crate::passage::{Entry, PassBy, PassKind, SURCHARGE};
pub use crate::passage::{LinePassage, PassTerms, RoadUse};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::step_ground::StepGround;
use crate::walker::Walker;

/// Who stands in a hex that a unit goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Friends {
    any: bool,
    troops: bool,
    guns: bool,
    march: bool,
}

fn friends(scene: &Scene<'_>, hex: HexId, mover: UnitId) -> Friends {
    let mut found = Friends::default();
    for part in scene
        .position
        .stack(hex)
        .filter(|part| part.unit != mover && !together(scene, mover, part.unit))
    {
        let facts = scene.setting.unit(part.unit);
        let Some(class) = MoverClass::standing(facts, scene.position.unit(part.unit)) else {
            continue;
        };
        found.any = true;
        let gait = Gait::of(class, scene.position.unit(part.unit).orders_now());
        found.march |= gait == Gait::March;
        match class {
            MoverClass::Foot | MoverClass::Cavalry | MoverClass::Dismounted => found.troops = true,
            MoverClass::Artillery => found.guns = true,
            MoverClass::Detachment | MoverClass::Leader => {}
        }
    }
    found
}

/// Whether combat units other than `mover` stand in a hex.
#[must_use]
pub fn has_friends(scene: &Scene<'_>, hex: HexId, mover: UnitId) -> bool {
    scene.position.holder(hex).is_some()
        && scene
            .position
            .stack(hex)
            .any(|part| part.unit != mover && !together(scene, mover, part.unit))
}

/// SR 8.21: units that move as one group are in nobody's way among themselves.
pub(crate) fn together(scene: &Scene<'_>, mover: UnitId, other: UnitId) -> bool {
    [mover, other]
        .iter()
        .all(|unit| scene.position.unit(*unit).deeds.has(Deeds::TOGETHER))
}

/// SR 8.22 and its exceptions: what it means to leave the hex of friends, entered as `progress` tells, along `exit`.
/// None if nobody was passed: an empty hex, or the hex the move began in (SR 8.22-start).
///
/// # Errors
/// When the friends may not be passed.
pub fn passing(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    exit: RoadUse,
) -> Result<Option<PassTerms>, Refusal> {
    let Some(from) = progress.came_from else {
        let shared = has_friends(scene, walker.state.hex, walker.unit);
        return Ok(shared.then_some(PassTerms::free(Rule::SR_8_22_start)));
    };
    if progress.entered_empty {
        return Ok(None);
    }
    pass(scene, walker, progress.entry(from, walker.state.hex), exit)
}

/// What the step met; none if the hexes are not neighbours.
fn ground_of(entry: Entry, scene: &Scene<'_>) -> Option<StepGround> {
    if entry.from == entry.hex {
        return Some(scene.entry_ground(entry.hex));
    }
    let direction = scene.grid().direction_between(entry.from, entry.hex)?;
    StepGround::of(scene.setting.ground(), entry.from, direction)
}

/// Whether it came along a Road.
fn came_by_road(entry: Entry, scene: &Scene<'_>) -> bool {
    let road = |scene| match ground_of(entry, scene) {
        Some(ground) if entry.from == entry.hex => {
            ground.route.is_some_and(|kind| kind != RouteKind::Trail)
        }
        _ => on_road(scene, entry.from, entry.hex),
    };
    entry.way == Way::Route && road(scene)
}

pub(crate) fn pass_kind(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> PassKind {
    let friends = friends(scene, hex, walker.unit);
    let guns = walker.class == MoverClass::Artillery;
    let by = if !friends.any {
        PassBy::Nobody
    } else if walker.class == MoverClass::Detachment || !friends.troops && !friends.guns {
        PassBy::Free(Rule::BB_14_41)
    } else if !guns && !friends.troops {
        PassBy::Free(Rule::SR_8_22_art)
    } else if guns && friends.troops {
        PassBy::NotAtAll
    } else {
        PassBy::Surcharge
    };
    PassKind {
        by,
        march: friends.march,
    }
}

pub(crate) fn pass(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    entry: Entry,
    exit: RoadUse,
) -> Result<Option<PassTerms>, Refusal> {
    let kind = pass_kind(scene, walker, entry.hex);
    match kind.by {
        PassBy::Nobody => return Ok(None),
        PassBy::Free(rule) => return Ok(Some(PassTerms::free(rule))),
        PassBy::Surcharge | PassBy::NotAtAll => {}
    }
    let mut paid = entry;
    if exit == RoadUse::OnRoad && came_by_road(entry, scene) {
        if !kind.march {
            return Ok(Some(PassTerms::free(Rule::SR_8_22_road)));
        }
        // It goes around the friends who block the road, over whatever ground there is.
        let blocked = scene.setting.rules.switches.road_blocked_by_march;
        if blocked == RoadBlocked::TerrainOnly || kind.by == PassBy::Surcharge {
            paid.cost = full_price(scene, walker, entry)?;
        }
        if blocked == RoadBlocked::TerrainOnly {
            return Ok(Some(PassTerms {
                surcharge: paid.cost.less(entry.cost),
                udd: None,
                rule: Rule::SR_8_22_road,
            }));
        }
    }
    if kind.by == PassBy::NotAtAll {
        return Err(Refusal::new(
            Rule::SR_8_22_art,
            "artillery may not move through infantry or cavalry",
        ));
    }
    Ok(Some(PassTerms {
        surcharge: SURCHARGE + paid.cost.less(entry.cost),
        udd: Some(drm(scene, walker.class, paid)),
        rule: Rule::SR_8_22,
    }))
}

pub(crate) fn on_road(scene: &Scene<'_>, from: HexId, to: HexId) -> bool {
    scene
        .grid()
        .direction_between(from, to)
        .is_some_and(|direction| scene.tables.has_road(from, direction))
        && scene.route_open(from, to)
}

/// The price of a step at the terrain of hex and hexside.
pub(crate) fn full_price(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    entry: Entry,
) -> Result<HalfMp, Refusal> {
    let closed = || Refusal::new(Rule::SR_9_43, "off the route the hex is closed to the unit");
    if entry.from == entry.hex {
        let ground = scene.entry_ground(entry.hex);
        let chart = scene.tables.chart();
        return cost::price(chart, &ground, walker.class, walker.gait, Way::OffRoute)
            .map(|step| step.cost);
    }
    let direction = scene
        .grid()
        .direction_between(entry.from, entry.hex)
        .ok_or_else(closed)?;
    scene
        .step(
            entry.from,
            direction,
            walker.class,
            walker.gait,
            Way::OffRoute,
        )
        .map(|step| step.cost)
        .ok_or_else(closed)
}

/// Reading I25: the whole MP paid for hex and hexside if they are 2 or more, but nothing for a plain Open hex.
pub(crate) fn drm(scene: &Scene<'_>, class: MoverClass, entry: Entry) -> u8 {
    let whole = entry.cost.whole_mp();
    if whole < 2 || is_plain_open(scene, class, entry) {
        return 0;
    }
    u8::try_from(whole).unwrap_or(u8::MAX)
}

/// Whether the hex is Open for this step and nothing on the way costs anything.
fn is_plain_open(scene: &Scene<'_>, class: MoverClass, entry: Entry) -> bool {
    ground_of(entry, scene).is_some_and(|step| {
        let level = StepGround {
            field: step.field,
            ..StepGround::plain(step.left, step.entered)
        };
        let price = |ground: &StepGround| {
            cost::price(
                scene.tables.chart(),
                ground,
                class,
                Gait::Advance,
                Way::OffRoute,
            )
            .map(|step| step.cost)
        };
        step.is_open() && step.water == Water::None && price(&step) == price(&level)
    })
}

/// SR 8.22-bridge: whether a friend under March orders beside a bridge or ford closes it to this unit.
///
/// # Errors
/// When one does.
pub fn crossing_is_free(
    scene: &Scene<'_>,
    mover: UnitId,
    from: HexId,
    to: HexId,
) -> Result<(), Refusal> {
    let Some(direction) = scene.grid().direction_between(from, to) else {
        return Ok(());
    };
    if !scene.tables.has_crossing(from, direction) {
        return Ok(());
    }
    if [from, to]
        .into_iter()
        .any(|hex| friends(scene, hex, mover).march)
    {
        return Err(Refusal::new(
            Rule::SR_8_22_bridge,
            "a marching unit beside the bridge or ford closes it",
        ));
    }
    Ok(())
}
