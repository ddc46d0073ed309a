//! SR 7.34-fire, 8.3, 8.45: who fires from a hex, with how many SP and through which front; who suffers when a stack is hit.
//!
//! Pure questions of stacking: ranges, lines of sight and the Fire Table belong to the chapter on fire.

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_position::rule_set::MidstackBattery;
use longroll_position::{Deeds, Part, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::extension::share;
use crate::gait::MoverClass;
use crate::refused_part::refusal_in;
use crate::scene::Scene;

/// What counts as one firer of a hex: a unit or its part, or a section of a battery (SR 7.34-fire).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firer {
    /// Whose SP.
    pub unit: UnitId,
    /// The place of the section in its battery; none for other units and undivided batteries.
    pub section: Option<u8>,
    /// What it is.
    pub class: MoverClass,
    /// SP or guns in this hex.
    pub strength: u8,
}

/// What a firer may fire at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireShare {
    pub firer: Firer,
    /// SP through the normal front hexes.
    pub normal: u8,
    /// SP through the Refused Front.
    pub refused: u8,
}

/// SR 7.34: whether the hex has a refused flank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Front {
    /// Two front hexes.
    Normal,
    /// Two and the Refused Front.
    Refused,
}

/// The most that fires from a hex of foot or dismounted cavalry, alone or with guns (SR 8.31).
const FOOT_LIMIT: u8 = 7;
/// The most of mounted cavalry (SR 8.31).
const MOUNTED_LIMIT: u8 = 4;
/// The most of artillery by itself (SR 8.31).
const GUN_LIMIT: u8 = 12;

/// SR 8.31, 8.33: what each firer of a stack, top to bottom, may fire at most. Whoever cannot or will not fire still uses up
/// its share; artillery with other arms fires from the top only, and below them it has no share unless the switch says so.
#[must_use]
pub fn allotments(firers: &[Firer], midstack: MidstackBattery) -> SmallVec<[u8; 8]> {
    let is_gun = |firer: &Firer| firer.class == MoverClass::Artillery;
    let guns_only = firers.iter().all(is_gun);
    let on_top = if guns_only {
        firers.len()
    } else {
        firers.iter().take_while(|firer| is_gun(firer)).count()
    };
    let top_battery: u8 = firers
        .first()
        .filter(|first| is_gun(first))
        .map_or(0, |first| {
            let own = firers.iter().filter(|firer| firer.unit == first.unit);
            own.map(|firer| firer.strength).sum()
        });
    let foot = firers
        .iter()
        .any(|firer| matches!(firer.class, MoverClass::Foot | MoverClass::Detachment));
    let guns = firers.iter().any(is_gun);
    let mut left = if guns_only {
        GUN_LIMIT
    } else if foot || guns {
        FOOT_LIMIT.max(top_battery)
    } else {
        MOUNTED_LIMIT
    };
    let mut mounted = MOUNTED_LIMIT;
    let mut found = SmallVec::new();
    for (place, firer) in firers.iter().enumerate() {
        let below = is_gun(firer) && place >= on_top;
        if below {
            if midstack == MidstackBattery::On {
                left = left.saturating_sub(firer.strength);
            }
            found.push(0);
            continue;
        }
        let mut own = firer.strength.min(left);
        if firer.class == MoverClass::Cavalry {
            own = own.min(mounted);
            mounted -= own;
        }
        left -= own;
        found.push(own);
    }
    found
}

/// SR 7.34-fire, reading I16: the allotments of a stack divided over its fronts: of what the hex may fire, half, rounded up,
/// through the normal front hexes and half, rounded down, through the Refused Front; the upper firers fill the normal
/// front first.
#[must_use]
pub fn shares(firers: &[Firer], front: Front, midstack: MidstackBattery) -> Vec<FireShare> {
    let allotted = allotments(firers, midstack);
    let total: u8 = allotted.iter().sum();
    let (mut normal, mut refused) = match front {
        Front::Normal => (total, 0),
        Front::Refused => (total.div_ceil(2), total / 2),
    };
    firers
        .iter()
        .zip(allotted)
        .map(|(&firer, own)| {
            let ahead = own.min(normal);
            let aside = (own - ahead).min(refused);
            normal -= ahead;
            refused -= aside;
            FireShare {
                firer,
                normal: ahead,
                refused: aside,
            }
        })
        .collect()
}

fn strength_of(state: &UnitState, part: Part) -> u8 {
    share(state.sp, state.extent.count() as u8 + 1, part.number)
}

/// The rule that sets what fires from a hex.
#[must_use]
pub fn fire_rule(scene: &Scene<'_>, hex: HexId) -> Rule {
    let mut stack = scene.position.stack(hex);
    if stack.any(|part| refusal_in(scene.position.unit(part.unit), hex).is_some()) {
        Rule::SR_7_34_fire
    } else if scene.position.stack(hex).count() > 1 {
        Rule::SR_8_33
    } else if (scene.position.stack(hex)).any(|part| part.number > 0) {
        Rule::SR_8_44_split
    } else {
        Rule::SR_8_31
    }
}

/// The least range of shell fire (SR 10.67).
pub const SHELL_RANGE: u32 = 4;

/// SR 8.34: the modifier of a massed or dispersed target for artillery fire at this range, with its strength of troops.
#[must_use]
pub fn massed_or_dispersed(scene: &Scene<'_>, hex: HexId, range: u32) -> i8 {
    let mut troops: Option<u32> = None;
    for part in scene.position.stack(hex) {
        let class = MoverClass::of(scene.setting.unit(part.unit));
        if matches!(class, None | Some(MoverClass::Artillery)) {
            continue;
        }
        let own = strength_of(scene.position.unit(part.unit), part);
        troops = Some(troops.unwrap_or(0) + u32::from(own));
    }
    match troops {
        _ if range < SHELL_RANGE => 0,
        Some(8..) => 1,
        Some(0..=2) => -1,
        _ => 0,
    }
}

/// SR 8.35, 8.37: the sections of a battery among which a lost gun is drawn.
#[must_use]
pub fn sections_with_guns(guns: [u8; 3]) -> SmallVec<[usize; 3]> {
    (0..guns.len()).filter(|place| guns[*place] > 0).collect()
}

/// SR 7.34-join: whether a unit under Attack orders that joins this hex may still fire in the Activation: not after a refused
/// unit there has fired.
///
/// # Errors
/// When it may not.
pub fn may_fire_after_joining(scene: &Scene<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let state = scene.position.unit(unit);
    let fired = scene.position.stack(hex).any(|part| {
        let theirs = scene.position.unit(part.unit);
        let refused = refusal_in(theirs, hex).is_some();
        part.unit != unit && refused && theirs.deeds.has(Deeds::FIRED)
    });
    if state.orders_now() == Orders::Attack && fired {
        return Err(Refusal::new(
            Rule::SR_7_34_join,
            "a refused unit of the hex has fired before it came",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
