//! SR 14.3: repeating rifles and carbines.

use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

use super::firer::FirerArm;
use super::scene::FireScene;
use super::weapon::{is_spencer, weapon_of};
use longroll_position::fire::{FiringPart, Shot};

/// SR 14.3, 14.35, 14.36: whether a unit fires twice, whatever the occasion: Spencers in Good Order and on foot. Asked
/// before its first shot.
#[must_use]
pub fn fires_twice(look: &FireScene<'_>, unit: UnitId) -> bool {
    let state = look.state(unit);
    let firer = FiringPart::of(unit, 0);
    is_spencer(weapon_of(look, firer))
        && !state.is_disordered()
        && FirerArm::of(look.facts(unit), state) != FirerArm::Mounted
}

/// Who fires in a step of an exchange with Spencers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// The Spencers.
    Spencer(Shot),
    /// Everybody who answers, or whom they answer.
    Others,
    /// The Rapid fire guns.
    Guns(Shot),
    /// Others of the guns' hex who may fire (SR 14.38).
    BesideTheGuns,
}

/// What the Spencers are up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpencerDuel {
    /// SR 14.31, 14.34: phasing Spencers, answered by anybody.
    Phasing,
    /// SR 14.32: Spencers answer phasing fire.
    Answering,
    /// SR 14.37: Spencers answer phasing guns with Rapid fire.
    AnsweringRapidFire,
    /// SR 14.38: phasing Spencers fire at guns that answer with Rapid fire.
    AtRapidFire,
}

/// SR 14.31 to 14.38: the steps of an exchange. What stands in one step is rolled together; its results come before the
/// next step. A second Disorder in between takes a later Spencer shot away, a Disorder the guns' (SR 14.38).
#[must_use]
pub fn rounds(duel: SpencerDuel) -> &'static [&'static [Round]] {
    use Round::{BesideTheGuns, Guns, Others, Spencer};
    use Shot::{First, Second};
    match duel {
        SpencerDuel::Phasing => &[&[Spencer(First)], &[Others], &[Spencer(Second)]],
        SpencerDuel::Answering => &[&[Others, Spencer(First)], &[Spencer(Second)]],
        SpencerDuel::AnsweringRapidFire => {
            &[&[Guns(First), Guns(Second), Spencer(First), Spencer(Second)]]
        }
        SpencerDuel::AtRapidFire => &[
            &[Spencer(First)],
            &[Guns(First), BesideTheGuns],
            &[Spencer(Second)],
            &[Guns(Second)],
        ],
    }
}
