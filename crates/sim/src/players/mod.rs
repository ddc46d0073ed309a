//! Who decides. A player is found by name, is bounded in what it does, and follows from its seed alone.

mod brisk;
mod eager;
mod idle;
mod kinds;
mod random;
mod varied;

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{Game as _, Offer, Seed, Side};
use longroll_gbacw::step::Ask;
use longroll_gbacw::{Battle, Choice, View};
use longroll_position::Setting;

pub use brisk::Brisk;
pub use eager::Eager;
pub use idle::Idle;
pub use kinds::turns_on_the_spot;
pub use random::{Random, Stream};
pub use varied::Varied;

/// What a player sees: his question, every legal choice, and the battle as his side may know it.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    battle: &'a Battle,
    ask: Ask,
}

impl<'a> Seat<'a> {
    /// The seat of whoever must decide; none when the game is over.
    #[must_use]
    pub fn of(battle: &'a Battle) -> Option<Self> {
        battle.asked().map(|ask| Self { battle, ask })
    }

    /// What is asked.
    #[must_use]
    pub const fn ask(&self) -> Ask {
        self.ask
    }

    /// Every legal choice.
    #[must_use]
    pub fn offers(&self) -> &'a [Offer<Choice>] {
        self.battle.offers()
    }

    /// What never changes in this battle.
    #[must_use]
    pub fn setting(&self) -> &'a Setting {
        self.battle.setting()
    }

    /// A choice in order notation.
    #[must_use]
    pub fn print(&self, choice: Choice) -> String {
        self.battle.print(&choice)
    }

    /// Where one of his units stands, if it is on the map.
    #[must_use]
    pub fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        let state = self.battle.position().unit(unit);
        state.on_map().then_some(state.hex)
    }

    /// The hexes of the enemy's units on the map, which everybody sees.
    #[must_use]
    pub fn enemies(&self) -> Vec<HexId> {
        let (setting, position) = (self.battle.setting(), self.battle.position());
        let enemy = self.ask.side.enemy();
        let mut hexes: Vec<HexId> = setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side == enemy && position.unit(unit).on_map())
            .map(|unit| position.unit(unit).hex)
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The battle without what this side must not know. It is worked out for each call.
    #[must_use]
    pub fn view(&self) -> View {
        View::of(self.battle, self.ask.side)
    }
}

/// Decides for a side. The same seed and the same seats give the same choices.
pub trait Player: Send {
    /// One of the offers of the seat; nothing if there is none.
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice>;
}

/// A player that can be asked for by name.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    sit: fn(Seed, Side) -> Box<dyn Player>,
}

/// Every player there is, in the order of the help text.
pub const ALL: &[Entry] = &[
    Entry {
        name: "random",
        about: "any legal choice, each as likely as the other",
        sit: |seed, side| Box::new(Random::new(seed, side)),
    },
    Entry {
        name: "varied",
        about: "as random, but draws the kind of choice first and then one of that kind",
        sit: |seed, side| Box::new(Varied::new(seed, side)),
    },
    Entry {
        name: "brisk",
        about: "as varied, but never ends a phase while there is something to do, so that much happens",
        sit: |seed, side| Box::new(Brisk::new(seed, side)),
    },
    Entry {
        name: "eager",
        about: "seeks contact: Attack orders, the shortest way to the enemy, every fight offered",
        sit: |seed, side| Box::new(Eager::new(seed, side)),
    },
    Entry {
        name: "idle",
        about: "does nothing that it need not do",
        sit: |seed, side| Box::new(Idle::new(seed, side)),
    },
];

/// There is no player of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{name}' is no player; there are: {known}")]
pub struct UnknownPlayer {
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// A player by name, taking his seat for one game.
///
/// # Errors
/// When there is none of that name.
pub fn sit_down(name: &str, seed: Seed, side: Side) -> Result<Box<dyn Player>, UnknownPlayer> {
    ALL.iter()
        .find(|entry| entry.name == name)
        .map(|entry| (entry.sit)(seed, side))
        .ok_or_else(|| UnknownPlayer {
            name: name.to_owned(),
            known: ALL
                .iter()
                .map(|entry| entry.name)
                .collect::<Vec<_>>()
                .join(", "),
        })
}
