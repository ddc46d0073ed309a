//! Exact chances: whole numbers over a fixed whole.

use core::fmt;
use core::ops::{Add, Sub};

/// A share of all that can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weight(u128);

/// Everything: room for twenty-eight dice and two draws among up to four units.
pub(super) const WHOLE: Weight = Weight(10_u128.pow(28) * 144);

impl Weight {
    pub const ZERO: Self = Self(0);

    /// So many faces of a die.
    pub const fn of_ten(self, faces: u8) -> Self {
        Self(self.0 / 10 * faces as u128)
    }

    /// One of so many equal draws.
    pub const fn one_of(self, count: usize) -> Self {
        match self.0.checked_div(count as u128) {
            Some(each) => Self(each),
            None => Self::ZERO,
        }
    }

    pub const fn times(self, count: u8) -> Self {
        Self(self.0 * count as u128)
    }
}

impl Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Weight {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// A chance, or a mean of whole numbers: exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chance {
    parts: u128,
}

impl Chance {
    /// It does not happen.
    pub const NEVER: Self = Self { parts: 0 };
    /// It always happens.
    pub const ALWAYS: Self = Self { parts: WHOLE.0 };

    pub(super) const fn of(weight: Weight) -> Self {
        Self { parts: weight.0 }
    }

    /// A plain fraction, for comparing; rounded down where it is no fraction of ours.
    #[must_use]
    pub const fn fraction(of: u128, whole: u128) -> Self {
        match WHOLE.0.checked_div(whole) {
            Some(each) => Self { parts: each * of },
            None => Self::NEVER,
        }
    }

    /// In millionths, rounded to the nearest.
    #[must_use]
    pub const fn millionths(self) -> u64 {
        let unit = WHOLE.0 / 1_000_000;
        ((self.parts + unit / 2) / unit) as u64
    }
}

impl fmt::Display for Chance {
    /// In per cent with one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.millionths() + 500) / 1000;
        f.pad(&format!("{}.{}%", tenths / 10, tenths % 10))
    }
}
