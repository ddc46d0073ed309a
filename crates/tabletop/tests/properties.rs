//! What must hold for every position: symmetry, rigid motion, and agreement with a plain search.

use longroll_tabletop::{
    Arc, Barrier, Base, BaseSize, Body, Clearance, Convex, Field, Heading, Hull, Local, Mover,
    Obstruction, Pivot, Point, Polygon, Pose, Reach, Segment, Slot, SquaredDistance, Table, Ticks,
    Trail, Turn, Vector, nearest, overlaps, penetration, ranks, squared_distance,
};
use proptest::prelude::*;

fn table() -> Table {
    Table::new(Ticks::units(36), Ticks::units(24)).expect("a table")
}

fn heading() -> impl Strategy<Value = Heading> {
    // Right angles and neighbours of them are where ties live.
    prop_oneof![
        (0..36_000).prop_map(Heading::new),
        (0..4, -2..=2).prop_map(|(quarter, off)| Heading::new(quarter * 9000 + off)),
    ]
}

fn pose_near(spread: i32) -> impl Strategy<Value = Pose> {
    (-spread..=spread, -spread..=spread, heading())
        .prop_map(|(x, y, h)| Pose::new(Point::new(12_000 + x, 12_000 + y), h))
}

fn size() -> impl Strategy<Value = BaseSize> {
    prop_oneof![
        Just(BaseSize::new(Ticks(800), Ticks(400))),
        Just(BaseSize::new(Ticks(1000), Ticks(1000))),
        Just(BaseSize::new(Ticks(1200), Ticks(1600))),
        (101..999, 101..999).prop_map(|(f, d)| BaseSize::new(Ticks(f), Ticks(d))),
    ]
}

fn base(spread: i32) -> impl Strategy<Value = Base> {
    (pose_near(spread), size()).prop_map(|(pose, size)| pose.base(Slot::single(size)))
}

fn slots() -> impl Strategy<Value = Vec<Slot>> {
    (
        prop_oneof![
            Just(vec![4]),
            Just(vec![3, 2]),
            Just(vec![2, 2, 1]),
            Just(vec![1, 1, 1]),
            Just(vec![8])
        ],
        size(),
    )
        .prop_map(|(counts, size)| ranks(&counts, size))
}

fn body(spread: i32) -> impl Strategy<Value = Body> {
    (pose_near(spread), slots()).prop_map(|(pose, slots)| Body::placed(pose, &slots))
}

fn clearance() -> impl Strategy<Value = Clearance> {
    prop_oneof![
        Just(Clearance::SOLID),
        Just(Clearance::STRICT),
        Just(Clearance::NO_CONTACT),
        (0..700).prop_map(|t| Clearance::Within(Ticks(t))),
        (0..700).prop_map(|t| Clearance::NearerThan(SquaredDistance::of(Ticks(t)))),
    ]
}

/// A star-shaped outline, most of them not convex.
fn area() -> impl Strategy<Value = Polygon> {
    (
        prop::collection::vec((200..2500_i32, 0..100_i32), 3..9),
        -1500..1500_i32,
        -1500..1500_i32,
    )
        .prop_filter_map("a simple outline", |(spokes, x, y)| {
            let count = i32::try_from(spokes.len()).ok()?;
            let middle = Point::new(12_000 + x, 12_000 + y);
            let corners = spokes.iter().zip(0..count).map(|(&(length, off), i)| {
                let way = Heading::new((i * 36_000 + off * 50) / count);
                middle + Vector::along(way, Ticks(length))
            });
            Polygon::new(corners).ok()
        })
}

fn real(point: Point) -> (f64, f64) {
    (f64::from(point.x()), f64::from(point.y()))
}

