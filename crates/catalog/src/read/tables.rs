//! The tables of the rules.

use super::cell::Cell;
use super::fault::{At, FaultKind, Reporter};
use super::map::Once;
use super::provider::{Provider, open};
use super::tables_fire::{read_fire, read_ranges};
use super::tables_single::read_single_figures;
use super::tsv::{RawRow, RawTable};
use crate::facts::Orders;
use crate::tables::{
    AssaultRow, AssaultTable, CombatEffect, CoordinationResult, CoordinationRow, DieRange,
    DisorderRisk, EventRow, EventTable, LooseReinsRow, ModifierKey, Modifiers, MoveCost,
    OrdersComparison, OrdersRow, RandomEventRow, RandomEvents, RatioRow, RatioTable, RecoveryRow,
    RecoveryTest, RollRange, SecondDisorderCause, SecondDisorderTable, SideResult, StackingArm,
    StackingLimit, StackingOrders, StackingTable, Tables, TerrainEffects, TerrainKind, TerrainRow,
};
use crate::words::Word;

/// Reads the folder `tables`.
pub(super) fn read_tables(reporter: &mut Reporter, files: &dyn Provider) -> Option<Tables> {
    let terrain = read_terrain(reporter, files);
    let range = read_ranges(reporter, files);
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
        },
        random_events: RandomEvents {
            sides: single.random_sides,
            events: random,
        },
        ammunition: single.ammunition,
        hazards: single.hazards,
    })
}

