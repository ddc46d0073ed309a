//! The service as a client meets it: first by handing it requests, then over a loopback socket.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use proptest::prelude::*;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::desk::Desk;
use crate::routes::router;

fn desk() -> Arc<Desk> {
    static DESK: OnceLock<Arc<Desk>> = OnceLock::new();
    let make = || {
        let (battle, scenarios) = shiloh();
        Arc::new(Desk::new(battle, scenarios))
    };
    Arc::clone(DESK.get_or_init(make))
}

type Shiloh = (
    Arc<longroll_catalog::facts::BattleFacts>,
    Vec<Arc<longroll_catalog::facts::ScenarioFacts>>,
);

fn shiloh() -> Shiloh {
    let battle = longroll_shiloh::battle().expect("the built-in battle is sound");
    let index = longroll_shiloh::scenarios().expect("the built-in index is sound");
    let scenarios = index.iter().map(|entry| {
        let read = longroll_shiloh::scenario(entry.number).expect("it is in the index");
        read.expect("the built-in scenarios are sound")
    });
    (battle, scenarios.collect())
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the answer is JSON")
    }

    fn reason(&self) -> String {
        self.json()["reason"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

fn runtime_of_many() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

fn send(request: Request<Body>) -> Answer {
    runtime().block_on(async {
        let response = router(desk())
            .oneshot(request)
            .await
            .expect("the service never fails");
        let (parts, body) = response.into_parts();
        let body = body
            .collect()
            .await
            .expect("the body arrives")
            .to_bytes()
            .to_vec();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    })
}

fn get(path: &str) -> Answer {
    send(Request::get(path).body(Body::empty()).expect("a request"))
}

#[test]
fn the_list_names_ten_scenarios_in_order() {
    let answer = get("/api/scenarios");
    assert_eq!(answer.status, StatusCode::OK);
    let list = answer.json();
    let numbers: Vec<u64> = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|s| s["number"].as_u64())
        .collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<u64>>());
    let walk = &list[1];
    assert_eq!(walk["title"], "The Long Walk");
    assert_eq!(
        (walk["turns"].as_u64(), walk["first"]["label"].as_str()),
        (Some(2), Some("8 AM"))
    );
}

#[test]
fn every_scenario_can_be_laid_out() {
    let list = get("/api/scenarios").json();
    for summary in list.as_array().into_iter().flatten() {
        let number = summary["number"].as_u64().expect("a number");
        let scenario = get(&format!("/api/scenarios/{number}")).json();
        let pieces = scenario["pieces"].as_array().expect("pieces");
        assert!(!pieces.is_empty(), "scenario {number}");
        let commands = scenario["commands"].as_array().expect("commands");
        let ids: Vec<&Value> = commands.iter().map(|command| &command["id"]).collect();
        for command in commands {
            let parent = command.get("parent");
            assert!(
                parent.is_none_or(|parent| ids.contains(&parent)),
                "{command}"
            );
        }
        for piece in pieces {
            assert!(
                !piece["values"].as_array().expect("values").is_empty(),
                "{piece}"
            );
            for value in piece["values"].as_array().into_iter().flatten() {
                assert!(
                    ["text", "history", "estimate"]
                        .contains(&value["source"].as_str().unwrap_or_default()),
                    "{value}"
                );
            }
            assert!(ids.contains(&&piece["command"]["id"]), "{piece}");
            let drawn = piece.get("hex").is_none() || piece["look"].as_str().is_some();
            assert!(drawn, "{} stands somewhere but has no look", piece["name"]);
        }
    }
}

