//! SR 11.41 to 11.45, 11.48: which assault is next, its die, and what it leaves behind.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_catalog::tables::{
    AssaultResult, Continuation, Disordered, RoutCheck, SecondDisorderCause,
};
use longroll_combat::assault::{self, Assault, Role};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::UnitNote;
use longroll_position::rule_set::PostAssaultStatus;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::chosen::Chosen;
use super::frame::{AssaultStep, EarnedBy, Fighter, Stage};
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::results::{
    Blow, CheckStep, ClashStep, LossStep, Stack, collapses_further, disorder, loser, udd_roll,
    udd_terms,
};
use crate::scene::At;
use crate::step::Step;

impl AssaultStep {
    /// SR 11.41: the assaults that may be resolved next: from one end of the line to the other.
    pub(super) fn nexts(&self) -> Vec<usize> {
        let left = |group: &&Vec<usize>| group.iter().any(|place| self.pending.contains(place));
        let groups: Vec<&Vec<usize>> = self.order.iter().filter(left).collect();
        let ends: Vec<&Vec<usize>> = match (self.from_left, groups.as_slice()) {
            (_, []) => Vec::new(),
            (Some(true), [first, ..]) => vec![*first],
            (Some(false), [.., last]) => vec![*last],
            (None, [only]) => vec![*only],
            (None, [first, .., last]) => vec![*first, *last],
        };
        let all = ends.into_iter().flatten().copied();
        all.filter(|place| self.pending.contains(place)).collect()
    }

    pub(super) fn judge_next(&self, _: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        let Choice::Resolve { unit } = choice else {
            return None;
        };
        let of_unit = |place: &usize| {
            let mut attackers = self.phase.assaults[*place].attacking();
            attackers.any(|attacker| attacker.unit == unit)
        };
        Some(match self.nexts().into_iter().find(of_unit) {
            Some(place) => Ok(Ruling::new(Rule::SR_11_41, Chosen::Next(place))),
            None => Err(Refusal::new(
                Rule::SR_11_11_sweep,
                "assaults are resolved along the line, from one end to the other",
            )),
        })
    }

    /// This one is next; the first choice fixes the direction.
    pub(super) fn take_up(mut self, play: &mut Play<'_>, place: usize) {
        if self.from_left.is_none() {
            let left = |group: &&Vec<usize>| group.iter().any(|each| self.pending.contains(each));
            let groups: Vec<&Vec<usize>> = self.order.iter().filter(left).collect();
            if let [first, .., _] = groups.as_slice() {
                self.from_left = Some(first.contains(&place));
            }
        }
        self.pending.retain(|&other| other != place);
        self.current = place;
        self.now = vec![place];
        self.earned = None;
        self.next(play, Stage::Resolve);
    }

    /// Reading 20 of the assault chapter: an assault without attackers lapses.
    pub(super) fn lapses(&mut self, at: At<'_>) {
        self.drops_out(at);
        let all = &self.phase.assaults;
        self.pending
            .retain(|&place| all[place].attacking().next().is_some());
    }

    /// SR 12.44-front: the hexes of assaults that have lapsed are open again.
    pub(super) fn lapse(mut self, play: &mut Play<'_>) {
        self.lapses(play.at());
        let places = self.pending.clone();
        self.notes_pending(play, &places);
        if self.order.is_empty() {
            self.order = self.sweep(play.at());
        }
        self.next(play, Stage::Order);
    }

    /// SR 11.11-sweep, reading 14 of the assault chapter: the assaults from left to right, by those who attack when Step 6 begins.
    fn sweep(&self, at: At<'_>) -> Vec<Vec<usize>> {
        let all = self.pending.iter().copied();
        let assaults: Vec<Assault> = all
            .map(|place| self.phase.assaults[place].clone())
            .collect();
        let order = assault::sweep_order(&self.look(at), &assaults).into_iter();
        let place_of = |own: usize| self.pending.get(own).copied();
        order
            .map(|group| group.into_iter().filter_map(place_of).collect())
            .collect()
    }

    /// Nothing to choose: the only one, or the end.
    pub(super) fn take_next(mut self, play: &mut Play<'_>) {
        self.lapses(play.at());
        match self.nexts().as_slice() {
            [] => self.next(play, Stage::End),
            [only] => {
                let only = *only;
                self.take_up(play, only);
            }
            // Some have lapsed only now; the rest is asked about.
            _ => self.next(play, Stage::Order),
        }
    }

