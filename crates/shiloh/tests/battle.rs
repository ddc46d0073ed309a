//! The data of Shiloh, held against what the battle book states.

use std::collections::BTreeMap;

use longroll_board::{Feature, Relief, SlopeClass, Terrain};
use longroll_catalog::facts::{
    AbilityKind, Arm, BattleFacts, Mechanism, Piece, Place, ScenarioFacts, SectionLetter, Source,
    TurnId,
};
use longroll_catalog::tables::{
    DisorderRisk, FireTableOrigin, MoveCost, Mover, OrdersResult, SecondDisorderCause,
    SecondDisorderResult, StackingArm, StackingOrders, TerrainKind, WeaponClass,
};
use longroll_core::Side;
use longroll_rule::Rule;
use longroll_shiloh::{Embedded, Overlay};

fn battle() -> std::sync::Arc<BattleFacts> {
    longroll_shiloh::battle().unwrap_or_else(|faults| panic!("{}", faults.summary()))
}

fn scenario(number: u8) -> std::sync::Arc<ScenarioFacts> {
    let read = longroll_shiloh::scenario(number).expect("a scenario of that number");
    read.unwrap_or_else(|faults| panic!("{}", faults.summary()))
}

fn hex(battle: &BattleFacts, name: &str) -> longroll_board::HexId {
    battle.ground.grid.parse(name).expect("a hex of the map")
}

#[test]
fn the_whole_folder_is_sound() {
    let summary =
        longroll_shiloh::check(&Embedded).unwrap_or_else(|faults| panic!("{}", faults.summary()));
    assert_eq!((summary.hexes, summary.scenarios), (4020, 10));
    assert_eq!(longroll_shiloh::scenarios().expect("an index").len(), 10);
    assert!(longroll_shiloh::scenario(11).is_none());
}

#[test]
fn the_map_has_what_the_battle_book_names() {
    let battle = battle();
    let ground = &battle.ground;
    let church = hex(&battle, "S2706");
    assert!(
        ground
            .names
            .places_in(church)
            .any(|place| place.name == "Shiloh Church")
    );
    assert_eq!(hex(&battle, "N4634"), hex(&battle, "S4601"));
    for name in ["S2410", "S2509", "S2610"] {
        assert_eq!(
            ground.terrain(hex(&battle, name)),
            Terrain::SwampStream,
            "{name}"
        );
    }
    let lane = ground
        .grid
        .hexes()
        .filter(|hex| ground.hexes[*hex].features.contains(Feature::SunkenLane));
    assert_eq!(lane.count(), 13);
    // BB 9.7: the correction of the battle book makes the landing plain Field.
    for name in ["N6420", "N6423"] {
        let landing = &ground.hexes[hex(&battle, name)];
        assert!(
            landing.features.contains(Feature::Landing)
                && !landing.features.contains(Feature::Sloping)
        );
        assert_eq!(landing.source, longroll_board::Source::Text);
    }
    let camps = ground
        .names
        .camps
        .iter()
        .map(|camp| camp.hex)
        .collect::<std::collections::BTreeSet<_>>();
    assert_eq!(camps.len(), 96);
}

#[test]
fn slopes_follow_the_levels_of_their_hexes() {
    let battle = battle();
    let ground = &battle.ground;
    let mut seen = BTreeMap::new();
    for side in ground.grid.sides() {
        let Some(second) = side.second() else {
            continue;
        };
        let lines = ground.level(side.first()).abs_diff(ground.level(second));
        match ground.sides[side.id()].relief {
            Relief::Level => assert_eq!(lines, 0),
            Relief::Slope {
                class, lines: own, ..
            } => {
                assert_eq!(own, lines);
                *seen.entry(class).or_insert(0) += 1;
            }
            Relief::Ravine { .. } | Relief::Crest { .. } => {}
        }
    }
    assert_eq!(
        seen.keys().copied().collect::<Vec<_>>(),
        [SlopeClass::Gradual, SlopeClass::Minor, SlopeClass::Steep]
    );
}

