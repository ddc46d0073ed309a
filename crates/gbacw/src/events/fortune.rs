//! BB 19.0: the optional events, but those in which somebody fires.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::{Ammunition, Arm, LeaderId, UnitId};
use longroll_combat::fire::supply::restored;
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_movement::reinforcement::may_stand;
use longroll_movement::stacking;
use longroll_position::rule_set::{LimitedOverTarget, LimitedSight};
use longroll_position::{BodyKind, Cohesion, Extent, Fortune, HalfMp, SpecialNote};
use longroll_rule::Rule;
use longroll_sight::Overlook;

use super::near::{any_near, is_near};
use crate::choice::Choice;
use crate::event::Verdict;
use crate::fire::supplying::restock;
use crate::movement::relocation::relocate;
use crate::movement::{Cause, Destination};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::recovery::gain;
use crate::results::{LossStep, comes_into_order, disorder, single_out, udd_roll, udd_terms};
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::FortuneStep;

/// What was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// This leader.
    Leader(LeaderId),
    /// This unit.
    Unit(UnitId),
    /// This unit, which goes there.
    Strays(UnitId, HexId, Extent),
    /// Nobody (any more).
    Nobody,
}

/// How near a side comes to a hex, by its combat units.
fn distance(at: At<'_>, side: Side, hex: HexId) -> u32 {
    at.setting
        .unit_ids()
        .filter(|&unit| at.setting.unit(unit).side == side && at.position.unit(unit).on_map())
        .flat_map(|unit| at.position.unit(unit).hexes())
        .map(|own| at.grid().distance(own, hex))
        .min()
        .unwrap_or(u32::MAX)
}

/// Whether a unit of a side sees a hex from so many hexes at most.
fn sees(at: At<'_>, side: Side, hex: HexId, within: u32) -> bool {
    any_near(at, side, hex, within, |from| at.sight.recalls(from, hex))
}

impl FortuneStep {
    const fn rule(&self) -> Rule {
        self.fortune.rule()
    }

    fn refuse<T>(&self, reason: &'static str) -> Result<T, Refusal> {
        Err(Refusal::new(self.rule(), reason))
    }

    /// BB 19.0-0: an enemy leader five hexes away at most.
    fn leader(&self, at: At<'_>, leader: LeaderId) -> Result<(), Refusal> {
        let state = at.position.leader(leader);
        if self.fortune != Fortune::LeaderHit {
            return self.refuse("the event is for units");
        }
        if at.setting.leader(leader).side == self.side || !state.on_map() {
            return self.refuse("an enemy leader on the map is hit");
        }
        if distance(at, self.side, state.hex) > 5 {
            return self.refuse("he is more than five hexes away");
        }
        Ok(())
    }

    /// Whether the event may be for a unit.
    fn unit(&self, at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
        let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
        let own = facts.side == self.side;
        if !state.on_map() {
            return self.refuse("it is not on the map");
        }
        if self.done.contains(&unit) {
            return self.refuse("two different units are named");
        }
        let favours = matches!(
            self.fortune,
            Fortune::Men | Fortune::Order | Fortune::Cartridges
        );
        if favours != own {
            return self.refuse("the event is for the other side's units");
        }
        let arm = match self.fortune {
            Fortune::GoodShot => Arm::Artillery,
            _ => Arm::Infantry,
        };
        if facts.arm != arm {
            return self.refuse("the event is for another arm");
        }
        match self.fortune {
            Fortune::Men if state.sp >= facts.strength.value => {
                Err(Refusal::new(Rule::SR_12_12, "it has its printed strength"))
            }
            Fortune::Order if state.cohesion != Cohesion::Disordered => {
                self.refuse("Disordered units recover")
            }
            Fortune::Order => self.of_another_brigade(at, unit),
            Fortune::Cartridges if state.ammunition == Ammunition::Full => {
                self.refuse("it has all its ammunition")
            }
            Fortune::Cartridges => crate::held::may_resupply(at, unit),
            Fortune::GoodShot if self.in_sight_of_guns(at, state.hex) => Ok(()),
            Fortune::GoodShot => self.refuse("no battery sees it"),
            Fortune::Elephant => {
                let whole = state.sp >= facts.strength.value;
                if state.cohesion != Cohesion::GoodOrder || !whole {
                    return self.refuse("it is in Good Order and has lost nobody");
                }
                if !state.hexes().any(|hex| sees(at, self.side, hex, 3)) {
                    return self.refuse("it is within three hexes and in sight");
                }
                Ok(())
            }
            Fortune::Men => Ok(()),
            _ => self.refuse("the event is not for single units"),
        }
    }

    /// BB 19.0: the two that recover are of different brigades.
    fn of_another_brigade(&self, at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
        let body = at.position.body_of(at.setting, unit);
        // Units of no brigade are of no common one.
        let brigade = at.setting.body(body).kind == BodyKind::Brigade;
        let same = |other: &UnitId| brigade && at.position.body_of(at.setting, *other) == body;
        if self.done.iter().any(same) {
            self.refuse("the two are of different brigades")
        } else {
            Ok(())
        }
    }

