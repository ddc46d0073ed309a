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
    let mut sound = true;
    for roll in -30..=40_i16 {
        let rows = ranges.iter().filter(|range| range.contains(roll)).count();
        if rows != 1 {
            reporter.report(
                at,
                FaultKind::RollCover {
                    roll: roll.to_string(),
                    rows,
                },
            );
            sound = false;
            break;
        }
    }
    sound
}

/// Every die from 0 to `high` must be covered by exactly one range.
pub(in crate::read) fn covers_die(
    reporter: &mut Reporter,
    at: &At,
    ranges: &[DieRange],
    high: u8,
) -> bool {
    for roll in 0..=high {
        let rows = ranges.iter().filter(|range| range.contains(roll)).count();
        if rows != 1 {
            reporter.report(
                at,
                FaultKind::RollCover {
                    roll: roll.to_string(),
                    rows,
                },
            );
            return false;
        }
    }
    if let Some(range) = ranges.iter().find(|range| range.high > high) {
        reporter.report(
            at,
            FaultKind::RollCover {
                roll: range.high.to_string(),
                rows: 0,
            },
        );
        return false;
    }
    true
}
