//! SR 9.1: which units may begin to move, and how a move begins.

use core::cell::RefCell;
use std::rc::Rc;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, LeaderId, Level, Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::Progress;
use longroll_position::{BodyId, Bound, Deeds, Extent, HalfMp, LeaderNote};
use longroll_rule::Rule;

use super::entering::{Entering, LastGate};
use super::leaders::{RideStep, acting_leaders, leader_candidates, may_ride, ride};
use super::may_act::may_unit_act;
use super::moving::MovingStep;
use super::promised::{charges_on, have_left};
use super::prospect::{Deed, Prospect, must_unform};
use super::{mover, permits};
use crate::choice::Choice;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::scene::At;

/// Whether a unit can still begin something with this marker.
fn may_begin(at: At<'_>, body: BodyId, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    state.on_map()
        && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
        && may_unit_act(at, body, unit).is_ok()
}

/// What the leaders and units of acting bodies may begin, looked up once.
#[derive(Debug)]
pub struct ActingLook<'a> {
    at: At<'a>,
    bodies: Vec<BodyId>,
    breadth: Breadth,
    /// The units asked about so far.
    asked: RefCell<Vec<Rc<Asked<'a>>>>,
    gate: LastGate,
}

/// A unit that was asked about.
#[derive(Debug)]
struct Asked<'a> {
    /// SR 5.33: whether it may do anything with this marker.
    acts: Result<Rule, Refusal>,
    prospect: Prospect<'a>,
}

/// What a piece of an acting body begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Beginning {
    /// SR 9.31: a leader rides, at this cost.
    Ride(LeaderId, HexId, HalfMp),
    /// SR 9.31: he goes along with a unit.
    Accompany(LeaderId, UnitId),
    /// SR 9.7: a piece comes onto the map, or makes room for one.
    Enter(Entering),
    /// SR 9.1: a unit begins to move.
    Move(MovingStep, Deed),
}

impl<'a> ActingLook<'a> {
    /// Of bodies that act together.
    #[must_use]
    pub fn new(at: At<'a>, bodies: Vec<BodyId>, breadth: Breadth) -> Self {
        Self {
            at,
            bodies,
            breadth,
            asked: RefCell::default(),
            gate: LastGate::default(),
        }
    }

