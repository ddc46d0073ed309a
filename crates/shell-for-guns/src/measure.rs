//! Lengths in ticks (a thousandth of the unit of measure) and angles in hundredths of a degree, printed and read.

use core::fmt;

use longroll_tabletop::Ticks;

/// A length as players read it: UM with two decimals, cut; the third is shown where there is one to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Um(pub Ticks);

impl fmt::Display for Um {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0.0 < 0 { "-" } else { "" };
        let ticks = self.0.0.unsigned_abs();
        if ticks.is_multiple_of(10) {
            write!(f, "{sign}{}.{:02}", ticks / 1000, ticks % 1000 / 10)
        } else {
            write!(f, "{sign}{}.{:03}", ticks / 1000, ticks % 1000)
        }
    }
}

/// An angle as players read it: degrees with two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Degrees(pub i32);

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let angle = self.0.unsigned_abs();
        if angle.is_multiple_of(100) {
            write!(f, "{sign}{}", angle / 100)
        } else {
            write!(f, "{sign}{}.{:02}", angle / 100, angle % 100)
        }
    }
}

/// Reads an exact decimal with at most `places` digits after the point, as a whole number of the smallest unit.
#[must_use]
pub fn decimal(text: &str, places: usize) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let trimmed = part.trim_end_matches('0');
    if whole.is_empty()
        || whole.len() > 6
        || !all_digits(whole)
        || !all_digits(part)
        || trimmed.len() > places
    {
        return None;
    }
    let mut value: i64 = whole.parse().ok()?;
    for place in 0..places {
        let digit = trimmed.as_bytes().get(place).map_or(0, |byte| byte - b'0');
        value = value * 10 + i64::from(digit);
    }
    Some(sign * value)
}

/// Reads a length in UM.
#[must_use]
pub fn read_length(text: &str) -> Option<Ticks> {
    decimal(text, 3).and_then(|ticks| i32::try_from(ticks).ok().map(Ticks))
}

/// Reads an angle in degrees.
#[must_use]
pub fn read_degrees(text: &str) -> Option<i32> {
    decimal(text, 2).and_then(|angle| i32::try_from(angle).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_angles_print_and_read_back() {
        for ticks in [0, 1, 10, 999, 1000, 4000, 6010, 35_999, -400] {
            let length = Ticks(ticks);
            assert_eq!(read_length(&Um(length).to_string()), Some(length));
        }
        assert_eq!(Um(Ticks(4000)).to_string(), "4.00");
        assert_eq!(Um(Ticks(2828)).to_string(), "2.828");
        assert_eq!(read_degrees("45.01"), Some(4501));
        assert_eq!(Degrees(-9000).to_string(), "-90");
        for wrong in ["", ".5", "1.2345", "x", "1e3", "--1", "99999999"] {
            assert_eq!(read_length(wrong), None, "{wrong}");
        }
    }
}
