//! A die as data: what it is rolled for, what is added, what it decides. Lots that are drawn are told the same way.

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, LeaderId, Profile, TurnId, UnitId};
use longroll_catalog::tables::{AssaultResult, CoordinationResult, FireResult, OrdersResult};
use longroll_core::{Die, Side, Terms};
use longroll_rule::Rule;
use serde::Serialize;

use crate::{ActivatorId, BodyId, Marker, Task};

/// What a die was rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// SR 5.11.
    Initiative(Side),
    /// SR 6.21.
    OrdersChange(BodyId),
    /// SR 6.24-U.
    UnreliableProfile(BodyId),
    /// BB 30.1-lew-wallace.
    Arrival(CommandId),
    /// SR 5.34.
    Coordination(ActivatorId),
    /// SR 2.6.
    Udd(UnitId),
    /// BB 12.45: guns lost in a retreat through Woods.
    GunsInWoods(UnitId),
    /// BB 4.11-Juse, 12.77; SR 12.71.
    LeaderLoss(LeaderId),
    /// SR 10.17: the fire of a unit at a hex.
    Fire(UnitId, HexId),
    /// SR 10.41, fire reading 41: nobody is left to hit; the die only wears the ammunition.
    WastedFire(UnitId),
    /// SR 11.45: the assault of a unit, and whoever is with it, on a hex.
    Assault(UnitId, HexId),
    /// BB 10.92-sa: ammunition for a unit.
    Resupply(UnitId),
    /// SR 13.41: a Disordered unit tries to recover.
    Recovery(UnitId),
    /// SR 13.52: a routed unit tries to come back.
    RoutRecovery(UnitId),
    /// SR 16.22: stragglers come back to a unit.
    Stragglers(UnitId),
    /// BB 14.79: a gunboat fires at a brigade in Reserve that it does not see.
    Shelling(UnitId, BodyId),
    /// SR 17.26: the wheels of guns on a long march.
    Wheels(UnitId),
    /// BB alert: the number of Activations of a command.
    Alert(CommandId),
    /// BB 31.0-alert-table: whether a command hears the enemy coming.
    Hearing(CommandId),
    /// A special rule of a scenario: whether the group of a commander is let go.
    GroupRelease(LeaderId),
    /// A special rule of a scenario: whether a unit is let go.
    Release(UnitId),
    /// BB sob: the mission of a command.
    Mission(CommandId),
    /// A special rule of a scenario: whether a marker counts.
    SlowStart(ActivatorId),
    /// BB 30.0: the turn in which a commander who is not in play helps.
    Visit(LeaderId),
    /// BB 30.0: whether a leader who was held where he is may move.
    LeaderRelease(LeaderId),
    /// BB 18.1: the event of a chit, a die for the tens.
    EventTens,
    /// BB 18.1: the event of a chit, a die for the units.
    EventUnits,
    /// BB 19.0: whose random event, if any, and which.
    RandomEvent,
}

/// What the table or the comparison said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Only the total counts.
    Total,
    /// SR 2.6: not above Cohesion.
    Passed {
        /// The number that must not be exceeded.
        limit: i32,
    },
    /// SR 2.6: above Cohesion.
    Failed {
        /// The number that was exceeded.
        limit: i32,
    },
    /// SR 13.41: above Cohesion, and bad enough to lose an SP.
    FailedWithLoss {
        /// The number that was exceeded.
        limit: i32,
    },
    /// SR 13.52: it never comes back.
    Dissolved,
    /// BB 14.79: nobody sleeps.
    KeptAwake,
    /// BB 14.79: that was the last shell.
    OutOfShells,
    /// Nothing happens.
    NoEffect,
    /// SR 6.23.
    Orders(OrdersResult),
    /// SR 6.24.
    Acts(Profile),
    /// SR 5.34.
    Coordination(CoordinationResult),
    /// SR 10.17: the result of the fire table.
    Fire(FireResult),
    /// SR 11.45: the result of the Assault Resolution Table.
    Assault(AssaultResult),
    /// A leader's fate.
    Killed,
    /// A leader's fate.
    Unhurt,
    /// BB alert: Activations of a command.
    Activations(u8),
    /// BB 12.45: guns lost in Woods.
    Guns(u8),
    /// BB sob-table: what a brigade has to do first; nothing if the table has no row.
    Mission(Option<Task>),
    /// BB alert: another roll, on the next table.
    Again,
    /// BB 30.1-lew-wallace: the command comes.
    Arrives,
    /// BB 30.1-lew-wallace: not in this turn.
    StaysAway,
    /// BB 31.0-alert-table: the command is alerted.
    Alerted,
    /// BB 31.0-alert-table: it is not.
    SleepsOn,
    /// The unit is let go.
    Freed,
    /// It is not.
    Held,
    /// The marker is used.
    Used,
    /// The marker is ignored.
    Ignored,
    /// He helps in this turn.
    Helps(TurnId),
    /// He may move from now on.
    Released,
    /// He may not move yet.
    Stays,
}

