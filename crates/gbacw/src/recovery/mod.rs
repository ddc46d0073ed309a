//! SR 13.4, 13.5, 16.2, 17.4; BB 13.4, 13.5, 14.42: troops that come back into order, back to their brigade, back to strength.
//!
//! | room | rules |
//! | --- | --- |
//! | [`rallying`] | SR 13.41 to 13.44: a Disordered unit tries, in its Activation |
//! | [`resting`] | SR 13.45, 17.42, BB 13.45: whoever has done nothing all turn |
//! | [`reserves`] | SR 6.35, 16.2: what Reserve gives by itself |
//! | [`returning`] | SR 13.5, BB 13.52 to 13.55: routed units |
//! | [`absorbing`] | BB 14.42, 14.47: Detachments go back to their regiments |

mod absorbing;
mod rallying;
mod reserves;
mod resting;
mod returning;

pub use absorbing::AbsorbStep;
pub use rallying::TurnAfterStep;
pub(crate) use rallying::not_compelled;
pub(crate) use rallying::{Rally, may_rally, rally};
pub(crate) use reserves::gain;
pub(crate) use reserves::rest_in_reserve;
pub use resting::RestStep;
pub use returning::ReturnStep;
