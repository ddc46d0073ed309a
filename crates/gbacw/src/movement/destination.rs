//! Where a counter comes to, and by what (SR 9.1, 8.2).

use longroll_board::HexId;
use longroll_position::{Extent, StackPlace};

/// Where a unit comes to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Destination {
    /// The counter's hex.
    pub hex: HexId,
    /// Its extensions.
    pub extent: Extent,
    /// SR 8.23: the counter's place in the stack.
    pub place: StackPlace,
}

impl Destination {
    /// The unit stands in one hex, under whoever is there.
    pub(crate) const fn single(hex: HexId) -> Self {
        Self::at_bottom(hex, Extent::Single)
    }

    /// The unit spreads so, under whoever is there.
    pub(crate) const fn at_bottom(hex: HexId, extent: Extent) -> Self {
        Self {
            hex,
            extent,
            place: StackPlace::Bottom,
        }
    }
}

/// Why a unit comes into another hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// SR 9.13: a step of a unit in one hex or in column.
    Step,
    /// BB 9.44-swamp-extended: the same, and a column gathers in the Swamp it comes into.
    Bogs,
    /// SR 8.21: it follows the unit that leads its group.
    Follows,
    /// SR 8.44: a line moves or wheels.
    LineMoves,
    /// SR 8.44-aboutface: a line turns about.
    LineTurnsAbout,
    /// SR 9.54: Withdrawal movement.
    Withdraws,
    /// BB 9.44-swamp-extended: the same, and a line gathers in the Swamp it comes into.
    WithdrawsIntoSwamp,
    /// SR 9.63: Reaction movement.
    Evades,
    /// SR 12.44: it falls back or retreats.
    FallsBack,
    /// SR 12.6: it advances into a hex that the enemy has left.
    Advances,
    /// SR 12.6: the same as a line.
    LineAdvances,
    /// BB 9.44-swamp-extended: the same, and a line gathers in the Swamp it comes into.
    AdvancesIntoSwamp,
    /// SR 9.55-2: guns go out of the enemy's way.
    GunsFallBack,
    /// SR 8.22, 9.54: a second Disorder sends it back.
    SentBack,
    /// Reading I28: it can neither stop nor go on.
    GoesBack,
    /// BB 9.7-landing: it makes room for those who land.
    MakesRoom,
    /// BB 30.1: it is put back into the continuous line.
    Dressed,
    /// BB 18.1-loot: it is put into a camp.
    Loots,
    /// BB 19.0-2: it has lost its way.
    Strays,
    /// SR 9.71: it comes onto the map.
    Enters,
    /// BB 14.73: a gunboat sails.
    Sails,
}
