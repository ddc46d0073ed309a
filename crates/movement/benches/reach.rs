//! Reachable sets and ranges on the whole Shiloh map, beside `hexx`'s own field of movement in the same run.
//!
//! Every benchmark reports hexes per second: the hexes a search found open.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use longroll_board::{Direction, Facing, HexId, Terrain, Vertex};
use longroll_catalog::facts::{Arm, LeaderId, Level, Mobility, Orders, UnitId};
use longroll_core::Side;
use longroll_movement::command_range::command_reach;
use longroll_movement::leaders::leader_reach;
use longroll_movement::reach::reach;
use longroll_movement::step::{StepOrder, WayChoice, step_of};
use longroll_movement::{MovementTables, Progress, Scene, Scratch, Walker, allowance};
use longroll_position::{
    ActivatorId, BodyState, Bound, Cohesion, CommandStatus, Deeds, Draft, Extent, HalfMp,
    LeaderState, MarchState, Presence, RuleSet, Setting, UnitMarch, UnitState,
};
use longroll_sight::VisibilityTable;

fn main() {
    divan::main();
}

/// Every unit of the battle on the map, scattered over the land around the church, and one leader of each level.
struct Stage {
    setting: Setting,
    tables: MovementTables,
    visible: VisibilityTable,
    position: Draft,
}

impl Stage {
    fn new() -> Self {
        let battle = longroll_shiloh::battle().expect("sound data");
        let mut scenario = (*longroll_shiloh::scenario(1)
            .expect("a first scenario")
            .expect("sound data"))
        .clone();
        scenario.reinforcements.clear();
        let setting = Setting::new(battle.clone(), Arc::new(scenario), RuleSet::BATTLE_BOOK);
        let tables = MovementTables::new(&setting);
        let visible = VisibilityTable::build(&setting.sight, 4);
        let land: Vec<HexId> = setting
            .grid()
            .hexes()
            .filter(|hex| {
                !matches!(
                    setting.ground().terrain(*hex),
                    Terrain::River | Terrain::Lake
                )
            })
            .collect();
        // The armies in two bands, far enough apart that most of the field is free.
        let mut next = [300_usize, 2900];
        let units = setting
            .unit_ids()
            .map(|id| {
                let facts = setting.unit(id);
                let place = usize::from(facts.side == Side::Confederate);
                next[place] += 5;
                UnitState {
                    presence: if facts.arm == Arm::Gunboat {
                        Presence::Absent
                    } else {
                        Presence::OnMap
                    },
                    hex: land[next[place] % land.len()],
                    extent: Extent::Single,
                    facing: Facing::Vertex(Vertex::E),
                    refused: None,
                    sp: facts.strength.get().min(7),
                    guns: [0; 3],
                    cohesion: Cohesion::GoodOrder,
                    ammunition: Default::default(),
                    fatigue: Default::default(),
                    orders: Orders::Advance,
                    assigned: facts.formation,
                    status: CommandStatus::InCommand,
                    used: 0,
                    spent: HalfMp::ZERO,
                    deeds: Deeds::NONE,
                    joining: false,
                    orders_wait: false,
                    march: UnitMarch::default(),
                    listed: None,
                    blown: false,
                    winded: false,
                    stirred: false,
                    toil: longroll_position::Toil::default(),
                    turned_along: None,
                    began: None,
                    mount: longroll_position::Mount::Mounted,
                }
            })
            .collect();
        let middle = setting.grid().parse("S2706").expect("the church");
        let leaders = setting
            .leader_ids()
            .map(|_| LeaderState {
                presence: Presence::OnMap,
                hex: middle,
                replaced: false,
                status: CommandStatus::InCommand,
                spent: HalfMp::ZERO,
                move_ended: false,
                rode_far: false,
                guided: None,
                march_equivalents: 0,
                abilities: Default::default(),
                visits: None,
                hold: Default::default(),
                riding_with: None,
            })
            .collect();
        let bodies = setting.bodies.iter().map(|_| body()).collect();
        let position = Draft::new(&setting, units, leaders, bodies);
        Self {
            setting,
            tables,
            visible,
            position,
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            setting: &self.setting,
            position: &self.position,
            tables: &self.tables,
            sight: &self.setting.sight,
            visible: &self.visible,
        }
    }

    fn units(&self, arm: Arm) -> Vec<UnitId> {
        self.setting
            .unit_ids()
            .filter(|id| {
                let facts = self.setting.unit(*id);
                facts.arm == arm
                    && !facts.is_detachment()
                    && matches!(facts.mobility, Mobility::Allowance(_))
            })
            .take(64)
            .collect()
    }
}

