//! The addresses of these games. Everything a client sends is text until checked here.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use longroll_shell_for_guns_table::Tongue;
use longroll_shell_for_guns_table::wire::{NewGame, Saying};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::hall::{Absent, Hall};
use super::socket::socket;
use crate::games::{Owner, Shield, known_language, random, roll, shield};

/// The longest message.
const MESSAGE: usize = 64 * 1024;

#[derive(Debug, Clone)]
pub(super) struct Desk {
    hall: Arc<Hall>,
    shield: Shield,
}

/// The addresses.
pub(crate) fn routes(hall: Arc<Hall>, own: Shield) -> Router {
    Router::new()
        .route("/api/tabletop/lobby", get(lobby))
        .route("/api/tabletop/games", get(list).post(begin))
        .route("/api/tabletop/games/{id}", get(look).delete(delete))
        .route("/api/tabletop/games/{id}/record", get(record))
        .route("/api/tabletop/games/{id}/say", post(say))
        .route("/api/tabletop/games/{id}/socket", get(socket))
        .layer(DefaultBodyLimit::max(MESSAGE))
        .layer(from_fn_with_state(own, shield))
        .with_state(Desk { hall, shield: own })
}

#[derive(Serialize)]
struct Told {
    error: String,
}

fn answer(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => {
            let kind = HeaderValue::from_static("application/json");
            let mut response = (status, text).into_response();
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

pub(super) fn wrong(status: StatusCode, error: impl ToString) -> Response {
    let error = error.to_string();
    answer(status, &Told { error })
}

fn absent(error: &Absent) -> Response {
    let status = match error {
        Absent::NoSuchGame(_) => StatusCode::NOT_FOUND,
        Absent::NotOpened(_) => StatusCode::BAD_REQUEST,
        Absent::TooMany | Absent::NotOver => StatusCode::CONFLICT,
        Absent::NotKept(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    wrong(status, error)
}

impl Desk {
    /// The news of a game for whoever asks.
    #[expect(
        clippy::result_large_err,
        reason = "the error is the answer, and is sent at once"
    )]
    pub(super) fn watch(
        &self,
        headers: &HeaderMap,
        path: Result<Path<String>, PathRejection>,
    ) -> Result<watch::Receiver<u64>, Response> {
        let id = number(path)?;
        let owner = Owner::of(self.shield, headers).ok_or_else(|| {
            wrong(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the system has no randomness",
            )
        })?;
        self.hall
            .watch(&owner.name, id)
            .map_err(|error| absent(&error))
    }

    /// Does something for whoever asks, and tells it as JSON.
    async fn serve<T: Serialize + Send + 'static>(
        &self,
        headers: &HeaderMap,
        status: StatusCode,
        job: impl FnOnce(&Hall, &str) -> Result<T, Absent> + Send + 'static,
    ) -> Response {
        self.respond(headers, job, |value| answer(status, &value))
            .await
    }

    /// Does something for whoever asks, beside the threads that answer.
    async fn respond<T: Send + 'static>(
        &self,
        headers: &HeaderMap,
        job: impl FnOnce(&Hall, &str) -> Result<T, Absent> + Send + 'static,
        told: impl FnOnce(T) -> Response,
    ) -> Response {
        let Some(owner) = Owner::of(self.shield, headers) else {
            return wrong(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the system has no randomness",
            );
        };
        let (hall, name) = (Arc::clone(&self.hall), owner.name.clone());
        let done = tokio::task::spawn_blocking(move || job(&hall, &name)).await;
        let mut response = match done {
            Ok(Ok(value)) => told(value),
            Ok(Err(error)) => absent(&error),
            Err(error) => wrong(StatusCode::INTERNAL_SERVER_ERROR, error),
        };
        if let Some(cookie) = owner.cookie {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

#[expect(
    clippy::result_large_err,
    reason = "the error is the answer, and is sent at once"
)]
fn number(path: Result<Path<String>, PathRejection>) -> Result<i64, Response> {
    let Path(text) = path.map_err(|error| wrong(StatusCode::BAD_REQUEST, error.body_text()))?;
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        wrong(StatusCode::NOT_FOUND, format!("there is no game {shown}"))
    })
}

#[expect(
    clippy::result_large_err,
    reason = "the error is the answer, and is sent at once"
)]
fn read<T: for<'a> Deserialize<'a>>(headers: &HeaderMap, bytes: &Bytes) -> Result<T, Response> {
    let json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.split(';').next().map(str::trim) == Some("application/json"));
    if !json {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(wrong(status, "a message is sent as application/json"));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let reason = format!("the message cannot be read: {error}");
        wrong(StatusCode::BAD_REQUEST, reason)
    })
}

async fn lobby(State(desk): State<Desk>) -> Response {
    answer(StatusCode::OK, &desk.hall.lobby())
}

async fn list(State(desk): State<Desk>, headers: HeaderMap) -> Response {
    desk.serve(&headers, StatusCode::OK, |hall, owner| Ok(hall.list(owner)))
        .await
}

#[derive(Serialize)]
struct Begun {
    id: i64,
}

async fn begin(State(desk): State<Desk>, headers: HeaderMap, bytes: Bytes) -> Response {
    let wish: NewGame = match read(&headers, &bytes) {
        Ok(wish) => wish,
        Err(response) => return response,
    };
    let seed = random().unwrap_or(0);
    desk.serve(&headers, StatusCode::CREATED, move |hall, owner| {
        hall.begin(owner, &wish, seed).map(|id| Begun { id })
    })
    .await
}

/// `?lang=it`: the language of the answer.
#[derive(Debug, Default, Deserialize)]
struct Spoken {
    #[serde(default)]
    lang: String,
}

#[expect(
    clippy::result_large_err,
    reason = "the error is the answer, and is sent at once"
)]
fn tongue(asked: Result<Query<Spoken>, QueryRejection>) -> Result<Tongue, Response> {
    let bad = |reason: String| wrong(StatusCode::BAD_REQUEST, reason);
    let Query(asked) = asked.map_err(|error| bad(error.body_text()))?;
    known_language(&asked.lang)
        .map(Tongue::of)
        .map_err(|error| bad(error.to_string()))
}

async fn look(
    State(desk): State<Desk>,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Spoken>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    match (number(path), tongue(asked)) {
        (Ok(id), Ok(tongue)) => {
            desk.serve(&headers, StatusCode::OK, move |hall, owner| {
                hall.look(owner, id, tongue)
            })
            .await
        }
        (Err(response), _) | (_, Err(response)) => response,
    }
}

async fn delete(
    State(desk): State<Desk>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    match number(path) {
        Ok(id) => {
            desk.serve(&headers, StatusCode::OK, move |hall, owner| {
                hall.delete(owner, id)
            })
            .await
        }
        Err(response) => response,
    }
}

/// The record as a file to keep, like those of the other games.
async fn record(
    State(desk): State<Desk>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let id = match number(path) {
        Ok(id) => id,
        Err(response) => return response,
    };
    desk.respond(
        &headers,
        move |hall, owner| hall.record(owner, id),
        move |text| roll(text, id),
    )
    .await
}

async fn say(
    State(desk): State<Desk>,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Spoken>, QueryRejection>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let (id, tongue) = match (number(path), tongue(asked)) {
        (Ok(id), Ok(tongue)) => (id, tongue),
        (Err(response), _) | (_, Err(response)) => return response,
    };
    let saying: Saying = match read(&headers, &bytes) {
        Ok(saying) => saying,
        Err(response) => return response,
    };
    desk.serve(&headers, StatusCode::OK, move |hall, owner| {
        hall.say(owner, id, &saying, tongue)
    })
    .await
}
