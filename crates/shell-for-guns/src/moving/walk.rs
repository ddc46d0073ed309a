//! A move made in the mind: where the bases and the front edge pass.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{
    Body, Convex as _, Heading, Hull, Local, Outline, Point, Polygon, Polyline, Pose, Slot, Ticks,
    Trail, Turn, enclosing,
};

use super::road::along;
use crate::choice::{Part, Pivot};
use crate::event::Stance;
use crate::facts::Formation;
use crate::look::Look;
use crate::measure::Degrees;
use crate::refusal::refuse;
use crate::stance::front_rank;

/// A move so far.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    /// Where the unit stood before anything changed: who is touched or near there may stay so.
    pub origin: Body,
    /// Where it began, after a change of formation.
    pub start: Stance,
    /// Where it is now.
    pub stance: Stance,
    /// What the bases passed over.
    pub sweep: Trail,
    /// What the front edge passed over, piece by piece.
    pub fronts: Trail,
    /// Pieces of front edge that begin on their own line: what lies there is still to be crossed.
    pub crossings: Vec<Hull>,
    /// How long the legs are together.
    pub length: Ticks,
    /// Legs made.
    pub legs: u8,
    /// Whether a leg was made since the start or the last turn.
    pub stretched: bool,
    /// Turns made.
    pub turns: u8,
    /// Changes of formation made.
    pub changes: u8,
    /// The length of the sideways or backward leg.
    pub back: Ticks,
    /// Legs and turns in their order.
    steps: Vec<Part>,
    /// The direction of the last leg.
    pub direction: Heading,
    /// SfG 2.5-road: all of it is along a road, at the pace of the road.
    pub on_road: bool,
}

/// The front edge of a stance: from the left corner of its front rank to the right one.
pub(crate) fn front_edge(stance: &Stance) -> [Point; 2] {
    if let Some(first) = stance.chain.first()
        && let Some(slot) = stance.slots.first()
    {
        return Slot::single(slot.size).placed(*first).front_edge();
    }
    front_locals(stance).map(|local| stance.pose.at(local))
}

/// The ends of the front edge of a formation, seen from its pose.
fn front_locals(stance: &Stance) -> [Local; 2] {
    match front_rank(&stance.slots) {
        [] => [Local::FRONT; 2],
        [first, .., last] => [first.front_left(), last.front_right()],
        [only] => [only.front_left(), only.front_right()],
    }
}

/// What the bases pass over between two bodies of one shape.
pub(crate) fn leg_sweep(from: &Body, to: &Body) -> Vec<Hull> {
    from.bases()
        .iter()
        .zip(to.bases())
        .map(|(from, to)| Hull::of_both(from, to))
        .collect()
}

/// What is swept on a way: nothing yet but where the bases stand.
fn standing(body: &Body) -> Trail {
    let mut trail = Trail::new();
    for base in body.bases() {
        trail.add(Hull::of_both(base, base));
    }
    trail
}

impl Walk {
    pub fn new(start: Stance) -> Self {
        Self::from(start.body(), start)
    }

    /// A walk of a unit that first changed its shape in place: off the road, or closing a gap.
    pub fn from(origin: Body, start: Stance) -> Self {
        let mut walk = Self {
            origin,
            stance: start.clone(),
            start,
            sweep: Trail::new(),
            fronts: Trail::new(),
            crossings: Vec::new(),
            length: Ticks::ZERO,
            legs: 0,
            stretched: false,
            turns: 0,
            changes: 0,
            back: Ticks::ZERO,
            steps: Vec::new(),
            direction: Heading::NORTH,
            on_road: false,
        };
        walk.stay();
        walk
    }

    /// What is covered without moving.
    fn stay(&mut self) {
        self.sweep = standing(&self.stance.body());
        self.fronts = Trail::new();
        self.fronts.add(Hull::of(front_edge(&self.stance)));
    }

    /// SfG 2.5-formation: everything else starts from the new shape.
    pub fn change(&mut self, changed: Stance) {
        self.start = changed.clone();
        self.stance = changed;
        self.changes += 1;
        self.stay();
    }

    /// SfG 2.5-oblique, 2.5-back: which legs may be made.
    pub fn may_go(&self, bearing: Turn) -> Result<(), Refusal> {
        let size = bearing.size();
        let forward = size <= 4500;
        if !forward && size != 9000 && size != 18_000 {
            let reason = format!("{} degrees off the heading, 45 is the most", Degrees(size));
            return refuse(Rule::SFG_2_5_oblique, reason);
        }
        if self.back > Ticks::ZERO || !forward && self.legs > 0 {
            return refuse(
                Rule::SFG_2_5_back,
                "a sideways or backward leg is the only leg of a move",
            );
        }
        if self.stretched {
            return refuse(
                Rule::SFG_2_5_oblique,
                "one leg before the turn and one after it",
            );
        }
        Ok(())
    }

