//! Questions about the position, asked of the same functions that the engine uses.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{LeaderId, Orders, UnitId};
use longroll_core::Side;
use longroll_gbacw::orders::Act;
use longroll_position::{ActivatorId, BodyId};
use longroll_rule::Rule;

/// A question with what must be answered.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub subject: Subject,
    /// The answer wanted; a list is compared without regard to its order.
    pub answer: Option<Reply>,
    /// The rule that must be given as the reason.
    pub because: Option<Rule>,
    /// Terms wanted, each a part of the term at its place.
    pub terms: Option<Vec<String>>,
    /// Lines that must be among the answer, and lines that must not.
    pub contains: Vec<String>,
    pub excludes: Vec<String>,
}

/// What is wanted as an answer.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    One(String),
    Many(Vec<String>),
}

/// A piece that a question of command is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
    Body(BodyId),
}

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// Is this choice offered?
    May { text: String, by: Option<Side> },
    /// Is the piece In Command as the pieces stand now, of anybody or of this leader?
    InCommand { piece: Piece, of: Option<LeaderId> },
    /// SR 6.12: does an unbroken chain reach the brigade for orders in II/C?
    OrdersReach { body: BodyId },
    /// MP from a leader to a hex, as command is traced.
    CommandCost { leader: LeaderId, to: HexId },
    /// The range of a leader now.
    CommandRange { leader: LeaderId },
    /// Markers of a division.
    Activations { activator: ActivatorId },
    /// Activations of a brigade or a unit.
    Entitlement { piece: Piece },
    /// SR 5.28: equivalents of a march.
    MarchLimit { body: BodyId },
    /// What an order allows.
    Permission { orders: Orders, act: Act },
    /// Everything an order allows.
    Permitted { orders: Orders },
    /// What is added to an orders change.
    OrdersTerms {
        body: BodyId,
        wanted: Option<Orders>,
    },
    /// What is added to an Initiative roll.
    InitiativeTerms {
        side: Side,
        leader: Option<LeaderId>,
    },
    /// A cohesion roll: with a die, whether it passes; without, what is added.
    Udd { unit: UnitId, die: Option<u8> },
    /// The profile a brigadier acts by.
    Profile { leader: LeaderId },
    /// Line of sight.
    Los {
        from: HexId,
        to: HexId,
        by: Option<HexId>,
    },
    /// BB 14.74: whether a gunboat in this hex can fire at that one.
    GunboatLos { from: HexId, to: HexId },
    /// MP to contact with the enemy, as Loose Reins counts them.
    Contact { unit: UnitId, within: u8 },
    /// Where a unit may fall back to.
    Retreat { unit: UnitId },
    /// MP of a unit in this Activation.
    Allowance { unit: UnitId },
    /// SR 9.31, 9.32: MP of a leader who rides.
    RiderAllowance { leader: LeaderId },
    /// MP of one hex for him.
    RiderStep { leader: LeaderId, to: HexId },
    /// The cost of one step of a unit.
    Step {
        unit: UnitId,
        to: HexId,
        facing: Option<Facing>,
    },
    /// Is the stack of this hex legal?
    StackLegal { hex: HexId },
    /// May this unit stop in this hex?
    Join { unit: UnitId, hex: HexId },
    /// SR 7.12, 7.34: the hexes around a unit with their arcs.
    Arcs { unit: UnitId },
    /// SR 8.44-split: the SP of a unit, hex by hex.
    Shares { unit: UnitId },
    /// SR 8.23: the stack of a hex, top to bottom.
    Stack { hex: HexId },
    /// SR 8.31, 8.33, 7.34-fire: what the units of a hex may fire at most.
    FireFront { hex: HexId },
    /// SR 8.45: what a unit can bring to bear on a hex.
    Bears { unit: UnitId, on: HexId },
    /// SR 8.34: the modifier of a massed or dispersed target at this range.
    Massed { hex: HexId, range: u8 },
    /// SR 9.63: where may this unit go when the mover is about to enter the hex; may it go there?
    Evade {
        unit: UnitId,
        mover: UnitId,
        hex: HexId,
        to: Option<HexId>,
    },
    /// SR 9.61: may this unit turn or refuse when the mover has come into the hex?
    React {
        unit: UnitId,
        mover: UnitId,
        hex: HexId,
        how: Reaction,
    },
    /// SR 9.55-2: what a battery that moved from hex to hex adds to its UDD.
    Proximity {
        unit: UnitId,
        from: HexId,
        to: HexId,
        fired: bool,
    },
    /// MP until a unit stands in a hex.
    Reach {
        unit: UnitId,
        hex: HexId,
        facing: Option<Facing>,
    },
    /// The way the engine finds for a unit that moves now.
    Way {
        unit: UnitId,
        hex: HexId,
        facing: Option<Facing>,
    },
    /// BB 30, 31: the points that a term gives a side.
    Score { id: String, by: Option<Side> },
    /// BB 30, 31: whether an objective, a shift or an automatic victory is there.
    Goal { id: String },
    /// BB 30, 31: the points of a side.
    Total { side: Side },
    /// What is read on the table of levels.
    Lead,
    /// Levels by which the verdict is shifted, for the Confederate if more than 0.
    Shifted,
    /// Whether the players may agree to go on.
    MayExtend { id: String },
    /// The verdict if the game ended now.
    Verdict,
    /// Who decides now.
    Asked,
    /// The choices offered that begin with these words.
    Options { prefix: String },
    /// The exact chances of this fire or assault.
    Odds { text: String },
    /// The rules a fire is made under, beside those of its modifiers.
    Grounds { text: String },
    /// How a brigade stands, and by which rules.
    Standing { body: BodyId },
}

