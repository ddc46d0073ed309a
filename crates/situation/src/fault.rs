//! What is wrong with a situation file: where, what was found, what is allowed.

use core::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

/// One fault of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
#[error("{message}")]
pub struct Fault {
    message: String,
    line: usize,
    #[source_code]
    source_code: NamedSource<Arc<str>>,
    #[label("here")]
    span: SourceSpan,
}

impl Fault {
    /// The reason.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// File, line and reason on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "{}:{}: {}",
            self.source_code.name(),
            self.line,
            self.message
        )
    }
}

/// Everything that is wrong with a file, in the order of its lines. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
#[error("{name}: {} fault(s){}", .faults.len() + .left_out, first_ones(*.left_out, .faults.len()))]
pub struct Faults {
    name: String,
    #[related]
    faults: Vec<Fault>,
    /// Faults that nobody would read for the others.
    left_out: usize,
}

/// How many faults are told.
const TOLD: usize = 25;

fn first_ones(left_out: usize, told: usize) -> String {
    if left_out == 0 {
        String::new()
    } else {
        format!("; the first {told} are told")
    }
}

impl Faults {
    pub(crate) fn of(name: &str, text: &str, mut found: Vec<(Range<usize>, String)>) -> Self {
        found.sort_by(|a, b| (a.0.start, &a.1).cmp(&(b.0.start, &b.1)));
        found.dedup();
        let left_out = found.len().saturating_sub(TOLD);
        found.truncate(TOLD);
        let shared: Arc<str> = Arc::from(text);
        let faults = found
            .into_iter()
            .map(|(span, message)| Fault {
                message,
                line: line_of(text, span.start),
                source_code: NamedSource::new(name, Arc::clone(&shared)),
                span: (span.start.min(text.len())
                    ..span.end.clamp(span.start, text.len().max(span.start)))
                    .into(),
            })
            .collect();
        Self {
            name: name.to_owned(),
            faults,
            left_out,
        }
    }

    /// The faults.
    #[must_use]
    pub fn list(&self) -> &[Fault] {
        &self.faults
    }

    /// One line for each fault.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut lines: Vec<String> = self.faults.iter().map(Fault::summary).collect();
        if self.left_out > 0 {
            lines.push(format!("{}: and {} more", self.name, self.left_out));
        }
        lines.join("\n")
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
