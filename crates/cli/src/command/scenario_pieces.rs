//! The pieces of a scenario: set-up and reinforcements.

use longroll_catalog::facts::{
    Ammunition, BattleFacts, ByOrder, Fatigue, LeaderFacts, Mobility, Orders, Piece, Place,
    ScenarioFacts, SetupEntry, SetupFacing, Sourced, StartCondition, UnitFacts,
};
use longroll_core::Side;

use super::map_hex::piece_name;
use crate::console::Console;
use crate::failure::Failure;

/// The set-up of both sides, every value with a mark if it is an estimate.
pub fn set_up(
    facts: &BattleFacts,
    scenario: &ScenarioFacts,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    for side in Side::BOTH {
        console.blank()?;
        let name = console.word("side", side.word());
        console.heading(console.text("scenario.setup", &[("side", &name)]))?;
        for entry in scenario.setup.iter().filter(|entry| entry.side == side) {
            console.line(format!("  {}", set_up_line(facts, entry, console)).trim_end())?;
        }
    }
    console.blank()?;
    console.paragraph(0, &console.text("scenario.estimates", &[]))?;
    Ok(())
}

fn set_up_line(facts: &BattleFacts, entry: &SetupEntry, console: &Console<'_>) -> String {
    let place = place(facts, &entry.place, console);
    let facing = match entry.facing {
        SetupFacing::Free => String::new(),
        SetupFacing::To(facing) => facing.to_string(),
    };
    let values = match entry.piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            unit_values(facts, facts.unit(unit), entry.strength)
        }
        Piece::Leader(leader) => leader_values(facts, facts.leader(leader), entry),
    };
    let mut extra: Vec<String> = Vec::new();
    if !entry.orders.is_empty() {
        let orders: Vec<String> = entry
            .orders
            .iter()
            .map(|orders: &Orders| console.word("orders", orders.word()))
            .collect();
        extra.push(orders.join("/"));
    }
    extra.extend(
        entry
            .conditions
            .iter()
            .map(|condition| console.word("condition", condition.word())),
    );
    extra.extend(tired(entry.fatigue, console));
    if entry.ammunition != Ammunition::Full {
        extra.push(console.word("ammunition", entry.ammunition.word()));
    }
    if let Some(command) = entry.assigned_to {
        let code = &facts.command(command).code;
        extra.push(console.text("scenario.with-unit-of", &[("command", code)]));
    }
    if !entry.note.is_empty() {
        extra.push(console.statement(&entry.note).to_owned());
    }
    format!(
        "{:<20} {place:<8} {facing:<3} {values:<34} {}",
        piece_name(facts, entry.piece),
        extra.join("; ")
    )
}

/// SR 17.24: the Fatigue at the start, if there is any to speak of.
fn tired(fatigue: Fatigue, console: &Console<'_>) -> Option<String> {
    let level = match fatigue {
        Fatigue::None => return None,
        Fatigue::Ok => "OK",
        level => level.word(),
    };
    Some(console.text("scenario.fatigue", &[("level", &level)]))
}

fn place(facts: &BattleFacts, place: &Place, console: &Console<'_>) -> String {
    let grid = &facts.ground.grid;
    match place {
        Place::Hex(hex) => grid.name(*hex).to_string(),
        Place::WithAnyUnitOf(command) => console.text(
            "scenario.with-unit-of",
            &[("command", &facts.command(*command).code)],
        ),
        Place::Within { distance, of } => console.text(
            "scenario.within",
            &[("distance", distance), ("hex", &grid.name(*of))],
        ),
        Place::OnePerHexAlong(hexes) | Place::Zone(hexes) => hexes
            .iter()
            .map(|hex| grid.name(*hex))
            .collect::<Vec<_>>()
            .join(" "),
        Place::Free { home, .. } => grid.name(*home).to_string(),
        Place::River => console.text("scenario.river", &[]),
        Place::Anywhere => console.text("scenario.anywhere", &[]),
    }
}

