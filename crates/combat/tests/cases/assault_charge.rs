//! Charge paths (SR 11.52 to 11.54), losses of a Bloody Stall, what 6e does, and the odds.

use longroll_board::{Facing, HexId, Relief, SideEnd, Terrain, Water};
use longroll_catalog::facts::Light;
use longroll_combat::assault::{
    Assault, Fighter, Fought, PostAssault, assault_odds, bloody_stall_losses, bystanders,
    fire_lines, judge_charge_path, may_charge, post_assault,
};
use longroll_rule::Rule;

use crate::assault_support::{Fight, charging, defender, horse, standing};
use crate::support::{Field, Spec, battery, enemy_battery, enemy_cavalry, infantry, unit};

fn vertex(name: &str) -> Facing {
    Facing::parse_vertex(name).expect("a vertex")
}

fn rider() -> Spec {
    horse("1610", "E")
}

/// The way 1709, 1810, 1909 with these facings on leaving each hex.
fn path(field: Field, leaves: &str, facings: [&str; 3]) -> Result<(), Rule> {
    let fight = Fight::on(field, &[rider(), defender("2010", "W")]);
    let hex = |name| fight.stage.hex(name);
    let hexes = ["1709", "1810", "1909"].map(hex);
    let way: Vec<(HexId, Facing)> = hexes.into_iter().zip(facings.map(vertex)).collect();
    let start = (hex("1610"), vertex(leaves));
    judge_charge_path(&fight.look(), start, &way).map_err(|refusal| refusal.rule)
}

fn at_side(field: Field, change: impl FnOnce(&mut longroll_board::SideGround)) -> Field {
    field.ground(|ground| {
        let hex = |name| ground.grid.parse(name).expect("a hex");
        let side = ground.grid.side_between(hex("1709"), hex("1810"));
        change(&mut ground.sides[side.expect("neighbours")]);
    })
}

#[test]
fn asl_133_134_the_ground_of_a_charge_path() {
    let straight = ["E", "E", "E"];
    assert_eq!(path(Field::new(), "E", straight), Ok(()));
    let woods = Field::new().terrain(Terrain::Woods, &["1810"]);
    assert_eq!(path(woods, "E", straight), Err(Rule::SR_11_52));
    let ravine = at_side(Field::new(), |side| {
        side.relief = Relief::Ravine {
            first: 1,
            second: 1,
        };
    });
    assert_eq!(path(ravine, "E", straight), Err(Rule::SR_11_52));
    let up = at_side(Field::new(), |side| {
        side.relief = Relief::slope(SideEnd::First, 2)
    });
    assert_eq!(path(up, "E", straight), Err(Rule::SR_11_52));
    let stream = at_side(Field::new(), |side| side.water = Water::Stream);
    assert_eq!(path(stream, "E", straight), Ok(()));
    let target = Field::new().terrain(Terrain::Woods, &["2010", "1610"]);
    assert_eq!(
        path(target, "E", straight),
        Ok(()),
        "neither end is part of it"
    );
}

#[test]
fn asl_135_nobody_turns_in_the_last_three_hexes() {
    // Turned to E in the starting hex.
    assert_eq!(path(Field::new(), "E", ["E", "E", "E"]), Ok(()));
    let turns = ["SE", "SE", "SE"];
    assert_eq!(path(Field::new(), "E", turns), Err(Rule::SR_11_52));
}

