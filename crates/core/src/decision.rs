//! The one interface through which everything is decided.

use core::fmt;
use std::borrow::Cow;

use longroll_rule::Rule;

use crate::{ChanceError, Fingerprint, Side};

/// One legal choice and the rule that grants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Offer<C> {
    /// What may be chosen.
    pub choice: C,
    /// The rule that grants it.
    pub rule: Rule,
}

/// A bounded family of legal choices that cannot be listed one by one: "move this brigade straight, up to 4.00 UM".
///
/// The hex systems never offer one; the gridless tables of the miniatures do.
pub trait Family {
    /// What may be chosen.
    type Choice;

    /// The rule that grants the family.
    fn rule(&self) -> Rule;

    /// Whether the choice is in the family.
    ///
    /// # Errors
    /// The rule that keeps it out.
    fn check(&self, choice: &Self::Choice) -> Result<(), Refusal>;

    /// A finite, ordered sample of the family, for bots and for random play. Empty where nothing of the sample is legal: a
    /// family is listed unless it is certain that it has no member.
    fn suggestions(&self) -> Vec<Self::Choice>;
}

/// Everything that may be chosen: single offers, and families where a list is impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices<C, F = NoFamily<C>> {
    /// Every single legal choice, in a fixed order.
    pub offers: Vec<Offer<C>>,
    /// Families of further legal choices.
    pub families: Vec<F>,
}

impl<C, F> Choices<C, F> {
    /// A complete list without families.
    #[must_use]
    pub const fn listed(offers: Vec<Offer<C>>) -> Self {
        Self {
            offers,
            families: Vec::new(),
        }
    }
}

/// The family of a game whose choices can all be listed: there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoFamily<C> {
    /// Cannot be built.
    #[doc(hidden)]
    Never(core::convert::Infallible, core::marker::PhantomData<C>),
}

impl<C> Family for NoFamily<C> {
    type Choice = C;

    fn rule(&self) -> Rule {
        let Self::Never(never, _) = self;
        match *never {}
    }

    fn check(&self, _: &C) -> Result<(), Refusal> {
        let Self::Never(never, _) = self;
        match *never {}
    }

    fn suggestions(&self) -> Vec<C> {
        let Self::Never(never, _) = self;
        match *never {}
    }
}

/// Who must decide what, under which rule, and every legal choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<C, P, F = NoFamily<C>> {
    /// The side that decides.
    pub side: Side,
    /// The rule under which it decides.
    pub rule: Rule,
    /// What is asked, as a key of the text catalogue with its names.
    pub prompt: P,
    /// Every legal choice.
    pub choices: Choices<C, F>,
}

/// Why a choice is not legal. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What that rule asks here, in a few words.
    pub reason: Cow<'static, str>,
}

impl Refusal {
    /// A refusal with a fixed reason.
    #[must_use]
    pub const fn new(rule: Rule, reason: &'static str) -> Self {
        Self {
            rule,
            reason: Cow::Borrowed(reason),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.reason, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// Why `choose` did not go through.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotChosen {
    /// The choice is not legal; the game is as it was.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A scripted game ran out of dice; the game is as it was.
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

/// Why `follow` did not go through; the game is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotFollowed {
    /// The text is no choice.
    #[error(transparent)]
    Notation(crate::NotationError),
    /// The choice is not to be had.
    #[error(transparent)]
    NotChosen(NotChosen),
}

/// What a choice led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<E> {
    /// What happened, in order, up to the next decision.
    pub events: Vec<E>,
    /// Every random number used, as drawn: the dice and draws of a record line.
    pub drawn: Vec<u16>,
    /// Whether something came to light that cannot be unseen: undo ends here.
    pub barrier: Barrier,
}

/// Whether undo may go back past a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barrier {
    /// Nothing was rolled, drawn or revealed.
    Open,
    /// A die, a draw or a revealed fact.
    Closed,
}

/// A game: a pure state machine. The same seed and the same choices give the same game.
pub trait Game: Clone {
    /// One choice. It reads alone: pieces and hexes by name, never an index into a list.
    type Choice: Clone + PartialEq + fmt::Debug;
    /// What is asked.
    type Prompt;
    /// What happened.
    type Event;
    /// Choices that cannot be listed one by one; [`NoFamily`] where all can.
    type Family: Family<Choice = Self::Choice>;

    /// The pending decision with every legal choice; none when the game is over.
    fn options(&self) -> Option<Decision<Self::Choice, Self::Prompt, Self::Family>>;

    /// Makes a choice of the deciding side and runs on to the next decision. On an error nothing has changed.
    ///
    /// # Errors
    /// The rule that forbids the choice.
    fn choose(
        &mut self,
        by: Side,
        choice: &Self::Choice,
    ) -> Result<Outcome<Self::Event>, NotChosen>;

    /// Makes a choice written in order notation: [`Game::parse`] and [`Game::choose`] in one. A game may put off the list
    /// of the next decision; [`Game::catch_up`] before anybody looks at it. On an error nothing has changed.
    ///
    /// `ahead` is what the record says next. A game may spare itself work with it; what happens is the same without it.
    ///
    /// # Errors
    /// What is wrong with the text, or the rule that forbids the choice.
    fn follow(
        &mut self,
        by: Side,
        text: &str,
        ahead: Option<&str>,
    ) -> Result<Outcome<Self::Event>, NotFollowed> {
        let _ = ahead;
        let choice = self.parse(text).map_err(NotFollowed::Notation)?;
        self.choose(by, &choice).map_err(NotFollowed::NotChosen)
    }

    /// Works out what [`Game::follow`] has put off.
    fn catch_up(&mut self) {}

    /// The choice in order notation.
    fn print(&self, choice: &Self::Choice) -> String;

    /// The choice that a text in order notation means here, legal or not.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn parse(&self, text: &str) -> Result<Self::Choice, crate::NotationError>;

    /// A hash of the whole state.
    fn fingerprint(&self) -> Fingerprint;

    /// A heading for the record when a new stretch of play (a turn) begins with the pending decision.
    fn heading(&self) -> String;

    /// The result, once the game is over.
    fn result(&self) -> Option<String>;
}
