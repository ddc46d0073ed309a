//! BB 14.79: gunboats that keep a resting brigade awake.

use longroll_catalog::facts::{Light, UnitId};
use longroll_core::Refusal;
use longroll_position::BodyId;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::firer::FirerArm;
use super::scene::FireScene;

/// What the die does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Indirect {
    /// Nothing.
    Nothing,
    /// The brigade recovers no stragglers this turn.
    KeptAwake,
    /// The boat has no ammunition left and leaves the game (exception to BB 14.75).
    BoatLeaves,
}

/// BB 14.79: what an unmodified die of indirect fire does.
#[must_use]
pub const fn indirect_outcome(die: u8) -> Indirect {
    match die {
        0 => Indirect::BoatLeaves,
        8.. => Indirect::KeptAwake,
        _ => Indirect::Nothing,
    }
}

/// BB 14.79: whether a gunboat may fire indirectly at a brigade: at night or dawn, in its first Activation of the turn, at
/// another brigade each time, which rests in Reserve five hexes or more from every unit of the boat's side. `fired` are the
/// brigades it has fired at in this Activation.
///
/// # Errors
/// When it may not.
pub fn may_fire_indirectly(
    look: &FireScene<'_>,
    boat: UnitId,
    brigade: BodyId,
    fired: &[BodyId],
) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal::new(Rule::BB_14_79, reason));
    let (facts, state) = (look.facts(boat), look.state(boat));
    if FirerArm::of(facts, state) != FirerArm::Boat || !state.on_map() {
        return refuse("indirect fire is for gunboats");
    }
    if !matches!(look.light(), Light::Night | Light::Dawn) {
        return refuse("indirect fire is for night and dawn");
    }
    if usize::from(look.scene.setting.battle.terms.gunboat_night_fires) <= fired.len() {
        return refuse("it has fired as often as it may");
    }
    if fired.contains(&brigade) {
        return refuse("each fire is at another brigade");
    }
    let (setting, position) = (look.scene.setting, look.scene.position);
    if setting.body(brigade).side == facts.side || !position.body(brigade).reserve {
        return refuse("only enemy brigades in Reserve are fired at");
    }
    let near = position
        .members(setting, brigade)
        .filter(|unit| look.state(*unit).on_map())
        .any(|unit| {
            let hex = look.state(unit).hex;
            look.scene.held_within(facts.side, hex, 4).next().is_some()
        });
    if near {
        return refuse("the brigade is less than five hexes from a unit of the boat's side");
    }
    Ok(())
}
