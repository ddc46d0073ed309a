//! Who sees whom on the whole map, worked out once.

use core::mem::size_of;

use longroll_board::HexId;

use crate::course::distance;
use crate::scene::{Scene, Spot};
use crate::sight::Sight;
use crate::verdict::Seen;

/// Terrain-only sight between all hexes up to a range, for rules that ask it all the time (SR 6.13, 6.14, 6.31, 9.22,
/// 9.55). Two bits per pair of hexes.
#[derive(Clone, Debug)]
pub struct VisibilityTable {
    range: i32,
    /// Bits of one hex: a square of differences, in words.
    words: usize,
    scene: Scene,
    spots: Vec<Spot>,
    seen: Vec<u64>,
    through_woods: Vec<u64>,
    /// For every hex where its words in `near` begin; one more at the end.
    near_from: Vec<usize>,
    near: Vec<SeenWord>,
}

/// Hexes in sight, as bits of their ids: the word of 64 ids, and which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenWord {
    /// Ids from 64 times this.
    pub word: u16,
    /// Which of them are seen.
    pub hexes: u64,
}

impl VisibilityTable {
    /// Asks for every pair of hexes at most `range` apart. On the map of Shiloh some 0.7 million questions for 10 hexes.
    pub fn build(sight: &Sight, range: u32) -> Self {
        let range = i32::try_from(range)
            .unwrap_or(i32::MAX)
            .min(sight.scene.longest_line());
        let width = usize::try_from(2 * range + 1).unwrap_or(1);
        let words = (width * width).div_ceil(64);
        let mut table = Self {
            range,
            words,
            scene: sight.scene.clone(),
            spots: sight.spots.clone(),
            seen: vec![0; words * sight.spots.len()],
            through_woods: vec![0; words * sight.spots.len()],
            near_from: Vec::with_capacity(sight.spots.len() + 1),
            near: Vec::new(),
        };
        for from in sight.hexes() {
            for to in sight.scene.within(sight.spot(from), range) {
                // Sight is reciprocal (SR 10.25), so half of the questions answer the other half.
                if from <= to {
                    let seen = sight.look(from, to);
                    table.note(from, to, seen);
                    table.note(to, from, seen);
                }
            }
        }
        table.gather_near(sight);
        table
    }

    fn gather_near(&mut self, sight: &Sight) {
        let mut near: Vec<SeenWord> = Vec::new();
        for from in sight.hexes() {
            self.near_from.push(near.len());
            let begin = near.len();
            for to in self.seen_from(from, Self::NEAR) {
                let (word, bit) = (to.index() / 64, 1 << (to.index() % 64));
                let word = u16::try_from(word).unwrap_or(u16::MAX);
                match near.get_mut(begin..).and_then(<[SeenWord]>::last_mut) {
                    Some(last) if last.word == word => last.hexes |= bit,
                    _ => near.push(SeenWord { word, hexes: bit }),
                }
            }
        }
        self.near_from.push(near.len());
        self.near = near;
    }

    /// How far [`Self::seen_near`] looks.
    pub const NEAR: u32 = 4;

    /// The hexes within [`Self::NEAR`] that are in sight, as bits of ids, for questions about who is there (SR 6.13, 9.22).
    #[inline]
    pub fn seen_near(&self, from: HexId) -> &[SeenWord] {
        match self.near_from.get(from.index()..from.index() + 2) {
            Some(&[begin, end]) => self.near.get(begin..end).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The memory of the answers, in bytes: two bits for every pair, and the near ones once more.
    pub fn bytes(&self) -> usize {
        let words = self.seen.len() + self.through_woods.len() + self.near_from.len();
        words * size_of::<u64>() + self.near.len() * size_of::<SeenWord>()
    }

    /// How far it looks.
    pub fn range(&self) -> u32 {
        self.range.unsigned_abs()
    }

    fn place(&self, from: HexId, to: HexId) -> Option<(usize, u64)> {
        let (a, b) = (self.spots.get(from.index())?, self.spots.get(to.index())?);
        let delta = (b.0 - a.0, b.1 - a.1);
        if distance(delta) > self.range {
            return None;
        }
        let bit = (delta.0 + self.range) * (2 * self.range + 1) + delta.1 + self.range;
        let bit = usize::try_from(bit).ok()?;
        Some((from.index() * self.words + bit / 64, 1 << (bit % 64)))
    }

    fn note(&mut self, from: HexId, to: HexId, answer: Seen) {
        let Some((word, bit)) = self.place(from, to) else {
            return;
        };
        if answer.is_visible() {
            self.seen[word] |= bit;
        }
        if answer == Seen::ThroughWoods {
            self.through_woods[word] |= bit;
        }
    }

    /// Whether `to` is within the range of this table and in sight of `from`.
    #[inline]
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        self.place(from, to)
            .is_some_and(|(word, bit)| self.seen[word] & bit != 0)
    }

    /// Whether `to` is within `range` hexes and in sight: the question of SR 6.13 and its like.
    /// A range beyond that of the table is cut to it.
    #[inline]
    pub fn sees_within(&self, from: HexId, to: HexId, range: u32) -> bool {
        self.distance(from, to) <= range && self.sees(from, to)
    }

    /// The hexes within `range` that are in sight, `from` itself included, in the order of ids.
    pub fn seen_from(&self, from: HexId, range: u32) -> impl Iterator<Item = HexId> + '_ {
        let range = i32::try_from(range).map_or(self.range, |range| range.min(self.range));
        self.scene
            .within(self.spots[from.index()], range)
            .filter(move |to| self.sees(from, *to))
    }

    /// The answer with its Woods; none beyond the range of the table.
    pub fn look(&self, from: HexId, to: HexId) -> Option<Seen> {
        let (word, bit) = self.place(from, to)?;
        Some(if self.seen[word] & bit == 0 {
            Seen::Blocked
        } else if self.through_woods[word] & bit == 0 {
            Seen::Clear
        } else {
            Seen::ThroughWoods
        })
    }

    fn distance(&self, from: HexId, to: HexId) -> u32 {
        let (a, b) = (self.spots[from.index()], self.spots[to.index()]);
        distance((b.0 - a.0, b.1 - a.1)).unsigned_abs()
    }
}
