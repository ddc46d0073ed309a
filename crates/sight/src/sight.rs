//! [`Sight`]: questions of sight on one map under one set of rules.

use core::ops::ControlFlow::{self, Break, Continue};

use longroll_board::{Direction, Ground, HexId, Hexside};
use longroll_rule::Rule;

use crate::course::{Courses, Leg, distance, trace_until};
use crate::judge::{Finding, Place, Report, SeeThrough, judge};
use crate::line::SightLine;
use crate::memory::Memory;
use crate::rules::{SightRules, Woods};
use crate::scene::{Cell, Cover, Scene, Spot};
use crate::verdict::{Block, Height, Obstacle, ProfileHex, ProfileStep, Seen, Verdict, WoodsHex};

/// Whether the combat units in a hex stop a line of sight.
///
/// SR 10.26: they do for most fire (see [`Sight::line_of_fire`](crate::Sight::line_of_fire)), but not for
/// March orders (6.13), Reserve (6.31) or the targets of a Charge (11.53).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitBlock {
    /// No units there, or the rule that asks ignores them.
    Ignored,
    /// The units there block.
    Blocks,
}

impl UnitBlock {
    /// The rule behind it.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Ignored => Rule::SR_10_26_other,
            Self::Blocks => Rule::SR_10_26_block,
        }
    }
}

/// For rules that ask for terrain only: no unit blocks.
pub fn no_units(_: HexId) -> UnitBlock {
    UnitBlock::Ignored
}

/// Line of sight on one map (SR 10.2).
///
/// Holds its own copy of what sight needs, so it borrows nothing and can be kept beside the ground it was made from.
#[derive(Clone, Debug)]
pub struct Sight {
    rules: SightRules,
    pub(crate) scene: Scene,
    courses: &'static Courses,
    pub(crate) spots: Vec<Spot>,
    hexsides: Vec<[Hexside; 6]>,
    memory: Memory,
}

