//! Everybody stands in one place, and the index of stacks knows it.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_gbacw::{Battle, Event, Prompt};
use longroll_movement::stacking::stack_is_legal;
use longroll_position::{Extent, Part};
use longroll_rule::Rule;

use super::Findings;

/// What holds about places at any moment.
pub(super) fn check(battle: &Battle, findings: &mut Findings) {
    check_index(battle, findings);
    check_extended(battle, findings);
    check_leaders(battle, findings);
}

fn name(battle: &Battle, unit: UnitId) -> &str {
    &battle.setting().unit(unit).name
}

fn hex_name(battle: &Battle, hex: HexId) -> &str {
    battle.setting().grid().name(hex)
}

/// Every part of every unit is in the stack of its hex, everybody in that stack stands there, and one side holds it.
fn check_index(battle: &Battle, findings: &mut Findings) {
    let (setting, position) = (battle.setting(), battle.position());
    for unit in setting.unit_ids() {
        let facts = setting.unit(unit);
        for (number, hex) in position.unit(unit).hexes().enumerate() {
            let mut found = false;
            for (length, part) in position.stack(hex).enumerate() {
                if length > position.units.len() * 3 {
                    findings.add("a stack has an end", hex_name(battle, hex));
                    return;
                }
                found |= part.unit == unit && usize::from(part.number) == number;
                let other = position.unit(part.unit);
                let stands = other.hexes().nth(usize::from(part.number)) == Some(hex);
                findings.expect(stands, "the index of stacks agrees with the units", || {
                    format!(
                        "{} is indexed in {}",
                        name(battle, part.unit),
                        hex_name(battle, hex)
                    )
                });
            }
            findings.expect(found, "the index of stacks agrees with the units", || {
                format!("{} is not indexed in {}", facts.name, hex_name(battle, hex))
            });
            let holds = facts.arm == Arm::Gunboat || position.holder(hex) == Some(facts.side);
            findings.expect(holds, "no two sides in one hex", || {
                format!(
                    "{} is in {}, held by {:?}",
                    facts.name,
                    hex_name(battle, hex),
                    position.holder(hex)
                )
            });
        }
    }
}

/// Nobody is in the index who stands nowhere. It looks at every hex of the map, so it is asked less often.
pub(super) fn check_every_hex(battle: &Battle, findings: &mut Findings) {
    let position = battle.position();
    for hex in position.occupancy().occupied() {
        for part in position.stack(hex) {
            let stands = position
                .unit(part.unit)
                .hexes()
                .nth(usize::from(part.number))
                == Some(hex);
            findings.expect(stands, "the index of stacks agrees with the units", || {
                format!(
                    "{} is indexed in {}",
                    name(battle, part.unit),
                    hex_name(battle, hex)
                )
            });
        }
    }
    let held_by_nobody = battle
        .setting()
        .grid()
        .hexes()
        .find(|&hex| position.holder(hex).is_some() && position.occupancy().is_empty(hex));
    findings.expect(
        held_by_nobody.is_none(),
        "an empty hex is held by nobody",
        || {
            held_by_nobody
                .map_or("", |hex| hex_name(battle, hex))
                .to_owned()
        },
    );
}

/// SR 8.4, 8.5: the parts of an extended unit lie side by side, in different hexes; SR 7.11: a stack faces one way.
fn check_extended(battle: &Battle, findings: &mut Findings) {
    let (setting, position) = (battle.setting(), battle.position());
    let beside = |a, b| setting.grid().distance(a, b) == 1;
    for unit in setting.unit_ids() {
        let state = position.unit(unit);
        if !state.on_map() {
            findings.expect(
                state.extent == Extent::Single,
                "nobody off the map is extended",
                || name(battle, unit).to_owned(),
            );
            continue;
        }
        let together = match state.extent {
            Extent::Single => true,
            Extent::Line { left, right } => {
                left != right
                    && left
                        .into_iter()
                        .chain(right)
                        .all(|hex| beside(state.hex, hex))
            }
            Extent::Column { rear, tail } => {
                beside(state.hex, rear)
                    && tail.is_none_or(|tail| tail != state.hex && beside(rear, tail))
            }
        };
        findings.expect(
            together,
            "the parts of an extended unit are adjacent",
            || {
                format!(
                    "{}: {:?} from {}",
                    name(battle, unit),
                    state.extent,
                    hex_name(battle, state.hex)
                )
            },
        );
        findings.expect(state.sp > 0, "whoever is on the map has strength", || {
            name(battle, unit).to_owned()
        });
        findings.expect(
            u16::from(state.sp) <= u16::from(setting.unit(unit).strength.value),
            "nobody is stronger than printed",
            || format!("{} has {}", name(battle, unit), state.sp),
        );
    }
}

