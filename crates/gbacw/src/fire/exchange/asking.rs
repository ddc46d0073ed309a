//! SR 10.15, 10.42 to 10.45: who is asked whether he fires, at what, and what he may declare.

use std::rc::Rc;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::fire::{
    self, DeclaredFire, FireOptions, FireScene, Occasion, Shot, Simultaneity,
};
use longroll_core::{Refusal, Side};
use longroll_position::{Deeds, Part};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::super::declaring::{Trigger, add, candidates, declared, fits};
use super::frame::{Duel, FireStep, Stage, Volley};
use super::look::{ExchangeLook, Firing, Further};
use super::stack;
use crate::fire::manner::FireManner;
use crate::procedure::{Judgement, Ruling};
use crate::scene::At;

impl FireStep {
    /// Who may be worth asking at this stage.
    pub(super) fn shooters(&self, at: At<'_>) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = Vec::new();
        let mut take = |hex: HexId, side: Side| {
            for part in at.position.stack(hex) {
                let unit = part.unit;
                if at.setting.unit(unit).side == side && !found.contains(&unit) {
                    found.push(unit);
                }
            }
        };
        match (self.stage, self.occasion) {
            (Stage::Declare, _) => take(at.position.unit(self.unit).hex, self.side),
            (Stage::Collect, Occasion::Approach) => {
                for &hex in &self.at {
                    for near in at.held_within(self.side, hex, 3) {
                        take(near, self.side);
                    }
                }
                let grid = at.setting.grid();
                let has_guns = |unit: &UnitId| {
                    matches!(at.setting.unit(*unit).arm, Arm::Artillery | Arm::Gunboat)
                };
                found.retain(has_guns);
                let boats = at.setting.gunboat_ids().filter(|&unit| {
                    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
                    facts.side == self.side
                        && state.on_map()
                        && self
                            .at
                            .iter()
                            .any(|&hex| grid.distance(state.hex, hex) <= 3)
                });
                found.extend(boats);
            }
            (Stage::Collect, _) => {
                for &hex in &self.at {
                    for near in at.setting.neighbours(hex) {
                        take(near, self.side);
                    }
                }
            }
            (Stage::Late, _) => found.extend(self.waiting.iter().map(|(unit, _)| *unit)),
            _ => {
                for (origin, struck, _) in self.lanes.clone() {
                    take(struck, self.side.enemy());
                    let around = at.setting.neighbours(struck);
                    for near in around.chain(at.setting.neighbours(origin)) {
                        take(near, self.side.enemy());
                    }
                }
            }
        }
        found
    }

    /// From where to where the opening fires go, and whether by limited sight. SR 10.42: an answer goes to the hex the fire came
    /// from, wherever the firer is by then.
    pub(super) fn find_lanes(&self, at: At<'_>) -> SmallVec<[(HexId, HexId, bool); 4]> {
        let mut found = SmallVec::new();
        for volley in &self.fires {
            for firer in &volley.fire.from {
                let limited = volley.fire.options.limited;
                if let Some(origin) = firer.hex(at.position) {
                    let lane = (origin, volley.fire.target, limited);
                    if !found.contains(&lane) {
                        found.push(lane);
                    }
                }
            }
        }
        found
    }

    /// What may be fired at, on which occasion.
    pub(super) fn triggers(&self, at: At<'_>) -> SmallVec<[Trigger; 4]> {
        match self.stage {
            Stage::Declare => SmallVec::from_slice(&[Trigger::PHASING]),
            Stage::Collect => {
                let triggers = self.at.iter().map(|&hex| Trigger {
                    occasion: self.occasion,
                    at: Some(hex),
                    strikes: self.who_stays(at, hex),
                });
                triggers.collect()
            }
            _ => {
                let lanes = self.lanes.iter().copied();
                let triggers = lanes.map(|(origin, struck, limited)| Trigger {
                    occasion: Occasion::Return { struck, limited },
                    at: Some(origin),
                    strikes: None,
                });
                triggers.collect()
            }
        }
    }

    /// BB 9.44-swamp-leave: nobody fires at a unit that has not come out of its hex.
    pub(super) fn is_called_off(&self, at: At<'_>) -> bool {
        self.stage == Stage::Collect
            && self.occasion == Occasion::Withdrawal
            && at.position.unit(self.unit).deeds.has(Deeds::MOVE_ENDED)
    }

