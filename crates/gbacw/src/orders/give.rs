//! Orders take effect: on the body, on its units in range, and on how they face.

use std::num::NonZeroU8;

use longroll_board::{Facing, FacingKind, Hand, HexId};
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::arrival::extension_is_behind;
use longroll_movement::extension::may_extend_between;
use longroll_position::{
    BodyId, BodyKind, BodyNote, CommandStatus, Deeds, Extent, HalfMp, MarchState, Presence,
    UnitNote,
};
use longroll_rule::Rule;

use super::permissions::{facing_kind, orders_of};
use crate::choice::Choice;
use crate::command::{units_in_range, units_taking_orders};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::FacingStep;

/// Which units of a body an order reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaching {
    /// SR 4.23: those In Command now.
    InCommand,
    /// SR 4.23: those found In Command in II/A, for the orders of II/C.
    AsFixed,
    /// SR 6.24, reading 131: those whom Loose Reins has bound.
    Bound,
    /// SR 6.26, 6.34, 6.35: all of them.
    Everybody,
}

/// SR 6.12: a body is put under orders, and its units with it.
pub fn give(play: &mut Play<'_>, body: BodyId, orders: Orders, rule: Rule, reaching: Reaching) {
    let was_marching = play.position.body(body).orders == Orders::March;
    play.happens(Event::OrdersGiven { body, orders, rule });
    if orders == Orders::March && !was_marching {
        // SR 5.28: the first turn of a march is limited by the division's number.
        let activator = play.position.body(body).activator;
        let number = play.position.activator(activator).number.clamp(1, 4);
        let march = play.position.body(body).march;
        let earlier = march.limit;
        let limit = number;
        play.note_body(body, BodyNote::March(MarchState { limit, ..march }));
        // Units that have marched by themselves before go on as they did.
        let members: Vec<UnitId> = play.position.members(play.setting, body).collect();
        for unit in members {
            let state = play.position.unit(unit);
            let own = state.march.limit.or(NonZeroU8::new(earlier));
            if state.orders == Orders::March && state.march.limit != own {
                play.note_unit(unit, UnitNote::MarchLimit(own));
            }
        }
    }
    let at = play.at();
    let units: Vec<UnitId> = match reaching {
        Reaching::InCommand => units_taking_orders(at, body).into_iter().collect(),
        Reaching::AsFixed | Reaching::Bound | Reaching::Everybody => at
            .position
            .members(at.setting, body)
            .filter(|&unit| {
                let state = at.position.unit(unit);
                // SR 12.81: guns left standing may be manned again, and are still of the brigade.
                let left = [Presence::AbandonedOne, Presence::AbandonedTwo];
                let stands = reaching == Reaching::Everybody && left.contains(&state.presence);
                state.on_map() || stands
            })
            .filter(|&unit| {
                let state = at.position.unit(unit);
                match reaching {
                    Reaching::Everybody => true,
                    Reaching::Bound => state.deeds.has(Deeds::BOUND),
                    _ => state.status == CommandStatus::InCommand,
                }
            })
            .collect(),
    };
    for unit in units {
        if !play.position.unit(unit).orders_wait {
            give_unit(play, unit, orders, rule);
        }
    }
}

/// SR 6.11, 6.18: one unit is put under orders; SR 7.23: to and from March it turns free of charge.
pub fn give_unit(play: &mut Play<'_>, unit: UnitId, orders: Orders, rule: Rule) {
    let orders = orders_of(play.setting.unit(unit), orders);
    if play.position.unit(unit).orders == orders {
        return;
    }
    play.happens(Event::UnitOrders { unit, orders, rule });
    if play.position.unit(unit).march.limit.is_some() {
        play.note_unit(unit, UnitNote::MarchLimit(None));
    }
    if orders == Orders::March {
        // Only units under Advance or Attack orders are refused.
        crate::movement::drop_refusal(play, unit, Rule::SR_7_32);
    }
    crate::movement::ask_facing(play, unit);
}

/// SR 9.71: whether a unit is under other orders than those of its brigade.
#[must_use]
pub fn lags_behind(at: At<'_>, unit: UnitId) -> bool {
    let body = at.position.body_of(at.setting, unit);
    at.setting.body(body).kind == BodyKind::Brigade
        && at.position.unit(unit).orders
            != orders_of(at.setting.unit(unit), at.position.body(body).orders)
}

