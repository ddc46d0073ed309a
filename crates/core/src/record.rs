//! The `.roll` record: a game as lines of text, written, read, replayed and checked.
//!
//! ```text
//! [Format "1"]
//! [Scenario "shiloh-02"]
//! [Seed "1862"]
//!
//! ; turn apr6-0800
//! C: initiative with A.S. Johnston {4 6}
//! U: pass
//! = 0123456789abcdef
//! ```
//! A choice stands after the letter of its side; the numbers drawn stand in braces; `=` checks the state; `;` comments.

use core::fmt::Write as _;

use crate::decision::{Barrier, NotChosen, NotFollowed};
use crate::reseed::{RESEED, Reseeds};
use crate::{Fingerprint, Game, NotationError, Side};

/// A header line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// One line after the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordLine {
    /// A choice and the numbers drawn for it.
    Choice {
        /// Who chose.
        side: Side,
        /// The choice in order notation.
        text: String,
        /// The numbers drawn.
        drawn: Vec<u16>,
    },
    /// The state's fingerprint at this point.
    Check(Fingerprint),
    /// A remark: turn headings and the like.
    Comment(String),
}

/// A game as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The header, in order.
    pub tags: Vec<Tag>,
    /// Everything else, each line with its number in the file (1-based; 0 when it was not read from a file).
    pub lines: Vec<(usize, RecordLine)>,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// The line's number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl Record {
    /// The value of a header tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name == name)
            .map(|tag| tag.value.as_str())
    }

    /// Takes a tag out.
    pub fn remove_tag(&mut self, name: &str) {
        self.tags.retain(|tag| tag.name != name);
    }

    /// Sets or replaces a header tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag {
                name: name.to_owned(),
                value,
            }),
        }
    }

    /// Takes a tag that was read into the header: each name once, and never more than a header can have.
    fn take(&mut self, tag: Tag) -> Result<(), String> {
        let same = |own: &&Tag| own.name.eq_ignore_ascii_case(&tag.name);
        if let Some(own) = self.tags.iter().find(same) {
            return Err(if own.name == tag.name {
                format!("the tag {} stands twice", tag.name)
            } else {
                format!("the tag {} stands here as {} too", own.name, tag.name)
            });
        }
        if tag.name == RESEED {
            Reseeds::read(&tag.value)?;
        }
        if self.tags.len() >= MOST_TAGS {
            return Err(format!(
                "the header has more than {MOST_TAGS} tags; no record has so many"
            ));
        }
        self.tags.push(tag);
        Ok(())
    }

    /// The number of the choice that stands in a line, from 1; none if another thing stands there.
    #[must_use]
    pub fn choice_in(&self, line: usize) -> Option<usize> {
        let choices = self.lines.iter().filter_map(|(number, content)| {
            matches!(content, RecordLine::Choice { .. }).then_some(*number)
        });
        choices
            .enumerate()
            .find(|(_, number)| *number == line)
            .map(|(index, _)| index + 1)
    }

    /// Appends a line.
    pub fn push(&mut self, line: RecordLine) {
        self.lines.push((0, line));
    }

    /// The whole text.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = String::new();
        for tag in &self.tags {
            let value = tag
                .value
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n");
            let _ = writeln!(text, "[{} \"{}\"]", tag.name, value);
        }
        text.push('\n');
        for (_, line) in &self.lines {
            print_line(&mut text, line);
        }
        text
    }

    /// Reads a record. A text that is cut off between two lines is a valid unfinished game; the mark that some editors
    /// put before a text is no part of it.
    ///
    /// # Errors
    /// The first line that cannot be read, together with everything good before it.
    pub fn parse(text: &str) -> Result<Self, (Self, RecordError)> {
        let mut record = Self::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, raw) in text.lines().enumerate() {
            let number = index + 1;
            let line = raw.trim();
            let parsed = if line.is_empty() {
                Ok(())
            } else if let Some(reason) = unfit(line) {
                Err(reason)
            } else if let Some(tag) = line.strip_prefix('[') {
                parse_tag(tag).and_then(|tag| record.take(tag))
            } else {
                parse_line(line).map(|line| record.lines.push((number, line)))
            };
            if let Err(reason) = parsed {
                return Err((
                    record,
                    RecordError {
                        line: number,
                        reason,
                    },
                ));
            }
        }
        Ok(record)
    }
}

