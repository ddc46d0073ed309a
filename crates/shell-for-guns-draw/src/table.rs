//! The ground and the units as they stand.

use longroll_core::Side;
use longroll_shell_for_guns::facts::{
    self, Arm, Formation, GroundClass, RIVER, ROAD, Terrain, UnitId,
};
use longroll_shell_for_guns::frames::Ride;
use longroll_shell_for_guns::look::Look;
use longroll_tabletop::{Body, Point, Polygon, Slot, Table};
use longroll_tabletop_draw::{
    AreaKind, AreaView, Army, HillView, LineKind, LineView, ObjectiveView, RiverView, RoadView,
    TableView, UnitKind, UnitView, ZoneView,
};

/// The colours of a side.
#[must_use]
pub const fn army(side: Side) -> Army {
    match side {
        Side::Union => Army::Blue,
        Side::Confederate => Army::Grey,
    }
}

fn area_kind(area: &facts::Area) -> AreaKind {
    match (area.kind, area.class) {
        (_, GroundClass::Impassable) => AreaKind::Impassable,
        (facts::AreaKind::Woods, _) => AreaKind::Woods,
        (facts::AreaKind::Crops, _) => AreaKind::Crops,
        (facts::AreaKind::Village, _) => AreaKind::Village,
        (facts::AreaKind::Stony | facts::AreaKind::Scrub, _) => AreaKind::Stony,
        (facts::AreaKind::Marsh | facts::AreaKind::Ford | facts::AreaKind::River, _) => {
            AreaKind::Marsh
        }
    }
}

const fn line_kind(kind: facts::LineKind) -> LineKind {
    match kind {
        facts::LineKind::Fence => LineKind::Fence,
        facts::LineKind::Hedge => LineKind::Hedge,
        facts::LineKind::LowWall | facts::LineKind::HighWall => LineKind::Wall,
        facts::LineKind::Gabions | facts::LineKind::Earthworks => LineKind::Works,
    }
}

/// A few letters for a name: its number, or the word that tells it from others.
fn label(name: &str) -> String {
    let usual = ["Brigade", "Battery", "Union", "Confederate"];
    let word = name
        .split_whitespace()
        .find(|word| !usual.contains(word))
        .unwrap_or(name);
    let word = word.strip_suffix("'s").unwrap_or(word);
    word.chars().take(9).collect()
}

/// What is drawn of one look. `rides` are generals who will stand elsewhere and only their own side knows it.
#[must_use]
pub fn table_view(look: Look<'_>, chosen: Option<UnitId>, rides: &[Ride]) -> Option<TableView> {
    let terrain = &look.facts.terrain;
    let zones = look.table.turn() == 0;
    let objectives = (1..).zip(look.table.objectives());
    Some(TableView {
        table: Table::new(terrain.size.0, terrain.size.1).ok()?,
        hills: terrain
            .hills
            .iter()
            .map(|hill| HillView {
                name: hill.name.clone(),
                level: hill.level,
                outline: hill.outline.clone(),
            })
            .collect(),
        areas: terrain
            .areas
            .iter()
            .filter(|area| area.kind != facts::AreaKind::Ford)
            .map(|area| AreaView {
                name: area.name.clone(),
                kind: area_kind(area),
                outline: area.outline.clone(),
            })
            .collect(),
        rivers: rivers(terrain).collect(),
        roads: roads(terrain).collect(),
        lines: terrain
            .obstacles
            .iter()
            .map(|own| LineView {
                kind: line_kind(own.kind),
                course: own.line.clone(),
            })
            .collect(),
        zones: Side::BOTH
            .into_iter()
            .filter(|_| zones)
            .filter_map(|side| zone(terrain, side))
            .collect(),
        objectives: objectives
            .map(|(number, own)| ObjectiveView {
                at: own.at,
                held_by: Some(army(own.holder)),
                label: i32::to_string(&number),
            })
            .collect(),
        units: units(look, chosen).chain(generals(look, rides)).collect(),
    })
}

/// Where a side deploys.
fn zone(terrain: &Terrain, side: Side) -> Option<ZoneView> {
    let (width, depth) = (terrain.size.0.0, terrain.size.1.0);
    let (low, high) = match side {
        Side::Union => (0, terrain.zone.0),
        Side::Confederate => (depth - terrain.zone.0, depth),
    };
    let corners = [(0, low), (width, low), (width, high), (0, high)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y))).ok()?;
    Some(ZoneView {
        army: army(side),
        outline,
    })
}

fn rivers(terrain: &Terrain) -> impl Iterator<Item = RiverView> + '_ {
    terrain.rivers.iter().map(|river| RiverView {
        course: river.course.clone(),
        width: RIVER,
        fords: river.fords.clone(),
    })
}

fn roads(terrain: &Terrain) -> impl Iterator<Item = RoadView> + '_ {
    terrain.roads.iter().map(|road| RoadView {
        name: road.name.clone(),
        course: road.line.clone(),
        width: ROAD,
    })
}

fn units(look: Look<'_>, chosen: Option<UnitId>) -> impl Iterator<Item = UnitView> + '_ {
    look.table.present().map(move |(id, unit)| {
        let kind = match look.entry(id).arm {
            Arm::Battery => UnitKind::Guns,
            Arm::Cavalry if unit.mounted => UnitKind::Horse,
            _ => UnitKind::Foot,
        };
        UnitView {
            key: look.name(id).to_owned(),
            name: look.name(id).to_owned(),
            label: label(look.name(id)),
            army: army(look.side(id)),
            kind,
            body: unit.body(),
            deployed: unit.formation != Formation::Limbered,
            disordered: unit.disordered,
            decimated: look.decimated(id),
            losses: unit.carried,
            spent: unit.deeds.fired || unit.deeds.charged,
            chosen: chosen == Some(id),
        }
    })
}

fn generals<'a>(look: Look<'a>, rides: &'a [Ride]) -> impl Iterator<Item = UnitView> + 'a {
    look.facts.generals().filter_map(move |(id, general)| {
        let ride = rides.iter().find(|ride| ride.general == id);
        let pose = match ride {
            Some(ride) => ride.pose,
            None => look.table.general(id).pose?,
        };
        let size = look.facts.general_size(id);
        Some(UnitView {
            key: general.name.clone(),
            name: general.name.clone(),
            label: String::new(),
            army: army(general.side),
            kind: UnitKind::General,
            body: Body::placed(pose, &[Slot::single(size)]),
            deployed: true,
            disordered: false,
            decimated: false,
            losses: 0,
            spent: false,
            chosen: false,
        })
    })
}
