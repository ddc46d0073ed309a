//! SR 3.0-IV: replacements, effectiveness, the next turn.

use std::cmp::Reverse;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, CommandId, LeaderId, Level, Mechanism, Piece, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{LeaderNote, Presence};
use longroll_rule::Rule;

use super::calendar::first_to_act;
use super::turn::TurnStep;
use crate::choice::Choice;
use crate::command::{is_not_replaced, leads, superiors};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::EndOfTurnStep;

impl Procedure for EndOfTurnStep {
    type Means = (LeaderId, HexId);

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let Self::Replace { leader } = *self else {
            return None;
        };
        (places_for(at, leader).len() > 1).then(|| Ask {
            side: at.setting.leader(leader).side,
            rule: Rule::SR_12_74,
            prompt: Prompt::PlacePiece {
                piece: Piece::Leader(leader),
            },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::Replace { leader } = *self {
            let piece = Piece::Leader(leader);
            for hex in places_for(at, leader) {
                each(Choice::Place { piece, hex });
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<(LeaderId, HexId)> {
        match (*self, choice) {
            (Self::Replace { leader }, Choice::Place { piece, hex })
                if piece == Piece::Leader(leader) && places_for(at, leader).contains(&hex) =>
            {
                Ok(Ruling::new(Rule::SR_12_74, (leader, hex)))
            }
            (_, Choice::Place { .. }) => Err(Refusal::new(
                Rule::SR_12_74,
                "a replacement is placed with a unit of his command",
            )),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(
        self,
        play: &mut Play<'_>,
        (leader, hex): (LeaderId, HexId),
    ) -> Result<(), ChanceError> {
        replace(play, leader, hex);
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Replacements => replace_leaders(play),
            Self::Replace { leader } => {
                if let Some(&hex) = places_for(play.at(), leader).first() {
                    replace(play, leader, hex);
                }
            }
            Self::RemoveGuns => {
                change_guns(play, Presence::AbandonedTwo, Presence::Lost, Rule::SR_12_82)
            }
            Self::FlipGuns => change_guns(
                play,
                Presence::AbandonedOne,
                Presence::AbandonedTwo,
                Rule::SR_3_0_IV_B_5,
            ),
            Self::Effectiveness => super::effectiveness::check(play),
            Self::NextTurn => next_turn(play),
        }
        Ok(())
    }
}

/// SR 4.18, 12.74: the back of a killed leader's counter comes into play, and comes back every time (of those above a brigadier
/// the text does not say so: reading 117 of the assault chapter). BB 4.21:
/// not for a leader whose brigades go to the corps commander.
fn replace_leaders(play: &mut Play<'_>) {
    let at = play.at();
    let first = first_to_act(at.position);
    let mut leaders: Vec<LeaderId> = at
        .setting
        .leader_ids()
        .filter(|&leader| {
            let facts = at.setting.leader(leader);
            at.position.leader(leader).presence == Presence::Lost
                && facts.replacement.is_some()
                && !is_not_replaced(at, leader)
        })
        .collect();
    // The higher first: a brigadier may have to join a superior who is himself replaced in this phase.
    leaders.sort_by_key(|&leader| {
        let facts = at.setting.leader(leader);
        (facts.side != first, Reverse(facts.level))
    });
    play.then(
        leaders
            .into_iter()
            .map(|leader| EndOfTurnStep::Replace { leader }.into()),
    );
}

/// SR 12.74: where a replacement may be placed: with any unit of his command; one whose brigade is all routed joins his
/// superior. SR 12.71: one whose command has been eliminated has nobody to lead.
fn places_for(at: At<'_>, leader: LeaderId) -> Vec<HexId> {
    let own = |unit: &UnitId| {
        let side = at.setting.leader(leader).side;
        let facts = at.setting.unit(*unit);
        facts.side == side && facts.arm != Arm::Gunboat && leads(at, leader, *unit)
    };
    let mut hexes: Vec<HexId> = at
        .setting
        .unit_ids()
        .filter(own)
        .filter(|&unit| at.position.unit(unit).on_map())
        .flat_map(|unit| at.position.unit(unit).hexes())
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    if hexes.is_empty() && comes_back_anywhere(at, leader) {
        let area = at.position.now(at.setting).and_then(|turn| {
            let stage = at.setting.scenario.area.stage(turn.id)?;
            Some(stage.hexes.as_slice())
        });
        let enemy = at.setting.leader(leader).side.enemy();
        let free = area
            .unwrap_or_default()
            .iter()
            .filter(|&&hex| at.position.holder(hex) != Some(enemy));
        hexes.extend(free);
    }
    let all_lost = || {
        let mut units = at.setting.unit_ids().filter(own);
        units.all(|unit| crate::results::is_gone(at, unit))
    };
    if hexes.is_empty() && !all_lost() {
        let superior = superiors(at, leader)
            .into_iter()
            .find(|&superior| at.position.leader(superior).on_map());
        hexes.extend(superior.map(|superior| at.position.leader(superior).hex));
    }
    hexes
}

/// BB 30.3-peabody: where all his regiments have routed the scenario lets his replacement come back in any hex.
fn comes_back_anywhere(at: At<'_>, leader: LeaderId) -> bool {
    at.setting
        .scenario
        .special_rules
        .iter()
        .any(|rule| rule.mechanism == Mechanism::ReplacementAnywhere { leader })
}

/// Who leaves his own counter to take a fallen leader's place. SR 12.75: the lower leader who is the same person; SR 12.76:
/// if he is out of the game, the surviving original leader of the first subordinate command.
fn promoted(at: At<'_>, leader: LeaderId) -> Option<(LeaderId, Rule)> {
    let facts = at.setting.leader(leader);
    let same = facts.replacement.as_ref()?.same_person?;
    let is_out = |leader: LeaderId| {
        let state = at.position.leader(leader);
        state.replaced || matches!(state.presence, Presence::Lost | Presence::Left)
    };
    if !is_out(same) {
        return Some((same, Rule::SR_12_75));
    }
    next_below(at, leader)
}

/// SR 12.76: the surviving original leader of the first of his subordinate commands.
fn next_below(at: At<'_>, leader: LeaderId) -> Option<(LeaderId, Rule)> {
    let own = at.setting.leader(leader).command;
    let facts = |command: CommandId| at.setting.command(command);
    let below = at.setting.command_ids();
    let mut below: Vec<CommandId> = below
        .filter(|&command| facts(command).parent == Some(own))
        .collect();
    // The lowest number first.
    below.sort_by_key(|&command| number_of(&facts(command).code));
    let mut below = below
        .into_iter()
        .flat_map(|command| facts(command).leaders.iter().copied());
    let survives = |other: &LeaderId| {
        let state = at.position.leader(*other);
        state.on_map() && !state.replaced
    };
    below.find(survives).map(|other| (other, Rule::SR_12_76))
}

/// The number with which the code of a command begins; commands without one come last.
fn number_of(code: &str) -> u32 {
    let digits: String = code.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(u32::MAX)
}

/// SR 12.75: whoever leads a higher command now is not in his own any more: his counter is turned, or taken off if it has no
/// other side.
fn leaves_his_counter(play: &mut Play<'_>, leader: LeaderId, rule: Rule) {
    if play.setting.leader(leader).replacement.is_some() {
        play.happens(Event::LeaderReplaced { leader, rule });
    } else {
        play.happens(Event::PresenceChanged {
            piece: Piece::Leader(leader),
            presence: Presence::Left,
            hex: None,
            rule,
        });
    }
}

fn replace(play: &mut Play<'_>, leader: LeaderId, hex: HexId) {
    let state = *play.position.leader(leader);
    let back = state.replaced;
    // SR 9.32: it was the other who rode.
    if state.rode_far {
        play.note_leader(leader, LeaderNote::RodeFar(false));
    }
    if !back {
        let rule = Rule::SR_4_18;
        play.happens(Event::LeaderReplaced { leader, rule });
    }
    // Reading 117 of the assault chapter: whoever is lost above a brigadier for the second time is followed by SR 12.76.
    let successor = if !back {
        promoted(play.at(), leader)
    } else if play.setting.leader(leader).level != Level::Brigade {
        next_below(play.at(), leader)
    } else {
        None
    };
    let mut next = successor;
    while let Some((lower, rule)) = next {
        next = promoted(play.at(), lower);
        leaves_his_counter(play, lower, rule);
    }
    play.happens(Event::PresenceChanged {
        piece: Piece::Leader(leader),
        presence: Presence::OnMap,
        hex: Some(hex),
        rule: Rule::SR_12_74,
    });
    // SR 12.73: whoever comes back alone next to the enemy does not stay there.
    crate::results::displace_exposed(play);
}

/// SR 3.0-IV/B/4, IV/B/5: all guns under one marker go over to the next state.
fn change_guns(play: &mut Play<'_>, from: Presence, to: Presence, rule: Rule) {
    for unit in play.setting.unit_ids() {
        if play.position.unit(unit).presence == from {
            play.happens(Event::PresenceChanged {
                piece: Piece::Unit(unit),
                presence: to,
                hex: None,
                rule,
            });
            if to == Presence::Lost {
                crate::results::kill_leaders_of_nobody(play, unit);
            }
        }
    }
}

/// IV/D: the marker moves on; after the last turn the game is over.
fn next_turn(play: &mut Play<'_>) {
    let turn = play.position.turn;
    super::conditional::end_turn(play);
    crate::events::lapse(play);
    play.happens(Event::TurnEnded { turn });
    if play.position.turn != turn && crate::victory::ending(play.at()).is_none() {
        play.push(TurnStep::Begin);
    } else {
        play.happens(Event::GameOver);
    }
}
