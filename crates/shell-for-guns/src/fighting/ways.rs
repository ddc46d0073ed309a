//! SfG 2.5-charge: whether an enemy can be charged at all, on any way.
//!
//! A charge is a turn about one of three places and a bearing: half a thousand million ways, in hundredths of a degree. With
//! the turn given, what is met first changes only at bearings at which a corner grazes a corner, so those and one between
//! each two are looked at. Turns are looked at by the degree, and exactly where the charger is square to the target, along
//! it and looks at its middle. Most ways are sorted out by a rough measure of how far it is to whatever comes first; the
//! judge decides over the rest, the shortest after each turn that can be made, then the next of each, and the search ends
//! with the first that he accepts.

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
/// The rough measure is right to fewer ticks than this.
const ROUGH: i64 = 30;
/// The length of a direction in the rough measure.
const UNIT: i32 = 8192;
/// Contact is 10 ticks (section K), so what passes an end by no more than that has met it.
const GRAZED: i64 = 10;
/// Who reaches into another by no more than 10 ticks passes it; two more for the rounding of the rough measure.
const PASSED: i64 = -12;

/// A legal way of charging a target; the obvious ones are tried first. Who may charge whom at all has been asked before.
#[must_use]
pub fn some_way(look: Look<'_>, unit: UnitId, target: UnitId, obvious: &[Way]) -> Option<Way> {
    let legal =
        |(turn, bearing): &&Way| charging::declare(look, unit, target, *turn, *bearing).is_ok();
    if let Some(way) = obvious.iter().find(legal) {
        return Some(*way);
    }
    let search = Search::new(look, unit, target);
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let (whole, half) = (pace.standard, pace.standard - pace.standard.half());
    let extra = bonus(look, unit);
    search
        .judged(vec![search.after(None, whole + extra)])
        .or_else(|| search.turned(half + extra))
}

/// Corners of a shape, in order.
type Outline = Vec<Point>;

/// The ways after a turn: how far each is, and its bearing.
struct After {
    turn: Option<(Pivot, Turn)>,
    ways: Vec<(i64, Turn)>,
}

struct Search<'a> {
    look: Look<'a>,
    unit: UnitId,
    target: UnitId,
    theirs: Body,
    corners: Outline,
    shapes: Vec<Outline>,
    /// The front edge that a frontal charge must touch; none for one in flank or rear.
    front: Option<Outline>,
    /// What stops the charger on its way: other units, ground that is barred to it.
    others: Vec<Outline>,
}

fn whole(body: &Body) -> Outline {
    let all = body.bases().iter().flat_map(|base| base.corners().to_vec());
    Hull::of(all).corners().to_vec()
}

fn area(outline: &[Point]) -> i64 {
    let next = outline.iter().cycle().skip(1);
    let twice: i64 = outline
        .iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.x()) * i64::from(b.y()) - i64::from(b.x()) * i64::from(a.y()))
        .sum();
    twice.abs() / 2
}

/// A body as few shapes: one if its bases leave no gap.
fn shapes(body: &Body) -> Vec<Outline> {
    let bases: Vec<Outline> = body
        .bases()
        .iter()
        .map(|base| base.corners().to_vec())
        .collect();
    let hull = whole(body);
    let filled: i64 = bases.iter().map(|base| area(base)).sum();
    if area(&hull) <= filled + filled / 100 {
        vec![hull]
    } else {
        bases
    }
}

/// How far a place is from an edge in a direction of the length `UNIT`, in ticks. The edge is longer by the slack at both
/// ends, seen in that direction.
fn ray(from: Point, way: Vector, [a, b]: [Point; 2], slack: i64) -> Option<i64> {
    let cross =
        |a: Vector, b: Vector| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x);
    let (arm, side) = (a - from, b - a);
    let scale = cross(way, side);
    if scale == 0 {
        return None;
    }
    let (sign, size) = (scale.signum(), scale.abs());
    let along = cross(arm, way) * sign;
    let far = cross(arm, side) * sign * i64::from(UNIT) / size;
    let slack = slack * i64::from(UNIT);
    ((-slack..=size + slack).contains(&along) && far >= -ROUGH).then_some(far)
}

