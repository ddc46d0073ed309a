//! Which data a game was played on, as a number that records carry.

use std::sync::OnceLock;

use longroll_core::{Fingerprint, fingerprint};

use crate::FILES;

/// The fingerprint of the embedded data folder. Remarks and empty lines do not count: they change no game.
#[must_use]
pub fn data_version() -> Fingerprint {
    static VERSION: OnceLock<Fingerprint> = OnceLock::new();
    *VERSION.get_or_init(|| version_of(FILES))
}

fn version_of(files: &[(&str, &str)]) -> Fingerprint {
    let lines: Vec<(&str, Vec<&str>)> = files
        .iter()
        .map(|(path, text)| (*path, text.lines().filter(|line| counts(line)).collect()))
        .collect();
    fingerprint(&lines)
}

fn counts(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_changes_nothing_and_a_figure_does() {
        let before = version_of(&[("map/hexes.tsv", "hex\tlevel\nS2706\t3\n")]);
        let remarked = version_of(&[("map/hexes.tsv", "# ours\r\nhex\tlevel\r\n\r\nS2706\t3")]);
        let higher = version_of(&[("map/hexes.tsv", "hex\tlevel\nS2706\t4\n")]);
        let elsewhere = version_of(&[("map/sides.tsv", "hex\tlevel\nS2706\t3\n")]);
        assert_eq!(before, remarked);
        assert_ne!(before, higher);
        assert_ne!(before, elsewhere);
    }
}
