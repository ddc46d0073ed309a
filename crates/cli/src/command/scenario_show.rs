//! `longroll scenario show N`: the page of a scenario.

use longroll_catalog::facts::{BattleFacts, ScenarioFacts};
use longroll_rule::Rule;

use super::scenario_pieces::{reinforcements, set_up};
use super::scenario_victory::{variant_points, victory};
use crate::arguments::ShowArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &ShowArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let scenario = battle.scenario(&arguments.scenario, console)?;
    let (facts, scenario) = (battle.facts.as_ref(), scenario.as_ref());
    if arguments.json {
        return Ok(console.json(scenario)?);
    }
    page(facts, scenario, console)?;
    statements(scenario, console)?;
    pools(scenario, console)?;
    special_rules(scenario, console)?;
    set_up(facts, scenario, console)?;
    reinforcements(facts, scenario, console)?;
    victory(facts, scenario, console)?;
    variants(facts, scenario, console)?;
    remarks(scenario, console)
}

fn cited(rules: &[Rule]) -> String {
    if rules.is_empty() {
        return String::new();
    }
    let ids: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
    format!(" [{}]", ids.join(", "))
}

/// Its title, what it is about, and its turns.
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
    console.paragraph(2, console.statement(&scenario.summary))?;
    let turns: Vec<&str> = scenario
        .turns
        .iter()
        .map(|turn| turn.label.as_str())
        .collect();
    let month = month(&facts.month, console);
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
        ("month", &month),
    ];
    console.paragraph(2, &console.text("scenario.track", &blanks))?;
    Ok(())
}

/// What the scenario says of its area, of Initiative, Efficiency and events.
fn statements(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
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
            console.paragraph(2, console.statement(text))?;
        }
    }
    Ok(())
}

/// The Efficiency Markers of each side.
fn pools(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    if scenario.efficiency.pools.is_empty() {
        return Ok(());
    }
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
    Ok(())
}

/// With the rules they change.
fn special_rules(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    if scenario.special_rules.is_empty() {
        return Ok(());
    }
    console.blank()?;
    console.heading(console.text("scenario.special", &[]))?;
    for rule in &scenario.special_rules {
        let statement = console.statement(&rule.statement);
        let ids: Vec<Rule> = rule.cited().collect();
        console.item(0, "*", &format!("{statement}{}", cited(&ids)))?;
    }
    Ok(())
}

/// "April 1862" in the words of the language.
fn month(text: &str, console: &Console<'_>) -> String {
    let (name, year) = text.split_once(' ').unwrap_or((text, ""));
    let word = console.word("month", &name.to_lowercase());
    format!("{word} {year}").trim_end().to_owned()
}

/// The variants, each with the points that are its own.
fn variants(
    facts: &BattleFacts,
    scenario: &ScenarioFacts,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if scenario.variants.is_empty() {
        return Ok(());
    }
    console.blank()?;
    console.heading(console.text("scenario.variants", &[]))?;
    for variant in &scenario.variants {
        console.paragraph(2, console.statement(&variant.title))?;
        let statement = console.statement(&variant.statement);
        console.paragraph(6, &format!("{statement}{}", cited(&variant.rules)))?;
        variant_points(facts, scenario, variant, console)?;
    }
    Ok(())
}

fn remarks(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    let said = |text: &str| console.statement(text).to_owned();
    let groups = [
        (
            console.text("scenario.difficulty", &[]),
            scenario
                .difficulty
                .iter()
                .map(|it| {
                    (
                        said(&it.level),
                        format!("{}{}", said(&it.statement), cited(&it.rules)),
                    )
                })
                .collect::<Vec<_>>(),
        ),
        (
            console.text("scenario.doubts", &[]),
            scenario
                .doubts
                .iter()
                .map(|it| (said(&it.issue), said(&it.reading)))
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
