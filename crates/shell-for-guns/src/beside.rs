//! SfG-reading 34: where a general is put who goes with his unit, or who is touched by an enemy or in the way.

use longroll_tabletop::{
    Barrier, BaseSize, Body, Clearance, Field, Local, Pose, Slot, Ticks, Vector, enclosing,
};

use crate::facts::{Facts, GeneralId, UnitId};
use crate::fighting::forced::table_of;
use crate::look::Look;

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
pub(crate) fn behind(look: Look<'_>, general: GeneralId, unit: UnitId) -> Pose {
    places(look, general, unit)[0]
}

/// Behind a unit, at its right, at its left, before it: the first of these where no enemy touches him.
pub(crate) fn place(look: Look<'_>, general: GeneralId, unit: UnitId) -> Option<Pose> {
    let enemies: Vec<Body> = look.enemies(unit).map(|enemy| look.body(enemy)).collect();
    let size = look.facts.general_size(general);
    places(look, general, unit).into_iter().find(|pose| {
        let body = Body::placed(*pose, &[Slot::single(size)]);
        !enemies.iter().any(|enemy| enemy.is_in_contact(&body))
    })
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

/// The nearest place to another that touches no enemy.
fn nearby(look: Look<'_>, general: GeneralId, pose: Pose) -> Option<Pose> {
    let side = look.facts.general(general).side;
    let enemies: Vec<Body> = look
        .of_side(side.enemy())
        .map(|enemy| look.body(enemy))
        .collect();
    let barriers = enemies
        .iter()
        .map(|enemy| Barrier::body(enemy, Clearance::Within(Ticks::CONTACT)));
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
