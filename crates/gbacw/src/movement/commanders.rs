//! SR 9.32: IV/A, corps and army commanders move.

use longroll_catalog::facts::{LeaderId, Level};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::LeaderNote;
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

impl Procedure for CommanderStep {
    type Means = Choice;

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

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Choice> {
        let Self::Move { side } = *self else {
            return Err(self.beside_the_point(at));
        };
        let rule = match choice {
            Choice::Ride { leader, .. } if at.setting.leader(leader).level < Level::Corps => {
                return Err(Refusal::new(
                    Rule::SR_9_31,
                    "brigade and division leaders move when their command acts",
                ));
            }
            Choice::Ride { leader, .. } if at.setting.leader(leader).side != side => {
                return Err(Refusal::new(Rule::SR_9_32, "the other side's commander"));
            }
            Choice::Ride { leader, hex } => {
                let rule = may_ride(at, leader, hex)?.0;
                if !commanders(at, side).any(|own| own == leader) {
                    return Err(Refusal::new(
                        Rule::SR_9_32,
                        "he does not move in this phase",
                    ));
                }
                rule
            }
            Choice::Arrive { leader, hex } => {
                let rule = super::entering::may_arrive(at, leader, hex)?;
                if at.setting.leader(leader).level < Level::Corps {
                    return Err(Refusal::new(
                        Rule::SR_9_31,
                        "brigade and division leaders enter when their command acts",
                    ));
                }
                rule
            }
            Choice::Done => Rule::SR_9_32,
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, choice))
    }

    fn carry_out(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match choice {
            Choice::Ride { leader, hex } => {
                play.push(self);
                ride(play, leader, hex);
                play.push(RideStep { leader });
            }
            Choice::Arrive { leader, hex } => {
                play.push(self);
                super::entering::arrive(play, leader, hex);
            }
            _ => {}
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
