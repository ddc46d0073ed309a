//! SR 6.12: II/C, orders and assignments.

use core::cell::RefCell;
use std::num::NonZeroU8;

use longroll_catalog::facts::{AbilityKind, Arm, Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{BodyId, BodyNote, Deeds, LeaderNote, MarchState, UnitNote};
use longroll_rule::Rule;

use super::assigning::{
    assign, assignable, assignment_candidates, attach, is_assignment_candidate, may_assign_now,
};
use super::give::{Reaching, give, give_unit};
use super::ordering::{
    is_reached_by_orders, may_order_once_reached, may_order_unit, may_put_on_march,
    unit_orders_rule,
};
use crate::choice::Choice;
use crate::command::{may_attach, may_ever_attach, may_join_march};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::DivisionOrdersStep;

/// SR 6.12: whoever has nobody on the map takes no orders.
fn is_in_the_field(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let mut members = at.position.members(at.setting, body);
    if members.any(|unit| at.position.unit(unit).on_map()) {
        return Ok(());
    }
    Err(Refusal::new(Rule::SR_6_12, "nobody of it is on the map"))
}

/// BB 4.24-orders: nobody but cavalry is given orders by itself, unless the scenario's groups are.
fn takes_orders_alone(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    if at.setting.unit(unit).arm == Arm::Cavalry || crate::held::answers_to_groups(at, unit) {
        return Ok(());
    }
    Err(Refusal::new(
        Rule::BB_4_24_orders,
        "only cavalry is given orders by itself",
    ))
}

/// What the judgements about the orders of one side share.
#[derive(Debug)]
pub struct OrdersLook<'a> {
    at: At<'a>,
    /// By body: whether any orders reach it, once asked for.
    reached: RefCell<Vec<Option<Result<(), Refusal>>>>,
}

impl OrdersLook<'_> {
    fn is_reached(&self, body: BodyId) -> Result<(), Refusal> {
        let mut all = self.reached.borrow_mut();
        if all.is_empty() {
            all.resize(self.at.setting.bodies.len(), None);
        }
        let find = || is_reached_by_orders(self.at, body);
        match all.get_mut(body.index()) {
            Some(known) => known.get_or_insert_with(find).clone(),
            None => find(),
        }
    }
}

