//! What the engine's frames of fire and assault hold. Their fields are the engine's own; what they are saved as is not, and a frame
//! that is saved otherwise one day fails the test below, not a player.

use longroll_catalog::facts::UnitId;
use longroll_combat::assault::{Assault, AssaultPhase};
use longroll_combat::fire::{DeclaredFire, FireTerms};
use longroll_gbacw::Battle;
use longroll_gbacw::step::Step;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A declared fire with the terms of its shots.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Volley {
    pub fire: DeclaredFire,
    pub shots: Vec<FireTerms>,
}

/// An exchange of fire.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Exchange {
    /// The fires that opened it.
    fires: Vec<Volley>,
    /// What is declared and not yet rolled.
    to_roll: Vec<Volley>,
}

impl Exchange {
    /// Everything that is declared and not yet rolled, each once.
    pub(crate) fn volleys(self) -> impl Iterator<Item = Volley> {
        let mut all = self.fires;
        for volley in self.to_roll {
            if !all.contains(&volley) {
                all.push(volley);
            }
        }
        all.into_iter()
    }
}

/// The assaults of a brigade Activation.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Assaults {
    pub phase: AssaultPhase,
    /// Designated assaults that have not been resolved; empty as long as they are being designated.
    pending: Vec<usize>,
    stage: String,
}

impl Assaults {
    /// Those that are still to be fought.
    pub(crate) fn open(&self) -> Vec<Assault> {
        let all = self.phase.assaults.iter().enumerate();
        let designating = self.stage == "designate";
        all.filter(|(place, _)| designating || self.pending.contains(place))
            .map(|(_, assault)| assault.clone())
            .collect()
    }

    /// Those of this unit.
    pub(crate) fn of(&self, unit: UnitId) -> Option<&Assault> {
        let mut all = self.phase.assaults.iter().rev();
        all.find(|assault| assault.attackers.iter().any(|own| own.unit == unit))
    }
}

fn saved<T: DeserializeOwned>(frame: &impl serde::Serialize) -> Option<T> {
    let value = serde_json::to_value(frame).ok()?;
    serde_json::from_value(value).ok()
}

/// The exchange of fire that is asked about.
pub(crate) fn exchange(battle: &Battle) -> Option<Exchange> {
    match battle.pending_step()? {
        Step::Fire(frame) => saved(frame.as_ref()),
        _ => None,
    }
}

/// The assaults that are asked about.
pub(crate) fn assaults(battle: &Battle) -> Option<Assaults> {
    match battle.pending_step()? {
        Step::Assault(frame) => saved(frame.as_ref()),
        _ => None,
    }
}
