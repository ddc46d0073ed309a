//! SR 8.1, 8.2: who may stand together, and moving through friends.

use longroll_board::{Crossing, RouteKind, Terrain, Water};
use longroll_core::Refusal;
use longroll_movement::arrival::{may_reorder, stop};
use longroll_movement::stacking::{may_join, may_move_together, stack_is_legal};
use longroll_movement::step::{Occupied, StepOrder, StepTerms, WayChoice, step, step_of};
use longroll_movement::{Progress, Walker, allowance};
use longroll_position::{Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;

use crate::support::*;

fn stack(units: &[Spec]) -> Result<(), Refusal> {
    let stage = Field::grid_a(Terrain::Clear).with(units).stage();
    stack_is_legal(&stage.setting, &stage.position, stage.hex("2222"))
}

fn refused_by(units: &[Spec]) -> Rule {
    stack(units).expect_err("a stack that is not legal").rule
}

fn foot(sp: u8) -> Spec {
    infantry("2222", "E").sp(sp)
}

fn horse(sp: u8) -> Spec {
    cavalry("2222", "E").sp(sp)
}

fn guns(sp: u8) -> Spec {
    battery("2222", "E").sp(sp)
}

fn marching(spec: Spec) -> Spec {
    let mut spec = spec.march();
    spec.facing = "N";
    spec
}

/// Proves MV-037: SR 8.12-march, BB stacking.
/// March limits.
/// Proves MV-038: SR 8.12-march, SR 8.5.
/// March limits.
/// Proves MV-039: SR 8.12-march, BB stacking.
/// March limits.
#[test]
fn mv_037_038_039_march_limits() {
    let m = |sp| marching(foot(sp));
    let c = |sp| marching(horse(sp));
    let g = |sp| marching(guns(sp));
    assert_eq!(stack(&[m(4), m(3)]), Ok(()));
    assert_eq!(refused_by(&[m(4), m(3), m(1)]), Rule::SR_8_12_march);
    assert_eq!(refused_by(&[m(4), m(2).brigade(1)]), Rule::SR_8_12_march);
    assert_eq!(stack(&[c(2), c(2)]), Ok(()));
    assert_eq!(refused_by(&[c(4), c(2)]), Rule::SR_8_12_march);
    assert_eq!(refused_by(&[c(5)]), Rule::SR_8_5);
    assert_eq!(stack(&[g(8), g(6)]), Ok(()));
    assert_eq!(stack(&[g(4), g(4), g(4)]), Ok(()));
    assert_eq!(refused_by(&[g(5), g(4), g(4)]), Rule::SR_8_12_march);
    assert_eq!(refused_by(&[g(4), m(3)]), Rule::SR_8_12_march);
}

/// Proves MV-040: SR 8.12-line, BB stacking.
/// Line limits.
/// Proves MV-041: SR 8.12-line.
/// Line limits.
/// Proves MV-042: SR 8.12-line.
/// Line limits.
#[test]
fn mv_040_041_042_line_limits() {
    assert_eq!(stack(&[foot(8), foot(7)]), Ok(()));
    assert_eq!(refused_by(&[foot(8), foot(8)]), Rule::SR_8_12_line);
    assert_eq!(stack(&[foot(16)]), Ok(()));
    assert_eq!(stack(&[foot(8), foot(7), guns(6)]), Ok(()));
    assert_eq!(stack(&[foot(8), guns(3), guns(3)]), Ok(()));
    assert_eq!(
        refused_by(&[foot(8), guns(3), guns(3), guns(2)]),
        Rule::SR_8_12_line
    );
    assert_eq!(stack(&[horse(4), horse(3)]), Ok(()));
    assert_eq!(
        refused_by(&[horse(4), horse(3), horse(2)]),
        Rule::SR_8_12_line
    );
    assert_eq!(stack(&[horse(9)]), Ok(()));
    assert_eq!(stack(&[horse(4), horse(3), guns(4).brigade(1)]), Ok(()));
    assert_eq!(refused_by(&[horse(4), foot(3)]), Rule::SR_8_12_line);
    assert_eq!(
        refused_by(&[horse(4), horse(4)]),
        Rule::SR_8_12_line,
        "MV-266"
    );
    assert_eq!(stack(&[guns(8), guns(6)]), Ok(()));
    assert_eq!(stack(&[guns(4), guns(4), guns(4)]), Ok(()));
    assert_eq!(refused_by(&[guns(4), guns(4), foot(5)]), Rule::SR_8_12_line);
    assert_eq!(stack(&[guns(8), foot(5)]), Ok(()));
}

/// Proves MV-249: BB 14.41, SR 8.11.
/// Detachments never stack.
#[test]
fn mv_249_detachments_never_stack() {
    for other in [foot(3), guns(4), foot(1).detachment()] {
        assert_eq!(refused_by(&[foot(1).detachment(), other]), Rule::BB_14_41);
    }
}

/// Proves MV-045: SR 8.21.
/// Stacks on the road.
#[test]
fn mv_045_stacks_on_the_road() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[foot(4), foot(3), foot(5)])
        .stage();
    let together = |units: &[u16]| {
        let units: Vec<_> = units.iter().map(|number| unit(*number)).collect();
        may_move_together(&stage.setting, &stage.position, &units)
    };
    assert_eq!(together(&[0, 1]), Ok(()));
    assert_eq!(together(&[1, 2]).unwrap_err().rule, Rule::SR_8_21);
}

