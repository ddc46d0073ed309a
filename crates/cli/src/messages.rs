//! What the program says to people, one file per language in `data/messages/`.
//!
//! A test holds the catalogues against each other and against the keys the
//! sources use, so a text cannot be missing in one language only.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    #[default]
    En,
    It,
}

impl Language {
    /// The language must be known before the arguments are parsed, because the
    /// help is in it: `--lang it`, `--lang=it`, else the environment, else English.
    pub fn wanted(arguments: &[OsString], environment: Option<&str>) -> Language {
        let mut said = None;
        let mut texts = arguments
            .iter()
            .filter_map(|argument| argument.to_str())
            .peekable();
        while let Some(text) = texts.next() {
            match text.strip_prefix("--lang") {
                Some("") => said = texts.peek().copied(),
                Some(rest) => said = rest.strip_prefix('=').or(said),
                None => {}
            }
        }
        // `it_IT.UTF-8` is how an environment spells it.
        let name = said
            .or(environment)
            .map(|name| name.get(..2).unwrap_or(name));
        name.and_then(|name| Language::from_str(name, true).ok())
            .unwrap_or_default()
    }
}

/// The texts of one language, by key.
#[derive(Debug)]
pub struct Messages {
    language: Language,
    texts: BTreeMap<String, String>,
}

impl Messages {
    pub fn of(language: Language) -> Messages {
        let source = match language {
            Language::En => include_str!("../../../data/messages/en.toml"),
            Language::It => include_str!("../../../data/messages/it.toml"),
        };
        let mut texts = BTreeMap::new();
        // Embedded at build time and read by a test: an error cannot reach a player.
        if let Ok(table) = source.parse::<toml::Table>() {
            flatten("", &table, &mut texts);
        }
        Messages { language, texts }
    }

    /// The same language at the table.
    pub const fn language(&self) -> longroll_table::Language {
        match self.language {
            Language::En => longroll_table::Language::En,
            Language::It => longroll_table::Language::It,
        }
    }

    /// The text, `{name}` replaced by the value of that name. An unknown key
    /// shows itself rather than nothing.
    pub fn text(&self, key: &str, blanks: &[(&str, &dyn Display)]) -> String {
        let Some(text) = self.texts.get(key) else {
            return key.to_string();
        };
        let mut text = text.clone();
        for (name, value) in blanks {
            text = text.replace(&format!("{{{name}}}"), &value.to_string());
        }
        text
    }

    /// The text, if the catalogue has one.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }
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
                texts.insert(key, text.trim_end().to_string());
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
        let (en, it) = (Messages::of(Language::En), Messages::of(Language::It));
        assert!(en.texts.len() > 20);
        let keys = |messages: &Messages| messages.texts.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&en), keys(&it));
        for (key, text) in &en.texts {
            assert_eq!(blanks(text), blanks(&it.texts[key]), "{key}");
        }
    }

    /// Every `text("key"` of the sources is in the catalogue, and nothing else is (help and words apart).
    #[test]
    fn every_text_is_known_and_used() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let mut used = BTreeSet::new();
        let mut folders = vec![std::path::PathBuf::from(root)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("messages.rs") {
                    let source = std::fs::read_to_string(path).unwrap();
                    let calls = source.split("text(").skip(1).map(str::trim_start);
                    for call in calls.filter_map(|rest| rest.strip_prefix('"')) {
                        used.insert(call.split('"').next().unwrap().to_string());
                    }
                }
            }
        }
        let en = Messages::of(Language::En);
        let known: BTreeSet<String> = en
            .texts
            .keys()
            .filter(|key| !key.starts_with("help.") && !key.starts_with("word."))
            .cloned()
            .collect();
        assert_eq!(used, known);
    }

    /// The reasons of a score and its verdicts are catalogue keys: each has its words.
    #[test]
    fn every_reason_of_a_score_has_words() {
        let sources = [
            include_str!("../../victory/src/condition.rs"),
            include_str!("../../victory/src/condition/ground.rs"),
            include_str!("../../victory/src/score.rs"),
        ];
        let mut keys: BTreeSet<&str> = BTreeSet::new();
        for source in sources {
            let called = source.split("Reason::new(\"").skip(1);
            keys.extend(called.filter_map(|rest| rest.split('"').next()));
            let matched = source.lines().filter_map(|line| line.split_once("=> \""));
            keys.extend(matched.filter_map(|(_, rest)| rest.strip_suffix("\",")));
        }
        assert!(keys.len() > 20, "{keys:?}");
        let sides = ["union", "confederate"];
        let grades = longroll_victory::Grade::ALL;
        let won = sides
            .iter()
            .flat_map(|side| grades.map(|grade| format!("word.won.{side}-{}", grade.word())))
            .chain(["word.won.draw".to_owned()]);
        let wanted: Vec<String> = keys
            .iter()
            .map(|key| format!("word.score.{key}"))
            .chain(won)
            .collect();
        for language in [Language::En, Language::It] {
            let messages = Messages::of(language);
            let missing: Vec<&String> = wanted
                .iter()
                .filter(|key| messages.get(key).is_none())
                .collect();
            assert!(missing.is_empty(), "{language:?}: {missing:?}");
        }
    }

    #[test]
    fn the_language_is_found_before_the_arguments_are_parsed() {
        let wanted = |arguments: &[&str], environment| {
            Language::wanted(
                &arguments.iter().map(OsString::from).collect::<Vec<_>>(),
                environment,
            )
        };
        assert_eq!(wanted(&["longroll"], None), Language::En);
        assert_eq!(
            wanted(&["longroll", "--lang", "it", "rule"], None),
            Language::It
        );
        assert_eq!(
            wanted(&["longroll", "rule", "--lang=IT"], None),
            Language::It
        );
        assert_eq!(wanted(&["longroll"], Some("it_IT.UTF-8")), Language::It);
        assert_eq!(
            wanted(&["longroll", "--lang", "en"], Some("it")),
            Language::En
        );
        assert_eq!(wanted(&["longroll"], Some("ù")), Language::En);
    }

    /// Every order of the tabletop says in the help what it does.
    #[test]
    fn every_order_of_the_tabletop_is_explained() {
        for language in [Language::En, Language::It] {
            let messages = Messages::of(language);
            for (word, ..) in longroll_shell_for_guns::notation::FORMS {
                let key = format!("word.tabletop-order.{}", word.replace(' ', "-"));
                assert!(messages.get(&key).is_some(), "{language:?}: {key}");
            }
        }
    }

    /// The questions of the engine are catalogue keys: each has its words.
    #[test]
    fn every_question_of_the_engine_has_words() {
        let source = include_str!("../../gbacw/src/prompt.rs");
        let keys: Vec<&str> = source
            .lines()
            .filter_map(|line| {
                line.trim()
                    .split_once("=> \"")
                    .and_then(|(_, rest)| rest.strip_suffix("\","))
            })
            .collect();
        assert!(keys.len() > 20, "{keys:?}");
        for language in [Language::En, Language::It] {
            let messages = Messages::of(language);
            let missing: Vec<&&str> = keys
                .iter()
                .filter(|key| messages.get(&format!("word.prompt.{key}")).is_none())
                .collect();
            assert!(missing.is_empty(), "{language:?}: {missing:?}");
        }
    }
}
