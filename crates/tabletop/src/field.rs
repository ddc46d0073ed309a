//! Moves against everything in the way: straight legs, turns, and places to rest.

use smallvec::SmallVec;

use crate::barrier::{Barrier, Clearance};
use crate::base::Convex;
use crate::body::Body;
use crate::bounds::Bounds;
use crate::heading::{Heading, Turn};
use crate::hull::Hull;
use crate::length::Ticks;
use crate::point::{Point, Vector};
use crate::pose::{Local, Pose, Slot};
use crate::table::Table;

/// The table and all that a move has to keep clear of.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    pub table: Table,
    pub barriers: Vec<Barrier<'a>>,
}

/// What stopped a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Obstruction {
    /// The mover would leave the table.
    TableEdge,
    /// The barrier with this number.
    Barrier(usize),
}

/// How far a move comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach<T> {
    /// The greatest legal value; none if even standing still is not legal.
    pub legal: Option<T>,
    /// What forbids one tick, or one hundredth of a degree, more; none if the whole move is legal.
    pub stopped_by: Option<Obstruction>,
}

/// A unit that turns: its pose and the slots of its bases.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    pub pose: Pose,
    pub slots: &'a [Slot],
}

/// About what a unit turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pivot {
    /// One of its own places, which stays fixed to the tick: a front corner, the middle of the front.
    Own(Local),
    /// A place of the table, such as a point of contact.
    Place(Point),
}

/// A turn sweeps the hulls of successive positions this many hundredths of a degree apart.
pub(crate) const TURN_STEP: i32 = 100;

/// Rounding shifts a swept shape by less than this against the exact leg, at each of two lengths compared.
const ROUNDING: Ticks = Ticks(2);

impl<'a> Mover<'a> {
    pub const fn new(pose: Pose, slots: &'a [Slot]) -> Mover<'a> {
        Mover { pose, slots }
    }

    pub fn body(&self) -> Body {
        Body::placed(self.pose, self.slots)
    }

    pub fn at(&self, pose: Pose) -> Mover<'a> {
        Mover { pose, ..*self }
    }

    pub fn turned(&self, pivot: Pivot, by: Turn) -> Mover<'a> {
        let pose = match pivot {
            Pivot::Own(local) => self.pose.turned_about(local, by),
            Pivot::Place(place) => self.pose.turned_about_point(place, by),
        };
        self.at(pose)
    }
}

/// The angles of the positions between which a turn sweeps: 0, 100, 200 ... and the whole turn.
pub(crate) fn turn_steps(by: Turn) -> impl Iterator<Item = (Turn, Turn)> {
    let (way, size) = (by.0.signum(), by.size());
    let steps = (size + TURN_STEP - 1) / TURN_STEP;
    (0..steps).map(move |step| {
        (
            Turn(way * step * TURN_STEP),
            Turn(way * ((step + 1) * TURN_STEP).min(size)),
        )
    })
}

impl<'a> Field<'a> {
    pub fn new(table: Table, barriers: impl IntoIterator<Item = Barrier<'a>>) -> Field<'a> {
        Field {
            table,
            barriers: barriers.into_iter().collect(),
        }
    }

    /// Whether a body may rest where it is.
    pub fn place(&self, body: &Body) -> Result<(), Obstruction> {
        self.check(body.bounds(), body.bases())
    }

    /// Whether a body shares an inside with a solid barrier, however little, that it did not share at the start.
    pub(crate) fn reaches_farther_into(&self, start: &Body, body: &Body) -> bool {
        let shares = |barrier: &Barrier<'_>, body: &Body| {
            let strict = Barrier::new(barrier.shape, Clearance::STRICT);
            body.bases().iter().any(|base| strict.is_breached_by(base))
        };
        let solid = |barrier: &&Barrier<'_>| matches!(barrier.clearance, Clearance::Overlap(_));
        self.barriers
            .iter()
            .filter(solid)
            .any(|barrier| shares(barrier, body) && !shares(barrier, start))
    }

    /// Whether a straight leg is legal: the hulls of start and end of each base keep every clearance and stay on the
    /// table.
    pub fn leg(
        &self,
        start: &Body,
        direction: Heading,
        distance: Ticks,
    ) -> Result<(), Obstruction> {
        self.shift(start, Vector::along(direction, distance))
    }

