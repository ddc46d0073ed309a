//! Pending work as data: a stack of frames, one for each procedure of the rules.
//!
//! A frame owns what it must remember. What it calls runs on top of it while it waits ([`Play::call`](crate::Play::call)) and hands
//! it a result ([`Play::finish`](crate::Play::finish), [`Procedure::goes_on`](crate::procedure::Procedure::goes_on)); what simply
//! comes afterwards is put below it ([`Play::then`](crate::Play::then)).
//!
//! Frames lie low: the data of each stands in a `frame.rs` of its room, which needs no procedure, so that every procedure may push
//! every frame. What a frame does is found above all procedures, in `dispatch.rs`.

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::activation::{
    ActivationStep, CoordinationStep, CupStep, EfficiencyStep, InitiativeStep,
};
use crate::alert::{AlertStep, InvoluntaryStep, MissionStep};
use crate::assault::{AssaultStep, StrideStep};
use crate::command::CommandStep;
use crate::events::{EventFireStep, FortuneStep, LootStep, MisdirectedStep, MishapStep};
use crate::fire::FireStep;
use crate::held::{LineStep, ReleaseStep, ShakyStep};
use crate::movement::{
    ArrivalStep, CommanderStep, GunsStep, MovingStep, ProximityStep, ReactStep,
    ReinforcementOrdersStep, RideStep, StageStep,
};
use crate::orders::{AttemptStep, DivisionOrdersStep, FacingStep, LooseReinsStep, ReserveStep};
use crate::prompt::Prompt;
use crate::recovery::{AbsorbStep, RestStep, ReturnStep, TurnAfterStep};
use crate::results::{
    AdvanceMoveStep, AdvanceStep, CheckStep, Checked, ClashStep, DisplaceStep, GroupStep,
    LossRollStep, LossStep, RefugeStep, RetreatStep, ShrinkStep, StrikeStep, Walk,
};
use crate::sequence::{EndOfTurnStep, SetUpStep, TurnStep};
use crate::works::WorksStep;

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
    React(Box<ReactStep>),
    /// SR 9.32: IV/A.
    Commanders(CommanderStep),
    /// BB 4.11-Juse, 12.77: loss rolls of commanders.
    LossRoll(LossRollStep),
    /// SR 9.71: II/D.
    Reinforcements(ReinforcementOrdersStep),
    /// SR 9.7: a unit comes on.
    Arrival(ArrivalStep),
    /// SR 12.73: leaders whom somebody has left alone.
    Displace(DisplaceStep),
    /// SR 12.73: a leader alone next to the enemy.
    Refuge(RefugeStep),
    /// SR 7.23: a free change of facing.
    Facing(FacingStep),
    /// SR 13.45: who has rested.
    Rest(RestStep),
    /// SR 13.5: routed units.
    Return(ReturnStep),
    /// BB 14.42: Detachments.
    Absorb(AbsorbStep),
    /// SR 13.41: a turn after recovering.
    TurnAfter(TurnAfterStep),
    /// BB 18.1-fire.
    Misdirected(MisdirectedStep),
    /// BB 18.1-fire: its result.
    Mishap(MishapStep),
    /// BB 18.1-loot.
    Loot(LootStep),
    /// BB 19.0.
    Fortune(FortuneStep),
    /// BB 19.0-1, 19.0-5.
    EventFire(EventFireStep),
    /// SR 15.1: entrenchments.
    Works(WorksStep),
    /// SR 3.0-IV: the end of a turn.
    EndOfTurn(EndOfTurnStep),
    /// SR 2.6, 12.3: a cohesion roll and what failing it does.
    Check(CheckStep),
    /// SR 12.2: strength is lost.
    Loss(LossStep),
    /// SR 12.4: a unit retreats.
    Retreat(Box<RetreatStep>),
    /// SR 12.44-d: a unit on its way back.
    Walk(Walk),
    /// SR 11: the assaults of an Activation.
    Assault(Box<AssaultStep>),
    /// SR 11.47-advance: a unit that goes on.
    Stride(StrideStep),
    /// SR 12: a result of an assault, or of its checks, is applied.
    Clash(Box<ClashStep>),
    /// SR 10: an exchange of fire.
    Fire(Box<FireStep>),
    /// SR 12.46, 12.54: friends who roll because of one event.
    Group(Box<GroupStep>),
    /// SR 12.6-fire: the firer may advance.
    Advance(AdvanceStep),
    /// SR 12.6, 11.46, 11.47-advance: a unit advances, with the risks of the ground it leaves and enters.
    AdvanceMove(AdvanceMoveStep),
    /// SR 12: a result of the fire table is applied.
    Strike(Box<StrikeStep>),
    /// A frame that waits for the result of what it called.
    Awaits(Box<Waiting>),
}

