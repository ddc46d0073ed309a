//! SfG 2.5-charge: whether an enemy can be charged at all, on any way.
//!
//! A charge is a turn about one of three places and a bearing: half a thousand million ways, in hundredths of a degree. With
//! the turn given, what is met first changes only at bearings at which a corner grazes a corner, so those and one between
//! each two are tried. Turns are tried by the degree, and exactly where the charger looks square at the target, along it
//! and at its middle; most of them are too far away or look elsewhere, which one look at the corners tells.

use longroll_tabletop::{Body, Convex as _, Heading, Hull, Point, Ticks, Turn, Vector};

use super::charging::{self, bonus};
use super::sight;
use crate::choice::Pivot;
use crate::facts::UnitId;
use crate::look::Look;
use crate::moving::{self, Walk};

/// A turn if there is one, then a bearing.
pub type Way = (Option<(Pivot, Turn)>, Turn);

/// The most that a charger goes off its heading.
const OBLIQUE: i32 = 4500;
const PIVOTS: [Pivot; 3] = [Pivot::Middle, Pivot::Left, Pivot::Right];

/// A legal way of charging a target; the obvious ones are tried first. Who may charge whom at all has been asked before.
#[must_use]
pub fn some_way(look: Look<'_>, unit: UnitId, target: UnitId, obvious: &[Way]) -> Option<Way> {
    let legal =
        |(turn, bearing): &Way| charging::declare(look, unit, target, *turn, *bearing).is_ok();
    if let Some(way) = obvious.iter().find(|way| legal(way)) {
        return Some(*way);
    }
    let search = Search::new(look, unit, target);
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let extra = bonus(look, unit);
    search
        .run(None, pace.standard + extra)
        .or_else(|| search.turned(pace.standard - pace.standard.half() + extra))
}

struct Search<'a> {
    look: Look<'a>,
    unit: UnitId,
    target: UnitId,
    theirs: Body,
    /// Corners that a way may graze: of the target, and of whoever stands near it.
    corners: Vec<Point>,
    others: Vec<Vec<Point>>,
}

fn outline(body: &Body) -> Vec<Point> {
    let all = body.bases().iter().flat_map(|base| base.corners().to_vec());
    Hull::of(all).corners().to_vec()
}

impl<'a> Search<'a> {
    fn new(look: Look<'a>, unit: UnitId, target: UnitId) -> Self {
        let theirs = look.body(target);
        let others = look
            .table
            .present()
            .filter(|(other, _)| *other != unit && *other != target)
            .map(|(_, own)| own.body())
            .filter(|own| own.is_within(&theirs, Ticks(8000)))
            .map(|own| outline(&own))
            .collect();
        Self {
            look,
            unit,
            target,
            corners: outline(&theirs),
            theirs,
            others,
        }
    }

    /// Ways after a turn.
    fn turned(&self, most: Ticks) -> Option<Way> {
        let front = charging::starting(self.look, self.unit).front();
        let theirs = moving::stance(self.look, self.target).front().heading;
        let mut angles: Vec<i32> = [Turn(0), Turn(9000), Turn(18_000), Turn(27_000)]
            .map(|side| front.heading.turn_to(theirs.turned(side)).0)
            .to_vec();
        angles.push(sight::bearing(front, moving::centre(self.look, self.target)).0);
        angles.extend((1..=90).flat_map(|degrees| [100 * degrees, -100 * degrees]));
        angles
            .into_iter()
            .filter(|angle| (1..=9000).contains(&angle.abs()))
            .flat_map(|angle| PIVOTS.map(|pivot| (pivot, Turn(angle))))
            .find_map(|turn| self.run(Some(turn), most))
    }

    /// Ways with a turn given.
    fn run(&self, turn: Option<(Pivot, Turn)>, most: Ticks) -> Option<Way> {
        let (look, unit, target) = (self.look, self.unit, self.target);
        let mut there = Walk::new(charging::starting(look, unit));
        if let Some((pivot, angle)) = turn {
            there.turn(pivot, angle);
        }
        let body = there.stance.body();
        if !body.is_within(&self.theirs, most + Ticks::CONTACT) {
            return None;
        }
        let bearings = self.bearings(&body, there.stance.pose.heading);
        if bearings.is_empty() {
            return None;
        }
        let walk = charging::prepared(look, unit, turn).ok()?;
        bearings
            .into_iter()
            .map(Turn)
            .find(|bearing| charging::run(look, target, unit, turn, &walk, *bearing).is_ok())
            .map(|bearing| (turn, bearing))
    }

    /// Bearings between which nothing changes; none if the target lies outside them all.
    fn bearings(&self, body: &Body, heading: Heading) -> Vec<i32> {
        let own = outline(body);
        let towards = |corners: &[Point]| -> Vec<i32> {
            let arms = own
                .iter()
                .flat_map(|from| corners.iter().map(move |to| *to - *from));
            arms.filter(|arm| *arm != Vector::new(0, 0))
                .map(|arm| heading.turn_to(Heading::of(arm)).0)
                .collect()
        };
        let target = towards(&self.corners);
        let ahead = |bearing: &i32| bearing.abs() <= OBLIQUE;
        let on_side = |low: i32, high: i32| target.iter().any(|own| (low..=high).contains(own));
        // Seen from one end to the other the target may be wider than all that lies ahead.
        if !target.iter().any(ahead) && !(on_side(-13_500, -OBLIQUE) && on_side(OBLIQUE, 13_500)) {
            return Vec::new();
        }
        let mut all = vec![-OBLIQUE, 0, OBLIQUE];
        all.extend(target.into_iter().filter(ahead));
        for other in &self.others {
            all.extend(towards(other).into_iter().filter(ahead));
        }
        all.sort_unstable();
        all.dedup();
        let between: Vec<i32> = all
            .windows(2)
            .map(|pair| i32::midpoint(pair[0], pair[1]))
            .collect();
        let mut tried = between;
        tried.extend(all);
        tried.dedup();
        tried
    }
}