/// A roll that has not been made: what for, what is added, and what each of the ten faces would mean. Odds, bots, cards
/// and the log read this one value; rolling picks one of its outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Roll {
    pub purpose: Purpose,
    /// The rule that calls for it.
    pub rule: Rule,
    /// What is added.
    pub terms: Terms,
    verdicts: [Verdict; 10],
}

impl Roll {
    /// A roll whose outcomes follow from the natural face and the total.
    #[must_use]
    pub fn new(
        purpose: Purpose,
        rule: Rule,
        terms: Terms,
        judge: impl Fn(Die, i32) -> Verdict,
    ) -> Self {
        let sum = terms.sum();
        let mut verdicts = [Verdict::Total; 10];
        for (die, verdict) in faces().zip(&mut verdicts) {
            *verdict = judge(die, die.value() + sum);
        }
        Self {
            purpose,
            rule,
            terms,
            verdicts,
        }
    }

    /// The ten faces, each as likely as the others, with their totals and what they mean.
    pub fn outcomes(&self) -> impl Iterator<Item = (Die, i32, Verdict)> + '_ {
        let sum = self.terms.sum();
        faces()
            .zip(self.verdicts)
            .map(move |(die, verdict)| (die, die.value() + sum, verdict))
    }

    /// How many faces of ten mean what is asked for.
    pub fn chances(&self, wanted: impl Fn(Verdict) -> bool) -> usize {
        self.verdicts.iter().filter(|&&each| wanted(each)).count()
    }

    /// The die has fallen.
    #[must_use]
    pub fn fell(self, die: Die) -> Rolled {
        Rolled {
            purpose: self.purpose,
            rule: self.rule,
            die,
            total: die.value() + self.terms.sum(),
            verdict: self.verdicts[usize::from(die.face())],
            terms: self.terms,
        }
    }
}

fn faces() -> impl Iterator<Item = Die> {
    (0..10).filter_map(Die::new)
}

/// A die with everything that made its total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rolled {
    pub purpose: Purpose,
    /// The rule that calls for it.
    pub rule: Rule,
    /// As it fell.
    pub die: Die,
    /// What was added.
    pub terms: Terms,
    /// Die and terms together.
    pub total: i32,
    /// What that means.
    pub verdict: Verdict,
}

/// A draw that has not been made: what it is of, and how many chances each outcome has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lot {
    /// The rule that calls for it.
    pub rule: Rule,
    /// What may come, with its weight.
    pub outcomes: Vec<(Drawn, u16)>,
}

/// What may be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// SR 5.31: a marker out of the cup.
    Marker(Marker),
    /// SR 5.21: an Efficiency Marker with this number.
    Efficiency(u8),
    /// SR 8.37: the section of a battery that loses a gun.
    Section(u8),
    /// SR 12.35e: the unit of a stack that loses an SP.
    Unit(UnitId),
}

impl Lot {
    /// How many chances there are in all.
    #[must_use]
    pub fn weight(&self) -> u16 {
        self.outcomes.iter().map(|(_, weight)| weight).sum()
    }

    /// The outcome of a number below the weight of all.
    #[must_use]
    pub fn outcome(&self, mut number: u16) -> Option<Drawn> {
        for &(drawn, weight) in &self.outcomes {
            if number < weight {
                return Some(drawn);
            }
            number -= weight;
        }
        None
    }
}

/// A number that the game needs from outside: a die or a draw, with every outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// A die of ten faces.
    Die(Box<Roll>),
    /// A draw.
    Lot(Lot),
}
