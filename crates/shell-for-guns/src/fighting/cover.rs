//! SfG 2.6-cover, 2.7-works: what hides and what holds a unit.

use longroll_tabletop::{Body, Point};

use super::sight::lined_up;
use crate::facts::{AreaKind, Cover, LineId, UnitId};
use crate::look::Look;
use crate::moving;

/// SfG-reading 138: obstacles on which a unit is lined up against somebody at a place: at least half of its front rank has
/// the obstacle just ahead, and it lies between the two centres.
#[must_use]
pub fn works(look: Look<'_>, unit: UnitId, against: Point) -> Vec<LineId> {
    let centre = moving::centre(look, unit);
    let front = look.unit(unit).front_rank();
    let body = look.body(unit);
    look.facts
        .terrain
        .obstacles()
        .filter(|(id, obstacle)| {
            let on = body
                .bases()
                .iter()
                .take(front)
                .filter(|base| lined_up(base, &obstacle.line))
                .count();
            2 * on >= front && on > 0 && look.facts.terrain.between(*id, centre, against)
        })
        .map(|(id, _)| id)
        .collect()
}

/// SfG-reading 129: the class that more than half of the bases have against somebody at a place.
#[must_use]
pub fn against(look: Look<'_>, unit: UnitId, body: &Body, from: Point, lined: bool) -> Cover {
    let linear = if lined {
        works(look, unit, from)
            .into_iter()
            .map(|id| look.facts.terrain.obstacle(id).cover)
            .max()
            .unwrap_or(Cover::Open)
    } else {
        Cover::Open
    };
    let areas = &look.facts.terrain.areas;
    let classes: Vec<Cover> = body
        .bases()
        .iter()
        .map(|base| {
            areas
                .iter()
                .filter(|area| area.outline.contains(base.centre()))
                .map(|area| area.cover)
                .max()
                .unwrap_or(Cover::Open)
                .max(linear)
        })
        .collect();
    let most =
        |least: Cover| 2 * classes.iter().filter(|class| **class >= least).count() > classes.len();
    if most(Cover::Heavy) {
        Cover::Heavy
    } else if most(Cover::Light) {
        Cover::Light
    } else {
        Cover::Open
    }
}

/// SfG 2.7-works: whether a unit defends something that keeps fire from pushing it back.
#[must_use]
pub fn holds(look: Look<'_>, unit: UnitId, from: Point) -> bool {
    let lined = works(look, unit, from)
        .into_iter()
        .any(|id| look.facts.terrain.obstacle(id).stops_push);
    let body = look.body(unit);
    let housed =
        body.bases()
            .iter()
            .filter(|base| {
                look.facts.terrain.areas.iter().any(|area| {
                    area.kind == AreaKind::Village && area.outline.contains(base.centre())
                })
            })
            .count();
    lined || 2 * housed > body.bases().len()
}
