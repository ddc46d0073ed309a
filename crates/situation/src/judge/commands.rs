//! Who commands whom directly, and how many markers a division has played.

use longroll_catalog::facts::{AbilityKind, LeaderId, Mechanism};
use longroll_gbacw::names;
use longroll_position::{BodyId, BodyKind, Position, PositionFault, Setting, Topic};
use longroll_rule::Rule;

/// How many brigades the book lets a commander take who has this ability, unless it says.
const MOST_TAKEN: u8 = 2;

/// BB 4.11-direct: a commander of its own side who may, and not more brigades than he may.
pub(super) fn direct(setting: &Setting, position: &Position, faults: &mut Vec<PositionFault>) {
    const RULE: Rule = Rule::BB_4_11_direct;
    for leader in setting.leader_ids() {
        let taken = |body: &BodyId| position.body(*body).direct == Some(leader);
        let bodies: Vec<BodyId> = setting.body_ids().filter(taken).collect();
        if bodies.is_empty() {
            continue;
        }
        let name = &setting.leader(leader).name;
        let mut fault = |reason: String| faults.push(PositionFault::new(RULE, reason));
        for &body in &bodies {
            if let Some(reason) = not_his(setting, leader, body) {
                fault(format!("{name}: {}: {reason}", names::body(setting, body)));
            }
        }
        match most_taken(setting, leader) {
            None => fault(format!("{name} commands no brigade directly")),
            Some(most) if bodies.len() > usize::from(most) => fault(format!(
                "{name} commands {most} brigades directly at most, not {}",
                bodies.len()
            )),
            Some(_) => {}
        }
    }
}

/// Why a leader commands this body directly in no game.
fn not_his(setting: &Setting, leader: LeaderId, body: BodyId) -> Option<&'static str> {
    let facts = setting.body(body);
    if facts.side != setting.leader(leader).side {
        Some("it is of the enemy")
    } else if facts.kind != BodyKind::Brigade {
        Some("only brigades are commanded directly")
    } else {
        None
    }
}

/// How many brigades a leader may take in a turn: by his ability, or for some scenario's sake.
fn most_taken(setting: &Setting, leader: LeaderId) -> Option<u8> {
    let own = setting.leader(leader).ability(AbilityKind::DirectCommand);
    let own = own.map(|ability| ability.number.unwrap_or(MOST_TAKEN));
    let lent = setting
        .special(Topic::Direct)
        .filter_map(|rule| match rule.mechanism {
            Mechanism::DirectCommandOf {
                leader: who,
                per_turn,
                ..
            } if who == leader => Some(per_turn),
            _ => None,
        });
    lent.chain(own).max()
}

/// SR 5.24: no more markers are played than were put in play.
pub(super) fn played(setting: &Setting, position: &Position, faults: &mut Vec<PositionFault>) {
    for id in setting.activator_ids() {
        let state = position.activator(id);
        if state.placed > 0 && state.drawn > state.placed {
            let (name, drawn) = (names::activator(setting, id), state.drawn);
            faults.push(PositionFault::new(
                Rule::SR_5_24,
                format!(
                    "{name} has put {} markers in play and played {drawn}",
                    state.placed
                ),
            ));
        }
    }
}
