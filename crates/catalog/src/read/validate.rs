//! Checks that need a whole scenario: every piece once, stacking limits, terrain, playing area.

use std::collections::{BTreeMap, BTreeSet};

use longroll_board::{Grid, Hand, HexId, Terrain};
use longroll_core::Side;

use super::fault::{At, FaultKind, Reporter};
use super::names::Names;
use super::setup::Placed;
use crate::facts::{
    Arm, CommandId, ExtensionKind, Orders, Piece, Place, PlayingArea, Reinforcement, SectionLetter,
    SetupEntry, SetupExtension, SetupFacing, StartCondition, TurnId, UnitId,
};
use crate::tables::{SingleUnit, StackingArm, StackingLimit, StackingOrders, StackingTable};

/// What is checked.
pub(super) struct Checked<'s> {
    pub(super) setup: &'s [Placed<SetupEntry>],
    pub(super) conditional: &'s [Placed<SetupEntry>],
    pub(super) reinforcements: &'s [Placed<Reinforcement>],
    pub(super) area: Option<&'s PlayingArea>,
    pub(super) first_turn: Option<TurnId>,
    pub(super) stacking: &'s StackingTable,
}

/// Runs every check.
pub(super) fn validate(reporter: &mut Reporter, names: &Names<'_>, checked: &Checked<'_>) {
    once(reporter, names, checked);
    for entries in [checked.setup, checked.conditional] {
        for placed in entries {
            hexes(reporter, names, checked, placed);
        }
        stacks(reporter, names, checked.stacking, entries);
    }
}

/// No piece twice; a battery whole or by sections, not both.
fn once(reporter: &mut Reporter, names: &Names<'_>, checked: &Checked<'_>) {
    let setup = checked
        .setup
        .iter()
        .chain(checked.conditional)
        .map(|placed| (placed.entry.piece, &placed.at));
    let arriving = checked.reinforcements.iter().flat_map(|placed| {
        placed
            .entry
            .pieces
            .iter()
            .map(move |arriving| (arriving.piece, &placed.at))
    });
    let mut first: BTreeMap<Piece, &At> = BTreeMap::new();
    for (piece, at) in setup.chain(arriving) {
        let clash = match piece {
            Piece::Unit(unit) => {
                let sections = SectionLetter::ALL
                    .iter()
                    .map(|letter| Piece::Section(unit, *letter));
                core::iter::once(piece)
                    .chain(sections)
                    .find_map(|other| first.get(&other))
            }
            Piece::Section(unit, _) => first.get(&piece).or_else(|| first.get(&Piece::Unit(unit))),
            Piece::Leader(_) => first.get(&piece),
        };
        if let Some(earlier) = clash {
            let name = piece_name(names, piece);
            reporter.report(
                at,
                FaultKind::Twice {
                    name,
                    first_line: earlier.line(),
                },
            );
        } else {
            first.insert(piece, at);
        }
    }
}

/// How messages call a piece.
fn piece_name(names: &Names<'_>, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => names.unit_facts(unit).name.clone(),
        Piece::Section(unit, letter) => format!(
            "{} section {}",
            names.unit_facts(unit).name,
            letter.letter()
        ),
        Piece::Leader(leader) => names.leader_facts(leader).name.clone(),
    }
}

