//! The plain opponent. It decides by rules of thumb and looks at nothing but its seat.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, Holder, LeaderId, Orders, UnitId};
use longroll_combat::fire::Occasion;
use longroll_core::{Offer, Side};
use longroll_gbacw::movement::route::{Destination, places};
use longroll_gbacw::{Choice, Prompt, Stage};
use longroll_movement::Progress;
use longroll_position::{BodyId, Position, Setting};
use longroll_sim::players::{Player, Seat};
use longroll_table::Intent;

use crate::fighting;
use crate::goals::Goals;

/// What it weighs against what. The usual values were found by matches (docs/opponent.md); others may be tried there by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Temper {
    /// Within this distance of the enemy brigades deploy under Attack orders.
    contact: u32,
    /// An assault that wins the hex so often, of a hundred, is worth its price.
    good: u32,
    /// A fire is worth its cartridges if it costs the enemy so many thousandths of an SP on the mean.
    shot: u32,
    /// An answer costs less: the enemy has fired already.
    answer: u32,
    /// How many hexes farther a goal seems for each friend who is nearer to it.
    rival: u32,
    /// How many hexes farther a regiment that is to be broken seems than a hex that is to be taken.
    prey: u32,
    /// The price of a second enemy beside a place.
    beset: u32,
    /// The price of a place far from friends.
    alone: u32,
}

impl Default for Temper {
    fn default() -> Self {
        Self {
            contact: 4,
            good: 50,
            shot: 120,
            answer: 60,
            rival: 3,
            prey: 1,
            beset: 8,
            alone: 9,
        }
    }
}

impl Temper {
    /// Weights by name, `good=45,contact=5`; what cannot be read is refused.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut temper = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=')?;
            let value = value.parse().ok()?;
            let weight = match name {
                "contact" => &mut temper.contact,
                "good" => &mut temper.good,
                "shot" => &mut temper.shot,
                "answer" => &mut temper.answer,
                "rival" => &mut temper.rival,
                "prey" => &mut temper.prey,
                "beset" => &mut temper.beset,
                "alone" => &mut temper.alone,
                _ => return None,
            };
            *weight = value;
        }
        Some(temper)
    }
}

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
    temper: Temper,
    cancel: Cancel,
    plan: Option<Plan>,
    /// The Activation it thinks about, as far as a position tells one from another.
    activation: (u16, u32),
    /// Who has been thought about in this Activation.
    tried: BTreeSet<UnitId>,
    /// Who has been thought about as a firer in this Activation.
    aimed: BTreeSet<UnitId>,
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
            temper: Temper::default(),
            cancel,
            plan: None,
            activation: (0, 0),
            tried: BTreeSet::new(),
            aimed: BTreeSet::new(),
            ordered: BTreeSet::new(),
            ridden: 0,
            intent: None,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub(crate) fn tempered(mut self, temper: Temper) -> Self {
        self.temper = temper;
        self
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

    /// Whether the side has a hex: somebody stands there, or was the last to pass.
    fn has(&self, position: &Position, hex: HexId) -> bool {
        let setting = self.setting();
        let owner = match setting.watch.place(&[hex]) {
            Some(place) => position.place(setting, place).controller(Holder::Any),
            None => position.holder(hex),
        };
        owner == Some(self.side)
    }

    /// Where the units of the side stand.
    fn own<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
        let setting = self.setting();
        setting
            .unit_ids()
            .filter(move |&unit| {
                setting.unit(unit).side == self.side && position.unit(unit).on_map()
            })
            .map(move |unit| (unit, position.unit(unit).hex))
    }

    /// What a unit goes for: a hex that is still to be taken, or a regiment that is to be broken, whichever is near and not left to friends who are nearer; else the enemy.
    /// Nothing if it holds its ground.
    fn target(&self, position: &Position, from: HexId) -> Option<HexId> {
        let setting = self.setting();
        let rivals = |hex: HexId, far: u32| {
            let nearer = self
                .own(position)
                .filter(|&(_, own)| self.distance(own, hex) < far);
            u32::try_from(nearer.count()).unwrap_or(u32::MAX)
        };
        let open = self.goals.take.iter().copied();
        let open = open.filter(|&hex| !self.has(position, hex)).map(|hex| {
            let far = self.distance(from, hex);
            (
                far.saturating_add(self.temper.rival.saturating_mul(rivals(hex, far).min(20))),
                hex,
            )
        });
        let prey = setting.unit_ids().filter(|&unit| {
            position.unit(unit).on_map()
                && setting.unit(unit).side != self.side
                && self.goals.prey.contains(&position.unit(unit).assigned)
        });
        let prey = prey.map(|unit| {
            let hex = position.unit(unit).hex;
            // Two to one is enough.
            let far = self.distance(from, hex);
            let crowd = rivals(hex, far).saturating_sub(2).min(20);
            (far + self.temper.prey + self.temper.rival * crowd, hex)
        });
        let nearest = open.chain(prey).min();
        if let Some((_, hex)) = nearest {
            return Some(hex);
        }
        if !self.goals.keep.is_empty() || !self.goals.take.is_empty() {
            return None;
        }
        self.enemy_near(position, from)
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
        let near = self.distance(middle, enemy) <= self.temper.contact;
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
        self.notice(position, prompt);
        if !matches!(
            prompt,
            Prompt::DivisionOrders
                | Prompt::ReinforcementOrders
                | Prompt::OrdersChange
                | Prompt::TakeOrders { .. }
        ) {
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
            Prompt::Help { .. } => willing(offers),
            Prompt::Reserve => None,
            Prompt::DivisionOrders | Prompt::ReinforcementOrders | Prompt::OrdersAtStart { .. } => {
                self.give_orders(position, offers)
            }
            Prompt::TakeOrders { body } => {
                let wanted = self.wanted_orders(position, body);
                offers.iter().map(|offer| offer.choice).find(
                    |choice| matches!(choice, Choice::Take { orders } if Some(*orders) == wanted),
                )
            }
            Prompt::OrdersChange => self.change_orders(position, offers),
            Prompt::ExtraActivation { .. } => willing(offers),
            Prompt::PressOn => self.press(position, offers),
            Prompt::NextBody => self.next_body(position, offers),
            Prompt::Act => self.act(position, offers),
            Prompt::Moving { unit } => Some(self.go_on(position, unit, offers)),
            Prompt::React { unit } => self.react(position, unit, offers),
            Prompt::FallBacks { .. } | Prompt::FallBack { .. } | Prompt::MakeRoom { .. } => {
                self.away(position, offers)
            }
            Prompt::MoreFire { .. } => more_fire(offers),
            Prompt::AnswerFire { .. } => self.answer(position, offers),
            Prompt::Assault => self.assault(position, offers),
            Prompt::RetreatBeforeAssault => self.save_guns(position, offers),
            Prompt::AdvanceAfterFire { .. } | Prompt::AdvanceAfterAssault | Prompt::GoOn { .. } => {
                self.advance(position, offers)
            }
            Prompt::Steady | Prompt::Countercharge { .. } | Prompt::Rest | Prompt::Returns => {
                willing(offers)
            }
            Prompt::WhoChecks | Prompt::TakesLoss => self.strongest(position, offers),
            _ => None,
        };
        Some(chosen.unwrap_or(fallback))
    }
}

