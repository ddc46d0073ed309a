//! Many games in figures.

use std::collections::BTreeMap;

use longroll_core::{BySide, Side};
use longroll_position::Setting;
use serde::Serialize;

use crate::chronicle::Chronicle;

/// Men that each army lost in the two days, and of them captured or missing, by the returns: what games are held against.
pub const HISTORY: BySide<(u32, u32)> = BySide {
    union: (13_047, 2_885),
    confederate: (10_699, 959),
};

/// An interval around a share.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The share itself.
    pub share: f64,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The Wilson score interval of 95 % of a share: honest also for few games and shares near 0 and 1.
#[must_use]
pub fn wilson(hits: u32, of: u32) -> Interval {
    if of == 0 {
        return Interval {
            share: 0.0,
            low: 0.0,
            high: 1.0,
        };
    }
    let z = 1.959_964;
    let n = f64::from(of);
    let share = f64::from(hits) / n;
    let centre = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    Interval {
        share,
        low: ((centre - half) / whole).max(0.0),
        high: ((centre + half) / whole).min(1.0),
    }
}

/// A number over many games.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub least: u32,
    /// The one in the middle.
    pub median: u32,
    /// The largest.
    pub most: u32,
}

impl Spread {
    /// Of these numbers.
    #[must_use]
    pub fn of(mut numbers: Vec<u32>) -> Self {
        numbers.sort_unstable();
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else {
            return Self::default();
        };
        let sum: u64 = numbers.iter().copied().map(u64::from).sum();
        Self {
            mean: sum as f64 / numbers.len() as f64,
            least,
            median: numbers.get(numbers.len() / 2).copied().unwrap_or(most),
            most,
        }
    }
}

/// What one game adds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The key of the verdict.
    pub verdict: String,
    /// Points of both sides.
    pub points: BySide<i32>,
    /// SP of infantry and cavalry lost.
    pub lost: BySide<u32>,
    /// SP of them lost with units that were taken or given up whole.
    pub taken: BySide<u32>,
    /// Guns lost.
    pub guns: BySide<u32>,
    /// Turns played.
    pub turns: u32,
    /// Decisions made.
    pub decisions: u32,
}

impl Told {
    /// What a chronicle says of a game.
    #[must_use]
    pub fn of(setting: &Setting, chronicle: &Chronicle, decisions: u32) -> Self {
        let score = chronicle.score.as_ref();
        let lost = BySide::from_fn(|side| chronicle.lost(side));
        Self {
            winner: score.and_then(|score| score.verdict.winner),
            verdict: score.map_or("none".to_owned(), |score| score.verdict.key()),
            points: score.map_or(BySide::default(), |score| score.totals),
            lost: BySide::from_fn(|side| lost[side].0),
            taken: BySide::from_fn(|side| chronicle.taken(setting, side)),
            guns: BySide::from_fn(|side| lost[side].1),
            turns: u32::try_from(chronicle.hours.len()).unwrap_or(u32::MAX),
            decisions,
        }
    }
}

/// Many games in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stats {
    /// Games that came to their end.
    pub games: u32,
    /// How often each side won, and nobody.
    pub wins: BySide<Interval>,
    /// Draws.
    pub draws: Interval,
    /// How often each verdict came.
    pub verdicts: BTreeMap<String, u32>,
    /// Points of each side.
    pub points: BySide<f64>,
    /// SP lost.
    pub lost: BySide<Spread>,
    /// SP of them lost with units that were taken or given up whole.
    pub taken: BySide<Spread>,
    /// Guns lost.
    pub guns: BySide<Spread>,
    /// Turns.
    pub turns: Spread,
    /// Decisions.
    pub decisions: Spread,
}

impl Stats {
    /// Sums up.
    #[must_use]
    pub fn of(told: &[Told]) -> Self {
        let games = u32::try_from(told.len()).unwrap_or(u32::MAX);
        let won = |winner: Option<Side>| {
            let count = told.iter().filter(|game| game.winner == winner).count();
            wilson(u32::try_from(count).unwrap_or(u32::MAX), games)
        };
        let mut verdicts = BTreeMap::new();
        for game in told {
            *verdicts.entry(game.verdict.clone()).or_insert(0) += 1;
        }
        let spread = |number: &dyn Fn(&Told) -> u32| Spread::of(told.iter().map(number).collect());
        Self {
            games,
            wins: BySide::from_fn(|side| won(Some(side))),
            draws: won(None),
            verdicts,
            points: BySide::from_fn(|side| {
                let sum: i64 = told.iter().map(|game| i64::from(game.points[side])).sum();
                sum as f64 / f64::from(games.max(1))
            }),
            lost: BySide::from_fn(|side| spread(&|game| game.lost[side])),
            taken: BySide::from_fn(|side| spread(&|game| game.taken[side])),
            guns: BySide::from_fn(|side| spread(&|game| game.guns[side])),
            turns: spread(&|game| game.turns),
            decisions: spread(&|game| game.decisions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_holds_the_share_and_never_leaves_the_unit() {
        let half = wilson(50, 100);
        assert!((half.low - 0.4038).abs() < 0.0005, "{half:?}");
        assert!((half.high - 0.5962).abs() < 0.0005, "{half:?}");
        let none = wilson(0, 20);
        assert!(
            none.low == 0.0 && (none.high - 0.1611).abs() < 0.0005,
            "{none:?}"
        );
        let all = wilson(20, 20);
        assert!(
            all.high == 1.0 && (all.low - 0.8389).abs() < 0.0005,
            "{all:?}"
        );
        assert_eq!(wilson(0, 0).high, 1.0);
    }

    #[test]
    fn a_spread_of_numbers() {
        let spread = Spread::of(vec![5, 1, 3]);
        assert_eq!((spread.least, spread.median, spread.most), (1, 3, 5));
        assert!((spread.mean - 3.0).abs() < 1e-9);
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
