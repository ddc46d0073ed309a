//! The ground: a grid with its terrain, ready for questions.

use serde::{Deserialize, Serialize};

use crate::{
    Climb, Crossing, Direction, FeatureSet, FieldId, Gazetteer, Grid, HexId, HexMap, HexsideId,
    Passage, Relief, RouteKind, RouteSet, SideEnd, SideMap, SlopeClass, Source, Terrain, Water,
};

/// One hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HexGround {
    pub terrain: Terrain,
    /// SR 9.46, BB 9.44: the level of its centre.
    pub level: i8,
    pub features: FeatureSet,
    /// The field it belongs to.
    pub field: Option<FieldId>,
    /// Height of the ground in feet where the map gives it; for drawing and for people only.
    pub feet: Option<i16>,
    pub source: Source,
}

/// One hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SideGround {
    pub water: Water,
    /// The name of the water, as an index into [`Gazetteer::waters`].
    pub water_name: Option<u8>,
    pub crossing: Crossing,
    pub relief: Relief,
    pub routes: RouteSet,
    pub passage: Passage,
    pub source: Source,
}

/// A whole board. Filled by whoever loads a map; asked by everyone else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    pub grid: Grid,
    pub hexes: HexMap<HexGround>,
    pub sides: SideMap<SideGround>,
    pub names: Gazetteer,
}

impl Ground {
    /// The same terrain in every hex, level 0, nothing on the hexsides, no names.
    pub fn uniform(grid: Grid, terrain: Terrain) -> Self {
        let hexes = HexMap::filled(
            &grid,
            HexGround {
                terrain,
                ..HexGround::default()
            },
        );
        let sides = SideMap::filled(&grid, SideGround::default());
        Self {
            grid,
            hexes,
            sides,
            names: Gazetteer::default(),
        }
    }

    /// The base terrain of a hex.
    #[inline]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.hexes[hex].terrain
    }

    /// The level of a hex.
    #[inline]
    pub fn level(&self, hex: HexId) -> i8 {
        self.hexes[hex].level
    }

    /// The hexside in a direction.
    #[inline]
    pub fn side_of(&self, hex: HexId, direction: Direction) -> &SideGround {
        &self.sides[self.grid.side_of(hex, direction)]
    }

    /// The hexside two adjacent hexes share.
    pub fn side_between(&self, a: HexId, b: HexId) -> Option<&SideGround> {
        self.grid.side_between(a, b).map(|side| &self.sides[side])
    }

    /// Movement reading I89: contour lines climbed and descended on the way out of `hex` in a direction.
    pub fn climb(&self, hex: HexId, direction: Direction) -> Climb {
        let side = self.grid.side_of(hex, direction);
        self.sides[side].relief.climb(self.end_of(side, hex))
    }

    /// SR 10.23: whether the change of elevation over a hexside is non-gradual.
    pub fn is_non_gradual(&self, side: HexsideId) -> bool {
        match self.sides[side].relief {
            Relief::Slope { class, .. } => class != SlopeClass::Gradual,
            // Fire reading 85: a crest has at least two contour lines.
            Relief::Crest { .. } => true,
            Relief::Level | Relief::Ravine { .. } => false,
        }
    }

    /// SR 9.45: whether a route of this kind joins two adjacent hexes.
    pub fn joined_by(&self, a: HexId, b: HexId, kind: RouteKind) -> bool {
        self.side_between(a, b)
            .is_some_and(|side| side.routes.contains(kind))
    }

    /// SR 9.43: the kinds of route that pass through a hex.
    pub fn routes_in(&self, hex: HexId) -> RouteSet {
        Direction::ALL
            .into_iter()
            .flat_map(|direction| self.side_of(hex, direction).routes.iter())
            .collect()
    }

    /// BB 9.44: whether two hexes belong to the same field.
    pub fn same_field(&self, a: HexId, b: HexId) -> bool {
        let field = self.hexes[a].field;
        field.is_some() && field == self.hexes[b].field
    }

    /// Which end of a hexside a hex is.
    fn end_of(&self, side: HexsideId, hex: HexId) -> SideEnd {
        if self.grid.side(side).first() == hex {
            SideEnd::First
        } else {
            SideEnd::Second
        }
    }

    /// Joins the centres of two adjacent hexes by a route; says whether they are adjacent.
    pub fn join(&mut self, a: HexId, b: HexId, kind: RouteKind) -> Result<(), NotAdjacent> {
        let side = self.grid.side_between(a, b).ok_or(NotAdjacent { a, b })?;
        self.sides[side].routes.insert(kind);
        Ok(())
    }

    /// Sets a relief as seen from `hex`, which becomes its first end whatever the hexside's own order is.
    pub fn set_relief_from(&mut self, hex: HexId, direction: Direction, relief: Relief) {
        let side = self.grid.side_of(hex, direction);
        self.sides[side].relief = match self.end_of(side, hex) {
            SideEnd::First => relief,
            SideEnd::Second => relief.mirrored(),
        };
    }
}

