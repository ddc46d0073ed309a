//! Sentences of the rules in Italian, found by their shape: the catalogue holds the English sentence with blanks, as the
//! rules write it, and what fills the blanks is carried over, or translated if it is a word or a sentence itself.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The catalogue, read once. It is part of the program and read by a test: a fault in it cannot reach a player.
pub(crate) struct Catalogue {
    /// The shapes, those with the most words of their own first.
    said: Vec<Shape>,
    groups: BTreeMap<String, BTreeMap<String, String>>,
}

struct Shape {
    /// What stands before, between and after the blanks.
    pieces: Vec<String>,
    italian: String,
}

impl Catalogue {
    pub(crate) fn italian() -> &'static Self {
        static READ: OnceLock<Catalogue> = OnceLock::new();
        READ.get_or_init(|| Self::read(include_str!("../words/it.toml")))
    }

    fn read(text: &str) -> Self {
        let mut groups: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (group, own) in text.parse::<toml::Table>().unwrap_or_default() {
            let own = own.as_table().cloned().unwrap_or_default();
            let own = own.into_iter().filter_map(|(english, text)| match text {
                toml::Value::String(text) => Some((english, text)),
                _ => None,
            });
            groups.insert(group, own.collect());
        }
        let mut said: Vec<Shape> = groups
            .remove("said")
            .unwrap_or_default()
            .into_iter()
            .map(|(english, italian)| Shape {
                pieces: english.split("{}").map(str::to_owned).collect(),
                italian,
            })
            .collect();
        said.sort_by_key(|shape| {
            let own: usize = shape.pieces.iter().map(String::len).sum();
            core::cmp::Reverse((own, core::cmp::Reverse(shape.pieces.len())))
        });
        Self { said, groups }
    }

    /// A word of a group; itself if it is not there.
    pub(crate) fn word(&self, group: &str, english: &str) -> String {
        let found = self.groups.get(group).and_then(|own| own.get(english));
        found.map_or_else(|| english.to_owned(), Clone::clone)
    }

    /// A sentence; itself if no shape fits.
    pub(crate) fn sentence(&self, english: &str) -> String {
        // Whom it concerns stands before it: a shape that begins with a blank would swallow him.
        if let Some((whom, what)) = english.split_once(": ")
            && let Some(word) = self.groups.get("word").and_then(|own| own.get(whom))
        {
            return format!("{word}: {}", self.blank(what));
        }
        self.blank(english)
    }

    fn translated(&self, english: &str) -> Option<String> {
        self.said.iter().find_map(|shape| {
            let blanks = fitted(&shape.pieces, english)?;
            Some(filled(&shape.italian, &blanks, |blank| self.blank(blank)))
        })
    }

    /// What fills a blank: a word, a sentence, several of them, or a name, which stays.
    fn blank(&self, english: &str) -> String {
        if let Some(word) = self.groups.get("word").and_then(|own| own.get(english)) {
            return word.clone();
        }
        if let Some(sentence) = self.translated(english) {
            return sentence;
        }
        if let Some((first, rest)) = english.split_once(", ") {
            return format!("{}, {}", self.blank(first), self.blank(rest));
        }
        self.said_of(english).unwrap_or_else(|| english.to_owned())
    }

    /// A name and what is said of it: `A has joined nobody`.
    fn said_of(&self, english: &str) -> Option<String> {
        english.match_indices(' ').find_map(|(place, _)| {
            let (name, rest) = (&english[..place], &english[place + 1..]);
            let said = self.translated(rest).filter(|_| rest.contains(' '))?;
            Some(format!("{name} {said}"))
        })
    }
}

/// What the blanks of a shape hold if a text has that shape.
fn fitted<'t>(pieces: &[String], text: &'t str) -> Option<Vec<&'t str>> {
    let (first, rest) = pieces.split_first()?;
    let mut left = text.strip_prefix(first.as_str())?;
    let Some((last, between)) = rest.split_last() else {
        return left.is_empty().then(Vec::new);
    };
    let mut blanks = Vec::with_capacity(rest.len());
    for piece in between {
        // Two blanks beside each other hold a number and what follows it.
        let end = if piece.is_empty() {
            left.find(|sign: char| !sign.is_ascii_digit() && sign != '.')?
        } else {
            left.find(piece.as_str())?
        };
        blanks.push(&left[..end]);
        left = &left[end + piece.len()..];
    }
    blanks.push(left.strip_suffix(last.as_str())?);
    Some(blanks)
}

/// An Italian shape with its blanks filled: `{}` in order, `{2}` by number, `{!}` as it stands, for what is written in files and orders.
fn filled(italian: &str, blanks: &[&str], each: impl Fn(&str) -> String) -> String {
    let mut told = String::with_capacity(italian.len() + 16);
    let (mut rest, mut next) = (italian, 0);
    while let Some((before, after)) = rest.split_once('{') {
        told.push_str(before);
        let (number, further) = after.split_once('}').unwrap_or(("", after));
        let (number, stays) = match number.strip_suffix('!') {
            Some(number) => (number, true),
            None => (number, false),
        };
        let place = number.parse::<usize>().map_or(next, |number| number - 1);
        next += 1;
        match blanks.get(place) {
            Some(blank) if stays => told.push_str(blank),
            Some(blank) => told.push_str(&each(blank)),
            None => {}
        }
        rest = further;
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_keep_names_and_measures_and_translate_what_is_a_word() {
        let words = Catalogue::italian();
        for (english, italian) in [
            ("a move needs an order", "per muovere serve un ordine"),
            ("Y is nearer: 4.04 UM", "Y è più vicina: 4.04 UM"),
            (
                "it is in march-column already",
                "è già in colonna di marcia",
            ),
            (
                "a rail fence is in the line of fire",
                "sulla linea di tiro: staccionata",
            ),
            (
                "2.50 UM of 2.00: rough ground, the turn takes half of 4.00",
                "2.50 UM su 2.00: terreno accidentato, la rotazione prende metà di 4.00",
            ),
            (
                "union wins: objectives 2 to 1, score 7 to 4",
                "vince Unione: obiettivi 2 a 1, punti 7 a 4",
            ),
            (
                "A – X: 5.80 UM edge to edge, from 15.60 10.00 to 15.60 15.80",
                "A – X: 5.80 UM da bordo a bordo, da 15.60 10.00 a 15.60 15.80",
            ),
            (
                "north edge – 18.00 20.00: 4.00 UM, from 18.00 24.00 to 18.00 20.00",
                "bordo nord – 18.00 20.00: 4.00 UM, da 18.00 24.00 a 18.00 20.00",
            ),
            ("'line' is no unit", "'line' non vale come unità"),
            (
                "the order is not complete: general should follow",
                "l'ordine non è completo: manca generale",
            ),
            (
                "expected a whole number, found a text",
                "serve un numero intero, qui c'è un testo",
            ),
            (
                "'onion' is not one of union, confederate",
                "'onion' non è tra: union, confederate",
            ),
            ("no such sentence", "no such sentence"),
        ] {
            assert_eq!(words.sentence(english), italian);
        }
    }
}
