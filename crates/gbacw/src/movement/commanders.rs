//! SR 9.32: IV/A, corps and army commanders move.

use longroll_catalog::facts::{LeaderId, Level};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::LeaderNote;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::leaders::{RideStep, may_ride, offer_rides, ride};
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure};

/// The steps of IV/A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommanderStep {
    /// A side's commanders are ready to move.
    Begin {
        /// Whose.
        side: Side,
    },
    /// Which of them moves?
    Move {
        /// Whose.
        side: Side,
    },
    /// SR 9.32: who rode too far pays for it next turn.
    Settle {
        /// Whose.
        side: Side,
    },
}

fn commanders(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        let facts = at.setting.leader(leader);
        facts.side == side && facts.level >= Level::Corps && at.position.leader(leader).on_map()
    })
}

impl Procedure for CommanderStep {
    fn asks(self, _: At<'_>) -> Option<Ask> {
        match self {
            Self::Move { side } => Some(Ask {
                side,
                rule: Rule::SR_9_32,
                prompt: Prompt::Commanders,
            }),
            Self::Begin { .. } | Self::Settle { .. } => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        if let Self::Move { side } = self {
            for leader in commanders(at, side) {
                offer_rides(at, leader, offers);
            }
            for leader in at.setting.leader_ids().filter(|&leader| {
                let facts = at.setting.leader(leader);
                facts.side == side && facts.level >= Level::Corps
            }) {
                super::entering::offer_arrivals(at, leader, offers);
            }
            offers.add(Choice::Done, Rule::SR_9_32);
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match choice {
            Choice::Ride { leader, .. } if at.setting.leader(leader).level < Level::Corps => {
                Some(Refusal::new(
                    Rule::SR_9_31,
                    "brigade and division leaders move when their command acts",
                ))
            }
            Choice::Ride { leader, hex } => may_ride(at, leader, hex).err(),
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
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

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
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