/// The hexes a line names are in play and the piece can stand there.
fn hexes(
    reporter: &mut Reporter,
    names: &Names<'_>,
    checked: &Checked<'_>,
    placed: &Placed<SetupEntry>,
) {
    let entry = &placed.entry;
    let ground = names.ground();
    let own: Vec<HexId> = match &entry.place {
        Place::Hex(hex) => vec![*hex],
        _ => Vec::new(),
    };
    let extension = entry.extension.map(|extension| extension.hex);
    for hex in own.iter().copied().chain(extension) {
        let name = ground.grid.name(hex).to_owned();
        if let (Some(area), Some(turn)) = (checked.area, checked.first_turn)
            && !area.contains(hex, turn)
        {
            reporter.report(&placed.at, FaultKind::OutsideArea { hex: name.clone() });
        }
        let Some(unit) = entry.piece.unit() else {
            continue;
        };
        let facts = names.unit_facts(unit);
        let river = ground.terrain(hex) == Terrain::River;
        let why = match (facts.arm, river) {
            (Arm::Gunboat, false) => "gunboats keep to the river",
            (Arm::Infantry | Arm::Cavalry | Arm::Artillery, true) => "it is all water",
            _ => continue,
        };
        let (who, why) = (facts.name.clone(), why.to_owned());
        reporter.report(
            &placed.at,
            FaultKind::ImpossibleHex {
                name: who,
                hex: name,
                why,
            },
        );
    }
    if let Some(&hex) = own.first() {
        extension_hex(reporter, names, placed, hex);
    }
}

/// SR 8.41: the extension of a piece in this hex stands where it may.
fn extension_hex(
    reporter: &mut Reporter,
    names: &Names<'_>,
    placed: &Placed<SetupEntry>,
    hex: HexId,
) {
    let entry = &placed.entry;
    let grid = &names.ground().grid;
    if let Some(extension) = entry.extension
        && let Some(lies) = misplaced(grid, hex, entry.facing, extension)
    {
        let name = grid.name(hex).to_owned();
        let other = grid.name(extension.hex);
        let why = format!("its extension stands in {other}, which is no {lies}");
        let who = piece_name(names, entry.piece);
        reporter.report(
            &placed.at,
            FaultKind::ImpossibleHex {
                name: who,
                hex: name,
                why,
            },
        );
    }
}

/// SR 8.41: what the hex of an extension should be and is not.
fn misplaced(
    grid: &Grid,
    hex: HexId,
    facing: SetupFacing,
    extension: SetupExtension,
) -> Option<&'static str> {
    let Some(side) = grid.direction_between(hex, extension.hex) else {
        return Some("neighbour");
    };
    let SetupFacing::To(facing) = facing else {
        return None;
    };
    let flanks = [Hand::Left, Hand::Right].map(|hand| facing.flank(hand));
    (extension.kind == ExtensionKind::Line && !flanks.contains(&side)).then_some("flank of it")
}

/// What stands in a hex.
#[derive(Default)]
struct Stack<'s> {
    foot: Vec<(UnitId, CommandId, u8)>,
    cavalry: Vec<(UnitId, CommandId, u8)>,
    batteries: BTreeMap<UnitId, u8>,
    sides: Vec<Side>,
    march: bool,
    waived: bool,
    last: Option<&'s At>,
}

impl<'s> Stack<'s> {
    /// Puts a unit into it.
    fn add(&mut self, names: &Names<'_>, placed: &'s Placed<SetupEntry>, unit: UnitId) {
        let facts = names.unit_facts(unit);
        let entry = &placed.entry;
        self.last = Some(&placed.at);
        self.march |= entry.orders == [Orders::March];
        self.waived |= entry.is(StartCondition::Overstacked);
        if !self.sides.contains(&entry.side) {
            self.sides.push(entry.side);
        }
        let full = match entry.piece {
            Piece::Section(_, letter) => facts.section(letter).map_or(0, |section| section.guns),
            Piece::Unit(_) | Piece::Leader(_) => facts.strength.value,
        };
        let strength = entry.strength.unwrap_or(full);
        let command = entry.assigned_to.unwrap_or(facts.formation);
        // An extended unit leaves part of its strength in the other hex and never counts as more than it may.
        let strength = if entry.extension.is_some() {
            0
        } else {
            strength
        };
        match facts.arm {
            Arm::Infantry => self.foot.push((unit, command, strength)),
            Arm::Cavalry => self.cavalry.push((unit, command, strength)),
            Arm::Artillery => *self.batteries.entry(unit).or_default() += strength,
            Arm::Gunboat => {}
        }
    }

    fn guns(&self) -> u32 {
        self.batteries.values().map(|guns| u32::from(*guns)).sum()
    }

