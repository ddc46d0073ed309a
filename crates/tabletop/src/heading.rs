//! Headings and turns in hundredths of a degree.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::point::Vector;
use crate::sine_table::QUARTER;

/// A direction on the table: hundredths of a degree clockwise from north (+y); 9000 is east (+x).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "i32", into = "i32")]
pub struct Heading(u16);

/// A turn in hundredths of a degree, clockwise if positive.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Turn(pub i32);

/// A heading outside the circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the heading {0} is not between 0 and 35999 hundredths of a degree")]
pub struct NotAHeading(pub i32);

const CIRCLE: i32 = 36_000;
const QUARTER_CIRCLE: i32 = 9_000;

impl Heading {
    pub const NORTH: Heading = Heading(0);
    pub const EAST: Heading = Heading(9_000);
    pub const SOUTH: Heading = Heading(18_000);
    pub const WEST: Heading = Heading(27_000);

    /// The heading this many hundredths of a degree clockwise from north, taken round the circle.
    pub const fn new(hundredths: i32) -> Heading {
        Heading(hundredths.rem_euclid(CIRCLE) as u16)
    }

    pub const fn degrees(degrees: i32) -> Heading {
        Heading::new(degrees.rem_euclid(360) * 100)
    }

    pub const fn hundredths(self) -> i32 {
        self.0 as i32
    }

    pub const fn turned(self, by: Turn) -> Heading {
        Heading::new(self.0 as i32 + by.0.rem_euclid(CIRCLE))
    }

    pub const fn opposite(self) -> Heading {
        self.turned(Turn(CIRCLE / 2))
    }

    /// The shortest turn from this heading to another: from -17999 to 18000.
    pub const fn turn_to(self, other: Heading) -> Turn {
        let clockwise = (other.0 as i32 - self.0 as i32).rem_euclid(CIRCLE);
        if clockwise > CIRCLE / 2 {
            Turn(clockwise - CIRCLE)
        } else {
            Turn(clockwise)
        }
    }

    /// The sine (the east part) times 2^30.
    pub fn sine(self) -> i64 {
        let hundredths = i32::from(self.0);
        let within = hundredths % QUARTER_CIRCLE;
        let rising = i64::from(QUARTER[within as usize]);
        let falling = i64::from(QUARTER[(QUARTER_CIRCLE - within) as usize]);
        match hundredths / QUARTER_CIRCLE {
            0 => rising,
            1 => falling,
            2 => -rising,
            _ => -falling,
        }
    }

    /// The cosine (the north part) times 2^30.
    pub fn cosine(self) -> i64 {
        self.turned(Turn(QUARTER_CIRCLE)).sine()
    }

