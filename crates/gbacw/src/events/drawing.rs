//! BB events-table, 19.0: what the dice mean, and who decides then.

use longroll_catalog::tables::BattleEvent;
use longroll_core::{ChanceError, Side, Terms};
use longroll_position::fire::EventFire;
use longroll_position::rule_set::{LeaderLossInAssault, LeaderLossPerSp};
use longroll_position::{Fortune, Happening};
use longroll_rule::Rule;

use super::fortune::FortuneStep;
use super::looting::{LootStep, looters};
use super::misdirected::MisdirectedStep;
use super::volleys::EventFireStep;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::scene::At;
use crate::sequence::first_day_hour;

/// A die whose face is all that counts.
fn roll_face(play: &mut Play<'_>, purpose: Purpose, rule: Rule) -> Result<u8, ChanceError> {
    let roll = Roll::new(purpose, rule, Terms::new(), |_, _| Verdict::Total);
    Ok(play.roll(roll)?.die.face())
}

/// BB 18.1: a chit, read by a die for the tens and one for the units.
pub(crate) fn draw_battle_event(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let tens = roll_face(play, Purpose::EventTens, Rule::BB_18_1)?;
    let units = roll_face(play, Purpose::EventUnits, Rule::BB_18_1)?;
    let number = tens * 10 + units;
    let happening = battle_event(play.at(), number);
    happens(play, number, happening, Rule::BB_18_1);
    Ok(())
}

/// BB events-table: the first day has two columns, later days have the second and nobody loots then.
fn battle_event(at: At<'_>, number: u8) -> Happening {
    let table = &at.setting.tables().events;
    let hour = first_day_hour(at);
    let early = hour.is_some_and(|hour| hour <= table.early_until_hour);
    let rows = if early { &table.early } else { &table.late };
    let Some(row) = rows.iter().find(|row| row.dice.contains(number)) else {
        return Happening::Nothing;
    };
    if at.setting.scenario.events.ignored.contains(&row.event) {
        return Happening::Nothing;
    }
    match row.event {
        BattleEvent::MisdirectedFire => Happening::MisdirectedFire(row.side),
        BattleEvent::NoFire => Happening::NoFire(row.side),
        BattleEvent::Looting if hour.is_none() => Happening::Nothing,
        BattleEvent::Looting => Happening::Looting,
    }
}

/// BB 19.0: the marker of the random events; drawn as the last piece of the cup it means nothing.
pub(crate) fn draw_random_event(play: &mut Play<'_>) -> Result<(), ChanceError> {
    if play.position.cup.is_empty() {
        return Ok(());
    }
    let whose = roll_face(play, Purpose::RandomEvent, Rule::BB_19_0)?;
    let table = &play.setting.tables().random_events;
    let side = table.sides.iter().find(|(faces, _)| faces.contains(whose));
    let Some(side) = side.map(|(_, side)| *side) else {
        happens(play, whose, Happening::Nothing, Rule::BB_19_0);
        return Ok(());
    };
    let which = roll_face(play, Purpose::RandomEvent, Rule::BB_19_0)?;
    let row = table.events.iter().find(|row| row.die == which);
    let rule = row.map_or(Rule::BB_19_0, |row| row.rule);
    // Reading 112: an event that the table gives to one side is its own whoever rolled it.
    let side = row.and_then(|row| row.side).unwrap_or(side);
    let happening = random_event(play.at(), rule, side);
    happens(play, which, happening, rule);
    Ok(())
}

fn random_event(at: At<'_>, rule: Rule, side: Side) -> Happening {
    if rule == Rule::BB_19_0_7 {
        return Happening::NoFire(side);
    }
    // BB 12.78: either of its options.
    let switches = &at.setting.rules.switches;
    let more_losses = switches.opt_leader_loss_per_sp == LeaderLossPerSp::On
        || switches.opt_leader_loss_in_assault == LeaderLossInAssault::On;
    match Fortune::ALL.into_iter().find(|it| it.rule() == rule) {
        Some(Fortune::LeaderHit) if more_losses => Happening::Nothing,
        Some(fortune) => Happening::Fortune(fortune, side),
        None => Happening::Nothing,
    }
}

/// The fire of an event is over: whatever it has used of the answers to fire, it has used in no Activation.
pub(super) fn over(play: &mut Play<'_>) {
    for side in [Side::Union, Side::Confederate] {
        crate::activation::broken_marches_end(play, side);
    }
    play.happens(Event::Noted(longroll_position::Note::FireEnds));
}

fn happens(play: &mut Play<'_>, number: u8, happening: Happening, rule: Rule) {
    play.happens(Event::EventDrawn {
        number,
        happening,
        rule,
    });
    // Without anybody whom it could concern it is no event.
    match happening {
        Happening::Nothing | Happening::NoFire(_) => {}
        Happening::MisdirectedFire(side) => {
            let step = MisdirectedStep::new(side);
            if step.any(play.at()) {
                play.push(step);
            }
        }
        Happening::Looting => {
            if !looters(play.at()).is_empty() {
                play.push(LootStep::Choose);
            }
        }
        Happening::Fortune(Fortune::Batteries, side) => {
            fires(play, EventFireStep::new(EventFire::Batteries, side));
        }
        Happening::Fortune(Fortune::AtWill, side) => {
            fires(play, EventFireStep::new(EventFire::AtWill, side));
        }
        Happening::Fortune(fortune, side) => {
            let step = FortuneStep::new(fortune, side);
            if step.any(play.at()) {
                play.push(step);
            }
        }
    }
}

fn fires(play: &mut Play<'_>, step: EventFireStep) {
    if step.any(play.at()) {
        play.push(step);
    }
}