/// SR 9.71: a unit that entered without its brigadier takes the orders of its brigade once it ends a move within his
/// range; if it marched, it is done for the turn.
pub fn join_brigade(play: &mut Play<'_>, unit: UnitId) {
    let at = play.at();
    let body = at.position.body_of(at.setting, unit);
    if !at.position.unit(unit).joining || !units_in_range(at, body).contains(&unit) {
        return;
    }
    let marched = at.position.unit(unit).orders == Orders::March;
    let orders = at.position.body(body).orders;
    play.note_unit(unit, UnitNote::Joining(false));
    give_unit(play, unit, orders, Rule::SR_9_71);
    if marched {
        let all = crate::activation::unit_entitlement(play.at(), unit);
        if play.position.unit(unit).used < all {
            play.note_unit(unit, UnitNote::Used(all));
        }
        play.did(unit, Deeds::FINISHED);
    }
}

/// SR 7.23, 7.11: any facing of the kind its orders demand; with others already so turned in the hex, theirs.
fn may_face(at: At<'_>, unit: UnitId, facing: Facing) -> Result<Rule, Refusal> {
    let state = at.position.unit(unit);
    if facing.kind() != facing_kind(state.orders) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "its orders demand the other kind of facing",
        ));
    }
    if let Extent::Line { .. } = state.extent
        && state.orders == Orders::March
    {
        return Err(Refusal::new(
            Rule::SR_7_26,
            "an Extended Line becomes an Extended Column under March orders",
        ));
    }
    if facing.kind() == FacingKind::Vertex {
        extension_is_behind(at.setting.grid(), state, facing)?;
    }
    let settled = at
        .position
        .stack(state.hex)
        .map(|part| part.unit)
        .find(|&other| {
            other != unit
                && at.position.unit(other).facing.kind()
                    == facing_kind(at.position.unit(other).orders)
        });
    match settled.map(|other| at.position.unit(other).facing) {
        Some(theirs) if theirs.kind() == facing.kind() && theirs != facing => Err(Refusal::new(
            Rule::SR_7_11,
            "all units in a hex face the same way",
        )),
        _ => Ok(Rule::SR_7_23),
    }
}

/// SR 7.26: the lines a column may become in its own hexes when its orders change from March: counter, extent, facing.
fn lines_in_place(at: At<'_>, unit: UnitId) -> Vec<(HexId, Extent, Facing)> {
    let state = at.position.unit(unit);
    let Extent::Column { rear, tail } = state.extent else {
        return Vec::new();
    };
    if facing_kind(state.orders) != FacingKind::Vertex || at.setting.unit(unit).arm != Arm::Infantry
    {
        return Vec::new();
    }
    let mut lines = Vec::new();
    // With two extensions the counter stands in the middle.
    let (counter, others) = match tail {
        Some(tail) => (rear, [Some(state.hex), Some(tail)]),
        None => (state.hex, [Some(rear), None]),
    };
    for facing in Facing::all_of(FacingKind::Vertex) {
        let beside = |hand| {
            at.setting
                .grid()
                .neighbour(counter, facing.flank(hand))
                .filter(|&hex| others.contains(&Some(hex)))
        };
        let (left, right) = (beside(Hand::Left), beside(Hand::Right));
        let found = usize::from(left.is_some()) + usize::from(right.is_some());
        let extent = Extent::Line { left, right };
        if found == others.iter().flatten().count()
            && may_extend_between(&at, unit, counter, extent).is_ok()
        {
            lines.push((counter, extent, facing));
        }
    }
    lines
}

