//! SR 9.13, 9.43: the steps of a unit in one hex or in column.

use core::cell::Ref;

use longroll_board::{Direction, Facing, HexId};
use longroll_core::Refusal;
use longroll_movement::extension::{self, LineMove};
use longroll_movement::step::{self, StepOrder, StepTerms, WayChoice};
use longroll_movement::{MinimumMove, Walker, Way, stacking, works};
use longroll_rule::Rule;

use super::deed::Deed;
use super::known::Prospect;
use crate::choice::Choice;
use crate::movement::limits;
use crate::movement::permits::not_its_own;
use crate::movement::stages::{Along, Stride};
use crate::procedure::{Breadth, Judgement, Ruling};

/// A turn of more than one vertex before the step.
fn is_wide(from: Facing, to: Facing) -> bool {
    from.turns_to(to).is_none_or(|steps| steps > 1)
}

impl<'a> Prospect<'a> {
    /// The steps worth asking about.
    pub(super) fn steps(&self, each: &mut dyn FnMut(Choice)) {
        let (at, unit) = (self.at, self.unit);
        let Ok(walker) = self.stepping() else { return };
        if self.spends().is_err() {
            return;
        }
        let fresh = walker.is_whole_move(&self.progress);
        let state = self.state();
        for (direction, hex) in at.setting.grid().neighbours(state.hex) {
            let on_route = self.follows_route(direction);
            for turn in -3_i8..=2 {
                // Off the route a turn of more than one vertex is a choice of its own.
                let wide = !(-1..=1).contains(&turn);
                if !on_route && !fresh && wide {
                    continue;
                }
                let facing = state.facing.turned(turn);
                if !facing.front().contains(direction) {
                    continue;
                }
                each(Choice::Move { unit, hex, facing });
                if works::is_entrenched(&at, state.hex, direction) {
                    each(Choice::Level { unit, hex, facing });
                }
                if on_route {
                    each(Choice::Road { unit, hex, facing });
                    if !wide {
                        each(Choice::OffRoad { unit, hex, facing });
                    }
                }
            }
        }
    }

    /// SR 8.44: the moves of a line worth asking about.
    pub(super) fn line_moves(&self, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        let state = self.state();
        for order in extension::line_moves(state.facing) {
            match order {
                LineMove::Forward(direction) => {
                    if let Some(hex) = self.at.setting.grid().neighbour(state.hex, direction) {
                        let facing = state.facing;
                        each(Choice::Move { unit, hex, facing });
                    }
                }
                LineMove::Wheel(hand) => each(Choice::Wheel { unit, hand }),
                LineMove::AboutFace => each(Choice::About { unit }),
            }
        }
    }

