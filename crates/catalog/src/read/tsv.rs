//! Tables as tab-separated text: a header line, a line per row, `#` for remarks.

use core::ops::Range;

use super::cell::Cell;
use super::fault::{At, FaultKind, Reporter, SourceFile};

/// A table as read: the raw form, every cell still text.
#[derive(Debug)]
pub struct RawTable<'t> {
    file: &'t SourceFile,
    columns: Vec<&'t str>,
    header: Range<usize>,
    rows: Vec<(usize, Vec<Range<usize>>)>,
    /// Lines without a tab.
    spaced: Vec<Range<usize>>,
}

impl<'t> RawTable<'t> {
    /// Splits the text. The header must hold every required column and none that is neither required nor optional.
    pub fn parse(
        reporter: &mut Reporter,
        file: &'t SourceFile,
        required: &[&str],
        optional: &[&str],
    ) -> Self {
        let mut table = Self {
            file,
            columns: Vec::new(),
            header: 0..0,
            rows: Vec::new(),
            spaced: Vec::new(),
        };
        let mut offset = 0;
        let mut seen_header = false;
        for (number, line) in (1..).zip(file.text().split_inclusive('\n')) {
            let start = offset;
            offset += line.len();
            let content = line.trim_end_matches(['\n', '\r']);
            if content.trim().is_empty() || content.starts_with('#') {
                continue;
            }
            if seen_header {
                table.push_row(reporter, number, start, content);
            } else {
                seen_header = true;
                table.header = start..start + content.len();
                table.columns = content.split('\t').map(str::trim).collect();
                if required.len() > 1 && is_spaced(content) {
                    table.spaced.push(table.header.clone());
                    table.columns.clear();
                } else {
                    table.check_header(reporter, start, content, required, optional);
                }
            }
        }
        if let Some(first) = table.spaced.first() {
            let others = table.spaced.len() - 1;
            reporter.report(&At::new(file, first.clone()), FaultKind::NoTabs { others });
        }
        if !seen_header && !file.is_missing() {
            for column in required {
                reporter.report(
                    &At::new(file, 0..0),
                    FaultKind::MissingColumn((*column).to_owned()),
                );
            }
        }
        // Rows without a column they need would only repeat that fault.
        if required
            .iter()
            .any(|column| !table.columns.contains(column))
        {
            table.rows.clear();
        }
        table
    }

    fn check_header(
        &self,
        reporter: &mut Reporter,
        start: usize,
        content: &str,
        required: &[&str],
        optional: &[&str],
    ) {
        for column in required
            .iter()
            .filter(|column| !self.columns.contains(column))
        {
            reporter.report(
                &At::new(self.file, self.header.clone()),
                FaultKind::MissingColumn((*column).to_owned()),
            );
        }
        for cell in cells(start, content) {
            let name = self.file.text().get(cell.clone()).unwrap_or_default();
            if !required.contains(&name) && !optional.contains(&name) {
                reporter.report(
                    &At::new(self.file, cell),
                    FaultKind::UnknownColumn {
                        column: name.to_owned(),
                        allowed: required
                            .iter()
                            .chain(optional)
                            .map(|column| (*column).to_owned())
                            .collect(),
                    },
                );
            }
        }
    }

    fn push_row(&mut self, reporter: &mut Reporter, number: usize, start: usize, content: &str) {
        if self.columns.len() != 1 && is_spaced(content) {
            self.spaced.push(start..start + content.len());
            return;
        }
        let mut row: Vec<_> = cells(start, content).collect();
        // Editors strip trailing tabs: empty cells at the end of a line may be left out.
        let end = start + content.len();
        if row.len() > self.columns.len() {
            let kind = FaultKind::CellCount {
                found: row.len(),
                expected: self.columns.len(),
            };
            reporter.report(&At::new(self.file, start..end), kind);
            return;
        }
        let unseen = |letter: char| letter.is_control() && letter != '\t';
        if let Some((place, letter)) = content.char_indices().find(|(_, own)| unseen(*own)) {
            let text = format!(
                "a cell holds no letter that cannot be seen: {}",
                letter.escape_unicode()
            );
            let place = start + place..start + place + letter.len_utf8();
            reporter.report(&At::new(self.file, place), FaultKind::Contradiction(text));
        }
        row.resize(self.columns.len(), end..end);
        self.rows.push((number, row));
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = RawRow<'_>> {
        self.rows.iter().map(move |(line, cells)| RawRow {
            table: self,
            line: *line,
            cells,
        })
    }

    /// The place of the header, for faults of the whole table.
    #[must_use]
    pub fn at_header(&self) -> At {
        At::new(self.file, self.header.clone())
    }
}

/// Whether a line of several words has no tab.
fn is_spaced(content: &str) -> bool {
    !content.contains('\t') && content.split_whitespace().nth(1).is_some()
}

/// The trimmed stretches between tabs.
fn cells(start: usize, content: &str) -> impl Iterator<Item = Range<usize>> {
    let mut offset = start;
    content.split('\t').map(move |cell| {
        let begin = offset;
        offset += cell.len() + 1;
        let left = cell.len() - cell.trim_start().len();
        begin + left..begin + left + cell.trim().len()
    })
}

/// One line of a table.
#[derive(Debug, Clone, Copy)]
pub struct RawRow<'t> {
    table: &'t RawTable<'t>,
    line: usize,
    cells: &'t [Range<usize>],
}

impl<'t> RawRow<'t> {
    /// The cell of a column; empty if the table has no such column.
    #[must_use]
    pub fn cell(&self, column: &str) -> Cell<'t> {
        let span = self
            .table
            .columns
            .iter()
            .position(|name| *name == column)
            .and_then(|index| self.cells.get(index).cloned())
            .unwrap_or_else(|| self.span());
        let text = if self.table.columns.contains(&column) {
            self.table.file.text().get(span.clone()).unwrap_or_default()
        } else {
            ""
        };
        Cell::new(self.table.file, text, span)
    }

    /// The text of a cell; empty if nothing stands there.
    pub(super) fn text(&self, column: &str) -> String {
        self.cell(column)
            .filled()
            .map(|cell| cell.text().to_owned())
            .unwrap_or_default()
    }

    /// The number of the line, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The whole line.
    #[must_use]
    pub fn at(&self) -> At {
        At::new(self.table.file, self.span())
    }

    fn span(&self) -> Range<usize> {
        match (self.cells.first(), self.cells.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }
}
