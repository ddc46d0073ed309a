//! SR 5.32 to 5.36: what happens when a marker is played.

use longroll_catalog::facts::{AbilityKind, Arm, LeaderId, Mechanism, Orders, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::rule_set::{ExtraNeedsPendingAm, OrdersAttempts};
use longroll_position::{
    ActivatorId, ActivatorKind, BodyId, BodyKind, Bound, Deeds, HalfMp, Marker, Presence,
};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::coordination::CoordinationStep;
use crate::battle::At;
use crate::choice::Choice;
use crate::command::{body_leader, division_leader, range_of, units_in_range};
use crate::event::Event;
use crate::movement;
use crate::orders::{AttemptScope, AttemptStep, march_limit, orders_of};
use crate::play::Play;
use crate::prompt::Prompt;
use crate::sequence::TurnStep;
use crate::step::{Ask, Offers, Procedure};

/// The steps of playing one marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivationStep {
    /// The marker is on the table.
    Begin {
        /// Which.
        marker: Marker,
    },
    /// SR 5.26: who lets it pass?
    SitOut {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// SR 5.32: who acts next?
    Next {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// SR 3.0-III/C/3: a body, or a coordinated group, acts.
    Act {
        /// The body, or the first of the group.
        body: BodyId,
    },
    /// SR 5.35: everybody under March orders acts.
    March {
        /// Whose.
        side: Side,
    },
    /// The marker is done.
    End {
        /// Which.
        marker: Marker,
    },
    /// BB 9.7-delay: a body of deferred reinforcements acts after the cup is empty.
    Late {
        /// Which.
        body: BodyId,
    },
    /// BB 4.11-J4: an extra Activation is done.
    EndExtra {
        /// Of which brigade.
        body: BodyId,
    },
}

/// Bodies that use an activator's markers and have anybody to act.
pub fn bodies_of(at: At<'_>, activator: ActivatorId) -> impl Iterator<Item = BodyId> + '_ {
    at.setting
        .body_ids()
        .filter(move |&body| at.position.body(body).activator == activator)
        .filter(move |&body| has_anybody(at, body))
}

/// Whether anybody uses this activator's markers now.
#[must_use]
pub fn has_anybody_to_act(at: At<'_>, activator: ActivatorId) -> bool {
    bodies_of(at, activator).next().is_some()
}

/// Whether a body has units on the map, or entering.
fn has_anybody(at: At<'_>, body: BodyId) -> bool {
    at.position
        .members(at.setting, body)
        .any(|unit| match at.position.unit(unit).presence {
            Presence::OnMap => true,
            Presence::Due(group) => movement::may_enter_now(at, group),
            _ => false,
        })
}

/// Bodies of a side under March orders.
pub fn marching(at: At<'_>, side: Side) -> impl Iterator<Item = BodyId> + '_ {
    at.setting.body_ids().filter(move |&body| {
        let state = at.position.body(body);
        at.setting.body(body).side == side
            && state.orders == Orders::March
            && !state.reserve
            && has_anybody(at, body)
    })
}

/// SR 5.32: whether a body may act with a division marker: not at rest (SR 6.32), not on the march (SR 5.35), with an
/// Activation left (SR 5.26).
///
/// # Errors
/// The rule that forbids it.
pub fn may_act(at: At<'_>, body: BodyId) -> Result<Rule, Refusal> {
    let state = at.position.body(body);
    if state.reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a command in Reserve ignores markers",
        ));
    }
    if state.orders == Orders::March {
        return Err(Refusal::new(
            Rule::SR_5_35,
            "under March orders it acts with the March marker only",
        ));
    }
    if state.march.used_marker {
        return Err(Refusal::new(
            Rule::SR_6_26,
            "it has moved with the March marker this turn",
        ));
    }
    if state.used >= state.entitled {
        return Err(Refusal::new(Rule::SR_5_26, "it has used its Activations"));
    }
    if state.acted {
        return Err(Refusal::new(Rule::SR_5_32, "it has acted with this marker"));
    }
    Ok(acting_rule(at, body))
}

/// The rule by which a body acts as one brigade.
fn acting_rule(at: At<'_>, body: BodyId) -> Rule {
    let facts = at.setting.body(body);
    match facts.kind {
        BodyKind::DivisionalArtillery => Rule::BB_4_32,
        BodyKind::DivisionalCavalry => match at.setting.activator(facts.activator).kind {
            ActivatorKind::IndependentDivision => Rule::BB_4_24_USA,
            _ => Rule::BB_4_24_CSA,
        },
        BodyKind::Unassigned => Rule::BB_4_25,
        BodyKind::Brigade => {
            let mut arms = at
                .position
                .members(at.setting, body)
                .map(|unit| at.setting.unit(unit).arm);
            if arms.all(|arm| arm == Arm::Artillery) {
                Rule::SR_4_31
            } else {
                Rule::SR_5_32
            }
        }
    }
}

/// SR 5.26: whether a body may let this marker pass and keep its Activation for a later one.
///
/// # Errors
/// The rule that forbids it.
pub fn may_sit_out(at: At<'_>, body: BodyId) -> Result<Rule, Refusal> {
    may_act(at, body)?;
    let state = at.position.body(body);
    let markers = at.position.activator(state.activator).placed;
    let spare = markers.saturating_sub(state.entitled);
    if state.passed < spare {
        Ok(Rule::SR_5_26)
    } else {
        Err(Refusal::new(Rule::SR_5_26, "it has no marker to let pass"))
    }
}

/// Commanders of a side whose extra Activation can be used now.
pub fn extra_commanders(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        at.setting.leader(leader).side == side
            && ability_ready(at, leader, AbilityKind::ExtraActivation).is_ok()
            && first_marker_played(at)
            && markers_left(at)
    })
}

