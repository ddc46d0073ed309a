//! One file per command.

mod rule;
mod rule_coverage;
mod rule_find;

use crate::arguments::{Arguments, Chosen, RuleCommand};
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: Arguments, console: &mut Console<'_>) -> Result<(), Failure> {
    match arguments.command {
        Some(Chosen::Rule(rule)) => match rule.command {
            Some(RuleCommand::Coverage(coverage)) => rule_coverage::run(&coverage, console),
            Some(RuleCommand::Find(find)) => rule_find::run(&find, console),
            None => rule::run(&rule, console),
        },
        None => Ok(()),
    }
}
