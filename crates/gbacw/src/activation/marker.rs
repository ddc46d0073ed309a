//! SR 5.32 to 5.36: what happens when a marker is played.

use longroll_catalog::facts::{AlertChance, Arm, LeaderId, Mechanism, Orders, UnitId, Who};
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_position::rule_set::OrdersAttempts;
use longroll_position::{
    ActivatorId, ActivatorKind, BodyId, BodyKind, Bound, CommandStatus, Deeds, HalfMp, Marker,
    Presence,
};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::coordination::CoordinationStep;
use crate::battle::At;
use crate::choice::Choice;
use crate::command::{body_leader, division_leader};
use crate::event::{Event, Purpose, Verdict};
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
    /// SR 4.23: units in range take the orders of the brigades that act with this marker.
    CatchUp {
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
    has_anybody_under(at, body, |_| true)
}

/// The same for units whose own orders fit: units Out of Command keep theirs (SR 5.36), loose cavalry has its own (BB 4.24).
fn has_anybody_under(at: At<'_>, body: BodyId, fits: impl Fn(Orders) -> bool) -> bool {
    at.position.members(at.setting, body).any(|unit| {
        let state = at.position.unit(unit);
        let present = match state.presence {
            Presence::OnMap => true,
            Presence::Due(group) => movement::may_enter_now(at, group),
            _ => false,
        };
        present && fits(state.orders)
    })
}

