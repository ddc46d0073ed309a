//! Dice by one door: a counted ChaCha stream, or a script of dice that replaces it.

use core::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

/// SR 2.5: a ten-sided die, 0 to 9, where 0 counts as zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Die(u8);

impl Die {
    /// The die with this face, if there is one.
    #[must_use]
    pub const fn new(face: u8) -> Option<Self> {
        if face <= 9 { Some(Self(face)) } else { None }
    }

    /// The face shown.
    #[must_use]
    pub const fn face(self) -> u8 {
        self.0
    }

    /// The face as a number that modifiers can be added to.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }
}

impl TryFrom<u8> for Die {
    type Error = String;

    fn try_from(face: u8) -> Result<Self, Self::Error> {
        Self::new(face).ok_or_else(|| format!("a die shows 0 to 9, not {face}"))
    }
}

impl From<Die> for u8 {
    fn from(die: Die) -> Self {
        die.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The number from which all chance of a game follows.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Seed(pub u64);

/// Why no die could be had: a script ran out, or somebody outside rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChanceError {
    /// The script has no die left.
    #[error("the script of dice is used up: a roll or draw needs one more")]
    ScriptUsedUp,
    /// Somebody outside rolls the dice of this game, and has not rolled this one yet.
    #[error("the roll or draw waits for its number, one of {outcomes}")]
    Wanted {
        /// How many outcomes it has.
        outcomes: u16,
    },
    /// The scripted number does not fit the draw.
    #[error("the scripted number {found} is too large: the draw is among {outcomes}")]
    ScriptOutOfRange {
        /// The scripted number.
        found: u16,
        /// How many outcomes the draw has.
        outcomes: u16,
    },
}

/// All chance of a game: position in a stream of random words, or a script.
///
/// The stream is counter-based: the state is the seed and the number of words used, so a clone costs nothing and the
/// same seed and the same choices give the same dice on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// Random words from a seed.
    Stream {
        /// Where the words come from.
        seed: Seed,
        /// How many have been used.
        used: u64,
    },
    /// Every number is asked for when it is needed: dice on a real table, sealed dice, chance nodes of a search.
    Asked {
        /// What has been supplied for the step under way.
        supplied: Vec<u16>,
        /// How many of these have been used.
        used: usize,
    },
    /// Numbers given beforehand; a draw among n outcomes takes the number as the index of the outcome.
    Script {
        /// All numbers of the script.
        numbers: Vec<u16>,
        /// How many have been used.
        used: usize,
    },
}

impl Chance {
    /// Chance that follows from a seed.
    #[must_use]
    pub const fn seeded(seed: Seed) -> Self {
        Self::Stream { seed, used: 0 }
    }

    /// Chance that follows a script.
    #[must_use]
    pub const fn scripted(numbers: Vec<u16>) -> Self {
        Self::Script { numbers, used: 0 }
    }

    /// Chance that somebody outside decides.
    #[must_use]
    pub const fn asked() -> Self {
        Self::Asked {
            supplied: Vec::new(),
            used: 0,
        }
    }

    /// One of `outcomes` equally likely outcomes, as an index.
    ///
    /// # Errors
    /// When a script is used up or its number does not fit.
    pub fn draw(&mut self, outcomes: u16) -> Result<u16, ChanceError> {
        match self {
            Self::Stream { seed, used } => Ok(draw_from_stream(*seed, used, outcomes)),
            Self::Script { numbers, used } => {
                let found = *numbers.get(*used).ok_or(ChanceError::ScriptUsedUp)?;
                if found >= outcomes {
                    return Err(ChanceError::ScriptOutOfRange { found, outcomes });
                }
                *used += 1;
                Ok(found)
            }
            Self::Asked { supplied, used } => match supplied.get(*used) {
                None => Err(ChanceError::Wanted { outcomes }),
                Some(&found) if found >= outcomes => {
                    Err(ChanceError::ScriptOutOfRange { found, outcomes })
                }
                Some(&found) => {
                    *used += 1;
                    Ok(found)
                }
            },
        }
    }

    /// A ten-sided die.
    ///
    /// # Errors
    /// When a script is used up or its number is no face.
    pub fn roll(&mut self) -> Result<Die, ChanceError> {
        // A draw among ten is below ten, which is what makes it a face.
        self.draw(10)
            .map(|face| Die(u8::try_from(face).unwrap_or(9)))
    }

    /// Scripted numbers that nothing has asked for.
    #[must_use]
    pub fn left_over(&self) -> usize {
        match self {
            Self::Stream { .. } | Self::Asked { .. } => 0,
            Self::Script { numbers, used } => numbers.len().saturating_sub(*used),
        }
    }
}

/// Lemire's multiplication with rejection: no outcome is favoured.
fn draw_from_stream(seed: Seed, used: &mut u64, outcomes: u16) -> u16 {
    let outcomes = u64::from(outcomes.max(1));
    let mut stream = ChaCha8Rng::seed_from_u64(seed.0);
    stream.set_word_pos(u128::from(*used));
    let threshold = (1_u64 << 32) % outcomes;
    loop {
        let product = u64::from(stream.next_u32()) * outcomes;
        *used += 1;
        if product & 0xffff_ffff >= threshold {
            return u16::try_from(product >> 32).unwrap_or(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_dice_and_each_face_comes_up() {
        let roll_many = || {
            let mut chance = Chance::seeded(Seed(1862));
            (0..1000)
                .map(|_| chance.roll().unwrap().face())
                .collect::<Vec<_>>()
        };
        let dice = roll_many();
        assert_eq!(dice, roll_many());
        for face in 0..10 {
            let count = dice.iter().filter(|&&d| d == face).count();
            assert!(
                (60..=140).contains(&count),
                "face {face} came {count} times in 1000"
            );
        }
    }

    #[test]
    fn a_saved_stream_goes_on_where_it_stopped() {
        let mut chance = Chance::seeded(Seed(7));
        for _ in 0..13 {
            chance.roll().unwrap();
        }
        let text = serde_json::to_string(&chance).unwrap();
        let mut loaded: Chance = serde_json::from_str(&text).unwrap();
        assert_eq!(loaded.roll(), chance.roll());
    }

    #[test]
    fn a_script_is_followed_and_its_end_is_an_error() {
        let mut chance = Chance::scripted(vec![4, 12]);
        assert_eq!(chance.roll().unwrap().face(), 4);
        assert_eq!(
            chance.roll(),
            Err(ChanceError::ScriptOutOfRange {
                found: 12,
                outcomes: 10
            })
        );
        assert_eq!(chance.draw(13), Ok(12));
        assert_eq!(chance.roll(), Err(ChanceError::ScriptUsedUp));
        assert_eq!(chance.left_over(), 0);
    }
}
