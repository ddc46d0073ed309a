//! A player that takes anything legal, orders and movement more often than the end.

use longroll_core::{Chance, Side};

use super::{Player, draw, member, stream};
use crate::battle::Battle;
use crate::choice::Choice;

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
    fn choose(&mut self, battle: &Battle) -> Option<(Side, Choice)> {
        let ask = battle.asked()?;
        let offers = battle.offers();
        let families = battle.families();
        loop {
            let (ends, rest): (Vec<_>, Vec<_>) = offers
                .iter()
                .map(|offer| &offer.choice)
                .partition(|choice| {
                    matches!(choice, Choice::End | Choice::Done | Choice::Reserve { .. })
                });
            let others = rest.len() + families.len();
            let end = !ends.is_empty() && (others == 0 || draw(&mut self.chance, 12) == 0);
            if end {
                let index = draw(&mut self.chance, ends.len());
                return Some((ask.side, ends[index].clone()));
            }
            let index = draw(&mut self.chance, others);
            if let Some(choice) = rest.get(index) {
                return Some((ask.side, (*choice).clone()));
            }
            if let Some(family) = families.get(index - rest.len())
                && let Some(choice) = member(family, &mut self.chance)
            {
                return Some((ask.side, choice));
            }
            if ends.is_empty() && others == 0 {
                return None;
            }
        }
    }
}
