//! Looking ahead: before a brigade acts or changes its orders the plain opponent plays the rest of the turn out in its head, in battles that only [`imagine`](crate::imagine) made,
//! and takes the temper that does best there. Where that would take too long it does without.

use longroll_catalog::facts::Arm;
use longroll_core::{Game as _, Seed};
use longroll_gbacw::{Battle, Prompt, victory};
use longroll_position::Position;
use longroll_sim::players::{Player, Random, Seat};

use crate::plain::Plain;
use crate::temper::Temper;

/// Decisions that may be played in the head for one question: a fraction of half a second. A build with assertions is much slower.
const MOST: u32 = if cfg!(debug_assertions) { 600 } else { 6_000 };

/// Fewer say nothing.
const FEWEST: u32 = 2;

/// A question before which it looks ahead, once for each Activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    prompt: core::mem::Discriminant<Prompt>,
    activation: (u16, u32),
}

impl Plain {
    /// Looks ahead if this is a moment for it. `imagine` is the only door.
    pub(crate) fn ponder(&mut self, seat: Seat<'_>, imagine: impl Fn(Seed) -> Option<Battle>) {
        let prompt = seat.ask().prompt;
        let tempers = match prompt {
            Prompt::OrdersChange | Prompt::DivisionOrders => self.base.for_orders(),
            Prompt::NextBody => self.base.for_action(),
            _ => return,
        };
        let moment = self.moment(&seat.view().position, prompt);
        if self.pondered == Some(moment) || seat.offers().len() < 2 {
            return;
        }
        self.pondered = Some(moment);
        self.temper = self.base;
        let mut left = MOST;
        let mut sums = vec![0_i64; tempers.len()];
        for world in 0..self.base.worlds {
            self.thoughts += 1;
            let seed = Seed(self.thoughts.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut found = Vec::with_capacity(tempers.len());
            for temper in &tempers {
                let Some(imagined) = imagine(seed) else {
                    return;
                };
                let Some((value, spent)) = self.play_out(imagined, *temper, seed, left) else {
                    break;
                };
                left = left.saturating_sub(spent);
                found.push(value);
            }
            // A world counts for all or for none.
            if found.len() < tempers.len() {
                if world < FEWEST {
                    return;
                }
                break;
            }
            for (sum, value) in sums.iter_mut().zip(found) {
                *sum += value;
            }
        }
        // The first of the best: the usual temper, if it is among them.
        let best = sums.iter().copied().max();
        let place = sums.iter().position(|&sum| Some(sum) == best);
        if let Some(temper) = place.and_then(|place| tempers.get(place)) {
            self.temper = *temper;
        }
    }

    pub(crate) fn moment(&self, position: &Position, prompt: Prompt) -> Moment {
        Moment {
            prompt: core::mem::discriminant(&prompt),
            activation: self.activation_of(position),
        }
    }

    /// The worth of an imagined battle at the end of its turn, if this side goes on with a temper until its next moment and both play plainly, or the enemy anyhow, afterwards; and the
    /// decisions it took. Nothing if it takes too long.
    fn play_out(
        &self,
        mut battle: Battle,
        temper: Temper,
        seed: Seed,
        most: u32,
    ) -> Option<(i64, u32)> {
        let mut own = self.clone();
        own.temper = temper;
        let mut enemy: Box<dyn Player> = if seed.0 & 64 == 0 {
            Box::new(Random::new(seed, self.side.enemy()))
        } else {
            let stage = std::sync::Arc::clone(&self.stage);
            Box::new(Self::new(stage, self.side.enemy(), self.cancel.clone()))
        };
        let turn = battle.position().turn;
        let mut spent = 0;
        while let Some(ask) = battle.asked() {
            if battle.position().turn != turn {
                break;
            }
            if spent >= most || self.cancel.is_cancelled() {
                return None;
            }
            spent += 1;
            let seat = Seat::of(&battle)?;
            let choice = if ask.side == self.side {
                own.choose(seat)?
            } else {
                enemy.choose(seat)?
            };
            battle.choose(ask.side, &choice).ok()?;
        }
        Some((self.worth(&battle), spent))
    }

    /// How a battle stands for this side: the verdict first, then what leads to it.
    fn worth(&self, battle: &Battle) -> i64 {
        let (setting, position) = (battle.setting(), battle.position());
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let mut worth = 0;
        if let Some(score) = victory::score(battle.at()) {
            worth += match score.verdict.winner {
                Some(side) if side == self.side => 300,
                Some(_) => -300,
                None => 0,
            };
            let totals = score.totals;
            worth += 6 * i64::from(totals[self.side] - totals[self.side.enemy()]);
        }
        let taken = self.goals.take.iter().chain(&self.goals.keep);
        worth += 25 * count(taken.filter(|&&hex| self.has(position, hex)).count());
        for unit in setting.unit_ids() {
            let state = position.unit(unit);
            let facts = setting.unit(unit);
            let sign = if facts.side == self.side { 1 } else { -1 };
            if state.on_map() && facts.arm == Arm::Infantry {
                let prey =
                    sign < 0 && (self.goals.hunts || self.goals.prey.contains(&state.assigned));
                let stands = if prey { 40 } else { 12 };
                worth += sign * (stands - if state.is_disordered() { 6 } else { 0 });
            } else if state.on_map() && sign < 0 && self.goals.prey.contains(&state.assigned) {
                worth -= 15;
            }
        }
        worth
    }
}
