//! Exact fractions: squared distances and places that fall between ticks.

use std::cmp::Ordering;

use crate::length::Ticks;
use crate::point::{Point, Vector};

/// A fraction with a positive denominator, compared exactly.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio::whole(0);
    pub const ONE: Ratio = Ratio::whole(1);

    pub const fn whole(value: i128) -> Ratio {
        Ratio {
            numerator: value,
            denominator: 1,
        }
    }

    /// `numerator / denominator`; none if the denominator is zero.
    pub const fn new(numerator: i128, denominator: i128) -> Option<Ratio> {
        match denominator {
            0 => None,
            1.. => Some(Ratio {
                numerator,
                denominator,
            }),
            _ => Some(Ratio {
                numerator: -numerator,
                denominator: -denominator,
            }),
        }
    }

    /// For a denominator known to be positive.
    pub(crate) const fn over(numerator: i128, denominator: i128) -> Ratio {
        debug_assert!(denominator > 0);
        Ratio {
            numerator,
            denominator,
        }
    }

    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The greatest whole number that is not greater.
    pub const fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// In lowest terms.
    pub fn reduced(self) -> Ratio {
        let divisor = greatest_common_divisor(self.numerator, self.denominator);
        Ratio {
            numerator: self.numerator / divisor,
            denominator: self.denominator / divisor,
        }
    }

    /// The difference, if it can be written in 128 bits.
    pub fn checked_sub(self, other: Ratio) -> Option<Ratio> {
        let (a, b) = (self.reduced(), other.reduced());
        let left = a.numerator.checked_mul(b.denominator)?;
        let right = b.numerator.checked_mul(a.denominator)?;
        let denominator = a.denominator.checked_mul(b.denominator)?;
        Some(Ratio::over(left.checked_sub(right)?, denominator))
    }

    /// The sum, if it can be written in 128 bits.
    pub fn checked_add(self, other: Ratio) -> Option<Ratio> {
        self.checked_sub(Ratio {
            numerator: -other.numerator,
            denominator: other.denominator,
        })
    }

    /// The product, if it can be written in 128 bits.
    pub fn checked_mul(self, other: Ratio) -> Option<Ratio> {
        let (a, b) = (self.reduced(), other.reduced());
        Some(Ratio::over(
            a.numerator.checked_mul(b.numerator)?,
            a.denominator.checked_mul(b.denominator)?,
        ))
    }

    /// A fraction strictly between two different ones, of about their size.
    pub(crate) const fn mediant(self, other: Ratio) -> Ratio {
        Ratio {
            numerator: self.numerator + other.numerator,
            denominator: self.denominator + other.denominator,
        }
    }
}

/// The greatest common divisor, positive if the second number is.
fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Cross products where they fit, otherwise the whole parts and then the remainders turned over (Euclid), which needs
/// no wider numbers.
impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        if let (Some(left), Some(right)) = (
            self.numerator.checked_mul(other.denominator),
            other.numerator.checked_mul(self.denominator),
        ) {
            return left.cmp(&right);
        }
        let (mut a, mut b, mut c, mut d) = (
            self.numerator,
            self.denominator,
            other.numerator,
            other.denominator,
        );
        loop {
            let (whole_left, whole_right) = (a.div_euclid(b), c.div_euclid(d));
            if whole_left != whole_right {
                return whole_left.cmp(&whole_right);
            }
            let (rest_left, rest_right) = (a.rem_euclid(b), c.rem_euclid(d));
            match (rest_left, rest_right) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // rest_left / b against rest_right / d is d / rest_right against b / rest_left.
                _ => (a, b, c, d) = (d, rest_right, b, rest_left),
            }
        }
    }
}

/// The square of a distance, exact. Ordered like the distance itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquaredDistance(Ratio);

impl SquaredDistance {
    pub const ZERO: SquaredDistance = SquaredDistance(Ratio::ZERO);

    pub(crate) const fn new(square: Ratio) -> SquaredDistance {
        SquaredDistance(square)
    }

    /// The square of a whole number of ticks.
    pub const fn of(distance: Ticks) -> SquaredDistance {
        let ticks = distance.0 as i128;
        SquaredDistance(Ratio::whole(ticks * ticks))
    }

    pub const fn ratio(self) -> Ratio {
        self.0
    }

    /// "Within X" includes X.
    pub fn within(self, limit: Ticks) -> bool {
        limit.0 >= 0 && self <= SquaredDistance::of(limit)
    }

    /// Whether two bodies this far apart are in contact.
    pub fn is_contact(self) -> bool {
        self.within(Ticks::CONTACT)
    }

    /// The distance in ticks, cut: every full 4 UM counted in it are full.
    pub fn ticks(self) -> Ticks {
        let whole = self.0.floor().max(0).unsigned_abs();
        Ticks(i32::try_from(whole.isqrt()).unwrap_or(i32::MAX))
    }

    /// The distance in ticks, rounded up: what a move of that length costs.
    pub fn ticks_rounded_up(self) -> Ticks {
        let cut = self.ticks();
        if SquaredDistance::of(cut) < self {
            cut + Ticks(1)
        } else {
            cut
        }
    }
}

/// A place that may fall between ticks: (x / w, y / w) in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExactPoint {
    pub(crate) x: i128,
    pub(crate) y: i128,
    pub(crate) w: i128,
}

