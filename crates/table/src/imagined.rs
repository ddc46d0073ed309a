//! What a wish to go would do, played through on a copy with dice of its own.

use longroll_core::{Chance, Game as _, Seed, Side};
use longroll_gbacw::{Battle, Choice};

use crate::describe::ends;
use crate::preview;
use crate::wire;
use crate::wish::Plan;
use crate::words::Words;

/// Questions on the way are answered with no this often before the copy is given up.
const PATIENCE: usize = 40;

/// The way of every piece of a plan, one after the other.
pub(crate) fn way(battle: &Battle, words: &Words, side: Side, plan: Plan) -> wire::Way {
    let Plan::Go {
        goals,
        facing,
        exact,
    } = plan
    else {
        return wire::Way { pieces: Vec::new() };
    };
    let mut copy = battle.clone();
    copy.set_chance(Chance::seeded(Seed(0)));
    let mut pieces = Vec::with_capacity(goals.len());
    let several = goals.len() > 1;
    for goal in goals {
        let found = preview::way(&copy, goal.piece, goal.hex, facing, exact);
        let leg = preview::leg(&copy, words, goal.piece, goal.hex, found.as_ref());
        pieces.push(leg);
        if let Ok(way) = found
            && several
        {
            go(&mut copy, side, &way.choices);
        }
    }
    wire::Way { pieces }
}

/// Makes the choices as far as they can be made; whoever is asked in between says no.
fn go(copy: &mut Battle, side: Side, choices: &[Choice]) {
    for choice in choices {
        for _ in 0..PATIENCE {
            let asked = copy.asked().map(|ask| ask.side);
            if copy.why_not(side, *choice).is_none() {
                if copy.choose(side, choice).is_err() {
                    return;
                }
                break;
            }
            let no = copy
                .offers()
                .iter()
                .map(|offer| offer.choice)
                .find(|&no| ends(no));
            let (Some(asked), Some(no)) = (asked, no) else {
                return;
            };
            if asked == side || copy.choose(asked, &no).is_err() {
                break;
            }
        }
    }
}
