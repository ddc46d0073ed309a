//! The places a piece can reach and the ways to them agree with moving hex by hex.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, Piece};
use longroll_core::{Game, Outcome, Seed, Side};
use longroll_gbacw::movement::route::{Destination, Route, destinations, route};
use longroll_gbacw::movement::unit_of;
use longroll_gbacw::{Battle, Choice, Event, Prompt};
use longroll_position::{Bound, Deeds, HalfMp};
use longroll_rule::Rule;

use super::Findings;
use crate::players::Stream;

/// One decision in so many is looked at.
const EVERY: usize = 8;

/// Checks the ways of one piece now and then.
#[derive(Debug)]
pub(super) struct WayCheck(Stream);

impl WayCheck {
    pub(super) fn new(seed: Seed) -> Self {
        // Apart from the dice (0), the players (1, 2) and the list (3).
        Self(Stream::new(seed, 4))
    }

    pub(super) fn check(&mut self, battle: &Battle, findings: &mut Findings) {
        if self.0.pick(EVERY) != Some(0) {
            return;
        }
        let Some(offer) = self.0.one_of(battle.offers()) else {
            return;
        };
        let choice = offer.choice;
        let Some(piece) = piece_of(choice) else {
            return;
        };
        // Loose Reins, and the word to leave a hex, look at more than the way.
        if is_driven(battle, piece) {
            return;
        }
        // A unit that may do no more than turn, or withdraw, has no places to go to.
        let Ok(places) = destinations(battle, piece) else {
            return;
        };
        check_stop(battle, choice, &places, findings);
        let Some(&end) = self.0.one_of(&places) else {
            return;
        };
        match route(battle, piece, end.hex, end.facing) {
            Ok(way) => check_way(battle, &way, findings),
            Err(refusal) => findings.add(
                "whatever can be reached has a way",
                format!("{}: {refusal}", place(battle, piece, end)),
            ),
        }
    }
}

const fn piece_of(choice: Choice) -> Option<Piece> {
    match choice {
        Choice::Ride { leader, .. } => Some(Piece::Leader(leader)),
        _ => match unit_of(choice) {
            Some(unit) => Some(Piece::Unit(unit)),
            None => None,
        },
    }
}

fn is_driven(battle: &Battle, piece: Piece) -> bool {
    let Piece::Unit(unit) = piece else {
        return false;
    };
    let body = battle.position().body_of(battle.setting(), unit);
    let leaves = battle.position().unit(unit).deeds.has(Deeds::MUST_LEAVE);
    leaves || battle.position().body(body).bound != Bound::Free
}

fn is_cavalry(battle: &Battle, piece: Piece) -> bool {
    matches!(piece, Piece::Unit(unit) if battle.setting().unit(unit).arm == Arm::Cavalry)
}

fn place(battle: &Battle, piece: Piece, end: Destination) -> String {
    format!(
        "{} to {} {:?} for {}",
        longroll_gbacw::notation::piece_name(battle.setting(), piece),
        battle.setting().grid().name(end.hex),
        end.facing,
        end.cost
    )
}

/// Where a piece is and what it has spent.
fn standing(battle: &Battle, piece: Piece) -> (HexId, HalfMp) {
    match piece {
        Piece::Leader(leader) => {
            let state = battle.position().leader(leader);
            (state.hex, state.spent)
        }
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let state = battle.position().unit(unit);
            (state.hex, state.spent)
        }
    }
}

fn facing(battle: &Battle, piece: Piece) -> Option<Facing> {
    match piece {
        Piece::Unit(unit) => Some(battle.position().unit(unit).facing),
        _ => None,
    }
}

fn is_refused(battle: &Battle, piece: Piece) -> bool {
    match piece {
        Piece::Unit(unit) => battle.position().unit(unit).refused.is_some(),
        _ => false,
    }
}

/// A hex entered without dice in which the piece may halt is one of the places it could reach.
fn check_stop(battle: &Battle, choice: Choice, places: &[Destination], findings: &mut Findings) {
    let (Choice::Move { hex, .. } | Choice::Ride { hex, .. }) = choice else {
        return;
    };
    let Some(ask) = battle.asked() else { return };
    let mut copy = battle.clone();
    let Ok(outcome) = copy.choose(ask.side, &choice) else {
        return;
    };
    let under_way = matches!(
        copy.asked().map(|ask| ask.prompt),
        Some(Prompt::Moving { .. } | Prompt::Ride { .. })
    );
    let may_halt = copy
        .offers()
        .iter()
        .any(|offer| offer.choice == Choice::Halt && offer.rule != Rule::SR_8_22);
    // What SR 9.45 gives back may pay for a step that the search thinks too dear.
    if !outcome.drawn.is_empty() || !under_way || !may_halt || is_repaid(&outcome) {
        return;
    }
    let known = places.iter().any(|end| end.hex == hex);
    findings.expect(
        known,
        "where a step may end the move can be reached",
        || format!("'{}'", battle.print(&choice)),
    );
}

