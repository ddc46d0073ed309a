//! A rule in our words.

use longroll_rule::Rule;
use longroll_table::Language;
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RuleWire {
    id: &'static str,
    title: &'static str,
    statement: &'static str,
    see_also: Vec<&'static str>,
}

pub(crate) fn rule(rule: Rule, language: Language) -> RuleWire {
    let words = language.wording(rule);
    RuleWire {
        id: rule.id(),
        title: words.title,
        statement: words.statement,
        see_also: rule.see_also().iter().map(|other| other.id()).collect(),
    }
}
