//! Procedures as frames on a stack: each owns its data, asks at most one question at a time, calls further frames and
//! gets their answers.

mod activation;
mod assault;
mod battle;
mod charge;
mod deployment;
mod entering;
mod fire;
mod generals;
mod losses;
mod marching;
mod melee;
mod ordering;
mod turn;
mod winner;

use longroll_core::{ChanceError, Refusal, Side};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

pub use crate::fighting::charging::ChargeWay;
pub use crate::fighting::melee::Arrived;
pub use activation::Activation;
pub use assault::Assault;
pub use battle::Campaign;
pub use charge::Charge;
pub use deployment::Deployment;
pub use entering::Entering;
pub use fire::Firing;
pub use generals::{Generals, Ride};
pub use losses::Losses;
pub use marching::Marching;
pub use melee::Melee;
pub use ordering::Ordering;
pub use turn::TurnFrame;
pub(crate) use winner::NO_MELEE;
pub use winner::{Reorganising, Winner};

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
    /// What.
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

/// What a frame does next.
#[derive(Debug)]
pub enum Flow {
    /// It looks again.
    Again,
    /// Another frame works first.
    Call(Frame),
    /// It is finished.
    Finish(Answer),
}

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
    fn carry_out(&mut self, play: &mut Play<'_>, ruling: Self::Ruling)
    -> Result<Flow, ChanceError>;

    /// What it does while it asks nothing.
    ///
    /// # Errors
    /// A script without dice.
    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow, ChanceError>;

    /// What it makes of the answer of a frame it called.
    fn resume(&mut self, _: &mut Play<'_>, _: Answer) {}
}

macro_rules! frames {
    ($($name:ident($frame:ty),)+) => {
        /// A procedure at work.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Frame {
            $(#[allow(missing_docs)] $name($frame),)+
        }

        $(impl From<$frame> for Frame {
            fn from(frame: $frame) -> Self {
                Self::$name(frame)
            }
        })+

        impl Frame {
            pub(crate) fn asks(&self, look: Look<'_>) -> Option<Ask> {
                match self { $(Self::$name(frame) => frame.asks(look),)+ }
            }

            pub(crate) fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
                match self { $(Self::$name(frame) => frame.candidates(look, each),)+ }
            }

            pub(crate) fn families(&self, look: Look<'_>) -> Vec<Scope> {
                match self { $(Self::$name(frame) => frame.families(look),)+ }
            }

            pub(crate) fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<(), Refusal> {
                match self { $(Self::$name(frame) => frame.judge(look, choice).map(|_| ()),)+ }
            }

            pub(crate) fn decide(
                &mut self,
                play: &mut Play<'_>,
                choice: &Choice,
            ) -> Result<Flow, longroll_core::NotChosen> {
                match self {
                    $(Self::$name(frame) => {
                        let ruling = frame.judge(play.look(), choice)?;
                        Ok(frame.carry_out(play, ruling)?)
                    })+
                }
            }

            pub(crate) fn run(&mut self, play: &mut Play<'_>) -> Result<Flow, ChanceError> {
                match self { $(Self::$name(frame) => frame.run(play),)+ }
            }

            pub(crate) fn resume(&mut self, play: &mut Play<'_>, answer: Answer) {
                match self { $(Self::$name(frame) => frame.resume(play, answer),)+ }
            }
        }
    };
}

frames! {
    Campaign(Campaign),
    Deployment(Deployment),
    Turn(TurnFrame),
    Generals(Generals),
    Activation(Activation),
    Entering(Entering),
    Ordering(Ordering),
    Marching(Marching),
    Firing(Firing),
    Losses(Losses),
    Charge(Charge),
    Assault(Assault),
    Melee(Melee),
    Winner(Winner),
    Reorganising(Reorganising),
}

/// The refusal of a choice that is not asked for here.
pub(crate) fn not_asked(ask: &Option<Ask>) -> Refusal {
    match ask {
        Some(ask) => Refusal::new(ask.rule, "something else is asked here"),
        None => Refusal::new(Rule::SFG_3_0_length, "nothing is asked"),
    }
}
