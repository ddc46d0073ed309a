//! What a unit can at best come to with its MP: the ground alone, whoever stands in the way and whatever turning costs.

use core::ops::ControlFlow;

use longroll_board::{Direction, HexId};
use longroll_position::{HalfMp, UnitState};

use crate::gait::Way;
use crate::scene::Scene;
use crate::tables::SHUT;
use crate::walker::Walker;

/// The hexes that lie within so many MP of those in which the unit would stand, told one by one, those of each the nearest
/// first, until `enough` says so; whether it did. Nobody comes farther than that; most do not come so far. A line is not asked:
/// what its parts pay for their ways is not told by the hexes they come through.
pub fn within_mp(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    standing: &UnitState,
    left: HalfMp,
    mut enough: impl FnMut(HexId) -> bool,
) -> bool {
    let enemy = walker.side.enemy();
    let price = |from: HexId, direction: Direction, _: HexId| {
        let along = |way| {
            let step = scene.step(from, direction, walker.class, walker.gait, way)?;
            u8::try_from(step.cost.0).ok()
        };
        let ways = [Way::Route, Way::OffRoute].into_iter().filter_map(along);
        ways.min().unwrap_or(SHUT)
    };
    standing.hexes().any(|from| {
        let mut found = false;
        scene.tables.searches.search(|room| {
            room.flood(
                scene.grid(),
                from,
                left,
                price,
                |hex| !scene.holds(enemy, hex),
                |hex, _| {
                    found = enough(hex);
                    if found {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
        });
        found
    })
}