    /// SR 11.59-recovery: Blown cavalry that fights stays so; SR 17.22-2, BB 14.43 (reading 134): both sides have fought, but an
    /// assault on Detachments tires nobody.
    fn tires(&self, play: &mut Play<'_>, assault: &Assault) {
        let attacked: Vec<UnitId> = assault
            .targets
            .iter()
            .flat_map(|&hex| play.position.stack(hex).map(|part| part.unit))
            .filter(|&unit| !play.setting.unit(unit).is_detachment())
            .collect();
        let attacking: Vec<UnitId> = assault.attacking().map(|each| each.unit).collect();
        for &unit in attacking.iter().chain(&attacked) {
            let state = play.position.unit(unit);
            if state.blown && !state.winded {
                play.note_unit(unit, UnitNote::Winded(true));
            }
        }
        if !attacked.is_empty() {
            crate::fatigue::fought(play, attacking.into_iter().chain(attacked));
        }
    }

    /// Step 6a and 6b.
    pub(super) fn resolve(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.drops_out(play.at());
        let at = play.at();
        let assault = self.current().clone();
        if assault.attacking().next().is_none() {
            self.next(play, Stage::After);
            return Ok(());
        }
        let terms = assault::assault_terms(&self.look(at), &assault);
        let Some(terms) = terms else {
            // SR 11.46-pending, 11.47-marker: the hex is empty.
            // SR 11.35: who left before the assault has ended it for his hex, and does not take it from who broke.
            let fled = |hex: &HexId| self.fled.contains(hex);
            let left = |hex: &HexId| fled(hex) || self.retired.contains(hex);
            let targets = &assault.targets;
            let fled = targets.iter().any(fled) && targets.iter().all(left);
            self.earned = fled.then_some(EarnedBy::FailedCheck);
            self.next(play, Stage::Advance);
            return Ok(());
        };
        let tables = play.setting.tables();
        let first = assault.attacking().next().map(|attacker| attacker.unit);
        // One of several hexes may have been left before.
        let enemy = assault.by.enemy();
        let mut held = assault.targets.iter();
        let held = held.find(|hex| at.position.holder(**hex) == Some(enemy));
        let (Some(unit), Some(&target)) = (first, held.or(assault.targets.first())) else {
            return Ok(());
        };
        let purpose = Purpose::Assault(unit, target);
        let roll = Roll::new(purpose, Rule::SR_11_45, terms.terms.clone(), |die, _| {
            Verdict::Assault(terms.outcome(tables, die.face()).row.result())
        });
        let Verdict::Assault(result) = play.roll(roll)?.verdict else {
            return Ok(());
        };
        self.tires(play, &assault);
        self.remember(play.at(), &assault);
        let blows = blows(&self, play.at(), &assault, result);
        self.note_fought(play.at());
        self.earned = match result.continuation {
            Continuation::Nobody => None,
            Continuation::Attacker => Some(EarnedBy::Attacker),
            Continuation::Defender => Some(EarnedBy::Defender),
        };
        self.stage = Stage::Resolved;
        let cause = SecondDisorderCause::Assault;
        let clash = ClashStep::new(blows, cause, assault.by, Rule::SR_11_45);
        play.call(self, clash);
        Ok(())
    }

    /// Whoever attacks has fought, from the fronts he has now.
    fn note_fought(&mut self, at: At<'_>) {
        for attacker in &mut self.phase.assaults[self.current].attackers {
            if attacker.role == Role::In {
                let state = at.position.unit(attacker.unit);
                let fronts = assault::footprint(
                    &assault::AssaultScene {
                        scene: at,
                        history: &at.position.fires,
                        phase: &longroll_combat::assault::AssaultPhase::default(),
                    },
                    attacker.unit,
                );
                debug_assert!(state.on_map());
                attacker.role = Role::Fought(fronts);
            }
        }
    }

    /// SR 11.48: who fights, and his order before the die.
    fn remember(&mut self, at: At<'_>, assault: &Assault) {
        let look = self.look(at);
        let attackers = assault.attacking().map(|attacker| (attacker.unit, true));
        let defenders = assault::defenders(&look, assault);
        let mounted: Vec<(UnitId, bool)> = defenders
            .into_iter()
            .filter(|&unit| look.is_mounted(unit))
            .map(|unit| (unit, false))
            .collect();
        let all: Vec<(UnitId, bool)> = attackers.chain(mounted).collect();
        for (unit, attacked) in all {
            let fighter = Fighter {
                unit,
                attacked,
                was_disordered: at.position.unit(unit).is_disordered(),
            };
            match self.chain.iter_mut().find(|known| known.unit == unit) {
                Some(known) => {
                    let attacked = known.attacked || attacked;
                    *known = Fighter {
                        attacked,
                        ..fighter
                    };
                }
                None => self.chain.push(fighter),
            }
        }
    }

