//! Lines made natural: joining steps into chains, smoothing, thinning, and writing them as Bézier curves.

use std::collections::{BTreeMap, BTreeSet};

use crate::layout::{Lattice, Point, at};
use crate::pen::Pen;
use crate::sheet::{SideKey, side_key};

/// A run of points; a closed one returns to its first point (which is not repeated).
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub points: Vec<Point>,
    pub shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Open,
    Closed,
}

impl Line {
    pub fn open(points: Vec<Point>) -> Self {
        Self {
            points,
            shape: Shape::Open,
        }
    }

    pub fn closed(points: Vec<Point>) -> Self {
        Self {
            points,
            shape: Shape::Closed,
        }
    }

    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|w| w[0].distance(w[1])).sum()
    }

    /// Point and unit direction at a distance from the start; before and behind the line goes straight on.
    pub fn along(&self, distance: f64) -> Option<(Point, Point)> {
        let mut left = distance;
        let mut last = None;
        for w in self.points.windows(2) {
            let step = w[0].distance(w[1]);
            if step < 1e-9 {
                continue;
            }
            let direction = w[0].direction_to(w[1]);
            if left <= step {
                return Some((w[0].towards(w[1], left / step), direction));
            }
            left -= step;
            last = Some((w[1], direction));
        }
        last.map(|(end, way)| (end.plus(way.x * left, way.y * left), way))
    }
}

/// Goes along a line with growing distances without starting over each time.
#[derive(Debug)]
pub struct Walk<'a> {
    line: &'a Line,
    span: usize,
    passed: f64,
}

impl<'a> Walk<'a> {
    pub fn new(line: &'a Line) -> Self {
        Self {
            line,
            span: 0,
            passed: 0.0,
        }
    }

    /// Point and unit direction at a distance not smaller than the last one asked for.
    pub fn at(&mut self, distance: f64) -> Option<(Point, Point)> {
        loop {
            let a = *self.line.points.get(self.span)?;
            let b = *self.line.points.get(self.span + 1)?;
            let step = a.distance(b);
            if step > 1e-9 && distance - self.passed <= step {
                let share = ((distance - self.passed) / step).max(0.0);
                return Some((a.towards(b, share), a.direction_to(b)));
            }
            self.passed += step;
            self.span += 1;
        }
    }
}

/// Joins steps between lattice positions into the longest smooth chains: where several meet, the two that continue each
/// other most nearly straight belong together, as a traveller would read the road.
pub fn chains(steps: &BTreeSet<SideKey>) -> Vec<Vec<Lattice>> {
    let mut around: BTreeMap<Lattice, Vec<Lattice>> = BTreeMap::new();
    for &(a, b) in steps {
        around.entry(a).or_default().push(b);
        around.entry(b).or_default().push(a);
    }
    let onward: BTreeMap<(Lattice, Lattice), Lattice> = around
        .iter()
        .flat_map(|(node, ends)| pair_up(*node, ends))
        .collect();
    let mut unused = steps.clone();
    let mut found = Vec::new();
    while let Some(&(a, b)) = unused.iter().next() {
        unused.remove(&(a, b));
        let mut chain = vec![a, b];
        extend(&mut chain, &onward, &mut unused);
        if chain.first() != chain.last() {
            chain.reverse();
            extend(&mut chain, &onward, &mut unused);
        }
        found.push(chain);
    }
    found
}

fn extend(
    chain: &mut Vec<Lattice>,
    onward: &BTreeMap<(Lattice, Lattice), Lattice>,
    unused: &mut BTreeSet<SideKey>,
) {
    while let [.., before, last] = chain.as_slice() {
        let Some(next) = onward.get(&(*before, *last)).copied() else {
            break;
        };
        if !unused.remove(&side_key(*last, next)) {
            break;
        }
        chain.push(next);
    }
}

