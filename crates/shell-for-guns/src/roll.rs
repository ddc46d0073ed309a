//! A roll is a value: what it is for, under which rule, with which terms, and what each face means. Odds are asked of the
//! same value that is rolled.

use longroll_core::{Chance, ChanceError, Terms};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// What a roll decides.
    pub enum Purpose {
        /// Who deploys first.
        Deployment = "deployment",
        /// SfG 2.4.
        Arrival = "arrival",
        /// SfG 2.2.
        Initiative = "initiative",
        /// SfG 2.3-test.
        CommandTest = "command test",
        /// SfG 2.5-charge-die.
        ChargeDie = "charge die",
        /// SfG 2.5-flee.
        Flight = "flight",
        /// SfG 2.6-musket-dice, 2.6-gun-table.
        Fire = "fire",
        /// SfG 2.7.
        Push = "push",
        /// SfG 2.5-charger-hit.
        ChargerDisorder = "disorder of the charger",
        /// SfG 2.8-dice.
        Melee = "melee",
        /// SfG 2.8-loser.
        MeleePush = "push after melee",
        /// SfG 2.8-winner-reform.
        Reorganise = "reorganising",
        /// SfG 2.8-breakthrough.
        Breakthrough = "breakthrough",
    }
}

/// How the faces are read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// The sum of the dice passes if it is no more than `value` with the terms.
    AtMost {
        /// Before the terms.
        value: i32,
    },
    /// Each die counts that reaches `number` with the terms; a natural 6 always does, a natural 1 never.
    EachAtLeast {
        /// Before the terms.
        number: i32,
    },
    /// The one die means what stands under its face, 1 first.
    Face([i32; 6]),
    /// The sum itself.
    Sum,
}

/// What the dice of a roll came to. It is decided here; every language only tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A test that holds.
    Passed,
    /// A test that does not.
    Failed,
    /// SfG 2.5-charger-hit: the charger goes in disordered.
    Disordered,
    /// The charger keeps its order.
    InOrder,
    /// So many hits.
    Losses(i32),
    /// A reserve comes so many turns later.
    TurnsLater(i32),
    /// So many UM.
    Length(i32),
    /// The sum itself.
    Number(i32),
}

/// SfG 2.6-six: the face that decides where the number needed is beyond the faces of a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Natural {
    /// Everything would hit: a 1 does not.
    OneMisses,
    /// Nothing would hit: a 6 does.
    SixHits,
}

/// A roll before or after it is made.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    pub purpose: Purpose,
    /// Under which rule.
    pub rule: Rule,
    /// How many dice.
    pub dice: u16,
    /// How many faces each has.
    pub faces: u16,
    /// What modifies it.
    pub terms: Terms,
    /// How the faces are read.
    pub reading: Reading,
}

impl Roll {
    /// One D6 read from a row of six.
    #[must_use]
    pub const fn table(purpose: Purpose, rule: Rule, row: [i32; 6]) -> Self {
        Self {
            purpose,
            rule,
            dice: 1,
            faces: 6,
            terms: Terms::new(),
            reading: Reading::Face(row),
        }
    }

    /// One D10 by its sum.
    #[must_use]
    pub const fn ten(purpose: Purpose, rule: Rule) -> Self {
        Self {
            purpose,
            rule,
            dice: 1,
            faces: 10,
            terms: Terms::new(),
            reading: Reading::Sum,
        }
    }

    /// The number that a total must not pass or that each die must reach, after the terms.
    #[must_use]
    pub fn needed(&self) -> i32 {
        match self.reading {
            Reading::AtMost { value } => value + self.terms.sum(),
            Reading::EachAtLeast { number } => number - self.terms.sum(),
            Reading::Face(_) | Reading::Sum => 0,
        }
    }

    /// Whether one die counts as a hit.
    #[must_use]
    pub fn hits(&self, face: u8) -> bool {
        face == 6 || face != 1 && i32::from(face) >= self.needed()
    }

