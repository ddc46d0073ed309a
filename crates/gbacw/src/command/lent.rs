//! BB 30.0: a commander who is not in play lends his abilities to one of certain brigades, as far as the level of
//! difficulty goes on which the players have agreed.

use longroll_catalog::facts::{AbilityKind, CommandId, LeaderId, Mechanism};
use longroll_core::Refusal;
use longroll_position::rule_set::LentAbilities;
use longroll_position::{BodyId, Presence, SpecialNote, Topic};
use longroll_rule::Rule;

use super::special::turn_now;
use crate::play::Play;
use crate::scene::At;

/// The rule in whose name the scenario lends.
fn rule_of(at: At<'_>) -> Rule {
    at.setting.special_name(Topic::Lent, |_| true)
}

/// The brigades to one of which a commander who is not in play lends his abilities in this turn.
fn brigades(at: At<'_>, leader: LeaderId) -> Option<&[CommandId]> {
    let away = at.position.leader(leader).presence == Presence::Absent;
    let found = at
        .setting
        .special(Topic::Lent)
        .find_map(|rule| match &rule.mechanism {
            Mechanism::LentAbilities {
                leader: who,
                brigades,
                turn,
            } if *who == leader && turn_now(at) == Some(*turn) => Some(brigades.as_slice()),
            _ => None,
        });
    found.filter(|_| away)
}

/// Whether a commander who is not in play lends this ability.
#[must_use]
pub fn is_lent(at: At<'_>, leader: LeaderId, kind: AbilityKind) -> bool {
    let level = at.setting.rules.switches.scn9_johnston;
    let covered = match kind {
        // The standard level: Attack orders whatever the roll, and the assault of an Aggressive brigadier.
        AbilityKind::OrdersAttack | AbilityKind::InspiresAggression => level != LentAbilities::None,
        AbilityKind::SteadiesGreenUnits | AbilityKind::ExtraActivation => {
            level == LentAbilities::All
        }
        _ => false,
    };
    covered && brigades(at, leader).is_some()
}

/// Whether a commander lends anything.
#[must_use]
pub fn lends(at: At<'_>, leader: LeaderId) -> bool {
    is_lent(at, leader, AbilityKind::OrdersAttack)
}

/// Whether what he lends reaches a brigade: one of those named, and the first that has had it.
///
/// # Errors
/// Another one.
pub fn lent_reaches(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<Rule, Refusal> {
    let command = at.setting.body(body).command;
    if !brigades(at, leader).is_some_and(|brigades| brigades.contains(&command)) {
        return Err(Refusal::new(
            rule_of(at),
            "it does not count as within the range of the commander",
        ));
    }
    match at.position.special.lent_to {
        Some(first) if first != body => Err(Refusal::new(
            rule_of(at),
            "another brigade counts as within his range",
        )),
        _ => Ok(rule_of(at)),
    }
}

/// A brigade has used what is lent: no other may.
pub fn note_lent(play: &mut Play<'_>, leader: LeaderId, body: BodyId) {
    if lends(play.at(), leader) {
        play.note_special(SpecialNote::LentTo(body));
    }
}
