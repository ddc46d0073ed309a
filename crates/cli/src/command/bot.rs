//! `longroll bot`: a program plays through a line protocol (`docs/bots.md`). Here are only the streams.

use std::io::{self, BufRead as _, Read as _};

use longroll_opponent::Protocol;

use crate::console::Console;
use crate::failure::Failure;

/// The most bytes that are read in search of the end of a line.
const LONGEST: u64 = 64 * 1024;

pub fn run(console: &mut Console<'_>) -> Result<(), Failure> {
    let mut protocol = Protocol::default();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !protocol.is_over() {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        for answer in protocol.line(&String::from_utf8_lossy(&line)) {
            console.line(answer)?;
        }
        console.flush()?;
    }
    Ok(())
}
