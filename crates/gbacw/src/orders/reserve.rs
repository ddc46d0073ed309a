//! SR 6.3: Reserve.

use longroll_catalog::facts::{Ammunition, CommandId, Fatigue, Light, Orders};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::rule_set::FatigueOkStep;
use longroll_position::{BodyId, BodyKind, Cohesion, Presence};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::give::{Reaching, give};
use super::permissions::may_change_to;
use super::proximity::enemies;
use crate::battle::At;
use crate::choice::Choice;
use crate::command::body_leader;
use crate::event::Event;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure};

/// The steps of II/E and of the Reserve in IV/B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReserveStep {
    /// SR 6.32: II/E.
    Place {
        /// Whose.
        side: Side,
    },
    /// SR 6.35: IV/B/2.
    Rest,
    /// SR 6.34: IV/B/3.
    Leave {
        /// Whose.
        side: Side,
    },
}

/// The bodies of a command.
fn bodies_of(at: At<'_>, command: CommandId) -> impl Iterator<Item = BodyId> + '_ {
    at.setting.body_ids().filter(move |&body| {
        at.setting.body(body).kind != BodyKind::Unassigned
            && at.setting.belongs(at.setting.body(body).command, command)
    })
}

/// SR 6.31: whether a command may go into Reserve: every unit 5 hexes from the nearest enemy and out of all sight, or 10
/// hexes; 5 hexes at Night. SR 6.33: a command whose units are all routed goes by its leader.
///
/// # Errors
/// The rule that forbids it.
pub fn may_reserve(at: At<'_>, command: CommandId) -> Result<Rule, Refusal> {
    let side = at.setting.command(command).side;
    let mut anybody = false;
    let mut fresh = false;
    for body in bodies_of(at, command) {
        let state = at.position.body(body);
        let mut on_map = false;
        let mut routed = false;
        for unit in at.position.members(at.setting, body) {
            match at.position.unit(unit).presence {
                Presence::OnMap => {
                    on_map = true;
                    for hex in at.position.unit(unit).hexes() {
                        is_far(at, side, hex)?;
                    }
                }
                Presence::Routed => routed = true,
                _ => {}
            }
        }
        if !on_map && routed {
            let Some(leader) =
                body_leader(at, body).filter(|&own| at.position.leader(own).on_map())
            else {
                return Err(Refusal::new(Rule::SR_6_33, "no leader of it is on the map"));
            };
            is_far(at, side, at.position.leader(leader).hex)?;
        }
        anybody |= on_map || routed;
        fresh |= (on_map || routed) && !state.reserve;
    }
    if !anybody {
        return Err(Refusal::new(Rule::SR_6_31, "nobody of it is in play"));
    }
    if !fresh {
        return Err(Refusal::new(Rule::SR_6_32, "it is in Reserve"));
    }
    Ok(Rule::SR_6_31)
}

/// SR 6.31 for one hex.
fn is_far(at: At<'_>, side: Side, hex: longroll_board::HexId) -> Result<(), Refusal> {
    let grid = at.setting.grid();
    let nearest = enemies(at, side)
        .map(|enemy| grid.distance(hex, enemy))
        .min()
        .unwrap_or(u32::MAX);
    if nearest >= 10 {
        return Ok(());
    }
    if nearest < 5 {
        return Err(Refusal::new(
            Rule::SR_6_31,
            "an enemy is nearer than five hexes",
        ));
    }
    if at.position.light(at.setting) == Light::Night {
        return Ok(());
    }
    if enemies(at, side).any(|enemy| at.setting.sight.can_see(enemy, hex)) {
        return Err(Refusal::new(
            Rule::SR_6_31,
            "an enemy sees it and the nearest is nearer than ten hexes",
        ));
    }
    Ok(())
}

/// SR 6.34: whether a body may leave Reserve under these orders.
fn may_release(at: At<'_>, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    if !at.position.body(body).reserve {
        return Err(Refusal::new(Rule::SR_6_34, "it is not in Reserve"));
    }
    if orders == Orders::March {
        return Err(Refusal::new(
            Rule::SR_6_12,
            "a command leaves Reserve under Advance or Attack orders",
        ));
    }
    may_change_to(at, body, orders)?;
    Ok(Rule::SR_6_34)
}

