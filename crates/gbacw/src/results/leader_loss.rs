//! SR 12.71, BB 4.11-Juse, 12.77: leaders are lost.

use longroll_catalog::facts::{AbilityKind, Arm, CommandId, LeaderId, Mechanism, Piece, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_position::Presence;
use longroll_rule::Rule;

use crate::command::lends;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::scene::At;
use crate::sequence::first_day;

mod frame;

pub use self::frame::LossRollStep;

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

/// BB 4.11-Juse, 12.77: the roll of a commander, who falls at a total of nothing or less.
fn loss_roll(at: At<'_>, leader: LeaderId) -> (LeaderId, Roll) {
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
    fate(leader, rule, terms, 0)
}

/// SR 12.71: a leader with units that lost strength rolls; he falls at nothing.
pub(super) fn roll_for(
    play: &mut Play<'_>,
    leader: LeaderId,
    rule: Rule,
) -> Result<(), ChanceError> {
    may_fall(play, fate(leader, rule, Terms::new(), 0))
}

/// BB 19.0-0: a leader is singled out by an event; he falls at one or less.
pub(crate) fn single_out(
    play: &mut Play<'_>,
    leader: LeaderId,
    rule: Rule,
    terms: Terms,
) -> Result<(), ChanceError> {
    may_fall(play, fate(leader, rule, terms, 1))
}

/// The roll of a leader who falls at this total or less.
fn fate(leader: LeaderId, rule: Rule, terms: Terms, falls_at: i32) -> (LeaderId, Roll) {
    let purpose = Purpose::LeaderLoss(leader);
    let roll = Roll::new(purpose, rule, terms, |_, total| {
        if total <= falls_at {
            Verdict::Killed
        } else {
            Verdict::Unhurt
        }
    });
    (leader, roll)
}

fn may_fall(play: &mut Play<'_>, (leader, roll): (LeaderId, Roll)) -> Result<(), ChanceError> {
    let rolled = play.roll(roll)?;
    if rolled.verdict == Verdict::Killed {
        kill(play, leader, rolled.rule);
    }
    Ok(())
}

fn kill(play: &mut Play<'_>, leader: LeaderId, rule: Rule) {
    play.happens(Event::PresenceChanged {
        piece: Piece::Leader(leader),
        presence: Presence::Lost,
        hex: None,
        rule,
    });
}

/// SR 12.71, 4.32, BB 4.24: the command to which a unit belongs: guns and cavalry that have been lent stay their own superior's.
fn home(at: At<'_>, unit: UnitId) -> CommandId {
    let facts = at.setting.unit(unit);
    match facts.arm {
        Arm::Infantry => at.position.unit(unit).assigned,
        Arm::Cavalry | Arm::Artillery | Arm::Gunboat => facts.formation,
    }
}

/// SR 12.71, BB 14.42: whether a unit is not of its command any more: eliminated, or a Detachment that has been absorbed.
pub(crate) fn is_gone(at: At<'_>, unit: UnitId) -> bool {
    match at.position.unit(unit).presence {
        Presence::Lost | Presence::Absent => true,
        Presence::Left => at.setting.unit(unit).is_detachment(),
        _ => false,
    }
}

/// SR 12.71: a leader is killed when the last unit of his command is eliminated; routed ones may come back to him.
pub(crate) fn kill_leaders_of_nobody(play: &mut Play<'_>, unit: UnitId) {
    let at = play.at();
    let lost = |unit: UnitId| is_gone(at, unit);
    let killed: Vec<LeaderId> = at
        .setting
        .chain(home(at, unit))
        .filter(|&command| {
            let mut units = at.setting.unit_ids();
            units.all(|unit| lost(unit) || !at.setting.belongs(home(at, unit), command))
        })
        .flat_map(|command| at.setting.command(command).leaders.iter().copied())
        .filter(|&leader| at.position.leader(leader).on_map())
        .collect();
    for leader in killed {
        kill(play, leader, Rule::SR_12_71);
    }
}

impl Procedure for LossRollStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
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
                    // BB 19.0-0: whoever was singled out this turn has had his roll.
                    .filter(|leader| !at.position.special.events.singled_out.contains(leader))
                    .filter(|&leader| used_perilous(at, leader) || is_compulsory(at, leader))
                    .collect();
                play.then(
                    leaders
                        .into_iter()
                        .map(|leader| Self::Roll { leader }.into()),
                );
            }
            Self::Roll { leader } => {
                let roll = loss_roll(play.at(), leader);
                may_fall(play, roll)?;
            }
            Self::With { leader } => {
                if play.position.leader(leader).on_map() {
                    roll_for(play, leader, Rule::SR_12_71)?;
                }
            }
        }
        Ok(())
    }
}
