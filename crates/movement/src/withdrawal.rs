//! SR 9.54, BB 9.54: Withdrawal movement.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::{Arm, UnitId, WithdrawalCheck};
use longroll_core::Refusal;
use longroll_position::rule_set::{SwampWithdrawal, WithdrawIntoContact};
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::adjacency::{Approach, Contact, approach, spans_a_creek};
use crate::artillery::artillery_may_enter;
use crate::checks::Check;
use crate::cost::StepCost;
use crate::extension::exceeds_march_limits;
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::{has_friends, on_road};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::step::may_leave_along;
use crate::step_ground::kind_of;
use crate::walker::Walker;
use crate::{special, stacking};

/// A legal step back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithdrawTerms {
    /// The counter's hex afterwards.
    pub to: HexId,
    /// Its extensions afterwards.
    pub extent: Extent,
    /// What the hex would cost; no MP are spent.
    pub cost: HalfMp,
    pub way: Way,
    /// The UDD with its DRM; none if the hex is cheap enough.
    pub udd: Option<u8>,
    /// Reading I63: Disorder without a roll instead, by what in the way.
    pub automatic: Option<Check>,
    /// BB 9.44-swamp-leave: the UDD for leaving Swamp.
    pub leave_swamp: bool,
    /// SR 9.53: it stops here.
    pub contact: Contact,
    /// SR 9.54-roads: it cannot stay with the friends here and must go on.
    pub must_go_on: bool,
    /// BB 9.44-swamp-extended: the Swamp hexes that a line enters; in one of them it gathers, Disordered.
    pub bogged: SmallVec<[HexId; 3]>,
}

/// SR 9.54: whether a unit may step back this way now, as its first or second hex.
///
/// # Errors
/// The rule that forbids it.
pub fn withdraw(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    direction: Direction,
) -> Result<WithdrawTerms, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    withdraw_of(scene, progress, &walker, direction)
}

/// [`withdraw`] for a unit looked up before: what lists of steps back are made with.
///
/// # Errors
/// The rule that forbids it.
pub fn withdraw_of(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    direction: Direction,
) -> Result<WithdrawTerms, Refusal> {
    may_withdraw(progress, walker)?;
    let state = walker.state;
    if !state.facing.rear().contains(direction) {
        return Err(Refusal::new(
            Rule::SR_9_54,
            "it steps back into its rear hexes only",
        ));
    }
    let back = parts_back(scene, progress, walker, direction)?;
    let to = back.parts[0];
    special::comes_nearer(scene, walker, progress.start, to)?;
    let must_go_on = must_go_on(scene, progress, walker, &back)?;
    let extent = extent_of(state.extent, &back.parts);
    let is_swamp = |hex: HexId| {
        let terrain = scene.setting.ground().terrain(hex);
        scene.tables.chart().is_swamp(kind_of(terrain)) && back.way == Way::OffRoute
    };
    let swamp = is_swamp(to);
    let bogged = back
        .parts
        .iter()
        .copied()
        .filter(|&hex| extent != Extent::Single && is_swamp(hex))
        .collect();
    let (udd, automatic) = risk_of(scene, walker, back.dearest, swamp);
    // BB 9.44-swamp-leave: from Swamp to Swamp one check is for both.
    let once = swamp && !state.is_disordered() && (udd.is_some() || automatic.is_some());
    Ok(WithdrawTerms {
        to,
        extent,
        cost: back.dearest.cost,
        way: back.way,
        udd,
        automatic,
        leave_swamp: back.dearest.checks.has(Check::LeaveSwamp) && !once,
        contact: back.contact,
        must_go_on,
        bogged,
    })
}

/// The hexes behind all parts of a unit.
struct Back {
    way: Way,
    dearest: StepCost,
    contact: Contact,
    parts: SmallVec<[HexId; 3]>,
}

