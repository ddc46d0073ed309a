//! Who may assault, who must, who charges (SR 11.12, 11.2, 11.36).

use longroll_board::{Hand, Water};
use longroll_combat::assault::{
    Charge, Duty, charge, duty, may_assault, needs_commitment, target_hexes,
};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::assault_support::{
    ENTERED, Fight, charging, defender, horse, moved_and_fired, standing,
};
use crate::support::{Field, battery, cavalry, enemy, enemy_battery, infantry, unit};

fn refused(fight: &Fight, number: u16) -> Rule {
    may_assault(&fight.look(), unit(number))
        .expect_err("it may not assault")
        .rule
}

fn may(fight: &Fight, number: u16) -> bool {
    may_assault(&fight.look(), unit(number)).is_ok()
}

#[test]
fn asl_003_advance_orders_next_to_the_enemy() {
    let fight = Fight::new(&[infantry("1909", "E").sp(6), defender("2010", "W").attack()]);
    assert!(may(&fight, 0));
    assert_eq!(duty(&fight.look(), unit(0)), Duty::May(Rule::SR_11_22));
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.ratio(&assault), 0);
    assert_eq!(fight.drms(&assault), [(-1, Rule::BB_T_assault_drm)]);
    assert_eq!(fight.row(&assault, 5), "Bloody Stall");
}

#[test]
fn asl_004_advance_orders_moved_next_to_a_lone_battery() {
    let fight = Fight::new(&[
        infantry("1909", "E").sp(6).deed(ENTERED),
        enemy_battery("2010", "W").sections(&[(6, "N")]),
    ]);
    assert_eq!(duty(&fight.look(), unit(0)), Duty::May(Rule::SR_11_22));
    assert_eq!(charge(&fight.look(), unit(0)), Charge::None);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.terms(&assault).defenders.halves(), 2);
    assert_eq!(fight.ratio(&assault), 5);
    assert_eq!(fight.drms(&assault), [(-1, Rule::BB_T_assault_drm)]);
    let outcome = fight.terms(&assault);
    let outcome = outcome.outcome(fight.stage.setting.tables(), 4);
    assert_eq!(outcome.total, 8);
}

#[test]
fn asl_005_over_a_bridge_into_contact() {
    let crossed = Fight::new(&[
        infantry("1909", "E").deed(ENTERED).deed(Deeds::NO_ASSAULT),
        defender("2010", "W").sp(5),
    ]);
    assert_eq!(refused(&crossed, 0), Rule::SR_9_23);
    let next = Fight::new(&[infantry("1909", "E"), defender("2010", "W").sp(4)]);
    assert!(may(&next, 0));
    let assault = next.assault(&[0], &["2010"]);
    assert_eq!(next.drms(&assault), [(-1, Rule::BB_T_assault_drm)]);
    assert_eq!(next.ratio(&assault), 0, "5-4, rounded for the defender");
}

#[test]
fn asl_006_007_who_came_by_an_exception_or_turned_does_not_assault() {
    let entered = Fight::new(&[
        charging("1909", "E").deed(Deeds::NO_COMBAT),
        defender("2010", "W"),
    ]);
    assert_eq!(refused(&entered, 0), Rule::SR_11_12);
    assert!(entered.faults(&[]).is_empty(), "nor must it");
    let turned = Fight::new(&[
        standing("1909", "E").deed(Deeds::TURNED),
        defender("2010", "W").sp(4),
    ]);
    assert!(may(&turned, 0));
    assert_eq!(duty(&turned.look(), unit(0)), Duty::May(Rule::SR_11_22));
    let assault = turned.assault(&[0], &["2010"]);
    assert_eq!(turned.drms(&assault), []);
    let paid = Fight::new(&[
        standing("1909", "E").deed(Deeds::TURNED).spent(1),
        defender("2010", "W").sp(4),
    ]);
    let assault = paid.assault(&[0], &["2010"]);
    assert_eq!((paid.ratio(&assault), paid.drms(&assault)), (1, vec![]));
    assert_eq!(
        duty(&paid.look(), unit(0)),
        Duty::May(Rule::SR_11_22),
        "reading 34: MP for turning are no movement"
    );
    let over = Fight::new(&[
        charging("1909", "E").deed(Deeds::FINISHED),
        defender("2010", "W"),
    ]);
    assert_eq!(refused(&over, 0), Rule::SR_12_35f);
    let away = Fight::new(&[standing("1909", "NE"), defender("2010", "W")]);
    assert_eq!(refused(&away, 0), Rule::SR_11_12, "not in its front");
}

