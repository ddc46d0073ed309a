//! What is asked, as keys of the text catalogue with the pieces they name.

use longroll_catalog::facts::{LeaderId, Piece, UnitId};
use longroll_position::{ActivatorId, BodyId, Fortune};
use serde::Serialize;

/// A question to a player. The words are the catalogue's, in every language; see `Prompt::key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "ask")]
pub enum Prompt {
    /// Where does this piece stand at the start?
    PlacePiece { piece: Piece },
    /// Which way does this stack face at the start?
    FaceAtStart {
        /// Its top unit.
        unit: UnitId,
    },
    /// In which formation does this unit start?
    FormAtStart { unit: UnitId },
    /// Which orders does this body start under?
    OrdersAtStart { body: BodyId },
    /// Which units join a brigade at the start?
    AssignAtStart,
    /// Which brigade does the unit join?
    JoinBrigade { unit: UnitId },
    /// Whose Initiative value is added to the roll?
    InitiativeCommander,
    /// Which brigades come under Direct Command?
    DirectCommand { leader: LeaderId },
    /// Which cavalry is lent to which division?
    LendCavalry,
    /// Which units and brigades change their command, as the scenario allows?
    Reassign,
    /// Whom does the commander help?
    Help { leader: LeaderId },
    /// Which Activations are transferred?
    Transfer,
    /// Which orders and assignments are given?
    DivisionOrders,
    /// Which orders do the reinforcements enter under?
    ReinforcementOrders,
    /// Which commands go into Reserve?
    Reserve,
    /// Which marker opens the turn?
    FirstMarker,
    /// Which divisions become alert?
    Alert {
        /// How many more.
        left: u8,
    },
    /// Which markers are held back?
    Withhold,
    /// Which brigades let this marker pass?
    SitOut {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// Which brigades try to change orders?
    OrdersChange,
    /// Which orders does the brigade take?
    TakeOrders { body: BodyId },
    /// Do the brigades act together?
    Coordinate { activator: ActivatorId },
    /// Which brigades act together?
    JoinGroup {
        /// How many more may.
        left: u8,
    },
    /// Which brigade acts next?
    NextBody,
    /// What does the brigade do?
    Act,
    /// SR 6.24-C: who of the brigade falls back next, and where to?
    FallBacks { body: BodyId },
    /// Where does the unit fall back to?
    FallBack { unit: UnitId },
    /// SR 12.72: does a leader who went along stay in the first hex of the retreat?
    StaysBehind { leader: LeaderId },
    /// How does the leader ride on?
    Ride { leader: LeaderId },
    /// Which commanders move?
    Commanders,
    /// Is the extra Activation used?
    ExtraActivation {
        /// Whose ability.
        leader: LeaderId,
    },
    /// Which commands leave Reserve, under which orders?
    LeaveReserve,
    /// SR 13.45: what does rest give to whom?
    Rest,
    /// SR 13.51: which routed units try to come back?
    Returns,
    /// BB 14.42: which Detachments are absorbed?
    Absorb,
    /// SR 13.41: does the unit turn by one vertex?
    TurnAfter { unit: UnitId },
    /// How does the unit under way go on?
    Moving { unit: UnitId },
    /// SR 9.63-art: does the mover fire at guns before they move away?
    FireFirst {
        /// Who moves.
        unit: UnitId,
    },
    /// Does the unit react?
    React { unit: UnitId },
    /// Where does the weakened unit draw its extensions in?
    Shrink { unit: UnitId },
    /// What else does the unit fire at?
    MoreFire { unit: UnitId },
    /// Who fires because of this unit?
    AnswerFire { unit: UnitId },
    /// Does the unit advance into the hex that its fire has emptied?
    AdvanceAfterFire { unit: UnitId },
    /// SR 11.31: who assaults whom?
    Assault,
    /// SR 11.33: who retreats before the assault?
    RetreatBeforeAssault,
    /// BB 4.11-J3: does the commander steady Green regiments?
    Steady,
    /// SR 8.48: which line envelops?
    Envelop,
    /// SR 11.56: does the cavalry countercharge?
    Countercharge {
        /// Its top unit.
        unit: UnitId,
    },
    /// SR 11.37-extended: which unit makes the Pre-Assault check?
    WhoChecks,
    /// SR 11.41: which assault is resolved next?
    NextAssault,
    /// SR 8.36-losses: who takes the loss?
    TakesLoss,
    /// SR 12.52: which of equals does not rout?
    Spared,
    /// SR 12.54, 12.46: whose second Disorder is settled next?
    NextToSuffer,
    /// SR 11.46: who advances into the hex that was won?
    AdvanceAfterAssault,
    /// SR 11.47: is the assault continued?
    PressOn,
    /// SR 11.47-advance: where does the unit go on to?
    GoOn { unit: UnitId },
    /// SR 15.11: who builds entrenchments?
    Entrench,
    /// BB 18.1-fire: who of the enemy fires at his friends?
    Misdirected,
    /// BB 18.1-loot: which enemy loots which camp?
    Loot,
    /// BB 18.1-nofire: is an enemy kept from firing?
    NoFire,
    /// BB 19.0: for whom is the event?
    Fortune { fortune: Fortune },
    /// In which Swamp hex does the line gather?
    Gather { unit: UnitId },
    /// Where does the unit go that makes room at the landing?
    MakeRoom { unit: UnitId },
    /// To which of the nearest friends does the leader go?
    Refuge { leader: LeaderId },
    /// On top or at the bottom of the stack?
    StackPlace { unit: UnitId },
}

impl Prompt {
    /// BB 18.1, 19.0: whether it is about the other side's pieces.
    #[must_use]
    pub const fn names_enemies(self) -> bool {
        matches!(
            self,
            Self::Misdirected | Self::Loot | Self::NoFire | Self::Fortune { .. }
        )
    }

