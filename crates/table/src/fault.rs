//! Why a saying is not granted. Nothing has changed then.

use longroll_core::{NotChosen, Refusal};

use crate::wire;
use crate::words::Words;

/// Why not, still without words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A text of the catalogue with a name in it.
    Said(&'static str, String),
    /// A rule forbids it.
    Refused(Refusal),
    /// What was written is no order.
    Notation(String),
}

impl Fault {
    pub(crate) const fn plain(key: &'static str) -> Self {
        Self::Said(key, String::new())
    }

    pub(crate) fn named(key: &'static str, name: &str) -> Self {
        Self::Said(key, name.chars().take(40).collect())
    }

    pub(crate) fn told(&self, words: &Words) -> wire::Fault {
        match self {
            Self::Said(key, name) => wire::Fault {
                word: (*key).to_owned(),
                reason: words.say(&format!("fault.{key}"), &[("name", name)]),
                rule: None,
            },
            Self::Refused(refusal) => wire::Fault {
                word: "refused".to_owned(),
                reason: words.reason(&refusal.reason),
                rule: Some(refusal.rule.to_string()),
            },
            Self::Notation(reason) => wire::Fault {
                word: "notation".to_owned(),
                reason: reason.clone(),
                rule: None,
            },
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<NotChosen> for Fault {
    fn from(error: NotChosen) -> Self {
        match error {
            NotChosen::Refused(refusal) => Self::Refused(refusal),
            NotChosen::Chance(error) => Self::Notation(error.to_string()),
        }
    }
}

/// A refusal as the wire tells it.
pub(crate) fn refused(words: &Words, refusal: &Refusal) -> wire::Refused {
    wire::Refused {
        reason: words.reason(&refusal.reason),
        rule: refusal.rule.to_string(),
    }
}
