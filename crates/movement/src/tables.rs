//! What never changes about moving in one game, worked out once: the price of every step for every class and gait, the
//! hexes in play, the figures of the battle's own rules.

use longroll_board::{Crossing, Direction, Ground, HexId, HexSet, Passage, RouteKind, Water};
use longroll_catalog::facts::{BattleDay, BattleTerms, ClosedBridge, ScenarioFacts, TurnId};
use longroll_core::BySide;
use longroll_position::{HalfMp, Setting};

use crate::chart::Chart;
use crate::cost::StepCost;
use crate::gait::{Gait, MoverClass, TraceRank, Way};
use crate::plane::Plane;
use crate::step_ground::StepGround;

/// The planes there are. Off the route all gaits of a class pay the same, but for fords (closed under Attack).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum PlaneOf {
    OffRoute,
    Attack,
    RouteAdvance,
    RouteMarch,
}

const PLANES: usize = 4;
/// Leaders at their best, and the two ranks that trace command.
const LEADER_PLANES: [Gait; 3] = [
    Gait::Leader,
    Gait::Trace(TraceRank::BrigadeOrDivision),
    Gait::Trace(TraceRank::CorpsOrArmy),
];
const UNIT_CLASSES: [MoverClass; 4] = [
    MoverClass::Foot,
    MoverClass::Cavalry,
    MoverClass::Artillery,
    MoverClass::Detachment,
];

/// The tables of one game.
#[derive(Debug, Clone)]
pub struct MovementTables {
    chart: Chart,
    units: [[Plane; PLANES]; 4],
    leaders: [Plane; 3],
    /// SR 9.52: hexsides nobody can cross, as bits by direction.
    barriers: Vec<u8>,
    /// SR 9.23: hexsides with a bridge or ford, as bits by direction.
    crossings: Vec<u8>,
    /// SR 9.45: hexsides that a Road or Pike crosses, as bits by direction.
    roads: Vec<u8>,
    areas: Vec<(TurnId, HexSet)>,
    /// SR 9.72: entry hexes of each side's reinforcements.
    pub(crate) entry_hexes: BySide<HexSet>,
    /// SR 9.71: the first turn in which somebody enters by each of them, by hex.
    first_entries: Vec<(HexId, TurnId)>,
    /// BB 9.44-logbridge, if it is closed at the start of this game.
    pub(crate) closed_bridge: Option<ClosedBridge>,
    /// BB 14.55.
    pub(crate) cavalry_tether: Option<u8>,
    /// BB 14.46: the southernmost row for Detachments.
    pub(crate) detachment_row: Option<u8>,
    /// BB 9.7-landing.
    pub(crate) landings: HexSet,
    pub(crate) landing_extra: HalfMp,
    /// BB sob.
    pub(crate) goals: crate::remembered::GoalMemo,
    /// SR 6.24-A.
    pub(crate) foes: crate::remembered::Memo<crate::remembered::FoeDistances>,
    /// BB 14.55.
    pub(crate) tethers: crate::remembered::Memo<crate::remembered::FriendPaths>,
    /// Room for the searches of everybody.
    pub searches: crate::flood::Searches,
}

impl MovementTables {
    /// Works everything out; some milliseconds for the whole map.
    #[must_use]
    pub fn new(setting: &Setting) -> Self {
        let chart = Chart::of(&setting.battle, &setting.rules);
        Self::of_ground(chart, setting.ground()).of_game(setting)
    }

    /// The tables of a bare map, completed for one game on it.
    #[must_use]
    pub fn of_game(mut self, setting: &Setting) -> Self {
        let scenario = &setting.scenario;
        self.areas = scenario
            .area
            .stages
            .iter()
            .map(|stage| (stage.from, stage.hexes.iter().copied().collect()))
            .collect();
        for group in &scenario.reinforcements {
            self.entry_hexes[group.side].extend(group.hexes.iter().copied());
            let entries = group.hexes.iter().map(|&hex| (hex, group.turn));
            self.first_entries.extend(entries);
        }
        self.first_entries.sort_unstable();
        self.first_entries.dedup_by_key(|(hex, _)| *hex);
        // The battle's own rules need its book.
        if let Some(terms) = setting.terms() {
            self.take_terms(setting.ground(), scenario, terms);
        }
        self
    }

    fn take_terms(&mut self, ground: &Ground, scenario: &ScenarioFacts, terms: &BattleTerms) {
        let first = scenario.first_turn();
        self.closed_bridge = terms.closed_bridge.filter(|bridge| {
            scenario.day == BattleDay::First && first.hour <= bridge.if_start_by_hour
        });
        self.cavalry_tether = terms.cavalry_tether;
        // A situation may be played on a smaller map than the one the terms speak of.
        let limit = ground.grid.hex_at_index(terms.detachments_north_of.index());
        self.detachment_row = limit.map(|hex| ground.grid.row(hex));
        self.landings = terms.landing_hexes.iter().copied().collect();
        self.landing_extra = HalfMp::whole(terms.landing_extra_mp);
    }

