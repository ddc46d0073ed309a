//! What a client says.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// One message of a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Saying {
    /// Comes back in the reply.
    #[serde(default)]
    pub id: u64,
    /// The state on which it was made; whatever changes the game needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<u64>,
    /// What is said.
    #[serde(flatten)]
    pub what: Do,
}

/// What a client can say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "camelCase")]
pub enum Do {
    /// One choice, in order notation.
    Choose { order: String },
    /// A wish, to be expanded into choices.
    Wish { wish: Wish },
    /// Goes on with the wish that stopped.
    GoOn,
    /// Forgets the wish that stopped.
    Drop,
    /// Takes back the last wish.
    Undo,
    /// Sets or clears a standing answer.
    Standing {
        /// A new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set: Option<SetStanding>,
        /// The number of one that ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clear: Option<u32>,
    },
    /// Opens the curtain.
    Ready,
    /// Everything, anew.
    Look,
    /// Where a piece can go.
    Reach { piece: String },
    /// What a wish to go would do.
    Way(GoWish),
    /// Why something is not offered.
    Why {
        /// A choice in order notation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<String>,
        /// A piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
        /// Where it should go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<String>,
        /// With which facing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<String>,
    },
    /// Whom the pending question lets a piece fire at or assault, with the chances.
    Targets {
        /// Which; everybody who is asked if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
    },
    /// The card of a fire or an assault before its die.
    Odds {
        /// The choice; without it what has been declared and not been rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<String>,
    },
    /// The line of sight from one hex to another.
    Sight {
        /// The first hex.
        from: String,
        /// The last one.
        to: String,
    },
    /// Earlier paragraphs of the story.
    Story {
        /// Those before this number; without it the last ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<u32>,
        /// How many, at most 200.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
        /// With every event, not only with dice.
        #[serde(default)]
        all: bool,
        /// Only those about this piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
    },
    /// The table as it stood after so many choices.
    Replay { at: u32 },
}

impl Do {
    /// Whether it may change the game, and so needs the state it was made on.
    #[must_use]
    pub const fn changes(&self) -> bool {
        matches!(
            self,
            Self::Choose { .. }
                | Self::Wish { .. }
                | Self::GoOn
                | Self::Drop
                | Self::Undo
                | Self::Standing { .. }
        )
    }
}

/// What a person wishes; the table makes choices of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Wish {
    /// Pieces go somewhere.
    Go(GoWish),
    /// This piece or brigade acts next; questions before that are answered with no.
    Take(TakeWish),
    /// What is being done now ends.
    Finish {},
    /// Choices one after the other.
    All {
        /// In order notation.
        orders: Vec<String>,
    },
}

/// Pieces that go somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GoWish {
    /// Who; the goal is the first one's, the others keep their places beside it.
    pub pieces: Vec<String>,
    pub hex: String,
    /// With which facing; without it the cheapest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
}

/// Who acts next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TakeWish {
    /// The brigade of this piece.
    Piece(String),
    /// This brigade, by name.
    Body(String),
}

/// Of whom a standing answer speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Who {
    /// One unit.
    Unit(String),
    /// One leader.
    Leader(String),
    /// A brigade.
    Body(String),
    /// Everybody of a side.
    Side(Side),
}

/// What a standing answer says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StandingAnswer {
    /// What ends the question.
    Decline,
    /// The choice of this kind; of several the one nearest to the enemy.
    Kind(String),
}

/// A standing answer to be remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetStanding {
    /// The key of the question.
    pub key: String,
    pub who: Who,
    pub answer: StandingAnswer,
}

/// Who made a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answered {
    /// A person.
    Person,
    /// The computer.
    Computer,
    /// A standing answer.
    Standing,
    /// Nobody: it could not matter.
    Unasked,
}

/// Whom a group of choices is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Group {
    /// A unit.
    Unit(String),
    /// A leader.
    Leader(String),
    /// A brigade or what acts like one.
    Body(String),
    /// A division or whoever has markers.
    Activator(String),
    /// A command.
    Command(String),
    /// Nobody.
    Nobody,
}
