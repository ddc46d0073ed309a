//! What happens between two choices of a unit under way: the stages of one step in their order, and the end of a move.
//!
//! The order of docs/readings.md ("One step"): turn in the hex, leaving Swamp while Disordered, Reaction
//! movement, the step itself, the check for friends passed through, the checks of the ground (hexside before hex), Reaction
//! Facing and Refusal, and the stop next to an enemy.

use line::{enter_line, swamps};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::Progress;
use longroll_movement::step::StepOrder;
use longroll_position::{Deeds, StackPlace};
use longroll_rule::Rule;
use smallvec::SmallVec;
use step::enter;
use withdrawal::{break_line, gather_disordered, step_back};

use self::afterwards::is_over;
use self::places::block;
use super::ending::end_move;
use super::moving::MovingStep;
use super::prospect::{Prospect, Reshape};
use super::{ground_checks, shaping};
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done};

mod afterwards;
mod frame;
mod leaving;
mod line;
mod places;
mod step;
mod stride;
mod withdrawal;

pub(super) use self::afterwards::{
    after_step, checks_of_step, end_rule, note_contact, repay, spend,
};
pub use self::frame::{Along, StageStep};
pub(super) use self::leaving::{give_up, hexes_laid, leave_some};
pub(super) use self::line::depart_line;
pub use self::line::{Going, LineOrder};
pub(super) use self::places::stack_places;
pub(super) use self::step::{depart, turn};
pub use self::stride::Stride;
pub(super) use self::withdrawal::announce_back;

/// What was chosen at a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageChoice {
    /// SR 8.23: the place in the stack of a unit, and of so many who came with it.
    Place(UnitId, usize, StackPlace),
    /// BB 9.44-swamp-extended: the stage in which the line gathers where its owner likes.
    Gather(StageStep),
}

impl Procedure for StageStep {
    type Means = StageChoice;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Gather { unit, .. } => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::BB_9_44_swamp_extended,
                prompt: Prompt::Gather { unit },
            }),
            Self::Stack { unit, from, mates } => {
                let places = stack_places(at, unit, mates, from);
                (!places.is_empty()).then(|| Ask {
                    side: at.setting.unit(unit).side,
                    rule: Rule::SR_8_23,
                    prompt: Prompt::StackPlace { unit },
                })
            }
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Stack { unit, from, mates } => {
                for place in stack_places(at, unit, mates, from) {
                    each(Choice::StackAt { place });
                }
            }
            Self::Gather {
                unit,
                progress,
                going,
            } => {
                let keeping = None;
                for hex in swamps(at, unit, &progress, going) {
                    each(Choice::Retract { unit, hex, keeping });
                }
            }
            _ => {}
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<StageChoice> {
        match (*self, choice) {
            (Self::Stack { unit, from, mates }, Choice::StackAt { place }) => {
                if !stack_places(at, unit, mates, from).contains(&place) {
                    return Err(Refusal::new(
                        Rule::SR_8_23,
                        "it may not be put there in the stack",
                    ));
                }
                Ok(Ruling::new(
                    Rule::SR_8_23,
                    StageChoice::Place(unit, mates, place),
                ))
            }
            (
                Self::Gather {
                    unit: asked,
                    progress,
                    going,
                },
                Choice::Retract { unit, hex, keeping },
            ) => {
                const RULE: Rule = Rule::BB_9_44_swamp_extended;
                let bogged = swamps(at, asked, &progress, going).contains(&hex);
                if unit != asked || keeping.is_some() || !bogged {
                    let reason = "it gathers in one of the Swamp hexes it entered";
                    return Err(Refusal::new(RULE, reason));
                }
                let gathers = Some(hex);
                let stage = match going {
                    Going::On(order) => Self::EnterLine {
                        unit,
                        progress,
                        order,
                        gathers,
                    },
                    Going::Back(direction) => Self::StepBack {
                        unit,
                        progress,
                        direction,
                        gathers,
                    },
                };
                Ok(Ruling::new(RULE, StageChoice::Gather(stage)))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, chosen: StageChoice) -> Result<(), ChanceError> {
        match chosen {
            StageChoice::Place(unit, mates, place) => {
                let group = block(play.at(), unit, mates);
                super::mates::take_place(play, place, &group);
            }
            StageChoice::Gather(stage) => play.push(stage),
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Enter {
                unit,
                progress,
                direction,
                facing,
                along,
            } => {
                let way = along.choice();
                let order = StepOrder {
                    direction,
                    facing,
                    way,
                };
                enter(play, unit, progress, order);
            }
            Self::EnterLine {
                unit,
                progress,
                order,
                gathers,
            } => enter_line(play, unit, progress, order, gathers),
            Self::StepBack {
                unit,
                progress,
                direction,
                gathers,
            } => step_back(play, unit, progress, direction, gathers),
            Self::Reshape {
                unit,
                progress,
                shape,
            } => reshape(play, unit, progress, shape),
            Self::BreakLine {
                unit,
                progress,
                direction,
                part,
            } => break_line(play, unit, progress, (direction, part)),
            Self::GatherDisordered {
                unit,
                progress,
                part,
            } => gather_disordered(play, unit, progress, part),
            Self::Check(check) => ground_checks::begin(play, check),
            Self::Stop { unit, rule, over } => ground_checks::stop(play, unit, rule, over),
            Self::Settle {
                unit,
                progress,
                ends,
            } => settle(play, unit, progress, ends),
            Self::Stack { .. } | Self::Gather { .. } => {}
        }
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        match result {
            Done::Checked(checked) => {
                if let Self::Check(check) = self {
                    ground_checks::settle(play, check, checked);
                }
                Ok(())
            }
            // SR 10.44: whoever was hurt on leaving goes one hex.
            Done::FiredAt { hurt } => {
                if let Self::Enter { progress, .. }
                | Self::EnterLine { progress, .. }
                | Self::Gather { progress, .. }
                | Self::Reshape { progress, .. }
                | Self::BreakLine { progress, .. }
                | Self::GatherDisordered { progress, .. }
                | Self::StepBack { progress, .. } = &mut self
                {
                    progress.one_hex |= hurt;
                }
                // A question among the stages is asked, not run.
                if self.asks(play.at()).is_some() {
                    play.push(self);
                    return Ok(());
                }
                self.runs(play)
            }
            _ => Ok(()),
        }
    }
}

/// SR 8.42, 8.52: the unit takes its new shape, unless fire has left it another one, or without the MP.
fn reshape(play: &mut Play<'_>, unit: UnitId, progress: Progress, shape: Reshape) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
    } else if Prospect::new(play.at(), unit, progress, Breadth::One).may_take(&shape) {
        shaping::reshape(play, unit, progress, shape);
    } else {
        play.push(MovingStep { unit, progress });
    }
}

