//! The tape: the exact distance between any two things on the table, and where it is measured.

use longroll_core::{clip, did_you_mean};
use longroll_tabletop::{Extent, Hull, Nearest, Point, Ticks};

use crate::facts::{AreaKind, RIVER, ROAD, Terrain};
use crate::look::Look;
use crate::measure::read_length;
use crate::text;

/// How near to a line, an objective or the edge a place must be to mean it.
const REACH: Ticks = Ticks(200);

/// What sort of thing a tape is laid to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A unit or a general: measured at the edge of its bases.
    Bases,
    /// SfG 3.0-objectives.
    Objective,
    /// A fence, a wall, a hedge.
    Line,
    /// A road, a river, a ford.
    Band,
    /// A piece of ground with an outline.
    Area,
    /// The edge of the table, or one of its sides.
    Edge,
    /// A place.
    Place,
}

impl Sort {
    /// Whether it is a piece of terrain.
    #[must_use]
    pub const fn is_ground(self) -> bool {
        matches!(self, Self::Line | Self::Band | Self::Area)
    }
}

/// Something on the table that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// How it is named.
    pub name: String,
    /// What it is.
    pub sort: Sort,
    extent: Extent,
}

/// Why there is nothing to measure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotMeasured {
    /// No such name.
    #[error("nothing on the table is named '{word}'; a place is written 12.00 20.00{near}")]
    Unknown {
        /// What was asked for.
        word: String,
        /// What may have been meant, as the end of a sentence.
        near: String,
    },
    /// Several names hold the word.
    #[error("'{word}' may be {}", names.join(", "))]
    Several {
        /// What was asked for.
        word: String,
        /// What it may be.
        names: Vec<String>,
    },
    /// Known, but off the table.
    #[error("{0} is not on the table")]
    Off(String),
}

/// A tape that was laid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tape {
    pub from: Thing,
    pub to: Thing,
    /// The nearest places of both.
    pub near: Nearest,
}

impl Tape {
    /// The distance, cut to a tick.
    #[must_use]
    pub fn distance(&self) -> Ticks {
        self.near.square.ticks()
    }

    /// Both ends to the nearest tick.
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        [self.near.on_first.rounded(), self.near.on_second.rounded()]
    }

    /// The distance and where it was measured. Section K: distances shown to players are cut to a hundredth.
    #[must_use]
    pub fn text(&self) -> String {
        let [from, to] = self.ends().map(text::place);
        let bases = [&self.from, &self.to].map(|end| end.sort == Sort::Bases);
        let how = match bases {
            [true, true] => " edge to edge",
            [true, false] | [false, true] => " from the edge of the bases",
            [false, false] => "",
        };
        let (first, second, distance) = (&self.from.name, &self.to.name, self.distance());
        if from == to && distance < Ticks(10) {
            return format!("{first} – {second}: {distance} UM{how}, both at {from}");
        }
        format!("{first} – {second}: {distance} UM{how}, from {from} to {to}")
    }
}

/// Lays the tape between two things by their names.
///
/// # Errors
/// What is not on the table, or named by no single thing.
pub fn measure(look: Look<'_>, from: &str, to: &str) -> Result<Tape, NotMeasured> {
    let (from, to) = (named(look, from)?, named(look, to)?);
    let near = from.extent.nearest(&to.extent);
    match near {
        Some(near) => Ok(Tape { from, to, near }),
        None => Err(NotMeasured::Off(from.name)),
    }
}

/// Everything that can be measured, those that lie on top first.
#[must_use]
pub fn things(look: Look<'_>) -> Vec<Thing> {
    let (facts, terrain) = (look.facts, &look.facts.terrain);
    let thing = |name: &str, sort: Sort, extent: Extent| Thing {
        name: name.to_owned(),
        sort,
        extent,
    };
    let mut all = Vec::new();
    for (id, own) in look.table.present() {
        all.push(thing(look.name(id), Sort::Bases, (&own.body()).into()));
    }
    for (id, own) in facts.generals() {
        if let Some(body) = look.table.general_body(facts, id) {
            all.push(thing(&own.name, Sort::Bases, (&body).into()));
        }
    }
    for (number, own) in (1..).zip(look.table.objectives()) {
        let name = format!("objective {number}");
        all.push(thing(&name, Sort::Objective, own.at.into()));
    }
    let before = all.len();
    for own in &terrain.obstacles {
        let name = own.kind.to_string();
        all.push(thing(&name, Sort::Line, (&own.line).into()));
    }
    for ford in terrain.rivers.iter().flat_map(|river| &river.fords) {
        all.push(thing("ford", Sort::Band, Extent::new(ford.band(RIVER))));
    }
    for own in &terrain.roads {
        let band = Extent::new(own.line.band(ROAD));
        all.push(thing(&own.name, Sort::Band, band));
    }
    for own in &terrain.rivers {
        let band = Extent::new(own.course.band(RIVER));
        all.push(thing("river", Sort::Band, band));
    }
    // A ford is measured as a whole; the areas it is made of are not things of their own.
    for own in &terrain.areas {
        if own.kind != AreaKind::Ford {
            all.push(thing(&own.name, Sort::Area, (&own.outline).into()));
        }
    }
    for own in &terrain.hills {
        all.push(thing(&own.name, Sort::Area, (&own.outline).into()));
    }
    number(&mut all[before..]);
    let sides = sides_of(terrain);
    let whole = Extent::new(sides.iter().map(|(_, side)| side.clone()));
    all.push(thing("edge", Sort::Edge, whole));
    for (name, side) in sides {
        all.push(thing(name, Sort::Edge, Extent::new([side])));
    }
    all
}

