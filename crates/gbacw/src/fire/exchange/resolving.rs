//! SR 10.17, 10.41, 12.48: the dice of an exchange, its results in their order, and what it leaves behind.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, Arm, UnitId};
use longroll_catalog::tables::FireDrm;
use longroll_combat::fire::{
    self, EventFire, FireOutcome, FireTerms, FirerArm, Load, Occasion, Simultaneity, Strikes, Wear,
};
use longroll_core::{ChanceError, Side, Terms};
use longroll_position::Note;
use longroll_position::fire::OwedWear;
use longroll_position::rule_set::ExtendedDepletion;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::super::declaring::FireLook;
use super::frame::{Duel, FireStep, Stage, Volley, Worn};
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::events::MishapStep;
use crate::movement::{FaceCause, ReactStep, stay_behind};
use crate::play::Play;
use crate::results::{AdvanceStep, Hit, Shock, StrikeStep};
use crate::scene::At;
use crate::step::Done;

/// Who fires at what, before the dice.
pub(super) fn tell(play: &mut Play<'_>, volley: &Volley, kept: u8) {
    play.happens(Event::Fired {
        fire: Box::new(volley.fire.clone()),
        kept,
        rule: volley.fire.occasion.rule(),
    });
    let close = volley.shots.iter().any(|terms| terms.load != Load::Shell);
    crate::held::fired_at(play, &volley.fire, close);
}

/// BB 18.1-fire: misdirected fire wakes nobody and breaks no march.
fn is_the_enemys(volley: &&Volley) -> bool {
    volley.fire.occasion != Occasion::Event(EventFire::Misdirected)
}

impl FireStep {
    /// SR 6.34: a brigade in Reserve that is fired at within four hexes leaves it first.
    pub(super) fn warn(self, play: &mut Play<'_>) {
        let mut woken = Vec::new();
        for volley in self.fires.iter().filter(is_the_enemys) {
            // Of a line that fires as one the nearer part counts.
            let target = volley.fire.target;
            let firers = volley.fire.from.iter();
            let ranges = firers.filter_map(|firer| {
                let from = firer.hex(&play.position)?;
                Some(play.setting.grid().distance(from, target))
            });
            if ranges.min().is_some_and(fire::leaves_reserve) {
                for part in play.position.stack(volley.fire.target) {
                    if !woken.contains(&part.unit) {
                        woken.push(part.unit);
                    }
                }
            }
        }
        // SR 7.23: whoever comes under other orders by it faces anew before the fire.
        self.next(play, Stage::Announce);
        crate::orders::leave_reserve_under_attack(play, &woken);
    }

    /// The fire is told; it may still be prevented.
    pub(super) fn announce(mut self, play: &mut Play<'_>) {
        // The target may face otherwise by now.
        let look = FireLook::under_way(play.at(), self.unit, self.start);
        for volley in &mut self.fires {
            if let Ok(anew) = Volley::of(&look.scene(), volley.fire.clone()) {
                *volley = anew;
            }
        }
        let volleys = self.fires.clone();
        for volley in &volleys {
            tell(play, volley, 0);
        }
        self.next(play, Stage::VetoOpening);
        // BB 30.6-surprise: the surprised check before anybody answers.
        for volley in &volleys {
            let firers = volley.fire.from.iter().map(|firer| firer.part.unit);
            for firer in firers.collect::<Vec<_>>() {
                crate::alert::attacker_fired(play, firer, volley.fire.target);
            }
        }
    }