/// What every part of a unit finds behind it.
fn parts_back(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    direction: Direction,
) -> Result<Back, Refusal> {
    let mut way = Way::OffRoute;
    let mut dearest = StepCost::default();
    let mut contact = Contact::None;
    let mut parts: SmallVec<[HexId; 3]> = SmallVec::new();
    for hex in walker.state.hexes() {
        let Some(to) = scene.grid().neighbour(hex, direction) else {
            return Err(Refusal::new(Rule::SR_9_56, "no unit leaves the map"));
        };
        let (own_way, price) = price(scene, walker, progress, hex, direction, to)?;
        contact = contact.max(meets(scene, walker, hex, direction, to, own_way)?);
        in_play(scene, to)?;
        special::may_enter(scene, walker, to)?;
        if walker.class == MoverClass::Artillery {
            artillery_may_enter(scene, walker.side, Some(progress.start), to)?;
        }
        leaves_friends(scene, walker, progress, hex, to, own_way)?;
        dearest = StepCost {
            cost: dearest.cost.max(price.cost),
            checks: dearest.checks.and(price.checks),
        };
        way = own_way;
        parts.push(to);
    }
    Ok(Back {
        way,
        dearest,
        contact,
        parts,
    })
}

/// The extensions once all parts have gone back.
fn extent_of(mut extent: Extent, parts: &[HexId]) -> Extent {
    if let Extent::Line { left, right } = &mut extent {
        let mut rest = parts.iter().skip(1).copied();
        *left = left.and_then(|_| rest.next());
        *right = right.and_then(|_| rest.next());
    }
    extent
}

/// SR 9.54-roads: whether it must go on, and can, because it cannot stay.
fn must_go_on(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    back: &Back,
) -> Result<bool, Refusal> {
    let (from, to) = (walker.state.hex, back.parts[0]);
    let stays = stops_with(scene, walker, progress.start, &back.parts)
        .and_then(|()| keeps_limits_beyond_water(scene, walker, from, to));
    let must_go_on = stays.is_err();
    if must_go_on && (back.contact != Contact::None || progress.steps > 0) {
        stays?;
    }
    if must_go_on && progress.steps == 0 {
        goes_on(scene, walker, &back.parts, back.way)?;
    }
    Ok(must_go_on)
}

/// SR 9.54, reading I63: the DRM of the UDD, or what disorders without a roll.
fn risk_of(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    dearest: StepCost,
    swamp: bool,
) -> (Option<u8>, Option<Check>) {
    let bogs =
        swamp && scene.setting.rules.switches.swamp_withdrawal == SwampWithdrawal::AutoDisorder;
    let automatic = [
        Check::GunAtRisk,
        Check::SwampTrail,
        Check::HexAutomatic,
        Check::HexsideAutomatic,
    ]
    .into_iter()
    .find(|check| dearest.checks.has(*check))
    // BB 9.44-swamp-retreat: nothing more befalls the Disordered.
    .or((bogs && !walker.state.is_disordered()).then_some(Check::HexAutomatic));
    let udd = if automatic.is_some() || bogs {
        None
    } else {
        udd_drm(
            scene.setting.variations.withdrawal_check.value,
            dearest.cost,
        )
    };
    (udd, automatic)
}

/// SR 9.43: whoever ends behind a bridge or ford over the March limits pays the creek, which is closed.
fn keeps_limits_beyond_water(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    to: HexId,
) -> Result<(), Refusal> {
    if walker.gait == Gait::Advance
        && is_crowded(scene, walker, to)
        && spans_a_creek(scene, from, to)
    {
        return Err(Refusal::new(
            Rule::SR_9_43,
            "off the route the hex is closed to the unit",
        ));
    }
    Ok(())
}

