//! Requests that the table in the browser must refuse.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::door::{Answer, Door};

/// A running table, ended with the test.
struct Table(Child);

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn open() -> (Table, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["serve", "--port", "0"])
        .env_remove("LONGROLL_LANG")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let address = line
        .trim()
        .strip_prefix("Long Roll is at http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .unwrap_or_else(|| panic!("no address in {line:?}"));
    let address = address.to_owned();
    (Table(child), address)
}

/// Sends bytes and reads what comes back until the other side is done.
fn send(address: &str, bytes: &[u8]) -> Answer {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return Answer::Panicked("nobody listens any more".to_owned());
    };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    if stream.read_to_end(&mut answer).is_err() && answer.is_empty() {
        return Answer::Hung;
    }
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text
        .split_whitespace()
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    match status.bytes().next() {
        Some(b'2' | b'3') => Answer::Accepted(text),
        Some(b'4') => Answer::Refused(text),
        _ => Answer::Panicked(text),
    }
}

/// Paths that there are not, each with what the answer must hold besides a reason.
const PATHS: &[&str] = &[
    "/nothing",
    "/nothing.html",
    "/api",
    "/api/",
    "/api/nothing",
    "/api/scenarios/",
    "/api/scenarios/0",
    "/api/scenarios/11",
    "/api/scenarios/99",
    "/api/scenarios/-1",
    "/api/scenarios/two",
    "/api/scenarios/2.5",
    "/api/scenarios/99999999999999999999",
    "/api/scenarios/%32%32%32",
    "/api/scenarios/2/nothing",
    "/api/scenarios/99/pieces",
    "/api/scenarios/99/map.svg",
    "/api/scenarios/two/pieces",
    "/api/map/hexes/",
    "/api/map/hexes/9999",
    "/api/map/hexes/S0000",
    "/api/map/hexes/X2706",
    "/api/map/hexes/S27",
    "/api/map/hexes/S2706S2707",
    "/api/map/hexes/%00",
    "/api/map/tiles/99/0/0",
    "/api/map/tiles/0/99/0",
    "/api/map/tiles/0/0/99",
    "/api/map/tiles/-1/0/0",
    "/api/map/tiles/a/b/c",
    "/api/map/tiles/0/0",
    "/api/map/tiles/0/0/0/0",
    "/api/map/tiles/99999999999/0/0",
    "/../Cargo.toml",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/....//....//etc/passwd",
    "/etc/passwd",
    "/.git/config",
    "/index.html%00.png",
    "/con",
    "/%ff%fe",
];

/// Whole requests, each with the status that answers it.
const REQUESTS: &[(&str, &str)] = &[
    (
        "POST /api/scenarios HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "405",
    ),
    (
        "PUT /api/scenarios/2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        "405",
    ),
    (
        "DELETE /api/scenarios/2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "405",
    ),
    (
        "PATCH / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "405",
    ),
    (
        "TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "405",
    ),
];

pub fn door() -> Door {
    let (_table, address) = open();
    let mut door = Door::default();
    for path in PATHS {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        let answer = with_reason(send(&address, request.as_bytes()));
        door.count(&format!("GET {path}"), &answer, &["HTTP/1.1 4", "reason:"]);
    }
    for (request, status) in REQUESTS {
        let answer = with_reason(send(&address, request.as_bytes()));
        let first = request.lines().next().unwrap_or_default();
        door.count(first, &answer, &[&format!("HTTP/1.1 {status}"), "reason:"]);
    }
    // After all of that it still answers.
    let good =
        format!("GET /api/scenarios HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    assert!(matches!(
        send(&address, good.as_bytes()),
        Answer::Accepted(_)
    ));
    door
}

/// Marks an answer whose body says something: a status alone tells a person nothing.
fn with_reason(answer: Answer) -> Answer {
    match answer {
        Answer::Refused(text) => {
            let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
            if body.trim().is_empty() {
                Answer::Refused(text)
            } else {
                Answer::Refused(format!("{text} reason:"))
            }
        }
        other => other,
    }
}
