//! Games that end before their last turn, and games that go on after it.

use longroll_catalog::facts::{AfterAutomatic, Assessed, Variant, Verdict as TableLevel};
use longroll_core::Side;
use longroll_position::{Position, Setting};
use longroll_rule::Rule;

use crate::broken::is_broken;
use crate::judge::{Judge, Orders, extension};
use crate::score::{Score, by_terms, score};
use crate::verdict::Verdict;

/// Why a game ends with the turn that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// An automatic victory that is judged at the end of every turn.
    Automatic(Verdict),
    /// BB 30.1-extended: a game that was to be extended has come to a verdict after which it is not.
    NotExtended(Verdict),
    /// BB 31.0-early-end: a side has no effective division left on the map.
    Broken { side: Side, rule: Rule },
}

/// Whether the game ends with the turn that is over, although it is not the last.
#[must_use]
pub fn ending(setting: &Setting, position: &Position, orders: &dyn Orders) -> Option<Ending> {
    // An extended game that has come to another verdict is over with its last turn.
    if let Some((own, last)) = extension(setting)
        && position.turn == last + 1
    {
        let score = by_terms(Judge::by(setting, position, orders, &own.terms))?;
        if !goes_on(&score, &own.after, own.after_automatic) {
            return Some(Ending::NotExtended(score.verdict));
        }
        return None;
    }
    let judge = Judge::now(setting, position, orders);
    let terms = judge.terms();
    if let Some(early) = &terms.early_end {
        let broken = Side::BOTH
            .into_iter()
            .find(|&side| is_broken(setting, position, orders, side));
        if let Some(side) = broken {
            let rule = early.rule;
            return Some(Ending::Broken { side, rule });
        }
    }
    let every_turn =
        |own: &longroll_catalog::facts::AutomaticVictory| own.assessed == Assessed::EveryTurn;
    if !terms.automatic.iter().any(every_turn) {
        return None;
    }
    let score = score(setting, position, orders)?;
    let won = terms.automatic.iter().filter(|own| every_turn(own));
    won.filter_map(|own| score.goal(&own.id))
        .any(|goal| goal.counts)
        .then_some(Ending::Automatic(score.verdict))
}

/// BB 30.1-extended: whether the players may agree on an extension after this score.
#[must_use]
pub fn may_extend(score: &Score, variant: &Variant) -> bool {
    goes_on(score, &variant.after, variant.after_automatic)
}

fn goes_on(score: &Score, after: &[TableLevel], after_automatic: AfterAutomatic) -> bool {
    if score.verdict.automatic && after_automatic == AfterAutomatic::NotOffered {
        return false;
    }
    let same = |level: &TableLevel| {
        Verdict::level(*level, score.method, score.verdict.rule).key() == score.verdict.key()
    };
    after.iter().any(same)
}
