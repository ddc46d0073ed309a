//! Strength, ratio and the other DRMs (SR 11.42, 11.43, 11.63, 11.72; BB T-assault-drm).

use longroll_board::Terrain;
use longroll_catalog::facts::{CommandId, Fatigue, Level};
use longroll_combat::assault::{Rounding, ratio, unled};
use longroll_core::Side;
use longroll_position::SurpriseState;
use longroll_rule::Rule;

use crate::assault_support::{Fight, charging, defender, horse, moved_and_fired, standing};
use crate::support::{Field, enemy_battery, enemy_cavalry, unit};

const ATTACKER: Rounding = Rounding::Attacker(Rule::SR_11_43_rounding);
const DEFENDER: Rounding = Rounding::Defender(Rule::SR_11_43_rounding);
const CHARGE: (i32, Rule) = (1, Rule::SR_11_21_infantry_charge);
const ABSENT: (i32, Rule) = (-1, Rule::SR_11_72_absent);
const AGGRESSIVE: (i32, Rule) = (1, Rule::SR_11_72_aggressive);

fn drm(attacker: u32, defender: u32, rounding: Rounding) -> i8 {
    let fight = Fight::new(&[standing("1909", "E")]);
    let table = &fight.stage.setting.tables().ratio;
    ratio(table, attacker, defender, rounding)
        .expect("a table")
        .row
        .drm
}

/// The nth brigade of the Union.
fn union_brigade(place: usize) -> CommandId {
    let battle = longroll_shiloh::battle().expect("sound data");
    let of = |command: &&longroll_catalog::facts::CommandFacts| {
        command.side == Side::Union && command.level == Level::Brigade
    };
    battle
        .commands
        .iter()
        .filter(of)
        .nth(place)
        .expect("a brigade")
        .id
}

#[test]
fn asl_071_exact_ratios() {
    let pairs = [
        (1, 4),
        (1, 3),
        (2, 4),
        (4, 6),
        (5, 5),
        (6, 4),
        (8, 4),
        (9, 3),
        (8, 2),
        (10, 2),
    ];
    for (rounding, pair) in [ATTACKER, DEFENDER]
        .into_iter()
        .flat_map(|rounding| pairs.map(|pair| (rounding, pair)))
    {
        let place = pairs.iter().position(|own| *own == pair).expect("a pair");
        let expected = i8::try_from(place).expect("ten pairs") - 4;
        assert_eq!(drm(pair.0, pair.1, rounding), expected, "{pair:?}");
    }
}

#[test]
fn asl_072_073_rounded_and_clamped_ratios() {
    for (pair, for_attacker, for_defender) in [
        ((4, 5), 0, -1),
        ((7, 2), 4, 3),
        ((5, 7), 0, -1),
        ((3, 8), -2, -3),
        ((1, 9), -4, -4),
        ((15, 2), 5, 5),
    ] {
        assert_eq!(drm(pair.0, pair.1, ATTACKER), for_attacker, "{pair:?}");
        assert_eq!(drm(pair.0, pair.1, DEFENDER), for_defender, "{pair:?}");
    }
}

#[test]
fn asl_054_an_extended_defender_with_guns_on_top() {
    let fight = Fight::new(&[
        standing("1909", "E").sp(12),
        enemy_battery("2011", "W").sections(&[(5, "N")]),
        defender("2010", "W").sp(9).left("2011"),
    ]);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.terms(&assault).defenders.halves(), 20);
    assert_eq!(fight.ratio(&assault), 0);
}

#[test]
fn asl_098_halved_cavalry_keeps_its_fraction() {
    let field = Field::new().terrain(Terrain::Woods, &["2010"]);
    let fight = Fight::on(
        field,
        &[
            standing("1909", "E").sp(5),
            enemy_cavalry("2010", "W").sp(5),
        ],
    );
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.terms(&assault).defenders.halves(), 5);
    assert_eq!(fight.ratio(&assault), 2);
}

#[test]
fn asl_099_guns_in_the_ratio() {
    let six = || enemy_battery("2010", "W").sections(&[(6, "N")]);
    let foot = || defender("2010", "W").sp(5);
    let halves = |units: &[crate::support::Spec]| {
        let mut all = vec![standing("1909", "E")];
        all.extend_from_slice(units);
        let fight = Fight::new(&all);
        fight
            .terms(&fight.assault(&[0], &["2010"]))
            .defenders
            .halves()
    };
    assert_eq!(halves(&[six(), foot()]), 12);
    assert_eq!(halves(&[foot(), six()]), 10);
    assert_eq!(halves(&[six(), enemy_battery("2010", "W")]), 4);
    let three = enemy_battery("2010", "W").sections(&[(3, "N")]);
    assert_eq!(halves(&[three]), 2);
    assert_eq!(halves(&[six(), foot(), enemy_battery("2010", "W")]), 12);
}