#[test]
fn every_command_hangs_on_an_army_and_every_unit_on_a_command() {
    let battle = battle();
    for command in &battle.commands {
        let top = battle.chain(command.id).last().expect("itself at least");
        assert!(
            ["AoT", "AoO", "AoM"].contains(&top.code.as_str()),
            "{}",
            command.code
        );
        assert!(
            !command.leaders.is_empty(),
            "{} has no leader",
            command.code
        );
    }
    let find = |code: &str| battle.command_coded(code).expect("a command");
    assert!(
        battle.is_within(find("2/-/3"), find("3 Corps"))
            && !battle.is_within(find("2/-/3"), find("1/3"))
    );
    assert_eq!(battle.command(find("AoM")).leaders.len(), 2);
    let regiment = battle.unit(battle.unit_named("15 IA").expect("a unit"));
    assert_eq!(
        battle.command(regiment.formation).code,
        "6/T",
        "unbrigaded: BB 4.24"
    );
    let union = battle
        .units
        .iter()
        .filter(|unit| unit.side == Side::Union)
        .count();
    assert_eq!((union, battle.units.len() - union), (151, 115));
}

#[test]
fn counters_carry_their_values_and_their_sources() {
    let battle = battle();
    let munch = battle.unit(battle.unit_named("Munch Bty").expect("a battery"));
    let section = munch.section(SectionLetter::A).expect("section a");
    assert_eq!(
        (section.guns, battle.weapon(section.weapon).code.as_str()),
        (4, "TA")
    );
    assert_eq!(munch.strength.get(), 6);
    let tyler = battle.unit(battle.unit_named("Tyler").expect("a gunboat"));
    assert!(tyler.cohesion.is_none() && tyler.arm == Arm::Gunboat);
    let missouri = battle.unit(battle.unit_named("25 MO").expect("a regiment"));
    assert_eq!(
        (missouri.strength.get(), missouri.strength.source),
        (10, Source::Text)
    );
    assert!(
        missouri
            .cohesion
            .as_ref()
            .is_some_and(longroll_catalog::Sourced::is_estimate)
    );
    let sherman = battle.leader(battle.leader_named("Sherman").expect("a leader"));
    let activation = sherman.ratings.activation.as_ref().expect("a rating");
    assert_eq!((activation.value, activation.source), (1, Source::Text));
    let johnston = battle.leader(battle.leader_named("A.S. Johnston").expect("a leader"));
    let rolls = johnston
        .ability(AbilityKind::CompulsoryLossRolls)
        .expect("an ability");
    assert!(rolls.in_force(TurnId::new(6, 12), 6) && !rolls.in_force(TurnId::new(6, 11), 6));
    assert!(!rolls.in_force(TurnId::new(6, 19), 6));
    let clark = battle.leader(battle.leader_named("Clark").expect("a leader"));
    let same = clark
        .replacement
        .as_ref()
        .and_then(|own| own.same_person)
        .expect("the same person");
    assert_eq!(battle.leader(same).name, "Stewart");
}

