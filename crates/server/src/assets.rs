//! The browser part, as built into the binary.

use axum::body::Bytes;

use crate::document::{Document, Keep};

pub(crate) struct EmbeddedFile {
    name: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file of this name, if it is part of the page.
pub(crate) fn file(name: &str) -> Option<Document> {
    let file = FILES.iter().find(|file| file.name == name)?;
    // esbuild puts a hash of the contents into every name but these two.
    let keep = if matches!(file.name, "index.html" | "icon.svg") {
        Keep::AskAgain
    } else {
        Keep::ForEver
    };
    Some(Document::new(
        media_type(name),
        keep,
        Bytes::from_static(file.plain),
        file.gzip.map(Bytes::from_static),
    ))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_first_page() {
        assert!(file("index.html").is_some());
        assert!(file("../Cargo.toml").is_none());
    }
}
