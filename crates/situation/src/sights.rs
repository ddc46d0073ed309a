//! Answers to questions about lines of sight.

use longroll_board::HexId;
use longroll_gbacw::At;
use longroll_rule::Rule;
use longroll_sight::{Obstacle, UnitBlock};

use crate::found::Found;
use crate::question::Subject;

/// The answer to a question about a line of sight.
pub(crate) fn answer(at: At<'_>, subject: &Subject) -> Result<Found, String> {
    match *subject {
        Subject::Los { from, to, by } => line_of_sight(at, from, to, by),
        Subject::GunboatLos { from, to } => Ok(gunboat_line(at, from, to)),
        _ => Found::elsewhere(),
    }
}

/// The line between two hexes; `by` is a hex that has to be among what blocks it.
fn line_of_sight(at: At<'_>, from: HexId, to: HexId, by: Option<HexId>) -> Result<Found, String> {
    let setting = at.setting;
    let verdict = setting
        .sight
        .line_of_sight(from, to, |_| UnitBlock::Ignored);
    let blocks = &verdict.blocks;
    let mut found = Found::one(if verdict.is_visible() {
        "clear"
    } else {
        "blocked"
    });
    found.because = blocks.first().map(|block| block.rule);
    found.others = blocks.iter().map(|block| block.rule).collect();
    if let Some(by) = by {
        let named = blocks.iter().any(|block| block.by == Obstacle::Hex(by));
        if !named {
            return Err(format!("{} is not what blocks", setting.grid().name(by)));
        }
    }
    Ok(found)
}

/// BB 14.74: the line from a gunboat.
fn gunboat_line(at: At<'_>, from: HexId, to: HexId) -> Found {
    let line = at.setting.sight.gunboat_line(from, to);
    let mut found = Found::one(if line.blocks.is_empty() {
        "clear"
    } else {
        "blocked"
    });
    let first = line.blocks.first().map(|block| block.rule);
    found.because = Some(first.unwrap_or(Rule::BB_14_74));
    found.others = line.blocks.iter().map(|block| block.rule).collect();
    found.terms.push(format!(
        "{} cover hexes [{}]",
        line.cover_hexes,
        Rule::BB_14_74
    ));
    found
}
