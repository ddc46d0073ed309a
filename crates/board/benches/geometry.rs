//! `cargo bench -p longroll-board`: our questions beside those of `hexx`, on the Shiloh map.
//!
//! Every benchmark runs over the same thousand pairs of hexes, so divide by a thousand for one question.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hexx::{Hex, HexOrientation, OffsetHexMode};
use longroll_board::{
    ArcEdge, Facing, Grid, GridLayout, HexId, LineLocation, Refusal, Vertex, arc_at_range,
};

fn main() {
    divan::main();
}

const PAIRS: usize = 1_000;

fn shiloh() -> Grid {
    Grid::new(GridLayout::two_sheets()).expect("the frame of Shiloh is sound")
}

/// Pairs up to twelve hexes apart, spread over the map by a fixed sequence.
fn pairs(grid: &Grid) -> Vec<(HexId, HexId)> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize
    };
    let hexes: Vec<HexId> = grid.hexes().collect();
    (0..PAIRS)
        .map(|_| {
            let from = hexes[next() % hexes.len()];
            let near: Vec<HexId> = grid.hexes_in_range(from, 12).collect();
            (from, near[next() % near.len()])
        })
        .collect()
}

fn hexx_pairs(grid: &Grid) -> Vec<(Hex, Hex)> {
    let hexx_of = |hex| {
        let at = grid.position(hex);
        Hex::from_offset_coordinates(
            [i32::from(at.column), i32::from(at.row)],
            OffsetHexMode::Odd,
            HexOrientation::Flat,
        )
    };
    pairs(grid)
        .into_iter()
        .map(|(from, to)| (hexx_of(from), hexx_of(to)))
        .collect()
}

#[divan::bench]
fn distance(bencher: Bencher) {
    let grid = shiloh();
    let pairs = pairs(&grid);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        pairs
            .iter()
            .map(|(from, to)| grid.distance(*from, *to))
            .sum::<u32>()
    });
}

#[divan::bench]
fn distance_hexx(bencher: Bencher) {
    let pairs = hexx_pairs(&shiloh());
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        pairs
            .iter()
            .map(|(from, to)| from.unsigned_distance_to(*to))
            .sum::<u32>()
    });
}

#[divan::bench]
fn line_places(bencher: Bencher) {
    let grid = shiloh();
    let pairs = pairs(&grid);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        let mut sum = 0;
        for (from, to) in &pairs {
            for place in grid.line(*from, *to).intervening() {
                sum += match place.location {
                    LineLocation::Hex(hex) | LineLocation::Pair(hex, _) => hex.index(),
                };
            }
        }
        sum
    });
}

#[divan::bench]
fn line_elements(bencher: Bencher) {
    let grid = shiloh();
    let pairs = pairs(&grid);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        for (from, to) in &pairs {
            for element in grid.line(*from, *to).elements() {
                black_box(element);
            }
        }
    });
}

/// Rounded and without hexsides, so not the same question; here to see what exactness costs.
#[divan::bench]
fn line_hexx(bencher: Bencher) {
    let pairs = hexx_pairs(&shiloh());
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        let mut sum = 0;
        for (from, to) in &pairs {
            for hex in from.line_to(*to) {
                sum += hex.x;
            }
        }
        sum
    });
}

#[divan::bench(args = [3, 8])]
fn range(bencher: Bencher, range: u32) {
    let grid = shiloh();
    let pairs = pairs(&grid);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        let mut sum = 0;
        for (from, _) in &pairs {
            for hex in grid.hexes_in_range(*from, range) {
                sum += hex.index();
            }
        }
        sum
    });
}

/// Coordinates only, map edges ignored.
#[divan::bench(args = [3, 8])]
fn range_hexx(bencher: Bencher, range: u32) {
    let pairs = hexx_pairs(&shiloh());
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        let mut sum = 0;
        for (from, _) in &pairs {
            for hex in from.range(range) {
                sum += hex.x;
            }
        }
        sum
    });
}

#[divan::bench]
fn front_at_range(bencher: Bencher) {
    let grid = shiloh();
    let pairs = pairs(&grid);
    let facing = Facing::Vertex(Vertex::E);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| {
        pairs
            .iter()
            .filter_map(|(from, to)| grid.bearing(*from, *to))
            .filter(|bearing| {
                arc_at_range(facing, Refusal::None, *bearing)
                    .front(ArcEdge::Inclusive)
                    .is_some()
            })
            .count()
    });
}

#[divan::bench]
fn build_shiloh() -> Grid {
    shiloh()
}
