//! Builds the browser part into the binary.
//!
//! `scripts/start` and `scripts/test` write `web/dist` first. A plain `cargo build` in a fresh clone finds none and
//! embeds `pages/not-built.html` instead, so that Rust work never needs node. This script runs no other program.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::{Compression, write::GzEncoder};

fn main() -> std::io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let dist = here.join("../../web/dist");
    // An empty folder is enough for cargo to notice later that the page has been built; without one it would run this
    // script every time. Where it cannot be made (a read-only tree) that is what happens.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=pages");
    println!("cargo::rerun-if-changed=build.rs");

    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for entry in fs::read_dir(&dist).into_iter().flatten() {
        let path = entry?.path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            files.push((name.to_owned(), path.clone()));
        }
    }
    if !files.iter().any(|(name, _)| name == "index.html") {
        files = vec![("index.html".to_owned(), here.join("pages/not-built.html"))];
    }
    files.sort();

    let mut code = String::from("pub(crate) const FILES: &[EmbeddedFile] = &[\n");
    for (name, path) in &files {
        let contents = fs::read(path)?;
        let gzip = compressed(name, &contents, &out)?;
        let gzip = gzip.map_or_else(
            || "None".to_owned(),
            |file| format!("Some(include_bytes!({file:?}))"),
        );
        let _ = writeln!(
            code,
            "    EmbeddedFile {{ name: {name:?}, plain: include_bytes!({:?}), gzip: {gzip} }},",
            path.canonicalize()?
        );
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code)
}

/// Writes the compressed twin of a text file; fonts and pictures are compressed already.
fn compressed(name: &str, contents: &[u8], out: &Path) -> std::io::Result<Option<PathBuf>> {
    if ![".html", ".js", ".css", ".svg"]
        .iter()
        .any(|ending| name.ends_with(ending))
    {
        return Ok(None);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents)?;
    let file = out.join(format!("{name}.gz"));
    fs::write(&file, encoder.finish()?)?;
    Ok(Some(file))
}