    /// BB 19.0-6: line of sight, limited or not, of a battery.
    fn in_sight_of_guns(&self, at: At<'_>, hex: HexId) -> bool {
        let switches = &at.setting.rules.switches;
        let overlook = match switches.limited_los_over_target {
            LimitedOverTarget::On => Overlook::TargetToo,
            LimitedOverTarget::Off => Overlook::HexesBetween,
        };
        let limited = |from: HexId| {
            switches.opt_limited_los == LimitedSight::On
                && at
                    .sight
                    .limited_line_of_sight(from, hex, overlook)
                    .is_ok_and(|verdict| verdict.blocked_by().is_none())
        };
        let mut guns = at.setting.unit_ids().filter(|&unit| {
            let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
            facts.side == self.side && facts.arm == Arm::Artillery && state.on_map()
        });
        guns.any(|unit| {
            let from = at.position.unit(unit).hex;
            at.sight.recalls(from, hex) || limited(from)
        })
    }

    /// BB 19.0-2, reading 113: where an enemy that nobody is next to may be led, facing as it does.
    fn strays(&self, at: At<'_>, unit: UnitId) -> Vec<(HexId, Extent)> {
        let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
        let mut found: Vec<(HexId, Extent)> = Vec::new();
        if self.fortune != Fortune::LostWay
            || facts.side == self.side
            || facts.arm == Arm::Gunboat
            || !state.on_map()
            || self.done.contains(&unit)
            || state.hexes().any(|hex| is_near(at, self.side, hex, 1))
        {
            return found;
        }
        let stands = |(hex, extent): &(HexId, Extent)| {
            let mut hexes = core::iter::once(*hex).chain(extent.hexes());
            hexes.all(|hex| may_stand(&at, unit, hex))
        };
        let mut ring = vec![(state.hex, state.extent)];
        for _ in 0..2 {
            let next: Vec<(HexId, Extent)> = ring
                .iter()
                .flat_map(|&(hex, extent)| {
                    Direction::ALL
                        .into_iter()
                        .filter_map(move |direction| shifted(at, (hex, extent), direction))
                })
                .filter(stands)
                .collect();
            ring.clear();
            for place in next {
                if place.0 != state.hex && !found.contains(&place) {
                    found.push(place);
                    ring.push(place);
                }
            }
        }
        found.retain(|&place| may_stray_to(at, unit, place));
        found
    }

    /// Whether it can be for anybody (more): it is asked only then.
    pub(super) fn any(&self, at: At<'_>) -> bool {
        let mut any = false;
        if self.done.len() < usize::from(self.fortune.number()) {
            self.each_candidate(at, &mut |_| any = true);
        }
        any
    }

    fn each_candidate(&self, at: At<'_>, each: &mut dyn FnMut(Choice)) {
        match self.fortune {
            Fortune::LeaderHit => {
                for leader in at.setting.leader_ids() {
                    if self.leader(at, leader).is_ok() {
                        each(Choice::NameLeader { leader });
                    }
                }
            }
            Fortune::LostWay => {
                for unit in at.setting.unit_ids() {
                    for (hex, _) in self.strays(at, unit) {
                        each(Choice::Stray { unit, hex });
                    }
                }
            }
            _ => {
                for unit in at.setting.unit_ids() {
                    if self.unit(at, unit).is_ok() {
                        each(Choice::Name { unit });
                    }
                }
            }
        }
    }
}

impl Procedure for FortuneStep {
    type Means = Chosen;

    looks_at_the_position!();

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: self.side,
            rule: self.rule(),
            prompt: Prompt::Fortune {
                fortune: self.fortune,
            },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        self.each_candidate(at, each);
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Chosen> {
        let chosen = match choice {
            Choice::NameLeader { leader } => {
                self.leader(at, leader)?;
                Chosen::Leader(leader)
            }
            Choice::Name { unit } => {
                self.unit(at, unit)?;
                Chosen::Unit(unit)
            }
            Choice::Stray { unit, hex } => {
                let mut ways = self.strays(at, unit).into_iter();
                match ways.find(|way| way.0 == hex) {
                    Some((hex, extent)) => Chosen::Strays(unit, hex, extent),
                    None => {
                        return self.refuse("two hexes at most, and never next to your own units");
                    }
                }
            }
            Choice::Done => Chosen::Nobody,
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(self.rule(), chosen))
    }

    fn carry_out(mut self, play: &mut Play<'_>, chosen: Chosen) -> Result<(), ChanceError> {
        match chosen {
            Chosen::Nobody => return Ok(()),
            Chosen::Leader(leader) => return self.hits(play, leader),
            Chosen::Strays(unit, hex, extent) => {
                self.done.push(unit);
                let there = Destination::at_bottom(hex, extent);
                let rule = self.rule();
                self.goes_on(play);
                relocate(play, unit, there, HalfMp::ZERO, rule, Cause::Strays);
            }
            Chosen::Unit(unit) => {
                self.done.push(unit);
                let fortune = self.fortune;
                self.goes_on(play);
                befalls(play, fortune, unit)?;
            }
        }
        Ok(())
    }
}

