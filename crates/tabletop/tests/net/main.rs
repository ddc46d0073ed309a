//! A net below the property tests: some thousands of drawn shapes, most of them on a coarse grid where corners meet, edges
//! run along each other and distances are equal, and everything the geometry says about them has to be as it was. It proves
//! nothing; it shows that an answer has changed, and of which question.
//!
//! `LONGROLL_WRITE_GOLDEN=1 cargo nextest run -p longroll-tabletop --test net` writes `net.txt` anew after a change.

mod numbers;

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::path::Path;

use longroll_tabletop::{
    Arc, Barrier, Body, Bounds, Charger, Clearance, Convex as _, ExactPoint, Extent, Field,
    Heading, Hull, LengthInside, Local, Mover, Outline, Pivot, Point, Polygon, Polyline, Pose,
    Segment, Slot, Table, TargetFront, Ticks, Trail, Turn, Vector, centre, enclosing, holds,
    nearest, nearest_to, overlaps, overlaps_by_more, penetrates, penetration, squared_distance,
    touches,
};

use numbers::Numbers;

const ROUNDS: u64 = 8000;

/// What was said, by question: a running FNV-1a of the words.
#[derive(Default)]
struct Said(BTreeMap<&'static str, u64>);

impl Said {
    fn note(&mut self, question: &'static str, answer: impl Debug) {
        let own = self.0.entry(question).or_insert(0xcbf2_9ce4_8422_2325);
        for byte in format!("{answer:?}").bytes() {
            *own = (*own ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn shapes(numbers: &mut Numbers, said: &mut Said) {
    let (size, other) = (numbers.size(), numbers.size());
    let base = numbers.pose(1600).base(Slot::single(size));
    let foe = numbers.pose(1600).base(Slot::single(other));
    let place = numbers.point(2000);
    let hull = Hull::of(numbers.line(1600));
    said.note(
        "base edges",
        (
            base.front_edge(),
            base.rear_edge(),
            base.left_edge(),
            base.right_edge(),
        ),
    );
    said.note(
        "base places",
        (base.centre(), base.front(), base.moved(Vector::new(7, -9))),
    );
    said.note("hull", &hull);
    said.note("hull of both", Hull::of_both(&base, &hull));
    for limit in [Ticks(0), Ticks(10), Ticks(200)] {
        said.note("overlaps by more", overlaps_by_more(&base, &foe, limit));
        said.note(
            "overlaps by more, hull",
            overlaps_by_more(&hull, &foe, limit),
        );
    }
    said.note(
        "overlaps",
        (
            overlaps(&base, &foe),
            penetrates(&base, &foe),
            touches(&base, &foe),
        ),
    );
    said.note(
        "penetration",
        (penetration(&base, &foe), penetration(&hull, &base)),
    );
    said.note(
        "distance",
        (
            squared_distance(&base, &foe),
            squared_distance(&base, &hull),
        ),
    );
    said.note(
        "nearest",
        (
            nearest(&base, &foe),
            nearest(&foe, &base),
            nearest(&hull, &base),
        ),
    );
    said.note(
        "nearest to",
        (nearest_to(&base, place), nearest_to(&hull, place)),
    );
    said.note("holds", (holds(&base, place), holds(&hull, place)));
    let near = squared_distance(&base, &foe);
    said.note(
        "squares",
        (
            near.ticks(),
            near.ticks_rounded_up(),
            near.is_contact(),
            near.within(Ticks(200)),
        ),
    );
    let (first, second) = (Bounds::of(base.corners()), Bounds::of(hull.corners()));
    said.note(
        "bounds",
        (
            first.joined(second),
            first.squared_gap(second),
            first.meets(second),
            first.contains_box(second),
            first.contains(place),
            first.with(place),
        ),
    );
    let (extent, further) = (
        Extent::new([
            hull.clone(),
            Hull::of(*base.corners().first_chunk::<4>().expect("four corners")),
        ]),
        Extent::new([Hull::of(
            *foe.corners().first_chunk::<4>().expect("four corners"),
        )]),
    );
    said.note(
        "extent",
        (
            extent.holds(place),
            extent.is_within(place, Ticks(200)),
            extent.nearest(&further),
        ),
    );
}

fn lines(numbers: &mut Numbers, said: &mut Said) {
    let size = numbers.size();
    let base = numbers.pose(1600).base(Slot::single(size));
    let (from, to, place) = (
        numbers.point(2400),
        numbers.point(2400),
        numbers.point(2400),
    );
    let end = ExactPoint::between(to, place, numbers.ratio());
    let segments = [Segment::new(from, to), Segment::new(from, end)];
    let line = Polyline::new(numbers.line(2000));
    let area = Polygon::new(numbers.outline(800));
    for segment in &segments {
        said.note(
            "segment",
            (
                segment.bounds(),
                segment.squared_length(),
                segment.holds(place),
            ),
        );
        said.note(
            "segment crosses",
            (
                segment.crosses(&base),
                segment.crosses_piece(place, to),
                segment.crosses_piece(base.front_left(), base.front_right()),
            ),
        );
        if let Ok(line) = &line {
            said.note("line crossed", line.is_crossed_by(segment));
        }
        if let Ok(area) = &area {
            let inside = LengthInside::of(segment, area);
            said.note("parts inside", area.parts_inside(segment));
            said.note(
                "length inside",
                (
                    inside.is_zero(),
                    inside.ticks(),
                    inside.is_at_most(Ticks(1000)),
                    inside.is_at_most(inside.ticks()),
                ),
            );
            said.note("area crossed", area.is_crossed_by(segment));
        }
    }
    if let Ok(line) = &line {
        said.note(
            "line",
            (
                line.bounds(),
                line.passes_through(&base),
                line.squared_distance(&base),
            ),
        );
        for limit in [0, 10, 200, 1000] {
            said.note("line within", line.is_within(&base, Ticks(limit)));
        }
        let length = line.length();
        said.note("foot", (line.foot(place), line.mark_of(place), length));
        let marks = [
            Ticks(-1),
            Ticks(0),
            Ticks(200),
            length.half(),
            length - Ticks(1),
            length,
            length + Ticks(1),
        ];
        said.note("at a mark", marks.map(|mark| line.at(mark)));
        let bases = usize::try_from(numbers.within(1, 4)).expect("some");
        said.note(
            "column",
            marks.map(|mark| {
                (
                    line.column(mark, true, bases, size),
                    line.column(mark, false, bases, size),
                )
            }),
        );
        said.note("band", line.band(Ticks(numbers.one(&[200, 401, 1000]))));
        said.note(
            "cut",
            line.cut(place, Ticks(numbers.one(&[0, 1, 400, 2001]))),
        );
        said.note(
            "stretch",
            (
                line.stretch(Ticks(100), length.half()),
                line.stretch(length.half(), length + Ticks(5)),
            ),
        );
    }
}

fn areas(numbers: &mut Numbers, said: &mut Said) {
    let area = Polygon::new(numbers.outline(800));
    said.note(
        "area",
        area.as_ref()
            .map(|area| (area.bounds(), area.parts().len())),
    );
    let Ok(area) = area else { return };
    said.note("area parts", area.parts());
    let size = numbers.size();
    let base = numbers.pose(1600).base(Slot::single(size));
    for place in [
        numbers.point(1600),
        area.outline()[0],
        area.outline()[0].midpoint(area.outline()[1]),
    ] {
        said.note(
            "area and place",
            (area.side_of(place), area.contains(place), area.holds(place)),
        );
    }
    said.note("area entered", area.is_entered_by(&base));
    for limit in [0, 10, 200] {
        said.note("area overlaps", area.overlaps_by_more(&base, Ticks(limit)));
    }
    said.note("area distance", area.squared_distance(&base));
}

fn poses(numbers: &mut Numbers, said: &mut Said) {
    let (pose, (_, slots)) = (numbers.pose(2000), numbers.slots());
    let (place, turn, way) = (numbers.point(2000), numbers.turn(), numbers.heading());
    let local = Local::half_ticks(numbers.number(2000), numbers.number(2000));
    said.note(
        "pose",
        (
            pose.at(local),
            pose.leg(turn, Ticks(1234)),
            pose.turned_about(local, turn),
            pose.turned_about_point(place, turn),
        ),
    );
    said.note("ahead", pose.ahead_of_front(place));
    said.note("slots", &slots);
    said.note("centre", (centre(pose, &slots), enclosing(&slots)));
    let arm = place - pose.front;
    said.note(
        "vector",
        (
            arm.length_rounded_up(),
            arm.left(),
            arm.right(),
            arm.squared_length(),
            arm.dot(Vector::new(3, 5)),
            arm.cross(Vector::new(3, 5)),
        ),
    );
    said.note(
        "heading",
        (
            Heading::of(arm),
            way.turn_to(pose.heading),
            way.sine(),
            way.cosine(),
            way.turned(turn),
            way.opposite(),
        ),
    );
    let (first, second) = (numbers.ratio(), numbers.ratio());
    said.note(
        "ratio",
        (
            first.checked_add(second),
            first.checked_sub(second),
            first.checked_mul(second),
            first.cmp(&second),
            first.floor(),
            first.reduced(),
        ),
    );
    let between = ExactPoint::between(place, pose.front, first);
    said.note(
        "between",
        (between.rounded(), between.squared_distance(place)),
    );
}

fn arcs(numbers: &mut Numbers, said: &mut Said) {
    let (size, other) = (numbers.size(), numbers.size());
    let base = numbers.pose(1000).base(Slot::single(size));
    let target = numbers.pose(4000).base(Slot::single(other));
    let arc = Arc::of_base(&base);
    let place = numbers.point(4000);
    said.note("arc", (arc.contains(place), arc.meets(&target)));
    said.note("aim", arc.aim(base.centre(), &target));
}

fn bodies(numbers: &mut Numbers, said: &mut Said) {
    let ((_, own), (_, theirs)) = (numbers.slots(), numbers.slots());
    let (body, foe) = (
        Body::placed(numbers.pose(2400), &own),
        Body::placed(numbers.pose(2400), &theirs),
    );
    let place = numbers.point(2400);
    said.note("body", (body.bounds(), body.holds(place)));
    said.note(
        "body distance",
        (
            body.squared_distance(&foe),
            body.nearest_pair(&foe),
            body.nearest(&foe),
            body.squared_distance_to(&foe.bases()[0]),
        ),
    );
    for limit in [0, 10, 11, 200, 1000] {
        said.note(
            "body within",
            (
                body.is_within(&foe, Ticks(limit)),
                body.overlaps_by_more(&foe, Ticks(limit)),
            ),
        );
    }
    said.note(
        "body contacts",
        (
            body.is_in_contact(&foe),
            body.contacts(&foe).collect::<Vec<_>>(),
            body.overlaps(&foe),
        ),
    );
}

fn moves(numbers: &mut Numbers, said: &mut Said) {
    let ((rank, own), (enemy_rank, theirs), (_, third)) =
        (numbers.slots(), numbers.slots(), numbers.slots());
    let (pose, enemy) = (numbers.pose(2000), numbers.pose(3000));
    let (foe, friend) = (
        Body::placed(enemy, &theirs),
        Body::placed(numbers.pose(3000), &third),
    );
    let ground = Polygon::new(numbers.outline(2400));
    let river = Polyline::new(numbers.line(3000)).map(|line| line.band(Ticks(400)));
    let mut barriers = vec![
        Barrier::body(&foe, numbers.clearance()),
        Barrier::body(&friend, numbers.clearance()),
    ];
    if let Ok(ground) = &ground {
        barriers.push(Barrier::area(ground, numbers.clearance()));
    }
    if let Ok(river) = &river {
        barriers.push(Barrier::parts(river, numbers.clearance()));
    }
    let around = [(16_000, 16_000), (14_000, 24_000), (36_000, 13_400)];
    let (width, height) = numbers.one(&around);
    let table = Table::new(Ticks(width), Ticks(height)).expect("a table");
    let field = Field::new(table, barriers);
    let mover = Mover::new(pose, &own);
    let (body, way, turn) = (mover.body(), numbers.heading(), numbers.turn());
    let limit = Ticks(numbers.one(&[200, 1000, 2000, 4001]));
    said.note("place", field.place(&body));
    said.note("leg", field.leg(&body, way, limit));
    said.note("shift", field.shift(&body, Vector::along(way, limit)));
    said.note("longest leg", field.longest_leg(&body, way, limit));
    let corner = own[0].front_left();
    for pivot in [
        Pivot::Own(corner),
        Pivot::Own(Local::half_ticks(0, 0)),
        Pivot::Place(numbers.point(2000)),
    ] {
        said.note("turn", field.turn(mover, pivot, turn));
        said.note("widest turn", field.widest_turn(mover, pivot, turn));
    }
    said.note(
        "first free",
        field.first_free(&body, way, Ticks(numbers.one(&[0, 0, 100])), limit),
    );
    if numbers.within(0, 7) == 0 {
        said.note("nearest free", field.nearest_free(&body, Ticks(800)));
    }
    let mut trail = Trail::new();
    trail.add(Hull::of(
        *body.bases()[0]
            .corners()
            .first_chunk::<4>()
            .expect("four corners"),
    ));
    let outlines: Vec<Outline> = own.iter().map(|slot| slot.outline()).collect();
    trail.turn(pose, outlines, corner, turn);
    said.note(
        "trail",
        (
            trail.bounds(),
            trail.is_in(table.bounds()),
            trail.is_in(foe.bounds()),
        ),
    );
    if let Ok(ground) = &ground {
        let mut seen = 0;
        let any = trail.any_near(ground, limit, &mut |shape: &Hull| {
            seen += usize::from(!shape.corners().is_empty());
            ground.overlaps_by_more(shape, Ticks(10))
        });
        said.note("trail near", any);
    }
    let charger = Charger {
        mover,
        front_rank: rank,
    };
    said.note(
        "contact",
        (charger.fighting(&foe), charger.point_of_contact(&foe)),
    );
    if let Some(front) = TargetFront::of(&foe, enemy, enemy_rank) {
        let free = Field::new(table, [Barrier::body(&friend, Clearance::SOLID)]);
        said.note("square up", charger.square_up(front, &free, limit));
    }
}

/// Chargers that stand parallel before a front, where slides are.
fn fronts(numbers: &mut Numbers, said: &mut Said) {
    let ((rank, own), (enemy_rank, theirs)) = (numbers.slots(), numbers.slots());
    let enemy = Pose::new(
        Point::new(12_000, 12_000),
        Heading::degrees(numbers.within(0, 3) * 90),
    );
    let foe = Body::placed(enemy, &theirs);
    let aside = Ticks(numbers.number(3000));
    let off = numbers.one(&[0, 0, 0, 1, -1, 200, -1500, 3000]);
    let ahead = enemy.at(Local::ticks(aside, Ticks(numbers.one(&[0, 0, 1, 10]))));
    let pose = Pose::new(ahead, enemy.heading.opposite().turned(Turn(off)));
    let friend = Body::placed(numbers.pose(3000), &own);
    let table = Table::new(Ticks(24_000), Ticks(24_000)).expect("a table");
    let field = Field::new(table, [Barrier::body(&friend, Clearance::SOLID)]);
    let charger = Charger {
        mover: Mover::new(pose, &own),
        front_rank: rank,
    };
    let Some(front) = TargetFront::of(&foe, enemy, enemy_rank) else {
        return;
    };
    for left in [0, 200, 1000, 4000] {
        said.note(
            "square up, near",
            charger.square_up(front, &field, Ticks(left)),
        );
        said.note("slides", charger.slides(front, &field, Ticks(left)));
    }
    said.note(
        "fighting",
        (charger.fighting(&foe), charger.point_of_contact(&foe)),
    );
}

#[test]
fn the_geometry_answers_as_it_did() {
    let mut said = Said::default();
    for round in 0..ROUNDS {
        let mut numbers = Numbers(round);
        let numbers = &mut numbers;
        shapes(numbers, &mut said);
        lines(numbers, &mut said);
        areas(numbers, &mut said);
        poses(numbers, &mut said);
        arcs(numbers, &mut said);
        bodies(numbers, &mut said);
        moves(numbers, &mut said);
        fronts(numbers, &mut said);
    }
    let mut found = String::new();
    for (question, print) in &said.0 {
        writeln!(found, "{print:016x} {question}").expect("text");
    }
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/net.txt");
    if std::env::var_os("LONGROLL_WRITE_GOLDEN").is_some() {
        std::fs::write(&shelf, &found).expect("the net can be written");
    }
    let known = std::fs::read_to_string(&shelf).expect("the net is on the shelf");
    for (known, found) in known.lines().zip(found.lines()) {
        assert_eq!(known, found, "this is answered otherwise now");
    }
    assert_eq!(known.lines().count(), found.lines().count());
}