    /// Whether a straight move by whole ticks is legal.
    pub fn shift(&self, start: &Body, step: Vector) -> Result<(), Obstruction> {
        let bounds = start.bounds().joined(start.bounds().moved(step));
        if !self.on_table(bounds, start) {
            return Err(Obstruction::TableEdge);
        }
        let near = self.near(bounds);
        if near.is_empty() {
            return Ok(());
        }
        let sweeps: SmallVec<[Hull; 8]> = start
            .bases()
            .iter()
            .map(|base| Hull::of_both(base, &base.moved(step)))
            .collect();
        self.first_breach(&near, &sweeps)
    }

    /// Whether a turn is legal: the hulls of each base between successive positions keep every clearance and stay on
    /// the table.
    pub fn turn(&self, mover: Mover<'_>, pivot: Pivot, by: Turn) -> Result<(), Obstruction> {
        let mut last = mover.body();
        if by == Turn::NONE {
            return self.place(&last);
        }
        for (_, to) in turn_steps(by) {
            let next = mover.turned(pivot, to).body();
            self.step(&last, &next)?;
            last = next;
        }
        Ok(())
    }

    /// The widest legal part of a turn.
    pub fn widest_turn(&self, mover: Mover<'_>, pivot: Pivot, by: Turn) -> Reach<Turn> {
        let mut last = mover.body();
        if let Err(obstruction) = self.place(&last) {
            return Reach {
                legal: None,
                stopped_by: Some(obstruction),
            };
        }
        // Corners lie on whole ticks, so a hundredth inside a free step may graze just before the contact.
        let mut before: Option<(Body, Turn, Turn)> = None;
        for (from, to) in turn_steps(by) {
            let next = mover.turned(pivot, to).body();
            if self.step(&last, &next).is_err()
                && let Some(reach) = self.part_of_step(mover, pivot, &last, from, to)
            {
                let grazed = before
                    .and_then(|(body, from, to)| self.part_of_step(mover, pivot, &body, from, to));
                return grazed.unwrap_or(reach);
            }
            before = Some((last, from, to));
            last = next;
        }
        Reach {
            legal: Some(by),
            stopped_by: None,
        }
    }

    /// The last legal hundredth before the first illegal one inside a step.
    fn part_of_step(
        &self,
        mover: Mover<'_>,
        pivot: Pivot,
        last: &Body,
        from: Turn,
        to: Turn,
    ) -> Option<Reach<Turn>> {
        let way = (to.0 - from.0).signum();
        let mut legal = from;
        while legal != to {
            let next = Turn(legal.0 + way);
            if let Err(obstruction) = self.step(last, &mover.turned(pivot, next).body()) {
                return Some(Reach {
                    legal: Some(legal),
                    stopped_by: Some(obstruction),
                });
            }
            legal = next;
        }
        None
    }

    /// The sweep of each base from one body to the next.
    fn step(&self, last: &Body, next: &Body) -> Result<(), Obstruction> {
        let bounds = last.bounds().joined(next.bounds());
        if !self.on_table(bounds, last) {
            return Err(Obstruction::TableEdge);
        }
        let near = self.near(bounds);
        if near.is_empty() {
            return Ok(());
        }
        let sweeps: SmallVec<[Hull; 8]> = last
            .bases()
            .iter()
            .zip(next.bases())
            .map(|(from, to)| Hull::of_both(from, to))
            .collect();
        self.first_breach(&near, &sweeps)
    }

    fn on_table(&self, bounds: Bounds, body: &Body) -> bool {
        body.is_empty() || self.table.bounds().contains_box(bounds)
    }

    /// The barriers that something within these bounds could breach.
    pub(crate) fn near(&self, bounds: Bounds) -> SmallVec<[usize; 8]> {
        (0..self.barriers.len())
            .filter(|&i| self.barriers[i].is_near(bounds))
            .collect()
    }

    fn first_breach(&self, near: &[usize], shapes: &[impl Convex]) -> Result<(), Obstruction> {
        for &i in near {
            if shapes
                .iter()
                .any(|shape| self.barriers[i].is_breached_by(shape))
            {
                return Err(Obstruction::Barrier(i));
            }
        }
        Ok(())
    }

    fn check(&self, bounds: Bounds, bases: &[impl Convex]) -> Result<(), Obstruction> {
        if !bases.is_empty() && !self.table.bounds().contains_box(bounds) {
            return Err(Obstruction::TableEdge);
        }
        self.first_breach(&self.near(bounds), bases)
    }

