//! The procedure of the fire readings (section E) written down as plainly as possible, on the lines of the board.
//! Slow, and written apart from the crate: the two must agree.

use longroll_board::{
    Feature, Ground, HexId, HexsideId, LineElement, LinePlace, Midpoint, Relief, SlopeClass,
    Terrain,
};
use longroll_sight::{GeographicCrests, SightRules, SteepDrop, Woods, WoodsCount};

/// `None` is blocked; otherwise the number of Woods hexes seen through.
pub fn los(ground: &Ground, rules: SightRules, from: HexId, to: HexId) -> Option<usize> {
    if ground.grid.distance(from, to) <= 1 {
        return Some(0);
    }
    let case = Case::new(ground, rules, from, to);
    if case.crests_block() {
        return None;
    }
    let mut soft = vec![false; case.places.len()];
    let last = case.places.len() - 1;
    for (index, soft) in soft.iter_mut().enumerate().take(last).skip(1) {
        *soft = case.hexes_block(index)?;
    }
    if case.low != case.high {
        if let Some(index) = case.midway()? {
            soft[index] = true;
        }
        if case.hill_blocks() || case.foot_blocks() {
            return None;
        }
        if rules.crests == GeographicCrests::Hide && case.stands_back() {
            return None;
        }
    }
    let count = soft.into_iter().filter(|soft| *soft).count();
    (count < 2).then_some(count)
}

struct Case<'a> {
    ground: &'a Ground,
    rules: SightRules,
    /// From the lower end to the higher.
    places: Vec<LinePlace>,
    low: i32,
    high: i32,
    lower: HexId,
    higher: HexId,
}

impl<'a> Case<'a> {
    fn new(ground: &'a Ground, rules: SightRules, from: HexId, to: HexId) -> Self {
        let (lower, higher) = if ground.level(from) <= ground.level(to) {
            (from, to)
        } else {
            (to, from)
        };
        Self {
            ground,
            rules,
            places: ground.grid.line(lower, higher).places().collect(),
            low: i32::from(ground.level(lower)),
            high: i32::from(ground.level(higher)),
            lower,
            higher,
        }
    }

    fn base(&self, hex: HexId) -> i32 {
        i32::from(self.ground.level(hex))
    }

    fn is_tree(&self, hex: HexId) -> bool {
        matches!(
            self.ground.terrain(hex),
            Terrain::Woods
                | Terrain::FieldBoundary
                | Terrain::Swamp
                | Terrain::SwampStream
                | Terrain::Thicket
                | Terrain::Town
        )
    }

    fn is_soft_kind(&self, hex: HexId) -> bool {
        let sloping = self.ground.hexes[hex].features.contains(Feature::Sloping);
        match self.ground.terrain(hex) {
            Terrain::Woods => !sloping,
            Terrain::FieldBoundary => true,
            _ => false,
        }
    }

    fn is_hard(&self, hex: HexId) -> bool {
        self.is_tree(hex) && (!self.is_soft_kind(hex) || self.rules.woods == Woods::Block)
    }

    fn top(&self, hex: HexId) -> i32 {
        self.base(hex) + i32::from(self.is_tree(hex))
    }

    fn above_median(&self, twice: i32) -> bool {
        self.low != self.high && twice > self.low + self.high
    }

    /// Hexsides between a hex and the hexes of another place.
    fn sides(&self, hex: HexId, index: usize) -> Vec<HexsideId> {
        self.places[index]
            .location
            .hexes()
            .filter_map(|other| self.ground.grid.side_between(hex, other))
            .collect()
    }

    fn any_non_gradual(&self, sides: &[HexsideId]) -> bool {
        sides.iter().any(|side| self.ground.is_non_gradual(*side))
    }

    fn is_steep(&self, side: HexsideId) -> bool {
        matches!(
            self.ground.sides[side].relief.slope_class(),
            Some(SlopeClass::Steep | SlopeClass::Sharp)
        )
    }

    fn crest_height(&self, side: HexsideId) -> Option<i32> {
        match self.ground.sides[side].relief {
            Relief::Crest { first, .. } => {
                Some(self.base(self.ground.grid.side(side).first()) + i32::from(first))
            }
            _ => None,
        }
    }

    fn crests_block(&self) -> bool {
        let last = self.places.len() - 1;
        let crossed = (1..=last).any(|index| {
            let (before, here) = (&self.places[index - 1], &self.places[index]);
            let to_lower = before.from_start + here.from_start;
            let to_higher = before.from_end + here.from_end;
            here.location
                .hexes()
                .flat_map(|hex| self.sides(hex, index - 1))
                .filter_map(|side| self.crest_height(side))
                .any(|height| {
                    index == 1 || index == last || self.crest_blocks(height, to_lower, to_higher)
                })
        });
        let run_along = self.places.iter().any(|place| {
            let hexes: Vec<HexId> = place.location.hexes().collect();
            hexes.len() == 2
                && self
                    .ground
                    .grid
                    .side_between(hexes[0], hexes[1])
                    .and_then(|side| self.crest_height(side))
                    .is_some_and(|height| {
                        self.crest_blocks(height, place.from_start, place.from_end)
                    })
        });
        crossed || run_along
    }

    fn crest_blocks(&self, height: i32, to_lower: u32, to_higher: u32) -> bool {
        height > self.high
            || (self.above_median(2 * height) && to_lower <= to_higher)
            || (self.low != self.high && height == self.high)
    }

