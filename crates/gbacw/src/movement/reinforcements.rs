//! SR 9.7, BB 9.7: II/D, orders of reinforcements and deferred entry.

use core::num::NonZeroU8;

use longroll_catalog::facts::{EntryKind, EntryOrders, Orders, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::{
    ActivatorKind, ActivatorNote, BodyId, BodyKind, BodyNote, EntryGroupId, EntryState, MarchState,
    Presence, UnitNote,
};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::event::Event;
use crate::orders::{may_change_to, orders_of};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::sequence::first_day_hour;
use crate::step::Ask;

mod frame;

pub use self::frame::ReinforcementOrdersStep;

/// SR 9.71: whether the turn of a group has come and it is not deferred.
#[must_use]
pub fn may_enter_now(at: At<'_>, group: EntryGroupId) -> bool {
    at.position.entered.get(usize::from(group.0)) == Some(&EntryState::Ready)
}

/// BB 9.7-delay: whether a group may be deferred to the end of the turn: one that comes by the
/// road and the edge beside it, or lands.
fn may_defer(at: At<'_>, side: Side, group: EntryGroupId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_9_7_delay;
    let facts = at.setting.scenario.reinforcements.get(usize::from(group.0));
    match facts {
        Some(facts) if facts.side == side && may_enter_now(at, group) => {
            let landings = &at.setting.battle.terms.landing_hexes;
            let lands = facts.hexes.iter().any(|hex| landings.contains(hex));
            if facts.entry == EntryKind::Edge || lands {
                Ok(RULE)
            } else {
                Err(Refusal::new(
                    RULE,
                    "only who lands or comes by the road over the map edge is deferred",
                ))
            }
        }
        _ => Err(Refusal::new(
            RULE,
            "no group of this side that may enter now",
        )),
    }
}

/// BB 9.7-delay: a division all of whose units are deferred puts no marker into the cup.
fn take_out_markers(play: &mut Play<'_>) {
    for id in play.setting.activator_ids() {
        if play.position.activator(id).placed > 0
            && !crate::activation::has_anybody_to_act(play.at(), id)
        {
            play.note_activator(id, ActivatorNote::Placed(0));
        }
    }
}

/// BB 9.22: reinforcements do not enter under March orders in the turn of their arrival, but brigades of the corps without
/// divisions that could not enter when they were due, before March orders were allowed, may do so in the first hour of
/// March orders.
fn may_enter_marching(at: At<'_>, side: Side, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_9_22;
    let facts = at.setting.body(body);
    let first_hour = at.setting.battle.terms.march_orders_from_hour[side];
    let late = first_day_hour(at) == Some(first_hour);
    let of_corps = at.setting.activator(facts.activator).kind == ActivatorKind::CorpsAsDivision;
    if facts.side != side || facts.kind != BodyKind::Brigade || !late || !of_corps {
        return Err(Refusal::new(
            RULE,
            "reinforcements do not enter under March orders",
        ));
    }
    if at.position.body(body).orders == Orders::March {
        return Err(Refusal::new(Rule::SR_6_12, "it is under these orders"));
    }
    let now = at.position.now(at.setting).map(|turn| turn.id);
    let mut due = at.position.members(at.setting, body).filter_map(|unit| {
        match at.position.unit(unit).presence {
            Presence::Due(group) => at.setting.scenario.reinforcements.get(usize::from(group.0)),
            _ => None,
        }
    });
    if due.any(|group| now.is_some_and(|now| group.turn < now)) {
        Ok(RULE)
    } else {
        Err(Refusal::new(RULE, "it was not due in an earlier turn"))
    }
}

/// SR 3.0-II/D, 6.14: in the series the owner gives reinforcements any orders before they enter; BB 9.7, 9.22 do not.
fn may_enter_under(at: At<'_>, side: Side, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    let entry = at.setting.variations.entry_orders;
    if entry.value == EntryOrders::Listed {
        return match orders {
            Orders::March => may_enter_marching(at, side, body),
            _ => Err(Refusal::new(
                entry.rule,
                "reinforcements enter under the orders listed for them",
            )),
        };
    }
    let facts = at.setting.body(body);
    if facts.side != side || facts.kind != BodyKind::Brigade {
        return Err(Refusal::new(Rule::SR_3_0_II_D, "only brigades of his own"));
    }
    if at.position.body(body).orders == orders {
        return Err(Refusal::new(Rule::SR_6_12, "it is under these orders"));
    }
    if !enters_whole(at, body) {
        return Err(Refusal::new(
            Rule::SR_3_0_II_D,
            "only brigades that enter whole this turn",
        ));
    }
    may_change_to(at, body, orders)?;
    Ok(Rule::SR_3_0_II_D)
}

/// SR 3.0-II/D, 9.71: in the series whoever enters by itself is given orders by itself: a regiment whose brigade is on the map
/// already, or a unit of no brigade.
fn may_enter_alone_under(
    at: At<'_>,
    side: Side,
    unit: UnitId,
    orders: Orders,
) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::SR_3_0_II_D;
    let entry = at.setting.variations.entry_orders;
    if entry.value == EntryOrders::Listed {
        return Err(match orders {
            Orders::March => Refusal::new(
                Rule::BB_9_22,
                "reinforcements do not enter under March orders",
            ),
            _ => Refusal::new(
                entry.rule,
                "reinforcements enter under the orders listed for them",
            ),
        });
    }
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    let enters = matches!(state.presence, Presence::Due(group) if may_enter_now(at, group));
    if facts.side != side || !enters {
        return Err(Refusal::new(
            RULE,
            "no unit of this side that enters this turn",
        ));
    }
    let body = at.position.body_of(at.setting, unit);
    if at.setting.body(body).kind == BodyKind::Brigade && enters_whole(at, body) {
        return Err(Refusal::new(
            RULE,
            "its brigade enters whole and is given orders as one",
        ));
    }
    if state.orders == orders {
        return Err(Refusal::new(Rule::SR_6_12, "it is under these orders"));
    }
    if orders_of(facts, orders) != orders {
        return Err(Refusal::new(
            Rule::SR_6_18,
            "artillery is never under Attack orders",
        ));
    }
    may_change_to(at, body, orders)?;
    Ok(RULE)
}

