//! The ground of a table: areas, hills, obstacles, rivers with fords, roads; read from data and asked exactly.

use longroll_core::{BySide, Side};
use longroll_tabletop::{
    Body, Convex, Hull, Point, Polygon, Polyline, Segment, Ticks, Trail, holds, overlaps,
};

use super::army::plain_name;
use super::figures::read_file;
use super::kinds::{AreaKind, Cover, Gait, GroundClass, LineKind};
use super::{Figures, LineId};
use crate::measure::Um;
use crate::reading::{Desk, Faults, Form, Node};

/// A piece of ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: AreaKind,
    /// SfG 2.5-classes.
    pub class: GroundClass,
    /// SfG 2.6-cover.
    pub cover: Cover,
    /// Its outline.
    pub outline: Polygon,
}

/// A level of ground above the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hill {
    /// Its name.
    pub name: String,
    /// How high.
    pub level: u8,
    /// Its outline.
    pub outline: Polygon,
}

/// A linear obstacle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// What it is.
    pub kind: LineKind,
    /// SfG 2.6-cover.
    pub cover: Cover,
    /// SfG 2.7-works: whether its defenders are not pushed back by fire.
    pub stops_push: bool,
    pub line: Polyline,
}

/// A road.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Road {
    /// Its name.
    pub name: String,
    /// Its middle.
    pub line: Polyline,
}

/// A river as it is drawn: what the rules ask is its water and its fords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct River {
    /// Its whole course.
    pub course: Polyline,
    /// The stretches that can be waded.
    pub fords: Vec<Polyline>,
}

/// All ground of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// The table's name.
    pub name: String,
    /// Width (the long side) and depth.
    pub size: (Ticks, Ticks),
    /// SfG 3.0: depth of each side's zone.
    pub zone: Ticks,
    /// Areas, fords included.
    pub areas: Vec<Area>,
    /// Hills.
    pub hills: Vec<Hill>,
    /// Obstacles.
    pub obstacles: Vec<Obstacle>,
    /// SfG-reading 77: water that nobody passes.
    pub water: Vec<Hull>,
    /// The same water as it is drawn.
    pub rivers: Vec<River>,
    /// Roads; their width is 0.60 UM.
    pub roads: Vec<Road>,
    /// Places for objectives that are known to be legal.
    pub objectives: BySide<Vec<Point>>,
    /// The army lists that fight on it, if it names them.
    pub armies: BySide<Option<String>>,
}

/// The width of a river.
pub const RIVER: Ticks = Ticks(600);
/// The width of a road.
pub const ROAD: Ticks = Ticks(600);

impl Terrain {
    /// Open, level ground.
    #[must_use]
    pub fn open(size: (Ticks, Ticks)) -> Self {
        Self {
            name: "open ground".to_owned(),
            size,
            zone: Ticks(6000),
            areas: Vec::new(),
            hills: Vec::new(),
            obstacles: Vec::new(),
            water: Vec::new(),
            rivers: Vec::new(),
            roads: Vec::new(),
            objectives: BySide::default(),
            armies: BySide::default(),
        }
    }

    /// Whether a place lies on the table, its edge included.
    #[must_use]
    pub fn has(&self, place: Point) -> bool {
        (0..=self.size.0.0).contains(&place.x()) && (0..=self.size.1.0).contains(&place.y())
    }

    /// Whether a body lies wholly on the table.
    #[must_use]
    pub fn contains(&self, body: &Body) -> bool {
        let bounds = body.bounds();
        self.has(bounds.low) && self.has(bounds.high)
    }

    /// Whether nobody may be at a place.
    #[must_use]
    pub fn is_impassable_at(&self, place: Point) -> bool {
        self.water.iter().any(|water| holds(water, place))
            || self
                .areas
                .iter()
                .any(|area| area.class == GroundClass::Impassable && area.outline.contains(place))
    }

    /// SfG 2.5-distances: whether a shape lies on ground that the table bars to a kind of unit; its name.
    #[must_use]
    pub fn bars(&self, figures: &Figures, gait: Gait, shape: &impl Convex) -> Option<&str> {
        if self
            .water
            .iter()
            .any(|water| water.bounds().meets(shape.bounds()) && overlaps(water, shape))
        {
            return Some("the river");
        }
        let pace = figures.pace(gait);
        self.areas
            .iter()
            .find(|area| {
                pace.on(area.class).is_none()
                    && area.outline.overlaps_by_more(shape, Ticks::CONTACT)
            })
            .map(|area| area.name.as_str())
    }

