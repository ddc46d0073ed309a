//! SR 8.24: the sections of a battery change places.

use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_movement::arrival::may_reorder_sections;
use longroll_position::Deeds;
use longroll_rule::Rule;

use super::manner::SectionPlace;
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// The sections of a battery of several that still have guns, by their places.
pub(crate) fn armed(at: At<'_>, unit: UnitId) -> impl Iterator<Item = SectionPlace> {
    let facts = at.setting.unit(unit);
    let guns = at.position.unit(unit).guns;
    let count = match facts.arm {
        Arm::Artillery if facts.sections.len() > 1 => facts.sections.len(),
        _ => 0,
    };
    let places = (0_u8..).zip(guns).take(count);
    places
        .filter(|(_, guns)| *guns > 0)
        .map(|(place, _)| SectionPlace(place))
}

/// SR 8.24: whether a battery may put this section above its others: after its move or before it fires, which is no move
/// itself. Each section once in an Activation, so that play goes on.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_raise(at: At<'_>, unit: UnitId, section: SectionPlace) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| Err(Refusal::new(Rule::SR_8_24, reason));
    may_reorder_sections(&at, unit)?;
    if !armed(at, unit).any(|own| own == section) {
        return refuse("the battery has no such section with guns");
    }
    let busy = Deeds::FIRED.with(Deeds::WITHDREW).with(Deeds::TOGETHER);
    if at.position.unit(unit).deeds.any(busy) {
        return refuse("sections change places before the battery fires");
    }
    if at.position.fires.raised_now.contains(&section.of(unit)) {
        return refuse("that section has been put on top in this Activation");
    }
    let count = u8::try_from(at.setting.unit(unit).sections.len()).unwrap_or(u8::MAX);
    let order = at.position.fires.section_order(unit, count);
    let mut order = order.into_iter().map(SectionPlace);
    let top = order.find(|place| armed(at, unit).any(|own| own == *place));
    if top == Some(section) {
        return refuse("that section lies on top");
    }
    Ok(())
}

/// The section is on top.
pub(crate) fn raise(play: &mut Play<'_>, unit: UnitId, section: SectionPlace) {
    play.happens(Event::SectionRaised(section.of(unit)));
}