#[test]
fn asl_100_a_detachment_is_assaulted_at_plus_one() {
    let fight = Fight::new(&[
        charging("1909", "E"),
        defender("2010", "W").sp(2).detachment(),
    ]);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.ratio(&assault), 3);
    assert_eq!(fight.drms(&assault), [(1, Rule::BB_14_43_assault), CHARGE]);
    assert_eq!(fight.row(&assault, 0), "Defender retreats");
}

#[test]
fn asl_101_one_standing_unit_spoils_the_rounding() {
    let fight = Fight::new(&[
        moved_and_fired("1909", "E").sp(3),
        standing("1910", "E").sp(2),
        defender("2010", "W").sp(3),
    ]);
    let assault = fight.assault(&[0, 1], &["2010"]);
    assert_eq!(fight.ratio(&assault), 1);
    assert_eq!(fight.drms(&assault), []);
}

#[test]
fn asl_102_any_disordered_defender_counts_once() {
    let fight = Fight::new(&[
        standing("1910", "E"),
        defender("2010", "W").disordered(),
        defender("2011", "W").sp(3).disordered(),
        defender("2011", "W").sp(3).disordered(),
    ]);
    let assault = fight.assault(&[0], &["2010", "2011"]);
    assert_eq!(fight.judged(&assault), Ok(()));
    assert_eq!(fight.drms(&assault), [(1, Rule::BB_T_assault_drm)]);
}

#[test]
fn asl_103_surprise() {
    let printed = longroll_shiloh::scenario(6)
        .expect("scenario 6")
        .expect("sound data");
    let field = Field::new().scenario(|scenario| {
        let surprise = |rule: &&longroll_catalog::facts::SpecialRule| {
            matches!(
                rule.mechanism,
                longroll_catalog::facts::Mechanism::Surprise { .. }
            )
        };
        let mut rule = printed
            .special_rules
            .iter()
            .find(surprise)
            .expect("the surprise")
            .clone();
        // The units of the little battle have other numbers.
        if let longroll_catalog::facts::Mechanism::Surprise {
            exempt_units,
            attackers,
            ..
        } = &mut rule.mechanism
        {
            exempt_units.clear();
            attackers.truncate(1);
            attackers[0] = unit(0);
        }
        scenario.special_rules.push(rule);
    });
    let mut fight = Fight::on(field, &[standing("1909", "E"), defender("2010", "W")]);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.drms(&assault), []);
    let special = &mut fight.stage.position.standing_mut().special;
    special.surprise = SurpriseState::Sprung;
    assert_eq!(fight.drms(&assault), [(1, Rule::BB_30_6_surprise)]);
    let special = &mut fight.stage.position.standing_mut().special;
    special.surprise = SurpriseState::Over;
    assert_eq!(fight.drms(&assault), []);
}

#[test]
fn asl_087_240_no_brigadier_with_any_designated_unit() {
    let units = [
        standing("1909", "E"),
        standing("1915", "E"),
        standing("1921", "E"),
        defender("2010", "W"),
        defender("2016", "W"),
    ];
    let designated = |fight: Fight| fight.with(&[(&[0], &["2010"]), (&[1], &["2016"])]);
    let judged = |fight: &mut Fight| {
        fight.phase.unled = unled(&fight.look(), &fight.phase.assaults);
        let all = fight.phase.assaults.clone();
        [fight.drms(&all[0]), fight.drms(&all[1])]
    };
    let mut with = designated(Fight::new(&units));
    with.brigadier_with(0);
    assert_eq!(judged(&mut with), [[], []]);
    // ASL-240: a Green unit that then fails to commit itself has still designated.
    with.drop_out(0);
    assert!(unled(&with.look(), &with.phase.assaults).is_empty());
    let mut elsewhere = designated(Fight::new(&units));
    elsewhere.brigadier_with(2);
    assert_eq!(judged(&mut elsewhere), [[ABSENT], [ABSENT]]);
    let mut dead = designated(Fight::new(&units));
    assert_eq!(judged(&mut dead), [[ABSENT], [ABSENT]]);
    // Reading 46: it lasts through continuations.
    let again = dead.continued(&[0], &["2010"], 1);
    assert_eq!(dead.drms(&again), [ABSENT, (-1, Rule::SR_11_47_attack)]);
}