    /// SfG 2.5-distances: whether a way leads over such ground; its name.
    #[must_use]
    pub(crate) fn bars_way(&self, figures: &Figures, gait: Gait, way: &Trail) -> Option<&str> {
        let wet = |water: &Hull| way.any_near(water, Ticks::ZERO, |shape| overlaps(water, shape));
        if self.water.iter().any(wet) {
            return Some("the river");
        }
        let pace = figures.pace(gait);
        self.areas
            .iter()
            .find(|area| {
                let into = |shape: &Hull| area.outline.overlaps_by_more(shape, Ticks::CONTACT);
                pace.on(area.class).is_none() && way.any_near(&area.outline, Ticks::ZERO, into)
            })
            .map(|area| area.name.as_str())
    }

    /// SfG-reading 54: any part of any base inside rough ground, or a base lying across an obstacle.
    #[must_use]
    pub fn in_rough(&self, body: &Body) -> bool {
        body.bases().iter().any(|base| {
            self.areas
                .iter()
                .any(|area| area.class.is_rough() && area.outline.is_entered_by(base))
                || self
                    .obstacles
                    .iter()
                    .any(|own| own.line.passes_through(base))
        })
    }

    /// Classes of ground that a straight leg of a front edge meets, and whether it crosses an obstacle.
    #[must_use]
    pub fn met(&self, from: [Point; 2], to: [Point; 2]) -> (Vec<GroundClass>, bool) {
        let sweep = Hull::of(from.into_iter().chain(to));
        let classes = self
            .areas
            .iter()
            .filter(|area| area.outline.is_entered_by(&sweep))
            .map(|area| area.class)
            .collect();
        let crosses = self
            .obstacles
            .iter()
            .any(|own| own.line.passes_through(&sweep));
        (classes, crosses)
    }

    /// SfG-reading 123: the highest level at a place, and the hill that gives it.
    #[must_use]
    pub fn level(&self, place: Point) -> (u8, Option<usize>) {
        self.hills
            .iter()
            .enumerate()
            .filter(|(_, hill)| hill.outline.holds(place))
            .map(|(index, hill)| (hill.level, Some(index)))
            .max_by_key(|(level, _)| *level)
            .unwrap_or((0, None))
    }

    /// An obstacle.
    #[must_use]
    pub fn obstacle(&self, id: LineId) -> &Obstacle {
        &self.obstacles[id.index()]
    }

    /// All obstacles.
    pub fn obstacles(&self) -> impl Iterator<Item = (LineId, &Obstacle)> {
        (0..).map(LineId).zip(&self.obstacles)
    }

    /// SfG 2.5-classes: fords, which are on a level with obstacles.
    pub fn fords(&self) -> impl Iterator<Item = &Polygon> {
        let areas = self.areas.iter();
        areas
            .filter(|area| area.class == GroundClass::Ford)
            .map(|area| &area.outline)
    }

    /// Whether an obstacle stands between two places.
    #[must_use]
    pub fn between(&self, id: LineId, from: Point, to: Point) -> bool {
        self.obstacle(id)
            .line
            .is_crossed_by(&Segment::new(from, to))
    }

