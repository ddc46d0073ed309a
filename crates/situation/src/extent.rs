//! How far a patch reaches: around every hex that a file names.

use core::ops::Range;

use crate::tree::Node;

/// Columns and rows of a patch on which no hex is named.
const COLUMNS: [u8; 2] = [15, 25];
const ROWS: [u8; 2] = [5, 15];

/// How far a patch reaches beyond the hexes that are named.
const MARGIN: u8 = 6;

/// Columns and rows around every hex that a file names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extent {
    found: Option<[u8; 4]>,
    named: Vec<(u8, u8, Range<usize>)>,
}

impl Extent {
    /// The extent of everything named in these values.
    pub fn of<'n>(nodes: impl IntoIterator<Item = &'n Node>) -> Self {
        let mut extent = Self::default();
        for node in nodes {
            node.each_text(&mut |text, span| extent.see(text, span));
        }
        extent
    }

    /// Takes note of every word of four digits.
    fn see(&mut self, text: &str, span: &Range<usize>) {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in
            words.filter(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
        {
            let Ok(number) = word.parse::<u16>() else {
                continue;
            };
            let (column, row) = (
                u8::try_from(number / 100).unwrap_or(0),
                u8::try_from(number % 100).unwrap_or(0),
            );
            self.named.push((column, row, span.clone()));
            let [west, east, north, south] = self.found.unwrap_or([column, column, row, row]);
            self.found = Some([
                west.min(column),
                east.max(column),
                north.min(row),
                south.max(row),
            ]);
        }
    }

    /// The columns and rows in a form that can be compared.
    pub fn key(&self) -> String {
        format!("{:?}", self.found)
    }

    /// The place of the hex that lies farthest from most of the others, and its number.
    pub fn outlier(&self) -> Option<(&Range<usize>, String)> {
        let middle = |numbers: &mut Vec<u8>| {
            numbers.sort_unstable();
            numbers.get(numbers.len() / 2).copied().unwrap_or(0)
        };
        let column = middle(&mut self.named.iter().map(|(column, ..)| *column).collect());
        let row = middle(&mut self.named.iter().map(|(_, row, _)| *row).collect());
        let away = |own: &&(u8, u8, Range<usize>)| own.0.abs_diff(column).max(own.1.abs_diff(row));
        let (column, row, span) = self.named.iter().max_by_key(away)?;
        Some((span, format!("{column:02}{row:02}")))
    }

    pub fn columns(&self) -> [u8; 2] {
        self.found.map_or(COLUMNS, |[west, east, ..]| {
            [west.saturating_sub(MARGIN).max(1), (east + MARGIN).min(99)]
        })
    }

    pub fn rows(&self) -> [u8; 2] {
        self.found.map_or(ROWS, |[.., north, south]| {
            [
                north.saturating_sub(MARGIN).max(1),
                (south + MARGIN).min(99),
            ]
        })
    }
}
