//! Recovery, orders change, Loose Reins, coordination, and what orders allow.

use super::completeness::{covers, covers_die, keyed};
use super::terrain::half_points;
use crate::facts::Orders;
use crate::read::fault::Reporter;
use crate::read::provider::{Provider, open};
use crate::read::tsv::RawTable;
use crate::tables::{
    CoordinationResult, CoordinationRow, LooseReinsRow, OrdersComparison, OrdersRow, RecoveryRow,
    RecoveryTest,
};

pub(super) fn read_recovery(reporter: &mut Reporter, files: &dyn Provider) -> Vec<RecoveryRow> {
    let file = open(reporter, files, "tables/recovery.tsv");
    let table = RawTable::parse(reporter, &file, &["test", "result"], &[]);
    keyed(
        reporter,
        &table,
        "test",
        |reporter, row, test: RecoveryTest| {
            Some(RecoveryRow {
                test,
                result: row.cell("result").word(reporter)?,
            })
        },
    )
}

pub(super) fn read_orders_change(reporter: &mut Reporter, files: &dyn Provider) -> Vec<OrdersRow> {
    let file = open(reporter, files, "tables/orders-change.tsv");
    let table = RawTable::parse(reporter, &file, &["roll", "result"], &[]);
    let mut rows = Vec::new();
    for row in table.rows() {
        let (roll, result) = (
            row.cell("roll").roll_range(reporter),
            row.cell("result").word(reporter),
        );
        rows.extend(
            roll.zip(result)
                .map(|(roll, result)| OrdersRow { roll, result }),
        );
    }
    let ranges: Vec<_> = rows.iter().map(|row| row.roll).collect();
    covers(reporter, &table.at_header(), &ranges);
    rows
}

pub(super) fn read_loose_reins(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Vec<LooseReinsRow> {
    let file = open(reporter, files, "tables/loose-reins.tsv");
    let table = RawTable::parse(reporter, &file, &["die", "acts_as"], &[]);
    let mut rows = Vec::new();
    for row in table.rows() {
        let (die, acts_as) = (
            row.cell("die").die_range(reporter),
            row.cell("acts_as").word(reporter),
        );
        rows.extend(
            die.zip(acts_as)
                .map(|(die, acts_as)| LooseReinsRow { die, acts_as }),
        );
    }
    let ranges: Vec<_> = rows.iter().map(|row| row.die).collect();
    covers_die(reporter, &table.at_header(), &ranges, 9);
    rows
}

pub(super) fn read_coordination(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Vec<CoordinationRow> {
    let file = open(reporter, files, "tables/coordination.tsv");
    let table = RawTable::parse(reporter, &file, &["roll", "result"], &[]);
    let mut rows = Vec::new();
    for row in table.rows() {
        let cell = row.cell("result");
        let result = match cell.text() {
            "confusion" => Some(CoordinationResult::Confusion),
            "failure" => Some(CoordinationResult::Failure),
            "all" => Some(CoordinationResult::All),
            number => number.parse().ok().map(CoordinationResult::Brigades),
        };
        let result = cell.parsed(
            reporter,
            "confusion, failure, a number of brigades, or all",
            result,
        );
        let roll = row.cell("roll").roll_range(reporter);
        rows.extend(
            roll.zip(result)
                .map(|(roll, result)| CoordinationRow { roll, result }),
        );
    }
    let ranges: Vec<_> = rows.iter().map(|row| row.roll).collect();
    covers(reporter, &table.at_header(), &ranges);
    rows
}

pub(super) fn read_orders(reporter: &mut Reporter, files: &dyn Provider) -> Vec<OrdersComparison> {
    let file = open(reporter, files, "tables/orders.tsv");
    let columns = [
        "orders",
        "road",
        "contact",
        "marker",
        "infantry_sp",
        "cavalry_sp",
        "fire",
        "assault",
        "build",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    keyed(
        reporter,
        &table,
        "orders",
        |reporter, row, orders: Orders| {
            let text = |column: &str| row.cell(column).text().to_owned();
            let road = row
                .cell("road")
                .filled()
                .map(|cell| cell.parsed(reporter, "MP", half_points(cell.text())));
            let infantry_sp = row.cell("infantry_sp").number(reporter, 0..=99);
            let cavalry_sp = row.cell("cavalry_sp").number(reporter, 0..=99);
            Some(OrdersComparison {
                orders,
                road_half_mp: road.flatten(),
                contact: text("contact"),
                marker: text("marker"),
                infantry_sp: infantry_sp?,
                cavalry_sp: cavalry_sp?,
                fire: text("fire"),
                assault: text("assault"),
                build: text("build"),
            })
        },
    )
}
