//! What `play` and `sim` share: which scenario, by which rules.

use longroll_position::RuleSet;

use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;

/// The number of a built-in scenario, asked for by number or short name.
pub fn scenario_number(wanted: &str, console: &Console<'_>) -> Result<u8, Failure> {
    Ok(Battle::open(None, console)?
        .scenario(wanted, console)?
        .number)
}

/// The battle book's rules with some switches set: `los_crests=false`.
pub fn rule_set(switches: &[String], console: &Console<'_>) -> Result<RuleSet, Failure> {
    let mut rules = RuleSet::BATTLE_BOOK;
    for switch in switches {
        let set = match switch.split_once('=') {
            Some((name, value)) => rules
                .set(name.trim(), value.trim())
                .map_err(|error| error.to_string()),
            None => Err(console.text("switch.form", &[("text", switch)])),
        };
        set.map_err(|reason| Failure::question(reason, Some(console.text("switch.help", &[]))))?;
    }
    Ok(rules)
}