    pub fn go(&mut self, bearing: Turn, length: Ticks) {
        let from = self.stance.clone();
        self.stance = from.at(from.pose.leg(bearing, length));
        self.direction = from.pose.heading.turned(bearing);
        self.steps.push(Part::Go { bearing, length });
        for shape in leg_sweep(&from.body(), &self.stance.body()) {
            self.sweep.add(shape);
        }
        let (start, end) = (front_edge(&from), front_edge(&self.stance));
        self.fronts.add(Hull::of(start.into_iter().chain(end)));
        if bearing.size() <= 4500 {
            // What lies on the front edge itself is crossed by going on.
            let behind = front_edge(&from.at(from.pose.leg(Turn(18_000), Ticks(1))));
            self.crossings.push(Hull::of(behind.into_iter().chain(end)));
        } else {
            self.back += length;
        }
        self.length += length;
        self.legs += 1;
        self.stretched = true;
    }

    /// SfG 2.8-front: put elsewhere by squaring up; the front edge passes what lies between.
    pub fn shift(&mut self, pose: Pose) {
        let from = front_edge(&self.stance);
        self.stance = self.stance.at(pose);
        let to = front_edge(&self.stance);
        self.fronts.add(Hull::of(from.into_iter().chain(to)));
    }

    /// SfG-reading 69. Whoever turns has left the road and stands straight.
    pub fn turn(&mut self, pivot: Pivot, angle: Turn) {
        let local = pivot_of(&self.stance, pivot);
        let pose = self.stance.pose;
        let bases = self.stance.slots.iter().map(|slot| slot.outline());
        self.sweep.turn(pose, bases, local, angle);
        let edge = Outline::from_slice(&front_locals(&self.stance));
        self.fronts.turn(pose, [edge], local, angle);
        if angle != Turn::NONE {
            self.stance = self.stance.at(pose.turned_about(local, angle));
        }
        self.turns += 1;
        self.stretched = false;
        self.steps.push(Part::Turn { pivot, angle });
    }

    /// The same walk in stages, one for each leg and turn; a march on a road is a single one.
    pub fn stages(&self) -> Vec<Self> {
        let mut from = self.start.clone();
        let stage = |step: &Part| {
            let mut walk = Self::new(from.clone());
            match *step {
                Part::Go { bearing, length } => walk.go(bearing, length),
                Part::Turn { pivot, angle } => walk.turn(pivot, angle),
                _ => {}
            }
            from = walk.stance.clone();
            walk
        };
        self.steps.iter().map(stage).collect()
    }

    /// SfG-reading 80: whether the road under it bears all of the way: a march, or one straight leg of a column.
    pub fn by_road(&self, look: Look<'_>) -> bool {
        let formation = self.start.formation;
        let column = matches!(formation, Formation::March | Formation::Limbered);
        let straight = || {
            let start = self.start.body();
            along(look, formation, &start, self.direction, self.length) == self.length
        };
        self.on_road || column && self.legs == 1 && self.turns == 0 && straight()
    }

    /// Whether the front edge comes into an area.
    pub fn enters(&self, area: &Polygon) -> bool {
        let entered = |shape: &Hull| area.is_entered_by(shape);
        self.fronts.any_near(area, Ticks::ZERO, entered)
    }

    /// Whether the front edge comes across a line, or goes on from it.
    pub fn passes(&self, line: &Polyline) -> bool {
        let passed = |shape: &Hull| line.passes_through(shape);
        self.crossings.iter().any(passed) || self.fronts.any_near(line, Ticks::ZERO, passed)
    }
}

/// Whether a shape reaches into a body by more than rounding.
pub(crate) fn body_overlaps(body: &Body, shape: &Hull) -> bool {
    let bounds = shape.bounds();
    body.bounds().meets(bounds)
        && body
            .bases()
            .iter()
            .any(|base| base.bounds().meets(bounds) && longroll_tabletop::overlaps(base, shape))
}

/// SfG-reading 69: the place about which a stance turns.
pub(crate) fn pivot_of(stance: &Stance, pivot: Pivot) -> Local {
    match (enclosing(front_rank(&stance.slots)), pivot) {
        (None, _) => Local::FRONT,
        (Some(slot), Pivot::Left) => slot.front_left(),
        (Some(slot), Pivot::Right) => slot.front_right(),
        (Some(slot), Pivot::Middle) => slot.front,
    }
}