    /// SR 6.26: what has been announced and not prevented breaks marches. It can be answered: who may answer only later is
    /// noted.
    pub(super) fn ready(mut self, play: &mut Play<'_>) {
        self.break_marches(play);
        if self.is_unanswered() {
            self.to_roll = self.fires.clone();
            self.next(play, Stage::Roll);
            return;
        }
        self.lanes = self.find_lanes(play.at());
        let at = play.at();
        let look = FireLook::new(at);
        let scene = look.scene();
        let step = self.clone().at_stage(Stage::Answer);
        let mut waiting = Vec::new();
        let repeated = self.fires.iter().any(Volley::is_repeated);
        for unit in step.shooters(at) {
            let late = step.lanes.iter().any(|&(origin, _, _)| {
                // SR 14.31: the first shot of Spencers has its results before anybody answers.
                match step.order_of(at, &scene, unit, origin) {
                    Simultaneity::Simultaneous => false,
                    Simultaneity::AfterResults => !repeated,
                    Simultaneity::AfterReaction => true,
                }
            });
            if late {
                waiting.push((unit, at.position.unit(unit).hex));
            }
        }
        self.waiting = waiting;
        let stage = if self.opens_with_spencers(play.at()) {
            Stage::Roll
        } else {
            Stage::Answer
        };
        self.next(play, stage);
    }

    /// SR 10.17: everything is rolled before anything is applied.
    pub(super) fn roll_all(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let volleys = core::mem::take(&mut self.to_roll);
        for volley in volleys {
            self.roll(play, &volley)?;
        }
        self.next(play, Stage::Apply);
        Ok(())
    }

    /// SR 10.41: one fire out of phase after the other.
    pub(super) fn roll_next(self, play: &mut Play<'_>) {
        let stage = if self.to_roll.is_empty() {
            Stage::Close
        } else {
            Stage::VetoNext
        };
        self.next(play, stage);
    }

    /// The first of what is still to be rolled.
    pub(super) fn roll_one(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let volley = self.to_roll.remove(0);
        self.roll(play, &volley)?;
        self.next(play, Stage::Apply);
        Ok(())
    }

    /// Rolls the shots of one fire. Fire reading 41: where nobody is left to hit the dice only wear the ammunition.
    pub(super) fn roll(&mut self, play: &mut Play<'_>, volley: &Volley) -> Result<(), ChanceError> {
        let Some(unit) = volley.unit() else {
            return Ok(());
        };
        let number = self.worn.iter().map(|worn| worn.volley + 1).max();
        let number = number.unwrap_or(0);
        let table = &play.setting.tables().fire;
        let side = play.setting.unit(unit).side;
        let enemy = match volley.fire.occasion {
            Occasion::Event(EventFire::Misdirected) => side,
            _ => side.enemy(),
        };
        let mut stack = play.position.stack(volley.fire.target);
        let empty = !stack.any(|part| play.setting.unit(part.unit).side == enemy);
        for terms in &volley.shots {
            if empty && terms.worn.is_empty() {
                continue;
            }
            let lowered = self
                .runs_low(play.at(), volley)
                .then(|| low(play.at(), terms));
            let terms = lowered.as_ref().unwrap_or(terms);
            let (purpose, added) = if empty {
                (Purpose::WastedFire(unit), Terms::new())
            } else {
                (Purpose::Fire(unit, volley.fire.target), terms.terms.clone())
            };
            let roll = Roll::new(purpose, terms.rule, added, |die, _| {
                if empty {
                    Verdict::Total
                } else {
                    Verdict::Fire(terms.outcome(table, die.face()).result)
                }
            });
            let die = play.roll(roll)?.die.face();
            self.wear(terms, volley.fire.target, number, die);
            if !empty {
                let outcome = terms.outcome(table, die);
                let mut hit = hit_of(volley, terms, &outcome, enemy);
                if self.who_stays(play.at(), volley.fire.target).is_some() {
                    hit.spared = self.leavers.clone();
                }
                hit.assaulting.clone_from(&self.assaulting);
                self.hits.push(hit);
            }
        }
        Ok(())
    }

    /// Fire reading 123, the other one: whether the die of another part has left the line of this one Low.
    fn runs_low(&self, at: At<'_>, volley: &Volley) -> bool {
        if at.setting.rules.switches.extended_depletion != ExtendedDepletion::PerPart {
            return false;
        }
        let Some(own) = volley.fire.from.first().map(|firer| firer.part) else {
            return false;
        };
        let other_part = |fired: &Volley| {
            let mut from = fired.fire.from.iter();
            from.any(|firer| firer.part.unit == own.unit && firer.part.number != own.number)
        };
        let table = &at.setting.tables().fire;
        let ran_low = |worn: &Worn| {
            let after = fire::ammunition_after(table, worn.before, &worn.shots);
            worn.unit == own.unit && worn.before == Ammunition::Full && after == Ammunition::Low
        };
        self.fires.iter().any(other_part) && self.worn.iter().any(ran_low)
    }

