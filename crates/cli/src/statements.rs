//! The statements of the scenarios in Italian: the list of the page in the browser, by their English wording in `data/`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use longroll_table::Language;

/// The list: but for its frame it is JSON.
const LIST: &str = include_str!("../../../web/src/italian-statements.ts");

/// A statement in a language; in English where the list does not have it.
pub fn told(language: Language, text: &str) -> &str {
    static ITALIAN: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    match language {
        Language::En => text,
        Language::It => ITALIAN
            .get_or_init(|| read(LIST).unwrap_or_default())
            .get(text)
            .map_or(text, String::as_str),
    }
}

fn read(list: &str) -> Option<BTreeMap<String, String>> {
    let (_, entries) = list.split_once("= {")?;
    let (entries, _) = entries.rsplit_once('}')?;
    let entries = entries.trim_end().trim_end_matches(',');
    serde_json::from_str(&format!("{{{entries}}}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_and_what_it_does_not_have_stays() {
        assert!(read(LIST).is_some_and(|list| list.len() > 200));
        let english = "Both full maps.";
        assert_eq!(told(Language::It, english), "Entrambe le mappe intere.");
        assert_eq!(told(Language::En, english), english);
        assert_eq!(told(Language::It, "Nobody said this."), "Nobody said this.");
    }
}
