//! The two sides and a pair indexed by side.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two armies' players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The United States.
    Union,
    /// The Confederate States.
    Confederate,
}

impl Side {
    /// Both sides, in the order used wherever an order is needed and the rules give none.
    pub const BOTH: [Self; 2] = [Self::Union, Self::Confederate];

    /// The opponent.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Union => Self::Confederate,
            Self::Confederate => Self::Union,
        }
    }

    /// The word used in notation and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Union => "union",
            Self::Confederate => "confederate",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The word is neither "union" nor "confederate".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no side; write union or confederate")]
pub struct UnknownSide(pub String);

impl FromStr for Side {
    type Err = UnknownSide;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.to_ascii_lowercase().as_str() {
            "union" => Ok(Self::Union),
            "confederate" => Ok(Self::Confederate),
            _ => Err(UnknownSide(s.to_owned())),
        }
    }
}

/// One value for each side.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct BySide<T> {
    /// The Union's.
    pub union: T,
    /// The Confederates'.
    pub confederate: T,
}

impl<T> BySide<T> {
    /// Builds the pair from a function of the side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        Self {
            union: f(Side::Union),
            confederate: f(Side::Confederate),
        }
    }

    /// Both values with their sides, Union first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [
            (Side::Union, &self.union),
            (Side::Confederate, &self.confederate),
        ]
        .into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Union => &mut self.union,
            Side::Confederate => &mut self.confederate,
        }
    }
}
