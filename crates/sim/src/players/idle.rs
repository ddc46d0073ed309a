//! Does nothing that it need not do: the other side shows what it can reach.

use longroll_core::{Seed, Side};
use longroll_gbacw::Choice;

use super::kinds::ends_something;
use super::{Player, Seat, Stream};

/// Ends whatever it is asked about; where it has to choose it draws.
#[derive(Debug, Clone)]
pub struct Idle(Stream);

impl Idle {
    /// The idle player of a side.
    #[must_use]
    pub fn new(seed: Seed, side: Side) -> Self {
        Self(Stream::of_side(seed, side))
    }
}

impl Player for Idle {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        let ends = offers.iter().find(|offer| ends_something(offer.choice));
        match ends {
            Some(offer) => Some(offer.choice),
            None => {
                let place = self.0.pick(offers.len())?;
                offers.get(place).map(|offer| offer.choice)
            }
        }
    }
}
