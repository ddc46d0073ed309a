//! Costs with their reasons: what a step is made of, for people and logs.

use core::fmt;

use longroll_catalog::tables::TerrainKind;
use longroll_position::HalfMp;
use longroll_rule::Rule;
use serde::Serialize;
use smallvec::SmallVec;

use crate::checks::CheckTerm;

/// What an amount is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CostPart {
    /// Entering a hex.
    Hex(TerrainKind),
    /// Crossing a hexside.
    Hexside(TerrainKind),
    /// Following a route.
    Route(TerrainKind),
    /// SR 9.44-trail: half of the rest, rounded.
    TrailShare,
    /// SR 15.17: taking an entrenchment away.
    Levelling,
    /// SR 7.2.
    Turning,
    /// SR 7.33.
    Unrefusing,
    /// SR 7.32-cost: stacking with a refused unit.
    JoiningRefused,
    /// SR 8.22.
    MovingThrough,
    /// SR 9.72: groups that entered by the same hex before.
    EntryQueue,
    /// BB 9.7-landing.
    Landing,
}

/// One part of a cost. Negative where a Trail halves what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct CostTerm {
    pub part: CostPart,
    /// Half MP.
    pub half_points: i16,
    pub rule: Rule,
}

impl fmt::Display for CostTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.half_points < 0 { "-" } else { "+" };
        write!(
            f,
            "{sign}{} [{}]",
            HalfMp(self.half_points.unsigned_abs()),
            self.rule
        )
    }
}

/// A cost with all its parts and the risks on the way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize)]
pub struct CostTerms {
    terms: SmallVec<[CostTerm; 6]>,
    checks: SmallVec<[CheckTerm; 3]>,
    grounds: SmallVec<[Rule; 3]>,
}

impl CostTerms {
    /// The parts in the order in which they are counted.
    #[must_use]
    pub fn terms(&self) -> &[CostTerm] {
        &self.terms
    }

    /// The risks in the order in which they are taken.
    #[must_use]
    pub fn checks(&self) -> &[CheckTerm] {
        &self.checks
    }

    /// The sum.
    #[must_use]
    pub fn total(&self) -> HalfMp {
        let sum: i16 = self.terms.iter().map(|term| term.half_points).sum();
        HalfMp(sum.unsigned_abs())
    }

    /// The rules that describe the ground of the step, the weightiest first: where to read on.
    #[must_use]
    pub fn grounds(&self) -> &[Rule] {
        &self.grounds
    }

    pub(crate) fn describe(&mut self, rule: Rule) {
        self.grounds.push(rule);
    }

    pub(crate) fn add(&mut self, part: CostPart, half_points: i16, rule: Rule) {
        if half_points != 0 {
            self.terms.push(CostTerm {
                part,
                half_points,
                rule,
            });
        }
    }

    pub(crate) fn risk(&mut self, check: CheckTerm) {
        self.checks.push(check);
    }

    pub(crate) fn forget_checks(&mut self) {
        self.checks.clear();
    }
}
