//! How often each rule was applied in a game.

use std::collections::BTreeMap;

use longroll_core::Outcome;
use longroll_gbacw::{Battle, Event, text};
use longroll_rule::Rule;

use crate::game::{Made, Moment, Observer};
use crate::invariants::Violation;

/// Rules and how often each was applied: as the rule of an event or of a term of a roll, or as the one that granted the
/// choice that was made.
pub type Applied = BTreeMap<Rule, u64>;

/// Counts rules, and lets another observer watch as well.
pub(crate) struct Counting<'a> {
    pub(crate) counts: Applied,
    pub(crate) inner: &'a mut dyn Observer,
}

impl<'a> Counting<'a> {
    pub(crate) fn new(inner: &'a mut dyn Observer) -> Self {
        Self {
            counts: Applied::new(),
            inner,
        }
    }

    fn count(&mut self, battle: &Battle, outcome: &Outcome<Event>) {
        for event in outcome.events.iter().filter(|event| event.is_told()) {
            for rule in cited(&text::line(battle.setting(), event)) {
                *self.counts.entry(rule).or_default() += 1;
            }
        }
    }
}

/// The rules that a line of the log cites in brackets.
fn cited(line: &str) -> impl Iterator<Item = Rule> + '_ {
    line.split('[')
        .skip(1)
        .filter_map(|rest| rest.split(']').next())
        .flat_map(|list| list.split(", "))
        .filter_map(Rule::by_id)
}

impl Observer for Counting<'_> {
    fn opened(&mut self, battle: &Battle, outcome: &Outcome<Event>) -> Result<(), Violation> {
        self.count(battle, outcome);
        self.inner.opened(battle, outcome)
    }

    fn before(&mut self, battle: &Battle, made: Made) -> Result<(), Violation> {
        let mut offers = battle.offers().iter();
        if let Some(offer) = offers.find(|offer| offer.choice == made.choice) {
            *self.counts.entry(offer.rule).or_default() += 1;
        }
        self.inner.before(battle, made)
    }

    fn after(&mut self, battle: &Battle, moment: &Moment<'_>) -> Result<(), Violation> {
        self.count(battle, moment.outcome);
        self.inner.after(battle, moment)
    }

    fn ended(&mut self, battle: &Battle, choices: &[Made]) -> Result<(), Violation> {
        self.inner.ended(battle, choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_in_brackets_is_read() {
        let line =
            "UDD of P [SR 9.54]: die 6 +1 MP above one for the hex [SR 9.54] = 7 > 6: fails [x]";
        assert_eq!(
            cited(line).collect::<Vec<_>>(),
            [Rule::SR_9_54, Rule::SR_9_54]
        );
    }
}
