//! The frame of an exchange of fire (SR 10.3, 10.4): what is declared, what has been rolled, who waits.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_combat::fire::{
    self, DeclaredFire, EventFire, FireScene, FireTerms, Occasion, Shot, Wear,
};
use longroll_core::{Refusal, Side};
use longroll_position::Cohesion;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::results::{Hit, StrikeStep};
use crate::scene::At;

/// A declared fire with the terms of its shots.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    pub(super) fire: DeclaredFire,
    pub(super) shots: SmallVec<[FireTerms; 2]>,
}

impl Volley {
    /// What was declared.
    pub(crate) const fn fire(&self) -> &DeclaredFire {
        &self.fire
    }

    /// SR 10.44, BB 18.1-fire: whom it strikes, if one unit was named.
    pub(crate) const fn strikes(&self) -> Option<UnitId> {
        self.fire.strikes
    }

    /// Judges a declared fire.
    pub(crate) fn of(look: &FireScene<'_>, fire: DeclaredFire) -> Result<Self, Refusal> {
        Self::judged(look, fire, Shot::First)
    }

    fn judged(look: &FireScene<'_>, fire: DeclaredFire, shot: Shot) -> Result<Self, Refusal> {
        let first = fire::terms(look, &fire, shot)?;
        let mut shots: SmallVec<[FireTerms; 2]> = SmallVec::new();
        shots.push(first);
        if let Some(again) = fire::second_fire(look, &fire) {
            shots.extend(fire::terms(look, &again, Shot::Second).ok());
        }
        Ok(Self { fire, shots })
    }

    /// What is left of a fire when one of its firers is stopped: without Rapid fire if only he was able to it (SR 10.68).
    pub(super) fn of_the_rest(look: &FireScene<'_>, fire: DeclaredFire) -> Option<Self> {
        let mut slow = fire.clone();
        slow.options.rapid = false;
        Self::judged(look, fire, Shot::Rest)
            .or_else(|_| Self::judged(look, slow, Shot::Rest))
            .ok()
    }

    /// Who fires.
    pub(crate) fn unit(&self) -> Option<UnitId> {
        self.fire.from.first().map(|firer| firer.part.unit)
    }
}

/// The dice that wear the ammunition of a firer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Worn {
    pub(super) unit: UnitId,
    pub(super) section: Option<u8>,
    pub(super) target: HexId,
    /// Which of the fires.
    pub(super) volley: usize,
    pub(super) before: Ammunition,
    pub(super) shots: Vec<(Wear, u8)>,
}

/// Where an exchange has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// SR 10.15: more of the same unit's fire.
    Declare,
    /// SR 6.34: a brigade in Reserve wakes up.
    Warn,
    /// What is declared is announced.
    Announce,
    /// BB 18.1-nofire: is somebody kept from what opens the exchange?
    VetoOpening,
    /// SR 10.42: who answers at once?
    Answer,
    /// BB 18.1-nofire: is somebody kept from answering?
    VetoAnswers,
    /// SR 10.44, 10.45: who fires at the mover?
    Collect,
    /// Everything declared is rolled.
    Roll,
    /// SR 10.41: what was declared out of phase is rolled and applied one by one.
    RollNext,
    /// BB 18.1-nofire: is somebody kept from the next of these?
    VetoNext,
    /// The results, one by one.
    Apply,
    /// SR 14.31, 14.32: a second shot.
    Second,
    /// Fire reading 40: retreats that have waited.
    Retreat,
    /// SR 9.61: targets turn or refuse.
    Turn,
    /// SR 10.42, 10.45: who answers now?
    Late,
    /// Ammunition.
    Close,
}

/// An exchange of fire.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireStep {
    pub(super) stage: Stage,
    /// Who fires first.
    pub(super) side: Side,
    /// The unit that fires, or at whose movement is fired.
    pub(super) unit: UnitId,
    /// SR 9.55-1: where it began its move.
    pub(super) start: HexId,
    /// SR 10.44, 10.45: what set off a fire out of phase.
    pub(super) occasion: Occasion,
    /// SR 10.44, 10.45: the hexes that may be fired at.
    pub(super) at: SmallVec<[HexId; 3]>,
    /// SR 10.44: who leaves; where others stay in the hex these are fired at instead.
    pub(super) leavers: SmallVec<[UnitId; 4]>,
    /// SR 8.42-fire: it gives up these hexes and keeps others.
    #[serde(default)]
    pub(super) retracts: bool,
    /// SR 8.35-assault: who assaults.
    pub(super) assaulting: SmallVec<[UnitId; 4]>,
    /// From where to where the opening fires go, and whether by limited sight.
    pub(super) lanes: SmallVec<[(HexId, HexId, bool); 4]>,
    /// The fires that opened the exchange.
    pub(super) fires: Vec<Volley>,
    /// What is declared and not yet rolled.
    pub(super) to_roll: Vec<Volley>,
    /// What has been rolled and not yet applied.
    pub(super) hits: Vec<Hit>,
    /// Fire reading 40: results whose retreat waits.
    pub(super) held: Vec<StrikeStep>,
    /// SR 10.42, 10.45: who may answer only after the results.
    pub(super) waiting: Vec<(UnitId, HexId)>,
    /// SR 10.44: the unit as it was before it was fired at.
    pub(super) before: (u8, Cohesion),
    pub(super) worn: Vec<Worn>,
    /// SR 14.31: whether Spencers have opened the fire, and whether they have been answered.
    #[serde(default)]
    pub(super) duel: Duel,
    /// SR 14.31, 14.32, 14.38: second shots that wait, with where the firer stood.
    #[serde(default)]
    pub(super) second: Vec<(Volley, HexId)>,
}

