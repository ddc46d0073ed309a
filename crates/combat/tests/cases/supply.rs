//! SR 10.92, BB 10.92: resupply.

use longroll_board::{Camp, CampKind, RouteKind, Source, SupplySource};
use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_combat::fire::supply::{
    Following, Resupply, SupplyFacts, may_resupply, rested, restored, supply_line,
};
use longroll_core::{Refusal, Side};
use longroll_rule::Rule;

use crate::support::{Field, Spec, Stage, battery, enemy, enemy_cavalry, infantry, unit};

/// A Road down column 20 from 2010 to the Union's source at 2020; a Trail from 2612 to it at 2014.
fn country() -> Field {
    let road: Vec<String> = (10..=20).map(|row| format!("20{row}")).collect();
    let road: Vec<&str> = road.iter().map(String::as_str).collect();
    let trail = ["2612", "2512", "2412", "2312", "2213", "2113", "2014"];
    Field::new()
        .route(RouteKind::Road, &road)
        .route(RouteKind::Trail, &trail)
        .ground(|ground| {
            for side in Side::BOTH {
                let hex = ground.grid.parse("2020").expect("a hex");
                ground.names.supply_sources.push(SupplySource {
                    hex,
                    side: side.word().to_owned(),
                    source: Source::Text,
                });
            }
        })
}

fn ask(
    stage: &Stage,
    hour: Option<u8>,
    in_command: &dyn Fn(UnitId) -> bool,
) -> Result<Resupply, Refusal> {
    let known = SupplyFacts {
        first_day_hour: hour,
        in_command,
    };
    may_resupply(&stage.look(), unit(0), &known)
}

/// The attempts of a Confederate unit at 9 AM, as (rule, added) pairs.
fn attempts(field: Field, spec: Spec) -> Result<Vec<(Rule, i32)>, Rule> {
    let stage = field.with(&[spec]).stage();
    match ask(&stage, Some(9), &|_| true) {
        Ok(Resupply::Rolls(rolls)) => Ok(rolls
            .iter()
            .map(|roll| (roll.rule, roll.terms.sum()))
            .collect()),
        Ok(Resupply::Automatic(rule)) => Ok(vec![(rule, 0)]),
        Err(refusal) => Err(refusal.rule),
    }
}

fn out(hex: &'static str) -> Spec {
    enemy(hex, "NW").ammunition(Ammunition::Out)
}

#[test]
fn fire_144_resupply_rolls() {
    assert_eq!(
        attempts(country(), out("2012")),
        Ok(vec![(Rule::BB_10_92_sa, -2)])
    );
    assert_eq!(
        attempts(country(), out("2412")),
        Ok(vec![(Rule::BB_10_92_sa, -1)])
    );
    // One hex from a Trail, two from a Road; three and two.
    assert_eq!(
        attempts(country(), out("2411")),
        Ok(vec![(Rule::BB_10_92_sa, 0)])
    );
    assert_eq!(
        attempts(country(), out("2216")),
        Ok(vec![(Rule::BB_10_92_sa, 0)])
    );
    assert_eq!(attempts(country(), out("2317")), Err(Rule::BB_10_92_sa));
    // The dice of the case: 6 on a Road, 5 on a Trail, 5 beside a Trail, 4 near a Road.
    let stage = country().with(&[out("2012")]).stage();
    let Ok(Resupply::Rolls(rolls)) = ask(&stage, Some(9), &|_| true) else {
        panic!("small arms roll");
    };
    assert!(rolls[0].succeeds(6) && !rolls[0].succeeds(7));
    assert_eq!(restored(Ammunition::Out, 1), Ammunition::Low);
}

#[test]
fn fire_145_union_on_the_first_morning() {
    let camp = |field: Field| {
        field.ground(|ground| {
            let hex = ground.grid.parse("2012").expect("a hex");
            ground.names.camps.push(Camp {
                hex,
                kind: CampKind::Infantry,
                unit: String::new(),
                source: Source::Text,
            });
        })
    };
    let union = || infantry("2012", "NW").ammunition(Ammunition::Low);
    let stage = camp(country()).with(&[union()]).stage();
    let Ok(Resupply::Rolls(rolls)) = ask(&stage, Some(9), &|_| true) else {
        panic!("small arms roll");
    };
    // 3 + 3 - 2 = 4; in the camp 2 without the +3.
    assert!(rolls[0].succeeds(3) && !rolls[0].succeeds(4));
    assert_eq!(rolls[1].rule, Rule::BB_10_92_camp);
    assert!(rolls[1].succeeds(2) && !rolls[1].succeeds(3));
    assert_eq!(restored(Ammunition::Out, 2), Ammunition::Full);
    assert_eq!(restored(Ammunition::Low, 1), Ammunition::Full);
    // From 11 AM on there is no +3, on a later day no camp.
    let later = |hour| match ask(&stage, hour, &|_| true) {
        Ok(Resupply::Rolls(rolls)) => rolls.len(),
        _ => 0,
    };
    assert_eq!((later(Some(11)), later(None)), (2, 1));
}