    /// The longest legal part of a straight leg: the greatest whole number of ticks such that the leg is legal there
    /// and everywhere before.
    pub fn longest_leg(&self, start: &Body, direction: Heading, limit: Ticks) -> Reach<Ticks> {
        if let Err(obstruction) = self.place(start) {
            return Reach {
                legal: None,
                stopped_by: Some(obstruction),
            };
        }
        let mut reach = Reach {
            legal: Some(limit),
            stopped_by: None,
        };
        if limit <= Ticks::ZERO {
            reach.legal = Some(Ticks::ZERO);
            return reach;
        }
        let mut longest = self.longest_on_table(start, direction, limit);
        if longest < limit {
            reach.stopped_by = Some(Obstruction::TableEdge);
        }
        let sweep = |distance: Ticks| {
            start
                .bounds()
                .joined(start.bounds().moved(Vector::along(direction, distance)))
        };
        for i in self.near(sweep(longest)) {
            let barrier = &self.barriers[i];
            let reach_of = barrier.clearance.widened(ROUNDING).reach();
            for base in start.bases() {
                for part in barrier.convex_parts() {
                    let step = Vector::along(direction, longest);
                    let swept = base.bounds().joined(base.bounds().moved(step));
                    if swept.squared_gap(Bounds::of(part)) > reach_of {
                        continue;
                    }
                    let first = first_breach_of_leg(
                        base,
                        direction,
                        longest,
                        |corners| barrier.clearance.is_breached(corners, part),
                        |corners| {
                            barrier
                                .clearance
                                .widened(ROUNDING)
                                .is_breached(corners, part)
                        },
                    );
                    if let Some(first) = first {
                        longest = first - Ticks(1);
                        reach.stopped_by = Some(Obstruction::Barrier(i));
                    }
                }
            }
        }
        reach.legal = Some(longest);
        reach
    }

    /// Along one direction each coordinate only grows or only shrinks, so the table ends the leg once and for all.
    fn longest_on_table(&self, start: &Body, direction: Heading, limit: Ticks) -> Ticks {
        let stays = |distance: i32| {
            let step = Vector::along(direction, Ticks(distance));
            self.on_table(start.bounds().moved(step), start)
        };
        Ticks(last_true(0, limit.0, stays))
    }
}

