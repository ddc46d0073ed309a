//! The map: `map.toml`, hexes, hexsides, routes and names, with the corrections laid over them.

use std::collections::BTreeMap;

use longroll_board::{
    Camp, CampKind, ColumnParity, Crossing, Entry, Feature, Field, FieldId, Grid, GridLayout,
    Ground, HexId, HexMap, HexsideId, Numbering, Parity, Passage, Place, Relief, Route, RouteKind,
    SideEnd, Source, SupplySource, Terrain, Water,
};

use super::cell::Cell;
use super::fault::{At, FaultKind, Named, Reporter};
use super::form::{self, Cx, Decode, Form};
use super::names::{Names, unknown};
use super::provider::{Provider, open};
use super::tsv::{RawRow, RawTable};
use crate::words::words;

words! {
    /// Which columns lie half a hex south.
    enum ParityWord {
        /// Even.
        Even = "even-south",
        /// Odd.
        Odd = "odd-south",
    }
}

words! {
    /// How the hexes are numbered.
    enum NumberingWord {
        /// Column and row.
        Plain = "plain",
        /// Two sheets, N and S.
        TwoSheets = "two-sheets",
    }
}

words! {
    /// Columns that share a row of two sheets.
    enum ColumnsWord {
        /// Even.
        Even = "even",
        /// Odd.
        Odd = "odd",
    }
}

/// Reads the map folder.
pub(super) fn read_ground(reporter: &mut Reporter, files: &dyn Provider) -> Option<Ground> {
    let grid = read_grid(reporter, files)?;
    let mut ground = Ground::uniform(grid, Terrain::Woods);
    read_fields(reporter, files, &mut ground);
    read_hexes(reporter, files, &mut ground);
    let mut shaped = read_hexsides(reporter, files, &mut ground);
    let corrected = read_corrections(reporter, files, &mut ground, &mut shaped);
    slopes_from_levels(&mut ground, &shaped);
    close_water(&mut ground);
    read_routes(reporter, files, &mut ground);
    read_places(reporter, files, &mut ground);
    corrected.then_some(ground)
}

fn read_grid(reporter: &mut Reporter, files: &dyn Provider) -> Option<Grid> {
    let file = open(reporter, files, "map/map.toml");
    let table = form::parse(reporter, &file);
    let nothing = Ground::uniform(
        Grid::new(GridLayout::plain(1..=1, 1..=1, Parity::OddSouth)).ok()?,
        Terrain::Clear,
    );
    let names = Names::new(&nothing, &[], &[], &[]);
    let mut cx = Cx {
        reporter,
        file: &file,
        names: &names,
        turns: Vec::new(),
    };
    let mut form = Form::of_file(&table);
    let columns: Option<[u8; 2]> = form.field(&mut cx, "columns");
    let rows: Option<[u8; 2]> = form.field(&mut cx, "rows");
    let parity: Option<ParityWord> = form.field(&mut cx, "parity");
    let numbering: Option<NumberingWord> = form.field(&mut cx, "numbering");
    let north_rows: Option<Option<u8>> = form.field(&mut cx, "north_rows");
    let shared: Option<Option<ColumnsWord>> = form.field(&mut cx, "shared_columns");
    let _: Option<Option<u8>> = form.field(&mut cx, "hex_yards");
    let _: Option<Option<u8>> = form.field(&mut cx, "contour_feet");
    let numbering = match (numbering?, north_rows?, shared?) {
        (NumberingWord::Plain, ..) => Numbering::Plain,
        (NumberingWord::TwoSheets, Some(north_rows), shared) => Numbering::TwoSheets {
            north_rows,
            shared: match shared {
                Some(ColumnsWord::Odd) => ColumnParity::Odd,
                Some(ColumnsWord::Even) | None => ColumnParity::Even,
            },
        },
        (NumberingWord::TwoSheets, None, _) => {
            return u8::absent(&mut cx, form.place(), "north_rows").and(None);
        }
    };
    form.close(&mut cx);
    let ([first, last], [top, bottom]) = (columns?, rows?);
    let parity = match parity? {
        ParityWord::Even => Parity::EvenSouth,
        ParityWord::Odd => Parity::OddSouth,
    };
    match Grid::new(GridLayout {
        columns: first..=last,
        rows: top..=bottom,
        parity,
        numbering,
    }) {
        Ok(grid) => Some(grid),
        Err(error) => {
            reporter.report(
                &At::new(&file, 0..0),
                FaultKind::Contradiction(error.to_string()),
            );
            None
        }
    }
}