    /// The position.
    #[must_use]
    pub const fn at(&self) -> At<'a> {
        self.at
    }

    /// The bodies that act.
    #[must_use]
    pub fn bodies(&self) -> &[BodyId] {
        &self.bodies
    }

    /// What leaders and units may be worth asking about.
    pub fn candidates(&self, each: &mut dyn FnMut(Choice)) {
        let mut seen = smallvec::SmallVec::new();
        for &body in &self.bodies {
            leader_candidates(self.at, body, &mut seen, each);
            for unit in self.beginners(body) {
                self.unit(body, unit).prospect.candidates(each);
            }
            super::entering::candidates(self.at, body, &self.gate, each);
        }
    }

    fn beginners(&self, body: BodyId) -> impl Iterator<Item = UnitId> + 'a {
        let at = self.at;
        let members = at.position.members(at.setting, body);
        members.filter(move |&unit| may_begin(at, body, unit))
    }

    /// Whether there is anything that leaders and units may do.
    fn may_anything(&self) -> bool {
        let may = |body, unit| {
            let asked = self.unit(body, unit);
            self.may_any_of(|each| asked.prospect.candidates(each))
        };
        // Units first: most often one of them may.
        let mut bodies = self.bodies.iter();
        bodies.any(|&body| self.beginners(body).any(|unit| may(body, unit)))
            || self.may_any_of(|each| self.candidates(each))
    }

    fn may_any_of(&self, candidates: impl FnOnce(&mut dyn FnMut(Choice))) -> bool {
        let mut found = false;
        candidates(&mut |choice| found = found || self.judge(choice).is_ok());
        found
    }

    /// Asks about a unit; what is found out about it stays.
    fn unit(&self, body: BodyId, unit: UnitId) -> Rc<Asked<'a>> {
        let at = self.at;
        let mut asked = self.asked.borrow_mut();
        // Whoever was asked about last is asked about again.
        let mut latest_first = asked.iter().rev();
        if let Some(known) = latest_first.find(|other| other.prospect.unit() == unit) {
            return Rc::clone(known);
        }
        let new = Rc::new(Asked {
            acts: may_unit_act(at, body, unit),
            prospect: Prospect::begin(at, unit, self.breadth),
        });
        asked.push(Rc::clone(&new));
        new
    }

    /// Whether a piece may begin this.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge(&self, choice: Choice) -> Judgement<Beginning> {
        let at = self.at;
        match choice {
            Choice::Ride { leader, hex } => {
                self.leads(leader)?;
                let (rule, cost) = may_ride(at, leader, hex)?;
                Ok(Ruling::new(rule, Beginning::Ride(leader, hex, cost)))
            }
            Choice::Accompany { leader, unit } => {
                let rule = super::leaders::may_accompany(at, leader, unit)?;
                self.leads(leader)?;
                Ok(Ruling::new(rule, Beginning::Accompany(leader, unit)))
            }
            Choice::Enter { .. } | Choice::Arrive { .. } | Choice::MakeRoom { .. } => {
                let ruling = super::entering::judge(at, &self.bodies, choice, &self.gate)?;
                Ok(ruling.map(Beginning::Enter))
            }
            _ => {
                let Some(unit) = mover::unit_of(choice) else {
                    return Err(Refusal::new(
                        Rule::SR_3_0_III_C_3,
                        crate::procedure::BESIDE_THE_POINT,
                    ));
                };
                let body = at.position.body_of(at.setting, unit);
                if !self.bodies.contains(&body) {
                    return Err(Refusal::new(Rule::SR_5_33, "its brigade does not act now"));
                }
                let asked = self.unit(body, unit);
                asked.acts.clone()?;
                let ruling = asked.prospect.judge(choice)?;
                if at.position.unit(unit).deeds.has(Deeds::MOVE_ENDED) {
                    return Err(Refusal::new(Rule::SR_9_12, "its movement is over"));
                }
                let progress = Progress::begin(at.position.unit(unit));
                let step = MovingStep { unit, progress };
                Ok(ruling.map(|deed| Beginning::Move(step, deed)))
            }
        }
    }

    /// SR 9.31: whether a leader moves with the bodies that act.
    fn leads(&self, leader: LeaderId) -> Result<(), Refusal> {
        let at = self.at;
        let leads = self
            .bodies
            .iter()
            .any(|&body| acting_leaders(at, body).any(|own| own == leader));
        if leads {
            return Ok(());
        }
        // SR 6.19: the leader of a marching command acts with the March marker.
        let own = at
            .setting
            .body_of_brigade(at.setting.leader(leader).command);
        let marches = own.is_some_and(|body| at.position.body(body).orders == Orders::March);
        // SR 9.32: commanders move in IV/A.
        let rule = if at.setting.leader(leader).level >= Level::Corps {
            Rule::SR_9_32
        } else if marches {
            Rule::SR_6_19
        } else {
            Rule::SR_9_31
        };
        Err(Refusal::new(rule, "he leads nobody who acts now"))
    }

    /// SR 5.33: whether the bodies may be done: nobody is compelled to do more, or nobody can.
    ///
    /// # Errors
    /// The rule that compels somebody.
    pub fn may_finish(&self) -> Result<(), Refusal> {
        let driven = |body, unit| self.unit(body, unit).prospect.is_driven_on();
        let bound = self
            .bodies
            .iter()
            .find_map(|&body| may_finish(self.at, body, driven).err());
        match bound {
            Some(refusal) if self.may_anything() => Err(refusal),
            _ => Ok(()),
        }
    }
}

/// SR 6.24-A: whether a body driven by Loose Reins may be done: every unit it binds has gone as far as it must.
///
/// # Errors
/// When one has not.
fn may_finish(
    at: At<'_>,
    body: BodyId,
    driven: impl Fn(BodyId, UnitId) -> bool,
) -> Result<Rule, Refusal> {
    unstacks(at, body)?;
    rejoins(at, body)?;
    have_left(at, body)?;
    charges_on(at, body)?;
    sets_out(at, body)?;
    goes_on(at, body)?;
    if is_anybody_driven_on(at, body, driven) {
        Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it towards the enemy first",
        ))
    } else {
        unforms(at, body)?;
        Ok(Rule::SR_5_33)
    }
}

/// SR 6.24-A: whether Loose Reins binds a body of which somebody could still close with the enemy.
#[must_use]
pub fn is_driven_on(at: At<'_>, body: BodyId) -> bool {
    is_anybody_driven_on(at, body, |_, unit| {
        permits::could_close(at, unit, &Progress::begin(at.position.unit(unit)))
    })
}

