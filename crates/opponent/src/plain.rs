//! The plain opponent. It decides by rules of thumb and looks at nothing but its seat.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{LeaderId, Orders, UnitId};
use longroll_core::{Offer, Side};
use longroll_gbacw::movement::route::{Destination, places};
use longroll_gbacw::{Choice, Prompt, Stage};
use longroll_movement::Progress;
use longroll_position::{BodyId, Position, Setting};
use longroll_sim::players::{Player, Seat};
use longroll_table::Intent;

use crate::goals::Goals;

/// Within this distance of the enemy brigades deploy under Attack orders.
const CONTACT: u32 = 4;

/// Tells a player that nobody waits for its answer any longer; it then takes what is nearest at hand.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Says so.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was said.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where a unit under way is going.
#[derive(Debug, Clone, Copy)]
struct Plan {
    unit: UnitId,
    end: HexId,
    facing: Option<Facing>,
}

/// The plain opponent of one side.
#[derive(Debug, Clone)]
pub struct Plain {
    stage: Arc<Stage>,
    side: Side,
    goals: Goals,
    cancel: Cancel,
    plan: Option<Plan>,
    /// Who has been thought about in this Activation.
    tried: BTreeSet<UnitId>,
    /// Who was given orders, or was refused them, in this round of orders.
    ordered: BTreeSet<BodyId>,
    ridden: u8,
    intent: Option<Intent>,
}

impl Plain {
    /// The opponent of a side on a stage.
    #[must_use]
    pub fn new(stage: Arc<Stage>, side: Side, cancel: Cancel) -> Self {
        let goals = Goals::of(&stage.setting, side);
        Self {
            stage,
            side,
            goals,
            cancel,
            plan: None,
            tried: BTreeSet::new(),
            ordered: BTreeSet::new(),
            ridden: 0,
            intent: None,
        }
    }

    /// What it has in mind, if it has made up its mind anew.
    pub fn intention(&mut self) -> Option<Intent> {
        self.intent.take()
    }

    fn setting(&self) -> &Setting {
        &self.stage.setting
    }

    fn distance(&self, from: HexId, to: HexId) -> u32 {
        self.setting().grid().distance(from, to)
    }

    /// The enemy nearest to a hex.
    fn enemy_near(&self, position: &Position, hex: HexId) -> Option<HexId> {
        let setting = self.setting();
        setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side != self.side && position.unit(unit).on_map())
            .map(|unit| position.unit(unit).hex)
            .min_by_key(|&enemy| (self.distance(hex, enemy), enemy))
    }

    /// What a unit goes for: the nearest hex that is still to be taken, else the enemy; nothing if it holds its ground.
    fn target(&self, position: &Position, from: HexId) -> Option<HexId> {
        let open = |hex: &HexId| position.holder(*hex) != Some(self.side);
        let nearest = self
            .goals
            .take
            .iter()
            .copied()
            .filter(open)
            .min_by_key(|&hex| (self.distance(from, hex), hex));
        if nearest.is_some() || !self.goals.keep.is_empty() {
            return nearest;
        }
        if self.goals.take.is_empty() {
            return self.enemy_near(position, from);
        }
        None
    }

    /// The units of a body, and the middle of them.
    fn middle(&self, position: &Position, body: BodyId) -> Option<HexId> {
        let setting = self.setting();
        let hexes: Vec<HexId> = setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side == self.side && position.unit(unit).on_map())
            .filter(|&unit| position.body_of(setting, unit) == body)
            .map(|unit| position.unit(unit).hex)
            .collect();
        hexes.iter().copied().min_by_key(|&hex| {
            let all: u32 = hexes.iter().map(|&other| self.distance(hex, other)).sum();
            (all, hex)
        })
    }

    fn wanted_orders(&self, position: &Position, body: BodyId) -> Option<Orders> {
        let middle = self.middle(position, body)?;
        let enemy = self.enemy_near(position, middle)?;
        let near = self.distance(middle, enemy) <= CONTACT;
        Some(if near && self.target(position, middle).is_some() {
            Orders::Attack
        } else {
            Orders::Advance
        })
    }
}