fn read_fields(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
    let file = open(reporter, files, "map/fields.tsv");
    let table = RawTable::parse(reporter, &file, &["name", "src"], &[]);
    let mut seen = Once::default();
    for row in table.rows() {
        let name = row.cell("name");
        seen.check(reporter, &name);
        let source = source(reporter, &row);
        ground.names.fields.push(Field {
            name: name.text().to_owned(),
            source,
        });
    }
}

fn read_hexes(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
    let file = open(reporter, files, "map/hexes.tsv");
    let columns = [
        "hex", "terrain", "field", "level", "feet", "features", "src",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    let mut lines: HexMap<usize> = HexMap::filled(&ground.grid, 0);
    for row in table.rows() {
        let Some(hex) = hex(reporter, &ground.grid, &row.cell("hex")) else {
            continue;
        };
        let line = row.line();
        if lines[hex] != 0 {
            let name = ground.grid.name(hex).to_owned();
            row.cell("hex").fault(
                reporter,
                FaultKind::Twice {
                    name,
                    first_line: lines[hex],
                },
            );
        }
        lines[hex] = line;
        let source = source(reporter, &row);
        let (terrain, level) = (row.cell("terrain"), row.cell("level"));
        let cells = [("terrain", &terrain), ("level", &level)];
        for (key, cell) in cells {
            set_hex(reporter, ground, hex, key, cell);
        }
        if let Some(field) = row.cell("field").filled() {
            set_hex(reporter, ground, hex, "field", &field);
        }
        if let Some(feet) = row.cell("feet").filled() {
            ground.hexes[hex].feet = feet.number(reporter, -2000..=20000);
        }
        for word in row.cell("features").parts(' ') {
            if let Some(feature) = word.parsed(reporter, &feature_words(), feature(word.text())) {
                ground.hexes[hex].features.insert(feature);
            }
        }
        ground.hexes[hex].source = source;
    }
    for hex in ground.grid.hexes() {
        if lines[hex] == 0 {
            let row = ground.grid.name(hex).to_owned();
            reporter.report(&table.at_header(), FaultKind::RowMissing { row });
        }
    }
}

/// Sets terrain, field or level of a hex.
fn set_hex(
    reporter: &mut Reporter,
    ground: &mut Ground,
    hex: HexId,
    key: &str,
    cell: &Cell<'_>,
) -> bool {
    match key {
        "terrain" => match cell.parsed(reporter, &terrain_words(), Terrain::from_name(cell.text()))
        {
            Some(terrain) => ground.hexes[hex].terrain = terrain,
            None => return false,
        },
        "level" => match cell.number(reporter, -20..=60) {
            Some(level) => ground.hexes[hex].level = level,
            None => return false,
        },
        "field" => {
            if matches!(cell.text(), "none" | "-") {
                ground.hexes[hex].field = None;
                return true;
            }
            let Some(field) = field(reporter, ground, cell) else {
                return false;
            };
            ground.hexes[hex].field = Some(field);
        }
        _ => return false,
    }
    true
}

fn field(reporter: &mut Reporter, ground: &Ground, cell: &Cell<'_>) -> Option<FieldId> {
    let field = ground.names.field_named(cell.text());
    if field.is_none() {
        unknown(
            reporter,
            cell,
            Named::Field,
            ground.names.fields.iter().map(|field| &*field.name),
        );
    }
    field
}

/// The hexsides of the file; returns those whose shape is fixed and does not follow from the levels.
fn read_hexsides(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &mut Ground,
) -> Vec<HexsideId> {
    let file = open(reporter, files, "map/hexsides.tsv");
    let columns = [
        "hexside", "water", "name", "crossing", "shape", "lines_a", "lines_b", "passage", "src",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    let mut shaped = Vec::new();
    let mut seen: BTreeMap<HexsideId, usize> = BTreeMap::new();
    for row in table.rows() {
        let cell = row.cell("hexside");
        let Some((side, from)) = hexside(reporter, ground, &cell) else {
            continue;
        };
        if let Some(first_line) = seen.insert(side, row.line()) {
            cell.fault(
                reporter,
                FaultKind::Twice {
                    name: cell.text().to_owned(),
                    first_line,
                },
            );
        }
        if let Some(water) = row.cell("water").filled() {
            set_side(reporter, ground, &mut shaped, side, from, "water", &water);
        }
        if let Some(name) = row.cell("name").filled() {
            ground.sides[side].water_name = Some(water_index(ground, name.text()));
        }
        if let Some(crossing) = row.cell("crossing").filled() {
            set_side(
                reporter,
                ground,
                &mut shaped,
                side,
                from,
                "crossing",
                &crossing,
            );
        }
        if let Some(shape) = row.cell("shape").filled() {
            let lines = row
                .cell("lines_a")
                .number(reporter, 0..=20)
                .zip(row.cell("lines_b").number(reporter, 0..=20));
            if let Some((a, b)) = lines {
                let relief = match shape.text() {
                    "ravine" => Some(Relief::Ravine {
                        first: a,
                        second: b,
                    }),
                    "crest" => Some(Relief::Crest {
                        first: a,
                        second: b,
                    }),
                    _ => None,
                };
                if let Some(relief) = shape.parsed(reporter, "ravine or crest", relief) {
                    set_relief(ground, &mut shaped, side, from, relief);
                }
            }
        }
        if let Some(passage) = row.cell("passage").filled() {
            set_side(
                reporter,
                ground,
                &mut shaped,
                side,
                from,
                "passage",
                &passage,
            );
        }
        ground.sides[side].source = source(reporter, &row);
    }
    shaped
}

/// Sets one property of a hexside seen from the hex named first.
fn set_side(
    reporter: &mut Reporter,
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
    side: HexsideId,
    from: HexId,
    key: &str,
    cell: &Cell<'_>,
) -> bool {
    let none = matches!(cell.text(), "none" | "-");
    match key {
        "water" => {
            let water = match cell.text() {
                "stream" => Some(Water::Stream),
                "creek" => Some(Water::Creek),
                "river" => Some(Water::River),
                "lake" => Some(Water::Lake),
                _ => none.then_some(Water::None),
            };
            let Some(water) = cell.parsed(reporter, "stream, creek, river, lake or none", water)
            else {
                return false;
            };
            ground.sides[side].water = water;
        }
        "crossing" => {
            let crossing = match cell.text() {
                "bridge" => Some(Crossing::Bridge),
                "ford" => Some(Crossing::Ford),
                _ => none.then_some(Crossing::None),
            };
            let Some(crossing) = cell.parsed(reporter, "bridge, ford or none", crossing) else {
                return false;
            };
            ground.sides[side].crossing = crossing;
        }
        "passage" => {
            let passage = match cell.text() {
                "impassable" => Some(Passage::Impassable),
                "open" => Some(Passage::Open),
                _ => none.then_some(Passage::Open),
            };
            let Some(passage) = cell.parsed(reporter, "impassable or open", passage) else {
                return false;
            };
            ground.sides[side].passage = passage;
        }
        "ravine" | "crest" => {
            if none {
                shaped.retain(|own| *own != side);
                return true;
            }
            let lines = cell
                .text()
                .split_once('/')
                .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            let Some((first, second)) =
                cell.parsed(reporter, "contour lines to both hexes, such as 1/2", lines)
            else {
                return false;
            };
            let relief = if key == "ravine" {
                Relief::Ravine { first, second }
            } else {
                Relief::Crest { first, second }
            };
            set_relief(ground, shaped, side, from, relief);
        }
        "slope" => {
            let Some(lines) = cell.number(reporter, 0..=20) else {
                return false;
            };
            set_relief(
                ground,
                shaped,
                side,
                from,
                Relief::slope(SideEnd::First, lines),
            );
        }
        _ => return false,
    }
    true
}

fn set_relief(
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
    side: HexsideId,
    from: HexId,
    relief: Relief,
) {
    let first = ground.grid.side(side).first() == from;
    ground.sides[side].relief = if first { relief } else { relief.mirrored() };
    if !shaped.contains(&side) {
        shaped.push(side);
    }
}

fn read_corrections(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
) -> bool {
    const SIDE_KEYS: [&str; 6] = ["water", "crossing", "ravine", "crest", "slope", "passage"];
    let file = open(reporter, files, "map/corrections.tsv");
    let table = RawTable::parse(reporter, &file, &["target", "key", "value", "note"], &[]);
    for row in table.rows() {
        let (target, key, value) = (row.cell("target"), row.cell("key"), row.cell("value"));
        let source = if row.cell("note").text().ends_with("(text)") {
            Source::Text
        } else {
            Source::PrintedMap
        };
        if target.text().contains('/') {
            let Some((side, from)) = hexside(reporter, ground, &target) else {
                continue;
            };
            if !SIDE_KEYS.contains(&key.text()) {
                key_fault(reporter, &key, SIDE_KEYS.iter().copied());
            } else if set_side(reporter, ground, shaped, side, from, key.text(), &value) {
                ground.sides[side].source = source;
            }
            continue;
        }
        let Some(hex) = hex(reporter, &ground.grid, &target) else {
            continue;
        };
        if let Some(feature) = feature(key.text()) {
            let features = ground.hexes[hex].features;
            let changed = match value.text() {
                "yes" => Some(features.with(feature)),
                "no" => Some(features.without(feature)),
                _ => None,
            };
            if let Some(changed) = value.parsed(reporter, "yes or no", changed) {
                ground.hexes[hex].features = changed;
                ground.hexes[hex].source = source;
            }
        } else if ["terrain", "level", "field"].contains(&key.text()) {
            if set_hex(reporter, ground, hex, key.text(), &value) {
                ground.hexes[hex].source = source;
            }
        } else {
            let features = Feature::ALL.into_iter().map(feature_name);
            key_fault(
                reporter,
                &key,
                ["terrain", "level", "field"].into_iter().chain(features),
            );
        }
    }
    true
}

fn key_fault<'k>(reporter: &mut Reporter, key: &Cell<'_>, allowed: impl Iterator<Item = &'k str>) {
    let allowed = allowed.map(str::to_owned).collect();
    key.fault(
        reporter,
        FaultKind::UnknownKey {
            key: key.text().to_owned(),
            allowed,
        },
    );
}

/// BB 9.44-slopes: one contour line gradual, two minor, three and more steep, counted from the levels.
fn slopes_from_levels(ground: &mut Ground, shaped: &[HexsideId]) {
    let sides: Vec<_> = ground.grid.sides().collect();
    for side in sides {
        let Some(second) = side.second() else {
            continue;
        };
        if shaped.contains(&side.id()) {
            continue;
        }
        let (a, b) = (ground.level(side.first()), ground.level(second));
        let higher = if a > b {
            SideEnd::First
        } else {
            SideEnd::Second
        };
        ground.sides[side.id()].relief = Relief::slope(higher, a.abs_diff(b));
    }
}

/// BB TEC: river and lake hexsides are closed, creeks but for bridges and fords.
fn close_water(ground: &mut Ground) {
    let sides: Vec<_> = ground
        .grid
        .sides()
        .map(longroll_board::Hexside::id)
        .collect();
    for side in sides {
        let closed = match ground.sides[side].water {
            Water::River | Water::Lake => true,
            Water::Creek => ground.sides[side].crossing == Crossing::None,
            Water::None | Water::Stream => false,
        };
        if closed {
            ground.sides[side].passage = Passage::Impassable;
        }
    }
}

fn read_routes(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
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
        let broken = |why: String| FaultKind::RouteBroken {
            route: id.text().to_owned(),
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

fn read_places(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
    let file = open(reporter, files, "map/camps.tsv");
    let table = RawTable::parse(reporter, &file, &["hex", "kind", "unit", "src"], &[]);
    for row in table.rows() {
        let kind = match row.cell("kind").text() {
            "infantry" => Some(CampKind::Infantry),
            "cavalry" => Some(CampKind::Cavalry),
            "artillery" => Some(CampKind::Artillery),
            "headquarters" => Some(CampKind::Headquarters),
            _ => None,
        };
        let kind = row.cell("kind").parsed(
            reporter,
            "infantry, cavalry, artillery or headquarters",
            kind,
        );
        let hex = hex(reporter, &ground.grid, &row.cell("hex"));
        let source = source(reporter, &row);
        if let (Some(hex), Some(kind)) = (hex, kind) {
            ground.names.camps.push(Camp {
                hex,
                kind,
                unit: row.cell("unit").text().to_owned(),
                source,
            });
        }
    }
    let file = open(reporter, files, "map/places.tsv");
    let table = RawTable::parse(reporter, &file, &["hex", "name", "kind", "src"], &[]);
    for row in table.rows() {
        let source = source(reporter, &row);
        let text = |column: &str| row.cell(column).text().to_owned();
        if let Some(hex) = hex(reporter, &ground.grid, &row.cell("hex")) {
            ground.names.places.push(Place {
                hex,
                name: text("name"),
                kind: text("kind"),
                source,
            });
        }
    }
    let file = open(reporter, files, "map/entries.tsv");
    let table = RawTable::parse(reporter, &file, &["hex", "side", "note"], &[]);
    for row in table.rows() {
        let side: Option<longroll_core::Side> = row.cell("side").word(reporter);
        let hex = hex(reporter, &ground.grid, &row.cell("hex"));
        if let (Some(hex), Some(side)) = (hex, side) {
            let note = row.cell("note").text().to_owned();
            ground.names.entries.push(Entry {
                hex,
                side: side.word().to_owned(),
                note,
            });
        }
    }
    let file = open(reporter, files, "map/supply.tsv");
    let table = RawTable::parse(reporter, &file, &["hex", "side", "src"], &[]);
    for row in table.rows() {
        let side: Option<longroll_core::Side> = row.cell("side").word(reporter);
        let hex = hex(reporter, &ground.grid, &row.cell("hex"));
        let source = source(reporter, &row);
        if let (Some(hex), Some(side)) = (hex, side) {
            ground.names.supply_sources.push(SupplySource {
                hex,
                side: side.word().to_owned(),
                source,
            });
        }
    }
}

/// The letter of the map's own sources.
fn source(reporter: &mut Reporter, row: &RawRow<'_>) -> Source {
    let cell = row.cell("src");
    let source = match cell.text() {
        "T" => Some(Source::Text),
        "D" => Some(Source::Deduced),
        "H" => Some(Source::History),
        "I" => Some(Source::Estimate),
        "P" => Some(Source::PrintedMap),
        _ => None,
    };
    cell.parsed(reporter, "T, D, H, I or P", source)
        .unwrap_or_default()
}

fn hex(reporter: &mut Reporter, grid: &Grid, cell: &Cell<'_>) -> Option<HexId> {
    grid.parse(cell.text())
        .map_err(|error| cell.fault(reporter, FaultKind::BadHex(error.to_string())))
        .ok()
}

/// A hexside and the hex named first.
fn hexside(
    reporter: &mut Reporter,
    ground: &Ground,
    cell: &Cell<'_>,
) -> Option<(HexsideId, HexId)> {
    let side = match ground.grid.parse_side(cell.text()) {
        Ok(side) => side,
        Err(error) => {
            cell.fault(reporter, FaultKind::BadHexside(error.to_string()));
            return None;
        }
    };
    let (first, _) = cell.split_once('/')?;
    Some((side, hex(reporter, &ground.grid, &first)?))
}

fn water_index(ground: &mut Ground, name: &str) -> u8 {
    let waters = &mut ground.names.waters;
    let index = waters
        .iter()
        .position(|own| own == name)
        .unwrap_or_else(|| {
            waters.push(name.to_owned());
            waters.len() - 1
        });
    u8::try_from(index).unwrap_or(u8::MAX)
}

const fn feature_name(feature: Feature) -> &'static str {
    match feature {
        Feature::Sloping => "sloping",
        Feature::Orchard => "orchard",
        Feature::PartialWater => "partial-water",
        Feature::SunkenLane => "sunken-lane",
        Feature::BridgeInside => "bridge-inside",
        Feature::Building => "building",
        Feature::Pond => "pond",
        Feature::Rivulet => "rivulet",
        Feature::Landing => "landing",
        Feature::Unreachable => "unreachable",
    }
}

fn feature(name: &str) -> Option<Feature> {
    Feature::ALL
        .into_iter()
        .find(|feature| feature_name(*feature) == name)
}

fn feature_words() -> String {
    format!("a feature: {}", Feature::ALL.map(feature_name).join(", "))
}

fn terrain_words() -> String {
    format!(
        "a kind of terrain: {}",
        Terrain::ALL.map(Terrain::name).join(", ")
    )
}

/// Names that may be there once only.
#[derive(Debug, Default)]
pub(super) struct Once {
    places: BTreeMap<String, At>,
}

impl Once {
    /// Reports a second one; true if it is the first.
    pub(super) fn check(&mut self, reporter: &mut Reporter, cell: &Cell<'_>) -> bool {
        if let Some(first) = self.places.get(cell.text()) {
            let first_line = first.line();
            cell.fault(
                reporter,
                FaultKind::Twice {
                    name: cell.text().to_owned(),
                    first_line,
                },
            );
            return false;
        }
        self.places.insert(cell.text().to_owned(), cell.at());
        true
    }
}
