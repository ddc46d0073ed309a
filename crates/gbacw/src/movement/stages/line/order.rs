//! A movement of a whole line, as data (SR 8.44).

use longroll_board::{Direction, Hand};
use longroll_movement::extension::LineMove;
use serde::{Deserialize, Serialize};

/// A movement of a whole line, as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineOrder {
    /// Straight ahead.
    Forward(Direction),
    /// On the part at this hand.
    Wheel(Hand),
    /// 180 degrees.
    AboutFace,
}

impl From<LineMove> for LineOrder {
    fn from(order: LineMove) -> Self {
        match order {
            LineMove::Forward(direction) => Self::Forward(direction),
            LineMove::Wheel(hand) => Self::Wheel(hand),
            LineMove::AboutFace => Self::AboutFace,
        }
    }
}

/// How a line comes into several Swamp hexes at once, as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    /// SR 8.44: by a movement of the line.
    On(LineOrder),
    /// SR 9.54: by a step back.
    Back(Direction),
}
