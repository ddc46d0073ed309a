//! The positions of the first-time tour: scenario 2 played by the program to a moment that teaches something.
//!
//! They are found, not kept: whatever the rules become, the tour begins where its question is asked.

use std::sync::Arc;

use longroll_core::{BySide, Seed, Side};
use longroll_gbacw::{Battle, Choice, Prompt, Stage};
use longroll_sim::players::{self, Player, Seat};
use longroll_sim::table as laid;
use longroll_table::{Curtain, Entry, Opening, Sitter, Table};

/// The scenario of the tour.
pub(crate) const SCENARIO: u8 = 2;

/// Games that are tried before a chapter is given up.
const SEEDS: u64 = 24;

/// The longest such game.
const MOST: usize = 900;

/// A part of the tour that begins in a position of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chapter {
    /// Orders, markers, moves.
    Begin,
    /// The enemy has come near: a unit may react.
    React,
    /// An enemy in range.
    Fire,
    /// An enemy in front.
    Assault,
}

impl Chapter {
    /// The chapter of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "begin" => Some(Self::Begin),
            "react" => Some(Self::React),
            "fire" => Some(Self::Fire),
            "assault" => Some(Self::Assault),
            _ => None,
        }
    }

    /// Who learns; the other side is the computer's.
    const fn learner(self) -> Side {
        match self {
            Self::React => Side::Union,
            Self::Begin | Self::Fire | Self::Assault => Side::Confederate,
        }
    }

    /// Whether this is the moment.
    fn is_now(self, battle: &Battle) -> bool {
        let Some(ask) = battle.asked().filter(|ask| ask.side == self.learner()) else {
            return false;
        };
        let offers = || battle.offers().iter().map(|offer| offer.choice);
        match self {
            Self::Begin => {
                ask.prompt == Prompt::DivisionOrders
                    && offers().any(|choice| matches!(choice, Choice::Orders { .. }))
            }
            Self::React => {
                matches!(ask.prompt, Prompt::React { .. })
                    && offers().any(|choice| matches!(choice, Choice::ReactFace { .. }))
            }
            Self::Fire => {
                ask.prompt == Prompt::Act
                    && offers().any(|choice| matches!(choice, Choice::Fire { how, .. } if how == longroll_gbacw::fire::FireManner::default()))
            }
            Self::Assault => {
                ask.prompt == Prompt::Assault
                    && offers().any(|choice| matches!(choice, Choice::Assault { .. }))
            }
        }
    }
}

/// The opening of a chapter and everything decided before it.
pub(crate) fn lay(stage: &Arc<Stage>, chapter: Chapter) -> Option<(Opening, Vec<Entry>)> {
    (1..=SEEDS).find_map(|seed| play(stage, chapter, Seed(seed)))
}

fn play(stage: &Arc<Stage>, chapter: Chapter, seed: Seed) -> Option<(Opening, Vec<Entry>)> {
    let names = BySide {
        union: "eager",
        confederate: "eager",
    };
    let mut opening = Opening {
        header: laid::header(stage, seed, names),
        seats: BySide::from_fn(|_| Sitter::Computer("brisk".to_owned())),
        curtain: Curtain::Never,
    };
    let mut table = Table::begin(stage, opening.clone()).ok()?;
    let sit = |side| players::sit_down("eager", seed, side).ok();
    let mut seats: BySide<Box<dyn Player>> = BySide {
        union: sit(Side::Union)?,
        confederate: sit(Side::Confederate)?,
    };
    let mut entries = Vec::new();
    for _ in 0..MOST {
        if chapter.is_now(table.battle()) {
            opening.seats = BySide::from_fn(|side| {
                if side == chapter.learner() {
                    Sitter::Person
                } else {
                    Sitter::Computer("plain".to_owned())
                }
            });
            return Some((opening, entries));
        }
        let side = table.decider()?;
        let seat = Seat::of(table.battle())?;
        let choice = seats[side].choose(seat)?;
        table.computer(side, choice, None).ok()?;
        entries.extend(table.take_entries());
    }
    None
}

#[cfg(test)]
mod tests {
    use longroll_position::RuleSet;

    use super::*;

    #[test]
    fn every_chapter_finds_its_moment() {
        let stage = laid::stage(SCENARIO, RuleSet::BATTLE_BOOK).expect("scenario 2");
        for name in ["begin", "react", "fire", "assault"] {
            let chapter = Chapter::named(name).expect("a chapter");
            let (opening, entries) = lay(&stage, chapter).expect(name);
            let table = Table::go_on(&stage, opening, entries).expect("a sound game");
            assert!(chapter.is_now(table.battle()), "{name}");
            assert_eq!(table.decider(), Some(chapter.learner()), "{name}");
        }
    }
}
