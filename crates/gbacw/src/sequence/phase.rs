//! SR 3.0: the phases of a turn, and the steps that make each of them.

use longroll_core::Side;
use longroll_position::Marker;
use longroll_rule::Rule;

use super::end_of_turn::EndOfTurnStep;
use super::turn::TurnStep;
use crate::activation::{ActivationStep, CupStep, EfficiencyStep, InitiativeStep};
use crate::alert::MissionStep;
use crate::command::CommandStep;
use crate::held::ReleaseStep;
use crate::movement::{CommanderStep, ReinforcementOrdersStep};
use crate::orders::{DivisionOrdersStep, ReserveStep};
use crate::recovery::{AbsorbStep, RestStep, ReturnStep};
use crate::results::LossRollStep;
use crate::step::Step;
use crate::works::WorksStep;

/// A phase of the turn, in the order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// SR 3.0-I.
    Initiative,
    /// SR 3.0-II/A.
    ChainOfCommand,
    /// SR 3.0-II/B.
    Efficiency,
    /// SR 3.0-II/C.
    DivisionOrders,
    /// SR 3.0-II/D.
    ReinforcementOrders,
    /// SR 3.0-II/E.
    ReservePlacement,
    /// SR 3.0-II/F.
    Engineers,
    /// SR 3.0-III/A: the marker that is played first; it goes on by itself with III/B and III/C, which know it.
    FirstMarker,
    /// SR 3.0-III/B.
    Filling,
    /// SR 3.0-III/C.
    Activations,
    /// SR 3.0-IV/A.
    CommanderMovement,
    /// SR 3.0-IV/B.
    Recovery,
    /// SR 3.0-IV/C.
    Effectiveness,
    /// SR 3.0-IV/D.
    TurnRecord,
}

impl Phase {
    /// All of them in their order.
    pub const ALL: [Self; 14] = [
        Self::Initiative,
        Self::ChainOfCommand,
        Self::Efficiency,
        Self::DivisionOrders,
        Self::ReinforcementOrders,
        Self::ReservePlacement,
        Self::Engineers,
        Self::FirstMarker,
        Self::Filling,
        Self::Activations,
        Self::CommanderMovement,
        Self::Recovery,
        Self::Effectiveness,
        Self::TurnRecord,
    ];

    /// Segment II.
    pub(super) const ORDERS: [Self; 6] = [
        Self::ChainOfCommand,
        Self::Efficiency,
        Self::DivisionOrders,
        Self::ReinforcementOrders,
        Self::ReservePlacement,
        Self::Engineers,
    ];

    /// Segment IV.
    pub(super) const END: [Self; 4] = [
        Self::CommanderMovement,
        Self::Recovery,
        Self::Effectiveness,
        Self::TurnRecord,
    ];

    /// Its number in the sequence of play.
    #[must_use]
    pub const fn number(self) -> &'static str {
        match self {
            Self::Initiative => "I",
            Self::ChainOfCommand => "II/A",
            Self::Efficiency => "II/B",
            Self::DivisionOrders => "II/C",
            Self::ReinforcementOrders => "II/D",
            Self::ReservePlacement => "II/E",
            Self::Engineers => "II/F",
            Self::FirstMarker => "III/A",
            Self::Filling => "III/B",
            Self::Activations => "III/C",
            Self::CommanderMovement => "IV/A",
            Self::Recovery => "IV/B",
            Self::Effectiveness => "IV/C",
            Self::TurnRecord => "IV/D",
        }
    }

    /// The steps that make it, what comes first first, for the side that is first to act.
    #[must_use]
    pub fn steps(self, first: Side) -> Vec<Step> {
        match self {
            Self::Initiative => vec![announce(Rule::SR_3_0_I), InitiativeStep::Begin.into()],
            Self::ChainOfCommand => chain_of_command(first),
            Self::Efficiency => efficiency(first),
            Self::DivisionOrders => division_orders(first),
            Self::ReinforcementOrders => {
                let orders = |side| ReinforcementOrdersStep { side };
                phase(Rule::SR_3_0_II_D, first, orders)
            }
            Self::ReservePlacement => {
                phase(Rule::SR_3_0_II_E, first, |side| ReserveStep::Place { side })
            }
            Self::Engineers => phase(Rule::SR_3_0_II_F, first, |side| WorksStep::Begin { side }),
            Self::FirstMarker => vec![announce(Rule::SR_3_0_III_A), CupStep::First.into()],
            Self::Filling => filling(first, None),
            Self::Activations => activations(None),
            Self::CommanderMovement => vec![
                announce(Rule::SR_3_0_IV_A),
                LossRollStep::Begin.into(),
                CommanderStep::Begin { side: first }.into(),
                CommanderStep::Begin {
                    side: first.enemy(),
                }
                .into(),
            ],
            Self::Recovery => recovery(first),
            Self::Effectiveness => vec![
                announce(Rule::SR_3_0_IV_C),
                EndOfTurnStep::Effectiveness.into(),
            ],
            Self::TurnRecord => vec![announce(Rule::SR_3_0_IV_D), EndOfTurnStep::NextTurn.into()],
        }
    }
}

