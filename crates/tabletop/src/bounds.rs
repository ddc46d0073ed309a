//! Upright boxes round shapes: they leave out quickly what is too far away to matter.

use serde::{Deserialize, Serialize};

use crate::point::{Point, Vector};

/// The smallest upright box round some places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    pub low: Point,
    pub high: Point,
}

impl Bounds {
    /// The box round these places; the origin if there are none.
    pub fn of(places: &[Point]) -> Bounds {
        let Some((&first, rest)) = places.split_first() else {
            return Bounds {
                low: Point::ORIGIN,
                high: Point::ORIGIN,
            };
        };
        rest.iter().fold(
            Bounds {
                low: first,
                high: first,
            },
            |bounds, &place| bounds.with(place),
        )
    }

    pub fn with(self, place: Point) -> Bounds {
        Bounds {
            low: Point::new(self.low.x().min(place.x()), self.low.y().min(place.y())),
            high: Point::new(self.high.x().max(place.x()), self.high.y().max(place.y())),
        }
    }

    pub fn joined(self, other: Bounds) -> Bounds {
        self.with(other.low).with(other.high)
    }

    pub fn moved(self, step: Vector) -> Bounds {
        Bounds {
            low: self.low + step,
            high: self.high + step,
        }
    }

    /// How far apart two boxes are, squared; zero if they meet. No two places of them are nearer.
    pub fn squared_gap(self, other: Bounds) -> i64 {
        let gap = |low: i32, high: i32, other_low: i32, other_high: i32| {
            i64::from((other_low - high).max(low - other_high).max(0))
        };
        let x = gap(self.low.x(), self.high.x(), other.low.x(), other.high.x());
        let y = gap(self.low.y(), self.high.y(), other.low.y(), other.high.y());
        x * x + y * y
    }

    pub fn meets(self, other: Bounds) -> bool {
        self.squared_gap(other) == 0
    }

    pub fn contains(self, place: Point) -> bool {
        (self.low.x()..=self.high.x()).contains(&place.x())
            && (self.low.y()..=self.high.y()).contains(&place.y())
    }

    pub fn contains_box(self, other: Bounds) -> bool {
        self.contains(other.low) && self.contains(other.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_measured_on_both_axes() {
        let a = Bounds::of(&[Point::new(0, 0), Point::new(10, 10)]);
        let b = Bounds::of(&[Point::new(13, 14), Point::new(20, 20)]);
        assert_eq!(a.squared_gap(b), 25);
        assert_eq!(b.squared_gap(a), 25);
        assert!(a.meets(Bounds::of(&[Point::new(10, 10), Point::new(30, 30)])));
        assert!(!a.meets(b));
        assert!(a.contains(Point::new(10, 0)) && !a.contains(Point::new(11, 0)));
    }
}