/// Reading I24: whether a unit would end in a hex with friends beyond the March limits.
pub(crate) fn is_crowded(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> bool {
    has_friends(scene, hex, walker.unit)
        && stacking::within_march_limits(scene.setting, scene.position, walker.unit, hex)
            == stacking::MarchLimits::Exceeded
}

/// SR 9.54-roads: the DRM of the UDD of a unit that has withdrawn along a route and stays with friends beyond the March limits,
/// so that the ground counts after all.
#[must_use]
pub fn udd_of_crowded(scene: &Scene<'_>, progress: &Progress, unit: UnitId) -> Option<u8> {
    let walker = Walker::of(scene, unit, progress.fired()).ok()?;
    let (from, to) = (progress.came_from?, walker.state.hex);
    if progress.came_by != Way::Route || !is_crowded(scene, &walker, to) {
        return None;
    }
    let direction = scene.grid().direction_between(from, to)?;
    let price = scene.step(from, direction, walker.class, walker.gait, Way::OffRoute)?;
    udd_drm(scene.setting.variations.withdrawal_check.value, price.cost)
}

/// SR 9.54: whether the unit may use Withdrawal movement at all.
fn may_withdraw(progress: &Progress, walker: &Walker<'_>) -> Result<(), Refusal> {
    let state = walker.state;
    if walker.gait == Gait::March {
        return Err(Refusal::new(
            Rule::SR_9_54,
            "units under March orders do not withdraw",
        ));
    }
    if walker.points.is_none() {
        return Err(Refusal::new(
            Rule::BB_14_61,
            "a battery without horses does not withdraw",
        ));
    }
    if matches!(state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_9_54_extended,
            "an Extended Column does not withdraw",
        ));
    }
    if state.deeds.any(
        Deeds::FINISHED
            .with(Deeds::MOVE_ENDED)
            .with(Deeds::RECOVERED)
            .with(Deeds::REORDERED),
    ) {
        return Err(Refusal::new(Rule::SR_9_54, "its movement is over"));
    }
    if state.deeds.has(Deeds::WITHDREW) {
        if progress.steps >= 2 {
            return Err(Refusal::new(Rule::SR_9_54, "at most two hexes back"));
        }
        if progress.one_hex {
            return Err(Refusal::new(
                Rule::SR_10_44,
                "Withdrawal fire limits it to one hex",
            ));
        }
    } else if !walker.is_fresh(progress) {
        return Err(Refusal::new(
            Rule::SR_9_54,
            "Withdrawal movement is the whole movement of an Activation",
        ));
    } else if state.facing != progress.entered_facing {
        return Err(Refusal::new(
            Rule::SR_9_54,
            "it steps back without changing its facing",
        ));
    }
    Ok(())
}

/// SR 9.54-roads: the route lowers the price for units under Advance orders within March limits; never for a line.
fn price(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    hex: HexId,
    direction: Direction,
    to: HexId,
) -> Result<(Way, StepCost), Refusal> {
    // Reading I24: with friends beyond March limits in its last hex it pays the ground.
    let crowded = progress.steps > 0 && is_crowded(scene, walker, to);
    let route = walker.is_single()
        && walker.gait == Gait::Advance
        && !exceeds_march_limits(walker.class, walker.state.sp)
        && scene.route_open(hex, to)
        && !crowded;
    let along = route
        .then(|| scene.step(hex, direction, walker.class, walker.gait, Way::Route))
        .flatten();
    let (way, price) = match along {
        Some(price) => (Way::Route, price),
        None => scene
            .step(hex, direction, walker.class, walker.gait, Way::OffRoute)
            .map(|price| (Way::OffRoute, price))
            .ok_or_else(|| why_closed(scene, walker, hex, direction))?,
    };
    may_leave_along(scene, walker, hex, direction, way)?;
    Ok((way, price))
}

/// Reading I63: prohibited terrain stays prohibited; the row of the chart says why.
#[cold]
fn why_closed(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId, direction: Direction) -> Refusal {
    crate::step_ground::StepGround::of(scene.setting.ground(), hex, direction)
        .and_then(|ground| {
            let chart = scene.tables.chart();
            crate::cost::price(chart, &ground, walker.class, walker.gait, Way::OffRoute).err()
        })
        .unwrap_or(Refusal::new(
            Rule::SR_9_54,
            "the terrain behind it is closed",
        ))
}

/// Reading I64: 9.52 binds here too, unless the switch lets any orders withdraw into contact.
fn meets(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    hex: HexId,
    direction: Direction,
    to: HexId,
    way: Way,
) -> Result<Contact, Refusal> {
    let any = scene.setting.rules.switches.withdraw_into_contact == WithdrawIntoContact::AnyOrder;
    let gait = if any { Gait::Attack } else { walker.gait };
    let who = Approach {
        gait,
        ..Approach::of(walker)
    };
    approach(scene, who, hex, direction, to, way)
}

/// SR 9.54-roads: who may be passed on the way back.
fn leaves_friends(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    hex: HexId,
    to: HexId,
    way: Way,
) -> Result<(), Refusal> {
    let Some(from) = progress.came_from else {
        return Ok(());
    };
    if !has_friends(scene, hex, walker.unit) || walker.class == MoverClass::Detachment {
        return Ok(());
    }
    if way == Way::Route
        && progress.came_by == Way::Route
        && on_road(scene, from, hex)
        && on_road(scene, hex, to)
    {
        return Ok(());
    }
    // SR 8.22-art, BB 14.41: guns let others through, Detachments everybody.
    let lets_through = |other: UnitId| {
        let facts = scene.setting.unit(other);
        facts.is_detachment()
            || facts.arm == Arm::Gunboat
            || facts.arm == Arm::Artillery && walker.class != MoverClass::Artillery
    };
    let mut others = scene.position.stack(hex);
    if !others.all(|part| part.unit == walker.unit || lets_through(part.unit)) {
        return Err(Refusal::new(
            Rule::SR_9_54_roads,
            "off the Road it may not withdraw through these friends",
        ));
    }
    Ok(())
}

