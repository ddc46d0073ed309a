//! Hexsides: water, crossings, ravines, crests; slopes follow from the levels.

use std::collections::BTreeMap;

use longroll_board::{Crossing, Ground, HexId, HexsideId, Passage, Relief, SideEnd, Water};

use super::places_and_sources::{hex, source};
use crate::read::cell::Cell;
use crate::read::fault::{FaultKind, Reporter};
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};

/// The hexsides of the file; returns those whose shape is fixed and does not follow from the levels.
pub(super) fn read_hexsides(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &mut Ground,
) -> Vec<HexsideId> {
    let file = open(reporter, files, "map/hexsides.tsv");
    let columns = [
        "hexside", "water", "name", "crossing", "shape", "lines_a", "lines_b", "passage", "src",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    let mut shaped = Vec::new();
    let mut seen: BTreeMap<HexsideId, usize> = BTreeMap::new();
    for row in table.rows() {
        let cell = row.cell("hexside");
        let Some((side, from)) = hexside(reporter, ground, &cell) else {
            continue;
        };
        if let Some(first_line) = seen.insert(side, row.line()) {
            cell.fault(
                reporter,
                FaultKind::Twice {
                    name: cell.text().to_owned(),
                    first_line,
                },
            );
        }
        for key in ["water", "crossing", "passage"] {
            if let Some(cell) = row.cell(key).filled() {
                set_side(reporter, ground, &mut shaped, side, from, key, &cell);
            }
        }
        if let Some(name) = row.cell("name").filled() {
            ground.sides[side].water_name = Some(water_index(ground, name.text()));
        }
        if let Some(relief) = shape(reporter, &row) {
            set_relief(ground, &mut shaped, side, from, relief);
        }
        ground.sides[side].source = source(reporter, &row);
    }
    shaped
}

/// A ravine or crest, with its contour lines to both hexes.
fn shape(reporter: &mut Reporter, row: &RawRow<'_>) -> Option<Relief> {
    let shape = row.cell("shape").filled()?;
    let (first, second) = row
        .cell("lines_a")
        .number(reporter, 0..=20)
        .zip(row.cell("lines_b").number(reporter, 0..=20))?;
    let relief = match shape.text() {
        "ravine" => Some(Relief::Ravine { first, second }),
        "crest" => Some(Relief::Crest { first, second }),
        _ => None,
    };
    shape.parsed(reporter, "ravine or crest", relief)
}

/// Sets one property of a hexside seen from the hex named first.
pub(super) fn set_side(
    reporter: &mut Reporter,
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
    side: HexsideId,
    from: HexId,
    key: &str,
    cell: &Cell<'_>,
) -> bool {
    let own = &mut ground.sides[side];
    match key {
        "water" => match water(reporter, cell) {
            Some(water) => own.water = water,
            None => return false,
        },
        "crossing" => match crossing(reporter, cell) {
            Some(crossing) => own.crossing = crossing,
            None => return false,
        },
        "passage" => match passage(reporter, cell) {
            Some(passage) => own.passage = passage,
            None => return false,
        },
        "ravine" | "crest" if is_none(cell) => shaped.retain(|own| *own != side),
        "ravine" | "crest" | "slope" => match relief(reporter, key, cell) {
            Some(relief) => set_relief(ground, shaped, side, from, relief),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// Whether a cell says that nothing is there.
fn is_none(cell: &Cell<'_>) -> bool {
    matches!(cell.text(), "none" | "-")
}

fn water(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Water> {
    let water = match cell.text() {
        "stream" => Some(Water::Stream),
        "creek" => Some(Water::Creek),
        "river" => Some(Water::River),
        "lake" => Some(Water::Lake),
        _ => is_none(cell).then_some(Water::None),
    };
    cell.parsed(reporter, "stream, creek, river, lake or none", water)
}

fn crossing(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Crossing> {
    let crossing = match cell.text() {
        "bridge" => Some(Crossing::Bridge),
        "ford" => Some(Crossing::Ford),
        _ => is_none(cell).then_some(Crossing::None),
    };
    cell.parsed(reporter, "bridge, ford or none", crossing)
}

fn passage(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Passage> {
    let passage = match cell.text() {
        "impassable" => Some(Passage::Impassable),
        "open" => Some(Passage::Open),
        _ => is_none(cell).then_some(Passage::Open),
    };
    cell.parsed(reporter, "impassable or open", passage)
}

/// The shape that a correction gives a hexside: a ravine or crest `1/2`, or the lines of a slope.
fn relief(reporter: &mut Reporter, key: &str, cell: &Cell<'_>) -> Option<Relief> {
    if key == "slope" {
        let lines = cell.number(reporter, 0..=20)?;
        return Some(Relief::slope(SideEnd::First, lines));
    }
    let lines = cell
        .text()
        .split_once('/')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (first, second) =
        cell.parsed(reporter, "contour lines to both hexes, such as 1/2", lines)?;
    Some(if key == "ravine" {
        Relief::Ravine { first, second }
    } else {
        Relief::Crest { first, second }
    })
}

fn set_relief(
    ground: &mut Ground,
    shaped: &mut Vec<HexsideId>,
    side: HexsideId,
    from: HexId,
    relief: Relief,
) {
    let first = ground.grid.side(side).first() == from;
    ground.sides[side].relief = if first { relief } else { relief.mirrored() };
    if !shaped.contains(&side) {
        shaped.push(side);
    }
}

/// BB 9.44-slopes: one contour line gradual, two minor, three and more steep, counted from the levels.
pub(super) fn slopes_from_levels(ground: &mut Ground, shaped: &[HexsideId]) {
    let sides: Vec<_> = ground.grid.sides().collect();
    for side in sides {
        let Some(second) = side.second() else {
            continue;
        };
        if shaped.contains(&side.id()) {
            continue;
        }
        let (a, b) = (ground.level(side.first()), ground.level(second));
        let higher = if a > b {
            SideEnd::First
        } else {
            SideEnd::Second
        };
        ground.sides[side.id()].relief = Relief::slope(higher, a.abs_diff(b));
    }
}

/// BB TEC: river and lake hexsides are closed, creeks but for bridges and fords.
pub(super) fn close_water(ground: &mut Ground) {
    let sides: Vec<_> = ground
        .grid
        .sides()
        .map(longroll_board::Hexside::id)
        .collect();
    for side in sides {
        let closed = match ground.sides[side].water {
            Water::River | Water::Lake => true,
            Water::Creek => ground.sides[side].crossing == Crossing::None,
            Water::None | Water::Stream => false,
        };
        if closed {
            ground.sides[side].passage = Passage::Impassable;
        }
    }
}

/// A hexside and the hex named first.
pub(super) fn hexside(
    reporter: &mut Reporter,
    ground: &Ground,
    cell: &Cell<'_>,
) -> Option<(HexsideId, HexId)> {
    let side = match ground.grid.parse_side(cell.text()) {
        Ok(side) => side,
        Err(error) => {
            cell.fault(reporter, FaultKind::BadHexside(error.to_string()));
            return None;
        }
    };
    let (first, _) = cell.split_once('/')?;
    Some((side, hex(reporter, &ground.grid, &first)?))
}

fn water_index(ground: &mut Ground, name: &str) -> u8 {
    let waters = &mut ground.names.waters;
    let index = waters
        .iter()
        .position(|own| own == name)
        .unwrap_or_else(|| {
            waters.push(name.to_owned());
            waters.len() - 1
        });
    u8::try_from(index).unwrap_or(u8::MAX)
}