impl Sight {
    /// Sight over this ground.
    pub fn new(ground: &Ground, rules: SightRules) -> Self {
        let grid = &ground.grid;
        let (scene, spots) = Scene::of(ground);
        let hexsides = grid
            .hexes()
            .map(|hex| Direction::ALL.map(|direction| grid.side(grid.side_of(hex, direction))))
            .collect();
        Self {
            rules,
            scene,
            courses: Courses::kept(),
            memory: Memory::of(spots.len()),
            spots,
            hexsides,
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> SightRules {
        self.rules
    }

    /// SR 10.22–10.25: whether there is a line of sight as far as the terrain goes. Does not allocate up to 40 hexes.
    ///
    /// Neighbours always see each other (SR 10.22), and a hex sees itself.
    pub fn can_see(&self, from: HexId, to: HexId) -> bool {
        self.look(from, to).is_visible()
    }

    /// [`can_see`](Self::can_see), each pair of hexes traced once in the life of this value: for questions that come back,
    /// such as who may rest in Reserve (SR 6.31).
    pub fn recalls(&self, from: HexId, to: HexId) -> bool {
        self.memory.recall(from, to, || self.can_see(from, to))
    }

    /// The same as [`can_see`](Self::can_see), telling Woods apart. Panics on a hex of a larger map.
    pub fn look(&self, from: HexId, to: HexId) -> Seen {
        if self.is_plainly_blocked(from, to) {
            return Seen::Blocked;
        }
        self.with_line(from, to, |line| {
            match judge(&line, self.rules, SeeThrough::One, &mut Quick) {
                Break(()) => Seen::Blocked,
                Continue(0) => Seen::Clear,
                Continue(_) => Seen::ThroughWoods,
            }
        })
        .unwrap_or(Seen::Clear)
    }

    /// Whether something between two hexes rises above both of them and blocks at once: higher ground (SR 10.24-higher),
    /// trees no one sees through, or a second hex of Woods (BB TEC-c). Most lines over wooded country end so, after a few
    /// hexes; what this leaves open the whole procedure decides.
    fn is_plainly_blocked(&self, from: HexId, to: HexId) -> bool {
        let delta = self.delta(from, to);
        if distance(delta) <= 1 {
            return false;
        }
        let (start, end) = (self.spot(from), self.spot(to));
        let (Some(one), Some(other)) = (self.scene.cell(start), self.scene.cell(end)) else {
            return false;
        };
        let mut rise = Rise {
            above: one.base().max(other.base()),
            seen_through: matches!(self.rules.woods, Woods::OneSeenThrough { .. }),
            woods: 0,
        };
        let cell = |(q, r): (i32, i32)| self.scene.cell((start.0 + q, start.1 + r));
        match self.courses.stored(delta) {
            Some(legs) => {
                let wide = |(q, r): (i16, i16)| (i32::from(q), i32::from(r));
                let between = legs.split_last().map_or(&[][..], |(_, between)| between);
                between.iter().any(|leg| {
                    let beside = leg.beside.and_then(|offset| cell(wide(offset)));
                    rise.blocks(cell(wide(leg.hex)), beside)
                })
            }
            None => trace_until(delta, |stretch| {
                let last = stretch.hex == delta;
                if !last && rise.blocks(cell(stretch.hex), stretch.beside.and_then(cell)) {
                    return Break(());
                }
                Continue(())
            })
            .is_break(),
        }
    }

    /// SR 10.2 in full: what blocks, by which rule, and the ground below the line.
    ///
    /// `units` says of every hex on the line whether combat units there block; [`no_units`] for terrain alone.
    pub fn line_of_sight(
        &self,
        from: HexId,
        to: HexId,
        units: impl Fn(HexId) -> UnitBlock,
    ) -> Verdict {
        let mut verdict = self.explained(from, to, SeeThrough::One);
        let between = verdict.profile.len().saturating_sub(2);
        for step in verdict.profile.iter().skip(1).take(between) {
            for stand in [Some(step.hex), step.beside].into_iter().flatten() {
                let there = units(stand.hex);
                if there == UnitBlock::Blocks {
                    verdict.blocks.push(Block {
                        by: Obstacle::Units(stand.hex),
                        rule: there.rule(),
                        terrain: None,
                        height: Height::level(stand.base),
                    });
                }
            }
        }
        verdict
    }

    /// What the ground says about a line, without the whole story: for fires that are asked about by the thousand.
    pub fn ground_line(&self, from: HexId, to: HexId) -> GroundLine {
        let mut report = First {
            sight: self,
            line: GroundLine::default(),
        };
        self.with_line(from, to, |line| {
            // Whether it broke off shows in the report.
            let _ = judge(&line, self.rules, SeeThrough::One, &mut report);
        });
        report.line
    }

    pub(crate) fn explained(&self, from: HexId, to: HexId, see_through: SeeThrough) -> Verdict {
        let mut report = Explain {
            sight: self,
            blocks: Vec::new(),
            woods: Vec::new(),
        };
        self.with_line(from, to, |line| {
            // The report never breaks off, so the count it would carry is not needed.
            let _ = judge(&line, self.rules, see_through, &mut report);
        });
        Verdict {
            from,
            to,
            distance: self.distance(from, to),
            blocks: report.blocks,
            woods: report.woods,
            profile: self.profile(from, to),
        }
    }

    /// SR 10.12: hexes from one to the other.
    pub(crate) fn distance(&self, from: HexId, to: HexId) -> u32 {
        distance(self.delta(from, to)).unsigned_abs()
    }

    /// Every hex of the map.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = HexId> {
        self.spots
            .iter()
            .filter_map(|spot| self.scene.cell(*spot))
            .map(|cell| cell.hex)
    }

    fn delta(&self, from: HexId, to: HexId) -> (i32, i32) {
        let (from, to) = (self.spot(from), self.spot(to));
        (to.0 - from.0, to.1 - from.1)
    }

    pub(crate) fn spot(&self, hex: HexId) -> Spot {
        self.spots[hex.index()]
    }

    pub(crate) fn cell(&self, hex: HexId) -> Option<&Cell> {
        self.scene.cell(self.spot(hex))
    }

    /// Hands the line between two hexes to `ask`; none if they are neighbours or the same.
    pub(crate) fn with_line<T>(
        &self,
        from: HexId,
        to: HexId,
        ask: impl FnOnce(SightLine<'_>) -> T,
    ) -> Option<T> {
        let delta = self.delta(from, to);
        if distance(delta) <= 1 {
            return None;
        }
        let (from, to) = (self.spot(from), self.spot(to));
        if let Some(legs) = self.courses.stored(delta) {
            SightLine::lay(&self.scene, from, to, legs).map(ask)
        } else {
            let legs = Courses::traced(delta);
            SightLine::lay(&self.scene, from, to, &legs).map(ask)
        }
    }

    fn profile(&self, from: HexId, to: HexId) -> Vec<ProfileStep> {
        let range = self.distance(from, to);
        let first = self.profile_hex(self.spot(from)).map(|hex| ProfileStep {
            hex,
            beside: None,
            from_start: 0,
            to_end: range,
        });
        let mut steps: Vec<ProfileStep> = first.into_iter().collect();
        for leg in Courses::traced(self.delta(from, to)) {
            steps.extend(self.profile_step(self.spot(from), &leg));
        }
        steps
    }

    fn profile_step(&self, from: Spot, leg: &Leg) -> Option<ProfileStep> {
        let at =
            |(q, r): (i16, i16)| self.profile_hex((from.0 + i32::from(q), from.1 + i32::from(r)));
        let (hex, beside) = (at(leg.hex), leg.beside.and_then(at));
        Some(ProfileStep {
            hex: hex.or(beside)?,
            beside: hex.and(beside),
            from_start: u32::from(leg.near),
            to_end: u32::from(leg.far),
        })
    }

    fn profile_hex(&self, spot: Spot) -> Option<ProfileHex> {
        let cell = self.scene.cell(spot)?;
        Some(ProfileHex {
            hex: cell.hex,
            base: cell.base(),
            top: cell.top(),
        })
    }

    pub(crate) fn obstacle(&self, place: Place) -> Option<Obstacle> {
        match place {
            Place::Hex(spot) => Some(Obstacle::Hex(self.scene.cell(spot)?.hex)),
            Place::Side(spot, direction) => {
                let sides = self.hexsides.get(self.scene.cell(spot)?.hex.index())?;
                Some(Obstacle::Hexside(sides[direction.index()]))
            }
        }
    }
}

/// What rises above both ends of a line, hex by hex.
struct Rise {
    /// The level of the higher end.
    above: i32,
    /// Whether one hex of Woods or Field Boundary is seen through (BB TEC-c).
    seen_through: bool,
    woods: u8,
}

impl Rise {
    /// Takes the next hex, or the next two where the line runs along a hexside; whether the line ends there.
    fn blocks(&mut self, hex: Option<&Cell>, beside: Option<&Cell>) -> bool {
        let mut woods = false;
        for (cell, other) in [(hex, beside), (beside, hex)] {
            let Some(cell) = cell.filter(|cell| cell.top() > self.above) else {
                continue;
            };
            // BB 9.44-boundary: a Field Boundary does not count where the line runs between it and a Field.
            let beside_field = cell.cover == Cover::FieldBoundary
                && other.is_some_and(|other| other.cover == Cover::Field);
            if cell.base() > self.above {
                return true;
            }
            if beside_field {
                continue;
            }
            if !self.seen_through || !cell.cover.is_woods() {
                return true;
            }
            woods = true;
        }
        self.woods += u8::from(woods);
        self.woods >= 2
    }
}

/// Only whether it is blocked.
struct Quick;

impl Report for Quick {
    fn block(&mut self, _: Finding) -> ControlFlow<()> {
        Break(())
    }

    fn woods(&mut self, _: Spot, _: Rule) {}
}

/// What the ground says about a line of sight: the first reasons of the [`Verdict`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroundLine {
    /// The rule that blocks it.
    pub blocked_by: Option<Rule>,
    /// If nothing does: the rule by which Woods on the way count.
    pub woods: Option<Rule>,
}

/// The first block, and the first Woods before it.
struct First<'a> {
    sight: &'a Sight,
    line: GroundLine,
}

