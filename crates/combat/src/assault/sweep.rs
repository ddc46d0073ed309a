//! SR 11.11-sweep: the order of Step 6.

use core::cmp::Ordering;

use longroll_board::{Facing, HexId, Vertex};

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// A vector of the map: half a hex width to the east, and `root(3)/2` of one to the south.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Heading {
    east: i64,
    south: i64,
}

const fn heading(vertex: Vertex) -> Heading {
    let (east, south) = match vertex {
        Vertex::E => (2, 0),
        Vertex::SE => (1, 1),
        Vertex::SW => (-1, 1),
        Vertex::W => (-2, 0),
        Vertex::NW => (-1, -1),
        Vertex::NE => (1, -1),
    };
    Heading { east, south }
}

/// How far to the right an assault lies: a sum over so many hexes.
#[derive(Debug, Clone, Copy)]
struct Place {
    sum: i64,
    hexes: i64,
}

impl Place {
    fn compare(self, other: Self) -> Ordering {
        (self.sum * other.hexes).cmp(&(other.sum * self.hexes))
    }

    /// Whether the centres are no more than half a hex apart, measured across the mean heading.
    fn is_level_with(self, other: Self, mean: Heading) -> bool {
        let apart = self.sum * other.hexes - other.sum * self.hexes;
        let hexes = self.hexes * other.hexes;
        let length = mean.east * mean.east + 3 * mean.south * mean.south;
        apart * apart <= length * hexes * hexes
    }
}

/// SR 11.11-sweep, 11.41, reading 14: the assaults by their places in the list, from left to right as the attackers see it; those in
/// one group may be fought in any order. Attackers that dropped out do not count.
///
/// Centres of hexes lie at (column · √3/2, half rows / 2) and headings at (east / 2, south · √3/2), so that a projection on the axis
/// across the mean heading is a whole number of quarters.
#[must_use]
pub fn sweep_order(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<Vec<usize>> {
    let hexes: Vec<Vec<(HexId, Facing)>> = assaults
        .iter()
        .map(|assault| attacking_hexes(look, assault))
        .collect();
    let mut mean = Heading::default();
    let mut seen: Vec<HexId> = Vec::new();
    for &(hex, facing) in hexes.iter().flatten() {
        if let (Facing::Vertex(vertex), false) = (facing, seen.contains(&hex)) {
            let own = heading(vertex);
            mean.east += own.east;
            mean.south += own.south;
        }
        seen.push(hex);
    }
    let grid = look.scene.grid();
    let right_of = |hex: HexId| {
        i64::from(grid.half_rows(hex)) * mean.east - 3 * i64::from(grid.column(hex)) * mean.south
    };
    let mut places: Vec<(usize, Place)> = Vec::new();
    for (index, own) in hexes.iter().enumerate() {
        let sum = own.iter().map(|(hex, _)| right_of(*hex)).sum();
        let hexes = i64::try_from(own.len()).unwrap_or(i64::MAX).max(1);
        places.push((index, Place { sum, hexes }));
    }
    places.sort_by(|(_, one), (_, other)| one.compare(*other));
    let mut groups: Vec<(Place, Vec<usize>)> = Vec::new();
    for (index, place) in places {
        match groups.last_mut() {
            Some((first, group)) if place.is_level_with(*first, mean) => group.push(index),
            _ => groups.push((place, vec![index])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn attacking_hexes(look: &AssaultScene<'_>, assault: &Assault) -> Vec<(HexId, Facing)> {
    let mut found: Vec<(HexId, Facing)> = Vec::new();
    for own in assault.attacking() {
        let state = look.state(own.unit);
        for hex in state.hexes() {
            if !found.iter().any(|(other, _)| *other == hex) {
                found.push((hex, state.facing));
            }
        }
    }
    found
}
