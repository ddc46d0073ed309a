//! One step of a unit, from hex to hex: whether it is legal now, what it costs, what it risks.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{LeaderId, Level, UnitId};
use longroll_catalog::tables::TerrainKind;
use longroll_core::Refusal;
use longroll_position::HalfMp;
use longroll_rule::Rule;

use crate::adjacency::Contact;
use crate::arcs::facing_kind;
use crate::arrival::arrive;
use crate::cost;
use crate::extension::{gets_through, is_crowded};
use crate::gait::Gait;
use crate::onward::can_go_on;
use crate::passing::has_friends;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::step_ground::StepGround;
use crate::terms::{CostPart, CostTerms};
use crate::walker::{MinimumMove, MoveEnd, Walker};
use crate::{special, works};

mod along;
mod plain;
mod step_terms;

pub use along::is_on_trail;
pub(crate) use along::{fits_crossing, follows_routes, may_leave_along};
pub(crate) use plain::plain_step;
pub use step_terms::{Occupied, StepOrder, StepTerms, WayChoice, is_swamp};

/// SR 9.0: whether a unit may make this step now.
///
/// # Errors
/// The rule that forbids it.
pub fn step(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    order: StepOrder,
) -> Result<StepTerms, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    step_of(scene, progress, &walker, order)
}

/// SR 10.44: whether a unit still makes the step it had chosen, after what came before it. Where its move ends with that, it ends
/// against its will, so that BB 14.55 is not asked again.
///
/// # Errors
/// The rule that forbids it by now.
pub fn step_begun(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    order: StepOrder,
) -> Result<StepTerms, Refusal> {
    let walker = Walker {
        end: MoveEnd::Forced,
        ..Walker::of(scene, unit, progress.fired())?
    };
    step_of(scene, progress, &walker, order)
}

/// [`step`] for a unit looked up before: what lists of steps are made with.
///
/// # Errors
/// The rule that forbids it.
pub fn step_of(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    order: StepOrder,
) -> Result<StepTerms, Refusal> {
    let mut terms = plain_step(scene, progress, walker, order)?;
    if let Some(column) = terms
        .column
        .filter(|_| !terms.bogs(scene, walker.state.extent))
    {
        if is_crowded(scene, walker, terms.to, column.extent) {
            if !gets_through(scene, walker, progress, &terms) {
                return Err(Refusal::new(
                    Rule::SR_8_5_form,
                    "an Extended Column may not end stacked, and could not get through",
                ));
            }
            terms.occupied = Occupied::MustGoOn;
        }
    } else if has_friends(scene, terms.to, walker.unit) {
        (terms.occupied, terms.minimum) = join_or_go_on(scene, progress, walker, &terms)?;
    } else {
        ends_on_tether(scene, progress, walker, &terms)?;
    }
    Ok(terms)
}

/// BB 14.55: cavalry goes beyond its tether only if it can come back before its movement ends.
fn ends_on_tether(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    terms: &StepTerms,
) -> Result<(), Refusal> {
    let Err(refusal) = special::may_end(scene, walker, progress.start, terms.to) else {
        return Ok(());
    };
    let left = terms.left_to(walker);
    let (entry, start) = (terms.entry(), progress.start);
    if !terms.ends_move(progress)
        && can_go_on(scene, walker, entry, Some(terms.facing), left, start)
    {
        return Ok(());
    }
    Err(refusal)
}

/// The step to an adjacent hex with as little turning as it takes: its own facing if that fronts the hex, else the
/// nearest one that does (the left one of two equally near). Along a route any turn is free (SR 9.45).
///
/// # Errors
/// The rule that forbids it.
pub fn step_to(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    to: HexId,
    way: WayChoice,
) -> Result<StepTerms, Refusal> {
    let Some(direction) = scene.grid().direction_between(walker.state.hex, to) else {
        return Err(Refusal::new(
            Rule::SR_9_13,
            "a step leads to an adjacent hex",
        ));
    };
    let own = walker.state.facing;
    let facing = if own.front().contains(direction) {
        own
    } else {
        let [left, right] = Facing::toward(direction, facing_kind(walker.gait));
        if own.twelfths_to(left) <= own.twelfths_to(right) {
            left
        } else {
            right
        }
    };
    step_of(
        scene,
        progress,
        walker,
        StepOrder {
            direction,
            facing,
            way,
        },
    )
}