/// For one node: coming from `a`, go on to `b`, for the straightest pairs.
fn pair_up(node: Lattice, ends: &[Lattice]) -> Vec<((Lattice, Lattice), Lattice)> {
    let mut pairs = Vec::new();
    for (i, a) in ends.iter().enumerate() {
        for b in &ends[i + 1..] {
            let (u, v) = (at(node).direction_to(at(*a)), at(node).direction_to(at(*b)));
            // -1 is straight on; sharper turns come later. Scaled to a whole number so the order is total.
            let turn = ((u.x * v.x + u.y * v.y) * 1000.0).round() as i64;
            pairs.push((turn, *a, *b));
        }
    }
    pairs.sort();
    let mut taken = BTreeSet::new();
    let mut result = Vec::new();
    for (turn, a, b) in pairs {
        if turn > 600 || taken.contains(&a) || taken.contains(&b) {
            continue;
        }
        taken.insert(a);
        taken.insert(b);
        result.push(((a, node), b));
        result.push(((b, node), a));
    }
    result
}

/// Draws every inner point towards the middle of its neighbours, `rounds` times; fixed points stay.
pub fn relax(line: &mut Line, pull: f64, rounds: usize, fixed: impl Fn(Point) -> bool) {
    for _ in 0..rounds {
        let old = line.points.clone();
        let n = old.len();
        if n < 3 {
            return;
        }
        for i in 0..n {
            let (before, after) = match line.shape {
                Shape::Open if i == 0 || i + 1 == n => continue,
                Shape::Open => (old[i - 1], old[i + 1]),
                Shape::Closed => (old[(i + n - 1) % n], old[(i + 1) % n]),
            };
            if fixed(old[i]) {
                continue;
            }
            line.points[i] = old[i].towards(before.towards(after, 0.5), pull);
        }
    }
}

/// Drops points that lie within `tolerance` of the line through their kept neighbours (Douglas and Peucker).
pub fn thin(line: &Line, tolerance: f64) -> Line {
    let points = &line.points;
    if points.len() < 4 {
        return line.clone();
    }
    let mut keep = vec![false; points.len()];
    let last = points.len() - 1;
    keep[0] = true;
    keep[last] = true;
    let mut spans = vec![(0, last)];
    if line.shape == Shape::Closed {
        let far = (0..points.len())
            .max_by(|&a, &b| {
                points[0]
                    .distance(points[a])
                    .total_cmp(&points[0].distance(points[b]))
            })
            .unwrap_or(last);
        keep[far] = true;
        spans = vec![(0, far), (far, last)];
    }
    while let Some((from, to)) = spans.pop() {
        let mut worst = (0.0, from);
        for i in from + 1..to {
            let d = offset(points[i], points[from], points[to]);
            if d > worst.0 {
                worst = (d, i);
            }
        }
        if worst.0 > tolerance {
            keep[worst.1] = true;
            spans.push((from, worst.1));
            spans.push((worst.1, to));
        }
    }
    Line {
        points: points
            .iter()
            .zip(&keep)
            .filter(|(_, k)| **k)
            .map(|(p, _)| *p)
            .collect(),
        shape: line.shape,
    }
}

fn offset(p: Point, a: Point, b: Point) -> f64 {
    let length = a.distance(b);
    if length < 1e-9 {
        return a.distance(p);
    }
    ((b.x - a.x) * (a.y - p.y) - (a.x - p.x) * (b.y - a.y)).abs() / length
}

/// Writes a curve that bends at the points and passes through the middles between them: always smooth, never overshoots.
pub fn draw_soft(pen: &mut Pen, line: &Line) {
    let p = &line.points;
    let n = p.len();
    if n < 2 {
        return;
    }
    let mid = |i: usize| p[i % n].towards(p[(i + 1) % n], 0.5);
    match line.shape {
        Shape::Closed => {
            pen.move_to(mid(n - 1));
            for (i, corner) in p.iter().enumerate() {
                pen.quad_to(*corner, mid(i));
            }
            pen.close();
        }
        Shape::Open => {
            pen.move_to(p[0]);
            for (i, corner) in p.iter().enumerate().take(n - 1).skip(1) {
                let end = if i + 2 == n { p[n - 1] } else { mid(i) };
                pen.quad_to(*corner, end);
            }
            if n == 2 {
                pen.line_to(p[1]);
            }
        }
    }
}

