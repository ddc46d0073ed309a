//! BB 14.45: how far a Detachment is from its brigade.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_movement::{Gait, MoverClass, StepGround, Way, cost};
use longroll_position::HalfMp;

use crate::scene::At;
use crate::sequence::first_day_hour;

/// The hour in which Detachments have the Activations of the list, wherever they are.
const LISTED_HOUR: u8 = 6;

/// Reading 82: whether one of these units is within the Detachment's own MA, at its own costs.
pub(super) fn is_near(at: At<'_>, unit: UnitId, brigade: &[UnitId]) -> bool {
    if first_day_hour(at) == Some(LISTED_HOUR) {
        return true;
    }
    let limit = match allowance(at.setting, at.position, unit, Fired::No) {
        Allowance::Points(points) => HalfMp::whole(points.printed),
        Allowance::OneHex | Allowance::River => return false,
    };
    let goals: Vec<HexId> = brigade
        .iter()
        .flat_map(|&other| at.position.unit(other).hexes())
        .collect();
    let enemy = at.setting.unit(unit).side.enemy();
    let start = at.position.unit(unit).hex;
    let mut found: Vec<(HalfMp, HexId)> = vec![(HalfMp::ZERO, start)];
    let mut next = 0;
    while next < found.len() {
        found[next..].sort_unstable();
        let (spent, hex) = found[next];
        next += 1;
        if goals.contains(&hex) {
            return true;
        }
        for direction in Direction::ALL {
            let Some(to) = at.setting.grid().neighbour(hex, direction) else {
                continue;
            };
            if at.position.holder(to) == Some(enemy) {
                continue;
            }
            let Some(price) = price(at, hex, direction) else {
                continue;
            };
            let total = spent + price;
            if total > limit {
                continue;
            }
            match found.iter_mut().find(|(_, known)| *known == to) {
                Some((known, _)) => *known = (*known).min(total),
                None => found.push((total, to)),
            }
        }
    }
    false
}

/// The cheaper of the route and the ground.
fn price(at: At<'_>, from: HexId, direction: Direction) -> Option<HalfMp> {
    let ground = StepGround::of(at.setting.ground(), from, direction)?;
    [Way::Route, Way::OffRoute]
        .into_iter()
        .filter_map(|way| {
            cost::price(
                at.tables.chart(),
                &ground,
                MoverClass::Detachment,
                Gait::Advance,
                way,
            )
            .ok()
        })
        .map(|step| step.cost)
        .min()
}
