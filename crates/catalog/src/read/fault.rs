//! What is wrong with a file: where, what was found, what is allowed.

use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::facts::TurnId;

/// What a name was meant to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// A unit.
    Unit,
    /// A leader.
    Leader,
    /// A unit or leader.
    Piece,
    /// A command.
    Command,
    /// A weapon.
    Weapon,
    /// A field.
    Field,
    /// A road or trail.
    Route,
    /// A special rule of the scenario.
    SpecialRule,
    /// A section of a battery.
    Section,
    /// A river, creek or stream.
    Water,
}

impl core::fmt::Display for Named {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Unit => "unit",
            Self::Leader => "leader",
            Self::Piece => "unit or leader",
            Self::Command => "command",
            Self::Weapon => "weapon",
            Self::Field => "field",
            Self::Route => "road or trail",
            Self::SpecialRule => "special rule",
            Self::Section => "section",
            Self::Water => "water",
        })
    }
}

/// The kinds of faults.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A file of the battle is missing.
    #[error("the file is missing")]
    FileMissing,
    /// A key the form does not know.
    #[error("unknown key '{key}'")]
    UnknownKey {
        /// The key.
        key: String,
        /// Keys of the form.
        allowed: Vec<String>,
    },
    /// A key the form needs.
    #[error("the key '{0}' is missing")]
    MissingKey(String),
    /// A value of the wrong type.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// What the form wants.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A word that is not one of the allowed.
    #[error("'{found}' is not a word for {what}")]
    UnknownWord {
        /// What the words are for.
        what: String,
        /// The word found.
        found: String,
        /// The words allowed.
        allowed: Vec<String>,
    },
    /// Not a number, or outside its limits.
    #[error("'{found}' is not a number from {low} to {high}")]
    BadNumber {
        /// The text found.
        found: String,
        /// Lowest allowed.
        low: i64,
        /// Highest allowed.
        high: i64,
    },
    /// A text of the wrong form.
    #[error("'{found}' cannot be read: expected {expected}")]
    Malformed {
        /// The text found.
        found: String,
        /// What is wanted.
        expected: String,
    },
    /// A column the table does not know.
    #[error("unknown column '{column}'")]
    UnknownColumn {
        /// The column.
        column: String,
        /// Columns of the table.
        allowed: Vec<String>,
    },
    /// A column the table needs.
    #[error("the column '{0}' is missing")]
    MissingColumn(String),
    /// Lines whose cells stand apart by spaces, as some editors and spreadsheets write them.
    #[error("no tab stands in this line{}: the cells of a table are separated by tabs, not by spaces", more(*.others))]
    NoTabs {
        /// How many further lines of the file are like it.
        others: usize,
    },
    /// A line with too few or too many cells.
    #[error("the line has {found} cells, the header {expected}")]
    CellCount {
        /// Cells of the line.
        found: usize,
        /// Cells of the header.
        expected: usize,
    },
    /// A name nothing has.
    #[error("there is no {what} '{name}'")]
    UnknownName {
        /// What it was meant to name.
        what: Named,
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// A hex that is not on the map.
    #[error("{0}")]
    BadHex(String),
    /// A hexside that is not on the map.
    #[error("{0}")]
    BadHexside(String),
    /// A rule that is not in the register.
    #[error("{0}")]
    UnknownRule(String),
    /// A turn that is not on the track of the scenario.
    #[error("the turn {0} is not on the track of this scenario")]
    UnknownTurn(TurnId),
    /// Something that may be there once only.
    #[error("'{name}' is here a second time; first in line {first_line}")]
    Twice {
        name: String,
        /// Line of the first.
        first_line: usize,
    },
    /// A row a table must have.
    #[error("the row '{row}' is missing")]
    RowMissing {
        /// The row.
        row: String,
    },
    /// A range of dice that no row covers, or that two rows cover.
    #[error("the roll {roll} is covered by {rows} rows; every roll needs exactly one")]
    RollCover {
        /// The roll.
        roll: String,
        /// How many rows cover it.
        rows: usize,
    },
    /// Strength above the printed strength.
    #[error("{unit} has {full} at full strength, not {found}")]
    AboveFull {
        unit: String,
        /// The number found.
        found: u8,
        /// Its full strength.
        full: u8,
    },
    /// More in a hex than the stacking limits allow.
    #[error("{hex} holds {found}; the limit is {limit}")]
    Overstacked {
        hex: String,
        /// What stands there.
        found: String,
        /// The limit.
        limit: String,
    },
    /// Both sides in one hex.
    #[error("{hex} holds units of both sides")]
    BothSides { hex: String },
    /// A road that jumps, stops or repeats.
    #[error("the route '{route}' leads nowhere: {why}")]
    RouteBroken {
        /// Its id.
        route: String,
        why: String,
    },
    /// A unit or leader of the wrong side.
    #[error("{name} belongs to the other side")]
    WrongSide { name: String },
    /// Something outside the playing area.
    #[error("{hex} is outside the playing area")]
    OutsideArea { hex: String },
    /// A hex in which the piece cannot stand.
    #[error("{name} cannot stand in {hex}: {why}")]
    ImpossibleHex {
        name: String,
        hex: String,
        why: String,
    },
    /// A reinforcement before the battle begins.
    #[error("the turn {turn} is before the first turn, {first}")]
    BeforeFirstTurn {
        turn: TurnId,
        /// The first turn.
        first: TurnId,
    },
    /// Turns out of order.
    #[error("the turn {turn} does not follow {before}")]
    TurnOrder {
        turn: TurnId,
        /// The one before.
        before: TurnId,
    },
    /// A value that contradicts another.
    #[error("{0}")]
    Contradiction(String),
}