#[test]
fn fire_146_artillery_resupply() {
    let guns = |hex| battery(hex, "NW").ammunition(Ammunition::Out);
    let automatic = Ok(vec![(Rule::BB_10_92_art, 0)]);
    assert_eq!(attempts(country(), guns("2112")), automatic);
    assert_eq!(attempts(country(), guns("2212")), Err(Rule::BB_10_92_art));
    assert_eq!(attempts(country(), guns("2412")), automatic);
    assert_eq!(attempts(country(), guns("2411")), Err(Rule::BB_10_92_art));
    let beside = country().with(&[guns("2012"), enemy("2011", "SE")]).stage();
    let refusal = ask(&beside, Some(9), &|_| true).expect_err("next to the enemy");
    assert_eq!(refusal.rule, Rule::SR_10_93);
}

#[test]
fn fire_147_blocked_supply_line() {
    let line = |blocker: Spec, in_command: bool| {
        let field = country().with(&[infantry("2010", "NW").ammunition(Ammunition::Out), blocker]);
        ask(&field.stage(), Some(12), &|_| in_command).is_ok()
    };
    let beside = || enemy("2116", "NW");
    assert!(!line(beside(), true));
    assert!(line(beside(), false));
    // (d) a Union unit in every hex of the Road that the enemy touches.
    let guarded = country()
        .with(&[
            infantry("2010", "NW").ammunition(Ammunition::Out),
            beside(),
            infantry("2016", "NW"),
            infantry("2017", "NW"),
        ])
        .stage();
    assert!(ask(&guarded, Some(12), &|_| true).is_ok());
}

#[test]
fn fire_147_unassigned_cavalry_does_not_block() {
    let mut stage = country()
        .with(&[
            infantry("2010", "NW").ammunition(Ammunition::Out),
            enemy_cavalry("2116", "NW"),
        ])
        .stage();
    assert!(ask(&stage, Some(12), &|_| true).is_err());
    let army = stage
        .setting
        .command_ids()
        .find(|id| {
            let command = stage.setting.command(*id);
            command.side == Side::Confederate
                && command.level == longroll_catalog::facts::Level::Army
        })
        .expect("an army");
    stage.position.unit_mut(unit(1)).assigned = army;
    assert!(ask(&stage, Some(12), &|_| true).is_ok());
}

#[test]
fn fire_148_trail_then_road() {
    // A Trail to a Road that goes nowhere, from which only another Trail leads to the source.
    let field = Field::new()
        .route(RouteKind::Trail, &["2010", "2011", "2012"])
        .route(RouteKind::Road, &["2012", "2013", "2014"])
        .route(RouteKind::Trail, &["2014", "2015"])
        .ground(|ground| {
            let hex = ground.grid.parse("2015").expect("a hex");
            ground.names.supply_sources.push(SupplySource {
                hex,
                side: "union".to_owned(),
                source: Source::Text,
            });
        });
    let stage = field.stage();
    let known = SupplyFacts {
        first_day_hour: None,
        in_command: &|_| true,
    };
    let line = |stage: &Stage, from, following| {
        supply_line(
            &stage.look(),
            Side::Union,
            stage.hex(from),
            following,
            &known,
        )
    };
    assert!(!line(&stage, "2010", Following::Trail));
    assert!(line(&stage, "2014", Following::Trail));
    assert!(!line(&stage, "2014", Following::Road));
    // A Trail that only crosses a Road goes on.
    let crossing = Field::new()
        .route(RouteKind::Trail, &["2010", "2011", "2012", "2013"])
        .route(RouteKind::Road, &["1911", "2012", "2112"])
        .ground(|ground| {
            let hex = ground.grid.parse("2013").expect("a hex");
            ground.names.supply_sources.push(SupplySource {
                hex,
                side: "union".to_owned(),
                source: Source::Text,
            });
        })
        .stage();
    assert!(line(&crossing, "2010", Following::Trail));
}

#[test]
fn fire_149_series_resupply() {
    let stage = Field::series()
        .switch("opt_ammunition", "true")
        .with(&[infantry("2010", "NW").ammunition(Ammunition::Out)])
        .stage();
    let found = ask(&stage, None, &|_| true);
    assert_eq!(found, Ok(Resupply::Automatic(Rule::SR_10_92)));
    let full = Field::series().with(&[infantry("2010", "NW")]).stage();
    assert_eq!(
        ask(&full, None, &|_| true).expect_err("full").rule,
        Rule::SR_10_92
    );
}

#[test]
fn fire_150_automatic_resupply() {
    let stage = Field::new().stage();
    assert_eq!(
        rested(&stage.look(), Ammunition::Out, false),
        Ammunition::Low
    );
    assert_eq!(
        rested(&stage.look(), Ammunition::Out, true),
        Ammunition::Full
    );
    let full = Field::new().switch("resupply_13_45", "full").stage();
    assert_eq!(
        rested(&full.look(), Ammunition::Out, false),
        Ammunition::Full
    );
}