/// SR 9.33: a leader is never in a hex that the enemy holds.
fn check_leaders(battle: &Battle, findings: &mut Findings) {
    let (setting, position) = (battle.setting(), battle.position());
    for leader in setting.leader_ids() {
        let state = position.leader(leader);
        if state.on_map() {
            let facts = setting.leader(leader);
            findings.expect(
                position.holder(state.hex) != Some(facts.side.enemy()),
                "no leader stands among the enemy",
                || format!("{} in {}", facts.name, hex_name(battle, state.hex)),
            );
        }
    }
}

/// The parts on the map, by hex, at the last moment at which nobody was under way.
#[derive(Debug, Default)]
pub(super) struct StackMemory(Vec<(HexId, Part)>);

impl StackMemory {
    pub(super) fn begin(&mut self, battle: &Battle) {
        self.0 = stacks(battle);
    }

    /// SR 8.11: outside movement every stack that somebody joined is legal. What the set-up over-stacks (BB 14.52) may
    /// stay, and orders that change under a stack (SR 8.13) put nobody out of it.
    pub(super) fn check(&mut self, battle: &Battle, events: &[Event], findings: &mut Findings) {
        if is_under_way(battle) {
            return;
        }
        let now = stacks(battle);
        for stack in now.chunk_by(|(one, _), (other, _)| one == other) {
            let joined = stack
                .iter()
                .any(|standing| self.0.binary_search(standing).is_err());
            let reordered = stack.iter().any(|(_, part)| {
                let own = |event: &Event| {
                    // SR 7.26: a line whose orders change to March becomes a column where it stands.
                    matches!(event,
                        Event::UnitOrders { unit, .. }
                        | Event::ExtentChanged { unit, rule: Rule::SR_7_26, .. }
                            if *unit == part.unit)
                };
                events.iter().any(own)
            });
            if let [(hex, _), _, ..] = stack
                && joined
                && !reordered
            {
                check_joined(battle, *hex, stack, findings);
            }
        }
        self.0 = now;
    }
}

fn check_joined(battle: &Battle, hex: HexId, stack: &[(HexId, Part)], findings: &mut Findings) {
    let facing = |part: Part| battle.position().unit(part.unit).facing;
    let who = || -> String {
        let names: Vec<String> = stack
            .iter()
            .map(|(_, part)| format!("{} {:?}", name(battle, part.unit), facing(*part)))
            .collect();
        format!("{}: {}", hex_name(battle, hex), names.join(", "))
    };
    let late = |part: Part| {
        let mut late = battle.setting().scenario.overstacked_late();
        late.any(|other| other == (part.unit, hex))
    };
    if stack.iter().all(|(_, part)| late(*part)) {
        return;
    }
    if let Err(refusal) = stack_is_legal(battle.setting(), battle.position(), hex) {
        findings.add(
            "every stack is legal outside movement",
            format!("{}: {refusal}", who()),
        );
    }
    let alike = !stack
        .windows(2)
        .any(|pair| matches!(pair, [(_, one), (_, other)] if facing(*one) != facing(*other)));
    findings.expect(alike, "the units of a hex face alike outside movement", who);
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
                | Prompt::FallBacks { .. }
                | Prompt::PlacePiece { .. }
        )
    })
}