    /// The result has been applied.
    pub(super) fn resolved(self, play: &mut Play<'_>) {
        let places = self.pending.clone();
        self.notes_pending(play, &places);
        self.next(play, Stage::Advance);
    }

    /// Step 6e, SR 11.48: whoever attacked is disordered, or pays for it.
    pub(super) fn after(mut self, play: &mut Play<'_>) {
        if let Some(next) = (!self.more.is_empty()).then(|| self.more.remove(0)) {
            self.current = next;
            self.now = vec![next];
            self.earned = None;
            self.next(play, Stage::Resolve);
            return;
        }
        let chain = core::mem::take(&mut self.chain);
        self.continuations.clear();
        self.lapses(play.at());
        let places = self.pending.clone();
        self.notes_pending(play, &places);
        self.next(play, Stage::Lapse);
        let strictly = play.setting.rules.switches.post_assault_status;
        let at = play.at();
        let was = |fighter: &Fighter| match strictly {
            PostAssaultStatus::At6e => at.position.unit(fighter.unit).is_disordered(),
            PostAssaultStatus::Before6b => fighter.was_disordered,
        };
        let here: Vec<(Fighter, bool)> = chain
            .into_iter()
            .filter(|fighter| at.position.unit(fighter.unit).on_map())
            .map(|fighter| (fighter, was(&fighter)))
            .collect();
        let toll = Toll::of(at, &here);
        for (unit, rule) in toll.fresh {
            disorder(play, unit, rule);
        }
        for unit in toll.blown {
            if !play.position.unit(unit).blown {
                play.happens(Event::Blown {
                    unit,
                    blown: true,
                    rule: Rule::SR_11_58,
                });
            }
        }
        play.then(toll.steps);
    }

    /// SR 11.48-march, reading 129 of the assault chapter: the rest of a brigade that was assaulted on the march.
    pub(super) fn end(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.notes_pending(play, &[]);
        let mut again: Vec<UnitId> = Vec::new();
        let rule = Rule::SR_11_48_march;
        for &body in &self.marchers {
            let members: Vec<UnitId> = play.position.members(play.setting, body).collect();
            for unit in members {
                if !play.position.unit(unit).on_map() || self.involved.contains(&unit) {
                    continue;
                }
                let terms = udd_terms(play.at(), unit);
                let Some(roll) = udd_roll(play.at(), unit, rule, terms) else {
                    continue;
                };
                if matches!(play.roll(roll)?.verdict, Verdict::Passed { .. }) {
                    continue;
                }
                if play.position.unit(unit).is_disordered() {
                    again.push(unit);
                } else {
                    disorder(play, unit, rule);
                }
            }
        }
        let mut steps: Vec<Step> = Vec::new();
        for unit in one_of_each_stack(play.at(), &again) {
            steps.push(LossStep { unit, sp: 1, rule }.into());
            if collapses_further(play.at(), unit, 1) {
                let rule = Rule::SR_12_23;
                steps.push(CheckStep::RoutOr { unit, rule }.into());
            }
        }
        play.then(steps);
        Ok(())
    }
}

