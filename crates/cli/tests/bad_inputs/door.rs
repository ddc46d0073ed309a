//! One door of the program: what was tried there and what came back.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// An answer that is longer than this is not read by anybody.
const LONGEST_ANSWER: usize = 6000;

/// How long an answer may take; this also holds for a program without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many inputs of each kind.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    pub tried: usize,
    pub clear: usize,
    pub unclear: usize,
    pub accepted: usize,
    pub hung: usize,
    pub panicked: usize,
}

impl Tally {
    pub const HEAD: &'static str = "door          tried  clear  unclear  accepted  hung  panicked";

    pub fn row(&self, name: &str) -> String {
        format!(
            "{name:<13} {:>5}  {:>5}  {:>7}  {:>8}  {:>4}  {:>8}",
            self.tried, self.clear, self.unclear, self.accepted, self.hung, self.panicked
        )
    }

    pub fn add(&mut self, other: &Self) {
        self.tried += other.tried;
        self.clear += other.clear;
        self.unclear += other.unclear;
        self.accepted += other.accepted;
        self.hung += other.hung;
        self.panicked += other.panicked;
    }
}

/// What came of one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It was refused with these words.
    Refused(String),
    /// It was taken; these words came.
    Accepted(String),
    /// Nothing came in time.
    Hung,
    /// The program broke down.
    Panicked(String),
}

/// A door with its counts and everything that is not as it should be.
#[derive(Debug, Default)]
pub struct Door {
    pub tally: Tally,
    pub faults: Vec<String>,
}

impl Door {
    /// Counts an answer; a clear one holds every word wanted.
    pub fn count(&mut self, input: &str, answer: &Answer, wanted: &[&str]) {
        self.tally.tried += 1;
        let fault = match answer {
            Answer::Refused(text) => {
                let flat = flat(text);
                let missing = wanted.iter().find(|word| !flat.contains(&***word));
                match missing {
                    Some(word) => Some(format!("unclear, '{word}' is missing: {}", short(&flat))),
                    None if text.len() > LONGEST_ANSWER => {
                        Some(format!("unclear, {} letters long", text.len()))
                    }
                    None => None,
                }
            }
            Answer::Accepted(text) => Some(format!("accepted: {}", short(&flat(text)))),
            Answer::Hung => Some("hung".to_owned()),
            Answer::Panicked(text) => Some(format!("panicked: {}", short(&flat(text)))),
        };
        match (answer, &fault) {
            (_, None) => self.tally.clear += 1,
            (Answer::Refused(_), _) => self.tally.unclear += 1,
            (Answer::Accepted(_), _) => self.tally.accepted += 1,
            (Answer::Hung, _) => self.tally.hung += 1,
            (Answer::Panicked(_), _) => self.tally.panicked += 1,
        }
        if let Some(fault) = fault {
            self.faults.push(format!("{input}: {fault}"));
        }
    }
}

/// A report without the lines that are drawn around it and broken at the edge of the screen.
fn flat(text: &str) -> String {
    text.replace(['│', '╰', '╭', '─', '▶', '×', '├'], " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn short(text: &str) -> String {
    text.chars().take(400).collect()
}

/// Runs the program with these arguments and lines; a bad input that ends well is accepted.
pub fn run(arguments: &[&str], lines: &str, folder: &Path) -> Answer {
    let child = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("LONGROLL_LANG")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    if let Some(mut stdin) = child.stdin.take() {
        // A program that refuses at once reads nothing.
        let _ = stdin.write_all(lines.as_bytes());
    }
    let out = child.stdout.take().expect("its output");
    let error = child.stderr.take().expect("its complaints");
    let read = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = from.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let (out, error) = (read(Box::new(out)), read(Box::new(error)));
    let Some(code) = wait(&mut child) else {
        let _ = child.kill();
        let _ = child.wait();
        return Answer::Hung;
    };
    let (out, error) = (
        out.join().expect("its output"),
        error.join().expect("its complaints"),
    );
    let all = format!("{out}\n{error}");
    match code {
        Some(0) => Answer::Accepted(all),
        Some(1..=3) if !error.contains("panicked at") => Answer::Refused(error),
        _ => Answer::Panicked(all),
    }
}

/// Waits for the end of a program; none if it does not come in time.
fn wait(child: &mut Child) -> Option<Option<i32>> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status.code());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// Does the same with many inputs on all cores; the answers come in the order of the inputs.
pub fn at_once<T: Sync, A: Send>(inputs: &[T], answer: impl Fn(&T) -> A + Sync) -> Vec<A> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let next = Mutex::new(0);
    let mut answers: Vec<(usize, A)> = std::thread::scope(|scope| {
        let work = || {
            let mut own = Vec::new();
            loop {
                let index = {
                    let mut next = next.lock().expect("a counter");
                    *next += 1;
                    *next - 1
                };
                let Some(input) = inputs.get(index) else {
                    return own;
                };
                own.push((index, answer(input)));
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles
            .into_iter()
            .flat_map(|handle| handle.join().expect("a thread that does not panic"))
            .collect()
    });
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