/// How many lines more, in words.
fn more(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => " nor in one other".to_owned(),
        others => format!(" nor in {others} others"),
    }
}

impl FaultKind {
    /// Whether a file as a whole could not be read as what it is.
    const fn is_of_form(&self) -> bool {
        matches!(
            self,
            Self::Syntax(_)
                | Self::FileMissing
                | Self::NoTabs { .. }
                | Self::MissingColumn(_)
                | Self::UnknownColumn { .. }
        )
    }

    fn help(&self) -> Option<String> {
        let list = |words: &[String]| (!words.is_empty()).then(|| words.join(", "));
        match self {
            Self::UnknownKey { allowed, .. } => list(allowed).map(|words| format!("keys of this form: {words}")),
            Self::UnknownColumn { allowed, .. } => {
                list(allowed).map(|words| format!("columns of this table: {words}"))
            }
            Self::UnknownWord { allowed, .. } => list(allowed).map(|words| format!("allowed: {words}")),
            Self::UnknownName { near, .. } => list(near).map(|words| format!("did you mean {words}?")),
            Self::RouteBroken { .. } => {
                Some("a route is a chain of neighbouring hexes that joins another route or the edge of the map".into())
            }
            _ => None,
        }
    }
}

/// One fault of one file.
#[derive(Debug, Clone, Error, Diagnostic)]
#[error("{kind}")]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// File name.
    file: Arc<str>,
    /// Line, counted from 1.
    line: usize,
    /// Column, counted from 1 in characters.
    column: usize,
    #[source_code]
    text: NamedSource<Arc<str>>,
    #[label("here")]
    at: SourceSpan,
    #[help]
    help: Option<String>,
}

impl Fault {
    /// The file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The column, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// One line: file, line, column, reason and hint.
    #[must_use]
    pub fn summary(&self) -> String {
        let hint = self
            .help
            .as_ref()
            .map(|help| format!(" ({help})"))
            .unwrap_or_default();
        format!(
            "{}:{}:{}: {}{hint}",
            self.file, self.line, self.column, self.kind
        )
    }
}

/// Every fault of every file.
#[derive(Debug, Clone, Error, Diagnostic)]
#[error("the data has {} fault(s){}", .list.len() + .left_out, first_ones(*.left_out, .list.len()))]
pub struct Faults {
    #[related]
    list: Vec<Fault>,
    /// Faults that nobody would read for the others.
    left_out: usize,
}

/// How many faults are told; one slip may have hundreds of consequences.
const TOLD: usize = 30;

fn first_ones(left_out: usize, told: usize) -> String {
    if left_out == 0 {
        String::new()
    } else {
        format!("; the first {told} are told")
    }
}

impl Faults {
    /// The faults of several loads in one; none if there are none.
    #[must_use]
    pub fn joined(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let list: Vec<Fault> = parts.into_iter().flat_map(|part| part.list).collect();
        (!list.is_empty()).then(|| Self::of(list))
    }

