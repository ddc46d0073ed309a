//! The map: `map.toml`, hexes, hexsides, routes and names, with the corrections laid over them.

mod hexes;
mod places_and_sources;
mod routes;
mod sides;

use hexes::{read_corrections, read_hexes};
use places_and_sources::{hex, source};
use routes::read_routes;
use sides::{close_water, read_hexsides, slopes_from_levels};

use longroll_board::{
    Camp, CampKind, ColumnParity, Entry, Field, Grid, GridLayout, Ground, Numbering, Parity, Place,
    SupplySource, Terrain,
};

use crate::read::fault::{At, FaultKind, Reporter};
use crate::read::form::{self, Cx, Decode, Form};
use crate::read::names::Names;
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::RawTable;
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
    read_camps(reporter, files, &mut ground);
    read_places(reporter, files, &mut ground);
    read_entries(reporter, files, &mut ground);
    read_supply(reporter, files, &mut ground);
    corrected.then_some(ground)
}

fn read_grid(reporter: &mut Reporter, files: &dyn Provider) -> Option<Grid> {
    let file = open(reporter, files, "map/map.toml");
    let table = form::parse(reporter, &file)?;
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

fn read_camps(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
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
}

fn read_places(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
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
}

fn read_entries(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
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
}

fn read_supply(reporter: &mut Reporter, files: &dyn Provider, ground: &mut Ground) {
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
