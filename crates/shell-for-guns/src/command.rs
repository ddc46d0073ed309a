//! SfG 2.3: the command test and its modifiers.

use longroll_core::{Refusal, Terms};
use longroll_rule::Rule;
use longroll_tabletop::{SquaredDistance, Ticks};

use crate::facts::{GeneralId, Quality, UnitId};
use crate::look::Look;
use crate::measure::Um;
use crate::refusal::refuse;
use crate::roll::{Purpose, Reading, Roll};

/// SfG-reading 45: a step of distance.
const STEP: Ticks = Ticks(4000);
/// SfG-reading 55: enemies this near disturb.
const DISTURBED: Ticks = Ticks(4000);

/// How far a general is from a unit; nothing if he is with it, none if he is off the table.
#[must_use]
pub fn distance(look: Look<'_>, general: GeneralId, unit: UnitId) -> Option<SquaredDistance> {
    if look.table.general(general).attached == Some(unit) {
        return Some(SquaredDistance::of(Ticks::ZERO));
    }
    let body = look.table.general_body(look.facts, general)?;
    body.squared_distance(&look.body(unit))
}

/// SfG D-radius: whether a unit is within a general's reach.
///
/// # Errors
/// How far away it is.
pub fn in_radius(
    look: Look<'_>,
    general: GeneralId,
    unit: UnitId,
) -> Result<SquaredDistance, Refusal> {
    let radius = look.facts.general(general).entry.radius;
    match distance(look, general, unit) {
        Some(square) if square.within(radius) => Ok(square),
        Some(square) => refuse(
            Rule::SFG_D_radius,
            format!(
                "{} is {} UM away, the radius is {}",
                look.name(unit),
                Um(square.ticks()),
                Um(radius)
            ),
        ),
        None => refuse(Rule::SFG_D_radius, "the general is not on the table"),
    }
}

/// SfG 2.3-modifiers: what changes the general's value for an order to one unit; `earlier` orders count against it.
#[must_use]
pub fn terms(look: Look<'_>, general: GeneralId, unit: UnitId, earlier: u8) -> Terms {
    let rule = Rule::SFG_2_3_modifiers;
    let own = look.unit(unit);
    let mut terms = Terms::new();
    if own.formation.is_column() {
        terms.add(1, rule, own.formation.to_string());
    }
    match look.entry(unit).quality {
        Quality::Elite => terms.add(1, rule, "Elite"),
        Quality::Conscript => terms.add(-1, rule, "Conscript"),
        Quality::Regular => {}
    }
    let attached = look
        .table
        .generals()
        .any(|(id, own)| own.attached == Some(unit) && !look.facts.general(id).entry.poor);
    if attached {
        terms.add(1, rule, "general attached");
    }
    if let Some(square) = distance(look, general, unit) {
        terms.add(-square.ticks().full_parts(STEP), rule, "distance");
    }
    if look.facts.terrain.in_rough(&own.body()) {
        terms.add(-1, rule, "rough ground");
    }
    if let Some(place) = order_after(earlier) {
        terms.add(-i32::from(earlier), rule, place);
    }
    if look.decimated(unit) {
        terms.add(-2, Rule::SFG_1_5_decimated, "decimated");
    } else if look.table.lost_a_third(look.facts, unit) {
        terms.add(-1, rule, "a third lost");
    }
    if own.disordered {
        terms.add(-1, Rule::SFG_1_5_penalties, "disordered");
    }
    if enemy_within(look, unit, DISTURBED) {
        terms.add(-1, rule, "enemies within 4 UM");
    }
    terms
}

/// An order by its place among those that count; the first counts for nothing.
const fn order_after(earlier: u8) -> Option<&'static str> {
    Some(match earlier {
        0 => return None,
        1 => "second order",
        2 => "third order",
        3 => "fourth order",
        4 => "fifth order",
        5 => "sixth order",
        _ => "later order",
    })
}

/// Whether any enemy unit is this near.
#[must_use]
pub fn enemy_within(look: Look<'_>, unit: UnitId, limit: Ticks) -> bool {
    let body = look.body(unit);
    look.enemies(unit)
        .any(|enemy| body.is_within(&look.body(enemy), limit))
}

/// SfG 2.3-test: 2D6, no more than the general's value with the terms.
#[must_use]
pub fn test(look: Look<'_>, general: GeneralId, rule: Rule, terms: Terms) -> Roll {
    Roll {
        purpose: Purpose::CommandTest,
        rule,
        dice: 2,
        faces: 6,
        terms,
        reading: Reading::AtMost {
            value: i32::from(look.facts.general(general).entry.value),
        },
    }
}
