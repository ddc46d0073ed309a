//! What the engine says to a question: the answer, the rules behind it, its terms.

use longroll_core::{Refusal, Terms};
use longroll_rule::Rule;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub answer: Vec<String>,
    pub because: Option<Rule>,
    /// Every rule that may be named as the reason, where there are several.
    pub others: Vec<Rule>,
    pub terms: Vec<String>,
    pub note: String,
}

impl Found {
    pub(crate) fn one(answer: impl ToString) -> Self {
        Self {
            answer: vec![answer.to_string()],
            ..Self::default()
        }
    }

    /// The matter of a question is another one; see `Subject::matter`.
    pub(crate) fn elsewhere() -> Result<Self, String> {
        Err("this question is answered elsewhere".to_owned())
    }

    /// A number with what it is made of.
    pub(crate) fn with_terms(number: impl ToString, terms: &Terms) -> Self {
        Self {
            terms: terms.as_slice().iter().map(ToString::to_string).collect(),
            ..Self::one(number)
        }
    }

    pub(crate) fn verdict(verdict: Result<Rule, Refusal>) -> Self {
        match verdict {
            Ok(rule) => Self {
                because: Some(rule),
                ..Self::one(true)
            },
            Err(refusal) => Self::refused(false, &refusal),
        }
    }

    pub(crate) fn refused(answer: impl ToString, refusal: &Refusal) -> Self {
        Self {
            because: Some(refusal.rule),
            note: refusal.reason.to_string(),
            ..Self::one(answer)
        }
    }
}
