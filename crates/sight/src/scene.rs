//! The ground as sight sees it: base levels, trees, slopes and crests, packed for walking.

use std::ops::RangeInclusive;

use longroll_board::{
    Direction, Feature, Ground, HexGround, HexId, Parity, Position, Relief, SideGround, SlopeClass,
    Terrain,
};
use longroll_rule::Rule;

/// Axial position.
pub(crate) type Spot = (i32, i32);

/// What stands on a hex, as far as sight is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cover {
    /// Nothing but water.
    Water,
    /// BB 9.44-field, BB 9.44-orchard: open ground.
    Field,
    /// BB 9.44-boundary: trees like Woods, ignored beside a Field.
    FieldBoundary,
    /// SR 10.23, BB 9.44-woods.
    Woods,
    /// BB 9.44-swamp, Swamp-Stream included.
    Swamp,
    /// BB 9.44-thicket.
    Thicket,
    /// BB 9.44-sloping, with trees.
    WoodedSloping,
    /// SR 10.23: houses are as high as trees.
    Town,
}

impl Cover {
    /// BB 9.44: sloping Woods block at once; a sloping Field Boundary stays a Field Boundary, a sloping Field a Field
    /// (fire readings 83 and 84).
    fn of(hex: &HexGround) -> Self {
        match hex.terrain {
            Terrain::Clear | Terrain::Field | Terrain::Orchard => Self::Field,
            Terrain::FieldBoundary => Self::FieldBoundary,
            Terrain::Woods if hex.features.contains(Feature::Sloping) => Self::WoodedSloping,
            Terrain::Woods => Self::Woods,
            Terrain::Thicket => Self::Thicket,
            Terrain::Swamp | Terrain::SwampStream => Self::Swamp,
            Terrain::Town => Self::Town,
            Terrain::River | Terrain::Lake => Self::Water,
        }
    }

    /// One level above the ground (SR 10.23).
    pub const fn is_tall(self) -> bool {
        !matches!(self, Self::Water | Self::Field)
    }

    /// Woods and Field Boundaries, which a battle may let one see through.
    pub const fn is_woods(self) -> bool {
        matches!(self, Self::Woods | Self::FieldBoundary)
    }

    /// The rule that makes this cover one level high.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Water | Self::Field | Self::Town => Rule::SR_10_23,
            Self::FieldBoundary => Rule::BB_9_44_boundary,
            Self::Woods => Rule::BB_9_44_woods,
            Self::Swamp => Rule::BB_9_44_swamp,
            Self::Thicket => Rule::BB_9_44_thicket,
            Self::WoodedSloping => Rule::BB_9_44_sloping,
        }
    }
}

/// A hexside for sight: the class of its slope, and whether a crest runs along it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    bits: u8,
}

impl Side {
    const NON_GRADUAL: u8 = 1;
    const STEEP: u8 = 2;
    const CREST: u8 = 4;

    const GRADUAL: Self = Self { bits: 0 };
    const MINOR: Self = Self {
        bits: Self::NON_GRADUAL,
    };
    const STEEP_OR_SHARP: Self = Self {
        bits: Self::NON_GRADUAL | Self::STEEP,
    };

    /// A crest has at least two contour lines, so it is no gradual change.
    const CREST_HEXSIDE: Self = Self {
        bits: Self::NON_GRADUAL | Self::CREST,
    };

    /// BB 9.44-ravine: a Ravine has no effect on sight.
    fn of(side: &SideGround) -> Self {
        match side.relief {
            Relief::Level | Relief::Ravine { .. } => Self::GRADUAL,
            Relief::Crest { .. } => Self::CREST_HEXSIDE,
            Relief::Slope { class, .. } => match class {
                SlopeClass::Gradual => Self::GRADUAL,
                SlopeClass::Minor => Self::MINOR,
                SlopeClass::Steep | SlopeClass::Sharp => Self::STEEP_OR_SHARP,
            },
        }
    }

    pub const fn is_non_gradual(self) -> bool {
        self.bits & Self::NON_GRADUAL != 0
    }

    pub const fn is_steep(self) -> bool {
        self.bits & Self::STEEP != 0
    }

    pub const fn has_crest(self) -> bool {
        self.bits & Self::CREST != 0
    }
}

/// One hex of the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub hex: HexId,
    pub base: i16,
    pub cover: Cover,
    pub sides: [Side; 6],
}

impl Cell {
    pub fn base(&self) -> i32 {
        i32::from(self.base)
    }

    /// Height with its trees or houses.
    pub fn top(&self) -> i32 {
        self.base() + i32::from(self.cover.is_tall())
    }

    pub fn side(&self, direction: Direction) -> Side {
        self.sides[direction.index()]
    }
}

/// All cells in a rectangle of axial coordinates; positions off the map hold nothing.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    first: Spot,
    width: usize,
    height: usize,
    cells: Vec<Option<Cell>>,
    /// Crest hexsides, sorted: hex, direction, height. Each is listed from both sides.
    crests: Vec<(Spot, Direction, i32)>,
    /// The lowest level of the land and the next one there is.
    two_lowest: RangeInclusive<i32>,
}

