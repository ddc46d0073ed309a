//! Who stands in which hex, in stacking order. An index over the units that is kept in step with them.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{BySide, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One hex of a unit: the counter itself, or one of its extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Part {
    pub unit: UnitId,
    /// 0 for the counter, 1 and 2 for the extensions in the order of `Extent::hexes`.
    pub number: u8,
}

const NOBODY: u16 = u16::MAX;

impl Part {
    /// The counter of a unit.
    #[must_use]
    pub const fn counter(unit: UnitId) -> Self {
        Self { unit, number: 0 }
    }

    const fn node(self) -> u16 {
        self.unit.0 * 3 + self.number as u16
    }

    const fn from_node(node: u16) -> Self {
        Self {
            unit: UnitId(node / 3),
            number: (node % 3) as u8,
        }
    }
}

/// Where in a stack a newcomer goes (SR 8.23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StackPlace {
    /// On top.
    Top,
    /// At the bottom.
    Bottom,
    /// Directly below this unit.
    Below(UnitId),
}

/// The stacks of the map, top to bottom, as linked lists over dense arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupancy {
    top: Vec<u16>,
    below: Vec<u16>,
    side: Vec<Option<Side>>,
    /// The same by side, a bit for every hex.
    held: BySide<Vec<u64>>,
}

impl Occupancy {
    /// An empty map of so many hexes for so many units.
    #[must_use]
    pub fn new(hexes: usize, units: usize) -> Self {
        Self {
            top: vec![NOBODY; hexes],
            below: vec![NOBODY; units * 3],
            side: vec![None; hexes],
            held: BySide::from_fn(|_| vec![0; hexes.div_ceil(64)]),
        }
    }

    /// How many hexes the map has.
    #[must_use]
    pub const fn hexes(&self) -> usize {
        self.top.len()
    }

    /// How many units there are.
    #[must_use]
    pub const fn units(&self) -> usize {
        self.below.len() / 3
    }

    /// The hexes from one id to another that a side holds.
    #[must_use]
    pub fn held_between(&self, side: Side, first: HexId, last: HexId) -> Held<'_> {
        let (first, last) = (first.index(), last.index());
        let words = self.held[side].get(..=last / 64).unwrap_or_default();
        let word = words.get(first / 64).copied().unwrap_or_default();
        Held {
            words,
            place: first / 64,
            bits: word & (u64::MAX << (first % 64)),
            last,
        }
    }

    /// Every hex that a side holds, in the order of ids.
    #[must_use]
    pub fn held_anywhere(&self, side: Side) -> Held<'_> {
        let words = self.held[side].as_slice();
        Held {
            words,
            place: 0,
            bits: words.first().copied().unwrap_or_default(),
            last: usize::MAX,
        }
    }

    /// What a side holds, a bit for every id.
    #[must_use]
    pub fn held(&self, side: Side) -> &[u64] {
        &self.held[side]
    }

    fn hold(&mut self, hex: HexId, side: Option<Side>) {
        self.side[hex.index()] = side;
        let (word, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        for each in Side::BOTH {
            if side == Some(each) {
                self.held[each][word] |= bit;
            } else {
                self.held[each][word] &= !bit;
            }
        }
    }

    /// The stack of a hex, top to bottom.
    #[must_use]
    pub fn stack(&self, hex: HexId) -> Stack<'_> {
        Stack {
            below: &self.below,
            next: self.top.get(hex.index()).copied().unwrap_or(NOBODY),
        }
    }

    /// Whose combat units stand there; gunboats do not count (reading I106).
    #[must_use]
    pub fn side(&self, hex: HexId) -> Option<Side> {
        self.side.get(hex.index()).copied().flatten()
    }

    /// Whether anything at all stands there.
    #[must_use]
    pub fn is_empty(&self, hex: HexId) -> bool {
        self.top.get(hex.index()).is_none_or(|&node| node == NOBODY)
    }

    /// Puts a part into a hex. A gunboat passes no side: it holds nothing.
    pub fn place(&mut self, hex: HexId, part: Part, side: Option<Side>, place: StackPlace) {
        let node = part.node();
        let first = self.top[hex.index()];
        match place {
            StackPlace::Top => {
                self.below[node as usize] = first;
                self.top[hex.index()] = node;
            }
            StackPlace::Bottom | StackPlace::Below(_) => {
                let wanted = match place {
                    StackPlace::Below(unit) => Some(unit),
                    _ => None,
                };
                let mut last = NOBODY;
                let mut next = first;
                while next != NOBODY {
                    last = next;
                    next = self.below[next as usize];
                    if wanted == Some(Part::from_node(last).unit) {
                        break;
                    }
                }
                self.below[node as usize] = next;
                if last == NOBODY {
                    self.top[hex.index()] = node;
                } else {
                    self.below[last as usize] = node;
                }
            }
        }
        if side.is_some() {
            self.hold(hex, side);
        }
    }

    /// Takes a part out of a hex; nothing happens if it is not there.
    pub fn remove(&mut self, hex: HexId, part: Part) {
        let node = part.node();
        let first = self.top[hex.index()];
        if first == node {
            self.top[hex.index()] = self.below[node as usize];
        } else {
            let mut last = first;
            while last != NOBODY && self.below[last as usize] != node {
                last = self.below[last as usize];
            }
            if last == NOBODY {
                return;
            }
            self.below[last as usize] = self.below[node as usize];
        }
        self.below[node as usize] = NOBODY;
        if self.top[hex.index()] == NOBODY {
            self.hold(hex, None);
        }
    }

    /// Every hex with something in it.
    pub fn occupied(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.top.len())
            .filter(|&index| self.top[index] != NOBODY)
            .filter_map(|index| HexId::from_index(index).ok())
    }
}

