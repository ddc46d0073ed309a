//! The words of a report.

use longroll_core::Side;
use longroll_victory::{Reason, Verdict};

/// A catalogue of texts in the reader's language.
pub trait Words {
    /// The text of a key with its blanks filled.
    fn say(&self, key: &str, blanks: &[(&str, &str)]) -> String;

    /// The name of a side.
    fn side(&self, side: Side) -> String;

    /// Why points are given.
    fn reason(&self, reason: &Reason) -> String;

    /// A verdict.
    fn verdict(&self, verdict: &Verdict) -> String;
}