    /// The heading nearest to the direction of a displacement; ties go to the smaller one, no displacement to north.
    ///
    /// The choice is made by exact comparison of cross products, so it is the same on every machine.
    pub fn of(direction: Vector) -> Heading {
        if direction == Vector::ZERO {
            return Heading::NORTH;
        }
        if direction.x == 0 && direction.y < 0 {
            return Heading::SOUTH;
        }
        // The eastern half of the circle is clockwise of north.
        let (mut low, mut high) = if direction.x >= 0 {
            (0, CIRCLE / 2)
        } else {
            (CIRCLE / 2, CIRCLE)
        };
        // Within half a circle: whether the direction lies at or clockwise of the heading.
        let beyond = |hundredths: i32| -> bool {
            let heading = Heading::new(hundredths);
            let (x, y) = (i128::from(direction.x), i128::from(direction.y));
            x * i128::from(heading.cosine()) >= y * i128::from(heading.sine())
        };
        // `low` is never clockwise beyond the direction: halve on.
        while high - low > 1 {
            let middle = (low + high) / 2;
            if beyond(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let off = |hundredths: i32| -> i128 {
            let heading = Heading::new(hundredths);
            (i128::from(direction.x) * i128::from(heading.cosine())
                - i128::from(direction.y) * i128::from(heading.sine()))
            .abs()
        };
        if off(high) < off(low) {
            Heading::new(high)
        } else {
            Heading::new(low)
        }
    }
}

impl Turn {
    pub const NONE: Turn = Turn(0);
    pub const QUARTER: Turn = Turn(QUARTER_CIRCLE);
    pub const EIGHTH: Turn = Turn(QUARTER_CIRCLE / 2);

    pub const fn degrees(degrees: i32) -> Turn {
        Turn(degrees.saturating_mul(100))
    }

    pub const fn reversed(self) -> Turn {
        Turn(self.0.saturating_neg())
    }

    pub const fn size(self) -> i32 {
        self.0.saturating_abs()
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl TryFrom<i32> for Heading {
    type Error = NotAHeading;
    fn try_from(hundredths: i32) -> Result<Heading, NotAHeading> {
        if (0..CIRCLE).contains(&hundredths) {
            Ok(Heading::new(hundredths))
        } else {
            Err(NotAHeading(hundredths))
        }
    }
}

impl From<Heading> for i32 {
    fn from(heading: Heading) -> i32 {
        i32::from(heading.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::length::Ticks;

    #[test]
    fn the_table_holds_the_sine_of_every_hundredth() {
        for (hundredths, value) in QUARTER.iter().enumerate() {
            let exact = (hundredths as f64).to_radians() / 100.0;
            let error = exact.sin() * f64::from(1 << 30) - f64::from(*value);
            assert!(error.abs() < 0.501, "sine of {hundredths}: off by {error}");
        }
        assert_eq!(
            (QUARTER[0], QUARTER[3000], QUARTER[9000]),
            (0, 1 << 29, 1 << 30)
        );
    }

    #[test]
    fn quarters_of_the_circle_are_exact() {
        let both = |h: Heading| (h.sine() >> 30, h.cosine() >> 30);
        assert_eq!(both(Heading::NORTH), (0, 1));
        assert_eq!(both(Heading::EAST), (1, 0));
        assert_eq!(both(Heading::SOUTH), (0, -1));
        assert_eq!(both(Heading::WEST), (-1, 0));
        assert_eq!(Heading::new(21000).sine(), -(1 << 29));
    }

    #[test]
    fn turns_take_the_short_way() {
        let turn = |a, b| Heading::new(a).turn_to(Heading::new(b)).0;
        assert_eq!(turn(35000, 1000), 2000);
        assert_eq!(turn(1000, 35000), -2000);
        assert_eq!(turn(0, 18000), 18000);
        assert_eq!(Heading::new(-100), Heading::new(35900));
        assert_eq!(Heading::new(100).turned(Turn(-200)), Heading::new(35900));
    }

    #[test]
    fn a_long_leg_gives_its_heading_back() {
        for hundredths in 0..CIRCLE {
            let heading = Heading::new(hundredths);
            let leg = Vector::along(heading, Ticks(400_000));
            assert_eq!(Heading::of(leg), heading);
        }
        assert_eq!(Heading::of(Vector::new(0, -5)), Heading::SOUTH);
        assert_eq!(Heading::of(Vector::new(-5, 0)), Heading::WEST);
        assert_eq!(Heading::of(Vector::ZERO), Heading::NORTH);
    }

    #[test]
    fn numbers_outside_the_circle_are_refused() {
        assert!(serde_json::from_str::<Heading>("35999").is_ok());
        assert!(serde_json::from_str::<Heading>("36000").is_err());
        assert!(serde_json::from_str::<Heading>("-1").is_err());
    }

    #[test]
    fn headings_print_and_are_written_down_in_hundredths() {
        assert_eq!(Heading::new(105).to_string(), "1.05");
        assert_eq!(Heading::new(35_999).to_string(), "359.99");
        assert_eq!(Heading::try_from(35_999), Ok(Heading::new(35_999)));
        assert!(Heading::try_from(36_000).is_err());
        assert!(Heading::try_from(-1).is_err());
        assert_eq!(i32::from(Heading::new(105)), 105);
        assert_eq!((Turn::QUARTER, Turn::EIGHTH), (Turn(9000), Turn(4500)));
    }

    #[test]
    fn the_heading_of_a_displacement_in_every_quarter() {
        for (x, y, degrees) in [
            (0, 5, 0),
            (5, 5, 45),
            (5, 0, 90),
            (5, -5, 135),
            (0, -5, 180),
            (-5, -5, 225),
            (-5, 0, 270),
            (-5, 5, 315),
        ] {
            assert_eq!(
                Heading::of(Vector::new(x, y)),
                Heading::degrees(degrees),
                "{x} {y}"
            );
        }
    }
}
