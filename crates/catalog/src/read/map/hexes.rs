//! Hexes, and the corrections laid over hexes and hexsides.

use longroll_board::{Feature, FieldId, Ground, HexId, HexMap, HexsideId, Source, Terrain};

use super::places_and_sources::{hex, source};
use super::sides::{hexside, set_side};
use crate::read::cell::Cell;
use crate::read::fault::{FaultKind, Named, Reporter};
use crate::read::names::unknown;
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};

pub(super) fn read_hexes(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
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

/// Lays the corrections over hexes and hexsides.
pub(super) fn read_corrections(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
) -> bool {
    let file = open(reporter, files, "map/corrections.tsv");
    let table = RawTable::parse(reporter, &file, &["target", "key", "value", "note"], &[]);
    let mut seen = Once::default();
    for row in table.rows() {
        let source = if row.cell("note").text().ends_with("(text)") {
            Source::Text
        } else {
            Source::PrintedMap
        };
        if row.cell("target").text().contains('/') {
            if let Some(side) = correct_side(reporter, ground, shaped, &mut seen, &row) {
                ground.sides[side].source = source;
            }
        } else if let Some(hex) = correct_hex(reporter, ground, &mut seen, &row) {
            ground.hexes[hex].source = source;
        }
    }
    true
}

/// A correction of a hexside; none if nothing was changed.
fn correct_side(
    reporter: &mut Reporter,
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
    seen: &mut Once,
    row: &RawRow<'_>,
) -> Option<HexsideId> {
    const KEYS: [&str; 6] = ["water", "crossing", "ravine", "crest", "slope", "passage"];
    let (target, key, value) = (row.cell("target"), row.cell("key"), row.cell("value"));
    let (side, from) = hexside(reporter, ground, &target)?;
    let place = ground.grid.side(side);
    let hex = ground.grid.name(place.first());
    let name = format!("{} of {hex}/{}", key.text(), place.direction());
    if !seen.check_named(reporter, &target, &name) {
        return None;
    }
    if !KEYS.contains(&key.text()) {
        key_fault(reporter, &key, KEYS.iter().copied());
        return None;
    }
    set_side(reporter, ground, shaped, side, from, key.text(), &value).then_some(side)
}

/// A correction of a hex; none if nothing was changed.
fn correct_hex(
    reporter: &mut Reporter,
    ground: &mut Ground,
    seen: &mut Once,
    row: &RawRow<'_>,
) -> Option<HexId> {
    const KEYS: [&str; 3] = ["terrain", "level", "field"];
    let (target, key, value) = (row.cell("target"), row.cell("key"), row.cell("value"));
    let hex = hex(reporter, &ground.grid, &target)?;
    // A hex may have two names; what counts is the hex.
    let name = format!("{} of {}", key.text(), ground.grid.name(hex));
    if !seen.check_named(reporter, &target, &name) {
        return None;
    }
    if let Some(feature) = feature(key.text()) {
        let features = ground.hexes[hex].features;
        let changed = match value.text() {
            "yes" => Some(features.with(feature)),
            "no" => Some(features.without(feature)),
            _ => None,
        };
        ground.hexes[hex].features = value.parsed(reporter, "yes or no", changed)?;
        return Some(hex);
    }
    if !KEYS.contains(&key.text()) {
        let features = Feature::ALL.into_iter().map(feature_name);
        key_fault(reporter, &key, KEYS.into_iter().chain(features));
        return None;
    }
    set_hex(reporter, ground, hex, key.text(), &value).then_some(hex)
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
