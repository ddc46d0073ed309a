//! What must hold at every moment of every game, one file for each kind of promise.
//!
//! The promises are written against the rules' outcome, not with the engine's own questions wherever that is possible: a
//! checker that asks the engine whether the engine is right finds nothing.

mod checker;
mod follow;
mod list;
mod places;
mod saving;
mod spending;
mod ways;

pub use checker::{Checker, Thoroughness};

/// A promise that was broken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{promise}: {found}")]
pub struct Violation {
    /// The promise, in a few words.
    pub promise: &'static str,
    /// What was found instead.
    pub found: String,
}

/// The broken promises of one moment.
#[derive(Debug, Default)]
pub(crate) struct Findings(pub(crate) Vec<Violation>);

impl Findings {
    pub(crate) fn add(&mut self, promise: &'static str, found: impl Into<String>) {
        self.0.push(Violation {
            promise,
            found: found.into(),
        });
    }

    /// Adds a finding if the promise is not kept; the words are only made then.
    pub(crate) fn expect(
        &mut self,
        kept: bool,
        promise: &'static str,
        found: impl FnOnce() -> String,
    ) {
        if !kept {
            self.add(promise, found());
        }
    }
}
