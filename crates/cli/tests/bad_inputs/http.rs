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

/// The table, the folder of its games, and its address.
fn open() -> (Table, tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut child = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["serve", "--port", "0"])
        .env("LONGROLL_GAMES", folder.path().join("games.sqlite"))
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
    (Table(child), folder, address)
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
    "/api/scenarios/+2",
    "/api/map/tiles/+0/0/0",
    "/api/sprites/near/+1",
    "/api/sprites/near/99",
    "/api/rules/XX",
    "/api/games/+1",
    "/api/games/99999/look",
    "/api/games/1/look?lang=de",
    "/api/games/1/look?lang=en&lang=it",
    "/api/games/99999/socket",
    "/api/tabletop/games/x",
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

/// New games that there cannot be, and what the answer must name.
const GAMES: &[(&str, &str)] = &[
    (
        "{\"scenario\":2,\"tour\":\"begin\"}",
        "the tour has its own game",
    ),
    (
        "{\"tour\":\"begin\",\"seed\":5}",
        "a game that goes on has its own",
    ),
    ("{\"tour\":\"dance\"}", "the tour has the chapters"),
    (
        "{\"from\":{\"game\":1,\"at\":0},\"rules\":{\"los_crests\":\"false\"}}",
        "a game that goes on has its own",
    ),
    (
        "{\"from\":{\"game\":1,\"at\":0},\"seed\":5}",
        "a game that goes on has its own",
    ),
    (
        "{\"from\":{\"game\":1,\"at\":0},\"variant\":\"extended\"}",
        "a game that goes on has its own",
    ),
    (
        "{\"from\":{\"game\":99999,\"at\":0}}",
        "there is no game 99999",
    ),
    ("{\"roll\":\"\"}", "Scenario is missing"),
    (
        "{\"roll\":\"[Scenario \\\"2\\\"]\\n[Reseed \\\"2:x\\\"]\"}",
        "line 2: the header's tag Reseed has '2:x'",
    ),
    (
        "{\"roll\":\"[Format \\\"1\\\"]\\n[Scenario \\\"2\\\"]\\n[Seed \\\"+1\\\"]\"}",
        "Seed cannot be '+1'",
    ),
    (
        "{\"roll\":\"[Format \\\"1\\\"]\\n[Scenario \\\"+2\\\"]\\n[Seed \\\"1\\\"]\"}",
        "there is no scenario +2",
    ),
    (
        "{\"roll\":\"[Format \\\"1\\\"]\\n[Scenario \\\"2\\\"]\\n[Seed \\\"1\\\"]\\n[Case \\\"4.21\\\"]\"}",
        "no tag Situation",
    ),
    (
        "{\"roll\":\"[Format \\\"1\\\"]\\n[Scenario \\\"2\\\"]\\n[Seed \\\"1\\\"]\",\"rules\":{\"los_crests\":\"false\"}}",
        "a game that goes on has its own",
    ),
    (
        "{\"scenario\":2,\"colour\":\"red\"}",
        "unknown field `colour`",
    ),
    ("{\"scenario\":2,\"scenario\":3}", "duplicate field"),
    ("{\"scenario\":2,\"curtain\":\"velvet\"}", "velvet"),
    ("{\"scenario\":2,\"seed\":-1}", "-1"),
    ("{\"scenario\":2,\"union\":\"\"}", "cannot play; there are"),
    ("null", "cannot be read"),
    ("", "cannot be read"),
];

pub fn door() -> Door {
    let (_table, _folder, address) = open();
    let mut door = Door::default();
    for (wish, wanted) in GAMES {
        let request = format!(
            "POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{wish}",
            wish.len()
        );
        let answer = with_reason(send(&address, request.as_bytes()));
        door.count(wish, &answer, &["HTTP/1.1 4", wanted]);
    }
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
