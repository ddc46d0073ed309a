//! What is kept of a game: its opening, and entries that are only ever appended.

use longroll_core::{BySide, Record, Seed, Side, whole_number};
use serde::{Deserialize, Serialize};

use crate::standing::{Lapse, Standing};
use crate::wire::Answered;

/// Who decides for a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Sitter {
    /// A person at this screen.
    Person,
    /// A player of the program, by name.
    Computer(String),
}

impl Sitter {
    /// Whether it is a person.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        matches!(self, Self::Person)
    }

    /// The name for a record's header.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Person => "person",
            Self::Computer(name) => name,
        }
    }
}

/// What a computer has in mind, for a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// A brigade goes for a hex.
    MovesOn {
        /// Which, by name.
        body: String,
        hex: String,
    },
    /// A brigade assaults a hex.
    Assaults {
        /// Which, by name.
        body: String,
        /// Which hex.
        hex: String,
    },
    /// A brigade keeps its ground.
    Holds {
        /// Which, by name.
        body: String,
    },
}

/// When two people at one screen want a curtain between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Curtain {
    /// Never.
    Never,
    /// Before questions that the other side must not see.
    #[default]
    Secret,
    /// Whenever the other side decides.
    Always,
}

/// What a game begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The header of its record: battle, scenario, rules, seed.
    pub header: Record,
    /// Who decides for each side.
    pub seats: BySide<Sitter>,
    /// When a curtain falls.
    pub curtain: Curtain,
}

impl Opening {
    /// The seed of the dice from the first choice on.
    #[must_use]
    pub fn seed(&self) -> Option<Seed> {
        whole_number(self.header.tag("Seed")?).map(Seed)
    }
}

/// Something that was decided at the table. A game is its opening and these, in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "entry")]
pub enum Entry {
    /// A choice with the numbers drawn for it.
    Choice {
        /// Who chose.
        side: Side,
        /// In order notation.
        order: String,
        /// The numbers drawn.
        drawn: Vec<u16>,
        /// Who answered.
        by: Answered,
        /// The number of the wish it belongs to.
        wish: u32,
    },
    /// So many choices were taken back.
    Undone { choices: u32 },
    /// A standing answer.
    Standing(Standing),
    /// A standing answer ended.
    Cleared { id: u32 },
    /// A standing answer lapsed.
    Lapsed { id: u32, why: Lapse },
}
