//! SR 11.31, 11.32: which designations are legal.

use longroll_board::{Grid, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::Extent;
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::Assault;
use super::eligible::{Duty, attacker, can_assault, duty, may_assault};
use super::enemies::{target_hexes, troops};

type Judged = Result<(), Refusal>;

fn refuse(rule: Rule, reason: &'static str) -> Judged {
    Err(Refusal::new(rule, reason))
}

/// What is wrong with a set of designations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The rule, and why.
    pub refusal: Refusal,
    /// Whom it is about.
    pub unit: Option<UnitId>,
    /// The enemy hex it is about.
    pub hex: Option<HexId>,
}

/// SR 11.31: the assault of a unit alone on every enemy in its front, as Step 1 fixes it; legal whenever the unit may assault.
#[must_use]
pub fn lone_assault(look: &AssaultScene<'_>, unit: UnitId) -> Assault {
    Assault {
        by: look.facts(unit).side,
        attackers: vec![attacker(look, unit)],
        targets: target_hexes(look, unit).to_vec(),
        continued: 0,
        countercharges: Vec::new(),
    }
}

/// SR 11.12, 11.31, 11.32, 8.46: whether one assault is legal by itself. For Continued assaults what SR 11.12 asks of Step 1 is left
/// out.
///
/// # Errors
/// The rule that forbids it.
pub fn judge_assault(look: &AssaultScene<'_>, assault: &Assault) -> Judged {
    if assault.attackers.is_empty() || assault.targets.is_empty() {
        return refuse(Rule::SR_11_31, "an assault needs attackers and a target");
    }
    let units: Vec<UnitId> = assault.attackers.iter().map(|own| own.unit).collect();
    if has_twins(&units) || has_twins(&assault.targets) {
        return refuse(Rule::SR_11_32_no_split, "somebody is named twice");
    }
    for &unit in &units {
        if look.facts(unit).side != assault.by {
            return refuse(Rule::SR_11_31, "the two sides do not attack together");
        }
        if assault.continued == 0 {
            may_assault(look, unit)?;
        } else {
            can_assault(look, unit)?;
        }
    }
    fronts(look, assault, &units)?;
    one_against_one(look, assault, &units)?;
    arms(look, assault, &units)?;
    touch(look, &units)
}

fn has_twins<T: PartialEq>(list: &[T]) -> bool {
    (1..list.len()).any(|place| list[..place].contains(&list[place]))
}

/// SR 11.31, 8.46: everybody has a target in front, every target an attacker, and a line attacks all it faces.
fn fronts(look: &AssaultScene<'_>, assault: &Assault, units: &[UnitId]) -> Judged {
    let mut reached: Vec<HexId> = Vec::new();
    for &unit in units {
        let faced = target_hexes(look, unit);
        if !faced.iter().any(|hex| assault.targets.contains(hex)) {
            return refuse(
                Rule::SR_11_31,
                "the target is in no front hex it can attack",
            );
        }
        let line = look.state(unit).extent != Extent::Single;
        if line && faced.iter().any(|hex| !assault.targets.contains(hex)) {
            return refuse(
                Rule::SR_8_46,
                "an Extended Line attacks every enemy in its front at once",
            );
        }
        let spares = faced.iter().any(|hex| !assault.targets.contains(hex));
        if assault.continued > 0 && spares {
            return refuse(
                Rule::SR_11_47_attack,
                "who goes on attacks every enemy in its front",
            );
        }
        reached.extend(faced);
    }
    if assault.targets.iter().any(|hex| !reached.contains(hex)) {
        return refuse(Rule::SR_11_31, "no attacker has that hex in front");
    }
    Ok(())
}

