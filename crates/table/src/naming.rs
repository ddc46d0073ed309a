//! Names as people say them, and as order notation writes them.

use longroll_catalog::facts::{CommandId, LeaderId, UnitId};
use longroll_gbacw::names;
use longroll_gbacw::notation::{facing_word, orders_word};
use longroll_position::{ActivatorId, BodyId, BodyKind, Marker, Setting, StackPlace};

use crate::words::Words;

/// A unit's name.
pub(crate) fn unit(setting: &Setting, id: UnitId) -> String {
    setting.unit(id).name.clone()
}

/// A leader's name.
pub(crate) fn leader(setting: &Setting, id: LeaderId) -> String {
    setting.leader(id).name.clone()
}

/// A command with whoever leads it: "Gladden (1/2/2)".
pub(crate) fn command(setting: &Setting, id: CommandId) -> String {
    let facts = setting.command(id);
    match facts.leaders.first() {
        Some(&first) => format!("{} ({})", setting.leader(first).name, facts.code),
        None => facts.code.clone(),
    }
}

/// A body with whoever leads it.
pub(crate) fn body(setting: &Setting, id: BodyId) -> String {
    let facts = setting.body(id);
    match facts.kind {
        BodyKind::Brigade => command(setting, facts.command),
        _ => names::body(setting, id),
    }
}

/// Whoever has markers.
pub(crate) fn activator(setting: &Setting, id: ActivatorId) -> String {
    let facts = setting.activator(id);
    match facts.kind {
        longroll_position::ActivatorKind::Unassigned => names::activator(setting, id),
        _ => command(setting, facts.command),
    }
}

/// A marker.
pub(crate) fn marker(setting: &Setting, words: &Words, marker: Marker) -> String {
    match marker {
        Marker::Activation(id) => activator(setting, id),
        Marker::March(side) => {
            let side = words.say(&format!("side.{}", side.word()), &[]);
            words.say("marker.march", &[("side", &side)])
        }
        Marker::BattleEvent => words.say("marker.battle-event", &[]),
        Marker::RandomEvent => words.say("marker.random-event", &[]),
    }
}

/// A side.
pub(crate) fn side(words: &Words, side: longroll_core::Side) -> String {
    words.say(&format!("side.{}", side.word()), &[])
}

/// Orders.
pub(crate) fn orders(words: &Words, orders: longroll_catalog::facts::Orders) -> String {
    words.say(&format!("orders.{}", orders_word(orders)), &[])
}

/// A flank.
pub(crate) fn hand(words: &Words, hand: longroll_board::Hand) -> String {
    words.say(&format!("hand.{}", hand_word(hand)), &[])
}

/// A flank as order notation writes it.
pub(crate) const fn hand_word(hand: longroll_board::Hand) -> &'static str {
    match hand {
        longroll_board::Hand::Left => "left",
        longroll_board::Hand::Right => "right",
    }
}

/// A place in a stack.
pub(crate) fn place(setting: &Setting, words: &Words, place: StackPlace) -> String {
    match place {
        StackPlace::Top => words.say("stack.top", &[]),
        StackPlace::Bottom => words.say("stack.bottom", &[]),
        StackPlace::Below(other) => {
            words.say("stack.below", &[("unit", &setting.unit(other).name)])
        }
    }
}

/// A facing as order notation writes it.
pub(crate) fn facing(facing: longroll_board::Facing) -> String {
    facing_word(facing)
}