fn edges(outline: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| [*a, *b])
}

/// How far a shape is from another in a direction.
fn gap(own: &[Point], other: &[Point], way: Vector, slack: i64) -> Option<i64> {
    let back = Vector::new(-way.x, -way.y);
    let ahead = own
        .iter()
        .flat_map(|corner| edges(other).filter_map(move |edge| ray(*corner, way, edge, slack)));
    let behind = other
        .iter()
        .flat_map(|corner| edges(own).filter_map(move |edge| ray(*corner, back, edge, slack)));
    ahead.chain(behind).min()
}

fn least(own: &[Outline], other: &[Outline], way: Vector, slack: i64) -> Option<i64> {
    own.iter()
        .flat_map(|own| {
            other
                .iter()
                .filter_map(move |other| gap(own, other, way, slack))
        })
        .min()
}

impl<'a> Search<'a> {
    fn new(look: Look<'a>, unit: UnitId, target: UnitId) -> Self {
        let theirs = look.body(target);
        let solid = |other: UnitId| {
            let friend = look.side(other) == look.side(unit);
            !friend || !look.is_battery(other) && !look.unit(other).disordered
        };
        let mut others: Vec<Outline> = look
            .table
            .present()
            .filter(|(other, _)| *other != unit && *other != target && solid(*other))
            .map(|(_, own)| own.body())
            .filter(|own| own.is_within(&theirs, Ticks(8000)))
            .flat_map(|own| shapes(&own))
            .collect();
        let terrain = &look.facts.terrain;
        let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
        let near = |shape: &&Hull| {
            theirs
                .squared_distance_to(*shape)
                .is_some_and(|far| far.within(Ticks(8000)))
        };
        let barred = terrain
            .areas
            .iter()
            .filter(|area| pace.on(area.class).is_none());
        others.extend(
            terrain
                .water
                .iter()
                .chain(barred.flat_map(|area| area.outline.parts()))
                .filter(near)
                .map(|part| part.corners().to_vec()),
        );
        let flank = charging::is_flank(look, &look.body(unit), target);
        let rank = look.unit(target).front_rank();
        let front = theirs.bases().get(..rank).and_then(|rank| {
            let (left, right) = (rank.first()?.front_left(), rank.last()?.front_right());
            (!flank).then(|| vec![left, right])
        });
        Self {
            look,
            unit,
            target,
            corners: whole(&theirs),
            shapes: shapes(&theirs),
            theirs,
            front,
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
        let turns = angles
            .into_iter()
            .filter(|angle| (1..=9000).contains(&angle.abs()))
            .flat_map(|angle| PIVOTS.map(|pivot| Some((pivot, Turn(angle)))));
        self.judged(turns.map(|turn| self.after(turn, most)).collect())
    }

    /// The first legal one of the ways that were found after each turn: the shortest of each, then the next of each.
    fn judged(&self, mut found: Vec<After>) -> Option<Way> {
        found.retain(|after| !after.ways.is_empty());
        found.sort_by_key(|after| after.ways.first().map(|(far, _)| *far));
        let most = found
            .iter()
            .map(|after| after.ways.len())
            .max()
            .unwrap_or(0);
        let mut ready: Vec<(After, Walk)> = found
            .into_iter()
            .filter_map(|after| {
                let walk = charging::prepared(self.look, self.unit, after.turn).ok()?;
                Some((after, walk))
            })
            .collect();
        for rank in 0..most {
            ready.retain(|(after, _)| rank < after.ways.len());
            for (After { turn, ways }, walk) in &ready {
                let bearing = ways[rank].1;
                if charging::run(self.look, self.target, self.unit, *turn, walk, bearing).is_ok() {
                    return Some((*turn, bearing));
                }
            }
        }
        None
    }

    /// Ways with a turn given that the rough measure does not rule out, the shortest first.
    fn after(&self, turn: Option<(Pivot, Turn)>, most: Ticks) -> After {
        let mut ways = Vec::new();
        let stance = charging::starting(self.look, self.unit);
        let stance = match turn {
            Some((pivot, angle)) => {
                let pose = stance
                    .pose
                    .turned_about(moving::pivot_of(&stance, pivot), angle);
                stance.at(pose)
            }
            None => stance,
        };
        let body = stance.body();
        if !body.is_within(&self.theirs, most + Ticks::CONTACT) {
            return After { turn, ways };
        }
        let (own, heading) = (shapes(&body), stance.pose.heading);
        let limit = i64::from(most.0) + ROUGH;
        for bearing in self.bearings(&body, heading, most) {
            let way = Vector::along(heading.turned(Turn(bearing)), Ticks(UNIT));
            let Some(far) = least(&own, &self.shapes, way, GRAZED).filter(|far| *far <= limit)
            else {
                continue;
            };
            let meets = |front: &Outline| {
                least(&own, core::slice::from_ref(front), way, GRAZED)
                    .is_some_and(|at| at <= far + ROUGH)
            };
            let stopped = || {
                self.others.iter().any(|other| {
                    let at = least(&own, core::slice::from_ref(other), way, PASSED);
                    at.is_some_and(|at| at + ROUGH < far)
                })
            };
            if self.front.as_ref().is_none_or(meets) && !stopped() {
                ways.push((far, Turn(bearing)));
            }
        }
        ways.sort_by_key(|(far, _)| *far);
        After { turn, ways }
    }

    /// Bearings between which nothing changes; none if the target lies outside them all.
    fn bearings(&self, body: &Body, heading: Heading, most: Ticks) -> Vec<i32> {
        let own = whole(body);
        let bearing = |arm: Vector| heading.turn_to(Heading::of(arm)).0;
        let arms = |corners: &[Point]| -> Vec<Vector> {
            own.iter()
                .flat_map(|from| corners.iter().map(move |to| *to - *from))
                .filter(|arm| *arm != Vector::ZERO)
                .collect()
        };
        let target: Vec<i32> = arms(&self.corners).into_iter().map(bearing).collect();
        let ahead = |bearing: &i32| bearing.abs() <= OBLIQUE;
        let on_side = |low: i32, high: i32| target.iter().any(|own| (low..=high).contains(own));
        // Seen from one end to the other the target may be wider than all that lies ahead.
        let across = on_side(-13_500, -OBLIQUE) && on_side(OBLIQUE, 13_500);
        if !across && !target.iter().any(ahead) {
            return Vec::new();
        }
        let mut all = vec![-OBLIQUE, 0, OBLIQUE];
        all.extend(target.into_iter().filter(ahead));
        // The shortest way to it; and the corners of others that are met before the way ends.
        let shortest = body
            .nearest(&self.theirs)
            .map(|near| near.on_second.rounded() - near.on_first.rounded());
        all.extend(shortest.map(bearing).filter(ahead));
        let reach = i64::from(most.0).pow(2);
        for other in &self.others {
            let met = arms(other)
                .into_iter()
                .filter(|arm| arm.squared_length() <= reach);
            all.extend(met.map(bearing).filter(ahead));
        }
        all.sort_unstable();
        all.dedup();
        let mut tried: Vec<i32> = all
            .windows(2)
            .map(|pair| i32::midpoint(pair[0], pair[1]))
            .collect();
        tried.extend(all);
        tried
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_that_is_grazed_counts_and_one_that_is_only_just_met_may_be_passed() {
        let north = Vector::new(0, UNIT);
        let edge = [Point::new(0, 100), Point::new(1000, 100)];
        let far = |x: i32| ray(Point::new(x, 0), north, edge, GRAZED);
        assert_eq!(
            [-11, -10, 0, 1000, 1010, 1011].map(far),
            [None, Some(100), Some(100), Some(100), Some(100), None]
        );
        let far = |x: i32| ray(Point::new(x, 0), north, edge, PASSED);
        assert_eq!(
            [11, 12, 988, 989].map(far),
            [None, Some(100), Some(100), None]
        );
    }

    #[test]
    fn an_edge_that_is_touched_or_passed_by_rounding_counts() {
        let north = Vector::new(0, UNIT);
        let edge = [Point::new(0, 100), Point::new(1000, 100)];
        let far = |y: i32| ray(Point::new(500, y), north, edge, GRAZED);
        assert_eq!(
            [71, 100, 129, 131].map(far),
            [Some(29), Some(0), Some(-29), None]
        );
    }

    #[test]
    fn a_body_without_a_gap_is_one_shape_of_its_whole_area() {
        use longroll_tabletop::{BaseSize, Pose, ranks};
        let size = BaseSize::new(Ticks(800), Ticks(400));
        let pose = Pose::new(Point::new(5000, 5000), Heading::NORTH);
        let mut slots = ranks(&[3], size);
        let line = shapes(&Body::placed(pose, &slots));
        assert_eq!(line.len(), 1);
        assert_eq!(area(&line[0]), 2400 * 400);
        // A gap of 40 ticks is more than a hundredth of the line.
        slots[2] = slots[2].shifted(Ticks(40), Ticks::ZERO);
        let apart = shapes(&Body::placed(pose, &slots));
        assert_eq!(apart.len(), 3);
        assert_eq!(area(&apart[2]), 800 * 400);
        // 20 ticks are less.
        slots[2] = slots[2].shifted(Ticks(-20), Ticks::ZERO);
        assert_eq!(shapes(&Body::placed(pose, &slots)).len(), 1);
    }

    #[test]
    fn a_target_wider_than_all_that_lies_ahead_is_ahead_and_one_beside_is_not() {
        let bearings = |at: &str, bases: u8| {
            let text = format!(
                "title = \"t\"\nboard = \"tabletop\"\nbegin = {{ activation = \"Union\" }}\nplay = [{{ state = \"A\", answer = \"good order\" }}]\n\
                 unit = [{{ name = \"A\", side = \"union\", bases = 2, at = [18, 10] }}, {{ name = \"X\", side = \"confederate\", bases = {bases}, at = {at} }}]\n"
            );
            let read = crate::situation::load("t.toml", &text).expect("sound");
            let case = &read.cases()[0];
            let look = Look {
                facts: case.facts(),
                table: &case.state().table,
            };
            let id = |name| look.facts.unit_named(name).expect("listed");
            let search = Search::new(look, id("A"), id("X"));
            search.bearings(&look.body(id("A")), Heading::NORTH, Ticks(4000))
        };
        // Every corner of it is more than 45 degrees off, to both sides.
        assert!(bearings("[18, 10.50]", 12).contains(&0));
        assert!(bearings("[18, 13]", 6).contains(&0));
        assert!(bearings("[26, 10.50]", 6).is_empty());
        assert!(bearings("[10, 10.50]", 6).is_empty());
    }

    #[test]
    fn the_gap_between_shapes_is_the_least_of_all_corners_and_edges() {
        let square = |x: i32, y: i32| -> Outline {
            [(0, 0), (100, 0), (100, 100), (0, 100)]
                .map(|(dx, dy)| Point::new(x + dx, y + dy))
                .to_vec()
        };
        let north = Vector::new(0, UNIT);
        let own = [square(0, 0), square(500, 0)];
        assert_eq!(least(&own, &[square(50, 300)], north, GRAZED), Some(200));
        assert_eq!(
            least(&own, &[square(520, 250), square(0, 400)], north, GRAZED),
            Some(150)
        );
        assert_eq!(least(&own, &[square(250, 300)], north, GRAZED), None);
        // What lies behind is not met.
        assert_eq!(least(&own, &[square(0, -300)], north, GRAZED), None);
    }
}
