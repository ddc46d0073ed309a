//! The tables of the rules.

mod assault;
mod command;
mod completeness;
mod fire;
mod single;
mod terrain;

use assault::{read_assault, read_ratio, read_second_disorder};
use command::{
    read_coordination, read_loose_reins, read_orders, read_orders_change, read_recovery,
};
pub(super) use completeness::covers_die;
use fire::read_fire;
pub(super) use fire::read_ranges;
use single::read_single_figures;
use terrain::read_terrain;

use crate::read::fault::{FaultKind, Reporter};
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::RawTable;
use crate::tables::{
    DieRange, EventRow, EventTable, ModifierKey, Modifiers, RandomEventRow, RandomEvents,
    RangeTable, StackingArm, StackingLimit, StackingOrders, StackingTable, Tables,
};

/// Reads the folder `tables`.
pub(super) fn read_tables(
    reporter: &mut Reporter,
    files: &dyn Provider,
    range: Option<RangeTable>,
) -> Option<Tables> {
    let terrain = read_terrain(reporter, files);
    let fire = read_fire(reporter, files);
    let [
        fire_drm,
        assault_drm,
        pre_assault_drm,
        recovery_drm,
        orders_drm,
    ] = read_modifier_rows(reporter, files);
    let assault = read_assault(reporter, files);
    let ratio = read_ratio(reporter, files);
    let second_disorder = read_second_disorder(reporter, files);
    let recovery = read_recovery(reporter, files);
    let orders_change = read_orders_change(reporter, files);
    let loose_reins = read_loose_reins(reporter, files);
    let coordination = read_coordination(reporter, files);
    let orders_comparison = read_orders(reporter, files);
    let stacking = read_stacking(reporter, files);
    let single = read_single_figures(reporter, files);
    let (early, late) = read_battle_events(reporter, files);
    let random = read_random_events(reporter, files);
    let single = single?;
    Some(Tables {
        terrain: terrain?,
        range: range?,
        fire: fire?,
        fire_drm: Modifiers::new(fire_drm)?,
        assault: assault?,
        assault_drm: Modifiers::new(assault_drm)?,
        pre_assault_drm: Modifiers::new(pre_assault_drm)?,
        ratio,
        second_disorder: second_disorder?,
        recovery,
        recovery_drm: Modifiers::new(recovery_drm)?,
        orders_change,
        orders_drm: Modifiers::new(orders_drm)?,
        loose_reins,
        coordination,
        orders_comparison,
        stacking: stacking?,
        events: EventTable {
            early,
            late,
            early_until_hour: single.early_until_hour,
            looting: single.looting,
        },
        random_events: RandomEvents {
            sides: single.random_sides,
            events: random,
        },
        ammunition: single.ammunition,
        hazards: single.hazards,
    })
}

fn read_modifier_rows(reporter: &mut Reporter, files: &dyn Provider) -> [Vec<i8>; 5] {
    use crate::tables::{AssaultDrm, FireDrm, OrdersDrm, PreAssaultDrm, RecoveryDrm};
    const LISTS: [&str; 5] = [
        "fire",
        "assault",
        "pre-assault",
        "recovery",
        "orders-change",
    ];
    let file = open(reporter, files, "tables/modifiers.tsv");
    let table = RawTable::parse(reporter, &file, &["list", "line", "drm", "rule"], &[]);
    for row in table.rows() {
        let list = row.cell("list");
        list.parsed(
            reporter,
            &LISTS.join(", "),
            LISTS.contains(&list.text()).then_some(()),
        );
        row.cell("rule").rule(reporter);
    }
    [
        modifiers::<FireDrm>(reporter, &table, LISTS[0]),
        modifiers::<AssaultDrm>(reporter, &table, LISTS[1]),
        modifiers::<PreAssaultDrm>(reporter, &table, LISTS[2]),
        modifiers::<RecoveryDrm>(reporter, &table, LISTS[3]),
        modifiers::<OrdersDrm>(reporter, &table, LISTS[4]),
    ]
}