/// Two hexes that were to be joined and do not touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the two hexes are not adjacent")]
pub struct NotAdjacent {
    pub a: HexId,
    pub b: HexId,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GridLayout, Parity};

    fn ground() -> Ground {
        let grid = Grid::new(GridLayout::plain(20..=24, 20..=24, Parity::EvenSouth)).unwrap();
        Ground::uniform(grid, Terrain::Clear)
    }

    fn hex(ground: &Ground, name: &str) -> HexId {
        ground.grid.parse(name).unwrap()
    }

    #[test]
    fn a_slope_is_seen_from_both_hexes() {
        let mut ground = ground();
        let (low, high) = (hex(&ground, "2222"), hex(&ground, "2221"));
        // From either hex, and for the hexsides it owns and those it does not.
        for (from, to, higher) in [(low, high, SideEnd::Second), (high, low, SideEnd::First)] {
            let direction = ground.grid.direction_between(from, to).unwrap();
            ground.set_relief_from(from, direction, Relief::slope(higher, 2));
            assert_eq!(ground.climb(low, Direction::N), Climb { up: 2, down: 0 });
            assert_eq!(ground.climb(high, Direction::S), Climb { up: 0, down: 2 });
            assert!(ground.is_non_gradual(ground.grid.side_of(low, Direction::N)));
        }
        ground.set_relief_from(
            high,
            Direction::S,
            Relief::Ravine {
                first: 1,
                second: 2,
            },
        );
        assert_eq!(ground.climb(high, Direction::S), Climb { up: 2, down: 1 });
        assert!(!ground.is_non_gradual(ground.grid.side_of(high, Direction::S)));
        ground.set_relief_from(
            high,
            Direction::S,
            Relief::Crest {
                first: 1,
                second: 2,
            },
        );
        assert_eq!(ground.climb(low, Direction::N), Climb { up: 2, down: 1 });
    }

    #[test]
    fn routes_join_neighbours_only() {
        let mut ground = ground();
        let (a, b, c) = (
            hex(&ground, "2222"),
            hex(&ground, "2323"),
            hex(&ground, "2424"),
        );
        assert_eq!(ground.join(a, b, RouteKind::Road), Ok(()));
        assert_eq!(
            ground.join(a, c, RouteKind::Road),
            Err(NotAdjacent { a, b: c })
        );
        assert!(
            ground.joined_by(b, a, RouteKind::Road) && !ground.joined_by(a, b, RouteKind::Trail)
        );
        assert!(ground.routes_in(b).contains(RouteKind::Road) && ground.routes_in(c).is_empty());
    }

    #[test]
    fn hexes_of_no_field_are_not_of_the_same_field() {
        let mut ground = ground();
        let (a, b) = (hex(&ground, "2222"), hex(&ground, "2323"));
        assert!(!ground.same_field(a, b));
        ground.hexes[a].field = Some(FieldId(0));
        assert!(!ground.same_field(a, b));
        ground.hexes[b].field = Some(FieldId(0));
        assert!(ground.same_field(a, b));
    }
}
