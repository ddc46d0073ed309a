//! The plain opponent. It decides by rules of thumb and looks at nothing but its seat.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Holder, Orders, UnitId};
use longroll_core::{Offer, Side};
use longroll_gbacw::{Choice, Prompt, Stage};
use longroll_position::{ActivatorId, BodyId, Position, Setting};
use longroll_sim::players::{Player, Seat};
use longroll_table::Intent;

use crate::aims::Aim;
use crate::foresight::Moment;
use crate::goals::Goals;
use crate::temper::Temper;

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
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub unit: UnitId,
    pub end: HexId,
    pub facing: Option<Facing>,
    /// The steps that are left, the next one last.
    pub steps: Vec<Choice>,
}

/// The plain opponent of one side.
#[derive(Debug, Clone)]
pub struct Plain {
    pub(crate) stage: Arc<Stage>,
    pub(crate) side: Side,
    pub(crate) goals: Goals,
    /// Its usual weights, and those of the moment.
    pub(crate) base: Temper,
    pub(crate) temper: Temper,
    pub(crate) cancel: Cancel,
    pub(crate) plan: Option<Plan>,
    /// Where a unit has turned that may not stop: who, in which hex, to which side.
    pub(crate) turned: Vec<(UnitId, HexId, Facing)>,
    /// Where the enemy stands: asked for at every place that is thought about.
    pub(crate) enemies: Vec<HexId>,
    /// Who goes for what, as things stand.
    pub(crate) aims: BTreeMap<UnitId, Aim>,
    /// The Activation it thinks about, as far as a position tells one from another.
    activation: (u16, u32),
    /// Who has been thought about in this Activation.
    pub(crate) tried: BTreeSet<UnitId>,
    /// Who has been thought about as a firer in this Activation.
    pub(crate) aimed: BTreeSet<UnitId>,
    /// Who was given orders, or was refused them, in this round of orders.
    pub(crate) ordered: BTreeSet<BodyId>,
    pub(crate) ridden: u8,
    pub(crate) intent: Option<Intent>,
    /// The brigades that act now.
    pub(crate) acting: BTreeSet<BodyId>,
    /// Whose marker is under way, and how many of his have been drawn with it.
    pub(crate) marker: Option<(ActivatorId, u8)>,
    /// The last moment before which it looked ahead.
    pub(crate) pondered: Option<Moment>,
    /// What an own SP is worth now, in hundredths of a chance.
    pub(crate) dear: u32,
    /// Its strength when it sat down.
    pub(crate) full: Option<u32>,
    /// How many battles it has imagined.
    pub(crate) thoughts: u64,
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
            base: Temper::default(),
            temper: Temper::default(),
            cancel,
            plan: None,
            turned: Vec::new(),
            enemies: Vec::new(),
            aims: BTreeMap::new(),
            activation: (0, 0),
            tried: BTreeSet::new(),
            aimed: BTreeSet::new(),
            ordered: BTreeSet::new(),
            ridden: 0,
            intent: None,
            acting: BTreeSet::new(),
            marker: None,
            pondered: None,
            dear: 0,
            full: None,
            thoughts: 0,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub(crate) fn tempered(mut self, temper: Temper) -> Self {
        self.base = temper;
        self.temper = temper;
        self
    }

    /// What it has in mind, if it has made up its mind anew.
    pub fn intention(&mut self) -> Option<Intent> {
        self.intent.take()
    }

    pub(crate) fn setting(&self) -> &Setting {
        &self.stage.setting
    }

    pub(crate) fn distance(&self, from: HexId, to: HexId) -> u32 {
        self.setting().grid().distance(from, to)
    }

    /// The enemy nearest to a hex.
    pub(crate) fn enemy_near(&self, hex: HexId) -> Option<HexId> {
        let enemies = self.enemies.iter().copied();
        enemies.min_by_key(|&enemy| (self.distance(hex, enemy), enemy))
    }

    /// Where the enemy stands, each hex once.
    fn enemies_of(&self, position: &Position) -> Vec<HexId> {
        let setting = self.setting();
        let theirs = setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side != self.side && position.unit(unit).on_map());
        let mut hexes: Vec<HexId> = theirs.map(|unit| position.unit(unit).hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// All SP of the side, the routed included.
    fn strength(&self, position: &Position) -> u32 {
        let setting = self.setting();
        let own = setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side == self.side);
        own.map(|unit| u32::from(position.unit(unit).sp)).sum()
    }

    /// What an own SP is worth now: the fewer may be lost, the more.
    fn price_of_blood(&self, position: &Position) -> u32 {
        let usual = self.temper.blood;
        if self.goals.blood.is_none() {
            return usual;
        }
        let saved = if self.is_last(position) {
            0
        } else {
            self.temper.saved
        };
        match self.spare_blood(position) {
            // It is lost already.
            None => usual / 2,
            Some(0 | 1) => usual * self.temper.dear,
            Some(left) if left <= self.temper.thrift + saved => usual * self.temper.dear / 2,
            Some(_) => usual,
        }
    }

