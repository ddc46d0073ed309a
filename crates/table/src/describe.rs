//! A choice taken apart for people: its kind, whom it is about, where, and the sentence.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_gbacw::fire::FireManner;
use longroll_gbacw::{Battle, Choice, names, notation};
use longroll_position::Setting;

use crate::naming;
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
    /// Where.
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

/// How a fire is made, in words, with a comma before each part.
fn manner(setting: &Setting, words: &Words, how: FireManner) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(hex) = how.from {
        parts.push(words.say("manner.from", &[("hex", setting.grid().name(hex))]));
    }
    if let Some(section) = how.section {
        let number = (section + 1).to_string();
        parts.push(words.say("manner.section", &[("number", &number)]));
    }
    if let Some(sp) = how.sp {
        parts.push(words.say("manner.sp", &[("number", &sp.to_string())]));
    }
    for (claimed, key) in [
        (how.refused, "refused"),
        (how.joins, "joins"),
        (how.options.prepared, "prepared"),
        (how.options.rapid, "rapid"),
        (how.options.will_move, "moving"),
        (how.options.last_rounds, "last"),
        (how.options.limited, "limited"),
    ] {
        if claimed {
            parts.push(words.say(&format!("manner.{key}"), &[]));
        }
    }
    parts.iter().map(|part| format!(", {part}")).collect()
}

/// Whoever stands in a hex and is not of this side, from the top; the hex itself if nobody does.
fn whom(battle: &Battle, unit: UnitId, hex: HexId) -> String {
    let setting = battle.setting();
    let side = setting.unit(unit).side;
    let enemies = battle.position().stack(hex).map(|part| part.unit);
    let names: Vec<String> = enemies
        .filter(|&other| setting.unit(other).side != side)
        .map(|other| naming::unit(setting, other))
        .collect();
    let name = setting.grid().name(hex);
    if names.is_empty() {
        name.to_owned()
    } else {
        format!("{} ({name})", names.join(" + "))
    }
}

