//! `longroll`: the program on top of the engine. Each command has a file of its
//! own in `command/`; what people read stands in `data/messages/`.

mod arguments;
mod battle;
mod command;
mod console;
mod failure;
mod files;
mod game;
mod index;
mod messages;
mod score;
mod selection;
mod statements;
mod tabletop;

use std::process::ExitCode;

use console::Console;
use messages::{Language, Messages};

fn main() -> ExitCode {
    let raw: Vec<_> = std::env::args_os().collect();
    let messages = Messages::of(Language::wanted(
        &raw,
        std::env::var("LONGROLL_LANG").ok().as_deref(),
    ));
    let arguments = match arguments::parse(raw, &messages) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    let mut console = Console::stdout(&messages);
    match command::run(arguments, &mut console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
