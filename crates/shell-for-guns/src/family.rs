//! Families of choices that cannot be listed: moves, charges, places. Each holds a copy of what its judge looks at.
//!
//! A family is listed if something in it is legal. For charges and for reserves at the edge that takes a search
//! (`fighting::ways`, `moving::edge`); what it finds is the last suggestion of the family, so nobody is shown a family
//! without a member.

use std::sync::Arc;

use longroll_core::{Family, Refusal};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::facts::Facts;
use crate::fighting::ways::some_way;
use crate::frames::Frame;
use crate::look::Look;
use crate::moving::edge;
use crate::suggest;
use crate::table::Table;

pub use crate::scope::Scope;

/// What a judge looks at.
#[derive(Debug)]
pub struct Snapshot {
    pub(crate) facts: Arc<Facts>,
    pub(crate) table: Table,
    pub(crate) frame: Frame,
}

impl Snapshot {
    pub(crate) fn look(&self) -> Look<'_> {
        Look {
            facts: &self.facts,
            table: &self.table,
        }
    }
}

/// A family at one decision.
#[derive(Debug, Clone)]
pub struct Kin {
    /// What it is about.
    pub scope: Scope,
    snapshot: Arc<Snapshot>,
}

impl Kin {
    pub(crate) fn new(scope: Scope, snapshot: &Arc<Snapshot>) -> Self {
        Self {
            scope,
            snapshot: Arc::clone(snapshot),
        }
    }

    /// What is suggested before it is judged: players that need one member need not judge them all.
    #[must_use]
    pub fn candidates(&self) -> Vec<Choice> {
        let mut list = Vec::new();
        suggest::suggest(
            self.snapshot.look(),
            &self.snapshot.frame,
            self.scope,
            &mut |choice| {
                list.push(choice);
                true
            },
        );
        list
    }

    /// Whether anything in it is legal. Charges and reserves need a search: whoever is asked for the others can stand, stay
    /// or go where there is room.
    #[must_use]
    pub fn has_member(&self) -> bool {
        let look = self.snapshot.look();
        match self.scope {
            Scope::Charge(unit, target) => {
                let obvious = suggest::obvious(look, unit, target);
                some_way(look, unit, target, &obvious).is_some()
            }
            // SfG-reading 64: there may be no place, and by road only (SfG 2.4-delay) no road.
            Scope::Enter(unit) => {
                edge::straight_in(look, unit).is_some() || !self.suggestions().is_empty()
            }
            _ => true,
        }
    }

    /// Whether a choice is in it: the judge alone decides.
    fn has(&self, choice: &Choice) -> bool {
        let judged = self.snapshot.frame.judge(self.snapshot.look(), choice);
        judged.is_ok()
    }
}

impl Family for Kin {
    type Choice = Choice;

    fn rule(&self) -> Rule {
        self.scope.rule()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        if !self.scope.holds(choice) {
            return Err(Refusal::new(self.rule(), "it is about something else"));
        }
        self.snapshot.frame.judge(self.snapshot.look(), choice)
    }

    fn suggestions(&self) -> Vec<Choice> {
        let mut found: Vec<Choice> = Vec::new();
        for choice in self.candidates() {
            if !found.contains(&choice) && self.has(&choice) {
                found.push(choice);
            }
        }
        if found.is_empty() {
            // Nothing that a person tries first: a closer look, as far as a sample goes.
            let look = self.snapshot.look();
            let closer = suggest::closer(look, self.scope);
            found.extend(closer.into_iter().find(|choice| self.has(choice)));
        }
        found
    }
}
