//! `longroll data check`: every file of the battle, all faults at once.

use longroll_catalog::facts::BattleFacts;
use longroll_core::Side;

use crate::arguments::DataCheckArguments;
use crate::battle::{Battle, folder_of_checkout};
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &DataCheckArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    // Whoever stands in a checkout has just edited a file there and wants to know about that one.
    let folder = arguments.data.clone().or_else(folder_of_checkout);
    let battle = Battle::open(folder.as_deref(), console)?;
    let scenarios = battle.scenarios()?;
    let facts = battle.facts.as_ref();
    match &folder {
        Some(folder) => {
            console.line(console.text("data.folder", &[("path", &folder.display())]))?
        }
        None => console.line(console.text("data.built-in", &[]))?,
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