    /// The tables of a bare map: no scenario, no battle.
    #[must_use]
    pub fn of_ground(chart: Chart, ground: &Ground) -> Self {
        let steps: Vec<[Option<StepGround>; 6]> = ground
            .grid
            .hexes()
            .map(|hex| Direction::ALL.map(|direction| StepGround::of(ground, hex, direction)))
            .collect();
        let plane = |class, gait, way: Option<Way>| Plane::new(&chart, &steps, class, gait, way);
        let units = UNIT_CLASSES.map(|class| {
            [
                plane(class, Gait::Advance, Some(Way::OffRoute)),
                plane(class, Gait::Attack, Some(Way::OffRoute)),
                plane(class, Gait::Advance, Some(Way::Route)),
                plane(class, Gait::March, Some(Way::Route)),
            ]
        });
        let leaders = LEADER_PLANES.map(|gait| plane(MoverClass::Leader, gait, None));
        let bits = |test: fn(&StepGround) -> bool| -> Vec<u8> {
            steps
                .iter()
                .map(|around| {
                    Direction::ALL.into_iter().fold(0, |bits, direction| {
                        let found = around[direction.index()].as_ref().is_some_and(test);
                        bits | u8::from(found) << direction.index()
                    })
                })
                .collect()
        };
        let barriers = bits(is_barrier);
        let crossings = bits(|step| step.crossing != Crossing::None || is_trail_ford(step));
        let roads = bits(|step| matches!(step.route, Some(RouteKind::Road | RouteKind::Pike)));
        Self {
            units,
            leaders,
            barriers,
            crossings,
            roads,
            areas: Vec::new(),
            entry_hexes: BySide::default(),
            first_entries: Vec::new(),
            closed_bridge: None,
            cavalry_tether: None,
            detachment_row: None,
            landings: HexSet::new(),
            landing_extra: HalfMp::ZERO,
            goals: crate::remembered::GoalMemo::default(),
            foes: crate::remembered::Memo::default(),
            tethers: crate::remembered::Memo::default(),
            searches: crate::flood::Searches::default(),
            chart,
        }
    }

    /// The chart behind the tables.
    #[must_use]
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    pub(crate) fn plane(&self, class: MoverClass, gait: Gait, way: Way) -> Option<&Plane> {
        let row = match class {
            MoverClass::Foot | MoverClass::Dismounted => 0,
            MoverClass::Cavalry => 1,
            MoverClass::Artillery => 2,
            MoverClass::Detachment => 3,
            MoverClass::Leader => return None,
        };
        let plane = match (gait, way) {
            (Gait::Attack, Way::OffRoute) => PlaneOf::Attack,
            (_, Way::OffRoute) => PlaneOf::OffRoute,
            (Gait::March, Way::Route) => PlaneOf::RouteMarch,
            (Gait::Attack, Way::Route) => return None,
            (_, Way::Route) => PlaneOf::RouteAdvance,
        };
        Some(&self.units[row][plane as usize])
    }

    pub(crate) fn leader_plane(&self, gait: Gait) -> &Plane {
        let place = LEADER_PLANES
            .iter()
            .position(|own| *own == gait)
            .unwrap_or(0);
        &self.leaders[place]
    }

    /// The price of a step of the map as drawn, the closed bridge open; none if it is closed to the mover.
    #[must_use]
    pub fn step(
        &self,
        from: HexId,
        direction: Direction,
        class: MoverClass,
        gait: Gait,
        way: Way,
    ) -> Option<StepCost> {
        let plane = match self.plane(class, gait, way) {
            Some(plane) => plane,
            None if class == MoverClass::Leader => self.leader_plane(gait),
            None => return None,
        };
        plane.step(from, direction)
    }

    /// SR 9.52: whether nobody can cross this hexside.
    #[must_use]
    pub(crate) fn is_barrier(&self, hex: HexId, direction: Direction) -> bool {
        self.barriers[hex.index()] >> direction.index() & 1 == 1
    }

    /// SR 9.23: whether a bridge or ford lies on this hexside.
    #[must_use]
    pub fn has_crossing(&self, hex: HexId, direction: Direction) -> bool {
        self.crossings[hex.index()] >> direction.index() & 1 == 1
    }

    /// Reading I1: whether a Road (not a Trail) crosses this hexside.
    #[must_use]
    pub(crate) fn has_road(&self, hex: HexId, direction: Direction) -> bool {
        self.roads[hex.index()] >> direction.index() & 1 == 1
    }

    /// SR 9.71: whether reinforcements have come in by a hex, or do in this turn.
    pub(crate) fn is_entry(&self, hex: HexId, turn: Option<TurnId>) -> bool {
        let place = self
            .first_entries
            .binary_search_by_key(&hex, |(own, _)| *own);
        let first = place.ok().and_then(|place| self.first_entries.get(place));
        first.is_some_and(|(_, from)| turn.is_none_or(|turn| *from <= turn))
    }

    /// The hexes in play in a turn; none: the whole map.
    #[must_use]
    pub fn area(&self, turn: TurnId) -> Option<&HexSet> {
        let stage = self
            .areas
            .iter()
            .rev()
            .find(|(from, _)| *from <= turn)
            .or_else(|| self.areas.first());
        stage
            .map(|(_, hexes)| hexes)
            .filter(|hexes| !hexes.is_empty())
    }
}

/// SR 9.52: rivers, lakes, creeks without a way over, inaccessible hexsides.
fn is_barrier(step: &StepGround) -> bool {
    step.passage == Passage::Impassable
        || matches!(step.water, Water::River | Water::Lake)
        || step.water == Water::Creek && step.crossing == Crossing::None
}

/// BB TEC-o: a Trail over a stream.
fn is_trail_ford(step: &StepGround) -> bool {
    step.water == Water::Stream && step.route == Some(RouteKind::Trail)
}
