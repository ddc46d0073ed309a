//! Random, but never idle: reaches the far corners of the rules that a uniform player walks past.

use longroll_core::{Seed, Side};
use longroll_gbacw::Choice;

use super::{Player, Seat, Stream};

/// How often, in ten, it still ends what it is asked about; without this two brisk players could go on for very long.
const ENDS_IN_TEN: usize = 1;

/// Ends a phase or a move only now and then while anything else is legal.
#[derive(Debug, Clone)]
pub struct Brisk(Stream);

impl Brisk {
    /// The brisk player of a side.
    #[must_use]
    pub fn new(seed: Seed, side: Side) -> Self {
        Self(Stream::of_side(seed, side))
    }
}

const fn ends_something(choice: Choice) -> bool {
    matches!(
        choice,
        Choice::Done | Choice::Accept | Choice::Halt | Choice::Keep
    )
}

impl Player for Brisk {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        let ending = offers
            .iter()
            .filter(|offer| ends_something(offer.choice))
            .count();
        let tired = self.0.pick(10)? < ENDS_IN_TEN;
        if tired || ending == offers.len() {
            return self.0.one_of(offers).map(|offer| offer.choice);
        }
        let place = self.0.pick(offers.len() - ending)?;
        offers
            .iter()
            .map(|offer| offer.choice)
            .filter(|&choice| !ends_something(choice))
            .nth(place)
    }
}