/// SR 6.34: a brigade designated as a target within four hexes, or assaulted, leaves Reserve before the dice: all its
/// units are Disordered and under Advance orders. Only the brigade attacked (reading 55).
pub fn leave_reserve_under_attack(play: &mut Play<'_>, body: BodyId) {
    if !play.position.body(body).reserve {
        return;
    }
    play.position.body_mut(body).reserve = false;
    play.tell(Event::ReserveLeft {
        body,
        rule: Rule::SR_6_34,
    });
    let at = play.at();
    let units: Vec<_> = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .collect();
    for unit in units {
        if play.position.unit(unit).cohesion == Cohesion::GoodOrder {
            play.position.unit_mut(unit).cohesion = Cohesion::Disordered;
            play.tell(Event::CohesionChanged {
                unit,
                cohesion: Cohesion::Disordered,
                rule: Rule::SR_6_34,
            });
        }
    }
    give(
        play,
        body,
        Orders::Advance,
        Rule::SR_6_34,
        Reaching::Everybody,
    );
}

impl Procedure for ReserveStep {
    fn asks(self, _: At<'_>) -> Option<Ask> {
        match self {
            Self::Place { side } => Some(Ask {
                side,
                rule: Rule::SR_6_32,
                prompt: Prompt::Reserve,
            }),
            Self::Leave { side } => Some(Ask {
                side,
                rule: Rule::SR_6_34,
                prompt: Prompt::LeaveReserve,
            }),
            Self::Rest => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        match self {
            Self::Place { side } => {
                for command in at.setting.command_ids().filter(|&command| {
                    let facts = at.setting.command(command);
                    facts.side == side && facts.level != longroll_catalog::facts::Level::Army
                }) {
                    offers.add_if(Choice::Reserve { command }, may_reserve(at, command));
                }
                offers.add(Choice::Done, Rule::SR_6_32);
            }
            Self::Leave { side } => {
                for body in at
                    .setting
                    .body_ids()
                    .filter(|&body| at.setting.body(body).side == side)
                {
                    for orders in [Orders::Advance, Orders::Attack] {
                        offers.add_if(
                            Choice::Release { body, orders },
                            may_release(at, body, orders),
                        );
                    }
                }
                offers.add(Choice::Done, Rule::SR_6_34);
            }
            Self::Rest => {}
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match choice {
            Choice::Reserve { command } => may_reserve(at, command).err(),
            Choice::Release { body, orders } => may_release(at, body, orders).err(),
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match choice {
            Choice::Reserve { command } => {
                let at = play.at();
                let bodies: Vec<BodyId> = bodies_of(at, command)
                    .filter(|&body| {
                        !at.position.body(body).reserve
                            && at.position.members(at.setting, body).next().is_some()
                    })
                    .collect();
                for body in bodies {
                    play.position.body_mut(body).reserve = true;
                    play.tell(Event::ReserveEntered { body });
                }
                play.push(self);
            }
            Choice::Release { body, orders } => {
                play.position.body_mut(body).reserve = false;
                play.tell(Event::ReserveLeft {
                    body,
                    rule: Rule::SR_6_34,
                });
                give(play, body, orders, Rule::SR_6_34, Reaching::Everybody);
                play.push(self);
            }
            _ => {}
        }
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self == Self::Rest {
            for body in play.setting.body_ids() {
                if play.position.body(body).reserve {
                    rest(play, body);
                }
            }
        }
        Ok(())
    }
}

/// SR 6.35: Fatigue falls two levels, Disordered units that are not Collapsed recover, ammunition is full.
fn rest(play: &mut Play<'_>, body: BodyId) {
    let down = |fatigue: Fatigue| rested(fatigue, play.setting.rules.switches.fatigue_ok_step);
    let fatigue = down(play.position.body(body).fatigue);
    let at = play.at();
    let units: Vec<_> = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .collect();
    let rested: Vec<_> = units
        .iter()
        .map(|&unit| (unit, down(play.position.unit(unit).fatigue)))
        .collect();
    play.position.body_mut(body).fatigue = fatigue;
    for (unit, fatigue) in rested {
        let state = play.position.unit_mut(unit);
        state.fatigue = fatigue;
        state.ammunition = Ammunition::Full;
        if state.cohesion == Cohesion::Disordered {
            state.cohesion = Cohesion::GoodOrder;
            play.tell(Event::CohesionChanged {
                unit,
                cohesion: Cohesion::GoodOrder,
                rule: Rule::SR_6_35,
            });
        }
    }
}

/// SR 17.41: two levels down; the plain series has no step between none and 0.
fn rested(fatigue: Fatigue, ok_step: FatigueOkStep) -> Fatigue {
    let ladder: Vec<Fatigue> = Fatigue::LADDER
        .into_iter()
        .filter(|&step| ok_step == FatigueOkStep::On || step != Fatigue::Ok)
        .collect();
    let place = ladder.iter().position(|&step| step == fatigue).unwrap_or(0);
    ladder
        .get(place.saturating_sub(2))
        .copied()
        .unwrap_or(Fatigue::None)
}
