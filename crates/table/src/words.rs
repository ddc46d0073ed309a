//! The table's texts, in English and Italian.
//!
//! The catalogues are `words/en.toml` and `words/it.toml`; why a choice is refused, which the engine says in English, is
//! translated sentence by sentence in `words/reasons.it.toml`; the questions of the engine are worded in `data/messages`, which
//! the command line shares.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use longroll_core::Refusal;
use longroll_rule::{Rule, Wording};
use serde::{Deserialize, Serialize};

/// A language of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::En, Self::It];

    /// The language with this code; English for any other.
    #[must_use]
    pub fn of(code: &str) -> Self {
        if code.get(..2) == Some("it") {
            Self::It
        } else {
            Self::En
        }
    }

    /// A rule in this language.
    #[must_use]
    pub fn wording(self, rule: Rule) -> Wording {
        match self {
            Self::En => Wording {
                title: rule.title(),
                statement: rule.statement(),
            },
            Self::It => rule.italian(),
        }
    }
}

/// The texts of one language by key.
#[derive(Debug)]
pub struct Words {
    language: Language,
    texts: BTreeMap<String, String>,
    /// Why choices are refused, by the engine's own sentence; empty in its own language.
    reasons: BTreeMap<String, String>,
}

/// A blank of a text and what fills it.
pub type Blank<'a> = (&'a str, &'a str);

impl Words {
    /// The texts of a language; read once.
    #[must_use]
    pub fn of(language: Language) -> &'static Self {
        static EN: OnceLock<Words> = OnceLock::new();
        static IT: OnceLock<Words> = OnceLock::new();
        match language {
            Language::En => EN.get_or_init(|| {
                Self::read(
                    language,
                    include_str!("../words/en.toml"),
                    include_str!("../../../data/messages/en.toml"),
                    "",
                )
            }),
            Language::It => IT.get_or_init(|| {
                Self::read(
                    language,
                    include_str!("../words/it.toml"),
                    include_str!("../../../data/messages/it.toml"),
                    include_str!("../words/reasons.it.toml"),
                )
            }),
        }
    }

    /// The files are part of the program and read by a test: a fault in them cannot reach a player.
    fn read(language: Language, own: &str, shared: &str, refusals: &str) -> Self {
        let mut texts = BTreeMap::new();
        if let Ok(table) = own.parse::<toml::Table>() {
            flatten("", &table, &mut texts);
        }
        if let Ok(table) = shared.parse::<toml::Table>()
            && let Some(toml::Value::Table(words)) = table.get("word")
        {
            for room in ["prompt", "goal", "won", "score"] {
                if let Some(toml::Value::Table(own)) = words.get(room) {
                    flatten(room, own, &mut texts);
                }
            }
        }
        let mut reasons = BTreeMap::new();
        for (english, text) in refusals.parse::<toml::Table>().unwrap_or_default() {
            if let toml::Value::String(text) = text {
                reasons.insert(english, text);
            }
        }
        Self {
            language,
            texts,
            reasons,
        }
    }

    /// What a rule is called.
    #[must_use]
    pub fn rule_title(&self, rule: Rule) -> &'static str {
        self.language.wording(rule).title
    }

    /// The text with its blanks filled. A key that is not there shows itself rather than nothing.
    #[must_use]
    pub fn say(&self, key: &str, blanks: &[Blank<'_>]) -> String {
        let Some(text) = self.texts.get(key) else {
            return key.to_owned();
        };
        let mut said = String::with_capacity(text.len() + 16);
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let Some((name, further)) = after.split_once('}') else {
                rest = after;
                break;
            };
            let value = blanks.iter().find(|(blank, _)| *blank == name);
            said.push_str(value.map_or("", |(_, value)| *value));
            rest = further;
        }
        said.push_str(rest);
        said
    }

    /// A reason that the engine gives in English, in this language where the catalogue knows it.
    #[must_use]
    pub fn reason(&self, english: &str) -> String {
        if let Some(name) = english.strip_suffix(" with the unit") {
            return self.say("reason.with-the-unit", &[("name", name)]);
        }
        if let Some(name) = english.strip_suffix(" answers for its stack") {
            return self.say("reason.answers-for-its-stack", &[("name", name)]);
        }
        if let Some(name) = english.strip_prefix("Initiative value of ") {
            return self.say("reason.initiative-value-of", &[("name", name)]);
        }
        if let Some(text) = self.reasons.get(english) {
            return text.clone();
        }
        let key = format!("reason.{}", slug(english));
        self.texts
            .get(&key)
            .cloned()
            .unwrap_or_else(|| english.to_owned())
    }

    /// A refusal in a line: why, and by which rule.
    #[must_use]
    pub fn refusal(&self, refusal: &Refusal) -> String {
        format!("{} [{}]", self.reason(&refusal.reason), refusal.rule)
    }

    /// Whether there is a text.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }
}

/// An English sentence as a key of the catalogue: its words in small letters, joined.
fn slug(english: &str) -> String {
    let mut key = String::with_capacity(english.len());
    for word in english.split(|sign: char| !sign.is_ascii_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        if !key.is_empty() {
            key.push('-');
        }
        key.push_str(&word.to_ascii_lowercase());
    }
    key
}

fn flatten(prefix: &str, table: &toml::Table, texts: &mut BTreeMap<String, String>) {
    for (name, value) in table {
        let key = if prefix.is_empty() {
            name.clone()
        } else {
            format!("{prefix}.{name}")
        };
        match value {
            toml::Value::String(text) => {
                texts.insert(key, text.clone());
            }
            toml::Value::Table(inner) => flatten(&key, inner, texts),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn blanks(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
            .collect()
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let (en, it) = (Words::of(Language::En), Words::of(Language::It));
        assert!(en.texts.len() > 200, "{}", en.texts.len());
        let keys = |words: &Words| words.texts.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(en), keys(it));
        for (key, text) in &en.texts {
            assert_eq!(blanks(text), blanks(&it.texts[key]), "{key}");
        }
    }

    #[test]
    fn what_fills_a_blank_is_not_filled_again() {
        let words = Words::of(Language::En);
        let said = words.say("choice.ride", &[("leader", "{hex}"), ("hex", "S3919")]);
        assert_eq!(said, "{hex} rides to S3919");
    }
}