#[test]
fn asl_008_an_infantry_charge_is_mandatory() {
    let fight = Fight::new(&[charging("1909", "E").sp(5), defender("2010", "W").sp(4)]);
    let rule = Rule::SR_11_21_infantry_charge;
    assert_eq!(duty(&fight.look(), unit(0)), Duty::Must(rule));
    assert_eq!(fight.faults(&[]), [rule]);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.faults(core::slice::from_ref(&assault)), []);
    assert_eq!(fight.drms(&assault), [(1, rule)]);
}

#[test]
fn asl_009_who_fired_may_assault_and_does_not_charge() {
    let fight = Fight::new(&[
        moved_and_fired("1909", "E").sp(5),
        defender("2010", "W").sp(3),
    ]);
    assert_eq!(duty(&fight.look(), unit(0)), Duty::May(Rule::SR_11_22));
    assert_eq!(fight.faults(&[]), []);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.ratio(&assault), 2, "rounded for the attacker");
    assert_eq!(fight.drms(&assault), []);
    assert_eq!(fight.row(&assault, 3), "Defender retreats");
}

#[test]
fn asl_010_044_127_cavalry_that_rode_up_must_assault_and_commit_itself() {
    let rode = Fight::new(&[horse("1909", "E").deed(ENTERED), defender("2010", "W")]);
    let rule = Rule::SR_11_21_cavalry_assault;
    assert_eq!(duty(&rode.look(), unit(0)), Duty::Must(rule));
    assert_eq!(rode.faults(&[]), [rule]);
    let assault = rode.assault(&[0], &["2010"]);
    let needs = needs_commitment(&rode.look(), &assault, &assault.attackers[0]);
    assert_eq!(needs, Some(Rule::BB_14_53));
    // ASL-044: the charge UDD is the only one.
    let charges =
        Fight::new(&[horse("1909", "E").deed(ENTERED), defender("2010", "W")]).charge(&[0]);
    let assault = charges.assault(&[0], &["2010"]);
    let needs = needs_commitment(&charges.look(), &assault, &assault.attackers[0]);
    assert_eq!(needs, None);
    assert_eq!(
        duty(&charges.look(), unit(0)),
        Duty::Must(Rule::SR_11_21_cavalry_charge)
    );
    // Reading 18: under Advance orders next to lone guns it must as well.
    let guns = Fight::new(&[
        cavalry("1909", "E").deed(ENTERED),
        enemy_battery("2010", "W"),
    ]);
    assert_eq!(duty(&guns.look(), unit(0)), Duty::Must(rule));
}

#[test]
fn asl_011_under_guns_nobody_must_charge() {
    let guns = battery("1909", "E").attack();
    let under = Fight::new(&[guns.clone(), charging("1909", "E"), defender("2010", "W")]);
    assert_eq!(duty(&under.look(), unit(1)), Duty::May(Rule::SR_11_21_note));
    let assault = under.assault(&[1], &["2010"]);
    assert_eq!(under.drms(&assault), [(1, Rule::SR_11_21_infantry_charge)]);
    let above = Fight::new(&[charging("1909", "E"), guns, defender("2010", "W")]);
    assert_eq!(
        duty(&above.look(), unit(0)),
        Duty::Must(Rule::SR_11_21_infantry_charge)
    );
}

#[test]
fn asl_012_one_who_stood_spoils_the_charge() {
    let fight = Fight::new(&[
        standing("1909", "E").sp(4),
        charging("1909", "E").sp(4),
        defender("2010", "W").sp(8),
    ]);
    let both = fight.assault(&[0, 1], &["2010"]);
    assert_eq!((fight.ratio(&both), fight.drms(&both)), (0, vec![]));
    let alone = fight.assault(&[1], &["2010"]);
    assert_eq!(fight.ratio(&alone), -2);
    assert_eq!(fight.drms(&alone), [(1, Rule::SR_11_21_infantry_charge)]);
    assert_eq!(fight.faults(&[alone]), [], "who stood may be held back");
}

#[test]
fn asl_013_disordered_units_already_adjacent() {
    let fight = Fight::new(&[standing("1910", "E").disordered(), defender("2010", "W")]);
    assert!(may(&fight, 0));
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.drms(&assault), [(-1, Rule::BB_T_assault_drm)]);
    assert_eq!(fight.row(&assault, 4), "Stall");
}

