//! BB fire table.

use core::fmt;

use serde::Serialize;

use crate::words::words;

words! {
    /// Whether the numbers are ours or printed.
    pub enum FireTableOrigin {
        /// Rebuilt: the body of the printed table is not in our texts.
        Reconstruction = "reconstruction",
        /// Entered from the printed table.
        Printed = "printed",
    }
}

/// The disorder part of a fire result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FireDisorder {
    /// Nothing.
    None,
    /// "d", "d-1", "d+2": a UDD with this modifier.
    Check(i8),
    /// "D": automatic.
    Automatic,
}

/// A result of the Fire Table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FireResult {
    /// SP lost.
    pub loss: u8,
    /// Disorder.
    pub disorder: FireDisorder,
}

impl FireResult {
    /// "-".
    pub const NONE: Self = Self {
        loss: 0,
        disorder: FireDisorder::None,
    };

    /// Reads "-", "d", "d-2", "1d+2", "2D" or a bare number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self::NONE);
        }
        let digits = text.chars().take_while(char::is_ascii_digit).count();
        let (number, rest) = text.split_at_checked(digits)?;
        let loss = if number.is_empty() {
            0
        } else {
            number.parse().ok()?
        };
        let disorder = match rest {
            "" if loss > 0 => FireDisorder::None,
            "D" => FireDisorder::Automatic,
            "d" => FireDisorder::Check(0),
            _ => {
                let modifier = rest.strip_prefix('d')?;
                if !modifier.starts_with(['+', '-']) {
                    return None;
                }
                FireDisorder::Check(modifier.parse().ok()?)
            }
        };
        Some(Self { loss, disorder })
    }
}

impl fmt::Display for FireResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.loss > 0 {
            write!(f, "{}", self.loss)?;
        }
        match self.disorder {
            FireDisorder::None if self.loss == 0 => f.write_str("-"),
            FireDisorder::None => Ok(()),
            FireDisorder::Check(0) => f.write_str("d"),
            FireDisorder::Check(modifier) => write!(f, "d{modifier:+}"),
            FireDisorder::Automatic => f.write_str("D"),
        }
    }
}

/// One set of columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FireColumns {
    /// First SP of each column, ascending from 1; the last column is open.
    starts: Vec<u8>,
    /// Results by row, then by column.
    rows: Vec<Vec<FireResult>>,
}

impl FireColumns {
    /// Takes the columns and rows; `None` unless there is at least one of each and every row is full.
    pub(crate) fn new(starts: Vec<u8>, rows: Vec<Vec<FireResult>>) -> Option<Self> {
        let sound = !starts.is_empty()
            && !rows.is_empty()
            && rows.iter().all(|row| row.len() == starts.len());
        sound.then_some(Self { starts, rows })
    }

    fn at(&self, row: usize, sp: u8) -> FireResult {
        let column = self
            .starts
            .partition_point(|start| *start <= sp)
            .saturating_sub(1);
        self.rows
            .get(row)
            .and_then(|row| row.get(column))
            .copied()
            .unwrap_or(FireResult::NONE)
    }

    /// Where more SP do less than fewer, as row and the first SP of the column: a slip, most likely, though a printed table
    /// need not rise everywhere.
    pub fn weaker(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.rows.iter().enumerate().flat_map(|(number, row)| {
            let pairs = row.iter().zip(row.iter().zip(&self.starts).skip(1));
            pairs.filter_map(move |(fewer, (more, &sp))| {
                let less = more.loss <= fewer.loss && more.disorder <= fewer.disorder;
                (less && more != fewer).then_some((number, sp))
            })
        })
    }

    /// First SP of each column.
    #[must_use]
    pub fn starts(&self) -> &[u8] {
        &self.starts
    }

    /// Results by row, then by column.
    #[must_use]
    pub fn rows(&self) -> &[Vec<FireResult>] {
        &self.rows
    }
}

/// The Fire Table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FireTable {
    /// Whether the numbers are ours or printed.
    pub origin: FireTableOrigin,
    /// The modified roll of the first row ("or less").
    pub first_row: i8,
    /// Small arms, and artillery at 1 to 3 hexes (SR 10.67).
    pub small_arms: FireColumns,
    /// Artillery at 4 hexes and more.
    pub artillery: FireColumns,
    /// SR 10.69, 10.91: unmodified rolls that deplete ammunition.
    pub depletion: Vec<u8>,
    /// SR 10.68: unmodified rolls that leave Rapid fire Out of Ammo.
    pub rapid_fire_depletion: Vec<u8>,
}

impl FireTable {
    /// Every place of both halves where a column is weaker than the one before: the half, the roll and the first SP.
    pub fn weaker(&self) -> impl Iterator<Item = (super::WeaponClass, i16, u8)> + '_ {
        let halves = [
            (super::WeaponClass::SmallArms, &self.small_arms),
            (super::WeaponClass::Artillery, &self.artillery),
        ];
        halves.into_iter().flat_map(move |(class, columns)| {
            columns.weaker().map(move |(row, sp)| {
                let row = i16::try_from(row).unwrap_or(i16::MAX);
                (class, i16::from(self.first_row).saturating_add(row), sp)
            })
        })
    }

    /// The result for so many SP at a modified roll.
    #[must_use]
    pub fn result(&self, class: super::WeaponClass, sp: u8, modified_roll: i16) -> FireResult {
        let columns = match class {
            super::WeaponClass::SmallArms => &self.small_arms,
            super::WeaponClass::Artillery => &self.artillery,
        };
        if sp == 0 {
            return FireResult::NONE;
        }
        let last = columns.rows.len() - 1;
        let row = usize::try_from(modified_roll - i16::from(self.first_row))
            .unwrap_or(0)
            .min(last);
        columns.at(row, sp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_as_they_print() {
        for text in ["-", "d", "d-2", "d+1", "1d+2", "D", "1D", "2D", "1", "2d"] {
            assert_eq!(
                FireResult::parse(text)
                    .map(|result| result.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in ["", "x", "D+1", "d2", "0", "1x", "d+", "dd", "é"] {
            assert_eq!(FireResult::parse(text), None, "{text} was accepted");
        }
    }
}
