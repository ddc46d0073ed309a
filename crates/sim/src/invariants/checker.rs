//! The observer that holds every moment against the promises.

use longroll_core::{Outcome, Seed};
use longroll_gbacw::{Battle, Event};

use super::follow::Follower;
use super::list::ListCheck;
use super::places::{self, StackMemory};
use super::saving::Begun;
use super::ways::WayCheck;
use super::{Findings, Violation, saving, spending};
use crate::game::{Made, Moment, Observer};

/// How closely a game is checked. The cheap promises are checked after every choice whatever is said here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thoroughness {
    /// Saving, loading and undo are tried at every so many decisions; 1 is always.
    pub save_every: u32,
    /// How many offers of a list are tried on a copy.
    pub tries: usize,
}

impl Thoroughness {
    /// Everything at every decision.
    pub const FULL: Self = Self {
        save_every: 1,
        tries: 4,
    };
}

impl Default for Thoroughness {
    /// What a test of every day can afford.
    fn default() -> Self {
        Self {
            save_every: 16,
            tries: 2,
        }
    }
}

/// Checks a game while it is played. One checker watches one game.
#[derive(Debug)]
pub struct Checker {
    seed: Seed,
    thoroughness: Thoroughness,
    list: ListCheck,
    ways: WayCheck,
    stacks: StackMemory,
    follower: Option<Follower>,
    before: Option<Battle>,
    begun: Option<Begun>,
    decisions: u32,
}

impl Checker {
    /// A checker for the game of this seed.
    #[must_use]
    pub fn new(seed: Seed, thoroughness: Thoroughness) -> Self {
        Self {
            seed,
            thoroughness,
            list: ListCheck::new(seed, thoroughness.tries),
            ways: WayCheck::new(seed),
            stacks: StackMemory::default(),
            follower: None,
            before: None,
            begun: None,
            decisions: 0,
        }
    }

    /// Everything that is wrong with the first moment.
    pub fn check_opening(&mut self, battle: &Battle) -> Vec<Violation> {
        let mut findings = Findings::default();
        self.follower = Some(Follower::new(battle));
        self.stacks.begin(battle);
        places::check(battle, &mut findings);
        self.list.check(battle, &mut findings);
        findings.0
    }

    /// Everything that is wrong with the moment after a choice.
    pub fn check_moment(
        &mut self,
        battle: &Battle,
        made: Made,
        outcome: &Outcome<Event>,
    ) -> Vec<Violation> {
        let mut findings = Findings::default();
        self.decisions += 1;
        places::check(battle, &mut findings);
        self.stacks.check(battle, &outcome.events, &mut findings);
        if let Some(follower) = &mut self.follower {
            follower.follow(battle, &outcome.events, &mut findings);
        }
        if let Some(before) = &self.before {
            spending::check(before, battle, outcome, &mut findings);
            if self
                .decisions
                .is_multiple_of(self.thoroughness.save_every.max(1))
            {
                saving::check_undo(before, battle, made, outcome, &mut findings);
                saving::check_save(battle, self.seed, &mut findings);
            }
        }
        self.list.check(battle, &mut findings);
        self.ways.check(battle, &mut findings);
        findings.0
    }

    fn objection(found: Vec<Violation>) -> Result<(), Violation> {
        found.into_iter().next().map_or(Ok(()), Err)
    }
}

impl Observer for Checker {
    fn opened(&mut self, battle: &Battle, _: &Outcome<Event>) -> Result<(), Violation> {
        self.begun = Some(Begun::with(battle));
        Self::objection(self.check_opening(battle))
    }

    fn before(&mut self, battle: &Battle, _: Made) -> Result<(), Violation> {
        match &mut self.before {
            Some(before) => before.clone_from(battle),
            none => *none = Some(battle.clone()),
        }
        Ok(())
    }

    fn after(&mut self, battle: &Battle, moment: &Moment<'_>) -> Result<(), Violation> {
        Self::objection(self.check_moment(battle, moment.made, moment.outcome))
    }

    fn ended(&mut self, battle: &Battle, choices: &[Made]) -> Result<(), Violation> {
        let mut findings = Findings::default();
        if let Some(begun) = &self.begun {
            saving::check_replay(battle, begun, self.seed, choices, &mut findings);
        }
        Self::objection(findings.0)
    }
}
