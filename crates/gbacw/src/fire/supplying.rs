//! SR 10.92, BB 10.92: a unit brings up ammunition.

use longroll_catalog::facts::{Ammunition, Mechanism, ResupplyWay, UnitId};
use longroll_combat::fire::supply::{
    Resupply, SupplyFacts, SupplyRoll, may_resupply, rested, restored,
};
use longroll_core::{ChanceError, Refusal};
use longroll_position::fire::Section;
use longroll_position::{Deeds, HalfMp, Note, Topic};
use longroll_rule::Rule;

use super::declaring::FireLook;
use super::manner::SectionPlace;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::scene::At;
use crate::sequence::first_day_hour;

/// SR 10.92: whether a unit may bring up ammunition, instead of moving and firing; or one section of a battery, while the
/// others may fire.
///
/// # Errors
/// The rule that denies it.
pub(crate) fn may_supply(
    at: At<'_>,
    unit: UnitId,
    section: Option<SectionPlace>,
) -> Result<Resupply, Refusal> {
    let state = at.position.unit(unit);
    let fires = &at.position.fires;
    let busy = match section {
        None => state.deeds.any(Deeds::FIRED.with(Deeds::SUPPLIED)),
        Some(place) => {
            let section = place.of(unit);
            may_be_supplied_alone(at, section)?;
            let as_a_whole = state.deeds.has(Deeds::SUPPLIED)
                && fires.supplied.iter().all(|own| own.unit != unit);
            as_a_whole
                || state.deeds.any(Deeds::WITHDREW.with(Deeds::TOGETHER))
                || fires.has_fired(section)
                || fires.supplied.contains(&section)
        }
    };
    let supplied = state.deeds.any(Deeds::RECOVERED.with(Deeds::SUPPLIED));
    let turned = state.deeds.has(Deeds::TURNED) && !supplied;
    if state.spent > HalfMp::ZERO || state.deeds.has(Deeds::MOVED) || busy || turned {
        return Err(Refusal::new(
            Rule::SR_10_92,
            "it brings up ammunition instead of moving and firing",
        ));
    }
    crate::held::may_resupply(at, unit)?;
    if let Some(rule) = stores_at_hand(at, unit) {
        return Ok(Resupply::Automatic(rule));
    }
    may_draw(at, unit)
}

/// SR 10.92: whether this is a section of a battery of several, and short of ammunition.
fn may_be_supplied_alone(at: At<'_>, section: Section) -> Result<(), Refusal> {
    let unit = section.unit;
    let refuse = |reason: &'static str| Err(Refusal::new(Rule::SR_10_92, reason));
    let mut armed = super::sections::armed(at, unit);
    if !armed.any(|own| own.0 == section.section) {
        return refuse("the battery has no such section with guns");
    }
    if ammunition_of(at, section) == Ammunition::Full {
        return refuse("it has all its ammunition");
    }
    Ok(())
}

/// SR 10.69: the ammunition of a section.
fn ammunition_of(at: At<'_>, section: Section) -> Ammunition {
    let mut own = at.position.fires.sections.iter();
    own.find(|own| (own.unit, own.section) == (section.unit, section.section))
        .map_or(at.position.unit(section.unit).ammunition, |own| {
            own.ammunition
        })
}

/// A special rule of a scenario: a unit finds ammunition in this hex.
fn stores_at_hand(at: At<'_>, unit: UnitId) -> Option<Rule> {
    let state = at.position.unit(unit);
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let mut rules = at.setting.special_now(Topic::Fire, turn);
    let here = rules.find(|rule| {
        matches!(rule.mechanism, Mechanism::ResupplyAt { unit: own, hex } if own == unit && hex == state.hex)
    });
    let lacks = state.ammunition != Ammunition::Full;
    here.filter(|_| lacks).map(|rule| rule.rule)
}

/// SR 10.93, BB 10.92: whether there is ammunition to be had for it, and how.
fn may_draw(at: At<'_>, unit: UnitId) -> Result<Resupply, Refusal> {
    let look = FireLook::new(at);
    let in_command = |other: UnitId| {
        let body = at.position.body_of(at.setting, other);
        crate::command::units_in_range(at, body).contains(&other)
    };
    let known = SupplyFacts {
        first_day_hour: first_day_hour(at),
        in_command: &in_command,
    };
    may_resupply(&look.scene(), unit, &known)
}

