//! Games as a client meets them: requests handed to the service, and a WebSocket over loopback.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use proptest::prelude::*;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::openapi::ADDRESSES;
use super::{Hall, Shield, routes};

struct Server {
    router: Router,
    runtime: tokio::runtime::Runtime,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    json: Value,
    text: String,
}

impl Server {
    fn open(path: Option<&std::path::Path>, who: Shield) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let hall = runtime.block_on(Hall::open(path, who)).unwrap();
        let router = routes(Arc::new(hall));
        Self { router, runtime }
    }

    fn send(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let bytes = body.collect().await.unwrap().to_bytes();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Answer {
                status: parts.status,
                headers: parts.headers,
                json: serde_json::from_str(&text).unwrap_or(Value::Null),
                text,
            }
        })
    }

    fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        self.send(request)
    }

    fn begin(&self, more: &Value) -> i64 {
        let mut wanted = json!({ "scenario": 2, "seed": 7, "curtain": "never" });
        for (key, value) in more.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        let answer = self.post("/api/games", &wanted);
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json["id"].as_i64().unwrap()
    }

    fn look(&self, id: i64) -> Value {
        self.get(&format!("/api/games/{id}/look")).json["look"].clone()
    }

    fn say(&self, id: i64, what: &Value) -> Value {
        let answer = self.post(&format!("/api/games/{id}/say"), what);
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json
    }

    /// Makes the choice the bar proposes, on the state that is shown.
    fn go_on(&self, id: i64, look: &Value, turn: usize) -> Value {
        let choices = look["question"]["choices"].as_array().unwrap();
        let accept = choices.iter().find(|choice| choice["order"] == "accept");
        let choice = accept.unwrap_or(&choices[turn * 7 % choices.len()]);
        let order = &choice["order"];
        self.say(
            id,
            &json!({ "id": 3, "state": look["state"], "say": "choose", "order": order }),
        )
    }
}

