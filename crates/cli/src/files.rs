//! Files that people name: read with limits, and never written over without a word.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;

/// No file that the program reads is nearly as long; a device without an end is.
const LONGEST: u64 = 32 * 1024 * 1024;

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    read(path).map_err(|source| Failure::File {
        path: path.to_path_buf(),
        source,
    })
}

fn read(path: &Path) -> io::Result<String> {
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
