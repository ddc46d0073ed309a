//! What one wish led to, as a paragraph: ways as one sentence, dice with their result, the rest as it stands.

use longroll_board::Facing;
use longroll_catalog::facts::{LeaderId, Piece, UnitId};
use longroll_core::{BySide, Side};
use longroll_gbacw::Event;
use longroll_position::{Cohesion, Presence, Setting};

use super::tell;
use crate::game::Happened;
use crate::naming;
use crate::wire::{self, Answered};
use crate::words::Words;

/// The choices of one wish and the events that one side may know.
#[derive(Debug)]
pub(crate) struct Passage<'a> {
    /// The number of the wish.
    pub number: u32,
    /// Who wished; nobody for the set-up.
    pub side: Option<Side>,
    /// How.
    pub by: Answered,
    /// The first choice.
    pub first: u32,
    /// The last choice.
    pub last: u32,
    /// Everything that happened, without what is hidden from the reader.
    pub events: Vec<&'a Happened>,
    /// The reader was not told something.
    pub secret: bool,
}

/// A way being gathered: who, where to, and how it faces at last.
enum Going {
    Unit(UnitId, String, Option<Facing>),
    Leader(LeaderId, String),
}

/// The paragraph of a passage. With `all` it carries every event, else its dice.
pub(crate) fn paragraph(
    setting: &Setting,
    words: &Words,
    passage: &Passage<'_>,
    all: bool,
) -> wire::Paragraph {
    let mut sentences: Vec<String> = Vec::new();
    let mut going: Option<Going> = None;
    let mut heading = None;
    let mut pieces: Vec<String> = Vec::new();
    let mut hexes: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    let mut harm: BySide<u32> = BySide::default();
    for happened in &passage.events {
        let event = &happened.event;
        let told = tell(setting, words, happened);
        if let Some((side, much)) = harm_of(setting, event) {
            harm[side] += much;
        }
        note(&mut pieces, told.piece.as_ref());
        note(&mut hexes, told.to.as_ref());
        match event {
            Event::TurnBegan { .. } | Event::Drawn { .. } => heading = Some(capital(&told.text)),
            _ => {}
        }
        if all || told.die.is_some() {
            kept.push(told.clone());
        }
        if goes_on(setting, &mut going, event) {
            continue;
        }
        if let Some(sentence) = begins(setting, &mut going, event) {
            sentences.extend(sentence.map(|done| went(setting, words, &done)));
            continue;
        }
        if is_worth_telling(event) {
            sentences.extend(going.take().map(|done| went(setting, words, &done)));
            sentences.push(told.text);
        }
    }
    sentences.extend(going.take().map(|done| went(setting, words, &done)));
    if sentences.is_empty() {
        sentences.push(match (passage.secret, passage.side) {
            (true, Some(side)) => {
                words.say("story.secret", &[("side", &naming::side(words, side))])
            }
            _ if passage.side.is_none() => words.say("story.opening", &[]),
            _ => words.say("story.nothing", &[]),
        });
    }
    let mut text = String::new();
    for sentence in &sentences {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&capital(sentence));
        if !sentence.ends_with(['.', ')', '!']) {
            text.push('.');
        }
    }
    match passage.by {
        Answered::Unasked => text = format!("{text} {}", words.say("story.unasked", &[])),
        Answered::Standing => text = format!("{text} {}", words.say("story.standing", &[])),
        Answered::Person | Answered::Computer => {}
    }
    wire::Paragraph {
        number: passage.number,
        side: passage.side,
        by: passage.by,
        heading,
        text,
        first: passage.first,
        last: passage.last,
        pieces,
        hexes,
        union_harm: harm.union,
        confederate_harm: harm.confederate,
        events: kept,
    }
}

/// Whom an event hurts, and how much: an SP counts two, a Disorder one, a rout six.
fn harm_of(setting: &Setting, event: &Event) -> Option<(Side, u32)> {
    match event {
        Event::Lost { unit, sp, .. } => Some((setting.unit(*unit).side, 2 * u32::from(*sp))),
        Event::CohesionChanged { unit, cohesion, .. } if *cohesion != Cohesion::GoodOrder => {
            Some((setting.unit(*unit).side, 1))
        }
        Event::PresenceChanged {
            piece,
            presence:
                Presence::Routed | Presence::Lost | Presence::AbandonedOne | Presence::AbandonedTwo,
            ..
        } => {
            let side = match piece {
                Piece::Unit(unit) | Piece::Section(unit, _) => setting.unit(*unit).side,
                Piece::Leader(leader) => setting.leader(*leader).side,
            };
            Some((side, 6))
        }
        Event::LeaderReplaced { leader, .. } => Some((setting.leader(*leader).side, 4)),
        _ => None,
    }
}

fn note(list: &mut Vec<String>, name: Option<&String>) {
    if let Some(name) = name.filter(|name| !list.contains(name)) {
        list.push(name.clone());
    }
}

/// Whether the event carries the way on that is being gathered.
fn goes_on(setting: &Setting, going: &mut Option<Going>, event: &Event) -> bool {
    match (going, event) {
        (Some(Going::Unit(unit, hex, _)), Event::Moved { unit: own, to, .. }) if unit == own => {
            setting.grid().name(*to).clone_into(hex);
            true
        }
        (
            Some(Going::Unit(unit, _, faced)),
            Event::Turned {
                unit: own, facing, ..
            },
        ) if unit == own => {
            *faced = Some(*facing);
            true
        }
        (
            Some(Going::Leader(leader, hex)),
            Event::Rode {
                leader: own, to, ..
            },
        ) if leader == own => {
            setting.grid().name(*to).clone_into(hex);
            true
        }
        // Leaders who go along with a unit do not break its way.
        (Some(Going::Unit(..)), Event::Rode { cost, .. }) if cost.0 == 0 => true,
        _ => false,
    }
}

/// Whether a way begins; then the one before it, if any.
#[expect(
    clippy::option_option,
    reason = "whether one begins, and whether one ends with it"
)]
fn begins(setting: &Setting, going: &mut Option<Going>, event: &Event) -> Option<Option<Going>> {
    let name = |hex| setting.grid().name(hex).to_owned();
    let new = match event {
        Event::Moved { unit, to, .. } => Going::Unit(*unit, name(*to), None),
        Event::Rode { leader, to, .. } => Going::Leader(*leader, name(*to)),
        _ => return None,
    };
    Some(going.replace(new))
}

fn went(setting: &Setting, words: &Words, going: &Going) -> String {
    match going {
        Going::Unit(unit, hex, Some(facing)) => words.say(
            "story.went-facing",
            &[
                ("piece", &naming::unit(setting, *unit)),
                ("hex", hex),
                ("facing", &naming::facing(*facing)),
            ],
        ),
        Going::Unit(unit, hex, None) => words.say(
            "story.went",
            &[("piece", &naming::unit(setting, *unit)), ("hex", hex)],
        ),
        Going::Leader(leader, hex) => words.say(
            "story.went",
            &[("piece", &naming::leader(setting, *leader)), ("hex", hex)],
        ),
    }
}

/// Book-keeping that a story leaves out.
const fn is_worth_telling(event: &Event) -> bool {
    !matches!(
        event,
        Event::Phase { .. }
            | Event::SetUp { .. }
            | Event::LeaderStatus { .. }
            | Event::UnitStatus { .. }
            | Event::Entitled { .. }
            | Event::Restacked { .. }
            | Event::Finished { .. }
            | Event::TurnEnded { .. }
    )
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
