//! Something to send: bytes with a type, a tag by which a browser knows it already, and a compressed twin.

use std::io::Write as _;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

/// How long a browser may keep it without asking again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Its address changes whenever its contents do.
    ForEver,
    /// It must ask each time whether its copy is still good.
    AskAgain,
}

/// A ready answer. Cheap to clone: the bytes are shared.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    media_type: &'static str,
    keep: Keep,
    tag: String,
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl Document {
    pub(crate) fn new(
        media_type: &'static str,
        keep: Keep,
        plain: Bytes,
        gzip: Option<Bytes>,
    ) -> Self {
        let tag = format!("\"{:016x}\"", fingerprint(&plain));
        Self {
            media_type,
            keep,
            tag,
            plain,
            gzip,
        }
    }

    /// Compresses a text worth compressing.
    pub(crate) fn text(media_type: &'static str, text: String) -> Self {
        let gzip = (text.len() > 1024).then(|| gzip(text.as_bytes())).flatten();
        Self::new(media_type, Keep::AskAgain, Bytes::from(text), gzip)
    }

    pub(crate) fn json(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self::text(
            "application/json",
            serde_json::to_string(value)?,
        ))
    }

    /// The same, to be kept otherwise.
    pub(crate) fn with_keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    pub(crate) fn len(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// The answer to a request with these headers: the bytes, compressed if it may be, or "you have it already".
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        let keep = match self.keep {
            Keep::ForEver => "public, max-age=31536000, immutable",
            Keep::AskAgain => "no-cache",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        if lists(request, header::IF_NONE_MATCH, |known| {
            known == "*" || known.trim_start_matches("W/") == self.tag
        }) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.media_type),
        );
        let bytes = match &self.gzip {
            Some(gzip) if accepts_gzip(request) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                gzip
            }
            _ => &self.plain,
        };
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
        *response.body_mut() = Body::from(bytes.clone());
        response
    }
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    lists(request, header::ACCEPT_ENCODING, |coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight
            .trim()
            .strip_prefix("q=")
            .is_some_and(|q| q.trim().parse::<f32>() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// Whether a comma-separated header has an element that fits.
fn lists(request: &HeaderMap, name: header::HeaderName, fits: impl Fn(&str) -> bool) -> bool {
    request
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|element| fits(element.trim()))
}

fn gzip(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// FNV-1a. Tells versions of a document apart; keeps no secrets.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: header::HeaderName, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).unwrap());
        headers
    }

    #[test]
    fn gzip_is_sent_only_to_whoever_takes_it() {
        for (value, wanted) in [
            ("gzip, br", true),
            ("br, GZIP;q=0.5", true),
            ("br", false),
            ("gzip;q=0", false),
            ("", false),
        ] {
            assert_eq!(
                accepts_gzip(&request(header::ACCEPT_ENCODING, value)),
                wanted,
                "{value}"
            );
        }
    }

    #[test]
    fn a_known_tag_is_answered_without_a_body() {
        let document = Document::text("text/plain", "the long roll".to_owned());
        for tags in [
            document.tag.clone(),
            format!("\"other\", W/{}", document.tag),
            "*".to_owned(),
        ] {
            let answer = document.answer(&request(header::IF_NONE_MATCH, &tags));
            assert_eq!(answer.status(), StatusCode::NOT_MODIFIED, "{tags}");
        }
        let answer = document.answer(&request(header::IF_NONE_MATCH, "\"other\""));
        assert_eq!(answer.status(), StatusCode::OK);
    }
}
