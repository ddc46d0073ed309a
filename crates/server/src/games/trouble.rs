//! What a client is told when a game cannot give what it asks for. Always JSON, always with a reason.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::store::StoreError;

/// Why a request is not granted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("there is no game {0}")]
    NoSuchGame(String),
    #[error("there is no scenario {0}")]
    NoSuchScenario(String),
    #[error("{0}")]
    BadRequest(String),
    #[error("the message is longer than {0} bytes")]
    TooLarge(usize),
    #[error("the message did not arrive in time")]
    TooSlow,
    #[error("a message is sent as application/json")]
    NotJson,
    #[error("requests from other sites are not accepted: {0}")]
    Foreign(String),
    #[error("{0} is not a method of this address")]
    WrongMethod(String),
    #[error("there are too many games: delete one first")]
    TooManyGames,
    #[error("the record is told when the game is over: before, it would tell the dice to come")]
    NotOver,
    #[error("the game could not be kept; nothing has changed: {0}")]
    Store(String),
    #[error("the table broke down; the game stands as it was last kept: {0}")]
    Broken(String),
}

#[derive(Serialize)]
struct Told<'a> {
    error: &'a str,
    reason: String,
}

impl Trouble {
    const fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchGame(_) | Self::NoSuchScenario(_) => StatusCode::NOT_FOUND,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Foreign(_) => StatusCode::FORBIDDEN,
            Self::WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooManyGames | Self::NotOver => StatusCode::CONFLICT,
            Self::Store(_) | Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// A word for programs.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::NoSuchGame(_) => "no-such-game",
            Self::NoSuchScenario(_) => "no-such-scenario",
            Self::BadRequest(_) => "bad-request",
            Self::TooLarge(_) => "too-large",
            Self::TooSlow => "too-slow",
            Self::NotJson => "not-json",
            Self::Foreign(_) => "foreign",
            Self::WrongMethod(_) => "wrong-method",
            Self::TooManyGames => "too-many-games",
            Self::NotOver => "not-over",
            Self::Store(_) => "store",
            Self::Broken(_) => "broken",
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error.to_string())
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let told = Told {
            error: self.word(),
            reason: self.to_string(),
        };
        (self.status(), Json(told)).into_response()
    }
}
