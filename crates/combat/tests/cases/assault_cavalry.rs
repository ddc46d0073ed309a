//! Cavalry: charge strength, countercharge (SR 11.43-cavalry, 11.55, 11.56).

use longroll_board::{Crossing, Terrain, Water};
use longroll_combat::assault::{Assault, Countercharge, may_countercharge};
use longroll_position::Part;
use longroll_position::fire::{NonPhasing, PastFire};
use longroll_rule::Rule;

use crate::assault_support::{ENTERED, Fight, charging, defender, horse, moved_and_fired};
use crate::support::{Field, Spec, enemy_cavalry, unit};

const CHARGE: (i32, Rule) = (1, Rule::SR_11_55);

/// Unit 0 charges unit 1 in 2010.
fn charge(field: Field, rider: Spec, target: Spec) -> Fight {
    Fight::on(field, &[rider.deed(ENTERED), target])
        .charge(&[0])
        .with(&[(&[0], &["2010"])])
}

fn countercharges(fight: &Fight) -> Result<Countercharge, Rule> {
    let hex = fight.stage.hex("2010");
    let judged = may_countercharge(&fight.look(), hex, &fight.phase.assaults);
    judged.map_err(|refusal| refusal.rule)
}

/// The same assault when the cavalry of 2010 countercharges.
fn met(fight: &Fight) -> Assault {
    Assault {
        countercharges: vec![fight.stage.hex("2010")],
        ..fight.phase.assaults[0].clone()
    }
}

#[test]
fn asl_097_strength_in_charge() {
    let woods = || Field::new().terrain(Terrain::Woods, &["2010"]);
    for (field, hex, facing, halves) in [
        (Field::new(), "2009", "SE", 16),
        (woods(), "2009", "SE", 8),
        (woods(), "1909", "E", 4),
        (Field::new(), "1909", "E", 8),
    ] {
        let fight = charge(field, horse(hex, facing), defender("2010", "W"));
        assert_eq!(fight.terms_of(0).attackers.halves(), halves, "{hex}");
    }
}

#[test]
fn asl_139_a_charge_in_the_open() {
    let fight = charge(
        Field::new(),
        horse("1909", "E"),
        defender("2010", "W").sp(3).disordered(),
    );
    let terms = fight.terms_of(0);
    assert_eq!(terms.ratio.row.drm, 1, "4 to 3, rounded for the attacker");
    assert_eq!(
        fight.drms(&fight.phase.assaults[0]),
        [(1, Rule::BB_T_assault_drm), CHARGE]
    );
    assert_eq!(terms.terms.sum(), 3);
}

#[test]
fn asl_140_no_benefit_against_ground_that_helps_the_defender() {
    let field = Field::new().ground(|ground| {
        let hex = |name| ground.grid.parse(name).expect("a hex");
        let side = ground.grid.side_between(hex("1909"), hex("2010"));
        let side = side.expect("neighbours");
        ground.sides[side].water = Water::Stream;
        ground.sides[side].crossing = Crossing::None;
    });
    let fight = charge(field, horse("1909", "E"), defender("2010", "W"));
    assert_eq!(
        fight.drms(&fight.phase.assaults[0]),
        [(-1, Rule::BB_TEC_stream)]
    );
    // Reading 35: Woods round for the defender and leave the charge its +1.
    let woods = Field::new().terrain(Terrain::Woods, &["2010"]);
    let fight = charge(woods, horse("1909", "E"), defender("2010", "W"));
    assert_eq!(fight.drms(&fight.phase.assaults[0]), [CHARGE]);
}

