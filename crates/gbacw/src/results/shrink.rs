//! SR 8.42, 8.43, 8.5-combat: an extended unit that has lost the strength for its extensions draws them in at once.

use longroll_board::{Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::{ChanceError, Refusal};
use longroll_movement::MoverClass;
use longroll_movement::extension::without_strength;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::refuge::displace_exposed;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::permits::kept;
use crate::movement::{drop_refusal, stack_order};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::{ShrinkStep, Shrinking};

impl ShrinkStep {
    fn forms(&self, at: At<'_>) -> SmallVec<[(HexId, Extent); 3]> {
        match self.why {
            Shrinking::Strength => forms(at, self.unit),
            Shrinking::Envelopment => gatherings(at, self.unit),
        }
    }

    fn rule(&self, at: At<'_>) -> Rule {
        match self.why {
            Shrinking::Strength => rule(at, self.unit),
            Shrinking::Envelopment => Rule::SR_8_49,
        }
    }
}

/// SR 8.49, 8.11: the hexes of a line in which all of it may stand; any of them if there is none.
fn gatherings(at: At<'_>, unit: UnitId) -> SmallVec<[(HexId, Extent); 3]> {
    let state = at.position.unit(unit);
    if !state.on_map() || !matches!(state.extent, Extent::Line { .. }) {
        return SmallVec::new();
    }
    let single = |hex: HexId| (hex, Extent::Single);
    let fits = |&(hex, extent): &(HexId, Extent)| {
        let whole = (unit, extent, 0);
        longroll_movement::stacking::is_legal_with(at.setting, at.position, hex, whole).is_ok()
    };
    let legal: SmallVec<[(HexId, Extent); 3]> = state.hexes().map(single).filter(fits).collect();
    if legal.is_empty() {
        return state.hexes().map(single).collect();
    }
    legal
}

/// What follows for the form of a unit from the strength it has left: SR 7.32-sp, 8.42, 8.43, 8.5-combat.
pub(super) fn after_loss(play: &mut Play<'_>, unit: UnitId) {
    if longroll_movement::refused_flank::too_weak(&play.at(), unit) {
        drop_refusal(play, unit, Rule::SR_7_32_sp);
    }
    if !forms(play.at(), unit).is_empty() {
        let why = Shrinking::Strength;
        play.push(ShrinkStep { unit, why });
    }
}

fn forms(at: At<'_>, unit: UnitId) -> SmallVec<[(HexId, Extent); 3]> {
    let state = at.position.unit(unit);
    match MoverClass::of(at.setting.unit(unit)) {
        Some(class) if state.on_map() => without_strength(class, state.sp, state.hex, state.extent),
        _ => SmallVec::new(),
    }
}

fn rule(at: At<'_>, unit: UnitId) -> Rule {
    let state = at.position.unit(unit);
    match state.extent {
        Extent::Column { .. } => Rule::SR_8_5_combat,
        _ if state.sp < 8 => Rule::SR_8_42,
        _ => Rule::SR_8_43,
    }
}

impl Procedure for ShrinkStep {
    type Means = (HexId, Extent);

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        (!self.forms(at).is_empty()).then(|| Ask {
            side: at.setting.unit(self.unit).side,
            rule: self.rule(at),
            prompt: Prompt::Shrink { unit: self.unit },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        for (hex, extent) in self.forms(at) {
            let keeping = kept(extent);
            each(Choice::Retract { unit, hex, keeping });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<(HexId, Extent)> {
        let Choice::Retract { unit, hex, keeping } = choice else {
            return Err(self.beside_the_point(at));
        };
        let wanted = |form: &(HexId, Extent)| form.0 == hex && kept(form.1) == keeping;
        let rule = self.rule(at);
        let mut forms = self.forms(at).into_iter();
        match forms.find(wanted).filter(|_| unit == self.unit) {
            Some(form) => Ok(Ruling::new(rule, form)),
            None => Err(Refusal::new(
                rule,
                "its strength asks for another of its hexes",
            )),
        }
    }

    fn carry_out(
        self,
        play: &mut Play<'_>,
        (hex, extent): (HexId, Extent),
    ) -> Result<(), ChanceError> {
        let unit = self.unit;
        let rule = self.rule(play.at());
        let stacks = stack_order::stacks_of(&play.position, unit);
        play.happens(Event::ExtentChanged {
            unit,
            hex,
            extent,
            cost: HalfMp::ZERO,
            rule,
        });
        stack_order::keep_order(play, unit, &stacks);
        drop_lost_flank(play, unit);
        // SR 12.73: a leader who was in the part that is gone.
        displace_exposed(play);
        Ok(())
    }
}

/// Reading I15: the part that was refused may be gone.
fn drop_lost_flank(play: &mut Play<'_>, unit: UnitId) {
    let state = *play.position.unit(unit);
    let Some(hand) = state.refused else { return };
    let covered = {
        let at = play.at();
        let side = at.setting.unit(unit).side;
        longroll_movement::refused_flank::refused_end(&at, &state, hand)
            .2
            .is_some_and(|flank| at.position.holder(flank) == Some(side))
    };
    if covered
        || matches!(
            (state.extent, hand),
            (Extent::Column { .. }, Hand::Left | Hand::Right)
        )
    {
        drop_refusal(play, unit, Rule::SR_7_32);
    }
}