/// The attempts are rolled, and what they bring is there.
pub(crate) fn supply(
    play: &mut Play<'_>,
    unit: UnitId,
    section: Option<SectionPlace>,
    resupply: Resupply,
) -> Result<(), ChanceError> {
    play.did(unit, Deeds::ACTED.with(Deeds::SUPPLIED));
    let (steps, rule) = match resupply {
        Resupply::Automatic(rule) => (1, rule),
        Resupply::Rolls(rolls) => {
            let mut steps = 0;
            let mut rule = Rule::BB_10_92_sa;
            for attempt in rolls {
                let brought = attempt.rule;
                let verdict = play.roll(attempt_roll(unit, attempt))?.verdict;
                if matches!(verdict, Verdict::Passed { .. }) {
                    steps += 1;
                    rule = brought;
                }
            }
            (steps, rule)
        }
    };
    let Some(place) = section else {
        restock(play, unit, rule, |before| restored(before, steps));
        return Ok(());
    };
    let section = place.of(unit);
    play.happens(Event::Noted(Note::Supplied(section)));
    let before = ammunition_of(play.at(), section);
    changes(
        play,
        unit,
        Some(place.0),
        (before, restored(before, steps)),
        rule,
    );
    Ok(())
}

/// SR 6.35: troops in Reserve get all their ammunition. BB 10.92-limits: over supply lines troops at rest get some without a roll,
/// fully in Reserve, else one step (fire reading 128).
pub(crate) fn restock_at_rest(play: &mut Play<'_>, unit: UnitId, in_reserve: bool) {
    let by_lines = play.setting.variations.resupply.value == ResupplyWay::Lines;
    if !by_lines && !in_reserve || crate::held::may_resupply(play.at(), unit).is_err() {
        return;
    }
    let supplied = match may_draw(play.at(), unit) {
        Ok(Resupply::Automatic(_)) => true,
        Ok(Resupply::Rolls(rolls)) => rolls.iter().any(|roll| roll.rule == Rule::BB_10_92_sa),
        Err(_) => false,
    };
    if supplied {
        let full = in_reserve
            || rested(
                &FireLook::new(play.at()).scene(),
                Ammunition::Out,
                in_reserve,
            ) == Ammunition::Full;
        let steps = if full { 2 } else { 1 };
        let rule = if by_lines {
            Rule::BB_10_92_limits
        } else {
            Rule::SR_6_35
        };
        restock(play, unit, rule, |before| restored(before, steps));
    }
}

/// The ammunition of a unit, or of each of its sections, changes.
pub(crate) fn restock(
    play: &mut Play<'_>,
    unit: UnitId,
    rule: Rule,
    after: impl Fn(Ammunition) -> Ammunition,
) {
    let at = play.at();
    let own: Vec<(u8, Ammunition)> = super::sections::armed(at, unit)
        .map(|place| (place.0, ammunition_of(at, place.of(unit))))
        .collect();
    let whole = at.position.unit(unit).ammunition;
    let before = own.first().map_or(whole, |(_, state)| *state);
    if own.iter().all(|(_, state)| *state == before) {
        return changes(play, unit, None, (before, after(before)), rule);
    }
    for (section, before) in own {
        changes(play, unit, Some(section), (before, after(before)), rule);
    }
}

/// Tells a change of ammunition, if it is one.
fn changes(
    play: &mut Play<'_>,
    unit: UnitId,
    section: Option<u8>,
    (before, ammunition): (Ammunition, Ammunition),
    rule: Rule,
) {
    if ammunition != before {
        play.happens(Event::AmmunitionChanged {
            unit,
            section,
            ammunition,
            rule,
        });
    }
}

fn attempt_roll(unit: UnitId, attempt: SupplyRoll) -> Roll {
    let limit = i32::from(attempt.at_most);
    Roll::new(
        Purpose::Resupply(unit),
        attempt.rule,
        attempt.terms,
        move |_, total| {
            if total <= limit {
                Verdict::Passed { limit }
            } else {
                Verdict::Failed { limit }
            }
        },
    )
}
