//! A choice taken apart for people: its kind, whom it is about, where, and the sentence.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_gbacw::{Battle, Choice, notation};
use longroll_position::Setting;

use crate::naming;
use crate::sentence::Sentence;
use crate::wire::WishGroup;
use crate::words::Words;

/// A choice taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    /// The first word of order notation.
    pub kind: &'static str,
    /// Whom it is about.
    pub group: WishGroup,
    /// The unit that acts.
    pub unit: Option<String>,
    /// The leader who acts.
    pub leader: Option<String>,
    pub hex: Option<String>,
    /// Facing.
    pub facing: Option<String>,
    /// The sentence.
    pub text: String,
    /// What sets it apart from others with the same aim.
    pub short: Option<String>,
}

/// Whether this is a first word of order notation, for checking what a client names.
pub(crate) fn is_kind(word: &str) -> bool {
    Choice::TABLE.iter().any(|entry| entry.word == word)
}

/// The first word of a choice in order notation.
pub(crate) fn kind_of(setting: &Setting, choice: Choice) -> &'static str {
    let printed = notation::print(setting, choice);
    let first = printed.split_whitespace().next().unwrap_or_default();
    let mut words = Choice::TABLE.iter().map(|entry| entry.word);
    words.find(|word| *word == first).unwrap_or_default()
}

/// Whether a choice ends what is asked.
pub(crate) const fn ends(choice: Choice) -> bool {
    matches!(choice, Choice::Done | Choice::Halt | Choice::Keep)
}

/// The unit a choice moves or changes.
pub(crate) const fn unit_of(choice: Choice) -> Option<UnitId> {
    match choice {
        Choice::Face { unit, .. }
        | Choice::Assign { unit, .. }
        | Choice::UnitOrders { unit, .. }
        | Choice::Move { unit, .. }
        | Choice::Road { unit, .. }
        | Choice::OffRoad { unit, .. }
        | Choice::Level { unit, .. }
        | Choice::Refuse { unit, .. }
        | Choice::RefuseAlone { unit, .. }
        | Choice::Together { unit, .. }
        | Choice::Unrefuse { unit }
        | Choice::Extend { unit, .. }
        | Choice::Retract { unit, .. }
        | Choice::Wheel { unit, .. }
        | Choice::About { unit }
        | Choice::Column { unit, .. }
        | Choice::Line { unit, .. }
        | Choice::Reorder { unit, .. }
        | Choice::Withdraw { unit, .. }
        | Choice::Mount { unit }
        | Choice::Dismount { unit }
        | Choice::ReactFace { unit, .. }
        | Choice::ReactRefuse { unit, .. }
        | Choice::React { unit, .. }
        | Choice::Enter { unit, .. }
        | Choice::MakeRoom { unit }
        | Choice::Fire { unit, .. }
        | Choice::Advance { unit, .. }
        | Choice::Assault { unit, .. }
        | Choice::Countercharge { unit }
        | Choice::Check { unit }
        | Choice::Resolve { unit }
        | Choice::Lose { unit }
        | Choice::Supply { unit, .. }
        | Choice::Raise { unit, .. }
        | Choice::Recover { unit }
        | Choice::Shell { unit, .. }
        | Choice::Charge { unit, .. }
        | Choice::RallyUnit { unit }
        | Choice::EaseUnit { unit }
        | Choice::Return { unit, .. }
        | Choice::Absorb { unit, .. }
        | Choice::Cancel { unit }
        | Choice::Entrench { unit, .. }
        | Choice::Loot { unit, .. }
        | Choice::Name { unit }
        | Choice::Stray { unit, .. }
        | Choice::FallBack { unit, .. } => Some(unit),
        Choice::Place { piece, .. } => match piece {
            Piece::Unit(unit) | Piece::Section(unit, _) => Some(unit),
            Piece::Leader(_) => None,
        },
        _ => None,
    }
}

/// Where a choice leads.
pub(crate) const fn hex_of(choice: Choice) -> Option<HexId> {
    match choice {
        Choice::Place { hex, .. }
        | Choice::Ride { hex, .. }
        | Choice::Move { hex, .. }
        | Choice::Road { hex, .. }
        | Choice::OffRoad { hex, .. }
        | Choice::Level { hex, .. }
        | Choice::Retract { hex, .. }
        | Choice::Column { hex, .. }
        | Choice::Line { hex, .. }
        | Choice::Withdraw { hex, .. }
        | Choice::React { hex, .. }
        | Choice::Enter { hex, .. }
        | Choice::Arrive { hex, .. }
        | Choice::Advance { hex, .. }
        | Choice::Charge { hex, .. }
        | Choice::Loot { hex, .. }
        | Choice::Stray { hex, .. }
        | Choice::FallBack { hex, .. } => Some(hex),
        Choice::Fire { target, .. } => Some(target),
        Choice::Assault { aim, .. } => aim.hex,
        _ => None,
    }
}

/// The facing a choice gives.
pub(crate) const fn facing_of(choice: Choice) -> Option<Facing> {
    match choice {
        Choice::Face { facing, .. }
        | Choice::Entrench { facing, .. }
        | Choice::Move { facing, .. }
        | Choice::Road { facing, .. }
        | Choice::OffRoad { facing, .. }
        | Choice::Level { facing, .. }
        | Choice::Column { facing, .. }
        | Choice::Line { facing, .. }
        | Choice::ReactFace { facing, .. }
        | Choice::Advance { facing, .. }
        | Choice::Enter { facing, .. } => Some(facing),
        _ => None,
    }
}

const fn hand_of(choice: Choice) -> Option<Hand> {
    match choice {
        Choice::Refuse { hand, .. }
        | Choice::RefuseAlone { hand, .. }
        | Choice::Wheel { hand, .. }
        | Choice::ReactRefuse { hand, .. } => Some(hand),
        Choice::Extend { hand, .. } => hand,
        Choice::Retract { keeping, .. } => keeping,
        _ => None,
    }
}

/// A choice taken apart.
pub(crate) fn parts(battle: &Battle, words: &Words, choice: Choice) -> Parts {
    let setting = battle.setting();
    let kind = kind_of(setting, choice);
    let unit = unit_of(choice).map(|unit| naming::unit(setting, unit));
    let hex = hex_of(choice).map(|hex| setting.grid().name(hex).to_owned());
    let facing = facing_of(choice).map(naming::facing);
    let group = unit.clone().map_or(WishGroup::Nobody, WishGroup::Unit);
    let mut sentence = Sentence::new(battle, words, kind, group);
    sentence.fill_in(choice);
    let leader = sentence.leader.clone();
    for (blank, value) in [
        ("unit", &unit),
        ("leader", &leader),
        ("hex", &hex),
        ("facing", &facing),
    ] {
        if let Some(value) = value {
            sentence.fill(blank, value);
        }
    }
    if let Some(hand) = hand_of(choice) {
        sentence.fill("hand", naming::hand(words, hand));
    }
    Parts {
        kind,
        text: sentence.text(),
        group: sentence.group,
        unit,
        leader,
        hex,
        facing,
        short: sentence.short,
    }
}
