//! What has come of the ways things may go, added up as each of them ends.

use longroll_catalog::facts::UnitId;
use smallvec::SmallVec;

use super::chance::{Chance, Weight};
use super::fate::{Fate, Standing};
use super::strike::Branch;
use super::target::{TargetStack, TargetUnit};
use super::{Odds, UnitOdds};

/// The sums.
pub(super) struct Tally<'a> {
    target: &'a TargetStack,
    /// SR 12.71: faces of the die that leave a leader alive.
    sparing: u8,
    unharmed: Chance,
    losses: SmallVec<[Chance; 6]>,
    mean_loss: Chance,
    units: SmallVec<[UnitTally; 4]>,
    leader: Chance,
}

impl<'a> Tally<'a> {
    pub fn new(target: &'a TargetStack) -> Self {
        Self {
            target,
            sparing: 10 - target.leader_loss.saturating_add(1).min(10),
            unharmed: Chance::NEVER,
            losses: SmallVec::new(),
            mean_loss: Chance::NEVER,
            units: target.units.iter().map(UnitTally::new).collect(),
            leader: Chance::NEVER,
        }
    }

    /// One way has come to its end.
    pub fn add(&mut self, branch: &Branch) {
        let chance = Chance::of(branch.weight);
        if branch.is_unharmed(self.target) {
            self.unharmed += chance;
        }
        let lost = branch.lost(self.target);
        add_at(&mut self.losses, lost, chance);
        self.mean_loss += chance.times(lost);
        for (unit, fate) in self.units.iter_mut().zip(&branch.fates) {
            unit.add(fate, branch.weight, chance);
        }
        if self.target.leaders > 0 && branch.leader_rolls > 0 {
            let mut survives = branch.weight;
            for _ in 0..branch.leader_rolls {
                survives = survives.of_ten(self.sparing);
            }
            self.leader += chance - Chance::of(survives);
        }
    }

    /// As odds of which nothing else is known.
    pub fn told(self) -> Odds {
        let units = self.units.into_iter();
        Odds {
            results: Vec::new(),
            no_result: Chance::NEVER,
            check: Chance::NEVER,
            unharmed: self.unharmed,
            losses: self.losses,
            mean_loss: self.mean_loss,
            units: units.map(|unit| unit.odds).collect(),
            leader: self.leader,
            friends: Chance::NEVER,
            ammunition: Vec::new(),
        }
    }
}

/// The sums of one unit.
struct UnitTally {
    sp: u8,
    standing: Standing,
    odds: UnitOdds,
}

impl UnitTally {
    fn new(before: &TargetUnit) -> Self {
        Self {
            sp: before.sp,
            standing: before.standing,
            odds: UnitOdds::none(before.unit),
        }
    }

    fn add(&mut self, fate: &Fate, weight: Weight, chance: Chance) {
        let odds = &mut self.odds;
        if self.standing == Standing::GoodOrder {
            if fate.is_disordered() {
                odds.disordered += chance;
            } else if fate.disorders_on > 0 {
                odds.disordered += Chance::of(weight.of_ten(fate.disorders_on));
            }
        }
        if fate.routed {
            odds.routs += chance;
        } else if fate.routs_on > 0 {
            odds.routs += Chance::of(weight.of_ten(fate.routs_on));
        }
        let sums = [
            (fate.second, &mut odds.second_disorder),
            (fate.retreats, &mut odds.retreats),
            (fate.sp == 0 || fate.removed, &mut odds.eliminated),
        ];
        for (happens, sum) in sums {
            if happens {
                *sum += chance;
            }
        }
        add_at(&mut odds.losses, self.sp - fate.sp, chance);
    }
}

impl UnitOdds {
    /// Nothing happens to it.
    fn none(unit: UnitId) -> Self {
        Self {
            unit,
            disordered: Chance::NEVER,
            second_disorder: Chance::NEVER,
            retreats: Chance::NEVER,
            routs: Chance::NEVER,
            eliminated: Chance::NEVER,
            losses: SmallVec::new(),
        }
    }
}

fn add_at<const N: usize>(table: &mut SmallVec<[Chance; N]>, place: u8, chance: Chance) {
    let place = usize::from(place);
    while table.len() <= place {
        table.push(Chance::NEVER);
    }
    table[place] += chance;
}
