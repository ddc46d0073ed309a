//! A part of the rules, as a person names it: `movement`, `SR`, `SR 9`,
//! `SR 3-6`, `SR 9.4`, `BB 9.44-swamp-leave`.

use std::fmt;
use std::str::FromStr;

use longroll_rule::{Chapter, Rule, System};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    text: String,
    part: Part,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Chapter(Chapter),
    System(System),
    /// Chapters of a text, both ends included.
    Range(System, u32, u32),
    /// A rule and what stands under it: `SR 9.4` holds `SR 9.41` and `SR 9.4-x`.
    Number(System, String),
}

impl Selection {
    pub fn holds(&self, rule: Rule) -> bool {
        match &self.part {
            Part::Chapter(chapter) => rule.chapter() == *chapter,
            Part::System(system) => rule.system() == *system,
            Part::Range(system, first, last) => {
                rule.system() == *system
                    && main_number(rule).is_some_and(|n| (*first..=*last).contains(&n))
            }
            Part::Number(system, number) => {
                rule.system() == *system && stands_under(rule.number(), number)
            }
        }
    }
}

/// Under `9.4` stand `9.41` and `9.4-x`; under `T` stands `T-ratio` but not `TEC`.
fn stands_under(number: &str, head: &str) -> bool {
    number
        .strip_prefix(head)
        .is_some_and(|tail| match tail.chars().next() {
            Some(next) if next.is_ascii_digit() => {
                head.contains('.') && head.ends_with(|c: char| c.is_ascii_digit())
            }
            Some(next) => !next.is_ascii_alphabetic(),
            None => true,
        })
}

/// The number before the first point: 11 of `SR 11.43`.
fn main_number(rule: Rule) -> Option<u32> {
    rule.number().split(['.', '-']).next()?.parse().ok()
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        let text = text.trim();
        let part = part(text).filter(|part| {
            let selection = Selection {
                text: String::new(),
                part: part.clone(),
            };
            Rule::ALL.iter().any(|rule| selection.holds(*rule))
        });
        match part {
            Some(part) => Ok(Selection {
                text: text.to_string(),
                part,
            }),
            None => {
                let chapters: Vec<&str> =
                    Chapter::ALL.iter().map(|chapter| chapter.name()).collect();
                Err(format!(
                    "no rule is in it; {}, SR, SR 9, SR 3-6, SR 9.4 are parts",
                    chapters.join(", ")
                ))
            }
        }
    }
}

fn part(text: &str) -> Option<Part> {
    if let Ok(chapter) = text.parse() {
        return Some(Part::Chapter(chapter));
    }
    let (prefix, number) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let systems = [
        System::Series,
        System::BattleBook,
        System::ShellForGuns,
        System::Napoleonic,
    ];
    let system = systems
        .into_iter()
        .find(|system| system.prefix().eq_ignore_ascii_case(prefix))?;
    let number = number.trim();
    if number.is_empty() {
        return Some(Part::System(system));
    }
    let (first, last) = number.split_once(['-', '–']).unwrap_or((number, number));
    if let (Ok(first), Ok(last)) = (first.parse(), last.parse()) {
        return Some(Part::Range(system, first, last));
    }
    Some(Part::Number(system, number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, rule: Rule) -> bool {
        text.parse::<Selection>().unwrap().holds(rule)
    }

    #[test]
    fn parts_of_the_rules() {
        assert!(holds("assault", Rule::SR_11_43));
        assert!(!holds("movement", Rule::SR_11_43));
        assert!(holds("sr", Rule::SR_11_43));
        assert!(holds("SR 11", Rule::SR_11_43));
        assert!(holds("SR 3-11", Rule::SR_11_43));
        assert!(!holds("SR 10", Rule::SR_11_43));
        assert!(holds("SR 11.4", Rule::SR_11_43));
        assert!(!holds("BB 3-11", Rule::SR_11_43));
        assert!(holds("BB 9.44", Rule::BB_9_44_swamp_leave));
        assert!(holds("BB T", Rule::BB_T_ratio));
        assert!(!holds("BB T", Rule::BB_TEC_woods));
    }

    #[test]
    fn a_part_without_rules_is_refused() {
        for text in ["", "cavalry", "SR 99", "SR 9-3", "XX 3"] {
            let error = text.parse::<Selection>().unwrap_err();
            assert!(error.starts_with("no rule is in it"), "{text}: {error}");
        }
    }
}