    /// The unit as its steps are judged: for a whole list what they keep asking for is found out once.
    pub(super) fn stepping(&self) -> Result<&Walker<'a>, Refusal> {
        if self.breadth == Breadth::One {
            return self.walker();
        }
        self.stepping
            .get_or_init(|| self.walker()?.for_many_steps(&self.at, &self.progress))
            .as_ref()
            .map_err(Clone::clone)
    }

    fn follows_route(&self, direction: Direction) -> bool {
        let ground = self.at.setting.ground();
        !ground
            .side_of(self.state().hex, direction)
            .routes
            .is_empty()
    }

    /// What bars a step into this hex whatever its manner, and the direction of the step.
    fn direction(&self, hex: HexId) -> Result<Direction, Refusal> {
        let at = self.at;
        self.spends()?;
        not_its_own(at, self.unit, hex)?;
        limits::may_enter(at, self.unit, hex)?;
        let from = self.state().hex;
        let course = self
            .course
            .get_or_init(|| crate::alert::step_towards(at, self.unit));
        if let Some(course) = course {
            course.may_step(at, from, hex)?;
        }
        at.setting
            .grid()
            .direction_between(from, hex)
            .ok_or_else(|| Refusal::new(Rule::SR_9_13, "a step leads to an adjacent hex"))
    }

    fn step_of(&self, order: StepOrder) -> Result<StepTerms, Refusal> {
        let walker = Walker {
            outlets: Some(&self.outlets),
            ..*self.stepping()?
        };
        step::step_of(&self.at, &self.progress, &walker, order)
    }

    /// The ordinary step, kept for the choices that ask for it one after the other.
    fn best(&self, direction: Direction, facing: Facing) -> Ref<'_, Result<StepTerms, Refusal>> {
        let order = StepOrder {
            direction,
            facing,
            way: WayChoice::Best,
        };
        let known = matches!(&*self.best.borrow(), Some((last, _)) if *last == order);
        if !known {
            let terms = self.step_of(order);
            *self.best.borrow_mut() = Some((order, terms));
        }
        Ref::map(self.best.borrow(), |best| match best {
            Some((_, terms)) => terms,
            None => unreachable!("it was just put there"),
        })
    }

    /// What bars a step once its price is known: a mission, Loose Reins.
    fn closes(&self, terms: &StepTerms) -> Result<(), Refusal> {
        crate::alert::may_march(self.at, self.unit, terms)?;
        self.drive().map_or(Ok(()), |drive| {
            drive.may_step(self.at, &self.progress, terms)
        })
    }

    /// The rule of the mode in which it moves: that of its brigade's orders, or SR 9.21 where it keeps its own.
    fn mode(&self, walker: &Walker<'_>) -> Rule {
        *self.mode.get_or_init(|| {
            let at = self.at;
            let body = at.position.body_of(at.setting, self.unit);
            let theirs = at.position.body(body).orders;
            let usual = crate::orders::orders_of(at.setting.unit(self.unit), theirs);
            if usual == walker.state.orders {
                walker.gait.rule()
            } else {
                Rule::SR_9_21
            }
        })
    }

    /// SR 8.25: a stack over the March limits may be left along the route by whoever keeps to them on the way.
    fn leaves_large_stack(&self) -> bool {
        *self.leaves_large_stack.get_or_init(|| {
            let (setting, position) = (self.at.setting, self.at.position);
            let hex = self.state().hex;
            self.progress.steps == 0
                && position.stack(hex).nth(1).is_some()
                && stacking::within_march_limits(setting, position, self.unit, hex)
                    == stacking::MarchLimits::Exceeded
        })
    }

    /// SR 9.13: the ordinary step.
    pub(super) fn judge_step(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        let direction = self.direction(hex)?;
        let best = self.best(direction, facing);
        let terms = *best.as_ref().map_err(Clone::clone)?;
        self.closes(&terms)?;
        let along_route = terms.way == Way::Route;
        let walker = self.stepping()?;
        if is_wide(self.state().facing, facing) {
            // Reading I58: the turn belongs to the one hex that is always allowed.
            let allowed = along_route || terms.minimum != MinimumMove::No;
            let choosable = self.follows_route(direction) || walker.is_whole_move(&self.progress);
            if !(allowed && choosable) {
                return Err(Refusal::new(
                    Rule::SR_7_21,
                    "off the route it turns first, then moves: face, then move",
                ));
            }
        }
        let rule = if along_route && self.leaves_large_stack() {
            Rule::SR_8_25
        } else {
            self.mode(walker)
        };
        let stride = Stride {
            direction,
            along: Along::Best,
            terms,
        };
        Ok(Ruling::new(rule, Deed::Step(stride)))
    }

    /// Whether the ordinary step goes over the ground, or is none.
    fn goes_by_ground(&self, direction: Direction, facing: Facing) -> bool {
        match &*self.best(direction, facing) {
            Ok(terms) => terms.way == Way::OffRoute,
            Err(_) => true,
        }
    }

    /// SR 8.13: the step along the route in Extended Column, where the ordinary one goes over the ground.
    pub(super) fn judge_road(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        let direction = self.direction(hex)?;
        let differs = || {
            if self.follows_route(direction) && self.goes_by_ground(direction, facing) {
                return Ok(());
            }
            Err(Refusal::new(
                Rule::SR_8_13,
                "its ordinary move follows the route already",
            ))
        };
        if self.breadth == Breadth::Many {
            // A list only wants to know whether; this is soon found out.
            differs()?;
        }
        let terms = self.step_of(StepOrder {
            direction,
            facing,
            way: WayChoice::Route,
        })?;
        self.closes(&terms)?;
        differs()?;
        let stride = Stride {
            direction,
            along: Along::Route,
            terms,
        };
        Ok(Ruling::new(Rule::SR_8_13, Deed::Step(stride)))
    }

    /// SR 9.43: the step over the ground, if it is open where the route, the ordinary way, leads elsewhere than to a lower
    /// price: it is closed, crosses a bridge or ford, or puts guns at risk (BB 9.43).
    pub(super) fn judge_off_road(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        let direction = self.direction(hex)?;
        let matters = || {
            if self.leaving_route_matters(direction, facing) {
                return Ok(());
            }
            Err(Refusal::new(
                Rule::SR_9_43,
                "leaving the route changes nothing but the price",
            ))
        };
        if self.breadth == Breadth::Many {
            matters()?;
        }
        let terms = self.step_of(StepOrder {
            direction,
            facing,
            way: WayChoice::OffRoute,
        })?;
        self.closes(&terms)?;
        matters()?;
        let stride = Stride {
            direction,
            along: Along::Ground,
            terms,
        };
        Ok(Ruling::new(Rule::SR_9_43, Deed::Step(stride)))
    }

    fn leaving_route_matters(&self, direction: Direction, facing: Facing) -> bool {
        let differs = || match &*self.best(direction, facing) {
            Ok(terms) => {
                let crosses = || self.at.tables.has_crossing(self.state().hex, direction);
                terms.way == Way::Route && (!terms.checks.is_empty() || crosses())
            }
            Err(_) => true,
        };
        !is_wide(self.state().facing, facing) && self.follows_route(direction) && differs()
    }

    /// SR 15.17: the ordinary step over an entrenchment, which is taken away.
    pub(super) fn judge_levelling(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        self.judge_step(hex, facing)?;
        let direction = self.direction(hex)?;
        let terms = self.step_of(StepOrder {
            direction,
            facing,
            way: WayChoice::Levelling,
        })?;
        // SR 9.42: the one hex that is always allowed leaves nothing for more.
        if terms.minimum != MinimumMove::No {
            return Err(Refusal::new(
                Rule::SR_15_17,
                "not enough MP to take the entrenchment away",
            ));
        }
        let stride = Stride {
            direction,
            along: Along::Levelling,
            terms,
        };
        Ok(Ruling::new(Rule::SR_15_17, Deed::Step(stride)))
    }
}
