//! Conforming: a charger that touches squares up to the enemy's front and slides along it.

use crate::barrier::{Barrier, Clearance};
use crate::body::Body;
use crate::field::{Field, Mover, Pivot, Reach, last_true};
use crate::heading::{Heading, Turn};
use crate::length::Ticks;
use crate::nearest::{nearest, nearest_to};
use crate::point::{Point, Vector, round_shift};
use crate::pose::{Local, Pose};

/// The front of the unit charged.
#[derive(Clone, Copy, Debug)]
pub struct TargetFront<'a> {
    pub body: &'a Body,
    pub heading: Heading,
    /// The ends of the front edge of the front rank.
    pub left: Point,
    pub right: Point,
}

/// A charger that turns and slides: its first `front_rank` slots are the front rank, from left to right.
#[derive(Clone, Copy, Debug)]
pub struct Charger<'a> {
    pub mover: Mover<'a>,
    pub front_rank: usize,
}

/// Squaring up: how far the charger turned and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squared {
    pub pose: Pose,
    pub turned: Turn,
    pub cost: Ticks,
    /// Whether its front is now parallel to the target's.
    pub parallel: bool,
}

/// One of the best slides: ties in number and length are the charger's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    pub pose: Pose,
    /// Towards the target's own right if positive.
    pub by: Ticks,
    /// Front-rank bases in contact afterwards.
    pub fighting: usize,
}

/// Rounding may leave a squared front this far off the target's; it is closed up or opened again without cost.
const SETTLE: i32 = 12;

