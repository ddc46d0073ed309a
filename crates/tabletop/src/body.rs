//! A unit on the table: its bases together.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::base::{Base, Convex};
use crate::bounds::Bounds;
use crate::exact::SquaredDistance;
use crate::length::Ticks;
use crate::nearest::{Nearest, distance_of, nearest, overlap_of};
use crate::point::{Point, Vector};
use crate::pose::{Pose, Slot};

/// The bases of a unit where they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Base>", into = "Vec<Base>")]
pub struct Body {
    bases: SmallVec<[Base; 8]>,
    bounds: Bounds,
}

impl Body {
    pub fn new(bases: impl IntoIterator<Item = Base>) -> Body {
        let bases: SmallVec<[Base; 8]> = bases.into_iter().collect();
        let bounds = bases
            .iter()
            .map(Convex::bounds)
            .reduce(Bounds::joined)
            .unwrap_or_else(|| Bounds::of(&[]));
        Body { bases, bounds }
    }

    /// The bases of a formation at a pose.
    pub fn placed(pose: Pose, slots: &[Slot]) -> Body {
        Body::new(slots.iter().map(|slot| slot.placed(pose)))
    }

    pub fn bases(&self) -> &[Base] {
        &self.bases
    }

    pub fn is_empty(&self) -> bool {
        self.bases.is_empty()
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub fn moved(&self, step: Vector) -> Body {
        Body {
            bases: self.bases.iter().map(|base| base.moved(step)).collect(),
            bounds: self.bounds.moved(step),
        }
    }

    /// The least distance of two bases, squared. None if a body has no base.
    pub fn squared_distance(&self, other: &Body) -> Option<SquaredDistance> {
        self.nearest_pair(other).map(|(_, _, square)| square)
    }

    /// The two nearest bases by number and their squared distance; ties to the smaller numbers.
    pub fn nearest_pair(&self, other: &Body) -> Option<(usize, usize, SquaredDistance)> {
        // The pair whose boxes are nearest is measured first: it rules out most of the others by their boxes alone.
        let boxes = |body: &Body| -> SmallVec<[Bounds; 8]> {
            body.bases.iter().map(Convex::bounds).collect()
        };
        let (mine, theirs) = (boxes(self), boxes(other));
        let pairs = || (0..mine.len()).flat_map(|i| (0..theirs.len()).map(move |j| (i, j)));
        let gap = |(i, j): (usize, usize)| mine[i].squared_gap(theirs[j]);
        let measure =
            |(i, j): (usize, usize)| distance_of(self.bases[i].corners(), other.bases[j].corners());
        let first = pairs().min_by_key(|&pair| gap(pair))?;
        let mut best = (measure(first), first);
        for pair in pairs().filter(|&pair| pair != first) {
            let least = best.0.ratio();
            if i128::from(gap(pair)) * least.denominator() <= least.numerator() {
                best = best.min((measure(pair), pair));
            }
        }
        let (square, (i, j)) = best;
        Some((i, j, square))
    }

    /// The nearest places of two bodies that are apart.
    pub fn nearest(&self, other: &Body) -> Option<Nearest> {
        let (i, j, _) = self.nearest_pair(other)?;
        nearest(&self.bases[i], &other.bases[j])
    }

    /// The distance to a place or another shape, squared. None without a base.
    pub fn squared_distance_to(&self, shape: &impl Convex) -> Option<SquaredDistance> {
        self.bases
            .iter()
            .map(|base| distance_of(base.corners(), shape.corners()))
            .min()
    }

    /// Whether some base is within `limit` of some base of the other; the limit is included.
    pub fn is_within(&self, other: &Body, limit: Ticks) -> bool {
        let reach = i64::from(limit.0).pow(2);
        limit.0 >= 0
            && self.bounds.squared_gap(other.bounds) <= reach
            && self.bases.iter().any(|mine| {
                let bounds = mine.bounds();
                other.bases.iter().any(|theirs| {
                    bounds.squared_gap(theirs.bounds()) <= reach
                        && distance_of(mine.corners(), theirs.corners()).within(limit)
                })
            })
    }

    pub fn is_in_contact(&self, other: &Body) -> bool {
        self.is_within(other, Ticks::CONTACT)
    }

    /// The pairs of bases in contact, by number.
    pub fn contacts<'a>(&'a self, other: &'a Body) -> impl Iterator<Item = (usize, usize)> + 'a {
        let near = |a: &Base, b: &Base| distance_of(a.corners(), b.corners()).is_contact();
        self.bases.iter().enumerate().flat_map(move |(i, mine)| {
            other
                .bases
                .iter()
                .enumerate()
                .filter(move |(_, theirs)| near(mine, theirs))
                .map(move |(j, _)| (i, j))
        })
    }

    /// Whether two bases reach into each other by more than `tolerance`.
    pub fn overlaps_by_more(&self, other: &Body, tolerance: Ticks) -> bool {
        self.bounds.meets(other.bounds)
            && self.bases.iter().any(|mine| {
                let bounds = mine.bounds();
                other.bases.iter().any(|theirs| {
                    bounds.meets(theirs.bounds())
                        && overlap_of(mine.corners(), theirs.corners(), tolerance)
                })
            })
    }

    /// Overlap as the rules mean it: more than 10 ticks.
    pub fn overlaps(&self, other: &Body) -> bool {
        self.overlaps_by_more(other, Ticks::CONTACT)
    }

    /// Whether a place lies on a base, borders included.
    pub fn holds(&self, place: Point) -> bool {
        self.bases
            .iter()
            .any(|base| crate::nearest::holds(base, place))
    }
}

impl From<Vec<Base>> for Body {
    fn from(bases: Vec<Base>) -> Body {
        Body::new(bases)
    }
}

impl From<Body> for Vec<Base> {
    fn from(body: Body) -> Vec<Base> {
        body.bases.into_vec()
    }
}

/// The middle of the rectangle, along the axes of the unit, that encloses its slots: the centre of the unit.
pub fn centre(pose: Pose, slots: &[Slot]) -> Point {
    pose.at(local_centre(slots))
}

/// The rectangle that encloses the slots as one slot: its frontage and depth are those of the formation.
pub fn enclosing(slots: &[Slot]) -> Option<Slot> {
    let left = slots.iter().map(|s| s.front_left().right).min()?;
    let right = slots.iter().map(|s| s.front_right().right).max()?;
    let front = slots.iter().map(|s| s.front_left().ahead).max()?;
    let rear = slots.iter().map(|s| s.rear_left().ahead).min()?;
    Some(Slot::new(
        crate::pose::Local::half_ticks((left + right) / 2, front),
        crate::pose::BaseSize::new(Ticks((right - left) / 2), Ticks((front - rear) / 2)),
    ))
}

fn local_centre(slots: &[Slot]) -> crate::pose::Local {
    enclosing(slots).map_or(crate::pose::Local::FRONT, Slot::centre)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::pose::{BaseSize, ranks};

    const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));

    fn line(x: i32, y: i32, heading: i32, bases: usize) -> Body {
        Body::placed(
            Pose::new(Point::new(x, y), Heading::degrees(heading)),
            &ranks(&[bases], FOOT),
        )
    }

    #[test]
    fn a_body_that_was_written_down_reads_back() {
        let body = line(5000, 5000, 30, 3);
        let text = serde_json::to_string(&body).expect("plain");
        assert_eq!(serde_json::from_str::<Body>(&text).expect("its own"), body);
    }

    #[test]
    fn two_lines_face_to_face() {
        let south = line(10_000, 10_000, 0, 8);
        let north = line(10_000, 14_000, 180, 6);
        assert_eq!(
            south.squared_distance(&north),
            Some(SquaredDistance::of(Ticks(4000)))
        );
        assert!(south.is_within(&north, Ticks(4000)));
        assert!(!south.is_within(&north, Ticks(3999)));
    }

    #[test]
    fn of_pairs_equally_near_the_one_with_the_smallest_numbers_is_named() {
        for heading in (0..360).step_by(15) {
            let mine = line(10_000, 10_000, heading, 5);
            for (x, y, other) in [
                (10_000, 12_000, heading + 180),
                (11_000, 8000, heading),
                (7000, 7000, 45),
                (10_000, 10_000, heading + 180),
            ] {
                let theirs = line(x, y, other, 4);
                let all = mine.bases().iter().enumerate().flat_map(|(i, own)| {
                    let each = theirs.bases().iter().enumerate();
                    each.map(move |(j, base)| (distance_of(own.corners(), base.corners()), i, j))
                });
                let wanted = all.min().map(|(square, i, j)| (i, j, square));
                assert_eq!(mine.nearest_pair(&theirs), wanted, "{heading} {x} {y}");
            }
        }
    }

    #[test]
    fn a_longer_line_fights_with_two_bases_more_than_it_faces() {
        let long = line(10_000, 10_000, 0, 8);
        let short = line(10_000, 10_000, 180, 4);
        let mut fighting: Vec<_> = long.contacts(&short).map(|(mine, _)| mine).collect();
        fighting.dedup();
        assert_eq!(fighting, [1, 2, 3, 4, 5, 6]);
        assert!(!long.overlaps(&short));
        assert!(long.is_in_contact(&short));
    }

    #[test]
    fn ten_ticks_apart_is_still_contact() {
        let south = line(10_000, 10_000, 0, 2);
        let pairs = |y: i32| south.contacts(&line(10_000, y, 180, 1)).count();
        assert_eq!((pairs(10_010), pairs(10_011)), (2, 0));
    }

    #[test]
    fn footprints_and_centres() {
        let size = |counts: &[usize]| enclosing(&ranks(counts, FOOT)).map(|slot| slot.size);
        let expect = |w, d| Some(BaseSize::new(Ticks(w), Ticks(d)));
        assert_eq!(size(&[8]), expect(6400, 400));
        assert_eq!(size(&[4, 4]), expect(3200, 800));
        assert_eq!(size(&[2, 2, 2, 2]), expect(1600, 1600));
        assert_eq!(size(&[1; 8]), expect(800, 3200));
        let pose = Pose::new(Point::new(0, 0), Heading::EAST);
        assert_eq!(centre(pose, &ranks(&[2, 2], FOOT)), Point::new(-400, 0));
    }

    #[test]
    fn a_body_holds_its_border_and_nothing_beyond() {
        let body = line(0, 0, 0, 2);
        for (x, y, held) in [
            (0, 0, true),
            (800, -400, true),
            (-800, -200, true),
            (801, -200, false),
            (0, 1, false),
            (0, -401, false),
        ] {
            assert_eq!(body.holds(Point::new(x, y)), held, "{x} {y}");
        }
    }

    #[test]
    fn the_nearest_places_of_two_bodies_lie_on_their_nearest_bases() {
        // The front of one is 600 ticks below the rear of the other; only their ends lie over each other.
        let (own, other) = (line(0, 0, 0, 2), line(1200, 1000, 0, 2));
        let near = own.nearest(&other).expect("both have bases");
        assert_eq!(near.square, crate::exact::SquaredDistance::of(Ticks(600)));
        assert_eq!(near.on_first.rounded().y(), 0);
        assert_eq!(near.on_second.rounded().y(), 600);
        // Every base of two lines face to face is as near: the first of each is named.
        let opposite = line(0, 600, 180, 2);
        let pair = own.nearest_pair(&opposite).expect("both have bases");
        assert_eq!((pair.0, pair.1), (0, 0));
    }
}