#[test]
fn asl_088_089_253_aggressive_and_inspired_brigadiers() {
    let units = [
        standing("1909", "E"),
        standing("1915", "E"),
        defender("2010", "W"),
        defender("2016", "W"),
    ];
    let field = || Field::new().aggressive(&[union_brigade(0)]);
    let mut fight = Fight::on(field(), &units);
    let leader = fight.brigadier_with(0);
    let (with, without) = (
        fight.assault(&[0], &["2010"]),
        fight.assault(&[1], &["2016"]),
    );
    assert_eq!(fight.drms(&with), [AGGRESSIVE]);
    assert_eq!(fight.drms(&without), []);
    fight.phase.inspired.push(leader);
    assert_eq!(fight.drms(&with), [AGGRESSIVE], "not cumulative");
    let mut normal = Fight::new(&units);
    let leader = normal.brigadier_with(0);
    assert_eq!(normal.drms(&with), []);
    normal.phase.inspired.push(leader);
    let inspired = (1, Rule::BB_4_11_assault);
    assert_eq!(normal.drms(&with), [inspired]);
    let again = normal.continued(&[0], &["2010"], 1);
    assert_eq!(normal.drms(&again), [inspired, (-1, Rule::SR_11_47_attack)]);
}

#[test]
fn asl_090_coordinated_brigades_take_the_worse() {
    let field = Field::new().aggressive(&[union_brigade(0)]);
    let mut fight = Fight::on(
        field,
        &[
            standing("1909", "E"),
            standing("1910", "E").brigade(1),
            defender("2010", "W"),
        ],
    )
    .with(&[(&[0, 1], &["2010"])]);
    fight.brigadier_with(0);
    assert_eq!(fight.faults(&fight.phase.assaults), []);
    fight.phase.unled = unled(&fight.look(), &fight.phase.assaults);
    assert_eq!(fight.phase.unled, [fight.look().body(unit(1))]);
    assert_eq!(fight.drms(&fight.phase.assaults[0]), [ABSENT]);
}

#[test]
fn asl_091_fatigue_of_several_brigades() {
    let mut attackers = Fight::new(&[
        standing("1909", "E"),
        standing("1910", "E").brigade(1),
        defender("2010", "W"),
    ]);
    attackers.tire(0, Fatigue::Level3);
    attackers.tire(1, Fatigue::Level1);
    let assault = attackers.assault(&[0, 1], &["2010"]);
    assert_eq!(attackers.drms(&assault), [(-2, Rule::SR_17_31)]);
    let mut defenders = Fight::new(&[
        standing("1910", "E"),
        defender("2010", "W"),
        defender("2011", "W").brigade(1),
        enemy_battery("2011", "W"),
    ]);
    defenders.tire(1, Fatigue::Level4);
    defenders.tire(2, Fatigue::Level2);
    let assault = defenders.assault(&[0], &["2010", "2011"]);
    assert_eq!(defenders.drms(&assault), [(1, Rule::SR_17_31)]);
}

#[test]
fn asl_092_unbrigaded_cavalry_has_no_brigadier() {
    let mut fight =
        Fight::new(&[horse("1909", "E").loose(), defender("2010", "W")]).with(&[(&[0], &["2010"])]);
    let command = fight.stage.position.unit(unit(0)).assigned;
    fight.lead(command, 0);
    fight.phase.unled = unled(&fight.look(), &fight.phase.assaults);
    assert_eq!(fight.drms(&fight.phase.assaults[0]), [(-1, Rule::BB_14_54)]);
}

#[test]
fn asl_104_to_111_rows_of_the_table() {
    let pair = |attacker, target| Fight::new(&[attacker, target]);
    let row = |fight: &Fight, die| fight.row(&fight.assault(&[0], &["2010"]), die);
    let beaten = pair(moved_and_fired("1909", "E"), defender("2010", "W").sp(12));
    assert_eq!(beaten.total(&beaten.assault(&[0], &["2010"])), -2);
    assert_eq!(row(&beaten, 2), "Attacker retreats");
    let stall = pair(charging("1909", "E"), defender("2010", "W"));
    assert_eq!(row(&stall, 1), "Stall");
    let shaken = pair(standing("1909", "E"), defender("2010", "W").disordered());
    assert_eq!(shaken.total(&shaken.assault(&[0], &["2010"])), 1);
    assert_eq!(row(&shaken, 2), "Stall");
    let two = Fight::new(&[
        charging("1909", "E").sp(5),
        charging("1909", "E").sp(3),
        defender("2010", "W").sp(4),
    ]);
    let both = two.assault(&[0, 1], &["2010"]);
    assert_eq!(
        (two.total(&both), two.row(&both, 3)),
        (3, "Defender retreats".into())
    );
    let nine = pair(
        charging("1909", "E").sp(9),
        defender("2010", "W").disordered(),
    );
    assert_eq!(nine.total(&nine.assault(&[0], &["2010"])), 3);
    let many = Fight::new(&[
        charging("1909", "E").sp(8),
        charging("1910", "E").sp(4),
        defender("2010", "W").sp(4),
    ]);
    let all = many.assault(&[0, 1], &["2010"]);
    assert_eq!(many.total(&all), 4);
    assert!(many.row(&all, 6).contains("disarray"));
}