impl FortuneStep {
    /// It is for others as well, if there are any.
    fn goes_on(self, play: &mut Play<'_>) {
        if self.done.len() < usize::from(self.fortune.number()) {
            play.push(self);
        }
    }

    /// BB 19.0-0, reading 111: 1 or less kills; two hexes away and in sight -2, next door -4 instead.
    fn hits(&self, play: &mut Play<'_>, leader: LeaderId) -> Result<(), ChanceError> {
        let at = play.at();
        let hex = at.position.leader(leader).hex;
        let mut terms = Terms::new();
        match distance(at, self.side, hex) {
            0..=1 => terms.add(-4, self.rule(), "next to the enemy"),
            2 if sees(at, self.side, hex, 2) => {
                terms.add(-2, self.rule(), "two hexes from the enemy who sees him");
            }
            _ => {}
        }
        play.note_special(SpecialNote::SingledOut(leader));
        single_out(play, leader, self.rule(), terms)
    }
}

/// What an event does to a unit that was named.
fn befalls(play: &mut Play<'_>, fortune: Fortune, unit: UnitId) -> Result<(), ChanceError> {
    let rule = fortune.rule();
    match fortune {
        Fortune::Men => gain(play, unit, 1, rule),
        Fortune::Order => {
            // SR 12.81: whoever recovers beside guns that were left standing gives them a crew.
            comes_into_order(play, unit, rule);
        }
        Fortune::Cartridges => {
            restock(play, unit, rule, |before| restored(before, 1));
        }
        Fortune::GoodShot => good_shot(play, unit, rule)?,
        Fortune::Elephant => {
            // Reading 114: nothing but the event counts.
            let mut terms = Terms::new();
            terms.add(2, rule, "the event");
            if fails(play, unit, rule, terms)? {
                disorder(play, unit, rule);
                let sp = play.position.unit(unit).sp.div_ceil(6);
                play.push(LossStep { unit, sp, rule });
            }
        }
        Fortune::LeaderHit | Fortune::LostWay | Fortune::Batteries | Fortune::AtWill => {}
    }
    Ok(())
}

/// BB 19.0-6: the ammunition of every section falls by a level; a UDD at +2, and a gun for one who was Disordered.
fn good_shot(play: &mut Play<'_>, unit: UnitId, rule: Rule) -> Result<(), ChanceError> {
    restock(play, unit, rule, |before| match before {
        Ammunition::Full => Ammunition::Low,
        Ammunition::Low | Ammunition::Out => Ammunition::Out,
    });
    let mut terms = udd_terms(play.at(), unit);
    terms.add(2, rule, "the event");
    let before = play.position.unit(unit).is_disordered();
    if fails(play, unit, rule, terms)? {
        if before {
            play.push(LossStep { unit, sp: 1, rule });
        } else {
            disorder(play, unit, rule);
        }
    }
    Ok(())
}

fn fails(play: &mut Play<'_>, unit: UnitId, rule: Rule, terms: Terms) -> Result<bool, ChanceError> {
    let Some(roll) = udd_roll(play.at(), unit, rule, terms) else {
        return Ok(false);
    };
    let verdict = play.roll(roll)?.verdict;
    Ok(matches!(verdict, Verdict::Failed { .. }))
}

/// A place one hex farther in this direction, in the same shape; nothing beyond the edge of the map.
fn shifted(
    at: At<'_>,
    (hex, extent): (HexId, Extent),
    direction: Direction,
) -> Option<(HexId, Extent)> {
    let next = |hex: HexId| at.grid().neighbour(hex, direction);
    let maybe = |hex: Option<HexId>| match hex {
        None => Some(None),
        Some(hex) => next(hex).map(Some),
    };
    let extent = match extent {
        Extent::Single => Extent::Single,
        Extent::Line { left, right } => Extent::Line {
            left: maybe(left)?,
            right: maybe(right)?,
        },
        Extent::Column { rear, tail } => Extent::Column {
            rear: next(rear)?,
            tail: maybe(tail)?,
        },
    };
    Some((next(hex)?, extent))
}

/// BB 19.0-2: whether a unit that has lost its way may end in this place: not next to an enemy, in a legal stack.
fn may_stray_to(at: At<'_>, unit: UnitId, (hex, extent): (HexId, Extent)) -> bool {
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    let hexes = || core::iter::once(hex).chain(extent.hexes());
    let bound = !crate::movement::may_be_put_into(at, unit, hexes());
    !bound
        && (0_u8..).zip(hexes()).all(|(number, hex)| {
            let mut others = at.position.stack(hex).filter(|part| part.unit != unit);
            !is_near(at, facts.side.enemy(), hex, 1)
                && others.all(|part| at.position.unit(part.unit).facing == state.facing)
                && stacking::is_legal_with(at.setting, at.position, hex, (unit, extent, number))
                    .is_ok()
        })
}
