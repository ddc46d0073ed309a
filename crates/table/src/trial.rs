//! Choices tried on a copy: whether a die follows, and whether the answer can matter at all.
//!
//! The copy has dice of its own, so that nothing of the dice to come shows.

use longroll_core::{Barrier, Chance, Fingerprint, Game, Seed, Side};
use longroll_gbacw::{Battle, Choice};

/// Lists longer than this are not tried: they are moves, and those matter.
const LONGEST: usize = 24;

/// What became of one choice on a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Trial {
    barrier: Barrier,
    end: Fingerprint,
}

/// Every choice of the pending question tried on a copy; nothing for a long list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trials(Vec<Option<Trial>>);

impl Trials {
    pub(crate) fn of(battle: &Battle, side: Side) -> Self {
        let offers = battle.offers();
        if offers.len() > LONGEST {
            return Self::default();
        }
        let mut copy = battle.clone();
        copy.set_chance(Chance::seeded(Seed(0)));
        Self(
            offers
                .iter()
                .map(|offer| attempt(&copy, side, offer.choice))
                .collect(),
        )
    }

    /// Of each choice whether a die, a draw or something revealed follows.
    pub(crate) fn rolls(&self) -> Vec<bool> {
        self.0
            .iter()
            .map(|trial| trial.is_some_and(|trial| trial.barrier == Barrier::Closed))
            .collect()
    }

    /// Whether every choice ends in the same state without a die: then it need not be asked.
    pub(crate) fn cannot_matter(&self) -> bool {
        let Some(Some(first)) = self.0.first() else {
            return false;
        };
        first.barrier == Barrier::Open && self.0.iter().all(|trial| trial.as_ref() == Some(first))
    }
}

fn attempt(copy: &Battle, side: Side, choice: Choice) -> Option<Trial> {
    let mut tried = copy.clone();
    let outcome = tried.choose(side, &choice).ok()?;
    Some(Trial {
        barrier: outcome.barrier,
        end: tried.fingerprint(),
    })
}