/// Writes a curve through every point (Catmull and Rom).
pub fn draw_through(pen: &mut Pen, line: &Line) {
    let p = &line.points;
    let n = p.len();
    if n < 2 {
        return;
    }
    let get = |i: isize| -> Point {
        let n = n as isize;
        let i = match line.shape {
            Shape::Closed => i.rem_euclid(n),
            Shape::Open => i.clamp(0, n - 1),
        };
        p[i as usize]
    };
    let steps = match line.shape {
        Shape::Closed => n,
        Shape::Open => n - 1,
    };
    pen.move_to(p[0]);
    for i in 0..steps as isize {
        let (a, b, c, d) = (get(i - 1), get(i), get(i + 1), get(i + 2));
        pen.cubic_to(
            b.plus((c.x - a.x) / 6.0, (c.y - a.y) / 6.0),
            c.plus((b.x - d.x) / 6.0, (b.y - d.y) / 6.0),
            c,
        );
    }
    if line.shape == Shape::Closed {
        pen.close();
    }
}

/// The line of [`draw_through`] as short straight steps, for lettering and for scattering along it.
pub fn sample_through(line: &Line, per_span: usize) -> Line {
    let p = &line.points;
    let n = p.len();
    if n < 3 || line.shape == Shape::Closed {
        return line.clone();
    }
    let get = |i: isize| p[i.clamp(0, n as isize - 1) as usize];
    let mut out = vec![p[0]];
    for i in 0..n as isize - 1 {
        let (a, b, c, d) = (get(i - 1), get(i), get(i + 1), get(i + 2));
        for k in 1..=per_span {
            let t = k as f64 / per_span as f64;
            let f = |a: f64, b: f64, c: f64, d: f64| {
                0.5 * ((2.0 * b)
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                    + (3.0 * b - a - 3.0 * c + d) * t * t * t)
            };
            out.push(Point::new(f(a.x, b.x, c.x, d.x), f(a.y, b.y, c.y, d.y)));
        }
    }
    Line::open(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_gives_two_straight_chains_and_not_four_stubs() {
        let steps: BTreeSet<SideKey> = [
            ((0, 0), (3, 1)),
            ((3, 1), (6, 2)),
            ((0, 2), (3, 1)),
            ((3, 1), (6, 0)),
        ]
        .into_iter()
        .map(|(a, b)| side_key(a, b))
        .collect();
        let found = chains(&steps);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|c| c.len() == 3));
    }

    #[test]
    fn letters_beyond_the_end_of_a_line_go_straight_on() {
        let line = Line::open(vec![Point::new(0.0, 0.0), Point::new(10.0, 0.0)]);
        for (distance, x) in [(-4.0, -4.0), (3.0, 3.0), (14.0, 14.0)] {
            let (p, way) = line.along(distance).unwrap();
            assert!((p.x - x).abs() < 1e-9 && p.y == 0.0 && way.x == 1.0);
        }
    }

    #[test]
    fn thinning_keeps_corners_and_drops_points_on_straight_runs() {
        let line = Line::open((0..10).map(|i| Point::new(f64::from(i), 0.0)).collect());
        assert_eq!(thin(&line, 0.1).points.len(), 2);
        let bent = Line::open(vec![
            Point::new(0.0, 0.0),
            Point::new(5.0, 0.0),
            Point::new(10.0, 0.0),
            Point::new(10.0, 9.0),
        ]);
        assert_eq!(thin(&bent, 0.1).points.len(), 3);
    }
}