/// The longest line that a record may have; the longest that is written has a tenth of it.
const LONGEST_LINE: usize = 4000;

/// The most tags that a header may have; the program writes a dozen. With so few, looking through them costs nothing.
const MOST_TAGS: usize = 100;

/// The longest name of a tag; the program's own have a third of it.
const LONGEST_NAME: usize = 40;

/// The longest value of a tag: room for every switch of the rules. Only the tag of dice that change has no end: it grows with
/// every game that goes on from another.
const LONGEST_VALUE: usize = 3000;

/// Why a line can be none of a record, whatever stands in it.
fn unfit(line: &str) -> Option<String> {
    let length = line.chars().count();
    let endless = line
        .strip_prefix('[')
        .and_then(|tag| tag.strip_prefix(RESEED))
        .is_some_and(|rest| rest.starts_with(' '));
    if length > LONGEST_LINE && !endless {
        return Some(format!(
            "the line has {length} characters; no line of a record has more than {LONGEST_LINE}"
        ));
    }
    let control = line
        .chars()
        .find(|letter| letter.is_control() && *letter != '\t')?;
    Some(format!(
        "a character stands here that no text has (U+{:04X})",
        u32::from(control)
    ))
}

fn print_line(text: &mut String, line: &RecordLine) {
    let _ = match line {
        RecordLine::Choice {
            side,
            text: choice,
            drawn,
        } => {
            let letter = if *side == Side::Union { 'U' } else { 'C' };
            if drawn.is_empty() {
                writeln!(text, "{letter}: {choice}")
            } else {
                let numbers: Vec<String> = drawn.iter().map(u16::to_string).collect();
                writeln!(text, "{letter}: {choice} {{{}}}", numbers.join(" "))
            }
        }
        RecordLine::Check(fingerprint) => writeln!(text, "= {fingerprint}"),
        RecordLine::Comment(remark) => writeln!(text, "; {}", remark.replace('\n', " ")),
    };
}

fn parse_tag(rest: &str) -> Result<Tag, String> {
    let body = rest.strip_suffix(']').ok_or("a tag ends with ]")?;
    let (name, value) = body.split_once(' ').ok_or("a tag is [Name \"value\"]")?;
    let quoted = value
        .strip_prefix('"')
        .and_then(|v| v.strip_suffix('"'))
        .ok_or("the value of a tag stands in quotation marks")?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if name.is_empty() || !name.chars().all(is_part) {
        return Err(format!(
            "'{}' is no name of a tag: it is one word of letters and digits",
            crate::clip(name)
        ));
    }
    let mut plain = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => return Err("the value of a tag ends in a lone backslash".to_owned()),
            },
            (c, false) => plain.push(c),
        }
    }
    for (part, text, longest) in [
        ("name", name, LONGEST_NAME),
        ("value", &plain, LONGEST_VALUE),
    ] {
        let length = text.chars().count();
        if length > longest && name != RESEED {
            return Err(format!(
                "the {part} of a tag has {length} characters; it has at most {longest}"
            ));
        }
    }
    Ok(Tag {
        name: name.to_owned(),
        value: plain,
    })
}