    /// Whether the side has a hex: somebody stands there, or was the last to pass.
    pub(crate) fn has(&self, position: &Position, hex: HexId) -> bool {
        let setting = self.setting();
        let owner = match setting.watch.place(&[hex]) {
            Some(place) => position.place(setting, place).controller(Holder::Any),
            None => position.holder(hex),
        };
        owner == Some(self.side)
    }

    /// Whether a hex is still to be taken.
    pub(crate) fn is_open(&self, position: &Position, hex: HexId) -> bool {
        self.goals.take.contains(&hex) && !self.has(position, hex)
    }

    /// Where the units of the side stand.
    pub(crate) fn own<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
        let setting = self.setting();
        setting
            .unit_ids()
            .filter(move |&unit| {
                setting.unit(unit).side == self.side && position.unit(unit).on_map()
            })
            .map(move |unit| (unit, position.unit(unit).hex))
    }

    /// The units of a body, and the middle of them.
    pub(crate) fn middle(&self, position: &Position, body: BodyId) -> Option<HexId> {
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
}

/// What ends a question.
pub(crate) fn ending(offers: &[Offer<Choice>]) -> Option<Choice> {
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
        let prompt = seat.ask().prompt;
        self.look(&view.position, prompt, offers);
        let chosen = self.answer_to(&view.position, prompt, offers);
        Some(chosen.unwrap_or(fallback))
    }
}

impl Plain {
    /// Looks at the table before it thinks about a question.
    fn look(&mut self, position: &Position, prompt: Prompt, offers: &[Offer<Choice>]) {
        self.enemies = self.enemies_of(position);
        self.notice(position, prompt);
        if self.full.is_none() {
            self.full = Some(self.strength(position));
        }
        self.dear = self.price_of_blood(position);
        if let Some(activator) = activator(position, prompt, offers) {
            self.marker = Some((activator, position.activator(activator).drawn));
        }
        self.acting = match prompt {
            Prompt::Act => acting(&self.stage.setting, position, offers),
            Prompt::Moving { unit } => [position.body_of(self.setting(), unit)].into(),
            _ => BTreeSet::new(),
        };
        // What was chosen by looking ahead holds until the next moment.
        let moments = matches!(
            prompt,
            Prompt::OrdersChange | Prompt::DivisionOrders | Prompt::NextBody
        );
        if moments && self.pondered != Some(self.moment(position, prompt)) {
            self.temper = self.base;
        }
        if !matches!(prompt, Prompt::Moving { .. } | Prompt::React { .. }) {
            self.aims = self.share_out(position);
        }
        if !matches!(
            prompt,
            Prompt::DivisionOrders
                | Prompt::ReinforcementOrders
                | Prompt::OrdersChange
                | Prompt::TakeOrders { .. }
        ) {
            self.ordered.clear();
        }
    }

    /// What it chooses; nothing where it has no opinion.
    fn answer_to(
        &mut self,
        position: &Position,
        prompt: Prompt,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        match prompt {
            Prompt::PlacePiece { .. } | Prompt::FormAtStart { .. } => {
                offered(offers, |choice| choice == Choice::Accept)
            }
            Prompt::FaceAtStart { unit } => self.face_enemy(position, unit, offers),
            Prompt::InitiativeCommander => offered(offers, |choice| {
                matches!(choice, Choice::Initiative { leader: Some(_) })
            }),
            Prompt::Help { .. } => self.help_whom(position, offers),
            Prompt::Reserve => None,
            Prompt::DivisionOrders | Prompt::ReinforcementOrders | Prompt::OrdersAtStart { .. } => {
                self.give_orders(position, offers)
            }
            Prompt::TakeOrders { body } => {
                let wanted = self.wanted_orders(position, body);
                offered(
                    offers,
                    |choice| matches!(choice, Choice::Take { orders } if Some(orders) == wanted),
                )
            }
            Prompt::OrdersChange => self.change_orders(position, offers),
            Prompt::ExtraActivation { .. } => willing(offers),
            Prompt::PressOn => self.press(position, offers),
            Prompt::NextBody => self.next_body(position, offers),
            Prompt::Act => self.act(position, offers),
            Prompt::Ride { .. } | Prompt::Commanders => self.ride(position, offers),
            Prompt::Moving { unit } => Some(self.go_on(position, unit, offers)),
            Prompt::React { unit } => self.react(position, unit, offers),
            Prompt::FallBacks { .. } | Prompt::FallBack { .. } | Prompt::MakeRoom { .. } => {
                self.away(offers)
            }
            Prompt::MoreFire { .. } => more_fire(offers),
            Prompt::AnswerFire { .. } => self.answer(position, offers),
            Prompt::Assault => self.assault(position, offers),
            Prompt::RetreatBeforeAssault => self.save_guns(offers),
            Prompt::AdvanceAfterFire { .. } | Prompt::AdvanceAfterAssault | Prompt::GoOn { .. } => {
                self.advance(position, offers)
            }
            Prompt::Steady | Prompt::Countercharge { .. } | Prompt::Rest | Prompt::Returns => {
                willing(offers)
            }
            Prompt::WhoChecks | Prompt::TakesLoss | Prompt::Spared | Prompt::NextToSuffer => {
                self.strongest(position, offers)
            }
            _ => None,
        }
    }
}