    /// The key of the text catalogue.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::PlacePiece { .. } => "place-piece",
            Self::FaceAtStart { .. } => "face-at-start",
            Self::FormAtStart { .. } => "form-at-start",
            Self::OrdersAtStart { .. } => "orders-at-start",
            Self::AssignAtStart => "assign-at-start",
            Self::JoinBrigade { .. } => "join-brigade",
            Self::InitiativeCommander => "initiative-commander",
            Self::DirectCommand { .. } => "direct-command",
            Self::LendCavalry => "lend-cavalry",
            Self::Reassign => "reassign",
            Self::Help { .. } => "help",
            Self::Transfer => "transfer",
            Self::DivisionOrders => "division-orders",
            Self::ReinforcementOrders => "reinforcement-orders",
            Self::Reserve => "reserve",
            Self::FirstMarker => "first-marker",
            Self::Alert { .. } => "alert",
            Self::Withhold => "withhold",
            Self::SitOut { .. } => "sit-out",
            Self::OrdersChange => "orders-change",
            Self::TakeOrders { .. } => "take-orders",
            Self::Coordinate { .. } => "coordinate",
            Self::JoinGroup { .. } => "join-group",
            Self::NextBody => "next-body",
            Self::Act => "act",
            Self::FallBacks { .. } => "fall-backs",
            Self::FallBack { .. } => "fall-back",
            Self::StaysBehind { .. } => "stays-behind",
            Self::Ride { .. } => "ride",
            Self::Commanders => "commanders",
            Self::ExtraActivation { .. } => "extra-activation",
            Self::LeaveReserve => "leave-reserve",
            Self::Rest => "rest",
            Self::Returns => "returns",
            Self::Absorb => "absorb",
            Self::TurnAfter { .. } => "turn-after",
            Self::Moving { .. } => "moving",
            Self::FireFirst { .. } => "fire-first",
            Self::React { .. } => "react",
            Self::Entrench => "entrench",
            Self::Misdirected => "misdirected",
            Self::Loot => "loot",
            Self::NoFire => "no-fire",
            Self::Fortune { fortune } => fortune.key(),
            Self::Gather { .. } => "gather",
            Self::MakeRoom { .. } => "make-room",
            Self::Refuge { .. } => "refuge",
            Self::Shrink { .. } => "shrink",
            Self::Assault => "assault",
            Self::RetreatBeforeAssault => "retreat-before-assault",
            Self::Steady => "steady",
            Self::Envelop => "envelop",
            Self::Countercharge { .. } => "countercharge",
            Self::WhoChecks => "who-checks",
            Self::NextAssault => "next-assault",
            Self::TakesLoss => "takes-loss",
            Self::Spared => "spared",
            Self::NextToSuffer => "next-to-suffer",
            Self::AdvanceAfterAssault => "advance-after-assault",
            Self::PressOn => "press-on",
            Self::GoOn { .. } => "go-on",
            Self::AdvanceAfterFire { .. } => "advance-after-fire",
            Self::MoreFire { .. } => "more-fire",
            Self::AnswerFire { .. } => "answer-fire",
            Self::StackPlace { .. } => "stack-place",
        }
    }
}
