//! Files that people name: read with limits, and never written over without a word.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use longroll_core::{Record, clip};

use crate::console::Console;
use crate::failure::Failure;

/// The tag of a game that began with a situation.
pub const SITUATION: &str = "Situation";

/// No file that the program reads is nearly as long; a device without an end is.
const LONGEST: u64 = 32 * 1024 * 1024;

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    read(path).map_err(|source| Failure::File {
        path: path.to_path_buf(),
        source,
    })
}

/// Writes a file into a folder that is there.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>, console: &Console<'_>) -> Result<(), Failure> {
    has_folder(path, console)?;
    std::fs::write(path, bytes).map_err(|source| Failure::File {
        path: path.to_path_buf(),
        source,
    })
}

/// Whether the folder of a file is there; none is ever made, for a misspelt name would become one.
pub fn has_folder(path: &Path, console: &Console<'_>) -> Result<(), Failure> {
    let folders = path.ancestors().skip(1);
    let missing = folders
        .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        .last();
    let Some(missing) = missing else {
        return Ok(());
    };
    let reason = console.text("file.no-folder", &[("folder", &missing.display())]);
    Err(Failure::File {
        path: path.to_path_buf(),
        source: io::Error::new(io::ErrorKind::NotFound, reason),
    })
}

/// The situation file with which a record begins: the one that the person names, else the one that the record names by its
/// way from its own folder. A record may come from anybody: no other file is opened because it says so.
pub fn situation_of(
    path: &Path,
    tag: &str,
    named: Option<&Path>,
    console: &Console<'_>,
) -> Result<PathBuf, Failure> {
    if let Some(named) = named {
        return Ok(named.to_path_buf());
    }
    let file = Path::new(tag);
    let inside = |part| matches!(part, Component::Normal(_) | Component::ParentDir);
    let is_situation = file.extension().is_some_and(|kind| kind == "toml");
    if is_situation && file.components().all(inside) {
        return Ok(path.with_file_name(file));
    }
    let blanks: [(&str, &dyn std::fmt::Display); 2] =
        [("path", &path.display()), ("situation", &clip(tag))];
    Err(Failure::faults(
        console.text("file.foreign-situation", &blanks),
        Some(console.text("file.foreign-situation-help", &[])),
    ))
}

/// A record as it is written to a file: its situation is named by the way from there.
pub fn for_file(record: &Record, path: &Path) -> Record {
    let mut written = record.clone();
    let situation = record.tag(SITUATION).map(Path::new);
    let way = situation
        .filter(|file| file.extension().is_some_and(|kind| kind == "toml"))
        .and_then(|file| way(path, file));
    if let Some(way) = way {
        written.set_tag(SITUATION, way.display().to_string());
    }
    written
}

/// The way to a file from the folder in which another one stands.
fn way(from: &Path, to: &Path) -> Option<PathBuf> {
    let folder = match from.parent()? {
        here if here.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    let (folder, to) = (folder.canonicalize().ok()?, to.canonicalize().ok()?);
    let common = folder
        .components()
        .zip(to.components())
        .take_while(|(one, other)| one == other)
        .count();
    if common == 0 {
        return None;
    }
    let up = folder
        .components()
        .skip(common)
        .map(|_| Component::ParentDir);
    Some(up.chain(to.components().skip(common)).collect())
}

/// Whether a path is a pipe that lies in a folder: nobody may ever write into it. What a shell hands over (`/dev/fd/63`) has
/// its writer.
#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let handed_over = ["/dev", "/proc"].iter().any(|own| path.starts_with(own));
    !handed_over && std::fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
const fn is_pipe(_: &Path) -> bool {
    false
}

fn read(path: &Path) -> io::Result<String> {
    if is_pipe(path) {
        let reason = "this is a pipe and no file: nobody may ever write into it";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    let wrong = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
    if bytes.len() as u64 > LONGEST {
        let most = LONGEST / (1024 * 1024);
        return Err(wrong(format!(
            "it is longer than {most} MiB, which no file of this kind is"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
            + 1;
        wrong(format!("line {line}: this is no text in UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_without_an_end_and_bytes_that_are_no_text_are_told() {
        if Path::new("/dev/zero").exists() {
            let error = read(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(error.contains("longer than 32 MiB"), "{error}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.roll");
        std::fs::write(&path, b"[Format \"1\"]\nU: \xff\n").unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert_eq!(error, "line 2: this is no text in UTF-8");
    }
}
