//! `longroll data check`: every file of the battle, all faults at once.

use std::path::Path;

use longroll_catalog::facts::BattleFacts;
use longroll_core::Side;

use crate::arguments::DataCheckArguments;
use crate::battle::{Battle, folder_of_checkout};
use crate::console::Console;
use crate::failure::Failure;
use crate::tabletop;

pub fn run(arguments: &DataCheckArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(folder) = &arguments.data {
        return if tabletop::is_our_folder(folder) {
            check_tabletop(Some(folder), console)
        } else {
            check_battle(Some(folder), console)
        };
    }
    // Whoever stands in a checkout has just edited a file there and wants to know about that one.
    check_battle(folder_of_checkout().as_deref(), console)?;
    check_tabletop(tabletop::folder_of_checkout().as_deref(), console)
}

fn tell_folder(folder: Option<&Path>, console: &mut Console<'_>) -> Result<(), Failure> {
    let line = match folder {
        Some(folder) => console.text("data.folder", &[("path", &folder.display())]),
        None => console.text("data.built-in", &[]),
    };
    Ok(console.line(line)?)
}

/// Shell for Guns Lite: every file, each fault with its file and line.
fn check_tabletop(folder: Option<&Path>, console: &mut Console<'_>) -> Result<(), Failure> {
    let data = tabletop::folder(folder, console)?;
    let faults = data.faults();
    if !faults.is_empty() {
        let told: Vec<String> = faults
            .iter()
            .map(|own| console.tongue().faults(own))
            .collect();
        let count = faults.len();
        return Err(Failure::faults(
            console.text("data.tabletop-faulty", &[("count", &count)]),
            Some(told.join("\n")),
        ));
    }
    tell_folder(folder, console)?;
    let counts: [(&str, &dyn std::fmt::Display); 3] = [
        ("tables", &data.tables().len()),
        ("armies", &data.armies().len()),
        ("positions", &data.positions().len()),
    ];
    Ok(console.line(console.text("data.tabletop-sound", &counts))?)
}

fn check_battle(folder: Option<&Path>, console: &mut Console<'_>) -> Result<(), Failure> {
    let battle = Battle::open(folder, console)?;
    let scenarios = battle.scenarios()?;
    battle.starts(&scenarios, console)?;
    let facts = battle.facts.as_ref();
    tell_folder(folder, console)?;
    for (class, roll, sp) in facts.tables.fire.weaker() {
        let about: [(&str, &dyn std::fmt::Display); 3] =
            [("half", &class.word()), ("roll", &roll), ("sp", &sp)];
        console.line(console.text("data.weaker", &about))?;
    }
    let counts: [(&str, &dyn std::fmt::Display); 6] = [
        ("hexes", &facts.ground.grid.len()),
        ("routes", &facts.ground.names.routes.len()),
        ("union", &units(facts, Side::Union)),
        ("confederate", &units(facts, Side::Confederate)),
        ("leaders", &facts.leaders.len()),
        ("scenarios", &scenarios.len()),
    ];
    Ok(console.line(console.text("data.sound", &counts))?)
}

fn units(facts: &BattleFacts, side: Side) -> usize {
    facts.units.iter().filter(|unit| unit.side == side).count()
}
