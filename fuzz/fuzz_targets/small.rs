//! The small battle of the catalogue's tests, with one file replaced.

use std::sync::Arc;

use longroll_catalog::read::Provider;
use longroll_shiloh::Embedded;

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../crates/catalog/tests/valid/", $path)))),+]
    };
}

/// The files of the small battle; every other one is that of the house.
pub static FILES: &[(&str, &str)] = files![
    "battle.toml",
    "leaders/abilities.tsv",
    "leaders/leaders.tsv",
    "map/camps.tsv",
    "map/corrections.tsv",
    "map/entries.tsv",
    "map/fields.tsv",
    "map/hexes.tsv",
    "map/hexsides.tsv",
    "map/map.toml",
    "map/places.tsv",
    "map/routes.tsv",
    "map/supply.tsv",
    "oob/commands.tsv",
    "oob/units.tsv",
    "scenarios/01-skirmish/reinforcements.tsv",
    "scenarios/01-skirmish/scenario.toml",
    "scenarios/01-skirmish/setup.tsv",
    "scenarios/index.tsv",
];

/// The small battle with one file replaced.
#[derive(Debug)]
pub struct Small<'t> {
    pub path: &'t str,
    pub text: &'t str,
}

impl Provider for Small<'_> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        if path == self.path {
            return Some(Arc::from(self.text));
        }
        let own = FILES.iter().find(|(own, _)| *own == path);
        own.map(|(_, text)| Arc::from(*text))
            .or_else(|| Embedded.text(path))
    }
}