    /// Files that could not be read at all come first: the others may follow from them.
    fn of(mut list: Vec<Fault>) -> Self {
        list.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        if list.len() > TOLD {
            list.sort_by_key(|fault| !fault.kind.is_of_form());
        }
        let left_out = list.len().saturating_sub(TOLD);
        list.truncate(TOLD);
        Self { list, left_out }
    }

    /// The faults, in order of file and line; of very many the first.
    #[must_use]
    pub fn list(&self) -> &[Fault] {
        &self.list
    }

    /// One line per fault.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut lines: Vec<String> = self.list.iter().map(Fault::summary).collect();
        if self.left_out > 0 {
            lines.push(format!("and {} more", self.left_out));
        }
        lines.join("\n")
    }
}

/// A file as text with its name; the name is only for messages.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: Arc<str>,
    text: Arc<str>,
    presence: Presence,
}

/// Whether there is such a file at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    Missing,
}

impl SourceFile {
    /// A file.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        Self::shared(name, text.into())
    }

    /// A file whose text is shared with somebody else. The mark that some editors put before the text is no part of it.
    #[must_use]
    pub fn shared(name: &str, text: Arc<str>) -> Self {
        Self {
            name: name.into(),
            text: match text.strip_prefix('\u{feff}') {
                Some(rest) => Arc::from(rest),
                None => text,
            },
            presence: Presence::There,
        }
    }

    /// A file that is not there; it reads as empty, and nothing more is said about it than that it is missing.
    #[must_use]
    pub fn missing(name: &str) -> Self {
        Self {
            name: name.into(),
            text: Arc::from(""),
            presence: Presence::Missing,
        }
    }

    /// True if there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.presence == Presence::Missing
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn fault(&self, at: core::ops::Range<usize>, kind: FaultKind) -> Fault {
        let start = at.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        Fault {
            help: kind.help(),
            kind,
            file: Arc::clone(&self.name),
            line,
            column,
            text: NamedSource::new(&*self.name, Arc::clone(&self.text)),
            at: SourceSpan::from((start, at.end.saturating_sub(start))),
        }
    }

    /// The line of a place in the text, counted from 1.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        self.text
            .get(..offset)
            .unwrap_or_default()
            .matches('\n')
            .count()
            + 1
    }
}

/// A place in a file, to report a fault that shows only later.
#[derive(Debug, Clone)]
pub struct At {
    file: SourceFile,
    span: core::ops::Range<usize>,
}

impl At {
    /// A stretch of a file.
    #[must_use]
    pub fn new(file: &SourceFile, span: core::ops::Range<usize>) -> Self {
        Self {
            file: file.clone(),
            span,
        }
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.file.line_of(self.span.start)
    }
}

/// Collects faults while files are read.
#[derive(Debug, Default)]
pub struct Reporter {
    list: Vec<Fault>,
    /// Faults beyond those that are kept: where each lies costs a look through its file.
    more: usize,
}

/// How many faults are kept.
const KEPT: usize = 500;

impl Reporter {
    /// No fault yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a fault.
    pub fn report(&mut self, at: &At, kind: FaultKind) {
        if self.list.len() >= KEPT && !kind.is_of_form() {
            self.more += 1;
            return;
        }
        self.list.push(at.file.fault(at.span.clone(), kind));
    }

    /// How many faults so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len() + self.more
    }

    /// A table whose cells could not be told apart lacks rows; who sets that right will see which are still missing.
    fn drop_consequences(&mut self) {
        let unread: Vec<Arc<str>> = self
            .list
            .iter()
            .filter(|fault| {
                matches!(
                    fault.kind,
                    FaultKind::NoTabs { .. } | FaultKind::MissingColumn(_)
                )
            })
            .map(|fault| Arc::clone(&fault.file))
            .collect();
        self.list.retain(|fault| {
            let follows = matches!(
                fault.kind,
                FaultKind::RowMissing { .. } | FaultKind::RollCover { .. }
            );
            !(follows && unread.contains(&fault.file))
        });
    }

    /// The value if there was no fault, otherwise all faults by file and line.
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => {
                self.drop_consequences();
                let mut faults = Faults::of(self.list);
                faults.left_out += self.more;
                Err(faults)
            }
        }
    }
}
