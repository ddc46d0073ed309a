//! What is wrong with a file: where, what was found, what is allowed.

use core::fmt;
use core::ops::Range;

/// One fault of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub message: String,
}

/// Everything that is wrong with a file, in the order of its lines. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Faults {
    /// The file.
    pub name: String,
    /// The faults.
    pub list: Vec<Fault>,
}

impl Faults {
    pub(crate) fn of(name: &str, text: &str, mut found: Vec<(Range<usize>, String)>) -> Self {
        found.sort_by(|a, b| (a.0.start, &a.1).cmp(&(b.0.start, &b.1)));
        found.dedup();
        Self {
            name: name.to_owned(),
            list: found
                .into_iter()
                .map(|(span, message)| Fault {
                    line: line_of(text, span.start),
                    message,
                })
                .collect(),
        }
    }

    /// File, line and reason, one line for each fault.
    #[must_use]
    pub fn summary(&self) -> String {
        self.list
            .iter()
            .map(|fault| format!("{}:{}: {}", self.name, fault.line, fault.message))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

/// The line of a byte of a text, from 1.
pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    text.bytes()
        .take(offset)
        .filter(|&byte| byte == b'\n')
        .count()
        + 1
}
