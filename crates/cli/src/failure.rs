//! How a command ends when it does not end well, and the exit code for it.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use thiserror::Error;

/// Everything that stops a command. Scripts tell the three apart by exit code:
/// 1 the thing asked about has faults, 2 the question was wrong, 3 the machine
/// refused to read or write.
#[derive(Debug, Error)]
pub enum Failure {
    /// The check was made and found faults.
    #[error("{0}")]
    Faults(Box<dyn Diagnostic + Send + Sync>),
    /// The question cannot be answered as it was put.
    #[error("{0}")]
    Question(Box<dyn Diagnostic + Send + Sync>),
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// Nobody reads the output any more.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// A message with an advice, both from the catalogue.
#[derive(Debug, Error, Diagnostic)]
#[error("{message}")]
pub struct Plain {
    message: String,
    #[help]
    help: Option<String>,
}

impl Failure {
    pub fn question(message: String, help: Option<String>) -> Failure {
        Failure::Question(Box::new(Plain { message, help }))
    }

    pub fn faults(message: String, help: Option<String>) -> Failure {
        Failure::Faults(Box::new(Plain { message, help }))
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Faults(_) => 1,
            Failure::Question(_) => 2,
            Failure::File { .. } | Failure::Output(_) => 3,
        }
    }

    /// Prints the failure to standard error and gives the exit code.
    pub fn report(self) -> ExitCode {
        let code = ExitCode::from(self.code());
        match self {
            // `longroll rule coverage | head` is no failure.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Faults(diagnostic) | Failure::Question(diagnostic) => {
                print(diagnostic.as_ref());
                code
            }
            other => {
                print(&Plain {
                    message: other.to_string(),
                    help: None,
                });
                code
            }
        }
    }
}

fn print(diagnostic: &dyn Diagnostic) {
    let mut text = String::new();
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_width(100);
    if handler.render_report(&mut text, diagnostic).is_ok() {
        // anstream leaves the colours out where nobody would see them.
        anstream::eprint!("{text}");
    } else {
        anstream::eprintln!("{diagnostic}");
    }
}