fn parse_line(line: &str) -> Result<RecordLine, String> {
    if let Some(remark) = line.strip_prefix(';') {
        return Ok(RecordLine::Comment(remark.trim().to_owned()));
    }
    if let Some(digits) = line.strip_prefix('=') {
        let digits = digits.trim();
        let sixteen = digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        return u64::from_str_radix(digits, 16)
            .ok()
            .filter(|_| sixteen)
            .map(|value| RecordLine::Check(Fingerprint(value)))
            .ok_or_else(|| {
                format!(
                    "'{}' is no fingerprint of sixteen hexadecimal digits",
                    crate::clip(digits)
                )
            });
    }
    let (side, rest) = if let Some(rest) = line.strip_prefix("U:") {
        (Side::Union, rest)
    } else if let Some(rest) = line.strip_prefix("C:") {
        (Side::Confederate, rest)
    } else {
        return Err(
            "a line begins with U: or C: (a choice), = (a check), ; (a remark) or [ (a tag)"
                .to_owned(),
        );
    };
    let (text, drawn) = match rest.split_once('{') {
        None => (rest.trim(), Vec::new()),
        Some((text, numbers)) => {
            let numbers = numbers
                .trim_end()
                .strip_suffix('}')
                .ok_or("the numbers drawn end with }")?;
            let drawn = numbers
                .split_whitespace()
                .map(|n| n.parse().map_err(|_| format!("'{n}' is no number drawn")))
                .collect::<Result<Vec<u16>, _>>()?;
            (text.trim(), drawn)
        }
    };
    if text.is_empty() {
        return Err("no choice stands after the side".to_owned());
    }
    Ok(RecordLine::Choice {
        side,
        text: text.to_owned(),
        drawn,
    })
}

/// Where a replay stopped: the game up to there is good.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The text of a choice cannot be read.
    #[error("line {line}: {error}")]
    Notation {
        /// The line.
        line: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// The choice is not legal there.
    #[error("line {line}: {error}")]
    NotChosen {
        /// The line.
        line: usize,
        error: NotChosen,
    },
    /// The dice differ from those recorded.
    #[error(
        "line {line}: the record says the numbers drawn were {recorded:?}, the game draws {drawn:?}"
    )]
    Dice {
        /// The line.
        line: usize,
        /// As recorded.
        recorded: Vec<u16>,
        /// As drawn.
        drawn: Vec<u16>,
    },
    /// The choice is written in part only: cut off, or abbreviated.
    #[error("line {line}: '{}' is not a whole order: a record says '{whole}'", crate::clip(.text))]
    Part {
        /// The line.
        line: usize,
        /// What stands there.
        text: String,
        /// What it would mean.
        whole: String,
    },
    /// The state differs from the one recorded.
    #[error(
        "line {line}: the position is not the one recorded here (recorded {recorded}, found {found})"
    )]
    Check {
        /// The line.
        line: usize,
        /// As recorded.
        recorded: Fingerprint,
        /// As it is.
        found: Fingerprint,
    },
    /// The header tells of dice that change in a way that is none.
    #[error("{0}")]
    Reseed(String),
    /// The header tells another result than the game.
    #[error(
        "the header's tag Result is '{}', but the game played again ends with '{}'",
        crate::clip(.recorded),
        crate::clip(.found)
    )]
    Result {
        /// As recorded.
        recorded: String,
        /// As it is.
        found: String,
    },
}

impl ReplayError {
    /// The line that does not fit; none if it is the header.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Notation { line, .. }
            | Self::NotChosen { line, .. }
            | Self::Dice { line, .. }
            | Self::Part { line, .. }
            | Self::Check { line, .. } => Some(*line),
            Self::Result { .. } | Self::Reseed(_) => None,
        }
    }
}

/// How many lines lie between two copies of the game that is replayed: what an error must play again at most.
const BETWEEN_COPIES: usize = 256;

/// Plays the lines of a record on a game, checking every line. On an error the game stands where the last good line
/// left it.
///
/// # Errors
/// The first line that does not fit the game.
pub fn replay<G: Game>(
    game: &mut G,
    record: &Record,
    mut seen: impl FnMut(Vec<G::Event>),
) -> Result<(), ReplayError> {
    let mut copy = game.clone();
    for (place, lines) in record.lines.chunks(BETWEEN_COPIES).enumerate() {
        if place > 0 {
            copy.clone_from(game);
        }
        for index in 0..lines.len() {
            let coming = &record.lines[place * BETWEEN_COPIES + index..];
            if let Err(error) = play_line(game, coming, &mut seen) {
                // Only wrong dice are noticed too late: the lines before are played again.
                if matches!(error, ReplayError::Dice { .. }) {
                    game.clone_from(&copy);
                    for again in 0..index {
                        play_line(game, &lines[again..index], |_| {})?;
                    }
                }
                game.catch_up();
                return Err(error);
            }
        }
    }
    game.catch_up();
    true_result(game, record)
}

