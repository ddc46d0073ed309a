//! SR 12.44-d: a unit goes back along its way, of its own will in Reaction movement (SR 9.63); ground marked d or D may stop it.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{ChanceError, Refusal};
use longroll_movement::Check as Ground;
use longroll_position::{Extent, HalfMp, Presence, StackPlace};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::check::{Check, CheckStep, Checked, Occasion, disorder};
use super::crews::crew_guns_in;
use super::loss::LossStep;
use super::removal::remove;
use super::way_back::{bogs, has_own_rule, mires};
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::extensions_on_top;
use crate::movement::relocation::relocate;
use crate::movement::{Cause, Destination};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done};

mod frame;

pub use self::frame::{Stop, Walk};

impl Walk {
    /// Which of the hexes ahead is the next whose ground asks something, else the last.
    fn next(&self, at: At<'_>) -> usize {
        let own = self.rule != Rule::SR_9_63;
        let asks = |stop: &Stop| {
            !stop.among_friends && (!stop.checks.is_empty() || own && mires(at, stop))
        };
        let last = self.stops.len().saturating_sub(1);
        self.stops.iter().position(asks).unwrap_or(last)
    }

    /// BB 9.44-swamp-extended: the Swamp hexes that an extended unit comes into next.
    fn bogs(&self, at: At<'_>) -> SmallVec<[HexId; 3]> {
        let stop = self.stops.get(self.next(at));
        stop.filter(|stop| self.due.is_empty() && !stop.by_route)
            .map(|stop| bogs(at, self.unit, stop.hex, stop.extent))
            .unwrap_or_default()
    }

    /// Goes to the next hex whose ground asks something, or to the end; `gathers` is where its owner draws a line together.
    fn onward(mut self, play: &mut Play<'_>, gathers: Option<HexId>) {
        let at = play.at();
        let own = self.rule != Rule::SR_9_63;
        let place = self.next(at);
        let entered = gathers.or(self.bogs(at).first().copied());
        let mut stop = self.stops[place];
        let unit = self.unit;
        let before = place.checked_sub(1).map(|before| self.stops[before]);
        let stood = play.position.unit(unit);
        let from = before.map_or((stood.hex, stood.extent), |stop| (stop.hex, stop.extent));
        let passed: SmallVec<[Stop; 4]> = self.stops.drain(..=place).take(place).collect();
        // BB 9.44-swamp-extended: an extended unit gathers in the Swamp and goes no further.
        if let Some(bog) = entered {
            stop.hex = bog;
            stop.extent = Extent::Single;
            self.stops.clear();
        }
        let stack = crate::movement::stack_place(play.at(), from.0, stop.hex);
        let above = extensions_on_top(play.at(), from, (stop.hex, stop.extent));
        let there = Destination {
            hex: stop.hex,
            extent: stop.extent,
            place: stack,
        };
        let cause = match self.rule {
            Rule::SR_9_63 => Cause::Evades,
            _ => Cause::FallsBack,
        };
        // SR 12.81: whoever moves through in Good Order mans the guns there.
        let mans = cause == Cause::Evades && !play.position.unit(unit).is_disordered();
        relocate(play, unit, there, HalfMp::ZERO, self.rule, cause);
        let others = |hex: &HexId| play.position.stack(*hex).nth(1).is_some();
        let above: SmallVec<[HexId; 2]> = above.into_iter().filter(others).collect();
        for hex in above {
            let order = play.position.order_with(hex, unit, StackPlace::Top);
            let rule = Rule::SR_8_23;
            play.happens(Event::Restacked { hex, order, rule });
        }
        for stop in passed.iter().filter(|_| mans) {
            crew_guns_in(play, unit, stop.hex);
        }
        let at = play.at();
        let class =
            longroll_movement::MoverClass::standing(at.setting.unit(unit), at.position.unit(unit));
        if class.is_some_and(|class| longroll_movement::special::beyond_limit(&at, class, stop.hex))
        {
            // BB 14.46: driven beyond its limit a Detachment is gone for good.
            remove(play, unit, Presence::Lost, Rule::BB_14_46);
            return;
        }
        if !stop.among_friends {
            // Reading I101: whoever evades is disordered with its check.
            if own && mires(at, &stop) {
                let disorders = play.setting.variations.swamp_retreat_disorders;
                disorder(play, unit, disorders.rule);
            }
            // Swamp never stops those who fall back (reading 90 of the assault chapter).
            let swamp = has_own_rule(play.at(), stop.hex);
            let asked = stop
                .checks
                .iter()
                .filter(|ground| !(swamp && matches!(ground, Ground::Hex | Ground::HexAutomatic)));
            self.due = asked.collect();
        }
        play.push(self);
    }

