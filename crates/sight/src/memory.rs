//! Answers once given, so that the line between the same two hexes is not traced again.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;

use longroll_board::HexId;

/// Two bits for every pair of hexes: asked, and seen. The answers follow from the ground, so that it does not show when
/// they were worked out.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    rows: Vec<OnceLock<Box<[AtomicU64]>>>,
}

/// A copy begins with an empty memory.
impl Clone for Memory {
    fn clone(&self) -> Self {
        Self::of(self.rows.len())
    }
}

impl Memory {
    const PAIRS_IN_WORD: usize = 32;
    const ASKED: u64 = 1;
    const SEEN: u64 = 2;

    /// An empty memory for a map of so many hexes.
    pub(crate) fn of(hexes: usize) -> Self {
        Self {
            rows: core::iter::repeat_with(OnceLock::new).take(hexes).collect(),
        }
    }

    /// The answer for two hexes, which holds both ways (SR 10.25).
    pub(crate) fn recall(&self, one: HexId, other: HexId, look: impl FnOnce() -> bool) -> bool {
        let (low, high) = (one.min(other).index(), one.max(other).index());
        let Some(row) = self.rows.get(low) else {
            return look();
        };
        let row = row.get_or_init(|| {
            let words = self.rows.len().div_ceil(Self::PAIRS_IN_WORD);
            core::iter::repeat_with(AtomicU64::default)
                .take(words)
                .collect()
        });
        let Some(word) = row.get(high / Self::PAIRS_IN_WORD) else {
            return look();
        };
        let shift = high % Self::PAIRS_IN_WORD * 2;
        let known = word.load(Ordering::Relaxed) >> shift;
        if known & Self::ASKED != 0 {
            return known & Self::SEEN != 0;
        }
        let seen = look();
        let answer = Self::ASKED | if seen { Self::SEEN } else { 0 };
        word.fetch_or(answer << shift, Ordering::Relaxed);
        seen
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;

    #[test]
    fn a_pair_is_looked_at_once_and_both_ways() {
        let hex = |index: u16| HexId::try_from(index).expect("a small index");
        let memory = Memory::of(100);
        let asked = Cell::new(0);
        let look = |seen: bool| {
            let asked = &asked;
            move || {
                asked.set(asked.get() + 1);
                seen
            }
        };
        assert!(memory.recall(hex(3), hex(97), look(true)));
        assert!(memory.recall(hex(97), hex(3), look(false)));
        assert!(!memory.recall(hex(3), hex(96), look(false)));
        assert!(!memory.recall(hex(96), hex(3), look(true)));
        assert_eq!(asked.get(), 2);
        assert!(memory.clone().recall(hex(96), hex(3), look(true)));
        assert_eq!(asked.get(), 3);
        // Beyond its map it remembers nothing, and still answers.
        assert!(memory.recall(hex(200), hex(300), look(true)));
    }
}
