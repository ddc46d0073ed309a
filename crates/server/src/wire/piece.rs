//! The pieces of a scenario: what is printed on them, how they start, and how far each figure can be trusted.

use longroll_board::HexId;
use longroll_catalog::facts::{
    Ammunition, Arm, BattleFacts, ByOrder, CommandId, Experience, ExtensionKind, Fatigue,
    LeaderFacts, Mobility, Piece, Place, Ratings, ScenarioFacts, SectionFacts, SetupEntry,
    SetupFacing, Source, Sourced, UnitFacts,
};
use longroll_core::Side;
use serde::Serialize;

use super::scenario::TurnWire;
use crate::look::Look;

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PieceWire {
    key: String,
    name: String,
    full_name: String,
    side: Side,
    kind: &'static str,
    command: CommandWire,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    /// How it looks (see `crate::look`); absent while it is not on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<String>,
    /// SR 8.4, 8.5: the hexes its line or column reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    extension: Option<ExtensionWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    states: Vec<&'static str>,
    values: Vec<ValueWire>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    arrives: Option<TurnWire>,
}

#[derive(Debug, Clone, Serialize)]
struct ExtensionWire {
    kind: &'static str,
    hexes: Vec<String>,
}

/// A command by name, and its number in the tree of the scenario.
#[derive(Debug, Clone, Serialize)]
pub(super) struct CommandWire {
    id: usize,
    code: String,
    name: String,
}

#[derive(Debug, Clone, Serialize)]
struct ValueWire {
    key: &'static str,
    text: String,
    source: Source,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

impl ValueWire {
    fn new(key: &'static str, text: String, source: Source, note: &str) -> Self {
        Self {
            key,
            text,
            source,
            note: note.to_owned(),
        }
    }

