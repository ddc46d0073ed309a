//! In files a rule is its id, written exactly.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::Rule;

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Rule;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of a rule, such as \"SR 11.43\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Rule, E> {
        // The short forms people type are refused: a file has one way to write a rule.
        if let Some(rule) = Rule::by_id(text) {
            return Ok(rule);
        }
        match text.parse::<Rule>() {
            Ok(rule) => Err(E::custom(format_args!(
                "write the rule `{text}` as `{rule}`"
            ))),
            Err(unknown) => Err(E::custom(unknown)),
        }
    }
}
