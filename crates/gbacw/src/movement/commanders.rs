//! SR 9.32: IV/A, corps and army commanders move.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, Level};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::{HalfMp, LeaderNote};
use longroll_rule::Rule;

use super::leaders::{RideStep, may_ride, ride, ride_candidates};
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::CommanderStep;

fn commanders(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        let facts = at.setting.leader(leader);
        facts.side == side && facts.level >= Level::Corps && at.position.leader(leader).on_map()
    })
}

/// What was chosen of the commanders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commanding {
    /// One rides into a hex, at this cost.
    Ride(LeaderId, HexId, HalfMp),
    /// SR 9.71: one comes onto the map here, at this cost.
    Arrive(LeaderId, HexId, HalfMp),
    /// No more of them move.
    Done,
}

impl Procedure for CommanderStep {
    type Means = Commanding;

    looks_at_the_position!();

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        match *self {
            Self::Move { side } => Some(Ask {
                side,
                rule: Rule::SR_9_32,
                prompt: Prompt::Commanders,
            }),
            Self::Begin { .. } | Self::Settle { .. } => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::Move { side } = *self {
            for leader in commanders(at, side) {
                ride_candidates(at, leader, each);
            }
            for leader in at.setting.leader_ids().filter(|&leader| {
                let facts = at.setting.leader(leader);
                facts.side == side && facts.level >= Level::Corps
            }) {
                super::entering::arrival_candidates(at, leader, each);
            }
            each(Choice::Done);
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Commanding> {
        let Self::Move { side } = *self else {
            return Err(self.beside_the_point(at));
        };
        match choice {
            Choice::Ride { leader, .. } if at.setting.leader(leader).level < Level::Corps => {
                Err(Refusal::new(
                    Rule::SR_9_31,
                    "brigade and division leaders move when their command acts",
                ))
            }
            Choice::Ride { leader, .. } if at.setting.leader(leader).side != side => {
                Err(Refusal::new(Rule::SR_9_32, "the other side's commander"))
            }
            Choice::Ride { leader, hex } => {
                let (rule, cost) = may_ride(at, leader, hex)?;
                if !commanders(at, side).any(|own| own == leader) {
                    return Err(Refusal::new(
                        Rule::SR_9_32,
                        "he does not move in this phase",
                    ));
                }
                Ok(Ruling::new(rule, Commanding::Ride(leader, hex, cost)))
            }
            Choice::Arrive { leader, hex } => {
                let (rule, cost) = super::entering::may_arrive(at, leader, hex)?;
                if at.setting.leader(leader).level < Level::Corps {
                    return Err(Refusal::new(
                        Rule::SR_9_31,
                        "brigade and division leaders enter when their command acts",
                    ));
                }
                Ok(Ruling::new(rule, Commanding::Arrive(leader, hex, cost)))
            }
            Choice::Done => Ok(Ruling::new(Rule::SR_9_32, Commanding::Done)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: Commanding) -> Result<(), ChanceError> {
        match means {
            Commanding::Ride(leader, hex, cost) => {
                play.push(self);
                ride(play, leader, (hex, cost));
                play.push(RideStep { leader });
            }
            Commanding::Arrive(leader, hex, cost) => {
                play.push(self);
                super::entering::arrive(play, leader, (hex, cost));
            }
            Commanding::Done => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Begin { side } => {
                crate::command::roll_releases(play, side)?;
                let leaders: Vec<LeaderId> = commanders(play.at(), side).collect();
                for leader in leaders {
                    play.note_leader(leader, LeaderNote::PhaseBegan);
                }
                play.then([Self::Move { side }.into(), Self::Settle { side }.into()]);
            }
            Self::Settle { side } => {
                let leaders: Vec<LeaderId> = commanders(play.at(), side).collect();
                for leader in leaders {
                    let spent = play.position.leader(leader).spent;
                    if longroll_movement::leaders::rode_far(spent) {
                        play.happens(Event::RodeFar { leader });
                    }
                }
            }
            Self::Move { .. } => {}
        }
        Ok(())
    }
}
