//! SR 13.4: a Disordered unit tries to recover, instead of everything but bringing up ammunition.

use longroll_board::Facing;
use longroll_catalog::facts::{Arm, LeaderId, Level, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::Progress;
use longroll_movement::arrival::extension_is_behind;
use longroll_movement::step::{is_on_trail, is_swamp};
use longroll_position::rule_set::GunsInSwamp;
use longroll_position::{Bound, Cohesion, Deeds, Extent, HalfMp, LeaderNote, Mount};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::movement::permits::{could_close, could_go_on, could_near_friends, must_close};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{LossStep, cohesion, comes_into_order, leaders_with, udd_terms};
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::TurnAfterStep;

/// A unit that may try, with its roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rally {
    roll: Roll,
}

/// SR 13.4, 13.44: whether a unit may try to recover.
///
/// # Errors
/// The rule that denies it.
pub(crate) fn may_rally(at: At<'_>, unit: UnitId) -> Result<Rally, Refusal> {
    let state = at.position.unit(unit);
    match state.cohesion {
        Cohesion::Disordered => {}
        Cohesion::Collapsed => {
            return Err(Refusal::new(
                Rule::SR_12_23_effects,
                "a Collapsed unit cannot recover",
            ));
        }
        Cohesion::GoodOrder => {
            return Err(Refusal::new(Rule::SR_13_4, "it is in Good Order"));
        }
    }
    let acted = Deeds::MOVED
        .with(Deeds::FIRED)
        .with(Deeds::WITHDREW)
        .with(Deeds::REORDERED)
        .with(Deeds::CHANGED_MOUNT)
        .with(Deeds::REFUSED);
    let turned = state.deeds.has(Deeds::TURNED) && !state.deeds.has(Deeds::SUPPLIED);
    if state.spent > HalfMp::ZERO || state.deeds.any(acted) || turned {
        return Err(Refusal::new(
            Rule::SR_13_4,
            "it tries to recover instead of everything but bringing up ammunition",
        ));
    }
    if state.deeds.has(Deeds::RECOVERED) {
        return Err(Refusal::new(Rule::SR_13_4, "it has tried already"));
    }
    if at.position.special.events.looters.contains(&unit) {
        return Err(Refusal::new(
            Rule::BB_18_1_loot,
            "it has looted and does not recover in its next Activation",
        ));
    }
    not_compelled(at, unit)?;
    let roll =
        recovery_roll(at, unit).ok_or_else(|| Refusal::new(Rule::SR_13_4, "it has no Cohesion"))?;
    Ok(Rally { roll })
}

/// Whoever must go somewhere first may not stay to recover: SR 6.24-A, BB 14.55 (reading 78), BB 4.25-15MI.
pub(crate) fn not_compelled(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    let progress = Progress::begin(state);
    let body = at.position.body_of(at.setting, unit);
    let side = at.setting.unit(unit).side;
    let beside = |hex| at.position.next_to_enemy(at.setting, hex, side);
    let assaults = at.position.body(body).bound == Bound::Charge && state.hexes().any(beside);
    if must_close(at, body, unit) && (assaults || could_close(at, unit, &progress)) {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it towards the enemy",
        ));
    }
    if at.setting.unit(unit).arm == Arm::Cavalry && could_near_friends(at, unit, &progress) {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes of friendly non-cavalry moves towards them first",
        ));
    }
    if could_go_on(at, unit, &progress) {
        return Err(crate::held::astray(at));
    }
    Ok(())
}

/// SR 13.42, BB table-recovery: what is added.
fn recovery_terms(at: At<'_>, unit: UnitId) -> Terms {
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    let mut terms = Terms::new();
    for term in udd_terms(at, unit).as_slice() {
        let rule = match term.rule {
            Rule::SR_11_73 => Rule::SR_13_42,
            other => other,
        };
        terms.add(term.value, rule, term.reason.clone());
    }
    let next_to_enemy = |hex| at.position.next_to_enemy(at.setting, hex, facts.side);
    if state.hexes().any(next_to_enemy) {
        terms.add(1, Rule::SR_13_42, "next to the enemy");
    }
    if facts.arm == Arm::Cavalry && state.mount == Mount::Mounted {
        terms.add(-1, Rule::SR_13_42, "mounted cavalry");
    }
    terms
}

/// SR 13.41: the roll; a 9 as it falls, or twice the Cohesion, costs an SP (reading 62).
fn recovery_roll(at: At<'_>, unit: UnitId) -> Option<Roll> {
    let limit = i32::from(cohesion(at, unit)?);
    let terms = recovery_terms(at, unit);
    Some(Roll::new(
        Purpose::Recovery(unit),
        Rule::SR_13_41,
        terms,
        move |die, total| {
            if die.face() >= 9 || (total > limit && total >= 2 * limit) {
                Verdict::FailedWithLoss { limit }
            } else if total <= limit {
                Verdict::Passed { limit }
            } else {
                Verdict::Failed { limit }
            }
        },
    ))
}

