//! SR 12.6-fire: the unit whose fire has emptied a hex next to it may advance into it at once.

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::allowance::Fired;
use longroll_movement::{Check as Ground, StepCost, Walker, Way};
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::relocation::{Cause, Destination, relocate};
use crate::movement::{GroundCheck, ReactStep, StageStep};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::step::{Ask, Step};

const RULE: Rule = Rule::SR_12_6_fire;

/// Does the unit advance?
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvanceStep {
    /// Who fired.
    pub unit: UnitId,
    /// The hexes that its fire may have emptied.
    pub hexes: SmallVec<[HexId; 2]>,
}

/// An advance with what its ground costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advance {
    hex: HexId,
    /// The facing afterwards.
    pub(crate) facing: Facing,
    price: StepCost,
}

impl AdvanceStep {
    /// SR 12.6: into a hex that the enemy has left, over ground that is open to the unit.
    fn may_advance(&self, at: At<'_>, hex: HexId, facing: Facing) -> Result<Advance, Refusal> {
        let unit = self.unit;
        let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
        let no = |rule, reason| Err(Refusal::new(rule, reason));
        if !state.on_map() || state.deeds.has(Deeds::FINISHED) {
            return no(Rule::SR_12_35f, "its Activation is over");
        }
        if matches!(facts.arm, Arm::Artillery | Arm::Gunboat) {
            return no(Rule::SR_12_6_misc, "artillery never advances");
        }
        if !self.hexes.contains(&hex) || at.position.holder(hex) == Some(facts.side.enemy()) {
            return no(RULE, "its fire has not emptied that hex");
        }
        if state.extent != Extent::Single {
            return no(
                Rule::SR_8_47_advance,
                "an extended unit does not advance after fire",
            );
        }
        judge_advance(at, unit, hex, facing, false)
    }
}

/// SR 12.6: whether a unit may advance into a hex beside it: over ground that is open to it, turning one vertex at most
/// unless it turns freely (SR 11.46-defender).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn judge_advance(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    freely: bool,
) -> Result<Advance, Refusal> {
    let state = at.position.unit(unit);
    let no = |rule, reason| Err(Refusal::new(rule, reason));
    let (from, direction) = from_beside(at, unit, hex)?;
    let far = state.facing.turns_to(facing).is_none_or(|steps| steps > 1);
    if facing.kind() != state.facing.kind() || far && !freely {
        return no(Rule::SR_12_6_misc, "it may turn one vertex as it advances");
    }
    let walker = Walker::of(&at, unit, Fired::No)?;
    let price = at
        .tables
        .step(from, direction, walker.class, walker.gait, Way::OffRoute);
    let Some(price) = price else {
        return no(Rule::SR_12_6_terrain, "the hexside or hex is closed to it");
    };
    Ok(Advance { hex, facing, price })
}

/// The hex of the unit beside the one it advances into.
fn from_beside(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(HexId, Direction), Refusal> {
    let grid = at.setting.grid();
    let mut own = at.position.unit(unit).hexes();
    own.find_map(|from| Some((from, grid.direction_between(from, hex)?)))
        .ok_or_else(|| Refusal::new(RULE, "it began next to the hex it fired at"))
}

impl Procedure for AdvanceStep {
    type Means = Option<Advance>;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: at.setting.unit(self.unit).side,
            rule: RULE,
            prompt: Prompt::AdvanceAfterFire { unit: self.unit },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        let faced = at.position.unit(unit).facing;
        for &hex in &self.hexes {
            for turn in [0_i8, -1, 1] {
                let facing = faced.turned(turn);
                each(Choice::Advance { unit, hex, facing });
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Option<Advance>> {
        match choice {
            Choice::Advance { unit, hex, facing } if unit == self.unit => {
                let advance = self.may_advance(at, hex, facing)?;
                Ok(Ruling::new(RULE, Some(advance)))
            }
            Choice::Advance { .. } => Err(Refusal::new(RULE, "another unit has fired")),
            Choice::Done => Ok(Ruling::new(RULE, None)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, advance: Option<Advance>) -> Result<(), ChanceError> {
        if let Some(advance) = advance {
            advances(play, self.unit, advance, RULE, true);
        }
        Ok(())
    }
}

/// SR 12.6-terrain: a UDD on the way, or Disorder; who is Disordered already stays where Disorder is sure.
pub(crate) fn advances(
    play: &mut Play<'_>,
    unit: UnitId,
    advance: Advance,
    rule: Rule,
    phasing: bool,
) {
    let checks = advance.price.checks;
    let sure = checks.has(Ground::HexAutomatic) || checks.has(Ground::HexsideAutomatic);
    if play.position.unit(unit).is_disordered() && sure {
        play.happens(Event::Stopped {
            unit,
            rule: Rule::SR_12_6_terrain,
        });
        if phasing {
            play.did(unit, Deeds::MOVE_ENDED);
        }
        return;
    }
    if play.position.unit(unit).facing != advance.facing {
        play.happens(Event::Turned {
            unit,
            facing: advance.facing,
            cost: HalfMp::ZERO,
            rule: Rule::SR_12_6_misc,
        });
    }
    let there = Destination::single(advance.hex);
    relocate(play, unit, there, HalfMp::ZERO, rule, Cause::Advances);
    if phasing {
        play.did(unit, Deeds::MOVED.with(Deeds::MOVE_ENDED));
    }
    let hex = advance.hex;
    let mut steps: Vec<Step> = checks
        .iter()
        .map(|check| StageStep::Check(GroundCheck::of_ground(unit, check)).into())
        .collect();
    if phasing {
        steps.push(ReactStep::Faces { mover: unit, hex }.into());
    }
    play.then(steps);
}
