//! Small boards in the words of the cases.

use longroll_board::{
    Direction, Feature, Grid, GridLayout, Ground, HexId, Parity, Relief, SideEnd, SlopeClass,
    Terrain,
};
use longroll_rule::Rule;
use longroll_sight::{GeographicCrests, Obstacle, Seen, Sight, SightRules, Verdict, no_units};

/// The series rules, geographic crests off.
pub const SERIES: SightRules = SightRules::SERIES.with_crests(GeographicCrests::Ignored);
/// Shiloh, geographic crests off.
pub const SHILOH: SightRules = SightRules::SEEN_THROUGH.with_crests(GeographicCrests::Ignored);
/// Shiloh with geographic crests.
pub const SHILOH_CRESTS: SightRules = SightRules::SEEN_THROUGH;

/// A board of Fields on level 0.
#[derive(Clone)]
pub struct Board {
    ground: Ground,
    overrides: Vec<(HexId, Direction, Relief)>,
}

impl Board {
    pub fn new() -> Self {
        let layout = GridLayout::plain(15..=32, 1..=20, Parity::OddSouth);
        let grid = Grid::new(layout).expect("a board");
        Self {
            ground: Ground::uniform(grid, Terrain::Field),
            overrides: Vec::new(),
        }
    }

    pub fn hex(&self, name: &str) -> HexId {
        self.ground.grid.parse(name).expect("a hex of the board")
    }

    pub fn name(&self, hex: HexId) -> &str {
        self.ground.grid.name(hex)
    }

    /// Levels of the hexes of a column from one hex on southwards.
    pub fn levels(mut self, first: &str, levels: &[i32]) -> Self {
        let mut hex = Some(self.hex(first));
        for level in levels {
            let here = hex.expect("levels stay on the board");
            self.ground.hexes[here].level = i8::try_from(*level).expect("a small level");
            hex = self.ground.grid.neighbour(here, Direction::S);
        }
        self
    }

    pub fn terrain(mut self, hex: &str, terrain: Terrain) -> Self {
        let hex = self.hex(hex);
        self.ground.hexes[hex].terrain = terrain;
        self
    }

    pub fn woods(self, hex: &str) -> Self {
        self.terrain(hex, Terrain::Woods)
    }

    pub fn boundary(self, hex: &str) -> Self {
        self.terrain(hex, Terrain::FieldBoundary)
    }

    pub fn water(self, hex: &str) -> Self {
        self.terrain(hex, Terrain::River)
    }

    pub fn orchard(self, hex: &str) -> Self {
        self.terrain(hex, Terrain::Orchard)
    }

    pub fn sloping(mut self, hex: &str) -> Self {
        let hex = self.hex(hex);
        self.ground.hexes[hex].features.insert(Feature::Sloping);
        self
    }

    fn relief(mut self, (from, to): (&str, &str), relief: Relief) -> Self {
        let (from, to) = (self.hex(from), self.hex(to));
        let way = self.ground.grid.direction_between(from, to);
        self.overrides
            .push((from, way.expect("neighbours"), relief));
        self
    }

    /// A Steep slope down from the first hex, whatever the levels say.
    pub fn steep(self, higher: &str, lower: &str) -> Self {
        let relief = Relief::Slope {
            class: SlopeClass::Steep,
            higher: SideEnd::First,
            lines: 2,
        };
        self.relief((higher, lower), relief)
    }

    /// A crest of this height; levels must be set before.
    pub fn crest(self, from: &str, to: &str, height: i8) -> Self {
        let lines = |hex: &str| {
            let climb = height - self.ground.level(self.hex(hex));
            u8::try_from(climb).expect("above both hexes")
        };
        let relief = Relief::Crest {
            first: lines(from),
            second: lines(to),
        };
        self.relief((from, to), relief)
    }

    pub fn ravine(self, from: &str, to: &str) -> Self {
        let relief = Relief::Ravine {
            first: 1,
            second: 1,
        };
        self.relief((from, to), relief)
    }

    /// The ground with a slope on every hexside whose hexes differ, unless the case says otherwise.
    pub fn ground(&self) -> Ground {
        let mut ground = self.ground.clone();
        for hex in ground.grid.hexes() {
            for (way, other) in ground.grid.neighbours(hex) {
                let rise = ground.level(hex) - ground.level(other);
                if rise > 0 {
                    let lines = rise.unsigned_abs();
                    ground.set_relief_from(hex, way, Relief::slope(SideEnd::First, lines));
                }
            }
        }
        for (hex, way, relief) in &self.overrides {
            ground.set_relief_from(*hex, *way, *relief);
        }
        ground
    }

    pub fn sight(&self, rules: SightRules) -> Sight {
        Sight::new(&self.ground(), rules)
    }

    pub fn hexside(&self, a: &str, b: &str) -> Obstacle {
        let grid = &self.ground.grid;
        let side = grid.side_between(self.hex(a), self.hex(b));
        Obstacle::Hexside(grid.side(side.expect("neighbours")))
    }

    pub fn obstacle(&self, hex: &str) -> Obstacle {
        Obstacle::Hex(self.hex(hex))
    }

    /// FIRE-072: the verdict, after checking that the other way round and the quick answers agree.
    pub fn both_ways(&self, rules: SightRules, from: &str, to: &str) -> Verdict {
        let sight = self.sight(rules);
        let (from, to) = (self.hex(from), self.hex(to));
        let there = sight.line_of_sight(from, to, no_units);
        let back = sight.line_of_sight(to, from, no_units);
        assert_eq!(there.seen(), back.seen(), "{there:?}\n{back:?}");
        assert_eq!(there.woods.len(), back.woods.len());
        assert_eq!(sight.look(from, to), there.seen());
        assert_eq!(sight.look(to, from), there.seen());
        there
    }

    pub fn assert_clear(&self, rules: SightRules, from: &str, to: &str) {
        let verdict = self.both_ways(rules, from, to);
        assert_eq!(verdict.seen(), Seen::Clear, "{verdict:?}");
    }

    pub fn assert_blocked(&self, rules: SightRules, from: &str, to: &str) {
        let verdict = self.both_ways(rules, from, to);
        assert_eq!(verdict.seen(), Seen::Blocked, "{verdict:?}");
    }

    pub fn assert_blocked_only_by(&self, rules: SightRules, from: &str, to: &str, rule: Rule) {
        let verdict = self.both_ways(rules, from, to);
        assert!(!verdict.is_visible(), "{from}-{to} is clear");
        for block in &verdict.blocks {
            assert_eq!(block.rule, rule, "{verdict:?}");
        }
    }

    pub fn assert_through_woods(
        &self,
        rules: SightRules,
        from: &str,
        to: &str,
        woods: &str,
    ) -> Verdict {
        let verdict = self.both_ways(rules, from, to);
        assert_eq!(verdict.seen(), Seen::ThroughWoods, "{verdict:?}");
        let hexes: Vec<HexId> = verdict.woods.iter().map(|woods| woods.hex).collect();
        assert_eq!(hexes, [self.hex(woods)]);
        verdict
    }
}
