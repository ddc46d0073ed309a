//! SR 12.6-fire: the unit whose fire has emptied a hex next to it may advance into it at once.

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::allowance::Fired;
use longroll_movement::extension::{Closed, line_advances};
use longroll_movement::step::swamp_guide;
use longroll_movement::{Check as Ground, Checks, Gait, Progress, StepCost, Walker, Way};
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::check::{Check, CheckStep, Checked, Occasion};
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::relocation::{Cause, Destination, relocate};
use crate::movement::{FaceCause, GroundCheck, ReactStep, StageStep};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, asks_nobody, looks_at_the_position};
use crate::prompt::Prompt;
use crate::step::{Ask, Done, Step};

const RULE: Rule = Rule::SR_12_6_fire;

/// Does the unit advance?
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvanceStep {
    /// Who fired.
    pub unit: UnitId,
    /// The hexes that its fire may have emptied.
    pub hexes: SmallVec<[HexId; 2]>,
}

/// SR 8.47-advance: how a unit comes into the hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Into {
    /// In one hex.
    Single(Advance),
    /// As a line.
    Line(Closed),
}

/// An advance with what its ground costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advance {
    pub(crate) hex: HexId,
    /// The facing afterwards.
    pub(crate) facing: Facing,
    price: StepCost,
}

impl AdvanceStep {
    /// SR 12.6: into a hex that the enemy has left, over ground that is open to the unit.
    fn may_advance(&self, at: At<'_>, hex: HexId, facing: Facing) -> Result<Into, Refusal> {
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
        match state.extent {
            Extent::Single => judge_advance(at, unit, hex, facing, false).map(Into::Single),
            Extent::Line { .. } => {
                let mut lines = line_advances(&at, unit, hex).into_iter();
                match lines.find(|closed| closed.facing == facing) {
                    Some(closed) => Ok(Into::Line(closed)),
                    None => no(
                        Rule::SR_8_47_advance,
                        "a line advances straight ahead or wheels",
                    ),
                }
            }
            Extent::Column { .. } => no(
                Rule::SR_8_47_advance,
                "an Extended Column does not advance after fire",
            ),
        }
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
    // SR 9.44: an advance may lead over a bridge or ford that movement under Attack orders may not use.
    let step = |way| {
        at.tables
            .step(from, direction, walker.class, Gait::Advance, way)
    };
    let over = || step(Way::Route).filter(|_| at.tables.has_crossing(from, direction));
    let Some(price) = step(Way::OffRoute).or_else(over) else {
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
    type Means = Option<Into>;

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

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Option<Into>> {
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

    fn carry_out(self, play: &mut Play<'_>, advance: Option<Into>) -> Result<(), ChanceError> {
        match advance {
            Some(Into::Single(advance)) => {
                advances(play, self.unit, advance, RULE, Advancer::Phasing);
            }
            Some(Into::Line(closed)) => line_advance(play, self.unit, closed),
            None => {}
        }
        Ok(())
    }
}

/// SR 8.47-advance: a line goes forward as a line, and the enemy may react.
fn line_advance(play: &mut Play<'_>, unit: UnitId, closed: Closed) {
    let rule = Rule::SR_8_47_advance;
    if play.position.unit(unit).facing != closed.facing {
        play.happens(Event::Turned {
            unit,
            facing: closed.facing,
            cost: HalfMp::ZERO,
            rule,
        });
    }
    let there = Destination::at_bottom(closed.hex, closed.extent);
    relocate(play, unit, there, HalfMp::ZERO, rule, Cause::LineMoves);
    play.did(unit, Deeds::MOVED.with(Deeds::MOVE_ENDED));
    let hexes: Vec<HexId> = play.position.unit(unit).hexes().collect();
    arrives(play, unit, closed.checks, &hexes);
}

/// The checks of the ground it has come into, then the enemies beside these hexes react.
fn arrives(play: &mut Play<'_>, unit: UnitId, checks: Checks, seen_in: &[HexId]) {
    let checks = checks
        .iter()
        .map(|check| Step::from(StageStep::Check(GroundCheck::of_ground(unit, check))));
    let mut steps: Vec<Step> = checks.collect();
    steps.extend(seen_in.iter().map(|&hex| {
        let (mover, cause) = (unit, FaceCause::Moved);
        Step::from(ReactStep::Faces { mover, hex, cause })
    }));
    play.then(steps);
}

/// Who advances, and whether the enemy reacts at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Advancer {
    /// A phasing unit after fire.
    Phasing,
    /// SR 11.47-declare: a phasing unit in an assault; the enemy waits until it is known who goes on.
    Waits,
    /// SR 11.46-defender.
    NonPhasing,
}

/// SR 12.6-terrain: a UDD on the way, or Disorder; who is Disordered already stays where Disorder is sure.
pub(crate) fn advances(
    play: &mut Play<'_>,
    unit: UnitId,
    advance: Advance,
    rule: Rule,
    who: Advancer,
) {
    // BB 9.44-swamp-leader: a leader sees it out.
    let progress = Progress::begin(play.position.unit(unit));
    let mut checks = advance.price.checks;
    let leaves = checks.has(Ground::LeaveSwamp);
    let guide = leaves.then(|| swamp_guide(&play.at(), &progress, unit, advance.hex));
    if let Some(leader) = guide.flatten() {
        checks = checks.without_leaving();
        play.happens(Event::SeenOut { leader, unit });
    }
    let step = LeavingStep {
        unit,
        hex: advance.hex,
        facing: advance.facing,
        checks: checks.without_leaving(),
        rule,
        who,
    };
    if checks.has(Ground::LeaveSwamp) {
        let occasion = Occasion::Terrain(Rule::BB_9_44_swamp_leave);
        play.call(step, CheckStep::Roll(Check::plain(unit, occasion)));
    } else {
        step.enters(play);
    }
}

/// BB 9.44-swamp-leave: whether the unit gets out of its Swamp hex, before it advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeavingStep {
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    checks: Checks,
    rule: Rule,
    who: Advancer,
}

impl Procedure for LeavingStep {
    asks_nobody!();

    fn goes_on(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let Done::Checked(Checked::SecondDisorder(_)) = result {
            let unit = self.unit;
            let rule = Rule::SR_12_6_terrain;
            play.happens(Event::Stopped { unit, rule });
        } else if play.position.unit(self.unit).on_map() {
            self.enters(play);
        }
        Ok(())
    }
}

impl LeavingStep {
    fn enters(self, play: &mut Play<'_>) {
        let Self {
            unit,
            hex,
            facing,
            checks,
            rule,
            who,
        } = self;
        let phasing = who != Advancer::NonPhasing;
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
        if play.position.unit(unit).facing != facing {
            play.happens(Event::Turned {
                unit,
                facing,
                cost: HalfMp::ZERO,
                rule: Rule::SR_12_6_misc,
            });
        }
        let there = Destination::single(hex);
        relocate(play, unit, there, HalfMp::ZERO, rule, Cause::Advances);
        if phasing {
            play.did(unit, Deeds::MOVED.with(Deeds::MOVE_ENDED));
        }
        let seen_in = if who == Advancer::Phasing {
            core::slice::from_ref(&hex)
        } else {
            &[]
        };
        arrives(play, unit, checks, seen_in);
    }
}
