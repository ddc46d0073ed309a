//! From what a person types to a rule.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use core::str::FromStr;

use crate::{BY_KEY, Rule, System, naming};

/// How many near matches an error names.
const SUGGESTIONS: usize = 5;

/// The text names no rule, or more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    text: String,
    near: Vec<Rule>,
}

impl UnknownRule {
    /// What was asked for.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Rules that may have been meant, best first.
    pub fn near(&self) -> &[Rule] {
        &self.near
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule `{}`", self.text)?;
        for (index, rule) in self.near.iter().enumerate() {
            let before = if index == 0 { "; near it: " } else { ", " };
            write!(f, "{before}{rule}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownRule {}

impl Rule {
    /// The rule with exactly this id, as files must write it.
    pub fn by_id(id: &str) -> Option<Rule> {
        by_key(&naming::key(id)).filter(|rule| rule.id() == id)
    }

    /// Every rule a person may mean by a number: the rule itself in each system,
    /// then the parts into which the register splits it (`9.44` gives `SR 9.44`
    /// and all of `BB 9.44-…`).
    pub fn matching(text: &str) -> Vec<Rule> {
        let wanted = naming::key(text);
        if wanted.is_empty() {
            return Vec::new();
        }
        let part = |key: &str| {
            key.strip_prefix(wanted.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let is_part_of_number = |rule: Rule, key: &str| {
            // `9.4` must not answer with 9.4_4: only a suffix splits a rule, never a further digit.
            let number = rule.number().to_ascii_lowercase();
            let exact = key == wanted || bare(key) == wanted;
            exact
                || number.split_once('-').is_some_and(|(head, _)| {
                    let head = naming::key(head);
                    head == wanted || with_system(rule.system(), &head) == wanted
                })
                || (number.contains(' ') && (part(key) || part(bare(key))))
        };
        let mut found: Vec<Rule> = BY_KEY
            .iter()
            .filter(|(key, rule)| is_part_of_number(*rule, key))
            .map(|(_, rule)| *rule)
            .collect();
        found.sort_by_key(|rule| (rule.number().contains(['-', ' ']), *rule));
        found
    }
}

impl FromStr for Rule {
    type Err = UnknownRule;

    /// Accepts `SR 11.43` in any case and punctuation, `SR_11_43`, and a bare
    /// `11.43`: the series rule of that number, or the only rule that has it.
    fn from_str(text: &str) -> Result<Rule, UnknownRule> {
        let wanted = naming::key(text);
        if let Some(rule) =
            by_key(&wanted).or_else(|| by_key(&with_system(System::Series, &wanted)))
        {
            return Ok(rule);
        }
        let bare_matches: Vec<Rule> = BY_KEY
            .iter()
            .filter(|(key, _)| bare(key) == wanted)
            .map(|(_, rule)| *rule)
            .collect();
        match bare_matches[..] {
            [rule] => Ok(rule),
            [] => Err(UnknownRule {
                text: text.trim().to_string(),
                near: near(&wanted),
            }),
            _ => Err(UnknownRule {
                text: text.trim().to_string(),
                near: bare_matches,
            }),
        }
    }
}

fn by_key(key: &str) -> Option<Rule> {
    let index = BY_KEY
        .binary_search_by(|(other, _)| (*other).cmp(key))
        .ok()?;
    BY_KEY.get(index).map(|(_, rule)| *rule)
}

fn with_system(system: System, key: &str) -> String {
    let mut full = system.prefix().to_ascii_lowercase();
    full.push('_');
    full.push_str(key);
    full
}

/// A key without its system.
fn bare(key: &str) -> &str {
    key.split_once('_').map_or(key, |(_, rest)| rest)
}

fn near(wanted: &str) -> Vec<Rule> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let bare_wanted = match wanted.split_once('_') {
        Some(("sr" | "bb" | "sfg" | "nm", rest)) => rest,
        _ => wanted,
    };
    let mut scored: Vec<(Reverse<usize>, usize, Rule)> = BY_KEY
        .iter()
        .map(|(key, rule)| {
            let full = common_start(key, wanted);
            let start = full.max(common_start(bare(key), bare_wanted));
            let away = distance(key, wanted).min(1 + distance(bare(key), bare_wanted));
            (Reverse(start), away, *rule)
        })
        .filter(|(Reverse(start), away, _)| *start >= 3 || *away <= 2)
        .collect();
    scored.sort_by_key(|(start, away, rule)| (*away, *start, *rule));
    scored
        .into_iter()
        .take(SUGGESTIONS)
        .map(|(_, _, rule)| rule)
        .collect()
}

fn common_start(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count()
}

/// Levenshtein distance; ids are short.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<u8> = b.bytes().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = *cell;
            left = substituted.min(*cell + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(a.len())
}
