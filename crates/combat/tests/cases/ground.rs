//! Sight, units in the way and the ground, as fire feels them (SR 10.2, BB 9.44, BB TEC).

use longroll_board::Terrain;
use longroll_rule::Rule;

use crate::support::{Field, Spec, battery, enemy, infantry, of};

#[test]
fn fire_056_to_059_woods() {
    let drms = |woods: &[&str]| {
        let stage = Field::new()
            .terrain(Terrain::Woods, woods)
            .with(&[infantry("2001", "SE").sp(4), enemy("2003", "NW")])
            .stage();
        stage.drms(&stage.fire(of(0, 4), "2003"))
    };
    let range = (1, Rule::SR_10_81_range);
    assert_eq!(drms(&["2002"]), [range, (-1, Rule::BB_9_44_woods)]);
    // FIRE-058: through and into, once.
    assert_eq!(drms(&["2002", "2003"]), [range, (-1, Rule::BB_TEC_b)]);
    // FIRE-059: the firer's own Woods do nothing.
    assert_eq!(drms(&["2001"]), [range]);
    let series = Field::series()
        .terrain(Terrain::Woods, &["2002"])
        .with(&[infantry("2001", "SE"), enemy("2003", "NW")])
        .stage();
    assert_eq!(
        series.refused(&series.fire(of(0, 5), "2003")),
        Rule::SR_10_24_higher
    );
    // FIRE-057: the second hex blocks.
    let two = Field::new()
        .terrain(Terrain::Woods, &["2002"])
        .terrain(Terrain::FieldBoundary, &["2003"])
        .with(&[infantry("2001", "SE"), enemy("2004", "NW")])
        .stage();
    assert_eq!(two.refused(&two.fire(of(0, 5), "2004")), Rule::BB_TEC_c);
}

#[test]
fn fire_060_along_the_edge_of_a_field() {
    let total = |other: Terrain| {
        let stage = Field::new()
            .terrain(Terrain::FieldBoundary, &["2109"])
            .terrain(other, &["2110"])
            .with(&[infantry("2010", "E"), enemy("2210", "W")])
            .stage();
        stage.total(&stage.fire(of(0, 5), "2210"))
    };
    assert_eq!(total(Terrain::Field), 1);
    assert_eq!(total(Terrain::Woods), 0);
}

#[test]
fn fire_075_and_076_friends_in_the_way() {
    let stage = Field::new()
        .with(&[
            infantry("2001", "SE"),
            infantry("2002", "SE"),
            enemy("2003", "NW"),
        ])
        .stage();
    assert_eq!(
        stage.refused(&stage.fire(of(0, 5), "2003")),
        Rule::SR_10_26_block
    );
    let over = Field::new()
        .levels("2001", &[2, 0, 0, 1])
        .with(&[
            infantry("2001", "SE").sp(4),
            infantry("2003", "SE"),
            enemy("2004", "NW"),
        ])
        .stage();
    let found = over
        .judge(&over.fire(of(0, 4), "2004"))
        .expect("over low ground");
    assert_eq!(found.terms.sum(), 0);
    let friends = found.friends.as_ref().expect("beside the target");
    assert_eq!(friends.hexes.as_slice(), [over.hex("2003")]);
    assert_eq!(friends.rule, Rule::SR_10_26_friendlyfire);
    let table = &over.setting.tables().fire;
    let checks: Vec<u8> = found
        .outcomes(table)
        .iter()
        .filter(|outcome| outcome.friends_check)
        .map(|outcome| outcome.die)
        .collect();
    assert_eq!(checks, [0, 1, 2]);
}

#[test]
fn fire_077_and_078_units_that_do_not_block() {
    let hidden = Field::new()
        .levels("2001", &[6, 6, 6, 5, 3, 2, 1, 1])
        .steep("2004", "2005")
        .with(&[
            infantry("2003", "SE"),
            enemy("2005", "NW"),
            enemy("2006", "NW"),
        ])
        .stage();
    assert_eq!(hidden.total(&hidden.fire(of(0, 5), "2006")), 0);
    let guns = Field::new()
        .levels("2001", &[2, 0, 0])
        .with(&[
            battery("2001", "SE"),
            infantry("2002", "SE"),
            enemy("2003", "NW"),
        ])
        .stage();
    let found = guns
        .judge(&guns.fire(of(0, 4), "2003"))
        .expect("over a neighbour");
    assert_eq!((found.terms.sum(), found.friends.is_some()), (3, true));
}

