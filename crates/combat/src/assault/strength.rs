//! SR 11.43, 11.63: strength in assault.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::MoverClass;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::advantage::{Seen, seen_from};
use super::assault_ground::is_wooded;
use super::assault_scene::AssaultScene;
use super::declared::{Assault, Charge};
use super::enemies::{attack_lines, defended_hexes, troops};

/// What one unit brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForcePart {
    /// Who; of several batteries in a hex the topmost stands for all their guns.
    pub unit: UnitId,
    /// SP as counted, before doubling and halving.
    pub sp: u8,
    /// Strength in half SP: reading 31 keeps fractions.
    pub halves: u32,
    /// The rules that changed it.
    pub rules: SmallVec<[Rule; 2]>,
}

/// The strength of one side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Force {
    /// Unit by unit.
    pub parts: Vec<ForcePart>,
}

impl Force {
    /// All of it in half SP.
    #[must_use]
    pub fn halves(&self) -> u32 {
        self.parts.iter().map(|part| part.halves).sum()
    }
}

/// SR 14.25: the SP of a unit that fight; one of four dismounted men holds the horses.
fn fighting(look: &AssaultScene<'_>, unit: UnitId) -> (u8, SmallVec<[Rule; 2]>) {
    let sp = look.state(unit).sp;
    match look.class(unit) {
        Some(MoverClass::Dismounted) if sp >= 4 => {
            (sp - sp / 4, SmallVec::from_slice(&[Rule::SR_14_25]))
        }
        _ => (sp, SmallVec::new()),
    }
}

/// SR 8.36-strength, 11.43-cavalry: the strength of whoever still attacks.
#[must_use]
pub fn attacking_force(look: &AssaultScene<'_>, assault: &Assault) -> Force {
    let parts = assault.attacking().map(|attacker| {
        let unit = attacker.unit;
        let (sp, mut rules) = fighting(look, unit);
        // In quarters, so that doubling and halving are both exact.
        let mut quarters = u32::from(sp) * 4;
        if look.is_mounted(unit) {
            let mut lines = attack_lines(look, unit);
            lines.retain(|across| assault.targets.contains(&across.to));
            // Reading 33: through whose hexside it rides; SR 11.57: not when it goes on.
            let charges = attacker.charge == Charge::Cavalry && assault.continued == 0;
            let outflanks = |from: HexId, to: HexId| {
                matches!(seen_from(look, to, from), Some(Seen::Flank | Seen::Rear))
            };
            if charges && !lines.is_empty() && lines.iter().all(|own| outflanks(own.from, own.to)) {
                quarters *= 2;
                rules.push(Rule::SR_11_55);
            }
            if lines.iter().any(|own| is_wooded(look, own.to)) {
                quarters /= 2;
                rules.push(Rule::SR_11_43_cavalry);
            }
        }
        ForcePart {
            unit,
            sp,
            halves: quarters / 2,
            rules,
        }
    });
    Force {
        parts: parts.collect(),
    }
}

/// SR 8.36-strength, 8.44-assault, 11.43-cavalry, 11.63: the strength of whoever is assaulted. An extended unit fights with all its SP
/// and with the guns above it in any of its hexes.
#[must_use]
pub fn defending_force(look: &AssaultScene<'_>, assault: &Assault) -> Force {
    let mut force = Force::default();
    let side = assault.by.enemy();
    for hex in defended_hexes(look, assault) {
        guns_on_top(look, assault, hex, &mut force);
        for part in troops(look, side, hex) {
            let unit = part.unit;
            let known = force.parts.iter().any(|own| own.unit == unit);
            if known || look.is_guns(unit) {
                continue;
            }
            let (sp, mut rules) = fighting(look, unit);
            let mut halves = u32::from(sp) * 2;
            if look.is_mounted(unit) && is_wooded(look, hex) {
                halves /= 2;
                rules.push(Rule::SR_11_43_cavalry);
            }
            force.parts.push(ForcePart {
                unit,
                sp,
                halves,
                rules,
            });
        }
    }
    force
}

/// SR 11.63: guns on top of a stack, or alone, count one SP for every four, at least one.
fn guns_on_top(look: &AssaultScene<'_>, assault: &Assault, hex: HexId, force: &mut Force) {
    let mut guns = 0_u32;
    let mut first = None;
    for part in troops(look, assault.by.enemy(), hex).take_while(|part| look.is_guns(part.unit)) {
        guns += u32::from(look.state(part.unit).sp);
        first = first.or(Some(part.unit));
    }
    if let Some(unit) = first {
        let sp = (guns / 4).max(1);
        force.parts.push(ForcePart {
            unit,
            sp: u8::try_from(sp).unwrap_or(u8::MAX),
            halves: sp * 2,
            rules: SmallVec::from_slice(&[Rule::SR_11_63]),
        });
    }
}