/// The first choice offered that is such a one.
fn offered(offers: &[Offer<Choice>], such: impl Fn(Choice) -> bool) -> Option<Choice> {
    let mut all = offers.iter().map(|offer| offer.choice);
    all.find(|&choice| such(choice))
}

/// Whose marker a question is about.
fn activator(position: &Position, prompt: Prompt, offers: &[Offer<Choice>]) -> Option<ActivatorId> {
    match prompt {
        Prompt::SitOut { activator } | Prompt::Coordinate { activator } => Some(activator),
        Prompt::OrdersChange | Prompt::NextBody => offers.iter().find_map(|offer| {
            let (Choice::Attempt { body, .. } | Choice::Activate { body }) = offer.choice else {
                return None;
            };
            Some(position.body(body).activator)
        }),
        _ => None,
    }
}

/// The brigades of those who may do something.
fn acting(setting: &Setting, position: &Position, offers: &[Offer<Choice>]) -> BTreeSet<BodyId> {
    let units = offers.iter().filter_map(|offer| match offer.choice {
        Choice::Move { unit, .. } | Choice::Recover { unit } | Choice::Fire { unit, .. } => {
            Some(unit)
        }
        _ => None,
    });
    units.map(|unit| position.body_of(setting, unit)).collect()
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
    pub(crate) fn blind(&self, enemy: Option<HexId>, hex: HexId, facing: Facing) -> u32 {
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
        let enemy = self.enemy_near(hex);
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
                new && (wanted.is_none() || wanted == fits)
                    && self.is_worth_a_roll(position, body)
                    && self.ordered.insert(body)
            }
            _ => false,
        })
    }

    /// How many SP the side may still lose before it costs the game, or an objective.
    fn spare_blood(&self, position: &Position) -> Option<u32> {
        let lost = self
            .full
            .unwrap_or(0)
            .saturating_sub(self.strength(position));
        self.goals.blood?.checked_sub(lost)
    }

    /// SR 11.47: an assault goes on where there is still something to win, and blood to be spared.
    fn press(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let spare = self.spare_blood(position);
        if spare.is_some_and(|spare| spare < self.temper.press) {
            return None;
        }
        let attacks = self.own(position).any(|(unit, _)| {
            position.unit(unit).orders == Orders::Attack && self.aims.contains_key(&unit)
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
                    let enemy = self.enemy_near(middle);
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
        let aims = self.own(position).filter_map(|(unit, _)| {
            let of = position.body_of(setting, unit) == body;
            of.then(|| self.aims.get(&unit)).flatten()
        });
        let target = aims.max_by_key(|aim| aim.fights).map(|aim| aim.hex);
        let body = longroll_gbacw::names::body(setting, body);
        self.intent = Some(match target {
            Some(hex) => Intent::MovesOn {
                body,
                hex: setting.grid().name(hex).to_owned(),
            },
            None => Intent::Holds { body },
        });
    }

    /// The Activation under way, as far as a position tells one from another.
    pub(crate) fn activation_of(&self, position: &Position) -> (u16, u32) {
        let setting = self.setting();
        let used = setting
            .body_ids()
            .map(|id| u32::from(position.body(id).used));
        let drawn = setting
            .activator_ids()
            .map(|id| u32::from(position.activator(id).drawn));
        (
            u16::from(position.turn),
            used.sum::<u32>() + 64 * drawn.sum::<u32>(),
        )
    }

    /// A new Activation: everybody is thought about anew.
    fn notice(&mut self, position: &Position, prompt: Prompt) {
        let now = self.activation_of(position);
        let between = matches!(
            prompt,
            Prompt::NextBody | Prompt::SitOut { .. } | Prompt::OrdersChange
        );
        if between || now != self.activation {
            self.activation = now;
            self.plan = None;
            self.tried.clear();
            self.aimed.clear();
            self.turned.clear();
            self.ridden = 0;
        }
    }

    /// Turns only if the enemy is not before it already.
    fn react(&self, position: &Position, unit: UnitId, offers: &[Offer<Choice>]) -> Option<Choice> {
        let state = position.unit(unit);
        let enemy = self.enemy_near(state.hex);
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
    pub(crate) fn away(&self, offers: &[Offer<Choice>]) -> Option<Choice> {
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::FallBack { hex, .. } => {
                    let enemy = self.enemy_near(hex)?;
                    Some((self.distance(hex, enemy), offer.choice))
                }
                _ => None,
            })
            .max()
            .map(|(_, choice)| choice)
    }
}
