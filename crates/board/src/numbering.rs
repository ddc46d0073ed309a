//! From a place on the grid to the number printed in the hex, and back.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::Position;

/// How the hexes of a map are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// Two digits of column, two of row: `2323`.
    Plain,
    /// Two sheets glued one above the other, `N` and `S` before the number, each sheet counting its own rows from 01.
    ///
    /// Sheet N has `north_rows` rows and, in the `shared` columns, one more that is at the same time row 01 of sheet S:
    /// there a hex has two names, of which the one on sheet N is its primary name.
    #[serde(rename_all = "kebab-case")]
    TwoSheets {
        north_rows: u8,
        shared: ColumnParity,
    },
}

/// Which columns something holds for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnParity {
    Even,
    Odd,
}

impl ColumnParity {
    /// Whether `column` is one of these.
    pub const fn includes(self, column: u8) -> bool {
        column.is_multiple_of(2) == matches!(self, Self::Even)
    }
}

/// One sheet of a two-sheet map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sheet {
    N,
    S,
}

impl Sheet {
    const fn letter(self) -> char {
        match self {
            Self::N => 'N',
            Self::S => 'S',
        }
    }
}

/// Why a text is not the number of a hex of this map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexNameError {
    #[error("\"{text}\" is no hex number: expected {expected}")]
    Malformed {
        text: String,
        expected: &'static str,
    },
    #[error("hex {text} needs its sheet: N{text} or S{text}")]
    MissingSheet { text: String },
    #[error("hex {text} is off the map: columns run from {first:02} to {last:02}")]
    ColumnOffMap { text: String, first: u8, last: u8 },
    #[error("hex {text} is off the map: rows run from {first:02} to {last:02}")]
    RowOffMap { text: String, first: u8, last: u8 },
    #[error(
        "hex {text} does not exist: in column {column:02} sheet {sheet:?} has rows {first:02} to {last:02}"
    )]
    RowOffSheet {
        text: String,
        sheet: Sheet,
        column: u8,
        first: u8,
        last: u8,
    },
    #[error("hex {text} is not part of this board")]
    NotOnPatch { text: String },
}

impl Numbering {
    /// Two sheets that share a row of hexes in every other column: `N4634` and `S4601` are one hex, `N1133` is followed by `S1101`.
    pub const TWO_SHEETS: Self = Self::TwoSheets {
        north_rows: 33,
        shared: ColumnParity::Even,
    };

    /// How long every name is.
    pub(crate) const fn name_length(self) -> usize {
        match self {
            Self::Plain => 4,
            Self::TwoSheets { .. } => 5,
        }
    }

    /// The primary name of a hex.
    pub(crate) fn name(self, position: Position) -> String {
        let Position { column, row } = position;
        match self {
            Self::Plain => format!("{column:02}{row:02}"),
            Self::TwoSheets { north_rows, shared } => {
                if row <= last_north_row(north_rows, shared, column) {
                    format!("N{column:02}{row:02}")
                } else {
                    format!("S{column:02}{:02}", row - north_rows)
                }
            }
        }
    }

    /// The second name of a hex that lies on both sheets.
    pub(crate) fn alias(self, position: Position) -> Option<String> {
        match self {
            Self::TwoSheets { north_rows, shared }
                if position.row == north_rows + 1 && shared.includes(position.column) =>
            {
                Some(format!("S{:02}01", position.column))
            }
            _ => None,
        }
    }

    /// The place a name speaks of, inside the given columns and (global) rows.
    pub(crate) fn parse(
        self,
        text: &str,
        columns: &RangeInclusive<u8>,
        rows: &RangeInclusive<u8>,
    ) -> Result<Position, HexNameError> {
        let (sheet, digits) = self.split_sheet(text)?;
        let (column, row) = four_digits(digits).ok_or_else(|| self.malformed(text))?;
        if !columns.contains(&column) {
            return Err(HexNameError::ColumnOffMap {
                text: text.to_owned(),
                first: *columns.start(),
                last: *columns.end(),
            });
        }
        let (first, last, skipped) = self.sheet_rows(sheet, column, rows);
        if (first..=last).contains(&row) {
            return Ok(Position {
                column,
                row: row + skipped,
            });
        }
        let text = text.to_owned();
        Err(match sheet {
            Some(sheet) => HexNameError::RowOffSheet {
                text,
                sheet,
                column,
                first,
                last,
            },
            None => HexNameError::RowOffMap { text, first, last },
        })
    }

    fn split_sheet(self, text: &str) -> Result<(Option<Sheet>, &str), HexNameError> {
        match self {
            Self::Plain => Ok((None, text)),
            Self::TwoSheets { .. } => {
                for sheet in [Sheet::N, Sheet::S] {
                    let letter = sheet.letter();
                    if let Some(digits) = text.strip_prefix([letter, letter.to_ascii_lowercase()]) {
                        return Ok((Some(sheet), digits));
                    }
                }
                Err(match four_digits(text) {
                    Some(_) => HexNameError::MissingSheet {
                        text: text.to_owned(),
                    },
                    None => self.malformed(text),
                })
            }
        }
    }