/// `7~ R 6/4~ MA 6/4`: strength, weapon, cohesion, movement; `~` marks an estimate.
fn unit_values(facts: &BattleFacts, unit: &UnitFacts, now: Option<u8>) -> String {
    let full = mark(&unit.strength, unit.strength.value.to_string());
    let strength = match now {
        Some(now) if now != unit.strength.value => format!("{now}/{full}"),
        _ => full,
    };
    let weapon = mark(&unit.weapon, facts.weapon(unit.weapon.value).code.clone());
    let both = |value: &Sourced<ByOrder<u8>>| {
        mark(
            value,
            format!("{}/{}", value.value.good_order, value.value.disordered),
        )
    };
    let cohesion = unit.cohesion.as_ref().map_or_else(|| "-".to_string(), both);
    let movement = match &unit.mobility {
        Mobility::Allowance(allowance) => both(allowance),
        Mobility::WithoutHorses => "*".to_string(),
        Mobility::OnTheRiver => "-".to_string(),
    };
    format!(
        "{strength} {weapon}  {cohesion}  {movement}  {}",
        facts.command(unit.formation).code
    )
}

/// `C+1 A2 R6  2/2`: the ratings his level has, command range last; the back of the counter if he starts on it.
fn leader_values(facts: &BattleFacts, leader: &LeaderFacts, entry: &SetupEntry) -> String {
    let ratings = match &leader.replacement {
        Some(replacement) if entry.is(StartCondition::Replacement) => &replacement.ratings,
        _ => &leader.ratings,
    };
    let mut values: Vec<String> = Vec::new();
    if let Some(profile) = &ratings.profile {
        values.push(mark(profile, profile.value.letter().to_string()));
    }
    for (letter, value) in [
        ("I", &ratings.initiative),
        ("E", &ratings.efficiency),
        ("C", &ratings.coordination),
        ("A", &ratings.activation),
        ("O", &ratings.orders),
    ] {
        if let Some(value) = value {
            values.push(mark(value, format!("{letter}{:+}", value.value)));
        }
    }
    values.push(mark(
        &ratings.command_range,
        format!("R{}", ratings.command_range.value),
    ));
    format!(
        "{}  {}",
        values.join(" "),
        facts.command(leader.command).code
    )
}

fn mark<T>(value: &Sourced<T>, text: String) -> String {
    if value.is_estimate() {
        format!("{text}~")
    } else {
        text
    }
}

/// The reinforcements, in the order of the page.
pub fn reinforcements(
    facts: &BattleFacts,
    scenario: &ScenarioFacts,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if scenario.reinforcements.is_empty() {
        return Ok(());
    }
    console.blank()?;
    console.heading(console.text("scenario.reinforcements", &[]))?;
    let grid = &facts.ground.grid;
    for group in scenario.expected() {
        let hexes: Vec<&str> = group.hexes.iter().map(|hex| grid.name(*hex)).collect();
        let pieces: Vec<String> = group
            .pieces
            .iter()
            .map(|piece| {
                let name = piece_name(facts, piece.piece);
                piece
                    .strength
                    .map_or(name.clone(), |sp| format!("{name} ({sp})"))
            })
            .collect();
        let command = group
            .command
            .map(|command| facts.command(command).code.clone())
            .unwrap_or_default();
        let side = console.word("side", group.side.word());
        let mut remarks: Vec<String> = Vec::new();
        if let Some(order) = group.order {
            let letter = char::from(b'A' + order);
            remarks.push(console.text("scenario.entry-order", &[("letter", &letter)]));
        }
        remarks.extend(group.activations.map(|number| match number {
            1 => console.text("scenario.entry-marker", &[("number", &number)]),
            _ => console.text("scenario.entry-markers", &[("number", &number)]),
        }));
        if group.orders != Orders::Advance {
            remarks.push(console.word("orders", group.orders.word()));
        }
        remarks.extend(tired(group.fatigue, console));
        if !group.note.is_empty() {
            remarks.push(console.statement(&group.note).to_owned());
        }
        let note = if remarks.is_empty() {
            String::new()
        } else {
            format!(" ({})", remarks.join("; "))
        };
        let text = format!(
            "{side} {command}, {}: {}{note}",
            hexes.join(" "),
            pieces.join(", ")
        );
        console.item(7, group.turn, &text)?;
    }
    Ok(())
}
