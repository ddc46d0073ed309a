//! What goes in and what comes out, as `docs/wire.md` describes it. A promise to clients, so kept apart from the types of
//! the rules.

mod asked;
mod fight;
mod happened;
mod look;
mod preview;
mod say;
mod tell;

pub use asked::{
    About, Group, GroupWho, KindGroup, Opt, Question, Refused, Standing, Stopped, Undo, Waiting,
    WishLeft,
};
pub use fight::{Aim, Chance, Face, Fight, Ground, Note, Share, SightLine, Targets, Term, WhyAct};
pub use happened::{Die, Intention, Over, Paragraph, Step, Told};
pub use look::{
    Activator, Body, Cup, Drawn, Look, Piece, Score, ScoreCheck, ScoreGoal, ScoreLine, Turn, Update,
};
pub use preview::{Facing, Leg, Place, Reach, Risk, Way, Why};
pub use say::{
    Answered, Do, GoWish, Group as WishGroup, Saying, SetStanding, StandingAnswer, TakeWish, Who,
    Wish,
};
pub use tell::{Answer, Fault, Reply};