    /// What the dice mean: hits, the entry of the row, the sum, or 1 for a passed test and 0 for a failed one.
    #[must_use]
    pub fn meaning(&self, faces: &[u8]) -> i32 {
        let sum: i32 = faces.iter().map(|&face| i32::from(face)).sum();
        match &self.reading {
            Reading::AtMost { .. } => i32::from(sum <= self.needed()),
            Reading::EachAtLeast { .. } => {
                let hits = faces.iter().filter(|&&face| self.hits(face)).count();
                i32::try_from(hits).unwrap_or(i32::MAX)
            }
            Reading::Face(row) => faces
                .first()
                .and_then(|&face| row.get(usize::from(face).wrapping_sub(1)))
                .copied()
                .unwrap_or(0),
            Reading::Sum => sum,
        }
    }

    /// What the dice came to.
    #[must_use]
    pub fn verdict(&self, faces: &[u8]) -> Verdict {
        let meaning = self.meaning(faces);
        match (&self.reading, self.purpose) {
            (Reading::AtMost { .. }, _) if meaning == 1 => Verdict::Passed,
            (Reading::AtMost { .. }, _) => Verdict::Failed,
            (Reading::EachAtLeast { .. }, Purpose::ChargerDisorder) if meaning > 0 => {
                Verdict::Disordered
            }
            (Reading::EachAtLeast { .. }, Purpose::ChargerDisorder) => Verdict::InOrder,
            (Reading::EachAtLeast { .. }, _) => Verdict::Losses(meaning),
            (Reading::Face(_), Purpose::Arrival) => Verdict::TurnsLater(meaning),
            (Reading::Face(_), _) => Verdict::Length(meaning),
            (Reading::Sum, _) => Verdict::Number(meaning),
        }
    }

    /// The natural face that decides, if the number needed leaves it to one.
    #[must_use]
    pub fn natural(&self) -> Option<Natural> {
        match (&self.reading, self.needed()) {
            (Reading::EachAtLeast { .. }, ..=1) => Some(Natural::OneMisses),
            (Reading::EachAtLeast { .. }, 7..) => Some(Natural::SixHits),
            _ => None,
        }
    }

    /// Rolls it: the faces, each from 1.
    ///
    /// # Errors
    /// When a script of dice runs out.
    pub fn roll(&self, chance: &mut Chance, drawn: &mut Vec<u16>) -> Result<Vec<u8>, ChanceError> {
        let mut faces = Vec::with_capacity(usize::from(self.dice));
        for _ in 0..self.dice {
            let index = chance.draw(self.faces)?;
            drawn.push(index);
            faces.push(u8::try_from(index + 1).unwrap_or(u8::MAX));
        }
        Ok(faces)
    }

    /// Every meaning with its chance, the smallest meaning first; exact.
    #[must_use]
    pub fn odds(&self) -> Odds {
        let mut ways: Vec<(i32, Weight)> = Vec::new();
        let mut add = |meaning: i32, count: Weight| match ways
            .iter_mut()
            .find(|(known, _)| *known == meaning)
        {
            Some((_, sum)) => *sum = sum.plus(&count),
            None => ways.push((meaning, count)),
        };
        match &self.reading {
            Reading::EachAtLeast { .. } => {
                let good = (1..=6).filter(|&face| self.hits(face)).count() as u64;
                for (hits, count) in binomial(self.dice, good, 6 - good).into_iter().enumerate() {
                    if !count.is_zero() {
                        add(i32::try_from(hits).unwrap_or(i32::MAX), count);
                    }
                }
            }
            _ => {
                // One or two dice: every combination.
                let mut faces = vec![1_u8; usize::from(self.dice)];
                loop {
                    add(self.meaning(&faces), Weight::from(1));
                    let Some(place) = faces.iter().position(|&face| u16::from(face) < self.faces)
                    else {
                        break;
                    };
                    faces[place] += 1;
                    faces[..place].fill(1);
                }
            }
        }
        ways.sort_by_key(|(meaning, _)| *meaning);
        Odds::of(ways)
    }
}

