//! What every procedure has: a question, choices and a judge, and what it does next.

use longroll_core::{ChanceError, Refusal, Side};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::facts::UnitId;
use crate::look::Look;
use crate::play::Play;
use crate::scope::Scope;

/// What is asked of whom, and under which rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// Who decides.
    pub side: Side,
    /// Under which rule.
    pub rule: Rule,
    pub prompt: Prompt,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    /// Where the two objectives lie.
    Objectives,
    /// Where the units of a division stand.
    Deploy,
    /// Where the generals go.
    Generals,
    /// Where a reserve enters.
    Enter,
    /// What the active division does.
    Activation,
    /// Which units of the division move.
    DivisionMove,
    /// How the ordered unit moves.
    Move(UnitId),
    /// Whether others fire before the charge goes in.
    Support(UnitId),
    /// What the charged unit does.
    Reaction(UnitId),
    /// Which base is removed.
    Remove(UnitId),
    /// Which way the charger slides.
    Slide(UnitId),
    /// Whom a base fights.
    Assign(UnitId, u8),
    /// What the winner does.
    Winner(UnitId),
    /// How the winner reorganises.
    Reorganise(UnitId),
}

impl Prompt {
    /// The unit that is asked about.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Self::Move(unit)
            | Self::Support(unit)
            | Self::Reaction(unit)
            | Self::Remove(unit)
            | Self::Slide(unit)
            | Self::Assign(unit, _)
            | Self::Winner(unit)
            | Self::Reorganise(unit) => Some(unit),
            _ => None,
        }
    }
}

/// What a procedure does next.
#[derive(Debug)]
pub enum Flow<Calls> {
    /// It looks again.
    Again,
    /// Another one works first.
    Call(Calls),
    /// It is finished.
    Finish(Answer),
}

impl<Calls> Flow<Calls> {
    /// The same with what is called as one of more things: a frame.
    pub(crate) fn widened<Wider: From<Calls>>(self) -> Flow<Wider> {
        match self {
            Self::Again => Flow::Again,
            Self::Call(called) => Flow::Call(called.into()),
            Self::Finish(answer) => Flow::Finish(answer),
        }
    }
}

/// What a procedure calls that calls nobody.
#[derive(Debug)]
pub enum Nobody {}

/// What a finished frame tells the one below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// Whether the active division's unit lost a melee or dissolved in it (SfG 2.2-keep).
    Fought {
        /// It did.
        defeated: bool,
    },
    /// How many losses a fire caused.
    Hits(u8),
}

/// One procedure.
pub trait Procedure: Sized {
    /// What a legal choice means.
    type Ruling;

    /// Whom it calls: it knows these procedures and no others.
    type Calls;

    /// The question, if it has one now.
    fn asks(&self, look: Look<'_>) -> Option<Ask>;

    /// Single choices worth judging; families stand beside them.
    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice));

    /// Families of further choices.
    fn families(&self, _: Look<'_>) -> Vec<Scope> {
        Vec::new()
    }

    /// The only legality.
    ///
    /// # Errors
    /// The rule that forbids the choice, and the measure that decides.
    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Self::Ruling, Refusal>;

    /// What follows from a legal choice.
    ///
    /// # Errors
    /// A script without dice.
    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Self::Ruling,
    ) -> Result<Flow<Self::Calls>, ChanceError>;

    /// What it does while it asks nothing.
    ///
    /// # Errors
    /// A script without dice.
    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Self::Calls>, ChanceError>;

    /// What it makes of the answer of a frame it called.
    fn resume(&mut self, _: &mut Play<'_>, _: Answer) {}
}

/// The refusal of a choice that is not asked for here.
pub(crate) fn not_asked(ask: &Option<Ask>) -> Refusal {
    match ask {
        Some(ask) => Refusal::new(ask.rule, "something else is asked here"),
        None => Refusal::new(Rule::SFG_3_0_length, "nothing is asked"),
    }
}
