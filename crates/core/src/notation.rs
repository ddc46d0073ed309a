//! Order notation holds no rules: a text is resolved against the list of legal choices.

/// What is wrong with a text in order notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing was written.
    #[error("nothing is written where an order is expected")]
    Empty,
    /// The first word is no order.
    #[error("'{word}' is no order; orders here: {known}")]
    UnknownOrder {
        /// The word.
        word: String,
        /// The orders there are.
        known: String,
    },
    /// A piece, hex or word that is not known.
    #[error("'{found}' is no {expected}")]
    Unknown {
        /// What was found.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// A part is missing at the end.
    #[error("the order ends where a {expected} is expected")]
    Missing {
        /// What should follow.
        expected: &'static str,
    },
    /// Something follows the complete order.
    #[error("'{found}' follows a complete order")]
    LeftOver {
        /// The rest.
        found: String,
    },
    /// An abbreviation that fits several legal choices.
    #[error("'{text}' may mean: {meanings}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The choices it fits.
        meanings: String,
    },
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
    fn what_fits_several_is_named_and_what_fits_none_is_none() {
        assert!(matches!(
            find("move 9"),
            Err(NotationError::Ambiguous { .. })
        ));
        assert_eq!(find("fire 9 IL"), Ok(None));
        assert_eq!(find("  "), Err(NotationError::Empty));
    }
}
