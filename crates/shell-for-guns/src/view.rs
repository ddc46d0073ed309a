//! What a side may know. What is hidden is not in a view, so nobody has to be polite about it: the other side's sealed
//! objectives and generals, and the dice to come.

use longroll_core::{Game as _, Offer, Refusal, Side};
use longroll_tabletop::Point;

use crate::battle::Battle;
use crate::choice::Choice;
use crate::facts::Facts;
use crate::family::Kin;
use crate::frames::{Ask, Frame, Prompt, Ride};
use crate::look::Look;
use crate::roll::Odds;
use crate::table::Table;

/// The battle as one side sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub side: Side,
    /// All that stands on the table: both sides see it.
    pub table: Table,
    /// Who is asked what; both sides know that too.
    pub asked: Option<Ask>,
    /// SfG 3.0-objectives: what this side has sealed and not yet shown.
    pub objectives: Option<[Point; 2]>,
    /// SfG-reading 37: where this side's generals will ride.
    pub rides: Vec<Ride>,
}

impl View {
    /// What a side sees of a battle.
    #[must_use]
    pub fn of(battle: &Battle, side: Side) -> Self {
        let mut view = Self {
            side,
            table: battle.table().clone(),
            asked: battle.asked(),
            objectives: None,
            rides: Vec::new(),
        };
        for frame in &battle.state().frames {
            match frame {
                Frame::Campaign(campaign) => view.objectives = campaign.sealed_by(side),
                Frame::Generals(generals) => view.rides = generals.rides_of(side).to_vec(),
                _ => {}
            }
        }
        view
    }

    /// For questions about what it shows.
    #[must_use]
    pub const fn look<'a>(&'a self, facts: &'a Facts) -> Look<'a> {
        Look {
            facts,
            table: &self.table,
        }
    }
}

/// Whether what is chosen in answer to a question is the deciding side's secret until the rules show it.
#[must_use]
pub const fn is_secret(prompt: Prompt) -> bool {
    matches!(prompt, Prompt::Objectives | Prompt::Generals)
}

/// The chair of the deciding side: what a player without a person is handed instead of the battle.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    battle: &'a Battle,
    ask: Ask,
}

impl<'a> Seat<'a> {
    /// The seat of whoever must decide; none when nothing is asked.
    #[must_use]
    pub fn of(battle: &'a Battle) -> Option<Self> {
        battle.asked().map(|ask| Self { battle, ask })
    }

    /// What is asked.
    #[must_use]
    pub const fn ask(&self) -> Ask {
        self.ask
    }

    /// What this side sees.
    #[must_use]
    pub fn view(&self) -> View {
        View::of(self.battle, self.ask.side)
    }

    /// The facts and the table, for questions.
    #[must_use]
    pub fn look(&self) -> Look<'a> {
        self.battle.look()
    }

    /// The single choices.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer<Choice>> {
        self.battle.offers()
    }

    /// The families of further choices; among them may be charges that no way allows, for the sake of speed.
    #[must_use]
    pub fn families(&self) -> Vec<Kin> {
        self.battle.likely_families()
    }

    /// Why a choice is not to be had; none if it is.
    #[must_use]
    pub fn why_not(&self, choice: &Choice) -> Option<Refusal> {
        self.battle.why_not(self.ask.side, choice)
    }

    /// Exact chances of what a choice rolls next.
    #[must_use]
    pub fn odds(&self, choice: &Choice) -> Option<Odds> {
        self.battle.odds(choice)
    }

    /// A choice in order notation.
    #[must_use]
    pub fn print(&self, choice: &Choice) -> String {
        self.battle.print(choice)
    }
}
