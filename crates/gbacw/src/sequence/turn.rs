//! SR 3.0: the frame of a turn.

use longroll_catalog::facts::{EntryKind, Piece};
use longroll_core::{ChanceError, Side};
use longroll_position::{EntryGroupId, EntryState, Note, Presence};
use longroll_rule::Rule;

use super::calendar::first_to_act;
use super::end_of_turn::EndOfTurnStep;
use crate::activation::{CupStep, EfficiencyStep, InitiativeStep};
use crate::alert::MissionStep;
use crate::command::CommandStep;
use crate::event::Event;
use crate::movement::CommanderStep;
use crate::orders::{DivisionOrdersStep, ReserveStep};
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::recovery::{AbsorbStep, RestStep, ReturnStep};
use crate::results::LossRollStep;
use crate::step::Step;
use crate::works::WorksStep;

mod frame;

pub use self::frame::TurnStep;

impl Procedure for TurnStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Begin => begin(play),
            Self::AfterInitiative => orders_and_activation(play),
            Self::End => end(play),
            Self::Arrivals => ready_reinforcements(play),
            Self::ArrivalRoll => super::arrival::roll_for_arrival(play)?,
            Self::Announce { rule } => play.happens(Event::Phase { rule }),
        }
        Ok(())
    }
}

fn announce(rule: Rule) -> Step {
    TurnStep::Announce { rule }.into()
}

fn begin(play: &mut Play<'_>) {
    play.happens(Event::TurnBegan {
        turn: play.position.turn,
    });
    link_commands(play);
    ready_reinforcements(play);
    let back = crate::held::begin_turn(play);
    let mut steps = super::conditional::begin_turn(play);
    steps.extend(back.map(Step::from));
    steps.extend([
        announce(Rule::SR_3_0_I),
        InitiativeStep::Begin.into(),
        TurnStep::AfterInitiative.into(),
        TurnStep::End.into(),
    ]);
    play.then(steps);
}

fn orders_and_activation(play: &mut Play<'_>) {
    let first = first_to_act(play.position);
    let second = first.enemy();
    play.then([
        announce(Rule::SR_3_0_II),
        announce(Rule::SR_3_0_II_A),
        CommandStep::Reassign { side: first }.into(),
        CommandStep::Reassign { side: second }.into(),
        CommandStep::DirectCommands { side: first }.into(),
        CommandStep::DirectCommands { side: second }.into(),
        CommandStep::LendCavalry { side: first }.into(),
        CommandStep::LendCavalry { side: second }.into(),
        CommandStep::FixStatus.into(),
        announce(Rule::SR_3_0_II_B),
        EfficiencyStep::Draw.into(),
        EfficiencyStep::Helpers { side: first }.into(),
        EfficiencyStep::Helpers { side: second }.into(),
        EfficiencyStep::Transfer { side: first }.into(),
        EfficiencyStep::Transfer { side: second }.into(),
        EfficiencyStep::Settle.into(),
        announce(Rule::SR_3_0_II_C),
        crate::held::ReleaseStep.into(),
        TurnStep::ArrivalRoll.into(),
        MissionStep.into(),
        DivisionOrdersStep::Give { side: first }.into(),
        DivisionOrdersStep::End { side: first }.into(),
        DivisionOrdersStep::Give { side: second }.into(),
        DivisionOrdersStep::End { side: second }.into(),
        announce(Rule::SR_3_0_II_D),
        crate::movement::ReinforcementOrdersStep { side: first }.into(),
        crate::movement::ReinforcementOrdersStep { side: second }.into(),
        announce(Rule::SR_3_0_II_E),
        ReserveStep::Place { side: first }.into(),
        ReserveStep::Place { side: second }.into(),
        announce(Rule::SR_3_0_II_F),
        WorksStep::Begin { side: first }.into(),
        WorksStep::Begin { side: second }.into(),
        announce(Rule::SR_3_0_III),
        announce(Rule::SR_3_0_III_A),
        CupStep::First.into(),
    ]);
}

