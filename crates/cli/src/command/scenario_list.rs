//! `longroll scenario list`: the scenarios one can play.

use longroll_catalog::facts::{BattleFacts, Piece, ScenarioFacts};
use longroll_core::Side;
use serde::Serialize;

use crate::arguments::ListArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;

#[derive(Serialize)]
struct Row<'a> {
    number: u8,
    slug: &'a str,
    title: &'a str,
    scope: &'static str,
    basis: &'static str,
    turns: usize,
    first_turn: &'a str,
    last_turn: &'a str,
    union_units: usize,
    confederate_units: usize,
}

impl<'a> Row<'a> {
    fn of(facts: &BattleFacts, scenario: &'a ScenarioFacts) -> Row<'a> {
        Row {
            number: scenario.number,
            slug: &scenario.slug,
            title: &scenario.title,
            scope: scenario.scope.word(),
            basis: scenario.basis.word(),
            turns: scenario.turns.len(),
            first_turn: scenario.turns.first().map_or("", |turn| &turn.label),
            last_turn: scenario.turns.last().map_or("", |turn| &turn.label),
            union_units: units(facts, scenario, Side::Union),
            confederate_units: units(facts, scenario, Side::Confederate),
        }
    }
}

/// Combat units of a side, reinforcements included; a battery in sections is one unit.
pub fn units(facts: &BattleFacts, scenario: &ScenarioFacts, side: Side) -> usize {
    let arriving = scenario
        .reinforcements
        .iter()
        .flat_map(|group| &group.pieces)
        .map(|piece| piece.piece);
    let mut all: Vec<_> = scenario
        .setup
        .iter()
        .map(|entry| entry.piece)
        .chain(arriving)
        .filter_map(Piece::unit)
        .filter(|unit| facts.unit(*unit).side == side)
        .collect();
    all.sort();
    all.dedup();
    all.len()
}

pub fn run(arguments: &ListArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let scenarios = battle.scenarios()?;
    let rows: Vec<Row<'_>> = scenarios
        .iter()
        .map(|scenario| Row::of(&battle.facts, scenario))
        .collect();
    if arguments.json {
        return Ok(console.json(&rows)?);
    }
    let title = console.text("scenario.title", &[]);
    let width = rows
        .iter()
        .map(|row| row.title.chars().count())
        .chain([title.chars().count()])
        .max()
        .unwrap_or(0);
    let columns = [
        console.text("scenario.scope", &[]),
        console.text("scenario.turns", &[]),
        console.text("scenario.time", &[]),
        console.text("scenario.units", &[]),
    ];
    let [scope, turns, time, units] = columns;
    console.heading(format!(
        " #  {title:<width$}  {scope:<12} {turns:>5}  {time:<20} {units}"
    ))?;
    for row in rows {
        let time = format!("{} - {}", row.first_turn, row.last_turn);
        let scope = console.word("scope", row.scope);
        console.line(format!(
            "{:>2}  {:<width$}  {scope:<12} {:>5}  {time:<20} {} / {}",
            row.number, row.title, row.turns, row.union_units, row.confederate_units
        ))?;
    }
    Ok(())
}
