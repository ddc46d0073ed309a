//! The addresses, and how a request becomes an answer. Everything a client sends is text until checked here.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use longroll_rule::Rule;
use serde::Deserialize;

use crate::assets;
use crate::brushes::paint;
use crate::desk::Desk;
use crate::document::Document;
use crate::games::Asked;
use crate::refusal::Refusal;
use crate::wire;

/// Bytes of an address. Sixty-four counters on one sheet need about three thousand.
const MOST_ADDRESS: usize = 8 << 10;
/// A request with its body must be answered by then.
const REQUEST_TIME: Duration = Duration::from_secs(120);

type Answer = Result<Response, Refusal>;

/// The whole service.
pub(crate) fn router(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/api/scenarios", get(scenarios))
        .route("/api/scenarios/{number}", get(scenario))
        .route("/api/scenarios/{number}/map.svg", get(drawing))
        .route("/api/sprites/{detail}/{level}", get(sprites))
        .route("/api/rules/{id}", get(rule))
        .route("/api/map", get(map))
        .route("/api/map/hexes/{name}", get(hex))
        .route("/api/map/tiles/{level}/{column}/{row}", get(tile))
        .route("/", get(first_page))
        .route("/{file}", get(page_file))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn(guard))
        .with_state(desk)
}

/// Says on every answer that it is what it claims to be and that the page loads nothing from elsewhere.
///
/// An address of unreasonable length and a request whose body never ends are refused here.
async fn guard(request: Request, next: Next) -> Response {
    let length = request.uri().to_string().len();
    let mut response = if length > MOST_ADDRESS {
        Refusal::TooLong(MOST_ADDRESS).into_response()
    } else {
        let answered = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
        answered.unwrap_or_else(|_| Refusal::Unfinished.into_response())
    };
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'"),
    );
    response
}

async fn scenarios(State(desk): State<Arc<Desk>>, headers: HeaderMap) -> Answer {
    Ok(desk.scenarios()?.answer(&headers))
}

async fn scenario(
    State(desk): State<Arc<Desk>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let Path(number) = path.map_err(unreadable)?;
    let document = work(move || desk.scenario(&number)).await?;
    Ok(document.answer(&headers))
}

async fn drawing(
    State(desk): State<Arc<Desk>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let Path(number) = path.map_err(unreadable)?;
    let document = paint(move || desk.drawing(&number)).await?;
    Ok(document.answer(&headers))
}

#[derive(Deserialize)]
struct Looks {
    #[serde(default)]
    looks: String,
}

async fn sprites(
    State(desk): State<Arc<Desk>>,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Result<Query<Looks>, QueryRejection>,
    headers: HeaderMap,
) -> Answer {
    let Path((detail, level)) = path.map_err(unreadable)?;
    let Query(Looks { looks }) =
        query.map_err(|rejection| Refusal::Unreadable(rejection.body_text()))?;
    let document = paint(move || desk.sprites(&detail, &level, &looks)).await?;
    Ok(document.answer(&headers))
}

async fn rule(
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Asked>, QueryRejection>,
    headers: HeaderMap,
) -> Answer {
    let Path(id) = path.map_err(unreadable)?;
    let Query(asked) = query.map_err(|rejection| Refusal::Unreadable(rejection.body_text()))?;
    let rule =
        Rule::by_id(&id).ok_or_else(|| Refusal::NoSuchRule(id.chars().take(40).collect()))?;
    let language = asked
        .language()
        .map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let document = Document::json(&wire::rule(rule, language))
        .map_err(|error| Refusal::Writing(error.to_string()))?;
    Ok(document.answer(&headers))
}

async fn map(State(desk): State<Arc<Desk>>, headers: HeaderMap) -> Answer {
    let document = paint(move || desk.map()).await?;
    Ok(document.answer(&headers))
}

async fn hex(
    State(desk): State<Arc<Desk>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let Path(name) = path.map_err(unreadable)?;
    Ok(desk.hex(&name)?.answer(&headers))
}

#[derive(Deserialize)]
struct Version {
    v: Option<String>,
}

async fn tile(
    State(desk): State<Arc<Desk>>,
    path: Result<Path<(String, String, String)>, PathRejection>,
    query: Result<Query<Version>, QueryRejection>,
    headers: HeaderMap,
) -> Answer {
    let Path((level, column, row)) = path.map_err(unreadable)?;
    let Query(Version { v }) =
        query.map_err(|rejection| Refusal::Unreadable(rejection.body_text()))?;
    let document = paint(move || desk.tile(&level, &column, &row, v.as_deref())).await?;
    Ok(document.answer(&headers))
}

async fn first_page(headers: HeaderMap) -> Answer {
    file("index.html", &headers)
}

async fn page_file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Answer {
    let Path(name) = path.map_err(unreadable)?;
    file(&name, &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Answer {
    let document = assets::file(name).ok_or_else(|| Refusal::NoSuchPath(format!("/{name}")))?;
    Ok(document.answer(headers))
}

async fn nothing(uri: Uri) -> Refusal {
    Refusal::NoSuchPath(uri.path().to_owned())
}

async fn wrong_method(method: Method) -> Refusal {
    Refusal::WrongMethod(method.to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn unreadable(rejection: PathRejection) -> Refusal {
    Refusal::Unreadable(rejection.body_text())
}

/// Writing a whole scenario or map takes milliseconds: it happens beside the threads that answer.
async fn work<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(job).await {
        Ok(outcome) => outcome,
        Err(stopped) => Err(Refusal::Drawing(stopped.to_string())),
    }
}