#[test]
fn every_piece_is_drawn_where_a_new_game_has_it() {
    use longroll_catalog::facts::Piece;
    use longroll_core::Seed;
    for number in 1..=10 {
        let stage = longroll_sim::table::stage(number, longroll_position::RuleSet::BATTLE_BOOK)
            .expect("a stage");
        let (game, _) =
            longroll_gbacw::assembly::new_game_on(Arc::clone(&stage), Seed(1)).expect("a new game");
        let told = get(&format!("/api/scenarios/{number}")).json();
        let pieces = told["pieces"].as_array().expect("pieces");
        for (entry, piece) in stage.setting.scenario.setup.iter().zip(pieces) {
            let (on_map, hex) = match entry.piece {
                Piece::Unit(unit) | Piece::Section(unit, _) => {
                    let state = game.position().unit(unit);
                    (state.on_map(), state.hex)
                }
                Piece::Leader(leader) => {
                    let state = game.position().leader(leader);
                    (state.on_map(), state.hex)
                }
            };
            let hex = on_map.then(|| stage.setting.grid().name(hex));
            assert_eq!(
                piece["hex"].as_str(),
                hex,
                "scenario {number}: {}",
                piece["name"]
            );
        }
    }
}

#[test]
fn victory_is_told_to_the_last_point() {
    let mut points = 0;
    for number in 1..=10 {
        let scenario = get(&format!("/api/scenarios/{number}")).json();
        let victory = &scenario["victory"];
        for term in victory["points"].as_array().expect("points") {
            points += 1;
            assert!(term["per"]["kind"].is_string(), "scenario {number}: {term}");
        }
        for goals in ["objectives", "shifts", "automatic"] {
            for goal in victory[goals].as_array().expect("goals") {
                assert_ne!(
                    goal["conditions"],
                    serde_json::json!([]),
                    "scenario {number}: {goal}"
                );
            }
        }
        let decided = ["levels", "outcomes"]
            .iter()
            .any(|how| victory[how] != serde_json::json!([]));
        assert!(decided, "scenario {number} has neither levels nor outcomes");
    }
    assert_eq!(points, 38);
    let hexes = get("/api/scenarios/2").json()["victory"]["hexes"].clone();
    assert_eq!(hexes.as_array().map(Vec::len), Some(10));
}

#[test]
fn a_piece_is_told_with_its_values_and_their_sources() {
    let scenario = get("/api/scenarios/2").json();
    let pieces = scenario["pieces"].as_array().expect("pieces");
    let michigan = pieces
        .iter()
        .find(|piece| piece["name"] == "12 MI")
        .expect("12 MI takes part");
    assert_eq!(michigan["hex"], "S3418");
    assert_eq!(michigan["command"]["code"], "1/6/T");
    let strength = michigan["values"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|value| value["key"] == "strength");
    let strength = strength.expect("a strength");
    assert_eq!(
        (strength["text"].as_str(), strength["source"].as_str()),
        (Some("16"), Some("text"))
    );
}

#[test]
fn the_map_tells_every_hex_and_a_hex_answers_to_both_its_numbers() {
    let map = get("/api/map").json();
    assert_eq!(map["hexes"].as_array().map(Vec::len), Some(4020));
    let church = get("/api/map/hexes/S2706").json();
    assert_eq!(church["places"][0]["name"], "Shiloh Church");
    assert_eq!(
        get("/api/map/hexes/N4634").json(),
        get("/api/map/hexes/s4601").json()
    );
    let inside = |key: &str, length: &Value| {
        map["hexes"].as_array().into_iter().flatten().all(|hex| {
            hex[key]
                .as_f64()
                .is_some_and(|place| place > 0.0 && place < length.as_f64().unwrap_or_default())
        })
    };
    assert!(inside("x", &map["layout"]["width"]) && inside("y", &map["layout"]["height"]));
}

#[test]
fn what_lies_beyond_a_side_is_told_from_both_sides() {
    let side = |hex: &str, toward: &str| {
        let hex = get(&format!("/api/map/hexes/{hex}")).json();
        hex["sides"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|side| side["toward"] == toward)
            .cloned()
    };
    // The Corinth road runs from S2706 north to S2705.
    let (north, south) = (
        side("S2706", "N").expect("a road"),
        side("S2705", "S").expect("a road"),
    );
    assert_eq!(north["routes"], south["routes"]);
    assert_eq!(north["routes"][0]["kind"], "road");
}

