//! Why a point is given: a key of the text catalogue and what fills its blanks.

use longroll_core::Side;
use serde::Serialize;

/// What fills a blank of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Blank {
    /// A number.
    Number(i32),
    /// A side, to be named in the reader's language.
    Side(Side),
    /// A name that is the same in every language.
    Name(String),
    /// Several of them.
    Names(Vec<String>),
}

/// A text of the catalogue with its blanks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The text.
    pub key: &'static str,
    /// What fills its blanks.
    pub blanks: Vec<(&'static str, Blank)>,
}

impl Reason {
    /// A text without blanks.
    #[must_use]
    pub const fn new(key: &'static str) -> Self {
        Self {
            key,
            blanks: Vec::new(),
        }
    }

    fn with(mut self, name: &'static str, blank: Blank) -> Self {
        self.blanks.push((name, blank));
        self
    }

    /// A side fills a blank.
    #[must_use]
    pub fn side(self, side: Side) -> Self {
        self.with("side", Blank::Side(side))
    }

    /// A number fills a blank.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl TryInto<i32>) -> Self {
        self.with(name, Blank::Number(number.try_into().unwrap_or(i32::MAX)))
    }

    /// A name fills a blank.
    #[must_use]
    pub fn name(self, name: &'static str, text: impl Into<String>) -> Self {
        self.with(name, Blank::Name(text.into()))
    }

    /// Names fill the blank `names`.
    #[must_use]
    pub fn names(self, names: impl IntoIterator<Item = String>) -> Self {
        self.with("names", Blank::Names(names.into_iter().collect()))
    }

    /// The plain words of the log, as situations compare them: the key, then its blanks in their order.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut text = self.key.to_owned();
        for (name, blank) in &self.blanks {
            let value = match blank {
                Blank::Number(number) => number.to_string(),
                Blank::Side(side) => side.to_string(),
                Blank::Name(name) => name.clone(),
                Blank::Names(names) if names.is_empty() => "-".to_owned(),
                Blank::Names(names) => names.join(", "),
            };
            match *name {
                "side" | "names" => text += &format!(" {value}"),
                name => text += &format!(" {name} {value}"),
            }
        }
        text
    }
}
