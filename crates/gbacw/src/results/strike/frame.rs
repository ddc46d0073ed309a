//! The frame of a result of the fire table (SR 8.35, 12.2, 12.3).

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, LeaderId, Mechanism, UnitId};
use longroll_catalog::tables::{FireDisorder, FireResult};
use longroll_combat::fire::Strikes;
use longroll_core::Side;
use longroll_position::Topic;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::results::group::Memory;
use crate::scene::At;

/// What a die of a fire has done.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// The hex fired at.
    pub target: HexId,
    /// Whose units are struck.
    pub side: Side,
    /// Whom of them.
    pub strikes: Strikes,
    /// Small arms or canister, not shell.
    pub close: bool,
    /// SP that fired.
    pub sp: u8,
    /// SP lost.
    pub loss: u8,
    /// "d" with its modifier, "D", or nothing.
    pub shock: Shock,
    /// Who fires.
    pub causing: SmallVec<[UnitId; 4]>,
    /// SR 8.35-assault: who assaults from there, if anybody does.
    pub assaulting: SmallVec<[UnitId; 4]>,
    /// SR 10.44: units that leave the hex and are not fired at.
    pub spared: SmallVec<[UnitId; 4]>,
    /// SR 10.26-friendlyfire: friends of the firer who check afterwards.
    pub friends: SmallVec<[HexId; 2]>,
    /// BB 10.67-limited-friends: they check because the fire went over the Woods.
    pub over_woods: bool,
    /// The rule of the fire.
    pub rule: Rule,
}

/// SR 12.32: the Disorder of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shock {
    /// None.
    None,
    /// "d": a UDD with this modifier.
    Check(i8),
    /// "D".
    Automatic,
}

impl Shock {
    /// The Disorder of a result of the fire table.
    #[must_use]
    pub const fn of(result: FireResult) -> Self {
        match result.disorder {
            FireDisorder::None => Self::None,
            FireDisorder::Check(drm) => Self::Check(drm),
            FireDisorder::Automatic => Self::Automatic,
        }
    }
}

/// Where a result has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    Losses,
    Leaders,
    Disorder,
    Others,
    SecondLosses,
    Blown,
    Retreats,
    FinalChecks,
    LastLeaders,
    Friends,
    Nerves,
    Over,
}

/// SR 12: a result is applied.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StrikeStep {
    pub(super) hit: Hit,
    pub(super) line: Line,
    /// Fire reading 40: its retreat waits until the answers have been applied.
    pub(super) holds: bool,
    /// The stack as it stood, top to bottom; those who assault from there before the others.
    pub(super) stack: Vec<UnitId>,
    /// SR 12.35e: the same, whoever assaults.
    #[serde(default)]
    pub(super) standing: Vec<UnitId>,
    /// Who is still to be checked in this line.
    pub(super) queue: Vec<UnitId>,
    /// Who has lost strength.
    pub(super) bled: Vec<UnitId>,
    /// BB 12.78-perloss: how much they have lost together.
    #[serde(default)]
    pub(super) lost: u8,
    /// SR 12.71, 8.44: leaders who stood with strength as it was lost.
    #[serde(default)]
    pub(super) stacked: Vec<LeaderId>,
    /// SR 12.23: who lost strength while Collapsed.
    pub(super) shaken: Vec<UnitId>,
    /// SR 12.35: who has suffered a second Disorder.
    pub(super) second: Vec<UnitId>,
    /// SR 11.59: Blown cavalry that was struck.
    pub(super) spent: Vec<UnitId>,
    /// SR 8.35: the unit struck first has been eliminated or disordered.
    pub(super) fell: bool,
    /// SR 12.71: leaders who have rolled.
    pub(super) rolled: Vec<LeaderId>,
    /// Leaders who roll for losses due only to a second Disorder.
    pub(super) due: Vec<LeaderId>,
    /// BB 30.9-71oh: a unit that may lose its nerve, if it was in good order.
    pub(super) nervous: Option<UnitId>,
    pub(super) memory: Memory,
}

