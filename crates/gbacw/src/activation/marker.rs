//! SR 5.32 to 5.36: what happens when a marker is played.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::rule_set::OrdersAttempts;
use longroll_position::{ActivatorId, BodyId, BodyNote, Bound, MarchState, Marker, Note, UnitNote};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::acting::{bodies_of, has_anybody_under, may_act, may_sit_out};
use super::begin::{begin_division, begin_march, catch_up, ignore_marker, marker_counts, prepare};
use super::finish::{clear_marker, end_of_brigade_activation, finish};
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement;
use crate::orders::{AttemptScope, AttemptStep};
use crate::play::Play;
use crate::prompt::Prompt;
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
                offers.ask(Choice::Done, || may_pass_on(at, activator));
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
            (Self::Next { activator }, Choice::Done) => may_pass_on(at, activator).err(),
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
                let passed = play.position.body(body).passed + 1;
                play.note_body(body, BodyNote::Passed(passed));
                play.note_body(body, BodyNote::Acted);
                play.happens(Event::SatOut {
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
                    let used = play.position.body(member).used + 1;
                    play.note_body(member, BodyNote::Used(used));
                    play.note_body(member, BodyNote::Acted);
                    play.happens(Event::Activated { body: member });
                }
                play.push(Self::Act { body });
                if play.setting.rules.switches.orders_attempts == OrdersAttempts::PerBrigade {
                    play.then(group.into_iter().map(|body| {
                        let scope = AttemptScope::Single(body);
                        AttemptStep::Ask { scope }.into()
                    }));
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
                        note_march(play, body);
                    }
                }
                if !play.position.queues.is_empty() {
                    play.happens(Event::Noted(Note::QueuesEnded));
                }
                let side = bodies.first().map(|&body| play.setting.body(body).side);
                if let Some(side) = side {
                    crate::results::displace_exposed(play);
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
        if let Self::Begin { .. } = self {
            play.happens(Event::Noted(Note::MarkerPlayed));
        }
        match self {
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
            } => begin_march(play, side),
            Self::End {
                marker: Marker::Activation(activator),
            } => {
                let at = play.at();
                let bodies: Vec<BodyId> = bodies_of(at, activator).collect();
                for body in bodies {
                    let state = *play.position.body(body);
                    // Reading 10: whoever tried to change orders, or was thrown into Confusion, has used the marker.
                    let engaged = state.tried || state.inspired || state.bound == Bound::Confusion;
                    if !state.acted && state.used < state.entitled {
                        if engaged {
                            play.note_body(body, BodyNote::Used(state.used + 1));
                        } else {
                            play.note_body(body, BodyNote::Passed(state.passed + 1));
                        }
                    }
                    clear_marker(play, body);
                }
                crate::alert::end_of_marker(play, Some(activator));
                crate::held::end_of_marker(play, activator);
            }
            Self::CatchUp { activator } => {
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
            }
            Self::End { .. } => {
                for body in play.setting.body_ids() {
                    clear_marker(play, body);
                }
                crate::alert::end_of_marker(play, None);
            }
            Self::Late { body } => {
                crate::alert::end_of_marker(play, None);
                play.push(Self::Act { body });
                prepare(play, body);
                catch_up(play, body);
                let state = play.position.body(body);
                let march = MarchState {
                    acting: state.orders == Orders::March,
                    ..state.march
                };
                play.note_body(body, BodyNote::March(march));
                play.happens(Event::Activated { body });
            }
            Self::EndExtra { body } => {
                // BB 4.11-J4: counts for Fatigue whatever was done (reading 51).
                let tiring = play.position.body(body).tiring + 1;
                play.note_body(body, BodyNote::Tiring(tiring));
                clear_marker(play, body);
                crate::alert::end_of_marker(play, None);
            }
            _ => {}
        }
        Ok(())
    }
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

fn not_of_marker(at: At<'_>, activator: ActivatorId, body: BodyId) -> Option<Refusal> {
    (at.position.body(body).activator != activator)
        .then(|| Refusal::new(Rule::SR_5_32, "the marker is another division's"))
}