/// One row per variant of an enum, in its order; missing and repeated rows are faults.
fn keyed<K: Word + Eq, R>(
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

fn read_terrain(reporter: &mut Reporter, files: &dyn Provider) -> Option<TerrainEffects> {
    let file = open(reporter, files, "tables/terrain-effects.tsv");
    let columns = [
        "terrain",
        "place",
        "foot",
        "cavalry",
        "artillery",
        "leader",
        "command_range",
        "fire",
        "assault",
        "blocks",
        "notes",
        "rule",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    let rows = keyed(
        reporter,
        &table,
        "terrain",
        |reporter, row, kind: TerrainKind| {
            let costs = ["foot", "cavalry", "artillery", "leader"]
                .map(|column| cost(reporter, &row.cell(column)));
            let [foot, cavalry, artillery, leader] = costs;
            let range = row
                .cell("command_range")
                .filled()
                .map(|cell| cost(reporter, &cell));
            let (fire, assault) = (
                effect(reporter, &row.cell("fire")),
                effect(reporter, &row.cell("assault")),
            );
            let blocking = row.cell("blocks").word(reporter);
            let notes = row
                .cell("notes")
                .parts(' ')
                .filter_map(|note| note.word(reporter))
                .collect();
            let (place, rule) = (
                row.cell("place").word(reporter),
                row.cell("rule").rule(reporter),
            );
            let mut read =
                TerrainRow::new(kind, place?, [foot?, cavalry?, artillery?, leader?], rule?);
            read.command_range = range.flatten();
            read.fire = fire?;
            read.assault = assault?;
            read.blocking = blocking?;
            read.notes = notes;
            Some(read)
        },
    );
    TerrainEffects::from_rows(rows)
}

/// Half MP of "1½", "½", "3" or "+2".
fn half_points(text: &str) -> Option<u8> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (whole, half) = match text.strip_suffix('½') {
        Some("") => (0, 1),
        Some(whole) => (whole.parse::<u8>().ok()?, 1),
        None => (text.parse::<u8>().ok()?, 0),
    };
    whole.checked_mul(2)?.checked_add(half)
}

/// A movement cell: "NE", "P", "3 d", "1 [1½]", "half 1".
fn cost(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<MoveCost> {
    let text = cell.text();
    let read = || -> Option<MoveCost> {
        if let Some(minimum) = text.strip_prefix("half ") {
            return Some(MoveCost::HalfOfOther {
                minimum: half_points(minimum)?,
            });
        }
        if let Some((first, second)) = text.split_once(" [") {
            let second = second.strip_suffix(']')?;
            return Some(MoveCost::Either {
                first: half_points(first)?,
                second: half_points(second)?,
            });
        }
        let (number, risk) = match text.split_once(' ') {
            Some((number, "d")) => (number, DisorderRisk::Check),
            Some((number, "D")) => (number, DisorderRisk::Automatic),
            Some(_) => return None,
            None => (text, DisorderRisk::None),
        };
        Some(MoveCost::HalfPoints {
            cost: half_points(number)?,
            risk,
        })
    };
    let read = match text {
        "NE" => Some(MoveCost::None),
        "P" => Some(MoveCost::Prohibited),
        _ => read(),
    };
    cell.parsed(
        reporter,
        "a movement cost, such as 1½, +2, 3 d, 1 [2], half 1, P or NE",
        read,
    )
}

/// A combat cell: "NE", "OTIH", "P", "-1", "-1/-1", "lines -3".
fn effect(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<CombatEffect> {
    let text = cell.text();
    let read = match text {
        "NE" => Some(CombatEffect::None),
        "OTIH" => Some(CombatEffect::OtherTerrain),
        "P" => Some(CombatEffect::Prohibited),
        _ => match (text.strip_prefix("lines "), text.split_once('/')) {
            (Some(lowest), _) => lowest
                .parse()
                .ok()
                .map(|lowest| CombatEffect::ByContourLines { lowest }),
            (None, Some((into, out))) => into
                .parse()
                .ok()
                .zip(out.parse().ok())
                .map(|(into, out)| CombatEffect::IntoAndOut { into, out }),
            (None, None) => text.parse().ok().map(CombatEffect::Drm),
        },
    };
    cell.parsed(
        reporter,
        "a combat effect, such as -1, -1/-1, lines -3, P, OTIH or NE",
        read,
    )
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

fn read_assault(reporter: &mut Reporter, files: &dyn Provider) -> Option<AssaultTable> {
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
pub(super) fn covers_die(reporter: &mut Reporter, at: &At, ranges: &[DieRange], high: u8) -> bool {
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

fn read_ratio(reporter: &mut Reporter, files: &dyn Provider) -> RatioTable {
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

fn read_second_disorder(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Option<SecondDisorderTable> {
    let file = open(reporter, files, "tables/second-disorder.tsv");
    let table = RawTable::parse(
        reporter,
        &file,
        &["cause", "infantry", "cavalry", "artillery"],
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
            Some([infantry?, cavalry?, artillery?])
        },
    );
    SecondDisorderTable::new(rows)
}

fn read_recovery(reporter: &mut Reporter, files: &dyn Provider) -> Vec<RecoveryRow> {
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

fn read_orders_change(reporter: &mut Reporter, files: &dyn Provider) -> Vec<OrdersRow> {
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

fn read_loose_reins(reporter: &mut Reporter, files: &dyn Provider) -> Vec<LooseReinsRow> {
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

fn read_coordination(reporter: &mut Reporter, files: &dyn Provider) -> Vec<CoordinationRow> {
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

fn read_orders(reporter: &mut Reporter, files: &dyn Provider) -> Vec<OrdersComparison> {
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
    let table = RawTable::parse(reporter, &file, &["column", "dice", "event"], &[]);
    let (mut early, mut late) = (Vec::new(), Vec::new());
    for row in table.rows() {
        let (dice, event) = (
            row.cell("dice").die_range(reporter),
            row.cell("event").word(reporter),
        );
        let Some(read) = dice
            .zip(event)
            .map(|(dice, event)| EventRow { dice, event })
        else {
            continue;
        };
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
    let table = RawTable::parse(reporter, &file, &["die", "event", "rule"], &[]);
    let mut rows: Vec<RandomEventRow> = Vec::new();
    for row in table.rows() {
        let die = row.cell("die").number(reporter, 0..=9);
        let rule = row.cell("rule").rule(reporter);
        let name = row.cell("event").text().to_owned();
        rows.extend(
            die.zip(rule)
                .map(|(die, rule)| RandomEventRow { die, name, rule }),
        );
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