/// SR 7.26: the columns a line may become in its own hexes when its orders change to March, the counter leading at either
/// end and facing any hexside but that of its own extension.
fn columns_in_place(at: At<'_>, unit: UnitId) -> Vec<(HexId, Extent, Facing)> {
    let state = at.position.unit(unit);
    let Extent::Line { left, right } = state.extent else {
        return Vec::new();
    };
    if state.orders != Orders::March {
        return Vec::new();
    }
    let ordered: Vec<HexId> = left.into_iter().chain([state.hex]).chain(right).collect();
    let reversed: Vec<HexId> = ordered.iter().rev().copied().collect();
    // SR 8.5-form: a column is not stacked; whoever shares a hex with guns draws together beside them.
    let shared = |hex: &HexId| at.position.stack(*hex).any(|part| part.unit != unit);
    if ordered.iter().any(shared) {
        let free: Vec<HexId> = ordered.iter().copied().filter(|hex| !shared(hex)).collect();
        return gathered(if free.is_empty() { ordered } else { free });
    }
    let mut columns = Vec::new();
    for hexes in [ordered, reversed] {
        let [head, rear, ref tail @ ..] = hexes[..] else {
            continue;
        };
        let back = at.setting.grid().direction_between(head, rear);
        for facing in Facing::all_of(FacingKind::Side) {
            if back.is_some_and(|back| !facing.front().contains(back)) {
                let tail = tail.first().copied();
                columns.push((head, Extent::Column { rear, tail }, facing));
            }
        }
    }
    columns
}

/// SR 7.26: the line or column in its own hexes that a choice means.
fn form_in_place(
    at: At<'_>,
    unit: UnitId,
    choice: Choice,
    hex: HexId,
    facing: Facing,
) -> Option<(HexId, Extent, Facing)> {
    let forms = match choice {
        Choice::Line { .. } => lines_in_place(at, unit),
        _ => columns_in_place(at, unit),
    };
    let mut forms = forms.into_iter();
    forms.find(|form| form.0 == hex && form.2 == facing)
}

/// A unit drawn together in any of these hexes, with every facing of the march.
fn gathered(hexes: Vec<HexId>) -> Vec<(HexId, Extent, Facing)> {
    hexes
        .into_iter()
        .flat_map(|hex| {
            let facings = Facing::all_of(FacingKind::Side);
            facings.map(move |facing| (hex, Extent::Single, facing))
        })
        .collect()
}

/// What was chosen of a unit whose orders demand another kind of facing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacingChoice {
    /// SR 7.26: it forms line or column in its own hexes: its hex, its shape, its facing.
    Forms(HexId, Extent, Facing),
    /// SR 7.23: it faces so.
    Faces(Facing),
}

impl Procedure for FacingStep {
    type Means = FacingChoice;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let state = at.position.unit(self.unit);
        let settled = state.facing.kind() == facing_kind(state.orders);
        (state.on_map() && !settled).then(|| Ask {
            side: at.setting.unit(self.unit).side,
            rule: Rule::SR_7_23,
            prompt: Prompt::FaceAtStart { unit: self.unit },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for (hex, _, facing) in lines_in_place(at, self.unit) {
            each(Choice::Line {
                unit: self.unit,
                hex,
                facing,
            });
        }
        for (hex, _, facing) in columns_in_place(at, self.unit) {
            each(Choice::Column {
                unit: self.unit,
                hex,
                facing,
            });
        }
        for facing in Facing::all_of(facing_kind(at.position.unit(self.unit).orders)) {
            let unit = self.unit;
            each(Choice::Face { unit, facing });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<FacingChoice> {
        match choice {
            Choice::Line { unit, hex, facing } | Choice::Column { unit, hex, facing } => {
                let form = form_in_place(at, unit, choice, hex, facing);
                match form.filter(|_| unit == self.unit) {
                    Some((hex, extent, facing)) => {
                        let means = FacingChoice::Forms(hex, extent, facing);
                        Ok(Ruling::new(Rule::SR_7_26, means))
                    }
                    None => Err(Refusal::new(
                        Rule::SR_7_26,
                        "it cannot stand like that in its own hexes",
                    )),
                }
            }
            Choice::Face { unit, facing } if unit == self.unit => {
                let rule = may_face(at, unit, facing)?;
                Ok(Ruling::new(rule, FacingChoice::Faces(facing)))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: FacingChoice) -> Result<(), ChanceError> {
        let (unit, cost) = (self.unit, HalfMp::ZERO);
        match means {
            FacingChoice::Forms(hex, extent, facing) => {
                let rule = Rule::SR_7_26;
                play.happens(Event::Turned {
                    unit,
                    facing,
                    cost,
                    rule,
                });
                play.happens(Event::ExtentChanged {
                    unit,
                    hex,
                    extent,
                    cost,
                    rule,
                });
            }
            FacingChoice::Faces(facing) => play.happens(Event::Turned {
                unit,
                facing,
                cost,
                rule: Rule::SR_7_23,
            }),
        }
        Ok(())
    }
}
