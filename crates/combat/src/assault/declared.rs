//! SR 11.31: assaults as they are designated, and what is fixed for all of them.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::Side;
use longroll_position::BodyId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// SR 11.21, 11.5: whether a unit charges, judged in Step 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Charge {
    /// It does not.
    #[default]
    None,
    /// SR 11.21-infantry-charge.
    Infantry,
    /// SR 11.51: it made its UDD and its charge path.
    Cavalry,
}

/// The ground an attacker held when its die was rolled: it counts for Position even after it was thrown back (reading 41 of
/// the assault chapter).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Footprint {
    /// Its hexes.
    pub hexes: SmallVec<[HexId; 3]>,
    /// Its front hexes, the Refused Front among them (SR 7.34).
    pub fronts: SmallVec<[HexId; 6]>,
}

/// How far an attacker has come in its assault.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Designated, and nothing has stopped it.
    #[default]
    In,
    /// SR 11.36, 12.35f, 12.47: it did not commit itself, or was driven off (readings 20, 21).
    Out,
    /// It has taken part in a 6b.
    Fought(Footprint),
}

/// A unit that assaults.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacker {
    pub unit: UnitId,
    /// SR 11.21: fixed in Step 1 and kept in Continued assaults, where it gives nothing but may oblige (reading 99).
    pub charge: Charge,
    /// SR 11.43-rounding: it entered a hex in this Action phase (reading 34); fixed in Step 1.
    pub moved: bool,
    /// How far it has come.
    pub role: Role,
}

/// One assault: one resolution, one die.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Who rolls the die. A side whose brigade is not activated is an original defender that goes on (SR 11.47).
    pub by: Side,
    /// Who attacks, those who dropped out included.
    pub attackers: Vec<Attacker>,
    /// The hexes assaulted.
    pub targets: Vec<HexId>,
    /// SR 11.47: 0 as designated in Step 1, else the number of the Continued assault (reading 100).
    pub continued: u8,
    /// SR 11.56: the hexes of `targets` whose cavalry countercharges.
    pub countercharges: Vec<HexId>,
}

impl Assault {
    /// Whoever still attacks.
    pub fn attacking(&self) -> impl Iterator<Item = &Attacker> {
        self.attackers.iter().filter(|own| own.role == Role::In)
    }

    /// Whether all who still attack charge, in the assault that the charge was made for (SR 11.42, 11.57, reading 50).
    #[must_use]
    pub fn charges(&self, charge: Charge) -> bool {
        self.continued == 0 && self.is_pending() && self.attacking().all(|own| own.charge == charge)
    }

    /// SR 11.56: whether somebody who still attacks charges so, alone or with others who do not.
    #[must_use]
    pub fn has_charger(&self, charge: Charge) -> bool {
        self.continued == 0 && self.attacking().any(|own| own.charge == charge)
    }

    /// SR 11.32: both as one. Those who go on do so at the same time, so they count the same continuations (reading 100).
    #[must_use]
    pub fn united(&self, other: &Self) -> Self {
        let mut union = self.clone();
        union.attackers.extend(other.attackers.iter().cloned());
        for hex in &other.targets {
            if !union.targets.contains(hex) {
                union.targets.push(*hex);
            }
        }
        union
    }

    /// Whether somebody has still to fight it.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.attacking().next().is_some()
    }
}

/// All assaults of one brigade Activation, fought and to be fought, and what Step 1 fixed for them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct AssaultPhase {
    /// The bodies activated: one, or several coordinated (SR 5.34).
    pub bodies: Vec<BodyId>,
    /// The assaults that count for Position (readings 39, 41), the one under judgement among them or not.
    pub assaults: Vec<Assault>,
    /// SR 11.72-absent: bodies without their brigadier, by [`super::unled`] (reading 46).
    pub unled: Vec<BodyId>,
    /// BB 4.11-J2, 30.9-johnston: brigadiers who count as Aggressive.
    pub inspired: Vec<LeaderId>,
}