fn first_marker_played(at: At<'_>) -> bool {
    at.position.activators.iter().any(|state| state.drawn > 0)
        || at.position.bodies.iter().any(|b| b.march.used_marker)
}

fn markers_left(at: At<'_>) -> bool {
    at.position
        .cup
        .iter()
        .any(|marker| matches!(marker, Marker::Activation(_) | Marker::March(_)))
}

/// BB 4.11: whether a commander may use an ability this turn: once each, not beside the march ability, not where the
/// scenario takes it from him.
///
/// # Errors
/// The rule that forbids it.
pub fn ability_ready(at: At<'_>, leader: LeaderId, kind: AbilityKind) -> Result<Rule, Refusal> {
    let facts = at.setting.leader(leader);
    let state = at.position.leader(leader);
    let Some(ability) = facts.ability(kind) else {
        return Err(Refusal::new(Rule::BB_4_11, "he has no such ability"));
    };
    let barred = at.position.now(at.setting).is_some_and(|turn| {
        at.setting.scenario.special_rules.iter().any(|rule| {
            rule.in_force(turn.id) && rule.mechanism == Mechanism::NoAbilities { leader }
        })
    });
    if barred {
        return Err(Refusal::new(
            Rule::BB_4_11,
            "the scenario bars his abilities",
        ));
    }
    if !state.on_map() {
        return Err(Refusal::new(Rule::BB_4_11, "he is not on the map"));
    }
    if state.abilities.has(kind) {
        return Err(Refusal::new(ability.rule, "used this turn"));
    }
    if kind != AbilityKind::OrdersMarch && state.abilities.has(AbilityKind::OrdersMarch) {
        return Err(Refusal::new(
            Rule::BB_4_11_march,
            "he has put brigades on the march this turn",
        ));
    }
    Ok(ability.rule)
}

/// BB 4.11: his range for abilities: half of it after riding far.
#[must_use]
pub fn ability_range(at: At<'_>, leader: LeaderId) -> HalfMp {
    let range = range_of(at, leader);
    if at.position.leader(leader).rode_far {
        range.halved_up()
    } else {
        range
    }
}

/// BB 4.11-J4: whether this brigade may act between two markers.
///
/// # Errors
/// The rule that forbids it.
pub fn may_extra(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_11_J4;
    ability_ready(at, leader, AbilityKind::ExtraActivation)?;
    if !first_marker_played(at) || !markers_left(at) {
        return Err(Refusal::new(
            RULE,
            "only after the first and before the last marker",
        ));
    }
    let facts = at.setting.body(body);
    if facts.kind != BodyKind::Brigade
        || !at
            .setting
            .belongs(facts.command, at.setting.leader(leader).command)
    {
        return Err(Refusal::new(Rule::BB_4_11, "only brigades of his own army"));
    }
    let state = at.position.body(body);
    if state.reserve {
        return Err(Refusal::new(Rule::SR_6_32, "the brigade is in Reserve"));
    }
    if at.setting.rules.switches.johnston_extra_needs_pending_am == ExtraNeedsPendingAm::On
        && !at
            .position
            .cup
            .contains(&Marker::Activation(state.activator))
    {
        return Err(Refusal::new(RULE, "its division has no marker left"));
    }
    let Some(own) = body_leader(at, body).filter(|&own| at.position.leader(own).on_map()) else {
        return Err(Refusal::new(RULE, "the brigade has no leader on the map"));
    };
    if crate::command::within(
        at,
        leader,
        at.position.leader(own).hex,
        ability_range(at, leader),
    ) {
        Ok(RULE)
    } else {
        Err(Refusal::new(
            Rule::SR_4_15,
            "the brigadier is out of his range",
        ))
    }
}