#[test]
fn asl_136_who_may_charge() {
    let judged = |fight: &Fight| {
        let hex = fight.stage.hex("2010");
        may_charge(&fight.look(), unit(0), hex).map_err(|refusal| refusal.rule)
    };
    let on = |field: Field, rider: Spec| {
        let mut fight = Fight::on(
            field,
            &[rider, defender("2010", "W"), infantry("1710", "E")],
        );
        fight.brigadier_with(2);
        fight
    };
    assert_eq!(judged(&on(Field::new(), rider())), Ok(()));
    let disordered = on(Field::new(), rider().disordered());
    assert_eq!(judged(&disordered), Err(Rule::SR_11_53));
    let mut far = on(Field::new(), rider());
    let leader = far.brigadier_with(2);
    let away = far.stage.hex("4035");
    far.stage.position.leader_mut(leader).hex = away;
    assert_eq!(judged(&far), Err(Rule::SR_11_53));
    let woods = ["1809", "1810", "1811", "1909", "1910", "1911", "1710"];
    let hidden = on(Field::new().terrain(Terrain::Woods, &woods), rider());
    assert_eq!(judged(&hidden), Err(Rule::SR_11_53));
    let friend = Fight::new(&[rider(), defender("2010", "W"), infantry("1810", "E")]);
    assert_eq!(judged(&friend), Ok(()), "units do not block");
    let loose = Fight::new(&[rider().loose(), defender("2010", "W")]);
    assert_eq!(judged(&loose), Ok(()));
    let night = on(Field::new().light(Light::Night), rider());
    assert_eq!(judged(&night), Err(Rule::SR_16_12));
    let advance = on(Field::new(), crate::support::cavalry("1610", "E"));
    assert_eq!(judged(&advance), Err(Rule::SR_11_52));
}

#[test]
fn asl_107_108_who_bears_the_loss_of_a_bloody_stall() {
    let mut stacks = [
        standing("1909", "E").sp(5),
        standing("1909", "E").sp(5),
        defender("2010", "W"),
        defender("2010", "W"),
    ];
    stacks[0].cohesion = (5, 3);
    stacks[1].cohesion = (7, 5);
    let fight = Fight::new(&stacks);
    let losses = bloody_stall_losses(&fight.look(), &fight.assault(&[0, 1], &["2010"]));
    assert_eq!(losses.attackers.as_slice(), [unit(1)]);
    assert_eq!(losses.defenders.as_slice(), [unit(2), unit(3)], "a tie");
    let guns = Fight::new(&[
        standing("1909", "E"),
        enemy_battery("2010", "W"),
        defender("2010", "W"),
    ]);
    let losses = bloody_stall_losses(&guns.look(), &guns.assault(&[0], &["2010"]));
    assert_eq!(losses.defenders.as_slice(), [unit(1)]);
    let under = Fight::new(&[
        standing("1909", "E"),
        defender("2010", "W"),
        enemy_battery("2010", "W"),
    ]);
    let losses = bloody_stall_losses(&under.look(), &under.assault(&[0], &["2010"]));
    assert_eq!(losses.defenders.as_slice(), [unit(1)]);
}

#[test]
fn asl_065_118_bystanders() {
    let fight = Fight::new(&[
        standing("1909", "E").sp(4),
        standing("1909", "E").sp(5),
        battery("1909", "E"),
        defender("2010", "W"),
    ]);
    let assault = fight.assault(&[1], &["2010"]);
    assert_eq!(bystanders(&fight.look(), &assault), [unit(0), unit(2)]);
    let lines = fire_lines(&fight.look(), &assault);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].on, fight.stage.hex("2010"));
}

fn fighter(number: u16, fought: Fought, disordered_before: bool) -> Fighter {
    Fighter {
        unit: unit(number),
        fought,
        disordered_before,
    }
}

fn after(fight: &Fight, fighters: &[Fighter]) -> Vec<(u16, PostAssault)> {
    let found = post_assault(&fight.look(), fighters).into_iter();
    found.map(|(unit, what, _)| (unit.0, what)).collect()
}

#[test]
fn asl_130_131_what_6e_does() {
    use Fought::{Attacking, Defending};
    // ASL-130 a: one stack in the hex that was won.
    let one = Fight::new(&[
        standing("2010", "E").sp(4),
        standing("2010", "E").sp(4).disordered(),
        standing("2010", "E").sp(5).disordered(),
    ]);
    let all = [0, 1, 2].map(|number| fighter(number, Attacking, number > 0));
    let expected = [(0, PostAssault::Disorder), (0, PostAssault::Loss)];
    assert_eq!(after(&one, &all), expected);
    // b: two stacks.
    let two = Fight::new(&[
        standing("2010", "E").sp(4),
        standing("2010", "E").sp(4).disordered(),
        standing("1910", "E").sp(9).disordered(),
    ]);
    let expected = [
        (0, PostAssault::Disorder),
        (0, PostAssault::Loss),
        (2, PostAssault::Loss),
    ];
    assert_eq!(after(&two, &all), expected);
    // ASL-131: mounted defenders.
    let mounted = Fight::new(&[
        enemy_cavalry("2010", "W"),
        enemy_cavalry("2016", "W").disordered(),
        defender("2020", "W"),
    ]);
    let all = [0, 1, 2].map(|number| fighter(number, Defending, number == 1));
    let expected = [(0, PostAssault::Disorder), (1, PostAssault::Blown)];
    assert_eq!(after(&mounted, &all), expected);
}

