//! `longroll scenario show N`: the page of a scenario.

use longroll_catalog::facts::{
    BattleFacts, ByOrder, Mobility, Orders, Piece, Place, ScenarioFacts, SetupEntry, SetupFacing,
    Sourced, UnitFacts,
};
use longroll_core::Side;
use longroll_rule::Rule;

use super::map_hex::piece_name;
use crate::arguments::ShowArguments;
use crate::battle::Loaded;
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &ShowArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let Loaded { facts, scenarios } = crate::battle::load(arguments.data.as_deref(), console)?;
    let scenario = crate::battle::scenario(&scenarios, &arguments.scenario, console)?;
    if arguments.json {
        return Ok(console.json(scenario)?);
    }
    page(&facts, scenario, console)?;
    set_up(&facts, scenario, console)?;
    reinforcements(&facts, scenario, console)?;
    victory(scenario, console)?;
    remarks(scenario, console)
}

fn cited(rules: &[Rule]) -> String {
    if rules.is_empty() {
        return String::new();
    }
    let ids: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
    format!(" [{}]", ids.join(", "))
}

fn page(
    facts: &BattleFacts,
    scenario: &ScenarioFacts,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    console.heading(format!(
        "{}  {}{}",
        scenario.number,
        scenario.title,
        cited(&scenario.rules)
    ))?;
    console.paragraph(2, &scenario.summary)?;
    let turns: Vec<&str> = scenario
        .turns
        .iter()
        .map(|turn| turn.label.as_str())
        .collect();
    let month = &facts.month;
    let (first, last) = (scenario.first_turn().day, scenario.last_turn().day);
    let days = if first == last {
        format!("{first}")
    } else {
        format!("{first}-{last}")
    };
    let blanks: [(&str, &dyn std::fmt::Display); 4] = [
        ("count", &turns.len()),
        ("turns", &turns.join(", ")),
        ("days", &days),
        ("month", month),
    ];
    console.paragraph(2, &console.text("scenario.track", &blanks))?;
    for (name, text) in [
        (console.text("scenario.area", &[]), &scenario.area.statement),
        (
            console.text("scenario.initiative", &[]),
            &scenario.initiative.statement,
        ),
        (
            console.text("scenario.efficiency", &[]),
            &scenario.efficiency.statement,
        ),
        (
            console.text("scenario.events", &[]),
            &scenario.events.statement,
        ),
    ] {
        if !text.is_empty() {
            console.blank()?;
            console.heading(name)?;
            console.paragraph(2, text)?;
        }
    }
    if !scenario.efficiency.pools.is_empty() {
        console.blank()?;
        console.heading(console.text("scenario.pools", &[]))?;
        for pool in &scenario.efficiency.pools {
            let [one, two, three, four] = pool.markers;
            let side = console.word("side", pool.side.word());
            let from = pool.from;
            console.line(format!(
                "  {side:<12} {from}  1E x{one}  2E x{two}  3E x{three}  4E x{four}"
            ))?;
        }
    }
    if !scenario.special_rules.is_empty() {
        console.blank()?;
        console.heading(console.text("scenario.special", &[]))?;
        for rule in &scenario.special_rules {
            console.item(0, "*", &format!("{}{}", rule.statement, cited(&rule.rules)))?;
        }
    }
    Ok(())
}

fn set_up(
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
    console.line(console.text("scenario.estimates", &[]))?;
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
        Piece::Leader(leader) => facts.command(facts.leader(leader).command).code.clone(),
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
    if !entry.note.is_empty() {
        extra.push(entry.note.clone());
    }
    format!(
        "{:<20} {place:<8} {facing:<3} {values:<34} {}",
        piece_name(facts, entry.piece),
        extra.join("; ")
    )
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

fn mark<T>(value: &Sourced<T>, text: String) -> String {
    if value.is_estimate() {
        format!("{text}~")
    } else {
        text
    }
}

fn reinforcements(
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
    for group in &scenario.reinforcements {
        let hexes: Vec<&str> = group.hexes.iter().map(|hex| grid.name(*hex)).collect();
        let pieces: Vec<String> = group
            .pieces
            .iter()
            .map(|piece| piece_name(facts, piece.piece))
            .collect();
        let command = group
            .command
            .map(|command| facts.command(command).code.clone())
            .unwrap_or_default();
        let side = console.word("side", group.side.word());
        let note = if group.note.is_empty() {
            String::new()
        } else {
            format!(" ({})", group.note)
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

fn victory(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    let victory = &scenario.victory;
    console.blank()?;
    console.heading(console.text("scenario.victory", &[]))?;
    console.paragraph(2, &victory.statement)?;
    for term in victory
        .points
        .iter()
        .filter(|term| !term.statement.is_empty())
    {
        console.item(3, term.vp, &term.statement)?;
    }
    for objective in &victory.objectives {
        let side = console.word("side", objective.side.word());
        console.item(0, "*", &format!("{side}: {}", objective.statement))?;
    }
    for level in &victory.levels {
        let number = |value: Option<i16>| value.map(|value| value.to_string()).unwrap_or_default();
        let range = format!("{:>4} … {:<4}", number(level.min), number(level.max));
        console.item(0, range, &console.word("verdict", level.verdict.word()))?;
    }
    let statements = victory
        .shifts
        .iter()
        .map(|shift| &shift.statement)
        .chain(
            victory
                .automatic
                .iter()
                .map(|automatic| &automatic.statement),
        )
        .chain(victory.outcomes.iter().map(|outcome| &outcome.statement));
    for statement in statements.filter(|statement| !statement.is_empty()) {
        console.item(0, "*", statement)?;
    }
    Ok(())
}

fn remarks(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    let groups = [
        (
            console.text("scenario.variants", &[]),
            scenario
                .variants
                .iter()
                .map(|it| (it.title.clone(), it.statement.clone()))
                .collect::<Vec<_>>(),
        ),
        (
            console.text("scenario.difficulty", &[]),
            scenario
                .difficulty
                .iter()
                .map(|it| {
                    (
                        it.level.clone(),
                        format!("{}{}", it.statement, cited(&it.rules)),
                    )
                })
                .collect(),
        ),
        (
            console.text("scenario.doubts", &[]),
            scenario
                .doubts
                .iter()
                .map(|it| (it.issue.clone(), it.reading.clone()))
                .collect(),
        ),
    ];
    for (title, entries) in groups {
        if entries.is_empty() {
            continue;
        }
        console.blank()?;
        console.heading(title)?;
        for (name, text) in entries {
            console.paragraph(2, &name)?;
            console.paragraph(6, &text)?;
        }
    }
    Ok(())
}
