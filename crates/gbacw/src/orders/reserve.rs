//! SR 6.3: Reserve.

use core::cell::RefCell;

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, Level, Light, Orders, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::{AlertState, BodyId, BodyKind, BodyNote, Cohesion, Presence};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::give::{Reaching, give, give_unit};
use super::permissions::may_change_to;
use super::proximity::enemies;
use crate::choice::Choice;
use crate::command::{body_leader, stands_under};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::ReserveStep;

/// The bodies of a command.
fn bodies_of(at: At<'_>, command: CommandId) -> impl Iterator<Item = BodyId> + '_ {
    at.setting.body_ids().filter(move |&body| {
        at.setting.body(body).kind != BodyKind::Unassigned && stands_under(at, body, command)
    })
}

/// Whether anybody of a body is in play; SR 9.71: a reinforcement comes with its own orders and rests with nobody.
fn is_in_play(at: At<'_>, body: BodyId) -> bool {
    at.position.members(at.setting, body).any(|unit| {
        matches!(
            at.position.unit(unit).presence,
            Presence::OnMap | Presence::Routed
        )
    })
}

/// Whether everybody of a command who is in play rests already.
fn rests(at: At<'_>, command: CommandId) -> bool {
    bodies_of(at, command).all(|body| at.position.body(body).reserve || !is_in_play(at, body))
}

/// SR 6.31: whether a command may go into Reserve: every unit 5 hexes from the nearest enemy and out of all sight, or 10
/// hexes; 5 hexes at Night. SR 6.33: a command whose units are all routed goes by its leader.
///
/// # Errors
/// The rule that forbids it.
pub fn may_reserve(at: At<'_>, command: CommandId) -> Result<Rule, Refusal> {
    let mut ground = Ground::new(at, at.setting.command(command).side);
    ground.may_reserve(at, command)
}

/// How far a body is from the enemy, found out once for all the commands it belongs to.
#[derive(Debug, Clone)]
enum Standing {
    /// Nobody of it is in play.
    Nobody,
    /// The nearest enemy is ten hexes away or farther.
    Far,
    /// Five to nine hexes: it rests only if nobody of its command is seen.
    Middle,
    /// It cannot rest.
    Near(Refusal),
}

/// The enemy's hexes and what is known of the bodies.
#[derive(Debug, Default)]
struct Ground {
    enemies: Vec<HexId>,
    bodies: Vec<Option<Standing>>,
    seen: Vec<(HexId, bool)>,
}

impl Ground {
    fn new(at: At<'_>, side: Side) -> Self {
        Self {
            enemies: enemies(at, side).collect(),
            bodies: vec![None; at.setting.bodies.len()],
            seen: Vec::new(),
        }
    }

    /// SR 6.31: all units of the command at ten hexes, or all of them out of every enemy's sight at five.
    fn may_reserve(&mut self, at: At<'_>, command: CommandId) -> Result<Rule, Refusal> {
        let mut anybody = false;
        let mut fresh = false;
        let mut far = true;
        for body in bodies_of(at, command) {
            match self.standing(at, body) {
                Standing::Nobody => continue,
                Standing::Near(refusal) => return Err(refusal),
                Standing::Far => {}
                Standing::Middle => far = false,
            }
            anybody = true;
            fresh |= !at.position.body(body).reserve;
        }
        if !anybody {
            return Err(Refusal::new(Rule::SR_6_31, "nobody of it is in play"));
        }
        if !fresh {
            return Err(Refusal::new(Rule::SR_6_32, "it is in Reserve"));
        }
        if far || at.position.light(at.setting) == Light::Night {
            return Ok(Rule::SR_6_31);
        }
        for body in bodies_of(at, command) {
            for hex in places(at, body).unwrap_or_default() {
                if self.is_seen(at, hex) {
                    return Err(Refusal::new(
                        Rule::SR_6_31,
                        "an enemy sees a unit of it and not all of them are ten hexes away",
                    ));
                }
            }
        }
        Ok(Rule::SR_6_31)
    }

    fn standing(&mut self, at: At<'_>, body: BodyId) -> Standing {
        if let Some(Some(known)) = self.bodies.get(body.index()) {
            return known.clone();
        }
        let found = self.find_standing(at, body);
        if let Some(place) = self.bodies.get_mut(body.index()) {
            *place = Some(found.clone());
        }
        found
    }

    fn find_standing(&self, at: At<'_>, body: BodyId) -> Standing {
        let hexes = match places(at, body) {
            Ok(hexes) if hexes.is_empty() => return Standing::Nobody,
            Ok(hexes) => hexes,
            Err(refusal) => return Standing::Near(refusal),
        };
        let nearest = hexes.iter().map(|&hex| self.nearest(at, hex)).min();
        match nearest {
            Some(0..5) => Standing::Near(Refusal::new(
                Rule::SR_6_31,
                "an enemy is nearer than five hexes",
            )),
            Some(5..10) => Standing::Middle,
            _ => Standing::Far,
        }
    }

    fn nearest(&self, at: At<'_>, hex: HexId) -> u32 {
        let grid = at.setting.grid();
        self.enemies
            .iter()
            .map(|&enemy| grid.distance(hex, enemy))
            .min()
            .unwrap_or(u32::MAX)
    }

    fn is_seen(&mut self, at: At<'_>, hex: HexId) -> bool {
        if let Some((_, seen)) = self.seen.iter().find(|(known, _)| *known == hex) {
            return *seen;
        }
        let seen = self
            .enemies
            .iter()
            .any(|&enemy| at.setting.sight.recalls(enemy, hex));
        self.seen.push((hex, seen));
        seen
    }
}

/// Where the units of a body stand. SR 6.33: where all of them are routed, their leader.
fn places(at: At<'_>, body: BodyId) -> Result<SmallVec<[HexId; 16]>, Refusal> {
    let mut hexes: SmallVec<[HexId; 16]> = SmallVec::new();
    let mut routed = false;
    for unit in at.position.members(at.setting, body) {
        match at.position.unit(unit).presence {
            Presence::OnMap => hexes.extend(at.position.unit(unit).hexes()),
            Presence::Routed => routed = true,
            _ => {}
        }
    }
    if hexes.is_empty() && routed {
        match body_leader(at, body).filter(|&own| at.position.leader(own).on_map()) {
            Some(leader) => hexes.push(at.position.leader(leader).hex),
            None => {
                return Err(Refusal::new(Rule::SR_6_33, "no leader of it is on the map"));
            }
        }
    }
    Ok(hexes)
}

/// SR 6.34: whether a body may leave Reserve under these orders.
fn may_release(at: At<'_>, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    if !at.position.body(body).reserve {
        return Err(Refusal::new(Rule::SR_6_34, "it is not in Reserve"));
    }
    crate::alert::may_stir(at, body)?;
    if at.position.body(body).alert.asleep {
        return Err(Refusal::new(
            Rule::BB_30_0_alert,
            "only the alert programme or the enemy wakes it",
        ));
    }
    if orders == Orders::March {
        return Err(Refusal::new(
            Rule::SR_3_0_IV_B_3,
            "a command leaves Reserve under Advance or Attack orders",
        ));
    }
    if orders != at.position.body(body).orders {
        may_change_to(at, body, orders)?;
    }
    Ok(Rule::SR_6_34)
}