#[test]
fn asl_232_as_it_stands_in_6e_or_before_6b() {
    let on = |value, spec: Spec, before| {
        let field = Field::new().switch("post_assault_status", value);
        let fight = Fight::on(field, &[spec]);
        after(&fight, &[fighter(0, Fought::Attacking, before)])
    };
    let foot = || charging("1909", "E");
    let stalled = || foot().disordered();
    assert_eq!(on("at_6e", stalled(), false), [(0, PostAssault::Loss)]);
    assert_eq!(on("before_6b", stalled(), false), []);
    let rider = || horse("1909", "E").disordered();
    assert_eq!(on("at_6e", rider(), false), [(0, PostAssault::Blown)]);
    assert_eq!(on("before_6b", rider(), false), []);
    for value in ["at_6e", "before_6b"] {
        assert_eq!(on(value, stalled(), true), [(0, PostAssault::Loss)]);
        assert_eq!(on(value, foot(), false), [(0, PostAssault::Disorder)]);
    }
}

/// Of a hundred.
fn faces(fight: &Fight, assault: &Assault) -> Option<(u64, Vec<u64>)> {
    let odds = assault_odds(&fight.look(), assault, &|_| 0)?;
    let all: u64 = odds.rows.iter().map(|(_, own)| *own).sum();
    assert_eq!(odds.balks + odds.gives_way + all, odds.whole);
    let rows: Vec<u64> = odds
        .rows
        .iter()
        .map(|(_, own)| odds.of(*own, 100))
        .collect();
    Some((odds.of(odds.gives_way, 100), rows))
}

#[test]
fn the_odds_of_check_and_table() {
    // Cohesion 6: seven faces pass. Total +1, and +2 against a Disordered defender.
    let fresh = Fight::new(&[charging("1909", "E"), defender("2010", "W")]);
    let found = faces(&fresh, &fresh.assault(&[0], &["2010"]));
    // Passed, weight 7: 1 2 1 3 2 1; failed, weight 3: 0 2 1 3 2 2.
    assert_eq!(found, Some((0, vec![7, 20, 10, 30, 20, 13])));
    // Disordered, Cohesion 5 and +1: five faces pass.
    let shaken = Fight::new(&[standing("1909", "E"), defender("2010", "W").disordered()]);
    let found = faces(&shaken, &shaken.assault(&[0], &["2010"]));
    assert_eq!(found, Some((50, vec![5, 10, 5, 15, 10, 5])));
    // A Continued assault has no check.
    let again = fresh.continued(&[0], &["2010"], 1);
    let found = faces(&fresh, &again);
    assert_eq!(found, Some((0, vec![30, 20, 10, 30, 10, 0])));
    // On the march: whoever passes is Disordered, whoever fails routs.
    let march = Fight::new(&[standing("1909", "E"), defender("2010", "NW").march()]);
    let found = faces(&march, &march.assault(&[0], &["2010"]));
    assert_eq!(found.map(|(gone, _)| gone), Some(50));
    let two = Fight::new(&[
        standing("1910", "E"),
        defender("2010", "W"),
        defender("2011", "W"),
    ]);
    let found = faces(&two, &two.assault(&[0], &["2010", "2011"]));
    assert_eq!(found.map(|(gone, _)| gone), Some(0), "two checks");
}

#[test]
fn the_odds_with_those_who_must_commit_themselves() {
    let one = Fight::new(&[charging("1909", "E").green(), defender("2010", "W")]);
    let assault = one.assault(&[0], &["2010"]);
    let odds = assault_odds(&one.look(), &assault, &|_| 0).unwrap();
    assert_eq!(odds.of(odds.balks, 100), 30);
    // Seven tenths of the odds of those who need not.
    let found = faces(&one, &assault);
    assert_eq!(found, Some((0, vec![5, 14, 7, 21, 14, 9])));
}
