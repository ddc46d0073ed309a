//! Sets of hexes and dense arrays over hexes and hexsides, always in the order of ids.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Grid, HexId, HexsideId};

/// A set of hexes as bits.
#[derive(Clone, Default)]
pub struct HexSet {
    words: Vec<u64>,
}

impl HexSet {
    /// No hex.
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// No hex yet, with room for all of a grid.
    pub fn for_grid(grid: &Grid) -> Self {
        Self {
            words: vec![0; grid.len().div_ceil(64)],
        }
    }

    /// Adds a hex; says whether it was new.
    pub fn insert(&mut self, hex: HexId) -> bool {
        let (word, bit) = (hex.index() / 64, hex.index() % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let before = self.words[word];
        self.words[word] |= 1 << bit;
        before != self.words[word]
    }

    /// Takes a hex out; says whether it was there.
    pub fn remove(&mut self, hex: HexId) -> bool {
        let (word, bit) = (hex.index() / 64, hex.index() % 64);
        let Some(word) = self.words.get_mut(word) else {
            return false;
        };
        let before = *word;
        *word &= !(1 << bit);
        before != *word
    }

    /// Whether the hex is in the set.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.words
            .get(hex.index() / 64)
            .is_some_and(|word| word >> (hex.index() % 64) & 1 == 1)
    }

    /// How many hexes.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Takes all hexes out and keeps the room.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The hexes in order.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                HexId::from_index(index * 64 + bit).ok()
            })
        })
    }

    /// Adds all hexes of `other`.
    pub fn union_with(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word |= theirs;
        }
    }

    /// Keeps only the hexes that are also in `other`.
    pub fn intersect_with(&mut self, other: &Self) {
        for (index, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(index).copied().unwrap_or(0);
        }
    }

    /// Takes out all hexes of `other`.
    pub fn subtract(&mut self, other: &Self) {
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word &= !theirs;
        }
    }

    /// Whether a hex is in both.
    pub fn intersects(&self, other: &Self) -> bool {
        self.words
            .iter()
            .zip(&other.words)
            .any(|(ours, theirs)| ours & theirs != 0)
    }

    /// Whether every hex of this set is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words
            .iter()
            .enumerate()
            .all(|(index, word)| word & !other.words.get(index).copied().unwrap_or(0) == 0)
    }

    fn significant(&self) -> &[u64] {
        let used = self
            .words
            .iter()
            .rposition(|word| *word != 0)
            .map_or(0, |last| last + 1);
        &self.words[..used]
    }
}

impl PartialEq for HexSet {
    /// By content: how much room a set has does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.significant() == other.significant()
    }
}

impl Eq for HexSet {}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(HexId::index))
            .finish()
    }
}

impl Extend<HexId> for HexSet {
    fn extend<I: IntoIterator<Item = HexId>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = Self::new();
        set.extend(hexes);
        set
    }
}

impl Serialize for HexSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for HexSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<HexId>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

macro_rules! dense_map {
    ($(#[$doc:meta])* $name:ident, $id:ty, $count:ident, $ids:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name<T>(Vec<T>);

        impl<T> $name<T> {
            /// One value for each, made by `value`.
            pub fn from_fn(grid: &Grid, value: impl FnMut($id) -> T) -> Self {
                let ids: fn(&Grid) -> Vec<$id> = $ids;
                Self(ids(grid).into_iter().map(value).collect())
            }

            /// The same value for each.
            pub fn filled(grid: &Grid, value: T) -> Self
            where
                T: Clone,
            {
                Self(vec![value; grid.$count()])
            }

            /// How many values: as many as the grid had places.
            pub fn len(&self) -> usize {
                self.0.len()
            }

            /// Whether it was made without a grid, by reading an empty list.
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }

            /// The value, or none for an id of another grid.
            pub fn get(&self, id: $id) -> Option<&T> {
                self.0.get(id.index())
            }

            /// All values in the order of ids.
            pub fn values(&self) -> impl ExactSizeIterator<Item = &T> {
                self.0.iter()
            }
        }

        impl<T> Index<$id> for $name<T> {
            type Output = T;

            #[inline]
            fn index(&self, id: $id) -> &T {
                &self.0[id.index()]
            }
        }

        impl<T> IndexMut<$id> for $name<T> {
            #[inline]
            fn index_mut(&mut self, id: $id) -> &mut T {
                &mut self.0[id.index()]
            }
        }
    };
}

dense_map!(
    /// One value per hex of a grid.
    HexMap,
    HexId,
    len,
    |grid| grid.hexes().collect()
);
dense_map!(
    /// One value per hexside of a grid.
    SideMap,
    HexsideId,
    side_count,
    |grid| grid.sides().map(|side| side.id()).collect()
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GridLayout, Parity};

    fn grid() -> Grid {
        Grid::new(GridLayout::plain(10..=25, 1..=12, Parity::EvenSouth)).unwrap()
    }

    #[test]
    fn a_set_keeps_order_and_ignores_room() {
        let grid = grid();
        let named = |names: &[&str]| names.iter().map(|name| grid.parse(name).unwrap()).collect();
        let mut set: HexSet = named(&["2512", "1001", "1703"]);
        assert_eq!(
            set.iter().map(|hex| grid.name(hex)).collect::<Vec<_>>(),
            ["1001", "1703", "2512"]
        );
        assert_eq!(set.len(), 3);
        let last = grid.parse("2512").unwrap();
        assert!(set.remove(last) && !set.remove(last) && !set.contains(last));
        let mut other = HexSet::for_grid(&grid);
        assert!(other.is_empty());
        other.extend(set.iter());
        assert_eq!(set, other);
        assert!(!other.insert(grid.parse("1001").unwrap()));
    }

    #[test]
    fn set_arithmetic_works_whatever_the_room() {
        let grid = grid();
        let named = |names: &[&str]| -> HexSet {
            names.iter().map(|name| grid.parse(name).unwrap()).collect()
        };
        let (small, large) = (named(&["1001", "1002"]), named(&["1002", "2512"]));
        for (a, b) in [(&small, &large), (&large, &small)] {
            let mut union = a.clone();
            union.union_with(b);
            assert_eq!(union, named(&["1001", "1002", "2512"]));
            let mut both = a.clone();
            both.intersect_with(b);
            assert_eq!(both, named(&["1002"]));
            assert!(both.is_subset(a) && !a.is_subset(b) && a.intersects(b));
            let mut rest = a.clone();
            rest.subtract(b);
            assert!(!rest.intersects(b));
            assert_eq!(rest.len(), 1);
        }
    }

    #[test]
    fn a_set_is_saved_as_the_list_of_its_indices() {
        let grid = grid();
        let set: HexSet = [grid.parse("1003").unwrap(), grid.parse("1001").unwrap()]
            .into_iter()
            .collect();
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(text, "[0,2]");
        assert_eq!(serde_json::from_str::<HexSet>(&text).unwrap(), set);
        assert!(serde_json::from_str::<HexSet>("[65535]").is_err());
    }

    #[test]
    fn maps_have_one_value_per_place() {
        let grid = grid();
        let mut levels = HexMap::filled(&grid, 0i8);
        let hex = grid.parse("1703").unwrap();
        levels[hex] = 4;
        assert_eq!((levels[hex], levels.len()), (4, grid.len()));
        let sides = SideMap::from_fn(&grid, |side| side.index());
        assert!(sides.values().copied().eq(0..grid.side_count()));
        let larger = Grid::new(GridLayout::plain(10..=40, 1..=12, Parity::EvenSouth)).unwrap();
        assert_eq!(levels.get(larger.parse("4012").unwrap()), None);
    }
}
