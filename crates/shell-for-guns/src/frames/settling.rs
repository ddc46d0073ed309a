//! What is settled when an activation ends: who holds the objectives, and whether a side has nobody left.

use crate::event::Event;
use crate::facts::ObjectiveId;
use crate::play::Play;
use crate::scenario;

/// SfG D-hold: objectives change hands at the end of an activation.
pub(crate) fn take_objectives(play: &mut Play<'_>) {
    for index in 0..play.table.objectives().len() {
        let objective = ObjectiveId(u8::try_from(index).unwrap_or(u8::MAX));
        if let Some(by) = scenario::taken_by(play.look(), objective) {
            play.happens(Event::ObjectiveTaken { objective, by });
        }
    }
}

/// SfG-reading 172: a side without a brigade has lost the battle, and the other holds everything.
pub(crate) fn ends_by_collapse(play: &mut Play<'_>) -> bool {
    let Some(victory) = scenario::collapse(play.look()) else {
        return false;
    };
    if let Some(by) = victory.winner {
        for index in 0..play.table.objectives().len() {
            let held = play.table.objectives().get(index).map(|own| own.holder);
            if held != Some(by) {
                let objective = ObjectiveId(u8::try_from(index).unwrap_or(u8::MAX));
                play.happens(Event::ObjectiveTaken { objective, by });
            }
        }
    }
    play.happens(Event::Ended { victory });
    true
}
