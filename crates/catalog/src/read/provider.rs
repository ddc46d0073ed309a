//! Where the text of the files comes from.

use std::sync::Arc;

use super::fault::{At, FaultKind, Reporter, SourceFile};

/// Gives the text of a file of the data folder. The house never opens files here: the caller does.
pub trait Provider {
    /// The text of the file with this path inside the folder, such as `map/hexes.tsv`; none if there is no such file.
    fn text(&self, path: &str) -> Option<Arc<str>>;
}

impl<P: Provider + ?Sized> Provider for &P {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        (**self).text(path)
    }
}

/// One provider laid over another: what the upper one lacks comes from the lower one.
#[derive(Debug, Clone, Copy)]
pub struct Overlay<U, L> {
    /// Asked first.
    pub upper: U,
    /// Asked for the rest.
    pub lower: L,
}

impl<U: Provider, L: Provider> Provider for Overlay<U, L> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.upper.text(path).or_else(|| self.lower.text(path))
    }
}

/// Files held in memory, for tests and for editors.
impl Provider for std::collections::BTreeMap<String, String> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.get(path).map(|text| text.as_str().into())
    }
}

/// The file, or an empty one and a fault.
pub(super) fn open(reporter: &mut Reporter, files: &dyn Provider, path: &str) -> SourceFile {
    match files.text(path) {
        Some(text) => SourceFile::shared(path, text),
        None => {
            let file = SourceFile::missing(path);
            reporter.report(&At::new(&file, 0..0), FaultKind::FileMissing);
            file
        }
    }
}
