//! The table of a game at the terminal: the game, who plays it, what was told, where it is kept.

use std::path::{Path, PathBuf};

use longroll_core::{BySide, Session, Side};
use longroll_gbacw::{Battle, Event};
use longroll_sim::players::Player;

/// A game under way at the terminal.
pub struct Table<'a> {
    pub session: Session<Battle>,
    pub players: BySide<Option<Box<dyn Player>>>,
    /// What the last choice led to.
    pub last: Vec<Event>,
    /// Everything that was kept from a side, to be told to the other alone.
    pub secrets: Vec<(Side, String)>,
    /// Where the record is kept after every choice.
    pub record: Option<&'a Path>,
    /// Files of this game, which may be written again.
    pub own_files: Vec<PathBuf>,
    /// How many choices each line of a person made, as far as they can be taken back: `go` makes several.
    pub strides: Vec<usize>,
    pub saved: bool,
}