fn modifiers<K: ModifierKey>(reporter: &mut Reporter, table: &RawTable<'_>, list: &str) -> Vec<i8> {
    let mut values: Vec<(K, i8)> = Vec::new();
    let mut seen = Once::default();
    for row in table.rows().filter(|row| row.cell("list").text() == list) {
        let line = row.cell("line");
        seen.check(reporter, &line);
        if let (Some(key), Some(drm)) = (
            line.word::<K>(reporter),
            row.cell("drm").number(reporter, -9..=9),
        ) {
            values.push((key, drm));
        }
    }
    let mut ordered = Vec::new();
    for (key, word) in K::WORDS {
        match values.iter().find(|(own, _)| own == key) {
            Some((_, drm)) => ordered.push(*drm),
            None => {
                let row = format!("{list} {word}");
                reporter.report(&table.at_header(), FaultKind::RowMissing { row });
            }
        }
    }
    ordered
}

fn read_stacking(reporter: &mut Reporter, files: &dyn Provider) -> Option<StackingTable> {
    let file = open(reporter, files, "tables/stacking.tsv");
    let table = RawTable::parse(
        reporter,
        &file,
        &["orders", "arm", "sp", "single", "batteries", "guns"],
        &[],
    );
    let mut read = Vec::new();
    for row in table.rows() {
        let orders: Option<StackingOrders> = row.cell("orders").word(reporter);
        let arm: Option<StackingArm> = row.cell("arm").word(reporter);
        let strength = row
            .cell("sp")
            .filled()
            .and_then(|cell| cell.number(reporter, 0..=99));
        let single_unit = row.cell("single").word(reporter);
        let batteries = row.cell("batteries").number(reporter, 0..=9);
        let guns = row.cell("guns").number(reporter, 0..=99);
        if let (Some(orders), Some(arm), Some(single_unit), Some(batteries), Some(guns)) =
            (orders, arm, single_unit, batteries, guns)
        {
            read.push((
                orders,
                arm,
                StackingLimit {
                    strength,
                    single_unit,
                    batteries,
                    guns,
                },
            ));
        }
    }
    let mut rows = Vec::new();
    for orders in StackingOrders::ALL {
        for arm in StackingArm::ALL {
            match read
                .iter()
                .find(|(own_orders, own_arm, _)| own_orders == orders && own_arm == arm)
            {
                Some((_, _, limit)) => rows.push(*limit),
                None => {
                    let row = format!("{} {}", orders.word(), arm.word());
                    reporter.report(&table.at_header(), FaultKind::RowMissing { row });
                }
            }
        }
    }
    StackingTable::new(rows)
}

fn read_battle_events(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> (Vec<EventRow>, Vec<EventRow>) {
    let file = open(reporter, files, "tables/battle-events.tsv");
    let table = RawTable::parse(reporter, &file, &["column", "dice", "side", "event"], &[]);
    let (mut early, mut late) = (Vec::new(), Vec::new());
    for row in table.rows() {
        let (dice, side, event) = (
            row.cell("dice").die_range(reporter),
            row.cell("side").word(reporter),
            row.cell("event").word(reporter),
        );
        let (Some(dice), Some(side), Some(event)) = (dice, side, event) else {
            continue;
        };
        let read = EventRow { dice, side, event };
        let column = row.cell("column");
        match column.text() {
            "early" => early.push(read),
            "late" => late.push(read),
            _ => {
                column.parsed::<()>(reporter, "early or late", None);
            }
        }
    }
    for rows in [&early, &late] {
        let ranges: Vec<_> = rows.iter().map(|row| row.dice).collect();
        covers_die(reporter, &table.at_header(), &ranges, 99);
    }
    (early, late)
}

fn read_random_events(reporter: &mut Reporter, files: &dyn Provider) -> Vec<RandomEventRow> {
    let file = open(reporter, files, "tables/random-events.tsv");
    let table = RawTable::parse(reporter, &file, &["die", "event", "rule", "side"], &[]);
    let mut rows: Vec<RandomEventRow> = Vec::new();
    for row in table.rows() {
        let die = row.cell("die").number(reporter, 0..=9);
        let rule = row.cell("rule").rule(reporter);
        let name = row.cell("event").text().to_owned();
        let side = row.cell("side").filled();
        let side = side.and_then(|cell| cell.word(reporter));
        rows.extend(die.zip(rule).map(|(die, rule)| RandomEventRow {
            die,
            name,
            rule,
            side,
        }));
    }
    let ranges: Vec<_> = rows
        .iter()
        .map(|row| DieRange {
            low: row.die,
            high: row.die,
        })
        .collect();
    covers_die(reporter, &table.at_header(), &ranges, 9);
    rows
}
