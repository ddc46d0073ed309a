//! Movement points, counted in halves.

use core::fmt;
use core::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// Movement points in halves: costs of ½ and 1½ MP exist (reading I3), and nothing rounds what is left.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct HalfMp(pub u16);

impl HalfMp {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// Half an MP.
    pub const HALF: Self = Self(1);
    /// One MP.
    pub const ONE: Self = Self(2);

    /// So many whole MP.
    #[must_use]
    pub const fn whole(mp: u8) -> Self {
        Self(mp as u16 * 2)
    }

    /// The whole MP in it; a half is dropped.
    #[must_use]
    pub const fn whole_mp(self) -> u16 {
        self.0 / 2
    }

    /// Half of it, rounded up to a whole MP (SR 9.24; reading I4).
    #[must_use]
    pub const fn halved_up(self) -> Self {
        Self(self.0.div_ceil(4) * 2)
    }

    /// Half of it, rounded down to a whole MP (SR 9.44, trails under March).
    #[must_use]
    pub const fn halved_down(self) -> Self {
        Self(self.0 / 4 * 2)
    }

    /// What is left after paying, not below nothing.
    #[must_use]
    pub const fn less(self, cost: Self) -> Self {
        Self(self.0.saturating_sub(cost.0))
    }
}

impl Add for HalfMp {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for HalfMp {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for HalfMp {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.less(other)
    }
}

impl fmt::Display for HalfMp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_print_and_round_to_whole_points() {
        assert_eq!(HalfMp(3).to_string(), "1½");
        assert_eq!(HalfMp::HALF.to_string(), "½");
        assert_eq!(HalfMp::whole(6).to_string(), "6");
        assert_eq!(HalfMp::whole(5).halved_up(), HalfMp::whole(3));
        assert_eq!(HalfMp::whole(5).halved_down(), HalfMp::whole(2));
        assert_eq!(HalfMp(3).halved_up(), HalfMp::whole(1));
        assert_eq!(HalfMp::whole(1).less(HalfMp::whole(3)), HalfMp::ZERO);
    }
}