    /// First and last printed row, and what to add to a printed row to get the global one.
    fn sheet_rows(
        self,
        sheet: Option<Sheet>,
        column: u8,
        rows: &RangeInclusive<u8>,
    ) -> (u8, u8, u8) {
        let (top, bottom) = (*rows.start(), *rows.end());
        match (self, sheet) {
            (Self::TwoSheets { north_rows, .. }, Some(Sheet::S)) => {
                let first = top.saturating_sub(north_rows).max(1);
                (first, bottom.saturating_sub(north_rows), north_rows)
            }
            (Self::TwoSheets { north_rows, shared }, _) => (
                top,
                bottom.min(last_north_row(north_rows, shared, column)),
                0,
            ),
            (Self::Plain, _) => (top, bottom, 0),
        }
    }

    fn malformed(self, text: &str) -> HexNameError {
        let expected = match self {
            Self::Plain => "two digits of column and two of row, as 2323",
            Self::TwoSheets { .. } => {
                "N or S, two digits of column and two of row, as N2706 or S2706"
            }
        };
        HexNameError::Malformed {
            text: text.to_owned(),
            expected,
        }
    }
}

/// The last row of a column that is named after sheet N.
fn last_north_row(north_rows: u8, shared: ColumnParity, column: u8) -> u8 {
    north_rows + u8::from(shared.includes(column))
}

fn four_digits(text: &str) -> Option<(u8, u8)> {
    let bytes: [u8; 4] = text.as_bytes().try_into().ok()?;
    if !bytes.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let [a, b, c, d] = bytes.map(|digit| digit - b'0');
    Some((a * 10 + b, c * 10 + d))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shiloh(text: &str) -> Result<Position, HexNameError> {
        Numbering::TWO_SHEETS.parse(text, &(10..=69), &(1..=67))
    }

    fn at(column: u8, row: u8) -> Position {
        Position { column, row }
    }

    #[test]
    fn the_shared_row_has_two_names_in_even_columns_only() {
        assert_eq!(shiloh("N4634"), Ok(at(46, 34)));
        assert_eq!(shiloh("S4601"), Ok(at(46, 34)));
        assert_eq!(Numbering::TWO_SHEETS.name(at(46, 34)), "N4634");
        assert_eq!(
            Numbering::TWO_SHEETS.alias(at(46, 34)).as_deref(),
            Some("S4601")
        );
        assert_eq!(shiloh("S1101"), Ok(at(11, 34)));
        assert_eq!(Numbering::TWO_SHEETS.name(at(11, 34)), "S1101");
        assert_eq!(Numbering::TWO_SHEETS.alias(at(11, 34)), None);
    }

    #[test]
    fn small_letters_are_understood() {
        assert_eq!(shiloh("s2706"), Ok(at(27, 39)));
    }

    #[test]
    fn every_fault_says_what_is_wrong() {
        let message = |text: &str| shiloh(text).map_err(|fault| fault.to_string());
        for (text, expected) in [
            (
                "",
                "\"\" is no hex number: expected N or S, two digits of column and two of row, as N2706 or S2706",
            ),
            (
                "N27x6",
                "\"N27x6\" is no hex number: expected N or S, two digits of column and two of row, as N2706 or S2706",
            ),
            ("2706", "hex 2706 needs its sheet: N2706 or S2706"),
            (
                "N0901",
                "hex N0901 is off the map: columns run from 10 to 69",
            ),
            (
                "S7001",
                "hex S7001 is off the map: columns run from 10 to 69",
            ),
            (
                "N1134",
                "hex N1134 does not exist: in column 11 sheet N has rows 01 to 33",
            ),
            (
                "N1035",
                "hex N1035 does not exist: in column 10 sheet N has rows 01 to 34",
            ),
            (
                "S1035",
                "hex S1035 does not exist: in column 10 sheet S has rows 01 to 34",
            ),
            (
                "S1000",
                "hex S1000 does not exist: in column 10 sheet S has rows 01 to 34",
            ),
        ] {
            assert_eq!(message(text), Err(expected.to_owned()), "{text}");
        }
        let plain = |text: &str| {
            Numbering::Plain
                .parse(text, &(20..=30), &(5..=12))
                .map_err(|fault| fault.to_string())
        };
        assert_eq!(
            plain("2513"),
            Err("hex 2513 is off the map: rows run from 05 to 12".to_owned())
        );
        assert_eq!(
            plain("N2510"),
            Err(
                "\"N2510\" is no hex number: expected two digits of column and two of row, as 2323"
                    .to_owned()
            )
        );
        assert_eq!(plain("2505"), Ok(at(25, 5)));
    }
}
