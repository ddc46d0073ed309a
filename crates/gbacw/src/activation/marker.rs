//! SR 5.32 to 5.36: what happens when a marker is played.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_position::rule_set::OrdersAttempts;
use longroll_position::{ActivatorId, BodyId, BodyNote, Bound, MarchState, Marker, Note, UnitNote};
use longroll_rule::Rule;

use super::acting::{limiting_rule, may_act, may_sit_out};
use super::begin::{begin_division, begin_march, catch_up, ignore_marker, marker_counts, prepare};
use super::coordination::not_now;
use super::cup::{comes_on_the_march, leave_out_comrades};
use super::finish::{clear_marker, end_of_brigade_activation, finish, use_up_shared};
use super::fire_begins::fires_begin;
use super::present::{bodies_of, has_anybody_under};
use crate::assault::AssaultStep;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::{self, ActingLook, Beginning};
use crate::orders::{AttemptScope, AttemptStep};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::ActivationStep;

impl ActivationStep {
    fn active_bodies(self, at: At<'_>) -> impl Iterator<Item = BodyId> + '_ {
        at.setting.body_ids().filter(move |&body| match self {
            Self::Act { body: first } => {
                body == first
                    || (at.position.body(first).coordinated
                        && at.position.body(body).coordinated
                        && at.position.body(body).activator == at.position.body(first).activator)
            }
            Self::March { side } => {
                at.setting.body(body).side == side
                    && at.position.body(body).march.acting
                    && !at.position.body(body).reserve
                    && has_anybody_under(at, body, |orders| orders == Orders::March)
            }
            _ => false,
        })
    }
}

impl ActivationStep {
    /// SR 11.12: after movement and fire come the assaults.
    fn assaults(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let Self::Act { body } = self else {
            return self.acted(play);
        };
        let at = play.at();
        let bodies: Vec<BodyId> = self.active_bodies(at).collect();
        match AssaultStep::of(at, bodies) {
            Some(assaults) => {
                play.push(Self::Acted { body });
                play.push(assaults);
                Ok(())
            }
            None => self.acted(play),
        }
    }

    /// SR 5.33: the bodies have acted.
    fn acted(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let bodies: Vec<BodyId> = {
            let at = play.at();
            self.active_bodies(at).collect()
        };
        if let Self::March { .. } = self {
            // SR 17.32: before their Fatigue may take them from the march.
            for &body in &bodies {
                note_march(play, body);
            }
        }
        for &body in &bodies {
            if play.position.body(body).march.acting {
                crate::fatigue::wheels(play, body)?;
            }
            finish(play, body);
        }
        crate::fatigue::marks_what_is_due(play);
        if !play.position.queues.is_empty() {
            play.happens(Event::Noted(Note::QueuesEnded));
        }
        crate::fire::settle_ammunition(play);
        play.happens(Event::Noted(Note::FireEnds));
        if let Some(&first) = bodies.first() {
            crate::results::displace_exposed(play);
            end_of_brigade_activation(play, play.setting.body(first).side);
        }
        Ok(())
    }
}

/// What was chosen while a marker is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkerChoice {
    /// SR 5.26: a body lets the marker pass.
    SitOut(BodyId),
    /// SR 5.32: a body acts next.
    Activate(BodyId),
    /// A piece of the acting bodies begins something.
    Begin(Beginning),
    /// Nothing more.
    Done,
}