impl Procedure for DivisionOrdersStep {
    type Look<'a> = OrdersLook<'a>;
    type Means = Choice;

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> OrdersLook<'a> {
        let reached = RefCell::default();
        OrdersLook { at, reached }
    }

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        match *self {
            Self::Give { side } => Some(Ask {
                side,
                rule: Rule::SR_6_12,
                prompt: Prompt::DivisionOrders,
            }),
            Self::End { .. } => None,
        }
    }

    fn candidates(&self, look: &OrdersLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at;
        let Self::Give { side } = *self else { return };
        let is_present = |body: BodyId| is_in_the_field(at, body).is_ok();
        for body in at.setting.body_ids() {
            if at.setting.body(body).side != side || !is_present(body) {
                continue;
            }
            for &orders in Orders::ALL {
                each(Choice::Orders { body, orders });
            }
            if !may_ever_attach(at, body) {
                continue;
            }
            for activator in at.setting.activator_ids() {
                each(Choice::Attach { body, activator });
            }
        }
        for unit in at
            .setting
            .unit_ids()
            .filter(|&unit| at.setting.unit(unit).side == side)
        {
            if takes_orders_alone(at, unit).is_ok() {
                for &orders in Orders::ALL {
                    each(Choice::UnitOrders { unit, orders });
                }
            }
            if assignable(at, unit) {
                for command in assignment_candidates(at, unit) {
                    each(Choice::Assign { unit, command });
                }
            }
        }
        for leader in at.setting.leader_ids().filter(|&leader| {
            at.setting.leader(leader).side == side
                && at
                    .setting
                    .leader(leader)
                    .ability(AbilityKind::OrdersMarch)
                    .is_some()
        }) {
            for body in at.setting.body_ids().filter(|&body| is_present(body)) {
                each(Choice::MarchUnder { leader, body });
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, look: &OrdersLook<'_>, choice: Choice) -> Judgement<Choice> {
        let at = look.at;
        let rule = match choice {
            Choice::Orders { body, orders } => {
                let rule = may_order_once_reached(at, body, orders, || look.is_reached(body))?;
                is_in_the_field(at, body)?;
                rule
            }
            Choice::UnitOrders { unit, orders } => {
                let rule = may_order_unit(at, unit, orders)?;
                takes_orders_alone(at, unit)?;
                rule
            }
            Choice::Assign { unit, command } => {
                let rule = may_assign_now(at, unit, command)?;
                if !assignable(at, unit) || !is_assignment_candidate(at, unit, command) {
                    return Err(Refusal::new(rule, "it is not assigned there"));
                }
                may_join_march(at, unit, command)?;
                rule
            }
            Choice::Attach { body, activator } => {
                let rule = may_attach(at, body, activator)?;
                is_in_the_field(at, body)?;
                rule
            }
            Choice::MarchUnder { leader, body } => {
                let rule = may_put_on_march(at, leader, body)?;
                is_in_the_field(at, body)?;
                rule
            }
            Choice::Done => Rule::SR_6_12,
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, choice))
    }

    /// Orders take brigades off the list; assignments may put some on it, and so does the end of a march: units in sight of
    /// the enemy do not join those who march (SR 6.14).
    fn narrows(&self, at: At<'_>, choice: Choice) -> bool {
        let orders = match choice {
            Choice::Orders { body, .. } => at.position.body(body).orders,
            Choice::UnitOrders { unit, .. } => at.position.unit(unit).orders,
            _ => return false,
        };
        orders != Orders::March
    }

    fn carry_out(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        if choice == Choice::Done {
            return Ok(());
        }
        play.push(self);
        match choice {
            Choice::Orders { body, orders } => {
                play.note_body(body, BodyNote::Tried(true));
                let rule = if orders == Orders::March {
                    Rule::SR_6_14
                } else {
                    Rule::SR_6_12
                };
                give(play, body, orders, rule, Reaching::AsFixed);
            }
            Choice::UnitOrders { unit, orders } => {
                play.did(unit, Deeds::ORDERED);
                let rule = unit_orders_rule(play.at(), unit);
                give_unit(play, unit, orders, rule);
                // SR 5.28: the first turn of a march is limited by the division's number.
                let body = play.position.body_of(play.setting, unit);
                let state = play.position.body(body);
                if orders == Orders::March {
                    let march = state.march;
                    let number = play.position.activator(state.activator).number.clamp(1, 4);
                    play.note_unit(unit, UnitNote::MarchLimit(NonZeroU8::new(number)));
                    let limit = march.limit.max(number);
                    play.note_body(body, BodyNote::March(MarchState { limit, ..march }));
                }
            }
            Choice::Assign { unit, command } => assign(play, unit, command),
            Choice::Attach { body, activator } => attach(play, body, activator, Rule::BB_5_26),
            Choice::MarchUnder { leader, body } => {
                play.note_leader(leader, LeaderNote::Used(AbilityKind::OrdersMarch));
                play.happens(Event::AbilityUsed {
                    leader,
                    body,
                    rule: Rule::BB_4_11_march,
                });
                give(
                    play,
                    body,
                    Orders::March,
                    Rule::BB_4_11_march,
                    Reaching::AsFixed,
                );
                play.note_body(body, BodyNote::Tried(true));
                let march = MarchState {
                    limit: 4,
                    spared: true,
                    ..play.position.body(body).march
                };
                play.note_body(body, BodyNote::March(march));
            }
            _ => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if let Self::End { side } = self {
            for body in play
                .setting
                .body_ids()
                .filter(|&body| play.setting.body(body).side == side)
            {
                let state = *play.position.body(body);
                if state.tried {
                    play.note_body(body, BodyNote::Tried(false));
                }
                if state.orders_fixed {
                    play.note_body(body, BodyNote::OrdersFixed(false));
                }
            }
            for unit in play
                .setting
                .unit_ids()
                .filter(|&unit| play.setting.unit(unit).side == side)
            {
                play.undid(unit, Deeds::ASSIGNED.with(Deeds::ORDERED));
            }
        }
        Ok(())
    }
}
