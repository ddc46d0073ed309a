//! The ground in assault (BB TEC-assault, BB 9.44), and rounding over it.

use longroll_board::{Crossing, Ground, HexId, Relief, SideEnd, SlopeClass, Terrain, Water};
use longroll_combat::assault::{ground_across, may_advance};
use longroll_rule::Rule;

use crate::assault_support::{Fight, charging, defender, moved_and_fired, standing};
use crate::support::{Field, unit};

fn hexes(ground: &Ground, a: &str, b: &str) -> (HexId, HexId) {
    let hex = |name| ground.grid.parse(name).expect("a hex of the grid");
    (hex(a), hex(b))
}

fn water(field: Field, a: &str, b: &str, water: Water, crossing: Crossing) -> Field {
    field.ground(|ground| {
        let (a, b) = hexes(ground, a, b);
        let side = ground.grid.side_between(a, b).expect("neighbours");
        ground.sides[side].water = water;
        ground.sides[side].crossing = crossing;
    })
}

/// A relief on the hexside, as seen from the first hex.
fn relief(field: Field, a: &str, b: &str, relief: Relief) -> Field {
    field.ground(|ground| {
        let (a, b) = hexes(ground, a, b);
        let way = ground.grid.direction_between(a, b).expect("neighbours");
        ground.set_relief_from(a, way, relief);
    })
}

/// The sum of the ground from 1909 to 2010.
fn across(field: Field) -> i32 {
    let fight = Fight::on(field, &[standing("1909", "E"), defender("2010", "W")]);
    let hex = |name| fight.stage.hex(name);
    ground_across(&fight.look(), hex("1909"), hex("2010")).sum()
}

#[test]
fn asl_069_the_example_of_the_ratio() {
    let ratio = |field, attacker| {
        let fight = Fight::on(field, &[attacker, defender("2010", "W").sp(3)]);
        fight.ratio(&fight.assault(&[0], &["2010"]))
    };
    assert_eq!(ratio(Field::new(), moved_and_fired("1909", "E").sp(5)), 2);
    assert_eq!(ratio(Field::new(), standing("1909", "E").sp(5)), 1);
    let stream = water(Field::new(), "1909", "2010", Water::Stream, Crossing::None);
    assert_eq!(ratio(stream, moved_and_fired("1909", "E").sp(5)), 1);
}

#[test]
fn asl_070_woods_round_and_give_no_drm() {
    for (terrain, drm) in [
        (Terrain::Woods, 1),
        (Terrain::FieldBoundary, 1),
        (Terrain::Orchard, 2),
    ] {
        let field = Field::new().terrain(terrain, &["2010"]);
        let fight = Fight::on(
            field,
            &[
                moved_and_fired("1909", "E").sp(5),
                defender("2010", "W").sp(3),
            ],
        );
        let assault = fight.assault(&[0], &["2010"]);
        assert_eq!(fight.ratio(&assault), drm, "{terrain:?}");
        assert_eq!(fight.drms(&assault), [], "{terrain:?}");
    }
}

#[test]
fn asl_093_several_hexes_the_best_for_the_defender() {
    let field = water(Field::new(), "1909", "2010", Water::Stream, Crossing::None);
    let down = Relief::slope(SideEnd::First, 2);
    let field = relief(field, "1910", "2010", down);
    let fight = Fight::on(
        field,
        &[
            charging("1909", "E").sp(5),
            charging("1910", "E").sp(3),
            defender("2010", "W").sp(4),
        ],
    );
    let assault = fight.assault(&[0, 1], &["2010"]);
    assert_eq!(fight.ratio(&assault), 2);
    assert_eq!(
        fight.drms(&assault),
        [
            (-1, Rule::BB_TEC_stream),
            (1, Rule::SR_11_21_infantry_charge)
        ]
    );
    let second = fight.assault(&[1], &["2010"]);
    assert_eq!(
        fight.drms(&second)[0],
        (1, Rule::BB_TEC_minordown),
        "down the slope alone"
    );
}

#[test]
fn asl_094_swamp_and_thicket() {
    use Terrain::{Field as Open, Swamp, Thicket, Woods};
    for (from, to, drm) in [
        (Swamp, Swamp, -2),
        (Woods, Swamp, -1),
        (Swamp, Open, -1),
        (Thicket, Thicket, -1),
        (Thicket, Woods, -1),
        (Swamp, Thicket, -2),
        (Woods, Open, 0),
    ] {
        let field = Field::new().terrain(from, &["1909"]).terrain(to, &["2010"]);
        assert_eq!(across(field), drm, "{from:?} to {to:?}");
    }
}

#[test]
fn asl_095_ravine_crest_and_slopes() {
    let ravine = |second| Relief::Ravine { first: 1, second };
    let crest = Relief::Crest {
        first: 2,
        second: 1,
    };
    let up = |lines| Relief::slope(SideEnd::Second, lines);
    let down = |lines| Relief::slope(SideEnd::First, lines);
    for (shape, drm) in [
        (ravine(2), -2),
        (ravine(5), -3),
        (crest, -1),
        (up(2), -1),
        (down(2), 1),
        (up(3), -2),
        (down(3), 0),
        (up(1), 0),
    ] {
        let field = relief(Field::new(), "1909", "2010", shape);
        assert_eq!(across(field), drm, "{shape:?}");
    }
    let sharp = Relief::Slope {
        class: SlopeClass::Sharp,
        higher: SideEnd::Second,
        lines: 5,
    };
    assert_eq!(across(relief(Field::new(), "1909", "2010", sharp)), -2);
    // Reading 37: a Stream at the bottom of the Ravine adds.
    let wet = water(Field::new(), "1909", "2010", Water::Stream, Crossing::None);
    assert_eq!(across(relief(wet, "1909", "2010", ravine(2))), -3);
}

#[test]
fn asl_096_across_a_bridge() {
    let field = || water(Field::new(), "1909", "2010", Water::Creek, Crossing::Bridge);
    let fight = Fight::on(
        field(),
        &[standing("1909", "E"), defender("2010", "W").sp(4)],
    );
    let assault = fight.assault(&[0], &["2010"]);
    assert_eq!(fight.judged(&assault), Ok(()));
    assert_eq!(fight.ratio(&assault), 1);
    assert_eq!(fight.drms(&assault), [(-2, Rule::BB_TEC_bridge)]);
    assert_eq!(fight.row(&assault, 6), "Defender retreats");
    let road = longroll_board::RouteKind::Road;
    let won = Fight::on(
        field().route(road, &["1909", "2010"]),
        &[standing("1909", "E")],
    );
    let hex = won.stage.hex("2010");
    assert_eq!(may_advance(&won.look(), unit(0), hex), Ok(()));
    assert_eq!(
        across(water(
            Field::new(),
            "1909",
            "2010",
            Water::Creek,
            Crossing::Ford
        )),
        -2
    );
    assert_eq!(
        across(water(
            Field::new(),
            "1909",
            "2010",
            Water::Stream,
            Crossing::Ford
        )),
        -1
    );
}
