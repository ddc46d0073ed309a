//! The range effects table and the Fire Table.

use longroll_board::{Grid, GridLayout, Ground, Parity, Terrain};

use super::completeness::covers;
use crate::facts::WeaponId;
use crate::read::fault::{FaultKind, Reporter};
use crate::read::form::{self, Cx, Form};
use crate::read::names::Names;
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};
use crate::tables::{
    FireColumns, FireResult, FireTable, FireTableOrigin, RangeBand, RangeTable, RapidFire,
    RollRange, WeaponClass, WeaponFacts,
};

const SMALL_ARMS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9+"];
const ARTILLERY: [&str; 9] = ["1", "2", "3", "4", "5-7", "8-12", "13-16", "17-20", "21+"];

/// Reads both halves of the range effects table; small arms get the first ids.
pub(in crate::read) fn read_ranges(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Option<RangeTable> {
    let mut weapons = Vec::new();
    let mut seen = Once::default();
    let halves = [
        (
            "tables/range-small-arms.tsv",
            WeaponClass::SmallArms,
            "prep",
            SMALL_ARMS,
        ),
        (
            "tables/range-artillery.tsv",
            WeaponClass::Artillery,
            "rapid",
            ARTILLERY,
        ),
    ];
    for (path, class, extra, bands) in halves {
        let file = open(reporter, files, path);
        let columns: Vec<&str> = ["code", "name", "max", extra]
            .into_iter()
            .chain(bands)
            .chain(["rule"])
            .collect();
        let table = RawTable::parse(reporter, &file, &columns, &[]);
        for row in table.rows() {
            let fresh = seen.check(reporter, &row.cell("code"));
            let weapon = weapon(reporter, &row, weapons.len(), class, bands);
            if fresh {
                weapons.extend(weapon);
            }
        }
    }
    (!weapons.is_empty()).then(|| RangeTable::new(weapons))
}

/// One weapon of a half of the table.
fn weapon(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    index: usize,
    class: WeaponClass,
    bands: [&str; 9],
) -> Option<WeaponFacts> {
    let max: Option<u8> = row.cell("max").number(reporter, 1..=60);
    let prepared = match class {
        WeaponClass::SmallArms => row
            .cell("prep")
            .filled()
            .and_then(|cell| cell.number(reporter, 1..=60)),
        WeaponClass::Artillery => None,
    };
    let rapid: Option<RapidFire> = match class {
        WeaponClass::SmallArms => Some(RapidFire::Unable),
        WeaponClass::Artillery => row.cell("rapid").word(reporter),
    };
    let drms = drms(reporter, row, bands, max);
    let rule = row.cell("rule").rule(reporter);
    let text = |column: &str| row.cell(column).text().to_owned();
    Some(WeaponFacts::new(
        WeaponId::from_index(index)?,
        text("code"),
        text("name"),
        class,
        max?,
        prepared,
        rapid?,
        drms,
        rule?,
    ))
}

/// The DRM at every distance that a weapon reaches.
fn drms(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    bands: [&str; 9],
    max: Option<u8>,
) -> Vec<Option<i8>> {
    let mut drms = Vec::new();
    for band in bands {
        let drm = row
            .cell(band)
            .filled()
            .and_then(|cell| cell.number::<i8>(reporter, -9..=9));
        let RangeBand { from, to } = parse_band(band);
        let reach = max.unwrap_or(from);
        for _ in from..=to.unwrap_or(reach).min(reach) {
            drms.push(drm);
        }
    }
    if let Some(place) = drms.iter().position(Option::is_none) {
        let text = format!(
            "it reaches {} hexes but has no DRM at {}",
            row.cell("max").text(),
            place + 1
        );
        row.cell("max")
            .fault(reporter, FaultKind::Contradiction(text));
    }
    drms
}

/// "4", "5-7" or "21+": fixed by the header, so every form is known.
fn parse_band(text: &str) -> RangeBand {
    let number = |text: &str| text.parse().unwrap_or(1);
    match (text.split_once('-'), text.strip_suffix('+')) {
        (Some((from, to)), _) => RangeBand {
            from: number(from),
            to: Some(number(to)),
        },
        (None, Some(from)) => RangeBand {
            from: number(from),
            to: None,
        },
        (None, None) => RangeBand {
            from: number(text),
            to: Some(number(text)),
        },
    }
}

/// Reads `fire.toml` and the two halves of the Fire Table.
pub(super) fn read_fire(reporter: &mut Reporter, files: &dyn Provider) -> Option<FireTable> {
    let small_arms = read_columns(reporter, files, "tables/fire-small-arms.tsv");
    let artillery = read_columns(reporter, files, "tables/fire-artillery.tsv");
    let file = open(reporter, files, "tables/fire.toml");
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
    let origin: Option<FireTableOrigin> = form.field(&mut cx, "origin");
    let depletion: Option<Vec<u8>> = form.field(&mut cx, "depletion");
    let rapid: Option<Vec<u8>> = form.field(&mut cx, "rapid_fire_depletion");
    form.close(&mut cx);
    let ((first_row, small_arms), (other_first, artillery)) = (small_arms?, artillery?);
    if first_row != other_first {
        let text = "both halves of the Fire Table must begin with the same roll".to_owned();
        let file = open(reporter, files, "tables/fire-artillery.tsv");
        reporter.report(
            &crate::read::fault::At::new(&file, 0..0),
            FaultKind::Contradiction(text),
        );
    }
    Some(FireTable {
        origin: origin?,
        first_row,
        small_arms,
        artillery,
        depletion: depletion?,
        rapid_fire_depletion: rapid?,
    })
}

/// One half: columns "1", "8-9", "15+"; rows "<=-1", "0", …, ">=15". Returns the roll of the first row.
fn read_columns(
    reporter: &mut Reporter,
    files: &dyn Provider,
    path: &str,
) -> Option<(i8, FireColumns)> {
    let file = open(reporter, files, path);
    let header = file
        .text()
        .lines()
        .find(|line| !line.starts_with('#') && !line.trim().is_empty())?;
    let columns: Vec<&str> = header.split('\t').map(str::trim).collect();
    let table = RawTable::parse(reporter, &file, &["roll"], &columns);
    let mut starts: Vec<u8> = Vec::new();
    let mut next = 1;
    for column in columns.iter().filter(|column| **column != "roll") {
        let band = parse_band(column);
        if band.from != next {
            let text = format!("the column '{column}' should begin with {next}");
            reporter.report(&table.at_header(), FaultKind::Contradiction(text));
        }
        starts.push(band.from);
        next = band.to.unwrap_or(band.from).saturating_add(1);
    }
    let mut rows = Vec::new();
    let mut ranges: Vec<RollRange> = Vec::new();
    for row in table.rows() {
        ranges.extend(row.cell("roll").roll_range(reporter));
        let mut results = Vec::new();
        for column in columns.iter().filter(|column| **column != "roll") {
            let cell = row.cell(column);
            let result = FireResult::parse(cell.text());
            results.extend(cell.parsed(
                reporter,
                "a fire result, such as -, d-1, d+2, 1d+2, D or 2D",
                result,
            ));
        }
        rows.push(results);
    }
    let sound = covers(reporter, &table.at_header(), &ranges);
    let ordered = ranges
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if a.high < b.low));
    if !ordered {
        let text = "the rolls must rise by one from line to line".to_owned();
        reporter.report(&table.at_header(), FaultKind::Contradiction(text));
    }
    let first = ranges.first().and_then(|range| range.high)?;
    let columns = FireColumns::new(starts, rows)?;
    (sound && ordered).then_some((first, columns))
}