impl Report for First<'_> {
    fn block(&mut self, finding: Finding) -> ControlFlow<()> {
        if self.sight.obstacle(finding.place).is_none() {
            return Continue(());
        }
        self.line.blocked_by = Some(finding.rule);
        Break(())
    }

    fn woods(&mut self, spot: Spot, rule: Rule) {
        if self.line.woods.is_none() && self.sight.scene.cell(spot).is_some() {
            self.line.woods = Some(rule);
        }
    }
}

/// Everything that is found.
pub(crate) struct Explain<'a> {
    pub sight: &'a Sight,
    pub blocks: Vec<Block>,
    pub woods: Vec<WoodsHex>,
}

impl Report for Explain<'_> {
    fn block(&mut self, finding: Finding) -> ControlFlow<()> {
        if let Some(by) = self.sight.obstacle(finding.place) {
            self.blocks.push(Block {
                by,
                rule: finding.rule,
                terrain: finding.terrain,
                height: Height::from_half_levels(finding.twice_height),
            });
        }
        Continue(())
    }

    fn woods(&mut self, spot: Spot, rule: Rule) {
        if let Some(cell) = self.sight.scene.cell(spot) {
            self.woods.push(WoodsHex {
                hex: cell.hex,
                rule,
            });
        }
    }
}
