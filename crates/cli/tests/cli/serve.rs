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
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command.args(arguments).current_dir(std::env::temp_dir());
    begin(command)
}

/// Starts the program and waits for its first line.
fn begin(mut command: Command) -> (Table, String) {
    let mut child = command
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

fn post(address: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the table listens");
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .expect("a question");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// The records below a folder.
fn rolls(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(rolls(&path));
        } else if path.extension().is_some_and(|kind| kind == "roll") {
            found.push(path);
        }
    }
    found
}

/// The terminal tells of a record of the page, draws it and goes on with it.
fn is_read(path: &std::path::Path) {
    let record = path.to_str().expect("a plain path");
    let drawing = path.with_extension("svg");
    let drawing = drawing.to_str().expect("a plain path");
    for (arguments, wanted) in [
        (&["report", record][..], "First fight"),
        (&["play", "--resume", record], "First fight"),
        (&["render", "--scenario", record, "--out", drawing], drawing),
    ] {
        let all = said(longroll(arguments).write_stdin("quit!\n"));
        assert!(all.starts_with("exit 0") && all.contains(wanted), "{all}");
    }
}

#[test]
fn a_ready_position_played_on_the_page_is_read_by_the_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command
        .args(["serve", "--port", "0"])
        .env("LONGROLL_GAMES", home.path().join("games.sqlite"));
    let (_table, line) = begin(command);
    let address = line.trim().trim_start_matches("Long Roll is at http://");
    let address = address.trim_end_matches('/');
    let begin = |player: &str| {
        let wish = format!(
            "{{\"table\":\"first-fight\",\"union\":\"{player}\",\"confederate\":\"{player}\",\"seed\":5}}"
        );
        let answer = post(address, "/api/tabletop/games", &wish);
        let json: serde_json::Value = serde_json::from_str(body(&answer)).expect("JSON");
        json["id"].as_i64().unwrap_or_else(|| panic!("{answer}"))
    };
    // A few choices of people; the record is not told before the end, but it is kept.
    let id = begin("person");
    for _ in 0..2 {
        let look = ask(address, &format!("/api/tabletop/games/{id}"));
        let look: serde_json::Value = serde_json::from_str(body(&look)).expect("JSON");
        let saying = format!(
            "{{\"say\":\"choose\",\"text\":\"done\",\"version\":{}}}",
            look["version"]
        );
        let answer = post(address, &format!("/api/tabletop/games/{id}/say"), &saying);
        assert!(answer.contains("\"done\""), "{answer}");
    }
    let early = ask(address, &format!("/api/tabletop/games/{id}/record"));
    assert!(early.starts_with("HTTP/1.1 409"), "{early}");
    let kept = rolls(home.path());
    assert_eq!(kept.len(), 1, "{kept:?}");
    is_read(&kept[0]);
    // A whole game, and its record as it is downloaded.
    let id = begin("random");
    let answer = ask(address, &format!("/api/tabletop/games/{id}/record"));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let path = home.path().join("downloaded.txt");
    std::fs::write(&path, body(&answer)).expect("file");
    is_read(&path);
    // As it was written in the first days.
    let old = body(&answer)
        .replace("[Situation \"first-fight\"]\n", "")
        .replace("[Table \"\"]", "[Table \"first-fight\"]");
    std::fs::write(&path, old).expect("file");
    is_read(&path);
}
