//! What happened, in words: event by event, and gathered per wish as a story.

mod dice;
mod gather;
mod teller;
mod told;
mod told_command;
mod told_field;

use longroll_core::BySide;
use longroll_gbacw::Event;
use longroll_position::Setting;

pub(crate) use gather::{Passage, is_worth_telling, paragraph};
pub(crate) use told::tell;

use crate::game::Happened;
use crate::words::{Language, Words};

/// An event in a line of its own, with its rule.
#[must_use]
pub fn event_line(setting: &Setting, language: Language, event: &Event) -> String {
    let happened = Happened {
        event: event.clone(),
        hidden: BySide::default(),
        read: None,
    };
    let told = tell(setting, Words::of(language), &happened);
    match told.rule {
        Some(rule) => format!("{} [{rule}]", told.text),
        None => told.text,
    }
}
