//! SfG 2.6: who may fire at whom, with how many dice, and what they need.

use longroll_core::{Refusal, Terms};
use longroll_rule::Rule;
use longroll_tabletop::{Aim, Arc, Base, Body, Segment, SquaredDistance, Ticks};

use super::cover;
use super::sight::{self, Eye};
use crate::choice::Choice;
use crate::facts::{Arm, Cover, DivisionId, Formation, UnitId, Weapon};
use crate::look::Look;
use crate::measure::Um;
use crate::moving;
use crate::refusal::refuse;
use crate::roll::{Purpose, Reading, Roll};

/// SfG 2.6-musketry.
const MUSKETS: Ticks = Ticks(6000);

/// SfG-reading 102: how a unit that fires in reaction is being charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charged {
    /// By cavalry on horse.
    pub by_horse: bool,
    /// From the front.
    pub frontal: bool,
}

/// A fire before its dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Volley {
    /// The bases that fire, from 0.
    pub bases: Vec<u8>,
    /// The dice.
    pub roll: Roll,
}

/// SfG 2.5-artillery-actions: two actions in a turn, nothing after fire.
///
/// # Errors
/// Which limit is reached.
pub fn action_left(look: Look<'_>, unit: UnitId) -> Result<(), Refusal> {
    let deeds = look.unit(unit).deeds;
    let rule = Rule::SFG_2_5_artillery_actions;
    if deeds.fired {
        return refuse(rule, "it has fired this turn: no further action");
    }
    if deeds.actions >= 2 {
        return refuse(rule, "it has taken two actions this turn");
    }
    Ok(())
}

/// SfG 2.6-when, 1.3: whether a unit can fire at all now.
///
/// # Errors
/// Why not.
pub fn may_fire(look: Look<'_>, unit: UnitId) -> Result<(), Refusal> {
    let own = look.unit(unit);
    if !own.on_table() {
        return refuse(Rule::SFG_2_6, "it is not on the table");
    }
    match look.entry(unit).arm {
        Arm::Battery => {
            action_left(look, unit)?;
            if own.formation == Formation::Limbered {
                return refuse(Rule::SFG_2_5_artillery_actions, "limbered guns cannot fire");
            }
        }
        Arm::Cavalry if own.mounted => {
            return refuse(Rule::SFG_1_3, "cavalry fires on foot only");
        }
        _ => {}
    }
    if own.deeds.fired {
        return refuse(Rule::SFG_2_6_when, "it has fired this turn");
    }
    Ok(())
}

fn eye(look: Look<'_>, unit: UnitId) -> Eye {
    match look.entry(unit).arm {
        Arm::Battery => {
            let level = look.facts.terrain.level(moving::centre(look, unit)).0;
            Eye::Battery(look.entry(unit).guns, level)
        }
        _ => Eye::Muskets,
    }
}

/// How far a unit's weapons reach.
#[must_use]
pub fn range(look: Look<'_>, unit: UnitId) -> Ticks {
    match look.entry(unit).arm {
        Arm::Battery => look.facts.gun_reach(),
        _ => MUSKETS,
    }
}

/// The rule that sets that reach.
fn range_rule(look: Look<'_>, unit: UnitId) -> Rule {
    if look.is_battery(unit) {
        Rule::SFG_2_6_gun_table
    } else {
        Rule::SFG_2_6_musketry
    }
}

/// The lines of fire of a unit at another: from each base that has the target in its arc to the place it aims at, and
/// what stops it.
#[must_use]
pub fn lines(look: Look<'_>, unit: UnitId, target: UnitId) -> Vec<(Segment, Option<Refusal>)> {
    let (own, body) = (look.body(unit), look.body(target));
    let aimed = |index: usize| {
        let base = own.bases().get(index)?;
        let (aim, _) = aim(base, &body)?;
        let why = base_fires(look, (unit, index), &own, target, &body).err();
        Some((Segment::new(base.front(), aim.point), why))
    };
    (0..own.bases().len()).filter_map(aimed).collect()
}

/// The nearest place of a body in the arc of a base, and the base it lies on.
fn aim<'b>(base: &Base, body: &'b Body) -> Option<(Aim, &'b Base)> {
    let arc = Arc::of_base(base);
    body.bases()
        .iter()
        .filter_map(|theirs| arc.aim(base.centre(), theirs).map(|aim| (aim, theirs)))
        .min_by(|(a, _), (b, _)| a.square.cmp(&b.square).then_with(|| a.point.cmp(&b.point)))
}

