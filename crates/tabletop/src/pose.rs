//! Where a unit stands, and the places of its bases.

use serde::{Deserialize, Serialize};

use crate::base::Base;
use crate::heading::{Heading, Turn};
use crate::length::Ticks;
use crate::point::{Point, Vector, narrow, round_shift};

/// The place of a unit: the middle of its front edge, and its heading.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Pose {
    pub front: Point,
    pub heading: Heading,
}

/// A place seen from a pose, in half ticks, so that the middle of an odd base has a number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Local {
    /// Half ticks to the right of the middle of the front.
    pub right: i32,
    /// Half ticks ahead of the front edge; negative inside the unit.
    pub ahead: i32,
}

impl Local {
    pub const FRONT: Local = Local { right: 0, ahead: 0 };

    pub const fn half_ticks(right: i32, ahead: i32) -> Local {
        Local { right, ahead }
    }

    pub const fn ticks(right: Ticks, ahead: Ticks) -> Local {
        Local {
            right: right.0.saturating_mul(2),
            ahead: ahead.0.saturating_mul(2),
        }
    }
}

/// Frontage and depth of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BaseSize {
    pub frontage: Ticks,
    pub depth: Ticks,
}

/// The place of one base in a formation: the middle of its front edge seen from the pose, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Slot {
    pub front: Local,
    pub size: BaseSize,
}

impl Pose {
    pub const fn new(front: Point, heading: Heading) -> Pose {
        Pose { front, heading }
    }

    /// The displacement from the front to a local place, each coordinate rounded half away from zero.
    ///
    /// The displacement is rounded, not the place: so a unit moved by whole ticks keeps the shape of every base, and a
    /// unit turned about a local place keeps that place to the tick.
    pub fn offset(self, local: Local) -> Vector {
        offset(self.heading, local)
    }

    pub fn at(self, local: Local) -> Point {
        self.front + self.offset(local)
    }

    pub fn moved(self, step: Vector) -> Pose {
        Pose {
            front: self.front + step,
            heading: self.heading,
        }
    }

    /// A straight leg of `distance` in a direction given by its turn from the heading (0 ahead, 4500 oblique to the
    /// right, 18000 back); the heading is kept.
    pub fn leg(self, off_heading: Turn, distance: Ticks) -> Pose {
        self.moved(Vector::along(self.heading.turned(off_heading), distance))
    }

    /// Turned about one of its own places, which keeps its place to the tick.
    pub fn turned_about(self, pivot: Local, by: Turn) -> Pose {
        let fixed = self.at(pivot);
        let heading = self.heading.turned(by);
        Pose {
            front: fixed - offset(heading, pivot),
            heading,
        }
    }

    /// Turned about any place of the table (a point of contact, say), the front rounded to ticks.
    pub fn turned_about_point(self, pivot: Point, by: Turn) -> Pose {
        let turn = Heading::new(by.0);
        let arm = self.front - pivot;
        let (x, y) = (i64::from(arm.x), i64::from(arm.y));
        let turned = Vector::new(
            narrow(round_shift(x * turn.cosine() + y * turn.sine(), 30)),
            narrow(round_shift(y * turn.cosine() - x * turn.sine(), 30)),
        );
        Pose {
            front: pivot + turned,
            heading: self.heading.turned(by),
        }
    }

    pub fn base(self, slot: Slot) -> Base {
        slot.placed(self)
    }

    /// How far a place lies ahead of the front line, as seen by the heading: the sign is exact.
    pub fn ahead_of_front(self, place: Point) -> i64 {
        let arm = place - self.front;
        i64::from(arm.x) * self.heading.sine() + i64::from(arm.y) * self.heading.cosine()
    }
}

fn offset(heading: Heading, local: Local) -> Vector {
    let (right, ahead) = (i64::from(local.right), i64::from(local.ahead));
    let (sine, cosine) = (heading.sine(), heading.cosine());
    Vector::new(
        narrow(round_shift(right * cosine + ahead * sine, 31)),
        narrow(round_shift(ahead * cosine - right * sine, 31)),
    )
}

impl BaseSize {
    pub const fn new(frontage: Ticks, depth: Ticks) -> BaseSize {
        BaseSize { frontage, depth }
    }
}

impl Slot {
    pub const fn new(front: Local, size: BaseSize) -> Slot {
        Slot { front, size }
    }

    /// A base whose front edge is the front edge of the unit.
    pub const fn single(size: BaseSize) -> Slot {
        Slot {
            front: Local::FRONT,
            size,
        }
    }

