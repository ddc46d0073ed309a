//! Any legal choice, each as likely as the other.

use longroll_core::{Seed, Side};
use longroll_gbacw::Choice;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

use super::{Player, Seat};

/// Random numbers of a player: the game's seed on a stream of its own, so that no player moves the dice.
#[derive(Debug, Clone)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream with this number; the dice have 0.
    #[must_use]
    pub fn new(seed: Seed, number: u64) -> Self {
        let mut words = ChaCha8Rng::seed_from_u64(seed.0);
        words.set_stream(number);
        Self(words)
    }

    /// The stream of a side's player.
    #[must_use]
    pub fn of_side(seed: Seed, side: Side) -> Self {
        Self::new(
            seed,
            match side {
                Side::Union => 1,
                Side::Confederate => 2,
            },
        )
    }

    /// One stream for both sides, where what comes next is drawn before it is known whose it is.
    #[must_use]
    pub fn of_both(seed: Seed) -> Self {
        Self::new(seed, 7)
    }

    /// A place in a list of this length, none favoured; nothing for an empty list.
    pub fn pick(&mut self, length: usize) -> Option<usize> {
        let length = u64::try_from(length).ok().filter(|&length| length > 0)?;
        let threshold = (1_u64 << 32) % length;
        loop {
            let product = u64::from(self.0.next_u32()) * length;
            if product & 0xffff_ffff >= threshold {
                return usize::try_from(product >> 32).ok();
            }
        }
    }

    /// One of a list.
    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        self.pick(list.len()).and_then(|place| list.get(place))
    }
}

/// The uniform player.
#[derive(Debug, Clone)]
pub struct Random(Stream);

impl Random {
    /// The uniform player of a side.
    #[must_use]
    pub fn new(seed: Seed, side: Side) -> Self {
        Self(Stream::of_side(seed, side))
    }
}

impl Player for Random {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        self.0.one_of(seat.offers()).map(|offer| offer.choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_list_comes_up_and_none_is_favoured() {
        let mut stream = Stream::of_side(Seed(5), Side::Union);
        let mut counts = [0_u32; 7];
        for _ in 0..7000 {
            counts[stream.pick(7).unwrap()] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
        assert_eq!(stream.pick(0), None);
    }

    #[test]
    fn the_sides_do_not_share_a_stream() {
        let first = |side| {
            let mut stream = Stream::of_side(Seed(5), side);
            (0..8).map(|_| stream.pick(1000)).collect::<Vec<_>>()
        };
        assert_ne!(first(Side::Union), first(Side::Confederate));
    }
}