/// The same where it has been found out already who could.
fn is_anybody_driven_on(
    at: At<'_>,
    body: BodyId,
    could_close: impl Fn(BodyId, UnitId) -> bool,
) -> bool {
    if !matches!(at.position.body(body).bound, Bound::Charge | Bound::Close) {
        return false;
    }
    at.position.members(at.setting, body).any(|unit| {
        let state = at.position.unit(unit);
        state.on_map()
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && may_unit_act(at, body, unit).is_ok()
            && permits::must_close(at, body, unit)
            && could_close(body, unit)
    })
}

/// BB 14.55, reading I108: cavalry that begins its Activation beyond 4 hexes from friendly non-cavalry must move towards it.
fn rejoins(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let astray = at.position.members(at.setting, body).any(|unit| {
        let state = at.position.unit(unit);
        state.on_map()
            && at.setting.unit(unit).arm == Arm::Cavalry
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && may_unit_act(at, body, unit).is_ok()
            && permits::could_near_friends(at, unit, &Progress::begin(state))
    });
    if astray {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes of friendly non-cavalry moves towards them first",
        ));
    }
    Ok(())
}

/// BB 4.25-15MI: the regiment that is sent to a leader uses all its movement on the way.
fn goes_on(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let Some(shaky) = &at.setting.special.shaky else {
        return Ok(());
    };
    let unit = shaky.unit;
    let state = at.position.unit(unit);
    let lags = state.on_map()
        && at.position.body_of(at.setting, unit) == body
        && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
        && may_unit_act(at, body, unit).is_ok()
        && permits::could_go_on(at, unit, &Progress::begin(state));
    if lags {
        return Err(crate::held::astray(at));
    }
    Ok(())
}

/// BB 14.52, reading I107: battalions that started over the limit may not end their first Activation so while one of them
/// can still leave.
fn unstacks(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    for unit in longroll_movement::special::start_overstacked(&at) {
        let state = at.position.unit(unit);
        let over = state.on_map()
            && at.position.body_of(at.setting, unit) == body
            && longroll_movement::stacking::stack_is_legal(at.setting, at.position, state.hex)
                .is_err();
        if !over || state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED)) {
            continue;
        }
        if may_unit_act(at, body, unit).is_ok()
            && Prospect::begin(at, unit, Breadth::Many).leads_on()
        {
            return Err(Refusal::new(
                Rule::BB_14_52,
                "the hex is over the stacking limit and a unit can still leave it",
            ));
        }
    }
    Ok(())
}

/// SR 8.53: whether a brigade may be done: its columns under Attack orders have gathered or formed line.
fn unforms(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let column = at.position.members(at.setting, body).any(|unit| {
        let state = at.position.unit(unit);
        state.on_map()
            && matches!(state.extent, Extent::Column { .. })
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && must_unform(at, unit)
            && may_unit_act(at, body, unit).is_ok()
            && Prospect::begin(at, unit, Breadth::Many)
                .may_go(|choice| matches!(choice, Choice::Retract { .. } | Choice::Line { .. }))
    });
    if column {
        return Err(Refusal::new(
            Rule::SR_8_53,
            "a column under Attack orders retracts or forms line first",
        ));
    }
    Ok(())
}

/// BB sob: whether a brigade on a mission may be done: whoever can still set out on a cheapest way has done so.
fn sets_out(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    if crate::alert::must_go(at, body).is_none() {
        return Ok(());
    }
    for unit in at.position.members(at.setting, body) {
        if !crate::alert::has_to_set_out(at, body, unit) || may_unit_act(at, body, unit).is_err() {
            continue;
        }
        let way = |choice| matches!(choice, Choice::Move { .. } | Choice::Road { .. });
        let goes = |then: At<'_>, progress: Progress| {
            Prospect::new(then, unit, progress, Breadth::Many).may_go(way)
        };
        let fresh = Progress::begin(at.position.unit(unit));
        if goes(at, fresh) || permits::could_after_a_change(at, unit, goes) {
            return Err(Refusal::new(
                Rule::BB_sob,
                "a unit of it has still to set out for its mission",
            ));
        }
    }
    Ok(())
}

/// A piece of an acting body begins something.
///
/// # Errors
/// When a script of dice is used up.
pub fn begin(play: &mut Play<'_>, beginning: Beginning) -> Result<(), ChanceError> {
    match beginning {
        Beginning::Ride(leader, hex, cost) => {
            ride(play, leader, (hex, cost));
            play.push(RideStep { leader });
            Ok(())
        }
        Beginning::Accompany(leader, unit) => {
            play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
            Ok(())
        }
        Beginning::Enter(entering) => {
            super::entering::enter(play, entering);
            Ok(())
        }
        Beginning::Move(step, deed) => step.carry_out(play, deed),
    }
}
