//! What a firer may fire at.

use longroll_position::fire::{DeclaredFire, FiringPart, Occasion, Shot};

use super::firer::FirerArm;
use super::scene::FireScene;
use super::terms::{FireTerms, terms};
use super::weapon::{longest_range, weapon_of};

/// Every enemy hex that a firer may fire at on this occasion with all it has, with the terms of the first shot. Options
/// that cost nothing are claimed where they may be: Prepared fire, and nothing else.
#[must_use]
pub fn targets(
    look: &FireScene<'_>,
    occasion: Occasion,
    firer: FiringPart,
) -> Vec<(DeclaredFire, FireTerms)> {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    let Some(hex) = firer.hex(look.scene.position) else {
        return Vec::new();
    };
    let arm = FirerArm::of(facts, state);
    let (reach, _) = longest_range(look, weapon_of(look, firer), arm, occasion);
    let enemy = facts.side.enemy();
    let mut found = Vec::new();
    let ashore = look.scene.held_within(enemy, hex, reach);
    // Gunboats hold no hex (reading I106), so they are looked for by themselves.
    let boats = look
        .scene
        .setting
        .gunboat_ids()
        .filter(|_| arm.has_guns())
        .filter(|unit| look.facts(*unit).side == enemy && look.state(*unit).on_map())
        .map(|unit| (look.state(unit).hex, Some(unit)));
    for (target, boat) in ashore.map(|target| (target, None)).chain(boats) {
        let mut plain = DeclaredFire::new(occasion, firer, target);
        plain.boat = boat;
        let prepared = plain.clone().prepared();
        for fire in [prepared, plain] {
            if let Ok(terms) = terms(look, &fire, Shot::First) {
                found.push((fire, terms));
                break;
            }
        }
    }
    found
}