#[test]
fn asl_141_142_countercharge_against_cavalry() {
    let target = || enemy_cavalry("2010", "W");
    let attack = charge(Field::new(), horse("1909", "E"), target().attack());
    assert_eq!(countercharges(&attack), Ok(Countercharge::Automatic));
    let assault = met(&attack);
    assert_eq!((attack.ratio(&assault), attack.drms(&assault)), (0, vec![]));
    let checks = longroll_combat::assault::pre_assault_checks(&attack.look(), &[assault]);
    assert!(checks.is_empty(), "instead of the check");
    let advance = charge(Field::new(), horse("1909", "E"), target());
    assert_eq!(
        countercharges(&advance),
        Ok(Countercharge::ByCheck(unit(1)))
    );
    assert_eq!(advance.check_drms(), [[]], "no +1 for mounted cavalry");
    assert_eq!(advance.drms(&advance.phase.assaults[0]), [CHARGE]);
    let marching = charge(
        Field::new(),
        horse("1909", "E"),
        enemy_cavalry("2010", "NW").march(),
    );
    assert_eq!(countercharges(&marching), Err(Rule::SR_11_56));
    // Reading 110.
    let blown = charge(Field::new(), horse("1909", "E"), target().disordered());
    assert!(countercharges(&blown).is_ok());
}

#[test]
fn asl_143_259_countercharge_against_infantry() {
    let units = [
        charging("1909", "E"),
        enemy_cavalry("2010", "W").attack().sp(6),
    ];
    let on = |field: Field| Fight::on(field, &units).with(&[(&[0], &["2010"])]);
    let infantry = (1, Rule::SR_11_21_infantry_charge);
    let counter = (-1, Rule::SR_11_56_effect);
    for (value, drms, row) in [
        ("false", vec![infantry, counter], "Bloody Stall"),
        ("true", vec![counter], "Stall"),
    ] {
        let field = Field::new().switch("countercharge_cancels_infantry_charge", value);
        let fight = on(field);
        assert_eq!(countercharges(&fight), Ok(Countercharge::Automatic));
        let assault = met(&fight);
        assert_eq!(fight.drms(&assault), drms);
        assert_eq!(fight.row(&assault, 4), row);
    }
    let woods = on(Field::new().terrain(Terrain::Woods, &["1909"]));
    assert_eq!(countercharges(&woods), Err(Rule::SR_11_56_terrain));
}

#[test]
fn asl_144_who_may_not_countercharge() {
    let target = || enemy_cavalry("2010", "W").attack();
    let flank = charge(Field::new(), horse("2009", "SE"), target());
    assert_eq!(countercharges(&flank), Err(Rule::SR_11_56));
    let plain = Fight::new(&[moved_and_fired("1909", "E"), target()]).with(&[(&[0], &["2010"])]);
    assert_eq!(countercharges(&plain), Err(Rule::SR_11_56));
    let mut fired = charge(Field::new(), horse("1909", "E"), target());
    let at = fired.stage.hex("1909");
    let past = PastFire {
        at,
        sp: 4,
        reserved: 0,
        refused: false,
        section: None,
        stack: Default::default(),
    };
    let part = Part::counter(unit(1));
    fired.stage.history.note(part, NonPhasing::Return, past);
    assert_eq!(countercharges(&fired), Err(Rule::SR_11_56_effect));
    let foot = charge(
        Field::new(),
        horse("1909", "E"),
        defender("2010", "W").attack(),
    );
    assert_eq!(countercharges(&foot), Err(Rule::SR_11_56));
}

#[test]
fn reading_111_a_flank_attacker_of_another_assault_bars_it() {
    let fight = Fight::new(&[
        horse("1909", "E").deed(ENTERED),
        enemy_cavalry("2010", "W").attack(),
        moved_and_fired("2011", "NW"),
    ])
    .charge(&[0])
    .with(&[(&[0], &["2010"]), (&[2], &["2010"])]);
    assert_eq!(countercharges(&fight), Err(Rule::SR_11_56));
}

#[test]
fn asl_145_charge_benefits_end_with_the_first_assault() {
    let mut fight = charge(
        Field::new(),
        horse("2009", "SE"),
        enemy_cavalry("2010", "W").attack(),
    );
    let again = fight.continued(&[0], &["2010"], 1);
    assert_eq!(fight.terms(&again).attackers.halves(), 8, "not doubled");
    assert_eq!(
        fight.drms(&again),
        [(3, Rule::SR_11_44), (-1, Rule::SR_11_47_attack)]
    );
    fight.phase.assaults = vec![again];
    assert_eq!(countercharges(&fight), Err(Rule::SR_11_57));
    assert!(fight.check_drms().is_empty());
}
