//! Procedures as frames on a stack: each owns its data, asks at most one question at a time, calls further frames and
//! gets their answers.
//!
//! A procedure knows whom it calls ([`Procedure::Calls`]) and nobody else; only here all of them are known, and what is
//! called becomes a [`Frame`].

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
mod procedure;
mod settling;
mod turn;
mod winner;

use longroll_core::{ChanceError, NotChosen, Refusal};
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
pub(crate) use procedure::not_asked;
pub use procedure::{Answer, Ask, Flow, Nobody, Procedure, Prompt};
pub use turn::TurnFrame;
pub(crate) use winner::NO_MELEE;
pub use winner::{Reorganising, Winner};

use crate::choice::Choice;
use crate::look::Look;
use crate::play::Play;
use crate::scope::Scope;

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
            ) -> Result<Flow<Self>, NotChosen> {
                match self {
                    $(Self::$name(frame) => {
                        let ruling = frame.judge(play.look(), choice)?;
                        Ok(frame.carry_out(play, ruling)?.widened())
                    })+
                }
            }

            pub(crate) fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Self>, ChanceError> {
                match self { $(Self::$name(frame) => Ok(frame.run(play)?.widened()),)+ }
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

impl From<Nobody> for Frame {
    fn from(nobody: Nobody) -> Self {
        match nobody {}
    }
}

/// Whom a procedure calls, if there are several, as a frame.
macro_rules! calls {
    ($($procedure:ident: $($name:ident),+;)+) => {$(
        impl From<$procedure::Calls> for Frame {
            fn from(calls: $procedure::Calls) -> Self {
                match calls { $($procedure::Calls::$name(frame) => frame.into(),)+ }
            }
        }
    )+};
}

calls! {
    battle: Deployment, Turn;
    turn: Generals, Activation;
    activation: Entering, Ordering, Marching, Firing, Charge;
    charge: Firing, Assault, Winner;
    melee: Losses, Winner;
    winner: Reorganising, Assault;
}
