//! SR 6.2: a brigade tries to change its orders.

use longroll_catalog::facts::{LeaderId, Orders};
use longroll_catalog::tables::OrdersResult;
use longroll_core::{ChanceError, Refusal};
use longroll_position::{BodyId, BodyNote, Bound};
use longroll_rule::Rule;

use super::changing::{
    AttemptScope, attempt_terms, free_change_rule, has_free_change, may_attempt, may_change_freely,
    may_take, only_towards_attack,
};
use super::give::{Reaching, give};
use super::inspiring::{inspire, inspirers, may_inspire};
use super::loose_reins::LooseReinsStep;
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::{AttemptStep, StayAfter};

/// SR 6.21: whether a brigade has anybody to act with the marker.
fn is_there(at: At<'_>, scope: AttemptScope, body: BodyId) -> Result<(), Refusal> {
    if scope.bodies(at).contains(&body) {
        return Ok(());
    }
    Err(Refusal::new(
        Rule::SR_6_21,
        "nobody of it acts with this marker",
    ))
}

/// What was chosen about a change of orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changing {
    /// SR 6.21: a body tries, perhaps for these orders.
    Attempt(BodyId, Option<Orders>),
    /// BB 4.11-J1: a leader gives Attack orders.
    Inspire(LeaderId, BodyId),
    /// BB 30.0: a body changes without a roll, by this rule.
    Freely(BodyId, Orders, Rule),
    /// SR 6.23: the body whose roll allows it takes these orders, or keeps its own; does it stay afterwards?
    Settle(BodyId, Option<Orders>, StayAfter),
    /// Nobody else tries.
    Done,
}