/// A frame that waits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    frame: Step,
    result: Option<Done>,
}

impl Waiting {
    /// The frame that waits.
    pub(crate) const fn frame(&self) -> &Step {
        &self.frame
    }

    /// The same with what it has been handed.
    pub(crate) fn into_parts(self) -> (Step, Option<Done>) {
        (self.frame, self.result)
    }

    /// The same, to be changed.
    pub(crate) const fn frame_mut(&mut self) -> &mut Step {
        &mut self.frame
    }
}

/// What a frame hands to the one that called it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// It is over.
    Over,
    /// SR 2.6: how a check came out.
    Checked(Checked),
    /// Fire reading 40: a result has been applied but for its retreat, which waits.
    Held(Box<StrikeStep>),
    /// SR 12.44-blocked, 12.46: hexes that could not be retreated, and the friends retreated through.
    Retreated {
        unit: UnitId,
        /// So many hexes.
        missing: u8,
        /// Through whom.
        passed: Vec<UnitId>,
    },
    /// SR 12.35c: the ground has Disordered a Disordered unit again, and it goes no further.
    Stopped,
    /// SR 10.44: whether a unit that was fired at has been hurt.
    FiredAt {
        /// It has lost strength or order, or is gone.
        hurt: bool,
    },
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

/// Large frames lie in boxes; whoever pushes one need not know.
macro_rules! boxed {
    ($($variant:ident($type:ty)),+ $(,)?) => {
        $(impl From<$type> for Step {
            fn from(step: $type) -> Self {
                Self::$variant(Box::new(step))
            }
        })+
    };
}

boxed! {
    Fire(FireStep),
    Group(GroupStep),
    React(ReactStep),
    Strike(StrikeStep),
    Assault(AssaultStep),
    Clash(ClashStep),
    Retreat(RetreatStep),
}

/// Calls a macro with the list of all frames: variant and type.
macro_rules! every_frame {
    ($with:ident) => {
        $with! {
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
            React(Box<ReactStep>),
            Commanders(CommanderStep),
            LossRoll(LossRollStep),
            Reinforcements(ReinforcementOrdersStep),
            Arrival(ArrivalStep),
            Displace(DisplaceStep),
            Refuge(RefugeStep),
            Facing(FacingStep),
            Rest(RestStep),
            Return(ReturnStep),
            Absorb(AbsorbStep),
            TurnAfter(TurnAfterStep),
            Misdirected(MisdirectedStep),
            Mishap(MishapStep),
            Loot(LootStep),
            Fortune(FortuneStep),
            EventFire(EventFireStep),
            Works(WorksStep),
            EndOfTurn(EndOfTurnStep),
            Check(CheckStep),
            Loss(LossStep),
            Retreat(Box<RetreatStep>),
            Walk(Walk),
            Clash(Box<ClashStep>),
            Assault(Box<AssaultStep>),
            Stride(StrideStep),
            Fire(Box<FireStep>),
            Group(Box<GroupStep>),
            Advance(AdvanceStep),
            AdvanceMove(AdvanceMoveStep),
            Strike(Box<StrikeStep>),
        }
    };
}
pub(crate) use every_frame;

macro_rules! from_frames {
    ($($variant:ident($type:ty)),+ $(,)?) => {
        $(
            impl From<$type> for Step {
                fn from(step: $type) -> Self {
                    Self::$variant(step)
                }
            }
        )+
    };
}

every_frame!(from_frames);

impl Step {
    /// A frame that waits for what it has called.
    pub(crate) fn awaiting(frame: Self) -> Self {
        Self::Awaits(Box::new(Waiting {
            frame,
            result: None,
        }))
    }

    /// Hands a result to a frame that waits for one.
    pub(crate) fn take_result(&mut self, result: Done) {
        if let Self::Awaits(waiting) = self {
            waiting.result = Some(result);
        }
    }
}