impl ActivationStep {
    /// BB 4.11-J4: the brigade acts outside the count of its Activations.
    pub(crate) fn begin_extra(play: &mut Play<'_>, leader: LeaderId, body: BodyId) {
        play.position
            .leader_mut(leader)
            .abilities
            .note(AbilityKind::ExtraActivation);
        play.tell(Event::AbilityUsed {
            leader,
            body,
            rule: Rule::BB_4_11_J4,
        });
        play.then([
            AttemptStep::Ask {
                scope: AttemptScope::Extra(body),
            }
            .into(),
            Self::Act { body }.into(),
            Self::EndExtra { body }.into(),
        ]);
        prepare(play, body);
        // Units in neither his brigadier's nor the commander's range are left out.
        let at = play.at();
        let reached = units_in_range(at, body);
        let left_out: Vec<UnitId> =
            at.position
                .members(at.setting, body)
                .filter(|&unit| at.position.unit(unit).on_map() && !reached.contains(&unit))
                .filter(|&unit| {
                    !at.position.unit(unit).hexes().any(|hex| {
                        crate::command::within(at, leader, hex, ability_range(at, leader))
                    })
                })
                .collect();
        for unit in left_out {
            play.position.unit_mut(unit).deeds.note(Deeds::FINISHED);
        }
    }

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
                    && at.position.body(body).orders == Orders::March
                    && !at.position.body(body).reserve
                    && !at.position.body(body).march.used_marker
            }
            _ => false,
        })
    }
}

