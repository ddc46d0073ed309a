//! BB stacking.

use serde::Serialize;

use crate::facts::Orders;
use crate::words::words;

words! {
    /// The two halves of the table.
    pub enum StackingOrders {
        /// SR 8.12-march.
        March = "march",
        /// SR 8.12-line.
        Line = "advance-attack",
    }
}

impl From<Orders> for StackingOrders {
    fn from(orders: Orders) -> Self {
        match orders {
            Orders::March => Self::March,
            Orders::Advance | Orders::Attack => Self::Line,
        }
    }
}

words! {
    /// The rows of the table.
    pub enum StackingArm {
        /// Infantry and dismounted cavalry.
        Foot = "foot",
        /// Mounted cavalry.
        Cavalry = "cavalry",
        /// Artillery by itself.
        Artillery = "artillery",
    }
}

words! {
    /// Whether one unit of any strength may exceed the limit.
    pub enum SingleUnit {
        /// It may.
        AnyStrength = "any",
        /// It may not; it must extend.
        Limited = "limited",
    }
}

/// One limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StackingLimit {
    /// SP of one brigade; none for artillery by itself.
    pub strength: Option<u8>,
    /// Whether a single unit may exceed it.
    pub single_unit: SingleUnit,
    /// Batteries, whole.
    pub batteries: u8,
    /// Or guns of any number of batteries.
    pub guns: u8,
}

/// The table: one limit per orders and arm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StackingTable {
    rows: Vec<StackingLimit>,
}

impl StackingTable {
    /// Takes the limits by orders, then by arm; `None` unless all are there.
    pub(crate) fn new(rows: Vec<StackingLimit>) -> Option<Self> {
        (rows.len() == StackingOrders::ALL.len() * StackingArm::ALL.len()).then_some(Self { rows })
    }

    /// The limit.
    #[must_use]
    pub fn limit(&self, orders: StackingOrders, arm: StackingArm) -> StackingLimit {
        // In range: `new` took one limit per orders and arm.
        self.rows[orders as usize * StackingArm::ALL.len() + arm as usize]
    }
}