/// Units that are still to come.
fn due(at: At<'_>) -> impl Iterator<Item = UnitId> + '_ {
    let units = at.setting.unit_ids();
    units.filter(move |&unit| matches!(at.position.unit(unit).presence, Presence::Due(_)))
}

/// SR 9.71: whether a brigade enters this turn, nobody of it being on the map.
pub(crate) fn enters_whole(at: At<'_>, body: BodyId) -> bool {
    let mut enters = false;
    for unit in at.position.members(at.setting, body) {
        match at.position.unit(unit).presence {
            Presence::OnMap => return false,
            Presence::Due(group) => enters |= super::may_enter_now(at, group),
            _ => {}
        }
    }
    enters
}

const ANY: [Orders; 3] = [Orders::March, Orders::Advance, Orders::Attack];

/// What was chosen for those who come in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coming {
    /// BB 9.7-delay: a group waits.
    Defer(EntryGroupId),
    /// SR 9.71: a body comes under these orders, by this rule.
    Under(BodyId, Orders, Rule),
    /// The same of a unit that comes by itself.
    AloneUnder(UnitId, Orders),
    /// Nothing more.
    Done,
}

impl Procedure for ReinforcementOrdersStep {
    type Means = Coming;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let defers = (0..at.setting.scenario.reinforcements.len())
            .any(|index| may_defer(at, self.side, EntryGroupId(index as u16)).is_ok());
        let ordered = at.setting.body_ids().any(|body| {
            let mut orders = ANY.into_iter();
            orders.any(|orders| may_enter_under(at, self.side, body, orders).is_ok())
        });
        let alone = due(at).any(|unit| {
            let mut orders = ANY.into_iter();
            orders.any(|orders| may_enter_alone_under(at, self.side, unit, orders).is_ok())
        });
        (defers || ordered || alone).then_some(Ask {
            side: self.side,
            rule: Rule::SR_3_0_II_D,
            prompt: Prompt::ReinforcementOrders,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for index in 0..at.setting.scenario.reinforcements.len() {
            let group = EntryGroupId(index as u16);
            each(Choice::Defer { group });
        }
        for body in at.setting.body_ids() {
            for orders in ANY {
                let choice = Choice::Orders { body, orders };
                each(choice);
            }
        }
        for unit in due(at) {
            for orders in ANY {
                each(Choice::UnitOrders { unit, orders });
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Coming> {
        let (rule, means) = match choice {
            Choice::Defer { group } => (may_defer(at, self.side, group)?, Coming::Defer(group)),
            Choice::Orders { body, orders } => {
                let rule = may_enter_under(at, self.side, body, orders)?;
                (rule, Coming::Under(body, orders, rule))
            }
            Choice::UnitOrders { unit, orders } => {
                let rule = may_enter_alone_under(at, self.side, unit, orders)?;
                (rule, Coming::AloneUnder(unit, orders))
            }
            Choice::Done => (Rule::SR_9_71, Coming::Done),
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Coming) -> Result<(), ChanceError> {
        match means {
            Coming::Under(body, orders, rule) => {
                let members: Vec<_> = play.position.members(play.setting, body).collect();
                play.happens(Event::OrdersGiven { body, orders, rule });
                march_four(play, body);
                for unit in members {
                    let orders = crate::orders::orders_of(play.setting.unit(unit), orders);
                    if play.position.unit(unit).orders != orders {
                        play.happens(Event::UnitOrders { unit, orders, rule });
                    }
                }
                play.push(self);
            }
            Coming::AloneUnder(unit, orders) => {
                let rule = Rule::SR_3_0_II_D;
                play.happens(Event::UnitOrders { unit, orders, rule });
                marches_alone(play, unit);
                play.push(self);
            }
            Coming::Defer(group) => {
                play.happens(Event::Deferred { group });
                take_out_markers(play);
                play.push(self);
            }
            Coming::Done => {}
        }
        Ok(())
    }
}

/// SR 5.28: whoever enters on the march may use four equivalents.
fn march_four(play: &mut Play<'_>, body: BodyId) {
    let march = MarchState {
        limit: 4,
        ..play.position.body(body).march
    };
    play.note_body(body, BodyNote::March(march));
}

/// The same for a unit that enters by itself; nobody else has such a limit of his own.
fn marches_alone(play: &mut Play<'_>, unit: UnitId) {
    let marches = play.position.unit(unit).orders == Orders::March;
    let limit = NonZeroU8::new(4).filter(|_| marches);
    if play.position.unit(unit).march.limit != limit {
        play.note_unit(unit, UnitNote::MarchLimit(limit));
    }
}

/// Whether a unit comes with a group now. BB 30.1-lew-wallace: whose arrival is rolled for is listed before he belongs to it.
fn is_due_with(at: At<'_>, unit: UnitId, index: usize) -> bool {
    let now = at.position.now(at.setting).map(|turn| turn.id);
    let group = at.setting.scenario.reinforcements.get(index);
    let late = group.is_some_and(|group| now.is_some_and(|now| group.turn < now));
    match at.position.unit(unit).presence {
        Presence::Due(own) => !late || usize::from(own.0) == index,
        _ => false,
    }
}

/// SR 5.28, 9.74: the orders and the Activations printed for a group's turn of entry.
pub fn list_activations(play: &mut Play<'_>, index: usize) {
    let setting = play.setting;
    let Some(group) = setting.scenario.reinforcements.get(index) else {
        return;
    };
    for piece in &group.pieces {
        let Some(unit) = piece.piece.unit() else {
            continue;
        };
        if !is_due_with(play.at(), unit, index) {
            continue;
        }
        if play.position.unit(unit).listed != group.activations {
            play.note_unit(unit, UnitNote::Listed(group.activations));
        }
        let body = play.position.body_of(setting, unit);
        let orders = crate::orders::orders_of(setting.unit(unit), group.orders);
        if play.position.unit(unit).orders != orders {
            play.happens(Event::UnitOrders {
                unit,
                orders,
                rule: Rule::SR_9_71,
            });
        }
        let whole = !play
            .position
            .members(setting, body)
            .any(|other| play.position.unit(other).on_map());
        if whole
            && play.position.body(body).orders != group.orders
            && setting.body(body).kind == BodyKind::Brigade
        {
            play.happens(Event::OrdersGiven {
                body,
                orders: group.orders,
                rule: Rule::SR_9_71,
            });
        }
        if !whole || setting.body(body).kind != BodyKind::Brigade {
            marches_alone(play, unit);
        }
        if whole && setting.body(body).kind == BodyKind::Brigade {
            let listed = play.position.body(body).listed;
            if listed < group.activations {
                play.note_body(body, BodyNote::Listed(group.activations));
            }
            if group.orders == Orders::March {
                march_four(play, body);
            }
        }
    }
}
