//! SR 8.11, 8.22: whether a unit may stop where it stands, and whether it can still get away from where it may not.

use std::rc::Rc;

use longroll_board::{Facing, Hand};
use longroll_catalog::facts::Arm;
use longroll_core::Refusal;
use longroll_movement::passing::has_friends;
use longroll_movement::{Progress, Walker, Way, arrival, special};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;

use super::deed::Deed;
use super::known::Prospect;
use super::listing::Kinds;
use crate::choice::Choice;
use crate::movement::permits::{could_close, may_halt, may_turn_of};
use crate::procedure::{Judgement, Ruling};
use crate::scene::At;

impl Prospect<'_> {
    /// Whether it may end its move here.
    pub(super) fn halts(&self) -> Judgement<Deed> {
        match self.may_halt() {
            Ok(()) => Ok(Ruling::new(Rule::SR_9_13, Deed::Halt)),
            // A column that faces away from its extension can always turn back.
            Err(refusal) if refusal.rule == Rule::SR_8_52 => Err(refusal.clone()),
            // Reading I28: a unit that can neither go on nor stop goes back to where it may.
            Err(_) if !self.leads_on() && !self.leads_on_turned() => {
                Ok(Ruling::new(Rule::SR_8_22, Deed::Halt))
            }
            Err(refusal) => Err(refusal.clone()),
        }
    }

    /// Whether it may end its move here as far as nothing forces it to.
    fn may_halt(&self) -> &Result<(), Refusal> {
        self.halting
            .get_or_init(|| may_halt(self.at, &self.progress, self.unit, || self.is_driven_on()))
    }

    /// Whether a choice takes it out of its hex: turning alone leads nowhere.
    pub(in crate::movement) fn leads_on(&self) -> bool {
        *self.leads_on.get_or_init(|| {
            self.may_go(|choice| {
                matches!(
                    choice,
                    Choice::Move { .. }
                        | Choice::Road { .. }
                        | Choice::OffRoad { .. }
                        | Choice::Level { .. }
                        | Choice::Withdraw { .. }
                        | Choice::Retract { .. }
                        | Choice::Wheel { .. }
                )
            })
        })
    }

    /// The same after a turn in the hex.
    fn leads_on_turned(&self) -> bool {
        self.may_go(|choice| {
            let Choice::Face { facing, .. } = choice else {
                return false;
            };
            match self.judge_turn(facing).map(|ruling| ruling.means) {
                Ok(Deed::Turn(terms)) => {
                    let state = *self.state();
                    let after = UnitState {
                        facing,
                        spent: state.spent + terms.cost,
                        ..state
                    };
                    let (stops, goes) = self.then(after, terms.cost);
                    stops || goes
                }
                _ => false,
            }
        })
    }

    /// SR 8.22, 8.11: among friends it keeps the MP that it needs to join them or to get away from them; BB 14.55: far from
    /// them cavalry keeps those for the way back.
    pub(super) fn keeps_a_way(
        &self,
        facing: Facing,
        cost: HalfMp,
        refused: Option<Hand>,
    ) -> Result<(), Refusal> {
        let state = *self.state();
        let after = UnitState {
            facing,
            spent: state.spent + cost,
            refused: refused.or(state.refused),
            ..state
        };
        let horse = self.at.setting.unit(self.unit).arm == Arm::Cavalry;
        let among = |hex| has_friends(&self.at, hex, self.unit);
        let friends = after.hexes().any(among);
        let moved = self.progress.steps > 0 || state.extent != Extent::Single;
        if cost == HalfMp::ZERO && self.leaves_its_tail_aside(facing) {
            // SR 8.52: it has to go on from there, or turn back.
            if !self.turns_back(after) && self.then(after, cost) == (false, false) {
                return Err(Refusal::new(
                    Rule::SR_8_52,
                    "the extension of a column must end at a rear hexside of its counter",
                ));
            }
            return Ok(());
        }
        // SR 9.43: whoever has come by the road may owe the ground where it stops.
        let owes = self.progress.came_by == Way::Route && self.progress.steps > 0;
        if !moved || cost == HalfMp::ZERO || !(friends || horse || owes) {
            return Ok(());
        }
        // Cavalry that may end here as far as its friends go needs no way back; a column needs MP to turn back (SR 8.52).
        let single = state.extent == Extent::Single;
        if single && !friends && !owes && self.may_end_so_far_away() {
            return Ok(());
        }
        // Most can still conform to their friends, which costs no more after a turn.
        let plain = single && !state.deeds.has(Deeds::WITHDREW);
        if plain && refused.is_none() && self.can_stop_after(cost) {
            return Ok(());
        }
        let paid = match refused {
            None => cost,
            Some(_) => HalfMp::ZERO,
        };
        self.keeps_a_way_as(after, paid)
    }

    /// SR 8.52: whether the extension of a column would not be behind it any more.
    fn leaves_its_tail_aside(&self, facing: Facing) -> bool {
        arrival::extension_is_behind(self.at.setting.grid(), self.state(), facing).is_err()
    }

    /// Whether a column that would stand so may turn until its extension is behind it again.
    fn turns_back(&self, after: UnitState) -> bool {
        let deeds = after.deeds.with(Deeds::TURNED);
        let after = UnitState { deeds, ..after };
        let turns = [-1, 1, -2, 2, 3].map(|turn| after.facing.turned(turn));
        let mut back = turns
            .into_iter()
            .filter(|&to| !self.leaves_its_tail_aside(to));
        self.standing_so(after, |at| {
            Walker::of(&at, self.unit, self.progress.fired()).is_ok_and(|walker| {
                back.any(|to| may_turn_of(at, &self.progress, &walker, to).is_ok())
            })
        })
    }

    /// A question about the position in which it stands otherwise, below its friends.
    fn standing_so<T>(&self, after: UnitState, ask: impl FnOnce(At<'_>) -> T) -> T {
        let room = self.imagined.take();
        let copy = room.unwrap_or_else(|| self.at.position.clone());
        let there = copy.having_unit(self.at.setting, self.unit, after, StackPlace::Bottom);
        let told = ask(self.at.at(&there));
        self.imagined.replace(Some(there));
        told
    }

    /// Whether it may stop here, and could after it has paid this.
    fn can_stop_after(&self, cost: HalfMp) -> bool {
        let stop = self.stopping.get_or_init(|| {
            self.may_halt().as_ref().ok()?;
            let stop = arrival::stop(&self.at, &self.progress, self.unit).ok()?;
            Some(stop.cost)
        });
        let left = self.walker().map_or(HalfMp::ZERO, |walker| walker.left);
        stop.is_some_and(|stop| stop + cost <= left)
    }

    /// BB 14.55: whether cavalry is not too far away from its friends to stop here.
    fn may_end_so_far_away(&self) -> bool {
        let (start, hex) = (self.progress.start, self.state().hex);
        Walker::of(&self.at, self.unit, self.progress.fired())
            .is_ok_and(|walker| special::may_end(&self.at, &walker, start, hex).is_ok())
    }

    /// The same for whoever would stand so; `paid` of it for turning.
    pub(super) fn keeps_a_way_as(&self, after: UnitState, paid: HalfMp) -> Result<(), Refusal> {
        let friends = after
            .hexes()
            .any(|hex| has_friends(&self.at, hex, self.unit));
        let free = |(stops, goes)| stops || goes;
        let now = self.may_halt().is_ok() || self.leads_on();
        if !now || free(self.then(after, paid)) {
            return Ok(());
        }
        let horse = self.at.setting.unit(self.unit).arm == Arm::Cavalry;
        Err(if friends {
            Refusal::new(
                Rule::SR_8_22,
                "it needs its MP to join its friends here or to leave them",
            )
        } else if !horse {
            Refusal::new(
                Rule::SR_9_43,
                "it needs its MP for the ground where it stops",
            )
        } else {
            Refusal::new(
                Rule::BB_14_55,
                "it needs its MP to ride back to its friends",
            )
        })
    }

    /// Whether it could stop here, and go on from here, after it has paid for this.
    pub(super) fn then(&self, after: UnitState, paid: HalfMp) -> (bool, bool) {
        let progress = Progress {
            turn_paid: self.progress.turn_paid + paid,
            ..self.progress
        };
        self.standing_so(after, |at| {
            let driven_on = || could_close(at, self.unit, &progress);
            let stops = may_halt(at, &progress, self.unit, driven_on).is_ok();
            let mut next = Prospect::new(at, self.unit, progress, self.breadth);
            if after.extent == self.state().extent {
                next.outlets = Rc::clone(&self.outlets);
            }
            (stops, !stops && next.leads_on())
        })
    }

    /// Whether it may do anything of a kind.
    pub(in crate::movement) fn may_any(&self, kind: impl Fn(Choice) -> bool) -> bool {
        self.may_any_of(Kinds::All, kind)
    }

    /// The same of what takes it out of its hex or changes its front or shape.
    pub(in crate::movement) fn may_go(&self, kind: impl Fn(Choice) -> bool) -> bool {
        self.may_any_of(Kinds::Ways, kind)
    }

    pub(super) fn may_any_of(&self, kinds: Kinds, kind: impl Fn(Choice) -> bool) -> bool {
        let mut found = false;
        self.candidates_of(kinds, &mut |choice| {
            found = found || kind(choice) && self.judge(choice).is_ok();
        });
        found
    }
}
