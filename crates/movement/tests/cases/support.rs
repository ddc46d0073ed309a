//! A small battlefield for one question: a grid, some ground, some units.

use std::sync::Arc;

use longroll_board::{
    Direction, Facing, Grid, GridLayout, Ground, Hand, HexId, Parity, RouteKind, Terrain,
};
use longroll_catalog::facts::{
    Arm, ByOrder, CommandId, LeaderId, Level, Mobility, Orders, Parent, ScenarioFacts, Source,
    Sourced, UnitFacts, UnitId,
};
use longroll_catalog::tables::{DisorderRisk, MoveCost, Mover, TerrainKind};
use longroll_core::Side;
use longroll_movement::{MovementTables, Progress, Scene};
use longroll_position::{
    ActivatorId, BodyState, Bound, Cohesion, CommandStatus, Deeds, Draft, Extent, HalfMp,
    LeaderState, MarchState, Presence, RuleSet, Setting, StackPlace, UnitMarch, UnitState,
};
use longroll_sight::VisibilityTable;

/// One unit to be set up.
#[derive(Clone)]
pub struct Spec {
    pub side: Side,
    pub arm: Arm,
    pub sp: u8,
    pub hex: &'static str,
    pub facing: &'static str,
    pub orders: Orders,
    pub ma: (u8, u8),
    pub brigade: usize,
    pub disordered: bool,
    pub refused: Option<Hand>,
    pub line: (Option<&'static str>, Option<&'static str>),
    pub column: (Option<&'static str>, Option<&'static str>),
    pub detachment: bool,
    pub immobile: bool,
    pub deeds: Deeds,
}

impl Spec {
    pub fn sp(mut self, sp: u8) -> Self {
        self.sp = sp;
        self
    }

    pub fn attack(mut self) -> Self {
        self.orders = Orders::Attack;
        self
    }

    pub fn march(mut self) -> Self {
        self.orders = Orders::March;
        self
    }

    pub fn brigade(mut self, brigade: usize) -> Self {
        self.brigade = brigade;
        self
    }

    pub fn disordered(mut self) -> Self {
        self.disordered = true;
        self
    }

    pub fn ma(mut self, good: u8, disordered: u8) -> Self {
        self.ma = (good, disordered);
        self
    }

    pub fn refused(mut self, hand: Hand) -> Self {
        self.refused = Some(hand);
        self
    }

    pub fn left(mut self, hex: &'static str) -> Self {
        self.line.0 = Some(hex);
        self
    }

    pub fn right(mut self, hex: &'static str) -> Self {
        self.line.1 = Some(hex);
        self
    }

    pub fn rear(mut self, hex: &'static str) -> Self {
        self.column.0 = Some(hex);
        self
    }

    pub fn tail(mut self, hex: &'static str) -> Self {
        self.column.1 = Some(hex);
        self
    }

    pub fn detachment(mut self) -> Self {
        self.detachment = true;
        self
    }

    pub fn immobile(mut self) -> Self {
        self.immobile = true;
        self
    }
}

fn spec(side: Side, arm: Arm, hex: &'static str, facing: &'static str) -> Spec {
    let (sp, ma) = match arm {
        Arm::Infantry => (5, (6, 4)),
        Arm::Cavalry => (4, (10, 7)),
        Arm::Artillery => (4, (8, 8)),
        Arm::Gunboat => (6, (0, 0)),
    };
    Spec {
        side,
        arm,
        sp,
        hex,
        facing,
        orders: Orders::Advance,
        ma,
        brigade: 0,
        disordered: false,
        refused: None,
        line: (None, None),
        column: (None, None),
        detachment: false,
        immobile: false,
        deeds: Deeds::NONE,
    }
}

/// Friendly infantry; friends are the Union.
pub fn infantry(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Union, Arm::Infantry, hex, facing)
}

pub fn cavalry(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Union, Arm::Cavalry, hex, facing)
}

pub fn battery(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Union, Arm::Artillery, hex, facing)
}

/// The same on the other side.
pub fn enemy(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Confederate, Arm::Infantry, hex, facing)
}

pub fn enemy_cavalry(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Confederate, Arm::Cavalry, hex, facing)
}

pub fn enemy_battery(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Confederate, Arm::Artillery, hex, facing)
}

/// The ground and the rules, before anybody stands on it.
pub struct Field {
    pub ground: Ground,
    pub rules: RuleSet,
    pub scenario: ScenarioFacts,
    specs: Vec<Spec>,
    leaders: Vec<(Side, Level, &'static str)>,
}

impl Field {
    /// Grid A of the case file: even columns south.
    pub fn grid_a(terrain: Terrain) -> Self {
        Self::on(
            Grid::new(GridLayout::plain(18..=38, 5..=28, Parity::EvenSouth))
                .expect("a sound layout"),
            terrain,
        )
    }

