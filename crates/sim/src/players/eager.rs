//! Seeks contact: Attack orders, the shortest way to the enemy, and whatever fight is offered.
//!
//! It plays badly and brings about what random players hardly ever see: units next to the enemy, reactions, brigades under
//! Loose Reins, and fire and assault once they are on the list.

use std::mem::{Discriminant, discriminant};

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::{Offer, Seed, Side};
use longroll_gbacw::Choice;

use super::kinds::{by_kind, ends_something, turns_on_the_spot};
use super::{Player, Seat, Stream};

/// How often, in ten, it does anything at all, so that no rule of the list is closed to it and no game goes in circles.
const STRAYS_IN_TEN: usize = 1;

/// Words that open a fight in the table of choices, today or when their chapter is played.
const FIGHTS: [&str; 4] = ["fire", "assault", "charge", "shoot"];

/// The player that seeks contact.
#[derive(Debug, Clone)]
pub struct Eager(Stream);

impl Eager {
    /// The eager player of a side.
    #[must_use]
    pub fn new(seed: Seed, side: Side) -> Self {
        Self(Stream::of_side(seed, side))
    }
}

/// What a choice is worth to somebody who wants to fight; nothing if he does not care.
fn worth(choice: Choice, seat: &Seat<'_>, enemies: &mut Enemies) -> u8 {
    match choice {
        Choice::Orders { orders, .. }
        | Choice::UnitOrders { orders, .. }
        | Choice::Take { orders }
        | Choice::Release { orders, .. } => u8::from(orders == Orders::Attack) * 90,
        Choice::Assault { .. } | Choice::Press | Choice::Embolden { .. } | Choice::Steady { .. } => 96,
        Choice::Advance { .. } => 95,
        Choice::Inspire { .. } | Choice::Extra { .. } => 80,
        Choice::Attempt { .. } | Choice::Coordinate => 70,
        Choice::Join { .. } | Choice::Activate { .. } => 60,
        Choice::Enter { .. } | Choice::Arrive { .. } => 50,
        Choice::Move { unit, hex, .. } | Choice::Road { unit, hex, .. } => {
            u8::from(enemies.is_nearer(seat, unit, hex)) * 40
        }
        _ => 0,
    }
}

/// Where the enemy stands, looked up once for a list.
struct Enemies {
    hexes: Vec<HexId>,
    /// The last step that was asked about: the same hex comes with several facings.
    last: Option<(UnitId, HexId, bool)>,
}

impl Enemies {
    fn distance(&self, seat: &Seat<'_>, hex: HexId) -> u32 {
        let grid = seat.setting().grid();
        let distances = self.hexes.iter().map(|&enemy| grid.distance(hex, enemy));
        distances.min().unwrap_or(u32::MAX)
    }

    fn is_nearer(&mut self, seat: &Seat<'_>, unit: UnitId, hex: HexId) -> bool {
        if let Some((_, _, nearer)) = self.last.filter(|&(who, to, _)| (who, to) == (unit, hex)) {
            return nearer;
        }
        let nearer = seat
            .hex_of(unit)
            .is_some_and(|here| self.distance(seat, hex) < self.distance(seat, here));
        self.last = Some((unit, hex, nearer));
        nearer
    }
}

/// The kinds of the list that open a fight.
fn fights(offers: &[Offer<Choice>], seat: &Seat<'_>) -> Vec<Discriminant<Choice>> {
    let mut kinds: Vec<Discriminant<Choice>> = Vec::new();
    let mut found = Vec::new();
    for offer in offers {
        let kind = discriminant(&offer.choice);
        if kinds.contains(&kind) {
            continue;
        }
        kinds.push(kind);
        let text = seat.print(offer.choice);
        if FIGHTS.contains(&text.split(' ').next().unwrap_or_default()) {
            found.push(kind);
        }
    }
    found
}

impl Player for Eager {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        if self.0.pick(10)? < STRAYS_IN_TEN {
            return by_kind(&mut self.0, offers, |_| true);
        }
        let fights = fights(offers, &seat);
        if !fights.is_empty() {
            return by_kind(&mut self.0, offers, |choice| {
                fights.contains(&discriminant(&choice))
            });
        }
        let mut enemies = Enemies {
            hexes: seat.enemies(),
            last: None,
        };
        let worths: Vec<u8> = offers
            .iter()
            .map(|offer| worth(offer.choice, &seat, &mut enemies))
            .collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        if best > 0 {
            let count = worths.iter().filter(|&&worth| worth == best).count();
            let place = self.0.pick(count)?;
            let mut wanted = offers
                .iter()
                .zip(&worths)
                .filter(|&(_, &worth)| worth == best);
            return wanted.nth(place).map(|(offer, _)| offer.choice);
        }
        // Nothing leads to the enemy: it is done, if it may be.
        by_kind(&mut self.0, offers, ends_something)
            .or_else(|| by_kind(&mut self.0, offers, |choice| !turns_on_the_spot(choice)))
            .or_else(|| by_kind(&mut self.0, offers, |_| true))
    }
}
