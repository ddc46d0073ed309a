//! SR 8.35, 12.2, 12.3: one result on one stack, along every way the checks may go.
//!
//! The order is that of reading 79 of the assault chapter: printed losses, Disorder, the checks of the rest of the stack,
//! Second Disorder SP, retreats, final checks.

use longroll_catalog::tables::{FireDisorder, FireResult};
use smallvec::SmallVec;

use super::chance::{WHOLE, Weight};
use super::fate::{Fate, Standing};
use super::target::{TargetStack, TargetUnit};
use crate::fire::firer::FirerArm;
use crate::fire::terms::{FireTerms, Strikes};
use crate::fire::weapon::Load;

/// One way things may go, with its weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Branch {
    pub weight: Weight,
    pub fates: SmallVec<[Fate; 4]>,
    /// SR 12.71: rolls each leader of the hex has to make.
    pub leader_rolls: u8,
}

type End<'a> = &'a mut dyn FnMut(Branch);

impl Branch {
    pub fn begin(target: &TargetStack) -> Self {
        Self {
            weight: WHOLE,
            fates: target.units.iter().map(Fate::of).collect(),
            leader_rolls: 0,
        }
    }

    pub fn weighing(&self, weight: Weight) -> Self {
        Self {
            weight,
            fates: SmallVec::from_slice(&self.fates),
            leader_rolls: self.leader_rolls,
        }
    }

    /// SR 12.35a: the SP of a Second Disorder; whoever has none left does not retreat.
    fn pays(&mut self, place: usize, unit: &TargetUnit) {
        let fate = &mut self.fates[place];
        fate.lose_one(unit);
        fate.retreats &= fate.sp > 0;
    }

    pub fn lost(&self, target: &TargetStack) -> u8 {
        let units = target.units.iter().zip(&self.fates);
        units.map(|(before, fate)| before.sp - fate.sp).sum()
    }

    pub fn is_unharmed(&self, target: &TargetStack) -> bool {
        let mut units = target.units.iter().zip(&self.fates);
        units.all(|(before, fate)| {
            before.sp == fate.sp
                && before.standing == fate.standing
                && !fate.second
                && !fate.removed
        })
    }
}

/// Adds a way to those that are known, together with the same one.
pub(super) fn gather(all: &mut Vec<Branch>, end: Branch) {
    let same = all
        .iter_mut()
        .find(|known| known.fates == end.fates && known.leader_rolls == end.leader_rolls);
    match same {
        Some(known) => known.weight = known.weight + end.weight,
        None => all.push(end),
    }
}

/// BB 14.76: the first D turns a boat over, the second sends it away.
fn strike_boat(branch: &mut Branch, result: FireResult) {
    if let Some(boat) = branch.fates.first_mut()
        && result.disorder == FireDisorder::Automatic
        && !boat.removed
    {
        match boat.standing {
            Standing::GoodOrder => boat.standing = Standing::Disordered,
            Standing::Disordered | Standing::Collapsed => boat.removed = true,
        }
    }
}

/// One result of one shot on one way things have gone so far.
///
/// In the last shot a check on which nothing else hangs is no fork: how many faces fail it is left on the unit.
pub(super) fn resolve(
    target: &TargetStack,
    shot: &FireTerms,
    result: FireResult,
    last: bool,
    mut branch: Branch,
    end: End<'_>,
) {
    for fate in &mut branch.fates {
        fate.shaken = false;
    }
    // SR 8.35: the first that is still there; a second shot may find the hex empty.
    let Some(struck) = branch.fates.iter().position(Fate::is_there) else {
        return end(branch);
    };
    let before: u8 = branch.lost(target);
    match shot.strikes {
        Strikes::Boat(_) => {
            strike_boat(&mut branch, result);
            return end(branch);
        }
        Strikes::First(_) => {
            // SR 8.35: the printed losses, SP by SP, pass on to the next unit.
            for _ in 0..result.loss {
                let next = branch.fates.iter().position(Fate::is_there);
                if let Some(place) = next {
                    branch.fates[place].lose_one(&target.units[place]);
                }
            }
        }
        Strikes::Each => {
            for (fate, unit) in branch.fates.iter_mut().zip(&target.units) {
                for _ in 0..result.loss {
                    if fate.is_there() {
                        fate.lose_one(unit);
                    }
                }
            }
        }
    }
    let rolled = roll_for_leaders(target, &mut branch, before);
    let before = branch.lost(target);
    let scene = Scene {
        target,
        shot,
        result,
        struck,
        rolled,
        before,
        last,
    };
    match shot.strikes {
        Strikes::First(_) => scene.disorder_first(branch, end),
        Strikes::Each | Strikes::Boat(_) => scene.disorder_each(branch, 0, end),
    }
}