impl Procedure for ActivationStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        match self {
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
            Self::Begin { .. } | Self::End { .. } | Self::Late { .. } | Self::EndExtra { .. } => {
                None
            }
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        match self {
            Self::SitOut { activator } => {
                for body in bodies_of(at, activator) {
                    offers.add_if(Choice::SitOut { body }, may_sit_out(at, body));
                }
                offers.add(Choice::Done, Rule::SR_5_26);
            }
            Self::Next { activator } => {
                for body in bodies_of(at, activator) {
                    offers.add_if(Choice::Activate { body }, may_act(at, body));
                }
                offers.add(Choice::Done, Rule::SR_5_32);
            }
            Self::Act { .. } | Self::March { .. } => {
                let mut free = true;
                let mut seen = smallvec::SmallVec::new();
                for body in self.active_bodies(at) {
                    movement::offer_leaders(at, body, &mut seen, offers);
                    movement::offer_units(at, body, offers);
                    free &= movement::may_finish(at, body).is_ok();
                }
                if free || offers.is_empty() {
                    offers.add(Choice::Done, Rule::SR_5_33);
                }
            }
            Self::Begin { .. } | Self::End { .. } | Self::Late { .. } | Self::EndExtra { .. } => {}
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match (self, choice) {
            (Self::SitOut { activator }, Choice::SitOut { body }) => {
                not_of_marker(at, activator, body).or_else(|| may_sit_out(at, body).err())
            }
            (Self::Next { activator }, Choice::Activate { body }) => {
                not_of_marker(at, activator, body).or_else(|| may_act(at, body).err())
            }
            (Self::Next { .. }, Choice::Attempt { .. }) => Some(Refusal::new(
                Rule::SR_6_21,
                "orders changes come before the first brigade acts",
            )),
            (Self::Act { .. } | Self::March { .. }, Choice::Activate { .. }) => Some(Refusal::new(
                Rule::SR_5_32,
                "a brigade completes its actions before the next begins",
            )),
            (Self::Act { .. } | Self::March { .. }, Choice::Attempt { .. }) => Some(Refusal::new(
                Rule::SR_6_21,
                "orders changes come before the first brigade acts",
            )),
            (Self::Act { .. } | Self::March { .. }, _) => {
                let bodies: Vec<BodyId> = self.active_bodies(at).collect();
                movement::refusal(at, &bodies, choice)
            }
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match (self, choice) {
            (Self::SitOut { .. }, Choice::SitOut { body }) => {
                let state = play.position.body_mut(body);
                state.passed += 1;
                state.acted = true;
                play.tell(Event::SatOut {
                    body,
                    rule: Rule::SR_5_26,
                });
                play.push(self);
                Ok(())
            }
            (Self::Next { .. }, Choice::Activate { body }) => {
                play.push(self);
                let group: Vec<BodyId> = {
                    let at = play.at();
                    Self::Act { body }.active_bodies(at).collect()
                };
                for &member in &group {
                    play.position.body_mut(member).used += 1;
                    play.position.body_mut(member).acted = true;
                    play.tell(Event::Activated { body: member });
                }
                play.push(Self::Act { body });
                if play.setting.rules.switches.orders_attempts == OrdersAttempts::PerBrigade {
                    play.push(AttemptStep::Ask {
                        scope: AttemptScope::Single(body),
                    });
                }
                Ok(())
            }
            (Self::Act { .. } | Self::March { .. }, Choice::Done) => {
                let bodies: Vec<BodyId> = {
                    let at = play.at();
                    self.active_bodies(at).collect()
                };
                for &body in &bodies {
                    finish(play, body);
                }
                if let Self::March { .. } = self {
                    for &body in &bodies {
                        play.position.body_mut(body).march.used_marker = true;
                    }
                }
                play.position.queues.clear();
                let side = bodies.first().map(|&body| play.setting.body(body).side);
                if let Some(side) = side {
                    movement::displace_alone(play, side);
                    end_of_brigade_activation(play, side);
                }
                Ok(())
            }
            (Self::Act { .. } | Self::March { .. }, choice) => {
                play.push(self);
                movement::begin(play, choice)
            }
            _ => Ok(()),
        }
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Begin {
                marker: Marker::Activation(activator),
            } => begin_division(play, activator),
            Self::Begin {
                marker: Marker::March(side),
            } => begin_march(play, side),
            Self::End {
                marker: Marker::Activation(activator),
            } => {
                let at = play.at();
                let bodies: Vec<BodyId> = bodies_of(at, activator).collect();
                for body in bodies {
                    let state = play.position.body_mut(body);
                    if !state.acted && state.used < state.entitled {
                        state.passed += 1;
                    }
                    clear_marker(play, body);
                }
            }
            Self::End { .. } => {
                for body in play.setting.body_ids() {
                    clear_marker(play, body);
                }
            }
            Self::Late { body } => {
                play.push(Self::Act { body });
                prepare(play, body);
                play.tell(Event::Activated { body });
            }
            Self::EndExtra { body } => {
                // BB 4.11-J4: counts for Fatigue whatever was done (reading 51).
                play.position.body_mut(body).tiring += 1;
                clear_marker(play, body);
            }
            _ => {}
        }
        Ok(())
    }
}

fn not_of_marker(at: At<'_>, activator: ActivatorId, body: BodyId) -> Option<Refusal> {
    (at.position.body(body).activator != activator)
        .then(|| Refusal::new(Rule::SR_5_32, "the marker is another division's"))
}

fn begin_division(play: &mut Play<'_>, activator: ActivatorId) {
    movement::check_bridge(play);
    play.position.activator_mut(activator).drawn += 1;
    let at = play.at();
    let bodies: Vec<BodyId> = bodies_of(at, activator).collect();
    let loose = at.setting.activator(activator).kind == ActivatorKind::Unassigned;
    let marker = Marker::Activation(activator);
    play.push(ActivationStep::End { marker });
    play.push(ActivationStep::Next { activator });
    if !loose {
        play.push(CoordinationStep::Ask { activator });
        play.push(TurnStep::Announce {
            rule: Rule::SR_3_0_III_C_2,
        });
        if play.setting.rules.switches.orders_attempts == OrdersAttempts::PerAm {
            play.push(AttemptStep::Ask {
                scope: AttemptScope::Division(activator),
            });
            play.push(TurnStep::Announce {
                rule: Rule::SR_3_0_III_C_1,
            });
        }
    }
    play.push(ActivationStep::SitOut { activator });
    for body in bodies {
        prepare(play, body);
        let at = play.at();
        let state = at.position.body(body);
        let spent = state.orders != Orders::March && !state.reserve && state.used >= state.entitled;
        if spent {
            play.position.body_mut(body).acted = true;
            play.tell(Event::SatOut {
                body,
                rule: Rule::SR_5_26,
            });
        }
    }
}