/// SR 5.35: bodies of a side with anybody under March orders.
pub fn marching(at: At<'_>, side: Side) -> impl Iterator<Item = BodyId> + '_ {
    at.setting.body_ids().filter(move |&body| {
        at.setting.body(body).side == side
            && !at.position.body(body).reserve
            && has_anybody_under(at, body, |orders| orders == Orders::March)
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
    // SR 5.36: units that the March orders did not reach act with the division's marker still.
    let left_behind = state.orders == Orders::March
        && has_anybody_under(at, body, |orders| orders != Orders::March);
    if state.orders == Orders::March && !left_behind {
        return Err(Refusal::new(
            Rule::SR_5_35,
            "under March orders it acts with the March marker only",
        ));
    }
    if state.march.used_marker && !left_behind {
        return Err(Refusal::new(
            Rule::SR_6_26,
            "it has moved with the March marker this turn",
        ));
    }
    if state.used >= state.entitled {
        return Err(Refusal::new(
            limiting_rule(at, body),
            "it has used its Activations",
        ));
    }
    if state.acted {
        return Err(Refusal::new(Rule::SR_5_32, "it has acted with this marker"));
    }
    Ok(acting_rule(at, body))
}

/// The rule that leaves a body fewer Activations than its division has markers.
fn limiting_rule(at: At<'_>, body: BodyId) -> Rule {
    let state = at.position.body(body);
    if state.listed.is_some() {
        Rule::SR_5_28
    } else if state.status == CommandStatus::OutOfCommand {
        Rule::SR_5_26
    } else if state.ineffective {
        Rule::SR_13_23
    } else {
        // BB 4.11-direct: markers beyond the division's own number are for the brigade under Direct Command.
        let activator = at.position.activator(state.activator);
        if activator.placed > activator.number {
            Rule::BB_4_11_direct
        } else {
            Rule::SR_5_26
        }
    }
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

impl ActivationStep {
    /// Everything the leaders and units of the acting bodies may begin.
    fn offer_acts(self, at: At<'_>, offers: &mut Offers<'_>) {
        let mut seen = smallvec::SmallVec::new();
        for body in self.active_bodies(at) {
            movement::offer_leaders(at, body, &mut seen, offers);
            movement::offer_units(at, body, offers);
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
                    && at.position.body(body).march.acting
                    && !at.position.body(body).reserve
                    && has_anybody_under(at, body, |orders| orders == Orders::March)
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
            Self::Begin { .. }
            | Self::CatchUp { .. }
            | Self::End { .. }
            | Self::Late { .. }
            | Self::EndExtra { .. } => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        match self {
            Self::SitOut { activator } => {
                for body in bodies_of(at, activator) {
                    offers.ask(Choice::SitOut { body }, || may_sit_out(at, body));
                }
                offers.add(Choice::Done, Rule::SR_5_26);
            }
            Self::Next { activator } => {
                for body in bodies_of(at, activator) {
                    offers.ask(Choice::Activate { body }, || may_act(at, body));
                }
                offers.add(Choice::Done, Rule::SR_5_32);
            }
            Self::Act { .. } | Self::March { .. } => {
                self.offer_acts(at, offers);
                if offers.wants(|choice| choice == Choice::Done)
                    && (self
                        .active_bodies(at)
                        .all(|body| movement::may_finish(at, body).is_ok())
                        || offers.offers_none(|offers| self.offer_acts(at, offers)))
                {
                    offers.add(Choice::Done, Rule::SR_5_33);
                }
            }
            Self::Begin { .. }
            | Self::CatchUp { .. }
            | Self::End { .. }
            | Self::Late { .. }
            | Self::EndExtra { .. } => {}
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
                        let state = play.position.body_mut(body);
                        state.march.used_marker |= state.orders == Orders::March;
                    }
                }
                play.position.queues.clear();
                let side = bodies.first().map(|&body| play.setting.body(body).side);
                if let Some(side) = side {
                    movement::displace_exposed(play);
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
            } => {
                if marker_counts(play, activator)? {
                    begin_division(play, activator);
                } else {
                    ignore_marker(play, activator);
                }
            }
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
                    // Reading 10: whoever tried to change orders, or was thrown into Confusion, has used the marker.
                    let engaged = state.tried || state.inspired || state.bound == Bound::Confusion;
                    if !state.acted && state.used < state.entitled {
                        if engaged {
                            state.used += 1;
                        } else {
                            state.passed += 1;
                        }
                    }
                    clear_marker(play, body);
                }
            }
            Self::CatchUp { activator } => {
                let at = play.at();
                let bodies: Vec<BodyId> = bodies_of(at, activator)
                    .filter(|&body| may_act(at, body).is_ok())
                    .collect();
                for body in bodies {
                    catch_up(play, body);
                    crate::alert::begin_activation(play, body)?;
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
                catch_up(play, body);
                let state = play.position.body_mut(body);
                state.march.acting = state.orders == Orders::March;
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

/// A special rule of a scenario: a marker of a slow command counts only if a roll succeeds.
fn marker_counts(play: &mut Play<'_>, activator: ActivatorId) -> Result<bool, ChanceError> {
    let setting = play.setting;
    let Some(turn) = play.position.now(setting).map(|turn| turn.id) else {
        return Ok(true);
    };
    let facts = setting.activator(activator);
    let chance = setting.scenario.special_rules.iter().find_map(|rule| {
        let Mechanism::SlowStart { rows } = &rule.mechanism else {
            return None;
        };
        let row = rows.iter().find(|row| match &row.who {
            Who::Unassigned => facts.kind == ActivatorKind::Unassigned,
            Who::Commands(commands) => commands.contains(&facts.command),
            Who::Everyone | Who::Every(_) => false,
        });
        let row = row.filter(|_| rule.concerns(facts.side) && rule.in_force(turn))?;
        row.turns.iter().find(|line| line.turn == turn)
    });
    match chance.map(|line| line.chance) {
        None | Some(AlertChance::Automatic) => Ok(true),
        Some(AlertChance::NoRoll) => Ok(false),
        Some(AlertChance::On(range)) => {
            let verdict = play.roll(
                Purpose::SlowStart(activator),
                Rule::BB_30_0,
                Terms::new(),
                |die, _| {
                    if range.contains(die.face()) {
                        Verdict::Used
                    } else {
                        Verdict::Ignored
                    }
                },
            )?;
            Ok(verdict == Verdict::Used)
        }
    }
}

/// Nobody acts with the marker; it is gone for this turn.
fn ignore_marker(play: &mut Play<'_>, activator: ActivatorId) {
    play.position.activator_mut(activator).drawn += 1;
    let bodies: Vec<BodyId> = bodies_of(play.at(), activator).collect();
    for body in bodies {
        let state = play.position.body_mut(body);
        state.passed += 1;
        play.tell(Event::SatOut {
            body,
            rule: Rule::BB_30_0,
        });
    }
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
    play.push(ActivationStep::CatchUp { activator });
    play.push(ActivationStep::SitOut { activator });
    for body in bodies {
        prepare(play, body);
        let at = play.at();
        let state = at.position.body(body);
        let spent = state.orders != Orders::March && !state.reserve && state.used >= state.entitled;
        if spent {
            let rule = limiting_rule(at, body);
            play.position.body_mut(body).acted = true;
            play.tell(Event::SatOut { body, rule });
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
        if play.position.body(body).orders == Orders::March {
            catch_up(play, body);
        }
        let at = play.at();
        let limit = march_limit(at, body);
        let march = &mut play.position.body_mut(body).march;
        march.limit = limit;
        march.acting = true;
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

/// A body comes up with a marker: nothing binds it yet and its leaders may move.
pub(super) fn prepare(play: &mut Play<'_>, body: BodyId) {
    let at = play.at();
    let leaders: Vec<LeaderId> = [
        body_leader(at, body),
        division_leader(at, at.position.body(body).activator),
    ]
    .into_iter()
    .flatten()
    .collect();
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
    for leader in leaders {
        let leader = play.position.leader_mut(leader);
        leader.riding_with = None;
        leader.spent = HalfMp::ZERO;
        leader.move_ended = false;
        leader.guided = None;
        leader.march_equivalents = 0;
    }
}

/// SR 4.23, reading 19: a body begins to act, and its units in range take its orders. A brigade that lets the marker pass
/// does not.
pub(super) fn catch_up(play: &mut Play<'_>, body: BodyId) {
    let setting = play.setting;
    let reached = crate::command::units_taking_orders(play.at(), body);
    let orders = play.position.body(body).orders;
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
    movement::unkept_words(play, body);
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
    // BB 4.11-J4: the extra Activation takes nothing from the number of anybody.
    let counts = !play.position.body(body).extra;
    crate::alert::end_activation(play, body);
    settle_split(play, body, &members);
    for unit in members {
        let state = play.position.unit_mut(unit);
        if counts && state.deeds.has(Deeds::ACTED) {
            state.used += 1;
        }
        state.deeds = Deeds::NONE;
        state.spent = HalfMp::ZERO;
    }
    play.tell(Event::Finished { body });
}

/// BB alert-split: where some units of a brigade were alert before the rest, the rest acts as a brigade: once one of its
/// regiments has acted with a marker all of them have used it.
fn settle_split(play: &mut Play<'_>, body: BodyId, members: &[UnitId]) {
    if crate::alert::split_activations(play.at(), body).is_none() {
        return;
    }
    let rest: Vec<UnitId> = members
        .iter()
        .copied()
        .filter(|&unit| !crate::alert::is_split(play.at(), unit))
        .collect();
    let acted = |&unit: &UnitId| play.position.unit(unit).deeds.has(Deeds::ACTED);
    if rest.iter().any(acted) {
        for unit in rest {
            play.position.unit_mut(unit).deeds.note(Deeds::ACTED);
        }
    }
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
    state.extra = false;
    state.coordinated = false;
    state.acted = false;
    state.march.acting = false;
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
            if play.position.body(body).orders != Orders::March {
                // Units on the march by themselves; the others' orders stand.
                let units: Vec<UnitId> = play.position.members(play.setting, body).collect();
                for unit in units {
                    if play.position.unit(unit).orders == Orders::March {
                        crate::orders::give_unit(play, unit, Orders::Advance, Rule::SR_6_26);
                    }
                }
                continue;
            }
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