/// SR 6.35: whether a body that stays in Reserve may go over to these orders: Attack or Advance, for all its units.
fn may_rest_under(at: At<'_>, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    if !at.position.body(body).reserve {
        return Err(Refusal::new(Rule::SR_6_35, "it is not in Reserve"));
    }
    if orders == Orders::March {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "March orders are given in II/C only",
        ));
    }
    let mut units = at.position.members(at.setting, body);
    let lags = units.any(|unit| {
        let own = crate::orders::orders_of(at.setting.unit(unit), orders);
        at.position.unit(unit).on_map() && at.position.unit(unit).orders != own
    });
    if at.position.body(body).orders == orders && !lags {
        return Err(Refusal::new(Rule::SR_6_12, "it is under these orders"));
    }
    may_change_to(at, body, orders)?;
    Ok(Rule::SR_6_35)
}

/// SR 6.34: a brigade designated as a target within four hexes, or assaulted, leaves Reserve before the dice: all its
/// units are Disordered and under Advance orders. Only the brigade attacked (reading 55); of those of no brigade, who rest far
/// from one another, only whoever is attacked.
pub fn leave_reserve_under_attack(play: &mut Play<'_>, attacked: &[UnitId]) {
    let mut bodies: SmallVec<[BodyId; 4]> = SmallVec::new();
    for &unit in attacked {
        let body = play.position.body_of(play.setting, unit);
        if !bodies.contains(&body) {
            bodies.push(body);
            rouse(play, body, attacked);
        }
    }
}

