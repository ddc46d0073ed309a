//! Everybody stands in one place, and the index of stacks knows it.

use std::collections::BTreeMap;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_gbacw::{Battle, Prompt};
use longroll_movement::stacking::stack_is_legal;
use longroll_position::{Extent, Part};

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

/// The index agrees with the units both ways, so that no unit stands twice and nobody is forgotten; one side to a hex.
fn check_index(battle: &Battle, findings: &mut Findings) {
    let (setting, position) = (battle.setting(), battle.position());
    let mut indexed = 0_usize;
    for hex in position.occupancy().occupied() {
        let mut holder = None;
        let mut length = 0_usize;
        for part in position.stack(hex) {
            length += 1;
            if length > position.units.len() * 3 {
                findings.add("a stack has an end", hex_name(battle, hex));
                return;
            }
            let facts = setting.unit(part.unit);
            let stands = position
                .unit(part.unit)
                .hexes()
                .nth(usize::from(part.number))
                == Some(hex);
            findings.expect(stands, "the index of stacks agrees with the units", || {
                format!("{} is indexed in {}", facts.name, hex_name(battle, hex))
            });
            if facts.arm != Arm::Gunboat {
                let first = *holder.get_or_insert(facts.side);
                findings.expect(first == facts.side, "no two sides in one hex", || {
                    format!("{} in {}", facts.name, hex_name(battle, hex))
                });
            }
        }
        indexed += length;
        findings.expect(
            position.holder(hex) == holder,
            "the holder of a hex is whoever stands there",
            || {
                format!(
                    "{} is held by {:?}, not {holder:?}",
                    hex_name(battle, hex),
                    position.holder(hex)
                )
            },
        );
    }
    let standing: usize = position.units.iter().map(|unit| unit.hexes().count()).sum();
    findings.expect(
        indexed == standing,
        "every unit on the map is in the index",
        || format!("{standing} parts stand, {indexed} are indexed"),
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

/// The stacks at the last moment at which nobody was under way.
#[derive(Debug, Default)]
pub(super) struct StackMemory(BTreeMap<HexId, Vec<Part>>);

impl StackMemory {
    pub(super) fn begin(&mut self, battle: &Battle) {
        self.0 = stacks(battle);
    }

    /// SR 8.11: outside movement every stack that somebody joined is legal. What the set-up over-stacks (BB 14.52) may
    /// stay, and orders that change under a stack (SR 8.13) put nobody out of it.
    pub(super) fn check(&mut self, battle: &Battle, findings: &mut Findings) {
        if is_under_way(battle) {
            return;
        }
        let now = stacks(battle);
        for (&hex, parts) in &now {
            let earlier = self.0.get(&hex).map_or(&[][..], Vec::as_slice);
            let joined = parts.iter().any(|part| !earlier.contains(part));
            let faces = parts
                .iter()
                .map(|part| battle.position().unit(part.unit).facing);
            if joined && parts.len() > 1 {
                if let Err(refusal) = stack_is_legal(battle.setting(), battle.position(), hex) {
                    let who: Vec<&str> = parts.iter().map(|part| name(battle, part.unit)).collect();
                    findings.add(
                        "every stack is legal outside movement",
                        format!("{}: {}: {refusal}", hex_name(battle, hex), who.join(", ")),
                    );
                }
                let mut faces = faces;
                let first = faces.next();
                findings.expect(
                    faces.all(|facing| Some(facing) == first),
                    "the units of a hex face alike outside movement",
                    || {
                        let who: Vec<String> = parts
                            .iter()
                            .map(|part| {
                                format!(
                                    "{} {:?}",
                                    name(battle, part.unit),
                                    battle.position().unit(part.unit).facing
                                )
                            })
                            .collect();
                        format!("{}: {}", hex_name(battle, hex), who.join(", "))
                    },
                );
            }
        }
        self.0 = now;
    }
}

fn stacks(battle: &Battle) -> BTreeMap<HexId, Vec<Part>> {
    let position = battle.position();
    position
        .occupancy()
        .occupied()
        .map(|hex| (hex, position.stack(hex).collect()))
        .collect()
}

/// Whether a piece is between two hexes of its move, or is still being set up.
fn is_under_way(battle: &Battle) -> bool {
    battle.asked().is_some_and(|ask| {
        matches!(
            ask.prompt,
            Prompt::Moving { .. }
                | Prompt::React { .. }
                | Prompt::StackPlace { .. }
                | Prompt::FallBack { .. }
                | Prompt::PlacePiece { .. }
        )
    })
}
