//! Phases in which nobody has anything to choose: the machine passes them, and what somebody might have wanted there is judged
//! all the same.

use longroll_core::Refusal;
use longroll_gbacw::procedure::BESIDE_THE_POINT;
use longroll_gbacw::step::Step;
use longroll_gbacw::{Battle, Choice};

/// Why the last of these steps (the last stands first) that has something to say of a choice refuses it, if the machine has
/// passed them all.
pub(crate) fn refusal(passed: &[Step], battle: &Battle, choice: Choice) -> Option<Refusal> {
    if battle.pending_step().is_some() {
        return None;
    }
    let judged = passed.iter().map(|step| step.judge(battle.at(), choice));
    let refused: Vec<Refusal> = judged
        .filter_map(Result::err)
        .filter(|refusal| refusal.reason != BESIDE_THE_POINT)
        .collect();
    // What the step of the enemy says of a choice tells only whose step it was.
    let own = refused
        .iter()
        .find(|refusal| !refusal.reason.contains(OTHER_SIDE));
    own.or(refused.first()).cloned()
}

/// In the reason of a refusal: somebody else was asked.
const OTHER_SIDE: &str = "the other side";