    pub(super) fn wear(&mut self, terms: &FireTerms, target: HexId, volley: usize, die: u8) {
        for worn in &terms.worn {
            let same = |known: &&mut Worn| known.unit == worn.unit && known.section == worn.section;
            match self.worn.iter_mut().find(same) {
                Some(known) => known.shots.push((worn.wear, die)),
                None => self.worn.push(Worn {
                    unit: worn.unit,
                    section: worn.section,
                    target,
                    volley,
                    before: worn.before,
                    shots: vec![(worn.wear, die)],
                }),
            }
        }
    }

    /// The next result. Fire reading 40: a retreat of the target of phasing fire waits for the answers.
    pub(super) fn apply(mut self, play: &mut Play<'_>) {
        if self.hits.is_empty() {
            let stage = if !self.occasion.opens() {
                Stage::RollNext
            } else if !self.held.is_empty() {
                Stage::Retreat
            } else if self.duel == Duel::Unanswered {
                self.duel = Duel::Answered;
                Stage::Answer
            } else if !self.second.is_empty() {
                Stage::Second
            } else if self.to_roll.is_empty() && self.waiting.is_empty() {
                Stage::Close
            } else if self.to_roll.is_empty() {
                Stage::Turn
            } else {
                Stage::RollNext
            };
            self.next(play, stage);
            return;
        }
        // SR 10.41, 12.48: both sides must retreat, and do, before another result strikes the firer's hex.
        let next = self.hits.first();
        let waits = next.is_some_and(|next| {
            let same = |strike: &StrikeStep| strike.is_on(next.side, next.target);
            next.side == self.side && self.held.iter().any(same)
        });
        if waits {
            self.next(play, Stage::Retreat);
            return;
        }
        let hit = self.hits.remove(0);
        if let (Occasion::Event(EventFire::Misdirected), Strikes::First(unit)) =
            (self.occasion, hit.strikes)
        {
            let mishap = MishapStep::of(unit, &hit);
            play.push(self);
            play.push(mishap);
            return;
        }
        // SR 12.48: where both sides must retreat, both wait until it is known.
        let holds = self.occasion.opens()
            && self.duel == Duel::None
            && if hit.side == self.side {
                !self.held.is_empty()
            } else {
                // SR 10.15: and those of a split fire until all its results are there; SR 10.68: but what comes after it into
                // the same hex finds it gone.
                let again = |next: &Hit| next.side == hit.side && next.target == hit.target;
                !self.hits.is_empty() && !self.hits.iter().any(again)
            };
        let strike = StrikeStep::new(play.at(), hit, holds);
        play.call(self, strike);
    }

    pub(super) fn retreat(mut self, play: &mut Play<'_>) {
        // SR 12.48: the steadier side retreats last; on a tie the defender goes first.
        let at = play.at();
        let phasing = self.side;
        let best = |side: Side| {
            let theirs = self.held.iter().map(|strike| strike.steadiness(at));
            let own = theirs.filter(|(whose, _)| *whose == side);
            own.map(|(_, value)| value).max()
        };
        let first = match (best(phasing), best(phasing.enemy())) {
            (Some(own), Some(theirs)) if own < theirs => phasing,
            (Some(_), None) => phasing,
            _ => phasing.enemy(),
        };
        let place = self
            .held
            .iter()
            .position(|strike| strike.steadiness(at).0 == first);
        let Some(place) = place else {
            self.next(play, Stage::Apply);
            return;
        };
        let strike = self.held.remove(place);
        play.call(self, strike.going_on());
    }