/// What ends a question.
fn ending(offers: &[Offer<Choice>]) -> Option<Choice> {
    offers
        .iter()
        .map(|offer| offer.choice)
        .find(|choice| matches!(choice, Choice::Done | Choice::Halt | Choice::Keep))
}

impl Player for Plain {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let offers = seat.offers();
        let first = offers.first()?.choice;
        let fallback = ending(offers).unwrap_or(first);
        if self.cancel.is_cancelled() {
            return Some(fallback);
        }
        let view = seat.view();
        let position = &view.position;
        let prompt = seat.ask().prompt;
        if !matches!(
            prompt,
            Prompt::Act
                | Prompt::Moving { .. }
                | Prompt::StackPlace { .. }
                | Prompt::Ride { .. }
                | Prompt::React { .. }
        ) {
            self.plan = None;
            self.tried.clear();
            self.ridden = 0;
        }
        if !matches!(prompt, Prompt::DivisionOrders | Prompt::ReinforcementOrders) {
            self.ordered.clear();
        }
        let chosen = match prompt {
            Prompt::PlacePiece { .. } | Prompt::FormAtStart { .. } => offers
                .iter()
                .map(|offer| offer.choice)
                .find(|&choice| choice == Choice::Accept),
            Prompt::FaceAtStart { unit } => self.face_enemy(position, unit, offers),
            Prompt::InitiativeCommander => offers
                .iter()
                .map(|offer| offer.choice)
                .find(|choice| matches!(choice, Choice::Initiative { leader: Some(_) })),
            Prompt::Help { .. } | Prompt::Reserve => None,
            Prompt::DivisionOrders | Prompt::ReinforcementOrders | Prompt::OrdersAtStart { .. } => {
                self.give_orders(position, offers)
            }
            Prompt::TakeOrders { body } => {
                let wanted = self.wanted_orders(position, body);
                offers.iter().map(|offer| offer.choice).find(
                    |choice| matches!(choice, Choice::Take { orders } if Some(*orders) == wanted),
                )
            }
            Prompt::NextBody => self.next_body(position, offers),
            Prompt::Act => self.act(position, offers),
            Prompt::Moving { unit } => Some(self.go_on(position, unit, offers)),
            Prompt::React { unit } => self.react(position, unit, offers),
            Prompt::FallBacks { .. } | Prompt::FallBack { .. } | Prompt::MakeRoom { .. } => {
                self.away(position, offers)
            }
            _ => None,
        };
        Some(chosen.unwrap_or(fallback))
    }
}

impl Plain {
    /// How badly a facing in a hex looks at the nearest enemy: the distance from the hexes before it.
    fn blind(&self, enemy: Option<HexId>, hex: HexId, facing: Facing) -> u32 {
        let Some(enemy) = enemy else { return 0 };
        let grid = self.setting().grid();
        facing
            .front()
            .iter()
            .filter_map(|direction| grid.neighbour(hex, direction))
            .map(|ahead| self.distance(ahead, enemy))
            .sum()
    }

    fn face_enemy(
        &self,
        position: &Position,
        unit: UnitId,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        let hex = position.unit(unit).hex;
        let enemy = self.enemy_near(position, hex);
        offers
            .iter()
            .map(|offer| offer.choice)
            .filter_map(|choice| match choice {
                Choice::Face { facing, .. } => Some((self.blind(enemy, hex, facing), choice)),
                _ => None,
            })
            .min_by_key(|(blind, choice)| (*blind, *choice))
            .map(|(_, choice)| choice)
    }

