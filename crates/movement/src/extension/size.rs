//! SR 8.5, 8.12, 8.13: how large a unit is for a column and for a march.

use crate::gait::MoverClass;

/// SR 8.5, reading I46: extensions a unit of this strength needs in column.
#[must_use]
pub const fn column_extensions(class: MoverClass, sp: u8) -> u8 {
    match (class, sp) {
        (MoverClass::Foot, 8..=14) | (MoverClass::Cavalry, 5..=8) => 1,
        (MoverClass::Foot, 15..) | (MoverClass::Cavalry, 9..) => 2,
        _ => 0,
    }
}

/// SR 8.12, 8.13: whether a unit of this strength is too large for the March limits in one hex.
#[must_use]
pub const fn exceeds_march_limits(class: MoverClass, sp: u8) -> bool {
    column_extensions(class, sp) > 0 || never_marches(class, sp)
}

/// SR 8.5: dismounted cavalry forms no column, and a large unit of it never has the rate of routes.
#[must_use]
pub const fn never_marches(class: MoverClass, sp: u8) -> bool {
    matches!((class, sp), (MoverClass::Dismounted, 8..))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves MV-044: SR 8.13, SR 8.5.
    /// Extensions of columns.
    /// Proves MV-098: SR 8.5.
    /// Extensions of columns.
    #[test]
    fn mv_044_098_extensions_of_columns() {
        assert_eq!(
            [7, 8, 14, 15].map(|sp| column_extensions(MoverClass::Foot, sp)),
            [0, 1, 1, 2]
        );
        assert_eq!(
            [4, 5, 8, 9].map(|sp| column_extensions(MoverClass::Cavalry, sp)),
            [0, 1, 1, 2]
        );
        assert_eq!(column_extensions(MoverClass::Artillery, 12), 0);
    }
}
