//! `longroll serve`: it prints an address, answers there, and refuses what it cannot do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::{longroll, said};

/// A running table, ended with the test.
struct Table(Child);

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn open(arguments: &[&str]) -> (Table, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .env_remove("LONGROLL_LANG")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("a line");
    (Table(child), line)
}

fn ask(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the table listens");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .expect("a question");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_printed_address_answers() {
    let (_table, line) = open(&["serve", "--port", "0"]);
    let address = line
        .trim()
        .strip_prefix("Long Roll is at http://")
        .and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(ask(address, "/").starts_with("HTTP/1.1 200"));
    assert!(ask(address, "/api/scenarios").starts_with("HTTP/1.1 200"));
    assert!(ask(address, "/api/scenarios/99").starts_with("HTTP/1.1 404"));
}

#[test]
fn without_a_command_the_table_opens() {
    let (_table, line) = open(&[]);
    assert!(
        line.starts_with("Long Roll is at http://127.0.0.1:"),
        "{line}"
    );
}

#[test]
fn an_address_of_another_machine_is_refused() {
    let all = said(&mut longroll(&[
        "serve",
        "--host",
        "192.0.2.1",
        "--port",
        "0",
    ]));
    assert!(
        all.starts_with("exit 2") && all.contains("192.0.2.1:0"),
        "{all}"
    );
    longroll(&["serve", "--port", "99999"]).assert().code(2);
    longroll(&["serve", "--host", "home"]).assert().code(2);
}