/// SR 14.31: the order of an exchange with Spencers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Duel {
    /// Nobody who fires first has Spencers.
    #[default]
    None,
    /// Their first shot comes before any answer.
    Unanswered,
    /// The answers come before their second.
    Answered,
}

impl FireStep {
    pub(super) fn new(
        at: At<'_>,
        unit: UnitId,
        side: Side,
        occasion: Occasion,
        stage: Stage,
    ) -> Self {
        let state = at.position.unit(unit);
        Self {
            stage,
            side,
            unit,
            start: state.hex,
            occasion,
            at: SmallVec::new(),
            leavers: SmallVec::new(),
            retracts: false,
            assaulting: SmallVec::new(),
            lanes: SmallVec::new(),
            fires: Vec::new(),
            to_roll: Vec::new(),
            hits: Vec::new(),
            held: Vec::new(),
            waiting: Vec::new(),
            before: (state.sp, state.cohesion),
            worn: Vec::new(),
            duel: Duel::None,
            second: Vec::new(),
        }
    }

    /// SR 10.3: a unit that began its move in `start` begins to declare its fire.
    #[must_use]
    pub(crate) fn phasing(at: At<'_>, unit: UnitId, start: HexId) -> Self {
        let side = at.setting.unit(unit).side;
        Self {
            start,
            ..Self::new(at, unit, side, Occasion::Phasing, Stage::Declare)
        }
    }

    /// BB 18.1, 19.0: an event lets somebody fire.
    #[must_use]
    pub(crate) fn of_event(at: At<'_>, event: EventFire, fires: Vec<Volley>) -> Option<Self> {
        let unit = fires.first()?.unit()?;
        let side = at.setting.unit(unit).side;
        let occasion = Occasion::Event(event);
        Some(Self {
            fires,
            ..Self::new(at, unit, side, occasion, Stage::Warn)
        })
    }

    /// SR 10.44: a unit is about to leave its hexes; nothing if nobody could fire at it.
    #[must_use]
    pub(crate) fn withdrawal(at: At<'_>, mover: UnitId, company: &[UnitId]) -> Option<Self> {
        let hexes: SmallVec<[HexId; 3]> = at.position.unit(mover).hexes().collect();
        Self::leaving(at, mover, company, &hexes)
    }

    /// SR 8.42-fire, 10.44: the same for the hexes that a new shape gives up.
    #[must_use]
    pub(crate) fn retraction(at: At<'_>, mover: UnitId, hexes: &[HexId]) -> Option<Self> {
        let step = Self::leaving(at, mover, &[], hexes)?;
        Some(Self {
            retracts: true,
            ..step
        })
    }

    /// SR 10.44: the same for some of its hexes.
    #[must_use]
    pub(crate) fn leaving(
        at: At<'_>,
        mover: UnitId,
        company: &[UnitId],
        hexes: &[HexId],
    ) -> Option<Self> {
        let side = at.setting.unit(mover).side.enemy();
        let near = |hex: &HexId| at.position.next_to_enemy(at.setting, *hex, side.enemy());
        let hexes: SmallVec<[HexId; 3]> = hexes.iter().copied().filter(near).collect();
        hexes.first()?;
        Some(Self {
            at: hexes,
            leavers: core::iter::once(mover)
                .chain(company.iter().copied())
                .collect(),
            ..Self::new(at, mover, side, Occasion::Withdrawal, Stage::Collect)
        })
    }

    /// SR 10.43, 11.38: units assault from these hexes; whoever may fires at them.
    #[must_use]
    pub(crate) fn before_assault(
        at: At<'_>,
        attackers: &[UnitId],
        side: Side,
        hexes: SmallVec<[HexId; 3]>,
    ) -> Option<Self> {
        let &attacker = attackers.first()?;
        Some(Self {
            at: hexes,
            assaulting: attackers.iter().copied().collect(),
            ..Self::new(at, attacker, side, Occasion::PreAssault, Stage::Collect)
        })
    }

    /// BB 18.1-fire, 19.0-5: whether nobody answers.
    pub(super) fn is_unanswered(&self) -> bool {
        matches!(
            self.occasion,
            Occasion::Event(EventFire::Misdirected | EventFire::AtWill)
        )
    }

    /// SR 10.44: whoever stays in a hex that others leave is fired at instead.
    pub(super) fn who_stays(&self, at: At<'_>, hex: HexId) -> Option<UnitId> {
        if self.leavers.is_empty() {
            return None;
        }
        let mut stack = at.position.stack(hex).map(|part| part.unit);
        stack.find(|unit| !self.leavers.contains(unit))
    }

    pub(super) fn at_stage(mut self, stage: Stage) -> Self {
        self.stage = stage;
        self
    }
}