fn attacking_hexes(look: &AssaultScene<'_>, units: &[UnitId]) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = Vec::new();
    for hex in units.iter().flat_map(|unit| look.state(*unit).hexes()) {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    hexes
}

/// SR 11.31: one hex attacks or one hex defends, unless one single Extended unit attacks or defends.
fn one_against_one(look: &AssaultScene<'_>, assault: &Assault, units: &[UnitId]) -> Judged {
    let attacking = attacking_hexes(look, units);
    let line_attacks = matches!(units, [only] if look.state(*only).extent != Extent::Single);
    let line_defends = || {
        let first = assault.targets.first();
        first.into_iter().any(|&hex| {
            troops(look, assault.by.enemy(), hex).any(|part| {
                let held: Vec<HexId> = look.state(part.unit).hexes().collect();
                assault.targets.iter().all(|target| held.contains(target))
            })
        })
    };
    if attacking.len() > 1 && assault.targets.len() > 1 && !line_attacks && !line_defends() {
        return refuse(
            Rule::SR_11_31,
            "one hex attacks or one hex defends, unless an Extended Line is concerned",
        );
    }
    Ok(())
}

/// SR 11.32-mixed, 11.32-cavalry.
fn arms(look: &AssaultScene<'_>, assault: &Assault, units: &[UnitId]) -> Judged {
    let mounted = units.iter().filter(|unit| look.is_mounted(**unit)).count();
    if mounted == 0 {
        return Ok(());
    }
    if mounted < units.len() {
        return refuse(
            Rule::SR_11_32_mixed,
            "foot and mounted cavalry do not attack together",
        );
    }
    let mut charges = assault.attackers.iter().map(|own| own.charge);
    let first = charges.next();
    if assault.continued == 0 && charges.any(|charge| Some(charge) != first) {
        return refuse(
            Rule::SR_11_32_cavalry,
            "charging and assaulting cavalry do not attack together",
        );
    }
    Ok(())
}

/// SR 11.32-infantry, 11.32-cavalry: every attacking hex is joined to the others by hexes that touch.
fn touch(look: &AssaultScene<'_>, units: &[UnitId]) -> Judged {
    let mounted = units.iter().any(|unit| look.is_mounted(*unit));
    if is_one_piece(look.scene.grid(), &attacking_hexes(look, units)) {
        return Ok(());
    }
    refuse(
        if mounted {
            Rule::SR_11_32_cavalry
        } else {
            Rule::SR_11_32_infantry
        },
        "attackers that do not touch do not attack together",
    )
}

fn is_one_piece(grid: &Grid, hexes: &[HexId]) -> bool {
    let mut joined: Vec<HexId> = hexes.first().copied().into_iter().collect();
    let mut place = 0;
    while let Some(&hex) = joined.get(place) {
        for &other in hexes {
            if !joined.contains(&other) && grid.adjacent(hex, other) {
                joined.push(other);
            }
        }
        place += 1;
    }
    joined.len() == hexes.len()
}

/// SR 11.21, 11.31: everything wrong with the designations of Step 1 taken together: units that must assault and do not, units
/// named twice, units of one hex that do not attack together, enemies in the front of an attacker whom nobody assaults, and what
/// [`judge_assault`] finds. Empty if they stand.
#[must_use]
pub fn judge_designations(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut named: Vec<UnitId> = Vec::new();
    for assault in assaults {
        if let Err(refusal) = judge_assault(look, assault) {
            faults.push(Fault {
                refusal,
                unit: assault.attackers.first().map(|own| own.unit),
                hex: assault.targets.first().copied(),
            });
        }
        for own in &assault.attackers {
            if named.contains(&own.unit) {
                faults.push(Fault {
                    refusal: Refusal::new(
                        Rule::SR_11_32_no_split,
                        "a unit takes part in one assault with all its strength",
                    ),
                    unit: Some(own.unit),
                    hex: None,
                });
            }
            named.push(own.unit);
        }
    }
    faults.extend(uncombined(look, assaults));
    faults.extend(spared(look, assaults, &named));
    faults.extend(idle(look, &named));
    faults
}

/// SR 8.36-strength: units of one hex that assault the same enemy hex each for itself, though SR 11.32 lets them add their strength.
#[must_use]
pub fn uncombined(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<Fault> {
    let stands_with = |unit: UnitId, others: &Assault| {
        let own = look.state(unit).hex;
        let mut theirs = others.attackers.iter();
        theirs.any(|each| look.state(each.unit).hex == own)
    };
    let mut faults = Vec::new();
    for (number, later) in assaults.iter().enumerate() {
        for earlier in &assaults[..number] {
            let hex = later
                .targets
                .iter()
                .find(|hex| earlier.targets.contains(hex));
            let mut units = later.attackers.iter().map(|own| own.unit);
            let mate = units.find(|&unit| stands_with(unit, earlier));
            let designated = earlier.continued == 0 && later.continued == 0;
            if let (true, Some(_), Some(unit)) = (designated, hex, mate)
                && judge_assault(look, &earlier.united(later)).is_ok()
            {
                faults.push(Fault {
                    refusal: Refusal::new(
                        Rule::SR_8_36_strength,
                        "units of one hex attack an enemy together",
                    ),
                    unit: Some(unit),
                    hex: None,
                });
            }
        }
    }
    faults
}

/// SR 11.31: enemies in the front of a designated attacker whom nobody assaults.
fn spared(look: &AssaultScene<'_>, assaults: &[Assault], named: &[UnitId]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for &unit in named {
        for hex in target_hexes(look, unit) {
            let known = faults.iter().any(|fault| fault.hex == Some(hex));
            if known || assaults.iter().any(|own| own.targets.contains(&hex)) {
                continue;
            }
            faults.push(Fault {
                refusal: Refusal::new(
                    Rule::SR_11_31,
                    "every enemy in the front of an attacker is assaulted by somebody",
                ),
                unit: Some(unit),
                hex: Some(hex),
            });
        }
    }
    faults
}

/// SR 11.21: units that must assault and are not named.
fn idle(look: &AssaultScene<'_>, named: &[UnitId]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for &body in &look.phase.bodies {
        for unit in look.scene.position.members(look.scene.setting, body) {
            if named.contains(&unit) || may_assault(look, unit).is_err() {
                continue;
            }
            if let Duty::Must(rule) = duty(look, unit) {
                faults.push(Fault {
                    refusal: Refusal::new(rule, "it must assault"),
                    unit: Some(unit),
                    hex: None,
                });
            }
        }
    }
    faults
}