/// How many ways give 0, 1, … successes with `dice` dice that have `good` and `bad` faces.
pub(crate) fn binomial(dice: u16, good: u64, bad: u64) -> Vec<Weight> {
    let mut ways = vec![Weight::from(1)];
    for _ in 0..dice {
        let mut next = vec![Weight::from(0); ways.len() + 1];
        for (hits, count) in ways.iter().enumerate() {
            next[hits] = next[hits].plus(&count.times(bad));
            next[hits + 1] = next[hits + 1].plus(&count.times(good));
        }
        ways = next;
    }
    ways
}

/// A count of outcomes of any size: sixty dice have more than a machine word holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Weight(Vec<u32>);

impl From<u64> for Weight {
    fn from(value: u64) -> Self {
        let mut digits = vec![(value & 0xffff_ffff) as u32, (value >> 32) as u32];
        trim(&mut digits);
        Self(digits)
    }
}

fn trim(digits: &mut Vec<u32>) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

impl Weight {
    /// Whether it is none.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (mut digits, mut carry) = (Vec::new(), 0_u64);
        for place in 0..self.0.len().max(other.0.len()) {
            let digit = |own: &Self| u64::from(own.0.get(place).copied().unwrap_or(0));
            let sum = digit(self) + digit(other) + carry;
            digits.push((sum & 0xffff_ffff) as u32);
            carry = sum >> 32;
        }
        digits.push(carry as u32);
        trim(&mut digits);
        Self(digits)
    }

    pub(crate) fn times(&self, factor: u64) -> Self {
        let low = self.times_small((factor & 0xffff_ffff) as u32);
        let mut high = self.times_small((factor >> 32) as u32);
        if !high.0.is_empty() {
            high.0.insert(0, 0);
        }
        low.plus(&high)
    }

    fn times_small(&self, factor: u32) -> Self {
        let (mut digits, mut carry) = (Vec::new(), 0_u64);
        for digit in &self.0 {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            digits.push((product & 0xffff_ffff) as u32);
            carry = product >> 32;
        }
        digits.push(carry as u32);
        trim(&mut digits);
        Self(digits)
    }

    pub(crate) fn multiplied(&self, other: &Self) -> Self {
        let mut sum = Self::default();
        for (place, digit) in other.0.iter().enumerate() {
            let mut part = self.times_small(*digit);
            if !part.0.is_empty() {
                part.0.splice(0..0, core::iter::repeat_n(0, place));
            }
            sum = sum.plus(&part);
        }
        sum
    }

    fn compare(&self, other: &Self) -> core::cmp::Ordering {
        self.0
            .len()
            .cmp(&other.0.len())
            .then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

/// Exact chances: ways of each meaning and of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// Each meaning with its ways.
    pub ways: Vec<(i32, Weight)>,
    /// All ways.
    pub of: Weight,
    /// What is rolled before it and may change it: the fire of each unit at a charger.
    pub before: Vec<Self>,
}

impl Odds {
    pub(crate) fn of(ways: Vec<(i32, Weight)>) -> Self {
        let of = ways
            .iter()
            .fold(Weight::default(), |sum, (_, count)| sum.plus(count));
        Self {
            ways,
            of,
            before: Vec::new(),
        }
    }