impl Procedure for ActivationStep {
    type Look<'a> = ActingLook<'a>;
    type Means = MarkerChoice;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::SitOut { activator } => Some(Ask {
                side: at.setting.activator(activator).side,
                rule: Rule::SR_5_26,
                prompt: Prompt::SitOut { activator },
            }),
            Self::Next { activator } => Some(Ask {
                side: at.setting.activator(activator).side,
                rule: Rule::SR_5_32,
                prompt: Prompt::NextBody,
            }),
            Self::Act { body } => Some(Ask {
                side: at.setting.body(body).side,
                rule: Rule::SR_3_0_III_C_3,
                prompt: Prompt::Act,
            }),
            Self::March { side } => Some(Ask {
                side,
                rule: Rule::SR_5_35,
                prompt: Prompt::Act,
            }),
            Self::Begin { .. }
            | Self::CatchUp { .. }
            | Self::Acted { .. }
            | Self::End { .. }
            | Self::Late { .. }
            | Self::EndExtra { .. } => None,
        }
    }

    fn look<'a>(&self, at: At<'a>, breadth: Breadth) -> ActingLook<'a> {
        ActingLook::new(at, self.active_bodies(at).collect(), breadth)
    }

    fn candidates(&self, look: &ActingLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at();
        match *self {
            Self::SitOut { activator } => {
                for body in bodies_of(at, activator) {
                    each(Choice::SitOut { body });
                }
            }
            Self::Next { activator } => {
                for body in bodies_of(at, activator) {
                    each(Choice::Activate { body });
                }
            }
            Self::Act { .. } | Self::March { .. } => look.candidates(each),
            Self::Begin { .. }
            | Self::CatchUp { .. }
            | Self::Acted { .. }
            | Self::End { .. }
            | Self::Late { .. }
            | Self::EndExtra { .. } => return,
        }
        each(Choice::Done);
    }

    fn judge(&self, look: &ActingLook<'_>, choice: Choice) -> Judgement<MarkerChoice> {
        let at = look.at();
        match (*self, choice) {
            (Self::SitOut { activator }, Choice::SitOut { body }) => {
                of_marker(at, activator, body)?;
                let rule = may_sit_out(at, body)?;
                Ok(Ruling::new(rule, MarkerChoice::SitOut(body)))
            }
            (Self::Next { activator }, Choice::Activate { body }) => {
                of_marker(at, activator, body)?;
                let rule = may_act(at, body)?;
                has_anybody(at, body)?;
                Ok(Ruling::new(rule, MarkerChoice::Activate(body)))
            }
            (Self::SitOut { activator } | Self::Next { activator }, Choice::Coordinate) => {
                Err(not_now(at, activator))
            }
            (Self::SitOut { .. }, Choice::Done) => {
                Ok(Ruling::new(Rule::SR_5_26, MarkerChoice::Done))
            }
            (Self::Next { activator }, Choice::Done) => {
                let rule = may_pass_on(at, activator)?;
                Ok(Ruling::new(rule, MarkerChoice::Done))
            }
            (Self::Next { .. } | Self::Act { .. } | Self::March { .. }, Choice::Attempt { .. }) => {
                Err(Refusal::new(
                    Rule::SR_6_21,
                    "orders changes come before the first brigade acts",
                ))
            }
            (Self::Act { .. } | Self::March { .. }, Choice::Activate { .. }) => Err(Refusal::new(
                Rule::SR_5_32,
                "a brigade completes its actions before the next begins",
            )),
            (Self::Act { .. } | Self::March { .. }, Choice::Done) => {
                look.may_finish()?;
                Ok(Ruling::new(Rule::SR_5_33, MarkerChoice::Done))
            }
            (Self::Act { .. } | Self::March { .. }, choice) => {
                Ok(look.judge(choice)?.map(MarkerChoice::Begin))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, chosen: MarkerChoice) -> Result<(), ChanceError> {
        match chosen {
            MarkerChoice::SitOut(body) => {
                let rule = limiting_rule(play.at(), body);
                let passed = play.position.body(body).passed + 1;
                play.note_body(body, BodyNote::Passed(passed));
                play.note_body(body, BodyNote::Acted);
                play.happens(Event::SatOut { body, rule });
                play.push(self);
            }
            MarkerChoice::Activate(body) => {
                // Reading I98: each brigade begins an Activation of its own.
                movement::check_bridge(play);
                play.push(self);
                let group: Vec<BodyId> = {
                    let at = play.at();
                    Self::Act { body }.active_bodies(at).collect()
                };
                for &member in &group {
                    let state = play.position.body(member);
                    // SR 5.36: those whom the March orders did not reach use markers of their own, not the brigade's.
                    if state.orders != Orders::March {
                        let used = state.used + 1;
                        play.note_body(member, BodyNote::Used(used));
                    }
                    play.note_body(member, BodyNote::Acted);
                    play.happens(Event::Activated { body: member });
                }
                play.push(Self::Act { body });
                fires_begin(play, play.setting.body(body).side);
                if play.setting.rules.switches.orders_attempts == OrdersAttempts::PerBrigade {
                    play.then(group.into_iter().map(|body| {
                        let scope = AttemptScope::Single(body);
                        AttemptStep::Ask { scope }.into()
                    }));
                }
            }
            MarkerChoice::Begin(beginning) => {
                play.push(self);
                movement::begin(play, beginning)?;
            }
            MarkerChoice::Done => self.assaults(play)?,
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if let Self::Begin { .. } = self {
            play.happens(Event::Noted(Note::MarkerPlayed));
        }
        match self {
            Self::Acted { body } => Self::Act { body }.acted(play)?,
            Self::Begin {
                marker: Marker::Activation(activator),
            } => {
                crate::held::marker_drawn(play, activator)?;
                if marker_counts(play, activator)? {
                    begin_division(play, activator);
                } else {
                    ignore_marker(play, activator);
                }
            }
            Self::Begin {
                marker: Marker::March(side),
            } => begin_march(play, side)?,
            Self::End {
                marker: Marker::Activation(activator),
            } => {
                end_marker(play, activator);
            }
            Self::CatchUp { activator } => catch_up_division(play, activator)?,
            Self::End { .. } => {
                crate::fatigue::phase_ends(play);
                for body in play.setting.body_ids() {
                    clear_marker(play, body);
                }
                crate::alert::end_of_marker(play, None);
            }
            Self::Late { body } => begin_late(play, body),
            Self::EndExtra { body } => {
                crate::fatigue::phase_ends(play);
                clear_marker(play, body);
                crate::alert::end_of_marker(play, None);
            }
            _ => {}
        }
        Ok(())
    }
}

/// SR 5.26, 5.34: the marker of a division is over: who has used it, and who has passed it.
fn end_marker(play: &mut Play<'_>, activator: ActivatorId) {
    let at = play.at();
    let bodies: Vec<BodyId> = bodies_of(at, activator).collect();
    for body in bodies {
        let state = *play.position.body(body);
        // Reading 10: whoever tried to change orders, or was thrown into Confusion, has used the marker.
        let engaged = state.tried
            || state.inspired
            || state.bound == Bound::Confusion
            || crate::alert::loses_activation(play.at(), body);
        if !state.acted && state.used < state.entitled {
            if engaged {
                play.note_body(body, BodyNote::Used(state.used + 1));
                use_up_shared(play, body);
            } else {
                play.note_body(body, BodyNote::Passed(state.passed + 1));
            }
        }
        clear_marker(play, body);
    }
    crate::fatigue::phase_ends(play);
    crate::alert::end_of_marker(play, Some(activator));
    crate::held::end_of_marker(play, activator);
}

/// SR 4.23: the bodies that act with this marker begin; units in range take their orders.
fn catch_up_division(play: &mut Play<'_>, activator: ActivatorId) -> Result<(), ChanceError> {
    let at = play.at();
    let bodies: Vec<BodyId> = bodies_of(at, activator)
        .filter(|&body| may_act(at, body).is_ok())
        .collect();
    crate::held::begin_marker(play, &bodies)?;
    for body in bodies {
        // SR 5.35: a brigade on the march is activated by the March marker; only then it is caught up with.
        if play.position.body(body).orders != Orders::March {
            catch_up(play, body);
        }
        crate::alert::begin_activation(play, body)?;
    }
    Ok(())
}

/// BB 9.7-delay: a body of deferred reinforcements acts after the cup is empty.
fn begin_late(play: &mut Play<'_>, body: BodyId) {
    movement::check_bridge(play);
    crate::fatigue::phase_ends(play);
    crate::alert::end_of_marker(play, None);
    play.push(ActivationStep::Act { body });
    fires_begin(play, play.setting.body(body).side);
    prepare(play, body);
    catch_up(play, body);
    leave_out_comrades(play, body);
    let march = MarchState {
        acting: comes_on_the_march(play.at(), body),
        ..play.position.body(body).march
    };
    play.note_body(body, BodyNote::March(march));
    play.happens(Event::Activated { body });
}

/// Whether the marker may be laid aside. SR 6.24-A: not while a brigade that Loose Reins drives could still close.
fn may_pass_on(at: At<'_>, activator: ActivatorId) -> Result<Rule, Refusal> {
    let driven = bodies_of(at, activator)
        .any(|body| may_act(at, body).is_ok() && movement::is_driven_on(at, body));
    if driven {
        Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives a brigade towards the enemy",
        ))
    } else {
        Ok(Rule::SR_5_32)
    }
}

/// SR 6.26: whoever is under March orders at the end of a March marker has acted with it.
fn note_march(play: &mut Play<'_>, body: BodyId) {
    let state = play.position.body(body);
    if state.orders == Orders::March && !state.march.used_marker {
        let march = MarchState {
            used_marker: true,
            ..state.march
        };
        play.note_body(body, BodyNote::March(march));
    }
    let members: Vec<UnitId> = play.position.members(play.setting, body).collect();
    for unit in members {
        let state = play.position.unit(unit);
        if state.on_map() && state.orders == Orders::March && !state.march.done {
            play.note_unit(unit, UnitNote::Marched);
        }
    }
}

fn of_marker(at: At<'_>, activator: ActivatorId, body: BodyId) -> Result<(), Refusal> {
    if at.position.body(body).activator != activator {
        return Err(Refusal::new(
            Rule::SR_5_32,
            "the marker is another division's",
        ));
    }
    Ok(())
}

fn has_anybody(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    if has_anybody_under(at, body, |_| true) {
        return Ok(());
    }
    Err(Refusal::new(Rule::SR_5_32, "nobody of it is in play"))
}