/// SR 6.26: the march of a unit that is assaulted or fired at is broken, and with it that of its brigade; a brigade on the march
/// breaks it off for any of its units, whatever orders that one is under (SR 4.23).
pub(crate) fn break_march_of(play: &mut Play<'_>, unit: UnitId) {
    let body = play.position.body_of(play.setting, unit);
    let state = play.position.body(body);
    let brigade = play.setting.body(body).kind == BodyKind::Brigade;
    let marches = play.position.unit(unit).orders == Orders::March
        || brigade && state.orders == Orders::March;
    if marches && !state.march_broken {
        play.note_body(body, BodyNote::MarchBroken(true));
    }
}

fn rouse(play: &mut Play<'_>, body: BodyId, attacked: &[UnitId]) {
    // BB 31.0-alert, reading 141: the UDD of the alert takes the place of the Disorder.
    if crate::alert::attacked(play, body) {
        return;
    }
    if !play.position.body(body).reserve {
        return;
    }
    let alert = play.position.body(body).alert;
    if alert.asleep {
        let asleep = false;
        play.note_body(body, BodyNote::Alert(AlertState { asleep, ..alert }));
    }
    play.happens(Event::ReserveLeft {
        body,
        rule: Rule::SR_6_34,
    });
    let at = play.at();
    let loose = at.setting.body(body).kind == BodyKind::Unassigned;
    let units: Vec<_> = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map() && (!loose || attacked.contains(&unit)))
        .collect();
    for &unit in &units {
        if play.position.unit(unit).cohesion == Cohesion::GoodOrder {
            play.happens(Event::CohesionChanged {
                unit,
                cohesion: Cohesion::Disordered,
                rule: Rule::SR_6_34,
            });
        }
    }
    if loose {
        for unit in units {
            give_unit(play, unit, Orders::Advance, Rule::SR_6_34);
        }
        return;
    }
    give(
        play,
        body,
        Orders::Advance,
        Rule::SR_6_34,
        Reaching::Everybody,
    );
}

/// What the judgements of one question about Reserves share.
#[derive(Debug)]
pub struct ReserveLook<'a> {
    at: At<'a>,
    ground: RefCell<Ground>,
}

/// A change of the Reserves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserving {
    /// SR 6.32: a command goes into Reserve.
    Enter(CommandId),
    /// SR 6.34: a body leaves it under these orders.
    Leave(BodyId, Orders),
    /// SR 6.35: a body stays in it under other orders.
    Orders(BodyId, Orders),
    /// That is all.
    Done,
}

impl Procedure for ReserveStep {
    type Look<'a> = ReserveLook<'a>;
    type Means = Reserving;

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        match *self {
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

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> ReserveLook<'a> {
        let ground = match *self {
            Self::Place { side } => Ground::new(at, side),
            Self::Leave { .. } | Self::Rest => Ground::default(),
        };
        let ground = RefCell::new(ground);
        ReserveLook { at, ground }
    }

    fn candidates(&self, look: &ReserveLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at;
        match *self {
            Self::Place { side } => {
                for command in at
                    .setting
                    .command_ids()
                    // Who rests already is not asked how far the enemy is.
                    .filter(|&command| {
                        at.setting.command(command).side == side && !rests(at, command)
                    })
                {
                    each(Choice::Reserve { command });
                }
            }
            Self::Leave { side } => {
                for body in at
                    .setting
                    .body_ids()
                    .filter(|&body| at.setting.body(body).side == side)
                {
                    for &orders in Orders::ALL {
                        each(Choice::Release { body, orders });
                        each(Choice::Orders { body, orders });
                    }
                }
            }
            Self::Rest => return,
        }
        each(Choice::Done);
    }