/// Goes along these hexes with one facing; the terms of every step.
fn walk(
    stage: &Stage,
    number: u16,
    facing: &str,
    hexes: &[&str],
    way: WayChoice,
) -> Vec<Result<StepTerms, Refusal>> {
    let scene = stage.scene();
    let walker = Walker::of(&scene, unit(number), allowance::Fired::No).expect("a unit");
    let mut progress: Progress = stage.progress(number);
    let mut state: UnitState = *walker.state;
    let mut spent = HalfMp::ZERO;
    let mut found = Vec::new();
    for hex in hexes {
        let here = Walker {
            state: &state,
            left: walker.left.less(spent),
            ..walker
        };
        let direction = stage
            .setting
            .grid()
            .direction_between(state.hex, stage.hex(hex))
            .expect("neighbours");
        let facing = if walker.gait == longroll_movement::Gait::March {
            side(facing)
        } else {
            vertex(facing)
        };
        let terms = step_of(
            &scene,
            &progress,
            &here,
            StepOrder {
                direction,
                facing,
                way,
            },
        );
        if let Ok(terms) = &terms {
            spent += terms.total;
            progress = terms.after(&progress);
            let extent = terms.column.map_or(Extent::Single, |column| column.extent);
            state = UnitState {
                hex: terms.to,
                facing,
                refused: None,
                extent,
                spent,
                ..state
            };
        }
        found.push(terms);
    }
    found
}

/// Proves MV-046: SR 8.22, BB TEC-woods.
/// Through infantry.
/// Proves MV-050: SR 8.22-start.
/// Through infantry.
#[test]
fn mv_043_046_049_050_through_infantry() {
    let open = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2010", "E").sp(6),
            infantry("2110", "E").sp(6),
            infantry("2110", "E").sp(6),
        ])
        .stage();
    let through = walk(&open, 0, "E", &["2110", "2210"], WayChoice::Best);
    let first = through[0].as_ref().unwrap();
    assert_eq!(
        (first.total, first.occupied),
        (HalfMp::whole(1), Occupied::MustGoOn),
        "MV-043: 18 SP may not stop"
    );
    let second = through[1].as_ref().unwrap();
    let pass = second.passing.unwrap();
    assert_eq!((pass.surcharge, pass.udd), (HalfMp::whole(2), Some(0)));
    assert_eq!(second.total, HalfMp::whole(3));
    let woods = Field::grid_a(Terrain::Woods)
        .with(&[infantry("2010", "E"), infantry("2110", "E")])
        .stage();
    let through = walk(&woods, 0, "E", &["2110", "2210"], WayChoice::Best);
    let total: u16 = through
        .iter()
        .map(|step| step.as_ref().unwrap().total.0)
        .sum();
    assert_eq!(HalfMp(total), HalfMp::whole(5), "MV-046");
    assert_eq!(
        through[1].as_ref().unwrap().passing.unwrap().udd,
        Some(0),
        "1½ MP give no DRM"
    );
    let shared = Field::grid_a(Terrain::Woods)
        .with(&[infantry("2010", "E").sp(3), infantry("2010", "E").sp(3)])
        .stage();
    let leaving = walk(&shared, 0, "E", &["2110"], WayChoice::Best);
    let pass = leaving[0].as_ref().unwrap().passing.unwrap();
    assert_eq!(
        (pass.surcharge, pass.udd, pass.rule),
        (HalfMp::ZERO, None, Rule::SR_8_22_start),
        "MV-050"
    );
}

#[test]
fn mv_048_cavalry_through_woods() {
    let stage = Field::grid_a(Terrain::Woods)
        .with(&[cavalry("2010", "E").sp(2), cavalry("2110", "E").sp(6)])
        .stage();
    let through = walk(&stage, 0, "E", &["2110", "2210"], WayChoice::Best);
    assert_eq!(through[1].as_ref().unwrap().passing.unwrap().udd, Some(2));
}

