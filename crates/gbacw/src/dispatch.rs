//! The way from a frame to its procedure: what a frame asks, whether a choice is legal, what becomes of it.

use longroll_core::{ChanceError, Offer, Refusal};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::play::Play;
use crate::procedure::{self, Drawing, Procedure};
use crate::scene::At;
use crate::step::{Ask, Done, Step, every_frame};

/// What became of a choice.
#[allow(clippy::large_enum_variant)] // It lives for one call; a box would be made for every refusal.
pub(crate) enum Decided {
    /// It was legal, and has been carried out.
    Done(Result<(), ChanceError>),
    /// It was not; here is the step, untouched.
    Refused(Step, Refusal),
}

/// A frame that waits for what it called asks nobody.
const fn waits() -> Refusal {
    Refusal::new(Rule::SR_3_0, "something else is to be done first")
}

macro_rules! dispatch {
    ($($variant:ident($type:ty)),+ $(,)?) => {
        impl Step {
            /// See [`Procedure::asks`].
            #[must_use]
            pub fn asks(&self, at: At<'_>) -> Option<Ask> {
                match self {
                    $(Self::$variant(step) => step.asks(at),)+
                    Self::Awaits(_) => None,
                }
            }

            /// Every legal choice.
            pub(crate) fn list(&self, at: At<'_>, offers: &mut Vec<Offer<Choice>>) {
                match self {
                    $(Self::$variant(step) => procedure::list(step, at, offers),)+
                    Self::Awaits(_) => {}
                }
            }

            /// As much of the list as shows whether there is anything to decide.
            pub(crate) fn list_enough(&self, at: At<'_>, offers: &mut Vec<Offer<Choice>>) {
                match self {
                    $(Self::$variant(step) => procedure::list_enough(step, at, offers),)+
                    Self::Awaits(_) => {}
                }
            }

            /// One legal choice, drawn; see [`procedure::draw`].
            pub(crate) fn draw(
                &self,
                at: At<'_>,
                drawing: &mut Drawing<'_>,
            ) -> Option<(Offer<Choice>, bool)> {
                match self {
                    $(Self::$variant(step) => procedure::draw(step, at, drawing),)+
                    Self::Awaits(_) => None,
                }
            }

            /// Draws a legal choice and does it; see [`procedure::draw_on`]. The step has been taken off the stack.
            pub(crate) fn draw_on(
                self,
                play: &mut Play<'_>,
                drawing: &mut Drawing<'_>,
            ) -> Result<(Choice, bool, Result<(), ChanceError>), Step> {
                match self {
                    $(Self::$variant(step) => {
                        procedure::draw_on(step, play, drawing).map_err(Into::into)
                    })+
                    Self::Awaits(_) => Err(self),
                }
            }

            /// Whether a choice is legal, and by which rule.
            ///
            /// # Errors
            /// The rule that forbids it.
            pub fn judge(&self, at: At<'_>, choice: Choice) -> Result<Rule, Refusal> {
                match self {
                    $(Self::$variant(step) => {
                        procedure::judge_one(step, at, choice).map(|ruling| ruling.rule)
                    })+
                    Self::Awaits(_) => Err(waits()),
                }
            }

            pub(crate) fn narrows(&self, at: At<'_>, choice: Choice) -> bool {
                match self {
                    $(Self::$variant(step) => step.narrows(at, choice),)+
                    Self::Awaits(_) => false,
                }
            }

            pub(crate) fn narrow(&self, at: At<'_>, offers: &mut Vec<Offer<Choice>>) {
                match self {
                    $(Self::$variant(step) => procedure::narrow(step, at, offers),)+
                    Self::Awaits(_) => {}
                }
            }

            /// Judges the choice and does it. The step has been taken off the stack; if the choice is refused nothing has
            /// happened.
            pub(crate) fn decide(self, play: &mut Play<'_>, choice: Choice) -> Decided {
                match self {
                    $(Self::$variant(step) => {
                        match procedure::judge_one(&step, play.at(), choice) {
                            Ok(ruling) => Decided::Done(step.carry_out(play, ruling.means)),
                            Err(refusal) => Decided::Refused(step.into(), refusal),
                        }
                    })+
                    Self::Awaits(_) => Decided::Refused(self, waits()),
                }
            }

            pub(crate) fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
                match self {
                    $(Self::$variant(step) => step.runs(play),)+
                    Self::Awaits(waiting) => {
                        let (frame, result) = waiting.into_parts();
                        frame.resume(play, result.unwrap_or(Done::Over))
                    }
                }
            }

            fn resume(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
                match self {
                    $(Self::$variant(step) => step.goes_on(play, result),)+
                    Self::Awaits(waiting) => waiting.into_parts().0.resume(play, result),
                }
            }
        }
    };
}

every_frame!(dispatch);
