//! Order notation holds no rules: a text is resolved against the list of legal choices.

/// What is wrong with a text in order notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing was written.
    #[error("nothing is written where an order is expected")]
    Empty,
    /// The first word is no order.
    #[error("'{}' is no order; orders here: {known}", clip(.word))]
    UnknownOrder {
        /// The word.
        word: String,
        /// The orders there are.
        known: String,
    },
    /// A piece, hex or word that is not known.
    #[error("'{}' is no {expected}", clip(.found))]
    Unknown {
        /// What was found.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// A part is missing at the end.
    #[error("the order is not complete: {expected} should follow")]
    Missing {
        /// What should follow.
        expected: &'static str,
    },
    /// Something follows the complete order.
    #[error("'{}' follows a complete order", clip(.found))]
    LeftOver {
        /// The rest.
        found: String,
    },
    /// An abbreviation that fits several legal choices.
    #[error("'{}' may mean: {meanings}", clip(.text))]
    Ambiguous {
        /// The text.
        text: String,
        /// The choices it fits.
        meanings: String,
    },
}

/// How much of a text a message repeats.
const ECHOED: usize = 80;

/// A text as a message repeats it: not longer than a line, and nothing in it that a terminal would not show.
#[must_use]
pub fn clip(text: &str) -> String {
    let shown: String = text
        .chars()
        .take(ECHOED)
        .map(|letter| {
            if letter.is_control() || unseen(letter) {
                '\u{fffd}'
            } else {
                letter
            }
        })
        .collect();
    if text.chars().nth(ECHOED).is_some() {
        format!("{shown}…")
    } else {
        shown
    }
}

/// Whether a letter is not seen but turns or hides what stands around it.
const fn unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// A number as a file or an address writes it: digits and nothing else, no sign and no blank. None if it is none or too large.
#[must_use]
pub fn whole_number<N: core::str::FromStr>(text: &str) -> Option<N> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Whether two texts are the same order, word by word.
#[must_use]
pub(crate) fn same_words(one: &str, other: &str) -> bool {
    words(one) == words(other)
}

/// The first switch that is set twice among settings `switch=value`.
#[must_use]
pub fn set_twice<'a>(settings: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = std::collections::BTreeSet::new();
    settings
        .into_iter()
        .filter_map(|setting| setting.split_once('='))
        .map(|(switch, _)| switch.trim())
        .find(|switch| !seen.insert(*switch))
}

/// The index of the one printed choice that `text` means: the same text, or a unique abbreviation word by word.
///
/// # Errors
/// `Ok(None)` when nothing fits; an error when several do.
pub fn resolve<'a>(
    text: &str,
    printed: impl Iterator<Item = &'a str> + Clone,
) -> Result<Option<usize>, NotationError> {
    let wanted = words(text);
    if wanted.is_empty() {
        return Err(NotationError::Empty);
    }
    if let Some(index) = printed.clone().position(|line| words(line) == wanted) {
        return Ok(Some(index));
    }
    let fits: Vec<(usize, &str)> = printed
        .enumerate()
        .filter(|(_, line)| abbreviates(&wanted, &words(line)))
        .collect();
    match fits.as_slice() {
        [] => Ok(None),
        [(index, _)] => Ok(Some(*index)),
        several => Err(NotationError::Ambiguous {
            text: text.to_owned(),
            meanings: several
                .iter()
                .map(|(_, line)| *line)
                .collect::<Vec<_>>()
                .join("; "),
        }),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_lowercase).collect()
}

/// Each written word begins a word of the full line, in order; words may be left out at the end of a name but the
/// order's own word may not.
fn abbreviates(wanted: &[String], full: &[String]) -> bool {
    let (Some(first), Some(order)) = (wanted.first(), full.first()) else {
        return false;
    };
    if !order.starts_with(first.as_str()) {
        return false;
    }
    let mut rest = full[1..].iter();
    wanted[1..]
        .iter()
        .all(|word| rest.any(|candidate| candidate.starts_with(word.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: [&str; 4] = [
        "move 9 IL 2323",
        "move 9 IL 2324",
        "orders 2/2 attack",
        "pass",
    ];

    fn find(text: &str) -> Result<Option<usize>, NotationError> {
        resolve(text, LIST.iter().copied())
    }

    #[test]
    fn exact_text_and_unique_abbreviations_are_found() {
        assert_eq!(find("MOVE 9 il 2323"), Ok(Some(0)));
        assert_eq!(find("m 2324"), Ok(Some(1)));
        assert_eq!(find("o 2/2 att"), Ok(Some(2)));
        assert_eq!(find("p"), Ok(Some(3)));
    }

    #[test]
    fn a_switch_that_is_set_twice_is_found() {
        assert_eq!(set_twice(["a=1", "b=1", "b", "c=2"]), None);
        assert_eq!(set_twice(["a=1", "b=1", " a =1"]), Some("a"));
    }

    #[test]
    fn messages_repeat_no_more_than_a_line() {
        let long = "x".repeat(5_000_000);
        let error = NotationError::UnknownOrder {
            word: long,
            known: "pass".into(),
        };
        assert!(error.to_string().len() < 200);
        assert_eq!(clip("ha\0lt"), "ha\u{fffd}lt");
    }

    #[test]
    fn what_fits_several_is_named_and_what_fits_none_is_none() {
        assert!(matches!(
            find("move 9"),
            Err(NotationError::Ambiguous { .. })
        ));
        assert_eq!(find("fire 9 IL"), Ok(None));
        assert_eq!(find("  "), Err(NotationError::Empty));
    }
}
