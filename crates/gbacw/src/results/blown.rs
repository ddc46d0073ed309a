//! SR 11.59: what spent horses cost: an SP more for every blow, and a roll for rout.

use longroll_catalog::facts::UnitId;
use longroll_core::ChanceError;
use longroll_position::Cohesion;
use longroll_rule::Rule;

use super::crews::crew_guns;
use crate::event::{Drawn, Event, Lot};
use crate::play::Play;

/// SR 11.59, 11.59-stack: who of those struck loses an SP more, when what the result itself costs has been lost: the first of them,
/// and of several another drawn by lot among those who have strength left for it.
///
/// # Errors
/// When a script of dice is used up.
pub(super) fn extra_losses(
    play: &mut Play<'_>,
    stack: &[UnitId],
    struck: &[UnitId],
) -> Result<Vec<UnitId>, ChanceError> {
    let blown: Vec<UnitId> = stack
        .iter()
        .copied()
        .filter(|unit| struck.contains(unit))
        .filter(|&unit| {
            let state = play.position.unit(unit);
            state.blown && state.on_map()
        })
        .collect();
    let Some(&top) = blown.first() else {
        return Ok(Vec::new());
    };
    let mut losers = vec![top];
    if blown.len() < 2 {
        return Ok(losers);
    }
    let has_more = |unit: &UnitId| *unit != top || play.position.unit(top).sp > 1;
    match blown.iter().copied().filter(has_more).collect::<Vec<_>>()[..] {
        [only] => losers.push(only),
        ref several => {
            let lot = Lot {
                rule: Rule::SR_11_59_stack,
                outcomes: several.iter().map(|&unit| (Drawn::Unit(unit), 1)).collect(),
            };
            if let Some(Drawn::Unit(unit)) = play.draw(lot)? {
                losers.push(unit);
            }
        }
    }
    Ok(losers)
}

/// SR 13.4, 13.45, 6.35: a Disordered unit is in order again; SR 11.59: its horses have had their rest by then.
pub(crate) fn comes_into_order(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    play.happens(Event::CohesionChanged {
        unit,
        cohesion: Cohesion::GoodOrder,
        rule,
    });
    crate::movement::note_freed(play, unit);
    if play.position.unit(unit).blown {
        let blown = false;
        play.happens(Event::Blown {
            unit,
            blown,
            rule: Rule::SR_11_59_recovery,
        });
    }
    crew_guns(play, unit);
}
