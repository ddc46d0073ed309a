//! SR 3.0: the frame of a turn.

use longroll_catalog::facts::{EntryKind, Piece};
use longroll_core::ChanceError;
use longroll_position::{EntryGroupId, EntryState, Note, Presence};
use longroll_rule::Rule;

use super::calendar::first_to_act;
use super::phase::{Phase, announce};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::step::Step;

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

fn begin(play: &mut Play<'_>) {
    play.happens(Event::TurnBegan {
        turn: play.position.turn,
    });
    link_commands(play);
    ready_reinforcements(play);
    let back = crate::held::begin_turn(play);
    let mut steps = super::conditional::begin_turn(play);
    steps.extend(back.map(Step::from));
    steps.extend(Phase::Initiative.steps(first_to_act(&play.position)));
    steps.extend([TurnStep::AfterInitiative.into(), TurnStep::End.into()]);
    play.then(steps);
}

/// Segments II and III. The marker that is picked in III/A goes on with III/B and III/C.
fn orders_and_activation(play: &mut Play<'_>) {
    let first = first_to_act(&play.position);
    let mut steps = vec![announce(Rule::SR_3_0_II)];
    steps.extend(Phase::ORDERS.iter().flat_map(|phase| phase.steps(first)));
    steps.push(announce(Rule::SR_3_0_III));
    steps.extend(Phase::FirstMarker.steps(first));
    play.then(steps);
}

/// Segment IV.
fn end(play: &mut Play<'_>) {
    let first = first_to_act(&play.position);
    let mut steps = vec![announce(Rule::SR_3_0_IV)];
    steps.extend(Phase::END.iter().flat_map(|phase| phase.steps(first)));
    play.then(steps);
}

/// BB 30.0: commands that act with the markers of another division while a rule of the scenario is in force.
fn link_commands(play: &mut Play<'_>) {
    for (body, activator, rule) in crate::command::linked_markers(play.setting, &play.position) {
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
