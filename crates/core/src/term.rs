//! Terms: every number that modifies something carries its rule and its reason.

use core::fmt;
use std::borrow::Cow;

use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// One addend of a total: how much, under which rule, and a short reason in catalogue words ("orders value").
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Term {
    /// How much it adds.
    pub value: i32,
    /// The rule that grants it.
    pub rule: Rule,
    /// The reason, a short fixed phrase that may name a piece ("orders value of Shaver").
    pub reason: Cow<'static, str>,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {} [{}]", self.value, self.reason, self.rule)
    }
}

/// The terms of one total, in the order the rules name them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Terms(Vec<Term>);

impl Terms {
    /// No terms.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a term; a term of zero is kept out, as it explains nothing.
    pub fn add(&mut self, value: i32, rule: Rule, reason: impl Into<Cow<'static, str>>) {
        if value != 0 {
            self.0.push(Term {
                value,
                rule,
                reason: reason.into(),
            });
        }
    }

    /// Adds a term even if it is zero: a rating that was consulted and gave nothing.
    pub fn note(&mut self, value: i32, rule: Rule, reason: impl Into<Cow<'static, str>>) {
        self.0.push(Term {
            value,
            rule,
            reason: reason.into(),
        });
    }

    /// The sum.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|term| term.value).sum()
    }

    /// The terms themselves.
    #[must_use]
    pub fn as_slice(&self) -> &[Term] {
        &self.0
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{term}")?;
        }
        Ok(())
    }
}
