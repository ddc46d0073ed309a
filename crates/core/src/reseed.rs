//! Dice that change in the middle of a game: one that went on from another has dice of its own from there.

use core::fmt;

use crate::{Record, Seed, clip, whole_number};

/// The tag of the header that tells of them: after how many choices the dice follow which seed, `12:345 40:77`.
pub(crate) const RESEED: &str = "Reseed";

/// After how many choices the dice of a game follow another seed, in the order of the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reseeds(Vec<(usize, Seed)>);

impl Reseeds {
    /// Reads the value of the tag.
    ///
    /// # Errors
    /// The first pair that is none, or stands before its time.
    pub fn read(value: &str) -> Result<Self, String> {
        let mut all = Self::default();
        for pair in value.split_whitespace() {
            let wrong = || {
                format!(
                    "the header's tag {RESEED} has '{}', which is no pair of a number of choices and a seed (12:345)",
                    clip(pair)
                )
            };
            let (at, seed) = pair.split_once(':').ok_or_else(wrong)?;
            let at: usize = whole_number(at).ok_or_else(wrong)?;
            let seed = Seed(whole_number(seed).ok_or_else(wrong)?);
            if let Some((last, _)) = all.0.last().filter(|(last, _)| *last >= at) {
                return Err(format!(
                    "the header's tag {RESEED} has '{}' behind a pair of choice {last}: the numbers of choices rise",
                    clip(pair)
                ));
            }
            all.0.push((at, seed));
        }
        if all.0.is_empty() {
            return Err(format!(
                "the header's tag {RESEED} is empty: it has pairs of a number of choices and a seed (12:345)"
            ));
        }
        Ok(all)
    }

    /// The seed that the dice follow from here, if they change after so many choices.
    #[must_use]
    pub fn at(&self, choices: usize) -> Option<Seed> {
        let place = self.0.binary_search_by_key(&choices, |(at, _)| *at).ok()?;
        self.0.get(place).map(|(_, seed)| *seed)
    }

    /// Whether the dice follow one seed all the time.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same game as far as this choice, and from there with dice of this seed.
    #[must_use]
    pub fn branched(&self, at: usize, seed: Seed) -> Self {
        let earlier = self.0.iter().filter(|(place, _)| *place < at).copied();
        Self(earlier.chain([(at, seed)]).collect())
    }

    /// What of it holds in a game of so many choices.
    #[must_use]
    pub fn up_to(&self, choices: usize) -> Self {
        let held = self.0.iter().filter(|(place, _)| *place <= choices);
        Self(held.copied().collect())
    }
}

impl fmt::Display for Reseeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (at, seed)) in self.0.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{at}:{}", seed.0)?;
        }
        Ok(())
    }
}

impl Record {
    /// Where the dice of the game follow another seed.
    ///
    /// # Errors
    /// What is wrong with the tag; a record that was parsed has a good one.
    pub fn reseeds(&self) -> Result<Reseeds, String> {
        self.tag(RESEED)
            .map_or_else(|| Ok(Reseeds::default()), Reseeds::read)
    }

    /// Writes down where they do.
    pub fn set_reseeds(&mut self, reseeds: &Reseeds) {
        if reseeds.is_empty() {
            self.remove_tag(RESEED);
        } else {
            self.set_tag(RESEED, reseeds.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_whole_or_not_at_all() {
        let read = Reseeds::read("0:7 12:345 40:18446744073709551615").expect("three pairs");
        assert_eq!(read.at(0), Some(Seed(7)));
        assert_eq!(read.at(12), Some(Seed(345)));
        assert_eq!(read.at(13), None);
        assert_eq!(read.to_string(), "0:7 12:345 40:18446744073709551615");
        assert_eq!(read.branched(12, Seed(1)).to_string(), "0:7 12:1");
        assert_eq!(read.branched(99, Seed(1)).at(99), Some(Seed(1)));
        assert_eq!(read.up_to(39).to_string(), "0:7 12:345");
        for bad in [
            "",
            " ",
            "7",
            "7:",
            ":7",
            "7:x",
            "-1:7",
            "+1:7",
            "1:2:3",
            "1:2 1:3",
            "4:1 3:1",
            "1:2,3:4",
            "1:18446744073709551616",
        ] {
            assert!(Reseeds::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_record_refuses_them_by_line_and_takes_as_many_as_there_are() {
        let (_, error) = Record::parse("[Format \"1\"]\n[Reseed \"2:99 x\"]\n").expect_err("x");
        assert_eq!(error.line, 2);
        assert!(error.reason.contains("'x'"), "{error}");
        let mut many = Reseeds::default();
        for at in 0..2000 {
            many = many.branched(at, Seed(u64::MAX));
        }
        let mut record = Record::default();
        record.set_reseeds(&many);
        let read = Record::parse(&record.print()).expect("what was written is read");
        assert_eq!(read.reseeds(), Ok(many));
        record.set_reseeds(&Reseeds::default());
        assert!(record.tags.is_empty());
    }
}