/// BB 14.55: whether cavalry that has withdrawn may end its movement where it stands.
///
/// # Errors
/// When it is too far from its friends.
pub fn may_end(scene: &Scene<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    special::may_end(scene, &walker, progress.start, walker.state.hex)
}

/// Whether the parts may stay where they are: stacking, no turn to conform, and no cavalry away from its friends.
fn stops_with(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    start: HexId,
    parts: &[HexId],
) -> Result<(), Refusal> {
    special::may_end(scene, walker, start, parts[0])?;
    for hex in parts {
        if !has_friends(scene, *hex, walker.unit) {
            continue;
        }
        stacking::may_join(scene.setting, scene.position, walker.unit, *hex)?;
        let other = scene
            .position
            .stack(*hex)
            .find(|part| part.unit != walker.unit);
        if other.is_some_and(|part| scene.position.unit(part.unit).facing != walker.state.facing) {
            return Err(Refusal::new(
                Rule::SR_9_54,
                "it may not turn to conform while it withdraws",
            ));
        }
    }
    Ok(())
}

/// SR 9.54-roads: whether a unit that cannot stay in its first hex may pass whoever is there and stay in a second one.
fn goes_on(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    firsts: &[HexId],
    way: Way,
) -> Result<(), Refusal> {
    let mut progress = Progress::begin(walker.state);
    progress.steps = 1;
    progress.came_from = Some(walker.state.hex);
    progress.came_by = way;
    let mut refused = Refusal::new(Rule::SR_9_54_roads, "there is no way on from that hex");
    for direction in walker.state.facing.rear().iter() {
        let seconds: Option<SmallVec<[HexId; 3]>> = firsts
            .iter()
            .map(|&first| scene.grid().neighbour(first, direction))
            .collect();
        let Some(seconds) = seconds else { continue };
        // Every part of a line goes the same way.
        let mut parts = firsts.iter().zip(&seconds);
        let open = parts
            .try_for_each(|(&first, &second)| {
                let (way, _) = price(scene, walker, &progress, first, direction, second)?;
                leaves_friends(scene, walker, &progress, first, second, way)?;
                in_play(scene, second)?;
                special::may_enter(scene, walker, second)?;
                if walker.class == MoverClass::Artillery {
                    artillery_may_enter(scene, walker.side, Some(progress.start), second)?;
                }
                meets(scene, walker, first, direction, second, way).map(|_| ())
            })
            .and_then(|()| stops_with(scene, walker, progress.start, &seconds));
        match open {
            Ok(()) => return Ok(()),
            Err(refusal) => refused = refusal,
        }
    }
    Err(refused)
}

/// SR 9.54: a UDD above 1 MP, +1 for every MP above 1; BB 9.54: from 2 MP, +1 for every full MP above 1.
#[must_use]
pub const fn udd_drm(check: WithdrawalCheck, cost: HalfMp) -> Option<u8> {
    let above = cost.less(HalfMp::ONE);
    match check {
        WithdrawalCheck::AboveOne if above.0 > 0 => Some(above.0.div_ceil(2) as u8),
        WithdrawalCheck::FromTwo if cost.0 >= 4 => Some(above.whole_mp() as u8),
        _ => None,
    }
}

/// SR 9.54-extended, reading I66: the hexes into which a line that cannot withdraw extended may draw together, accepting
/// Disorder, in order to withdraw. Empty if it can withdraw as it is.
#[must_use]
pub fn hexes_to_break_line(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> SmallVec<[HexId; 3]> {
    let state = scene.position.unit(unit);
    if !matches!(state.extent, Extent::Line { .. }) || progress.steps > 0 {
        return SmallVec::new();
    }
    let Ok(walker) = Walker::of(scene, unit, progress.fired()) else {
        return SmallVec::new();
    };
    if may_withdraw(progress, &walker).is_err() {
        return SmallVec::new();
    }
    let extended = state
        .facing
        .rear()
        .iter()
        .any(|direction| withdraw_of(scene, progress, &walker, direction).is_ok());
    if extended {
        SmallVec::new()
    } else {
        state.hexes().collect()
    }
}
