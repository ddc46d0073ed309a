//! Roads and trails: chains of neighbouring hexes that lead somewhere.

use longroll_board::{Ground, HexId, Passage, Route, RouteKind};

use super::places_and_sources::{hex, source};
use crate::read::fault::{At, FaultKind, Reporter};
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};

pub(super) fn read_routes(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
    let file = open(reporter, files, "map/routes.tsv");
    let table = RawTable::parse(
        reporter,
        &file,
        &["id", "kind", "name", "src", "hexes"],
        &[],
    );
    let mut seen = Once::default();
    let mut read = Vec::new();
    for row in table.rows() {
        let id = row.cell("id");
        seen.check(reporter, &id);
        let kind = match row.cell("kind").text() {
            "road" => Some(RouteKind::Road),
            "trail" => Some(RouteKind::Trail),
            "pike" => Some(RouteKind::Pike),
            _ => None,
        };
        let Some(kind) = row
            .cell("kind")
            .parsed(reporter, "road, trail or pike", kind)
        else {
            continue;
        };
        let hexes = chain(reporter, ground, &row, kind);
        let source = source(reporter, &row);
        let route = Route {
            id: id.text().to_owned(),
            name: row.cell("name").text().to_owned(),
            kind,
            hexes,
            source,
        };
        read.push((row.cell("hexes").at(), route));
    }
    check_ends(reporter, ground, &read);
    ground.names.routes = read.into_iter().map(|(_, route)| route).collect();
}

/// Joins the hexes of a route, each to the one before.
fn chain(
    reporter: &mut Reporter,
    ground: &mut Ground,
    row: &RawRow<'_>,
    kind: RouteKind,
) -> Vec<HexId> {
    let broken = |why: String| FaultKind::RouteBroken {
        route: row.cell("id").text().to_owned(),
        why,
    };
    let mut hexes: Vec<HexId> = Vec::new();
    for cell in row.cell("hexes").parts(' ') {
        let Some(next) = hex(reporter, &ground.grid, &cell) else {
            continue;
        };
        if let Some(&last) = hexes.last() {
            if let Err(error) = ground.join(last, next, kind) {
                let names = (ground.grid.name(error.a), ground.grid.name(error.b));
                cell.fault(
                    reporter,
                    broken(format!("{} and {} are no neighbours", names.0, names.1)),
                );
            } else if ground
                .side_between(last, next)
                .is_some_and(|side| side.passage == Passage::Impassable)
            {
                let name = ground.grid.name(next).to_owned();
                cell.fault(
                    reporter,
                    broken(format!("the hexside into {name} is impassable")),
                );
            }
        }
        hexes.push(next);
    }
    hexes
}

/// A route joins another, leaves the map, or ends somewhere that has a name; a chain of one hex is none.
fn check_ends(reporter: &mut Reporter, ground: &Ground, routes: &[(At, Route)]) {
    for (index, (at, route)) in routes.iter().enumerate() {
        let broken = |why: String| FaultKind::RouteBroken {
            route: route.id.clone(),
            why,
        };
        if route.hexes.len() < 2 {
            reporter.report(at, broken("it needs at least two hexes".into()));
            continue;
        }
        let others = || {
            routes
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
        };
        let joins = |hex: HexId| others().any(|(_, (_, other))| other.hexes.contains(&hex));
        let edge = |hex: HexId| !ground.grid.open_sides(hex).is_empty();
        let fixed = |hex: HexId| joins(hex) || edge(hex) || ground.hexes[hex].field.is_some();
        let ends = [route.hexes.first().copied(), route.hexes.last().copied()];
        let loose = ends.iter().flatten().filter(|hex| !fixed(**hex)).count();
        if loose == 2 {
            reporter.report(
                at,
                broken("neither end joins another route, a field or the edge of the map".into()),
            );
        }
    }
}
