//! How fast the table is measured: `cargo bench -p longroll-tabletop`.
//!
//! Bars: a million nearest-point queries a second, a legal move checked in under 50 microseconds with forty units.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use longroll_tabletop::{
    Arc, Barrier, Base, BaseSize, Body, Clearance, Field, Heading, Hull, LengthInside, Mover,
    Pivot, Point, Polygon, Polyline, Pose, Segment, Slot, Table, Ticks, Turn, Vector, nearest,
    overlaps, ranks, squared_distance,
};

const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));
const PAIRS: usize = 4096;

fn main() {
    divan::main();
}

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i32::try_from(self.0 >> 40).unwrap_or(0) % limit
    }

    fn pose(&mut self) -> Pose {
        Pose::new(
            Point::new(3000 + self.below(30_000), 3000 + self.below(18_000)),
            Heading::new(self.below(36_000)),
        )
    }
}

fn pairs() -> Vec<(Base, Base)> {
    let mut numbers = Numbers(1863);
    (0..PAIRS)
        .map(|_| {
            let base = |pose: Pose| pose.base(Slot::single(FOOT));
            (base(numbers.pose()), base(numbers.pose()))
        })
        .collect()
}

/// Forty brigades of eight bases that do not overlap, in four rows.
fn army() -> Vec<Body> {
    let mut numbers = Numbers(1861);
    let mut bodies = Vec::new();
    for row in 0..8 {
        for file in 0..5 {
            let pose = Pose::new(
                Point::new(3600 + file * 7100, 2500 + row * 2700),
                Heading::new(numbers.below(1200) + if row > 3 { 17_400 } else { 35_400 }),
            );
            bodies.push(Body::placed(pose, &ranks(&[8], FOOT)));
        }
    }
    bodies
}

fn table() -> Table {
    Table::new(Ticks::units(36), Ticks::units(24)).expect("a table")
}

fn woods() -> Polygon {
    let corners = [
        (5000, 8000),
        (9000, 7500),
        (10_000, 10_000),
        (8000, 11_000),
        (7000, 9000),
        (5000, 10_500),
    ];
    Polygon::new(corners.map(|(x, y)| Point::new(x, y))).expect("simple")
}

#[divan::bench]
fn distance_of_two_bases(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    bencher.counter(ItemsCount::new(PAIRS)).bench(|| {
        pairs
            .iter()
            .filter(|(a, b)| squared_distance(a, b).within(Ticks(6000)))
            .count()
    });
}

#[divan::bench]
fn nearest_points_of_two_bases(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    bencher.counter(ItemsCount::new(PAIRS)).bench(|| {
        for (a, b) in &pairs {
            black_box(nearest(a, b));
        }
    });
}

#[divan::bench]
fn overlap_of_two_bases(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    bencher
        .counter(ItemsCount::new(PAIRS))
        .bench(|| pairs.iter().filter(|(a, b)| overlaps(a, b)).count());
}

#[divan::bench]
fn aim_of_a_base(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    bencher.counter(ItemsCount::new(PAIRS)).bench(|| {
        for (a, b) in &pairs {
            black_box(Arc::of_base(a).aim(a.centre(), b));
        }
    });
}

#[divan::bench]
fn distance_of_two_brigades_of_eight(bencher: Bencher<'_, '_>) {
    let army = army();
    bencher
        .counter(ItemsCount::new(army.len() * army.len()))
        .bench(|| {
            for a in &army {
                for b in &army {
                    black_box(a.squared_distance(b));
                }
            }
        });
}

fn field(army: &[Body], mover: usize) -> Field<'_> {
    let others = army.iter().enumerate().filter(|(i, _)| *i != mover);
    Field::new(
        table(),
        others.map(|(i, body)| {
            let clearance = if i < 20 {
                Clearance::SOLID
            } else {
                Clearance::NO_CONTACT
            };
            Barrier::body(body, clearance)
        }),
    )
}

/// A leg of 4 UM among forty brigades, with the ground under the front edge.
#[divan::bench]
fn legal_move_among_forty(bencher: Bencher<'_, '_>) {
    let army = army();
    let (wood, fence) = (
        woods(),
        Polyline::new([Point::new(2000, 4000), Point::new(30_000, 4200)]).expect("a line"),
    );
    bencher.counter(ItemsCount::new(40_usize)).bench(|| {
        for mover in 0..40 {
            let field = field(&army, mover);
            let way = Heading::new(if mover < 20 { 300 } else { 18_300 });
            black_box(field.leg(&army[mover], way, Ticks(4000)).is_ok());
            let edge = [
                army[mover].bases()[0].front_left(),
                army[mover].bases()[7].front_right(),
            ];
            let step = Vector::along(way, Ticks(4000));
            let sweep = Hull::of(edge.into_iter().chain(edge.map(|corner| corner + step)));
            black_box((wood.is_entered_by(&sweep), fence.passes_through(&sweep)));
        }
    });
}

#[divan::bench]
fn legal_wheel_of_ninety_degrees_among_forty(bencher: Bencher<'_, '_>) {
    let army = army();
    let slots = ranks(&[8], FOOT);
    bencher.counter(ItemsCount::new(40_usize)).bench(|| {
        for mover in 0..40 {
            let field = field(&army, mover);
            let base = army[mover].bases();
            let pose = Pose::new(
                base[3].front_right(),
                Heading::new(if mover < 20 { 0 } else { 18_000 }),
            );
            let unit = Mover::new(pose, &slots);
            let pivot = Pivot::Own(slots[0].front_left());
            black_box(field.turn(unit, pivot, Turn(9000)).is_ok());
        }
    });
}

#[divan::bench]
fn longest_leg_among_forty(bencher: Bencher<'_, '_>) {
    let army = army();
    bencher.counter(ItemsCount::new(40_usize)).bench(|| {
        for mover in 0..40 {
            let field = field(&army, mover);
            let way = Heading::new(if mover < 20 { 300 } else { 18_300 });
            black_box(field.longest_leg(&army[mover], way, Ticks(8000)));
        }
    });
}

#[divan::bench]
fn first_free_place_among_forty(bencher: Bencher<'_, '_>) {
    let army = army();
    bencher.counter(ItemsCount::new(40_usize)).bench(|| {
        for mover in 0..40 {
            let field = field(&army, mover);
            let way = Heading::new(if mover < 20 { 300 } else { 18_300 });
            black_box(field.first_free(&army[mover], way, Ticks(2000), Ticks(9000)));
        }
    });
}

#[divan::bench]
fn length_of_a_line_inside_a_wood(bencher: Bencher<'_, '_>) {
    let wood = woods();
    let line = Segment::new(Point::new(4000, 8600), Point::new(11_000, 9900));
    bencher.bench(|| LengthInside::of(black_box(&line), &wood).is_at_most(Ticks(1000)));
}

#[divan::bench]
fn nearest_free_place_of_a_brigade(bencher: Bencher<'_, '_>) {
    let army = army();
    let field = field(&army, 12);
    let body = army[12].moved(Vector::new(1500, 900));
    bencher.bench(|| field.nearest_free(black_box(&body), Ticks(3000)));
}