/// SfG 2.6-musketry, SfG-readings 114 to 116: whether one base may fire at a body, and how far it is.
fn base_fires(
    look: Look<'_>,
    firer: (UnitId, usize),
    own: &Body,
    target: UnitId,
    body: &Body,
) -> Result<SquaredDistance, Refusal> {
    let base = &own.bases()[firer.1];
    let guns = look.is_battery(firer.0);
    let Some((aim, theirs)) = aim(base, body) else {
        let rule = if guns {
            Rule::SFG_2_6_gun_nearest
        } else {
            Rule::SFG_2_6_musketry
        };
        return refuse(rule, "the target is outside the arc");
    };
    let limit = range(look, firer.0);
    if !aim.square.within(limit) {
        return refuse(
            range_rule(look, firer.0),
            format!(
                "{} UM away, {} is the most",
                Um(aim.square.ticks()),
                Um(limit)
            ),
        );
    }
    let line = Segment::new(base.front(), aim.point);
    let eye = eye(look, firer.0);
    sight::ground(look, eye, &line, base, theirs)?;
    sight::troops(look, eye, &line, firer, target)?;
    Ok(aim.square)
}

/// The bases that may fire at a unit whose body is given, each with its distance.
///
/// # Errors
/// Why none may: what stopped the base that came nearest to firing.
pub fn bases(
    look: Look<'_>,
    unit: UnitId,
    target: UnitId,
    body: &Body,
) -> Result<Vec<(u8, SquaredDistance)>, Refusal> {
    let own = look.body(unit);
    let limit = range(look, unit);
    let far = i64::from(limit.0 + 2000).pow(2);
    if own.bounds().squared_gap(body.bounds()) > far {
        return refuse(
            range_rule(look, unit),
            format!("more than {} UM away", Um(limit)),
        );
    }
    let mut able = Vec::new();
    let mut why: Option<Refusal> = None;
    for index in 0..own.bases().len() {
        match base_fires(look, (unit, index), &own, target, body) {
            Ok(square) => able.push((u8::try_from(index).unwrap_or(u8::MAX), square)),
            Err(refusal) => {
                let weight = |refusal: &Refusal| match refusal.rule {
                    Rule::SFG_2_6_musketry
                    | Rule::SFG_2_6_gun_nearest
                    | Rule::SFG_2_6_gun_table => 0,
                    Rule::SFG_2_6_friends | Rule::SFG_2_6_gun_friends => 1,
                    _ => 2,
                };
                if why
                    .as_ref()
                    .is_none_or(|known| weight(known) < weight(&refusal))
                {
                    why = Some(refusal);
                }
            }
        }
    }
    if able.is_empty() {
        return Err(why.unwrap_or_else(|| Refusal::new(Rule::SFG_2_6, "it has no base")));
    }
    Ok(able)
}

/// SfG 2.6-skip: who may be ignored.
#[must_use]
pub fn may_be_skipped(look: Look<'_>, unit: UnitId) -> bool {
    look.unit(unit).disordered || look.decimated(unit)
}

/// SfG 2.6-nearest, 2.6-gun-nearest: every enemy at which at least one base may fire, the nearest first.
#[must_use]
pub fn targets(look: Look<'_>, unit: UnitId) -> Vec<(UnitId, SquaredDistance)> {
    let centre = moving::centre(look, unit);
    let mut found: Vec<(UnitId, SquaredDistance)> = look
        .enemies(unit)
        .filter_map(|enemy| {
            let body = look.body(enemy);
            bases(look, unit, enemy, &body).ok()?;
            body.squared_distance_to(&centre)
                .map(|square| (enemy, square))
        })
        .collect();
    found.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
    found
}

/// The targets a unit may choose among: up to and including the nearest that may not be skipped.
#[must_use]
pub fn legal_targets(look: Look<'_>, unit: UnitId) -> Vec<UnitId> {
    let all = targets(look, unit);
    let duty = all
        .iter()
        .find(|(enemy, _)| !may_be_skipped(look, *enemy))
        .map(|(_, square)| *square);
    all.into_iter()
        .filter(|(_, square)| duty.is_none_or(|duty| *square <= duty))
        .map(|(enemy, _)| enemy)
        .collect()
}

/// SfG 2.6: whether a unit may fire at a target.
///
/// # Errors
/// The rule that forbids it, and the measure that decides.
pub fn judge(look: Look<'_>, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    may_fire(look, unit)?;
    is_enemy_there(look, unit, target, Rule::SFG_2_6)?;
    bases(look, unit, target, &look.body(target))?;
    if !legal_targets(look, unit).contains(&target) {
        let nearest = targets(look, unit)
            .into_iter()
            .find(|(enemy, _)| !may_be_skipped(look, *enemy));
        let rule = if look.is_battery(unit) {
            Rule::SFG_2_6_gun_nearest
        } else {
            Rule::SFG_2_6_nearest
        };
        return match nearest {
            Some((enemy, square)) => refuse(
                rule,
                format!("{} is nearer: {} UM", look.name(enemy), Um(square.ticks())),
            ),
            None => refuse(rule, "another enemy is nearer"),
        };
    }
    Ok(())
}

