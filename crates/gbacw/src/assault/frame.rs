//! The frame of all assaults of a brigade Activation (SR 11.11).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_combat::assault::{Assault, AssaultPhase, AssaultScene};
use longroll_core::Side;
use longroll_position::BodyId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::results::Retirees;
use crate::scene::At;

/// Where the assaults have come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Step 1, SR 11.31.
    Designate,
    /// Step 2, SR 11.33.
    Withdraw,
    /// Step 3, SR 11.36.
    Commit,
    /// BB 4.11-J3: after Step 3.
    Steady,
    /// SR 8.48: between Steps 3 and 4 (reading 28 of the assault chapter).
    Envelop,
    /// SR 11.56: instead of the checks of Step 4.
    Countercharge,
    /// Step 4, SR 11.37.
    Check,
    /// Step 5, SR 11.38.
    Fire,
    /// Reading 20 of the assault chapter: assaults that have lost their attackers lapse before it is asked which is next.
    Lapse,
    /// SR 11.41: which assault is next?
    Order,
    /// Step 6a and 6b.
    Resolve,
    /// What came of the die has been applied.
    Resolved,
    /// Step 6c, SR 11.46.
    Advance,
    /// Step 6d, SR 11.47: is the assault continued?
    PressOn,
    /// SR 8.49: lines that have enveloped draw together.
    DrawIn,
    /// SR 11.47-advance: where to?
    GoOn,
    /// SR 11.47-attack: against whom?
    Renew,
    /// SR 11.32: who goes on together with whom?
    Combine,
    /// Step 6e, SR 11.48.
    After,
    /// SR 11.48-march, and the end.
    End,
}

/// A unit that took part in a 6b, and its order before the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Fighter {
    pub(super) unit: UnitId,
    /// SR 11.48: as an attacker, or as one who was attacked.
    pub(super) attacked: bool,
    pub(super) was_disordered: bool,
}

impl AssaultStep {
    /// SR 12.35e: who retreats before the assault, while it is Step 2.
    pub(crate) fn retiring(&self) -> Option<&Retirees> {
        (self.stage == Stage::Withdraw).then_some(&self.retirees)
    }

    /// The same.
    pub(crate) fn retiring_mut(&mut self) -> Option<&mut Retirees> {
        (self.stage == Stage::Withdraw).then_some(&mut self.retirees)
    }

    /// SR 12.35e: who has retreated before the assault.
    pub(crate) const fn retirees(&self) -> &Retirees {
        &self.retirees
    }
}

/// The assaults of a brigade Activation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssaultStep {
    pub(super) stage: Stage,
    /// Whose Activation it is.
    pub(super) side: Side,
    pub(super) phase: AssaultPhase,
    /// The assaults that Steps 2 to 5 are about.
    pub(super) now: Vec<usize>,
    /// Designated assaults that have not been resolved.
    pub(super) pending: Vec<usize>,
    /// SR 11.41: the designated assaults from left to right, and where the sweep began.
    pub(super) order: Vec<Vec<usize>>,
    pub(super) from_left: Option<bool>,
    /// The assault that is being resolved.
    pub(super) current: usize,
    /// SR 11.47: further Continued assaults of the same chain.
    pub(super) more: Vec<usize>,
    /// Units still to be asked or rolled for.
    pub(super) queue: Vec<UnitId>,
    /// Hexes still to be asked or rolled for.
    pub(super) hexes: Vec<HexId>,
    /// SR 11.36: who failed to commit himself.
    pub(super) balked: Vec<UnitId>,
    /// SR 11.35: hexes left before the assault.
    pub(super) retired: Vec<HexId>,
    /// SR 12.35e: the stacks of this Step 2.
    #[serde(default)]
    pub(super) retirees: Retirees,
    /// Reading 98 of the assault chapter: assaulted hexes whose defenders fled or left their guns in Step 4.
    pub(super) fled: Vec<HexId>,
    /// Who made the last check of Step 4, with whom he stood.
    pub(super) checked: Vec<UnitId>,
    /// Who has advanced in this 6c, or could not get out of its hex.
    pub(super) tried: Vec<UnitId>,
    /// SR 12.47: units thrown back that an enemy's Continued assault lets fight again.
    pub(super) resumed: Vec<UnitId>,
    /// SR 11.47-declare: who has advanced where, for those who may react.
    pub(super) arrivals: Vec<(UnitId, HexId)>,
    /// SR 12.6: the enemies in front of those who go on, before anybody has reacted.
    #[serde(default)]
    pub(super) aimed: Vec<(UnitId, HexId)>,
    /// Whether going on has been earned by the current assault.
    pub(super) earned: Option<EarnedBy>,
    /// SR 11.48: who fought in the current chain.
    pub(super) chain: Vec<Fighter>,
    /// SR 11.47-attack, reading 100 of the assault chapter: who has gone on in the current chain, once for each time.
    #[serde(default)]
    pub(super) continuations: Vec<UnitId>,
    /// SR 11.48-march: brigades on the march that were assaulted, and who of them was involved.
    pub(super) marchers: Vec<BodyId>,
    pub(super) involved: Vec<UnitId>,
}

/// [`Earned`](longroll_combat::assault::Earned), to be kept in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EarnedBy {
    FailedCheck,
    Attacker,
    Defender,
}

impl AssaultStep {
    /// The scene of the questions.
    pub(super) fn look<'a>(&'a self, at: At<'a>) -> AssaultScene<'a> {
        AssaultScene {
            scene: at,
            history: &at.position.fires,
            phase: &self.phase,
        }
    }

    /// The units of the bodies that act.
    pub(super) fn members<'a>(&'a self, at: At<'a>) -> impl Iterator<Item = UnitId> + 'a {
        let bodies = self.phase.bodies.iter();
        bodies.flat_map(move |&body| at.position.members(at.setting, body))
    }

    /// The assaults that Steps 2 to 5 are about.
    pub(super) fn now(&self) -> Vec<Assault> {
        let all = &self.phase.assaults;
        self.now
            .iter()
            .filter_map(|&each| all.get(each).cloned())
            .collect()
    }

    /// The assault that is being resolved.
    pub(super) fn current(&self) -> &Assault {
        // `current` is always the place of an assault that has been put into the list.
        &self.phase.assaults[self.current]
    }

    /// Reading 81 of the assault chapter: the attackers before whom a unit has retreated in this Step 2.
    pub(crate) fn retired_before(&self, unit: UnitId) -> Option<SmallVec<[UnitId; 4]>> {
        let left: Vec<HexId> = self.retirees().hexes_of(unit).collect();
        (!left.is_empty()).then(|| self.attackers_of(&left))
    }

    /// Those by whom these hexes are assaulted.
    pub(super) fn attackers_of(&self, hexes: &[HexId]) -> SmallVec<[UnitId; 4]> {
        let mut found: SmallVec<[UnitId; 4]> = SmallVec::new();
        for assault in self.now() {
            if assault.targets.iter().any(|hex| hexes.contains(hex)) {
                found.extend(assault.attacking().map(|attacker| attacker.unit));
            }
        }
        found
    }
}
