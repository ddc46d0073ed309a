//! SR 7.3, 8.4, 8.5: refusing, extending, retracting, line and column.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_movement::extension::{self, Formed};
use longroll_movement::passing::has_friends;
use longroll_position::{Extent, HalfMp, UnitState};
use longroll_rule::Rule;

use super::deed::Deed;
use super::forms::{must_unform, unforming};
use super::known::Prospect;
use super::reshaping::Reshape;
use crate::choice::Choice;
use crate::movement::permits::{is_legal_after, kept, may_extend};
use crate::procedure::{Judgement, Ruling};
use crate::scene::At;

/// SR 8.41-retract, 8.42, 8.52-retract: what lets a unit take its extensions back: next to the enemy a rule of its own.
fn retracting_rule(at: At<'_>, unit: UnitId) -> Rule {
    let state = at.position.unit(unit);
    let side = at.setting.unit(unit).side;
    let mut hexes = state.hexes();
    match state.extent {
        Extent::Column { .. } => Rule::SR_8_52_retract,
        _ if hexes.any(|hex| at.position.next_to_enemy(at.setting, hex, side)) => {
            Rule::SR_8_41_retract
        }
        _ => Rule::SR_8_42,
    }
}

impl Prospect<'_> {
    pub(super) fn judge_unforming(&self, choice: Choice) -> Judgement<Deed> {
        if let Choice::Retract { hex, keeping, .. } = choice
            && keeping.is_none()
            && self.state().hexes().any(|own| own == hex)
            && unforming(self.at, self.unit, &self.progress).is_empty()
        {
            return Ok(Ruling::new(Rule::SR_8_53, Deed::GatherInDisorder(hex)));
        }
        let ruling = self.judge_plain(choice)?;
        Ok(Ruling::new(Rule::SR_8_53, ruling.means))
    }

    pub(super) fn judge_extending(&self, hand: Option<Hand>) -> Judgement<Deed> {
        self.may_reshape()?;
        let extended = may_extend(self.at, &self.progress, self.unit, hand)?;
        // SR 8.44: among more guns than a regiment may join it does not stay.
        let mut friends = extended.extent.hexes();
        if friends.any(|hex| has_friends(&self.at, hex, self.unit)) {
            let state = *self.state();
            let after = UnitState {
                hex: extended.hex,
                extent: extended.extent,
                spent: state.spent + extended.cost,
                ..state
            };
            self.keeps_a_way_as(after, HalfMp::ZERO)?;
        }
        let rule = match hand {
            None => Rule::SR_8_43,
            Some(_) => Rule::SR_8_41,
        };
        let reshape = Reshape {
            hex: extended.hex,
            extent: extended.extent,
            facing: None,
            cost: extended.cost,
            rule: Rule::SR_8_42,
        };
        Ok(Ruling::new(rule, Deed::Reshape(reshape)))
    }

    /// Whether a new shape that was chosen is still to be had: fire comes before it (SR 9.63, 10.44), and may have changed whoever
    /// takes it.
    pub(in crate::movement) fn may_take(&self, shape: &Reshape) -> bool {
        let same = |judged: Judgement<Deed>| {
            judged.is_ok_and(|ruling| matches!(ruling.means, Deed::Reshape(own) if own == *shape))
        };
        if let Some(facing) = shape.facing {
            return same(self.judge_column(shape.hex, facing))
                || same(self.judge_forming_line(shape.hex, facing));
        }
        if shape.extent.count() > self.state().extent.count() {
            let hands = [None, Some(Hand::Left), Some(Hand::Right)];
            return hands
                .into_iter()
                .any(|hand| same(self.judge_extending(hand)));
        }
        same(self.judge_retracting(shape.hex, kept(shape.extent)))
    }

    /// SR 6.24-A: whoever is driven takes a shape in which he comes as near to the enemy.
    fn may_form(
        &self,
        hex: HexId,
        extent: Extent,
        facing: Facing,
        cost: HalfMp,
    ) -> Result<(), Refusal> {
        let Some(drive) = self.drive().filter(|_| !must_unform(self.at, self.unit)) else {
            return Ok(());
        };
        let state = *self.state();
        let after = UnitState {
            hex,
            extent,
            facing,
            spent: state.spent + cost,
            ..state
        };
        drive.may_form(self.at, &self.progress, after)
    }

    pub(super) fn judge_retracting(&self, hex: HexId, keeping: Option<Hand>) -> Judgement<Deed> {
        let ways = self.retractions().as_ref().map_err(Clone::clone)?;
        let facing = self.state().facing;
        let way = ways.iter().find(|(to, extent, _)| {
            *to == hex
                && kept(*extent) == keeping
                && is_legal_after(self.at, self.unit, hex, *extent, facing)
        });
        let Some(&(hex, extent, cost)) = way else {
            self.may_keep(hex, keeping)?;
            return Err(Refusal::new(Rule::SR_8_42, "it cannot gather there"));
        };
        self.keeps_its_enemy(core::iter::once(hex).chain(extent.hexes()), facing)?;
        self.may_form(hex, extent, facing, cost)?;
        let rule = retracting_rule(self.at, self.unit);
        let reshape = Reshape {
            hex,
            extent,
            facing: None,
            cost,
            rule: Rule::SR_8_42,
        };
        Ok(Ruling::new(rule, Deed::Reshape(reshape)))
    }

    /// SR 9.53: whether its turn lets it draw together in this hex of its own, keeping its extension at this hand.
    fn may_keep(&self, hex: HexId, keeping: Option<Hand>) -> Result<(), Refusal> {
        let state = self.state();
        if state.hexes().all(|own| own != hex) {
            return Ok(());
        }
        let extension = match (state.extent, keeping) {
            (Extent::Line { left, .. }, Some(Hand::Left)) => left,
            (Extent::Line { right, .. }, Some(Hand::Right)) => right,
            _ => None,
        };
        let kept = core::iter::once(hex).chain(extension);
        extension::may_give_up(&self.at, &self.progress, self.unit, kept)
    }

    pub(super) fn judge_column(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        let reason = "it cannot form column there";
        if matches!(self.state().extent, Extent::Column { .. }) {
            extension::columns_of_line(&self.at, &self.progress, self.unit)?;
            return Err(Refusal::new(Rule::SR_8_44_column, reason));
        }
        self.judge_forming(hex, facing, Rule::SR_8_44_column, reason)
    }

    pub(super) fn judge_forming_line(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        let reason = "it cannot form line there";
        if !matches!(self.state().extent, Extent::Column { .. }) {
            extension::lines_of_column(&self.at, &self.progress, self.unit)?;
            return Err(Refusal::new(Rule::SR_8_52_line, reason));
        }
        self.judge_forming(hex, facing, Rule::SR_8_52_line, reason)
    }

    /// SR 8.5-form: no column ends its movement among others; one that is formed there has to get away.
    fn marches_off(&self, form: &Formed) -> Result<(), Refusal> {
        let state = *self.state();
        let after = UnitState {
            hex: form.hex,
            extent: form.extent,
            facing: form.facing,
            refused: None,
            spent: state.spent + form.cost,
            ..state
        };
        let (_, goes) = self.then(after, form.cost);
        if goes {
            return Ok(());
        }
        Err(Refusal::new(
            Rule::SR_8_5_form,
            "an Extended Column may not end stacked, and this one could not go on",
        ))
    }

    fn judge_forming(
        &self,
        hex: HexId,
        facing: Facing,
        rule: Rule,
        reason: &'static str,
    ) -> Judgement<Deed> {
        let forms = self.forms().as_ref().map_err(Clone::clone)?;
        let mut forms = forms.iter();
        let form = forms.find(|form| form.hex == hex && form.facing == facing);
        let Some(form) = form.filter(|_| self.spends().is_ok()) else {
            return Err(Refusal::new(rule, reason));
        };
        if !is_legal_after(self.at, self.unit, hex, form.extent, facing) {
            let Extent::Column { .. } = form.extent else {
                return Err(Refusal::new(rule, reason));
            };
            self.marches_off(form)?;
        }
        self.may_form(hex, form.extent, facing, form.cost)?;
        let reshape = Reshape {
            hex,
            extent: form.extent,
            facing: Some(facing),
            cost: form.cost,
            rule,
        };
        Ok(Ruling::new(rule, Deed::Reshape(reshape)))
    }
}
