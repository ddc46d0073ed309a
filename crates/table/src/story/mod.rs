//! What happened, in words: event by event, and gathered per wish as a story.

mod dice;
mod gather;
mod told;

pub(crate) use gather::{Passage, paragraph};
pub(crate) use told::tell;