fn begin_march(play: &mut Play<'_>, side: Side) {
    movement::check_bridge(play);
    let at = play.at();
    let bodies: Vec<BodyId> = marching(at, side).collect();
    play.push(ActivationStep::End {
        marker: Marker::March(side),
    });
    play.push(ActivationStep::March { side });
    play.push(AttemptStep::Ask {
        scope: AttemptScope::March(side),
    });
    for body in bodies {
        prepare(play, body);
        let at = play.at();
        let limit = march_limit(at, body);
        play.position.body_mut(body).march.limit = limit;
        // SR 9.31: whoever moves with a march moves when the March marker is drawn, as far as the march does.
        let at = play.at();
        let leaders = [
            body_leader(at, body),
            division_leader(at, at.position.body(body).activator),
        ];
        for leader in leaders.into_iter().flatten() {
            let state = play.position.leader_mut(leader);
            state.march_equivalents = state.march_equivalents.max(limit);
        }
        play.tell(Event::Activated { body });
    }
}

/// A body comes up with a marker: nothing binds it yet, its leaders may move, and units in range take its orders
/// (SR 4.23, reading 19).
fn prepare(play: &mut Play<'_>, body: BodyId) {
    let setting = play.setting;
    let at = play.at();
    let leaders: Vec<LeaderId> = [
        body_leader(at, body),
        division_leader(at, at.position.body(body).activator),
    ]
    .into_iter()
    .flatten()
    .collect();
    let reached = units_in_range(at, body);
    let state = play.position.body_mut(body);
    state.tried = false;
    state.coordinated = false;
    state.acted = false;
    state.bound = if state.stay_waits {
        Bound::Stay
    } else {
        Bound::Free
    };
    state.stay_waits = false;
    let orders = state.orders;
    for leader in leaders {
        let leader = play.position.leader_mut(leader);
        leader.riding_with = None;
        leader.spent = HalfMp::ZERO;
        leader.move_ended = false;
        leader.guided = None;
        leader.march_equivalents = 0;
    }
    if setting.body(body).kind == BodyKind::Brigade
        || setting.body(body).kind == BodyKind::DivisionalArtillery
    {
        for unit in reached {
            let wanted = orders_of(setting.unit(unit), orders);
            if play.position.unit(unit).orders != wanted {
                play.position.unit_mut(unit).orders = wanted;
                play.tell(Event::UnitOrders {
                    unit,
                    orders: wanted,
                    rule: Rule::SR_4_23,
                });
                movement::ask_facing(play, unit);
            }
        }
    }
}

/// A body is done with this marker.
fn finish(play: &mut Play<'_>, body: BodyId) {
    let at = play.at();
    let members: Vec<_> = at.position.members(at.setting, body).collect();
    for leader in &mut play.position.leaders {
        if leader
            .riding_with
            .is_some_and(|unit| members.contains(&unit))
        {
            leader.riding_with = None;
        }
    }
    for unit in members {
        let state = play.position.unit_mut(unit);
        if state.deeds.has(Deeds::ACTED) {
            state.used += 1;
        }
        state.deeds = Deeds::NONE;
        state.spent = HalfMp::ZERO;
    }
    play.tell(Event::Finished { body });
}

fn clear_marker(play: &mut Play<'_>, body: BodyId) {
    let members: Vec<_> = play.position.members(play.setting, body).collect();
    for unit in members {
        let state = play.position.unit_mut(unit);
        state.deeds = Deeds::NONE;
        state.spent = HalfMp::ZERO;
    }
    let state = play.position.body_mut(body);
    state.bound = Bound::Free;
    state.tried = false;
    state.inspired = false;
    state.coordinated = false;
    state.acted = false;
}

/// SR 6.26, reading 140: at the end of an enemy brigade's Activation broken marches go over to Advance; SR 9.62: the
/// non-phasing side's limits of "once per enemy brigade Activation" start anew.
fn end_of_brigade_activation(play: &mut Play<'_>, phasing: Side) {
    for unit in play.setting.unit_ids() {
        if play.setting.unit(unit).side != phasing {
            let state = play.position.unit_mut(unit);
            state.deeds = state
                .deeds
                .without(Deeds::REACTED_FACING.with(Deeds::REACTED_MOVE));
        }
    }
    for body in play.setting.body_ids() {
        if play.setting.body(body).side != phasing && play.position.body(body).march_broken {
            play.position.body_mut(body).march_broken = false;
            crate::orders::give(
                play,
                body,
                Orders::Advance,
                Rule::SR_6_26,
                crate::orders::Reaching::Everybody,
            );
        }
    }
}
