//! Ranges of dice.

use core::fmt;

use serde::{Deserialize, Serialize};

/// An inclusive range of an unmodified roll: 0-9 of one die, 00-99 of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DieRange {
    /// Lowest.
    pub low: u8,
    /// Highest.
    pub high: u8,
}

impl DieRange {
    /// True if the roll lies in the range.
    #[must_use]
    pub const fn contains(self, roll: u8) -> bool {
        self.low <= roll && roll <= self.high
    }

    /// Reads "5" or "2-4".
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (low, high) = text.split_once('-').unwrap_or((text, text));
        let low = low.trim().parse().ok()?;
        let high = high.trim().parse().ok()?;
        (low <= high).then_some(Self { low, high })
    }
}

impl fmt::Display for DieRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            write!(f, "{}", self.low)
        } else {
            write!(f, "{}-{}", self.low, self.high)
        }
    }
}

/// An inclusive range of a modified roll, open at either end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RollRange {
    /// Lowest; "or less" if none.
    pub low: Option<i8>,
    /// Highest; "or more" if none.
    pub high: Option<i8>,
}

impl RollRange {
    /// True if the modified roll lies in the range.
    #[must_use]
    pub fn contains(self, roll: i16) -> bool {
        self.low.is_none_or(|low| i16::from(low) <= roll)
            && self.high.is_none_or(|high| roll <= i16::from(high))
    }

    /// Reads "<=1", "4", "2-3" or ">=10"; negative numbers only at an open end or alone.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(high) = text.strip_prefix("<=") {
            return Some(Self {
                low: None,
                high: Some(high.trim().parse().ok()?),
            });
        }
        if let Some(low) = text.strip_prefix(">=") {
            return Some(Self {
                low: Some(low.trim().parse().ok()?),
                high: None,
            });
        }
        if let Ok(single) = text.parse() {
            return Some(Self {
                low: Some(single),
                high: Some(single),
            });
        }
        let (low, high) = text.split_once('-')?;
        let (low, high) = (
            low.trim().parse::<i8>().ok()?,
            high.trim().parse::<i8>().ok()?,
        );
        (low <= high).then_some(Self {
            low: Some(low),
            high: Some(high),
        })
    }
}

impl fmt::Display for RollRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (None, None) => f.write_str("any"),
            (None, Some(high)) => write!(f, "<={high}"),
            (Some(low), None) => write!(f, ">={low}"),
            (Some(low), Some(high)) if low == high => write!(f, "{low}"),
            (Some(low), Some(high)) => write!(f, "{low}-{high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_read_as_they_print() {
        for text in ["5", "2-4", "0-99"] {
            assert_eq!(
                DieRange::parse(text)
                    .map(|range| range.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in ["<=1", "4", "2-3", ">=10", "<=-1"] {
            assert_eq!(
                RollRange::parse(text)
                    .map(|range| range.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in ["", "4-2", "x", "-", "300"] {
            assert_eq!(DieRange::parse(text), None, "{text}");
            assert_eq!(RollRange::parse(text), None, "{text}");
        }
    }
}
