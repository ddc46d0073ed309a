//! Pending work as data: a stack of frames, one for each procedure of the rules.
//!
//! A frame owns what it must remember. What it calls runs on top of it while it waits ([`Play::call`]) and hands it a result
//! ([`Play::finish`], [`Procedure::resume`]); what simply comes afterwards is put below it ([`Play::then`]).

use serde::{Deserialize, Serialize};

use longroll_core::{ChanceError, Offer, Refusal, Side};
use longroll_rule::Rule;

use crate::activation::{
    ActivationStep, CoordinationStep, CupStep, EfficiencyStep, InitiativeStep,
};
use crate::alert::{AlertStep, InvoluntaryStep, MissionStep};
use crate::battle::At;
use crate::choice::Choice;
use crate::command::CommandStep;
use crate::held::{LineStep, ReleaseStep, ShakyStep};
use crate::movement::{
    ArrivalStep, CommanderStep, GunsStep, MovingStep, ProximityStep, ReactStep,
    ReinforcementOrdersStep, RideStep, StageStep,
};
use crate::orders::{AttemptStep, DivisionOrdersStep, FacingStep, LooseReinsStep, ReserveStep};
use crate::play::Play;
use crate::prompt::Prompt;
use crate::results::{
    CheckStep, Checked, LossRollStep, LossStep, RefugeStep, RetreatStep, ShrinkStep,
};
use crate::sequence::{EndOfTurnStep, SetUpStep, TurnStep};

/// One pending procedure. On top of the stack is what happens next.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// BB 30.0: set-up.
    SetUp(SetUpStep),
    /// SR 3.0: the frame of a turn.
    Turn(TurnStep),
    /// SR 5.1.
    Initiative(InitiativeStep),
    /// SR 4.2: II/A.
    Command(CommandStep),
    /// SR 5.2: II/B.
    Efficiency(EfficiencyStep),
    /// BB alert: II/B.
    Alert(AlertStep),
    /// BB 31.0-alert: a division is woken by the enemy.
    Involuntary(InvoluntaryStep),
    /// II/C: units that a scenario may let go.
    Release(ReleaseStep),
    /// BB 30.1: a continuous line is dressed.
    Line(LineStep),
    /// BB 4.25-15MI: a regiment finds its brigade, or comes back.
    Shaky(ShakyStep),
    /// BB sob: II/C.
    Mission(MissionStep),
    /// SR 6.12: II/C and II/D.
    DivisionOrders(DivisionOrdersStep),
    /// SR 6.3: II/E and IV/B.
    Reserve(ReserveStep),
    /// SR 5.31: III/A, III/B and the draws.
    Cup(CupStep),
    /// SR 5.32: a marker is played.
    Activation(ActivationStep),
    /// SR 6.2: III/C/1.
    Attempt(AttemptStep),
    /// SR 6.24.
    LooseReins(LooseReinsStep),
    /// SR 5.34: III/C/2.
    Coordination(CoordinationStep),
    /// SR 9.31: a leader under way.
    Ride(RideStep),
    /// SR 9.13: a unit under way.
    Moving(MovingStep),
    /// SR 9.1: the stages of its step.
    Stage(StageStep),
    /// SR 7.22, 8.23: infantry above or below the guns of its hex.
    Guns(GunsStep),
    /// SR 8.42, 8.43, 8.5-combat: an extended unit that has become too weak.
    Shrink(ShrinkStep),
    /// SR 9.55-2: guns that end near the enemy.
    Proximity(ProximityStep),
    /// SR 9.6: reactions to it.
    React(ReactStep),
    /// SR 9.32: IV/A.
    Commanders(CommanderStep),
    /// BB 4.11-Juse, 12.77: loss rolls of commanders.
    LossRoll(LossRollStep),
    /// SR 9.71: II/D.
    Reinforcements(ReinforcementOrdersStep),
    /// SR 9.7: a unit comes on.
    Arrival(ArrivalStep),
    /// SR 12.73: a leader alone next to the enemy.
    Refuge(RefugeStep),
    /// SR 7.23: a free change of facing.
    Facing(FacingStep),
    /// SR 3.0-IV: the end of a turn.
    EndOfTurn(EndOfTurnStep),
    /// SR 2.6, 12.3: a cohesion roll and what failing it does.
    Check(CheckStep),
    /// SR 12.2: strength is lost.
    Loss(LossStep),
    /// SR 12.4: a unit retreats.
    Retreat(RetreatStep),
    /// A frame that waits for the result of what it called.
    Awaits(Box<Waiting>),
}

/// A frame that waits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    frame: Step,
    result: Option<Done>,
}

/// What a frame hands to the one that called it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// It is over.
    Over,
    /// SR 2.6: how a check came out.
    Checked(Checked),
}

