//! Places to rest: the first free one along a direction, and the nearest free one of all.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use crate::barrier::Clearance;
use crate::base::Convex;
use crate::body::Body;
use crate::bounds::Bounds;
use crate::field::{Field, last_true};
use crate::heading::Heading;
use crate::length::Ticks;
use crate::point::{Point, Vector};

/// Rounding shifts a base by less than this against the exact place on a leg, at each of two lengths compared.
const ROUNDING: Ticks = Ticks(2);

/// A base of the mover against a convex part of a barrier.
struct Pair<'a> {
    base: &'a [Point],
    part: &'a [Point],
    clearance: Clearance,
}

impl Pair<'_> {
    fn is_breached(&self, clearance: Clearance, step: Vector) -> bool {
        let moved: SmallVec<[Point; 8]> = self.base.iter().map(|&corner| corner + step).collect();
        clearance.is_breached(&moved, self.part)
    }
}

impl Field<'_> {
    fn pairs<'b>(&'b self, body: &'b Body, sweep: Bounds) -> Vec<Pair<'b>> {
        let mut pairs = Vec::new();
        for i in self.near(sweep) {
            let barrier = &self.barriers[i];
            let reach = barrier.clearance.reach();
            for part in barrier.convex_parts() {
                let bounds = Bounds::of(part);
                for base in body.bases() {
                    // The sweep of the body, drawn in to that of the base.
                    let own = base.bounds();
                    let swept = Bounds {
                        low: own.low + (sweep.low - body.bounds().low),
                        high: own.high + (sweep.high - body.bounds().high),
                    };
                    if swept.squared_gap(bounds) <= reach {
                        pairs.push(Pair {
                            base: base.corners(),
                            part,
                            clearance: barrier.clearance,
                        });
                    }
                }
            }
        }
        pairs
    }

    /// The first free place along a direction, from a distance on: the least number of ticks from `from` to `limit` at
    /// which the body, moved so far, keeps every clearance and lies on the table. What lies on the way does not matter.
    ///
    /// Along a line the lengths at which two convex shapes breach a clearance make one stretch. Where the breach is
    /// deep at both ends of a stretch, rounding cannot open a place between; the rest is tried tick by tick.
    pub fn first_free(
        &self,
        body: &Body,
        direction: Heading,
        from: Ticks,
        limit: Ticks,
    ) -> Option<Ticks> {
        let step = |distance: i32| Vector::along(direction, Ticks(distance));
        let sweep = body
            .bounds()
            .moved(step(from.0))
            .joined(body.bounds().moved(step(limit.0)));
        let pairs = self.pairs(body, sweep);
        let mut distance = from.0;
        'tries: while distance <= limit.0 {
            if !body.is_empty()
                && !self
                    .table
                    .bounds()
                    .contains_box(body.bounds().moved(step(distance)))
            {
                distance += 1;
                continue;
            }
            for pair in &pairs {
                if !pair.is_breached(pair.clearance, step(distance)) {
                    continue;
                }
                let deep = pair.clearance.narrowed(ROUNDING);
                let is_deep = |at: i32| pair.is_breached(deep, step(at));
                if is_deep(distance) {
                    distance = last_true(distance, limit.0, is_deep);
                }
                distance += 1;
                continue 'tries;
            }
            return Some(Ticks(distance));
        }
        None
    }

    /// The smallest shift, in any direction, after which the body keeps every clearance and lies on the table; at most
    /// `reach` long. Ties to the smaller x, then the smaller y.
    ///
    /// The shifts that breach one clearance make a convex region, so a box of shifts whose four corners all breach the
    /// same one holds no free shift. The boxes are searched nearest first and quartered until a free shift comes up.
    pub fn nearest_free(&self, body: &Body, reach: Ticks) -> Option<Vector> {
        let around = Vector::new(reach.0, reach.0);
        let sweep = body
            .bounds()
            .moved(-around)
            .joined(body.bounds().moved(around));
        let pairs = self.pairs(body, sweep);
        let longest = i64::from(reach.0).pow(2);
        let mut open: BinaryHeap<Reverse<Box>> = BinaryHeap::new();
        let whole = Box::new(-reach.0, -reach.0, reach.0, reach.0);
        open.push(Reverse(whole));
        while let Some(Reverse(shifts)) = open.pop() {
            if shifts.nearest > longest {
                return None;
            }
            if self.is_closed(&shifts, body, &pairs) {
                continue;
            }
            if shifts.is_single() {
                return Some(Vector::new(shifts.low_x, shifts.low_y));
            }
            open.extend(shifts.quarters().map(Reverse));
        }
        None
    }

    /// Whether no shift of a box can be free for one and the same reason.
    fn is_closed(&self, shifts: &Box, body: &Body, pairs: &[Pair<'_>]) -> bool {
        let (table, bounds) = (self.table.bounds(), body.bounds());
        let off = !body.is_empty()
            && (bounds.low.x() + shifts.high_x < table.low.x()
                || bounds.low.y() + shifts.high_y < table.low.y()
                || bounds.high.x() + shifts.low_x > table.high.x()
                || bounds.high.y() + shifts.low_y > table.high.y());
        off || pairs.iter().any(|pair| {
            shifts
                .corners()
                .iter()
                .all(|&corner| pair.is_breached(pair.clearance, corner))
        })
    }
}