/// The sides of the table, by name.
fn sides_of(terrain: &Terrain) -> [(&'static str, Hull); 4] {
    let (width, depth) = (terrain.size.0.0, terrain.size.1.0);
    let side = |a: (i32, i32), b: (i32, i32)| Hull::of([a, b].map(|(x, y)| Point::new(x, y)));
    [
        ("south edge", side((0, 0), (width, 0))),
        ("north edge", side((0, depth), (width, depth))),
        ("west edge", side((0, 0), (0, depth))),
        ("east edge", side((width, 0), (width, depth))),
    ]
}

/// Numbers those of one name: `rail fence 1`, `rail fence 2`.
fn number(things: &mut [Thing]) {
    let names: Vec<String> = things.iter().map(|own| own.name.to_lowercase()).collect();
    for (index, thing) in things.iter_mut().enumerate() {
        let same = |upto: usize| {
            let alike = names.iter().take(upto).filter(|own| **own == names[index]);
            alike.count()
        };
        if same(names.len()) > 1 {
            thing.name = format!("{} {}", thing.name, same(index) + 1);
        }
    }
}

/// A place on the table.
fn spot(look: Look<'_>, at: Point) -> Result<Thing, NotMeasured> {
    let name = text::place(at);
    if !look.facts.terrain.has(at) {
        return Err(NotMeasured::Off(name));
    }
    Ok(Thing {
        name,
        sort: Sort::Place,
        extent: at.into(),
    })
}

fn read_place(words: &str) -> Option<Point> {
    let (x, y) = words.split_once(char::is_whitespace)?;
    Some(Point::new(read_length(x)?.0, read_length(y.trim())?.0))
}

/// The one thing of a name, or the one whose name holds the word. `12.00 20.00` is a place, `at 12.00 20.00` whatever lies
/// there.
///
/// # Errors
/// What is not on the table, or named by no single thing.
pub fn named(look: Look<'_>, words: &str) -> Result<Thing, NotMeasured> {
    let words = words.trim();
    if let Some(at) = read_place(words) {
        return spot(look, at);
    }
    if let Some(at) = words.strip_prefix("at ").and_then(read_place) {
        return Ok(lying_at(look, at));
    }
    let all = things(look);
    let lower = words.to_lowercase();
    let bare = lower.strip_prefix("the ").unwrap_or(&lower);
    let wanted = match bare {
        "table edge" | "table's edge" | "edge of the table" => "edge",
        bare => bare,
    };
    let exact = |own: &&Thing| [wanted, &lower].contains(&own.name.to_lowercase().as_str());
    if let Some(found) = all.iter().find(exact) {
        return Ok(found.clone());
    }
    let unit = look.facts.unit_named(words);
    let general = look.facts.general_named(words);
    let off = unit
        .map(|id| look.name(id))
        .or_else(|| general.map(|id| look.facts.general(id).name.as_str()));
    if let Some(name) = off {
        return Err(NotMeasured::Off(name.to_owned()));
    }
    let holds = |own: &&Thing| !wanted.is_empty() && own.name.to_lowercase().contains(wanted);
    let found: Vec<&Thing> = all.iter().filter(holds).collect();
    match found.as_slice() {
        [] => Err(NotMeasured::Unknown {
            word: clip(words),
            near: did_you_mean(words, all.iter().map(|own| own.name.as_str())),
        }),
        [one] => Ok((*one).clone()),
        several => Err(NotMeasured::Several {
            word: clip(words),
            names: several.iter().map(|own| own.name.clone()).collect(),
        }),
    }
}

/// What lies at a place, the topmost; the side of the table that a place beyond it lies at; on empty ground the place.
#[must_use]
pub fn lying_at(look: Look<'_>, at: Point) -> Thing {
    let terrain = &look.facts.terrain;
    let inside = terrain.has(at);
    let is_meant = |own: &Thing| match own.sort {
        Sort::Bases | Sort::Band | Sort::Area => inside && own.extent.holds(at),
        Sort::Objective | Sort::Line => inside && own.extent.is_within(at, REACH),
        Sort::Edge => own.name != "edge" && (!inside || own.extent.is_within(at, REACH)),
        Sort::Place => false,
    };
    // The edge lies over the ground, under whatever stands there.
    let rank = |own: &Thing| match own.sort {
        Sort::Bases => 0,
        Sort::Objective => 1,
        Sort::Line => 2,
        Sort::Edge => 3,
        _ => 4,
    };
    let from = Extent::from(at);
    let far = |own: &Thing| match own.sort {
        Sort::Edge => from.nearest(&own.extent).map(|near| near.square),
        _ => None,
    };
    let found = things(look)
        .into_iter()
        .filter(is_meant)
        .min_by_key(|own| (rank(own), far(own)));
    found.unwrap_or_else(|| Thing {
        name: text::place(at),
        sort: Sort::Place,
        extent: from,
    })
}
