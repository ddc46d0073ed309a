//! Line of sight: SR 10.2 and what the battle of Shiloh changes in it (BB 9.44, 10.24, 10.67, 14.74).
//!
//! [`Sight`] answers for one map and one set of [`SightRules`]: [`Sight::can_see`] quickly,
//! [`Sight::line_of_sight`] with every reason, [`Sight::line_of_fire`] with the units in the way (SR 10.26).
//! A [`VisibilityTable`] holds the answers for the whole map; [`Sight::explain`] tells one of them hex by hex, and
//! [`profile_svg`] draws it.
//!
//! The ground is copied into a compact scene (`scene`), a line is a chain of hexes and of pairs beside a hexside
//! (`course`, `line`), and one procedure (`judge`, `exceptions`) serves the short and the explained answer. Everything
//! is exact arithmetic on whole numbers; heights are compared doubled, because a median can be a half level.

mod course;
mod exceptions;
mod explain;
mod fire;
mod gunboat;
mod judge;
mod limited;
mod line;
mod memory;
mod profile_svg;
mod rules;
mod scene;
mod sight;
mod table;
mod verdict;

pub use explain::{Effect, ExplainedHex, ExplainedSide, ExplainedStep, Explanation, Passed};
pub use fire::{FireKind, LaneOfFire, Occupant, UnitsInTheWay};
pub use gunboat::GunboatLine;
pub use limited::{NoLimitedSight, Overlook};
pub use profile_svg::{ProfileWords, profile_svg};
pub use rules::{GeographicCrests, SightRules, SteepDrop, Woods, WoodsCount};
pub use scene::Cover;
pub use sight::{GroundLine, Sight, UnitBlock, no_units};
pub use table::{SeenWord, VisibilityTable};
pub use verdict::{Block, Height, Obstacle, ProfileHex, ProfileStep, Seen, Verdict, WoodsHex};
