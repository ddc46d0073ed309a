//! SfG 3.0: the pitched battle from objectives to victory.

use longroll_core::{BySide, ChanceError, Refusal, Side};
use longroll_rule::Rule;
use longroll_tabletop::Point;
use serde::{Deserialize, Serialize};

use super::deployment::Deployment;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use super::turn::TurnFrame;
use crate::choice::Choice;
use crate::event::Event;
use crate::look::Look;
use crate::play::Play;
use crate::scenario;
use crate::scope::Scope;

/// The whole battle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Campaign {
    stage: Stage,
    sealed: BySide<Option<[Point; 2]>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    #[default]
    Objectives,
    Deployment,
    Turns,
}

/// Whom it calls.
#[derive(Debug)]
pub enum Calls {
    Deployment(Deployment),
    Turn(TurnFrame),
}

impl Campaign {
    /// The objectives that a side has sealed and that are not yet shown.
    pub(crate) fn sealed_by(&self, side: Side) -> Option<[Point; 2]> {
        self.sealed[side].filter(|_| self.stage == Stage::Objectives)
    }

    /// A battle that is set up already.
    #[must_use]
    pub const fn deployed() -> Self {
        Self {
            stage: Stage::Turns,
            sealed: BySide {
                union: None,
                confederate: None,
            },
        }
    }
}

impl Procedure for Campaign {
    type Ruling = [Point; 2];
    type Calls = Calls;

    fn asks(&self, _: Look<'_>) -> Option<Ask> {
        let side = Side::BOTH
            .into_iter()
            .find(|side| self.sealed[*side].is_none())?;
        (self.stage == Stage::Objectives).then_some(Ask {
            side,
            rule: Rule::SFG_3_0_objectives,
            prompt: Prompt::Objectives,
        })
    }

    fn candidates(&self, _: Look<'_>, _: &mut dyn FnMut(Choice)) {}

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        self.asks(look)
            .map(|ask| vec![Scope::Objectives(ask.side)])
            .unwrap_or_default()
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<[Point; 2], Refusal> {
        let ask = self.asks(look);
        match (choice, ask) {
            (Choice::Objectives(at), Some(ask)) => {
                scenario::objectives(look, ask.side, *at, self.sealed[ask.side.enemy()])?;
                Ok(*at)
            }
            _ => Err(not_asked(&ask)),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        at: [Point; 2],
    ) -> Result<Flow<Calls>, ChanceError> {
        if let Some(ask) = self.asks(play.look()) {
            self.sealed[ask.side] = Some(at);
            play.happens(Event::Sealed {
                side: ask.side,
                rule: ask.rule,
            });
            play.reveal();
        }
        if let BySide {
            union: Some(union),
            confederate: Some(confederate),
        } = self.sealed
        {
            for (side, at) in [(Side::Union, union), (Side::Confederate, confederate)] {
                play.happens(Event::ObjectivesPlaced { side, at });
            }
            self.stage = Stage::Deployment;
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        match self.stage {
            Stage::Objectives => self.stage = Stage::Deployment,
            Stage::Deployment => {
                self.stage = Stage::Turns;
                return Ok(Flow::Call(Calls::Deployment(Deployment::default())));
            }
            Stage::Turns => {
                if play.table.victory().is_some() {
                    return Ok(Flow::Finish(Answer::Done));
                }
                if play.table.turn() >= play.facts.turns {
                    let victory = scenario::victory(play.look());
                    play.happens(Event::Ended { victory });
                    return Ok(Flow::Finish(Answer::Done));
                }
                let turn = play.table.turn() + 1;
                return Ok(Flow::Call(Calls::Turn(TurnFrame::new(turn))));
            }
        }
        Ok(Flow::Again)
    }
}
