//! Who takes note of the parts of a price.

use longroll_rule::Rule;

use crate::checks::{Check, CheckTerm, Checks};
use crate::terms::{CostPart, CostTerms};

/// Who takes note of the parts.
pub(super) trait Ledger {
    fn amount(&mut self, part: CostPart, half_points: i16, rule: Rule);
    fn risk(&mut self, check: Check, rule: Rule);
    fn describe(&mut self, rule: Rule);
    fn total(&self) -> i16;
    fn forget_risks(&mut self);
}

#[derive(Default)]
pub(super) struct Sum {
    pub cost: i16,
    pub checks: Checks,
}

impl Ledger for Sum {
    fn amount(&mut self, _: CostPart, half_points: i16, _: Rule) {
        self.cost += half_points;
    }

    fn risk(&mut self, check: Check, _: Rule) {
        self.checks.add(check);
    }

    fn describe(&mut self, _: Rule) {}

    fn total(&self) -> i16 {
        self.cost
    }

    fn forget_risks(&mut self) {
        self.checks = Checks::NONE;
    }
}

impl Ledger for CostTerms {
    fn amount(&mut self, part: CostPart, half_points: i16, rule: Rule) {
        self.add(part, half_points, rule);
    }

    fn risk(&mut self, check: Check, rule: Rule) {
        CostTerms::risk(self, CheckTerm { check, rule });
    }

    fn describe(&mut self, rule: Rule) {
        CostTerms::describe(self, rule);
    }

    fn total(&self) -> i16 {
        self.terms().iter().map(|term| term.half_points).sum()
    }

    fn forget_risks(&mut self) {
        self.forget_checks();
    }
}
