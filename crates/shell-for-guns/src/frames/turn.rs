//! SfG-reading 36: a turn is tests off the table, generals, initiative, then one activation for each division.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::activation::Activation;
use super::generals::Generals;
use super::procedure::{Answer, Ask, Flow, Procedure, not_asked};
use super::settling::ends_by_collapse;
use crate::choice::Choice;
use crate::event::Event;
use crate::facts::DivisionId;
use crate::look::Look;
use crate::play::Play;
use crate::roll::{Purpose, Roll};
use crate::table::Place;

/// One turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnFrame {
    turn: u8,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Begin,
    OffTable,
    Generals,
    Initiative,
    Divisions(usize),
}

/// Whom it calls.
#[derive(Debug)]
pub enum Calls {
    Generals(Generals),
    Activation(Activation),
}

impl TurnFrame {
    /// The turn from its beginning.
    #[must_use]
    pub const fn new(turn: u8) -> Self {
        Self {
            turn,
            stage: Stage::Begin,
        }
    }

    /// The rest of a turn whose generals ride first.
    #[must_use]
    pub const fn after_generals(turn: u8) -> Self {
        Self {
            turn,
            stage: Stage::Initiative,
        }
    }

    /// The rest of a turn in which the first division of the order acts.
    #[must_use]
    pub const fn after_first_division(turn: u8) -> Self {
        Self {
            turn,
            stage: Stage::Divisions(1),
        }
    }

    /// SfG 2.4: the die of a group is rolled once, at the start of the turn named for it.
    fn off_table(&self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let due: Vec<DivisionId> = play
            .table
            .arrivals()
            .iter()
            .filter(|arrival| arrival.enters.is_none() && arrival.due <= self.turn)
            .map(|arrival| arrival.division)
            .collect();
        for division in due {
            let side = play.facts.division(division).side;
            let roll = Roll::table(Purpose::Arrival, Rule::SFG_2_4, [0, 0, 1, 1, 2, 2]);
            let later = play.roll(side, None, Some(division), roll)?;
            let later = u8::try_from(later).unwrap_or(0) + play.facts.options.delay();
            play.happens(Event::ArrivalSet {
                division,
                enters: self.turn + later,
            });
        }
        Ok(())
    }

    /// SfG 2.2, 2.2-tie: one D10 for each division that is there or due; whoever ties with anybody adds another.
    fn initiative(&self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let mut sums: Vec<(DivisionId, i32)> = play
            .facts
            .divisions()
            .filter(|(id, _)| takes_part(play.look(), *id, self.turn))
            .map(|(id, _)| (id, 0))
            .collect();
        let mut rolling: Vec<usize> = (0..sums.len()).collect();
        while !rolling.is_empty() {
            let rule = if sums.iter().all(|(_, sum)| *sum == 0) {
                Rule::SFG_2_2
            } else {
                Rule::SFG_2_2_tie
            };
            for index in rolling {
                let division = sums[index].0;
                let side = play.facts.division(division).side;
                sums[index].1 += play.roll(
                    side,
                    None,
                    Some(division),
                    Roll::ten(Purpose::Initiative, rule),
                )?;
            }
            rolling = (0..sums.len())
                .filter(|own| {
                    (0..sums.len()).any(|other| other != *own && sums[other].1 == sums[*own].1)
                })
                .collect();
        }
        sums.sort_by_key(|(_, sum)| -sum);
        play.happens(Event::InitiativeSet {
            order: sums.into_iter().map(|(division, _)| division).collect(),
        });
        Ok(())
    }
}

/// SfG-reading 40: a division with a unit on the table or due to enter.
fn takes_part(look: Look<'_>, id: DivisionId, turn: u8) -> bool {
    let arrives = look.table.enters(id).is_some_and(|enters| enters <= turn);
    look.facts
        .division(id)
        .units
        .iter()
        .any(|unit| match look.unit(*unit).place {
            Place::Table => true,
            Place::Reserve => arrives,
            Place::Waiting | Place::Gone(_) => false,
        })
}

impl Procedure for TurnFrame {
    type Ruling = ();
    type Calls = Calls;

    fn asks(&self, _: Look<'_>) -> Option<Ask> {
        None
    }

    fn candidates(&self, _: Look<'_>, _: &mut dyn FnMut(Choice)) {}

    fn judge(&self, _: Look<'_>, _: &Choice) -> Result<(), Refusal> {
        Err(not_asked(&None))
    }

    fn carry_out(&mut self, _: &mut Play<'_>, (): ()) -> Result<Flow<Calls>, ChanceError> {
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        match self.stage {
            Stage::Begin => {
                play.happens(Event::TurnBegan { turn: self.turn });
                self.stage = Stage::OffTable;
            }
            Stage::OffTable => {
                self.off_table(play)?;
                self.stage = Stage::Generals;
            }
            Stage::Generals => {
                self.stage = Stage::Initiative;
                return Ok(Flow::Call(Calls::Generals(Generals::default())));
            }
            Stage::Initiative => {
                self.initiative(play)?;
                self.stage = Stage::Divisions(0);
            }
            Stage::Divisions(next) => {
                if play.table.victory().is_some() {
                    return Ok(Flow::Finish(Answer::Done));
                }
                if ends_by_collapse(play) {
                    return Ok(Flow::Finish(Answer::Done));
                }
                let Some(division) = play.table.order().get(next).copied() else {
                    return Ok(Flow::Finish(Answer::Done));
                };
                self.stage = Stage::Divisions(next + 1);
                if takes_part(play.look(), division, self.turn) {
                    return Ok(Flow::Call(Calls::Activation(Activation::new(division))));
                }
            }
        }
        Ok(Flow::Again)
    }
}
