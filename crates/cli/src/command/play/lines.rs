//! What a person types: with editing, history and completion at a terminal, line by line from anywhere else.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal, Lines as IoLines, StdinLock};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::failure::Failure;

/// Where lines come from.
pub enum Lines {
    /// A person at a terminal.
    Terminal(Box<Editor<Choices, MemHistory>>),
    /// A file or another program.
    Stream(IoLines<StdinLock<'static>>),
}

impl Lines {
    /// A terminal that cannot be edited is read like a file.
    pub fn open() -> Lines {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = Editor::with_history(Config::default(), MemHistory::new());
            if let Ok(mut editor) = editor {
                editor.set_helper(Some(Choices::default()));
                return Lines::Terminal(Box::new(editor));
            }
        }
        Lines::Stream(io::stdin().lock().lines())
    }

    /// The next line; none when there are no more.
    pub fn next(&mut self, offered: &dyn Fn() -> Vec<String>) -> Result<Option<String>, Failure> {
        match self {
            Lines::Stream(lines) => match lines.next().transpose() {
                Ok(line) => Ok(line),
                // Bytes that are no text are a line that means nothing, not the end of the game.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Some("\u{fffd}".to_owned()))
                }
                Err(error) => Err(error.into()),
            },
            Lines::Terminal(editor) => {
                if let Some(choices) = editor.helper_mut() {
                    choices.here = offered();
                }
                loop {
                    match editor.readline("> ") {
                        Ok(line) => {
                            let _ = editor.add_history_entry(line.as_str());
                            return Ok(Some(line));
                        }
                        // Ctrl-C gives up the line, Ctrl-D the game.
                        Err(ReadlineError::Interrupted) => {}
                        Err(ReadlineError::Eof) => return Ok(None),
                        Err(ReadlineError::Io(error)) => return Err(error.into()),
                        Err(error) => return Err(io::Error::other(error).into()),
                    }
                }
            }
        }
    }
}

/// The choices of the pending decision, which Tab completes.
#[derive(Debug, Default)]
pub struct Choices {
    here: Vec<String>,
}

impl Choices {
    /// The choices that go on as the line does, each as far as its next word.
    fn complete_line(&self, line: &str) -> Vec<String> {
        let typed = line.to_lowercase();
        let mut found: Vec<String> = self
            .here
            .iter()
            .filter(|choice| choice.to_lowercase().starts_with(&typed))
            .map(|choice| {
                let end = choice[typed.len()..]
                    .find(' ')
                    .map_or(choice.len(), |space| typed.len() + space + 1);
                choice[..end].to_owned()
            })
            .collect();
        found.dedup();
        found
    }
}

impl Completer for Choices {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        place: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..place).unwrap_or(line);
        // What is not plain letters may change its length when its case does.
        if !typed.is_ascii() {
            return Ok((0, Vec::new()));
        }
        Ok((0, self.complete_line(typed)))
    }
}

impl Hinter for Choices {
    type Hint = String;
}
impl Highlighter for Choices {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}
impl Validator for Choices {}
impl Helper for Choices {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_goes_on_to_the_next_word() {
        let choices = Choices {
            here: ["move 9 IL 2323 NE", "move 9 IL 2324 NE", "halt"]
                .map(str::to_owned)
                .to_vec(),
        };
        assert_eq!(choices.complete_line("m"), ["move "]);
        assert_eq!(
            choices.complete_line("move 9 il 2"),
            ["move 9 IL 2323 ", "move 9 IL 2324 "]
        );
        assert_eq!(choices.complete_line("ha"), ["halt"]);
        assert!(choices.complete_line("x").is_empty());
    }
}