/// The stacks alone: the empty hexes tell nothing, and there are many.
impl core::hash::Hash for Occupancy {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        for (index, &first) in self.top.iter().enumerate() {
            if first == NOBODY {
                continue;
            }
            hasher.write_u32(index as u32);
            let side = match self.side[index] {
                None => 0,
                Some(Side::Union) => 1,
                Some(Side::Confederate) => 2,
            };
            hasher.write_u32(side);
            let mut node = first;
            while node != NOBODY {
                hasher.write_u32(u32::from(node));
                node = self.below[usize::from(node)];
            }
        }
    }
}

/// The hexes of a stretch of ids that a side holds, in their order.
#[derive(Debug, Clone)]
pub struct Held<'a> {
    words: &'a [u64],
    place: usize,
    bits: u64,
    last: usize,
}

impl Iterator for Held<'_> {
    type Item = HexId;

    #[inline]
    fn next(&mut self) -> Option<HexId> {
        while self.bits == 0 {
            self.place += 1;
            self.bits = *self.words.get(self.place)?;
        }
        let index = self.place * 64 + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        (index <= self.last)
            .then(|| HexId::from_index(index).ok())
            .flatten()
    }
}

/// The parts of one stack, top to bottom.
#[derive(Debug, Clone)]
pub struct Stack<'a> {
    below: &'a [u16],
    next: u16,
}

impl Iterator for Stack<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        if self.next == NOBODY {
            return None;
        }
        let part = Part::from_node(self.next);
        self.next = self.below[self.next as usize];
        Some(part)
    }
}

/// What a save holds: the stacks only.
#[derive(Serialize, Deserialize)]
struct Saved {
    hexes: usize,
    units: usize,
    stacks: Vec<(u16, Option<Side>, Vec<u16>)>,
}

