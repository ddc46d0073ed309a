//! How long a line of fire runs inside areas, summed exactly.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::exact::Ratio;
use crate::length::Ticks;
use crate::polygon::Polygon;
use crate::segment::Segment;

/// A length along a segment: an exact fraction of a length whose square is an exact fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthInside {
    /// Its square.
    square: BigRational,
}

fn big(ratio: Ratio) -> BigRational {
    BigRational::new(
        BigInt::from(ratio.numerator()),
        BigInt::from(ratio.denominator()),
    )
}

impl LengthInside {
    /// The length of a segment strictly inside an area; what runs along the border counts as outside.
    pub fn of(segment: &Segment, area: &Polygon) -> LengthInside {
        let parts = area.parts_inside(segment);
        if parts.is_empty() {
            return LengthInside {
                square: BigRational::zero(),
            };
        }
        let share: BigRational = parts
            .into_iter()
            .map(|(start, end)| big(end) - big(start))
            .sum();
        LengthInside {
            square: &share * &share * big(segment.squared_length().ratio()),
        }
    }

    pub fn is_zero(&self) -> bool {
        self.square.is_zero()
    }

    /// Whether the length is no more than this; the limit is included.
    pub fn is_at_most(&self, limit: Ticks) -> bool {
        let limit = BigInt::from(limit.0.max(0));
        self.square <= BigRational::from(&limit * &limit)
    }

    /// The length in ticks, cut.
    pub fn ticks(&self) -> Ticks {
        let whole = self.square.floor().to_integer().sqrt();
        Ticks(whole.to_i32().unwrap_or(i32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ExactPoint;
    use crate::point::Point;

    fn p(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn the_parts_inside_add_up() {
        let u = Polygon::new([
            p(0, 0),
            p(300, 0),
            p(300, 300),
            p(200, 300),
            p(200, 100),
            p(100, 100),
            p(100, 300),
            p(0, 300),
        ])
        .expect("simple");
        let length = LengthInside::of(&Segment::new(p(-50, 200), p(400, 200)), &u);
        assert_eq!(length.ticks(), Ticks(200));
        assert!(length.is_at_most(Ticks(200)) && !length.is_at_most(Ticks(199)));
        let short = LengthInside::of(&Segment::new(p(-50, 200), p(250, 200)), &u);
        assert_eq!(short.ticks(), Ticks(150));
        assert!(LengthInside::of(&Segment::new(p(0, -5), p(0, 400)), &u).is_zero());
        assert!(LengthInside::of(&Segment::new(p(120, 200), p(180, 200)), &u).is_zero());
    }

    #[test]
    fn a_hair_more_than_the_limit_is_more() {
        let wood = Polygon::new([p(0, 0), p(5000, 0), p(5000, 5000), p(0, 5000)]).expect("simple");
        let third = Ratio::new(1, 3).expect("a third");
        // 600 x 800 and a third of a tick.
        let to = ExactPoint::between(p(600, 800), p(601, 800), third);
        let length = LengthInside::of(&Segment::new(p(0, 0), to), &wood);
        assert_eq!(length.ticks(), Ticks(1000));
        assert!(!length.is_at_most(Ticks(1000)));
        assert!(length.is_at_most(Ticks(1001)));
        let exact = LengthInside::of(&Segment::new(p(0, 0), p(600, 800)), &wood);
        assert!(exact.is_at_most(Ticks(1000)) && !exact.is_at_most(Ticks(999)));
    }
}