    /// Grid B: the Shiloh grid.
    pub fn grid_b(terrain: Terrain) -> Self {
        Self::on(
            Grid::new(GridLayout::two_sheets()).expect("a sound layout"),
            terrain,
        )
    }

    fn on(grid: Grid, terrain: Terrain) -> Self {
        let mut scenario = (*longroll_shiloh::scenario(1)
            .expect("there is a first scenario")
            .expect("sound data"))
        .clone();
        scenario.area.stages.clear();
        scenario.reinforcements.clear();
        scenario.special_rules.clear();
        Self {
            ground: Ground::uniform(grid, terrain),
            rules: RuleSet::BATTLE_BOOK,
            scenario,
            specs: Vec::new(),
            leaders: Vec::new(),
        }
    }

    pub fn switch(mut self, name: &str, value: &str) -> Self {
        self.rules.set(name, value).expect("a switch and its value");
        self
    }

    pub fn hex(&self, name: &str) -> HexId {
        self.ground.grid.parse(name).expect("a hex of the grid")
    }

    pub fn terrain(mut self, terrain: Terrain, hexes: &[&str]) -> Self {
        for name in hexes {
            let hex = self.hex(name);
            self.ground.hexes[hex].terrain = terrain;
        }
        self
    }

    pub fn route(mut self, kind: RouteKind, hexes: &[&str]) -> Self {
        for pair in hexes.windows(2) {
            let (a, b) = (self.hex(pair[0]), self.hex(pair[1]));
            self.ground.join(a, b, kind).expect("neighbours");
        }
        self
    }

    pub fn side(
        mut self,
        a: &str,
        b: &str,
        change: impl Fn(&mut longroll_board::SideGround),
    ) -> Self {
        let side = self
            .ground
            .grid
            .side_between(self.hex(a), self.hex(b))
            .expect("neighbours");
        change(&mut self.ground.sides[side]);
        self
    }

    pub fn with(mut self, units: &[Spec]) -> Self {
        self.specs.extend_from_slice(units);
        self
    }

    pub fn leader(mut self, side: Side, level: Level, hex: &'static str) -> Self {
        self.leaders.push((side, level, hex));
        self
    }

