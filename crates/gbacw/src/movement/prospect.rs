//! What a unit under way may do next: what its judgements share, what is worth asking about, and what is legal.
//!
//! A step is offered with the facing the unit has or one vertex from it; a wider turn is its own choice before the step,
//! at the same price (SR 7.21 judges the net change in a hex). Along a route, where turning is free, every facing is
//! offered.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::arrival;
use longroll_movement::extension::{self, LineMove};
use longroll_movement::facing::{self, Turn};
use longroll_movement::passing::has_friends;
use longroll_position::{Deeds, Extent, HalfMp, Mount, StackPlace, UnitState};
use longroll_rule::Rule;

use super::permits::{
    may_advance_line, may_refuse, may_refuse_alone, may_turn_of, may_unrefuse, may_withdraw,
    not_its_own,
};
use super::{charging, limits, mounting, special, together};
use crate::choice::Choice;
use crate::fire::SectionPlace;
use crate::fire::sections::may_raise;
use crate::fire::supplying::may_supply;
use crate::procedure::{Judgement, Ruling};
use crate::recovery::may_rally;

mod deed;
mod firing;
mod forms;
mod known;
mod leaving;
mod listing;
mod places;
mod reshaping;
mod shape;
mod steps;

pub use self::deed::Deed;
pub(super) use self::forms::must_unform;
pub use self::known::Prospect;
pub use self::reshaping::Reshape;

