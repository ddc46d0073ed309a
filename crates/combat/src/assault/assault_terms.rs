//! SR 11.42, 11.45: everything that is added to the die of an assault.

use longroll_catalog::Tables;
use longroll_catalog::tables::AssaultRow;
use longroll_core::Terms;

use super::advantage::AssaultPosition;
use super::assault_scene::AssaultScene;
use super::declared::Assault;
use super::ratio::Ratio;
use super::strength::Force;

/// What an assault is rolled with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssaultTerms {
    /// Whoever attacks.
    pub attackers: Force,
    /// Whoever is assaulted.
    pub defenders: Force,
    /// SR 11.43.
    pub ratio: Ratio,
    /// SR 11.44.
    pub position: AssaultPosition,
    /// Every DRM with its rule, ratio and Position among them.
    pub terms: Terms,
}

/// One face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AssaultOutcome<'t> {
    /// The face, 0 to 9.
    pub die: u8,
    /// With all terms.
    pub total: i32,
    /// The row of BB T-assault.
    pub row: &'t AssaultRow,
}

impl AssaultTerms {
    /// BB T-assault: what a face of the die does.
    #[must_use]
    pub fn outcome<'t>(&self, tables: &'t Tables, die: u8) -> AssaultOutcome<'t> {
        todo!("{tables:?} {die}")
    }

    /// The ten faces.
    #[must_use]
    pub fn outcomes<'t>(&self, tables: &'t Tables) -> [AssaultOutcome<'t>; 10] {
        core::array::from_fn(|die| self.outcome(tables, u8::try_from(die).unwrap_or(9)))
    }

    /// How many of the ten faces fall on each row of BB T-assault.
    #[must_use]
    pub fn chances<'t>(&self, tables: &'t Tables) -> Vec<(&'t AssaultRow, u8)> {
        todo!("{tables:?}")
    }
}

/// SR 11.42: what an assault is rolled with as things stand; none if nobody is left to attack or to defend (reading 20).
#[must_use]
pub fn assault_terms(look: &AssaultScene<'_>, assault: &Assault) -> Option<AssaultTerms> {
    todo!("{look:?} {assault:?}")
}
