//! The reach of a unit agrees with steps made one by one.

use std::collections::BTreeMap;

use longroll_board::{Crossing, Direction, Facing, HexId, RouteKind, Terrain, Water};
use longroll_movement::adjacency::Contact;
use longroll_movement::arrival::arrive_at;
use longroll_movement::reach::reach;
use longroll_movement::step::{Occupied, StepOrder, WayChoice, step_of};
use longroll_movement::{MinimumMove, Progress, Scratch, Walker, allowance};
use longroll_position::fire::Work;
use longroll_position::{HalfMp, UnitState};
use proptest::prelude::*;

use crate::support::*;

/// Every hex and facing with its cheapest cost, found by making steps and nothing else.
fn by_steps(stage: &Stage, number: u16) -> BTreeMap<(HexId, Facing), HalfMp> {
    let scene = stage.scene();
    let walker = Walker::of(&scene, unit(number), allowance::Fired::No).expect("a unit that moves");
    let kind = walker.state.facing.kind();
    let mut best: BTreeMap<(HexId, Facing, Option<HexId>), HalfMp> = BTreeMap::new();
    let mut stops: BTreeMap<(HexId, Facing), HalfMp> = BTreeMap::new();
    let mut open: BTreeMap<HalfMp, Vec<(UnitState, Progress)>> = BTreeMap::new();
    open.entry(HalfMp::ZERO)
        .or_default()
        .push((*walker.state, stage.progress(number)));
    while let Some(mut first) = open.first_entry() {
        let cost = *first.key();
        let Some((state, progress)) = first.get_mut().pop() else {
            first.remove();
            continue;
        };
        let here = Walker {
            state: &state,
            left: walker.left.less(cost),
            ..walker
        };
        for direction in Direction::ALL {
            for facing in Facing::toward(direction, kind) {
                let order = StepOrder {
                    direction,
                    facing,
                    way: WayChoice::Best,
                };
                let Ok(terms) = step_of(&scene, &progress, &here, order) else {
                    continue;
                };
                let total = cost + terms.total;
                let after = terms.after(&progress);
                let next = UnitState {
                    hex: terms.to,
                    facing,
                    refused: None,
                    spent: total,
                    ..state
                };
                let ended = terms.ends_move(&progress);
                for last in Facing::all_of(kind) {
                    if let Some(extra) = arrive_at(
                        &scene,
                        &Walker {
                            state: &next,
                            ..here
                        },
                        &after,
                        last,
                        ended,
                    ) {
                        let all = total + extra;
                        let contact = terms.contact != Contact::None;
                        let least = terms.minimum != MinimumMove::No
                            && here.afford(&progress, terms.total + extra, contact).is_ok();
                        if all <= walker.left || least {
                            let known = stops.entry((terms.to, last)).or_insert(all);
                            *known = (*known).min(all);
                        }
                    }
                }
                // Where friends are passed it matters how they were entered.
                let through = (terms.occupied != Occupied::Empty).then_some(terms.from);
                let known = best.get(&(terms.to, facing, through)).copied();
                if !ended && known.is_none_or(|known| total < known) {
                    best.insert((terms.to, facing, through), total);
                    open.entry(total).or_default().push((next, after));
                }
            }
        }
    }
    stops
}

fn by_search(stage: &Stage, number: u16) -> BTreeMap<(HexId, Facing), HalfMp> {
    let scene = stage.scene();
    let mut scratch = Scratch::new();
    let progress = stage.progress(number);
    let found = reach(
        &scene,
        &mut scratch,
        &progress,
        unit(number),
        WayChoice::Best,
    )
    .expect("a unit that moves");
    let kind = stage.position.unit(unit(number)).facing.kind();
    let start = stage.position.unit(unit(number)).hex;
    let mut stops = BTreeMap::new();
    for (hex, cheapest) in found.hexes() {
        let mut least = None;
        for facing in Facing::all_of(kind) {
            if let Some(cost) = found.cost_facing(hex, facing) {
                stops.insert((hex, facing), cost);
                least = Some(least.map_or(cost, |least: HalfMp| least.min(cost)));
            }
        }
        assert_eq!(
            least,
            Some(cheapest),
            "the cheapest facing sets the cost of {}",
            stage.name(hex)
        );
    }
    stops.retain(|(hex, _), _| *hex != start);
    stops
}

