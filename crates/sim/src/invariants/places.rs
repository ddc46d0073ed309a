//! Everybody stands in one place, the index of stacks knows it, and everything passes the door through which positions come in.

use longroll_board::HexId;
use longroll_gbacw::{Battle, Event, Prompt};
use longroll_movement::soundness;
use longroll_position::Part;
use longroll_rule::Rule;

use super::Findings;

/// What holds about places at any moment.
pub(super) fn check(battle: &Battle, findings: &mut Findings) {
    check_index(battle, findings);
    check_pieces(battle, findings);
}

/// The index of stacks agrees with the units, and every hex of the map with both.
fn check_index(battle: &Battle, findings: &mut Findings) {
    let (setting, position) = (battle.setting(), battle.position());
    if let Err(misfit) = position.agrees_with_its_index(setting) {
        findings.add(
            "the index of stacks agrees with the units",
            misfit.to_string(),
        );
    }
}

/// What holds of single pieces whatever is under way, by the first half of the door ([`Position::check`]).
fn check_pieces(battle: &Battle, findings: &mut Findings) {
    for fault in battle.position().check(battle.setting()) {
        findings.add(promise(fault.rule), fault.to_string());
    }
}

/// The promise that is broken by what this rule does not let be.
const fn promise(rule: Rule) -> &'static str {
    match rule {
        Rule::SR_9_51 => "no two sides in one hex",
        Rule::SR_9_33 => "no leader stands among the enemy",
        Rule::SR_8_41 => "the parts of an extended unit are adjacent",
        Rule::SR_12_21 => "whoever is on the map has strength",
        Rule::SR_2_21 => "nobody is stronger than printed",
        _ => "no piece is as it cannot be",
    }
}

/// The parts on the map, by hex, at the last moment at which nobody was under way.
#[derive(Debug, Default)]
pub(super) struct StackMemory(Vec<(HexId, Part)>);

impl StackMemory {
    pub(super) fn begin(&mut self, battle: &Battle) {
        self.0 = stacks(battle);
    }

    /// While nobody is under way the whole door is asked (`movement::soundness`). What the set-up over-stacks (BB 14.52) may
    /// stay, and orders that change under a stack (SR 8.13) put nobody out of it: of stacks only those are judged that
    /// somebody joined.
    pub(super) fn check(&mut self, battle: &Battle, events: &[Event], findings: &mut Findings) {
        if is_under_way(battle) {
            return;
        }
        let now = stacks(battle);
        let joined = self.joined(battle, &now, events);
        let asked = battle.asked().map(|ask| ask.prompt);
        let turns = matches!(asked, Some(Prompt::FaceAtStart { .. }));
        for fault in soundness::faults_at_rest(battle.setting(), battle.position()) {
            let judged = match fault.stack {
                Some(hex) => joined.contains(&hex),
                // SR 7.23: after an order everybody is asked in turn. SR 8.26: a mate has refused for somebody on the march, and gone.
                None => !(turns && fault.rule == Rule::SR_7_11) && fault.rule != Rule::SR_7_32,
            };
            if judged {
                findings.add("every position at rest is sound", fault.to_string());
            }
        }
        self.0 = now;
    }

    /// The hexes in which somebody stands who did not at the last moment, where nothing lets him.
    fn joined(&self, battle: &Battle, now: &[(HexId, Part)], events: &[Event]) -> Vec<HexId> {
        let reordered = |part: Part| {
            // SR 7.26: a line whose orders change to March becomes a column where it stands.
            events.iter().any(|event| {
                matches!(event,
                    Event::UnitOrders { unit, .. }
                    | Event::ExtentChanged { unit, rule: Rule::SR_7_26, .. }
                        if *unit == part.unit)
            })
        };
        let late = |part: Part, hex: HexId| {
            let mut late = battle.setting().scenario.overstacked_late();
            late.any(|other| other == (part.unit, hex))
        };
        let stacks = now.chunk_by(|(one, _), (other, _)| one == other);
        stacks
            .filter(|stack| {
                let new = |standing| self.0.binary_search(standing).is_err();
                stack.iter().any(new)
                    && !stack.iter().any(|&(_, part)| reordered(part))
                    && !stack.iter().all(|&(hex, part)| late(part, hex))
            })
            .filter_map(|stack| Some(stack.first()?.0))
            .collect()
    }
}

fn stacks(battle: &Battle) -> Vec<(HexId, Part)> {
    let position = battle.position();
    let mut standing: Vec<(HexId, Part)> = battle
        .setting()
        .unit_ids()
        .flat_map(|unit| {
            let numbered = position.unit(unit).hexes().zip(0_u8..);
            numbered.map(move |(hex, number)| (hex, Part { unit, number }))
        })
        .collect();
    standing.sort_unstable();
    standing
}

/// Whether a piece is between two hexes of its move, or is still being set up.
fn is_under_way(battle: &Battle) -> bool {
    battle.asked().is_some_and(|ask| {
        matches!(
            ask.prompt,
            Prompt::Moving { .. }
                | Prompt::React { .. }
                | Prompt::StackPlace { .. }
                | Prompt::Gather { .. }
                | Prompt::MakeRoom { .. }
                | Prompt::Refuge { .. }
                | Prompt::Shrink { .. }
                | Prompt::MoreFire { .. }
                | Prompt::AdvanceAfterFire { .. }
                | Prompt::AdvanceAfterAssault
                | Prompt::GoOn { .. }
                | Prompt::TakesLoss
                | Prompt::Spared
                | Prompt::NextToSuffer
                | Prompt::AnswerFire { .. }
                | Prompt::FireFirst { .. }
                | Prompt::NoFire
                | Prompt::FallBack { .. }
                | Prompt::StaysBehind { .. }
                | Prompt::FallBacks { .. }
                | Prompt::PlacePiece { .. }
        )
    })
}
