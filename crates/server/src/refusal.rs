//! What a client is told when it asks for something it cannot have. Always JSON, always with a reason.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Why a request is not granted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("there is nothing at {0}")]
    NoSuchPath(String),
    #[error("there is no scenario '{0}'; scenarios are numbered from 1 to {1}")]
    NoSuchScenario(String, usize),
    #[error("there is no hex '{0}' on this map; a hex is written like S2706")]
    NoSuchHex(String),
    #[error("there is no tile {0} of this map")]
    NoSuchTile(String),
    #[error("counters do not tell '{0}'; they tell far, middle or near")]
    NoSuchDetail(String),
    #[error("counters are not painted at level '{asked}'; levels run from 0 to {last}")]
    NoSuchLevel { asked: String, last: usize },
    #[error("there is no rule '{0}'; a rule is written like SR 9.52")]
    NoSuchRule(String),
    #[error("no such counter: {0}")]
    NoSuchLook(String),
    #[error("a sheet of this level holds at most {0} counters")]
    TooManyLooks(usize),
    #[error("an address is at most {0} bytes long")]
    TooLong(usize),
    #[error("the request was not finished in time")]
    Unfinished,
    #[error("'{0}' is not the name of this server; open it by its address")]
    WrongHost(String),
    #[error("{0} is not a method of this address; only GET and HEAD are")]
    WrongMethod(String),
    #[error("the address cannot be read: {0}")]
    Unreadable(String),
    #[error("the picture could not be drawn: {0}")]
    Drawing(String),
    #[error("the answer could not be written: {0}")]
    Writing(String),
}

#[derive(Serialize)]
struct Told<'a> {
    error: &'a str,
    reason: String,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchPath(_)
            | Self::NoSuchScenario(..)
            | Self::NoSuchHex(_)
            | Self::NoSuchTile(_)
            | Self::NoSuchDetail(_)
            | Self::NoSuchLook(_)
            | Self::NoSuchRule(_)
            | Self::NoSuchLevel { .. } => StatusCode::NOT_FOUND,
            Self::WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Unreadable(_) | Self::TooManyLooks(_) => StatusCode::BAD_REQUEST,
            Self::TooLong(_) => StatusCode::URI_TOO_LONG,
            Self::Unfinished => StatusCode::REQUEST_TIMEOUT,
            Self::WrongHost(_) => StatusCode::MISDIRECTED_REQUEST,
            Self::Drawing(_) | Self::Writing(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// A word for programs.
    fn word(&self) -> &'static str {
        match self {
            Self::NoSuchPath(_) => "no-such-path",
            Self::NoSuchScenario(..) => "no-such-scenario",
            Self::NoSuchHex(_) => "no-such-hex",
            Self::NoSuchTile(_) => "no-such-tile",
            Self::NoSuchDetail(_) => "no-such-detail",
            Self::NoSuchLevel { .. } => "no-such-level",
            Self::NoSuchLook(_) => "no-such-look",
            Self::NoSuchRule(_) => "no-such-rule",
            Self::TooManyLooks(_) => "too-many-looks",
            Self::TooLong(_) => "too-long",
            Self::Unfinished => "unfinished",
            Self::WrongHost(_) => "wrong-host",
            Self::WrongMethod(_) => "wrong-method",
            Self::Unreadable(_) => "unreadable",
            Self::Drawing(_) => "drawing",
            Self::Writing(_) => "writing",
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (
            self.status(),
            Json(Told {
                error: self.word(),
                reason: self.to_string(),
            }),
        )
            .into_response()
    }
}