    /// What the ground asks next. A unit that was Disordered already stops where it fails.
    fn asks_ground(mut self, play: &mut Play<'_>) {
        let ground = self.due.remove(0);
        let unit = self.unit;
        let disordered = play.position.unit(unit).is_disordered();
        match ground {
            // BB 9.44-swamp-leave is for those who move or advance.
            Ground::LeaveSwamp => {}
            Ground::Hexside | Ground::Hex => {
                let check = Check::plain(unit, Occasion::Terrain(Rule::SR_12_44_d));
                play.call(self, CheckStep::Roll(check));
                return;
            }
            Ground::HexsideAutomatic | Ground::HexAutomatic | Ground::SwampTrail if disordered => {
                self.stays();
            }
            Ground::HexsideAutomatic | Ground::HexAutomatic | Ground::SwampTrail => {
                disorder(play, unit, Rule::SR_12_44_d);
            }
            Ground::GunAtRisk if disordered => {
                self.stays();
                let rule = Rule::BB_9_43_art_steep;
                play.push(LossStep { unit, sp: 1, rule });
            }
            Ground::GunAtRisk => disorder(play, unit, Rule::BB_9_43_art_steep),
        }
        play.push(self);
    }

    fn stays(&mut self) {
        self.stops.clear();
        self.due.clear();
    }
}

/// BB 9.44-swamp-extended: whom the owner is asked of who comes into several Swamp hexes at once.
pub(super) fn asks_where(at: At<'_>, unit: UnitId, bogs: &[HexId]) -> Option<Ask> {
    (bogs.len() > 1 && at.position.unit(unit).on_map()).then(|| Ask {
        side: at.setting.unit(unit).side,
        rule: Rule::BB_9_44_swamp_extended,
        prompt: Prompt::Gather { unit },
    })
}

/// The answers to that.
pub(super) fn wheres(unit: UnitId, bogs: &[HexId], each: &mut dyn FnMut(Choice)) {
    for &hex in bogs {
        let keeping = None;
        each(Choice::Retract { unit, hex, keeping });
    }
}

/// Which of them it is.
pub(super) fn judge_where(
    asked: UnitId,
    bogs: &[HexId],
    choice: Choice,
) -> Option<Judgement<HexId>> {
    const RULE: Rule = Rule::BB_9_44_swamp_extended;
    let Choice::Retract { unit, hex, keeping } = choice else {
        return None;
    };
    if unit != asked || keeping.is_some() || !bogs.contains(&hex) {
        let reason = "it gathers in one of the Swamp hexes it entered";
        return Some(Err(Refusal::new(RULE, reason)));
    }
    Some(Ok(Ruling::new(RULE, hex)))
}

impl Procedure for Walk {
    type Means = HexId;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        asks_where(at, self.unit, &self.bogs(at))
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        wheres(self.unit, &self.bogs(at), each);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<HexId> {
        judge_where(self.unit, &self.bogs(at), choice)
            .unwrap_or_else(|| Err(self.beside_the_point(at)))
    }

    fn carry_out(self, play: &mut Play<'_>, gathers: HexId) -> Result<(), ChanceError> {
        self.onward(play, Some(gathers));
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if !play.position.unit(self.unit).on_map() {
            return Ok(());
        }
        if !self.due.is_empty() {
            self.asks_ground(play);
        } else if !self.stops.is_empty() {
            self.onward(play, None);
        }
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let Done::Checked(Checked::SecondDisorder(_)) = result {
            self.stays();
        }
        // A question is asked, not run.
        play.push(self);
        Ok(())
    }
}
