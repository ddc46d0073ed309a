//! Where commands write, and the few shapes their output has.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::Style;
use longroll_core::{NotationError, Refusal, Term, clip};
use longroll_gbacw::Event;
use longroll_position::Setting;
use longroll_rule::{Rule, Wording};
use longroll_shell_for_guns_table::Tongue;
use longroll_table::{Language, Words};

use crate::messages::Messages;
use crate::statements;

/// Lines longer than this are hard to read, whatever the window.
const WIDTH: usize = 96;

/// Standard output with the catalogue of the chosen language.
pub struct Console<'a> {
    out: Box<dyn Write>,
    pub messages: &'a Messages,
}

/// A phrase of the engine as a key of the catalogue.
fn key(phrase: &str) -> String {
    phrase.replace(", ", "-").replace(' ', "-")
}

impl<'a> Console<'a> {
    pub fn stdout(messages: &'a Messages) -> Console<'a> {
        Console {
            out: Box::new(anstream::stdout().lock()),
            messages,
        }
    }

    /// A text of the catalogue, with its blanks filled.
    pub fn text(&self, key: &str, blanks: &[(&str, &dyn Display)]) -> String {
        self.messages.text(key, blanks)
    }

    /// Why a choice is refused, and by which rule.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        Words::of(self.messages.language()).refusal(refusal)
    }

    /// A modifier of a die: how much, why, and by which rule.
    pub fn term(&self, term: &Term) -> String {
        match self.messages.language() {
            Language::En => term.to_string(),
            language @ Language::It => {
                let reason = Words::of(language).reason(&term.reason);
                format!("{:+} {reason} [{}]", term.value, term.rule)
            }
        }
    }

    /// A statement of the data of a scenario; English where nobody has put it into the language yet.
    pub fn statement<'t>(&self, text: &'t str) -> &'t str {
        statements::told(self.messages.language(), text)
    }

    /// What is wrong with a line of order notation.
    pub fn notation(&self, error: &NotationError) -> String {
        match error {
            NotationError::Empty => self.text("notation.empty", &[]),
            NotationError::UnknownOrder { word, known } => self.text(
                "notation.unknown-order",
                &[("word", &clip(word)), ("known", known)],
            ),
            NotationError::Unknown { found, expected } => {
                self.not_found(found, expected, &String::new())
            }
            NotationError::Missing { expected } => {
                let expected = self.word("notation", &key(expected));
                self.text("notation.missing", &[("expected", &expected)])
            }
            NotationError::LeftOver { found } => {
                self.text("notation.left-over", &[("found", &clip(found))])
            }
            NotationError::Ambiguous { text, meanings } => self.text(
                "notation.ambiguous",
                &[("text", &clip(text)), ("meanings", meanings)],
            ),
        }
    }

    /// That something is not what should stand there, with what is near to it.
    pub fn not_found(&self, found: &str, expected: &str, near: &dyn Display) -> String {
        let expected = self.word("notation", &key(expected));
        let blanks: [(&str, &dyn Display); 3] = [
            ("found", &clip(found)),
            ("expected", &expected),
            ("near", near),
        ];
        self.text("notation.unknown", &blanks)
    }

    /// A rule in the words of the language.
    pub fn wording(&self, rule: Rule) -> Wording {
        self.messages.language().wording(rule)
    }

    /// An event of the battle in a line: the engine's own in English, the table's in other languages.
    pub fn event(&self, setting: &Setting, event: &Event) -> String {
        match self.messages.language() {
            Language::En => longroll_gbacw::text::line(setting, event),
            language @ Language::It => longroll_table::event_line(setting, language, event),
        }
    }

    /// The language in which the rules of miniatures are told.
    pub const fn tongue(&self) -> Tongue {
        match self.messages.language() {
            Language::En => Tongue::English,
            Language::It => Tongue::Italian,
        }
    }

    /// A sentence of the rules of miniatures: chances, a tape, a verdict.
    pub fn sentence(&self, english: &str) -> String {
        self.tongue().sentence(english)
    }

    /// A word of the data (`swamp-stream`) as a person says it.
    pub fn word(&self, group: &str, word: &str) -> String {
        match self.messages.get(&format!("word.{group}.{word}")) {
            Some(text) => text.to_string(),
            None => word.replace('-', " "),
        }
    }

    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// A remark beside the result; on standard error where the result is for programs.
    pub fn note(&mut self, aside: bool, text: impl Display) -> io::Result<()> {
        if aside {
            anstream::eprintln!("{text}");
            return Ok(());
        }
        self.line(text)
    }

    pub fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Shows what has been written so far, before a long wait.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    pub fn heading(&mut self, text: impl Display) -> io::Result<()> {
        let bold = Style::new().bold();
        writeln!(self.out, "{bold}{text}{bold:#}")
    }

    /// A paragraph, wrapped and moved in.
    pub fn paragraph(&mut self, indent: usize, text: &str) -> io::Result<()> {
        let indent = " ".repeat(indent);
        let options = textwrap::Options::new(WIDTH)
            .initial_indent(&indent)
            .subsequent_indent(&indent);
        writeln!(self.out, "{}", textwrap::fill(text, options))
    }

    /// A line `name  text` of a list, the text wrapped under itself.
    pub fn item(&mut self, width: usize, name: impl Display, text: &str) -> io::Result<()> {
        let first = format!("  {name:<width$}  ");
        let next = " ".repeat(first.chars().count());
        let options = textwrap::Options::new(WIDTH)
            .initial_indent(&first)
            .subsequent_indent(&next);
        writeln!(self.out, "{}", textwrap::fill(text, options))
    }

    pub fn json<T: serde::Serialize>(&mut self, value: &T) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        writeln!(self.out)
    }
}
