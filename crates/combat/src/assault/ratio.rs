//! SR 11.43: the ratio and its rounding.

use longroll_catalog::tables::{RatioRow, RatioTable};
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 11.43-rounding: in whose favour a ratio between two rows is rounded, and by which rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The attackers'.
    Attacker(Rule),
    /// The defenders'.
    Defender(Rule),
}

/// Two strengths as a row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    /// Attackers, in half SP.
    pub attacker: u32,
    /// Defenders, in half SP.
    pub defender: u32,
    /// In whose favour.
    pub rounding: Rounding,
    /// The row.
    pub row: RatioRow,
}

/// SR 11.43: the row of two strengths, in one unit of measure. None for a table without rows.
#[must_use]
pub fn ratio(
    table: &RatioTable,
    attacker: u32,
    defender: u32,
    rounding: Rounding,
) -> Option<Ratio> {
    todo!("{table:?} {attacker} {defender} {rounding:?}")
}

/// SR 11.43-rounding, BB 9.44-woods-assault: who is favoured; `ground` is the terrain DRM that applies.
#[must_use]
pub fn rounding(look: &AssaultScene<'_>, assault: &Assault, ground: i32) -> Rounding {
    todo!("{look:?} {assault:?} {ground}")
}
