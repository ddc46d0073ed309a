//! Every roll with what it could have been: the luck of each side.
//!
//! A roll is worth something to whoever makes it: hits of a fire or a melee, an order obeyed, a short way back. Its luck is
//! its place among all it could have been: how likely something worse was, and half of how likely the same was, of which
//! one half is the mean. So it lies between -0.5 and 0.5 and is 0 on the average of any roll. Rolls of which nobody can say
//! who likes them high (who deploys, the order of divisions) and those that could only mean one thing are left out.

use std::collections::BTreeMap;

use longroll_core::{BySide, Side};
use longroll_rule::Rule;
use longroll_shell_for_guns::roll::{Purpose, Reading, Roll};
use longroll_shell_for_guns::{Event, Facts};
use serde::Serialize;

/// A roll that was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// The turn; 0 for the set-up.
    pub turn: u8,
    /// Whose it was.
    pub side: Side,
    pub purpose: Purpose,
    /// For whom.
    pub who: String,
    /// The rule that called for it.
    pub rule: Rule,
    /// The faces.
    pub faces: Vec<u8>,
    /// What was to be expected of what is counted.
    pub expected: f64,
    /// What came.
    pub came: i32,
    /// Its luck.
    pub luck: f64,
    /// The mean square of the luck of all it could have been.
    pub spread: f64,
}

/// Rolls of a kind summed up.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Sum {
    /// How many rolls.
    pub rolls: u32,
    /// What was to be expected.
    pub expected: f64,
    /// What came.
    pub came: i32,
    /// Luck.
    pub luck: f64,
    /// Mean squares of luck.
    pub spread: f64,
}

impl Sum {
    fn add(&mut self, entry: &Entry) {
        self.rolls += 1;
        self.expected += entry.expected;
        self.came += entry.came;
        self.luck += entry.luck;
        self.spread += entry.spread;
    }

    /// The luck in standard deviations of what chance would give so many rolls.
    #[must_use]
    pub fn deviations(&self) -> f64 {
        if self.spread > 0.0 {
            self.luck / self.spread.sqrt()
        } else {
            0.0
        }
    }
}

/// Every roll of a game that luck can be asked of.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Rolls {
    /// In their order.
    pub entries: Vec<Entry>,
}

impl Rolls {
    /// Writes down a roll, if the event is one.
    pub fn note(&mut self, facts: &Facts, turn: u8, event: &Event) {
        let Event::Rolled {
            side,
            unit,
            division,
            roll,
            faces,
        } = event
        else {
            return;
        };
        let Some(weighed) = weigh(roll, faces) else {
            return;
        };
        let who = match (unit, division) {
            (Some(unit), _) => facts.unit(*unit).name.clone(),
            (None, Some(division)) => facts.division(*division).name.clone(),
            (None, None) => String::new(),
        };
        self.entries.push(Entry {
            turn,
            side: *side,
            purpose: roll.purpose,
            who,
            rule: roll.rule,
            faces: faces.clone(),
            expected: weighed.expected,
            came: roll.meaning(faces),
            luck: weighed.luck,
            spread: weighed.spread,
        });
    }

    /// The sums of a side, kind by kind; kinds without rolls are left out.
    #[must_use]
    pub fn sums(&self, side: Side) -> BTreeMap<Purpose, Sum> {
        let mut sums: BTreeMap<Purpose, Sum> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| entry.side == side) {
            sums.entry(entry.purpose).or_default().add(entry);
        }
        sums
    }

    /// The sum of all rolls of each side.
    #[must_use]
    pub fn totals(&self) -> BySide<Sum> {
        BySide::from_fn(|side| {
            let mut sum = Sum::default();
            let own = self.entries.iter().filter(|entry| entry.side == side);
            own.for_each(|entry| sum.add(entry));
            sum
        })
    }
}

struct Weighed {
    expected: f64,
    luck: f64,
    spread: f64,
}

/// What a roll is worth to whoever makes it; none if nobody can say.
fn worth(purpose: Purpose, meaning: i32, six: bool) -> Option<i32> {
    Some(match purpose {
        Purpose::Deployment | Purpose::Initiative => return None,
        Purpose::CommandTest
        | Purpose::ChargeDie
        | Purpose::Flight
        | Purpose::Fire
        | Purpose::Melee
        | Purpose::Reorganise
        | Purpose::Breakthrough => meaning,
        // One hit disorders as much as two.
        Purpose::ChargerDisorder => -meaning.min(1),
        Purpose::Arrival => -meaning,
        // SfG 2.7, 2.8-loser: whoever goes back is also disordered by a 6.
        Purpose::Push | Purpose::MeleePush => -meaning - i32::from(six),
    })
}

