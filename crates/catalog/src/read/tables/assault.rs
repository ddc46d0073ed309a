//! Assault Resolution, strength ratios, Second Disorder.

use super::completeness::{covers, keyed};
use super::terrain::half_points;
use crate::read::fault::{FaultKind, Reporter};
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};
use crate::tables::{
    AssaultRow, AssaultTable, RatioRow, RatioTable, SecondDisorderCause, SecondDisorderTable,
    SideResult,
};

pub(super) fn read_assault(reporter: &mut Reporter, files: &dyn Provider) -> Option<AssaultTable> {
    let file = open(reporter, files, "tables/assault.tsv");
    let columns = [
        "roll",
        "name",
        "attacker_loss",
        "attacker_retreat",
        "attacker_disorder",
        "defender_loss",
        "defender_retreat",
        "defender_disorder",
        "rout",
        "continues",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    let side = |reporter: &mut Reporter, row: &RawRow<'_>, who: &str| {
        let loss = row.cell(&format!("{who}_loss")).number(reporter, 0..=5);
        let retreat = row.cell(&format!("{who}_retreat")).number(reporter, 0..=5);
        let disordered = row.cell(&format!("{who}_disorder")).word(reporter);
        Some(SideResult {
            loss: loss?,
            retreat: retreat?,
            disordered: disordered?,
        })
    };
    let mut rows = Vec::new();
    for row in table.rows() {
        let roll = row.cell("roll").roll_range(reporter);
        let (attacker, defender) = (
            side(reporter, &row, "attacker"),
            side(reporter, &row, "defender"),
        );
        let (rout, continuation) = (
            row.cell("rout").word(reporter),
            row.cell("continues").word(reporter),
        );
        let read = || {
            Some(AssaultRow {
                roll: roll?,
                name: row.cell("name").text().to_owned(),
                attacker: attacker?,
                defender: defender?,
                rout_check: rout?,
                continuation: continuation?,
            })
        };
        rows.extend(read());
    }
    let ranges: Vec<_> = rows.iter().map(|row| row.roll).collect();
    covers(reporter, &table.at_header(), &ranges).then(|| AssaultTable::new(rows))
}

pub(super) fn read_ratio(reporter: &mut Reporter, files: &dyn Provider) -> RatioTable {
    let file = open(reporter, files, "tables/ratio.tsv");
    let table = RawTable::parse(reporter, &file, &["ratio", "drm"], &[]);
    let mut rows: Vec<RatioRow> = Vec::new();
    for row in table.rows() {
        let cell = row.cell("ratio");
        let halves = cell
            .text()
            .split_once('-')
            .and_then(|(a, d)| half_points(a).zip(half_points(d)));
        let halves = halves.filter(|(a, d)| *a > 0 && *d > 0);
        let halves = cell.parsed(reporter, "attacker-defender, such as 1½-1", halves);
        let drm = row.cell("drm").number(reporter, -9..=9);
        let (Some((attacker_halves, defender_halves)), Some(drm)) = (halves, drm) else {
            continue;
        };
        let next = RatioRow {
            attacker_halves,
            defender_halves,
            drm,
        };
        if let Some(last) = rows.last() {
            let cross = |a: u8, b: u8| u16::from(a) * u16::from(b);
            if cross(last.attacker_halves, defender_halves)
                >= cross(attacker_halves, last.defender_halves)
            {
                let text = "ratios must rise from line to line".to_owned();
                cell.fault(reporter, FaultKind::Contradiction(text));
            }
        }
        rows.push(next);
    }
    RatioTable { rows }
}

pub(super) fn read_second_disorder(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Option<SecondDisorderTable> {
    let file = open(reporter, files, "tables/second-disorder.tsv");
    let table = RawTable::parse(
        reporter,
        &file,
        &["cause", "infantry", "cavalry", "artillery", "rule"],
        &[],
    );
    let rows = keyed(
        reporter,
        &table,
        "cause",
        |reporter, row, _: SecondDisorderCause| {
            let cells =
                ["infantry", "cavalry", "artillery"].map(|column| row.cell(column).word(reporter));
            let [infantry, cavalry, artillery] = cells;
            let rule = row.cell("rule").rule(reporter);
            Some(([infantry?, cavalry?, artillery?], rule?))
        },
    );
    SecondDisorderTable::new(rows)
}