fn settle(play: &mut Play<'_>, unit: UnitId, progress: Progress, ends: Option<Rule>) {
    if !play.position.unit(unit).on_map() {
        // SR 8.21: whoever went with it goes on.
        super::group_moves::falls_apart(play, unit, progress);
        return;
    }
    crate::results::displace_exposed(play);
    if let Some(rule) = ends {
        play.happens(Event::Stopped { unit, rule });
        play.did(unit, Deeds::MOVE_ENDED);
    }
    if progress.settled {
        if may_still_fire(play, unit, progress) {
            play.push(MovingStep { unit, progress });
        }
        return;
    }
    if ends.is_none() && super::group_moves::falls_apart(play, unit, progress) {
        return;
    }
    if is_over(play, unit) {
        take_place(play, unit, progress);
    } else {
        play.push(MovingStep { unit, progress });
    }
}

/// SR 9.53, 7.11: the move is over; the unit takes its place and the facing of its friends before it may fire.
fn take_place(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let settled = Progress {
        settled: true,
        ..progress
    };
    // SR 10.61: guns that have come along with others fire as they do, each by itself.
    let mates = super::mates::mates(play.at(), unit);
    let guns = |mate: &UnitId| play.setting.unit(*mate).arm == Arm::Artillery;
    let guns: SmallVec<[UnitId; 4]> = mates.iter().copied().filter(guns).collect();
    for unit in guns.into_iter().rev().chain([unit]) {
        play.push(StageStep::Settle {
            unit,
            progress: settled,
            ends: None,
        });
    }
    end_move(play, unit, progress);
}

/// Its owner ends the move. SR 8.23, 8.33: whoever has joined friends fires from his place among them.
pub(super) fn halt(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let hex = play.position.unit(unit).hex;
    let joins = progress.steps > 0 && play.position.stack(hex).any(|part| part.unit != unit);
    if joins {
        take_place(play, unit, progress);
    } else {
        end_move(play, unit, progress);
    }
}

/// SR 10.32: whether a unit whose movement is over may still fire.
fn may_still_fire(play: &Play<'_>, unit: UnitId, progress: Progress) -> bool {
    let deeds = play.position.unit(unit).deeds;
    if deeds.any(Deeds::FINISHED.with(Deeds::FIRED).with(Deeds::TOGETHER)) {
        return false;
    }
    let prospect = Prospect::new(play.at(), unit, progress, Breadth::Many);
    prospect.may_any(|choice| matches!(choice, Choice::Fire { .. }))
}
