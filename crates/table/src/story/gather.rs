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
    pub by: Answered,
    /// The first choice.
    pub first: u32,
    /// The last choice.
    pub last: u32,
    /// Everything that happened, without what is hidden from the reader.
    pub events: Vec<&'a Happened>,
    /// The reader was not told something.
    pub secret: bool,
    /// What was decided, for where no event tells it.
    pub decided: Vec<String>,
}

/// A way being gathered: who, where to, and how it faces at last.
enum Going {
    Unit(UnitId, String, Option<Facing>),
    Leader(LeaderId, String),
}

/// What is gathered of a passage while its events are gone through.
#[derive(Default)]
struct Gathering {
    sentences: Vec<String>,
    going: Option<Going>,
    heading: Option<String>,
    pieces: Vec<String>,
    hexes: Vec<String>,
    kept: Vec<wire::Told>,
    harm: BySide<u32>,
}

impl Gathering {
    fn event(&mut self, setting: &Setting, words: &Words, happened: &Happened, all: bool) {
        let event = &happened.event;
        let told = tell(setting, words, happened);
        if let Some((side, much)) = harm_of(setting, event) {
            self.harm[side] += much;
        }
        note(&mut self.pieces, told.piece.as_ref());
        note(&mut self.hexes, told.to.as_ref());
        match event {
            Event::TurnBegan { .. } | Event::Drawn { .. } => {
                self.heading = Some(capital(&told.text));
            }
            _ => {}
        }
        if all || told.die.is_some() {
            self.kept.push(told.clone());
        }
        if goes_on(setting, &mut self.going, event) {
            return;
        }
        if let Some(before) = begins(setting, &mut self.going, event) {
            self.went(setting, words, before);
        } else if is_worth_telling(event) {
            self.way_ends(setting, words);
            self.sentences.push(told.text);
        }
    }

    fn way_ends(&mut self, setting: &Setting, words: &Words) {
        let done = self.going.take();
        self.went(setting, words, done);
    }

    fn went(&mut self, setting: &Setting, words: &Words, done: Option<Going>) {
        self.sentences
            .extend(done.map(|done| went(setting, words, &done)));
    }
}

/// The paragraph of a passage. With `all` it carries every event, else its dice.
pub(crate) fn paragraph(
    setting: &Setting,
    words: &Words,
    passage: &Passage<'_>,
    all: bool,
) -> wire::Paragraph {
    let mut gathering = Gathering::default();
    for happened in &passage.events {
        gathering.event(setting, words, happened, all);
    }
    gathering.way_ends(setting, words);
    let quiet = gathering.sentences.is_empty() && gathering.heading.is_none();
    if gathering.sentences.is_empty() {
        gathering.sentences.extend(nothing_to_tell(words, passage));
    }
    let mut text = joined(&gathering.sentences);
    match passage.by {
        Answered::Unasked => text = format!("{text} {}", words.say("story.unasked", &[])),
        Answered::Standing => text = format!("{text} {}", words.say("story.standing", &[])),
        Answered::Person | Answered::Computer => {}
    }
    wire::Paragraph {
        number: passage.number,
        side: passage.side,
        by: passage.by,
        heading: gathering.heading,
        text,
        first: passage.first,
        last: passage.last,
        pieces: gathering.pieces,
        hexes: gathering.hexes,
        union_harm: gathering.harm.union,
        confederate_harm: gathering.harm.confederate,
        quiet,
        events: gathering.kept,
    }
}

/// What stands for a passage of which there is nothing to tell.
fn nothing_to_tell(words: &Words, passage: &Passage<'_>) -> Vec<String> {
    match (passage.secret, passage.side) {
        (true, Some(side)) => {
            vec![words.say("story.secret", &[("side", &naming::side(words, side))])]
        }
        _ if passage.side.is_none() => vec![words.say("story.opening", &[])],
        _ if passage.decided.is_empty() => vec![words.say("story.nothing", &[])],
        _ => passage.decided.clone(),
    }
}

/// Sentences as a text, each with its capital letter and its full stop.
fn joined(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&capital(sentence));
        if !sentence.ends_with(['.', ')', '!']) {
            text.push('.');
        }
    }
    text
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
pub(crate) const fn is_worth_telling(event: &Event) -> bool {
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
