//! The chances of a fire, exactly: every face of the die, every check it calls for, to the end of the result.
//!
//! What is counted: losses with Collapse, the Disorder of the result, the checks of the rest of the stack, Second Disorders
//! with their SP and their retreat, the final checks for rout, leaders, friends and ammunition (SR 8.35, 12.2, 12.3, 12.7,
//! 10.26, 10.9). What a retreat then meets on its way is not.

mod chance;
mod fate;
mod strike;
mod tally;
mod target;

use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_catalog::tables::{FireDisorder, FireResult, FireTable};
use smallvec::SmallVec;

pub use chance::Chance;
pub use fate::{Fate, Standing};
pub use target::{TargetStack, TargetUnit};

use super::ammunition::{Wear, after};
use super::outcome::FireOutcome;
use super::terms::FireTerms;
use chance::WHOLE;
use strike::Branch;
use tally::Tally;

/// What becomes of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitOdds {
    pub unit: UnitId,
    /// It is Disordered by the fire and was not before.
    pub disordered: Chance,
    /// SR 12.35a, 12.36: it suffers a Second Disorder.
    pub second_disorder: Chance,
    /// It has to retreat.
    pub retreats: Chance,
    /// It routs by a final check.
    pub routs: Chance,
    /// It is eliminated.
    pub eliminated: Chance,
    /// It loses so many SP: none, one, two and so on.
    pub losses: SmallVec<[Chance; 4]>,
}

/// What becomes of a firer's ammunition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmmunitionOdds {
    pub unit: UnitId,
    /// Its section; none for the whole.
    pub section: Option<u8>,
    /// It becomes Low.
    pub low: Chance,
    /// It becomes Out.
    pub out: Chance,
}

/// The chances of a fire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// Each result of the first shot that can come up, the mildest die first.
    pub results: Vec<(FireResult, Chance)>,
    /// Every shot gives "-".
    pub no_result: Chance,
    /// A shot has a result by which whoever it strikes has to check.
    pub check: Chance,
    /// Nothing changes in the target hex, checks passed included.
    pub unharmed: Chance,
    /// SP lost in the target hex: none, one, two and so on.
    pub losses: SmallVec<[Chance; 6]>,
    /// The mean of the SP lost, in parts of one SP.
    pub mean_loss: Chance,
    /// What becomes of each unit, in the order in which it is struck.
    pub units: Vec<UnitOdds>,
    /// A leader in the hex is killed, each for himself.
    pub leader: Chance,
    /// SR 10.26-friendlyfire: friends near the target have to check.
    pub friends: Chance,
    /// The firers' ammunition.
    pub ammunition: Vec<AmmunitionOdds>,
}

/// The chances of a fire of one or two shots at a hex. Two shots are resolved one after the other (SR 10.68, 14.3).
#[must_use]
pub fn odds(table: &FireTable, shots: &[FireTerms], target: &TargetStack) -> Odds {
    let mut branches = vec![Branch::begin(target)];
    let mut tally = Tally::new(target);
    for (number, shot) in shots.iter().enumerate() {
        let last = number + 1 == shots.len();
        let mut next: Vec<Branch> = Vec::new();
        let results = results_of(table, shot);
        for branch in &branches {
            for &(result, faces) in &results {
                let weight = branch.weight.of_ten(faces);
                strike::resolve(
                    target,
                    shot,
                    result,
                    last,
                    branch.weighing(weight),
                    &mut |end| {
                        if last {
                            tally.add(&end);
                        } else {
                            strike::gather(&mut next, end);
                        }
                    },
                );
            }
        }
        branches = next;
    }
    let results = shots.first().map(|shot| results_of(table, shot));
    Odds {
        results: results
            .into_iter()
            .flatten()
            .map(|(result, faces)| (result, Chance::of(WHOLE.of_ten(faces))))
            .collect(),
        no_result: no_result(table, shots),
        check: any_shot(table, shots, |outcome| calls_for_check(outcome.result)),
        friends: any_shot(table, shots, |outcome| outcome.friends_check),
        ammunition: ammunition(table, shots),
        ..tally.told()
    }
}

