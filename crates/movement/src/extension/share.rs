//! SR 8.43, 8.44-split: how many hexes a unit may fill, and how its strength is divided.

/// SR 8.44-split, reading I41: SP in the part with this number (0 is the counter) of a unit that fills so many hexes. A
/// leftover goes to the counter, a second one to the first extension.
#[must_use]
pub const fn share(sp: u8, hexes: u8, number: u8) -> u8 {
    if hexes <= 1 {
        return sp;
    }
    let each = sp / hexes;
    let left = sp % hexes;
    if number < left { each + 1 } else { each }
}

/// The shares of all parts.
#[must_use]
pub fn shares(sp: u8, hexes: u8) -> [u8; 3] {
    [0, 1, 2].map(|number| {
        if number < hexes.max(1) {
            share(sp, hexes, number)
        } else {
            0
        }
    })
}

/// SR 8.41, 8.43: how many extensions of a line a unit of this strength may have.
#[must_use]
pub const fn line_extensions(sp: u8) -> u8 {
    match sp {
        0..8 => 0,
        8..15 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves MV-083: SR 8.44-split.
    /// Strength is divided as evenly as possible.
    #[test]
    fn mv_083_strength_is_divided_as_evenly_as_possible() {
        assert_eq!(shares(9, 2), [5, 4, 0]);
        assert_eq!(shares(17, 3), [6, 6, 5]);
        assert_eq!(shares(16, 3), [6, 5, 5]);
        assert_eq!(shares(18, 3), [6, 6, 6]);
        assert_eq!(shares(8, 2), [4, 4, 0]);
        assert_eq!(shares(12, 2), [6, 6, 0], "MV-258");
        assert_eq!(shares(5, 1), [5, 0, 0]);
    }

    /// Proves MV-076: SR 8.41.
    /// Extensions by strength.
    /// Proves MV-082: SR 8.43.
    /// Extensions by strength.
    #[test]
    fn mv_076_082_extensions_by_strength() {
        assert_eq!([7, 8, 14, 15].map(line_extensions), [0, 1, 1, 2]);
    }
}
