//! A small battlefield for one question of fire: some ground, some units, and what they have done.

use std::sync::{Arc, OnceLock};

use longroll_board::{
    Direction, Facing, Feature, Grid, GridLayout, Ground, HexId, Parity, Relief, RouteKind,
    SideEnd, Terrain,
};
use longroll_catalog::facts::{
    Arm, BattleFacts, ByOrder, CommandId, Dismounted, Experience, Fatigue, Level, Light, Mobility,
    Orders, Parent, Profile, ScenarioFacts, SectionFacts, Source, Sourced, UnitFacts, UnitId,
    WeaponId,
};
use longroll_combat::fire::{
    DeclaredFire, FireHistory, FireScene, FireTerms, FiringPart, Occasion, Shot, terms,
};
use longroll_core::{Refusal, Side};
use longroll_movement::{MovementTables, Scene};
use longroll_position::{
    ActivatorId, BodyState, Bound, CommandStatus, Draft, Extent, HalfMp, LeaderState, MarchState,
    Mount, Presence, RuleSet, Setting, UnitMarch, UnitState,
};
use longroll_rule::Rule;
use longroll_sight::VisibilityTable;

pub use crate::spec::{
    Spec, battery, cavalry, enemy, enemy_battery, enemy_cavalry, gunboat, infantry,
};

/// The ground and the rules, before anybody stands on it.
pub struct Field {
    ground: Ground,
    rules: RuleSet,
    scenario: ScenarioFacts,
    reliefs: Vec<(HexId, Direction, Relief)>,
    fatigue: Fatigue,
    specs: Vec<Spec>,
    aggressive: Vec<CommandId>,
}

impl Field {
    /// Fields on level 0, odd columns half a hex south, geographic crests off.
    pub fn new() -> Self {
        Self::on(Parity::OddSouth)
    }

    /// The battle's rules on the grid of the series' examples: even columns half a hex south.
    pub fn series_grid() -> Self {
        Self::on(Parity::EvenSouth)
    }

    fn on(parity: Parity) -> Self {
        let layout = GridLayout::plain(10..=45, 1..=40, parity);
        let grid = Grid::new(layout).expect("a sound layout");
        let mut scenario = (*longroll_shiloh::scenario(1)
            .expect("there is a first scenario")
            .expect("sound data"))
        .clone();
        scenario.area.stages.clear();
        scenario.reinforcements.clear();
        scenario.special_rules.clear();
        let field = Self {
            ground: Ground::uniform(grid, Terrain::Field),
            rules: RuleSet::BATTLE_BOOK,
            scenario,
            reliefs: Vec::new(),
            fatigue: Fatigue::None,
            specs: Vec::new(),
            aggressive: Vec::new(),
        };
        field.switch("los_crests", "false")
    }

    /// The series rules alone.
    pub fn series() -> Self {
        let mut field = Self::new();
        field.rules = RuleSet::SERIES;
        field.switch("los_crests", "false")
    }

    pub fn switch(mut self, name: &str, value: &str) -> Self {
        self.rules.set(name, value).expect("a switch and its value");
        self
    }

    pub fn light(mut self, light: Light) -> Self {
        for turn in &mut self.scenario.turns {
            turn.light = Sourced::new(light, Source::Text);
        }
        self
    }

