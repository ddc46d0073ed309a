//! Random, the kind of choice first: what is offered in one form comes up as often as what is offered in fifty.

use longroll_core::{Seed, Side};
use longroll_gbacw::Choice;

use super::kinds::{by_kind, ends_something};
use super::{Player, Seat, Stream};

/// Ends what it is asked about as seldom as the uniform player, and weighs the kinds of all else alike.
#[derive(Debug, Clone)]
pub struct Varied(Stream);

impl Varied {
    /// The varied player of a side.
    #[must_use]
    pub fn new(seed: Seed, side: Side) -> Self {
        Self(Stream::of_side(seed, side))
    }
}

impl Player for Varied {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        let ending = offers
            .iter()
            .filter(|offer| ends_something(offer.choice))
            .count();
        let ends = self.0.pick(offers.len())? < ending;
        by_kind(&mut self.0, offers, |choice| ends_something(choice) == ends)
    }
}
