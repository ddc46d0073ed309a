//! Random, but never idle: reaches the far corners of the rules that a uniform player walks past.

use longroll_core::{Seed, Side};
use longroll_gbacw::Choice;

use super::kinds::{by_kind, ends_something, turns_on_the_spot};
use super::{Player, Seat, Stream};

/// How often, in ten, it still ends what it is asked about; without this two brisk players could go on for very long.
const ENDS_IN_TEN: usize = 1;

/// Ends a phase or a move, or turns a unit, only now and then while anything else is legal; the kind of choice is drawn first.
#[derive(Debug, Clone)]
pub struct Brisk(Stream);

impl Brisk {
    /// The brisk player of a side.
    #[must_use]
    pub fn new(seed: Seed, side: Side) -> Self {
        Self(Stream::of_side(seed, side))
    }
}

/// Whether anything comes of a choice. A turn that costs nothing is offered for ever.
const fn gets_on(choice: Choice) -> bool {
    !ends_something(choice) && !turns_on_the_spot(choice)
}

impl Player for Brisk {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        let tired = self.0.pick(10)? < ENDS_IN_TEN;
        let idle = !offers.iter().any(|offer| gets_on(offer.choice));
        if tired || idle {
            return by_kind(&mut self.0, offers, |_| true);
        }
        by_kind(&mut self.0, offers, gets_on)
    }
}