impl Procedure for AttemptStep {
    type Means = Changing;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Ask { scope } => Some(Ask {
                side: scope.side(at),
                rule: Rule::SR_6_21,
                prompt: Prompt::OrdersChange,
            }),
            Self::Take { body, .. } => Some(Ask {
                side: at.setting.body(body).side,
                rule: Rule::SR_6_23,
                prompt: Prompt::TakeOrders { body },
            }),
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Ask { scope } => {
                for body in scope.bodies(at) {
                    if only_towards_attack(at, body).is_some() {
                        for wanted in [Orders::Advance, Orders::Attack] {
                            let wanted = Some(wanted);
                            each(Choice::Attempt { body, wanted });
                        }
                    } else {
                        each(Choice::Attempt { body, wanted: None });
                    }
                    if has_free_change(at, body) {
                        for orders in [Orders::Advance, Orders::Attack] {
                            each(Choice::Orders { body, orders });
                        }
                    }
                    for leader in inspirers(at, scope.side(at)) {
                        each(Choice::Inspire { leader, body });
                    }
                }
                each(Choice::Done);
            }
            Self::Take { .. } => {
                for orders in [Orders::Advance, Orders::Attack] {
                    each(Choice::Take { orders });
                }
                each(Choice::Keep);
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Changing> {
        let (rule, means) = match (*self, choice) {
            (Self::Ask { scope }, Choice::Attempt { body, wanted }) => {
                let rule = may_attempt(at, scope, body)?;
                is_there(at, scope, body)?;
                let rule = match (wanted, only_towards_attack(at, body).is_some()) {
                    (None, false) => rule,
                    (Some(Orders::Advance | Orders::Attack), true)
                        if wanted != Some(at.position.body(body).orders) =>
                    {
                        Rule::BB_6_22
                    }
                    (None, true) => {
                        return Err(Refusal::new(
                            Rule::BB_6_22,
                            "this brigade must name the orders it wants",
                        ));
                    }
                    (Some(_), _) => {
                        return Err(Refusal::new(
                            Rule::SR_6_21,
                            "the wanted orders are named only where they change the roll",
                        ));
                    }
                };
                (rule, Changing::Attempt(body, wanted))
            }
            (Self::Ask { scope }, Choice::Inspire { leader, body }) => {
                let rule = may_inspire(at, scope, leader, body)?;
                is_there(at, scope, body)?;
                (rule, Changing::Inspire(leader, body))
            }
            (Self::Ask { scope }, Choice::Orders { body, orders }) => {
                let rule = may_change_freely(at, scope, body, orders)?;
                is_there(at, scope, body)?;
                let free = free_change_rule(at, body);
                (rule, Changing::Freely(body, orders, free))
            }
            (Self::Take { body, wanted, stay }, Choice::Take { orders }) => {
                let rule = may_take(at, body, wanted, orders)?;
                (rule, Changing::Settle(body, Some(orders), stay))
            }
            (
                Self::Ask {
                    scope: AttemptScope::Division(activator),
                },
                Choice::Coordinate,
            ) => return Err(crate::activation::not_now(at, activator)),
            (Self::Ask { .. }, Choice::Done) => (Rule::SR_6_21, Changing::Done),
            (Self::Take { body, stay, .. }, Choice::Keep) => {
                (Rule::SR_6_23, Changing::Settle(body, None, stay))
            }
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Changing) -> Result<(), ChanceError> {
        match means {
            Changing::Attempt(body, wanted) => {
                play.push(self);
                attempt(play, body, wanted)
            }
            Changing::Inspire(leader, body) => {
                play.push(self);
                inspire(play, leader, body);
                Ok(())
            }
            Changing::Freely(body, orders, rule) => {
                play.push(self);
                play.note_body(body, BodyNote::Tried(true));
                play.note_body(body, BodyNote::ChangedFreely);
                give(play, body, orders, rule, Reaching::InCommand);
                Ok(())
            }
            Changing::Settle(body, orders, stay) => {
                let marching = play.position.body(body).orders == Orders::March;
                let changed = orders.is_some();
                if let Some(orders) = orders {
                    give(play, body, orders, Rule::SR_6_23, Reaching::InCommand);
                }
                if stay == StayAfter::Yes {
                    if marching && changed {
                        // SR 6.25: the Stay waits for the first division marker of this turn.
                        play.note_body(body, BodyNote::StayWaits(true));
                    } else {
                        bind(play, body, Bound::Stay, Rule::SR_6_23);
                    }
                }
                Ok(())
            }
            Changing::Done => Ok(()),
        }
    }
}

/// What holds for a body with this marker from now on. SR 5.34: Confusion goes on holding, whatever a later roll says; SR 6.25: a
/// Stay that has waited for this marker is not lifted by a result that says nothing.
pub(super) fn bind(play: &mut Play<'_>, body: BodyId, bound: Bound, rule: Rule) {
    let holds = match play.position.body(body).bound {
        Bound::Confusion => true,
        // SR 6.25: a Stay brought from the march holds for the whole marker, whoever drives on; guns and horse fall back without MP.
        Bound::Stay => bound != Bound::FallenBack,
        _ => false,
    };
    if !holds {
        play.happens(Event::Bound { body, bound, rule });
    }
}

/// SR 6.21: the roll for a change of orders.
#[must_use]
pub fn attempt_roll(at: At<'_>, body: BodyId, wanted: Option<Orders>) -> Roll {
    let terms = attempt_terms(at, body, wanted);
    let purpose = Purpose::OrdersChange(body);
    Roll::new(purpose, Rule::SR_6_21, terms, |_, total| {
        let total = i16::try_from(total).unwrap_or(i16::MAX);
        let mut rows = at.setting.tables().orders_change.iter();
        let row = rows.find(|row| row.roll.contains(total));
        Verdict::Orders(row.map_or(OrdersResult::Keep, |row| row.result))
    })
}

fn attempt(play: &mut Play<'_>, body: BodyId, wanted: Option<Orders>) -> Result<(), ChanceError> {
    play.note_body(body, BodyNote::Tried(true));
    let roll = attempt_roll(play.at(), body, wanted);
    match play.roll(roll)?.verdict {
        Verdict::Orders(OrdersResult::KeepAndStay) => bind(play, body, Bound::Stay, Rule::SR_6_23),
        Verdict::Orders(OrdersResult::LooseReins) => play.push(LooseReinsStep::Profile { body }),
        Verdict::Orders(OrdersResult::Change) => play.push(AttemptStep::Take {
            body,
            stay: StayAfter::No,
            wanted,
        }),
        Verdict::Orders(OrdersResult::ChangeAndStay) => play.push(AttemptStep::Take {
            body,
            stay: StayAfter::Yes,
            wanted,
        }),
        _ => {}
    }
    Ok(())
}
