//! A player that takes anything legal, orders and movement more often than the end.

use longroll_core::Chance;

use super::{Player, draw, member, stream};
use crate::choice::Choice;
use crate::view::Seat;

/// A random player.
#[derive(Debug, Clone)]
pub struct Random {
    chance: Chance,
}

impl Random {
    /// A player with its own stream.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            chance: stream(seed),
        }
    }
}

impl Player for Random {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        let families = seat.families();
        // A likely family may be empty: after so many tries somebody may simply have nothing else to do.
        for tries in 0..200 {
            let (ends, rest): (Vec<_>, Vec<_>) = offers
                .iter()
                .map(|offer| &offer.choice)
                .partition(|choice| {
                    matches!(choice, Choice::End | Choice::Done | Choice::Reserve { .. })
                });
            let others = rest.len() + families.len();
            let end =
                !ends.is_empty() && (others == 0 || tries > 100 || draw(&mut self.chance, 12) == 0);
            if end {
                let index = draw(&mut self.chance, ends.len());
                return Some(ends[index].clone());
            }
            let index = draw(&mut self.chance, others);
            if let Some(choice) = rest.get(index) {
                return Some((*choice).clone());
            }
            if let Some(family) = families.get(index - rest.len())
                && let Some(choice) = member(family, &mut self.chance)
            {
                return Some(choice);
            }
            if ends.is_empty() && others == 0 {
                return None;
            }
        }
        None
    }
}
