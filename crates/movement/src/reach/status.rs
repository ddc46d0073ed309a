//! What a hex is to a unit that might enter it.

/// Found out once for every hex a search touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
    Unknown,
    /// May not be entered.
    Closed,
    /// Nobody there, no enemy beside it.
    Open,
    /// SR 9.53: the unit stops there.
    Contact,
    /// SR 9.23: the same, but only over a bridge or ford.
    ContactOverCrossing,
    /// Friends stand there.
    Friends,
    /// Friends stand there next to the enemy.
    FriendsInContact,
    /// The same, but only over a bridge or ford.
    FriendsOverCrossing,
}

impl Status {
    pub const fn needs_crossing(self) -> bool {
        matches!(self, Self::ContactOverCrossing | Self::FriendsOverCrossing)
    }

    pub const fn is_contact(self) -> bool {
        matches!(
            self,
            Self::Contact
                | Self::ContactOverCrossing
                | Self::FriendsInContact
                | Self::FriendsOverCrossing
        )
    }

    pub const fn has_friends(self) -> bool {
        matches!(
            self,
            Self::Friends | Self::FriendsInContact | Self::FriendsOverCrossing
        )
    }
}
