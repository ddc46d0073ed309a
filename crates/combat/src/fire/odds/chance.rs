//! Exact chances: whole numbers over a fixed whole.

use core::fmt;
use core::ops::{Add, AddAssign, Sub};

/// A share of all that can happen: a number over 144 times a power of ten. A die multiplies both; dividing wide numbers at
/// every die would be most of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Weight {
    parts: u128,
    dice: u8,
}

/// Room for so many dice on one way; more would be rounded.
const DICE: u8 = 34;

/// Two draws among up to four units divide this.
const DRAWS: u128 = 144;

/// Everything.
pub(super) const WHOLE: Weight = Weight {
    parts: DRAWS,
    dice: 0,
};

const TENS: [u128; DICE as usize + 1] = {
    let mut tens = [1_u128; DICE as usize + 1];
    let mut place = 1;
    while place < tens.len() {
        tens[place] = tens[place - 1] * 10;
        place += 1;
    }
    tens
};

impl Weight {
    /// So many faces of a die.
    pub const fn of_ten(self, faces: u8) -> Self {
        let faces = faces as u128;
        if self.dice == DICE {
            return Self {
                parts: self.parts / 10 * faces,
                ..self
            };
        }
        Self {
            parts: self.parts * faces,
            dice: self.dice + 1,
        }
    }

    /// One of so many equal draws.
    pub const fn one_of(self, count: usize) -> Self {
        match self.parts.checked_div(count as u128) {
            Some(parts) => Self { parts, ..self },
            None => Self { parts: 0, ..self },
        }
    }

    /// With so many dice counted.
    const fn over(self, dice: u8) -> u128 {
        self.parts * TENS[(dice - self.dice) as usize]
    }
}

impl Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let dice = self.dice.max(other.dice);
        Self {
            parts: self.over(dice) + other.over(dice),
            dice,
        }
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
    pub const ALWAYS: Self = Self::of(WHOLE);

    pub(super) const fn of(weight: Weight) -> Self {
        Self {
            parts: weight.over(DICE),
        }
    }

    /// So many times this, for a mean.
    pub(super) const fn times(self, count: u8) -> Self {
        Self {
            parts: self.parts * count as u128,
        }
    }

    /// A plain fraction, for comparing; rounded down where it is no fraction of ours.
    #[must_use]
    pub const fn fraction(of: u128, whole: u128) -> Self {
        match Self::ALWAYS.parts.checked_div(whole) {
            Some(each) => Self { parts: each * of },
            None => Self::NEVER,
        }
    }

    /// In millionths, rounded to the nearest.
    #[must_use]
    pub const fn millionths(self) -> u64 {
        let unit = Self::ALWAYS.parts / 1_000_000;
        ((self.parts + unit / 2) / unit) as u64
    }
}

impl AddAssign for Chance {
    fn add_assign(&mut self, other: Self) {
        self.parts += other.parts;
    }
}

impl Sub for Chance {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            parts: self.parts - other.parts,
        }
    }
}

impl fmt::Display for Chance {
    /// In per cent with one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.millionths() + 500) / 1000;
        f.pad(&format!("{}.{}%", tenths / 10, tenths % 10))
    }
}
