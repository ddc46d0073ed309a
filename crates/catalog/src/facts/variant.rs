//! Variants of a scenario and command structures made for the day.

use longroll_board::HexId;
use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::{
    AutomaticVictory, CommandId, EarlyEnd, Fatigue, LeaderId, Orders, PointTerm, StartingPoints,
    TurnId, UnitId, Verdict,
};
use crate::tables::DieRange;
use crate::words::words;

words! {
    /// What kind of change a variant makes.
    pub enum VariantKind {
        /// The game goes on after its last turn.
        Extension = "extension",
        /// The game may end early.
        EarlyEnd = "early-end",
        /// A different set-up.
        Setup = "setup",
        /// Reinforcements at another time.
        Reinforcement = "reinforcement",
    }
}

/// A variant the players may agree on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Variant {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What kind of change.
    pub kind: VariantKind,
    /// In words.
    pub statement: String,
    /// Another variant whose terms hold as well.
    pub based_on: Option<String>,
    /// The last turn, if it changes.
    pub last_turn: Option<TurnId>,
    /// Special rules of the scenario that do not apply.
    pub removes_rules: Vec<String>,
    /// Free deployment.
    pub zones: Vec<FreeZone>,
    /// Points held at the start.
    pub starting_points: Vec<StartingPoints>,
    /// Automatic victories of the variant.
    pub automatic: Vec<AutomaticVictory>,
    /// Points of the variant; replaces those of the scenario if not empty.
    pub points: Vec<PointTerm>,
    /// Verdicts read as others.
    pub level_changes: Vec<LevelChange>,
    /// Arrival by a roll.
    pub arrival: Option<VariableArrival>,
    /// The rule by which its winner is found, if it is another.
    pub rule: Option<Rule>,
    /// What it brings with it, by rules of the register.
    pub rules: Vec<Rule>,
    /// The game may end early.
    pub early_end: Option<EarlyEnd>,
    /// An extension may be agreed on after these verdicts.
    pub after: Vec<Verdict>,
    /// Whether it may be agreed on after an automatic victory.
    pub after_automatic: AfterAutomatic,
}

words! {
    /// Whether an extension may be agreed on after an automatic victory.
    #[derive(Default)]
    pub enum AfterAutomatic {
        /// It may.
        #[default]
        Offered = "offered",
        /// It may not.
        NotOffered = "not-offered",
    }
}

/// Where one side may deploy freely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FreeZone {
    pub side: Side,
    /// Where, sorted.
    pub hexes: Vec<HexId>,
    /// Orders to choose from.
    pub orders: Vec<Orders>,
}

/// One verdict read as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LevelChange {
    /// This one …
    pub from: Verdict,
    /// … counts as that one.
    pub to: Verdict,
}

/// BB 9.7: a division that arrives by a roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariableArrival {
    pub command: CommandId,
    pub hex: HexId,
    /// Activations in the turn of entry.
    pub activations: u8,
    /// Brigades in order of entry.
    pub order: Vec<CommandId>,
    /// Rolls turn by turn.
    pub rolls: Vec<ArrivalRoll>,
}

/// The roll of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ArrivalRoll {
    pub turn: TurnId,
    /// Arrives on this; without a roll if none.
    pub die: Option<DieRange>,
    /// Fatigue on arrival.
    pub fatigue: Fatigue,
    /// How much of it arrives.
    pub extent: ArrivalExtent,
}

/// BB 30.1-lew-wallace: the turns in which a command may arrive, with the groups that enter then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArrivalPlan {
    pub command: CommandId,
    /// Rolls turn by turn.
    pub rolls: Vec<PlannedRoll>,
}

/// One roll of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedRoll {
    pub turn: TurnId,
    /// Arrives on this; without a roll if none.
    pub die: Option<DieRange>,
    /// The groups of reinforcements that it brings, by their number.
    pub groups: Vec<u16>,
}

words! {
    /// How much of a command arrives.
    pub enum ArrivalExtent {
        /// All of it.
        Whole = "whole",
        /// The first brigade with 2 AMs; the rest in the next turn.
        FirstBrigade = "first-brigade",
    }
}

/// A group of an ad hoc command structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommandGroup {
    /// Its commander; none for the unassigned.
    pub leader: Option<LeaderId>,
    /// The division leader under him.
    pub division_leader: Option<LeaderId>,
    /// Batteries of the group.
    pub batteries: Vec<UnitId>,
    /// Cavalry of the group.
    pub cavalry: Vec<UnitId>,
    /// Its brigades.
    pub brigades: Vec<GroupBrigade>,
    /// Units in bivouac, under the leader they join.
    pub bivouac: Vec<GroupBivouac>,
}

/// A brigade of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroupBrigade {
    pub brigade: CommandId,
    /// Who leads it.
    pub leader: LeaderId,
    /// Its own units present.
    pub units: Vec<UnitId>,
    /// Units of other brigades attached to it.
    pub attached: Vec<UnitId>,
}

/// Units in bivouac.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroupBivouac {
    /// Whom they join; none for the unassigned.
    pub under: Option<LeaderId>,
    pub units: Vec<UnitId>,
}
