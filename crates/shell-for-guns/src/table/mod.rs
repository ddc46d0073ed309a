//! The table as it stands. Only [`Table::apply`] changes it.

mod apply;
mod check;
mod layout;
mod unit;

use longroll_core::{BySide, Side};
use longroll_rule::Rule;
use longroll_tabletop::{Body, Point, Pose, Slot};
use serde::{Deserialize, Serialize};

pub use check::{About, Flaw};
pub use layout::Layout;
pub use unit::{Deeds, Loss, Place, Unit};

use crate::facts::{Arm, DivisionId, Facts, Formation, Gait, GeneralId, UnitId};
use crate::options::DecimatedBy;

/// A general as he stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct General {
    /// Where he stands; none off the table.
    pub pose: Option<Pose>,
    /// SfG 2.1-attach.
    pub attached: Option<UnitId>,
}

/// SfG 3.0-objectives.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objective {
    pub at: Point,
    /// Who placed it.
    pub placed_by: Side,
    /// Who holds it.
    pub holder: Side,
}

/// SfG 2.4: a group of one division off the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// The division.
    pub division: DivisionId,
    /// The turn named at deployment.
    pub due: u8,
    /// The turn found by the die.
    pub enters: Option<u8>,
}

/// What counts for the game score (section N).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Score {
    /// Losses inflicted, and what removed units could still have taken.
    pub losses: u32,
    /// Whole bases.
    pub bases: u32,
}

/// How the battle ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Victory {
    /// Who won; none for a draw.
    pub winner: Option<Side>,
    /// The rule that decided.
    pub rule: Rule,
    /// In words.
    pub reason: String,
}

/// Everything that changes during a battle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    turn: u8,
    units: Vec<Unit>,
    generals: Vec<General>,
    objectives: Vec<Objective>,
    arrivals: Vec<Arrival>,
    order: Vec<DivisionId>,
    active: Option<DivisionId>,
    corps_used: BySide<bool>,
    score: BySide<Score>,
    victory: Option<Victory>,
}

impl Table {
    /// An empty table: everybody waits.
    #[must_use]
    pub fn new(facts: &Facts) -> Self {
        let units = facts
            .units()
            .map(|(id, unit)| {
                let mounted = unit.entry.arm == Arm::Cavalry;
                let formation = match unit.entry.arm {
                    Arm::Battery => Formation::Deployed,
                    _ => Formation::Line,
                };
                Unit {
                    place: Place::Waiting,
                    pose: Pose::default(),
                    formation,
                    slots: slots(facts, id, formation, mounted, unit.entry.bases),
                    chain: Vec::new(),
                    mounted,
                    carried: 0,
                    disordered: false,
                    joined: None,
                    paid: Vec::new(),
                    deeds: Deeds::default(),
                }
            })
            .collect();
        let generals = facts
            .generals()
            .map(|_| General {
                pose: None,
                attached: None,
            })
            .collect();
        Self {
            turn: 0,
            units,
            generals,
            objectives: Vec::new(),
            arrivals: Vec::new(),
            order: Vec::new(),
            active: None,
            corps_used: BySide::default(),
            score: BySide::default(),
            victory: None,
        }
    }

