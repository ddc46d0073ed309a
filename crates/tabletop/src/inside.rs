//! How long a line of fire runs inside areas, summed exactly.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::exact::{Ratio, SquaredDistance};
use crate::length::Ticks;
use crate::polygon::Polygon;
use crate::segment::Segment;

/// A length along a segment, known by its exact square.
#[derive(Clone, Debug)]
pub struct LengthInside {
    square: Square,
}

/// Most squares fit into 128 bits; the others take as many as they need.
#[derive(Clone, Debug)]
enum Square {
    Narrow(SquaredDistance),
    Wide(BigRational),
}

fn wide(ratio: Ratio) -> BigRational {
    BigRational::new(
        BigInt::from(ratio.numerator()),
        BigInt::from(ratio.denominator()),
    )
}

fn narrow_square(parts: &[(Ratio, Ratio)], whole: Ratio) -> Option<Ratio> {
    let mut share = Ratio::ZERO;
    for (start, end) in parts {
        share = share.checked_add(end.checked_sub(*start)?)?;
    }
    share.checked_mul(share)?.checked_mul(whole)
}

fn wide_square(parts: &[(Ratio, Ratio)], whole: Ratio) -> BigRational {
    let share: BigRational = parts
        .iter()
        .map(|(start, end)| wide(*end) - wide(*start))
        .sum();
    &share * &share * wide(whole)
}

impl LengthInside {
    /// The length of a segment strictly inside an area; what runs along the border counts as outside.
    pub fn of(segment: &Segment, area: &Polygon) -> LengthInside {
        let parts = area.parts_inside(segment);
        let whole = segment.squared_length().ratio();
        let square = match narrow_square(&parts, whole) {
            Some(square) => Square::Narrow(SquaredDistance::new(square)),
            None => Square::Wide(wide_square(&parts, whole)),
        };
        LengthInside { square }
    }

    pub fn is_zero(&self) -> bool {
        match &self.square {
            Square::Narrow(square) => *square == SquaredDistance::ZERO,
            Square::Wide(square) => square.is_zero(),
        }
    }

    /// Whether the length is no more than this; the limit is included.
    pub fn is_at_most(&self, limit: Ticks) -> bool {
        match &self.square {
            Square::Narrow(square) => square.within(limit),
            Square::Wide(square) => {
                *square <= wide(SquaredDistance::of(limit).ratio()) && limit >= Ticks::ZERO
            }
        }
    }

    /// The length in ticks, cut.
    pub fn ticks(&self) -> Ticks {
        match &self.square {
            Square::Narrow(square) => square.ticks(),
            Square::Wide(square) => {
                let whole = square.floor().to_integer().sqrt();
                Ticks(whole.to_i32().unwrap_or(i32::MAX))
            }
        }
    }

    fn wide_square(&self) -> BigRational {
        match &self.square {
            Square::Narrow(square) => wide(square.ratio()),
            Square::Wide(square) => square.clone(),
        }
    }
}

impl PartialEq for LengthInside {
    fn eq(&self, other: &LengthInside) -> bool {
        self.wide_square() == other.wide_square()
    }
}

impl Eq for LengthInside {}

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
    fn narrow_and_wide_squares_agree() {
        let u = Polygon::new([
            p(0, 0),
            p(3001, 17),
            p(2999, 3003),
            p(1500, 700),
            p(11, 2990),
        ])
        .expect("simple");
        let third = Ratio::new(333, 1009).expect("a part");
        let to = ExactPoint::between(p(3500, 1100), p(3607, 1511), third);
        let segment = Segment::new(p(-300, 1517), to);
        let parts = u.parts_inside(&segment);
        assert_eq!(parts.len(), 2);
        let whole = segment.squared_length().ratio();
        let exact = wide_square(&parts, whole);
        let length = LengthInside::of(&segment, &u);
        assert_eq!(length.wide_square(), exact);
        let forced = LengthInside {
            square: Square::Wide(exact),
        };
        assert_eq!(forced, length);
        assert_eq!(forced.ticks(), length.ticks());
        let cut = length.ticks();
        assert!(!forced.is_at_most(cut) && forced.is_at_most(cut + Ticks(1)));
        assert!(!length.is_at_most(cut) && length.is_at_most(cut + Ticks(1)));
        assert!(!forced.is_at_most(Ticks(-5000)) && !forced.is_zero());
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
