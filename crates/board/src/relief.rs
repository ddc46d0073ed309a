//! SR 9.46, 10.23, BB 9.44: how the ground rises and falls across a hexside.

use serde::{Deserialize, Serialize};

/// SR 10.23, BB 9.44: how steep a slope hexside is. Data of the hexside, not computed from the levels (fire reading 73).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlopeClass {
    /// A change of level without a slope hexside; at Shiloh one contour line.
    Gradual,
    /// At Shiloh two contour lines.
    Minor,
    /// At Shiloh three or more contour lines.
    Steep,
    /// SR 10.23: steeper still; not at Shiloh.
    Sharp,
}

impl SlopeClass {
    /// BB 9.44: the class of so many contour lines; none for no line.
    pub const fn of_lines(lines: u8) -> Option<Self> {
        match lines {
            0 => None,
            1 => Some(Self::Gradual),
            2 => Some(Self::Minor),
            _ => Some(Self::Steep),
        }
    }

    /// SR 10.23: Minor, Steep and Sharp are non-gradual.
    pub const fn is_gradual(self) -> bool {
        matches!(self, Self::Gradual)
    }

    /// The name used in data files and shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gradual => "gradual",
            Self::Minor => "minor",
            Self::Steep => "steep",
            Self::Sharp => "sharp",
        }
    }
}

/// One of the two hexes of a [`Hexside`](crate::Hexside).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideEnd {
    First,
    Second,
}

impl SideEnd {
    /// The other hex.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The shape of the ground across a hexside. A hexside has one: a slope, a ravine (below both hexes) or a crest (above
/// both). Whatever does not cover the whole hexside is not recorded (BB 9.44).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Relief {
    #[default]
    Level,
    Slope {
        class: SlopeClass,
        higher: SideEnd,
        /// Contour lines from one centre to the other.
        lines: u8,
    },
    /// Contour lines from the bottom up to each hex.
    Ravine { first: u8, second: u8 },
    /// Contour lines from each hex up to the crest.
    Crest { first: u8, second: u8 },
}

/// Movement reading I89: contour lines climbed and descended when a hexside is crossed one way.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Climb {
    pub up: u8,
    pub down: u8,
}

impl Climb {
    /// The same hexside crossed the other way.
    pub const fn reversed(self) -> Self {
        Self {
            up: self.down,
            down: self.up,
        }
    }
}

impl Relief {
    /// A slope of so many contour lines with the class of BB 9.44; level ground for none.
    pub const fn slope(higher: SideEnd, lines: u8) -> Self {
        match SlopeClass::of_lines(lines) {
            Some(class) => Self::Slope {
                class,
                higher,
                lines,
            },
            None => Self::Level,
        }
    }

    /// What is climbed and descended on the way from the `from` hex to the other. A crest is climbed first, a ravine
    /// descended first.
    pub const fn climb(self, from: SideEnd) -> Climb {
        let forward = match self {
            Self::Level => Climb { up: 0, down: 0 },
            Self::Slope {
                higher: SideEnd::Second,
                lines,
                ..
            } => Climb { up: lines, down: 0 },
            Self::Slope {
                higher: SideEnd::First,
                lines,
                ..
            } => Climb { up: 0, down: lines },
            Self::Ravine { first, second } => Climb {
                up: second,
                down: first,
            },
            Self::Crest { first, second } => Climb {
                up: first,
                down: second,
            },
        };
        match from {
            SideEnd::First => forward,
            SideEnd::Second => forward.reversed(),
        }
    }

    /// The same shape with the two hexes exchanged.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Level => Self::Level,
            Self::Slope {
                class,
                higher,
                lines,
            } => Self::Slope {
                class,
                higher: higher.other(),
                lines,
            },
            Self::Ravine { first, second } => Self::Ravine {
                first: second,
                second: first,
            },
            Self::Crest { first, second } => Self::Crest {
                first: second,
                second: first,
            },
        }
    }

    /// The class of the slope, if it is one.
    pub const fn slope_class(self) -> Option<SlopeClass> {
        match self {
            Self::Slope { class, .. } => Some(class),
            _ => None,
        }
    }

    /// Contour lines in all.
    pub const fn lines(self) -> u8 {
        let Climb { up, down } = self.climb(SideEnd::First);
        up + down
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_follows_the_contour_lines() {
        let class = |lines| Relief::slope(SideEnd::First, lines).slope_class();
        assert_eq!(
            [class(0), class(1), class(2)],
            [None, Some(SlopeClass::Gradual), Some(SlopeClass::Minor)]
        );
        assert_eq!([class(3), class(4)], [Some(SlopeClass::Steep); 2]);
        assert_eq!(Relief::slope(SideEnd::First, 0), Relief::Level);
    }

    #[test]
    fn a_hexside_is_climbed_one_way_and_descended_the_other() {
        for (relief, up, down) in [
            (Relief::slope(SideEnd::Second, 2), 2, 0),
            (Relief::slope(SideEnd::First, 3), 0, 3),
            (
                Relief::Ravine {
                    first: 1,
                    second: 2,
                },
                2,
                1,
            ),
            (
                Relief::Crest {
                    first: 1,
                    second: 2,
                },
                1,
                2,
            ),
        ] {
            assert_eq!(
                relief.climb(SideEnd::First),
                Climb { up, down },
                "{relief:?}"
            );
            assert_eq!(
                relief.climb(SideEnd::Second),
                Climb { up: down, down: up },
                "{relief:?}"
            );
            assert_eq!(relief.lines(), up + down);
        }
    }
}