#[test]
fn a_tile_is_a_picture_and_is_sent_once() {
    let first = get("/api/map/tiles/0/0/0");
    assert_eq!(
        (first.status, &first.headers[header::CONTENT_TYPE]),
        (StatusCode::OK, &"image/png".parse().unwrap())
    );
    assert_eq!(first.body.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    let tag = &first.headers[header::ETAG];
    let again = Request::get("/api/map/tiles/0/0/0")
        .header(header::IF_NONE_MATCH, tag)
        .body(Body::empty())
        .unwrap();
    let again = send(again);
    assert_eq!(
        (again.status, again.body.len()),
        (StatusCode::NOT_MODIFIED, 0)
    );
}

#[test]
fn counters_are_painted_in_any_state_at_three_distances() {
    let scenario = get("/api/scenarios/2").json();
    let looks: Vec<&str> = scenario["pieces"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|piece| piece["look"].as_str())
        .take(10)
        .collect();
    for detail in ["far", "middle", "near"] {
        let answer = get(&format!(
            "/api/sprites/{detail}/2?looks={}~d~done",
            looks.join(",")
        ));
        assert_eq!(answer.status, StatusCode::OK, "{detail}");
        let side = |from: usize| {
            answer.body.get(from..from + 4).map(|four| {
                four.iter()
                    .fold(0_u32, |number, byte| number << 8 | u32::from(*byte))
            })
        };
        // Ten counters lie in two rows of eight; a cell of 124 units has 40 pixels at this level.
        assert_eq!((side(16), side(20)), (Some(320), Some(80)), "{detail}");
    }
    for (level, most) in [(2, 64), (5, 16)] {
        let many = |count: usize| {
            format!(
                "/api/sprites/far/{level}?looks={}",
                vec![looks[0]; count].join(",")
            )
        };
        assert_eq!(get(&many(most)).status, StatusCode::OK);
        let refused = get(&many(most + 1));
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert!(
            refused.reason().contains(&most.to_string()),
            "{}",
            refused.reason()
        );
    }
}

#[test]
fn a_tile_of_this_very_drawing_may_be_kept_for_ever() {
    let version = get("/api/map").json()["layout"]["tile"]["version"]
        .as_str()
        .map(str::to_owned);
    let version = version.expect("a version");
    let keep = |path: &str| {
        get(path).headers[header::CACHE_CONTROL]
            .to_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(keep(&format!("/api/map/tiles/0/0/0?v={version}")).contains("immutable"));
    assert_eq!(keep("/api/map/tiles/0/0/0?v=older"), "no-cache");
    assert_eq!(keep("/api/map/tiles/0/0/0"), "no-cache");
}

#[test]
fn a_rule_is_told_in_our_words() {
    let told = get("/api/rules/SR%209.52").json();
    assert_eq!(told["id"], "SR 9.52");
    assert!(
        told["statement"]
            .as_str()
            .is_some_and(|words| !words.is_empty())
    );
    let german = get("/api/rules/SR%209.52?lang=de");
    assert_eq!(german.status, StatusCode::BAD_REQUEST);
    let italian = get("/api/rules/SR%209.52?lang=it").json();
    assert_eq!(italian["id"], "SR 9.52");
    assert_ne!(italian["statement"], told["statement"]);
    assert_eq!(get("/api/rules/SR%2099.9").status, StatusCode::NOT_FOUND);
}

#[test]
fn json_is_compressed_for_whoever_takes_it() {
    let request = Request::get("/api/map")
        .header(header::ACCEPT_ENCODING, "gzip, br")
        .body(Body::empty())
        .unwrap();
    let small = send(request);
    assert_eq!(small.headers[header::CONTENT_ENCODING], "gzip");
    let large = get("/api/map");
    assert!(large.headers.get(header::CONTENT_ENCODING).is_none());
    assert!(small.body.len() * 4 < large.body.len());
}

#[test]
fn the_page_is_there_and_loads_nothing_from_elsewhere() {
    let page = get("/");
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.headers[header::CONTENT_TYPE]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert!(
        page.headers[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap()
            .starts_with("default-src 'self'")
    );
    let html = String::from_utf8(page.body).unwrap();
    assert!(html.contains("Long Roll") && !html.contains("http:") && !html.contains("https:"));
}

#[test]
fn what_cannot_be_had_is_refused_with_a_reason() {
    for (path, status, reason) in [
        (
            "/api/scenarios/0",
            404,
            "there is no scenario '0'; scenarios are numbered from 1 to 10",
        ),
        (
            "/api/scenarios/eleven",
            404,
            "there is no scenario 'eleven'",
        ),
        (
            "/api/scenarios/99999999999999999999",
            404,
            "there is no scenario",
        ),
        (
            "/api/sprites/close/1?looks=us-12-mi",
            404,
            "counters do not tell 'close'; they tell far, middle or near",
        ),
        (
            "/api/sprites/far/6?looks=us-12-mi",
            404,
            "counters are not painted at level '6'; levels run from 0 to 5",
        ),
        (
            "/api/sprites/far/-1?looks=us-12-mi",
            404,
            "counters are not painted at level '-1'",
        ),
        (
            "/api/map/hexes/S9999",
            404,
            "there is no hex 'S9999' on this map",
        ),
        ("/api/map/hexes/2706", 404, "there is no hex '2706'"),
        ("/api/map/hexes/%F0%9F%A5%81", 404, "there is no hex '🥁'"),
        (
            "/api/map/tiles/9/0/0",
            404,
            "there is no tile 9/0/0 of this map",
        ),
        ("/api/map/tiles/0/99/0", 404, "there is no tile 0/99/0"),
        (
            "/api/map/tiles/0/4294967295/4294967295",
            404,
            "there is no tile",
        ),
        ("/api/map/tiles/0/0/1.5", 404, "there is no tile"),
        ("/api/nothing", 404, "there is nothing at /api/nothing"),
        ("/secret.txt", 404, "there is nothing at /secret.txt"),
        ("/..%2F..%2Fetc%2Fpasswd", 404, "there is nothing at"),
        ("/api/map/hexes/%FF", 400, "the address cannot be read"),
    ] {
        let answer = get(path);
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert!(
            answer.reason().starts_with(reason),
            "{path}: {}",
            answer.reason()
        );
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let request = Request::builder()
            .method(&method)
            .uri("/api/map")
            .body(Body::from("{\"x\":"))
            .unwrap();
        let answer = send(request);
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
        assert!(
            answer.reason().starts_with(method.as_str()),
            "{}",
            answer.reason()
        );
    }
}

/// Path segments that real clients, broken clients and attackers send.
fn segment() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("api".to_owned()),
        Just("map".to_owned()),
        Just("scenarios".to_owned()),
        Just("hexes".to_owned()),
        Just("tiles".to_owned()),
        Just("sprites".to_owned()),
        Just("..".to_owned()),
        Just(String::new()),
        "[0-9]{3,25}",
        "-?[0-9]{0,3}\\.[0-9]{1,3}",
        "[NSns]?[0-9]{0,6}",
        "[a-zA-Z0-9._~-]{0,60}",
        "(%[0-9A-F]{2}){1,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_request_gets_an_answer_or_a_reason(
        segments in proptest::collection::vec(segment(), 0..7),
        query in "(\\?[a-z0-9=&%]{0,30})?",
        method in prop_oneof![Just("GET"), Just("HEAD"), Just("POST"), Just("OPTIONS"), Just("BREW")],
        body in proptest::collection::vec(any::<u8>(), 0..512),
        headers in proptest::collection::vec(("if-none-match|accept-encoding|accept|range|host", "[ -~]{0,40}"), 0..4),
    ) {
        let path = format!("/{}{query}", segments.join("/"));
        let mut request = Request::builder().method(method).uri(&path);
        for (name, value) in &headers {
            request = request.header(name, value);
        }
        let Ok(request) = request.body(Body::from(body)) else { return Ok(()) };
        let answer = send(request);
        match answer.status.as_u16() {
            200 | 304 => {}
            400 | 404 | 405 => {
                if method != "HEAD" {
                    prop_assert!(!answer.reason().is_empty(), "{method} {path}");
                }
            }
            other => prop_assert!(false, "{method} {path} was answered with {other}"),
        }
    }
}

mod loopback {
    use std::io::{Read as _, Write as _};
    use std::net::{SocketAddr, TcpStream};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::shiloh;
    use crate::{Contents, ServeError, ServeOptions, serve_blocking};

    /// Starts the real server on a free port. It ends with the test's process.
    fn start() -> SocketAddr {
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let (battle, scenarios) = shiloh();
            let options = ServeOptions {
                host: None,
                port: Some(0),
            };
            let ready = |address| tell.send(address).expect("the test waits");
            let served = crate::serve_games(
                options,
                Contents {
                    battle,
                    scenarios,
                    tabletop: longroll_shell_for_guns_table::Folder::embedded().clone(),
                },
                None,
                ready,
            );
            super::runtime_of_many()
                .block_on(served)
                .expect("it serves");
        });
        told.recv_timeout(Duration::from_secs(60))
            .expect("the server starts")
    }

    fn say(address: SocketAddr, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a limit");
        // The server may close before all of a bad request is written.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[test]
    fn it_listens_on_this_machine_only_and_survives_nonsense() {
        let address = start();
        assert!(address.ip().is_loopback());
        let good =
            b"GET /api/map/hexes/S2706 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        assert!(say(address, good).contains("Shiloh Church"));
        let long_path = format!(
            "GET /{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
            "a".repeat(100_000)
        );
        let long_header = format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", "a".repeat(2_000_000));
        let nonsense: [&[u8]; 8] = [
            b"\r\n\r\n",
            b"BREW /coffee HTCPCP/1.0\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"POST /api/map HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\nconnection: close\r\n\r\n",
            long_path.as_bytes(),
            long_header.as_bytes(),
        ];
        for bytes in nonsense {
            let mut stream = TcpStream::connect(address).expect("it still listens");
            let _ = stream.write_all(bytes);
            drop(stream);
            assert!(
                say(address, good).contains("Shiloh Church"),
                "after {:?}",
                &bytes[..bytes.len().min(40)]
            );
        }
    }

    #[test]
    fn even_what_is_no_request_gets_a_reason() {
        let address = start();
        let long_path = format!(
            "GET /{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
            "a".repeat(20_000)
        );
        let many_headers = format!("GET / HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(500));
        for (bytes, status, word) in [
            ("BREW coffee\r\n\r\n", "400", "no HTTP request"),
            (&long_path, "414", "8192 bytes"),
            (&many_headers, "431", "headers are too many"),
            (
                "GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n",
                "421",
                "evil.example",
            ),
        ] {
            let answer = say(address, bytes.as_bytes());
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {status}")),
                "{answer}"
            );
            let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
            let told: serde_json::Value = serde_json::from_str(body).expect("JSON");
            assert!(
                told["reason"]
                    .as_str()
                    .is_some_and(|reason| reason.contains(word)),
                "{answer}"
            );
        }
    }

    #[test]
    fn a_request_that_is_never_finished_is_closed() {
        super::runtime().block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
                .await
                .expect("a port");
            let address = listener.local_addr().expect("its address");
            let patience = Duration::from_millis(200);
            let service = super::router(super::desk());
            let served =
                crate::listener::answer(listener, service, patience, std::future::pending());
            tokio::spawn(served);
            let waited = tokio::task::spawn_blocking(move || {
                let mut stream = TcpStream::connect(address).expect("it listens");
                stream
                    .set_read_timeout(Some(Duration::from_secs(10)))
                    .expect("a limit");
                stream
                    .write_all(b"GET / HTTP/1.1\r\nhost: local")
                    .expect("it reads");
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest)
            });
            let waited = waited.await.expect("no panic");
            assert!(
                waited.is_ok(),
                "closed by the server, not given up by us: {waited:?}"
            );
        });
    }

    #[test]
    fn a_taken_port_is_refused_by_name_unless_any_will_do() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = taken.local_addr().expect("its address").port();
        let (battle, scenarios) = shiloh();
        let options = ServeOptions {
            host: None,
            port: Some(port),
        };
        let outcome = serve_blocking(
            options,
            Contents {
                battle,
                scenarios,
                tabletop: longroll_shell_for_guns_table::Folder::embedded().clone(),
            },
            |_| panic!("it must not start"),
        );
        assert!(
            matches!(&outcome, Err(ServeError::Address { address, .. }) if address.port() == port),
            "{outcome:?}"
        );
    }
}