/// SR 13.43, reading 66: leaders who help have ended their movement, or forgo it.
fn leaders_stay(play: &mut Play<'_>, unit: UnitId) {
    let helping: Vec<LeaderId> = leaders_with(play.at(), unit)
        .filter(|&leader| play.setting.leader(leader).level < Level::Corps)
        .collect();
    for leader in helping {
        let state = *play.position.leader(leader);
        if state.riding_with.is_some() {
            play.note_leader(leader, LeaderNote::RidesWith(None));
        }
        if !state.move_ended {
            play.note_leader(leader, LeaderNote::MoveEnded);
        }
    }
}

/// Reading I7, the other one: guns in Swamp on a Trail that do not recover lose one.
fn loses_a_gun_in_swamp(at: At<'_>, unit: UnitId) -> bool {
    let hex = at.position.unit(unit).hex;
    at.setting.rules.switches.art_swamp_trail_udd == GunsInSwamp::OnRecovery
        && at.setting.unit(unit).arm == Arm::Artillery
        && is_swamp(&at, hex)
        && is_on_trail(&at, hex)
}

/// SR 13.41: it tries.
pub(crate) fn rally(play: &mut Play<'_>, unit: UnitId, rally: Rally) -> Result<(), ChanceError> {
    leaders_stay(play, unit);
    play.did(unit, Deeds::ACTED.with(Deeds::RECOVERED));
    match play.roll(rally.roll)?.verdict {
        Verdict::Passed { .. } => {
            comes_into_order(play, unit, Rule::SR_13_41);
            if !play.position.unit(unit).deeds.has(Deeds::TURNED) {
                play.push(TurnAfterStep {
                    unit,
                    rule: Rule::SR_13_41,
                });
            }
        }
        Verdict::FailedWithLoss { .. } => play.push(LossStep {
            unit,
            sp: 1,
            rule: Rule::SR_13_41,
        }),
        _ if loses_a_gun_in_swamp(play.at(), unit) => play.push(LossStep {
            unit,
            sp: 1,
            rule: Rule::BB_9_43_art_swamp,
        }),
        _ => {}
    }
    Ok(())
}

impl TurnAfterStep {
    fn may_turn(self, at: At<'_>) -> Result<(), Refusal> {
        let state = at.position.unit(self.unit);
        if state.refused.is_some() || matches!(state.extent, Extent::Line { .. }) {
            return Err(Refusal::new(
                self.rule,
                "a refused or extended unit does not turn",
            ));
        }
        if at.position.stack(state.hex).count() > 1 {
            return Err(Refusal::new(self.rule, "a stacked unit does not turn"));
        }
        Ok(())
    }
}

/// What was chosen of a unit that may turn after what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Afterwards {
    /// It turns.
    Turns(Facing),
    /// SR 13.4: it tries to recover.
    Recovers(Box<Rally>),
    /// Neither.
    Done,
}

impl Procedure for TurnAfterStep {
    type Means = Afterwards;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let unit = self.unit;
        let turns = at.position.unit(unit).on_map() && self.may_turn(at).is_ok();
        turns.then(|| Ask {
            side: at.setting.unit(unit).side,
            rule: self.rule,
            prompt: Prompt::TurnAfter { unit },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        for turn in [-1_i8, 1] {
            let facing = at.position.unit(unit).facing.turned(turn);
            each(Choice::Face { unit, facing });
        }
        each(Choice::Recover { unit });
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Afterwards> {
        match choice {
            Choice::Done => Ok(Ruling::new(self.rule, Afterwards::Done)),
            // SR 13.4: after bringing up ammunition it may try to recover.
            Choice::Recover { unit } if unit == self.unit => {
                let rally = Box::new(may_rally(at, unit)?);
                Ok(Ruling::new(Rule::SR_13_4, Afterwards::Recovers(rally)))
            }
            Choice::Face { unit, facing } if unit == self.unit => {
                self.may_turn(at)?;
                let state = at.position.unit(unit);
                let now = state.facing;
                extension_is_behind(at.setting.grid(), state, facing)?;
                if now.turned(1) == facing || now.turned(-1) == facing {
                    Ok(Ruling::new(self.rule, Afterwards::Turns(facing)))
                } else {
                    Err(Refusal::new(self.rule, "it turns by one vertex"))
                }
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: Afterwards) -> Result<(), ChanceError> {
        let unit = self.unit;
        match means {
            Afterwards::Recovers(ready) => rally(play, unit, *ready)?,
            Afterwards::Turns(facing) => {
                let faced = play.position.unit(unit).facing;
                play.did(unit, Deeds::TURNED);
                play.happens(Event::Turned {
                    unit,
                    facing,
                    cost: HalfMp::ZERO,
                    rule: self.rule,
                });
                crate::movement::turned_in_swamp(play, unit, faced);
            }
            Afterwards::Done => {}
        }
        Ok(())
    }
}
