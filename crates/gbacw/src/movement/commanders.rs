//! SR 9.32: IV/A, corps and army commanders move; BB 4.11, 12.77: the loss roll before it.

use longroll_catalog::facts::{AbilityKind, LeaderId, Level, Mechanism, Piece};
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_position::{LeaderNote, Presence};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::leaders::{RideStep, may_ride, offer_rides, ride};
use crate::battle::At;
use crate::choice::Choice;
use crate::command::lends;
use crate::event::{Event, Purpose, Verdict};
use crate::play::Play;
use crate::prompt::Prompt;
use crate::sequence::first_day;
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

/// BB 4.11-Juse, 12.77: the loss rolls at the start of IV/A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossRollStep {
    /// Everybody who must roll.
    Begin,
    /// This commander rolls.
    Roll {
        /// Who.
        leader: LeaderId,
    },
}

/// BB 4.11: abilities whose use calls for a loss roll. Direct Command and the march ability do not (reading 137).
const PERILOUS: [AbilityKind; 4] = [
    AbilityKind::OrdersAttack,
    AbilityKind::InspiresAggression,
    AbilityKind::SteadiesGreenUnits,
    AbilityKind::ExtraActivation,
];

fn used_perilous(at: At<'_>, leader: LeaderId) -> bool {
    PERILOUS
        .into_iter()
        .any(|kind| at.position.leader(leader).abilities.has(kind))
}

/// BB 12.77: whether the hour calls for a roll.
fn is_compulsory(at: At<'_>, leader: LeaderId) -> bool {
    let Some(ability) = at
        .setting
        .leader(leader)
        .ability(AbilityKind::CompulsoryLossRolls)
    else {
        return false;
    };
    let (Some(turn), Some(day)) = (
        at.position.now(at.setting).map(|turn| turn.id),
        first_day(at),
    ) else {
        return false;
    };
    let own_start =
        at.setting
            .scenario
            .special_rules
            .iter()
            .find_map(|rule| match rule.mechanism {
                Mechanism::LossRollsFrom { leader: of, turn } if of == leader => Some(turn),
                _ => None,
            });
    match own_start {
        Some(from) => {
            turn >= from
                && ability
                    .until_hour
                    .is_none_or(|hour| (turn.day, turn.hour) <= (day, hour))
        }
        None => ability.in_force(turn, day) && turn.day == day,
    }
}

impl Procedure for LossRollStep {
    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Begin => {
                let at = play.at();
                let leaders: Vec<LeaderId> = at
                    .setting
                    .leader_ids()
                    .filter(|&leader| {
                        // BB 30.9-johnston: one who is not in play rolls for what he has lent.
                        at.position.leader(leader).on_map()
                            || (lends(at, leader) && used_perilous(at, leader))
                    })
                    .filter(|&leader| used_perilous(at, leader) || is_compulsory(at, leader))
                    .collect();
                play.then(
                    leaders
                        .into_iter()
                        .map(|leader| Self::Roll { leader }.into()),
                );
            }
            Self::Roll { leader } => {
                let at = play.at();
                let mut terms = Terms::new();
                let compulsory = is_compulsory(at, leader);
                if compulsory && used_perilous(at, leader) {
                    terms.add(-1, Rule::BB_4_11_Juse, "used his abilities this turn");
                }
                let rule = if compulsory {
                    Rule::BB_12_77
                } else {
                    Rule::BB_4_11_Juse
                };
                let verdict = play.roll(Purpose::LeaderLoss(leader), rule, terms, |_, total| {
                    if total <= 0 {
                        Verdict::Killed
                    } else {
                        Verdict::Unhurt
                    }
                })?;
                if verdict == Verdict::Killed {
                    play.happens(Event::PresenceChanged {
                        piece: Piece::Leader(leader),
                        presence: Presence::Lost,
                        hex: None,
                        rule,
                    });
                }
            }
        }
        Ok(())
    }
}
