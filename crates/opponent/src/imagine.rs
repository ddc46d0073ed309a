//! The one door for looking ahead: a battle that fits what a side knows, with dice of its own.

use longroll_core::{Chance, Seed, Side};
use longroll_gbacw::{Battle, View};

/// A battle as a side may imagine it: the position as it knows it, the dice to come drawn afresh.
///
/// Nothing where more than the dice is hidden from the side (secret numbers of the alert hours, missions): to draw those
/// afresh the engine must offer a door of its own, and to use the true ones would be cheating.
#[must_use]
pub fn imagine(battle: &Battle, side: Side, seed: Seed) -> Option<Battle> {
    let view = View::of(battle, side);
    if view.position != *battle.position() {
        return None;
    }
    let mut imagined = battle.clone();
    imagined.set_chance(Chance::seeded(seed));
    Some(imagined)
}
