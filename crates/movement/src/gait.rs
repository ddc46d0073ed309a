//! Who moves, in which mode, and whether a step follows a route.

use longroll_catalog::facts::{Arm, Level, Orders, UnitFacts};
use longroll_catalog::tables::Mover;
use longroll_position::{Mount, UnitState};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// SR 9.14: the cost classes. A Detachment is a class of its own: it pays the Leader column, but 1 MP on Roads
/// (BB 14.43-move).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoverClass {
    /// Infantry.
    Foot,
    /// Mounted cavalry.
    Cavalry,
    /// Artillery, horse artillery included.
    Artillery,
    /// BB 14.4.
    Detachment,
    /// Leaders and commanders.
    Leader,
    /// SR 14.23: dismounted cavalry, which pays as foot but never extends (SR 8.41, 8.5).
    Dismounted,
}

impl MoverClass {
    /// Every class.
    pub const ALL: [Self; 6] = [
        Self::Foot,
        Self::Cavalry,
        Self::Artillery,
        Self::Detachment,
        Self::Leader,
        Self::Dismounted,
    ];

    /// The class of a unit; none for a gunboat, which moves by its own rule (BB 14.73).
    #[must_use]
    pub fn of(facts: &UnitFacts) -> Option<Self> {
        if facts.is_detachment() {
            return Some(Self::Detachment);
        }
        match facts.arm {
            Arm::Infantry => Some(Self::Foot),
            Arm::Cavalry => Some(Self::Cavalry),
            Arm::Artillery => Some(Self::Artillery),
            Arm::Gunboat => None,
        }
    }

    /// The class of a unit as it stands now: SR 14.23, dismounted cavalry is treated as infantry.
    #[must_use]
    pub fn standing(facts: &UnitFacts, state: &UnitState) -> Option<Self> {
        match Self::of(facts) {
            Some(Self::Cavalry) if state.mount == Mount::Dismounted => Some(Self::Dismounted),
            class => class,
        }
    }

    /// The column of the Terrain Effects Chart.
    #[must_use]
    pub const fn column(self) -> Mover {
        match self {
            Self::Foot | Self::Dismounted => Mover::Foot,
            Self::Cavalry => Mover::Cavalry,
            Self::Artillery => Mover::Artillery,
            Self::Detachment | Self::Leader => Mover::Leader,
        }
    }
}

/// BB 4.15: who traces command, as far as Roads cost him differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TraceRank {
    /// Brigade and division leaders.
    BrigadeOrDivision,
    /// Corps and army commanders.
    CorpsOrArmy,
}

impl From<Level> for TraceRank {
    fn from(level: Level) -> Self {
        match level {
            Level::Brigade | Level::Division => Self::BrigadeOrDivision,
            Level::Corps | Level::Army => Self::CorpsOrArmy,
        }
    }
}

/// SR 9.21: the mode in which a step is made or counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// SR 9.22.
    March,
    /// SR 9.23.
    Advance,
    /// SR 9.24: no routes, bridges or fords.
    Attack,
    /// SR 9.31: leaders, always at the best cost.
    Leader,
    /// SR 4.15: nobody moves, command is traced.
    Trace(TraceRank),
}

impl Gait {
    /// The gait of a combat unit under these orders. SR 6.18, 9.24: artillery moves as under Advance unless it marches;
    /// BB 14.44: a Detachment is always under Advance.
    #[must_use]
    pub const fn of(class: MoverClass, orders: Orders) -> Self {
        match (class, orders) {
            (MoverClass::Leader, _) => Self::Leader,
            (MoverClass::Detachment, _)
            | (_, Orders::Advance)
            | (MoverClass::Artillery, Orders::Attack) => Self::Advance,
            (_, Orders::March) => Self::March,
            (_, Orders::Attack) => Self::Attack,
        }
    }

    /// The rule that tells what this mode allows.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::March => Rule::SR_9_22,
            Self::Advance => Rule::SR_9_23,
            Self::Attack => Rule::SR_9_24,
            Self::Leader => Rule::SR_9_31,
            Self::Trace(_) => Rule::SR_4_15,
        }
    }
}

/// SR 9.45: whether a step follows a Road or Trail that joins the two hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Along the Road or Trail.
    Route,
    /// Over the ground.
    OffRoute,
}
