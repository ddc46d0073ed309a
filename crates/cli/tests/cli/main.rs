//! The program from outside: what it prints and how it ends, for right and wrong input.

mod data;
mod help;
mod los;
mod map;
mod play;
mod report;
mod rule;
mod scenario;
mod serve;
mod sim;
mod situation;
mod tabletop;
mod tabletop_files;

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

/// The program in English, outside any checkout, so that a developer's machine changes nothing.
pub fn longroll(arguments: &[&str]) -> Command {
    let mut command =
        Command::cargo_bin("longroll").expect("cargo builds the program for its tests");
    command.args(arguments).current_dir(std::env::temp_dir());
    command.env_remove("LONGROLL_LANG").env("NO_COLOR", "1");
    command
}

/// Everything the program said and its exit code, for a snapshot.
pub fn said(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_string();
    let code = status.code().expect("the program ended by itself");
    let mut said = format!("exit {code}\n");
    for (name, bytes) in [("stdout", &stdout), ("stderr", &stderr)] {
        if !bytes.is_empty() {
            said += &format!("--- {name}\n{}\n", text(bytes));
        }
    }
    said
}

/// Writes a file and the folders it needs.
pub fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folder");
    std::fs::write(path, text).expect("file");
}
