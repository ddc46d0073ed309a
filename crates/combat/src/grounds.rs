//! The rules behind a fire or an assault, beside the one that grants it and those of its modifiers.

use longroll_rule::Rule;

/// One of them, and what it says here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grounds {
    pub rule: Rule,
    /// In a few words.
    pub reason: &'static str,
}

/// A list of them, each once.
#[derive(Debug, Default)]
pub(crate) struct Found(pub Vec<Grounds>);

impl Found {
    pub fn add(&mut self, rule: Rule, reason: &'static str) {
        if !self.0.iter().any(|known| known.rule == rule) {
            self.0.push(Grounds { rule, reason });
        }
    }
}
