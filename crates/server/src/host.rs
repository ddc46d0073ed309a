//! Whether a request means this server. A page from elsewhere can make a browser ask us under a name of its own (DNS
//! rebinding); then the request carries that name.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::refusal::Refusal;

/// By which names the server may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// Addresses and "localhost".
    OwnOnly,
    /// Any: whoever serves a network gives the machine a name there.
    Any,
}

impl Names {
    pub(crate) fn of(address: SocketAddr) -> Self {
        if address.ip().is_loopback() {
            Self::OwnOnly
        } else {
            Self::Any
        }
    }

    fn admits(self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        // An address cannot be given to another machine by changing a name, so any will do.
        self == Self::Any
            || name.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok()
    }
}

/// Refuses what was meant for another name.
pub(crate) async fn own_name(State(names): State<Names>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let admitted = host.is_none_or(|host| host.to_str().is_ok_and(|host| names.admits(host)));
    if admitted {
        return next.run(request).await;
    }
    let shown = host.map_or_else(String::new, |host| {
        String::from_utf8_lossy(host.as_bytes())
            .chars()
            .take(60)
            .collect()
    });
    Refusal::WrongHost(shown).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_refused_on_this_machine() {
        for own in [
            "localhost",
            "LocalHost:4862",
            "127.0.0.1:4862",
            "127.0.0.1",
            "[::1]:80",
            "192.168.1.7:1",
        ] {
            assert!(Names::OwnOnly.admits(own), "{own}");
        }
        for other in [
            "",
            "evil.example",
            "evil.example:4862",
            "127.0.0.1.evil.example",
            "localhost.evil",
        ] {
            assert!(!Names::OwnOnly.admits(other), "{other}");
            assert!(Names::Any.admits(other), "{other}");
        }
    }
}