/// What the header says of the end is what the game comes to. A header may say nothing of it, and a record that was cut is an
/// unfinished game: what it says of its end cannot be compared.
pub(crate) fn true_result<G: Game>(game: &G, record: &Record) -> Result<(), ReplayError> {
    let (Some(recorded), Some(found)) = (record.tag("Result"), game.result()) else {
        return Ok(());
    };
    if found == recorded {
        return Ok(());
    }
    Err(ReplayError::Result {
        recorded: recorded.to_owned(),
        found,
    })
}

/// Whether every order of a record is written in whole words. `spelled` tells what a text says by itself, in full and
/// whatever is legal; none if it says nothing by itself. A game at the record's beginning is played, on a copy, only as far
/// as an order of which only the game can tell what it means.
///
/// # Errors
/// The first line that is an abbreviation with what it means there, or does not fit the game before.
pub fn whole_words<G: Game>(
    game: &G,
    record: &Record,
    spelled: impl Fn(&G, &str) -> Option<String>,
) -> Result<(), ReplayError> {
    let mut copy: Option<G> = None;
    let mut from = 0;
    for (index, (_, content)) in record.lines.iter().enumerate() {
        let RecordLine::Choice { text, .. } = content else {
            continue;
        };
        let full = spelled(game, text);
        if full.is_some_and(|full| crate::notation::same_words(&full, text)) {
            continue;
        }
        // The last line of what is played is looked at word by word.
        let part = Record {
            tags: Vec::new(),
            lines: record.lines[from..=index].to_vec(),
        };
        replay(copy.get_or_insert_with(|| game.clone()), &part, |_| {})?;
        from = index + 1;
    }
    Ok(())
}

/// Plays one line; of a choice it tells whether it can be taken back.
pub(crate) fn play_line<G: Game>(
    game: &mut G,
    lines: &[(usize, RecordLine)],
    mut seen: impl FnMut(Vec<G::Event>),
) -> Result<Option<Barrier>, ReplayError> {
    let Some(((line, content), after)) = lines.split_first() else {
        return Ok(None);
    };
    let line = *line;
    match content {
        RecordLine::Comment(_) => {}
        RecordLine::Check(recorded) => {
            let found = game.fingerprint();
            if found != *recorded {
                return Err(ReplayError::Check {
                    line,
                    recorded: *recorded,
                    found,
                });
            }
        }
        RecordLine::Choice { side, text, drawn } => {
            let ahead = after.iter().find_map(|(_, content)| match content {
                RecordLine::Choice { text, .. } => Some(text.as_str()),
                _ => None,
            });
            // Only the last line can have been cut, and what is left of it may still be a unique abbreviation.
            if ahead.is_none() {
                game.catch_up();
                whole(game, line, text)?;
            }
            let outcome = game
                .follow(*side, text, ahead)
                .map_err(|error| match error {
                    NotFollowed::Notation(error) => ReplayError::Notation { line, error },
                    NotFollowed::NotChosen(error) => ReplayError::NotChosen { line, error },
                })?;
            if outcome.drawn != *drawn {
                return Err(ReplayError::Dice {
                    line,
                    recorded: drawn.clone(),
                    drawn: outcome.drawn,
                });
            }
            seen(outcome.events);
            return Ok(Some(outcome.barrier));
        }
    }
    Ok(None)
}