/// SR 9.45: whether MP were given back.
fn is_repaid(outcome: &Outcome<Event>) -> bool {
    let mut events = outcome.events.iter();
    events.any(|event| matches!(event, Event::Repaid { .. }))
}

const fn gets_crew(event: &Event) -> bool {
    matches!(
        event,
        Event::PresenceChanged {
            rule: Rule::SR_12_81,
            ..
        }
    )
}

/// Why a way does not go on as it says.
enum BrokenOff {
    /// Beside the enemy, and in the one hex always allowed, the move is over without a word.
    Arrived,
    /// By somebody else, or by a rule that looks at more than the way.
    Interrupted,
    /// By a refusal in these words, or without one.
    Refused(String),
}

/// Why this choice of a piece's way is not offered.
fn broken_off(battle: &Battle, piece: Piece, side: Side, choice: Choice) -> BrokenOff {
    let under_way = matches!(
        battle.asked().map(|ask| ask.prompt),
        Some(Prompt::Moving { .. } | Prompt::Ride { .. })
    );
    let own = battle.asked().is_some_and(|next| {
        let midway = matches!(next.prompt, Prompt::React { .. } | Prompt::Refuge { .. });
        next.side == side && !midway
    });
    if choice == Choice::Halt && own && !under_way {
        return BrokenOff::Arrived;
    }
    if !under_way {
        return BrokenOff::Interrupted;
    }
    let refusal = battle.why_not(side, choice);
    // Loose Reins, the tether of cavalry and missions look at more than the way.
    let bound = [Rule::SR_6_24_A, Rule::BB_14_55, Rule::BB_sob];
    let told_off = refusal.as_ref().map(|refusal| refusal.rule);
    if told_off.map_or(is_cavalry(battle, piece), |rule| bound.contains(&rule)) {
        return BrokenOff::Interrupted;
    }
    BrokenOff::Refused(refusal.map_or_else(String::new, |refusal| refusal.to_string()))
}

/// Followed choice by choice, a way leads where it says for what it says, unless dice or a reaction interrupt it.
fn check_way(battle: &Battle, way: &Route, findings: &mut Findings) {
    const PROMISE: &str = "a way leads where it says";
    // Ground that disorders without a roll interrupts as dice do.
    if !way.risks.is_empty() {
        return;
    }
    let piece = way.piece;
    let Some(ask) = battle.asked() else { return };
    let before = standing(battle, piece).1;
    let mut copy = battle.clone();
    // SR 9.45: what was paid for turning before the road is not in the price of a way.
    let mut repaid = false;
    let told = |what: &str, choice: Choice| {
        let choices: Vec<String> = way.choices.iter().map(|one| battle.print(one)).collect();
        format!(
            "{}: {what} at '{}' of {choices:?}",
            place(battle, piece, way.end),
            battle.print(&choice)
        )
    };
    for &choice in &way.choices {
        if !way.goes_on(&copy, choice) {
            match broken_off(&copy, piece, ask.side, choice) {
                BrokenOff::Arrived => break,
                BrokenOff::Interrupted => return,
                BrokenOff::Refused(why) => {
                    return findings.add(PROMISE, told(&format!("refused, {why}"), choice));
                }
            }
        }
        match copy.choose(ask.side, &choice) {
            // SR 12.81: guns that get a crew on the way face as it entered, and it conforms to them.
            Ok(outcome) if outcome.events.iter().any(gets_crew) => return,
            Ok(outcome) if outcome.drawn.is_empty() => {
                repaid |= is_repaid(&outcome);
            }
            Ok(_) => return,
            Err(error) => return findings.add(PROMISE, told(&error.to_string(), choice)),
        }
    }
    let (hex, spent) = standing(&copy, piece);
    let facing = facing(&copy, piece);
    // The marker may be done with the last move, and what was spent forgotten.
    let over = spent == HalfMp::ZERO;
    // SR 8.26: whoever was refused along with it, and whom it joins, is refused no longer once it has left.
    let refused = is_refused(battle, piece);
    let paid = spent.less(before);
    let as_told = paid == way.end.cost || (refused || repaid) && paid < way.end.cost;
    let kept = hex == way.end.hex
        && facing == way.end.facing
        && (over || as_told || way.end.minimum.is_some());
    findings.expect(kept, PROMISE, || {
        let at = battle.setting().grid().name(hex);
        told(
            &format!("ends in {at} {facing:?} for {}", spent.less(before)),
            Choice::Halt,
        )
    });
}
