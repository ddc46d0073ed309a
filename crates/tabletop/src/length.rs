//! Lengths in ticks, thousandths of the unit of measure.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A length: 1 tick is 1/1000 of the unit of measure (UM in Shell for Guns, centimetre in the Napoleonic chapter).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Ticks(pub i32);

impl Ticks {
    pub const ZERO: Ticks = Ticks(0);
    /// One unit of measure.
    pub const UNIT: Ticks = Ticks(1000);
    /// Two bodies this near or nearer are in contact; two that overlap by no more are not said to overlap.
    pub const CONTACT: Ticks = Ticks(10);

    /// Whole units of measure.
    pub const fn units(units: i32) -> Ticks {
        Ticks(units.saturating_mul(1000))
    }

    /// Hundredths of the unit of measure, the precision that players are shown.
    pub const fn hundredths(hundredths: i32) -> Ticks {
        Ticks(hundredths.saturating_mul(10))
    }

    /// The half, rounded down: what remains of a halved allowance.
    pub const fn half(self) -> Ticks {
        Ticks(self.0.div_euclid(2))
    }

    pub const fn abs(self) -> Ticks {
        Ticks(self.0.saturating_abs())
    }

    /// How many times `part` fits in fully. None of a part that is not positive.
    pub const fn full_parts(self, part: Ticks) -> i32 {
        if part.0 <= 0 {
            0
        } else {
            self.0.div_euclid(part.0)
        }
    }
}

/// Distances shown to players are cut to 0.01, never rounded up: a shown 6.00 may be 6.009, never 5.999.
impl fmt::Display for Ticks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs() / 10;
        let sign = if self.0 < 0 && magnitude > 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", magnitude / 100, magnitude % 100)
    }
}

impl Add for Ticks {
    type Output = Ticks;
    fn add(self, other: Ticks) -> Ticks {
        Ticks(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Ticks {
    fn add_assign(&mut self, other: Ticks) {
        *self = *self + other;
    }
}

impl Sub for Ticks {
    type Output = Ticks;
    fn sub(self, other: Ticks) -> Ticks {
        Ticks(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Ticks {
    fn sub_assign(&mut self, other: Ticks) {
        *self = *self - other;
    }
}

impl Neg for Ticks {
    type Output = Ticks;
    fn neg(self) -> Ticks {
        Ticks(self.0.saturating_neg())
    }
}

impl Sum for Ticks {
    fn sum<I: Iterator<Item = Ticks>>(lengths: I) -> Ticks {
        lengths.fold(Ticks::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Ticks;

    #[test]
    fn shown_lengths_are_cut_not_rounded() {
        assert_eq!(Ticks(6009).to_string(), "6.00");
        assert_eq!(Ticks(5999).to_string(), "5.99");
        assert_eq!(Ticks(-1).to_string(), "0.00");
        assert_eq!(Ticks(-1250).to_string(), "-1.25");
    }

    #[test]
    fn halves_and_parts_round_down() {
        assert_eq!(Ticks(2001).half(), Ticks(1000));
        assert_eq!(Ticks(3999).full_parts(Ticks::units(4)), 0);
        assert_eq!(Ticks(4000).full_parts(Ticks::units(4)), 1);
        assert_eq!(Ticks(4000).full_parts(Ticks::ZERO), 0);
    }
}