/// A choice taken apart.
pub(crate) fn parts(battle: &Battle, words: &Words, choice: Choice) -> Parts {
    let setting = battle.setting();
    let kind = kind_of(setting, choice);
    let unit = unit_of(choice).map(|unit| naming::unit(setting, unit));
    let hex = hex_of(choice).map(|hex| setting.grid().name(hex).to_owned());
    let facing = facing_of(choice).map(naming::facing);
    let mut blanks: Vec<(&str, String)> = Vec::new();
    let mut key = kind;
    let mut leader = None;
    let mut short = None;
    let mut group = unit.clone().map_or(WishGroup::Nobody, WishGroup::Unit);
    let about_body = |id, blanks: &mut Vec<(&str, String)>| {
        blanks.push(("body", naming::body(setting, id)));
        WishGroup::Body(names::body(setting, id))
    };
    match choice {
        Choice::Place { piece, .. } => {
            let name = notation::piece_name(setting, piece);
            blanks.push(("piece", name.clone()));
            if let Piece::Leader(_) = piece {
                group = WishGroup::Leader(name.clone());
                leader = Some(name);
            }
        }
        Choice::Initiative { leader: who } => match who {
            Some(id) => leader = Some(naming::leader(setting, id)),
            None => key = "initiative-nobody",
        },
        Choice::Direct { leader: id, body }
        | Choice::MarchUnder { leader: id, body }
        | Choice::Inspire { leader: id, body }
        | Choice::Extra { leader: id, body } => {
            leader = Some(naming::leader(setting, id));
            group = about_body(body, &mut blanks);
        }
        Choice::Assign { command, .. } => {
            blanks.push(("command", naming::command(setting, command)));
        }
        Choice::Attach { body, activator } => {
            group = about_body(body, &mut blanks);
            blanks.push(("activator", naming::activator(setting, activator)));
        }
        Choice::Help {
            leader: id,
            command,
        } => {
            leader = Some(naming::leader(setting, id));
            blanks.push(("command", naming::command(setting, command)));
            group = WishGroup::Command(names::command(setting, command).to_owned());
        }
        Choice::Transfer { first, second, to } => {
            blanks.push(("first", naming::activator(setting, first)));
            blanks.push(("second", naming::activator(setting, second)));
            blanks.push(("to", naming::activator(setting, to)));
            group = WishGroup::Activator(names::activator(setting, to));
        }
        Choice::Orders { body, orders } | Choice::Release { body, orders } => {
            group = about_body(body, &mut blanks);
            blanks.push(("who", naming::body(setting, body)));
            blanks.push(("orders", naming::orders(words, orders)));
        }
        Choice::Shell { body, .. } => {
            blanks.push(("body", naming::body(setting, body)));
        }
        Choice::Rally { body } | Choice::Ease { body } => {
            group = about_body(body, &mut blanks);
            blanks.push(("who", naming::body(setting, body)));
        }
        Choice::RallyUnit { unit } | Choice::EaseUnit { unit } => {
            blanks.push(("who", naming::unit(setting, unit)));
        }
        Choice::Return {
            host: Some(body), ..
        } => {
            key = "return-with";
            blanks.push(("body", naming::body(setting, body)));
        }
        Choice::NameLeader { leader } => {
            key = "name-leader";
            blanks.push(("leader", naming::leader(setting, leader)));
        }
        Choice::Absorb { into, .. } => blanks.push(("into", naming::unit(setting, into))),
        Choice::UnitOrders { unit, orders } => {
            blanks.push(("who", naming::unit(setting, unit)));
            blanks.push(("orders", naming::orders(words, orders)));
        }
        Choice::Defer { group: number } => blanks.push(("group", names::group(number))),
        Choice::Reserve { command } => {
            blanks.push(("command", naming::command(setting, command)));
            group = WishGroup::Command(names::command(setting, command).to_owned());
        }
        Choice::Alert { activator } | Choice::Withhold { activator } => {
            blanks.push(("activator", naming::activator(setting, activator)));
            group = WishGroup::Activator(names::activator(setting, activator));
        }
        Choice::Pick { marker } => blanks.push(("marker", naming::marker(setting, words, marker))),
        Choice::SitOut { body } | Choice::Join { body } | Choice::Activate { body } => {
            group = about_body(body, &mut blanks);
        }
        Choice::Attempt { body, wanted } => {
            group = about_body(body, &mut blanks);
            if let Some(orders) = wanted {
                key = "try-for";
                blanks.push(("orders", naming::orders(words, orders)));
            }
        }
        Choice::Take { orders } => blanks.push(("orders", naming::orders(words, orders))),
        Choice::Ride { leader: id, .. } | Choice::Arrive { leader: id, .. } => {
            let name = naming::leader(setting, id);
            group = WishGroup::Leader(name.clone());
            leader = Some(name);
        }
        Choice::Accompany { leader: id, unit } => {
            let name = naming::leader(setting, id);
            group = WishGroup::Leader(name.clone());
            leader = Some(name);
            blanks.push(("unit", naming::unit(setting, unit)));
        }
        Choice::Fire { unit, target, how } => {
            let how = manner(setting, words, how);
            short = Some(match how.strip_prefix(", ") {
                Some(claims) => claims.to_owned(),
                None => words.say("manner.all", &[]),
            });
            blanks.push(("manner", how));
            blanks.push(("whom", whom(battle, unit, target)));
        }
        Choice::Assault { unit, aim } => {
            let mut text = match aim.hex {
                Some(hex) => whom(battle, unit, hex),
                None => words.say("hand.all-in-front", &[]),
            };
            if let Some(other) = aim.with {
                let other = naming::unit(setting, other);
                let joined = words.say("hand.together-with", &[("unit", &other)]);
                short = Some(joined.trim_start_matches(", ").to_owned());
                text.push_str(&joined);
            } else {
                short = Some(words.say("manner.alone", &[]));
            }
            blanks.push(("aim", text));
        }
        Choice::Embolden { leader: id } | Choice::Steady { leader: id } => {
            let name = naming::leader(setting, id);
            group = WishGroup::Leader(name.clone());
            leader = Some(name);
        }
        Choice::Together { other, .. } => blanks.push(("other", naming::unit(setting, other))),
        Choice::Retract {
            keeping: Some(_), ..
        } => key = "retract-keeping",
        Choice::Extend { hand: None, .. } => blanks.push(("hand", words.say("hand.both", &[]))),
        Choice::Raise { section, .. } => {
            blanks.push(("section", (u16::from(section.0) + 1).to_string()));
        }
        Choice::Supply {
            section: Some(section),
            ..
        } => {
            key = "supply-section";
            blanks.push(("section", (u16::from(section.0) + 1).to_string()));
        }
        Choice::Reorder { place, .. } | Choice::StackAt { place } => {
            blanks.push(("place", naming::place(setting, words, place)));
        }
        _ => {}
    }
    let fill =
        |name: &'static str, value: &Option<String>| value.clone().map(|value| (name, value));
    blanks.extend(fill("unit", &unit));
    blanks.extend(fill("leader", &leader));
    blanks.extend(fill("hex", &hex));
    blanks.extend(fill("facing", &facing));
    blanks.extend(hand_of(choice).map(|hand| ("hand", naming::hand(words, hand))));
    let filled: Vec<(&str, &str)> = blanks
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Parts {
        kind,
        text: words.say(&format!("choice.{key}"), &filled),
        group,
        unit,
        leader,
        hex,
        facing,
        short,
    }
}
