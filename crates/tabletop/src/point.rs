//! Places and displacements in whole ticks.

use std::ops::{Add, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::heading::Heading;
use crate::length::Ticks;

/// No coordinate is farther from the origin than this (five metres at one tick to a hundredth of a millimetre).
///
/// The bound lets squared distances with rational feet be compared in 128 bits. [`crate::Table`] is smaller, so a place
/// at the bound is off every table.
pub const COORDINATE_LIMIT: i32 = 1 << 19;

/// A place on the table: x to the east, y to the north, in ticks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "(i32, i32)", into = "(i32, i32)")]
pub struct Point {
    x: i32,
    y: i32,
}

/// A displacement in ticks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Vector {
    pub x: i32,
    pub y: i32,
}

/// A place that no table reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the place ({x}, {y}) is more than {COORDINATE_LIMIT} ticks from the corner of the table")]
pub struct OutOfRange {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub const ORIGIN: Point = Point { x: 0, y: 0 };

    /// The place at these coordinates; what lies beyond [`COORDINATE_LIMIT`] is drawn back to it.
    pub const fn new(x: i32, y: i32) -> Point {
        Point {
            x: held(x as i64),
            y: held(y as i64),
        }
    }

    pub const fn x(self) -> i32 {
        self.x
    }

    pub const fn y(self) -> i32 {
        self.y
    }

    pub(crate) const fn from_wide(x: i64, y: i64) -> Point {
        Point {
            x: held(x),
            y: held(y),
        }
    }

    /// The place between two others, halves rounded away from zero as seen from `self`.
    pub fn midpoint(self, other: Point) -> Point {
        let half = |d: i32| i64::from(d + d.signum()) / 2;
        let step = other - self;
        Point::from_wide(
            i64::from(self.x) + half(step.x),
            i64::from(self.y) + half(step.y),
        )
    }

    pub fn squared_distance(self, other: Point) -> i64 {
        (other - self).squared_length()
    }
}

const fn held(coordinate: i64) -> i32 {
    if coordinate > COORDINATE_LIMIT as i64 {
        COORDINATE_LIMIT
    } else if coordinate < -(COORDINATE_LIMIT as i64) {
        -COORDINATE_LIMIT
    } else {
        coordinate as i32
    }
}

impl Vector {
    pub const ZERO: Vector = Vector { x: 0, y: 0 };

    pub const fn new(x: i32, y: i32) -> Vector {
        Vector { x, y }
    }

    /// The displacement of a leg: `distance` towards `direction`, each coordinate rounded half away from zero.
    pub fn along(direction: Heading, distance: Ticks) -> Vector {
        let length = i64::from(distance.0);
        Vector {
            x: narrow(round_shift(length * direction.sine(), 30)),
            y: narrow(round_shift(length * direction.cosine(), 30)),
        }
    }

    pub fn dot(self, other: Vector) -> i64 {
        i64::from(self.x) * i64::from(other.x) + i64::from(self.y) * i64::from(other.y)
    }

    /// Positive if `other` points to the left of `self`.
    pub fn cross(self, other: Vector) -> i64 {
        i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x)
    }

    pub fn squared_length(self) -> i64 {
        self.dot(self)
    }

    /// The length, rounded up to a tick.
    pub fn length_rounded_up(self) -> Ticks {
        let square = self.squared_length().unsigned_abs();
        let floor = square.isqrt();
        Ticks(narrow((floor + u64::from(floor * floor < square)) as i64))
    }

    /// Turned a quarter to the left.
    pub const fn left(self) -> Vector {
        Vector {
            x: -self.y,
            y: self.x,
        }
    }

    /// Turned a quarter to the right.
    pub const fn right(self) -> Vector {
        Vector {
            x: self.y,
            y: -self.x,
        }
    }
}

/// `value / 2^bits`, halves away from zero.
pub(crate) const fn round_shift(value: i64, bits: u32) -> i64 {
    let half = 1_i64 << (bits - 1);
    if value >= 0 {
        (value + half) >> bits
    } else {
        -((-value + half) >> bits)
    }
}