impl<'a> TargetFront<'a> {
    /// The front of a unit with its first `front_rank` slots in the front rank.
    pub fn of(body: &'a Body, pose: Pose, front_rank: usize) -> Option<TargetFront<'a>> {
        let rank = body.bases().get(..front_rank)?;
        Some(TargetFront {
            body,
            heading: pose.heading,
            left: rank.first()?.front_left(),
            right: rank.last()?.front_right(),
        })
    }
}

impl Charger<'_> {
    fn at(&self, pose: Pose) -> Charger<'_> {
        Charger {
            mover: self.mover.at(pose),
            front_rank: self.front_rank,
        }
    }

    fn front_corners(&self) -> Option<[Local; 2]> {
        let rank = self.mover.slots.get(..self.front_rank)?;
        Some([rank.first()?.front_left(), rank.last()?.front_right()])
    }

    /// The number of front-rank bases in contact with a body.
    pub fn fighting(&self, target: &Body) -> usize {
        let body = self.mover.body();
        body.bases()
            .iter()
            .take(self.front_rank)
            .filter(|base| {
                target
                    .bases()
                    .iter()
                    .any(|other| crate::nearest::touches(*base, other))
            })
            .count()
    }

    /// Where the charger touches: its own place nearest to the target, rounded to ticks.
    pub fn point_of_contact(&self, target: &Body) -> Option<Point> {
        let body = self.mover.body();
        let (mine, theirs, _) = body.nearest_pair(target)?;
        let (mine, theirs) = (&body.bases()[mine], &target.bases()[theirs]);
        if let Some(near) = nearest(mine, theirs) {
            return Some(near.on_first.rounded());
        }
        // Touching: a corner of one lies on the other. The front corners come first.
        let own = [
            mine.front_left(),
            mine.front_right(),
            mine.rear_left(),
            mine.rear_right(),
        ];
        own.into_iter()
            .find(|&corner| crate::nearest::holds(theirs, corner))
            .or_else(|| {
                crate::base::Convex::corners(theirs)
                    .iter()
                    .copied()
                    .find(|&corner| crate::nearest::holds(mine, corner))
            })
            .or_else(|| Some(nearest_to(mine, theirs.centre()).rounded()))
    }

    /// The straight displacement of the farther front corner, rounded up.
    fn displacement(&self, corners: [Local; 2], pose: Pose) -> Ticks {
        let start = self.mover.pose;
        corners
            .map(|corner| (pose.at(corner) - start.at(corner)).length_rounded_up())
            .into_iter()
            .fold(Ticks::ZERO, Ticks::max)
    }

    /// A turn cut short by something in the way, less what the tolerance forgave on the way: nobody turns into his
    /// neighbour by it.
    fn free_turn(&self, pivot: Pivot, turn: Turn, field: &Field<'_>) -> Turn {
        let way = turn.0.signum();
        let free = |size: &i32| {
            let there = self.mover.turned(pivot, Turn(way * size)).body();
            !field.reaches_farther_into(&self.mover.body(), &there)
        };
        let size = (0..=turn.size()).rev().find(free).unwrap_or(0);
        Turn(way * size)
    }

    /// Turns about the point of contact towards the opposite of the target's heading, as far as `left` pays for and
    /// the field allows. The cost is the straight displacement of the farther front corner, rounded up.
    pub fn square_up(&self, target: TargetFront<'_>, field: &Field<'_>, left: Ticks) -> Squared {
        let start = self.mover.pose;
        let stays = Squared {
            pose: start,
            turned: Turn::NONE,
            cost: Ticks::ZERO,
            parallel: start.heading == target.heading.opposite(),
        };
        let (Some(corners), Some(contact)) =
            (self.front_corners(), self.point_of_contact(target.body))
        else {
            return stays;
        };
        // A front corner that touches stays where it is to the tick.
        let pivot = corners
            .into_iter()
            .find(|&corner| start.at(corner) == contact)
            .map_or(Pivot::Place(contact), Pivot::Own);
        let whole = start.heading.turn_to(target.heading.opposite());
        let turned = |turn: Turn| self.mover.turned(pivot, turn).pose;
        let cost = |turn: Turn| self.displacement(corners, turned(turn));
        let way = whole.0.signum();
        // The cost grows with the angle, but for a tick of rounding: step back until it is truly paid for.
        let mut paid = last_true(0, whole.size(), |size| cost(Turn(way * size)) <= left);
        while paid > 0 && cost(Turn(way * paid)) > left {
            paid -= 1;
        }
        let Reach {
            legal: Some(turn), ..
        } = field.widest_turn(self.mover, pivot, Turn(way * paid))
        else {
            return stays;
        };
        let turn = if turn.size() < paid {
            // What moves no corner by more than rounding is no turn.
            match self.free_turn(pivot, turn, field) {
                turn if cost(turn) <= Ticks(1) => Turn::NONE,
                turn => turn,
            }
        } else {
            turn
        };
        let parallel = turn == whole;
        let pose = turned(turn);
        Squared {
            pose: if parallel {
                self.at(pose).settled(target, field).unwrap_or(pose)
            } else {
                pose
            },
            turned: turn,
            cost: cost(turn),
            parallel,
        }
    }

    /// Closed up to the target, or opened from it, by the few ticks that rounding left: the least shift along its
    /// heading after which the two touch and share no inside.
    fn settled(&self, target: TargetFront<'_>, field: &Field<'_>) -> Option<Pose> {
        let strict = Barrier::body(target.body, Clearance::STRICT);
        (0..=SETTLE)
            .flat_map(|size| [size, -size])
            .map(|size| {
                self.mover
                    .pose
                    .moved(Vector::along(target.heading, Ticks(size)))
            })
            .find(|&pose| {
                let body = self.mover.at(pose).body();
                body.is_in_contact(target.body)
                    && !body.bases().iter().any(|base| strict.is_breached_by(base))
                    && field.place(&body).is_ok()
            })
    }

    /// The best slides along the target's front for a charger parallel to it: the greatest number of front-rank bases
    /// in contact, then the smallest displacement, at most `left`; two if both ways are equally good.
    ///
    /// The number changes only where a border of a base meets an end of the enemy front, so only those are tried.
    pub fn slides(&self, target: TargetFront<'_>, field: &Field<'_>, left: Ticks) -> Vec<Slide> {
        let axis = target.heading.turned(Turn::QUARTER);
        let body = self.mover.body();
        let along = |from: Point, to: Point| {
            let arm = to - from;
            round_shift(
                i64::from(arm.x) * axis.sine() + i64::from(arm.y) * axis.cosine(),
                30,
            )
        };
        let mut tries: Vec<i32> = vec![0];
        for base in body.bases().iter().take(self.front_rank) {
            for border in base.front_edge() {
                for end in [target.left, target.right] {
                    tries.extend(i32::try_from(along(border, end)).ok());
                }
            }
        }
        tries.retain(|by| by.abs() <= left.0);
        tries.sort_unstable_by_key(|by| (by.abs(), *by));
        tries.dedup();
        let mut best: Vec<Slide> = Vec::new();
        for by in tries {
            let step = Vector::along(axis, Ticks(by));
            let pose = self.mover.pose.moved(step);
            let fighting = self.at(pose).fighting(target.body);
            let rank = |slide: &Slide| (slide.fighting, -slide.by.0.abs());
            let offered = Slide {
                pose,
                by: Ticks(by),
                fighting,
            };
            if best.first().is_some_and(|best| rank(best) > rank(&offered))
                || field.shift(&body, step).is_err()
            {
                continue;
            }
            if best.first().is_some_and(|best| rank(best) < rank(&offered)) {
                best.clear();
            }
            best.push(offered);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::{BaseSize, Slot, ranks};
    use crate::table::Table;

    const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));

    fn table() -> Table {
        Table::new(Ticks::units(36), Ticks::units(24)).expect("a table")
    }

    fn line(bases: usize) -> Vec<Slot> {
        ranks(&[bases], FOOT)
    }

    fn pose(x: i32, y: i32, heading: i32) -> Pose {
        Pose::new(Point::new(x, y), Heading::new(heading))
    }

    struct Meeting {
        enemy: Body,
        enemy_pose: Pose,
        enemy_bases: usize,
        slots: Vec<Slot>,
    }

    impl Meeting {
        fn new(enemy_bases: usize, bases: usize) -> Meeting {
            let enemy_pose = pose(10_000, 12_000, 18_000);
            Meeting {
                enemy: Body::placed(enemy_pose, &line(enemy_bases)),
                enemy_pose,
                enemy_bases,
                slots: line(bases),
            }
        }

        fn front(&self) -> TargetFront<'_> {
            TargetFront::of(&self.enemy, self.enemy_pose, self.enemy_bases).expect("a front")
        }

        fn charger(&self, pose: Pose) -> Charger<'_> {
            Charger {
                mover: Mover::new(pose, &self.slots),
                front_rank: self.slots.len(),
            }
        }
    }

    #[test]
    fn an_oblique_charger_squares_up_about_its_corner() {
        let meeting = Meeting::new(6, 4);
        let field = Field::new(table(), []);
        // Heading 10 degrees to the right: its left front corner is ahead and touches first.
        let slots = &meeting.slots;
        let left = slots[0].front_left();
        let touching = pose(10_000, 11_000, 1000);
        let gap = 12_000 - touching.at(left).y();
        let charger = meeting.charger(touching.moved(Vector::new(0, gap)));
        assert_eq!(
            charger.point_of_contact(&meeting.enemy),
            Some(charger.mover.pose.at(left))
        );
        let squared = charger.square_up(meeting.front(), &field, Ticks(4000));
        assert!(squared.parallel);
        assert_eq!(squared.turned, Turn(-1000));
        assert_eq!(squared.pose.heading, Heading::NORTH);
        assert_eq!(squared.pose.front.y(), 12_000);
        // The right corner is 3200 from the pivot: a chord of 2 x 3200 x sin 5 degrees = 557.8. The corner goes from
        // one whole tick to another, 558.4 apart.
        assert_eq!(squared.cost, Ticks(559));
        // One tick less does not pay for all of it.
        let short = charger.square_up(meeting.front(), &field, Ticks(558));
        assert!(!short.parallel && short.turned.0 > -1000 && short.cost <= Ticks(558));
        assert!(short.turned.0 <= -998);
    }

    #[test]
    fn a_charger_slides_until_most_bases_fight() {
        let meeting = Meeting::new(4, 4);
        let field = Field::new(table(), []);
        // Two and a half bases to the right of the enemy's middle: a base and a half face.
        let charger = meeting.charger(pose(12_000, 12_000, 0));
        assert_eq!(charger.fighting(&meeting.enemy), 2);
        let slides = charger.slides(meeting.front(), &field, Ticks(2000));
        assert_eq!(slides.len(), 1);
        // The fourth base touches by its corner as soon as its left border stands at the end of the enemy front.
        assert_eq!((slides[0].by, slides[0].fighting), (Ticks(1200), 4));
        assert_eq!(slides[0].pose.front, Point::new(10_800, 12_000));
        let exact = charger.slides(meeting.front(), &field, Ticks(1200));
        assert_eq!((exact[0].by, exact[0].fighting), (Ticks(1200), 4));
        let short = charger.slides(meeting.front(), &field, Ticks(1199));
        assert_eq!((short[0].by, short[0].fighting), (Ticks(400), 3));
    }

    #[test]
    fn two_slides_equally_good_are_both_offered() {
        let meeting = Meeting::new(1, 4);
        let field = Field::new(table(), []);
        // A base front and a half from both ends: either way brings a third base to touch by its corner.
        let charger = meeting.charger(pose(10_000, 12_000, 0));
        assert_eq!(charger.fighting(&meeting.enemy), 2);
        let slides = charger.slides(meeting.front(), &field, Ticks(2000));
        let ways: Vec<i32> = slides.iter().map(|slide| slide.by.0).collect();
        assert_eq!(ways, [-400, 400]);
        assert!(slides.iter().all(|slide| slide.fighting == 3));
    }

    #[test]
    fn what_pays_exactly_pays() {
        let meeting = Meeting::new(6, 4);
        let field = Field::new(table(), []);
        let left = meeting.slots[0].front_left();
        let touching = pose(10_000, 11_000, 1000);
        let gap = 12_000 - touching.at(left).y();
        let charger = meeting.charger(touching.moved(Vector::new(0, gap)));
        assert!(
            charger
                .square_up(meeting.front(), &field, Ticks(559))
                .parallel
        );
    }

    #[test]
    fn both_ends_of_the_enemy_front_are_aimed_at() {
        // Fronts of 3000 and 3200: what fits one end does not fit the other.
        let enemy_pose = pose(10_000, 12_000, 18_000);
        let horse = ranks(&[3], BaseSize::new(Ticks(1000), Ticks(1000)));
        let enemy = Body::placed(enemy_pose, &horse);
        let front = TargetFront::of(&enemy, enemy_pose, 3).expect("a front");
        let field = Field::new(table(), []);
        for (x, by) in [(13_000, 2300), (7000, -2300)] {
            let slots = line(4);
            let charger = Charger {
                mover: Mover::new(pose(x, 12_000, 0), &slots),
                front_rank: 4,
            };
            let slides = charger.slides(front, &field, Ticks(4000));
            assert_eq!((slides[0].by, slides[0].fighting), (Ticks(by), 4));
        }
    }

    #[test]
    fn whoever_meets_a_side_does_not_turn_into_it() {
        // The enemy looks east; the charger from the south touches the south end of his line with its front.
        let enemy_pose = pose(18_200, 16_400, 9000);
        let enemy = Body::placed(enemy_pose, &line(4));
        let front = TargetFront::of(&enemy, enemy_pose, 4).expect("a front");
        let slots = line(2);
        let field = Field::new(table(), [Barrier::body(&enemy, Clearance::SOLID)]);
        let charger = Charger {
            mover: Mover::new(pose(18_000, 14_800, 0), &slots),
            front_rank: 2,
        };
        let squared = charger.square_up(front, &field, Ticks(1200));
        assert_eq!((squared.turned, squared.cost), (Turn::NONE, Ticks::ZERO));
        assert!(!squared.parallel && squared.pose == charger.mover.pose);
    }

    #[test]
    fn a_friend_in_the_way_stops_the_turn_before_it_is_entered() {
        let meeting = Meeting::new(6, 4);
        let left = meeting.slots[0].front_left();
        let touching = pose(10_000, 11_000, 1000);
        let gap = 12_000 - touching.at(left).y();
        let charger = meeting.charger(touching.moved(Vector::new(0, gap)));
        // Its right corner lies at 11.58, 11.44 and would come up to 11.62, 12.00; a friend stands there from 11.59 on.
        let friend = Body::placed(pose(11_800, 11_990, 0), &line(1));
        let field = Field::new(table(), [Barrier::body(&friend, Clearance::SOLID)]);
        let squared = charger.square_up(meeting.front(), &field, Ticks(4000));
        assert!(!squared.parallel && squared.turned.0 > -1000 && squared.turned.0 < -100);
        let there = charger.mover.at(squared.pose).body();
        assert!(!there.overlaps_by_more(&friend, Ticks::ZERO));
        // Somebody whom rounding left four ticks inside its corner is no reason not to turn.
        let corner = charger.mover.pose.at(left);
        let beside = Body::placed(
            pose(corner.x() + 4 - 400, corner.y() - 4 + 400, 0),
            &line(1),
        );
        assert!(charger.mover.body().overlaps_by_more(&beside, Ticks::ZERO));
        let barriers = [&friend, &beside].map(|body| Barrier::body(body, Clearance::SOLID));
        let crowded = Field::new(table(), barriers);
        assert_eq!(
            charger.square_up(meeting.front(), &crowded, Ticks(4000)),
            squared
        );
    }

    #[test]
    fn a_friend_in_the_way_stops_turn_and_slide() {
        let meeting = Meeting::new(4, 4);
        let friend = Body::placed(pose(9600, 11_990, 0), &line(1));
        let field = Field::new(table(), [Barrier::body(&friend, Clearance::SOLID)]);
        let charger = meeting.charger(pose(12_000, 12_000, 0));
        // The friend's right side is at 10000; the charger's left corner at 10400.
        let slides = charger.slides(meeting.front(), &field, Ticks(2000));
        assert_eq!((slides[0].by, slides[0].fighting), (Ticks(400), 3));
    }
}
