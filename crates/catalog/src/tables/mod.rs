//! The tables of the rules as typed data, one file of the data folder per printed table.

mod ammunition;
mod assault;
mod command;
mod disorder;
mod events;
mod fire;
mod modifiers;
mod range;
mod roll;
mod sheets;
mod stacking;
mod terrain;

pub use ammunition::{AmmunitionTable, Hazards};
pub use assault::{
    AssaultKind, AssaultResult, AssaultRow, AssaultTable, Continuation, Disordered, RatioRow,
    RatioTable, RoutCheck, SideResult,
};
pub use command::{
    CoordinationResult, CoordinationRow, LooseReinsRow, OrdersComparison, OrdersResult, OrdersRow,
    RecoveryResult, RecoveryRow, RecoveryTest,
};
pub use disorder::{SecondDisorderCause, SecondDisorderResult, SecondDisorderTable};
pub use events::{BattleEvent, EventRow, EventTable, Looting, RandomEventRow, RandomEvents};
pub use fire::{FireColumns, FireDisorder, FireResult, FireTable, FireTableOrigin};
pub use modifiers::{
    AssaultDrm, FireDrm, ModifierKey, Modifiers, OrdersDrm, PreAssaultDrm, RecoveryDrm,
};
pub use range::{RangeBand, RangeTable, RapidFire, WeaponClass, WeaponFacts};
pub use roll::{DieRange, RollRange};
pub use sheets::{SHEETS, Sheet};
pub use stacking::{SingleUnit, StackingArm, StackingLimit, StackingOrders, StackingTable};
pub use terrain::{
    Blocking, CombatEffect, DisorderRisk, EffectPlace, MoveCost, Mover, TerrainEffects,
    TerrainKind, TerrainNote, TerrainRow,
};

use serde::Serialize;

/// Every table of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tables {
    /// BB TEC.
    pub terrain: TerrainEffects,
    /// BB range table.
    pub range: RangeTable,
    /// BB fire table.
    pub fire: FireTable,
    /// SR 10.81, BB DRM list.
    pub fire_drm: Modifiers<FireDrm>,
    /// BB T-assault.
    pub assault: AssaultTable,
    /// BB T-assault-drm.
    pub assault_drm: Modifiers<AssaultDrm>,
    /// BB T-preassault-drm.
    pub pre_assault_drm: Modifiers<PreAssaultDrm>,
    /// BB T-ratio.
    pub ratio: RatioTable,
    /// BB T-second-disorder.
    pub second_disorder: SecondDisorderTable,
    /// BB table-recovery.
    pub recovery: Vec<RecoveryRow>,
    /// BB table-recovery: its DRMs.
    pub recovery_drm: Modifiers<RecoveryDrm>,
    /// BB table-orders.
    pub orders_change: Vec<OrdersRow>,
    /// BB table-orders: its DRMs.
    pub orders_drm: Modifiers<OrdersDrm>,
    /// SR 6.24-U.
    pub loose_reins: Vec<LooseReinsRow>,
    /// BB table-coordination.
    pub coordination: Vec<CoordinationRow>,
    /// SR 6.11-table.
    pub orders_comparison: Vec<OrdersComparison>,
    /// BB stacking.
    pub stacking: StackingTable,
    /// BB events-table.
    pub events: EventTable,
    /// BB 19.0.
    pub random_events: RandomEvents,
    /// SR 10.9, BB 10.92.
    pub ammunition: AmmunitionTable,
    /// SR 12.71, 16, 17: leader loss, darkness, fatigue, straggling.
    pub hazards: Hazards,
}
