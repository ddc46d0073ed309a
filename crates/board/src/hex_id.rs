//! The dense name of a hex inside one grid.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

/// A hex of one [`Grid`](crate::Grid): a dense number in the order column, then row.
///
/// It is two bytes wide and so is `Option<HexId>`, which keeps neighbour tables small. Saved and sent as its index;
/// whatever people read uses the printed number instead ([`Grid::name`](crate::Grid::name)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub struct HexId(NonZeroU16);

/// The one index that cannot be a hex, because `Option<HexId>` uses its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("hex index {0} is out of range (at most {max})", max = u16::MAX - 1)]
pub struct HexIdOutOfRange(pub u32);

impl HexId {
    /// The place of this hex in a dense array.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The id with this index. Whether a grid has such a hex is for [`Grid::hex_at_index`](crate::Grid::hex_at_index).
    #[inline]
    pub const fn from_index(index: usize) -> Result<Self, HexIdOutOfRange> {
        if index >= u16::MAX as usize {
            return Err(HexIdOutOfRange(index as u32));
        }
        match NonZeroU16::new(index as u16 + 1) {
            Some(id) => Ok(Self(id)),
            None => Err(HexIdOutOfRange(index as u32)),
        }
    }
}

impl From<HexId> for u16 {
    fn from(id: HexId) -> Self {
        id.0.get() - 1
    }
}

impl TryFrom<u16> for HexId {
    type Error = HexIdOutOfRange;

    fn try_from(index: u16) -> Result<Self, Self::Error> {
        Self::from_index(usize::from(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_hex_takes_no_more_room_than_a_hex() {
        assert_eq!(size_of::<Option<HexId>>(), 2);
        assert_eq!(size_of::<Option<crate::HexsideId>>(), 2);
    }

    #[test]
    fn saved_as_its_index() {
        let id = HexId::from_index(7).unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "7");
        assert_eq!(serde_json::from_str::<HexId>("7").unwrap(), id);
        assert_eq!(HexId::from_index(65_535), Err(HexIdOutOfRange(65_535)));
        assert_eq!(u16::from(HexId::from_index(65_534).unwrap()), 65_534);
    }
}
