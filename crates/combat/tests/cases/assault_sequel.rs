//! What follows the die: advance and continuation (SR 11.46, 11.47).

use longroll_board::Terrain;
use longroll_combat::assault::{
    Duty, Earned, ExtraAdvance, FreeTurn, extra_advances, may_advance, may_continue,
    next_to_advance, won_hexes,
};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::assault_support::{Fight, charging, defender, standing};
use crate::support::{Field, Spec, battery, unit};

const MUST: Duty = Duty::Must(Rule::SR_11_47_mandatory);
const MAY: Duty = Duty::May(Rule::SR_11_47_mandatory);

fn continues(fight: &Fight, place: usize, number: u16, earned: Earned) -> Result<Duty, Rule> {
    let assault = &fight.phase.assaults[place];
    let judged = may_continue(&fight.look(), assault, unit(number), earned);
    judged.map_err(|refusal| refusal.rule)
}

/// Unit 0 has fought D, unit 1, whose hex is empty now, and has advanced into it.
fn won(attacker: Spec, others: &[Spec], field: Field) -> Fight {
    let mut units = vec![attacker];
    units.extend_from_slice(others);
    let mut fight = Fight::on(field, &units).with(&[(&[0], &["2010"])]);
    fight.fought(0);
    let (setting, position) = (&fight.stage.setting, &mut fight.stage.position);
    let hex = setting.grid().parse("2010").expect("a hex");
    let place = longroll_position::StackPlace::Top;
    position.move_unit(
        setting,
        unit(0),
        hex,
        longroll_position::Extent::Single,
        place,
    );
    fight
}

fn places(fight: &Fight, turn: FreeTurn) -> Vec<ExtraAdvance> {
    extra_advances(&fight.look(), unit(0), turn)
}

#[test]
fn asl_109_184_who_advances_first() {
    let fight = Fight::new(&[
        standing("1909", "E").sp(9),
        standing("1909", "E").sp(5),
        standing("1910", "E").sp(4),
    ])
    .with(&[(&[0, 1, 2], &["2010"])]);
    let hex = fight.stage.hex("2010");
    let assault = &fight.phase.assaults[0];
    assert_eq!(won_hexes(&fight.look(), assault).as_slice(), [hex]);
    let next = next_to_advance(&fight.look(), assault, hex, |_| true);
    assert_eq!(next, [unit(0), unit(2)], "the top of each hex");
    for (first, second, left_behind) in [(0, 1, 2), (0, 2, 1)] {
        let mut fight = Fight::new(&[
            standing("1909", "E").sp(9),
            standing("1909", "E").sp(5),
            standing("1910", "E").sp(4),
        ])
        .with(&[(&[0, 1, 2], &["2010"])]);
        for number in [first, second] {
            let assault = fight.phase.assaults[0].clone();
            let next = next_to_advance(&fight.look(), &assault, hex, |_| true);
            assert!(next.contains(&unit(number)));
            let (setting, position) = (&fight.stage.setting, &mut fight.stage.position);
            let place = longroll_position::StackPlace::Bottom;
            let single = longroll_position::Extent::Single;
            position.move_unit(setting, unit(number), hex, single, place);
        }
        let assault = &fight.phase.assaults[0];
        assert!(next_to_advance(&fight.look(), assault, hex, |_| true).is_empty());
        assert!(may_advance(&fight.look(), unit(left_behind), hex).is_err());
    }
}

#[test]
fn asl_130_all_that_fit_must_advance() {
    let sizes = |last| {
        Fight::new(&[
            standing("1909", "E").sp(4),
            standing("1909", "E").sp(4).disordered(),
            standing("1910", "E").sp(last).disordered(),
        ])
        .with(&[(&[0, 1, 2], &["2010"])])
    };
    for (last, all_fit) in [(5, true), (9, false)] {
        let mut fight = sizes(last);
        let hex = fight.stage.hex("2010");
        for number in [0, 1] {
            let (setting, position) = (&fight.stage.setting, &mut fight.stage.position);
            let place = longroll_position::StackPlace::Bottom;
            let single = longroll_position::Extent::Single;
            position.move_unit(setting, unit(number), hex, single, place);
        }
        let next = next_to_advance(&fight.look(), &fight.phase.assaults[0], hex, |_| true);
        assert_eq!(!next.is_empty(), all_fit, "{last} SP");
    }
}

#[test]
fn who_does_not_advance() {
    let mut fight = Fight::new(&[
        battery("1909", "E"),
        standing("1910", "E").deed(Deeds::FINISHED),
        standing("1809", "E"),
        standing("1909", "E"),
    ]);
    let hex = fight.stage.hex("2010");
    let rule = |fight: &Fight, number| {
        may_advance(&fight.look(), unit(number), hex)
            .unwrap_err()
            .rule
    };
    assert_eq!(rule(&fight, 0), Rule::SR_12_6_misc);
    assert_eq!(rule(&fight, 1), Rule::SR_12_35f, "reading 73");
    assert_eq!(rule(&fight, 2), Rule::SR_11_46);
    assert_eq!(may_advance(&fight.look(), unit(3), hex), Ok(()));
    fight = Fight::new(&[standing("1909", "E"), defender("2010", "W")]);
    assert_eq!(rule(&fight, 0), Rule::SR_11_46);
}

#[test]
fn asl_051_an_extended_line_advances() {
    let fight = Fight::on(
        Field::series_grid(),
        &[standing("2222", "E").sp(9).right("2223")],
    );
    let hex = fight.stage.hex("2323");
    assert_eq!(may_advance(&fight.look(), unit(0), hex), Ok(()));
}

