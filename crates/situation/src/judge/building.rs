//! Whose entrenchments cannot be under way.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Orders};
use longroll_position::{Mount, Position, PositionFault, Setting, Site};
use longroll_rule::Rule;

/// SR 15.12, note: entrenchments in a hex.
const MOST: usize = 2;
/// The hexsides that an entrenchment covers.
const SIDES: usize = 2;

/// SR 15.11, 15.14: infantry and dismounted cavalry build under Advance orders, where they stand. Disorder stops nobody.
pub(super) fn builders(setting: &Setting, position: &Position, faults: &mut Vec<PositionFault>) {
    for site in &position.special.sites {
        if let Some((rule, reason)) = wrong_builder(setting, position, site) {
            let name = &setting.unit(site.unit).name;
            faults.push(PositionFault::new(rule, format!("{name}: {reason}")));
        }
    }
}

fn wrong_builder(
    setting: &Setting,
    position: &Position,
    site: &Site,
) -> Option<(Rule, &'static str)> {
    let (facts, state) = (setting.unit(site.unit), position.unit(site.unit));
    let foot = match facts.arm {
        Arm::Infantry => true,
        Arm::Cavalry => state.mount == Mount::Dismounted,
        _ => false,
    };
    if !state.hexes().any(|hex| hex == site.hex) {
        Some((Rule::SR_15_14, "it builds in a hex where it does not stand"))
    } else if !foot {
        Some((Rule::SR_15_11, "infantry and dismounted cavalry build"))
    } else if state.orders != Orders::Advance {
        Some((Rule::SR_15_11, "units under Advance orders build"))
    } else {
        None
    }
}

/// SR 15.12, note: two entrenchments in a hex at most, finished or begun.
pub(super) fn crowded(setting: &Setting, position: &Position, faults: &mut Vec<PositionFault>) {
    let sites = &position.special.sites;
    let works = &position.fires.works;
    let mut hexes: Vec<HexId> = works.iter().map(|work| work.hex).collect();
    hexes.extend(sites.iter().map(|site| site.hex));
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        let begun = sites.iter().filter(|site| site.hex == hex).count();
        let built = works.iter().filter(|work| work.hex == hex).count() / SIDES;
        if built + begun > MOST {
            let name = setting.grid().name(hex);
            let reason = format!("{name} holds two entrenchments at most");
            faults.push(PositionFault::new(Rule::SR_15_12, reason));
        }
    }
}