    pub fn stage(self) -> Stage {
        Stage::new(self)
    }
}

/// The field with its units, ready for questions.
pub struct Stage {
    pub setting: Setting,
    pub tables: MovementTables,
    pub visible: VisibilityTable,
    pub position: Draft,
}

pub fn unit(number: u16) -> UnitId {
    UnitId(number)
}

impl Stage {
    fn new(field: Field) -> Self {
        let printed = longroll_shiloh::battle().expect("sound data");
        let mut battle = (*printed).clone();
        let brigades = |side: Side| -> Vec<CommandId> {
            let of = |command: &&longroll_catalog::facts::CommandFacts| {
                command.side == side && command.level == Level::Brigade
            };
            printed
                .commands
                .iter()
                .filter(of)
                .map(|command| command.id)
                .take(3)
                .collect()
        };
        let (union, confederate) = (brigades(Side::Union), brigades(Side::Confederate));
        let home = |spec: &Spec| {
            if spec.side == Side::Union {
                union[spec.brigade]
            } else {
                confederate[spec.brigade]
            }
        };
        let template = printed
            .units
            .iter()
            .find(|unit| unit.arm == Arm::Infantry)
            .expect("infantry")
            .clone();
        battle.units = field
            .specs
            .iter()
            .enumerate()
            .map(|(index, spec)| facts(&template, index, spec, home(spec)))
            .collect();
        if field.ground.grid.len() != printed.ground.grid.len() {
            // The terms of the battle name hexes of its own map.
            battle.terms.closed_bridge = None;
            battle.terms.landing_hexes.clear();
            battle.terms.detachments_north_of =
                field.ground.grid.hexes().next_back().expect("a hex");
        }
        // No entrenchment is built at Shiloh; one that a test puts there costs 1½ MP.
        let entrenched = battle.tables.terrain.row_mut(TerrainKind::Entrenchment);
        for mover in [Mover::Foot, Mover::Cavalry, Mover::Artillery, Mover::Leader] {
            let (cost, risk) = (3, DisorderRisk::None);
            entrenched.set_cost(mover, MoveCost::HalfPoints { cost, risk });
        }
        battle.ground = Arc::new(field.ground);
        let setting = Setting::new(Arc::new(battle), Arc::new(field.scenario), field.rules);
        let tables = MovementTables::new(&setting);
        let visible = VisibilityTable::build(&setting.sight, 5);
        let grid = &setting.ground().grid;
        let units = field
            .specs
            .iter()
            .map(|spec| state(grid, spec, home(spec)))
            .collect();
        let nowhere = grid.hexes().next().expect("a hex");
        let mut leaders: Vec<LeaderState> = setting
            .leader_ids()
            .map(|_| LeaderState {
                presence: Presence::Absent,
                hex: nowhere,
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
        for (side, level, hex) in &field.leaders {
            let brigade = if *side == Side::Union {
                union[0]
            } else {
                confederate[0]
            };
            let id = setting
                .chain(brigade)
                .filter(|command| setting.command(*command).level == *level)
                .find_map(|command| setting.command(command).leaders.first().copied())
                .expect("a leader of that level");
            leaders[id.index()].presence = Presence::OnMap;
            leaders[id.index()].hex = grid.parse(hex).expect("a hex");
        }
        let bodies = setting.bodies.iter().map(|_| body()).collect();
        let position = Draft::new(&setting, units, leaders, bodies);
        Self {
            setting,
            tables,
            visible,
            position,
        }
    }

    pub fn scene(&self) -> Scene<'_> {
        Scene {
            setting: &self.setting,
            position: &self.position,
            tables: &self.tables,
            sight: &self.setting.sight,
            visible: &self.visible,
        }
    }

    pub fn hex(&self, name: &str) -> HexId {
        self.setting.grid().parse(name).expect("a hex of the grid")
    }

    pub fn name(&self, hex: HexId) -> &str {
        self.setting.grid().name(hex)
    }

    pub fn names(&self, hexes: impl IntoIterator<Item = HexId>) -> Vec<&str> {
        let mut names: Vec<&str> = hexes.into_iter().map(|hex| self.name(hex)).collect();
        names.sort_unstable();
        names
    }

    pub fn towards(&self, from: &str, to: &str) -> Direction {
        self.setting
            .grid()
            .direction_between(self.hex(from), self.hex(to))
            .expect("neighbours")
    }

    pub fn progress(&self, number: u16) -> Progress {
        Progress::begin(self.position.unit(unit(number)))
    }

    pub fn leader(&self, side: Side) -> LeaderId {
        self.setting
            .leader_ids()
            .find(|id| self.position.leader(*id).on_map() && self.setting.leader(*id).side == side)
            .expect("a leader on the map")
    }

    /// Puts a unit elsewhere.
    pub fn place(&mut self, number: u16, hex: &str, facing: &str) {
        let hex = self.hex(hex);
        let id = unit(number);
        self.position.unit_mut(id).facing = vertex(facing);
        self.position
            .move_unit(&self.setting, id, hex, Extent::Single, StackPlace::Bottom);
    }
}

pub fn vertex(name: &str) -> Facing {
    Facing::parse_vertex(name).expect("a vertex")
}

pub fn side(name: &str) -> Facing {
    Facing::parse_side(name).expect("a hexside")
}

fn facts(template: &UnitFacts, index: usize, spec: &Spec, home: CommandId) -> UnitFacts {
    let id = UnitId(index as u16);
    let value = ByOrder {
        good_order: spec.ma.0,
        disordered: spec.ma.1,
    };
    UnitFacts {
        id,
        key: format!("unit-{index}"),
        name: format!("Unit {index}"),
        side: spec.side,
        arm: spec.arm,
        formation: home,
        strength: Sourced::new(spec.sp, Source::Text),
        mobility: match (spec.arm, spec.immobile) {
            (Arm::Gunboat, _) => Mobility::OnTheRiver,
            (_, true) => Mobility::WithoutHorses,
            _ => Mobility::Allowance(Sourced::new(value, Source::Text)),
        },
        dismounted: None,
        sections: Vec::new(),
        detached_from: spec.detachment.then_some(Parent::AnyOf(home)),
        traits: Vec::new(),
        ..template.clone()
    }
}

fn state(grid: &Grid, spec: &Spec, home: CommandId) -> UnitState {
    let hex = |name: &str| grid.parse(name).expect("a hex of the grid");
    let extent = if let Some(rear) = spec.column.0 {
        Extent::Column {
            rear: hex(rear),
            tail: spec.column.1.map(hex),
        }
    } else if spec.line == (None, None) {
        Extent::Single
    } else {
        Extent::Line {
            left: spec.line.0.map(hex),
            right: spec.line.1.map(hex),
        }
    };
    UnitState {
        presence: Presence::OnMap,
        hex: hex(spec.hex),
        extent,
        facing: if spec.orders == Orders::March {
            side(spec.facing)
        } else {
            vertex(spec.facing)
        },
        refused: spec.refused,
        sp: spec.sp,
        guns: [0; 3],
        cohesion: if spec.disordered {
            Cohesion::Disordered
        } else {
            Cohesion::GoodOrder
        },
        ammunition: Default::default(),
        fatigue: Default::default(),
        orders: spec.orders,
        assigned: home,
        status: CommandStatus::InCommand,
        used: 0,
        spent: HalfMp::ZERO,
        deeds: spec.deeds,
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
