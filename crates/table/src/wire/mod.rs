//! What goes in and what comes out, as `docs/wire.md` describes it. A promise to clients, so kept apart from the types of
//! the rules.

mod fight;
mod preview;
mod say;
mod tell;

pub use fight::{Aim, Chance, Face, Fight, Ground, Note, Share, SightLine, Targets, WhyAct};
pub use preview::{Facing, Leg, Place, Reach, Risk, Way, Why};
pub use say::{
    Answered, Do, GoWish, Group as WishGroup, Saying, SetStanding, StandingAnswer, TakeWish, Who,
    Wish,
};
pub use tell::{
    About, Activator, Answer, Body, Cup, Die, Drawn, Fault, Group, GroupWho, Intention, KindGroup,
    Look, Opt, Over, Paragraph, Piece, Question, Refused, Reply, Score, ScoreCheck, ScoreGoal,
    ScoreLine, Standing, Step, Stopped, Term, Told, Turn, Undo, Update, Waiting, WishLeft,
};