fn compare(stage: &Stage, number: u16) {
    let start = stage.position.unit(unit(number)).hex;
    let mut steps = by_steps(stage, number);
    steps.retain(|(hex, _), _| *hex != start);
    let search = by_search(stage, number);
    let show = |map: &BTreeMap<(HexId, Facing), HalfMp>| -> Vec<String> {
        map.iter()
            .map(|((hex, facing), cost)| format!("{} {} {cost}", stage.name(*hex), facing.name()))
            .collect()
    };
    let (steps, search) = (show(&steps), show(&search));
    let missing: Vec<_> = steps.iter().filter(|line| !search.contains(line)).collect();
    let extra: Vec<_> = search.iter().filter(|line| !steps.contains(line)).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "only by steps {missing:?}\nonly by search {extra:?}"
    );
}

fn paths_hold(stage: &Stage, number: u16) {
    let scene = stage.scene();
    let mut scratch = Scratch::new();
    let progress = stage.progress(number);
    let found = reach(
        &scene,
        &mut scratch,
        &progress,
        unit(number),
        WayChoice::Best,
    )
    .expect("a unit that moves");
    let walker = Walker::of(&scene, unit(number), allowance::Fired::No).expect("a unit that moves");
    let kind = walker.state.facing.kind();
    for (hex, _) in found
        .hexes()
        .filter(|(hex, _)| found.minimum_move(*hex).is_none())
    {
        for facing in Facing::all_of(kind) {
            let Some(cost) = found.cost_facing(hex, facing) else {
                continue;
            };
            let path = found
                .path(hex, Some(facing))
                .unwrap_or_else(|| panic!("no way to {}", stage.name(hex)));
            assert_eq!(path.total, cost);
            let mut state = *walker.state;
            let mut memory = progress;
            let mut spent = HalfMp::ZERO;
            for step in &path.steps {
                let here = Walker {
                    state: &state,
                    left: walker.left.less(spent),
                    ..walker
                };
                let order = StepOrder {
                    direction: step.direction,
                    facing: step.facing,
                    way: WayChoice::Best,
                };
                let terms =
                    step_of(&scene, &memory, &here, order).expect("every step of a way is legal");
                spent += terms.total;
                memory = terms.after(&memory);
                state = UnitState {
                    hex: terms.to,
                    facing: step.facing,
                    refused: None,
                    spent,
                    ..state
                };
            }
            assert_eq!((state.hex, spent + path.last_turn), (hex, cost));
        }
    }
}

#[test]
fn open_ground_woods_and_attack_orders() {
    for terrain in [Terrain::Clear, Terrain::Woods] {
        for spec in [
            infantry("2616", "E"),
            infantry("2616", "NW").attack(),
            cavalry("2616", "SW").ma(6, 4),
            battery("2616", "E"),
        ] {
            let stage = Field::grid_a(terrain)
                .switch("line_about_face", "any_order")
                .with(&[spec])
                .stage();
            compare(&stage, 0);
            paths_hold(&stage, 0);
        }
    }
}

#[test]
fn roads_friends_and_enemies() {
    let stage = Field::grid_a(Terrain::Woods)
        .route(
            RouteKind::Road,
            &["2616", "2716", "2816", "2917", "3017", "3117"],
        )
        .route(RouteKind::Trail, &["2616", "2617", "2618", "2619"])
        .terrain(Terrain::Thicket, &["2515", "2615"])
        .with(&[
            infantry("2616", "E"),
            infantry("2816", "E").sp(3),
            infantry("2618", "SE").sp(6).brigade(1),
            battery("2517", "W"),
            enemy("2913", "W"),
            enemy_battery("2420", "E"),
        ])
        .stage();
    for number in [0, 1, 3] {
        compare(&stage, number);
        paths_hold(&stage, number);
    }
}