    /// SR 9.61, 10.42: the target of a fire from outside its front may turn or refuse, unless it had to retreat.
    pub(super) fn turn(mut self, play: &mut Play<'_>) {
        let at = play.at();
        let mut steps = Vec::new();
        for (origin, struck, _) in self.lanes.clone() {
            let top = at.position.stack(struck).next().map(|part| part.unit);
            if let Some(unit) = top.filter(|&unit| self.waits(unit)) {
                steps.push(
                    ReactStep::Face {
                        unit,
                        mover: self.unit,
                        hex: origin,
                        cause: FaceCause::Fired,
                    }
                    .into(),
                );
            }
        }
        // SR 10.42: whoever had to retreat answers no more.
        let still = |(unit, hex): &(UnitId, HexId)| {
            let state = at.position.unit(*unit);
            state.on_map() && state.hex == *hex
        };
        self.waiting.retain(still);
        self.next(play, Stage::Late);
        play.then(steps);
    }

    /// SR 10.69, 10.91: the dice have worn the ammunition; SR 10.44: whoever called is told whether the mover was hurt.
    pub(super) fn close(self, play: &mut Play<'_>) {
        let table = &play.setting.tables().fire;
        for worn in &self.worn {
            // SR 10.65: sections that attack one hex more than once share what the dice wear.
            let again = |other: &&Worn| {
                other.unit == worn.unit
                    && worn.section.is_some()
                    && other.volley != worn.volley
                    && other.target == worn.target
            };
            let shared = self.worn.iter().filter(again);
            let shared = shared.flat_map(|other| other.shots.iter());
            let shots: Vec<(Wear, u8)> = worn
                .shots
                .iter()
                .copied()
                .chain(shared.map(|(_, die)| (Wear::Ordinary, *die)))
                .collect();
            let last = shots.iter().any(|(wear, _)| *wear == Wear::LastRounds);
            let jammed = |(wear, die): &(Wear, u8)| {
                *wear == Wear::SpencerSecond && table.depletion.contains(die)
            };
            let after = fire::ammunition_after(table, worn.before, &shots);
            let guns = play.setting.unit(worn.unit).arm == Arm::Artillery;
            let rule = match (guns, last) {
                (true, _) => Rule::SR_10_69,
                (false, true) => Rule::BB_10_91,
                (false, false) if shots.iter().any(jammed) => Rule::SR_14_33,
                (false, false) => Rule::SR_10_91,
            };
            wears(play, worn, after, rule);
        }
        if self.occasion == Occasion::Phasing {
            self.may_advance(play);
        }
        let state = play.position.unit(self.unit);
        let hurt = !state.on_map() || (state.sp, state.cohesion) != self.before;
        play.finish(Done::FiredAt { hurt });
    }

    /// SR 6.26: a march that suffers any fire but that of artillery is broken.
    pub(super) fn break_marches(&self, play: &mut Play<'_>) {
        for volley in self.fires.iter().filter(is_the_enemys) {
            let guns = |firer: &fire::FiringPart| has_guns(play.at(), firer.part.unit);
            if volley.fire.from.iter().all(guns) {
                continue;
            }
            let struck: Vec<UnitId> = play
                .position
                .stack(volley.fire.target)
                .map(|part| part.unit)
                .collect();
            for unit in struck {
                crate::orders::break_march_of(play, unit);
            }
        }
    }

    /// SR 12.6-fire: whoever has emptied a hex next to it may advance; SR 10.82: each of those who fired together, whoever declared
    /// the fire before the others.
    pub(super) fn may_advance(&self, play: &mut Play<'_>) {
        let mut firers: SmallVec<[UnitId; 4]> = SmallVec::from_slice(&[self.unit]);
        for firer in self.fires.iter().flat_map(|volley| &volley.fire.from) {
            let unit = firer.part.unit;
            let facts = play.setting.unit(unit);
            let advances = facts.side == self.side && facts.arm != Arm::Artillery;
            if advances && !firers.contains(&unit) {
                firers.push(unit);
            }
        }
        for unit in firers.into_iter().rev() {
            let hexes = self.emptied_by(play.at(), unit);
            if !hexes.is_empty() && play.position.unit(unit).on_map() {
                // SR 12.72: who meant to move with it chooses anew.
                stay_behind(play, unit);
                play.push(AdvanceStep { unit, hexes });
            }
        }
    }

