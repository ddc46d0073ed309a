//! The addresses of games, and how a request becomes an answer. Everything a client sends is text until checked here.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use longroll_table::wire::Saying;
use longroll_table::{Eyes, Language, Viewer};
use serde::{Deserialize, Serialize};

use super::hall::Hall;
use super::lobby::{self, GameSummary, NewGame};
use super::openapi;
use super::owner::Owner;
use super::shield::shield;
use super::socket;
use super::trouble::Trouble;

/// The longest message.
const MESSAGE: usize = 64 * 1024;

/// The longest request for a new game: it may carry a record.
const RECORD: usize = 2 * 1024 * 1024;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(15);

/// The addresses of games.
pub(crate) fn routes(hall: Arc<Hall>) -> Router {
    Router::new()
        .route("/api/openapi.json", get(described))
        .route("/api/lobby", get(choices))
        .route("/api/games", get(list).post(begin))
        .route("/api/games/{id}", get(summary).delete(delete))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/look", get(look))
        .route("/api/games/{id}/say", axum::routing::post(say))
        .route("/api/games/{id}/socket", get(socket::socket))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(hall.shield, shield))
        .with_state(hall)
}

async fn wrong_method(method: Method) -> Trouble {
    Trouble::WrongMethod(method.to_string())
}

type Answer = Result<Response, Trouble>;

/// The languages that answers are told in.
pub(crate) const LANGUAGES: [&str; 2] = ["en", "it"];

/// Everything that is asked in the query of an address.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    lang: Option<String>,
}

impl Asked {
    /// The language of the answer, or what is wrong with the wish.
    pub(crate) fn language(&self) -> Result<Language, UnknownLanguage> {
        let code = self.lang.as_deref().unwrap_or_default();
        known_language(code).map(Language::of)
    }
}

/// What the query asks, if it can be read.
pub(crate) fn asked(query: Result<Query<Asked>, QueryRejection>) -> Result<Asked, Trouble> {
    let Query(asked) = query.map_err(|error| Trouble::BadRequest(error.body_text()))?;
    Ok(asked)
}

/// A language that nothing is told in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("lang cannot be '{}'; the languages are: {}", longroll_core::clip(.0), LANGUAGES.join(", "))]
pub(crate) struct UnknownLanguage(String);

impl From<UnknownLanguage> for Trouble {
    fn from(error: UnknownLanguage) -> Self {
        Self::BadRequest(error.to_string())
    }
}

/// The code of a language, `it` or `it-IT`, if it is one of ours; nothing means English.
pub(crate) fn known_language(code: &str) -> Result<&str, UnknownLanguage> {
    let name = code.split(['-', '_']).next().unwrap_or_default();
    if code.is_empty() || LANGUAGES.contains(&name) {
        Ok(code)
    } else {
        Err(UnknownLanguage(code.to_owned()))
    }
}

/// A record as a file to keep.
pub(crate) fn roll(text: String, id: i64) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"game-{id}.roll\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// An answer that no browser keeps: games change, and are nobody else's business.
fn answer(status: StatusCode, value: &impl Serialize) -> Answer {
    let text = serde_json::to_string(value).map_err(|error| Trouble::Broken(error.to_string()))?;
    let mut response = (status, text).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

pub(crate) fn owner(hall: &Hall, headers: &HeaderMap) -> Result<Owner, Trouble> {
    Owner::of(hall.shield, headers)
        .ok_or_else(|| Trouble::Broken("the system has no randomness".to_owned()))
}

/// Gives a new owner his cookie.
fn known(mut response: Response, owner: Owner) -> Response {
    if let Some(cookie) = owner.cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

pub(crate) fn number(path: Result<Path<String>, PathRejection>) -> Result<i64, Trouble> {
    let Path(text) = path.map_err(|error| Trouble::BadRequest(error.body_text()))?;
    longroll_core::whole_number(&text)
        .ok_or_else(|| Trouble::NoSuchGame(text.chars().take(40).collect()))
}

/// The body of a request, if it is JSON, short and quick enough.
async fn body(request: Request, most: usize) -> Result<Bytes, Trouble> {
    let json = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.split(';').next().map(str::trim) == Some("application/json"));
    if !json {
        return Err(Trouble::NotJson);
    }
    let limited = Limited::new(request.into_body(), most);
    match tokio::time::timeout(PATIENCE, limited.collect()).await {
        Err(_) => Err(Trouble::TooSlow),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Trouble::TooLarge(most)),
        Ok(Err(error)) => Err(Trouble::BadRequest(error.to_string())),
    }
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Trouble> {
    serde_json::from_slice(bytes)
        .map_err(|error| Trouble::BadRequest(format!("the message cannot be read: {error}")))
}

async fn described() -> Answer {
    answer(StatusCode::OK, &openapi::document())
}

async fn choices() -> Answer {
    answer(StatusCode::OK, &lobby::choices()?)
}

async fn list(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Answer {
    let owner = owner(&hall, &headers)?;
    let games = hall.store.list(&owner.name).await?;
    let games: Vec<GameSummary> = games.into_iter().map(GameSummary::of).collect();
    Ok(known(answer(StatusCode::OK, &games)?, owner))
}

async fn begin(State(hall): State<Arc<Hall>>, request: Request<Body>) -> Answer {
    let owner = owner(&hall, request.headers())?;
    let bytes = body(request, RECORD).await?;
    let wanted: NewGame = read(&bytes)?;
    let kept = lobby::begin(&hall, &owner.name, wanted).await?;
    let response = answer(StatusCode::CREATED, &GameSummary::of(kept))?;
    Ok(known(response, owner))
}

async fn summary(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let owner = owner(&hall, &headers)?;
    let kept = hall.kept(&owner.name, number(path)?).await?;
    answer(StatusCode::OK, &GameSummary::of(kept))
}

async fn delete(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let owner = owner(&hall, &headers)?;
    hall.delete(&owner.name, number(path)?).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn record(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let owner = owner(&hall, &headers)?;
    let id = number(path)?;
    let room = hall.room(&owner.name, id).await?;
    let text = room
        .look(|table| table.is_over().then(|| table.record().print()))
        .await?
        .ok_or(Trouble::NotOver)?;
    Ok(roll(text, id))
}

async fn look(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Asked>, QueryRejection>,
    headers: HeaderMap,
) -> Answer {
    let language = asked(query)?.language()?;
    let owner = owner(&hall, &headers)?;
    let room = hall.room(&owner.name, number(path)?).await?;
    let seen = room
        .look(move |table| Eyes::new(Viewer::Here, language).look(table))
        .await?;
    answer(StatusCode::OK, &seen)
}

async fn say(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Asked>, QueryRejection>,
    request: Request<Body>,
) -> Answer {
    let language = asked(query)?.language()?;
    let owner = owner(&hall, request.headers())?;
    let id = number(path)?;
    // Whether the game is his is asked before anything of his message is read.
    hall.kept(&owner.name, id).await?;
    let bytes = body(request, MESSAGE).await?;
    let saying: Saying = read(&bytes)?;
    let room = hall.room(&owner.name, id).await?;
    let eyes = room
        .look(move |table| {
            let mut eyes = Eyes::new(Viewer::Here, language);
            eyes.look(table);
            eyes
        })
        .await?;
    let (reply, _) = room.say(eyes, saying).await?;
    answer(StatusCode::OK, &reply)
}