/// SR 12.71, BB 12.78-perloss: one roll for the losses so far, or one for each SP.
fn roll_for_leaders(target: &TargetStack, branch: &mut Branch, before: u8) -> bool {
    let lost = branch.lost(target) - before;
    if lost == 0 || target.leaders == 0 {
        return false;
    }
    branch.leader_rolls += if target.roll_per_sp { lost } else { 1 };
    true
}

/// What holds for the whole result.
struct Scene<'a> {
    target: &'a TargetStack,
    shot: &'a FireTerms,
    result: FireResult,
    /// The unit struck first.
    struck: usize,
    /// The leaders have rolled for it.
    rolled: bool,
    /// SP lost by then.
    before: u8,
    /// No shot follows.
    last: bool,
}

impl Scene<'_> {
    /// SR 8.35: the Disorder of the result is the struck unit's, if it is still there; then the others check.
    fn disorder_first(&self, branch: Branch, end: End<'_>) {
        let place = self.struck;
        let gone = branch.fates[place].sp == 0;
        if gone {
            return self.shake(branch, place, end);
        }
        match self.result.disorder {
            FireDisorder::None => self.after_first(branch, place, end),
            FireDisorder::Automatic => {
                let mut branch = branch;
                branch.fates[place].disorder();
                self.after_first(branch, place, end);
            }
            FireDisorder::Check(modifier) => {
                let fate = branch.fates[place];
                let fails = fate.failing_faces(&self.target.units[place], i32::from(modifier));
                fork(branch, fails, |mut branch, failed| {
                    if failed {
                        branch.fates[place].disorder();
                    }
                    self.after_first(branch, place, end);
                });
            }
        }
    }

    fn after_first(&self, branch: Branch, place: usize, end: End<'_>) {
        if branch.fates[place].shaken {
            self.shake(branch, place, end);
        } else {
            self.settle(branch, end);
        }
    }

    /// SR 8.35: everybody else in the hex makes a UDD without the modifier of the result, one each (fire reading 37).
    fn shake(&self, branch: Branch, struck: usize, end: End<'_>) {
        self.shake_from(branch, struck, 0, end);
    }

    fn shake_from(&self, branch: Branch, struck: usize, place: usize, end: End<'_>) {
        let Some(fate) = branch.fates.get(place).copied() else {
            return self.settle(branch, end);
        };
        if place == struck || !fate.is_there() {
            return self.shake_from(branch, struck, place + 1, end);
        }
        let fails = fate.failing_faces(&self.target.units[place], 0);
        if self.last && !fate.is_disordered() {
            // A first Disorder costs no SP and calls for no check.
            let mut branch = branch;
            branch.fates[place].disorders_on = fails;
            return self.shake_from(branch, struck, place + 1, end);
        }
        fork(branch, fails, |mut branch, failed| {
            if failed {
                branch.fates[place].disorder();
            }
            self.shake_from(branch, struck, place + 1, end);
        });
    }

    /// SR 8.35-shell: each unit for itself.
    fn disorder_each(&self, branch: Branch, place: usize, end: End<'_>) {
        let Some(fate) = branch.fates.get(place).copied() else {
            return self.settle(branch, end);
        };
        if !fate.is_there() {
            return self.disorder_each(branch, place + 1, end);
        }
        match self.result.disorder {
            FireDisorder::None => self.settle(branch, end),
            FireDisorder::Automatic => {
                let mut branch = branch;
                branch.fates[place].disorder();
                self.disorder_each(branch, place + 1, end);
            }
            FireDisorder::Check(modifier) => {
                let fails = fate.failing_faces(&self.target.units[place], i32::from(modifier));
                fork(branch, fails, |mut branch, failed| {
                    if failed {
                        branch.fates[place].disorder();
                    }
                    self.disorder_each(branch, place + 1, end);
                });
            }
        }
    }

    /// SR 12.35a, 12.35e, 12.36: the SP of Second Disorders: one for the troops of the stack, one for each battery.
    fn settle(&self, mut branch: Branch, end: End<'_>) {
        let units = &self.target.units;
        let mut troops: SmallVec<[usize; 4]> = SmallVec::new();
        for place in 0..branch.fates.len() {
            let fate = branch.fates[place];
            if !(fate.shaken && fate.second && fate.is_there()) {
                continue;
            }
            if units[place].arm == FirerArm::Guns {
                branch.fates[place].lose_one(&units[place]);
            } else {
                troops.push(place);
            }
        }
        for &place in &troops {
            branch.fates[place].retreats = Fate::would_retreat(&units[place]);
        }
        match troops.as_slice() {
            [] => self.finish(branch, 0, end),
            [only] => {
                branch.pays(*only, &units[*only]);
                self.finish(branch, 0, end);
            }
            several if self.shot.strikes == Strikes::Each => {
                // SR 12.35e: after shell the SP is drawn.
                let weight = branch.weight.one_of(several.len());
                for &place in several {
                    let mut drawn = branch.weighing(weight);
                    drawn.pays(place, &units[place]);
                    self.finish(drawn, 0, end);
                }
            }
            [highest, ..] => {
                // The top unit of the hex that is no battery, even where it was not affected; the highest affected if
                // that one is gone.
                let top = (0..units.len()).find(|place| units[*place].arm != FirerArm::Guns);
                let place = top
                    .filter(|place| branch.fates[*place].sp > 0 && !branch.fates[*place].routed)
                    .unwrap_or(*highest);
                branch.pays(place, &units[place]);
                self.finish(branch, 0, end);
            }
        }
    }

    /// SR 12.23, BB 12.35: the final checks for rout, one each; then the leaders, for SP of Second Disorders alone.
    fn finish(&self, mut branch: Branch, place: usize, end: End<'_>) {
        let Some(fate) = branch.fates.get(place).copied() else {
            if !self.rolled || self.target.roll_per_sp {
                roll_for_leaders(self.target, &mut branch, self.before);
            }
            for fate in &mut branch.fates {
                fate.final_check = false;
                fate.shaken = false;
            }
            return end(branch);
        };
        let unit = &self.target.units[place];
        let close = self.shot.load != Load::Shell;
        let by_fire = unit.rout_check && close && fate.shaken && fate.second;
        if fate.sp == 0 || fate.routed || !(fate.final_check || by_fire) {
            return self.finish(branch, place + 1, end);
        }
        let fails = fate.failing_faces(unit, 0);
        if self.last {
            branch.fates[place].routs_on = fails;
            return self.finish(branch, place + 1, end);
        }
        fork(branch, fails, |mut branch, failed| {
            branch.fates[place].routed |= failed;
            self.finish(branch, place + 1, end);
        });
    }
}

/// Both ways of a check.
fn fork(branch: Branch, fails: u8, mut go: impl FnMut(Branch, bool)) {
    // A die that cannot fail, or must, is still a die.
    let (failing, passing) = (
        branch.weight.of_ten(fails),
        branch.weight.of_ten(10 - fails),
    );
    if fails == 10 {
        let weight = failing;
        return go(Branch { weight, ..branch }, true);
    }
    if fails > 0 {
        go(branch.weighing(failing), true);
    }
    let weight = passing;
    go(Branch { weight, ..branch }, false);
}