/// SR 10.15: a declaration ends as soon as it may; where it may not, whatever completes it.
fn more_fire(offers: &[Offer<Choice>]) -> Option<Choice> {
    let mut all = offers.iter().map(|offer| offer.choice);
    all.clone()
        .find(|&choice| choice == Choice::Done)
        .or_else(|| all.next())
}

/// What is offered rather than nothing.
fn willing(offers: &[Offer<Choice>]) -> Option<Choice> {
    let mut all = offers.iter().map(|offer| offer.choice);
    all.find(|choice| !matches!(choice, Choice::Done | Choice::Halt | Choice::Keep))
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

    /// A brigade whose orders do not fit tries to change them.
    fn change_orders(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let all: Vec<Choice> = offers.iter().map(|offer| offer.choice).collect();
        all.into_iter().find(|&choice| match choice {
            Choice::Attempt { body, wanted } => {
                let fits = self.wanted_orders(position, body);
                let new = fits.is_some_and(|orders| position.body(body).orders != orders);
                new && (wanted.is_none() || wanted == fits) && self.ordered.insert(body)
            }
            _ => false,
        })
    }

    /// SR 11.47: an assault goes on where there is still something to win.
    fn press(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let attacks = self.own(position).any(|(unit, hex)| {
            position.unit(unit).orders == Orders::Attack && self.target(position, hex).is_some()
        });
        let mut all = offers.iter().map(|offer| offer.choice);
        all.find(|&choice| attacks && choice == Choice::Press)
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

    /// A new Activation: everybody is thought about anew.
    fn notice(&mut self, position: &Position, prompt: Prompt) {
        let setting = self.setting();
        let used = setting
            .body_ids()
            .map(|id| u32::from(position.body(id).used));
        let drawn = setting
            .activator_ids()
            .map(|id| u32::from(position.activator(id).drawn));
        let now = (
            u16::from(position.turn),
            used.sum::<u32>() + 64 * drawn.sum::<u32>(),
        );
        let between = matches!(
            prompt,
            Prompt::NextBody | Prompt::SitOut { .. } | Prompt::OrdersChange
        );
        if between || now != self.activation {
            self.activation = now;
            self.plan = None;
            self.tried.clear();
            self.aimed.clear();
            self.ridden = 0;
        }
    }

    /// Disordered units away from the enemy come into order, those without cartridges fetch some.
    fn mend(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let safe = |unit: UnitId| {
            let hex = position.unit(unit).hex;
            let enemy = self.enemy_near(position, hex);
            enemy.is_none_or(|enemy| self.distance(hex, enemy) > 1)
        };
        let mut all = offers.iter().map(|offer| offer.choice);
        all.find(|choice| match *choice {
            Choice::Recover { unit } | Choice::Supply { unit } => safe(unit),
            _ => false,
        })
    }

    /// The best fire of somebody who has not been thought about; a unit that would do better with the bayonet holds it.
    fn shoot(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let stage = Arc::clone(&self.stage);
        let at = stage.at(position);
        let mut best: Option<(u32, Choice)> = None;
        let mut held: Vec<UnitId> = Vec::new();
        for offer in offers {
            let Choice::Fire { unit, how, .. } = offer.choice else {
                continue;
            };
            // A claim to move afterwards is made by those who move.
            if self.aimed.contains(&unit) || how.options.will_move || held.contains(&unit) {
                continue;
            }
            if how.options.last_rounds || how.options.rapid {
                continue;
            }
            let charges = fighting::best_assault(at, unit).is_some_and(|prospects| {
                prospects.won >= self.temper.good && !fighting::has_fired(at, unit)
            });
            if charges {
                held.push(unit);
                continue;
            }
            let worth = fighting::fire(at, offer.choice, &[Occasion::Phasing]).unwrap_or(0);
            if worth >= self.temper.shot && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, offer.choice));
            }
        }
        self.aimed.extend(held);
        let (_, choice) = best?;
        if let Choice::Fire { unit, .. } = choice {
            self.aimed.insert(unit);
            // Whoever has fired stays: a move would only be paid for in the enemy's fire.
            self.tried.insert(unit);
        }
        Some(choice)
    }

    /// Answers with everything that does any harm, the best first.
    fn answer(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let at = self.stage.at(position);
        offers
            .iter()
            .filter_map(|offer| {
                let Choice::Fire { target, how, .. } = offer.choice else {
                    return None;
                };
                // Everything at once: what is kept back is seldom asked for again.
                if how.sp.is_some() || how.options.rapid || how.options.last_rounds {
                    return None;
                }
                let occasions = fighting::occasions(at, self.side, target);
                let worth =
                    fighting::fire(at, offer.choice, &occasions).unwrap_or(self.temper.answer);
                (worth >= self.temper.answer).then_some((worth, offer.choice))
            })
            .max()
            .map(|(_, choice)| choice)
    }

    /// Assaults whom it will likely drive away, and whom it must; alone or with others, whichever is better.
    fn assault(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let stage = Arc::clone(&self.stage);
        let at = stage.at(position);
        let best = offers
            .iter()
            .filter_map(|offer| {
                let Choice::Assault { unit, aim } = offer.choice else {
                    return None;
                };
                let prospects = fighting::assault(at, unit, aim)?;
                let worth = prospects.won + 40;
                let must = fighting::must_assault(at, unit);
                let good = prospects.won >= self.temper.good && prospects.lost <= 30;
                (good || must).then_some((worth.saturating_sub(prospects.lost), offer.choice))
            })
            .max();
        if let Some((_, choice @ Choice::Assault { unit, aim })) = best {
            let setting = self.setting();
            let body = position.body_of(setting, unit);
            let front = aim.hex.unwrap_or_else(|| position.unit(unit).hex);
            self.intent = Some(Intent::Assaults {
                body: longroll_gbacw::names::body(setting, body),
                hex: setting.grid().name(front).to_owned(),
            });
            return Some(choice);
        }
        // Whoever cannot be let out of it goes, well or badly.
        let mut all = offers.iter().map(|offer| offer.choice);
        all.clone()
            .find(|&choice| choice == Choice::Done)
            .or_else(|| all.next())
    }

    /// Guns do not wait for the bayonet; men do.
    fn save_guns(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let setting = self.setting();
        let guns = offers.iter().filter(|offer| {
            matches!(offer.choice, Choice::FallBack { unit, .. } if setting.unit(unit).arm == Arm::Artillery)
        });
        let guns: Vec<Offer<Choice>> = guns.cloned().collect();
        self.away(position, &guns)
    }

    /// Goes into the hex that was won, facing the enemy; whoever keeps his ground does not.
    fn advance(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        offers
            .iter()
            .filter_map(|offer| {
                let Choice::Advance { unit, hex, facing } = offer.choice else {
                    return None;
                };
                let target = self.target(position, position.unit(unit).hex);
                if target.is_none() && !self.goals.keep.contains(&hex) {
                    return None;
                }
                let price = self.price(position, unit, target, hex, Some(facing));
                Some((price, offer.choice))
            })
            .min()
            .map(|(_, choice)| choice)
    }

    /// Of several units the one with the most strength.
    fn strongest(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Check { unit } | Choice::Lose { unit } => {
                    Some((position.unit(unit).sp, offer.choice))
                }
                _ => None,
            })
            .max()
            .map(|(_, choice)| choice)
    }

    fn act(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        if let Some(choice) = self.mend(position, offers) {
            return Some(choice);
        }
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
        self.shoot(position, offers)
            .or_else(|| self.ride(position, offers))
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
            more => u32::try_from(more).unwrap_or(6) * self.temper.beset,
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
            self.temper.alone
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
