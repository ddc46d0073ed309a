//! A value with the reason to believe it.

use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// Where a figure comes from; shown to players beside the figure.
    pub enum Source {
        /// The rule texts state it or leave no other value.
        Text = "text",
        /// Historical returns and reports.
        History = "history",
        /// Our estimate: an owner of the printed game should replace it.
        Estimate = "estimate",
    }
}

impl Source {}

/// A value, where it comes from, and a short note on how it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sourced<T> {
    /// The value itself.
    pub value: T,
    /// Where it comes from.
    pub source: Source,
    /// How it was found; empty if there is nothing to add.
    pub note: String,
}

impl<T> Sourced<T> {
    /// A value without a note.
    pub const fn new(value: T, source: Source) -> Self {
        Self {
            value,
            source,
            note: String::new(),
        }
    }

    /// The same source for a value made from this one.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Sourced<U> {
        Sourced {
            value: f(self.value),
            source: self.source,
            note: self.note,
        }
    }

    /// True if players must be told that this is our estimate.
    #[must_use]
    pub fn is_estimate(&self) -> bool {
        self.source == Source::Estimate
    }
}

impl<T: Copy> Sourced<T> {
    /// The bare value.
    pub const fn get(&self) -> T {
        self.value
    }
}