    pub const fn front_left(self) -> Local {
        self.corner(-1, 0)
    }

    pub const fn front_right(self) -> Local {
        self.corner(1, 0)
    }

    pub const fn rear_left(self) -> Local {
        self.corner(-1, 2)
    }

    pub const fn rear_right(self) -> Local {
        self.corner(1, 2)
    }

    pub const fn centre(self) -> Local {
        self.corner(0, 1)
    }

    const fn corner(self, side: i32, back: i32) -> Local {
        Local {
            right: self.front.right + side * self.size.frontage.0,
            ahead: self.front.ahead - back * self.size.depth.0,
        }
    }

    pub const fn shifted(self, right: Ticks, ahead: Ticks) -> Slot {
        Slot {
            front: Local {
                right: self.front.right + right.0 * 2,
                ahead: self.front.ahead + ahead.0 * 2,
            },
            size: self.size,
        }
    }

    pub fn placed(self, pose: Pose) -> Base {
        Base::new(
            pose.at(self.front_left()),
            pose.at(self.front_right()),
            pose.at(self.rear_right()),
            pose.at(self.rear_left()),
            pose.at(self.centre()),
            pose.at(self.front),
        )
    }
}

/// Bases in ranks from front to rear, each rank centred behind the one before: line `[n]`, two lines `[a, b]`, attack
/// column `[2, 2, 1]`, march column `[1, 1, 1]`. Bases are numbered from the unit's own left, front rank first.
pub fn ranks(counts: &[usize], size: BaseSize) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(counts.iter().sum());
    let mut ahead = 0;
    for &count in counts {
        let count = i32::try_from(count).unwrap_or(i32::MAX / 4_000_000);
        for place in 0..count {
            let right = (2 * place - (count - 1)) * size.frontage.0;
            slots.push(Slot::new(Local::half_ticks(right, ahead), size));
        }
        ahead -= 2 * size.depth.0;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));

    #[test]
    fn seven_bases_in_two_lines_and_in_attack_column() {
        let pose = Pose::new(Point::new(10_000, 10_000), Heading::NORTH);
        let centres = |counts: &[usize]| -> Vec<(i32, i32)> {
            ranks(counts, FOOT)
                .into_iter()
                .map(|slot| pose.base(slot).centre().into())
                .collect()
        };
        assert_eq!(
            centres(&[4, 3]),
            [
                (8800, 9800),
                (9600, 9800),
                (10_400, 9800),
                (11_200, 9800),
                (9200, 9400),
                (10_000, 9400),
                (10_800, 9400)
            ]
        );
        assert_eq!(centres(&[2, 2, 2, 1])[6], (10_000, 8600));
    }

    #[test]
    fn a_turn_keeps_its_pivot_to_the_tick() {
        let slots = ranks(&[8], FOOT);
        let left = slots[0].front_left();
        for by in -9000..=9000 {
            let pose = Pose::new(Point::new(12_345, 6789), Heading::new(1234));
            let turned = pose.turned_about(left, Turn(by));
            assert_eq!(turned.at(left), pose.at(left));
            assert_eq!(turned.heading, pose.heading.turned(Turn(by)));
        }
    }

    #[test]
    fn a_quarter_turn_about_a_corner() {
        let pose = Pose::new(Point::new(0, 0), Heading::NORTH);
        let right = Local::ticks(Ticks(400), Ticks(0));
        let turned = pose.turned_about(right, Turn::QUARTER);
        assert_eq!(turned.front, Point::new(400, 400));
        let about_point = pose.turned_about_point(Point::new(400, 0), Turn::QUARTER);
        assert_eq!(about_point, turned);
    }

    #[test]
    fn legs_keep_the_heading() {
        let pose = Pose::new(Point::new(0, 0), Heading::EAST);
        assert_eq!(
            pose.leg(Turn(18_000), Ticks(500)),
            Pose::new(Point::new(-500, 0), Heading::EAST)
        );
        assert_eq!(pose.leg(Turn(9000), Ticks(500)).front, Point::new(0, -500));
    }

    #[test]
    fn only_what_is_strictly_behind_is_behind() {
        let pose = Pose::new(Point::new(0, 0), Heading::NORTH);
        assert_eq!(pose.ahead_of_front(Point::new(700, 0)), 0);
        assert!(pose.ahead_of_front(Point::new(700, -1)) < 0);
        assert!(pose.ahead_of_front(Point::new(-700, 1)) > 0);
    }
}
