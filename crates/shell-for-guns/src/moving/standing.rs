//! Where a unit stands or would stand, and whether it can.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Body, Convex as _, Local, Point, Pose, Turn};

use crate::facts::{Formation, Gait, UnitId};
use crate::look::Look;
use crate::refusal::refuse;
use crate::stance::Stance;
use crate::table::slots;

/// A unit's stance as it stands.
#[must_use]
pub fn stance(look: Look<'_>, unit: UnitId) -> Stance {
    look.unit(unit).stance()
}

/// The centre of a unit (section K).
#[must_use]
pub fn centre(look: Look<'_>, unit: UnitId) -> Point {
    let own = look.unit(unit);
    match own.chain.first() {
        None => longroll_tabletop::centre(own.pose, &own.slots),
        Some(first) => middle_along(*first, &own.body()),
    }
}

/// The middle of the rectangle that encloses a column on a road, along the axes of its front base.
fn middle_along(front: Pose, body: &Body) -> Point {
    let across = Pose::new(front.front, front.heading.turned(Turn::QUARTER));
    let middle = |axis: Pose| {
        let corners = body.bases().iter().flat_map(|base| base.corners());
        let places = corners.map(|corner| axis.ahead_of_front(*corner));
        let ends = places.fold(None, |ends: Option<(i64, i64)>, place| {
            Some(ends.map_or((place, place), |(least, most)| {
                (least.min(place), most.max(place))
            }))
        });
        // Both ends together are twice the middle: half ticks, each 2^30 times.
        let twice = ends.map_or(0, |(least, most)| least + most);
        i32::try_from((twice + (1 << 29)) >> 30).unwrap_or(0)
    };
    front.at(Local::half_ticks(middle(across), middle(front)))
}

/// Whether a stance lies free: on the table, on no other unit, on no ground that bars it.
///
/// # Errors
/// What is in the way.
pub fn stands_free(
    look: Look<'_>,
    unit: UnitId,
    stance: &Stance,
    rule: Rule,
) -> Result<(), Refusal> {
    let body = stance.body();
    if !look.facts.terrain.contains(&body) {
        return refuse(rule, "a base would lie beyond the table");
    }
    if let Some((other, _)) = look.table.present().find(|(id, own)| {
        *id != unit && own.surroundings().meets(body.bounds()) && own.body().overlaps(&body)
    }) {
        return refuse(rule, format!("{} stands there", look.name(other)));
    }
    if stance.chain.is_empty() {
        let gait = gait_of(look, unit, stance);
        let barred = body
            .bases()
            .iter()
            .find_map(|base| look.facts.terrain.bars(&look.facts.figures, gait, base));
        if let Some(name) = barred {
            return refuse(Rule::SFG_2_5_distances, format!("{name} is barred to it"));
        }
    }
    Ok(())
}

/// The row of the movement table for a unit in a stance.
pub(crate) fn gait_of(look: Look<'_>, unit: UnitId, stance: &Stance) -> Gait {
    match look.table.gait(look.facts, unit) {
        Gait::Mounted | Gait::Dismounted if stance.mounted => Gait::Mounted,
        Gait::Mounted | Gait::Dismounted => Gait::Dismounted,
        Gait::Pushed | Gait::Limbered if stance.formation == Formation::Limbered => Gait::Limbered,
        Gait::Pushed | Gait::Limbered => Gait::Pushed,
        other => other,
    }
}

/// A unit off the table, formed at a place of its edge.
#[must_use]
pub fn at_the_edge(look: Look<'_>, unit: UnitId, formation: Formation, pose: Pose) -> Stance {
    let own = look.unit(unit);
    Stance {
        pose,
        formation,
        slots: slots(look.facts, unit, formation, own.mounted, own.bases()),
        chain: Vec::new(),
        mounted: own.mounted,
        paid: Vec::new(),
    }
}
