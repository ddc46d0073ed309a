//! Steps 2 to 5: Retreat before assault, commitment, Envelopment, the Pre-Assault check (SR 11.33 to 11.37, 8.48).

use longroll_board::Facing;
use longroll_catalog::facts::{BattleDay, Fatigue};
use longroll_combat::assault::{
    envelopments, lone_assault, may_retreat_before, pre_assault_checks, retreats_before,
    rolls_after_retreat, seen_from,
};
use longroll_position::{Extent, Presence};
use longroll_rule::Rule;

use crate::assault_support::{ENTERED, Fight, charging, defender, horse, standing};
use crate::support::{Field, battery, enemy_battery, enemy_cavalry, unit};

const SHAKEN: (i32, Rule) = (1, Rule::BB_T_preassault_drm);
const TURNED: (i32, Rule) = (1, Rule::SR_11_37_drm);
const RIDDEN: (i32, Rule) = (1, Rule::SR_11_55);
const MARCHING: (i32, Rule) = (2, Rule::SR_11_37_march);

fn retreats(fight: &Fight, number: u16) -> Result<(), Rule> {
    let judged = may_retreat_before(&fight.look(), unit(number), &fight.phase.assaults);
    judged.map_err(|refusal| refusal.rule)
}

#[test]
fn asl_028_one_check_with_the_worst_of_two_assaults() {
    let mut fight = Fight::new(&[
        standing("1909", "E"),
        standing("2110", "W"),
        defender("2010", "W"),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
    assert_eq!(fight.check_drms(), [[TURNED]]);
    fight.stage.position.unit_mut(unit(2)).cohesion = longroll_position::Cohesion::Disordered;
    for place in [0, 1] {
        let terms = fight.terms_of(place);
        assert_eq!(terms.position.drm, 4);
        assert_eq!(terms.terms.sum(), 5, "and a Disordered defender");
    }
}

#[test]
fn asl_031_032_033_who_may_retreat_before_assault() {
    let plain = Fight::new(&[charging("1909", "E"), defender("2010", "W").sp(4)])
        .with(&[(&[0], &["2010"])]);
    assert_eq!(retreats(&plain, 1), Ok(()));
    assert_eq!(rolls_after_retreat(&plain.look(), unit(1)), None);
    assert_eq!(
        retreats(&plain, 0),
        Err(Rule::SR_11_33),
        "nobody assaults it"
    );
    let others = [
        defender("2010", "W").attack(),
        defender("2010", "N").march(),
        enemy_battery("2010", "W"),
    ];
    for other in others {
        let fight = Fight::new(&[charging("1909", "E"), other]).with(&[(&[0], &["2010"])]);
        assert_eq!(retreats(&fight, 1), Err(Rule::SR_11_33_excluded));
    }
    let ridden =
        Fight::new(&[horse("1909", "E"), defender("2010", "W")]).with(&[(&[0], &["2010"])]);
    assert_eq!(retreats(&ridden, 1), Err(Rule::SR_11_33_excluded));
}

#[test]
fn asl_034_035_036_038_who_rolls_after_it() {
    let rolls = |field: Field, unit_: crate::support::Spec| {
        let fight = Fight::on(field, &[charging("1909", "E"), unit_]);
        rolls_after_retreat(&fight.look(), unit(1))
    };
    let disordered = defender("2010", "W").disordered();
    assert_eq!(
        rolls(Field::new(), disordered),
        Some(Rule::SR_11_33_disordered)
    );
    let green = || defender("2010", "W").green();
    assert_eq!(rolls(Field::new(), green()), Some(Rule::BB_14_1_retreat));
    let both = green().disordered();
    assert_eq!(rolls(Field::new(), both), Some(Rule::SR_11_33_disordered));
    let second = Field::new().scenario(|scenario| scenario.day = BattleDay::Second);
    assert_eq!(rolls(second, green()), None);
    assert_eq!(rolls(Field::series(), green()), None);
    let horse = enemy_cavalry("2010", "W").green();
    assert_eq!(rolls(Field::new(), horse), None);
}

#[test]
fn asl_037_infantry_slips_away_from_its_guns() {
    let mut fight = Fight::new(&[
        charging("1909", "E"),
        defender("2010", "W").sp(5),
        enemy_battery("2010", "W"),
    ])
    .with(&[(&[0], &["2010"])]);
    assert_eq!(retreats(&fight, 1), Ok(()));
    assert_eq!(retreats(&fight, 2), Err(Rule::SR_11_33_excluded));
    fight.stage.position.take_off(unit(1), Presence::Routed);
    let assault = fight.phase.assaults[0].clone();
    assert_eq!(fight.terms(&assault).defenders.halves(), 2);
    assert_eq!(fight.total(&assault), 6, "5-1 and the charge");
}

#[test]
fn asl_126_129_257_retreat_before_a_continued_assault() {
    let units = [charging("2010", "E"), defender("2109", "W").disordered()];
    for (value, judged) in [("true", Ok(())), ("false", Err(Rule::SR_11_47))] {
        let field = Field::new().switch("retreat_before_continued_assault", value);
        let mut fight = Fight::on(field, &units);
        fight.phase.assaults = vec![fight.continued(&[0], &["2109"], 1)];
        assert_eq!(retreats(&fight, 1), judged);
    }
    // ASL-129: a phasing unit that is pursued stands.
    let mut pursued = Fight::new(&[standing("1809", "E").disordered(), defender("1909", "W")]);
    pursued.phase.assaults = vec![pursued.continued(&[1], &["1809"], 1)];
    assert_eq!(retreats(&pursued, 0), Err(Rule::SR_11_33));
}

#[test]
fn asl_042_who_did_not_commit_itself_does_not_count() {
    let mut fight = Fight::new(&[
        charging("1909", "E"),
        charging("2009", "SW").sp(5).green(),
        defender("2010", "W"),
    ])
    .with(&[(&[0, 1], &["2010"])]);
    assert_eq!(fight.check_drms(), [[TURNED]]);
    fight.drop_out(1);
    assert_eq!(fight.check_drms(), [[]]);
    let assault = &fight.phase.assaults[0];
    assert_eq!(fight.ratio(assault), 0);
    assert_eq!(fight.drms(assault), [(1, Rule::SR_11_21_infantry_charge)]);
    assert_eq!(fight.row(assault, 4), "Defender retreats");
    fight.drop_out(0);
    assert!(fight.check_drms().is_empty(), "ASL-041: nobody is left");
    let terms = longroll_combat::assault::assault_terms(&fight.look(), &fight.phase.assaults[0]);
    assert_eq!(terms, None);
}

#[test]
fn asl_046_to_049_envelopment() {
    let line = |hex, other| standing(hex, "E").sp(10).right(other);
    let on = |units: &[crate::support::Spec]| {
        let fight = Fight::on(Field::series_grid(), units).with(&[(&[0], &["3412"])]);
        let found = envelopments(&fight.look(), &fight.phase.assaults[0]);
        (fight, found)
    };
    let (mut fight, found) = on(&[line("3311", "3312"), defender("3412", "W")]);
    assert_eq!(fight.judged(&fight.phase.assaults[0]), Ok(()));
    let [(who, wheel)] = found.as_slice() else {
        panic!("one wheel");
    };
    let hex = |name| fight.stage.hex(name);
    assert_eq!((*who, wheel.hex), (unit(0), hex("3411")));
    let right = Some(hex("3312"));
    assert_eq!(wheel.extent, Extent::Line { left: None, right });
    assert_eq!(wheel.facing, Facing::parse_vertex("SE").unwrap());
    // As it stands afterwards.
    let state = fight.stage.position.unit_mut(unit(0));
    (state.hex, state.facing) = (wheel.hex, wheel.facing);
    assert_eq!(fight.check_drms(), [[TURNED]]);
    assert_eq!(fight.terms_of(0).position.drm, 4);
    assert!(
        seen_from(
            &fight.look(),
            fight.stage.hex("3412"),
            fight.stage.hex("3411")
        )
        .is_some()
    );

    let watched = [
        line("3311", "3312"),
        defender("3412", "W"),
        enemy_battery("3511", "W"),
    ];
    assert!(on(&watched).1.is_empty(), "ASL-047");
    let facing = [
        line("3311", "3312"),
        defender("3412", "W"),
        defender("3410", "W"),
    ];
    let (fight, found) = on(&facing);
    assert!(found.is_empty(), "ASL-048");
    assert_eq!(fight.judged(&fight.phase.assaults[0]), Err(Rule::SR_8_46));
    let both = fight.assault(&[0], &["3412", "3410"]);
    assert_eq!(fight.judged(&both), Ok(()));
    let disordered = [line("3311", "3312").disordered(), defender("3412", "W")];
    assert!(on(&disordered).1.is_empty(), "ASL-049");
    let long = standing("3311", "E").sp(16).left("3310").right("3312");
    assert!(on(&[long, defender("3412", "W")]).1.is_empty(), "ASL-049");
}

#[test]
fn asl_055_all_terms_of_the_check() {
    let mut fight = Fight::new(&[
        horse("2009", "SE").deed(ENTERED),
        defender("2010", "W").disordered(),
    ])
    .charge(&[0])
    .with(&[(&[0], &["2010"])]);
    fight.tire(1, Fatigue::Level3);
    // Leader -1 and Fatigue +2 belong to every UDD and are the engine's.
    assert_eq!(fight.check_drms(), [[SHAKEN, TURNED, RIDDEN]]);
}

#[test]
fn asl_057_059_060_061_085_shaken_and_marching_defenders() {
    let shaken = Fight::new(&[charging("1909", "E"), defender("2010", "W").disordered()])
        .with(&[(&[0], &["2010"])]);
    assert_eq!(shaken.check_drms(), [[SHAKEN]]);
    let both = Fight::new(&[
        standing("1909", "E"),
        standing("2110", "W"),
        defender("2010", "W").disordered(),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
    assert_eq!(both.check_drms(), [[SHAKEN, TURNED]]);
    let flank = Fight::new(&[standing("1909", "E"), defender("2010", "N").march()])
        .with(&[(&[0], &["2010"])]);
    assert_eq!(flank.check_drms(), [[MARCHING, TURNED]]);
    let front = Fight::new(&[standing("1909", "E"), defender("2010", "NW").march()])
        .with(&[(&[0], &["2010"])]);
    assert_eq!(front.check_drms(), [[MARCHING]]);
    let corner = Fight::new(&[standing("2109", "SW"), defender("2010", "N").march()])
        .with(&[(&[0], &["2010"])]);
    assert_eq!(corner.check_drms(), [[MARCHING, TURNED]]);
    assert_eq!(corner.terms_of(0).position.drm, 3);
}

#[test]
fn asl_063_140_the_charge_in_the_check() {
    let charge = |field: Field, target| {
        let units = [horse("1909", "E").deed(ENTERED), target];
        Fight::on(field, &units)
            .charge(&[0])
            .with(&[(&[0], &["2010"])])
    };
    let foot = charge(Field::new(), defender("2010", "W"));
    assert_eq!(foot.check_drms(), [[RIDDEN]]);
    let mounted = charge(Field::new(), enemy_cavalry("2010", "W"));
    assert_eq!(mounted.check_drms(), [[]]);
    let stream = Field::new().ground(|ground| {
        let (a, b) = (ground.grid.parse("1909"), ground.grid.parse("2010"));
        let side = ground.grid.side_between(a.unwrap(), b.unwrap()).unwrap();
        ground.sides[side].water = longroll_board::Water::Stream;
    });
    let wet = charge(stream, defender("2010", "W"));
    assert_eq!(wet.check_drms(), [[]]);
    assert_eq!(
        wet.drms(&wet.phase.assaults[0]),
        [(-1, Rule::BB_TEC_stream)]
    );
}

#[test]
fn asl_056_208_210_who_makes_the_check() {
    let stack = Fight::new(&[
        standing("1909", "E"),
        defender("2010", "W").sp(5),
        defender("2010", "W").sp(4),
        enemy_battery("2010", "W"),
    ])
    .with(&[(&[0], &["2010"])]);
    let checks = pre_assault_checks(&stack.look(), &stack.phase.assaults);
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].by.as_slice(), [unit(1)]);
    // ASL-210: guns on top of the extension.
    let line = Fight::new(&[
        standing("1910", "E"),
        enemy_battery("2011", "W"),
        defender("2010", "W").sp(9).left("2011"),
        battery("1709", "E"),
    ])
    .with(&[(&[0], &["2010", "2011"])]);
    let checks = pre_assault_checks(&line.look(), &line.phase.assaults);
    assert_eq!(checks.len(), 1, "one check for the whole line");
    assert_eq!(checks[0].hexes.len(), 2);
    assert_eq!(checks[0].by.as_slice(), [unit(2), unit(1)]);
}

/// The ends of the ways on which a unit may Retreat before the designated assaults.
fn ends(fight: &Fight, number: u16) -> Vec<&str> {
    let found = retreats_before(&fight.look(), unit(number), &fight.phase.assaults);
    let ends = found.expect("it may").into_iter();
    let mut names: Vec<&str> = ends
        .filter_map(|path| path.end())
        .map(|hex| fight.stage.name(hex))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn asl_031_038_039_040_where_one_retreats_to() {
    let plain = Fight::new(&[charging("1909", "E"), defender("2010", "W").sp(4)])
        .with(&[(&[0], &["2010"])]);
    assert_eq!(ends(&plain, 1), ["2011", "2109", "2110"]);
    let mounted =
        Fight::new(&[charging("1909", "E"), enemy_cavalry("2010", "W")]).with(&[(&[0], &["2010"])]);
    assert!(ends(&mounted, 1).contains(&"2209"));
    let both = Fight::new(&[
        charging("1909", "E"),
        charging("1911", "E"),
        defender("2010", "W").sp(4),
        defender("2011", "W").sp(4),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2011"])]);
    assert_eq!(ends(&both, 2), ["2109", "2110"]);
    let full = |hex| {
        [
            defender(hex, "W").sp(8).brigade(1),
            defender(hex, "W").sp(7).brigade(1),
        ]
    };
    let mut units = vec![
        standing("1909", "E"),
        standing("1910", "E"),
        defender("2010", "W"),
    ];
    units.extend(full("2109"));
    units.extend(full("2110"));
    let crowded = Fight::new(&units).with(&[(&[0, 1], &["2010"])]);
    let ends = ends(&crowded, 2);
    assert!(ends.contains(&"2210") && !ends.contains(&"2109") && !ends.contains(&"2110"));
}

#[test]
fn a_lone_assault_is_always_legal() {
    let fight = Fight::new(&[
        charging("1910", "E"),
        defender("2010", "W"),
        defender("2011", "W"),
    ]);
    let alone = lone_assault(&fight.look(), unit(0));
    assert_eq!(alone.targets.len(), 2);
    assert_eq!(fight.faults(&[alone]), []);
}
