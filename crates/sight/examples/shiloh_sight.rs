//! Sight on the map of Shiloh, measured: `cargo run --release -p longroll-sight --example shiloh_sight`.
//!
//! Prints what it costs to build, whether all pairs up to 38 hexes are seen the same both ways, and questions per second
//! cold and from the table, beside the bare walk along a line of the crate `hexx`, in rounds that take turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use longroll_board::HexId;
use longroll_sight::{Seen, Sight, SightRules, VisibilityTable};

const FARTHEST: u32 = 38;
const ROUNDS: usize = 9;
const QUESTIONS: usize = 1 << 18;

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

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn millions(count: usize, time: Duration) -> String {
    let per_second = count as u128 * 1_000_000_000 / time.as_nanos().max(1);
    format!(
        "{}.{:02} M/s",
        per_second / 1_000_000,
        per_second / 10_000 % 100
    )
}

fn main() {
    let battle = longroll_shiloh::battle().expect("sound data");
    let grid = &battle.ground.grid;
    let (sight, built) = timed(|| Sight::new(&battle.ground, SightRules::SEEN_THROUGH));
    println!("{} hexes; Sight::new {built:?}", grid.len());

    let (table, built) = timed(|| VisibilityTable::build(&sight, FARTHEST));
    println!(
        "table up to {FARTHEST} hexes: built in {built:?}, {} KB",
        table.bytes() / 1024
    );

    let mut counts = [0_u64; 3];
    let mut uneven = 0_u64;
    let ((), asked) = timed(|| {
        for from in grid.hexes() {
            for to in grid.hexes_in_range(from, FARTHEST) {
                if from < to {
                    let there = sight.look(from, to);
                    uneven += u64::from(there != sight.look(to, from));
                    counts[there as usize] += 1;
                }
            }
        }
    });
    let pairs: u64 = counts.iter().sum();
    println!(
        "{pairs} pairs, each both ways, in {asked:?}: {uneven} differ; {} clear, {} through Woods, {} blocked",
        counts[Seen::Clear as usize],
        counts[Seen::ThroughWoods as usize],
        counts[Seen::Blocked as usize],
    );

    for range in [4, 10, 38] {
        rates(grid, &sight, &table, range);
    }
}

/// Rounds that take turns: cold, from the table, the bare walk.
fn rates(grid: &longroll_board::Grid, sight: &Sight, table: &VisibilityTable, range: u32) {
    let mut numbers = Numbers(1862);
    let questions: Vec<(HexId, HexId)> = (0..QUESTIONS)
        .filter_map(|_| {
            let from = grid.hex_at_index(numbers.below(grid.len()))?;
            let near: Vec<HexId> = grid.hexes_in_range(from, range).collect();
            Some((from, near[numbers.below(near.len())]))
        })
        .collect();
    let walks: Vec<(hexx::Hex, hexx::Hex)> = questions
        .iter()
        .map(|(from, to)| {
            let place = |hex: HexId| {
                let at = grid.position(hex);
                let (column, row) = (i32::from(at.column), i32::from(at.row));
                hexx::Hex::new(column, row - column / 2)
            };
            (place(*from), place(*to))
        })
        .collect();
    let (mut cold, mut kept, mut bare) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = 0_usize;
    for _ in 0..ROUNDS {
        let (count, time) = timed(|| {
            let asked = questions.iter();
            asked.filter(|(from, to)| sight.can_see(*from, *to)).count()
        });
        seen = count;
        cold.push(time);
        let (count, time) = timed(|| {
            let asked = questions.iter();
            asked.filter(|(from, to)| table.sees(*from, *to)).count()
        });
        assert_eq!(count, seen);
        kept.push(time);
        let (_, time) = timed(|| {
            let walked = walks.iter();
            walked.fold(0, |sum, (from, to)| {
                black_box(from.line_to(*to).fold(sum, |sum: i32, hex| sum ^ hex.x))
            })
        });
        bare.push(time);
    }
    println!(
        "up to {range:>2} hexes ({}% seen): cold {}, table {}, hexx bare walk {}",
        seen * 100 / questions.len(),
        millions(questions.len(), median(cold)),
        millions(questions.len(), median(kept)),
        millions(questions.len(), median(bare)),
    );
}