impl ExactPoint {
    /// The place `along` of the way from one place to another.
    pub fn between(from: Point, to: Point, along: Ratio) -> ExactPoint {
        let along = along.reduced();
        let (n, w) = (along.numerator, along.denominator);
        let step = to - from;
        ExactPoint {
            x: i128::from(from.x()) * w + i128::from(step.x) * n,
            y: i128::from(from.y()) * w + i128::from(step.y) * n,
            w,
        }
        .reduced()
    }

    fn reduced(self) -> ExactPoint {
        let divisor = greatest_common_divisor(greatest_common_divisor(self.x, self.y), self.w);
        ExactPoint {
            x: self.x / divisor,
            y: self.y / divisor,
            w: self.w / divisor,
        }
    }

    pub const fn x(self) -> Ratio {
        Ratio::over(self.x, self.w)
    }

    pub const fn y(self) -> Ratio {
        Ratio::over(self.y, self.w)
    }

    /// The nearest place in whole ticks, halves away from zero.
    pub fn rounded(self) -> Point {
        let round = |value: i128| {
            let magnitude = (2 * value.abs() + self.w) / (2 * self.w);
            i64::try_from(magnitude * value.signum()).unwrap_or(0)
        };
        Point::from_wide(round(self.x), round(self.y))
    }

    pub fn squared_distance(self, from: Point) -> SquaredDistance {
        let dx = self.x - i128::from(from.x()) * self.w;
        let dy = self.y - i128::from(from.y()) * self.w;
        SquaredDistance(Ratio::over(dx * dx + dy * dy, self.w * self.w))
    }

    /// `normal . (self - from)`, times the denominator: only its sign and its ratio to others of this place matter.
    pub(crate) fn scaled_dot(self, normal: Vector, from: Point) -> i128 {
        i128::from(normal.x) * (self.x - i128::from(from.x()) * self.w)
            + i128::from(normal.y) * (self.y - i128::from(from.y()) * self.w)
    }
}

impl From<Point> for ExactPoint {
    fn from(point: Point) -> ExactPoint {
        ExactPoint {
            x: i128::from(point.x()),
            y: i128::from(point.y()),
            w: 1,
        }
    }
}

/// By x, then by y: the order that settles ties.
impl PartialOrd for ExactPoint {
    fn partial_cmp(&self, other: &ExactPoint) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ExactPoint {
    fn cmp(&self, other: &ExactPoint) -> Ordering {
        self.x()
            .cmp(&other.x())
            .then_with(|| self.y().cmp(&other.y()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i128, d: i128) -> Ratio {
        Ratio::new(n, d).expect("a denominator")
    }

    #[test]
    fn fractions_too_large_to_multiply_are_still_compared() {
        let big = 1_i128 << 120;
        assert!(ratio(big, big - 1) > ratio(big + 1, big));
        assert!(ratio(-big, big - 1) < ratio(-big - 1, big));
        assert_eq!(ratio(big * 3, big * 2 + 2), ratio(big * 3, big * 2 + 2));
        assert!(ratio(big, 3) > ratio(big - 1, 3));
        assert_eq!(ratio(big * 2, big), ratio(big * 4, big * 2));
        assert!(ratio(big * 2, big) < ratio(big * 4 + 1, big * 2));
    }

    #[test]
    fn a_negative_denominator_changes_sides() {
        assert_eq!(ratio(1, -2), ratio(-1, 2));
        assert!(Ratio::new(1, 0).is_none());
        assert_eq!(ratio(-1, 2).floor(), -1);
    }

    #[test]
    fn sums_and_products_or_nothing() {
        assert_eq!(ratio(1, 2).checked_sub(ratio(1, 3)), Some(ratio(1, 6)));
        assert_eq!(ratio(1, 2).checked_add(ratio(-1, 3)), Some(ratio(1, 6)));
        assert_eq!(ratio(2, 3).checked_mul(ratio(3, -4)), Some(ratio(-1, 2)));
        let big = 1_i128 << 70;
        assert_eq!(ratio(1, big).checked_sub(ratio(1, big + 1)), None);
        assert_eq!(ratio(big, 3).checked_mul(ratio(big, 5)), None);
    }

    #[test]
    fn within_includes_its_limit() {
        let square = SquaredDistance::of(Ticks(6000));
        assert!(square.within(Ticks(6000)));
        assert!(!square.within(Ticks(5999)));
        assert!(!SquaredDistance::ZERO.within(Ticks(-1)));
    }

    #[test]
    fn roots_are_cut_or_rounded_up() {
        let square = SquaredDistance::new(ratio(50, 2));
        assert_eq!(
            (square.ticks(), square.ticks_rounded_up()),
            (Ticks(5), Ticks(5))
        );
        let more = SquaredDistance::new(ratio(51, 2));
        assert_eq!(
            (more.ticks(), more.ticks_rounded_up()),
            (Ticks(5), Ticks(6))
        );
    }

    #[test]
    fn places_between_ticks_round_half_away_from_zero() {
        let half = ExactPoint::between(Point::new(0, 0), Point::new(1, -1), ratio(1, 2));
        assert_eq!(half.rounded(), Point::new(1, -1));
        let third = ExactPoint::between(Point::new(0, 0), Point::new(-1, 4), ratio(1, 3));
        assert_eq!(third.rounded(), Point::new(0, 1));
    }
}
