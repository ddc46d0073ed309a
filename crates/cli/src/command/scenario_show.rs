//! `longroll scenario show N`: the page of a scenario.

use longroll_catalog::facts::{BattleFacts, Outcome, OutcomeVerdict, ScenarioFacts};
use longroll_rule::Rule;

use super::scenario_pieces::{reinforcements, set_up};
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
    set_up(facts, scenario, console)?;
    reinforcements(facts, scenario, console)?;
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
            let statement = console.statement(&rule.statement);
            console.item(0, "*", &format!("{statement}{}", cited(&rule.rules)))?;
        }
    }
    Ok(())
}

/// "April 1862" in the words of the language.
fn month(text: &str, console: &Console<'_>) -> String {
    let (name, year) = text.split_once(' ').unwrap_or((text, ""));
    let word = console.word("month", &name.to_lowercase());
    format!("{word} {year}").trim_end().to_owned()
}

fn victory(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    let victory = &scenario.victory;
    console.blank()?;
    console.heading(console.text("scenario.victory", &[]))?;
    console.paragraph(2, console.statement(&victory.statement))?;
    for term in victory
        .points
        .iter()
        .filter(|term| !term.statement.is_empty())
    {
        console.item(
            6,
            format!("{:+} VP", term.vp),
            console.statement(&term.statement),
        )?;
    }
    for objective in &victory.objectives {
        let side = console.word("side", objective.side.word());
        console.item(
            0,
            "*",
            &format!("{side}: {}", console.statement(&objective.statement)),
        )?;
    }
    for level in &victory.levels {
        let number = |value: Option<i16>| value.map(|value| value.to_string()).unwrap_or_default();
        let range = format!("{:>4} … {:<4}", number(level.min), number(level.max));
        console.item(0, range, &console.word("verdict", level.verdict.word()))?;
    }
    let statements = victory.shifts.iter().map(|shift| &shift.statement).chain(
        victory
            .automatic
            .iter()
            .map(|automatic| &automatic.statement),
    );

    for statement in statements.filter(|statement| !statement.is_empty()) {
        console.item(0, "*", console.statement(statement))?;
    }
    for outcome in &victory.outcomes {
        console.item(0, "*", &verdict(outcome, console))?;
    }
    Ok(())
}

fn verdict(outcome: &Outcome, console: &Console<'_>) -> String {
    let wins = match outcome.verdict {
        OutcomeVerdict::ThatSide => console.text("scenario.that-side", &[]),
        OutcomeVerdict::Winner(side) => console.text(
            "scenario.wins",
            &[("side", &console.word("side", side.word()))],
        ),
        OutcomeVerdict::Draw => console.word("verdict", "draw"),
    };
    if outcome.statement.is_empty() {
        wins
    } else {
        format!("{} -> {wins}", console.statement(&outcome.statement))
    }
}

fn remarks(scenario: &ScenarioFacts, console: &mut Console<'_>) -> Result<(), Failure> {
    let said = |text: &str| console.statement(text).to_owned();
    let groups = [
        (
            console.text("scenario.variants", &[]),
            scenario
                .variants
                .iter()
                .map(|it| (said(&it.title), said(&it.statement)))
                .collect::<Vec<_>>(),
        ),
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
                .collect(),
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