    /// The Fatigue of every body.
    pub fn fatigue(mut self, fatigue: Fatigue) -> Self {
        self.fatigue = fatigue;
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

    pub fn sloping(mut self, hex: &str) -> Self {
        let hex = self.hex(hex);
        self.ground.hexes[hex].features.insert(Feature::Sloping);
        self
    }

    /// Levels of the hexes of a column from one hex on southwards.
    pub fn levels(mut self, first: &str, levels: &[i8]) -> Self {
        let mut hex = Some(self.hex(first));
        for level in levels {
            let here = hex.expect("levels stay on the board");
            self.ground.hexes[here].level = *level;
            hex = self.ground.grid.neighbour(here, Direction::S);
        }
        self
    }

    pub fn steep(mut self, higher: &str, lower: &str) -> Self {
        let (higher, lower) = (self.hex(higher), self.hex(lower));
        let way = self.ground.grid.direction_between(higher, lower);
        let relief = Relief::Slope {
            class: longroll_board::SlopeClass::Steep,
            higher: SideEnd::First,
            lines: 2,
        };
        self.reliefs
            .push((higher, way.expect("neighbours"), relief));
        self
    }

    pub fn route(mut self, kind: RouteKind, hexes: &[&str]) -> Self {
        for pair in hexes.windows(2) {
            let (a, b) = (self.hex(pair[0]), self.hex(pair[1]));
            self.ground.join(a, b, kind).expect("neighbours");
        }
        self
    }

    /// The leaders of these commands are Aggressive; all others are Normal.
    pub fn aggressive(mut self, commands: &[CommandId]) -> Self {
        self.aggressive.extend_from_slice(commands);
        self
    }

    pub fn scenario(mut self, change: impl FnOnce(&mut ScenarioFacts)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// A change of the ground that no other word has.
    pub fn ground(mut self, change: impl FnOnce(&mut Ground)) -> Self {
        change(&mut self.ground);
        self
    }

    pub fn with(mut self, units: &[Spec]) -> Self {
        self.specs.extend_from_slice(units);
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
    pub history: FireHistory,
}

pub fn unit(number: u16) -> UnitId {
    UnitId(number)
}

/// So many SP of a unit.
pub fn of(number: u16, sp: u8) -> FiringPart {
    FiringPart::of(unit(number), sp)
}

impl Stage {
    fn new(mut field: Field) -> Self {
        let printed = battle_with_spencers();
        let mut battle = printed.clone();
        let home = |spec: &Spec| {
            let level = if spec.loose {
                Level::Division
            } else {
                Level::Brigade
            };
            let of = |command: &&longroll_catalog::facts::CommandFacts| {
                command.side == spec.side && command.level == level
            };
            let mut found = printed.commands.iter().filter(of);
            found.nth(spec.brigade).expect("so many brigades").id
        };
        for leader in &mut battle.leaders {
            let profile = if field.aggressive.contains(&leader.command) {
                Profile::Aggressive
            } else {
                Profile::Normal
            };
            leader.ratings.profile = Some(Sourced::new(profile, Source::Text));
        }
        let template = printed
            .units
            .iter()
            .find(|unit| unit.arm == Arm::Infantry)
            .expect("infantry")
            .clone();
        let weapon = |code: &str| printed.tables.range.coded(code).expect("a weapon");
        battle.units = field
            .specs
            .iter()
            .enumerate()
            .map(|(index, spec)| facts(&template, index, spec, home(spec), &weapon))
            .collect();
        battle.terms.closed_bridge = None;
        battle.terms.landing_hexes.clear();
        let last = field.ground.grid.hexes().next_back().expect("a hex");
        battle.terms.detachments_north_of = last;
        slopes(&mut field);
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
        let leaders = setting.leader_ids().map(|_| absent(nowhere)).collect();
        let bodies = setting.bodies.iter().map(|_| body(field.fatigue)).collect();
        let position = Draft::new(&setting, units, leaders, bodies);
        Self {
            setting,
            tables,
            visible,
            position,
            history: FireHistory::of(Side::Union),
        }
    }

    pub fn look(&self) -> FireScene<'_> {
        FireScene {
            scene: Scene {
                setting: &self.setting,
                position: &self.position,
                tables: &self.tables,
                sight: &self.setting.sight,
                visible: &self.visible,
            },
            history: &self.history,
        }
    }

    pub fn hex(&self, name: &str) -> HexId {
        self.setting.grid().parse(name).expect("a hex of the grid")
    }

    pub fn name(&self, hex: HexId) -> &str {
        self.setting.grid().name(hex)
    }

    /// The other side is activated.
    pub fn enemy_phase(mut self) -> Self {
        self.history.phasing = Some(Side::Confederate);
        self
    }

    /// Phasing fire of a unit at a hex.
    pub fn fire(&self, firer: FiringPart, target: &str) -> DeclaredFire {
        DeclaredFire::new(Occasion::Phasing, firer, self.hex(target))
    }

    /// Return fire of a unit at a hex that has fired at `struck`.
    pub fn answer(&self, firer: FiringPart, target: &str, struck: &str) -> DeclaredFire {
        let occasion = Occasion::Return {
            struck: self.hex(struck),
            limited: false,
        };
        DeclaredFire::new(occasion, firer, self.hex(target))
    }

    pub fn judge(&self, fire: &DeclaredFire) -> Result<FireTerms, Refusal> {
        terms(&self.look(), fire, Shot::First)
    }

    /// The modifiers of a legal fire, as the case files write them: value and rule.
    pub fn drms(&self, fire: &DeclaredFire) -> Vec<(i32, Rule)> {
        let found = self.judge(fire).expect("a legal fire");
        let terms = found.terms.as_slice().iter();
        terms.map(|term| (term.value, term.rule)).collect()
    }

    pub fn total(&self, fire: &DeclaredFire) -> i32 {
        self.judge(fire).expect("a legal fire").terms.sum()
    }

    pub fn refused(&self, fire: &DeclaredFire) -> Rule {
        self.judge(fire).expect_err("this fire is not legal").rule
    }
}

/// Shiloh with two weapons of later battles (SR 14.3), so that the rules about them have something to fire.
fn battle_with_spencers() -> &'static BattleFacts {
    static BATTLE: OnceLock<Arc<BattleFacts>> = OnceLock::new();
    BATTLE.get_or_init(|| longroll_shiloh::load(&longroll_shiloh::Embedded).expect("sound data"))
}

fn slopes(field: &mut Field) {
    let ground = &mut field.ground;
    for hex in ground.grid.hexes().collect::<Vec<_>>() {
        let around: Vec<(Direction, HexId)> = ground.grid.neighbours(hex).collect();
        for (way, other) in around {
            let rise = ground.level(hex) - ground.level(other);
            if rise > 0 {
                let lines = rise.unsigned_abs();
                ground.set_relief_from(hex, way, Relief::slope(SideEnd::First, lines));
            }
        }
    }
    for (hex, way, relief) in &field.reliefs {
        ground.set_relief_from(*hex, *way, *relief);
    }
}

fn facts(
    template: &UnitFacts,
    index: usize,
    spec: &Spec,
    home: CommandId,
    weapon: &dyn Fn(&str) -> WeaponId,
) -> UnitFacts {
    let by_order = |pair: (u8, u8)| ByOrder {
        good_order: pair.0,
        disordered: pair.1,
    };
    let own = spec
        .sections
        .first()
        .map_or(spec.weapon, |(_, weapon)| *weapon);
    UnitFacts {
        id: UnitId(u16::try_from(index).expect("few units")),
        key: format!("unit-{index}"),
        name: format!("Unit {index}"),
        side: spec.side,
        arm: spec.arm,
        formation: home,
        strength: Sourced::new(spec.printed.unwrap_or(spec.sp), Source::Text),
        weapon: Sourced::new(weapon(own), Source::Text),
        experience: Sourced::new(
            if spec.green {
                Experience::Green
            } else {
                Experience::Veteran
            },
            Source::Text,
        ),
        cohesion: (spec.arm != Arm::Gunboat)
            .then(|| Sourced::new(by_order(spec.cohesion), Source::Text)),
        mobility: match (spec.arm, spec.immobile) {
            (Arm::Gunboat, _) => Mobility::OnTheRiver,
            (_, true) => Mobility::WithoutHorses,
            _ => Mobility::Allowance(Sourced::new(by_order((spec.ma, spec.ma)), Source::Text)),
        },
        dismounted: spec.dismounted.then(|| Dismounted {
            cohesion: by_order(spec.cohesion),
            allowance: by_order((6, 4)),
        }),
        sections: spec
            .sections
            .iter()
            .map(|(guns, code)| SectionFacts {
                letter: None,
                guns: *guns,
                weapon: weapon(code),
            })
            .collect(),
        detached_from: spec.detachment.then_some(Parent::AnyOf(home)),
        traits: Vec::new(),
        ..template.clone()
    }
}

fn state(grid: &Grid, spec: &Spec, home: CommandId) -> UnitState {
    let hex = |name: &str| grid.parse(name).expect("a hex of the grid");
    let extent = if let Some(rear) = spec.column {
        Extent::Column {
            rear: hex(rear),
            tail: None,
        }
    } else if spec.line == (None, None) {
        Extent::Single
    } else {
        Extent::Line {
            left: spec.line.0.map(hex),
            right: spec.line.1.map(hex),
        }
    };
    let mut guns = [0; 3];
    for (place, (count, _)) in guns.iter_mut().zip(&spec.sections) {
        *place = *count;
    }
    UnitState {
        presence: Presence::OnMap,
        hex: hex(spec.hex),
        extent,
        facing: if spec.orders == Orders::March {
            Facing::parse_side(spec.facing).expect("a hexside")
        } else if spec.arm == Arm::Gunboat {
            Facing::parse_vertex("E").expect("a vertex")
        } else {
            Facing::parse_vertex(spec.facing).expect("a vertex")
        },
        refused: spec.refused,
        sp: spec.sp,
        guns,
        cohesion: spec.standing,
        ammunition: spec.ammunition,
        fatigue: Fatigue::None,
        orders: spec.orders,
        assigned: home,
        status: CommandStatus::InCommand,
        used: 0,
        spent: HalfMp::whole(spec.spent),
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
        mount: if spec.dismounted {
            Mount::Dismounted
        } else {
            Mount::Mounted
        },
    }
}

fn absent(nowhere: HexId) -> LeaderState {
    LeaderState {
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
    }
}

fn body(fatigue: Fatigue) -> BodyState {
    BodyState {
        orders: Orders::Advance,
        activator: ActivatorId(0),
        status: CommandStatus::InCommand,
        direct: None,
        reserve: false,
        ineffective: false,
        fatigue,
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