#[test]
fn asl_120_121_256_who_must_go_on() {
    let others = [defender("2109", "W").disordered()];
    let charged = won(charging("1909", "E"), &others, Field::new());
    assert_eq!(continues(&charged, 0, 0, Earned::Attacker), Ok(MUST));
    let stood = won(standing("1909", "E"), &others, Field::new());
    assert_eq!(continues(&stood, 0, 0, Earned::Attacker), Ok(MAY));
    // ASL-121, 256: after the first continuation.
    for (value, times, duty) in [
        ("voluntary", 1, MAY),
        ("as_first", 1, MUST),
        ("as_first", 2, MAY),
    ] {
        let field = Field::new().switch("later_continuations", value);
        let mut later = won(charging("1909", "E"), &others, field);
        later.phase.assaults[0].continued = times;
        assert_eq!(continues(&later, 0, 0, Earned::Attacker), Ok(duty));
    }
}

#[test]
fn asl_058_119_184_241_who_may_go_on() {
    // ASL-058: by a failed check, before any die of its own.
    let mut marked = won(charging("1909", "E"), &[], Field::new());
    marked.phase.assaults[0].attackers[0].role = longroll_combat::assault::Role::In;
    assert_eq!(continues(&marked, 0, 0, Earned::FailedCheck), Ok(MUST));
    // ASL-119: the defender could not retreat.
    let mut held = Fight::new(&[charging("1909", "E"), defender("2010", "W").disordered()])
        .with(&[(&[0], &["2010"])]);
    held.fought(0);
    assert_eq!(continues(&held, 0, 0, Earned::Attacker), Ok(MUST));
    // ASL-184: who found no room is left behind.
    let mut left = Fight::new(&[charging("1909", "E")]).with(&[(&[0], &["2010"])]);
    left.fought(0);
    assert_eq!(
        continues(&left, 0, 0, Earned::Attacker),
        Err(Rule::SR_11_47)
    );
    // ASL-241: a repulsed attacker that could not retreat; and one that did, followed up.
    let mut stuck = Fight::new(&[standing("1909", "E").disordered(), defender("2010", "W")])
        .with(&[(&[0], &["2010"])]);
    stuck.fought(0);
    assert_eq!(continues(&stuck, 0, 1, Earned::Defender), Ok(MAY));
    assert_eq!(
        continues(&stuck, 0, 0, Earned::Defender),
        Err(Rule::SR_11_47)
    );
}

#[test]
fn asl_122_129_the_defender_goes_on_from_the_hex_he_took() {
    let mut fight =
        Fight::new(&[standing("1909", "E"), defender("2010", "W")]).with(&[(&[0], &["2010"])]);
    fight.fought(0);
    let (setting, position) = (&fight.stage.setting, &mut fight.stage.position);
    let hex = |name| setting.grid().parse(name).expect("a hex");
    let (top, single) = (
        longroll_position::StackPlace::Top,
        longroll_position::Extent::Single,
    );
    position.move_unit(setting, unit(0), hex("1809"), single, top);
    assert_eq!(
        continues(&fight, 0, 1, Earned::Defender),
        Err(Rule::SR_11_47),
        "as long as he has not advanced"
    );
    let (setting, position) = (&fight.stage.setting, &mut fight.stage.position);
    let hex = setting.grid().parse("1909").expect("a hex");
    position.move_unit(setting, unit(1), hex, single, top);
    assert_eq!(continues(&fight, 0, 1, Earned::Defender), Ok(MAY));
}

#[test]
fn asl_123_an_extra_advance_of_two_hexes() {
    let fight = won(
        charging("1909", "E"),
        &[defender("2310", "W")],
        Field::new(),
    );
    let found = places(&fight, FreeTurn::Used);
    let hex = |name| fight.stage.hex(name);
    let facing = |place: &&ExtraAdvance| place.faces_enemy;
    let wanted = [hex("2110"), hex("2210")];
    assert!(
        found
            .iter()
            .filter(facing)
            .any(|place| place.path().eq(wanted.iter().copied()))
    );
    assert!(
        found
            .iter()
            .filter(facing)
            .all(|place| place.legs.len() == 2)
    );
    assert!(
        found
            .iter()
            .all(|place| place.path().all(|own| own != hex("2310"))),
        "nobody enters an enemy hex"
    );
}

#[test]
fn asl_124_costly_ground_ends_it() {
    let thickets = ["2009", "2109", "2110", "2011", "1909", "1910"];
    let field = Field::new().terrain(Terrain::Thicket, &thickets);
    let fight = won(charging("1909", "E"), &[defender("2310", "W")], field);
    let found = places(&fight, FreeTurn::Open);
    assert_eq!(found.len(), 3, "three facings where it stands");
    assert!(found.iter().all(|place| !place.faces_enemy));
}

#[test]
fn asl_238_the_free_vertex() {
    let found = |hex, facing| {
        let fight = won(
            charging("1909", "E"),
            &[defender(hex, facing)],
            Field::new(),
        );
        places(&fight, FreeTurn::Open)
    };
    let south = found("2011", "W");
    assert!(
        south.iter().all(|place| place.legs.is_empty()),
        "it is adjacent"
    );
    let facing: Vec<_> = south.iter().filter(|place| place.faces_enemy).collect();
    assert_eq!(facing.len(), 1, "to SE");
    let behind = found("1910", "NE");
    assert!(
        behind
            .iter()
            .all(|place| !place.faces_enemy && place.legs.is_empty())
    );
}