impl Prospect<'_> {
    /// Whether it may do this, what it means, and why not.
    pub(super) fn judge(&self, choice: Choice) -> Judgement<Deed> {
        let (at, unit) = (self.at, self.unit);
        if let Some(other) = super::unit_of(choice)
            && other != unit
        {
            return Err(Refusal::new(
                Rule::SR_8_21,
                "units move one at a time; another is under way",
            ));
        }
        if let Choice::Charge { hex, .. } = choice {
            return self.judge_charge(hex);
        }
        if charging::is_charging(at, unit)
            && let Err(refusal) = charging::keeps_to_charge(at, &self.progress, unit, choice)
        {
            let stuck = choice == Choice::Halt && !self.leads_on();
            if !stuck {
                return Err(refusal);
            }
        }
        if choice == Choice::Halt {
            return self.halts();
        }
        if self.state().deeds.has(Deeds::MUST_LEAVE) && self.keeps_it_here(choice) {
            return Err(super::staying::must_leave());
        }
        let unforms = must_unform(at, unit);
        if unforms && !matches!(choice, Choice::Retract { .. } | Choice::Line { .. }) {
            return Err(Refusal::new(
                Rule::SR_8_53,
                "a column under Attack orders retracts or forms line first",
            ));
        }
        if let Some(judgement) = self.judge_standing(choice) {
            return judgement;
        }
        let state = self.state();
        if at.setting.unit(unit).arm == Arm::Gunboat {
            return special::judge(at, unit, choice);
        }
        if state.deeds.has(Deeds::TOGETHER) {
            return together::judge(at, &self.progress, unit, choice);
        }
        let ruling = if unforms {
            self.judge_unforming(choice)?
        } else {
            self.judge_plain(choice)?
        };
        // SR 9.54: whoever withdraws does nothing else.
        if state.deeds.has(Deeds::WITHDREW) && !matches!(choice, Choice::Withdraw { .. }) {
            return Err(Refusal::new(
                Rule::SR_9_54,
                "Withdrawal movement is its whole movement",
            ));
        }
        Ok(ruling)
    }

    /// SR 11.54: whether it may announce a charge into this hex.
    fn judge_charge(&self, hex: HexId) -> Judgement<Deed> {
        let (at, unit) = (self.at, self.unit);
        self.spends()?;
        let state = self.state();
        let under_way = Deeds::TOGETHER
            .with(Deeds::WITHDREW)
            .with(Deeds::CHARGES)
            .with(Deeds::REORDERED)
            .with(Deeds::SUPPLIED);
        if !self.is_fresh()
            || state.deeds.any(under_way)
            || state.extent != Extent::Single
            || must_unform(at, unit)
            || !charging::targets(at, unit).contains(&hex)
        {
            return Err(Refusal::new(
                Rule::SR_11_54,
                "a charge is announced before anything else is done",
            ));
        }
        charging::may_announce(at, unit, hex)?;
        Ok(Ruling::new(Rule::SR_11_54, Deed::Charge(hex)))
    }

    /// What is done where it stands: ammunition, sections, fire, recovery. Nothing if the choice is none of these.
    fn judge_standing(&self, choice: Choice) -> Option<Judgement<Deed>> {
        let at = self.at;
        Some(match choice {
            Choice::Supply { section, .. } => self.judge_supply(section),
            Choice::Raise { unit, section } => may_raise(at, unit, section)
                .map(|_| Ruling::new(Rule::SR_8_24, Deed::Raise(section))),
            Choice::Shell { unit, body } => {
                special::may_shell(at, unit, body).map(|rule| Ruling::new(rule, Deed::Shell(body)))
            }
            Choice::Recover { unit } => may_rally(at, unit)
                .map(|rally| Ruling::new(Rule::SR_13_4, Deed::Recover(Box::new(rally)))),
            Choice::Fire { target, how, .. } => self.judge_fire(target, how),
            _ => return None,
        })
    }

    /// SR 10.92: whether it may bring up ammunition.
    fn judge_supply(&self, section: Option<SectionPlace>) -> Judgement<Deed> {
        let resupply = may_supply(self.at, self.unit, section)?;
        // It is done instead of moving.
        crate::recovery::not_compelled(self.at, self.unit)?;
        self.has_set_out()?;
        Ok(Ruling::new(Rule::SR_10_92, Deed::Supply(section, resupply)))
    }

    /// SR 7.32, 8.26: a stack refuses one flank, that of whoever refused first.
    fn refuses_as_its_stack(&self, hand: Hand) -> Result<(), Refusal> {
        let position = self.at.position;
        let mut mates = position.stack(self.state().hex).map(|part| part.unit);
        let other = |unit: UnitId| {
            let refused = position.unit(unit).refused;
            unit != self.unit && refused.is_some_and(|refused| refused != hand)
        };
        if self.state().extent == Extent::Single && mates.any(other) {
            return Err(Refusal::new(Rule::SR_7_32, "a unit refuses one flank only"));
        }
        Ok(())
    }

    /// SR 7.32-stack: what is done instead of leaving the hex.
    fn keeps_it_here(&self, choice: Choice) -> bool {
        match choice {
            Choice::Recover { .. }
            | Choice::Supply { .. }
            | Choice::Reorder { .. }
            | Choice::Refuse { .. }
            | Choice::RefuseAlone { .. } => true,
            Choice::Fire { .. } => self.state().orders_now() == Orders::Advance,
            _ => false,
        }
    }

    fn judge_plain(&self, choice: Choice) -> Judgement<Deed> {
        match choice {
            Choice::Move { hex, facing, .. } if self.is_line() => self.judge_line(hex, facing),
            Choice::Road { .. } | Choice::OffRoad { .. } | Choice::Level { .. }
                if self.is_line() =>
            {
                Err(Refusal::new(
                    Rule::SR_8_44,
                    "an Extended Line moves as a line, over the ground",
                ))
            }
            Choice::Move { hex, facing, .. } => self.judge_step(hex, facing),
            Choice::Road { hex, facing, .. } => self.judge_road(hex, facing),
            Choice::OffRoad { hex, facing, .. } => self.judge_off_road(hex, facing),
            Choice::Level { hex, facing, .. } => self.judge_levelling(hex, facing),
            Choice::Face { facing, .. } => {
                self.faces_the_enemy(facing)?;
                self.judge_turn(facing)
            }
            Choice::Wheel { hand, .. } => {
                self.judge_line_move(LineMove::Wheel(hand), Rule::SR_8_44_wheel)
            }
            Choice::About { .. } if self.is_line() => {
                self.judge_line_move(LineMove::AboutFace, Rule::SR_8_44_aboutface)
            }
            Choice::About { .. } => self.judge_about(),
            Choice::Refuse { hand, .. } => self.judge_refusing(hand),
            Choice::RefuseAlone { hand, .. } => self.judge_refusing_alone(hand),
            Choice::Unrefuse { .. } => self.judge_unrefusing(),
            Choice::Together { other, .. } => self.judge_going_together(other),
            Choice::Extend { hand, .. } => self.judge_extending(hand),
            Choice::Retract { hex, keeping, .. } => self.judge_retracting(hex, keeping),
            Choice::Column { hex, facing, .. } => self.judge_column(hex, facing),
            Choice::Line { hex, facing, .. } => self.judge_forming_line(hex, facing),
            Choice::Reorder { place, .. } => self.judge_reordering(place),
            Choice::Withdraw { hex, .. } => self.judge_withdrawing(hex),
            Choice::Mount { .. } => self.judge_mounting(Mount::Mounted),
            Choice::Dismount { .. } => self.judge_mounting(Mount::Dismounted),
            _ => Err(Refusal::new(
                Rule::SR_8_21,
                "a unit is under way; it goes on or halts",
            )),
        }
    }

    /// SR 7.32: whether it may refuse this flank, and its stack with it.
    fn judge_refusing(&self, hand: Hand) -> Judgement<Deed> {
        let (at, unit, progress) = (self.at, self.unit, &self.progress);
        self.may_reshape()?;
        may_refuse(at, progress, unit, hand)?;
        self.not_yet_refused()?;
        self.refuses_as_its_stack(hand)?;
        self.keeps_a_way(self.state().facing, HalfMp::ONE, Some(hand))?;
        Ok(Ruling::new(Rule::SR_7_32, Deed::Refuse(hand)))
    }

    /// SR 7.32-stack: whether it may do so alone.
    fn judge_refusing_alone(&self, hand: Hand) -> Judgement<Deed> {
        let (at, unit, progress) = (self.at, self.unit, &self.progress);
        self.may_reshape()?;
        may_refuse_alone(at, progress, unit, hand)?;
        self.not_yet_refused()?;
        self.keeps_a_way(self.state().facing, HalfMp::ONE, Some(hand))?;
        Ok(Ruling::new(Rule::SR_7_32_stack, Deed::RefuseAlone(hand)))
    }

    /// SR 7.33: whether it may stop refusing.
    fn judge_unrefusing(&self) -> Judgement<Deed> {
        let (at, unit, progress) = (self.at, self.unit, &self.progress);
        let cost = may_unrefuse(at, progress, unit)?;
        let state = *self.state();
        if cost > HalfMp::ZERO && progress.steps > 0 {
            // As if it still refused: what it has spent on its flank is not part of the one hex of SR 9.42.
            let spent = state.spent + cost;
            self.keeps_a_way_as(UnitState { spent, ..state }, HalfMp::ZERO)?;
        }
        Ok(Ruling::new(Rule::SR_7_33, Deed::Unrefuse))
    }

    /// SR 8.21: whether another unit of its hex may go with it.
    fn judge_going_together(&self, other: UnitId) -> Judgement<Deed> {
        let (at, unit, progress) = (self.at, self.unit, &self.progress);
        together::may_go_together(at, progress, unit, other)?;
        if !self.is_fresh() {
            let reason = "a group moves together from its first hex";
            return Err(Refusal::new(Rule::SR_8_21, reason));
        }
        Ok(Ruling::new(Rule::SR_8_21, Deed::Together(other)))
    }

    /// SR 8.24: whether it may take this place in its stack.
    fn judge_reordering(&self, place: StackPlace) -> Judgement<Deed> {
        let (at, unit, progress) = (self.at, self.unit, &self.progress);
        self.spends()?;
        let hexes = arrival::may_reorder(&at, progress, unit)?;
        // It is done instead of moving.
        crate::recovery::not_compelled(at, unit)?;
        self.has_set_out()?;
        let mut places = self::places::places(at, unit, &hexes).into_iter();
        match places.find(|(other, _)| *other == place) {
            Some((_, hex)) if self.is_fresh() => {
                Ok(Ruling::new(Rule::SR_8_24, Deed::Reorder(place, hex)))
            }
            _ => Err(Refusal::new(
                Rule::SR_8_24,
                "it lies there already, or there is no such place",
            )),
        }
    }

    /// SR 9.54: whether it may step back into this hex.
    fn judge_withdrawing(&self, hex: HexId) -> Judgement<Deed> {
        let (at, unit, progress) = (self.at, self.unit, &self.progress);
        // SR 9.54-extended: a column does not withdraw at all.
        if !matches!(self.state().extent, Extent::Column { .. }) {
            not_its_own(at, unit, hex)?;
        }
        self.spends()?;
        let back = may_withdraw(at, progress, unit, || self.stepping(), hex)?;
        if !self.is_fresh() && !self.state().deeds.has(Deeds::WITHDREW) {
            let reason = "Withdrawal movement is its whole movement";
            return Err(Refusal::new(Rule::SR_9_54, reason));
        }
        Ok(Ruling::new(Rule::SR_9_54, Deed::Withdraw(back)))
    }

    fn not_yet_refused(&self) -> Result<(), Refusal> {
        if self.state().refused.is_some() {
            return Err(Refusal::new(Rule::SR_7_32, "it is refused already"));
        }
        Ok(())
    }

    fn judge_mounting(&self, mount: Mount) -> Judgement<Deed> {
        let all = mounting::may_change(self.at, &self.progress, self.unit, mount)?;
        Ok(Ruling::new(Rule::SR_14_22, Deed::Mount(mount, all)))
    }

    fn judge_line(&self, hex: HexId, facing: Facing) -> Judgement<Deed> {
        let order = may_advance_line(self.at, &self.progress, self.unit, hex)?;
        if facing != self.state().facing {
            let reason = "an Extended Line keeps its facing as it moves";
            return Err(Refusal::new(Rule::SR_8_44_move, reason));
        }
        self.judge_line_move(order, Rule::SR_8_44_move)
    }

    fn judge_line_move(&self, order: LineMove, rule: Rule) -> Judgement<Deed> {
        self.spends()?;
        let terms = extension::move_line(&self.at, &self.progress, self.unit, order)?;
        self.keeps_its_enemy(
            core::iter::once(terms.hex).chain(terms.extent.hexes()),
            terms.facing,
        )?;
        if let Some(drive) = self.drive() {
            drive.may_move_line(self.at, &self.progress, order, &terms)?;
        }
        if order == LineMove::AboutFace {
            let after = terms.after(self.state());
            let mut hexes = after.hexes();
            if hexes.any(|hex| has_friends(&self.at, hex, self.unit)) {
                self.keeps_a_way_as(after, terms.total)?;
            }
        }
        limits::may_enter_all(self.at, self.unit, terms.entered.iter().copied())?;
        Ok(Ruling::new(rule, Deed::Line(order, terms)))
    }

    /// BB sob: what is done instead of moving is not for whoever has still to go on his brigade's mission.
    fn has_set_out(&self) -> Result<(), Refusal> {
        let body = self.at.position.body_of(self.at.setting, self.unit);
        if crate::alert::has_to_set_out(self.at, body, self.unit) {
            return Err(Refusal::new(
                Rule::BB_sob,
                "it has still to set out for its mission",
            ));
        }
        Ok(())
    }

    fn judge_turn(&self, to: Facing) -> Judgement<Deed> {
        let terms = may_turn_of(self.at, &self.progress, self.walker()?, to)?;
        if let Some(drive) = self.drive() {
            drive.may_turn(self.at, &self.progress, &terms)?;
        }
        self.keeps_a_way(to, terms.cost, None)?;
        Ok(Ruling::new(terms.rule, Deed::Turn(terms)))
    }

    fn judge_about(&self) -> Judgement<Deed> {
        let (at, progress) = (self.at, &self.progress);
        self.spends()?;
        let to = progress.entered_facing.about_face();
        if self.walker()?.state.facing == to {
            return Err(Refusal::new(Rule::SR_7_22, "it faces that way"));
        }
        let terms = facing::turn_of(&at, progress, self.walker()?, to, Turn::AboutFace)?;
        if let Some(drive) = self.drive() {
            drive.may_turn(at, progress, &terms)?;
        }
        self.keeps_a_way(to, terms.cost, None)?;
        Ok(Ruling::new(terms.rule, Deed::Turn(terms)))
    }
}