    /// Whether the place counts as Woods; `None` if it blocks.
    fn hexes_block(&self, index: usize) -> Option<bool> {
        let place = &self.places[index];
        let hexes: Vec<HexId> = place.location.hexes().collect();
        let beside_field = hexes.len() == 2
            && hexes
                .iter()
                .any(|hex| self.ground.terrain(*hex) == Terrain::Field)
            && hexes
                .iter()
                .any(|hex| self.ground.terrain(*hex) == Terrain::FieldBoundary);
        let closer = place.from_start < place.from_end;
        let equal = place.from_start == place.from_end;
        let mut soft = false;
        for hex in hexes {
            let base = self.base(hex);
            let non_gradual = self.any_non_gradual(&self.sides(hex, index - 1));
            if base > self.high
                || (self.above_median(2 * base)
                    && (closer || (equal && non_gradual && base - self.low > 1)))
            {
                return None;
            }
            let ignored = beside_field && self.ground.terrain(hex) == Terrain::FieldBoundary;
            if !self.is_tree(hex) || ignored {
                continue;
            }
            let top = self.top(hex);
            let hard = self.is_hard(hex);
            let stands = top > self.high || (self.above_median(2 * top) && (closer || equal));
            if stands || self.treetops(hex, index) {
                if hard {
                    return None;
                }
                soft = true;
            }
            if let Woods::OneSeenThrough {
                count: WoodsCount::EveryHex,
                ..
            } = self.rules.woods
            {
                soft |= !hard;
            }
            let blind = [self.lower, self.higher]
                .into_iter()
                .any(|end| self.ground.grid.adjacent(hex, end) && top > self.base(end));
            if self.low != self.high && hard && blind {
                return None;
            }
        }
        Some(soft)
    }

    fn treetops(&self, hex: HexId, index: usize) -> bool {
        let exception = !matches!(
            self.rules.woods,
            Woods::OneSeenThrough {
                steep_drop: SteepDrop::Treetops,
                ..
            }
        );
        let last = self.places.len() - 1;
        self.is_soft_kind(hex)
            && [
                (self.lower, 0, index == 1),
                (self.higher, last, index + 1 == last),
            ]
            .into_iter()
            .any(|(end, place, next)| {
                let steep =
                    self.base(hex) < self.low && self.any_non_gradual(&self.sides(hex, place));
                next && self.is_soft_kind(end)
                    && self.base(hex) < self.base(end)
                    && !(exception && steep)
            })
    }

    /// The place that counts as Woods because of the mid-way hexside; `None` outside if it blocks.
    fn midway(&self) -> Option<Option<usize>> {
        let line = self.ground.grid.line(self.lower, self.higher);
        let Midpoint::Side(Some(side)) = line.midpoint() else {
            return Some(None);
        };
        let (a, Some(b)) = self.ground.grid.side(side).hexes() else {
            return Some(None);
        };
        let (top, bottom) = if self.top(a) > self.top(b) {
            (a, b)
        } else {
            (b, a)
        };
        let rises = self.base(a).max(self.base(b)) - self.low > 1;
        let non_gradual = self.ground.is_non_gradual(side) && rises;
        if self.top(a) == self.top(b)
            || !self.above_median(self.top(a) + self.top(b))
            || !(self.is_tree(top) || non_gradual)
        {
            return Some(None);
        }
        if non_gradual && self.above_median(self.base(a) + self.base(b)) {
            return None;
        }
        let wooded = if self.is_tree(top) { top } else { bottom };
        if self.is_hard(wooded) {
            return None;
        }
        Some(
            self.places
                .iter()
                .position(|place| place.location.hexes().any(|hex| hex == wooded)),
        )
    }

    fn hill_blocks(&self) -> bool {
        let between = &self.places[1..self.places.len() - 1];
        between.iter().enumerate().any(|(index, place)| {
            place
                .location
                .hexes()
                .any(|hex| self.base(hex) == self.high)
                && between[index + 1..]
                    .iter()
                    .any(|place| place.location.hexes().any(|hex| self.base(hex) < self.high))
        })
    }

    fn foot_blocks(&self) -> bool {
        self.places[1].location.hexes().any(|brow| {
            let steep_foot = self
                .sides(brow, 0)
                .into_iter()
                .any(|side| self.is_steep(side));
            let all_steep = (1..self.places.len() - 1).all(|index| {
                self.places[index]
                    .location
                    .hexes()
                    .filter(|hex| index > 1 || *hex == brow)
                    .flat_map(|hex| self.sides(hex, index + 1))
                    .all(|side| self.is_steep(side))
            });
            self.base(brow) > self.low && steep_foot && !all_steep
        })
    }

    fn highest(&self, place: &LinePlace) -> i32 {
        place
            .location
            .hexes()
            .map(|hex| self.base(hex))
            .max()
            .expect("a place has a hex")
    }

    /// SR 10.24-crests.
    fn stands_back(&self) -> bool {
        let between = &self.places[1..self.places.len() - 1];
        let front = between
            .iter()
            .rev()
            .take_while(|place| self.highest(place) == self.high)
            .count();
        let line = self.ground.grid.line(self.lower, self.higher);
        let mut behind = 0;
        for element in line.elements_beyond(99) {
            let highest = match element {
                LineElement::Hex(hex) => self.base(hex),
                LineElement::Along {
                    hexes: (first, second),
                    ..
                } => {
                    let second = second.map_or(i32::MIN, |hex| self.base(hex));
                    self.base(first).max(second)
                }
                LineElement::OffMap => return false,
                LineElement::Side(_) | LineElement::Vertex(_) => continue,
            };
            match highest.cmp(&self.high) {
                std::cmp::Ordering::Equal => behind += 1,
                std::cmp::Ordering::Less => return behind < front,
                std::cmp::Ordering::Greater => return false,
            }
        }
        false
    }
}