/// What a pending decision asks of whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// Who decides.
    pub side: Side,
    /// Under which rule.
    pub rule: Rule,
    /// What is asked.
    pub prompt: Prompt,
}

/// Whether a list is written in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    /// Every legal choice.
    All,
    /// Only as much as shows that there is something to decide.
    Enough,
    /// Only as much as shows whether this choice is legal.
    Only(Choice),
}

/// The list of legal choices being written.
///
/// A replay needs no lists: it asks whether one choice is legal, and after it whether there is anything to decide. The
/// same code answers that with a list in which it leaves out what does not matter ([`Offers::wants`]); where it does not
/// ask it writes more than needed and nothing is wrong.
#[derive(Debug)]
pub struct Offers<'a> {
    list: &'a mut Vec<Offer<Choice>>,
    want: Want,
}

impl<'a> Offers<'a> {
    /// The whole list.
    pub(crate) const fn all(list: &'a mut Vec<Offer<Choice>>) -> Self {
        let want = Want::All;
        Self { list, want }
    }

    /// As much of it as shows whether there is anything to decide.
    pub(crate) const fn enough(list: &'a mut Vec<Offer<Choice>>) -> Self {
        let want = Want::Enough;
        Self { list, want }
    }

    /// As much of it as shows whether this choice is legal.
    pub(crate) const fn only(list: &'a mut Vec<Offer<Choice>>, choice: Choice) -> Self {
        let want = Want::Only(choice);
        Self { list, want }
    }

    /// Whether every legal choice is wanted: then it pays to find out beforehand what many of them ask.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.want == Want::All
    }

    /// Whether it is worth looking for some of the choices; `among` tells whether a choice is one of them.
    #[must_use]
    pub fn wants(&self, among: impl FnOnce(Choice) -> bool) -> bool {
        match self.want {
            Want::All => true,
            Want::Enough => is_automatic(self.list) || self.list.is_empty(),
            Want::Only(choice) => among(choice),
        }
    }

    /// Offers a choice.
    pub fn add(&mut self, choice: Choice, rule: Rule) {
        self.list.push(Offer { choice, rule });
    }

    /// Whether this has been offered already.
    #[must_use]
    pub fn has(&self, choice: Choice) -> bool {
        self.list.iter().any(|offer| offer.choice == choice)
    }

    /// Whether none of these is offered; `others` writes them, for a list that had no use for them.
    pub fn offers_none(&self, others: impl FnOnce(&mut Offers<'_>)) -> bool {
        if let Want::Only(_) = self.want {
            let mut list = Vec::new();
            others(&mut Offers::enough(&mut list));
            return list.is_empty();
        }
        self.list.is_empty()
    }

    /// Whether a choice takes a unit out of its hex: turning alone leads nowhere. `others` writes what it may do, for a
    /// list that had no use for it.
    pub fn leads_on(&self, others: impl FnOnce(&mut Offers<'_>)) -> bool {
        let leads = |list: &[Offer<Choice>]| {
            list.iter().any(|offer| {
                matches!(
                    offer.choice,
                    Choice::Move { .. }
                        | Choice::Road { .. }
                        | Choice::OffRoad { .. }
                        | Choice::Withdraw { .. }
                        | Choice::Retract { .. }
                        | Choice::Wheel { .. }
                )
            })
        };
        if let Want::Only(_) = self.want {
            let mut list = Vec::new();
            others(&mut Offers::all(&mut list));
            return leads(&list);
        }
        leads(self.list)
    }

    /// Offers a choice if the question about it says yes.
    pub fn add_if(&mut self, choice: Choice, verdict: Result<Rule, Refusal>) {
        if let Ok(rule) = verdict {
            self.add(choice, rule);
        }
    }

    /// Asks the question about a choice if it matters, and offers it if the answer is yes.
    pub fn ask(&mut self, choice: Choice, question: impl FnOnce() -> Result<Rule, Refusal>) {
        if self.wants(|wanted| wanted == choice) {
            self.add_if(choice, question());
        }
    }
}

/// Whether a list leaves nothing to decide: its only choice is to go on.
pub(crate) fn is_automatic(list: &[Offer<Choice>]) -> bool {
    matches!(list, [only] if goes_on(only.choice))
}

/// Whether a choice is to go on without doing anything more.
pub(crate) const fn goes_on(choice: Choice) -> bool {
    matches!(choice, Choice::Done | Choice::Halt)
}

/// A procedure of the rules: it either asks somebody, or runs by itself.
pub trait Procedure: Clone {
    /// Whom it asks what; nobody if it runs by itself, and then [`run`](Self::run) is all there is of it.
    fn asks(self, _at: At<'_>) -> Option<Ask> {
        None
    }

    /// Writes every legal choice. Called only if it asks.
    fn offers(self, _at: At<'_>, _offers: &mut Offers<'_>) {}

    /// Why a choice is not offered, as precisely as the rules say it.
    fn refusal(self, _at: At<'_>, _choice: Choice) -> Option<Refusal> {
        None
    }

    /// Whether, if the same step asks again after this choice, its list is the old one without what is no longer legal.
    /// Saves working out a long list anew; random play holds the two ways against each other.
    fn only_narrows(self, _choice: Choice) -> bool {
        false
    }

    /// For a list that only narrows: whether an earlier offer still stands.
    fn still_stands(self, at: At<'_>, choice: Choice) -> bool {
        self.refusal(at, choice).is_none()
    }

    /// Does what was chosen. The step has been taken off the stack; it puts back what is left of it.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn decide(self, _play: &mut Play<'_>, _choice: Choice) -> Result<(), ChanceError> {
        Ok(())
    }

    /// Runs by itself. The step has been taken off the stack.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError>;

    /// Goes on with the result of what it called. It has been taken off the stack.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn resume(self, play: &mut Play<'_>, _result: Done) -> Result<(), ChanceError> {
        self.run(play)
    }
}