#[test]
fn the_tables_read_as_printed() {
    let battle = battle();
    let tables = &battle.tables;
    let woods = tables.terrain.row(TerrainKind::Woods);
    assert_eq!(
        woods.cost(Mover::Foot),
        MoveCost::HalfPoints {
            cost: 3,
            risk: DisorderRisk::None
        }
    );
    let swamp = tables.terrain.row(TerrainKind::Swamp);
    assert_eq!(
        swamp.cost(Mover::Cavalry),
        MoveCost::HalfPoints {
            cost: 8,
            risk: DisorderRisk::Automatic
        }
    );
    assert_eq!(swamp.cost(Mover::Artillery), MoveCost::Prohibited);
    let weapon = |code: &str| battle.weapon(tables.range.coded(code).expect("a weapon"));
    let drms = |code: &str, ranges: &[u8]| {
        ranges
            .iter()
            .map(|range| weapon(code).drm(*range))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        drms("R", &[0, 1, 3, 5, 6]),
        [None, Some(1), Some(0), Some(-2), None]
    );
    assert_eq!(
        drms("H24", &[3, 4, 8, 13, 15, 16]),
        [Some(2), Some(0), Some(-1), Some(-1), Some(-1), None]
    );
    assert_eq!(
        drms("NG", &[1, 21, 35, 36]),
        [Some(5), Some(-1), Some(-1), None]
    );
    assert_eq!(tables.fire.origin, FireTableOrigin::Reconstruction);
    let fire = |class, sp, roll| tables.fire.result(class, sp, roll).to_string();
    for (sp, roll, result) in [
        (7, 8, "1d+2"),
        (1, -5, "-"),
        (1, 15, "1D"),
        (7, 13, "2D"),
        (21, 40, "2D"),
        (9, 1, "d-2"),
    ] {
        assert_eq!(
            fire(WeaponClass::SmallArms, sp, roll),
            result,
            "{sp} SP at {roll}"
        );
    }
    for (guns, roll, result) in [(4, 9, "d"), (6, 11, "D"), (12, 2, "d-3"), (2, 99, "1D")] {
        assert_eq!(
            fire(WeaponClass::Artillery, guns, roll),
            result,
            "{guns} guns at {roll}"
        );
    }
    assert_eq!(tables.assault.row(4).name, "Bloody Stall");
    assert_eq!(tables.assault.row(25).defender.retreat, 2);
    let change = |roll| {
        tables
            .orders_change
            .iter()
            .find(|row| row.roll.contains(roll))
            .map(|row| row.result)
    };
    assert_eq!(
        [change(-3), change(4), change(11)].map(Option::unwrap),
        [
            OrdersResult::KeepAndStay,
            OrdersResult::LooseReins,
            OrdersResult::Change
        ]
    );
    let result = tables
        .second_disorder
        .result(SecondDisorderCause::Assault, Arm::Artillery);
    assert_eq!(result, SecondDisorderResult::Abandoned);
    assert_eq!(
        tables
            .stacking
            .limit(StackingOrders::Line, StackingArm::Foot)
            .strength,
        Some(15)
    );
    assert_eq!(
        tables
            .stacking
            .limit(StackingOrders::March, StackingArm::Cavalry)
            .strength,
        Some(4)
    );
}

#[test]
fn scenario_2_stands_as_its_page_says() {
    let (battle, scenario) = (battle(), scenario(2));
    assert_eq!(
        (scenario.first_turn(), scenario.last_turn()),
        (TurnId::new(6, 8), TurnId::new(6, 9))
    );
    let entry = |name: &str| {
        let piece = battle
            .unit_named(name)
            .map(Piece::Unit)
            .or_else(|| battle.leader_named(name).map(Piece::Leader));
        scenario
            .setup
            .iter()
            .find(|entry| Some(entry.piece) == piece)
            .expect("set up")
    };
    assert_eq!(entry("18 MO").place, Place::Hex(hex(&battle, "S4017")));
    assert_eq!(entry("12 MI").strength, Some(16));
    let peabody = battle.command_coded("1/6/T").expect("a brigade");
    assert_eq!(entry("Peabody").place, Place::WithAnyUnitOf(peabody));
    assert_eq!(scenario.initiative.drms[0].drm, 1);
    assert_eq!(
        scenario
            .efficiency
            .pool(Side::Union, TurnId::new(6, 9))
            .expect("a pool")
            .markers,
        [0, 2, 1, 0]
    );
    assert_eq!(scenario.events.chits(TurnId::new(6, 8)), 2);
    assert!(scenario.reinforcements.is_empty());
}

#[test]
fn the_playing_area_of_scenario_4_grows() {
    let (battle, scenario) = (battle(), scenario(4));
    let at = |name: &str, hour: u8| {
        scenario
            .area
            .contains(hex(&battle, name), TurnId::new(6, hour))
    };
    assert!(
        at("S4202", 11) && at("N5033", 11) && at("S3002", 11),
        "boundary hexes are in play"
    );
    assert!(
        !at("N5032", 11)
            && !at("N5030", 15)
            && at("N5030", 16)
            && !at("N5024", 16)
            && at("N5024", 17)
    );
    assert!(
        !at("S2205", 18) && !at("N3025", 18),
        "the camps of Sherman lie west of the road"
    );
    for hour in 11..=18 {
        assert!(
            scenario
                .area
                .contains(hex(&battle, "S6927"), TurnId::new(6, hour))
        );
    }
}