fn body() -> BodyState {
    BodyState {
        orders: Orders::Advance,
        activator: ActivatorId(0),
        status: CommandStatus::InCommand,
        direct: None,
        reserve: false,
        ineffective: false,
        fatigue: Default::default(),
        entitled: 0,
        used: 0,
        passed: 0,
        listed: None,
        orders_fixed: false,
        march: MarchState::default(),
        bound: Bound::Free,
        stay_waits: false,
        march_broken: false,
        toil: longroll_position::Toil::default(),
        tried: false,
        inspired: false,
        extra: false,
        coordinated: false,
        acted: false,
        was_reassigned: false,
        changed_freely: false,
        alert: Default::default(),
        mission: None,
    }
}

fn reach_of(bencher: Bencher<'_, '_>, arm: Arm, orders: Orders) {
    let mut stage = Stage::new();
    let units = stage.units(arm);
    for unit in &units {
        stage.position.unit_mut(*unit).orders = orders;
    }
    let scene = stage.scene();
    let mut scratch = Scratch::new();
    let mut hexes = 0_usize;
    for unit in &units {
        let progress = Progress::begin(stage.position.unit(*unit));
        hexes += reach(&scene, &mut scratch, &progress, *unit, WayChoice::Best)
            .map_or(0, |found| found.settled());
    }
    bencher.counter(ItemsCount::new(hexes)).bench_local(|| {
        for unit in &units {
            let progress = Progress::begin(stage.position.unit(*unit));
            let _ = black_box(reach(
                &scene,
                &mut scratch,
                &progress,
                *unit,
                WayChoice::Best,
            ));
        }
    });
}

#[divan::bench]
fn infantry_advance(bencher: Bencher<'_, '_>) {
    reach_of(bencher, Arm::Infantry, Orders::Advance);
}

#[divan::bench]
fn infantry_attack(bencher: Bencher<'_, '_>) {
    reach_of(bencher, Arm::Infantry, Orders::Attack);
}

#[divan::bench]
fn cavalry_advance(bencher: Bencher<'_, '_>) {
    reach_of(bencher, Arm::Cavalry, Orders::Advance);
}

#[divan::bench]
fn battery(bencher: Bencher<'_, '_>) {
    reach_of(bencher, Arm::Artillery, Orders::Advance);
}

#[divan::bench]
fn leader_forty_mp(bencher: Bencher<'_, '_>) {
    let stage = Stage::new();
    let scene = stage.scene();
    let mut scratch = Scratch::new();
    let leader = LeaderId(0);
    leader_reach(&scene, &mut scratch, leader, HalfMp::whole(40));
    let hexes = scratch.reached().count();
    bencher.counter(ItemsCount::new(hexes)).bench_local(|| {
        leader_reach(&scene, &mut scratch, leader, HalfMp::whole(40));
        black_box(&scratch);
    });
}

#[divan::bench]
fn command_range_of_ten(bencher: Bencher<'_, '_>) {
    let stage = Stage::new();
    let scene = stage.scene();
    let mut scratch = Scratch::new();
    let from = stage.setting.grid().parse("S2706").expect("the church");
    let ask = |scratch: &mut Scratch| {
        command_reach(
            &scene,
            scratch,
            Side::Union,
            Level::Division,
            from,
            HalfMp::whole(10),
        );
    };
    ask(&mut scratch);
    let hexes = scratch.reached().count();
    bencher
        .counter(ItemsCount::new(hexes))
        .bench_local(|| ask(&mut scratch));
}

#[divan::bench]
fn steps_tried_one_by_one(bencher: Bencher<'_, '_>) {
    let stage = Stage::new();
    let scene = stage.scene();
    let units = stage.units(Arm::Infantry);
    bencher
        .counter(ItemsCount::new(units.len() * 12))
        .bench_local(|| {
            for unit in &units {
                let progress = Progress::begin(stage.position.unit(*unit));
                let Ok(walker) = Walker::of(&scene, *unit, allowance::Fired::No) else {
                    continue;
                };
                for direction in Direction::ALL {
                    for facing in Facing::toward(direction, longroll_board::FacingKind::Vertex) {
                        let order = StepOrder {
                            direction,
                            facing,
                            way: WayChoice::Best,
                        };
                        let _ = black_box(step_of(&scene, &progress, &walker, order));
                    }
                }
            }
        });
}

#[divan::bench]
fn hexx_field_of_movement_six(bencher: Bencher<'_, '_>) {
    use hexx::Hex;
    use hexx::algorithms::field_of_movement;
    let hexes = field_of_movement(Hex::ZERO, 6, |_| Some(0)).len();
    bencher
        .counter(ItemsCount::new(hexes))
        .bench_local(|| black_box(field_of_movement(Hex::ZERO, 6, |_| Some(0))));
}

#[divan::bench]
fn hexx_field_of_movement_thirty(bencher: Bencher<'_, '_>) {
    use hexx::Hex;
    use hexx::algorithms::field_of_movement;
    let hexes = field_of_movement(Hex::ZERO, 30, |_| Some(0)).len();
    bencher
        .counter(ItemsCount::new(hexes))
        .bench_local(|| black_box(field_of_movement(Hex::ZERO, 30, |_| Some(0))));
}
