//! The frame of a result of an assault, or of its checks (SR 8.36, 12.2 to 12.5).

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_catalog::tables::SecondDisorderCause;
use longroll_core::Side;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::results::group::Memory;

/// Units that stand together when a result strikes them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stack {
    pub hex: HexId,
    /// Top to bottom.
    pub units: Vec<UnitId>,
    /// Reading 76 of the assault chapter: who of them fights.
    pub fighting: Vec<UnitId>,
}

/// What a result does to one side.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    pub side: Side,
    /// Whom it strikes.
    pub stacks: Vec<Stack>,
    /// SP lost.
    pub loss: u8,
    /// Hexes of retreat.
    pub retreat: u8,
    /// Everybody is disordered.
    pub disordered: bool,
    /// SR 11.64, 12.51: everybody checks for rout, and guns are Abandoned.
    pub rout_check: bool,
    /// SR 11.37-march: everybody routs, and guns are Abandoned.
    pub flees: bool,
    /// Who drives it back.
    pub causing: SmallVec<[UnitId; 4]>,
}

impl Blow {
    /// A side to which nothing happens.
    #[must_use]
    pub fn none(side: Side, stacks: Vec<Stack>, causing: SmallVec<[UnitId; 4]>) -> Self {
        Self {
            side,
            stacks,
            loss: 0,
            retreat: 0,
            disordered: false,
            rout_check: false,
            flees: false,
            causing,
        }
    }

    pub(crate) fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks
            .iter()
            .flat_map(|stack| stack.units.iter().copied())
    }
}

/// Where a result has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    Losses,
    Leaders,
    Retreats,
    Blocked,
    BlockedLeaders,
    Disorder,
    Routs,
    SecondLosses,
    Blown,
    SecondRetreats,
    FinalChecks,
    FinalRouts,
    LastLeaders,
    Over,
}

/// A result is applied, the defenders' blow first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClashStep {
    pub(super) blows: Vec<Blow>,
    pub(super) cause: SecondDisorderCause,
    /// SR 12.52: who wins ties.
    pub(super) attacker: Side,
    pub(super) rule: Rule,
    pub(super) line: Line,
    /// How many blows have had their losses.
    pub(super) struck: usize,
    /// SR 12.71: leaders who stood with strength as it was lost, and are still to roll.
    #[serde(default)]
    pub(super) stacked: Vec<LeaderId>,
    /// SR 12.23: who lost strength while Collapsed.
    pub(super) shaken: Vec<UnitId>,
    /// Who is still to retreat.
    pub(super) queue: Vec<UnitId>,
    /// SR 12.44-blocked: stacks, by blow and number, with hexes they could not retreat.
    pub(super) blocked: Vec<(usize, usize, u8)>,
    /// SR 12.46: friends retreated through.
    pub(super) passed: Vec<UnitId>,
    /// SR 12.35: who has suffered a second Disorder.
    pub(super) second: Vec<UnitId>,
    /// SR 11.59: Blown cavalry that was struck.
    pub(super) spent: Vec<UnitId>,
    /// Who has lost strength.
    pub(super) lost: Vec<UnitId>,
    /// Who would rout.
    pub(super) doomed: Vec<UnitId>,
    /// SR 12.52: who of several equals does not, as their owner has said.
    #[serde(default)]
    pub(super) spared: Option<UnitId>,
    /// SR 12.52: sides whose guns have been Abandoned.
    pub(super) left_guns: Vec<Side>,
    /// SR 12.71: leaders who have rolled.
    pub(super) rolled: Vec<LeaderId>,
    /// Leaders who roll for losses due only to a second Disorder.
    pub(super) due: Vec<LeaderId>,
    /// Reading 130 of the assault chapter: who was in Good Order before the retreat of the table.
    pub(super) steady: Vec<UnitId>,
    pub(super) memory: Memory,
}

impl ClashStep {
    /// A result that is to be applied, for this cause and under this rule; the attacker is whoever rolled.
    #[must_use]
    pub fn new(blows: Vec<Blow>, cause: SecondDisorderCause, attacker: Side, rule: Rule) -> Self {
        // SR 12.46-once: whom the result itself drives back; the others once they have rolled.
        let checked = cause == SecondDisorderCause::PreAssaultCheck;
        let driven = blows
            .iter()
            .filter(|blow| blow.retreat > 0 || blow.flees || checked);
        let memory = Memory::of(driven.flat_map(Blow::units));
        Self {
            memory,
            steady: Vec::new(),
            blows,
            cause,
            attacker,
            rule,
            line: Line::Losses,
            struck: 0,
            stacked: Vec::new(),
            shaken: Vec::new(),
            queue: Vec::new(),
            blocked: Vec::new(),
            passed: Vec::new(),
            second: Vec::new(),
            spent: Vec::new(),
            lost: Vec::new(),
            doomed: Vec::new(),
            spared: None,
            left_guns: Vec::new(),
            rolled: Vec::new(),
            due: Vec::new(),
        }
    }

    pub(in crate::results) const fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(in crate::results) const fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// SR 12.23: whether this unit is among those whose last checks are still to come.
    pub(in crate::results) fn checks_at_the_end(&self, unit: UnitId) -> bool {
        self.line <= Line::FinalChecks
            && self
                .blows
                .iter()
                .any(|blow| blow.units().any(|own| own == unit))
    }

    /// Reading 81 of the assault chapter: by whom it drives back a unit that it strikes.
    pub(in crate::results) fn causing(&self, unit: UnitId) -> Option<SmallVec<[UnitId; 4]>> {
        let mut blows = self.blows.iter();
        let blow = blows.find(|blow| blow.units().any(|own| own == unit));
        blow.map(|blow| blow.causing.clone())
    }

    /// SR 12.71: who has rolled for this result, and who still has to.
    pub(in crate::results) const fn leader_rolls(&mut self) -> (&[LeaderId], &mut Vec<LeaderId>) {
        (self.rolled.as_slice(), &mut self.due)
    }
}
