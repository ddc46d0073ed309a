//! Names that a person may have meant.

/// How many near names a message gives.
const SUGGESTIONS: usize = 3;

/// The names most like `name`: those that hold it as a word, then those that differ by a few letters. In a fixed order.
#[must_use]
pub fn near<'n>(name: &str, all: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let reach = 2.max(name.chars().count() / 3);
    let mut found: Vec<(usize, &str)> = all
        .into_iter()
        .filter(|other| !other.is_empty())
        .map(|other| {
            let away = if holds(other, name) {
                0
            } else {
                distance(name, other)
            };
            (away, other)
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

/// Whether one of the words of a longer name is this one: "Gibson" in "R.L. Gibson".
fn holds(longer: &str, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (longer, name) = (words(longer), words(name));
    // A lone number or letter stands in too many names to tell anything.
    name.iter().any(|word| word.chars().count() > 2)
        && name.iter().all(|word| longer.contains(word))
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
        assert_eq!(near("gladen", names), ["Gladden"]);
        assert_eq!(near("6 A", names), ["6 AR"]);
        assert!(near("Beauregard", names).is_empty());
        assert_eq!(did_you_mean("Beauregard", names), "");
        assert_eq!(did_you_mean("glaDen", names), "; did you mean 'Gladden'?");
    }
}
