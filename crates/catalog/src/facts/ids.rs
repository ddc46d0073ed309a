//! Dense numbers for the pieces of a battle.
//!
//! The facts of a battle are vectors; an id is the place in one of them. Ids are given in file order when a battle is
//! loaded, so they mean nothing outside that battle: files, records and notation write names.

use serde::{Deserialize, Serialize};

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident, $inner:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The place in the vector of facts.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the `index`-th element, if the number fits.
            #[must_use]
            pub fn from_index(index: usize) -> Option<Self> {
                <$inner>::try_from(index).ok().map(Self)
            }
        }
    };
}

dense_id!(
    /// A combat unit: regiment, battalion, battery, gunboat or detachment.
    UnitId, u16
);
dense_id!(
    /// A leader or commander.
    LeaderId, u16
);
dense_id!(
    /// An army, corps, division or brigade.
    CommandId, u16
);
dense_id!(
    /// A weapon: a row of the range effects table.
    WeaponId, u8
);
