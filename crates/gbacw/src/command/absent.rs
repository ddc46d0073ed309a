//! BB 30.0: commanders whom the page of a scenario keeps away or where they are: one who only visits, one who may not move,
//! one who may help certain commands only.

use longroll_catalog::facts::{CommandId, LeaderId, Mechanism};
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_position::{Hold, LeaderNote, Topic};

use super::special::turn_now;
use crate::event::{Purpose, Roll, Verdict};
use crate::play::Play;
use crate::scene::At;

/// BB 30.0: whether a commander who is not in play helps in this turn.
#[must_use]
pub fn is_visiting(at: At<'_>, leader: LeaderId) -> bool {
    let state = at.position.leader(leader);
    state.visits.is_some() && state.visits == turn_now(at) && !state.on_map()
}

/// BB 30.0: at the start of its turn, before Initiative, the roll that tells when a commander helps.
///
/// # Errors
/// When a script of dice is used up.
pub fn roll_visits(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let setting = play.setting;
    let now = turn_now(play.at());
    for rule in setting.special(Topic::Visit) {
        let Mechanism::VisitRoll {
            leader,
            turn,
            table,
        } = &rule.mechanism
        else {
            continue;
        };
        if now != Some(*turn) || play.position.leader(*leader).visits.is_some() {
            continue;
        }
        let purpose = Purpose::Visit(*leader);
        let roll = Roll::new(purpose, rule.rule, Terms::new(), |die, _| {
            let row = table.iter().find(|row| row.die.contains(die.face()));
            Verdict::Helps(row.map_or(*turn, |row| row.turn))
        });
        if let Verdict::Helps(turn) = play.roll(roll)?.verdict {
            play.note_leader(*leader, LeaderNote::Visits(turn));
        }
    }
    Ok(())
}

/// BB 30.0: whether a leader may move, or the scenario keeps him where he is.
///
/// # Errors
/// He is not free yet.
pub fn is_free_to_move(at: At<'_>, leader: LeaderId) -> Result<(), Refusal> {
    if at.position.leader(leader).hold == Hold::Released {
        return Ok(());
    }
    let mut rules = at.setting.special(Topic::LeaderHeld);
    let holding = rules.find(|rule| match rule.mechanism {
        Mechanism::LeaderHeld {
            leader: who,
            free_from,
            ..
        } => who == leader && turn_now(at).is_some_and(|turn| turn < free_from),
        _ => false,
    });
    match holding {
        Some(rule) => Err(Refusal::new(
            rule.rule,
            "the scenario keeps him where he is",
        )),
        None => Ok(()),
    }
}

/// BB 30.0: at the start of IV/A, the roll that may free a leader who is held.
///
/// # Errors
/// When a script of dice is used up.
pub fn roll_releases(play: &mut Play<'_>, side: Side) -> Result<(), ChanceError> {
    let setting = play.setting;
    for rule in setting.special(Topic::LeaderHeld) {
        let Mechanism::LeaderHeld {
            leader,
            roll_from,
            success,
            drm_per_failure,
            ..
        } = rule.mechanism
        else {
            continue;
        };
        let rolls = setting.leader(leader).side == side
            && play.position.leader(leader).on_map()
            && is_free_to_move(play.at(), leader).is_err()
            && turn_now(play.at()).is_some_and(|turn| roll_from <= turn);
        if !rolls {
            continue;
        }
        let failures = match play.position.leader(leader).hold {
            Hold::Failed(number) => number,
            Hold::Untried | Hold::Released => 0,
        };
        let mut terms = Terms::new();
        terms.add(
            i32::from(drm_per_failure) * i32::from(failures),
            rule.rule,
            "failed rolls before",
        );
        let purpose = Purpose::LeaderRelease(leader);
        let roll = Roll::new(purpose, rule.rule, terms, |_, total| {
            if total <= i32::from(success) {
                Verdict::Released
            } else {
                Verdict::Stays
            }
        });
        let hold = match play.roll(roll)?.verdict {
            Verdict::Released => Hold::Released,
            _ => Hold::Failed(failures.saturating_add(1)),
        };
        play.note_leader(leader, LeaderNote::Hold(hold));
    }
    Ok(())
}

/// BB 30.0: where the scenario says whom a commander may help and when, he helps nobody else.
///
/// # Errors
/// Another command or another turn.
pub fn may_help_whom(at: At<'_>, leader: LeaderId, command: CommandId) -> Result<(), Refusal> {
    for rule in at.setting.special(Topic::Help) {
        if let Mechanism::InitiativeHelpsEfficiencyOf {
            leader: who,
            commands,
            turn,
        } = &rule.mechanism
            && *who == leader
            && (turn_now(at) != Some(*turn)
                || (!commands.is_empty() && !commands.contains(&command)))
        {
            return Err(Refusal::new(
                rule.rule,
                "the scenario lets him help others, or in another turn",
            ));
        }
    }
    Ok(())
}