/// Axial coordinates: `q` counts columns, `r` counts hexes to the south within one.
fn spot(position: Position, parity: Parity) -> Spot {
    let (column, row) = (i32::from(position.column), i32::from(position.row));
    let odd = column.rem_euclid(2);
    let half_columns = match parity {
        Parity::OddSouth => (column - odd) / 2,
        Parity::EvenSouth => (column + odd) / 2,
    };
    (column, row - half_columns)
}

impl Scene {
    /// The scene of a ground, and the position of each of its hexes.
    pub fn of(ground: &Ground) -> (Self, Vec<Spot>) {
        let grid = &ground.grid;
        let spots: Vec<Spot> = grid
            .hexes()
            .map(|hex| spot(grid.position(hex), grid.layout().parity))
            .collect();
        let cells: Vec<(Spot, Cell)> = grid
            .hexes()
            .zip(&spots)
            .map(|(hex, spot)| {
                let sides = Direction::ALL.map(|way| Side::of(ground.side_of(hex, way)));
                let cell = Cell {
                    hex,
                    base: i16::from(ground.level(hex)),
                    cover: Cover::of(&ground.hexes[hex]),
                    sides,
                };
                (*spot, cell)
            })
            .collect();
        let mut crests = Vec::new();
        for (hex, spot) in grid.hexes().zip(&spots) {
            for way in Direction::ALL {
                if let Relief::Crest { .. } = ground.side_of(hex, way).relief {
                    crests.push((*spot, way, crest_height(ground, hex, way)));
                }
            }
        }
        (Self::new(&cells, crests), spots)
    }

    fn new(cells: &[(Spot, Cell)], mut crests: Vec<(Spot, Direction, i32)>) -> Self {
        let bounds = |pick: fn(&Spot) -> i32| {
            let values = || cells.iter().map(|(spot, _)| pick(spot));
            let low = values().min().unwrap_or(0);
            let high = values().max().unwrap_or(-1);
            (low, usize::try_from(high - low + 1).unwrap_or(0))
        };
        let (first_q, width) = bounds(|spot| spot.0);
        let (first_r, height) = bounds(|spot| spot.1);
        crests.sort_unstable();
        let mut scene = Self {
            first: (first_q, first_r),
            width,
            height,
            cells: vec![None; width * height],
            crests,
            two_lowest: two_lowest_levels(cells),
        };
        for (spot, cell) in cells {
            if let Some(slot) = scene
                .index(*spot)
                .and_then(|index| scene.cells.get_mut(index))
            {
                *slot = Some(*cell);
            }
        }
        scene
    }

    fn index(&self, spot: Spot) -> Option<usize> {
        let column = usize::try_from(spot.0 - self.first.0).ok()?;
        let row = usize::try_from(spot.1 - self.first.1).ok()?;
        (column < self.width && row < self.height).then_some(column * self.height + row)
    }

    /// The hex at a position, if the map has one there.
    pub fn cell(&self, spot: Spot) -> Option<&Cell> {
        self.cells.get(self.index(spot)?)?.as_ref()
    }

    /// Every hex at most `range` hexes away, the middle included, column by column.
    pub fn within(&self, (q, r): Spot, range: i32) -> impl Iterator<Item = HexId> + '_ {
        (-range..=range)
            .flat_map(move |east| {
                let (north, south) = ((-range).max(-range - east), range.min(range - east));
                (north..=south).map(move |down| (q + east, r + down))
            })
            .filter_map(|spot| self.cell(spot))
            .map(|cell| cell.hex)
    }

    /// No line on this map is longer.
    pub fn longest_line(&self) -> i32 {
        i32::try_from(self.width + self.height).unwrap_or(i32::MAX)
    }

    /// BB 14.74: the two lowest levels of the land.
    pub fn two_lowest_levels(&self) -> &RangeInclusive<i32> {
        &self.two_lowest
    }

    /// BB 9.44-crest: whether the map has any, so that most lines need not ask.
    pub fn has_crests(&self) -> bool {
        !self.crests.is_empty()
    }

    /// Height of the crest on a hexside.
    pub fn crest(&self, spot: Spot, direction: Direction) -> Option<i32> {
        if !self.cell(spot)?.side(direction).has_crest() {
            return None;
        }
        let at = self
            .crests
            .binary_search_by_key(&(spot, direction), |(spot, direction, _)| {
                (*spot, *direction)
            })
            .ok()?;
        self.crests.get(at).map(|(_, _, height)| *height)
    }
}

fn two_lowest_levels(cells: &[(Spot, Cell)]) -> RangeInclusive<i32> {
    let land = || {
        cells
            .iter()
            .filter(|(_, cell)| cell.cover != Cover::Water)
            .map(|(_, cell)| cell.base())
    };
    let lowest = land().min().unwrap_or(0);
    let next = land().filter(|level| *level > lowest).min();
    lowest..=next.unwrap_or(lowest)
}

/// BB 9.44-crest: the base of a hex and the contour lines from it up to the crest (fire reading 85). Where the two hexes
/// disagree the crest is as high as the higher of them makes it.
fn crest_height(ground: &Ground, hex: HexId, way: Direction) -> i32 {
    let from =
        |hex: HexId, way| i32::from(ground.level(hex)) + i32::from(ground.climb(hex, way).up);
    let beyond = ground.grid.neighbour(hex, way);
    from(hex, way).max(beyond.map_or(i32::MIN, |hex| from(hex, way.opposite())))
}