    fn has_too_many_guns(&self, limit: StackingLimit) -> bool {
        self.batteries.len() > usize::from(limit.batteries) && self.guns() > u32::from(limit.guns)
    }

    /// The guns that are too many beside these units.
    fn guns_with(
        &self,
        limit: StackingLimit,
        units: &[(UnitId, CommandId, u8)],
        word: &str,
    ) -> Option<(String, String)> {
        (!units.is_empty() && self.has_too_many_guns(limit)).then(|| {
            (
                format!(
                    "{} guns of {} batteries with {word}",
                    self.guns(),
                    self.batteries.len()
                ),
                format!("{} battery or {} guns", limit.batteries, limit.guns),
            )
        })
    }
}

/// SR 8.12: stacking limits, hex by hex. A line with the condition `overstacked` waives the limit of its hex.
fn stacks(
    reporter: &mut Reporter,
    names: &Names<'_>,
    limits: &StackingTable,
    entries: &[Placed<SetupEntry>],
) {
    let mut stacks: BTreeMap<HexId, Stack<'_>> = BTreeMap::new();
    for placed in entries {
        let entry = &placed.entry;
        let (Place::Hex(hex), Some(unit)) = (&entry.place, entry.piece.unit()) else {
            continue;
        };
        stacks.entry(*hex).or_default().add(names, placed, unit);
    }
    for (hex, stack) in stacks {
        let Some(at) = stack.last else { continue };
        let name = names.ground().grid.name(hex).to_owned();
        if stack.sides.len() > 1 {
            reporter.report(at, FaultKind::BothSides { hex: name.clone() });
        }
        if !stack.waived
            && let Some((found, limit)) = excess(limits, &stack)
        {
            reporter.report(
                at,
                FaultKind::Overstacked {
                    hex: name,
                    found,
                    limit,
                },
            );
        }
    }
}

/// What is too much in a stack, and the limit.
fn excess(limits: &StackingTable, stack: &Stack<'_>) -> Option<(String, String)> {
    let orders = if stack.march {
        StackingOrders::March
    } else {
        StackingOrders::Line
    };
    for (units, arm, word) in [
        (&stack.foot, StackingArm::Foot, "infantry"),
        (&stack.cavalry, StackingArm::Cavalry, "cavalry"),
    ] {
        let limit = limits.limit(orders, arm);
        let found = excess_of_units(limit, units, word);
        if let Some(found) = found.or_else(|| stack.guns_with(limit, units, word)) {
            return Some(found);
        }
    }
    if !stack.foot.is_empty() && !stack.cavalry.is_empty() {
        return Some((
            "infantry and mounted cavalry".into(),
            "one arm besides artillery".into(),
        ));
    }
    let limit = limits.limit(orders, StackingArm::Artillery);
    stack.has_too_many_guns(limit).then(|| {
        (
            format!(
                "{} guns of {} batteries",
                stack.guns(),
                stack.batteries.len()
            ),
            format!("{} batteries or {} guns", limit.batteries, limit.guns),
        )
    })
}

/// What is too much of one arm.
fn excess_of_units(
    limit: StackingLimit,
    units: &[(UnitId, CommandId, u8)],
    word: &str,
) -> Option<(String, String)> {
    let strength: u32 = units
        .iter()
        .map(|(_, _, strength)| u32::from(*strength))
        .sum();
    let most = limit.strength.map_or(u32::MAX, u32::from);
    let alone = units.len() == 1 && limit.single_unit == SingleUnit::AnyStrength;
    if strength > most && !alone {
        return Some((
            format!("{strength} SP of {word}"),
            format!("{most} SP or one unit"),
        ));
    }
    let brigades: BTreeSet<CommandId> = units.iter().map(|(_, command, _)| *command).collect();
    (brigades.len() > 1).then(|| {
        (
            format!("{word} of {} brigades", brigades.len()),
            "units of one brigade".into(),
        )
    })
}