#[test]
fn a_game_is_begun_played_kept_and_thrown_away() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/games.sqlite");
    let (id, state, pieces) = {
        let server = Server::open(Some(&file), Shield::Loopback);
        assert_eq!(server.get("/api/games").json, json!([]));
        let id = server.begin(&json!({ "name": "With Anna" }));
        for turn in 0..40 {
            let look = server.look(id);
            let reply = server.go_on(id, &look, turn);
            assert_eq!(reply["reply"], 3);
            assert!(reply["error"].is_null(), "{reply}");
        }
        let look = server.look(id);
        (id, look["state"].clone(), look["pieces"].clone())
    };
    // Another server on the same file: everything is as it was.
    let server = Server::open(Some(&file), Shield::Loopback);
    let list = server.get("/api/games").json;
    assert_eq!(list[0]["name"], "With Anna");
    assert_eq!(list[0]["title"], "The Long Walk");
    let look = server.look(id);
    assert_eq!((&look["state"], &look["pieces"]), (&state, &pieces));
    let early = server.get(&format!("/api/games/{id}/record"));
    assert_eq!(
        (early.status, early.json["error"].as_str()),
        (StatusCode::CONFLICT, Some("not-over"))
    );
    // From the middle of it as a new game.
    let branch = server.post(
        "/api/games",
        &json!({ "from": { "game": id, "at": 20 }, "name": "What if" }),
    );
    assert_eq!(branch.status, StatusCode::CREATED, "{}", branch.text);
    assert!(
        branch.json["choices"].as_u64().unwrap() >= 20,
        "{}",
        branch.text
    );
    // Whoever is not named keeps his seat.
    let first = server.get(&format!("/api/games/{id}")).json;
    for side in ["union", "confederate"] {
        assert_eq!(branch.json[side], first[side], "{side}");
    }
    let other = server.post(
        "/api/games",
        &json!({ "from": { "game": id, "at": 20 }, "union": "plain", "confederate": "person" }),
    );
    assert_eq!(other.json["union"], "plain", "{}", other.text);
    let on = server.post(
        "/api/games",
        &json!({ "from": { "game": other.json["id"], "at": 20 } }),
    );
    assert_eq!(on.json["union"], "plain", "{}", on.text);
    for game in [other, on] {
        let delete = Request::delete(format!("/api/games/{}", game.json["id"]));
        let gone = server.send(delete.body(Body::empty()).unwrap());
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
    }
    let gone = server.send(
        Request::delete(format!("/api/games/{id}"))
            .body(Body::empty())
            .unwrap(),
    );
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(
        server.get(&format!("/api/games/{id}")).status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        server.get("/api/games").json.as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn the_computer_answers_and_the_end_is_told() {
    let server = Server::open(None, Shield::Loopback);
    let id = server.begin(&json!({ "union": "computer" }));
    let mut decided = 0;
    for turn in 0..400 {
        let look = server.look(id);
        if !look["over"].is_null() {
            break;
        }
        if look["question"].is_null() {
            // The computer is at it.
            assert_eq!(look["waiting"]["computer"], true, "{}", look["waiting"]);
            std::thread::sleep(std::time::Duration::from_millis(25));
            continue;
        }
        assert_eq!(look["side"], "confederate");
        let reply = server.go_on(id, &look, turn);
        // Between the look and the saying the computer may have moved.
        if reply["error"].is_null() {
            decided += 1;
        } else {
            assert_eq!(reply["error"]["word"], "stale");
        }
    }
    assert!(decided > 20, "{decided}");
    let look = server.look(id);
    if !look["over"].is_null() {
        let record = server.get(&format!("/api/games/{id}/record"));
        assert_eq!(record.status, StatusCode::OK);
        let again = server.post("/api/games", &json!({ "roll": record.text }));
        assert_eq!(again.status, StatusCode::CREATED, "{}", again.text);
        assert_eq!(again.json["over"], true);
    }
}

/// The record of a whole game that the program played against itself.
fn played() -> String {
    use longroll_core::{BySide, Seed};
    use longroll_sim::{Limits, Unwatched, play_game, record_of, table};
    let stage = table::stage(2, longroll_position::RuleSet::BATTLE_BOOK).unwrap();
    let names = BySide::from_fn(|_| "random");
    let (limits, seed) = (Limits::default(), Seed(7));
    let game = play_game(&stage, seed, names, limits, &mut Unwatched).unwrap();
    let (_, record) = record_of(&stage, seed, names, &game.choices).unwrap();
    record.print()
}

#[test]
fn a_record_that_is_not_true_is_refused_with_its_line_and_choice() {
    let server = Server::open(None, Shield::Loopback);
    let sound = played();
    let lines: Vec<&str> = sound.lines().collect();
    let is_order = |line: &&str| line.starts_with("U: ") || line.starts_with("C: ");
    let refused = |lines: &[&str], wanted: &[&str]| {
        let answer = server.post("/api/games", &json!({ "roll": lines.join("\n") }));
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
        let reason = answer.json["reason"].as_str().unwrap();
        for part in wanted {
            assert!(reason.contains(part), "{part}: {reason}");
        }
    };
    // A die that fell otherwise: the line is not the choice.
    let place = lines.iter().rposition(|line| line.ends_with('}')).unwrap();
    let (order, dice) = lines[place].split_once('{').unwrap();
    let other = format!("{order}{{99 {dice}");
    let choice = lines[..=place].iter().filter(|line| is_order(line)).count();
    let mut bad = lines.clone();
    bad[place] = &other;
    let (line, choice) = (
        format!("line {}: the record says", place + 1),
        format!("(choice {choice})"),
    );
    refused(&bad, &[&line, &choice]);
    // An abbreviation, amid the record and where it was cut.
    let place = lines.iter().position(is_order).unwrap();
    let mut bad = lines.clone();
    bad[place] = &lines[place][..lines[place].len() - 1];
    let whole = &lines[place][3..];
    let line = format!("line {}: ", place + 1);
    refused(&bad, &[&line, "is not a whole order", whole, "(choice 1)"]);
    refused(&bad[..=place], &[&line, "is not a whole order"]);
    // Another result.
    let result = lines.iter().position(|line| line.starts_with("[Result "));
    let mut bad = lines.clone();
    bad[result.unwrap()] = "[Result \"a great victory\"]";
    refused(&bad, &["'a great victory'", "ends with"]);
    // Another position.
    let place = lines
        .iter()
        .rposition(|line| line.starts_with("= "))
        .unwrap();
    let mut bad = lines.clone();
    bad[place] = "= 0123456789abcdef";
    refused(&bad, &[&format!("line {}: the position", place + 1)]);
    // What no server opens, and what is missing.
    let mut bad = lines.clone();
    bad.insert(1, "[Situation \"/etc/passwd\"]");
    refused(&bad, &["'/etc/passwd'", "no files are opened here"]);
    refused(&[], &["tag Scenario is missing"]);
    // Far too many tags are refused at once, and nothing is kept.
    let many: Vec<String> = (0..50_000).map(|n| format!("[T{n} \"x\"]")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    refused(&many, &["line 101: the header has more than 100 tags"]);
    assert_eq!(server.get("/api/games").json, json!([]));
    let good = server.post("/api/games", &json!({ "roll": sound }));
    assert_eq!(good.status, StatusCode::CREATED, "{}", good.text);
}

#[test]
fn a_language_that_is_not_spoken_is_refused_with_those_that_are() {
    let server = Server::open(None, Shield::Loopback);
    let id = server.begin(&json!({}));
    for lang in ["it", "en", "it-IT", ""] {
        let answer = server.get(&format!("/api/games/{id}/look?lang={lang}"));
        assert_eq!(answer.status, StatusCode::OK, "{lang}");
    }
    let look = server.get(&format!("/api/games/{id}/look?lang=de"));
    let say = server.post(
        &format!("/api/games/{id}/say?lang=de"),
        &json!({ "id": 1, "say": "look" }),
    );
    for answer in [look, say] {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
        let reason = answer.json["reason"].as_str().unwrap();
        assert!(
            reason.contains("'de'") && reason.contains("en, it"),
            "{reason}"
        );
    }
}

#[test]
fn variants_of_different_kinds_are_played_together() {
    let server = Server::open(None, Shield::Loopback);
    server.begin(&json!({ "scenario": 1, "variant": "extended+variable-lew-wallace" }));
    server.begin(&json!({ "scenario": 1, "variant": "variable-lew-wallace" }));
    let list = server.get("/api/games").json;
    let turns = |game: usize| list[game]["turn"]["of"].as_u64();
    let mut both = [turns(0), turns(1)];
    both.sort_unstable();
    assert_eq!(both, [Some(13), Some(26)], "{list}");
}

#[test]
fn what_cannot_be_had_is_refused_with_a_reason() {
    let server = Server::open(None, Shield::Loopback);
    let id = server.begin(&json!({}));
    for (body, status, word) in [
        (json!({}), 400, "bad-request"),
        (json!({ "scenario": 99 }), 404, "no-such-scenario"),
        (json!({ "scenario": 2, "roll": "" }), 400, "bad-request"),
        (
            json!({ "scenario": 2, "union": "nobody" }),
            400,
            "bad-request",
        ),
        (
            json!({ "scenario": 2, "rules": { "no_such": "true" } }),
            400,
            "bad-request",
        ),
        (json!({ "scenario": 2, "other": 1 }), 400, "bad-request"),
        (
            json!({ "from": { "game": 999, "at": 0 } }),
            404,
            "no-such-game",
        ),
        (
            json!({ "from": { "game": id, "at": 999_999 } }),
            400,
            "bad-request",
        ),
        (
            json!({ "roll": "[Scenario \"2\"]\nX: y" }),
            400,
            "bad-request",
        ),
        (
            json!({ "roll": "[Scenario \"2\"]\n[Seed \"1\"]\nU: dance" }),
            400,
            "bad-request",
        ),
        (json!({ "roll": "nothing" }), 400, "bad-request"),
        (
            json!({ "scenario": 1, "variant": "grand-scheme+turning-the-left-flank" }),
            400,
            "bad-request",
        ),
        (
            json!({ "scenario": 1, "variant": "extended+" }),
            400,
            "bad-request",
        ),
    ] {
        let answer = server.post("/api/games", &body);
        assert_eq!(
            (answer.status.as_u16(), answer.json["error"].as_str()),
            (status, Some(word)),
            "{body}: {}",
            answer.text
        );
        assert!(!answer.json["reason"].as_str().unwrap().is_empty());
    }
    for path in [
        "/api/games/0",
        "/api/games/-1",
        "/api/games/x",
        "/api/games/99999999999999999999",
        "/api/games/5/look",
    ] {
        assert_eq!(server.get(path).status, StatusCode::NOT_FOUND, "{path}");
    }
    let plain = Request::post("/api/games").body(Body::from("{}")).unwrap();
    assert_eq!(
        server.send(plain).status,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let huge = Request::post(format!("/api/games/{id}/say"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(vec![b' '; 200_000]))
        .unwrap();
    assert_eq!(server.send(huge).status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[test]
fn other_sites_are_not_answered() {
    let server = Server::open(None, Shield::Loopback);
    for (name, value, status) in [
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://127.0.0.1:4862", 200),
        ("host", "evil.example", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-origin", 200),
    ] {
        let mut request = Request::get("/api/games");
        if name != "host" {
            request = request.header("host", "127.0.0.1:4862");
        }
        let answer = server.send(request.header(name, value).body(Body::empty()).unwrap());
        assert_eq!(answer.status.as_u16(), status, "{name}: {value}");
        for header in [
            "x-frame-options",
            "content-security-policy",
            "cross-origin-resource-policy",
        ] {
            assert!(answer.headers.contains_key(header), "{header}");
        }
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}

#[test]
fn other_peoples_games_are_not_there() {
    let server = Server::open(None, Shield::Open);
    let wanted = json!({ "scenario": 2 });
    let answer = server.post("/api/games", &wanted);
    assert_eq!(answer.status, StatusCode::CREATED);
    let id = answer.json["id"].as_i64().unwrap();
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let asks = |method: Method, path: &str, cookie: &str| {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::COOKIE, cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from("{\"say\":\"look\"}"))
            .unwrap();
        server.send(request)
    };
    let other = "longroll=00000000000000000000000000000000";
    for (method, path) in [
        (Method::GET, format!("/api/games/{id}")),
        (Method::GET, format!("/api/games/{id}/look")),
        (Method::GET, format!("/api/games/{id}/record")),
        (Method::POST, format!("/api/games/{id}/say")),
        (Method::DELETE, format!("/api/games/{id}")),
    ] {
        let answer = asks(method.clone(), &path, other);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{method} {path}");
        // The same words as for a game that never was.
        let never = asks(method, &path.replace(&format!("/{id}"), "/77777"), other);
        assert_eq!(answer.text.replace(&id.to_string(), "77777"), never.text);
    }
    assert_eq!(asks(Method::GET, "/api/games", other).json, json!([]));
    assert_eq!(
        asks(Method::GET, &format!("/api/games/{id}"), &cookie).status,
        StatusCode::OK
    );
}

#[test]
fn the_description_names_every_address_and_no_other() {
    let server = Server::open(None, Shield::Loopback);
    let id = server.begin(&json!({}));
    let document = server.get("/api/openapi.json").json;
    assert_eq!(document["openapi"], "3.1.0");
    for (path, methods) in ADDRESSES {
        for method in ["get", "post", "delete", "put"] {
            let described = document["paths"][*path][method].is_object();
            assert_eq!(described, methods.contains(&method), "{method} {path}");
            let request = Request::builder()
                .method(method.to_uppercase().as_str())
                .uri(path.replace(
                    "{id}",
                    &if method == "delete" { 99_999 } else { id }.to_string(),
                ))
                .body(Body::empty())
                .unwrap();
            let status = server.send(request).status;
            assert_eq!(
                status != StatusCode::METHOD_NOT_ALLOWED,
                described,
                "{method} {path}: {status}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_body_gets_an_answer(body in prop_oneof![
        "\\PC{0,80}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..200),
        ("[a-zA-Z]{1,9}", "\\PC{0,30}").prop_map(|(say, order)| json!({ "say": say, "order": order, "state": 1 }).to_string().into_bytes()),
    ]) {
        use std::sync::OnceLock;
        static SERVER: OnceLock<(Server, i64)> = OnceLock::new();
        let (server, id) = SERVER.get_or_init(|| {
            let server = Server::open(None, Shield::Loopback);
            let id = server.begin(&json!({}));
            (server, id)
        });
        for path in [format!("/api/games/{id}/say"), "/api/games".to_owned()] {
            let request = Request::post(path)
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.clone()))
                .unwrap();
            let answer = server.send(request);
            prop_assert!([200, 400].contains(&answer.status.as_u16()), "{}", answer.text);
        }
    }
}

mod socket {
    use std::net::SocketAddr;

    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio::net::TcpStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
    use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

    use super::*;

    async fn listen(server: &Server) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = server.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

    async fn next(socket: &mut Socket) -> Value {
        loop {
            let said = tokio::time::timeout(std::time::Duration::from_secs(20), socket.next());
            match said.await.unwrap().unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(_) => return json!("closed"),
                _ => {}
            }
        }
    }

    #[test]
    fn everybody_at_the_screen_hears_what_happens() {
        let server = Server::open(None, Shield::Loopback);
        let id = server.begin(&json!({}));
        server.runtime.block_on(async {
            let address = listen(&server).await;
            let url = format!("ws://{address}/api/games/{id}/socket?lang=it");
            let (mut one, _) = connect_async(&url).await.unwrap();
            let (mut other, _) = connect_async(&url).await.unwrap();
            let look = next(&mut one).await["look"].clone();
            assert_eq!(next(&mut other).await["look"], look);
            let order = look["question"]["proposal"].clone();
            let saying =
                json!({ "id": 9, "state": look["state"], "say": "choose", "order": order });
            one.send(Message::text(saying.to_string())).await.unwrap();
            let reply = next(&mut one).await;
            assert_eq!(reply["reply"], 9, "{reply}");
            assert!(reply["error"].is_null(), "{reply}");
            let news = next(&mut other).await;
            assert!(
                news["update"].is_object() || news["look"].is_object(),
                "{news}"
            );
            // Said again on the old state it is refused.
            other.send(Message::text(saying.to_string())).await.unwrap();
            assert_eq!(next(&mut other).await["error"]["word"], "stale");
            // Nonsense is answered, a huge message ends the conversation.
            one.send(Message::text("{")).await.unwrap();
            assert_eq!(next(&mut one).await["error"]["word"], "bad-request");
            one.send(Message::text("x".repeat(100_000))).await.unwrap();
            let ended = tokio::time::timeout(std::time::Duration::from_secs(20), async {
                while let Some(Ok(said)) = one.next().await {
                    if said.is_close() {
                        break;
                    }
                }
            });
            ended.await.unwrap();
            // When the game is thrown away whoever looks is told.
            let gone = server.router.clone().oneshot(
                Request::delete(format!("/api/games/{id}"))
                    .body(Body::empty())
                    .unwrap(),
            );
            assert_eq!(gone.await.unwrap().status(), StatusCode::NO_CONTENT);
            assert_eq!(next(&mut other).await, json!("closed"));
        });
    }

    #[test]
    fn another_sites_page_gets_no_socket() {
        let server = Server::open(None, Shield::Loopback);
        let id = server.begin(&json!({}));
        server.runtime.block_on(async {
            let address = listen(&server).await;
            let mut request = format!("ws://{address}/api/games/{id}/socket")
                .into_client_request()
                .unwrap();
            request
                .headers_mut()
                .insert(header::ORIGIN, "http://evil.example".parse().unwrap());
            assert!(connect_async(request).await.is_err());
        });
    }
}