    /// Reads a table.
    ///
    /// # Errors
    /// Every fault with its line.
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        read_file(name, text, |desk, form| {
            desk.source(form);
            Self::from_form(desk, form)
        })
    }

    /// Reads the keys of a table's ground.
    pub(crate) fn from_form(desk: &Desk, form: &Form<'_>) -> Option<Self> {
        // A size that cannot be read is told; the other keys are read all the same, or they would pass for unknown ones.
        let usual = Point::new(36_000, 24_000);
        let size = form.get("size").and_then(|node| desk.point(node));
        let size = size.unwrap_or(usual);
        let mut terrain = Self::open((Ticks(size.x()), Ticks(size.y())));
        if let Some(title) = form.text("name") {
            terrain.name = title.to_owned();
        }
        if let Some(zone) = form.measure("zone") {
            terrain.zone = zone;
        }
        if let Some(block) = form.table("objectives_suggested") {
            for side in Side::BOTH {
                let key = if side == Side::Union {
                    "union"
                } else {
                    "confederate"
                };
                if let Some(node) = block.get(key) {
                    terrain.objectives[side] = desk.points(node);
                }
            }
            block.close();
        }
        if let Some(block) = form.table("armies") {
            terrain.armies.union = block.text("union").map(str::to_owned);
            terrain.armies.confederate = block.text("confederate").map(str::to_owned);
            block.close();
        }
        terrain.read_areas(desk, form);
        terrain.read_lines(desk, form);
        terrain.read_rivers(desk, form);
        let (width, depth) = (size.x(), size.y());
        if width <= 0 || depth <= 0 || width > 200_000 || depth > 200_000 {
            let at = form
                .get("size")
                .map_or(form.head(), |node| node.span.clone());
            desk.fault(&at, "a table measures up to 200 x 200 UM");
        } else {
            terrain.check_places(desk, form);
        }
        Some(terrain)
    }

    /// What lies wholly beyond the table, and zones that do not fit on it.
    fn check_places(&self, desk: &Desk, form: &Form<'_>) {
        let aside = Desk::default();
        for (key, points) in [
            ("area", "poly"),
            ("hill", "poly"),
            ("line", "points"),
            ("road", "points"),
            ("river", "points"),
        ] {
            for block in form.blocks(key) {
                let Some(node) = block.node.get(points) else {
                    continue;
                };
                let places = aside.points(node);
                if !places.is_empty() && !self.is_met_by(&places) {
                    desk.fault(&node.span, format!("the {key} lies beyond the table"));
                }
            }
        }
        for node in form
            .node
            .get("objectives_suggested")
            .into_iter()
            .flat_map(|block| ["union", "confederate"].map(|side| block.get(side)))
            .flatten()
        {
            if aside.points(node).iter().any(|place| !self.has(*place)) {
                desk.fault(&node.span, "an objective lies beyond the table");
            }
        }
        let depth = self.size.1;
        if let Some(node) = form.node.get("zone")
            && self.zone + self.zone > depth
        {
            let message = format!(
                "two zones of {} UM do not fit on a table {} UM deep",
                Um(self.zone),
                Um(depth)
            );
            desk.fault(&node.span, message);
        }
    }

    /// Whether the box of some places meets the table.
    fn is_met_by(&self, places: &[Point]) -> bool {
        let meets = |each: fn(Point) -> i32, most: i32| {
            places.iter().any(|place| each(*place) >= 0)
                && places.iter().any(|place| each(*place) <= most)
        };
        meets(Point::x, self.size.0.0) && meets(Point::y, self.size.1.0)
    }

    fn read_areas(&mut self, desk: &Desk, form: &Form<'_>) {
        form.doubled("area");
        form.doubled("hill");
        for block in form.blocks("area") {
            let kind = block
                .need("kind")
                .and_then(|node| desk.word::<AreaKind>(node));
            let class = block
                .need("class")
                .and_then(|node| desk.word::<GroundClass>(node));
            let cover = block.word::<Cover>("cover").unwrap_or(Cover::Open);
            let name = own_name(desk, &block);
            let outline = polygon(desk, &block);
            if let (Some(kind), Some(class), Some(outline)) = (kind, class, outline) {
                let name = name.unwrap_or_else(|| kind.to_string());
                self.areas.push(Area {
                    name,
                    kind,
                    class,
                    cover,
                    outline,
                });
            }
            block.close();
        }
        for block in form.blocks("hill") {
            // SfG-reading 123: the table itself is level 0.
            let level = block
                .need("level")
                .and_then(|node| desk.number(node, 1, 9))
                .and_then(|level| u8::try_from(level).ok());
            let name = own_name(desk, &block).unwrap_or_else(|| "hill".to_owned());
            let outline = polygon(desk, &block);
            if let (Some(level), Some(outline)) = (level, outline) {
                self.hills.push(Hill {
                    name,
                    level,
                    outline,
                });
            }
            block.close();
        }
    }

    fn read_lines(&mut self, desk: &Desk, form: &Form<'_>) {
        for block in form.blocks("line") {
            let kind = block
                .need("kind")
                .and_then(|node| desk.word::<LineKind>(node));
            let cover = block.word::<Cover>("cover").unwrap_or(Cover::Light);
            let stops_push = block.flag("holds").unwrap_or(kind != Some(LineKind::Hedge));
            if let (Some(kind), Some(line)) = (kind, polyline(desk, &block)) {
                self.obstacles.push(Obstacle {
                    kind,
                    cover,
                    stops_push,
                    line,
                });
            }
            block.close();
        }
        if self.obstacles.len() > usize::from(u8::MAX) {
            desk.fault(&form.head(), "too many obstacles");
        }
        form.doubled("road");
        for block in form.blocks("road") {
            let name = own_name(desk, &block).unwrap_or_else(|| "road".to_owned());
            if let Some(line) = polyline(desk, &block) {
                self.roads.push(Road { name, line });
            }
            block.close();
        }
    }

    /// SfG-reading 77: a river is cut at its fords; what is left is water, the stretches cut out are areas with obstacle speed.
    fn read_rivers(&mut self, desk: &Desk, form: &Form<'_>) {
        for block in form.blocks("river") {
            let Some(whole) = polyline(desk, &block) else {
                // Without a course its fords are read for their faults alone.
                for ford in block.blocks("fords") {
                    read_ford(desk, ford);
                }
                block.close();
                continue;
            };
            let mut river = River {
                course: whole.clone(),
                fords: Vec::new(),
            };
            let mut pieces = vec![whole];
            for ford in block.blocks("fords") {
                let span = ford.head();
                let Some((at, length)) = read_ford(desk, ford) else {
                    continue;
                };
                let off = river.course.foot(at).at.squared_distance(at);
                if !off.within(RIVER.half()) {
                    desk.fault(&span, "the ford does not lie in its river");
                    continue;
                }
                // The piece that runs nearest to the ford is the one that has it.
                let near = |line: &Polyline| line.foot(at).at.squared_distance(at);
                let Some(place) = (0..pieces.len()).min_by_key(|index| near(&pieces[*index]))
                else {
                    continue;
                };
                let (left, cut) = pieces.swap_remove(place).cut(at, length);
                pieces.extend(left);
                river.fords.extend(cut.iter().cloned());
                for hull in cut.iter().flat_map(|line| line.band(RIVER)) {
                    if let Ok(outline) = Polygon::new(hull.corners().iter().copied()) {
                        self.areas.push(Area {
                            name: "the ford".to_owned(),
                            kind: AreaKind::Ford,
                            class: GroundClass::Ford,
                            cover: Cover::Open,
                            outline,
                        });
                    }
                }
            }
            self.water
                .extend(pieces.iter().flat_map(|line| line.band(RIVER)));
            self.rivers.push(river);
            block.close();
        }
    }
}

