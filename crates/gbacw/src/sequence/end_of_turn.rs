//! SR 3.0-IV: replacements, effectiveness, the next turn.

use longroll_catalog::facts::{Arm, CommandId, Level, Piece};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{ActivatorKind, Cohesion, Presence};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::turn::TurnStep;
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::step::{Ask, Offers, Procedure};

/// The steps at the end of a turn that nobody decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndOfTurnStep {
    /// SR 12.74: killed leaders are replaced, IV/B/1.
    Replacements,
    /// SR 13.2, 13.3: IV/C.
    Effectiveness,
    /// IV/D.
    NextTurn,
}

impl Procedure for EndOfTurnStep {
    fn asks(self, _: At<'_>) -> Option<Ask> {
        None
    }

    fn offers(self, _: At<'_>, _: &mut Offers<'_>) {}

    fn refusal(self, _: At<'_>, _: Choice) -> Option<Refusal> {
        None
    }

    fn decide(self, _: &mut Play<'_>, _: Choice) -> Result<(), ChanceError> {
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Replacements => replace_leaders(play),
            Self::Effectiveness => check_effectiveness(play),
            Self::NextTurn => next_turn(play),
        }
        Ok(())
    }
}

/// SR 4.18: the back of a killed leader's counter comes into play where he fell, once. BB 4.21: not for a leader whose
/// brigades go to the corps commander.
fn replace_leaders(play: &mut Play<'_>) {
    for leader in play.setting.leader_ids() {
        let facts = play.setting.leader(leader);
        let state = play.position.leader(leader);
        if state.presence != Presence::Lost || state.replaced || facts.replacement.is_none() {
            continue;
        }
        if crate::command::is_not_replaced(play.at(), leader) {
            continue;
        }
        let state = play.position.leader_mut(leader);
        state.presence = Presence::OnMap;
        state.replaced = true;
        let hex = state.hex;
        play.tell(Event::LeaderReplaced { leader });
        play.tell(Event::PresenceChanged {
            piece: Piece::Leader(leader),
            presence: Presence::OnMap,
            hex: Some(hex),
            rule: Rule::SR_4_18,
        });
    }
    // Where he fell the enemy may stand by now (SR 12.73).
    crate::movement::displace_overrun(play);
}

/// SR 13.21, 13.24, reading 59: the infantry of a brigade (and the cavalry of a cavalry brigade), in play or lost, that
/// counts for its effectiveness.
fn tally(at: At<'_>, brigade: CommandId) -> (usize, usize, usize) {
    let mut all = 0;
    let mut impaired = 0;
    let mut gone = 0;
    let units: Vec<_> = at
        .setting
        .unit_ids()
        .filter(|&unit| {
            let facts = at.setting.unit(unit);
            let own_cavalry = facts.arm == Arm::Cavalry
                && facts.formation == brigade
                && at.setting.rules.book == longroll_position::RuleBook::Series;
            at.position.unit(unit).assigned == brigade
                && (facts.arm == Arm::Infantry || own_cavalry)
                && !facts.is_detachment()
        })
        .collect();
    for unit in units {
        let state = at.position.unit(unit);
        let (bad, lost) = match (state.presence, state.cohesion) {
            (Presence::Absent | Presence::Due(_), _) => continue,
            (Presence::Routed | Presence::Lost, _) | (_, Cohesion::Collapsed) => (true, true),
            (Presence::OnMap, Cohesion::Disordered) => (true, false),
            (Presence::OnMap, Cohesion::GoodOrder) => (false, false),
        };
        all += 1;
        impaired += usize::from(bad);
        gone += usize::from(lost);
    }
    (all, impaired, gone)
}

/// SR 13.21: a brigade is Combat Ineffective when every regiment is impaired, or more than half are routed, lost or
/// Collapsed.
#[must_use]
pub fn is_brigade_ineffective(at: At<'_>, brigade: CommandId) -> bool {
    let (all, impaired, gone) = tally(at, brigade);
    all > 0 && (impaired == all || gone * 2 > all)
}

/// SR 13.31, 13.33, reading 61: a division becomes so when more than half of its brigades are, and recovers when more
/// than half are not.
fn check_effectiveness(play: &mut Play<'_>) {
    for body in play.setting.body_ids() {
        let command = play.setting.body(body).command;
        if play.setting.command(command).level != Level::Brigade {
            continue;
        }
        let ineffective = is_brigade_ineffective(play.at(), command);
        if play.position.body(body).ineffective != ineffective {
            play.position.body_mut(body).ineffective = ineffective;
            play.tell(Event::Effectiveness {
                command,
                ineffective,
            });
        }
    }
    for id in play.setting.activator_ids() {
        let facts = play.setting.activator(id);
        if facts.kind == ActivatorKind::Unassigned {
            continue;
        }
        let at = play.at();
        let brigades: Vec<_> = at
            .setting
            .body_ids()
            .filter(|&body| {
                at.setting.body(body).activator == id
                    && at.setting.command(at.setting.body(body).command).level == Level::Brigade
                    && tally(at, at.setting.body(body).command).0 > 0
            })
            .collect();
        let worn = brigades
            .iter()
            .filter(|&&body| at.position.body(body).ineffective)
            .count();
        let was = at.position.activator(id).ineffective;
        let now = if was {
            (brigades.len() - worn) * 2 <= brigades.len() && !brigades.is_empty()
        } else {
            worn * 2 > brigades.len()
        };
        if was != now {
            let command = facts.command;
            play.position.activator_mut(id).ineffective = now;
            play.tell(Event::Effectiveness {
                command,
                ineffective: now,
            });
        }
    }
}

/// IV/D: the marker moves on; after the last turn the game is over.
fn next_turn(play: &mut Play<'_>) {
    let turn = play.position.turn;
    play.tell(Event::TurnEnded { turn });
    play.position.initiative.previous = play.position.initiative.holder;
    play.position.initiative.holder = None;
    let next = turn.saturating_add(1);
    if usize::from(next) < play.setting.calendar().len() {
        play.position.turn = next;
        play.push(TurnStep::Begin);
    } else {
        play.tell(Event::GameOver);
    }
}
