//! SR 15.14: who stops building by what has just happened.

use longroll_catalog::facts::{Orders, Piece, UnitId};
use longroll_movement::allowance::fatigue_level;
use longroll_position::{Deeds, Note, Position, Setting, Tired, UnitNote};
use longroll_rule::Rule;

use crate::event::{Event, Purpose};

/// SR 15.14: who stops building by what has just happened.
pub(crate) fn stopped_by(setting: &Setting, position: &Position, event: &Event) -> Vec<UnitId> {
    let mut builders: Vec<UnitId> = Vec::new();
    for site in &position.special.sites {
        if !builders.contains(&site.unit) {
            builders.push(site.unit);
        }
    }
    builders.retain(|&unit| stops(setting, position, event, unit));
    builders
}

pub(super) fn stops(
    setting: &Setting,
    position: &Position,
    event: &Event,
    builder: UnitId,
) -> bool {
    let own = |unit: &UnitId| *unit == builder;
    let body = || position.body_of(setting, builder);
    match event {
        Event::Turned { unit, rule, .. } => own(unit) && *rule != Rule::SR_15_13,
        Event::Moved { unit, .. }
        | Event::ExtentChanged { unit, .. }
        | Event::MountChanged { unit, .. } => own(unit),
        // What friends and losses do to its flank is none of its actions.
        Event::RefusalChanged { unit, rule, .. } => {
            own(unit)
                && !matches!(
                    *rule,
                    Rule::SR_7_32_friend | Rule::SR_7_32_sp | Rule::SR_8_26
                )
        }
        Event::Fired { fire, .. } => fire.from.iter().any(|firer| own(&firer.part.unit)),
        Event::UnitOrders { unit, orders, .. } => own(unit) && *orders == Orders::Attack,
        Event::ReserveEntered { body: of, .. } => *of == body(),
        Event::Assaulted {
            attackers, targets, ..
        } => {
            let state = position.unit(builder);
            attackers.iter().any(own) || state.hexes().any(|hex| targets.contains(&hex))
        }
        Event::FatigueChanged { whom, .. } => {
            let concerned = match whom {
                Tired::Body(of) => *of == body(),
                Tired::Unit(unit) => own(unit),
            };
            concerned && fatigue_level(setting, position, builder) >= 3
        }
        Event::Noted(Note::Unit(unit, UnitNote::Did(deeds))) => {
            own(unit) && deeds.any(Deeds::SUPPLIED.with(Deeds::REORDERED))
        }
        Event::PresenceChanged { piece, .. } => *piece == Piece::Unit(builder),
        Event::Rolled(rolled) => {
            matches!(rolled.purpose, Purpose::Recovery(unit) | Purpose::Resupply(unit) if unit == builder)
        }
        _ => false,
    }
}
