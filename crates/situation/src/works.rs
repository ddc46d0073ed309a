//! `works`: entrenched hexsides where nobody need stand (SR 15.21).

use longroll_board::{Direction, Facing, HexId};
use longroll_position::fire::Work;
use longroll_position::{Draft, Setting};

use crate::form::{Desk, Form};

/// The hexsides that a work built by somebody who faces so in a hex covers.
pub(crate) fn before(hex: HexId, facing: Facing) -> impl Iterator<Item = Work> {
    let sides: Vec<Direction> = facing.front().iter().collect();
    sides.into_iter().map(move |side| Work { hex, side })
}

/// Reads `works`: the hex behind each, and the facing of whoever built it.
pub(crate) fn read(desk: &Desk, form: &Form<'_>, setting: &Setting, position: &mut Draft) {
    let grid = &setting.ground().grid;
    for entry in form.blocks("works") {
        let hex = entry.need("hex").and_then(|node| desk.hex(grid, node));
        let facing = entry.need("facing").and_then(|node| desk.facing(node));
        if let (Some(hex), Some(facing)) = (hex, facing) {
            // SR 15.12: two works that share a hexside are two all the same. The same one told twice is one.
            let works = &mut position.standing_mut().fires.works;
            if !before(hex, facing).all(|work| works.contains(&work)) {
                works.extend(before(hex, facing));
            }
        }
        entry.close();
    }
}