/// A record has whole words.
fn whole<G: Game>(game: &G, line: usize, text: &str) -> Result<(), ReplayError> {
    let choice = game
        .parse(text)
        .map_err(|error| ReplayError::Notation { line, error })?;
    let whole = game.print(&choice);
    if crate::notation::same_words(&whole, text) {
        return Ok(());
    }
    Err(ReplayError::Part {
        line,
        text: text.to_owned(),
        whole,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_record_prints_and_reads_back() {
        let mut record = Record::default();
        record.set_tag("Format", "1");
        record.set_tag("Union", "a \"quoted\" \\ name");
        record.push(RecordLine::Comment("turn apr6-0800".into()));
        record.push(RecordLine::Choice {
            side: Side::Union,
            text: "move 9 IL 2323".into(),
            drawn: vec![4, 11],
        });
        record.push(RecordLine::Choice {
            side: Side::Confederate,
            text: "pass".into(),
            drawn: vec![],
        });
        record.push(RecordLine::Check(Fingerprint(0xdead_beef)));
        let text = record.print();
        let read = Record::parse(&text).unwrap();
        assert_eq!(read.print(), text);
        assert_eq!(read.tag("Union"), Some("a \"quoted\" \\ name"));
    }

    #[test]
    fn a_damaged_line_is_named_and_what_stands_before_it_is_kept() {
        let text = "[Format \"1\"]\n\nU: pass\nX: pass\nU: pass\n";
        let (good, error) = Record::parse(text).unwrap_err();
        assert_eq!(error.line, 4);
        assert_eq!(good.lines.len(), 1);
        for (bad, word) in [
            ("[Format 1]", "quotation"),
            ("[Format \"1\"", "ends with ]"),
            ("[A \"1\"]\n[A \"2\"]", "twice"),
            ("= xyz", "fingerprint"),
            ("U: pass {4", "end with }"),
            ("U: pass {four}", "no number"),
            ("U:  {4}", "no choice"),
            ("U: ha\0lt", "U+0000"),
        ] {
            let (_, error) = Record::parse(bad).unwrap_err();
            assert!(error.reason.contains(word), "{bad}: {error}");
        }
    }

    #[test]
    fn a_header_has_few_and_short_tags() {
        let many = |count: usize| -> String {
            let tags = (0..count).map(|number| format!("[T{number} \"x\"]\n"));
            tags.collect()
        };
        assert!(Record::parse(&many(100)).is_ok());
        let begun = std::time::Instant::now();
        let (good, error) = Record::parse(&many(100_000)).unwrap_err();
        assert_eq!((error.line, good.tags.len()), (101, 100));
        assert!(error.reason.contains("more than 100 tags"), "{error}");
        assert!(begun.elapsed().as_millis() < 500, "it is refused at once");
        for (tag, wanted) in [
            (
                format!("[{} \"x\"]", "n".repeat(41)),
                "the name of a tag has 41",
            ),
            (
                format!("[A \"{}\"]", "v".repeat(3001)),
                "the value of a tag has 3001",
            ),
        ] {
            let (_, error) = Record::parse(&format!("\n{tag}\n")).unwrap_err();
            assert_eq!(error.line, 2);
            assert!(error.reason.contains(wanted), "{error}");
        }
    }

    #[test]
    fn a_line_knows_the_number_of_its_choice() {
        let text = "[Format \"1\"]\n\n; turn 1\nU: pass\n= 0123456789abcdef\nC: pass\n";
        let record = Record::parse(text).unwrap();
        let found: Vec<Option<usize>> = (3..=6).map(|line| record.choice_in(line)).collect();
        assert_eq!(found, [None, Some(1), None, Some(2)]);
    }

    #[test]
    fn a_line_that_is_far_too_long_is_refused_without_being_repeated() {
        let text = format!("[Format \"1\"]\nU: {}\n", "x".repeat(5_000_000));
        let (_, error) = Record::parse(&text).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.reason.len() < 200, "{}", error.reason.len());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_record() {
        let record = Record::parse("\u{feff}[Format \"1\"]\n").unwrap();
        assert_eq!(record.tag("Format"), Some("1"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC*(\n\\PC*){0,5}") {
            let _ = Record::parse(&text);
        }
    }
}
