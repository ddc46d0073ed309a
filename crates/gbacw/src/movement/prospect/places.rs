//! SR 8.24: the other places of a unit in its stacks.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_position::StackPlace;
use smallvec::SmallVec;

use crate::scene::At;

/// SR 8.24: the other places of a unit in its stacks, each with its hex. A line that shares several of its hexes goes to the top
/// or the bottom of the first of them, and below any unit of the others.
pub(super) fn places(at: At<'_>, unit: UnitId, hexes: &[HexId]) -> Vec<(StackPlace, HexId)> {
    let mut found: Vec<(StackPlace, HexId)> = Vec::new();
    for (nth, &hex) in hexes.iter().enumerate() {
        let stack: Vec<UnitId> = at.position.stack(hex).map(|part| part.unit).collect();
        let here = stack.iter().position(|&other| other == unit);
        let others = stack.iter().copied().filter(|&other| other != unit);
        let others: SmallVec<[UnitId; 4]> = others.collect();
        for place in (0..=others.len()).filter(|&place| Some(place) != here) {
            let above = place.checked_sub(1).and_then(|above| others.get(above));
            let way = match above {
                None if nth == 0 => StackPlace::Top,
                None => continue,
                Some(_) if nth == 0 && place == others.len() => StackPlace::Bottom,
                Some(&above) => StackPlace::Below(above),
            };
            found.push((way, hex));
        }
    }
    found
}
