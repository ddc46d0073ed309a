//! A piece of text with its place: a cell of a table or a string of a TOML file.

use core::ops::Range;

use longroll_rule::Rule;

use super::fault::{At, FaultKind, Reporter, SourceFile};
use crate::facts::TurnId;
use crate::tables::{DieRange, RollRange};
use crate::words::Word;

/// Text and where it stands.
#[derive(Debug, Clone)]
pub struct Cell<'t> {
    file: &'t SourceFile,
    text: &'t str,
    span: Range<usize>,
}

impl<'t> Cell<'t> {
    pub(crate) const fn new(file: &'t SourceFile, text: &'t str, span: Range<usize>) -> Self {
        Self { file, text, span }
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// Its place.
    #[must_use]
    pub fn at(&self) -> At {
        At::new(self.file, self.span.clone())
    }

    /// True if there is nothing in it: empty or a dash.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() || self.text == "-"
    }

    /// The cell unless it is empty.
    #[must_use]
    pub fn filled(self) -> Option<Self> {
        (!self.is_empty()).then_some(self)
    }

    /// Reports a fault at this place.
    pub fn fault(&self, reporter: &mut Reporter, kind: FaultKind) {
        reporter.report(&self.at(), kind);
    }

    /// The parts between separators, trimmed; none if the cell is empty.
    pub fn parts(&self, separator: char) -> impl Iterator<Item = Cell<'t>> {
        let (file, start) = (self.file, self.span.start);
        let mut offset = start;
        let text = if self.is_empty() { "" } else { self.text };
        text.split(separator)
            .map(move |part| {
                let begin = offset;
                offset += part.len() + separator.len_utf8();
                let left = part.len() - part.trim_start().len();
                Cell::new(
                    file,
                    part.trim(),
                    begin + left..begin + left + part.trim().len(),
                )
            })
            .filter(|part| !part.text.is_empty())
    }

    /// Splits at the first separator; both halves trimmed.
    #[must_use]
    pub fn split_once(&self, separator: char) -> Option<(Cell<'t>, Cell<'t>)> {
        let at = self.text.find(separator)?;
        let (left, right) = (
            self.text.get(..at)?,
            self.text.get(at + separator.len_utf8()..)?,
        );
        let make = |part: &'t str, begin: usize| {
            let lead = part.len() - part.trim_start().len();
            Cell::new(
                self.file,
                part.trim(),
                begin + lead..begin + lead + part.trim().len(),
            )
        };
        Some((
            make(left, self.span.start),
            make(right, self.span.start + at + separator.len_utf8()),
        ))
    }

    /// What follows a fixed beginning.
    #[must_use]
    pub fn after(&self, prefix: &str) -> Option<Cell<'t>> {
        let rest = self.text.strip_prefix(prefix)?;
        let lead = rest.len() - rest.trim_start().len();
        let begin = self.span.start + prefix.len() + lead;
        Some(Cell::new(
            self.file,
            rest.trim(),
            begin..begin + rest.trim().len(),
        ))
    }

    /// A whole number within limits; a leading `+` is allowed.
    pub fn number<N: TryFrom<i64>>(
        &self,
        reporter: &mut Reporter,
        limits: core::ops::RangeInclusive<i64>,
    ) -> Option<N> {
        let number = self
            .text
            .parse::<i64>()
            .ok()
            .filter(|number| limits.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        if number.is_none() {
            let (low, high) = limits.into_inner();
            self.fault(
                reporter,
                FaultKind::BadNumber {
                    found: self.text.to_owned(),
                    low,
                    high,
                },
            );
        }
        number
    }

    /// One of a fixed set of words.
    pub fn word<W: Word>(&self, reporter: &mut Reporter) -> Option<W> {
        let word = W::from_word(self.text);
        if word.is_none() {
            self.fault(
                reporter,
                FaultKind::UnknownWord {
                    what: spaced(W::WHAT),
                    found: self.text.to_owned(),
                    allowed: W::WORDS
                        .iter()
                        .map(|(_, word)| (*word).to_owned())
                        .collect(),
                },
            );
        }
        word
    }

    /// The id of a rule, written exactly.
    pub fn rule(&self, reporter: &mut Reporter) -> Option<Rule> {
        if let Some(rule) = Rule::by_id(self.text) {
            return Some(rule);
        }
        let why = match self.text.parse::<Rule>() {
            Ok(rule) => format!("write the rule '{}' as '{rule}'", self.text),
            Err(unknown) => unknown.to_string(),
        };
        self.fault(reporter, FaultKind::UnknownRule(why));
        None
    }

    /// A turn.
    pub fn turn(&self, reporter: &mut Reporter) -> Option<TurnId> {
        self.parsed(reporter, "a turn, such as 6-0800", self.text.parse().ok())
    }

    /// A range of an unmodified roll.
    pub fn die_range(&self, reporter: &mut Reporter) -> Option<DieRange> {
        self.parsed(
            reporter,
            "a range of the die, such as 2-4",
            DieRange::parse(self.text),
        )
    }

    /// A range of a modified roll.
    pub fn roll_range(&self, reporter: &mut Reporter) -> Option<RollRange> {
        self.parsed(
            reporter,
            "a range of the roll, such as <=1, 2-3 or >=10",
            RollRange::parse(self.text),
        )
    }

    /// A value read by someone else; reports what was expected if there is none.
    pub fn parsed<T>(
        &self,
        reporter: &mut Reporter,
        expected: &str,
        value: Option<T>,
    ) -> Option<T> {
        if value.is_none() {
            let kind = FaultKind::Malformed {
                found: self.text.to_owned(),
                expected: expected.to_owned(),
            };
            self.fault(reporter, kind);
        }
        value
    }
}

/// "StackingArm" as "stacking arm".
pub(super) fn spaced(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