/// Proves MV-051: SR 8.22-art.
/// Guns and detachments.
/// Proves MV-221: SR 8.22, BB 14.41.
/// Guns and detachments.
#[test]
fn mv_051_221_guns_and_detachments() {
    let stage = Field::grid_a(Terrain::Woods)
        .with(&[
            infantry("2010", "E"),
            battery("2110", "E"),
            battery("2014", "E"),
            infantry("2114", "E").sp(16),
            infantry("2018", "E").sp(2).detachment(),
            infantry("2118", "E").sp(3),
        ])
        .stage();
    let foot = walk(&stage, 0, "E", &["2110", "2210"], WayChoice::Best);
    let pass = foot[1].as_ref().unwrap().passing.unwrap();
    assert_eq!(
        (pass.surcharge, pass.udd, pass.rule),
        (HalfMp::ZERO, None, Rule::SR_8_22_art)
    );
    let guns = walk(&stage, 2, "E", &["2114", "2214"], WayChoice::Best);
    assert_eq!(guns[1].as_ref().unwrap_err().rule, Rule::SR_8_22_art);
    let small = walk(&stage, 4, "E", &["2118", "2218"], WayChoice::Best);
    assert_eq!(small[0].as_ref().unwrap().occupied, Occupied::MustGoOn);
    assert_eq!(
        small[1].as_ref().unwrap().passing.unwrap().rule,
        Rule::BB_14_41
    );
    assert_eq!(
        may_join(&stage.setting, &stage.position, unit(4), stage.hex("2118"))
            .unwrap_err()
            .rule,
        Rule::BB_14_41
    );
}

/// Proves MV-052: SR 8.22-road, BB TEC-road.
/// On roads and trails.
/// Proves MV-053: SR 8.22-road.
/// On roads and trails.
/// Proves MV-054: SR 8.22-road.
/// On roads and trails.
#[test]
fn mv_052_053_054_on_roads_and_trails() {
    let field = |kind, march: bool| {
        let mut friend = infantry("2110", "E").sp(6);
        if march {
            friend = marching(friend);
        }
        Field::grid_a(Terrain::Woods)
            .route(kind, &["2010", "2110", "2210", "2311"])
            .with(&[infantry("2010", "E").sp(6), friend])
            .stage()
    };
    let cost = |stage: &Stage| -> (HalfMp, Option<u8>) {
        let through = walk(stage, 0, "E", &["2110", "2210"], WayChoice::Best);
        let total: u16 = through
            .iter()
            .map(|step| step.as_ref().unwrap().total.0)
            .sum();
        (
            HalfMp(total),
            through[1].as_ref().unwrap().passing.unwrap().udd,
        )
    };
    assert_eq!(
        cost(&field(RouteKind::Road, false)),
        (HalfMp::whole(2), None),
        "MV-052"
    );
    assert_eq!(
        cost(&field(RouteKind::Road, true)),
        (HalfMp(5), None),
        "MV-053"
    );
    assert_eq!(
        cost(&field(RouteKind::Trail, false)),
        (HalfMp::whole(4), Some(0)),
        "MV-054"
    );
}

/// Proves MV-055: SR 8.22-bridge.
/// Bridges.
/// Proves MV-118: SR 9.23, SR 9.52, BB TEC-bridge.
/// Bridges.
/// Proves MV-119: SR 9.24, SR 9.44-bridge.
/// Bridges.
#[test]
fn mv_055_118_119_bridges() {
    let field = |friend: Spec, own: Spec, foe: bool| {
        let mut units = vec![own, friend];
        if foe {
            units.push(enemy("2210", "W"));
        }
        Field::grid_a(Terrain::Clear)
            .route(RouteKind::Road, &["2010", "2110"])
            .side("2010", "2110", |side| {
                side.water = Water::Creek;
                side.crossing = Crossing::Bridge;
            })
            .with(&units)
            .stage()
    };
    let own = infantry("2010", "E").sp(2);
    let go = |stage: &Stage| walk(stage, 0, "E", &["2110"], WayChoice::Best).remove(0);
    let blocked = field(marching(infantry("2110", "N").sp(5)), own.clone(), false);
    assert_eq!(go(&blocked).unwrap_err().rule, Rule::SR_8_22_bridge);
    let free = field(infantry("2110", "E").sp(5), own.clone(), false);
    let terms = go(&free).unwrap();
    assert_eq!(
        (terms.total, terms.occupied),
        (HalfMp::whole(2), Occupied::MayStop)
    );
    let contact = field(infantry("3010", "E"), own.clone(), true);
    let terms = go(&contact).unwrap();
    assert_eq!(
        terms.contact,
        longroll_movement::adjacency::Contact::MadeOverCrossing,
        "MV-118"
    );
    assert_eq!(terms.total, HalfMp::whole(2));
    let attack = field(infantry("3010", "E"), own.attack(), true);
    assert_eq!(
        go(&attack).unwrap_err().rule,
        Rule::SR_9_44_bridge,
        "MV-119"
    );
}

