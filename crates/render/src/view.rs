//! What a counter shows. Plain values: whoever knows the battle (server, command line, tests) fills them in.

use longroll_board::{Facing, Hand, HexId};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// How much a counter tells, by how near the map is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// A block in the colour of its side with its arm and facing.
    Far,
    /// Also name and strength.
    Middle,
    /// Everything.
    Near,
}

impl Detail {
    pub const ALL: [Self; 3] = [Self::Far, Self::Middle, Self::Near];

    /// The detail that can be read at so many pixels for each map unit (a hex is 100 units high).
    pub fn for_scale(pixels_per_unit: f64) -> Self {
        if pixels_per_unit < 0.42 {
            Self::Far
        } else if pixels_per_unit < 1.05 {
            Self::Middle
        } else {
            Self::Near
        }
    }
}

/// How far a figure can be trusted. Estimates are set in italics with a tilde.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    #[default]
    Known,
    Estimate,
}

/// A figure as it is to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Figure {
    pub text: String,
    #[serde(default)]
    pub trust: Trust,
}

impl Figure {
    pub fn known(text: impl ToString) -> Self {
        Self {
            text: text.to_string(),
            trust: Trust::Known,
        }
    }

    pub fn estimate(text: impl ToString) -> Self {
        Self {
            text: text.to_string(),
            trust: Trust::Estimate,
        }
    }
}

/// SR 2.21: what fights here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArmView {
    Infantry,
    Cavalry,
    Artillery,
    Gunboat,
}

/// SR 12.31, 12.23: which side of the counter lies up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderView {
    #[default]
    GoodOrder,
    Disordered,
    Collapsed,
}

/// SR 6.11, 6.3: the orders in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrdersView {
    March,
    Advance,
    Attack,
    Reserve,
}

/// SR 10.91.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AmmunitionView {
    #[default]
    Full,
    Low,
    Out,
}

/// SR 4.23.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommandView {
    #[default]
    InCommand,
    OutOfCommand,
}

/// SR 14.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExperienceView {
    #[default]
    Veteran,
    Green,
}

/// Whether the unit still has something to do in the Activation under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActivityView {
    /// Not its turn, or nothing done yet.
    #[default]
    Waiting,
    /// May act now.
    Active,
    /// Has finished.
    Done,
}

/// SR 8.4, 8.5: the further hexes of an Extended Line or Column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormationView {
    Line,
    Column,
}

/// The colours of a command, as places in a palette of ten: the band of the division (or corps) and the line of the
/// brigade under it. The code is printed too, so nothing hangs on telling hues apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Livery {
    pub division: u8,
    pub brigade: u8,
}

/// A unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterView {
    /// Name for machines, unique in the picture.
    pub key: String,
    pub name: String,
    pub side: Side,
    pub arm: ArmView,
    /// As players write it: "2/6/T".
    pub command_code: String,
    pub livery: Livery,
    pub strength: Figure,
    /// SP at full strength and SP now, for the row of pips that shows losses.
    pub losses: Option<Losses>,
    pub cohesion: Option<Figure>,
    pub movement: Option<Figure>,
    pub weapon: Figure,
    pub facing: Option<Facing>,
    pub refused: Option<Hand>,
    pub order: OrderView,
    pub orders: Option<OrdersView>,
    pub ammunition: AmmunitionView,
    /// SR 17: 0 to 4.
    pub fatigue: u8,
    pub experience: ExperienceView,
    pub command: CommandView,
    pub activity: ActivityView,
    /// SR 8.4, 8.5: hexes beside the counter's own.
    pub extension: Option<Extension>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    pub full: u8,
    pub now: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extension {
    pub formation: FormationView,
    pub hexes: Vec<HexId>,
}

/// A rating of a leader: "I", "E", "Co", "Act", "P", "O", "R" with its figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingView {
    pub label: String,
    pub figure: Figure,
}

/// SR 4.18: which side of a leader's counter lies up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IncumbentView {
    #[default]
    Original,
    Replacement,
}

/// A leader or commander.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderView {
    pub key: String,
    pub name: String,
    pub side: Side,
    /// SR 4.11 to 4.14: one star for a brigadier to four for an army commander.
    pub stars: u8,
    pub command_code: String,
    pub livery: Livery,
    pub ratings: Vec<RatingView>,
    pub incumbent: IncumbentView,
    pub command: CommandView,
}

/// Either kind of counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceView {
    Unit(CounterView),
    Leader(LeaderView),
}

/// Everything in one hex, the bottom of the stack first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackView {
    pub hex: HexId,
    pub pieces: Vec<PieceView>,
}

/// The same facts in words, for pointers and screen readers.
pub fn describe(piece: &PieceView) -> String {
    match piece {
        PieceView::Unit(unit) => {
            let mut words = vec![format!("{} ({})", unit.name, unit.command_code)];
            words.push(format!("SP {}", shown(&unit.strength)));
            if let Some(losses) = unit.losses {
                words.push(format!("of {}", losses.full));
            }
            if let Some(cohesion) = &unit.cohesion {
                words.push(format!("Cohesion {}", shown(cohesion)));
            }
            if let Some(movement) = &unit.movement {
                words.push(format!("MA {}", shown(movement)));
            }
            words.push(format!("weapon {}", shown(&unit.weapon)));
            match unit.order {
                OrderView::GoodOrder => {}
                OrderView::Disordered => words.push("Disordered".into()),
                OrderView::Collapsed => words.push("Collapsed".into()),
            }
            if let Some(facing) = unit.facing {
                words.push(format!("facing {}", facing.name()));
            }
            words.join(", ")
        }
        PieceView::Leader(leader) => {
            let mut words = vec![format!("{} ({})", leader.name, leader.command_code)];
            words.extend(
                leader
                    .ratings
                    .iter()
                    .map(|r| format!("{} {}", r.label, shown(&r.figure))),
            );
            words.join(", ")
        }
    }
}

/// The figure with a tilde if it is an estimate.
pub fn shown(figure: &Figure) -> String {
    match figure.trust {
        Trust::Known => figure.text.clone(),
        Trust::Estimate => format!("~{}", figure.text),
    }
}