    fn give_orders(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        for offer in offers {
            let Choice::Orders { body, orders } = offer.choice else {
                continue;
            };
            let fits = self.wanted_orders(position, body) == Some(orders);
            let new = position.body(body).orders != orders;
            if fits && new && self.ordered.insert(body) {
                return Some(offer.choice);
            }
        }
        None
    }

    /// The brigade nearest to the enemy acts first, so that it does not stand in anybody's way.
    fn next_body(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let choice = offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Activate { body } => {
                    let middle = self.middle(position, body)?;
                    let enemy = self.enemy_near(position, middle);
                    let far = enemy.map_or(0, |enemy| self.distance(middle, enemy));
                    Some((far, offer.choice))
                }
                _ => None,
            })
            .min()
            .map(|(_, choice)| choice);
        if let Some(Choice::Activate { body }) = choice {
            self.say(position, body);
        }
        choice
    }

    /// Says what a body is about to do.
    fn say(&mut self, position: &Position, body: BodyId) {
        let setting = self.setting();
        let target = self
            .middle(position, body)
            .and_then(|middle| self.target(position, middle));
        let body = longroll_gbacw::names::body(setting, body);
        self.intent = Some(match target {
            Some(hex) => Intent::MovesOn {
                body,
                hex: setting.grid().name(hex).to_owned(),
            },
            None => Intent::Holds { body },
        });
    }

    fn act(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let mut movers: Vec<UnitId> = offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Move { unit, .. } => Some(unit),
                _ => None,
            })
            .filter(|unit| !self.tried.contains(unit))
            .collect();
        // Front rank first.
        movers.sort_by_key(|&unit| {
            let hex = position.unit(unit).hex;
            let enemy = self.enemy_near(position, hex);
            (enemy.map_or(0, |enemy| self.distance(hex, enemy)), unit)
        });
        movers.dedup();
        for unit in movers {
            if self.cancel.is_cancelled() {
                return None;
            }
            self.tried.insert(unit);
            if let Some(plan) = self.plan_for(position, unit) {
                self.plan = Some(plan);
                if let Some(choice) = self.step(position, plan, offers) {
                    return Some(choice);
                }
            }
        }
        self.plan = None;
        self.ride(position, offers)
    }

    /// Where a unit should end its move; nothing if it is best where it is.
    fn plan_for(&self, position: &Position, unit: UnitId) -> Option<Plan> {
        let here = position.unit(unit).hex;
        let target = self.target(position, here);
        let at = self.stage.at(position);
        let ends = places(at, &Progress::begin(position.unit(unit)), unit).ok()?;
        let stay = self.price(
            position,
            unit,
            target,
            here,
            Some(position.unit(unit).facing),
        );
        let best = ends
            .iter()
            .map(|end| (self.price_of(position, unit, target, end), end))
            .min_by_key(|(price, end)| (*price, end.hex, end.facing))?;
        (best.0 < stay).then_some(Plan {
            unit,
            end: best.1.hex,
            facing: best.1.facing,
        })
    }

    fn price_of(
        &self,
        position: &Position,
        unit: UnitId,
        target: Option<HexId>,
        end: &Destination,
    ) -> u32 {
        // Of two places that are as good the cheaper one.
        self.price(position, unit, target, end.hex, end.facing) + u32::from(end.cost.0) / 4
    }

    /// How bad it is to stand somewhere: far from the goal, alone, turned away, beset by many.
    fn price(
        &self,
        position: &Position,
        unit: UnitId,
        target: Option<HexId>,
        hex: HexId,
        facing: Option<Facing>,
    ) -> u32 {
        let setting = self.setting();
        let body = position.body_of(setting, unit);
        let far = target.map_or(0, |target| self.distance(hex, target)) * 12;
        let from_home = if target.is_none() {
            self.distance(position.unit(unit).hex, hex) * 12
        } else {
            0
        };
        let enemies = setting
            .neighbours(hex)
            .filter(|&beside| position.holder(beside) == Some(self.side.enemy()))
            .count();
        let beset = match enemies {
            0 | 1 => 0,
            more => u32::try_from(more).unwrap_or(6) * 10,
        };
        let friend = |beside: HexId| {
            position.stack(beside).any(|part| {
                part.unit != unit
                    && setting.unit(part.unit).side == self.side
                    && position.body_of(setting, part.unit) == body
            })
        };
        let alone = if setting.neighbours(hex).any(friend) {
            0
        } else {
            9
        };
        let crowded = if position.stack(hex).any(|part| part.unit != unit) {
            6
        } else {
            0
        };
        let enemy = self.enemy_near(position, hex);
        let blind = facing.map_or(0, |facing| self.blind(enemy, hex, facing));
        let best = enemy.map_or(0, |enemy| self.distance(hex, enemy).saturating_sub(1) * 2);
        far + from_home + beset + alone + crowded + blind.saturating_sub(best) * 2
    }

    /// The choice that leads nearest to where a unit is going.
    fn step(&self, position: &Position, plan: Plan, offers: &[Offer<Choice>]) -> Option<Choice> {
        let here = position.unit(plan.unit).hex;
        let now = self.distance(here, plan.end);
        if now == 0 {
            let wanted = plan
                .facing
                .filter(|&facing| facing != position.unit(plan.unit).facing)?;
            let turn = Choice::Face {
                unit: plan.unit,
                facing: wanted,
            };
            return offers
                .iter()
                .any(|offer| offer.choice == turn)
                .then_some(turn);
        }
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Move { unit, hex, facing } if unit == plan.unit => {
                    let left = self.distance(hex, plan.end);
                    let off = plan
                        .facing
                        .and_then(|wanted| facing.turns_to(wanted))
                        .unwrap_or(0);
                    (left < now).then_some(((left, off, hex), offer.choice))
                }
                _ => None,
            })
            .min()
            .map(|(_, choice)| choice)
    }

    fn go_on(&mut self, position: &Position, unit: UnitId, offers: &[Offer<Choice>]) -> Choice {
        let on = self
            .plan
            .filter(|plan| plan.unit == unit)
            .and_then(|plan| self.step(position, plan, offers));
        let first = offers.first().map_or(Choice::Halt, |offer| offer.choice);
        on.unwrap_or_else(|| ending(offers).unwrap_or(first))
    }

    /// The brigadier stays with his brigade.
    fn ride(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let setting = self.setting();
        if self.ridden > 12 {
            return None;
        }
        let home = |leader: LeaderId| {
            let body = setting.body_of_brigade(setting.leader(leader).command)?;
            self.middle(position, body)
        };
        let choice = offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Ride { leader, hex } => {
                    let middle = home(leader)?;
                    let now = self.distance(position.leader(leader).hex, middle);
                    let then = self.distance(hex, middle);
                    (now > 1 && then < now).then_some(((then, hex), offer.choice))
                }
                _ => None,
            })
            .min()
            .map(|(_, choice)| choice);
        if choice.is_some() {
            self.ridden += 1;
        }
        choice
    }

    /// Turns only if the enemy is not before it already.
    fn react(&self, position: &Position, unit: UnitId, offers: &[Offer<Choice>]) -> Option<Choice> {
        let state = position.unit(unit);
        let enemy = self.enemy_near(position, state.hex);
        let now = self.blind(enemy, state.hex, state.facing);
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::ReactFace { facing, .. } => {
                    let then = self.blind(enemy, state.hex, facing);
                    (then + 1 < now).then_some((then, offer.choice))
                }
                _ => None,
            })
            .min()
            .map(|(_, choice)| choice)
    }

    /// Of several hexes the one farthest from the enemy.
    fn away(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::FallBack { hex, .. } => {
                    let enemy = self.enemy_near(position, hex)?;
                    Some((self.distance(hex, enemy), offer.choice))
                }
                _ => None,
            })
            .max()
            .map(|(_, choice)| choice)
    }
}