    fn sourced<T>(key: &'static str, value: &Sourced<T>, text: String) -> Self {
        Self::new(key, text, value.source, &value.note)
    }
}

/// Every piece of a scenario: those set up first, then those that arrive.
pub(crate) fn pieces(
    battle: &BattleFacts,
    scenario: &ScenarioFacts,
    hexes: &[Option<HexId>],
) -> Vec<PieceWire> {
    let on_map = scenario.setup.iter().zip(hexes).map(|(entry, hex)| {
        let name = |hex: HexId| battle.ground.grid.name(hex).to_owned();
        let mut wire = set_up(battle, entry);
        wire.hex = hex.map(name);
        wire.look = Some(Look::set_up(entry).word(battle));
        wire.extension = entry.extension.map(|extension| ExtensionWire {
            kind: match extension.kind {
                ExtensionKind::Line => "line",
                ExtensionKind::Column => "column",
            },
            hexes: vec![name(extension.hex)],
        });
        wire
    });
    let due = scenario.expected().flat_map(|group| {
        let turn = scenario
            .turn(group.turn)
            .map(|turn| TurnWire::new(battle, turn));
        group.pieces.iter().map(move |arriving| {
            let mut wire = blank(battle, arriving.piece, arriving.strength, group.command);
            wire.arrives.clone_from(&turn);
            wire.note.clone_from(&group.note);
            wire
        })
    });
    on_map.chain(due).collect()
}

fn set_up(battle: &BattleFacts, entry: &SetupEntry) -> PieceWire {
    let mut wire = blank(battle, entry.piece, entry.strength, entry.assigned_to);
    wire.place = place_words(battle, &entry.place);
    wire.states
        .extend(entry.conditions.iter().map(|condition| condition.word()));
    match entry.ammunition {
        Ammunition::Full => {}
        Ammunition::Low => wire.states.push("low-ammunition"),
        Ammunition::Out => wire.states.push("no-ammunition"),
    }
    if !matches!(entry.fatigue, Fatigue::None | Fatigue::Ok | Fatigue::Level0) {
        wire.values.push(ValueWire::new(
            "fatigue",
            entry.fatigue.level().to_string(),
            Source::Text,
            "",
        ));
    }
    if entry.extension.is_some() {
        wire.states.push("extended");
    }
    if !entry.orders.is_empty() {
        let words: Vec<&str> = entry.orders.iter().map(|orders| orders.word()).collect();
        wire.values.push(ValueWire::new(
            "orders",
            words.join(" / "),
            Source::Text,
            "",
        ));
    }
    let facing = match entry.facing {
        SetupFacing::To(facing) => Some(facing.name()),
        // Gunboats and leaders face nowhere.
        SetupFacing::Free => entry
            .piece
            .unit()
            .is_some_and(|unit| battle.unit(unit).arm != Arm::Gunboat)
            .then_some("free"),
    };
    if let Some(facing) = facing {
        wire.values.push(ValueWire::new(
            "facing",
            facing.to_owned(),
            Source::Text,
            "",
        ));
    }
    if !entry.note.is_empty() {
        let both = [entry.note.as_str(), wire.note.as_str()];
        wire.note = both
            .into_iter()
            .filter(|note| !note.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
    }
    wire
}

/// A set-up that leaves the hex to its owner, in signs that need no language.
fn place_words(battle: &BattleFacts, place: &Place) -> Option<String> {
    let grid = &battle.ground.grid;
    let words = match place {
        Place::Hex(_) | Place::Free { .. } => return None,
        Place::WithAnyUnitOf(command) => format!("+ {}", battle.command(*command).code),
        Place::Within { distance, of } => format!("≤ {distance} {}", grid.name(*of)),
        Place::OnePerHexAlong(hexes) | Place::Zone(hexes) => match (hexes.first(), hexes.last()) {
            (Some(first), Some(last)) => format!("{} – {}", grid.name(*first), grid.name(*last)),
            _ => "—".to_owned(),
        },
        Place::River => "≈".to_owned(),
        Place::Anywhere => "*".to_owned(),
    };
    Some(words)
}

/// A piece as printed.
fn blank(
    battle: &BattleFacts,
    piece: Piece,
    strength: Option<u8>,
    assigned: Option<CommandId>,
) -> PieceWire {
    match piece {
        Piece::Unit(id) => unit(battle, battle.unit(id), None, strength, assigned),
        Piece::Section(id, letter) => {
            let facts = battle.unit(id);
            unit(battle, facts, facts.section(letter), strength, assigned)
        }
        Piece::Leader(id) => leader(battle, battle.leader(id)),
    }
}

pub(super) fn command(battle: &BattleFacts, id: CommandId) -> CommandWire {
    let facts = battle.command(id);
    CommandWire {
        id: id.index(),
        code: facts.code.clone(),
        name: facts.name.clone(),
    }
}

fn unit(
    battle: &BattleFacts,
    facts: &UnitFacts,
    only: Option<&SectionFacts>,
    strength: Option<u8>,
    assigned: Option<CommandId>,
) -> PieceWire {
    let mut values = strengths(facts, only, strength);
    if facts.sections.len() > 1 || only.is_some() {
        values.push(sections(battle, facts, only));
    }
    let weapon = battle.weapon(facts.weapon.get());
    values.push(ValueWire::sourced(
        "weapon",
        &facts.weapon,
        format!("{} ({})", weapon.code, weapon.name),
    ));
    if let Some(cohesion) = &facts.cohesion {
        values.push(ValueWire::sourced(
            "cohesion",
            cohesion,
            both(cohesion.value),
        ));
    }
    values.push(movement(&facts.mobility));
    if facts.arm != Arm::Gunboat {
        values.push(experience(&facts.experience));
    }
    PieceWire {
        key: match only.and_then(|section| section.letter) {
            Some(letter) => format!("{}-{}", facts.key, letter.letter()),
            None => facts.key.clone(),
        },
        name: facts.name.clone(),
        full_name: facts.full_name.clone(),
        side: facts.side,
        kind: facts.arm.word(),
        command: command(battle, assigned.unwrap_or(facts.formation)),
        hex: None,
        look: None,
        extension: None,
        place: None,
        states: Vec::new(),
        values,
        note: facts.note.clone(),
        arrives: None,
    }
}

/// Strength at the start; where the set-up states it, full strength too.
fn strengths(
    facts: &UnitFacts,
    only: Option<&SectionFacts>,
    strength: Option<u8>,
) -> Vec<ValueWire> {
    let full = facts.strength.get();
    let Some(now) = strength else {
        let guns = only.map_or(full, |section| section.guns).to_string();
        return vec![ValueWire::sourced("strength", &facts.strength, guns)];
    };
    vec![
        // What the set-up states is certain even where full strength is not.
        ValueWire::new("strength", now.to_string(), Source::Text, ""),
        ValueWire::sourced("fullStrength", &facts.strength, full.to_string()),
    ]
}

/// The guns of a battery, or of one of its sections alone.
fn sections(battle: &BattleFacts, facts: &UnitFacts, only: Option<&SectionFacts>) -> ValueWire {
    let shown = facts
        .sections
        .iter()
        .filter(|section| only.is_none_or(|one| one.letter == section.letter));
    let words: Vec<String> = shown
        .map(|section| {
            let letter = section
                .letter
                .map_or(String::new(), |letter| format!("{} ", letter.letter()));
            format!(
                "{letter}{}×{}",
                section.guns,
                battle.weapon(section.weapon).code
            )
        })
        .collect();
    ValueWire::sourced("sections", &facts.weapon, words.join(", "))
}

fn movement(mobility: &Mobility) -> ValueWire {
    let word = match mobility {
        Mobility::Allowance(allowance) => {
            return ValueWire::sourced("movement", allowance, both(allowance.value));
        }
        Mobility::WithoutHorses => "without-horses",
        Mobility::OnTheRiver => "on-the-river",
    };
    ValueWire::new("movement", word.into(), Source::Text, "")
}

fn experience(experience: &Sourced<Experience>) -> ValueWire {
    let word = match experience.value {
        Experience::Green => "green",
        Experience::Veteran => "veteran",
    };
    ValueWire::sourced("experience", experience, word.to_owned())
}

/// Good order and disordered, as on the two sides of the counter.
fn both(values: ByOrder<u8>) -> String {
    format!("{} / {}", values.good_order, values.disordered)
}

fn leader(battle: &BattleFacts, facts: &LeaderFacts) -> PieceWire {
    let mut values = ratings(&facts.ratings);
    if let Some(replacement) = &facts.replacement {
        let short: Vec<String> = ratings(&replacement.ratings)
            .into_iter()
            .map(|value| value.text)
            .collect();
        let source = replacement.ratings.command_range.source;
        values.push(ValueWire::new(
            "replacement",
            format!("{} ({})", replacement.name, short.join(", ")),
            source,
            "",
        ));
    }
    PieceWire {
        key: facts.key.clone(),
        name: facts.name.clone(),
        full_name: facts.full_name.clone(),
        side: facts.side,
        kind: "leader",
        command: command(battle, facts.command),
        hex: None,
        look: None,
        extension: None,
        place: None,
        states: Vec::new(),
        values,
        note: facts.note.clone(),
        arrives: None,
    }
}

fn ratings(ratings: &Ratings) -> Vec<ValueWire> {
    let signed = |key, rating: &Option<Sourced<i8>>| {
        rating
            .as_ref()
            .map(|rating| ValueWire::sourced(key, rating, format!("{:+}", rating.value)))
    };
    let mut values: Vec<ValueWire> = [
        signed("initiative", &ratings.initiative),
        signed("efficiency", &ratings.efficiency),
        signed("coordination", &ratings.coordination),
        signed("activation", &ratings.activation),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let Some(profile) = &ratings.profile {
        values.push(ValueWire::sourced(
            "profile",
            profile,
            profile.value.letter().to_string(),
        ));
    }
    if let Some(orders) = &ratings.orders {
        values.push(ValueWire::sourced(
            "ordersValue",
            orders,
            orders.value.to_string(),
        ));
    }
    let range = &ratings.command_range;
    values.push(ValueWire::sourced(
        "commandRange",
        range,
        range.value.to_string(),
    ));
    values
}
