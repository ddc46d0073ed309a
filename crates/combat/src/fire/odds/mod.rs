//! The chances of a fire, exactly: every face of the die, every check it calls for, to the end of the result.
//!
//! What is counted: losses with Collapse, the Disorder of the result, the checks of the rest of the stack, Second Disorders
//! with their SP and their retreat, the final checks for rout, leaders, friends and ammunition (SR 8.35, 12.2, 12.3, 12.7,
//! 10.26, 10.9). What a retreat then meets on its way is not.

mod chance;
mod fate;
mod strike;
mod target;

use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_catalog::tables::{FireResult, FireTable};
use smallvec::SmallVec;

pub use chance::Chance;
pub use fate::{Fate, Standing};
pub use target::{TargetStack, TargetUnit};

use super::ammunition::{Wear, after};
use super::terms::FireTerms;
use chance::{WHOLE, Weight};
use strike::Branch;

/// What becomes of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitOdds {
    /// Which.
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
    /// Whose.
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
    for shot in shots {
        let outcomes = shot.outcomes(table);
        // Faces with the same result go the same way.
        let mut results: SmallVec<[(FireResult, u8); 10]> = SmallVec::new();
        for outcome in &outcomes {
            match results
                .iter_mut()
                .find(|(known, _)| *known == outcome.result)
            {
                Some((_, faces)) => *faces += 1,
                None => results.push((outcome.result, 1)),
            }
        }
        let mut next: Vec<Branch> = Vec::new();
        for branch in &branches {
            for &(result, faces) in &results {
                let weight = branch.weight.of_ten(faces);
                strike::resolve(target, shot, result, branch.weighing(weight), &mut |end| {
                    strike::gather(&mut next, end);
                });
            }
        }
        branches = next;
    }
    let first = shots.first();
    Odds {
        results: first.map_or_else(Vec::new, |shot| results_of(table, shot)),
        no_result: no_result(table, shots),
        unharmed: sum(&branches, |branch| branch.is_unharmed(target)),
        losses: loss_table(&branches, |branch| branch.lost(target)),
        mean_loss: mean(&branches, target),
        units: unit_odds(&branches, target),
        leader: leader(&branches, target),
        friends: friends(table, shots),
        ammunition: ammunition(table, shots),
    }
}

fn sum(branches: &[Branch], test: impl Fn(&Branch) -> bool) -> Chance {
    let matching = branches.iter().filter(|branch| test(branch));
    Chance::of(matching.fold(Weight::ZERO, |all, branch| all + branch.weight))
}

fn results_of(table: &FireTable, shot: &FireTerms) -> Vec<(FireResult, Chance)> {
    let mut found: Vec<(FireResult, u8)> = Vec::new();
    for outcome in shot.outcomes(table) {
        match found.iter_mut().find(|(known, _)| *known == outcome.result) {
            Some((_, faces)) => *faces += 1,
            None => found.push((outcome.result, 1)),
        }
    }
    let chances = found.into_iter();
    chances
        .map(|(result, faces)| (result, Chance::of(WHOLE.of_ten(faces))))
        .collect()
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

fn loss_table<const N: usize>(
    branches: &[Branch],
    lost: impl Fn(&Branch) -> u8,
) -> SmallVec<[Chance; N]> {
    let most = branches.iter().map(&lost).max().unwrap_or(0);
    (0..=most)
        .map(|count| sum(branches, |branch| lost(branch) == count))
        .collect()
}

fn mean(branches: &[Branch], target: &TargetStack) -> Chance {
    let total = branches.iter().fold(Weight::ZERO, |all, branch| {
        all + branch.weight.times(branch.lost(target))
    });
    Chance::of(total)
}

fn unit_odds(branches: &[Branch], target: &TargetStack) -> Vec<UnitOdds> {
    let units = target.units.iter().enumerate();
    units
        .map(|(place, before)| {
            let of =
                |test: &dyn Fn(&Fate) -> bool| sum(branches, |branch| test(&branch.fates[place]));
            UnitOdds {
                unit: before.unit,
                disordered: of(&|fate| {
                    before.standing == Standing::GoodOrder && fate.is_disordered()
                }),
                second_disorder: of(&|fate| fate.second),
                retreats: of(&|fate| fate.retreats),
                routs: of(&|fate| fate.routed),
                eliminated: of(&|fate| fate.sp == 0 || fate.removed),
                losses: loss_table(branches, |branch| before.sp - branch.fates[place].sp),
            }
        })
        .collect()
}

/// SR 12.71: each roll of each leader kills on this or less.
fn leader(branches: &[Branch], target: &TargetStack) -> Chance {
    if target.leaders == 0 {
        return Chance::NEVER;
    }
    let killing = target.leader_loss.saturating_add(1).min(10);
    let total = branches.iter().fold(Weight::ZERO, |all, branch| {
        let mut survives = branch.weight;
        for _ in 0..branch.leader_rolls {
            survives = survives.of_ten(10 - killing);
        }
        all + branch.weight - survives
    });
    Chance::of(total)
}

fn friends(table: &FireTable, shots: &[FireTerms]) -> Chance {
    let mut spared = WHOLE;
    for shot in shots {
        let checks = shot
            .outcomes(table)
            .iter()
            .filter(|outcome| outcome.friends_check)
            .count();
        spared = spared.of_ten(10 - u8::try_from(checks).unwrap_or(10));
    }
    Chance::of(WHOLE - spared)
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
            let mut weight = Weight::ZERO;
            let each = own.iter().fold(WHOLE, |weight, _| weight.of_ten(1));
            for dice in dice_of(own.len()) {
                let wears: SmallVec<[(Wear, u8); 2]> = own.iter().copied().zip(dice).collect();
                if after(table, worn.before, &wears) == state {
                    weight = weight + each;
                }
            }
            Chance::of(weight)
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
    let mut branches: Vec<Branch> = Vec::new();
    strike::resolve(target, shot, result, Branch::begin(target), &mut |end| {
        strike::gather(&mut branches, end);
    });
    Odds {
        results: vec![(result, Chance::ALWAYS)],
        no_result: if result == FireResult::NONE {
            Chance::ALWAYS
        } else {
            Chance::NEVER
        },
        unharmed: sum(&branches, |branch| branch.is_unharmed(target)),
        losses: loss_table(&branches, |branch| branch.lost(target)),
        mean_loss: mean(&branches, target),
        units: unit_odds(&branches, target),
        leader: leader(&branches, target),
        friends: Chance::NEVER,
        ammunition: Vec::new(),
    }
}
