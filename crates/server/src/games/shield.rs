//! Who may talk to the server at all: its own page and programs on purpose, no other site.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::trouble::Trouble;

/// Where the server listens, as far as it matters for who may call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shield {
    /// Only this machine reaches it.
    Loopback,
    /// Others may reach it.
    Open,
}

impl Shield {
    pub(crate) const fn of(host: IpAddr) -> Self {
        if host.is_loopback() {
            Self::Loopback
        } else {
            Self::Open
        }
    }
}

/// Refuses requests that another site has caused, and says on every answer what a browser may do with it.
pub(crate) async fn shield(State(shield): State<Shield>, request: Request, next: Next) -> Response {
    let mut response = match check(shield, request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(trouble) => trouble.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        ),
    );
    response
}

fn check(shield: Shield, headers: &HeaderMap, uri: &Uri) -> Result<(), Trouble> {
    let text = |name| {
        let value: Option<&HeaderValue> = headers.get(name);
        value.map(|value| value.to_str().unwrap_or("?"))
    };
    let host =
        text(header::HOST).or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
    // A site that lets its own name point here (DNS rebinding) is known by that name.
    if let Some(host) = host
        && !is_own_name(shield, host)
    {
        return Err(Trouble::Foreign(format!("host {}", shortened(host))));
    }
    if let Some(origin) = text(header::ORIGIN) {
        let own = host.is_some_and(|host| {
            origin.strip_prefix("http://") == Some(host)
                || origin.strip_prefix("https://") == Some(host)
        });
        if !own {
            return Err(Trouble::Foreign(format!("origin {}", shortened(origin))));
        }
    }
    // Browsers that send no Origin with a request still say where it comes from.
    match text(HeaderName::from_static("sec-fetch-site")) {
        Some("cross-site" | "same-site") if uri.path().starts_with("/api/") => {
            Err(Trouble::Foreign("another site asks".to_owned()))
        }
        _ => Ok(()),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Whether a Host header names this server: addresses always, names only where no foreign site can have them.
fn is_own_name(shield: Shield, host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(name, _)| name),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    let address: Option<IpAddr> = name.parse().ok();
    match (shield, address) {
        (Shield::Loopback, Some(address)) => address.is_loopback(),
        (Shield::Open, Some(_)) => true,
        (Shield::Loopback, None) => name.eq_ignore_ascii_case("localhost"),
        (Shield::Open, None) => {
            let lower = name.to_ascii_lowercase();
            !lower.is_empty()
                && (!lower.contains('.') || lower.ends_with(".local"))
                && lower
                    .chars()
                    .all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '.')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_answered() {
        for (shield, host, own) in [
            (Shield::Loopback, "127.0.0.1:4862", true),
            (Shield::Loopback, "localhost:4862", true),
            (Shield::Loopback, "[::1]:4862", true),
            (Shield::Loopback, "evil.example:4862", false),
            (Shield::Loopback, "localhost.evil.example", false),
            (Shield::Loopback, "192.168.1.7", false),
            (Shield::Open, "192.168.1.7:4862", true),
            (Shield::Open, "study", true),
            (Shield::Open, "study.local:4862", true),
            (Shield::Open, "evil.example", false),
            (Shield::Open, "", false),
        ] {
            assert_eq!(is_own_name(shield, host), own, "{host}");
        }
    }
}
