//! Simple polygons cut into convex parts: ears cut off, then joined again where the result stays convex.

use crate::base::Convex;
use crate::hull::Hull;
use crate::nearest::edges;
use crate::point::{Point, side_of_line};

/// Convex parts of a counter-clockwise simple outline.
pub(crate) fn convex_parts(outline: &[Point]) -> Vec<Hull> {
    let mut parts: Vec<Hull> = Vec::new();
    for ear in ears(outline) {
        parts.push(Hull::of(ear));
    }
    while let Some((i, j, joined)) = first_join(&parts) {
        parts.swap_remove(j);
        parts[i] = joined;
    }
    parts
}

fn ears(outline: &[Point]) -> Vec<[Point; 3]> {
    let mut left: Vec<Point> = outline.to_vec();
    let mut ears = Vec::with_capacity(outline.len());
    while left.len() > 3 {
        let count = left.len();
        let around = |i: usize| {
            (
                left[(i + count - 1) % count],
                left[i],
                left[(i + 1) % count],
            )
        };
        let straight = (0..count).find(|&i| {
            let (a, b, c) = around(i);
            side_of_line(a, b, c) == 0
        });
        if let Some(i) = straight {
            left.remove(i);
            continue;
        }
        let ear = (0..count).find(|&i| {
            let (a, b, c) = around(i);
            side_of_line(a, b, c) > 0
                && !left
                    .iter()
                    .any(|&other| ![a, b, c].contains(&other) && in_triangle(a, b, c, other))
        });
        // Every simple polygon has an ear; without one there is nothing left to cut.
        let Some(i) = ear else { break };
        let (a, b, c) = around(i);
        ears.push([a, b, c]);
        left.remove(i);
    }
    if let [a, b, c] = left[..]
        && side_of_line(a, b, c) != 0
    {
        ears.push([a, b, c]);
    }
    ears
}

fn in_triangle(a: Point, b: Point, c: Point, place: Point) -> bool {
    side_of_line(a, b, place) >= 0
        && side_of_line(b, c, place) >= 0
        && side_of_line(c, a, place) >= 0
}

/// Two parts with a common side whose union is convex, and the union.
fn first_join(parts: &[Hull]) -> Option<(usize, usize, Hull)> {
    for (i, first) in parts.iter().enumerate() {
        for (j, second) in parts.iter().enumerate().skip(i + 1) {
            let shared = edges(first.corners())
                .any(|(a, b)| edges(second.corners()).any(|(c, d)| (a, b) == (d, c)));
            if shared {
                let joined = Hull::of_both(first, second);
                let area = |hull: &Hull| crate::polygon::doubled_area(hull.corners());
                if area(&joined) == area(first) + area(second) {
                    return Some((i, j, joined));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::doubled_area;

    fn outline(places: &[(i32, i32)]) -> Vec<Point> {
        places.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn area_of(parts: &[Hull]) -> i64 {
        parts.iter().map(|part| doubled_area(part.corners())).sum()
    }

    #[test]
    fn a_convex_outline_stays_one_part() {
        let square = outline(&[(0, 0), (10, 0), (20, 0), (20, 20), (0, 20)]);
        assert_eq!(convex_parts(&square).len(), 1);
    }

    #[test]
    fn a_u_has_three_parts_of_the_same_area() {
        let u = outline(&[
            (0, 0),
            (300, 0),
            (300, 300),
            (200, 300),
            (200, 100),
            (100, 100),
            (100, 300),
            (0, 300),
        ]);
        let parts = convex_parts(&u);
        assert!(parts.len() <= 4, "{} parts", parts.len());
        assert_eq!(area_of(&parts), doubled_area(&u));
    }
}
