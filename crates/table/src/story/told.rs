//! One event in words, with the piece and the hexes it is about.

use longroll_gbacw::Event;
use longroll_position::Setting;

use super::teller::Teller;
use super::{told_command as command, told_field as field};
use crate::game::Happened;
use crate::wire;
use crate::words::Words;

/// What fills the blanks of some kinds of events and says which text it is; nothing for all others.
type Chapter = fn(&mut Teller<'_>, &Event) -> Option<&'static str>;

/// Every event stands in one of them.
const CHAPTERS: [Chapter; 14] = [
    command::turn,
    command::command,
    command::efficiency,
    command::activation,
    command::orders,
    command::scenario,
    command::chance,
    field::movement,
    field::movement_points,
    field::formation,
    field::fight,
    field::losses,
    field::states,
    field::works,
];

/// An event in words.
pub(crate) fn tell(setting: &Setting, words: &Words, happened: &Happened) -> wire::Told {
    let mut teller = Teller {
        setting,
        words,
        read: happened.read,
        blanks: Vec::new(),
        told: wire::Told {
            kind: String::new(),
            text: String::new(),
            rule: None,
            piece: None,
            from: None,
            to: None,
            die: None,
        },
    };
    let key = tell_event(&mut teller, &happened.event);
    let Teller {
        blanks, mut told, ..
    } = teller;
    let filled: Vec<(&str, &str)> = blanks
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    told.text = words.say(&format!("event.{key}"), &filled);
    key.clone_into(&mut told.kind);
    told
}

/// Fills the blanks and says which text it is.
fn tell_event(t: &mut Teller<'_>, event: &Event) -> &'static str {
    // What stands in no chapter is told by the callers of this function.
    CHAPTERS
        .iter()
        .find_map(|chapter| chapter(t, event))
        .unwrap_or("phase")
}