/// What a question belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Choices: what may be chosen, who decides, the chances.
    Choice,
    /// Leaders, their ranges and what they may activate.
    Command,
    /// Orders and what they allow.
    Orders,
    /// Lines of sight.
    Sight,
    /// One unit or rider.
    Unit,
    /// The units of a hex.
    Stack,
    /// Moving and reacting near the enemy.
    Encounter,
    /// Points, levels, the verdict.
    Victory,
}

impl Subject {
    /// What it belongs to.
    pub(crate) const fn matter(&self) -> Matter {
        match self {
            Self::May { .. }
            | Self::Asked
            | Self::Options { .. }
            | Self::Odds { .. }
            | Self::Grounds { .. } => Matter::Choice,
            Self::InCommand { .. }
            | Self::OrdersReach { .. }
            | Self::CommandCost { .. }
            | Self::CommandRange { .. }
            | Self::Activations { .. }
            | Self::Entitlement { .. }
            | Self::InitiativeTerms { .. }
            | Self::Profile { .. } => Matter::Command,
            Self::MarchLimit { .. }
            | Self::Permission { .. }
            | Self::Permitted { .. }
            | Self::OrdersTerms { .. }
            | Self::Standing { .. } => Matter::Orders,
            Self::Los { .. } | Self::GunboatLos { .. } => Matter::Sight,
            Self::Udd { .. }
            | Self::Contact { .. }
            | Self::Retreat { .. }
            | Self::Allowance { .. }
            | Self::RiderAllowance { .. }
            | Self::RiderStep { .. }
            | Self::Step { .. } => Matter::Unit,
            Self::StackLegal { .. }
            | Self::Join { .. }
            | Self::Arcs { .. }
            | Self::Shares { .. }
            | Self::Stack { .. }
            | Self::FireFront { .. }
            | Self::Bears { .. }
            | Self::Massed { .. } => Matter::Stack,
            Self::Evade { .. }
            | Self::React { .. }
            | Self::Proximity { .. }
            | Self::Reach { .. }
            | Self::Way { .. } => Matter::Encounter,
            Self::Score { .. }
            | Self::Goal { .. }
            | Self::Total { .. }
            | Self::Lead
            | Self::Shifted
            | Self::MayExtend { .. }
            | Self::Verdict => Matter::Victory,
        }
    }
}

/// A reaction in place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reaction {
    Face(Facing),
    Refuse(Hand),
}