pub(crate) const fn narrow(value: i64) -> i32 {
    if value > i32::MAX as i64 {
        i32::MAX
    } else if value < -(i32::MAX as i64) {
        -i32::MAX
    } else {
        value as i32
    }
}

/// Whether `c` lies to the left (positive), to the right (negative) or on (zero) the line from `a` to `b`.
pub fn side_of_line(a: Point, b: Point, c: Point) -> i64 {
    (b - a).cross(c - a)
}

impl Sub for Point {
    type Output = Vector;
    fn sub(self, from: Point) -> Vector {
        Vector {
            x: self.x - from.x,
            y: self.y - from.y,
        }
    }
}

impl Add<Vector> for Point {
    type Output = Point;
    fn add(self, step: Vector) -> Point {
        Point::from_wide(
            i64::from(self.x) + i64::from(step.x),
            i64::from(self.y) + i64::from(step.y),
        )
    }
}

impl Sub<Vector> for Point {
    type Output = Point;
    fn sub(self, step: Vector) -> Point {
        self + -step
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector {
            x: self.x.saturating_add(other.x),
            y: self.y.saturating_add(other.y),
        }
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        self + -other
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector {
            x: self.x.saturating_neg(),
            y: self.y.saturating_neg(),
        }
    }
}

impl Mul<i32> for Vector {
    type Output = Vector;
    fn mul(self, times: i32) -> Vector {
        Vector {
            x: self.x.saturating_mul(times),
            y: self.y.saturating_mul(times),
        }
    }
}

impl TryFrom<(i32, i32)> for Point {
    type Error = OutOfRange;
    fn try_from((x, y): (i32, i32)) -> Result<Point, OutOfRange> {
        let point = Point::new(x, y);
        if (point.x, point.y) == (x, y) {
            Ok(point)
        } else {
            Err(OutOfRange { x, y })
        }
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> (i32, i32) {
        (point.x, point.y)
    }
}

impl From<(i32, i32)> for Vector {
    fn from((x, y): (i32, i32)) -> Vector {
        Vector { x, y }
    }
}

impl From<Vector> for (i32, i32) {
    fn from(vector: Vector) -> (i32, i32) {
        (vector.x, vector.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_away_from_zero_on_both_sides() {
        assert_eq!(round_shift(3, 1), 2);
        assert_eq!(round_shift(-3, 1), -2);
        assert_eq!(round_shift(5, 2), 1);
        assert_eq!(round_shift(-6, 2), -2);
        assert_eq!(
            Point::new(0, 0).midpoint(Point::new(3, -3)),
            Point::new(2, -2)
        );
    }

    #[test]
    fn legs_follow_the_compass() {
        let leg = |h| Vector::along(Heading::new(h), Ticks(1000));
        assert_eq!(leg(0), Vector::new(0, 1000));
        assert_eq!(leg(9000), Vector::new(1000, 0));
        assert_eq!(leg(18000), Vector::new(0, -1000));
        assert_eq!(leg(27000), Vector::new(-1000, 0));
        assert_eq!(leg(4500), Vector::new(707, 707));
        assert_eq!(leg(3000), Vector::new(500, 866));
    }

    #[test]
    fn lengths_round_up() {
        assert_eq!(Vector::new(3, 4).length_rounded_up(), Ticks(5));
        assert_eq!(Vector::new(1, 1).length_rounded_up(), Ticks(2));
        // What no number holds is as long as a length can be.
        let far = Vector::new(i32::MAX, -i32::MAX);
        assert_eq!(far.length_rounded_up(), Ticks(i32::MAX));
    }

    #[test]
    fn text_from_outside_is_refused_beyond_the_limit() {
        assert!(serde_json::from_str::<Point>("[12, -7]").is_ok());
        assert!(serde_json::from_str::<Point>("[1000000, 0]").is_err());
        assert_eq!(Point::new(1_000_000, 0), Point::new(COORDINATE_LIMIT, 0));
    }

    #[test]
    fn places_and_displacements_are_written_down_as_two_numbers() {
        assert_eq!(<(i32, i32)>::from(Vector::new(3, -4)), (3, -4));
        assert_eq!(<(i32, i32)>::from(Point::new(-5, 6)), (-5, 6));
    }
}