impl Serialize for Occupancy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stacks = self
            .occupied()
            .map(|hex| {
                (
                    u16::from(hex),
                    self.side(hex),
                    self.stack(hex).map(Part::node).collect(),
                )
            })
            .collect();
        Saved {
            hexes: self.top.len(),
            units: self.below.len() / 3,
            stacks,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Occupancy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let saved = Saved::deserialize(deserializer)?;
        if saved.hexes > usize::from(u16::MAX) || saved.units > usize::from(u16::MAX) / 3 {
            return Err(D::Error::custom("more hexes or units than a map can have"));
        }
        let mut occupancy = Self::new(saved.hexes, saved.units);
        let mut seen = vec![false; occupancy.below.len()];
        for (hex, side, nodes) in saved.stacks {
            let hex = HexId::try_from(hex).map_err(D::Error::custom)?;
            if hex.index() >= saved.hexes {
                return Err(D::Error::custom(format!(
                    "hex {} is off the map",
                    hex.index()
                )));
            }
            for node in nodes {
                match seen.get_mut(usize::from(node)) {
                    None => return Err(D::Error::custom(format!("part {node} is of no unit"))),
                    Some(true) => {
                        return Err(D::Error::custom(format!("part {node} stands twice")));
                    }
                    Some(fresh) => *fresh = true,
                }
                occupancy.place(hex, Part::from_node(node), side, StackPlace::Bottom);
            }
        }
        Ok(occupancy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits by side agree with the stacks, over the edges of words.
    #[test]
    fn a_stretch_of_ids_tells_who_holds_it() {
        let hex = |index: usize| HexId::from_index(index).expect("a small index");
        let mut map = Occupancy::new(200, 4);
        for (unit, index) in [(0, 3), (1, 64), (2, 127), (3, 128)] {
            let side = if unit == 1 {
                Side::Confederate
            } else {
                Side::Union
            };
            map.place(
                hex(index),
                Part::counter(UnitId(unit)),
                Some(side),
                StackPlace::Top,
            );
        }
        let held = |map: &Occupancy, side, first, last| -> Vec<usize> {
            map.held_between(side, hex(first), hex(last))
                .map(HexId::index)
                .collect()
        };
        assert_eq!(held(&map, Side::Union, 0, 199), [3, 127, 128]);
        assert_eq!(held(&map, Side::Union, 4, 127), [127]);
        assert_eq!(held(&map, Side::Union, 3, 3), [3]);
        assert_eq!(held(&map, Side::Confederate, 0, 63), [0; 0]);
        assert_eq!(held(&map, Side::Confederate, 64, 64), [64]);
        map.remove(hex(127), Part::counter(UnitId(2)));
        assert_eq!(held(&map, Side::Union, 4, 199), [128]);
    }

    fn names(occupancy: &Occupancy, hex: HexId) -> Vec<u16> {
        occupancy.stack(hex).map(|part| part.unit.0).collect()
    }

    #[test]
    fn stacks_keep_their_order() {
        let hex = HexId::from_index(7).unwrap();
        let mut map = Occupancy::new(10, 5);
        let side = Some(Side::Union);
        map.place(hex, Part::counter(UnitId(1)), side, StackPlace::Top);
        map.place(hex, Part::counter(UnitId(2)), side, StackPlace::Top);
        map.place(hex, Part::counter(UnitId(3)), side, StackPlace::Bottom);
        map.place(
            hex,
            Part::counter(UnitId(4)),
            side,
            StackPlace::Below(UnitId(2)),
        );
        assert_eq!(names(&map, hex), [2, 4, 1, 3]);
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Occupancy>(&text).unwrap(), map);
        map.remove(hex, Part::counter(UnitId(1)));
        map.remove(hex, Part::counter(UnitId(2)));
        map.remove(hex, Part::counter(UnitId(0)));
        assert_eq!(names(&map, hex), [4, 3]);
        map.remove(hex, Part::counter(UnitId(4)));
        map.remove(hex, Part::counter(UnitId(3)));
        assert!(map.is_empty(hex));
        assert_eq!(map.side(hex), None);
    }

    #[test]
    fn a_damaged_save_is_refused() {
        for text in [
            r#"{"hexes":2,"units":1,"stacks":[[5,null,[0]]]}"#,
            r#"{"hexes":2,"units":1,"stacks":[[0,null,[3]]]}"#,
            r#"{"hexes":2,"units":1,"stacks":[[0,null,[0]],[1,null,[0]]]}"#,
            r#"{"hexes":70000,"units":1,"stacks":[]}"#,
        ] {
            assert!(serde_json::from_str::<Occupancy>(text).is_err(), "{text}");
        }
    }
}