#[test]
fn asl_014_no_assault_across_a_prohibited_hexside() {
    let field = Field::new().ground(|ground| {
        let (a, b) = (ground.grid.parse("1909"), ground.grid.parse("2009"));
        let side = ground.grid.side_between(a.unwrap(), b.unwrap()).unwrap();
        ground.sides[side].water = Water::Creek;
    });
    let fight = Fight::on(
        field,
        &[
            standing("1909", "E"),
            defender("2009", "W"),
            defender("2010", "W"),
        ],
    );
    let targets = target_hexes(&fight.look(), unit(0));
    assert_eq!(targets.as_slice(), [fight.stage.hex("2010")]);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.faults(&[assault]), []);
    let over = fight.assault(&[0], &["2009"]);
    assert_eq!(fight.judged(&over), Err(Rule::SR_11_31));
}

#[test]
fn asl_015_222_artillery_and_detachments_never_assault() {
    let fight = Fight::new(&[
        battery("1909", "E"),
        infantry("1910", "E").detachment(),
        defender("2010", "W"),
    ]);
    assert_eq!(refused(&fight, 0), Rule::SR_11_61);
    assert_eq!(refused(&fight, 1), Rule::BB_14_43_assault);
}

#[test]
fn asl_016_who_tried_to_recover_does_not_assault() {
    let fight = Fight::new(&[
        standing("1909", "E").deed(Deeds::RECOVERED),
        defender("2010", "W"),
    ]);
    assert_eq!(refused(&fight, 0), Rule::SR_11_12);
}

#[test]
fn asl_017_not_through_the_refused_front() {
    let fight = Fight::new(&[
        standing("1909", "E").refused(Hand::Right),
        defender("2010", "W"),
        defender("1910", "NW"),
    ]);
    let targets = target_hexes(&fight.look(), unit(0));
    assert_eq!(targets.as_slice(), [fight.stage.hex("2010")]);
    assert_eq!(fight.faults(&[fight.assault(&[0], &["2010"])]), []);
    let alone = Fight::new(&[
        standing("1909", "E").refused(Hand::Right),
        defender("1910", "NW"),
    ]);
    assert_eq!(refused(&alone, 0), Rule::SR_7_34_assault);
}

#[test]
fn asl_030_abandoned_guns_are_no_target() {
    let mut fight = Fight::new(&[
        standing("1909", "E"),
        enemy_battery("2009", "W"),
        defender("2010", "W"),
    ]);
    let gone = longroll_position::Presence::AbandonedOne;
    fight.stage.position.take_off(unit(1), gone);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.faults(core::slice::from_ref(&assault)), []);
    assert_eq!(fight.terms(&assault).defenders.halves(), 12);
}

#[test]
fn asl_211_cavalry_that_did_not_move_does_not_charge() {
    let fight = Fight::new(&[horse("1909", "E"), defender("2010", "W").sp(3)]);
    assert_eq!(duty(&fight.look(), unit(0)), Duty::May(Rule::SR_11_22));
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!((fight.ratio(&assault), fight.drms(&assault)), (0, vec![]));
    let needs = needs_commitment(&fight.look(), &assault, &assault.attackers[0]);
    assert_eq!(needs, Some(Rule::BB_14_53));
}

#[test]
fn asl_041_208_each_green_unit_commits_itself() {
    let fight = Fight::new(&[
        charging("1909", "E").sp(4).green(),
        charging("1909", "E").sp(3),
        charging("1909", "E").sp(2).green(),
        enemy("2010", "W"),
        enemy("2010", "W").sp(4),
    ])
    .with(&[(&[0, 1, 2], &["2010"])]);
    let assault = &fight.phase.assaults[0];
    let look = fight.look();
    let needs: Vec<_> = assault
        .attackers
        .iter()
        .map(|own| needs_commitment(&look, assault, own))
        .collect();
    let green = Some(Rule::SR_11_36);
    assert_eq!(needs, [green, None, green]);
    assert_eq!(fight.ratio(assault), 0, "9 to 9");
    let continued = fight.continued(&[0, 1, 2], &["2010"], 1);
    assert_eq!(
        needs_commitment(&look, &continued, &continued.attackers[0]),
        None
    );
}

#[test]
fn a_unit_of_another_brigade_does_not_assault() {
    let mut fight = Fight::new(&[
        standing("1909", "E"),
        standing("1910", "E").brigade(1),
        defender("2010", "W"),
    ]);
    fight
        .phase
        .bodies
        .retain(|body| *body != fight.stage.position.body_of(&fight.stage.setting, unit(1)));
    assert!(may(&fight, 0));
    assert_eq!(refused(&fight, 1), Rule::SR_11_12);
    assert_eq!(
        refused(&fight, 2),
        Rule::SR_11_12,
        "nor does the other side"
    );
}