#[test]
fn every_scenario_can_be_set_up_by_both_sides() {
    for number in 1..=10 {
        let scenario = scenario(number);
        for side in Side::BOTH {
            let leaders = scenario
                .setup
                .iter()
                .filter(|entry| entry.side == side && entry.piece.leader().is_some());
            let units = scenario
                .setup
                .iter()
                .filter(|entry| entry.side == side && entry.piece.unit().is_some());
            assert!(
                leaders.count() > 0 && units.count() > 2,
                "{side} in scenario {number}"
            );
        }
        assert!(scenario.turn(scenario.victory.assessed).is_some());
        assert!(!scenario.special_rules.is_empty());
    }
}

/// Whoever is refused by a special rule reads which one: the heading of the instructions names none.
#[test]
fn every_special_rule_has_a_line_of_the_register_that_is_its_own() {
    let headings = [Rule::BB_30_0, Rule::BB_30_1];
    let mut seen = BTreeMap::new();
    for number in 1..=10 {
        for rule in &scenario(number).special_rules {
            assert!(
                !headings.contains(&rule.rule),
                "{} of scenario {number} has only the heading {}",
                rule.id,
                rule.rule
            );
            assert_eq!(rule.cited().next(), Some(rule.rule));
            assert_eq!(rule.cited().filter(|cited| *cited == rule.rule).count(), 1);
            *seen.entry((number, rule.rule)).or_insert(0) += 1;
        }
    }
    // What the text says in one sentence has several mechanisms here.
    let shared: BTreeMap<Rule, u32> = seen
        .into_iter()
        .filter(|&(_, rules)| rules > 1)
        .map(|((_, rule), rules)| (rule, rules))
        .collect();
    let expected = [(Rule::BB_14_62, 2), (Rule::BB_30_1_csa_start, 4)];
    assert_eq!(shared, BTreeMap::from(expected));
}

#[test]
fn special_rules_speak_of_pieces_by_id() {
    let (battle, scenario) = (battle(), scenario(1));
    let rule = scenario
        .special_rule("gladden-with-hindman")
        .expect("a rule");
    assert!(rule.in_force(TurnId::new(6, 6)) && !rule.in_force(TurnId::new(6, 7)));
    let Mechanism::CommandLink {
        commands,
        markers_of,
        ..
    } = &rule.mechanism
    else {
        panic!("{:?}", rule.mechanism)
    };
    assert_eq!(battle.command(commands[0]).code, "1/2/2");
    assert_eq!(
        markers_of.map(|id| battle.command(id).code.as_str()),
        Some("1/3")
    );
    let alert = scenario.alert.as_ref().expect("an alert programme");
    assert_eq!(alert.rolls.len(), 4);
}

/// One line laid over the embedded files is enough to correct the map, and the slopes follow.
#[test]
fn a_corrected_line_changes_the_hex_and_its_slopes() {
    let plain = battle();
    let path = "map/corrections.tsv".to_owned();
    let mut text = Embedded::file(&path).expect("the file").to_owned();
    text.push_str("S2706\tterrain\tswamp\tprinted map\nS2706\tlevel\t9\tprinted map\n");
    let files = Overlay {
        upper: BTreeMap::from([(path, text)]),
        lower: Embedded,
    };
    let corrected =
        longroll_shiloh::load(&files).unwrap_or_else(|faults| panic!("{}", faults.summary()));
    let church = hex(&plain, "S2706");
    assert_ne!(
        plain.ground.terrain(church),
        corrected.ground.terrain(church)
    );
    assert_eq!(corrected.ground.terrain(church), Terrain::Swamp);
    assert_eq!(
        corrected.ground.hexes[church].source,
        longroll_board::Source::PrintedMap
    );
    let north = corrected
        .ground
        .grid
        .neighbour(church, longroll_board::Direction::N)
        .expect("a neighbour");
    let lines = corrected.ground.level(north).abs_diff(9);
    assert_eq!(
        corrected
            .ground
            .side_between(church, north)
            .expect("a side")
            .relief
            .lines(),
        lines
    );
}

/// The charts name every file of the folder `tables`, and only files that are there.
#[test]
fn every_table_is_on_a_sheet() {
    let named: std::collections::BTreeSet<&str> = longroll_catalog::tables::SHEETS
        .iter()
        .flat_map(|sheet| sheet.files.iter().copied())
        .collect();
    let there: std::collections::BTreeSet<&str> = Embedded::paths()
        .filter(|path| path.starts_with("tables/"))
        .collect();
    assert_eq!(named, there);
}