/// Whether a target is an enemy, not the unit itself, and on the table.
///
/// # Errors
/// Which of these it is not.
pub(crate) fn is_enemy_there(
    look: Look<'_>,
    unit: UnitId,
    target: UnitId,
    rule: Rule,
) -> Result<(), Refusal> {
    let name = look.name(target);
    if unit == target {
        return refuse(rule, format!("{name} cannot be its own target"));
    }
    if look.side(unit) == look.side(target) {
        return refuse(rule, format!("{name} is no enemy"));
    }
    if !look.unit(target).on_table() {
        return refuse(rule, format!("{name} is not on the table"));
    }
    Ok(())
}

/// Every fire of a division's units worth judging.
pub fn candidates(look: Look<'_>, division: DivisionId, each: &mut dyn FnMut(Choice)) {
    for unit in &look.facts.division(division).units {
        if may_fire(look, *unit).is_ok() {
            for target in legal_targets(look, *unit) {
                each(Choice::Fire {
                    unit: *unit,
                    target,
                });
            }
        }
    }
}

/// SfG 2.6-modifiers, 2.6-gun-modifiers.
fn modifiers(look: Look<'_>, unit: UnitId, target: UnitId, charged: Option<Charged>) -> Terms {
    let own = look.unit(unit);
    let guns = look.is_battery(unit);
    let list = if guns {
        Rule::SFG_2_6_gun_modifiers
    } else {
        Rule::SFG_2_6_modifiers
    };
    let mut terms = Terms::new();
    if own.disordered {
        terms.add(-1, list, "disordered");
    }
    if let Some(charged) = charged {
        let foot = look.table.is_foot(look.facts, unit);
        if !(foot && charged.by_horse) {
            terms.add(-1, list, "being charged");
        } else if charged.frontal {
            terms.add(1, list, "infantry charged frontally by cavalry");
        }
    }
    if !guns && look.entry(unit).weapon == Weapon::BreechLoader {
        terms.add(1, list, "breech-loaders");
    }
    let aim = look.unit(target);
    if aim.formation.is_column() {
        terms.add(1, list, "target in column");
    }
    if guns && look.is_battery(target) {
        terms.add(-1, list, "counter-battery");
    }
    if aim.formation == Formation::Limbered {
        terms.add(1, list, "limbered artillery");
    }
    terms
}

/// SfG 2.6-musket-dice, 2.6-gun-table, 2.6-modifiers: the dice of a fire at a body, which may be on its way.
///
/// # Errors
/// Why no base fires.
pub fn volley(
    look: Look<'_>,
    unit: UnitId,
    target: UnitId,
    body: &Body,
    charged: Option<Charged>,
) -> Result<Volley, Refusal> {
    let able = bases(look, unit, target, body)?;
    let guns = look.is_battery(unit);
    // SfG-reading 100: a charger has what it is lined up on as long as it is shot at where it stands, not on its way.
    let stands = charged.is_none() || body.bases().first() == look.body(target).bases().first();
    let shelter = cover::against(look, target, body, moving::centre(look, unit), stands);
    let (dice, needs, rule) = if guns {
        let distance = able.iter().map(|(_, square)| *square).min();
        let bracket = look
            .facts
            .figures
            .guns
            .iter()
            .find(|bracket| distance.is_some_and(|square| square.within(bracket.reach)));
        match bracket {
            Some(bracket) => (
                u16::from(bracket.dice),
                i32::from(bracket.needs),
                Rule::SFG_2_6_gun_table,
            ),
            None => return refuse(Rule::SFG_2_6_gun_table, "out of reach"),
        }
    } else {
        let each = u16::from(look.facts.figures.factors(look.entry(unit).arm).fire);
        let count = u16::try_from(able.len()).unwrap_or(0);
        (count * each, 4, Rule::SFG_2_6_tohit)
    };
    // What hides the target is what the number needed comes from.
    let rule = match (guns, shelter) {
        (_, Cover::Open) => rule,
        (true, _) => Rule::SFG_2_6_gun_tohit,
        (false, _) => Rule::SFG_2_6_cover,
    };
    Ok(Volley {
        bases: able.into_iter().map(|(base, _)| base).collect(),
        roll: Roll {
            purpose: Purpose::Fire,
            rule,
            dice,
            faces: 6,
            terms: modifiers(look, unit, target, charged),
            reading: Reading::EachAtLeast {
                number: needs + shelter.steps(),
            },
        },
    })
}