fn weigh(roll: &Roll, faces: &[u8]) -> Option<Weighed> {
    let came = worth(roll.purpose, roll.meaning(faces), faces.contains(&6))?;
    // Worth, what is counted, and how likely it is.
    let mut ways: Vec<(i32, i32, f64)> = Vec::new();
    match roll.reading {
        // One die: here the face matters besides what it means.
        Reading::Face(_) => {
            for face in 1..=u8::try_from(roll.faces).unwrap_or(6) {
                let meaning = roll.meaning(&[face]);
                let worth = worth(roll.purpose, meaning, face == 6)?;
                ways.push((worth, meaning, 1.0));
            }
        }
        _ => {
            let odds = roll.odds();
            for (meaning, _) in &odds.ways {
                let worth = worth(roll.purpose, *meaning, false)?;
                ways.push((worth, *meaning, f64::from(odds.millionths(*meaning))));
            }
        }
    }
    let whole: f64 = ways.iter().map(|way| way.2).sum();
    let luck = |own: i32| {
        let likely = |wanted: &dyn Fn(i32) -> bool| {
            let such = ways.iter().filter(|way| wanted(way.0));
            such.map(|way| way.2).sum::<f64>() / whole
        };
        likely(&|worth| worth < own) + likely(&|worth| worth == own) / 2.0 - 0.5
    };
    let spread: f64 = ways
        .iter()
        .map(|way| way.2 / whole * luck(way.0).powi(2))
        .sum();
    let certain = ways.iter().all(|way| way.0 == came);
    (!certain).then(|| Weighed {
        expected: ways
            .iter()
            .map(|way| f64::from(way.1) * way.2 / whole)
            .sum(),
        luck: luck(came),
        spread,
    })
}

#[cfg(test)]
mod tests {
    use longroll_core::Terms;

    use super::*;

    fn pool(purpose: Purpose, dice: u16, number: i32) -> Roll {
        Roll {
            purpose,
            rule: Rule::SFG_2_6,
            dice,
            faces: 6,
            terms: Terms::new(),
            reading: Reading::EachAtLeast { number },
        }
    }

    fn near(own: f64, other: f64) -> bool {
        (own - other).abs() < 1e-5
    }

    #[test]
    fn one_die_that_hits_on_a_four_is_worth_a_quarter_either_way() {
        let roll = pool(Purpose::Fire, 1, 4);
        let hit = weigh(&roll, &[5]).expect("luck");
        assert!(near(hit.luck, 0.25) && near(hit.expected, 0.5) && near(hit.spread, 0.0625));
        assert!(near(weigh(&roll, &[2]).expect("luck").luck, -0.25));
    }

    #[test]
    fn the_luck_of_all_ways_together_is_none() {
        // Two dice that hit on a 4: no hit in 9 of 36 ways, one in 18, two in 9.
        let roll = pool(Purpose::Melee, 2, 4);
        let lucks = [[1, 1], [1, 6], [6, 6]].map(|faces| weigh(&roll, &faces).expect("luck").luck);
        assert!(near(lucks[0], -0.375) && near(lucks[1], 0.0) && near(lucks[2], 0.375));
        assert!(near(
            0.25 * lucks[0] + 0.5 * lucks[1] + 0.25 * lucks[2],
            0.0
        ));
    }

    #[test]
    fn whoever_goes_back_likes_a_short_way_and_no_six() {
        let roll = Roll::table(Purpose::MeleePush, Rule::SFG_2_8_loser, [1, 1, 1, 2, 2, 2]);
        let luck = |face| weigh(&roll, &[face]).expect("luck").luck;
        assert!(near(luck(2), 0.25));
        assert!(near(luck(4), -1.0 / 6.0));
        assert!(near(luck(6), -5.0 / 12.0));
    }

    #[test]
    fn a_second_six_disorders_a_charger_no_more_than_the_first() {
        let roll = pool(Purpose::ChargerDisorder, 2, 6);
        let luck = |faces: &[u8]| weigh(&roll, faces).expect("luck").luck;
        assert!(near(luck(&[6, 6]), luck(&[6, 1])));
        // In order in 25 of 36 ways.
        assert!(near(luck(&[1, 1]), 11.0 / 36.0 + 25.0 / 72.0 - 0.5));
    }

    #[test]
    fn the_order_of_divisions_is_nobodys_luck_and_a_certainty_is_none() {
        assert!(weigh(&Roll::ten(Purpose::Initiative, Rule::SFG_2_2), &[10]).is_none());
        let sure = Roll {
            reading: Reading::AtMost { value: 12 },
            ..pool(Purpose::CommandTest, 2, 0)
        };
        assert!(weigh(&sure, &[3, 4]).is_none());
    }
}
