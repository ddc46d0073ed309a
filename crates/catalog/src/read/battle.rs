//! A battle: `battle.toml` and everything the scenarios share.

use std::sync::Arc;

use longroll_core::BySide;

use super::fault::{FaultKind, Faults, Reporter};
use super::form::{self, Cx, Decode, Form, Value, form};
use super::map::read_ground;
use super::names::Names;
use super::oob::{read_commands, read_leaders, read_units};
use super::provider::{Provider, open};
use super::tables::{read_ranges, read_tables};
use crate::facts::{
    BattleFacts, BattleTerms, ClosedBridge, FirstDayDrm, MassedBatteries, RoutRecoveryDrm, Ruled,
    Variations,
};

form!(FirstDayDrm {
    side,
    drm,
    until_hour
});
form!(MassedBatteries {
    from_hour,
    batteries
});
form!(RoutRecoveryDrm {
    army,
    from_hour,
    until_hour,
    drm
});
form!(ClosedBridge {
    hex,
    if_start_by_hour,
    held_by,
    within
});
form!(BySide<u8> { union, confederate });
form!(BattleTerms {
    cohesion_drm,
    resupply_drm,
    rout_check,
    march_orders_from_hour,
    assignments_from_hour,
    massed_batteries,
    rout_recovery,
    closed_bridge,
    detachments_north_of,
    detachments_absorbed_by_hour,
    landing_hexes,
    landing_extra_mp,
    cavalry_tether,
    random_events_from_hour,
    gunboat_night_fires,
});

form!(Variations {
    command_trace,
    assignments,
    joined_fatigue,
    efficiency_transfer,
    entry_orders,
    withdrawal_check,
    guns_retreat_mp,
    guns_woods_drm,
    swamp_retreat_disorders,
    last_rounds,
    guns_steep_levels,
    green_fire_drm,
    woods_sight,
    resupply,
    leader_help,
    rout_return,
    loose_rest,
    entrenching,
    dismounting,
    brigade_cavalry_counts,
});

impl<T: Decode> Decode for Ruled<T> {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let found = form.field(cx, "value");
        let rule = form.field(cx, "rule");
        form.close(cx);
        Some(Self {
            value: found?,
            rule: rule?,
        })
    }
}

/// Reads a battle from its data folder; every fault of every file at once.
pub fn read_battle(files: &dyn Provider) -> Result<BattleFacts, Faults> {
    let mut reporter = Reporter::new();
    let battle = assemble(&mut reporter, files);
    reporter.finish(battle)
}

fn assemble(reporter: &mut Reporter, files: &dyn Provider) -> Option<BattleFacts> {
    let range = read_ranges(reporter, files);
    let tables = read_tables(reporter, files, range.clone());
    // Without a map no hex can be read: the other files would be full of false alarms.
    let ground = read_ground(reporter, files)?;
    let faults_before = reporter.count();
    let mut commands = read_commands(reporter, files);
    let leaders = read_leaders(reporter, files, &ground, &mut commands);
    let units = read_units(reporter, files, &ground, &mut commands, &leaders, &range?);
    let names = Names::new(&ground, &commands, &leaders, &units);
    if reporter.count() == faults_before {
        check_camps(reporter, files, &names);
    }

    let file = open(reporter, files, "battle.toml");
    let table = form::parse(reporter, &file)?;
    let mut cx = Cx {
        reporter,
        file: &file,
        names: &names,
        turns: Vec::new(),
    };
    let mut form = Form::of_file(&table);
    let slug: Option<String> = form.field(&mut cx, "slug");
    let title: Option<String> = form.field(&mut cx, "title");
    let month: Option<String> = form.field(&mut cx, "month");
    let terms: Option<BattleTerms> = form.field(&mut cx, "terms");
    let variations: Option<Variations> = form.field(&mut cx, "variations");
    form.close(&mut cx);
    Some(BattleFacts {
        slug: slug?,
        title: title?,
        month: month?,
        terms: terms?,
        variations: variations?,
        tables: tables?,
        units,
        leaders,
        commands,
        ground: Arc::new(ground),
    })
}

/// Camps are named after units and leaders of the order of battle.
fn check_camps(reporter: &mut Reporter, files: &dyn Provider, names: &Names<'_>) {
    let file = open(reporter, files, "map/camps.tsv");
    let mut ignored = Reporter::new();
    let table =
        super::tsv::RawTable::parse(&mut ignored, &file, &["hex", "kind", "unit", "src"], &[]);
    for row in table.rows() {
        names.piece(reporter, &row.cell("unit"));
    }
    if names.ground().names.supply_sources.is_empty() {
        reporter.report(
            &table.at_header(),
            FaultKind::RowMissing {
                row: "map/supply.tsv: any source".into(),
            },
        );
    }
}
