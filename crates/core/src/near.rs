//! Names that a person may have meant.

/// How many near names a message gives.
const SUGGESTIONS: usize = 3;

/// The names most like `name`: those that hold it as a word, then those that differ by a few letters, as a whole or word by
/// word. In a fixed order.
#[must_use]
pub fn near<'n>(name: &str, all: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let reach = 2.max(name.chars().count() / 3);
    let mut found: Vec<(usize, &str)> = all
        .into_iter()
        .filter(|other| !other.is_empty())
        .map(|other| {
            let whole = distance(name, other);
            (
                by_words(name, other).map_or(whole, |words| words.min(whole)),
                other,
            )
        })
        .filter(|(away, _)| *away <= reach)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
        .into_iter()
        .take(SUGGESTIONS)
        .map(|(_, other)| other)
        .collect()
}

/// The near names as the end of a message: `; did you mean 'A' or 'B'?`, or nothing.
#[must_use]
pub fn did_you_mean<'n>(name: &str, all: impl IntoIterator<Item = &'n str>) -> String {
    let near: Vec<String> = near(name, all)
        .into_iter()
        .map(|other| format!("'{other}'"))
        .collect();
    if near.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", near.join(" or "))
    }
}

/// How far a name is from the words of a longer one: "Gibson" and "Gibon" from "R.L. Gibson". None if a word of it is like
/// none of them.
fn by_words(name: &str, longer: &str) -> Option<usize> {
    let (name, longer) = (words(name), words(longer));
    // A lone number or letter stands in too many names to tell anything.
    if !name.iter().any(|word| word.chars().count() > 2) {
        return None;
    }
    name.iter().try_fold(0, |sum, word| {
        let away = longer.iter().map(|other| distance(word, other)).min()?;
        (away <= word_reach(word)).then_some(sum + away)
    })
}

/// By how many letters a word may differ from the one that was meant; short words must be the same.
fn word_reach(word: &str) -> usize {
    word.chars().count() / 4
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Levenshtein distance without regard to case; names are short.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            left = (diagonal + usize::from(x != *y))
                .min(*cell + 1)
                .min(left + 1);
            diagonal = core::mem::replace(cell, left);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_its_letters_and_by_its_words() {
        let names = ["R.L. Gibson", "Gladden", "Gibbs", "6 AR"];
        assert_eq!(near("Gibson", names), ["R.L. Gibson"]);
        assert_eq!(near("Gibon", names), ["R.L. Gibson", "Gibbs"]);
        assert_eq!(near("r. gibsen", names), ["R.L. Gibson"]);
        assert_eq!(near("gladen", names), ["Gladden"]);
        assert_eq!(near("6 A", names), ["6 AR"]);
        assert!(near("Beauregard", names).is_empty());
        assert_eq!(did_you_mean("Beauregard", names), "");
        assert_eq!(did_you_mean("glaDen", names), "; did you mean 'Gladden'?");
    }
}
