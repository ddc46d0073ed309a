//! SR 9.6: what the non-phasing side may do about a step, an advance or a shot.

mod evade;
mod face;

pub use evade::{Evasion, evasions, may_evade, triggered};
pub use face::{ReactionCause, ReactionTerms, react_face, react_refuse, react_stack};