/// The last number from `low` (known to hold) to `high` at which a condition that ends once still holds.
pub(crate) fn last_true(low: i32, high: i32, holds: impl Fn(i32) -> bool) -> i32 {
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The least distance from 1 to `limit` at which the sweep of a base breaches.
///
/// Without rounding the sweep of a longer leg holds that of a shorter one. Rounding shifts its far end by up to 0.71
/// ticks, so: if a sweep keeps a clearance that is 2 ticks wider, every shorter one keeps the clearance itself. Halving
/// finds such a length; from there on every tick is tried.
fn first_breach_of_leg(
    base: &impl Convex,
    direction: Heading,
    limit: Ticks,
    is_breached: impl Fn(&[Point]) -> bool,
    is_nearly_breached: impl Fn(&[Point]) -> bool,
) -> Option<Ticks> {
    let sweep = |distance: i32| {
        let step = Vector::along(direction, Ticks(distance));
        Hull::of(
            base.corners()
                .iter()
                .flat_map(|&corner| [corner, corner + step]),
        )
    };
    let safe = |distance: i32| !is_nearly_breached(sweep(distance).corners());
    if safe(limit.0) {
        return None;
    }
    let clear = last_true(0, limit.0, safe);
    (clear + 1..=limit.0)
        .find(|&distance| is_breached(sweep(distance).corners()))
        .map(Ticks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::Clearance;
    use crate::pose::{BaseSize, ranks};

    const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));

    fn table() -> Table {
        Table::new(Ticks::units(36), Ticks::units(24)).expect("a table")
    }

    fn line(x: i32, y: i32, degrees: i32, bases: usize) -> Body {
        Body::placed(
            Pose::new(Point::new(x, y), Heading::degrees(degrees)),
            &ranks(&[bases], FOOT),
        )
    }

    #[test]
    fn a_leg_ends_before_contact() {
        let enemy = line(10_000, 14_000, 180, 4);
        let field = Field::new(table(), [Barrier::body(&enemy, Clearance::NO_CONTACT)]);
        let start = line(10_000, 10_000, 0, 4);
        assert_eq!(field.leg(&start, Heading::NORTH, Ticks(3989)), Ok(()));
        assert_eq!(
            field.leg(&start, Heading::NORTH, Ticks(3990)),
            Err(Obstruction::Barrier(0))
        );
        assert_eq!(
            field.longest_leg(&start, Heading::NORTH, Ticks(6000)),
            Reach {
                legal: Some(Ticks(3989)),
                stopped_by: Some(Obstruction::Barrier(0))
            }
        );
        assert_eq!(
            field.longest_leg(&start, Heading::NORTH, Ticks(3000)),
            Reach {
                legal: Some(Ticks(3000)),
                stopped_by: None
            }
        );
    }

    #[test]
    fn a_sweep_does_not_jump_over_what_stands_between() {
        let friend = line(10_000, 12_000, 90, 1);
        let field = Field::new(table(), [Barrier::body(&friend, Clearance::SOLID)]);
        let start = line(10_000, 10_000, 0, 4);
        assert!(field.place(&start.moved(Vector::new(0, 4000))).is_ok());
        assert!(field.leg(&start, Heading::NORTH, Ticks(4000)).is_err());
        // The friend's southern edge is 400 south of the middle of its front; 10 ticks of overlap are forgiven.
        let reach = field.longest_leg(&start, Heading::NORTH, Ticks(4000));
        assert_eq!(reach.legal, Some(Ticks(1610)));
    }

    #[test]
    fn the_table_ends_a_leg() {
        let field = Field::new(table(), []);
        let start = line(10_000, 23_000, 0, 4);
        let reach = field.longest_leg(&start, Heading::NORTH, Ticks(4000));
        assert_eq!(reach.legal, Some(Ticks(1000)));
        assert_eq!(reach.stopped_by, Some(Obstruction::TableEdge));
        assert_eq!(
            field.leg(&start, Heading::NORTH, Ticks(1001)),
            Err(Obstruction::TableEdge)
        );
    }

    #[test]
    fn nobody_sets_out_from_a_forbidden_place() {
        let enemy = line(10_000, 10_000, 180, 4);
        let field = Field::new(table(), [Barrier::body(&enemy, Clearance::NO_CONTACT)]);
        let start = line(10_000, 10_000, 0, 4);
        let reach = field.longest_leg(&start, Heading::SOUTH, Ticks(4000));
        assert_eq!(reach.legal, None);
        assert_eq!(reach.stopped_by, Some(Obstruction::Barrier(0)));
    }

    #[test]
    fn a_wheel_stops_at_the_first_hundredth_that_overlaps() {
        let slots = ranks(&[4], FOOT);
        let mover = Mover::new(
            Pose::new(Point::new(10_000, 10_000), Heading::NORTH),
            &slots,
        );
        let friend = line(11_600, 11_400, 0, 1);
        let field = Field::new(table(), [Barrier::body(&friend, Clearance::SOLID)]);
        let pivot = Pivot::Own(slots[0].front_left());
        let reach = field.widest_turn(mover, pivot, Turn(-9000));
        let legal = reach.legal.expect("it stands free");
        assert_eq!(reach.stopped_by, Some(Obstruction::Barrier(0)));
        assert!(legal.0 < 0 && legal.0 > -9000);
        assert!(field.turn(mover, pivot, legal).is_ok());
        assert!(field.turn(mover, pivot, Turn(legal.0 - 1)).is_err());
        // The far corner reaches the friend's southern edge (11000) at asin(1000 / 3200) = 18.21 degrees.
        assert!((-1860..=-1821).contains(&legal.0), "{legal:?}");
        assert!(field.turn(mover, pivot, Turn(2000)).is_ok());
    }

    #[test]
    fn a_turn_may_not_leave_the_table() {
        let slots = ranks(&[4], FOOT);
        let mover = Mover::new(
            Pose::new(Point::new(10_000, 22_000), Heading::NORTH),
            &slots,
        );
        let field = Field::new(table(), []);
        let pivot = Pivot::Own(slots[0].front_left());
        let reach = field.widest_turn(mover, pivot, Turn(-9000));
        assert_eq!(reach.stopped_by, Some(Obstruction::TableEdge));
        assert_eq!(
            field.turn(mover, pivot, Turn(-9000)),
            Err(Obstruction::TableEdge)
        );
        assert_eq!(
            turn_steps(Turn(-250)).last(),
            Some((Turn(-200), Turn(-250)))
        );
        assert_eq!(turn_steps(Turn(100)).count(), 1);
    }
}