/// Faces with the same result go the same way.
fn results_of(table: &FireTable, shot: &FireTerms) -> SmallVec<[(FireResult, u8); 10]> {
    let mut results: SmallVec<[(FireResult, u8); 10]> = SmallVec::new();
    for outcome in shot.outcomes(table) {
        match results
            .iter_mut()
            .find(|(known, _)| *known == outcome.result)
        {
            Some((_, faces)) => *faces += 1,
            None => results.push((outcome.result, 1)),
        }
    }
    results
}

fn no_result(table: &FireTable, shots: &[FireTerms]) -> Chance {
    let mut weight = WHOLE;
    for shot in shots {
        let nothing = shot
            .outcomes(table)
            .iter()
            .filter(|outcome| outcome.result == FireResult::NONE)
            .count();
        weight = weight.of_ten(u8::try_from(nothing).unwrap_or(10));
    }
    Chance::of(weight)
}

fn calls_for_check(result: FireResult) -> bool {
    matches!(result.disorder, FireDisorder::Check(_))
}

/// The chance that one shot or the other has such an outcome.
fn any_shot(table: &FireTable, shots: &[FireTerms], such: fn(&FireOutcome) -> bool) -> Chance {
    let mut spared = WHOLE;
    for shot in shots {
        let outcomes = shot.outcomes(table);
        let faces = outcomes.iter().filter(|outcome| such(outcome)).count();
        spared = spared.of_ten(10 - u8::try_from(faces).unwrap_or(10));
    }
    Chance::ALWAYS - Chance::of(spared)
}

/// Every combination of dice, for firers who take part in one or two shots.
fn ammunition(table: &FireTable, shots: &[FireTerms]) -> Vec<AmmunitionOdds> {
    let mut found: Vec<AmmunitionOdds> = Vec::new();
    for worn in shots.iter().flat_map(|shot| shot.worn.iter()) {
        let known = |odds: &AmmunitionOdds| odds.unit == worn.unit && odds.section == worn.section;
        if found.iter().any(known) {
            continue;
        }
        let own: SmallVec<[Wear; 2]> = shots
            .iter()
            .flat_map(|shot| shot.worn.iter())
            .filter(|other| other.unit == worn.unit && other.section == worn.section)
            .map(|other| other.wear)
            .collect();
        let chance_of = |state: Ammunition| {
            let mut chance = Chance::NEVER;
            let each = own.iter().fold(WHOLE, |weight, _| weight.of_ten(1));
            for dice in dice_of(own.len()) {
                let wears: SmallVec<[(Wear, u8); 2]> = own.iter().copied().zip(dice).collect();
                if after(table, worn.before, &wears) == state {
                    chance += Chance::of(each);
                }
            }
            chance
        };
        let changed = |state| {
            if state == worn.before {
                Chance::NEVER
            } else {
                chance_of(state)
            }
        };
        found.push(AmmunitionOdds {
            unit: worn.unit,
            section: worn.section,
            low: changed(Ammunition::Low),
            out: changed(Ammunition::Out),
        });
    }
    found
}

/// Every throw of so many dice, one or two.
fn dice_of(count: usize) -> impl Iterator<Item = SmallVec<[u8; 2]>> {
    let second = if count > 1 { 10 } else { 1 };
    (0..10_u8).flat_map(move |one| {
        (0..second).map(move |two| {
            let mut dice = SmallVec::new();
            dice.push(one);
            if count > 1 {
                dice.push(two);
            }
            dice
        })
    })
}

/// The chances of one result that is already known, whatever the die: what the checks that follow may do.
#[must_use]
pub fn odds_of_result(result: FireResult, shot: &FireTerms, target: &TargetStack) -> Odds {
    let mut tally = Tally::new(target);
    strike::resolve(
        target,
        shot,
        result,
        true,
        Branch::begin(target),
        &mut |end| {
            tally.add(&end);
        },
    );
    Odds {
        results: vec![(result, Chance::ALWAYS)],
        no_result: certain(result == FireResult::NONE),
        check: certain(calls_for_check(result)),
        ..tally.told()
    }
}

const fn certain(so: bool) -> Chance {
    if so { Chance::ALWAYS } else { Chance::NEVER }
}