#[test]
fn asl_120_122_continued_assaults() {
    let first = Fight::new(&[charging("1909", "E"), defender("2010", "W").sp(4).attack()]);
    let assault = first.assault(&[0], &["2010"]);
    assert_eq!(first.total(&assault), 2);
    let on = Fight::new(&[
        charging("2010", "E"),
        defender("2109", "W").sp(4).attack().disordered(),
    ]);
    let again = on.continued(&[0], &["2109"], 1);
    assert_eq!(on.ratio(&again), 1);
    assert_eq!(
        on.drms(&again),
        [(1, Rule::BB_T_assault_drm), (-1, Rule::SR_11_47_attack)]
    );
    assert_eq!(on.row(&again, 3), "Bloody Stall");
    // ASL-121: the second one is at -2.
    let third = on.continued(&[0], &["2109"], 2);
    assert_eq!(on.total(&third), 0);
    // ASL-122: the defender goes on, without the DRM for his brigadier.
    let mut back = Fight::new(&[standing("1809", "E").disordered(), defender("1909", "W")]);
    back.phase.unled = vec![back.look().body(unit(1))];
    let counter = back.continued(&[1], &["1809"], 1);
    assert_eq!(
        back.drms(&counter),
        [
            (1, Rule::BB_T_assault_drm),
            (-1, Rule::BB_T_assault_drm),
            (-1, Rule::SR_11_47_attack)
        ]
    );
    assert_eq!(back.row(&counter, 6), "Defender retreats");
}

#[test]
fn asl_207_every_kind_of_term() {
    let field = Field::new()
        .aggressive(&[union_brigade(0)])
        .terrain(Terrain::Woods, &["2010"]);
    let mut fight = Fight::on(
        field,
        &[
            charging("1909", "E"),
            charging("2009", "SW").sp(4).green(),
            defender("2010", "W").attack().disordered(),
        ],
    )
    .with(&[(&[0, 1], &["2010"])]);
    fight.brigadier_with(0);
    fight.tire(0, Fatigue::Level1);
    fight.phase.unled = unled(&fight.look(), &fight.phase.assaults);
    let terms = fight.terms_of(0);
    assert_eq!(terms.ratio.row.drm, 1, "10 to 6 in Woods");
    assert_eq!(
        fight.drms(&fight.phase.assaults[0]),
        [
            (4, Rule::SR_11_44),
            (1, Rule::BB_T_assault_drm),
            CHARGE,
            AGGRESSIVE,
            (-1, Rule::SR_17_31)
        ]
    );
    assert_eq!(terms.terms.sum(), 7);
    let outcome = terms.outcome(fight.stage.setting.tables(), 1);
    assert_eq!(outcome.total, 8);
    assert_eq!(outcome.row.name, "Defender retreats, assault continues");
}

#[test]
fn asl_245_guns_that_stand_alone_are_assaulted_alone() {
    let fight = Fight::new(&[
        charging("1909", "E"),
        enemy_battery("2010", "W")
            .sections(&[(6, "N")])
            .disordered(),
    ]);
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.total(&assault), 7, "5-1, charge, Disordered");
}

#[test]
fn asl_249_a_column_defends_with_all_it_has() {
    let column = || defender("2010", "W").sp(8).rear("2110");
    let defends = Fight::new(&[standing("1909", "E"), column()]);
    let assault = defends.assault(&[0], &["2010"]);
    assert_eq!(defends.terms(&assault).defenders.halves(), 16);
    let back = Fight::new(&[
        standing("1809", "E").disordered(),
        defender("1909", "W").sp(8),
    ]);
    let counter = back.continued(&[1], &["1809"], 1);
    assert_eq!(back.ratio(&counter), 0, "8 to 6, rounded for the defender");
    assert_eq!(back.total(&counter), -1);
    assert_eq!(back.row(&counter, 5), "Bloody Stall");
}

#[test]
fn the_ten_faces_are_shared_out_over_the_rows() {
    let fight = Fight::new(&[charging("1909", "E"), defender("2010", "W")]);
    let terms = fight.terms(&fight.assault(&[0], &["2010"]));
    let tables = fight.stage.setting.tables();
    let faces: Vec<u8> = terms
        .chances(tables)
        .iter()
        .map(|(_, faces)| *faces)
        .collect();
    // +1: 1 | 2-3 | 4 | 5-7 | 8-9 | 10.
    assert_eq!(faces, [1, 2, 1, 3, 2, 1]);
    let totals = terms.outcomes(tables).map(|own| own.total);
    assert_eq!(totals, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}