fn end(play: &mut Play<'_>) {
    let first = first_to_act(play.position);
    let mut steps = vec![
        announce(Rule::SR_3_0_IV),
        announce(Rule::SR_3_0_IV_A),
        LossRollStep::Begin.into(),
        CommanderStep::Begin { side: first }.into(),
        CommanderStep::Begin {
            side: first.enemy(),
        }
        .into(),
    ];
    steps.extend(recovery_phase(first));
    steps.extend([
        announce(Rule::SR_3_0_IV_C),
        EndOfTurnStep::Effectiveness.into(),
        announce(Rule::SR_3_0_IV_D),
        EndOfTurnStep::NextTurn.into(),
    ]);
    play.then(steps);
}

/// SR 3.0-IV/B: replacements, rest, recovery.
#[must_use]
pub fn recovery_phase(first: Side) -> Vec<Step> {
    vec![
        announce(Rule::SR_3_0_IV_B_1),
        EndOfTurnStep::Replacements.into(),
        CommandStep::AssignInRecovery { side: first }.into(),
        CommandStep::AssignInRecovery {
            side: first.enemy(),
        }
        .into(),
        announce(Rule::SR_3_0_IV_B_2),
        ReserveStep::Rest.into(),
        ReturnStep::of(first).into(),
        ReturnStep::of(first.enemy()).into(),
        RestStep::of(first).into(),
        RestStep::of(first.enemy()).into(),
        announce(Rule::SR_3_0_IV_B_3),
        ReserveStep::Leave { side: first }.into(),
        ReserveStep::Leave {
            side: first.enemy(),
        }
        .into(),
        announce(Rule::SR_3_0_IV_B_4),
        EndOfTurnStep::RemoveGuns.into(),
        announce(Rule::SR_3_0_IV_B_5),
        EndOfTurnStep::FlipGuns.into(),
        announce(Rule::SR_3_0_IV_B_6),
        WorksStep::Dig.into(),
        AbsorbStep::of(first).into(),
        AbsorbStep::of(first.enemy()).into(),
    ]
}

/// BB 30.0: commands that act with the markers of another division while a rule of the scenario is in force.
fn link_commands(play: &mut Play<'_>) {
    for (body, activator, rule) in crate::command::linked_markers(play.setting, play.position) {
        play.happens(Event::Attached {
            body,
            activator,
            rule,
        });
    }
}

/// SR 9.71: groups whose turn has come may enter.
fn ready_reinforcements(play: &mut Play<'_>) {
    let Some(turn) = play.position.now(play.setting).map(|turn| turn.id) else {
        return;
    };
    for (index, group) in play.setting.scenario.reinforcements.iter().enumerate() {
        // BB 30.1-lew-wallace: whose turn is rolled for comes as another group.
        if group.entry == EntryKind::Variable {
            continue;
        }
        let number = u16::try_from(index).unwrap_or(u16::MAX);
        if group.turn <= turn && play.position.entered.get(index) == Some(&EntryState::Waiting) {
            let waits = group.pieces.iter().any(|arriving| {
                let presence = match arriving.piece {
                    Piece::Unit(unit) | Piece::Section(unit, _) => {
                        play.position.unit(unit).presence
                    }
                    Piece::Leader(leader) => play.position.leader(leader).presence,
                };
                presence == Presence::Due(EntryGroupId(number))
            });
            // A group of which nobody is left to come keeps nobody waiting.
            let state = if waits {
                EntryState::Ready
            } else {
                EntryState::Entered
            };
            let group = EntryGroupId(number);
            play.happens(Event::Noted(Note::Entry(group, state)));
        }
        // SR 9.74: the number is for the turn in which they come onto the map, be it a later one.
        if group.turn <= turn {
            crate::movement::list_activations(play, index);
        }
    }
}