macro_rules! dispatch {
    ($($variant:ident($type:ident)),+ $(,)?) => {
        $(
            impl From<$type> for Step {
                fn from(step: $type) -> Self {
                    Self::$variant(step)
                }
            }
        )+

        impl Step {
            /// A frame that waits for what it has called.
            pub(crate) fn awaiting(frame: Self) -> Self {
                Self::Awaits(Box::new(Waiting { frame, result: None }))
            }

            /// Hands a result to a frame that waits for one.
            pub(crate) fn take_result(&mut self, result: Done) {
                if let Self::Awaits(waiting) = self {
                    waiting.result = Some(result);
                }
            }

            /// See [`Procedure::asks`].
            #[must_use]
            pub fn asks(&self, at: At<'_>) -> Option<Ask> {
                match self {
                    $(Self::$variant(step) => step.clone().asks(at),)+
                    Self::Awaits(_) => None,
                }
            }

            /// See [`Procedure::offers`].
            pub fn offers(&self, at: At<'_>, offers: &mut Offers<'_>) {
                match self {
                    $(Self::$variant(step) => step.clone().offers(at, offers),)+
                    Self::Awaits(_) => {}
                }
            }

            /// See [`Procedure::refusal`].
            #[must_use]
            pub fn refusal(&self, at: At<'_>, choice: Choice) -> Option<Refusal> {
                match self {
                    $(Self::$variant(step) => step.clone().refusal(at, choice),)+
                    Self::Awaits(_) => None,
                }
            }

            pub(crate) fn only_narrows(&self, choice: Choice) -> bool {
                match self {
                    $(Self::$variant(step) => step.clone().only_narrows(choice),)+
                    Self::Awaits(_) => false,
                }
            }

            pub(crate) fn still_stands(&self, at: At<'_>, choice: Choice) -> bool {
                match self {
                    $(Self::$variant(step) => step.clone().still_stands(at, choice),)+
                    Self::Awaits(_) => false,
                }
            }

            pub(crate) fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
                match self {
                    $(Self::$variant(step) => step.decide(play, choice),)+
                    Self::Awaits(_) => Ok(()),
                }
            }

            pub(crate) fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
                match self {
                    $(Self::$variant(step) => step.run(play),)+
                    Self::Awaits(waiting) => {
                        let result = waiting.result.unwrap_or(Done::Over);
                        waiting.frame.resume(play, result)
                    }
                }
            }

            fn resume(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
                match self {
                    $(Self::$variant(step) => step.resume(play, result),)+
                    Self::Awaits(waiting) => waiting.frame.resume(play, result),
                }
            }
        }
    };
}

dispatch!(
    SetUp(SetUpStep),
    Turn(TurnStep),
    Initiative(InitiativeStep),
    Command(CommandStep),
    Efficiency(EfficiencyStep),
    Alert(AlertStep),
    Involuntary(InvoluntaryStep),
    Release(ReleaseStep),
    Line(LineStep),
    Shaky(ShakyStep),
    Mission(MissionStep),
    DivisionOrders(DivisionOrdersStep),
    Reserve(ReserveStep),
    Cup(CupStep),
    Activation(ActivationStep),
    Attempt(AttemptStep),
    LooseReins(LooseReinsStep),
    Coordination(CoordinationStep),
    Ride(RideStep),
    Moving(MovingStep),
    Stage(StageStep),
    Guns(GunsStep),
    Shrink(ShrinkStep),
    Proximity(ProximityStep),
    React(ReactStep),
    Commanders(CommanderStep),
    LossRoll(LossRollStep),
    Reinforcements(ReinforcementOrdersStep),
    Arrival(ArrivalStep),
    Refuge(RefugeStep),
    Facing(FacingStep),
    EndOfTurn(EndOfTurnStep),
    Check(CheckStep),
    Loss(LossStep),
    Retreat(RetreatStep),
);
