//! `longroll help`: the same words as `--help`, of the program or of a command.

use longroll_core::did_you_mean;

use crate::arguments::{HelpArguments, help_of};
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &HelpArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    match help_of(&arguments.command, console.messages) {
        Ok(text) => Ok(console.line(text.trim_end())?),
        Err((word, known)) => {
            let near = did_you_mean(&word, known.iter().map(String::as_str));
            let message = console.text("help-of.unknown", &[("word", &word), ("near", &near)]);
            let list = known.join(", ");
            let help =
                (!known.is_empty()).then(|| console.text("help-of.list", &[("list", &list)]));
            Err(Failure::question(message, help))
        }
    }
}