/// SR 8.11, 8.22: a hex of friends is entered to stop there or to go on.
fn join_or_go_on(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    terms: &StepTerms,
) -> Result<(Occupied, MinimumMove), Refusal> {
    let entry = terms.entry();
    let ends = terms.ends_move(progress);
    let goes_on = || {
        let left = terms.left_to(walker);
        !ends
            && can_go_on(
                scene,
                walker,
                entry,
                Some(terms.facing),
                left,
                progress.start,
            )
    };
    match stops_among_friends(scene, progress, walker, terms) {
        Ok(minimum) if minimum == terms.minimum => Ok((Occupied::MayStop, minimum)),
        // Reading I58: conforming belongs to the one hex; where only that pays for it, the move ends here.
        Ok(_) | Err(_) if goes_on() => Ok((Occupied::MustGoOn, terms.minimum)),
        Ok(minimum) => Ok((Occupied::MayStop, minimum)),
        Err(refusal) => Err(refusal),
    }
}

/// SR 9.42: whether the step, with what stopping among the friends there takes, is paid normally or as the one hex.
fn stops_among_friends(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    terms: &StepTerms,
) -> Result<MinimumMove, Refusal> {
    let stop = arrive(scene, walker, terms.entry(), terms.facing, HalfMp::ZERO)?;
    special::may_end(scene, walker, progress.start, terms.to)?;
    let owed = (terms.total + stop.cost).less(walker.worth_of(terms.repaid));
    walker.afford(progress, owed, terms.contact != Contact::None)
}

/// SR 9.42: as what a move ends with this step, where it is the one hex that is always allowed. Among friends that may be so
/// though the step itself is paid, and leads on.
#[must_use]
pub fn as_one_hex(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    terms: &StepTerms,
) -> Option<MinimumMove> {
    let minimum = match (terms.minimum, terms.occupied) {
        (MinimumMove::No, Occupied::MustGoOn) if terms.column.is_none() => {
            stops_among_friends(scene, progress, walker, terms).ok()?
        }
        (minimum, _) => minimum,
    };
    Some(minimum).filter(|&minimum| minimum != MinimumMove::No)
}

/// The parts of the price of a legal step, with their rules.
#[must_use]
pub fn explain_step(scene: &Scene<'_>, walker: &Walker<'_>, terms: &StepTerms) -> CostTerms {
    let ground = scene
        .grid()
        .direction_between(terms.from, terms.to)
        .and_then(|direction| StepGround::of(scene.setting.ground(), terms.from, direction));
    let mut parts = ground
        .and_then(|ground| {
            cost::explain(
                scene.tables.chart(),
                &ground,
                walker.class,
                walker.gait,
                terms.way,
            )
            .ok()
        })
        .unwrap_or_default();
    let halves = |cost: HalfMp| i16::try_from(cost.0).unwrap_or(i16::MAX);
    if let Some(direction) = scene.grid().direction_between(terms.from, terms.to) {
        let crossing = works::crossing(scene, walker.class, terms.from, direction);
        let crossing = crossing.unwrap_or_default().cost;
        let entrenched = CostPart::Hexside(TerrainKind::Entrenchment);
        parts.add(entrenched, halves(crossing), Rule::SR_15_22);
        parts.add(CostPart::Levelling, halves(terms.levelling), Rule::SR_15_17);
    }
    let rule = if walker.gait == Gait::Attack {
        Rule::SR_7_22
    } else {
        Rule::SR_7_21
    };
    parts.add(CostPart::Turning, halves(terms.turn), rule);
    parts.add(CostPart::Unrefusing, halves(terms.unrefuse), Rule::SR_7_33);
    if let Some(pass) = terms.passing {
        parts.add(CostPart::MovingThrough, halves(pass.surcharge), pass.rule);
    }
    parts
}

/// BB 9.44-swamp-leader, reading I96: the leader who may see this unit out of Swamp into `to` without a UDD: its brigade
/// or division leader in the hex where its move begins, who has not yet seen anybody out of another hex in this
/// Activation.
#[must_use]
pub fn swamp_guide(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    to: HexId,
) -> Option<LeaderId> {
    let state = scene.position.unit(unit);
    if progress.steps > 0 || is_swamp(scene, to) {
        return None;
    }
    let side = scene.setting.unit(unit).side;
    if state.is_disordered() && scene.next_to_enemy(side, to) {
        return None;
    }
    let body = scene.position.body_of(scene.setting, unit);
    // BB 4.21, 5.26: a brigade may answer to another division than its own.
    let activator = scene.position.body(body).activator;
    let division = scene.setting.activator(activator).command;
    let chain = scene.setting.chain(state.assigned);
    chain.chain([division]).find_map(|command| {
        let facts = scene.setting.command(command);
        if !matches!(facts.level, Level::Brigade | Level::Division) {
            return None;
        }
        facts.leaders.iter().copied().find(|leader| {
            let his = scene.position.leader(*leader);
            his.on_map() && his.hex == state.hex && his.guided.is_none_or(|hex| hex == state.hex)
        })
    })
}