/// A line of the sequence of play is announced.
pub(crate) fn announce(rule: Rule) -> Step {
    TurnStep::Announce { rule }.into()
}

/// A step of each side, the one that is first to act before the other.
fn each<S: Into<Step>>(first: Side, step: impl Fn(Side) -> S) -> [Step; 2] {
    [first, first.enemy()].map(|side| step(side).into())
}

/// A phase of one step for each side.
fn phase<S: Into<Step>>(rule: Rule, first: Side, step: impl Fn(Side) -> S) -> Vec<Step> {
    let mut steps = vec![announce(rule)];
    steps.extend(each(first, step));
    steps
}

fn chain_of_command(first: Side) -> Vec<Step> {
    let mut steps = vec![announce(Rule::SR_3_0_II_A)];
    steps.extend(each(first, |side| CommandStep::Reassign { side }));
    steps.extend(each(first, |side| CommandStep::DirectCommands { side }));
    steps.extend(each(first, |side| CommandStep::LendCavalry { side }));
    steps.push(CommandStep::FixStatus.into());
    steps
}

fn efficiency(first: Side) -> Vec<Step> {
    let mut steps = vec![announce(Rule::SR_3_0_II_B), EfficiencyStep::Draw.into()];
    steps.extend(each(first, |side| EfficiencyStep::Helpers { side }));
    steps.extend(each(first, |side| EfficiencyStep::Transfer { side }));
    steps.push(EfficiencyStep::Settle.into());
    steps
}

/// SR 5.13: one side gives all its orders before the other.
fn division_orders(first: Side) -> Vec<Step> {
    let mut steps = vec![
        announce(Rule::SR_3_0_II_C),
        ReleaseStep.into(),
        TurnStep::ArrivalRoll.into(),
        MissionStep.into(),
    ];
    for side in [first, first.enemy()] {
        steps.push(DivisionOrdersStep::Give { side }.into());
        steps.push(DivisionOrdersStep::End { side }.into());
    }
    steps
}

/// III/B: fewer markers, and all of them but the one that was picked into the cup.
pub(crate) fn filling(first: Side, picked: Option<Marker>) -> Vec<Step> {
    let mut steps = phase(Rule::SR_3_0_III_B, first, |side| CupStep::Withhold { side });
    steps.push(CupStep::Fill { picked }.into());
    steps
}

/// III/C: the marker that was picked, then those of the cup.
pub(crate) fn activations(picked: Option<Marker>) -> Vec<Step> {
    let mut steps = vec![announce(Rule::SR_3_0_III_C)];
    steps.extend(picked.map(|marker| Step::from(ActivationStep::Begin { marker })));
    steps.push(CupStep::Next.into());
    steps
}

/// SR 3.0-IV/B: replacements, rest, recovery.
fn recovery(first: Side) -> Vec<Step> {
    let mut steps = vec![
        announce(Rule::SR_3_0_IV_B_1),
        EndOfTurnStep::Replacements.into(),
    ];
    steps.extend(each(first, |side| CommandStep::AssignInRecovery { side }));
    steps.extend([announce(Rule::SR_3_0_IV_B_2), ReserveStep::Rest.into()]);
    steps.extend(each(first, ReturnStep::of));
    steps.extend(each(first, RestStep::of));
    steps.extend(phase(Rule::SR_3_0_IV_B_3, first, |side| {
        ReserveStep::Leave { side }
    }));
    steps.extend([
        announce(Rule::SR_3_0_IV_B_4),
        EndOfTurnStep::RemoveGuns.into(),
        announce(Rule::SR_3_0_IV_B_5),
        EndOfTurnStep::FlipGuns.into(),
        announce(Rule::SR_3_0_IV_B_6),
        WorksStep::Dig.into(),
    ]);
    steps.extend(each(first, AbsorbStep::of));
    steps
}
