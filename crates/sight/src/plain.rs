//! What blocks plainly: a first look at a line that ends most questions after a few hexes.
//!
//! On wooded ground most lines meet, within a few hexes, ground above both ends, trees nobody sees through, or a second
//! hex of Woods. For that nothing of the procedure is needed but heights, so heights and the first steps of every course
//! lie here packed, small enough to stay near the processor. What this leaves open the procedure decides.

use crate::course::{Courses, distance};
use crate::scene::{Cell, Cover, Scene, Spot};

/// Steps of a course that are looked at.
const STEPS: usize = 8;

/// No hex there.
const NOTHING: i16 = i16::MAX;

/// One step as differences of places in the scene: a hex, and the one beside it where the line runs along a hexside.
#[derive(Clone, Copy, Debug)]
struct Step {
    hex: i16,
    beside: i16,
}

/// A hex, as far as height goes.
#[derive(Clone, Copy, Debug)]
struct Stand {
    base: i8,
    top: i8,
    cover: Cover,
}

#[derive(Clone, Debug)]
pub(crate) struct Plain {
    reach: i32,
    /// The first steps of the course of each difference, the last hex left out.
    courses: Vec<[Step; STEPS]>,
    /// By place in the scene; what is off the map lies below everything.
    stands: Vec<Stand>,
    /// Whether one hex of Woods or Field Boundary is seen through (BB TEC-c).
    seen_through: bool,
}

impl Plain {
    pub fn of(scene: &Scene, courses: &Courses, reach: i32, seen_through: bool) -> Self {
        let place = |(q, r): (i16, i16)| scene.step((i32::from(q), i32::from(r)));
        let mut steps = Vec::new();
        for q in -reach..=reach {
            for r in -reach..=reach {
                let mut first = [Step {
                    hex: NOTHING,
                    beside: NOTHING,
                }; STEPS];
                let legs = courses.stored((q, r)).unwrap_or_default();
                let between = legs.split_last().map_or(&[][..], |(_, between)| between);
                for (step, leg) in first.iter_mut().zip(between) {
                    step.hex = place(leg.hex).unwrap_or(NOTHING);
                    step.beside = leg.beside.and_then(place).unwrap_or(NOTHING);
                }
                steps.push(first);
            }
        }
        let below = Stand {
            base: i8::MIN,
            top: i8::MIN,
            cover: Cover::Water,
        };
        let stands = scene
            .places()
            .map(|cell| cell.map_or(below, Stand::of))
            .collect();
        Self {
            reach,
            courses: steps,
            stands,
            seen_through,
        }
    }

    /// Whether something within the first steps blocks for certain.
    pub fn blocks(&self, scene: &Scene, from: Spot, to: Spot) -> bool {
        let delta = (to.0 - from.0, to.1 - from.1);
        if distance(delta) <= 1 || distance(delta) > self.reach {
            return false;
        }
        let course = (delta.0 + self.reach) * (2 * self.reach + 1) + delta.1 + self.reach;
        let course = usize::try_from(course)
            .ok()
            .and_then(|at| self.courses.get(at));
        let (Some(course), Some(start), Some(end)) = (course, scene.place(from), scene.place(to))
        else {
            return false;
        };
        let base = |place: usize| self.stands.get(place).map_or(i8::MIN, |stand| stand.base);
        let above = base(start).max(base(end));
        let at = |step: i16| {
            self.stands
                .get(start.checked_add_signed(isize::from(step))?)
        };
        let mut woods = false;
        for step in course {
            if step.hex == NOTHING {
                return false;
            }
            let Some(stand) = at(step.hex) else {
                return false;
            };
            let found = if step.beside == NOTHING {
                self.rises(stand, None, above)
            } else {
                let beside = at(step.beside);
                let one = self.rises(stand, beside, above);
                one.max(beside.map_or(Rise::None, |beside| self.rises(beside, Some(stand), above)))
            };
            match found {
                Rise::None => {}
                Rise::Blocks => return true,
                Rise::Woods if woods => return true,
                Rise::Woods => woods = true,
            }
        }
        false
    }

    /// What a hex that rises above both ends does; `other` is the hex on the other side of the line.
    fn rises(&self, stand: &Stand, other: Option<&Stand>, above: i8) -> Rise {
        if stand.top <= above {
            return Rise::None;
        }
        if stand.base > above {
            return Rise::Blocks;
        }
        // BB 9.44-boundary: a Field Boundary does not count where the line runs between it and a Field.
        let edge = stand.cover == Cover::FieldBoundary
            && other.is_some_and(|other| other.cover == Cover::Field);
        if edge {
            Rise::None
        } else if self.seen_through && stand.cover.is_woods() {
            Rise::Woods
        } else {
            Rise::Blocks
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rise {
    None,
    Woods,
    Blocks,
}

impl Stand {
    fn of(cell: &Cell) -> Self {
        let level = |height: i32| i8::try_from(height).unwrap_or(i8::MAX);
        Self {
            base: level(cell.base()),
            top: level(cell.top()),
            cover: cell.cover,
        }
    }
}
