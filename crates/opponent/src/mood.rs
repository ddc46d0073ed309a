//! How things stand in the last turn: whoever would win if the game ended now spares his men, whoever would not dares more.

use longroll_catalog::facts::Condition;
use longroll_core::Side;
use longroll_gbacw::victory;
use longroll_position::{Position, Setting};

use crate::plain::Plain;

/// How the game stands for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Mood {
    /// Much is still to come.
    #[default]
    Usual,
    /// In the last turn: it would win if the game ended now. So many SP may still be lost, if that matters.
    Ahead(Option<u32>),
    /// In the last turn: it would not.
    Behind,
}

/// The points with which the enemy of a side meets an objective.
pub(crate) fn points_against(setting: &Setting, side: Side) -> Option<i32> {
    let objectives = setting.scenario.victory.objectives.iter();
    let all = objectives.flat_map(|objective| &objective.conditions);
    all.filter_map(|condition| match condition {
        Condition::PointsAtLeast { side: of, vp } if *of != side => Some(i32::from(*vp)),
        _ => None,
    })
    .min()
}

impl Plain {
    /// How the game stands now.
    pub(crate) fn mood_of(&self, position: &Position) -> Mood {
        if !self.is_last(position) {
            return Mood::Usual;
        }
        let Some(score) = victory::score(self.stage.at(position)) else {
            return Mood::Usual;
        };
        if score.verdict.winner != Some(self.side) {
            return Mood::Behind;
        }
        let spare = points_against(self.setting(), self.side).map(|limit| {
            let left = limit - 1 - score.totals[self.side.enemy()];
            u32::try_from(left).unwrap_or(0)
        });
        Mood::Ahead(spare)
    }
}