    /// SR 12.6-fire: the hexes beside a unit that its fire has emptied, if it began next to them.
    fn emptied_by(&self, at: At<'_>, unit: UnitId) -> SmallVec<[HexId; 2]> {
        let grid = at.setting.grid();
        let state = at.position.unit(unit);
        // Whoever has moved and waited for those with whom he fires began where he set out.
        let start = state.began.unwrap_or(if unit == self.unit {
            self.start
        } else {
            state.hex
        });
        let began = |hex: HexId| {
            let stays = start == state.hex;
            let mut own = state.hexes().filter(|_| stays);
            grid.adjacent(start, hex) || own.any(|own| grid.adjacent(own, hex))
        };
        let near = |volley: &&Volley| {
            let mut shots = volley.shots.iter();
            let mut from = volley.fire.from.iter();
            from.any(|firer| firer.part.unit == unit)
                && shots.any(|terms| terms.range == 1)
                && began(volley.fire.target)
        };
        let emptied = |hex: &HexId| at.position.holder(*hex) != Some(self.side.enemy());
        let mut hexes: SmallVec<[HexId; 2]> = SmallVec::new();
        let targets = self.fires.iter().filter(near);
        for hex in targets.map(|volley| volley.fire.target).filter(emptied) {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }
}

/// SR 10.91: the ammunition changes when all of a divided fire is over.
fn wears(play: &mut Play<'_>, worn: &Worn, after: Ammunition, rule: Rule) {
    let (unit, section) = (worn.unit, worn.section);
    let owed = play.position.fires.owed.iter();
    let mut owed = owed.filter(|own| (own.unit, own.section) == (unit, section));
    let (ammunition, rule) = match owed.next() {
        Some(own) if own.ammunition >= after => (own.ammunition, own.rule),
        _ => (after, rule),
    };
    if ammunition == worn.before || !play.position.unit(unit).on_map() {
        return;
    }
    if play.position.fires.keeps_back(unit) {
        play.happens(Event::Noted(Note::Owes(OwedWear {
            unit,
            section,
            ammunition,
            rule,
        })));
        return;
    }
    play.happens(Event::AmmunitionChanged {
        unit,
        section,
        ammunition,
        rule,
    });
}

/// SR 10.91: whoever has kept fire back to the end has finished it now.
pub(crate) fn settle_ammunition(play: &mut Play<'_>) {
    for owed in play.position.fires.owed.clone() {
        if play.position.unit(owed.unit).on_map() {
            play.happens(Event::AmmunitionChanged {
                unit: owed.unit,
                section: owed.section,
                ammunition: owed.ammunition,
                rule: owed.rule,
            });
        }
    }
}

/// The terms of a fire with the modifier of Low Ammo.
fn low(at: At<'_>, terms: &FireTerms) -> FireTerms {
    let mut terms = terms.clone();
    let drm = at.setting.tables().fire_drm.get(FireDrm::LowAmmunition);
    let rule = Rule::SR_10_81_ammo;
    terms.terms.add(i32::from(drm), rule, "Low Ammo");
    terms
}

fn hit_of(volley: &Volley, terms: &FireTerms, outcome: &FireOutcome, side: Side) -> Hit {
    let causing = volley.fire.from.iter().map(|firer| firer.part.unit);
    let friends = terms.friends.as_ref().filter(|_| outcome.friends_check);
    Hit {
        target: volley.fire.target,
        side,
        strikes: terms.strikes,
        close: terms.load != Load::Shell,
        sp: volley
            .fire
            .from
            .iter()
            .fold(0, |sum: u8, firer| sum.saturating_add(firer.sp)),
        loss: outcome.result.loss,
        shock: Shock::of(outcome.result),
        causing: causing.collect(),
        assaulting: SmallVec::new(),
        spared: SmallVec::new(),
        friends: friends.map(|check| check.hexes.clone()).unwrap_or_default(),
        over_woods: volley.fire.options.limited,
        rule: terms.rule,
    }
}

/// Whether a unit has guns.
#[must_use]
fn has_guns(at: At<'_>, unit: UnitId) -> bool {
    FirerArm::of(at.setting.unit(unit), at.position.unit(unit)).has_guns()
}