    /// The turn; 0 before the first.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// A unit.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// All units.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> + Clone {
        (0..).map(UnitId).zip(&self.units)
    }

    /// Units on the table.
    pub fn present(&self) -> impl Iterator<Item = (UnitId, &Unit)> + Clone {
        self.units().filter(|(_, unit)| unit.on_table())
    }

    /// A general.
    #[must_use]
    pub fn general(&self, id: GeneralId) -> &General {
        &self.generals[id.index()]
    }

    /// All generals.
    pub fn generals(&self) -> impl Iterator<Item = (GeneralId, &General)> + Clone {
        (0..).map(GeneralId).zip(&self.generals)
    }

    /// The objectives.
    #[must_use]
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Groups off the table.
    #[must_use]
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    /// SfG 2.2: the order of divisions this turn.
    #[must_use]
    pub fn order(&self) -> &[DivisionId] {
        &self.order
    }

    /// The division that is being activated.
    #[must_use]
    pub const fn active(&self) -> Option<DivisionId> {
        self.active
    }

    /// SfG-reading 35: whether the corps general has given his order this turn.
    #[must_use]
    pub fn corps_used(&self, side: Side) -> bool {
        self.corps_used[side]
    }

    /// Section N.
    #[must_use]
    pub fn score(&self, side: Side) -> Score {
        self.score[side]
    }

    /// How it ended.
    #[must_use]
    pub const fn victory(&self) -> Option<&Victory> {
        self.victory.as_ref()
    }

    /// The turn on which a unit's group enters, once it is known.
    #[must_use]
    pub fn enters(&self, division: DivisionId) -> Option<u8> {
        self.arrivals
            .iter()
            .find(|arrival| arrival.division == division)
            .and_then(|arrival| arrival.enters)
    }

    /// A general's base.
    #[must_use]
    pub fn general_body(&self, facts: &Facts, id: GeneralId) -> Option<Body> {
        let size = facts.general_size(id);
        self.general(id)
            .pose
            .map(|pose| Body::placed(pose, &[Slot::single(size)]))
    }

    /// SfG 2.5-distances: the row of the movement table for a unit as it is.
    #[must_use]
    pub fn gait(&self, facts: &Facts, id: UnitId) -> Gait {
        let unit = self.unit(id);
        match facts.unit(id).entry.arm {
            Arm::Infantry => Gait::Infantry,
            Arm::Cavalry if unit.mounted => Gait::Mounted,
            Arm::Cavalry => Gait::Dismounted,
            Arm::Battery if unit.formation == Formation::Limbered => Gait::Limbered,
            Arm::Battery => Gait::Pushed,
        }
    }

    /// SfG-readings 131, 144: infantry and whoever is treated as infantry.
    #[must_use]
    pub fn is_foot(&self, facts: &Facts, id: UnitId) -> bool {
        matches!(self.gait(facts, id), Gait::Infantry | Gait::Dismounted)
    }

    /// Bases (or losses, SfG-reading 19) lost as a fraction of the start: (lost, of).
    fn lost(&self, facts: &Facts, id: UnitId) -> (u32, u32) {
        let unit = self.unit(id);
        let entry = &facts.unit(id).entry;
        let start = u32::from(entry.bases);
        let bases = start.saturating_sub(u32::from(unit.bases()));
        match facts.options.decimated_by {
            DecimatedBy::Bases => (bases, start),
            DecimatedBy::Losses => {
                let each = u32::from(facts.figures.factors(entry.arm).losses);
                (bases * each + u32::from(unit.carried), start * each)
            }
        }
    }

    /// SfG 2.3-modifiers: a third of the bases lost.
    #[must_use]
    pub fn lost_a_third(&self, facts: &Facts, id: UnitId) -> bool {
        let (lost, of) = self.lost(facts, id);
        facts.unit(id).entry.arm != Arm::Battery && 3 * lost >= of
    }

    /// SfG 1.5-decimated: two thirds of the bases lost.
    #[must_use]
    pub fn decimated(&self, facts: &Facts, id: UnitId) -> bool {
        let (lost, of) = self.lost(facts, id);
        facts.unit(id).entry.arm != Arm::Battery && 3 * lost >= 2 * of
    }
}

/// SfG 1.2: the slots of a formation.
#[must_use]
pub fn slots(
    facts: &Facts,
    unit: UnitId,
    formation: Formation,
    mounted: bool,
    bases: u8,
) -> Vec<Slot> {
    let count = usize::from(bases);
    let ranks: Vec<usize> = match formation {
        Formation::Line => vec![count],
        Formation::Double if count > 1 => vec![count.div_ceil(2), count / 2],
        Formation::Double => vec![count],
        Formation::Attack => {
            let mut ranks = vec![2; count / 2];
            ranks.extend((count % 2 == 1).then_some(1));
            ranks
        }
        Formation::March | Formation::Deployed | Formation::Limbered => vec![1; count],
    };
    longroll_tabletop::ranks(&ranks, facts.base_size(unit, mounted))
}
