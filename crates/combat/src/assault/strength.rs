//! SR 11.43, 11.63: strength in assault.

use longroll_catalog::facts::UnitId;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// What one unit brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForcePart {
    /// Who; of several batteries in a hex the topmost stands for all their guns.
    pub unit: UnitId,
    /// SP as counted, before doubling and halving.
    pub sp: u8,
    /// Strength in half SP: reading 31 keeps fractions.
    pub halves: u32,
    /// The rules that changed it.
    pub rules: SmallVec<[Rule; 2]>,
}

/// The strength of one side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Force {
    /// Unit by unit.
    pub parts: Vec<ForcePart>,
}

impl Force {
    /// All of it in half SP.
    #[must_use]
    pub fn halves(&self) -> u32 {
        self.parts.iter().map(|part| part.halves).sum()
    }
}

/// SR 8.36-strength, 11.43-cavalry: the strength of whoever still attacks.
#[must_use]
pub fn attacking_force(look: &AssaultScene<'_>, assault: &Assault) -> Force {
    todo!("{look:?} {assault:?}")
}

/// SR 8.36-strength, 8.44-assault, 11.43-cavalry, 11.63: the strength of whoever is assaulted.
#[must_use]
pub fn defending_force(look: &AssaultScene<'_>, assault: &Assault) -> Force {
    todo!("{look:?} {assault:?}")
}