impl StrikeStep {
    /// A result that is to be applied.
    #[must_use]
    pub fn new(at: At<'_>, hit: Hit, holds: bool) -> Self {
        let mut hit = hit;
        let stack: Vec<UnitId> = at
            .position
            .stack(hit.target)
            .map(|part| part.unit)
            .filter(|&unit| at.setting.unit(unit).side == hit.side)
            .filter(|&unit| match hit.strikes {
                Strikes::Boat(boat) => unit == boat,
                _ => at.setting.unit(unit).arm != Arm::Gunboat && !hit.spared.contains(&unit),
            })
            .collect();
        let standing = stack.clone();
        // SR 8.35-assault: those who assault are struck before those who are held back.
        let (mut stack, held): (Vec<UnitId>, Vec<UnitId>) = stack
            .into_iter()
            .partition(|unit| hit.assaulting.is_empty() || hit.assaulting.contains(unit));
        stack.extend(held);
        if let (Strikes::First(_), Some(&top), false) =
            (hit.strikes, stack.first(), hit.assaulting.is_empty())
        {
            hit.strikes = Strikes::First(top);
        }
        // SR 10.41: an earlier result may have taken the top unit; this one strikes whoever is on top now.
        if let (Strikes::First(first), Some(&top)) = (hit.strikes, stack.first())
            && !stack.contains(&first)
        {
            hit.strikes = Strikes::First(top);
        }
        let memory = Memory::of(stack.iter().copied());
        let nervous = nervous(at, &hit, &stack);
        Self {
            memory,
            nervous,
            hit,
            line: Line::Losses,
            holds,
            stack,
            standing,
            queue: Vec::new(),
            bled: Vec::new(),
            lost: 0,
            stacked: Vec::new(),
            shaken: Vec::new(),
            second: Vec::new(),
            spent: Vec::new(),
            fell: false,
            rolled: Vec::new(),
            due: Vec::new(),
        }
    }

    /// Whether it is a result on this hex of this side.
    #[must_use]
    pub fn is_on(&self, side: Side, hex: HexId) -> bool {
        self.hit.side == side && self.hit.target == hex
    }

    /// The same, with its retreat to be made now.
    #[must_use]
    pub fn going_on(mut self) -> Self {
        self.holds = false;
        self
    }

    pub(in crate::results) const fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(in crate::results) const fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// SR 12.71: who has rolled for this result, and who still has to.
    pub(in crate::results) const fn leader_rolls(&mut self) -> (&[LeaderId], &mut Vec<LeaderId>) {
        (self.rolled.as_slice(), &mut self.due)
    }

    /// SR 12.23: whether this unit is among those whose last checks are still to come.
    pub(in crate::results) fn checks_at_the_end(&self, unit: UnitId) -> bool {
        self.line <= Line::FinalChecks && self.stack.contains(&unit)
    }

    /// Reading 81 of the assault chapter: by whom it drives back a unit that it strikes.
    pub(in crate::results) fn causing(&self, unit: UnitId) -> Option<SmallVec<[UnitId; 4]>> {
        let struck = self.stack.contains(&unit);
        struck.then(|| self.hit.causing.clone())
    }
}

/// BB 30.9-71oh: whom small arms unnerve, in good order and under enough SP.
pub(super) fn nervous(at: At<'_>, hit: &Hit, stack: &[UnitId]) -> Option<UnitId> {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let mut rules = at.setting.special_now(Topic::Fire, turn);
    rules.find_map(|rule| match rule.mechanism {
        Mechanism::NervousUnderFire { unit, min_sp } => {
            let checks = hit.close
                && hit.sp >= min_sp
                && stack.contains(&unit)
                && !at.position.unit(unit).is_disordered();
            checks.then_some(unit)
        }
        _ => None,
    })
}