/// Proves MV-005: SR 7.11, SR 8.23.
/// Joining.
/// Proves MV-056: SR 8.23.
/// Joining.
/// Proves MV-057: SR 8.23.
/// Joining.
/// Proves MV-242: SR 7.11, SR 7.21, SR 8.23.
/// Joining.
#[test]
fn mv_005_056_057_242_joining() {
    let mut stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").sp(4),
            infantry("2122", "SE").sp(3),
            battery("2618", "E"),
            infantry("2518", "E").sp(4),
        ])
        .stage();
    let arrive = |stage: &mut Stage, number: u16, from: &str, to: &str, facing: &str| {
        let scene = stage.scene();
        let order = StepOrder {
            direction: stage.towards(from, to),
            facing: vertex(facing),
            way: WayChoice::Best,
        };
        let terms =
            step(&scene, &stage.progress(number), unit(number), order).expect("a legal step");
        let progress = terms.after(&stage.progress(number));
        let hex = stage.hex(to);
        stage.position.move_unit(
            &stage.setting,
            unit(number),
            hex,
            Extent::Single,
            StackPlace::Bottom,
        );
        stage.position.unit_mut(unit(number)).facing = vertex(facing);
        stage.position.unit_mut(unit(number)).spent = terms.total;
        stop(&stage.scene(), &progress, unit(number))
    };
    let joined = arrive(&mut stage, 1, "2122", "2222", "SE").unwrap();
    assert_eq!(
        (joined.cost, joined.facing),
        (HalfMp::ZERO, vertex("E")),
        "MV-005: one vertex, free"
    );
    assert_eq!(joined.places.to_vec(), [StackPlace::Bottom]);
    let guns = arrive(&mut stage, 3, "2518", "2618", "E").unwrap();
    assert_eq!(
        guns.places.to_vec(),
        [StackPlace::Top, StackPlace::Bottom],
        "MV-057"
    );
    stage.place(1, "2322", "W");
    stage.position.unit_mut(unit(1)).spent = HalfMp::ZERO;
    let front = arrive(&mut stage, 1, "2322", "2222", "W").unwrap();
    assert_eq!(
        (front.cost, front.places.to_vec()),
        (HalfMp::whole(1), vec![StackPlace::Top]),
        "MV-242 (a)"
    );
}

/// Proves MV-058: SR 8.24.
/// Reordering.
#[test]
fn mv_058_reordering() {
    let stage = |foe: bool| {
        let mut units = vec![foot(4), foot(3)];
        if foe {
            units.push(enemy("2322", "W"));
        }
        Field::grid_a(Terrain::Clear).with(&units).stage()
    };
    let (quiet, watched) = (stage(false), stage(true));
    assert_eq!(
        may_reorder(&quiet.scene(), &quiet.progress(0), unit(0)).map(|hexes| hexes.len()),
        Ok(1)
    );
    assert_eq!(
        may_reorder(&watched.scene(), &watched.progress(0), unit(0))
            .unwrap_err()
            .rule,
        Rule::SR_8_24
    );
}

/// Proves MV-133: SR 9.43.
/// The last hex of a road.
/// Proves MV-224: SR 8.25, SR 8.13.
/// The last hex of a road.
#[test]
fn mv_133_224_the_last_hex_of_a_road() {
    let field = |sp| {
        Field::grid_a(Terrain::Woods)
            .route(RouteKind::Road, &["2010", "2110"])
            .with(&[
                infantry("2010", "E").sp(5),
                infantry("2110", "E").sp(sp),
                infantry("2010", "E").sp(6),
            ])
            .stage()
    };
    let cost = |stage: &Stage| {
        let scene = stage.scene();
        let mut scratch = longroll_movement::Scratch::new();
        let found = longroll_movement::reach::reach(
            &scene,
            &mut scratch,
            &stage.progress(0),
            unit(0),
            WayChoice::Best,
        );
        found.unwrap().cost(stage.hex("2110"))
    };
    assert_eq!(
        cost(&field(6)),
        Some(HalfMp(3)),
        "11 SP exceed the March limit: Woods"
    );
    assert_eq!(cost(&field(2)), Some(HalfMp::whole(1)));
}
