//! Whose game it is. On loopback everybody who reaches the server is the same person; elsewhere a cookie tells.

use axum::http::{HeaderMap, HeaderValue, header};

use super::shield::Shield;

/// The name of the cookie.
const COOKIE: &str = "longroll";

/// The owner of all games of a server that only this machine reaches.
const HERE: &str = "here";

/// Who asks, and the cookie he must be given first.
#[derive(Debug, Clone)]
pub(crate) struct Owner {
    pub name: String,
    pub cookie: Option<HeaderValue>,
}

impl Owner {
    /// Who asks. Without randomness from the system nobody new can be told apart, and nobody is let in.
    pub(crate) fn of(shield: Shield, headers: &HeaderMap) -> Option<Self> {
        if shield == Shield::Loopback {
            return Some(Self {
                name: HERE.to_owned(),
                cookie: None,
            });
        }
        if let Some(name) = known(headers) {
            return Some(Self { name, cookie: None });
        }
        let name = format!("{:016x}{:016x}", random()?, random()?);
        let cookie =
            format!("{COOKIE}={name}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        Some(Self {
            cookie: HeaderValue::from_str(&cookie).ok(),
            name,
        })
    }
}

fn known(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| {
            *name == COOKIE
                && value.len() == 32
                && value.bytes().all(|sign| sign.is_ascii_hexdigit())
        })
        .map(|(_, value)| value.to_owned())
}

/// A number from the system's randomness: seeds and owners must not be guessed.
pub(crate) fn random() -> Option<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}
