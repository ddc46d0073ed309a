//! SfG-reading 34: where a general is put who goes with his unit, or who is touched by an enemy or in the way.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{
    Barrier, BaseSize, Body, Clearance, Field, Local, Pose, Slot, Ticks, Vector, enclosing,
};

use crate::facts::{Facts, GeneralId, GroundClass, UnitId};
use crate::fighting::forced::table_of;
use crate::look::Look;
use crate::refusal::refuse;
use crate::scenario;

/// How far a place is looked for when enemies stand all round every friend.
const SEARCH: Ticks = Ticks(12_000);

/// Beside the nearest friendly unit that has a place free of enemies; none if his side has nobody left.
pub(crate) fn friends(look: Look<'_>, general: GeneralId) -> Option<Pose> {
    let own = look.table.general_body(look.facts, general)?;
    let side = look.facts.general(general).side;
    let mut friends: Vec<UnitId> = look.of_side(side).collect();
    friends.sort_by_key(|friend| own.squared_distance(&look.body(*friend)));
    let nearest = *friends.first()?;
    friends
        .iter()
        .find_map(|friend| place(look, general, *friend))
        .or_else(|| nearby(look, general, behind(look, general, nearest)))
}

/// Behind a unit, drawn back onto the table if need be.
fn behind(look: Look<'_>, general: GeneralId, unit: UnitId) -> Pose {
    places(look, general, unit)[0]
}

/// Behind a unit, at its right, at its left, before it: the first of these where no enemy touches him and he may rest.
pub(crate) fn place(look: Look<'_>, general: GeneralId, unit: UnitId) -> Option<Pose> {
    untouched(look, general, unit).find(|pose| {
        let body = Body::placed(*pose, &[Slot::single(look.facts.general_size(general))]);
        // Drawn back onto the table he may stand on the unit itself.
        may_rest(look, &body, Some(unit)).is_ok()
    })
}

/// The place of a general who stays with his unit: if he may rest nowhere beside it, where no enemy touches him, else behind.
pub(crate) fn with(look: Look<'_>, general: GeneralId, unit: UnitId) -> Pose {
    place(look, general, unit)
        .or_else(|| untouched(look, general, unit).next())
        .unwrap_or_else(|| behind(look, general, unit))
}

fn untouched(
    look: Look<'_>,
    general: GeneralId,
    unit: UnitId,
) -> impl Iterator<Item = Pose> + use<> {
    let enemies: Vec<Body> = look.enemies(unit).map(|enemy| look.body(enemy)).collect();
    let size = look.facts.general_size(general);
    places(look, general, unit).into_iter().filter(move |pose| {
        let body = Body::placed(*pose, &[Slot::single(size)]);
        !enemies.iter().any(|enemy| enemy.is_in_contact(&body))
    })
}

/// SfG 2.1, SfG-reading 77: where a general can stay: on no unit but his own and on no ground that bears nobody.
///
/// # Errors
/// Who stands there, or the ground.
pub(crate) fn may_rest(
    look: Look<'_>,
    general: &Body,
    with: Option<UnitId>,
) -> Result<(), Refusal> {
    let mut units = look.table.present().filter(|(id, _)| Some(*id) != with);
    if let Some((other, _)) = units.find(|(_, unit)| unit.body().overlaps(general)) {
        return refuse(Rule::SFG_2_1, format!("{} stands there", look.name(other)));
    }
    scenario::ground_bears(look, general, Rule::SFG_2_1)
}

fn places(look: Look<'_>, general: GeneralId, unit: UnitId) -> [Pose; 4] {
    let own = look.unit(unit);
    // On a road he keeps to the last base.
    let (frame, whole) = match own.chain.last() {
        Some(last) => (*last, own.slots.first().map(|slot| Slot::single(slot.size))),
        None => (own.pose, enclosing(&own.slots)),
    };
    let size = look.facts.general_size(general);
    let at = |right: i32, ahead: i32| {
        let place = frame.at(Local::half_ticks(right, ahead));
        onto_table(look.facts, Pose::new(place, frame.heading), size)
    };
    let Some(whole) = whole else {
        return [at(0, 0); 4];
    };
    let (middle, front) = (whole.front.right, whole.front.ahead);
    let aside = whole.size.frontage.0 + size.frontage.0;
    [
        at(middle, front - 2 * whole.size.depth.0),
        at(middle + aside, front),
        at(middle - aside, front),
        at(middle, front + 2 * size.depth.0),
    ]
}

/// The nearest place to another that touches no enemy and where he may rest.
fn nearby(look: Look<'_>, general: GeneralId, pose: Pose) -> Option<Pose> {
    let side = look.facts.general(general).side;
    let enemies: Vec<Body> = look
        .of_side(side.enemy())
        .map(|enemy| look.body(enemy))
        .collect();
    let friends: Vec<Body> = look.of_side(side).map(|friend| look.body(friend)).collect();
    let terrain = &look.facts.terrain;
    let closed = terrain
        .areas
        .iter()
        .filter(|area| area.class == GroundClass::Impassable);
    let barriers = enemies
        .iter()
        .map(|enemy| Barrier::body(enemy, Clearance::Within(Ticks::CONTACT)))
        .chain(
            friends
                .iter()
                .map(|friend| Barrier::body(friend, Clearance::SOLID)),
        )
        .chain(closed.map(|area| Barrier::area(&area.outline, Clearance::SOLID)))
        .chain(
            (!terrain.water.is_empty()).then(|| Barrier::parts(&terrain.water, Clearance::SOLID)),
        );
    let body = Body::placed(pose, &[Slot::single(look.facts.general_size(general))]);
    let shift = Field::new(table_of(look), barriers).nearest_free(&body, SEARCH)?;
    Some(pose.moved(shift))
}

/// A single base drawn back onto the table.
fn onto_table(facts: &Facts, pose: Pose, size: BaseSize) -> Pose {
    let bounds = Body::placed(pose, &[Slot::single(size)]).bounds();
    let (width, depth) = facts.terrain.size;
    let shift = |low: i32, high: i32, most: i32| {
        if low < 0 {
            -low
        } else if high > most {
            most - high
        } else {
            0
        }
    };
    pose.moved(Vector::new(
        shift(bounds.low.x(), bounds.high.x(), width.0),
        shift(bounds.low.y(), bounds.high.y(), depth.0),
    ))
}
