//! Turns: a day and the hour the turn begins.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::words::words;

/// A turn, named by the day of the month and the hour it begins: `6-0800` is 8 AM on the sixth.
///
/// Turns compare in the order they are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnId {
    /// Day of the month.
    pub day: u8,
    /// Hour at which the turn begins, 0 to 23.
    pub hour: u8,
}

impl TurnId {
    /// The turn that begins at this hour of this day.
    #[must_use]
    pub const fn new(day: u8, hour: u8) -> Self {
        Self { day, hour }
    }
}

impl fmt::Display for TurnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}00", self.day, self.hour)
    }
}

/// The text is not of the form `6-0800`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no turn; write the day and the hour, such as 6-0800")]
pub struct BadTurn(pub String);

impl FromStr for TurnId {
    type Err = BadTurn;

    fn from_str(text: &str) -> Result<Self, BadTurn> {
        let bad = || BadTurn(text.to_owned());
        let (day, time) = text.split_once('-').ok_or_else(bad)?;
        let hour = time
            .strip_suffix("00")
            .filter(|hour| hour.len() == 2 && hour.bytes().all(|digit| digit.is_ascii_digit()))
            .ok_or_else(bad)?;
        if !day.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(bad());
        }
        let day: u8 = day.parse().map_err(|_| bad())?;
        let hour: u8 = hour.parse().map_err(|_| bad())?;
        if day == 0 || day > 31 || hour > 23 {
            return Err(bad());
        }
        Ok(Self { day, hour })
    }
}

impl Serialize for TurnId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TurnId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

words! {
    /// SR 16.1: the light of a turn.
    pub enum Light {
        /// Full daylight.
        Day = "day",
        /// SR 16.11: the turn of first light.
        Dawn = "dawn",
        /// SR 16.11: the turn of last light.
        Dusk = "dusk",
        /// SR 16.12: darkness.
        Night = "night",
    }
}

/// One turn of the track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnFacts {
    /// Day and hour.
    pub id: TurnId,
    /// As players call it: "8 AM", "7-8 PM".
    pub label: String,
    /// Its light, and how sure we are of it.
    pub light: super::Sourced<Light>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_read_as_they_print_and_sort_as_they_are_played() {
        for text in ["6-0600", "6-2100", "7-0500"] {
            assert_eq!(
                text.parse::<TurnId>().map(|turn| turn.to_string()),
                Ok(text.to_owned())
            );
        }
        assert!(TurnId::new(6, 21) < TurnId::new(7, 5));
        for text in [
            "6", "6-8", "6-0830", "0-0800", "6-2500", "x-0800", "6-+800", "32-0100",
        ] {
            assert!(text.parse::<TurnId>().is_err(), "{text} was accepted");
        }
    }
}