    fn judge(&self, look: &ReserveLook<'_>, choice: Choice) -> Judgement<Reserving> {
        let at = look.at;
        match (*self, choice) {
            (Self::Place { side }, Choice::Reserve { command }) => {
                let facts = at.setting.command(command);
                if facts.side != side {
                    return Err(Refusal::new(Rule::SR_6_32, "a command of the other side"));
                }
                if facts.level == Level::Army {
                    return Err(Refusal::new(Rule::SR_6_31, "an army has no Reserve marker"));
                }
                let mut ground = look.ground.borrow_mut();
                let rule = ground.may_reserve(at, command)?;
                Ok(Ruling::new(rule, Reserving::Enter(command)))
            }
            (Self::Leave { side }, Choice::Release { body, .. } | Choice::Orders { body, .. })
                if at.setting.body(body).side != side =>
            {
                Err(Refusal::new(Rule::SR_6_34, "a body of the other side"))
            }
            (Self::Leave { .. }, Choice::Release { body, orders }) => {
                let rule = may_release(at, body, orders)?;
                Ok(Ruling::new(rule, Reserving::Leave(body, orders)))
            }
            (Self::Leave { .. }, Choice::Orders { body, orders }) => {
                let rule = may_rest_under(at, body, orders)?;
                Ok(Ruling::new(rule, Reserving::Orders(body, orders)))
            }
            (Self::Place { .. }, Choice::Done) => Ok(Ruling::new(Rule::SR_6_32, Reserving::Done)),
            (Self::Leave { .. }, Choice::Done) => Ok(Ruling::new(Rule::SR_6_34, Reserving::Done)),
            // Asked at the wrong moment, the rule of its own moment answers where it says no.
            (_, Choice::Reserve { command }) => {
                may_reserve(at, command)?;
                Err(self.beside_the_point(at))
            }
            (_, Choice::Release { body, orders }) => {
                may_release(at, body, orders)?;
                Err(self.beside_the_point(at))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    /// Nobody moves while Reserves are placed, so nothing new becomes possible.
    fn narrows(&self, _: At<'_>, choice: Choice) -> bool {
        matches!(choice, Choice::Reserve { .. } | Choice::Release { .. })
    }

    fn still_stands(&self, look: &ReserveLook<'_>, choice: Choice) -> bool {
        let at = look.at;
        match choice {
            Choice::Reserve { command } => !rests(at, command),
            Choice::Release { body, .. } => at.position.body(body).reserve,
            Choice::Orders { body, orders } => may_rest_under(at, body, orders).is_ok(),
            _ => true,
        }
    }

    fn carry_out(self, play: &mut Play<'_>, reserving: Reserving) -> Result<(), ChanceError> {
        match reserving {
            Reserving::Enter(command) => {
                let at = play.at();
                let bodies: Vec<BodyId> = bodies_of(at, command)
                    .filter(|&body| !at.position.body(body).reserve && is_in_play(at, body))
                    .collect();
                for body in bodies {
                    play.happens(Event::ReserveEntered { body });
                }
                play.push(self);
            }
            Reserving::Leave(body, orders) => {
                play.happens(Event::ReserveLeft {
                    body,
                    rule: Rule::SR_6_34,
                });
                play.push(self);
                if orders != Orders::March {
                    give(play, body, orders, Rule::SR_6_34, Reaching::Everybody);
                }
            }
            Reserving::Orders(body, orders) => {
                play.push(self);
                give(play, body, orders, Rule::SR_6_35, Reaching::Everybody);
            }
            Reserving::Done => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self == Self::Rest {
            for body in play.setting.body_ids() {
                if play.position.body(body).reserve {
                    crate::recovery::rest_in_reserve(play, body)?;
                }
            }
        }
        Ok(())
    }
}
