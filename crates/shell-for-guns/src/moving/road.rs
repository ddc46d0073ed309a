//! SfG 2.5-road, SfG-reading 80: which road a front stands on, and how far it bears a column.

use longroll_tabletop::{Body, Heading, Point, Polyline, Pose, Ticks, Turn, Vector};

use crate::facts::Formation;
use crate::look::Look;

/// How far a march is followed at once.
pub(super) const STEP: i32 = 250;
/// Half the width of a road.
pub(super) const ROADSIDE: Ticks = Ticks(300);
/// How far off the road's direction a front base may look and still be on the road: more is a turn, which costs half.
pub(super) const ALONG: i32 = 1500;

/// The road under a front, whether the front looks along its points, and how far off its direction.
pub(crate) fn under(look: Look<'_>, front: Pose) -> Option<(&Polyline, bool, Turn)> {
    look.facts
        .terrain
        .roads
        .iter()
        .filter_map(|road| {
            let foot = road.line.foot(front.front);
            if !foot.at.squared_distance(front.front).within(ROADSIDE) {
                return None;
            }
            let points = road.line.points();
            let along = Heading::of(points[foot.piece + 1] - points[foot.piece]);
            let off = front.heading.turn_to(along).size();
            let (off, forward) = if off <= 9000 {
                (off, true)
            } else {
                (18_000 - off, false)
            };
            Some((off, &road.line, forward))
        })
        .min_by_key(|(off, ..)| *off)
        .map(|(off, line, forward)| (line, forward, Turn(off)))
}

/// SfG-reading 80: how far a column or limbered guns go straight in a direction with all their bases on the road under
/// their front; nothing for whoever does not stand so.
pub(crate) fn along(
    look: Look<'_>,
    formation: Formation,
    body: &Body,
    direction: Heading,
    limit: Ticks,
) -> Ticks {
    if !matches!(formation, Formation::March | Formation::Limbered) {
        return Ticks::ZERO;
    }
    let Some(first) = body.bases().first() else {
        return Ticks::ZERO;
    };
    let [left, right] = first.front_edge();
    let front = Pose::new(first.front(), Heading::of((right - left).left()));
    let Some((line, _, Turn(..=ALONG))) = under(look, front) else {
        return Ticks::ZERO;
    };
    let on_it = |place: Point| line.foot(place).at.squared_distance(place).within(ROADSIDE);
    let stays = |length: i32| {
        let step = Vector::along(direction, Ticks(length));
        let mut bases = body.bases().iter();
        bases.all(|base| on_it(base.front() + step) && on_it(base.centre() + step))
    };
    if !stays(0) {
        return Ticks::ZERO;
    }
    let mut gone = 0;
    while gone < limit.0 {
        let next = (gone + STEP).min(limit.0);
        if !stays(next) {
            break;
        }
        gone = next;
    }
    let (mut low, mut high) = (gone, (gone + STEP).min(limit.0));
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if stays(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ticks(low)
}
