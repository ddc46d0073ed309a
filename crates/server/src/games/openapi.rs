//! The addresses of games described for tools (OpenAPI 3.1). Written by hand, held against the routes by a test.

use serde_json::{Value, json};

/// Every address with its methods, as the description and its test know them.
pub(crate) const ADDRESSES: &[(&str, &[&str])] = &[
    ("/api/openapi.json", &["get"]),
    ("/api/lobby", &["get"]),
    ("/api/games", &["get", "post"]),
    ("/api/games/{id}", &["get", "delete"]),
    ("/api/games/{id}/record", &["get"]),
    ("/api/games/{id}/look", &["get"]),
    ("/api/games/{id}/say", &["post"]),
    ("/api/games/{id}/socket", &["get"]),
];

fn about(path: &str, method: &str) -> &'static str {
    match (path, method) {
        ("/api/openapi.json", _) => "This description",
        ("/api/lobby", _) => "What a new game can be",
        ("/api/games", "get") => "Your games, the one last played first",
        ("/api/games", _) => "A new game: from a scenario, a moment of another game, or a record",
        ("/api/games/{id}", "get") => "A game as it is listed",
        ("/api/games/{id}", _) => "Throws a game away",
        ("/api/games/{id}/record", _) => "The game as a .roll text, once it is over",
        ("/api/games/{id}/look", _) => "Everything the screen may show now",
        ("/api/games/{id}/say", _) => "One message of a player, answered",
        _ => "WebSocket: a look first, then replies and news (docs/wire.md)",
    }
}

/// The description.
pub(crate) fn document() -> Value {
    let mut paths = serde_json::Map::new();
    for (path, methods) in ADDRESSES {
        let mut item = serde_json::Map::new();
        if path.contains("{id}") {
            item.insert(
                "parameters".to_owned(),
                json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }]),
            );
        }
        for method in *methods {
            item.insert((*method).to_owned(), operation(path, method));
        }
        paths.insert((*path).to_owned(), Value::Object(item));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Long Roll: the table",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games over HTTP and WebSocket. The messages are described in docs/wire.md.",
        },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

fn operation(path: &str, method: &str) -> Value {
    let content = |schema: &str| json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } });
    let (status, schema) = match (path, method) {
        ("/api/games", "post") => ("201", Some("GameSummary")),
        ("/api/games/{id}", "get") => ("200", Some("GameSummary")),
        ("/api/games/{id}", "delete") => ("204", None),
        ("/api/games/{id}/look", _) => ("200", Some("Answer")),
        ("/api/games/{id}/say", _) => ("200", Some("Reply")),
        ("/api/games/{id}/socket", _) => ("101", None),
        _ => ("200", None),
    };
    let mut good = json!({ "description": about(path, method) });
    if let Some(schema) = schema {
        good["content"] = content(schema);
    }
    let mut operation = json!({
        "summary": about(path, method),
        "responses": { status: good, "default": { "description": "Why not", "content": content("Error") } },
    });
    if ["/look", "/say", "/socket"]
        .iter()
        .any(|end| path.ends_with(end))
    {
        operation["parameters"] =
            json!([{ "name": "lang", "in": "query", "schema": { "enum": ["en", "it"] } }]);
    }
    if method == "post" {
        let schema = if path == "/api/games" {
            "NewGame"
        } else {
            "Saying"
        };
        operation["requestBody"] = json!({ "required": true, "content": content(schema) });
    }
    operation
}

fn schemas() -> Value {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "integer" });
    json!({
        "Error": { "type": "object", "required": ["error", "reason"], "properties": { "error": text, "reason": text } },
        "NewGame": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "scenario": number, "variant": text, "tour": { "enum": ["begin", "react", "fire", "assault"] },
                "rules": { "type": "object", "additionalProperties": text },
                "union": text, "confederate": text, "name": text, "seed": number,
                "curtain": { "enum": ["never", "secret", "always"] },
                "from": { "type": "object", "required": ["game", "at"], "properties": { "game": number, "at": number } },
                "roll": text,
            },
        },
        "GameSummary": {
            "type": "object",
            "required": ["id", "name", "scenario", "title", "rules", "union", "confederate", "choices", "turn", "over", "begun", "played"],
            "properties": {
                "id": number, "name": text, "scenario": number, "title": text, "rules": text, "union": text, "confederate": text,
                "choices": number, "over": { "type": "boolean" }, "result": text, "begun": number, "played": number,
                "turn": { "type": "object", "properties": { "label": text, "number": number, "of": number } },
            },
        },
        "Saying": {
            "type": "object",
            "required": ["say"],
            "properties": {
                "id": number,
                "state": number,
                "say": { "enum": ["choose", "wish", "goOn", "drop", "undo", "standing", "ready", "look", "reach", "way", "why", "story", "replay"] },
            },
        },
        "Answer": { "type": "object", "description": "One of update, look, reach, way, why, story: see docs/wire.md" },
        "Reply": {
            "type": "object",
            "required": ["reply"],
            "properties": {
                "reply": number,
                "ok": { "$ref": "#/components/schemas/Answer" },
                "error": { "type": "object", "properties": { "word": text, "reason": text, "rule": text } },
            },
        },
    })
}