/// The name that a piece of ground is given; the tape is told it between commas, like the name of a unit.
fn own_name(desk: &Desk, block: &Form<'_>) -> Option<String> {
    block.get("name").and_then(|node| plain_name(desk, node))
}

fn read_ford(desk: &Desk, ford: Form<'_>) -> Option<(Point, Ticks)> {
    let at = ford.need("at").and_then(|node| desk.point(node));
    let length = ford.measure("length").unwrap_or(Ticks(1200));
    ford.close();
    Some((at?, length))
}

/// The points of a key; none if one of them cannot be read: what is left would have faults of its own making.
fn points(desk: &Desk, node: &Node) -> Option<Vec<Point>> {
    let before = desk.count();
    let points = desk.points(node);
    (desk.count() == before).then_some(points)
}

fn polygon(desk: &Desk, block: &Form<'_>) -> Option<Polygon> {
    let node = block.need("poly")?;
    Polygon::new(points(desk, node)?)
        .map_err(|error| desk.fault(&node.span, error.to_string()))
        .ok()
}

fn polyline(desk: &Desk, block: &Form<'_>) -> Option<Polyline> {
    let node = block.need("points")?;
    Polyline::new(points(desk, node)?)
        .map_err(|error| desk.fault(&node.span, error.to_string()))
        .ok()
}
