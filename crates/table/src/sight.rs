//! A line of sight in words, with the ground below it.

use longroll_board::HexId;
use longroll_gbacw::Battle;
use longroll_sight::{Block, Obstacle, Seen, no_units};

use crate::wire;
use crate::words::Words;

/// The line from one hex to another over the ground (SR 10.2).
pub(crate) fn line(battle: &Battle, words: &Words, from: HexId, to: HexId) -> wire::SightLine {
    let grid = battle.setting().grid();
    let verdict = battle.at().sight.line_of_sight(from, to, no_units);
    let name = |hex: HexId| grid.name(hex).to_owned();
    let block = verdict.blocked_by();
    let rule = block
        .map(|block| block.terrain.unwrap_or(block.rule))
        .or_else(|| verdict.woods.first().map(|woods| woods.rule));
    let blocked = block.map(|block| name(place(battle, to, block)));
    let text = match (verdict.seen(), &blocked) {
        (Seen::Blocked, Some(hex)) => words.say("sight.blocked", &[("hex", hex)]),
        (Seen::ThroughWoods, _) => words.say("sight.woods", &[]),
        _ => words.say("sight.clear", &[]),
    };
    wire::SightLine {
        from: name(from),
        to: name(to),
        range: verdict.distance,
        seen: verdict.is_visible(),
        text,
        blocked,
        rule: rule.map(|rule| rule.to_string()),
        profile: verdict
            .profile
            .iter()
            .map(|step| wire::Ground {
                hex: name(step.hex.hex),
                base: step.hex.base,
                top: step.hex.top,
            })
            .collect(),
    }
}

/// The hex in which something stands in the way; of a hexside the one farther from the beginning.
fn place(battle: &Battle, to: HexId, block: &Block) -> HexId {
    match block.by {
        Obstacle::Hex(hex) | Obstacle::Units(hex) => hex,
        Obstacle::Hexside(side) => {
            let grid = battle.setting().grid();
            let hexes = core::iter::once(side.first()).chain(side.second());
            hexes
                .min_by_key(|&hex| grid.distance(hex, to))
                .unwrap_or(to)
        }
    }
}
