//! SR 10.81-terrain, BB TEC: what the ground does to a fire.

use longroll_board::{Feature, HexId, Terrain};
use longroll_catalog::tables::{CombatEffect, TerrainKind};
use longroll_core::Terms;
use longroll_movement::kind_of;
use longroll_rule::Rule;

use super::firer::FirerArm;
use super::lane::Lane;
use super::scene::FireScene;

/// The terms of the ground for fire along one lane.
pub(super) fn ground(look: &FireScene<'_>, arm: FirerArm, lane: &Lane, target: HexId) -> Terms {
    let mut terms = Terms::new();
    if let Some(cover) = lane.boat_cover {
        let cover = i32::try_from(cover).unwrap_or(i32::MAX);
        terms.add(
            -cover,
            Rule::BB_14_74,
            "cover that the shells pass through or end in",
        );
    } else {
        woods(look, lane, target, &mut terms);
    }
    dense(look, arm, lane, target, &mut terms);
    slope(look, lane, target, &mut terms);
    if arm == FirerArm::Guns
        && look.ground().hexes[lane.from]
            .features
            .contains(Feature::Sloping)
    {
        let row = look.tables().terrain.row(TerrainKind::SlopingGround);
        if let CombatEffect::IntoAndOut { out, .. } = row.fire {
            terms.add(
                i32::from(out),
                Rule::BB_TEC_k,
                "guns fire from Sloping Ground",
            );
        }
    }
    terms
}

/// BB TEC-b: through or into Woods or a Field Boundary, once.
fn woods(look: &FireScene<'_>, lane: &Lane, target: HexId, terms: &mut Terms) {
    let terrain = look.ground().terrain(target);
    let there = matches!(terrain, Terrain::Woods | Terrain::FieldBoundary);
    let kind = if there {
        kind_of(terrain)
    } else {
        TerrainKind::Woods
    };
    let row = look.tables().terrain.row(kind);
    let CombatEffect::Drm(value) = row.fire else {
        return;
    };
    let (rule, reason) = match (lane.woods, there) {
        (Some(_), true) => (Rule::BB_TEC_b, "through and into Woods, once"),
        (Some(rule), false) => (rule, "through Woods"),
        (None, true) => (row.rule, "target in Woods"),
        (None, false) => return,
    };
    terms.add(i32::from(value), rule, reason);
}

/// BB TEC-e: into and out of Thicket and Swamp. The count of a gunboat's cover holds the Swamp of its target.
fn dense(look: &FireScene<'_>, arm: FirerArm, lane: &Lane, target: HexId, terms: &mut Terms) {
    let effect = |hex: HexId| {
        let terrain = look.ground().terrain(hex);
        let dense = matches!(
            terrain,
            Terrain::Thicket | Terrain::Swamp | Terrain::SwampStream
        );
        dense.then(|| look.tables().terrain.row(kind_of(terrain)))
    };
    if let Some(row) = effect(target)
        && let CombatEffect::IntoAndOut { into, .. } = row.fire
        && (arm != FirerArm::Boat || look.ground().terrain(target) == Terrain::Thicket)
    {
        terms.add(i32::from(into), row.rule, "into Thicket or Swamp");
    }
    if let Some(row) = effect(lane.from)
        && let CombatEffect::IntoAndOut { out, .. } = row.fire
    {
        terms.add(i32::from(out), row.rule, "out of Thicket or Swamp");
    }
}

/// SR 10.81-notes: the slope of the hexside between neighbours, at a distance the difference of the levels (fire reading
/// 88). Crests and Ravines have none.
pub(super) fn slope(look: &FireScene<'_>, lane: &Lane, target: HexId, terms: &mut Terms) {
    use longroll_board::{Relief, SlopeClass};
    let rise = look.level(target) - look.level(lane.from);
    let class = if lane.range == 1 {
        match look.ground().side_between(lane.from, target) {
            Some(side) => match side.relief {
                Relief::Slope { class, .. } => Some(class),
                Relief::Level | Relief::Crest { .. } | Relief::Ravine { .. } => None,
            },
            None => None,
        }
    } else {
        u8::try_from(rise.unsigned_abs())
            .ok()
            .and_then(SlopeClass::of_lines)
    };
    let Some(class) = class.filter(|_| rise != 0) else {
        return;
    };
    let kind = match (class, rise > 0) {
        (SlopeClass::Gradual, _) => TerrainKind::GradualSlope,
        (SlopeClass::Minor, true) => TerrainKind::MinorSlopeUp,
        (SlopeClass::Minor, false) => TerrainKind::MinorSlopeDown,
        (SlopeClass::Steep | SlopeClass::Sharp, true) => TerrainKind::SteepSlopeUp,
        (SlopeClass::Steep | SlopeClass::Sharp, false) => TerrainKind::SteepSlopeDown,
    };
    let row = look.tables().terrain.row(kind);
    if let CombatEffect::Drm(value) = row.fire {
        terms.add(i32::from(value), row.rule, "slope to the target");
    }
}
