//! SR 11.43: the ratio and its rounding.

use longroll_catalog::tables::{RatioRow, RatioTable};
use longroll_rule::Rule;

use super::assault_ground::is_wooded;
use super::assault_scene::AssaultScene;
use super::declared::Assault;
use super::enemies::held_targets;

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

/// SR 11.43: the row of two strengths, in one unit of measure. Below the first row and above the last these count. None for a table
/// without rows.
#[must_use]
pub fn ratio(
    table: &RatioTable,
    attacker: u32,
    defender: u32,
    rounding: Rounding,
) -> Option<Ratio> {
    // attacker / defender against row.attacker / row.defender, without dividing.
    let reaches = |row: &RatioRow| {
        u64::from(attacker) * u64::from(row.defender_halves)
            >= u64::from(row.attacker_halves) * u64::from(defender)
    };
    let exceeds = |row: &RatioRow| {
        u64::from(attacker) * u64::from(row.defender_halves)
            > u64::from(row.attacker_halves) * u64::from(defender)
    };
    let (first, last) = (table.rows.first()?, table.rows.last()?);
    let row = match rounding {
        Rounding::Attacker(_) => table.rows.iter().find(|row| !exceeds(row)).unwrap_or(last),
        Rounding::Defender(_) => table
            .rows
            .iter()
            .rev()
            .find(|row| reaches(row))
            .unwrap_or(first),
    };
    Some(Ratio {
        attacker,
        defender,
        rounding,
        row: *row,
    })
}

/// SR 11.43-rounding, BB 9.44-woods-assault, readings 34, 35: who is favoured; `ground` is the terrain DRM that applies.
#[must_use]
pub fn rounding(look: &AssaultScene<'_>, assault: &Assault, ground: i32) -> Rounding {
    let in_woods = look.scene.setting.terms().is_some()
        && held_targets(look, assault).any(|hex| is_wooded(look, hex));
    if assault.continued > 0 || ground < 0 {
        Rounding::Defender(Rule::SR_11_43_rounding)
    } else if in_woods {
        Rounding::Defender(Rule::BB_9_44_woods_assault)
    } else if assault.attacking().all(|own| own.moved) {
        Rounding::Attacker(Rule::SR_11_43_rounding)
    } else {
        Rounding::Defender(Rule::SR_11_43_rounding)
    }
}
