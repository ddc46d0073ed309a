//! What a side fights for, read from the victory terms of its scenario.

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, Condition, Counted};
use longroll_core::Side;
use longroll_position::Setting;

/// Hexes that a side must take, and hexes that it is paid for keeping.
#[derive(Debug, Clone, Default)]
pub(crate) struct Goals {
    /// To be taken.
    pub take: Vec<HexId>,
    /// To be kept.
    pub keep: Vec<HexId>,
    /// Commands of the enemy that are to be broken or driven off.
    pub prey: Vec<CommandId>,
    /// Whether every regiment of the enemy counts against this side as long as it stands.
    pub hunts: bool,
    /// SP that the side may lose before it costs the game, or an objective.
    pub blood: Option<u32>,
}

impl Goals {
    /// The goals of a side.
    pub(crate) fn of(setting: &Setting, side: Side) -> Self {
        let victory = &setting.scenario.victory;
        let mut goals = Self::default();
        let conditions = victory
            .objectives
            .iter()
            .filter(|objective| objective.side == side)
            .flat_map(|objective| &objective.conditions);
        for condition in conditions {
            match condition {
                Condition::Held { by, hexes, .. } if *by == side => goals.take.extend(hexes),
                Condition::Gone { command } => goals.prey.push(*command),
                Condition::Ineffective { commands, .. } => goals.prey.extend(commands),
                _ => {}
            }
        }
        let spared = victory
            .objectives
            .iter()
            .filter(|objective| objective.side != side)
            .flat_map(|objective| &objective.conditions);
        for condition in spared {
            if matches!(condition, Condition::RegimentsLeft { side: of, .. } if *of != side) {
                goals.hunts = true;
            }
        }
        let own = victory
            .objectives
            .iter()
            .flat_map(|objective| &objective.conditions);
        let paid = victory
            .points
            .iter()
            .any(|term| matches!(term.per, Counted::StrengthLost { side: of } if of == side));
        let limits = own.filter_map(|condition| match condition {
            Condition::LossesAtMost { side: of, sp } if *of == side => Some(u32::from(*sp)),
            // Some of the points will come from elsewhere.
            Condition::PointsAtLeast { side: of, vp } if *of != side && paid => {
                Some(u32::from(*vp).saturating_sub(2))
            }
            _ => None,
        });
        goals.blood = limits.min();
        for term in &victory.points {
            if let Counted::HexesHeld { by, hexes, .. } = &term.per
                && *by == side
            {
                goals.keep.extend(hexes);
            }
        }
        // Whoever is paid for hexes that the enemy must take defends them; whoever is paid for others goes there.
        let enemy_takes = Self::taken_by(setting, side.enemy());
        let (keep, take): (Vec<HexId>, Vec<HexId>) =
            goals.keep.iter().partition(|hex| enemy_takes.contains(hex));
        goals.take.extend(take);
        goals.keep = keep;
        goals.take.sort_unstable();
        goals.take.dedup();
        goals
    }

    fn taken_by(setting: &Setting, side: Side) -> Vec<HexId> {
        setting
            .scenario
            .victory
            .objectives
            .iter()
            .filter(|objective| objective.side == side)
            .flat_map(|objective| &objective.conditions)
            .filter_map(|condition| match condition {
                Condition::Held { by, hexes, .. } if *by == side => Some(hexes.as_slice()),
                _ => None,
            })
            .flatten()
            .copied()
            .collect()
    }
}
