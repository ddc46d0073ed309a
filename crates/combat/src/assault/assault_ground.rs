//! SR 11.42, BB TEC-assault: what the ground does to an assault.

use longroll_board::{Crossing, Direction, HexId, Passage, RouteKind, SlopeClass, Terrain, Water};
use longroll_catalog::tables::{CombatEffect, TerrainKind};
use longroll_core::Terms;
use longroll_movement::{StepGround, StepRelief, kind_of};
use longroll_position::Setting;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::Assault;
use super::enemies::lines_of;

/// The rows of the chart that a hexside falls under, water first.
fn side_rows(step: &StepGround) -> SmallVec<[TerrainKind; 3]> {
    let mut rows = SmallVec::new();
    match (step.water, step.crossing) {
        (Water::River | Water::Lake, _) => rows.push(TerrainKind::RiverSide),
        (Water::None, _) => {}
        (_, Crossing::Bridge) => rows.push(TerrainKind::Bridge),
        (Water::Creek, Crossing::Ford) => rows.push(TerrainKind::CreekFord),
        (Water::Creek, Crossing::None) => rows.push(TerrainKind::Creek),
        // BB TEC-o.
        (Water::Stream, Crossing::Ford) => rows.push(TerrainKind::StreamFord),
        (Water::Stream, Crossing::None) if step.route == Some(RouteKind::Trail) => {
            rows.push(TerrainKind::StreamFord);
        }
        (Water::Stream, Crossing::None) => rows.push(TerrainKind::Stream),
    }
    if step.passage == Passage::Impassable {
        rows.push(TerrainKind::Inaccessible);
    }
    match step.relief {
        StepRelief::Level => {}
        StepRelief::Up(SlopeClass::Gradual) | StepRelief::Down(SlopeClass::Gradual) => {
            rows.push(TerrainKind::GradualSlope);
        }
        StepRelief::Up(SlopeClass::Minor) => rows.push(TerrainKind::MinorSlopeUp),
        StepRelief::Down(SlopeClass::Minor) => rows.push(TerrainKind::MinorSlopeDown),
        StepRelief::Up(SlopeClass::Steep | SlopeClass::Sharp) => {
            rows.push(TerrainKind::SteepSlopeUp);
        }
        StepRelief::Down(SlopeClass::Steep | SlopeClass::Sharp) => {
            rows.push(TerrainKind::SteepSlopeDown);
        }
        StepRelief::Ravine(_) => rows.push(TerrainKind::Ravine),
        StepRelief::Crest(_) => rows.push(TerrainKind::Crest),
    }
    rows
}

/// SR 11.12, BB TEC-assault: whether nobody assaults across a hexside.
pub(super) fn is_closed(look: &AssaultScene<'_>, from: HexId, direction: Direction) -> bool {
    bars_assault(look.scene.setting, from, direction)
}

/// The same for whoever has no assault in hand.
#[must_use]
pub fn bars_assault(setting: &Setting, from: HexId, direction: Direction) -> bool {
    let Some(step) = StepGround::of(setting.ground(), from, direction) else {
        return true;
    };
    let chart = &setting.tables().terrain;
    let shut = |kind: TerrainKind| chart.row(kind).assault == CombatEffect::Prohibited;
    side_rows(&step).into_iter().any(shut) || shut(step.entered)
}

/// BB 9.44-woods-assault, reading 12: whether a hex is Woods for assault: at Shiloh all land but Fields and Orchards; in the series
/// Woods, Orchard and Town.
pub(super) fn is_wooded(look: &AssaultScene<'_>, hex: HexId) -> bool {
    let terrain = look.ground().terrain(hex);
    let of_the_battle = look.scene.setting.terms().is_some();
    match terrain {
        Terrain::Woods | Terrain::Thicket | Terrain::Swamp | Terrain::SwampStream => true,
        Terrain::FieldBoundary => of_the_battle,
        Terrain::Orchard | Terrain::Town => !of_the_battle,
        Terrain::Clear | Terrain::Field | Terrain::River | Terrain::Lake => false,
    }
}

/// BB TEC-assault: the terms of the ground between two neighbours (readings 36, 37).
#[must_use]
pub fn ground_across(look: &AssaultScene<'_>, attacking: HexId, defending: HexId) -> Terms {
    let mut terms = Terms::new();
    let Some(direction) = look.scene.grid().direction_between(attacking, defending) else {
        return terms;
    };
    let Some(step) = StepGround::of(look.ground(), attacking, direction) else {
        return terms;
    };
    dense(look, attacking, defending, &mut terms);
    let chart = &look.tables().terrain;
    for kind in side_rows(&step) {
        let row = chart.row(kind);
        match row.assault {
            CombatEffect::Drm(value) => terms.add(value.into(), row.rule, "across the hexside"),
            CombatEffect::ByContourLines { lowest } => {
                // BB 9.44-ravine-assault: from the bottom up to the defender.
                if let StepRelief::Ravine(climb) = step.relief {
                    let lines = -i32::from(climb.up);
                    let value = lines.max(lowest.into());
                    terms.add(value, Rule::BB_9_44_ravine_assault, "up out of the Ravine");
                }
            }
            CombatEffect::None
            | CombatEffect::OtherTerrain
            | CombatEffect::Prohibited
            | CombatEffect::IntoAndOut { .. } => {}
        }
    }
    terms
}

/// BB 9.44-thicket-assault, 9.44-swamp-assault: into and out of dense ground; from Thicket to Thicket it counts once.
fn dense(look: &AssaultScene<'_>, attacking: HexId, defending: HexId, terms: &mut Terms) {
    let row = |hex: HexId| {
        look.tables()
            .terrain
            .row(kind_of(look.ground().terrain(hex)))
    };
    let (left, entered) = (row(attacking), row(defending));
    let rule = |kind: TerrainKind| match kind {
        TerrainKind::Thicket => Rule::BB_9_44_thicket_assault,
        _ => Rule::BB_9_44_swamp_assault,
    };
    match entered.assault {
        CombatEffect::IntoAndOut { into, .. } => {
            terms.add(into.into(), rule(entered.kind), "into dense ground");
        }
        CombatEffect::Drm(value) => terms.add(value.into(), entered.rule, "into the hex"),
        _ => {}
    }
    let both = left.kind == TerrainKind::Thicket && entered.kind == TerrainKind::Thicket;
    if let (CombatEffect::IntoAndOut { out, .. }, false) = (left.assault, both) {
        terms.add(out.into(), rule(left.kind), "out of dense ground");
    }
}

/// SR 11.42: of all pairs of attacking and defending hexes the terms that are best for the defender.
#[must_use]
pub fn ground_of(look: &AssaultScene<'_>, assault: &Assault) -> Terms {
    let lines = lines_of(look, assault).into_iter();
    let terms = lines.map(|across| ground_across(look, across.from, across.to));
    terms.min_by_key(Terms::sum).unwrap_or_default()
}