/// A box of whole shifts, ordered by how near the nearest of them is; larger boxes first, so that a single shift comes
/// up only when no box can hold a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Box {
    nearest: i64,
    single: bool,
    low_x: i32,
    low_y: i32,
    high_x: i32,
    high_y: i32,
}

impl Box {
    fn new(low_x: i32, low_y: i32, high_x: i32, high_y: i32) -> Box {
        let near = |low: i32, high: i32| i64::from(0.clamp(low, high)).pow(2);
        Box {
            nearest: near(low_x, high_x) + near(low_y, high_y),
            single: low_x == high_x && low_y == high_y,
            low_x,
            low_y,
            high_x,
            high_y,
        }
    }

    const fn is_single(&self) -> bool {
        self.single
    }

    fn corners(&self) -> [Vector; 4] {
        [
            Vector::new(self.low_x, self.low_y),
            Vector::new(self.high_x, self.low_y),
            Vector::new(self.high_x, self.high_y),
            Vector::new(self.low_x, self.high_y),
        ]
    }

    /// Up to four boxes that share no shift and together hold all of them.
    fn quarters(self) -> impl Iterator<Item = Box> {
        let halves = |low: i32, high: i32| {
            let middle = low + (high - low) / 2;
            [(low, middle), (middle + 1, high)]
        };
        halves(self.low_x, self.high_x)
            .into_iter()
            .flat_map(move |(low_x, high_x)| {
                halves(self.low_y, self.high_y)
                    .into_iter()
                    .map(move |(low_y, high_y)| (low_x, low_y, high_x, high_y))
            })
            .filter(|&(low_x, low_y, high_x, high_y)| low_x <= high_x && low_y <= high_y)
            .map(|(low_x, low_y, high_x, high_y)| Box::new(low_x, low_y, high_x, high_y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::Barrier;
    use crate::pose::{BaseSize, Pose, ranks};
    use crate::table::Table;

    const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));

    fn line(x: i32, y: i32, degrees: i32, bases: usize) -> Body {
        Body::placed(
            Pose::new(Point::new(x, y), Heading::degrees(degrees)),
            &ranks(&[bases], FOOT),
        )
    }

    fn table() -> Table {
        Table::new(Ticks::units(36), Ticks::units(24)).expect("a table")
    }

    #[test]
    fn a_unit_pushed_onto_friends_goes_on_behind_them() {
        let friend = line(10_000, 9000, 0, 4);
        let field = Field::new(table(), [Barrier::body(&friend, Clearance::STRICT)]);
        let pushed = line(10_000, 10_000, 0, 4);
        // From y 10000 back by 600: its rear is at 9000, which is free; by 601 it is not until it has passed them.
        let free = |from| field.first_free(&pushed, Heading::SOUTH, Ticks(from), Ticks(5000));
        assert_eq!(free(600), Some(Ticks(600)));
        assert_eq!(free(601), Some(Ticks(1400)));
        assert_eq!(free(1200), Some(Ticks(1400)));
        assert_eq!(
            field.first_free(&pushed, Heading::SOUTH, Ticks(601), Ticks(1399)),
            None
        );
    }

    #[test]
    fn the_first_free_place_agrees_with_trying_every_tick() {
        let friends = [line(10_300, 9000, 17, 4), line(9200, 7900, 320, 3)];
        let field = Field::new(
            table(),
            friends.iter().map(|f| Barrier::body(f, Clearance::STRICT)),
        );
        let pushed = line(10_000, 10_000, 0, 4);
        for hundredths in [17_000, 18_000, 18_300, 19_999] {
            let way = Heading::new(hundredths);
            for from in (0..3000).step_by(250) {
                let tried = (from..=4000).find(|&d| {
                    field
                        .place(&pushed.moved(Vector::along(way, Ticks(d))))
                        .is_ok()
                });
                assert_eq!(
                    field.first_free(&pushed, way, Ticks(from), Ticks(4000)),
                    tried.map(Ticks)
                );
            }
        }
    }

    #[test]
    fn beside_an_edge_of_the_table_there_is_still_a_place() {
        for (x, y) in [
            (2000, 12_000),
            (34_000, 12_000),
            (18_000, 1000),
            (18_000, 23_500),
        ] {
            let friend = line(x, y, 0, 4);
            let field = Field::new(table(), [Barrier::body(&friend, Clearance::STRICT)]);
            let shift = field.nearest_free(&friend, Ticks(3000)).expect("a place");
            assert!(field.place(&friend.moved(shift)).is_ok());
            assert_eq!((shift.x, shift.y.abs()), (0, 400), "at {x} {y}");
        }
    }

    #[test]
    fn the_table_edge_is_no_free_place() {
        let field = Field::new(table(), []);
        let near = line(10_000, 1000, 0, 4);
        assert_eq!(
            field.first_free(&near, Heading::SOUTH, Ticks(600), Ticks(900)),
            Some(Ticks(600))
        );
        assert_eq!(
            field.first_free(&near, Heading::SOUTH, Ticks(601), Ticks(900)),
            None
        );
    }

    #[test]
    fn the_smallest_shift_that_fits() {
        let friend = line(10_000, 10_000, 0, 4);
        let field = Field::new(table(), [Barrier::body(&friend, Clearance::STRICT)]);
        // 150 deep in front of them, 250 deep from behind: 150 ahead is the smaller way out.
        let here = line(10_000, 10_250, 0, 4);
        assert_eq!(
            field.nearest_free(&here, Ticks(2000)),
            Some(Vector::new(0, 150))
        );
        assert_eq!(field.nearest_free(&here, Ticks(149)), None);
        assert_eq!(
            field.nearest_free(&friend, Ticks(2000)),
            Some(Vector::new(0, -400))
        );
        assert_eq!(
            field.nearest_free(&line(20_000, 10_000, 0, 4), Ticks(10)),
            Some(Vector::ZERO)
        );
    }

    #[test]
    fn no_smaller_shift_is_free() {
        let friends = [line(10_300, 10_100, 17, 2), line(9200, 9900, 320, 2)];
        let field = Field::new(
            table(),
            friends.iter().map(|f| Barrier::body(f, Clearance::STRICT)),
        );
        let here = line(10_000, 10_000, 5, 2);
        let best = field
            .nearest_free(&here, Ticks(3000))
            .expect("there is room");
        assert!(field.place(&here.moved(best)).is_ok());
        let square = best.squared_length();
        // Every shift on circles a little smaller, and a coarse net inside.
        for hundredths in (0..36_000).step_by(20) {
            for length in [1.0_f64, 0.999, 0.99, 0.95, 0.7, 0.4] {
                let length = Ticks(((square as f64).sqrt() * length) as i32 - 1);
                let step = Vector::along(Heading::new(hundredths), length);
                assert!(
                    step.squared_length() >= square || field.place(&here.moved(step)).is_err(),
                    "{step:?} is free and shorter than {best:?}"
                );
            }
        }
    }

    #[test]
    fn the_table_holds_a_shift_back() {
        let field = Field::new(table(), []);
        // Four bases are 3200 wide and 400 deep; each of them lies 100 beyond one edge.
        for (x, y, back) in [
            (10_000, 300, (0, 100)),
            (10_000, 24_100, (0, -100)),
            (1500, 12_000, (100, 0)),
            (34_500, 12_000, (-100, 0)),
        ] {
            assert_eq!(
                field.nearest_free(&line(x, y, 0, 4), Ticks(500)),
                Some(Vector::new(back.0, back.1)),
                "at {x} {y}"
            );
        }
    }
}
