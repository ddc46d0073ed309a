//! What makes a table whole: every row is there once, and every roll falls in one.

use crate::read::fault::{At, FaultKind, Reporter};
use crate::read::once::Once;
use crate::read::tsv::{RawRow, RawTable};
use crate::tables::{DieRange, RollRange};
use crate::words::Word;

/// One row per variant of an enum, in its order; missing and repeated rows are faults.
pub(super) fn keyed<K: Word + Eq, R>(
    reporter: &mut Reporter,
    table: &RawTable<'_>,
    column: &str,
    mut read: impl FnMut(&mut Reporter, &RawRow<'_>, K) -> Option<R>,
) -> Vec<R> {
    let mut rows: Vec<(K, Option<R>)> = Vec::new();
    let mut seen = Once::default();
    for row in table.rows() {
        let cell = row.cell(column);
        let Some(key) = cell.word::<K>(reporter) else {
            continue;
        };
        if seen.check(reporter, &cell) {
            let value = read(reporter, &row, key);
            rows.push((key, value));
        }
    }
    let mut ordered = Vec::new();
    for (key, word) in K::WORDS {
        match rows.iter().position(|(own, _)| own == key) {
            Some(place) => ordered.extend(rows.swap_remove(place).1),
            None => reporter.report(
                &table.at_header(),
                FaultKind::RowMissing {
                    row: (*word).to_owned(),
                },
            ),
        }
    }
    ordered
}

/// Every modified roll must be covered by exactly one range, from far below to far above.
pub(super) fn covers(reporter: &mut Reporter, at: &At, ranges: &[RollRange]) -> bool {
    (-30..=40_i16).all(|roll| {
        let rows = ranges.iter().filter(|range| range.contains(roll)).count();
        has_one_row(reporter, at, roll, rows)
    })
}

/// Every die from 0 to `high` must be covered by exactly one range, and no range go beyond.
pub(in crate::read) fn covers_die(
    reporter: &mut Reporter,
    at: &At,
    ranges: &[DieRange],
    high: u8,
) -> bool {
    let each = (0..=high).all(|roll| {
        let rows = ranges.iter().filter(|range| range.contains(roll)).count();
        has_one_row(reporter, at, roll, rows)
    });
    let beyond = ranges.iter().find(|range| each && range.high > high);
    each && beyond.is_none_or(|range| has_one_row(reporter, at, range.high, 0))
}

fn has_one_row(reporter: &mut Reporter, at: &At, roll: impl ToString, rows: usize) -> bool {
    if rows != 1 {
        let roll = roll.to_string();
        reporter.report(at, FaultKind::RollCover { roll, rows });
    }
    rows == 1
}