#[test]
fn fire_080_to_082_shell_near_friends() {
    let shell = |friend: Spec, from: (&'static str, &'static str), target: &'static str| {
        let stage = Field::new()
            .with(&[
                battery(from.0, from.1).weapon("TB"),
                friend,
                enemy(target, "W"),
            ])
            .stage();
        stage
            .judge(&stage.fire(of(0, 4), target))
            .map(|_| ())
            .map_err(|refusal| refusal.rule)
    };
    let column = ("2001", "SE");
    assert_eq!(
        shell(infantry("2006", "SE"), column, "2008"),
        Err(Rule::SR_10_26_shell)
    );
    assert_eq!(shell(infantry("2005", "SE"), column, "2008"), Ok(()));
    assert_eq!(
        shell(infantry("2010", "SE"), column, "2008"),
        Err(Rule::SR_10_26_shell)
    );
    assert_eq!(shell(infantry("2011", "SE"), column, "2008"), Ok(()));
    // FIRE-081: enemies are no obstacle.
    assert_eq!(shell(enemy("2007", "W"), column, "2008"), Ok(()));
    // FIRE-082: along a hexside.
    let row = ("2010", "E");
    assert_eq!(
        shell(infantry("2509", "E"), row, "2610"),
        Err(Rule::SR_10_26_shell)
    );
}

#[test]
fn fire_128_up_a_steep_slope() {
    let drm = |specs: &[Spec], levels: &[i8], target: &'static str| {
        let stage = Field::new().levels("2001", levels).with(specs).stage();
        let drms = stage.drms(&stage.fire(of(0, 5), target));
        let slope = drms.iter().find(|(_, rule)| *rule == Rule::BB_TEC_steepup);
        slope.map_or(0, |(value, _)| *value)
    };
    let foot = || infantry("2001", "SE");
    assert_eq!(drm(&[foot(), enemy("2002", "NW")], &[1, 4], "2002"), -1);
    assert_eq!(
        drm(&[foot(), enemy("2004", "NW")], &[1, 2, 3, 4], "2004"),
        -1
    );
    assert_eq!(drm(&[foot(), enemy("2003", "NW")], &[1, 2, 3], "2003"), 0);
}

#[test]
fn fire_129_thicket_and_swamp() {
    let total = |own: Terrain, theirs: Terrain| {
        let stage = Field::new()
            .terrain(own, &["2010"])
            .terrain(theirs, &["2110"])
            .with(&[infantry("2010", "E"), enemy("2110", "W")])
            .stage();
        stage.total(&stage.fire(of(0, 5), "2110").prepared())
    };
    assert_eq!(total(Terrain::Thicket, Terrain::Thicket), 0);
    assert_eq!(total(Terrain::Swamp, Terrain::Field), 1);
    assert_eq!(total(Terrain::Field, Terrain::Swamp), 1);
    assert_eq!(total(Terrain::Swamp, Terrain::Thicket), 0);
}

#[test]
fn fire_176_blocking_hexes_can_be_fired_into() {
    let stage = Field::new()
        .terrain(Terrain::Swamp, &["2002"])
        .with(&[
            infantry("2001", "SE"),
            enemy("2002", "NW"),
            enemy("2003", "NW"),
        ])
        .stage();
    assert_eq!(
        stage.drms(&stage.fire(of(0, 5), "2002")),
        [(1, Rule::SR_10_81_range), (-1, Rule::BB_TEC_swamp)]
    );
    assert_eq!(
        stage.refused(&stage.fire(of(0, 5), "2003")),
        Rule::SR_10_24_higher
    );
}

#[test]
fn fire_070_a_ravine_does_nothing_to_fire() {
    use longroll_board::Relief;
    let stage = Field::new()
        .ground(|ground| {
            let hex = ground.grid.parse("2002").expect("a hex");
            let ravine = Relief::Ravine {
                first: 3,
                second: 3,
            };
            ground.set_relief_from(hex, longroll_board::Direction::S, ravine);
        })
        .with(&[infantry("2002", "SE"), enemy("2003", "NW")])
        .stage();
    assert_eq!(
        stage.drms(&stage.fire(of(0, 5), "2003")),
        [(1, Rule::SR_10_81_range)]
    );
}