/// The distance of two outlines in floating point, from all corners to all sides, as a witness.
fn plain_distance(a: &[Point], b: &[Point]) -> f64 {
    let to_side = |p: Point, from: Point, to: Point| {
        let ((px, py), (ax, ay), (bx, by)) = (real(p), real(from), real(to));
        let (dx, dy) = (bx - ax, by - ay);
        let along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy);
        let along = along.clamp(0.0, 1.0);
        (px - ax - along * dx).hypot(py - ay - along * dy)
    };
    let mut least = f64::INFINITY;
    for (corners, outline) in [(a, b), (b, a)] {
        for &corner in corners {
            for i in 0..outline.len() {
                let next = outline[(i + 1) % outline.len()];
                least = least.min(to_side(corner, outline[i], next));
            }
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn distance_and_overlap_are_symmetric(a in base(1500), b in base(1500)) {
        prop_assert_eq!(squared_distance(&a, &b), squared_distance(&b, &a));
        prop_assert_eq!(overlaps(&a, &b), overlaps(&b, &a));
        prop_assert_eq!(penetration(&a, &b), penetration(&b, &a));
        if let Some(near) = nearest(&a, &b) {
            let back = nearest(&b, &a).expect("apart both ways");
            prop_assert_eq!(near.square, back.square);
            prop_assert_eq!(near.square, squared_distance(&a, &b));
        } else {
            prop_assert_eq!(squared_distance(&a, &b), SquaredDistance::ZERO);
        }
    }

    #[test]
    fn distance_agrees_with_floating_point(a in base(2500), b in base(2500)) {
        let square = squared_distance(&a, &b);
        if square != SquaredDistance::ZERO {
            let ratio = square.ratio();
            let exact = (ratio.numerator() as f64 / ratio.denominator() as f64).sqrt();
            prop_assert!((exact - plain_distance(a.corners(), b.corners())).abs() < 1e-6);
            prop_assert_eq!(penetration(&a, &b), Ticks::ZERO);
        }
    }

    #[test]
    fn a_penetration_is_the_least_shift_that_parts(a in base(900), b in base(900)) {
        let depth = penetration(&a, &b);
        prop_assume!(depth > Ticks(2));
        // No shorter shift in any direction parts them; some shift of about that length does.
        let parted = |length: i32| (0..36_000).step_by(50).any(|h| {
            penetration(&a, &b.moved(Vector::along(Heading::new(h), Ticks(length)))) == Ticks::ZERO
        });
        prop_assert!(!parted(depth.0 - 2));
        prop_assert!(parted(depth.0 + depth.0 / 200 + 2));
    }

    #[test]
    fn moving_everything_changes_nothing(
        a in body(2000), b in body(2000), x in -5000..5000, y in -5000..5000,
    ) {
        let step = Vector::new(x, y);
        let (c, d) = (a.moved(step), b.moved(step));
        prop_assert_eq!(a.squared_distance(&b), c.squared_distance(&d));
        prop_assert_eq!(a.overlaps(&b), c.overlaps(&d));
        prop_assert_eq!(
            a.contacts(&b).collect::<Vec<_>>(),
            c.contacts(&d).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_distance_of_bodies_is_that_of_their_nearest_bases(a in body(4000), b in body(4000), limit in 0..4000) {
        let (i, j, square) = a.nearest_pair(&b).expect("both have bases");
        let all = a.bases().iter().enumerate().flat_map(|(i, mine)| {
            b.bases().iter().enumerate().map(move |(j, theirs)| (squared_distance(mine, theirs), i, j))
        });
        let least = all.min_by(|x, y| x.0.cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2)))).expect("a pair");
        prop_assert_eq!((square, i, j), least);
        prop_assert_eq!(a.is_within(&b, Ticks(limit)), square.within(Ticks(limit)));
        let cut = square.ticks();
        prop_assert_eq!(a.is_within(&b, cut), SquaredDistance::of(cut) == square);
        prop_assert!(a.is_within(&b, cut + Ticks(1)));
    }

    #[test]
    fn a_pose_moved_by_ticks_keeps_every_base(
        pose in pose_near(2000), slots in slots(), x in -5000..5000, y in -5000..5000,
    ) {
        let step = Vector::new(x, y);
        prop_assert_eq!(
            Body::placed(pose.moved(step), &slots),
            Body::placed(pose, &slots).moved(step)
        );
    }

    /// A quarter turn of the whole table is exact in whole ticks.
    #[test]
    fn a_quarter_turn_of_the_table_changes_nothing(
        p in pose_near(2000), q in pose_near(2000), slots in slots(), other in slots(),
    ) {
        let quarter = |pose: Pose| Pose::new(
            Point::new(pose.front.y(), 24_000 - pose.front.x()),
            pose.heading.turned(Turn::QUARTER),
        );
        let (a, b) = (Body::placed(p, &slots), Body::placed(q, &other));
        let (c, d) = (Body::placed(quarter(p), &slots), Body::placed(quarter(q), &other));
        prop_assert_eq!(a.squared_distance(&b), c.squared_distance(&d));
        prop_assert_eq!(a.overlaps(&b), c.overlaps(&d));
        let (arc, turned) = (Arc::of_base(&a.bases()[0]), Arc::of_base(&c.bases()[0]));
        let eyes = (a.bases()[0].centre(), c.bases()[0].centre());
        for (base, moved) in b.bases().iter().zip(d.bases()) {
            prop_assert_eq!(
                arc.aim(eyes.0, base).map(|aim| aim.square),
                turned.aim(eyes.1, moved).map(|aim| aim.square)
            );
        }
    }

    /// The mirror image in the north-south axis is exact in whole ticks.
    #[test]
    fn the_mirror_image_changes_nothing(
        p in pose_near(2000), q in pose_near(2000), slots in slots(), other in slots(),
    ) {
        let mirrored = |pose: Pose| Pose::new(
            Point::new(24_000 - pose.front.x(), pose.front.y()),
            Heading::new(-pose.heading.hundredths()),
        );
        let (a, b) = (Body::placed(p, &slots), Body::placed(q, &other));
        let (c, d) = (Body::placed(mirrored(p), &slots), Body::placed(mirrored(q), &other));
        prop_assert_eq!(a.squared_distance(&b), c.squared_distance(&d));
        prop_assert_eq!(a.overlaps(&b), c.overlaps(&d));
    }

    #[test]
    fn a_turn_and_back_again_is_nothing(
        pose in pose_near(2000), slots in slots(), by in -9000..=9000, place in 0..8_usize,
    ) {
        let slot = slots[place % slots.len()];
        for pivot in [slot.front_left(), slot.front_right(), slot.front, Local::FRONT] {
            let turned = pose.turned_about(pivot, Turn(by));
            prop_assert_eq!(turned.at(pivot), pose.at(pivot));
            prop_assert_eq!(turned.turned_about(pivot, Turn(-by)), pose);
        }
    }

    #[test]
    fn a_turned_base_keeps_its_size(pose in pose_near(10), size in size()) {
        let base = pose.base(Slot::single(size));
        let [left, right] = base.front_edge();
        let width = SquaredDistance::of(Ticks::ZERO).max(squared_distance(&left, &right)).ticks();
        prop_assert!((width.0 - size.frontage.0).abs() <= 2);
        prop_assert!(penetration(&base, &base).0 <= size.depth.0.min(size.frontage.0) + 2);
        let middle = left.midpoint(right);
        prop_assert!(squared_distance(&middle, &base.front()).within(Ticks(2)));
    }

    #[test]
    fn the_aim_is_the_nearest_of_a_dense_net(
        firer in base(300), target in base(3000),
    ) {
        let arc = Arc::of_base(&firer);
        let eye = firer.centre();
        let aim = arc.aim(eye, &target);
        let [a, b, _, d] = [0, 1, 2, 3].map(|i| target.corners()[i]);
        let mut best: Option<i64> = None;
        for i in 0..=60 {
            for j in 0..=60 {
                let along = |from: i32, to: i32, n: i32| (to - from) * n / 60;
                let place = a
                    + Vector::new(along(a.x(), b.x(), i), along(a.y(), b.y(), i))
                    + Vector::new(along(a.x(), d.x(), j), along(a.y(), d.y(), j));
                // A place that rounding has put beside the target proves nothing.
                let on_target = squared_distance(&target, &place).within(Ticks(0));
                if arc.contains(place) && on_target {
                    let square = place.squared_distance(eye);
                    best = Some(best.map_or(square, |best| best.min(square)));
                }
            }
        }
        if let Some(best) = best {
            let aim = aim.expect("a place of the net lies in the arc");
            // The net is rounded towards its first corner by up to two ticks.
            let sampled = (best as f64).sqrt();
            prop_assert!(f64::from(aim.square.ticks().0) <= sampled + 4.0);
        }
        if let Some(aim) = aim {
            // The rounded aim lies in the arc and on the target to two ticks, and no aim is nearer than the target.
            prop_assert!(squared_distance(&target, &aim.point.rounded()).within(Ticks(1)));
            prop_assert!(aim.square >= squared_distance(&target, &eye));
            if arc.contains(target.centre()) {
                prop_assert!(aim.square <= squared_distance(&target.centre(), &eye));
            }
        }
    }

    #[test]
    fn arc_membership_is_forty_five_degrees(firer in base(300), x in -4000..4000, y in -4000..4000) {
        let arc = Arc::of_base(&firer);
        let place = Point::new(12_000 + x, 12_000 + y);
        let ((lx, ly), (rx, ry)) = (real(arc.left()), real(arc.right()));
        let (px, py) = real(place);
        let (ex, ey) = (rx - lx, ry - ly);
        let width = ex.hypot(ey);
        let ahead = (ex * (py - ly) - ey * (px - lx)) / width;
        let along = (ex * (px - lx) + ey * (py - ly)) / width;
        let beside = (along - width).max(-along).max(0.0);
        if ahead.abs() > 0.01 && (ahead - beside).abs() > 0.01 {
            prop_assert_eq!(arc.contains(place), ahead >= 0.0 && beside <= ahead);
        }
    }

    #[test]
    fn convex_parts_are_the_area(area in area(), places in prop::collection::vec((-4000..4000_i32, -4000..4000_i32), 40)) {
        let doubled = |corners: &[Point]| -> i64 {
            (0..corners.len()).map(|i| {
                let (a, b) = (corners[i] - corners[0], corners[(i + 1) % corners.len()] - corners[0]);
                a.cross(b)
            }).sum()
        };
        prop_assert_eq!(
            area.parts().iter().map(|part| doubled(part.corners())).sum::<i64>(),
            doubled(area.outline())
        );
        for (x, y) in places {
            let place = Point::new(12_000 + x, 12_000 + y);
            let in_part = area.parts().iter().any(|part| longroll_tabletop::holds(part, place));
            prop_assert_eq!(area.holds(place), in_part);
        }
    }

    #[test]
    fn a_base_enters_an_area_where_it_enters_a_part(area in area(), base in base(3000)) {
        let in_part = area.parts().iter().any(|part| penetration(part, &base) > Ticks::ZERO);
        prop_assert_eq!(area.is_entered_by(&base), in_part);
    }

    #[test]
    fn the_length_inside_agrees_with_sampling(area in area(), x in -4000..4000, y in -4000..4000, u in -4000..4000, v in -4000..4000) {
        let (from, to) = (Point::new(12_000 + x, 12_000 + y), Point::new(12_000 + u, 12_000 + v));
        let segment = Segment::new(from, to);
        let length = longroll_tabletop::LengthInside::of(&segment, &area);
        // Sampled on the convex parts, which another test holds against the area.
        let whole = real(from).0 - real(to).0;
        let whole = whole.hypot(real(from).1 - real(to).1);
        let count = 2000;
        let inside = (0..count).filter(|&i| {
            let along = (f64::from(i) + 0.5) / f64::from(count);
            let (px, py) = (
                real(from).0 + along * (real(to).0 - real(from).0),
                real(from).1 + along * (real(to).1 - real(from).1),
            );
            area.parts().iter().any(|part| {
                let corners = part.corners();
                (0..corners.len()).all(|k| {
                    let ((ax, ay), (bx, by)) = (real(corners[k]), real(corners[(k + 1) % corners.len()]));
                    (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= 0.0
                })
            })
        }).count();
        let sampled = whole * inside as f64 / f64::from(count);
        prop_assert!(
            (sampled - f64::from(length.ticks().0)).abs() <= whole / 100.0 + 2.0,
            "sampled {sampled}, summed {:?}", length.ticks()
        );
        prop_assert_eq!(length.is_zero(), !area.is_crossed_by(&segment));
        // The same line the other way is as long inside.
        let back = longroll_tabletop::LengthInside::of(&Segment::new(to, from), &area);
        prop_assert_eq!(length, back);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// The longest leg is legal, so is every shorter one tried, and one tick more is not.
    #[test]
    fn the_longest_leg_agrees_with_trying_every_tick(
        start in body(400), others in prop::collection::vec((body(5000), clearance()), 1..4),
        way in heading(),
    ) {
        let barriers = others.iter().map(|(body, clearance)| Barrier::body(body, *clearance));
        let field = Field::new(table(), barriers);
        let limit = Ticks(1200);
        let reach = field.longest_leg(&start, way, limit);
        let first_illegal = (0..=limit.0).find(|&d| field.leg(&start, way, Ticks(d)).is_err());
        let expected = match first_illegal {
            Some(0) => None,
            Some(d) => Some(Ticks(d - 1)),
            None => Some(limit),
        };
        prop_assert_eq!(reach.legal, expected);
        prop_assert_eq!(reach.stopped_by.is_some(), first_illegal.is_some());
        if let (Some(Obstruction::Barrier(i)), Some(d)) = (reach.stopped_by, first_illegal) {
            let alone = Field::new(table(), [field.barriers[i]]);
            prop_assert!(alone.leg(&start, way, Ticks(d)).is_err());
        }
    }

    /// Wherever a body is allowed to sweep, it is allowed to stand all along the way.
    #[test]
    fn a_legal_leg_is_legal_at_every_point_of_it(
        start in body(400), other in body(4000), clearance in clearance(), way in heading(), length in 0..4000_i32,
    ) {
        let field = Field::new(table(), [Barrier::body(&other, clearance)]);
        let standing = |d: i32| field.place(&start.moved(Vector::along(way, Ticks(d)))).is_ok();
        if field.leg(&start, way, Ticks(length)).is_ok() {
            // Rounding may put a point between one tick aside of the straight line; the end itself is exact.
            prop_assert!(standing(0) && standing(length));
            let wider = match clearance {
                Clearance::Overlap(t) => Clearance::Overlap(t + Ticks(2)),
                Clearance::Within(t) => Clearance::Within(t - Ticks(2)),
                Clearance::NearerThan(square) => {
                    Clearance::NearerThan(SquaredDistance::of((square.ticks() - Ticks(2)).max(Ticks(0))))
                }
            };
            let field = Field::new(table(), [Barrier::body(&other, wider)]);
            for d in (0..length).step_by(37) {
                prop_assert!(field.place(&start.moved(Vector::along(way, Ticks(d)))).is_ok());
            }
        } else {
            // Something between start and end is in breach, give or take the width of the hull's rounding.
            let tighter = match clearance {
                Clearance::Overlap(t) if t >= Ticks(2) => Clearance::Overlap(t - Ticks(2)),
                Clearance::Overlap(_) => Clearance::Within(Ticks(2)),
                Clearance::Within(t) => Clearance::Within(t + Ticks(2)),
                Clearance::NearerThan(square) => Clearance::Within(square.ticks() + Ticks(3)),
            };
            // Two convex shapes that a sweep joins with the barrier meet it at some point of the way, unless the
            // forgiven depth is reached only by the hull: the hull of a passed-by corner is deeper than any position.
            if !matches!(clearance, Clearance::Overlap(t) if t > Ticks::ZERO) {
                let field = Field::new(table(), [Barrier::body(&other, tighter)]);
                let breached = (0..=length).any(|d| {
                    field.place(&start.moved(Vector::along(way, Ticks(d)))).is_err()
                });
                prop_assert!(breached);
            }
        }
    }

    #[test]
    fn the_widest_turn_agrees_with_trying_every_hundredth(
        pose in pose_near(300), slots in slots(), other in body(3500), clearance in clearance(),
        by in -1500..=1500, right in any::<bool>(),
    ) {
        let field = Field::new(table(), [Barrier::body(&other, clearance)]);
        let mover = Mover::new(pose, &slots);
        let pivot = Pivot::Own(if right { slots[0].front_right() } else { slots[0].front_left() });
        let reach = field.widest_turn(mover, pivot, Turn(by));
        let way = by.signum();
        let first_illegal = (0..=by.abs()).find(|&a| field.turn(mover, pivot, Turn(way * a)).is_err());
        let expected = match first_illegal {
            Some(0) => None,
            Some(a) => Some(Turn(way * (a - 1))),
            None => Some(Turn(by)),
        };
        // Corners lie on whole ticks: a hundredth that grazes may be followed by one that does not. Then the widest turn is
        // one of the next few that stand free.
        let Reach { legal, stopped_by } = reach;
        if legal == expected {
            prop_assert_eq!(stopped_by.is_some(), first_illegal.is_some());
        } else {
            let (Some(legal), Some(expected)) = (legal, expected) else {
                return Err(TestCaseError::fail(format!("{legal:?} for {expected:?}")));
            };
            let beyond = way * (legal.0 - expected.0);
            prop_assert!((1..=8).contains(&beyond), "{legal:?} for {expected:?}");
            prop_assert!(field.turn(mover, pivot, legal).is_ok());
        }
    }

    /// A legal turn stands free at every position in between.
    #[test]
    fn a_turn_agrees_with_dense_sampling(
        pose in pose_near(300), slots in slots(), other in body(3500), by in -9000..=9000,
    ) {
        let field = Field::new(table(), [Barrier::body(&other, Clearance::STRICT)]);
        let mover = Mover::new(pose, &slots);
        let pivot = Pivot::Own(slots[0].front_left());
        let free = |turn: i32| field.place(&mover.turned(pivot, Turn(turn)).body());
        if field.turn(mover, pivot, Turn(by)).is_ok() {
            // Between two positions a degree apart a corner bulges out of the hull by less than the arrow of the arc:
            // 10 UM x (1 - cos 0.5 degrees) = 0.4 ticks; rounding adds two.
            let loose = Field::new(table(), [Barrier::body(&other, Clearance::Overlap(Ticks(3)))]);
            for turn in (0..by.abs()).step_by(7) {
                let body = mover.turned(pivot, Turn(turn * by.signum())).body();
                prop_assert!(loose.place(&body).is_ok());
            }
            prop_assert!(free(by).is_ok());
        } else {
            let tight = Field::new(table(), [Barrier::body(&other, Clearance::Within(Ticks(3)))]);
            let breached = (0..=by.abs()).step_by(10).chain([by.abs()]).any(|turn| {
                tight.place(&mover.turned(pivot, Turn(turn * by.signum())).body()).is_err()
            });
            prop_assert!(breached);
        }
    }

    /// A trail that is asked only where something is near finds what asking every hull finds, in units and in areas.
    #[test]
    fn a_trail_finds_what_every_hull_would(
        pose in pose_near(300), slots in slots(), other in body(3500), area in area(), by in -18_000..=18_000,
        gap in prop_oneof![Just(0), Just(10), 0..2000],
    ) {
        let pivot = slots[0].front_left();
        let mut trail = Trail::new();
        trail.turn(pose, slots.iter().map(|slot| slot.outline()), pivot, Turn(by));
        let steps = (by.abs() + 99) / 100;
        let at = |step: i32| Body::placed(pose.turned_about(pivot, Turn((step * 100).min(by.abs()) * by.signum())), &slots);
        let hulls: Vec<Hull> = (0..steps)
            .flat_map(|step| {
                let (from, to) = (at(step), at(step + 1));
                let pairs: Vec<Hull> = from.bases().iter().zip(to.bases()).map(|(a, b)| Hull::of_both(a, b)).collect();
                pairs
            })
            .collect();
        let near = |hull: &Hull| other.squared_distance_to(hull).is_some_and(|square| square.within(Ticks(gap)));
        prop_assert_eq!(trail.any_near(&other, Ticks(gap), near), hulls.iter().any(near));
        let enters = |hull: &Hull| area.is_entered_by(hull);
        prop_assert_eq!(trail.any_near(&area, Ticks::ZERO, enters), hulls.iter().any(enters));
    }

    #[test]
    fn the_first_free_place_agrees_with_trying_every_tick(
        start in body(400), others in prop::collection::vec((body(3000), clearance()), 1..4), way in heading(),
        from in 0..800_i32,
    ) {
        let barriers = others.iter().map(|(body, clearance)| Barrier::body(body, *clearance));
        let field = Field::new(table(), barriers);
        let limit = Ticks(from + 2000);
        let tried = (from..=limit.0).find(|&d| {
            field.place(&start.moved(Vector::along(way, Ticks(d)))).is_ok()
        });
        prop_assert_eq!(field.first_free(&start, way, Ticks(from), limit), tried.map(Ticks));
    }

    /// A sweep of hulls holds every corner on the way.
    #[test]
    fn a_hull_holds_its_places(places in prop::collection::vec((-3000..3000_i32, -3000..3000_i32), 1..14)) {
        let places: Vec<Point> = places.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let hull = Hull::of(places.iter().copied());
        for &place in &places {
            prop_assert!(longroll_tabletop::holds(&hull, place));
        }
        let corners = hull.corners();
        prop_assert!(corners.iter().all(|corner| places.contains(corner)));
        if corners.len() > 2 {
            for i in 0..corners.len() {
                let (a, b, c) = (corners[i], corners[(i + 1) % corners.len()], corners[(i + 2) % corners.len()]);
                prop_assert!(longroll_tabletop::side_of_line(a, b, c) > 0);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Small bodies and short shifts, so that every whole shift can be tried.
    #[test]
    fn the_nearest_free_shift_agrees_with_trying_all(
        h in heading(), others in prop::collection::vec((-60..60_i32, -60..60_i32, heading()), 1..4),
    ) {
        let small = [Slot::single(BaseSize::new(Ticks(60), Ticks(40)))];
        let at = |x: i32, y: i32, h: Heading| Body::placed(Pose::new(Point::new(12_000 + x, 12_000 + y), h), &small);
        let start = at(0, 0, h);
        let others: Vec<Body> = others.into_iter().map(|(x, y, h)| at(x, y, h)).collect();
        let field = Field::new(table(), others.iter().map(|body| Barrier::body(body, Clearance::STRICT)));
        let reach = 60;
        let tried = (-reach..=reach)
            .flat_map(|x| (-reach..=reach).map(move |y| Vector::new(x, y)))
            .filter(|step| step.squared_length() <= i64::from(reach * reach))
            .filter(|&step| field.place(&start.moved(step)).is_ok())
            .min_by_key(|step| (step.squared_length(), step.x, step.y));
        prop_assert_eq!(field.nearest_free(&start, Ticks(reach)), tried);
    }
}