#[test]
fn nobody_gets_farther_than_the_allowance() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2616", "E")])
        .stage();
    let costs = by_search(&stage, 0);
    assert!(costs.values().all(|cost| *cost <= HalfMp::whole(6)));
    let start = stage.hex("2616");
    let grid = stage.setting.grid();
    for hex in grid.hexes_in_range(start, 5).filter(|hex| *hex != start) {
        assert!(
            costs.keys().any(|(own, _)| *own == hex),
            "{} is within reach",
            stage.name(hex)
        );
    }
    assert!(costs.keys().all(|(hex, _)| grid.distance(start, *hex) <= 6));
}

fn terrain() -> impl Strategy<Value = Terrain> {
    prop_oneof![
        6 => Just(Terrain::Woods),
        4 => Just(Terrain::Field),
        1 => Just(Terrain::Thicket),
        1 => Just(Terrain::Swamp),
        1 => Just(Terrain::River),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn search_and_steps_agree_everywhere(
        ground in proptest::collection::vec(terrain(), 25),
        water in proptest::collection::vec(0_usize..60, 0..12),
        friends in proptest::collection::vec((0_usize..25, 1_u8..7), 0..5),
        enemies in proptest::collection::vec(0_usize..25, 0..3),
        kind in 0_usize..4,
        works in proptest::collection::vec((0_usize..25, 0_usize..6), 0..4),
    ) {
        const NAMES: [&str; 25] = [
            "2414", "2415", "2416", "2417", "2418", "2514", "2515", "2516", "2517", "2518", "2614", "2615", "2616",
            "2617", "2618", "2714", "2715", "2716", "2717", "2718", "2814", "2815", "2816", "2817", "2818",
        ];
        let mut field = Field::grid_a(Terrain::Woods).route(RouteKind::Road, &["2414", "2515", "2615", "2716", "2816"]);
        for (name, terrain) in NAMES.iter().zip(&ground) {
            if *name != "2616" {
                field = field.terrain(*terrain, &[name]);
            }
        }
        for place in &water {
            let hex = field.hex(NAMES[place % 25]);
            let side = field.ground.grid.side_of(hex, Direction::ALL[place % 6]);
            field.ground.sides[side].water = if place % 3 == 0 { Water::Creek } else { Water::Stream };
            field.ground.sides[side].crossing = if place % 6 == 0 { Crossing::Ford } else { Crossing::None };
        }
        let own = match kind {
            0 => infantry("2616", "E"),
            1 => infantry("2616", "E").attack(),
            2 => cavalry("2616", "W").ma(7, 5),
            _ => battery("2616", "NE"),
        };
        let mut units = vec![own];
        let mut taken = vec!["2616"];
        for (place, sp) in &friends {
            let name = NAMES[*place];
            if !taken.contains(&name) {
                taken.push(name);
                let spec = if sp % 3 == 0 { battery(name, "E") } else { infantry(name, "E") };
                units.push(spec.sp(*sp));
            }
        }
        for place in &enemies {
            let name = NAMES[*place];
            if !taken.contains(&name) {
                taken.push(name);
                units.push(if place % 2 == 0 { enemy(name, "W") } else { enemy_battery(name, "W") });
            }
        }
        let mut stage = field.with(&units).stage();
        for (place, side) in &works {
            let (hex, side) = (stage.hex(NAMES[*place]), Direction::ALL[*side]);
            stage.position.standing_mut().fires.works.push(Work { hex, side });
        }
        compare(&stage, 0);
        paths_hold(&stage, 0);
    }
}