    pub(super) fn asked_side(&self) -> Option<Side> {
        match self.stage {
            Stage::Declare | Stage::Collect => Some(self.side),
            Stage::Answer | Stage::Late => Some(self.side.enemy()),
            _ => None,
        }
    }

    /// A fire that is declared at this stage.
    pub(super) fn judge_fire(
        &self,
        look: &ExchangeLook<'_>,
        unit: UnitId,
        target: HexId,
        manner: FireManner,
    ) -> Judgement<Firing> {
        let at = look.at;
        let scene = look.look.scene();
        let mut refused = None;
        for trigger in self.triggers(at) {
            let judged = declared(&scene, trigger, unit, target, manner).and_then(|fire| {
                if self.stage == Stage::Declare {
                    return self.judge_more(&scene, &look.further, unit, fire, manner.joins);
                }
                if manner.joins {
                    return self.judge_joining(&scene, at, unit, fire);
                }
                let volley = Volley::of(&scene, fire)?;
                self.in_time(at, &scene, unit, target)?;
                let kept = self.kept(&scene, &volley.fire)?;
                if kept > 0 && trigger.occasion == Occasion::PreAssault {
                    self.may_share(at, &scene, unit, target, manner)?;
                }
                Ok(Firing::One(Box::new(volley), kept))
            });
            match judged {
                Ok(firing) => {
                    let rule = trigger.occasion.rule();
                    return Ok(Ruling::new(rule, firing));
                }
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        Err(refused.unwrap_or(Refusal::new(Rule::SR_10_12, "there is nobody to fire at")))
    }

    /// SR 8.45, 10.63: a part of the same line, or a battery of the same hex, adds its fire to the last one.
    fn judge_joining(
        &self,
        look: &FireScene<'_>,
        at: At<'_>,
        unit: UnitId,
        fire: DeclaredFire,
    ) -> Result<Firing, Refusal> {
        let last = self.to_roll.last().filter(|_| self.may_join(at, unit));
        if look.facts(unit).arm == Arm::Gunboat {
            return Err(Refusal::new(
                Rule::BB_14_78,
                "gunboats do not combine their fire",
            ));
        }
        let Some(last) = last else {
            return Err(Refusal::new(
                fire.occasion.rule(),
                "only guns of one hex and the parts of one line fire together out of phase",
            ));
        };
        self.in_time(at, look, unit, fire.target)?;
        let mut before = last.fire.from.iter().map(|firer| firer.part.unit);
        if self.kept(look, &fire)? > 0 || before.any(|own| look.history.keeps_back(own)) {
            return Err(Refusal::new(
                Rule::SR_10_65,
                "whoever fires together keeps nothing back",
            ));
        }
        let together = add(look, core::slice::from_ref(&last.fire), fire.clone(), true)?;
        let history = look.history.without(&last.fire);
        let before = FireScene {
            history: &history,
            ..*look
        };
        fits(&before, &together)?;
        let Some(whole) = together.into_iter().next() else {
            return Err(Refusal::new(Rule::SR_10_63, "there is no fire to join"));
        };
        let volley = Volley::of(&before, whole)?;
        Ok(Firing::Joined(Box::new(volley)))
    }

    /// Whether a unit could add its fire to the last one that was declared out of phase.
    pub(super) fn may_join(&self, at: At<'_>, unit: UnitId) -> bool {
        let Some(first) = self.to_roll.last().and_then(|last| last.fire.from.first()) else {
            return false;
        };
        let guns = |unit: UnitId| at.setting.unit(unit).arm == Arm::Artillery;
        let mate = first.part.unit;
        let same_hex = || first.hex(at.position) == Some(at.position.unit(unit).hex);
        mate == unit || guns(mate) && guns(unit) && same_hex()
    }

    /// SR 10.41: Pre-Assault fire keeps nothing back: another attacking hex takes the rest.
    fn may_share(
        &self,
        at: At<'_>,
        look: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
        manner: FireManner,
    ) -> Result<(), Refusal> {
        let others = self.triggers(at).into_iter();
        let mut others = others.filter(|trigger| trigger.at.is_some_and(|hex| hex != target));
        // The other share fires in its own manner.
        let mut whole = FireManner { sp: None, ..manner };
        whole.options.rapid = false;
        let can = others.any(|trigger| {
            let Some(hex) = trigger.at else { return false };
            declared(look, trigger, unit, hex, whole)
                .and_then(|fire| Volley::of(look, fire))
                .is_ok()
        });
        if can {
            return Ok(());
        }
        Err(Refusal::new(
            Rule::SR_10_41,
            "Pre-Assault fire keeps nothing back",
        ))
    }

    /// SR 10.41: whether somebody has fired a part of his Pre-Assault fire and not the rest, though he can.
    pub(super) fn owes_fire(&self, at: At<'_>, look: &FireScene<'_>) -> bool {
        if self.occasion != Occasion::PreAssault || self.stage != Stage::Collect {
            return false;
        }
        self.to_roll.iter().any(|volley| {
            let Some(firer) = volley.fire.from.first() else {
                return false;
            };
            let kept = look.history.shooter(firer.part).is_some_and(|done| {
                let fires = &done.spent(fire::NonPhasing::PreAssault).fires;
                fires.len() == 1 && fires.iter().any(|past| past.reserved > 0)
            });
            let unit = firer.part.unit;
            let mut can = false;
            if kept && at.position.unit(unit).on_map() {
                for trigger in self.triggers(at) {
                    candidates(look, trigger, unit, &mut |target, manner| {
                        can |= declared(look, trigger, unit, target, manner)
                            .and_then(|fire| Volley::of(look, fire))
                            .is_ok();
                    });
                }
            }
            can
        })
    }

    /// SR 10.42, 10.45: whether its answer counts at this stage.
    pub(super) fn in_time(
        &self,
        at: At<'_>,
        look: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), Refusal> {
        let order = self.order_of(at, look, unit, target);
        // SR 14.31: between the two shots of Spencers the results of the first have been applied.
        let between = self.duel != Duel::None && order == Simultaneity::AfterResults;
        match self.stage {
            Stage::Answer if order != Simultaneity::Simultaneous && !between => Err(Refusal::new(
                Rule::SR_10_45,
                "it answers after the results have been applied",
            )),
            Stage::Late if !self.waits(unit) || had_it_in_front(look, unit, order) => Err(
                Refusal::new(Rule::SR_10_42, "it could have answered before the results"),
            ),
            _ => Ok(()),
        }
    }

    /// Whether a unit waits for its answer.
    pub(super) fn waits(&self, unit: UnitId) -> bool {
        self.waiting.iter().any(|(own, _)| *own == unit)
    }

    /// When the answer of a unit counts, by the best of its hexes.
    pub(super) fn order_of(
        &self,
        at: At<'_>,
        look: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
    ) -> Simultaneity {
        let count = at.position.unit(unit).hexes().count();
        let orders = (0..count).map(|number| {
            let number = u8::try_from(number).unwrap_or(0);
            let firer = fire::FiringPart::of(unit, 1).number(number);
            fire::return_order(look, firer, target)
        });
        orders.min().unwrap_or(Simultaneity::Simultaneous)
    }

    /// SR 10.15: what it keeps back for another hex.
    pub(super) fn kept(&self, look: &FireScene<'_>, fire: &DeclaredFire) -> Result<u8, Refusal> {
        let Some(&firer) = fire.from.first() else {
            return Ok(0);
        };
        if fire.occasion.kind().is_none() {
            return Ok(0);
        }
        let left = fire::left_of(look, fire, firer)?;
        Ok(left.saturating_sub(firer.sp))
    }

    /// SR 10.15, 10.63: one more fire of the declaration.
    pub(super) fn judge_more(
        &self,
        look: &FireScene<'_>,
        further: &Further,
        unit: UnitId,
        fire: DeclaredFire,
        joins: bool,
    ) -> Result<Firing, Refusal> {
        if unit != self.unit && !joins && !fire::divide_as_one(look, self.unit, unit) {
            return Err(Refusal::new(
                Rule::SR_10_13,
                "a unit completes its fire before the next begins",
            ));
        }
        if self.occasion == Occasion::Phasing {
            fire::stack_has_not_fired(look, unit)?;
            if unit != self.unit {
                stack::takes_part(look, self.unit, unit)?;
            }
        }
        let before: Vec<DeclaredFire> = self.fires.iter().map(|it| it.fire.clone()).collect();
        let with_mates = |known: &DeclaredFire| {
            let mut firers = known.from.iter().map(|firer| firer.part.unit);
            known.target == fire.target && firers.any(|own| fire::divide_as_one(look, own, unit))
        };
        if !joins && before.iter().any(with_mates) {
            return Err(Refusal::new(
                Rule::SR_10_82,
                "a stack fires at one hex as one",
            ));
        }
        let all = add(look, &before, fire, joins)?;
        let volleys: Result<Vec<Volley>, Refusal> = all
            .iter()
            .map(|fire| Volley::of(look, fire.clone()))
            .collect();
        let volleys = volleys?;
        fits(look, &all)?;
        let completed = can_be_completed(look, further, self.unit, &all)
            || stack::can_complete(look, self.unit, &all);
        if !completed {
            fire::judge_shares(look, &all)?;
        }
        Ok(Firing::All(volleys))
    }
}

/// SR 10.15, 10.65: whether a declaration is complete, or can be made so by fires at further hexes.
fn can_be_completed(
    look: &FireScene<'_>,
    further: &Further,
    unit: UnitId,
    fires: &[DeclaredFire],
) -> bool {
    if fire::judge_shares(look, fires).is_ok() {
        return true;
    }
    // The hexes of a line may each fire at it.
    let again = |fire: &&DeclaredFire| {
        let parts = |known: &DeclaredFire| {
            let own =
                |firer: &fire::FiringPart| fire.from.iter().any(|next| next.part == firer.part);
            known.from.iter().any(own)
        };
        fires
            .iter()
            .any(|known| known.target == fire.target && parts(known))
    };
    let all = further.of(look, unit, fires.first());
    let others: Vec<&DeclaredFire> = all.iter().filter(|fire| !again(fire)).collect();
    completes(look, fires, &others)
}

impl Further {
    /// What else the unit could fire at is the same whatever it takes first, but for what the first share binds it to.
    fn of(
        &self,
        look: &FireScene<'_>,
        unit: UnitId,
        first: Option<&DeclaredFire>,
    ) -> Rc<[DeclaredFire]> {
        // How fast and by which sight each share fires is its own.
        let bound = first.map(|first| FireOptions {
            rapid: false,
            limited: false,
            ..first.options
        });
        let mut known = self.0.borrow_mut();
        if let Some((_, fires)) = known.iter().find(|(own, _)| *own == bound) {
            return Rc::clone(fires);
        }
        let mut fires: Vec<DeclaredFire> = Vec::new();
        candidates(look, Trigger::PHASING, unit, &mut |target, manner| {
            if manner.sp.is_none() {
                return;
            }
            let next = declared(look, Trigger::PHASING, unit, target, manner);
            let next = next.and_then(|mut fire| {
                if let Some(bound) = bound {
                    let own = fire.options;
                    fire.options = bound;
                    fire.options.rapid = own.rapid;
                    fire.options.limited = own.limited;
                }
                fire::terms(look, &fire, Shot::First)?;
                Ok(fire)
            });
            if let Ok(fire) = next
                && !fires.contains(&fire)
            {
                fires.push(fire);
            }
        });
        let fires: Rc<[DeclaredFire]> = fires.into();
        known.push((bound, Rc::clone(&fires)));
        fires
    }
}

/// Whether some of these make the declaration complete; each is tried after those before it have been left out.
fn completes(look: &FireScene<'_>, fires: &[DeclaredFire], further: &[&DeclaredFire]) -> bool {
    // Every further fire takes another hex, and a battery has six guns at most.
    if fires.len() >= 6 {
        return false;
    }
    further.iter().enumerate().any(|(place, next)| {
        let Ok(all) = add(look, fires, (*next).clone(), false) else {
            return false;
        };
        fits(look, &all).is_ok()
            && (fire::judge_shares(look, &all).is_ok()
                || completes(look, &all, &further[place + 1..]))
    })
}

/// SR 10.45: whether guns had the hex in front all along, so that their answer to it was due before the results; not if they
/// have turned or refused since.
fn had_it_in_front(look: &FireScene<'_>, unit: UnitId, order: Simultaneity) -> bool {
    let shooter = look.history.shooter(Part::counter(unit));
    let reacted =
        shooter.is_some_and(|shooter| shooter.turned) || look.state(unit).refused.is_some();
    look.facts(unit).arm == Arm::Artillery && order == Simultaneity::Simultaneous && !reacted
}
