//! The memory of a move.

use longroll_board::{Facing, HexId};
use longroll_position::{HalfMp, UnitState};
use serde::{Deserialize, Serialize};

use crate::allowance::Fired;
use crate::gait::Way;
use crate::passage::{Entry, LinePassage};

/// What a move must remember between its steps. The engine keeps one while a unit moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Where the move began.
    pub start: HexId,
    /// SR 7.21: the facing with which it began or came into its present hex.
    pub entered_facing: Facing,
    /// MP paid for turning in the present hex.
    pub turn_paid: HalfMp,
    /// SR 7.33: MP paid for ending a refusal in the first hex.
    #[serde(default)]
    pub unrefused: HalfMp,
    /// Hexes entered so far.
    pub steps: u8,
    /// Where it came from into its present hex; that hex itself for whoever came onto the map there (SR 9.71).
    pub came_from: Option<HexId>,
    /// SR 8.22: the hex of its way before that one, where a second Disorder among friends sends it back to.
    #[serde(default)]
    pub before: Option<HexId>,
    /// SR 8.22: the last hex of its way before the one it came from where it could have stopped.
    #[serde(default)]
    pub refuge: Option<HexId>,
    /// SR 8.22: whether it could have stopped in its present hex, and in the one it came from.
    #[serde(default)]
    pub could_stop: [bool; 2],
    /// How it came in.
    pub came_by: Way,
    /// SR 12.8: nobody was in its present hex when it came in; who stands there now are guns that it has given a crew.
    #[serde(default)]
    pub entered_empty: bool,
    /// MP for terrain and hexside of the last step, without surcharges (SR 8.22).
    pub entry_cost: HalfMp,
    /// SR 9.53: it turned two or three vertices where it started next to the enemy, and stays.
    pub pinned: bool,
    /// SR 7.22: it turned about in its present hex; if it stays, the stack is inverted.
    pub about: bool,
    /// SR 8.22: the friends an Extended Line stands among on its way.
    pub line_passage: Option<LinePassage>,
    /// SR 8.23: the hexes of an Extended Line that it has entered in this move.
    pub line_entered: [Option<HexId>; 3],
    /// SR 8.5-form: MP spent by the extensions of a column.
    pub extension_spent: [HalfMp; 2],
    /// SR 8.22: where the extensions of a column came from into their present hexes, if they have moved.
    pub extension_from: [Option<HexId>; 2],
    /// SR 8.5-form: the column is being formed in this Activation.
    pub forming: bool,
    /// SR 10.44, reading I65: Withdrawal fire limits the move to one hex.
    pub one_hex: bool,
    /// SR 10.61.
    pub fired: bool,
    /// SR 9.53: its movement is over and it has taken its place; it may only fire.
    pub settled: bool,
    /// SR 11.52: the last steps of a charge that were made straight ahead over easy ground.
    #[serde(default)]
    pub straight: u8,
}

impl Progress {
    /// The start of a move.
    #[must_use]
    pub fn begin(state: &UnitState) -> Self {
        let along = state.turned_along;
        Self {
            start: state.hex,
            // SR 8.26: whoever was turned along has had his turn in this hex.
            entered_facing: along.map_or(state.facing, |turn| turn.from),
            turn_paid: along.map_or(HalfMp::ZERO, |turn| turn.paid),
            unrefused: HalfMp::ZERO,
            steps: 0,
            came_from: None,
            before: None,
            refuge: None,
            could_stop: [true, false],
            came_by: Way::OffRoute,
            entered_empty: false,
            entry_cost: HalfMp::ZERO,
            pinned: along.is_some_and(|turn| turn.pins),
            about: false,
            line_passage: None,
            line_entered: [None; 3],
            extension_spent: [HalfMp::ZERO; 2],
            extension_from: [None; 2],
            forming: false,
            one_hex: false,
            fired: false,
            settled: false,
            straight: 0,
        }
    }

    /// SR 8.23: a line has entered these hexes and stands as told; what it has left again does not matter.
    pub fn note_line_entered(&mut self, entered: &[HexId], state: &UnitState) {
        let known = self.line_entered;
        self.line_entered = [None; 3];
        let standing = state
            .hexes()
            .filter(|hex| entered.contains(hex) || known.contains(&Some(*hex)));
        for (place, hex) in self.line_entered.iter_mut().zip(standing) {
            *place = Some(hex);
        }
    }

    /// SR 8.42, 8.52-retract: on its way the counter has come out of this hex to an extension, which has paid for the ground.
    pub const fn draws_to(&mut self, from: HexId, cost: HalfMp) {
        self.came_from = Some(from);
        self.came_by = Way::OffRoute;
        self.entry_cost = cost;
    }

    /// How it came into its present hex.
    pub(crate) const fn entry(&self, from: HexId, hex: HexId) -> Entry {
        Entry {
            from,
            hex,
            way: self.came_by,
            cost: self.entry_cost,
        }
    }

    /// SR 10.61: whether it has fired in this Activation.
    #[must_use]
    pub fn fired(&self) -> Fired {
        if self.fired { Fired::Yes } else { Fired::No }
    }
}