    /// Chances behind a die: each face leads to chances of its own, or to one certain meaning.
    pub(crate) fn of_faces(faces: &[Option<Self>], otherwise: i32) -> Self {
        let whole = |skip: usize| {
            let others = faces.iter().enumerate().filter(|(index, _)| *index != skip);
            others
                .filter_map(|(_, odds)| odds.as_ref())
                .fold(Weight::from(1), |product, odds| {
                    product.multiplied(&odds.of)
                })
        };
        let mut ways: Vec<(i32, Weight)> = Vec::new();
        let mut add = |meaning: i32, count: &Weight| match ways
            .iter_mut()
            .find(|(known, _)| *known == meaning)
        {
            Some((_, sum)) => *sum = sum.plus(count),
            None => ways.push((meaning, count.clone())),
        };
        for (index, face) in faces.iter().enumerate() {
            let scale = whole(index);
            match face {
                Some(odds) => {
                    for (meaning, count) in &odds.ways {
                        add(*meaning, &count.multiplied(&scale));
                    }
                }
                None => add(otherwise, &scale),
            }
        }
        ways.sort_by_key(|(meaning, _)| *meaning);
        Self::of(ways)
    }

    /// The mean of meanings that are counts, with two decimals, cut: for people to read.
    #[must_use]
    pub fn mean(&self) -> String {
        let sum = self
            .ways
            .iter()
            .fold(Weight::default(), |sum, (meaning, count)| {
                sum.plus(&count.times(u64::try_from(*meaning).unwrap_or(0)))
            });
        let hundredths = self.share(&sum.times(100));
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }

    /// How often all ways go into a count.
    fn share(&self, count: &Weight) -> u64 {
        let (mut low, mut high) = (0_u64, 1_000_000_u64);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.of.times(middle).compare(count).is_le() {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// The chance of a meaning in parts of ten thousand, cut: for people to read.
    #[must_use]
    pub fn parts(&self, meaning: i32) -> u32 {
        self.parts_of(meaning, 10_000)
    }

    /// The same in parts of a million: for whoever adds many up.
    #[must_use]
    pub fn millionths(&self, meaning: i32) -> u32 {
        self.parts_of(meaning, 1_000_000)
    }

    fn parts_of(&self, meaning: i32, whole: u64) -> u32 {
        let Some((_, count)) = self.ways.iter().find(|(known, _)| *known == meaning) else {
            return 0;
        };
        self.share(&count.times(whole)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(value: i32) -> Roll {
        Roll {
            purpose: Purpose::CommandTest,
            rule: Rule::SFG_2_3_test,
            dice: 2,
            faces: 6,
            terms: Terms::new(),
            reading: Reading::AtMost { value },
        }
    }

    #[test]
    fn two_dice_pass_eight_in_26_of_36_ways() {
        let odds = test(8).odds();
        assert_eq!(odds.of, Weight::from(36));
        assert_eq!(odds.ways, [(0, Weight::from(10)), (1, Weight::from(26))]);
        assert_eq!(odds.parts(1), 7222);
        assert_eq!((odds.millionths(1), odds.millionths(0)), (722_222, 277_777));
        assert_eq!(test(12).odds().millionths(1), 1_000_000);
    }

    #[test]
    fn six_always_and_one_never_hit() {
        let pool = |number| Roll {
            purpose: Purpose::Fire,
            rule: Rule::SFG_2_6_six,
            dice: 3,
            faces: 6,
            terms: Terms::new(),
            reading: Reading::EachAtLeast { number },
        };
        assert_eq!(pool(7).meaning(&[6, 5, 1]), 1);
        assert_eq!(pool(1).meaning(&[1, 2, 3]), 2);
        assert_eq!(pool(4).odds().of, Weight::from(216));
        assert_eq!(pool(4).odds().parts(3), 1250);
        assert_eq!(pool(4).odds().mean(), "1.50");
        assert_eq!(pool(7).odds().mean(), "0.50");
    }

    #[test]
    fn counts_of_many_dice_are_exact() {
        let total = binomial(60, 3, 3)
            .iter()
            .fold(Weight::default(), |sum, count| sum.plus(count));
        let mut power = Weight::from(1);
        for _ in 0..60 {
            power = power.times(6);
        }
        assert_eq!(total, power);
        assert_eq!(
            Weight::from(u64::MAX).times(u64::MAX),
            Weight::from(u64::MAX).multiplied(&Weight::from(u64::MAX))
        );
    }
}
