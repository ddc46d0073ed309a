//! What a person may ask at the table: how it stands, how far it is, what may come of an order, why it is refused.

use longroll_core::{Game as _, Side, clip};
use longroll_shell_for_guns::measure::Um;
use longroll_shell_for_guns::view::View;
use longroll_shell_for_guns::{Battle, Facts, Table, scenario, tape, text};

use super::listing::{chances, ended, meant, unreadable};
use crate::console::Console;
use crate::failure::Failure;

/// SfG 3.0-victory: how the battle stands.
pub fn score(battle: &Battle, console: &mut Console<'_>) -> Result<(), Failure> {
    let look = battle.look();
    for side in Side::BOTH {
        let held = battle.table().objectives().iter();
        let held = held.filter(|objective| objective.holder == side).count();
        let own = battle.table().score(side);
        let blanks: [(&str, &dyn std::fmt::Display); 5] = [
            ("side", &console.word("side", side.word())),
            ("objectives", &held),
            ("losses", &own.losses),
            ("bases", &own.bases),
            ("score", &scenario::score(look, side)),
        ];
        let line = console.text("tabletop.score-line", &blanks);
        console.line(format!("  {line}"))?;
    }
    let victory = scenario::collapse(look).unwrap_or_else(|| scenario::victory(look));
    let blanks: [(&str, &dyn std::fmt::Display); 2] = [
        ("verdict", &console.sentence(&victory.reason)),
        ("rule", &victory.rule.id()),
    ];
    let line = console.text("tabletop.verdict", &blanks);
    Ok(console.line(format!("  {line}"))?)
}

/// The table itself, or who and what has a name that holds a word.
pub fn show(battle: &Battle, word: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let facts = battle.facts();
    if word.is_empty() {
        let terrain = &facts.terrain;
        let blanks: [(&str, &dyn std::fmt::Display); 6] = [
            ("name", &terrain.name),
            ("width", &Um(terrain.size.0)),
            ("depth", &Um(terrain.size.1)),
            ("zone", &Um(terrain.zone)),
            ("south", &console.word("side", Side::Union.word())),
            ("north", &console.word("side", Side::Confederate.word())),
        ];
        for line in console.text("tabletop.table", &blanks).lines() {
            console.line(format!("  {line}"))?;
        }
        console.line(format!("  {}", ground(battle, console)))?;
    }
    let lines = standing(facts, battle.table(), word, console);
    for line in &lines {
        console.line(format!("  {line}"))?;
    }
    if lines.is_empty() {
        let units = facts.units().map(|(_, unit)| unit.name.as_str());
        let generals = facts.generals().map(|(_, general)| general.name.as_str());
        let divisions = facts
            .divisions()
            .map(|(_, division)| division.name.as_str());
        let near = meant(word, units.chain(generals).chain(divisions), console);
        let near = ended(near);
        let blanks: [(&str, &dyn std::fmt::Display); 2] = [("word", &clip(word)), ("near", &near)];
        console.line(console.text("tabletop.nobody", &blanks))?;
    }
    Ok(())
}

/// Every unit, general and objective whose name or division holds a word.
pub fn standing(facts: &Facts, table: &Table, word: &str, console: &Console<'_>) -> Vec<String> {
    let word = word.to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&word);
    let tongue = console.tongue();
    let mut lines = Vec::new();
    for (id, unit) in facts.units() {
        if holds(&unit.name) || holds(&facts.division(unit.division).name) {
            lines.push(tongue.unit(facts, table, id));
        }
    }
    for (id, general) in facts.generals() {
        let division = general.division.map(|id| &facts.division(id).name);
        if holds(&general.name) || division.is_some_and(|name| holds(name)) {
            lines.push(tongue.general(facts, table, id));
        }
    }
    for (number, objective) in (1..).zip(table.objectives()) {
        let name = format!("objective {number}");
        let told = tongue.sentence(&name);
        if holds(&name) || holds(&told) {
            let at = text::place(objective.at);
            let holder = tongue.sentence(objective.holder.word());
            lines.push(format!("{told}: {at}, {holder}"));
        }
    }
    lines
}

/// The pieces of ground by name.
fn ground(battle: &Battle, console: &Console<'_>) -> String {
    let ground = tape::things(battle.look()).into_iter();
    let ground = ground.filter(|own| own.sort.is_ground());
    let names: Vec<String> = ground.map(|own| own.name).collect();
    let list = if names.is_empty() {
        "–".to_owned()
    } else {
        names.join(", ")
    };
    console.text("tabletop.measure-ground", &[("list", &list)])
}

/// The tape between any two things.
pub fn measure(battle: &Battle, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some((from, to)) = text.split_once(',') else {
        for line in console.text("tabletop.measure-what", &[]).lines() {
            console.line(line)?;
        }
        return Ok(console.line(ground(battle, console))?);
    };
    match tape::measure(battle.look(), from, to) {
        Ok(laid) => console.line(format!("  {}", console.sentence(&laid.text())))?,
        Err(error) => console.line(format!("  {}", console.sentence(&error.to_string())))?,
    }
    Ok(())
}

pub fn odds(
    battle: &Battle,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let choice = match battle.parse(text) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(unreadable(battle, &error, console))?),
    };
    let refusal = battle.why_not(side, &choice);
    match (refusal, chances(battle, text, false, console)) {
        (Some(refusal), _) => console.line(format!("  {}", console.tongue().refusal(&refusal)))?,
        (None, Some(odds)) => console.line(format!("  {odds}"))?,
        (None, None) => console.line(console.text("tabletop.no-odds", &[("text", &clip(text))]))?,
    }
    Ok(())
}

pub fn why(
    battle: &Battle,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let choice = match battle.parse(text) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(unreadable(battle, &error, console))?),
    };
    match battle.why_not(side, &choice) {
        Some(refusal) => console.line(format!("  {}", console.tongue().refusal(&refusal)))?,
        None => console.line(console.text("tabletop.legal", &[]))?,
    }
    Ok(())
}

pub fn secrets(view: &View, facts: &Facts, console: &mut Console<'_>) -> Result<(), Failure> {
    let side = console.word("side", view.side.word());
    if view.objectives.is_none() && view.rides.is_empty() {
        return Ok(console.line(console.text("play.no-secrets", &[("side", &side)]))?);
    }
    console.line(console.text("play.secrets", &[("side", &side)]))?;
    for at in view.objectives.iter().flatten() {
        let name = console.sentence(&format!("objective {}", text::place(*at)));
        console.line(format!("  {name}"))?;
    }
    for ride in &view.rides {
        let name = &facts.general(ride.general).name;
        console.line(format!("  {name} {}", text::place(ride.pose.front)))?;
    }
    Ok(())
}
