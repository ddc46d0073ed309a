//! BB 30.6-surprise: a side that knows of nothing until the first attacker is upon it.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Side;
use longroll_position::{ActivatorId, Marker, SpecialNote, SurpriseState};
use longroll_rule::Rule;

use crate::event::Event;
use crate::play::Play;
use crate::results::{Check, CheckStep, Occasion};
use crate::scene::At;
use crate::step::Step;

/// A unit has come into a hex: if it is an attacker next to an enemy, the surprise is sprung.
pub(crate) fn attacker_came(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    let setting = play.setting;
    let Some(facts) = &setting.special.surprise else {
        return;
    };
    let contact = || {
        setting
            .neighbours(hex)
            .any(|near| play.position.holder(near) == Some(facts.side))
    };
    if play.position.special.surprise != SurpriseState::Waiting
        || !facts.attackers.contains(&mover)
        || !contact()
    {
        return;
    }
    spring(play, mover);
}

/// An attacker fires at one of the surprised.
pub(crate) fn attacker_fired(play: &mut Play<'_>, attacker: UnitId, target: HexId) {
    let waits = play.position.special.surprise == SurpriseState::Waiting;
    let holder = play.position.holder(target);
    let facts = play.setting.special.surprise.as_ref();
    let surprised = facts
        .is_some_and(|facts| facts.attackers.contains(&attacker) && holder == Some(facts.side));
    if waits && surprised {
        spring(play, attacker);
    }
}

/// Every surprised unit makes a UDD before anything else happens.
fn spring(play: &mut Play<'_>, attacker: UnitId) {
    let setting = play.setting;
    let Some(facts) = &setting.special.surprise else {
        return;
    };
    play.note_special(SpecialNote::Surprise(SurpriseState::Sprung));
    play.happens(Event::Surprised {
        side: facts.side,
        by: attacker,
    });
    let at = play.at();
    let exempt = |unit: UnitId| {
        let assigned = at.position.unit(unit).assigned;
        facts.exempt_units.contains(&unit)
            || facts
                .exempt_commands
                .iter()
                .any(|&command| setting.belongs(assigned, command))
    };
    let steps: Vec<Step> = setting
        .unit_ids()
        .filter(|&unit| setting.unit(unit).side == facts.side && at.position.unit(unit).on_map())
        .filter(|&unit| !exempt(unit))
        .map(|unit| {
            CheckStep::Roll(Check {
                unit,
                occasion: Occasion::Special(Rule::BB_30_6_surprise),
                drm: Some((facts.udd_drm, Rule::BB_30_6_surprise)),
            })
            .into()
        })
        .collect();
    play.then(steps);
}

/// BB 30.6-surprise: the guns of the surprised do not move away from the attacker who springs it, nor from anybody for the
/// rest of the Activation.
#[must_use]
pub fn is_stunned(at: At<'_>, unit: UnitId, mover: UnitId) -> bool {
    let Some(facts) = &at.setting.special.surprise else {
        return false;
    };
    let unaware = match at.position.special.surprise {
        SurpriseState::Waiting => facts.attackers.contains(&mover),
        SurpriseState::Sprung => true,
        SurpriseState::Over => false,
    };
    unaware
        && at.setting.unit(unit).arm == Arm::Artillery
        && facts.side == at.setting.unit(unit).side
}

/// BB 30.6-surprise: what is added to the fire of a unit out of phase for the rest of the Activation.
pub(super) fn fire_drm(at: At<'_>, unit: UnitId) -> Option<i8> {
    let facts = at.setting.special.surprise.as_ref()?;
    let assigned = at.position.unit(unit).assigned;
    let exempt = facts
        .exempt_commands
        .iter()
        .any(|&command| at.setting.belongs(assigned, command));
    let surprised = at.position.special.surprise == SurpriseState::Sprung
        && facts.side == at.setting.unit(unit).side;
    surprised.then_some(if exempt { 0 } else { facts.fire_drm })
}

/// BB 30.6-surprise: the surprised have no markers in the first turn until it has been sprung.
#[must_use]
pub fn markers_wait(at: At<'_>, side: Side) -> bool {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    at.setting.special.surprise.as_ref().is_some_and(|facts| {
        facts.side == side
            && turn == Some(facts.from)
            && at.position.special.surprise == SurpriseState::Waiting
    })
}

/// The Activation of the surprise is over: the markers of the surprised go into the cup.
pub(super) fn end_of_marker(play: &mut Play<'_>) {
    if play.position.special.surprise != SurpriseState::Sprung {
        return;
    }
    play.note_special(SpecialNote::Surprise(SurpriseState::Over));
    let setting = play.setting;
    let Some(facts) = &setting.special.surprise else {
        return;
    };
    if play.position.now(setting).map(|turn| turn.id) != Some(facts.from) {
        return;
    }
    let waiting: Vec<(ActivatorId, u8)> = setting
        .activator_ids()
        .filter(|&id| setting.activator(id).side == facts.side)
        .map(|id| (id, play.position.activator(id).placed))
        .filter(|&(_, number)| number > 0)
        .collect();
    for (id, number) in waiting {
        let marker = Marker::Activation(id);
        play.happens(Event::Placed { marker, number });
    }
}
