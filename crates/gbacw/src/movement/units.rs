//! SR 9.1: units move while their body acts.

use longroll_core::{ChanceError, Refusal};
use longroll_position::BodyId;
use longroll_rule::Rule;

use super::leaders::{RideStep, leaders_of, may_ride, ride};
use crate::battle::At;
use crate::choice::Choice;
use crate::play::Play;
use crate::step::Offers;

/// Everything the units of a body may begin now.
pub fn offer_units(_at: At<'_>, _body: BodyId, _offers: &mut Offers<'_>) {}

/// Why a choice of the acting bodies is not offered.
#[must_use]
pub fn refusal(at: At<'_>, bodies: &[BodyId], choice: Choice) -> Option<Refusal> {
    match choice {
        Choice::Ride { leader, hex } => {
            if !bodies
                .iter()
                .any(|&body| leaders_of(at, body).any(|own| own == leader))
            {
                return Some(Refusal::new(Rule::SR_9_31, "he leads nobody who acts now"));
            }
            may_ride(at, leader, hex).err()
        }
        _ => None,
    }
}

/// A piece of an acting body begins something.
///
/// # Errors
/// When a script of dice is used up.
pub fn begin(play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
    if let Choice::Ride { leader, hex } = choice {
        ride(play, leader, hex);
        play.push(RideStep { leader });
    }
    Ok(())
}