/// SR 12.35e, 12.36: who pays for those that are disordered again: one of each stack, and every battery for itself.
fn one_of_each_stack(at: At<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let is_gun = |unit: &UnitId| at.setting.unit(*unit).arm == Arm::Artillery;
    let (guns, men): (Vec<UnitId>, Vec<UnitId>) = units.iter().copied().partition(is_gun);
    let mut hexes: Vec<HexId> = Vec::new();
    for hex in men.iter().map(|&unit| at.position.unit(unit).hex) {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    let pays = hexes.into_iter().filter_map(|hex| {
        let stack: Vec<UnitId> = at.position.stack(hex).map(|part| part.unit).collect();
        let own = stack.iter().copied();
        let again: Vec<UnitId> = own.filter(|unit| men.contains(unit)).collect();
        loser(at, &stack, &again)
    });
    pays.chain(guns).collect()
}

fn is_mounted(at: At<'_>, unit: UnitId) -> bool {
    longroll_movement::MoverClass::standing(at.setting.unit(unit), at.position.unit(unit))
        == Some(longroll_movement::MoverClass::Cavalry)
}

/// What the result does to both sides, the defenders first.
fn blows(step: &AssaultStep, at: At<'_>, assault: &Assault, result: AssaultResult) -> Vec<Blow> {
    let mut taken: Vec<UnitId> = Vec::new();
    let mut stacks_of = |hexes: &[HexId], side: Side, fights: &dyn Fn(UnitId) -> bool| {
        let mut stacks: Vec<Stack> = Vec::new();
        for &hex in hexes {
            let mut units: Vec<UnitId> = Vec::new();
            for part in at.position.stack(hex) {
                if at.setting.unit(part.unit).side == side && !taken.contains(&part.unit) {
                    taken.push(part.unit);
                    units.push(part.unit);
                }
            }
            let fighting = units.iter().copied().filter(|&unit| fights(unit)).collect();
            if !units.is_empty() {
                stacks.push(Stack {
                    hex,
                    units,
                    fighting,
                });
            }
        }
        stacks
    };
    let mut from: SmallVec<[HexId; 4]> = SmallVec::new();
    for attacker in assault.attacking() {
        for hex in at.position.unit(attacker.unit).hexes() {
            if !from.contains(&hex) {
                from.push(hex);
            }
        }
    }
    let mut on: Vec<HexId> = assault.targets.clone();
    for unit in assault::defenders(&step.look(at), assault) {
        for hex in at.position.unit(unit).hexes() {
            if !on.contains(&hex) {
                on.push(hex);
            }
        }
    }
    let attacks = |unit: UnitId| assault.attacking().any(|attacker| attacker.unit == unit);
    let defenders = stacks_of(&on, assault.by.enemy(), &|_| true);
    let attackers = stacks_of(&from, assault.by, &attacks);
    let by = assault.attacking().map(|attacker| attacker.unit);
    let defending = Blow {
        loss: result.defender.loss,
        retreat: result.defender.retreat,
        disordered: result.defender.disordered == Disordered::Yes,
        rout_check: result.rout_check == RoutCheck::CheckAndAbandon,
        ..Blow::none(assault.by.enemy(), defenders, by.collect())
    };
    let struck = defending.units().collect();
    let attacking = Blow {
        loss: result.attacker.loss,
        retreat: result.attacker.retreat,
        disordered: result.attacker.disordered == Disordered::Yes,
        ..Blow::none(assault.by, attackers, struck)
    };
    vec![defending, attacking]
}

/// SR 11.48: what an assault asks of those who have fought in it.
#[derive(Default)]
struct Toll {
    /// Losses and rout checks, stack by stack.
    steps: Vec<Step>,
    /// Whoever was in Good Order is disordered.
    fresh: Vec<(UnitId, Rule)>,
    /// Mounted cavalry that was not is Blown.
    blown: Vec<UnitId>,
}

impl Toll {
    /// Of these fighters, each with whether he was Disordered.
    fn of(at: At<'_>, here: &[(Fighter, bool)]) -> Self {
        let mut toll = Self::default();
        let mut hexes: Vec<HexId> = Vec::new();
        for (fighter, _) in here {
            let hex = at.position.unit(fighter.unit).hex;
            if fighter.attacked && !is_mounted(at, fighter.unit) && !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        for hex in hexes {
            toll.takes_stack(at, here, hex);
        }
        for (fighter, disordered) in here {
            if is_mounted(at, fighter.unit) {
                if *disordered {
                    toll.blown.push(fighter.unit);
                } else {
                    toll.fresh.push((fighter.unit, Rule::SR_11_48_cavalry));
                }
            }
        }
        toll
    }

    /// SR 11.48-infantry: a stack of attackers; its top unit pays for those who were Disordered.
    fn takes_stack(&mut self, at: At<'_>, here: &[(Fighter, bool)], hex: HexId) {
        let mut shaken = false;
        let mut top = None;
        for part in at.position.stack(hex) {
            let found = here.iter().find(|(fighter, _)| {
                fighter.unit == part.unit && fighter.attacked && !is_mounted(at, fighter.unit)
            });
            let Some((fighter, disordered)) = found else {
                continue;
            };
            top = top.or(Some(fighter.unit));
            shaken |= *disordered;
            if !*disordered {
                self.fresh.push((fighter.unit, Rule::SR_11_48_infantry));
            }
        }
        if let (true, Some(unit)) = (shaken, top) {
            let rule = Rule::SR_11_48_infantry;
            self.steps.push(LossStep { unit, sp: 1, rule }.into());
            if collapses_further(at, unit, 1) {
                let rule = Rule::SR_12_23;
                self.steps.push(CheckStep::RoutOr { unit, rule }.into());
            }
        }
    }
}
