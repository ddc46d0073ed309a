//! One base on the table: the quadrilateral of its four corners.

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::point::{Point, Vector};

/// A shape whose corners run counter-clockwise round a convex outline.
pub trait Convex {
    fn corners(&self) -> &[Point];

    fn bounds(&self) -> Bounds {
        Bounds::of(self.corners())
    }
}

/// A base: four corners in ticks, with its centre and the middle of its front edge.
///
/// All tests use the corners as they are after rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Base {
    /// Front left, rear left, rear right, front right: counter-clockwise.
    corners: [Point; 4],
    centre: Point,
    front: Point,
}

impl Base {
    pub(crate) const fn new(
        front_left: Point,
        front_right: Point,
        rear_right: Point,
        rear_left: Point,
        centre: Point,
        front: Point,
    ) -> Base {
        Base {
            corners: [front_left, rear_left, rear_right, front_right],
            centre,
            front,
        }
    }

    pub const fn front_left(&self) -> Point {
        self.corners[0]
    }

    pub const fn front_right(&self) -> Point {
        self.corners[3]
    }

    pub const fn rear_left(&self) -> Point {
        self.corners[1]
    }

    pub const fn rear_right(&self) -> Point {
        self.corners[2]
    }

    pub const fn centre(&self) -> Point {
        self.centre
    }

    /// The middle of the front edge, where lines of fire begin.
    pub const fn front(&self) -> Point {
        self.front
    }

    /// The front edge from left to right.
    pub const fn front_edge(&self) -> [Point; 2] {
        [self.front_left(), self.front_right()]
    }

    /// The rear edge from left to right.
    pub const fn rear_edge(&self) -> [Point; 2] {
        [self.rear_left(), self.rear_right()]
    }

    /// The left flank from front to rear.
    pub const fn left_edge(&self) -> [Point; 2] {
        [self.front_left(), self.rear_left()]
    }

    /// The right flank from front to rear.
    pub const fn right_edge(&self) -> [Point; 2] {
        [self.front_right(), self.rear_right()]
    }

    pub fn moved(&self, step: Vector) -> Base {
        Base {
            corners: self.corners.map(|corner| corner + step),
            centre: self.centre + step,
            front: self.front + step,
        }
    }
}

impl Convex for Base {
    fn corners(&self) -> &[Point] {
        &self.corners
    }
}
