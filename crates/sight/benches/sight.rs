//! How fast sight answers on a board of the size of Shiloh: `cargo bench -p longroll-sight`.
//!
//! Bars: 3 million questions a second cold, 50 million from the table.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use longroll_board::{Grid, GridLayout, Ground, HexId, Relief, SideEnd, Terrain};
use longroll_sight::{Sight, SightRules, VisibilityTable, no_units};

const QUESTIONS: usize = 4096;

fn main() {
    divan::main();
}

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}

/// Rolling ground, two thirds Woods with clearings and some Swamp.
fn country() -> Ground {
    let grid = Grid::new(GridLayout::two_sheets()).expect("the grid of Shiloh");
    let mut ground = Ground::uniform(grid, Terrain::Woods);
    let mut numbers = Numbers(1862);
    for hex in ground.grid.hexes() {
        let (column, row) = (ground.grid.column(hex), ground.grid.row(hex));
        let waves = (column / 7 + row / 9) % 4 + (column / 3 + row / 5) % 2;
        ground.hexes[hex].level = i8::try_from(waves).unwrap_or(0);
        let clearing = (column / 5 + row / 6) % 3 == 0;
        ground.hexes[hex].terrain = match (clearing, numbers.below(12)) {
            (true, 0) => Terrain::FieldBoundary,
            (true, _) => Terrain::Field,
            (false, 0) => Terrain::Swamp,
            (false, _) => Terrain::Woods,
        };
    }
    for side in ground.grid.sides().collect::<Vec<_>>() {
        if let (first, Some(second)) = side.hexes() {
            let (a, b) = (ground.level(first), ground.level(second));
            let higher = if a > b {
                SideEnd::First
            } else {
                SideEnd::Second
            };
            ground.sides[side.id()].relief = Relief::slope(higher, a.abs_diff(b));
        }
    }
    ground
}

/// Pairs of hexes at most `range` apart.
fn questions(ground: &Ground, range: u32) -> Vec<(HexId, HexId)> {
    let mut numbers = Numbers(6_4);
    (0..QUESTIONS)
        .filter_map(|_| {
            let from = ground.grid.hex_at_index(numbers.below(ground.grid.len()))?;
            let near: Vec<HexId> = ground.grid.hexes_in_range(from, range).collect();
            Some((from, near[numbers.below(near.len())]))
        })
        .collect()
}

#[divan::bench(args = [4, 10, 20])]
fn cold(bencher: Bencher, range: u32) {
    let ground = country();
    let sight = Sight::new(&ground, SightRules::SEEN_THROUGH);
    let questions = questions(&ground, range);
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            questions
                .iter()
                .filter(|(from, to)| sight.can_see(*from, *to))
                .count()
        });
}

#[divan::bench(args = [4, 10, 20])]
fn from_table(bencher: Bencher, range: u32) {
    let ground = country();
    let sight = Sight::new(&ground, SightRules::SEEN_THROUGH);
    let table = VisibilityTable::build(&sight, range);
    let questions = questions(&ground, range);
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            questions
                .iter()
                .filter(|(from, to)| table.sees(*from, *to))
                .count()
        });
}

#[divan::bench]
fn explained(bencher: Bencher) {
    let ground = country();
    let sight = Sight::new(&ground, SightRules::SEEN_THROUGH);
    let questions = questions(&ground, 10);
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            for (from, to) in &questions {
                black_box(sight.line_of_sight(*from, *to, no_units));
            }
        });
}

#[divan::bench(sample_count = 10)]
fn new_sight(bencher: Bencher) {
    let ground = country();
    bencher.bench_local(|| Sight::new(&ground, SightRules::SEEN_THROUGH));
}

#[divan::bench(args = [4, 10, 20], sample_count = 10)]
fn build_table(bencher: Bencher, range: u32) {
    let ground = country();
    let sight = Sight::new(&ground, SightRules::SEEN_THROUGH);
    bencher.bench_local(|| VisibilityTable::build(&sight, range));
}
