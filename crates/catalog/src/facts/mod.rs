//! The checked facts of a battle: dense vectors, ids, enums.

mod alert;
mod arrival;
mod battle;
mod command;
mod condition;
mod ids;
mod leader;
mod mechanism;
mod mechanism_figures;
mod scenario;
mod setup;
mod sourced;
mod special;
mod time;
mod unit;
mod variant;
mod variation;
mod varied;
mod victory;
mod who;

pub use alert::{
    AlertAtStart, AlertChance, AlertChoice, AlertProgramme, AlertResult, AlertRoll, AlertRow,
    DivisionAlert, DivisionAlertRow, Mission, MissionRow, MissionTable, SoundOfBattle,
};
pub use battle::{
    BattleFacts, BattleTerms, ClosedBridge, FirstDayDrm, MassedBatteries, RoutRecoveryDrm,
};
pub use command::{CommandFacts, Level};
pub use condition::{Condition, Counted, Fitness, Holder, Holding, Tie};
pub use ids::{CommandId, LeaderId, UnitId, WeaponId};
pub use leader::{Ability, AbilityKind, LeaderFacts, Profile, Ratings, Replacement};
pub use mechanism::Mechanism;
pub use mechanism_figures::{
    AlertStep, AssignWhen, ProximityRoll, Section, SetupAnchor, SetupFormation, SlowStartRow,
    SlowStartTurn, VisitRow,
};
pub use scenario::{
    AreaStage, AutomaticInitiative, Basis, BattleDay, Difficulty, Doubt, EfficiencyCap,
    EfficiencyDraws, EfficiencyPool, EfficiencyTerms, EventChits, EventTerms, FixedActivations,
    FixedNumber, InitiativeDrm, InitiativeTerms, PlayingArea, ScenarioFacts, Scope,
};
pub use setup::{
    Ammunition, ArrivingPiece, EntryKind, ExtensionKind, Fatigue, Orders, Piece, Place,
    Reinforcement, SetupEntry, SetupExtension, SetupFacing, StartCondition,
};
pub use sourced::{Source, Sourced};
pub use special::{SpecialRule, Status};
pub use time::{BadTurn, Light, TurnFacts, TurnId};
pub use unit::{
    Arm, ByOrder, Dismounted, Experience, Mobility, Parent, SectionFacts, SectionLetter, UnitFacts,
    UnitTrait,
};
pub use variant::{
    AfterAutomatic, ArrivalExtent, ArrivalPlan, ArrivalRoll, CommandGroup, FreeZone, GroupBivouac,
    GroupBrigade, LevelChange, PlannedRoll, VariableArrival, Variant, VariantKind,
};
pub use variation::{
    Assignments, CommandTrace, Custom, EntryOrders, LeaderHelp, LooseRest, ResupplyWay, RoutReturn,
    Ruled, Variations, WithdrawalCheck, WoodsSight,
};
pub use varied::{Agreed, Disagreement, Extension};
pub use victory::{
    Assessed, AutomaticVictory, BrokenSide, Counts, EarlyEnd, EnemyStands, FieldsHeld, HeldAtStart,
    LevelShift, Objective, Outcome, OutcomeTest, OutcomeVerdict, PointTerm, StartingPoints,
    Verdict, VictoryLevel, VictoryMethod, VictoryTerms,
};
pub use who::Who;
