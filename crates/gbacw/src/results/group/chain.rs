//! Readings 78, 131, 134 of the assault chapter: what the frames of a chain of events remember, and who rolls because of it
//! (SR 12.35e, 12.44, 12.46, 12.54).

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, LeaderId, UnitId};
use longroll_catalog::tables::SecondDisorderResult;
use longroll_position::fire::{Ban, Banned};
use longroll_position::rule_set::LeaderLossPerSp;
use longroll_position::{Note, Position};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::play::Play;
use crate::results::check::{CheckStep, Occasion};
use crate::results::group::frame::{GroupStep, Memory, Retirees};
use crate::results::leader_loss::LossRollStep;
use crate::results::losses::{leaders_in, loser};
use crate::scene::At;
use crate::step::Step;

/// The friends of a unit that is about to leave its hexes in rout.
pub(in crate::results) fn neighbours(at: At<'_>, unit: UnitId) -> Vec<UnitId> {
    let side = at.setting.unit(unit).side;
    let own: Vec<HexId> = at.position.unit(unit).hexes().collect();
    let beside = own.iter().flat_map(|&hex| at.setting.neighbours(hex));
    let mut found: Vec<UnitId> = Vec::new();
    for hex in own.iter().copied().chain(beside) {
        for part in at.position.stack(hex) {
            let other = part.unit;
            let facts = at.setting.unit(other);
            let shaken = matches!(facts.arm, Arm::Infantry | Arm::Cavalry) && facts.side == side;
            if other != unit && shaken && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

impl Retirees {
    /// SR 12.35e, 11.59-stack: 1 SP for the stack, and for two of its Blown units one each beyond that; those who still stand where
    /// the unit has left are of it.
    pub(super) fn price(
        &mut self,
        unit: UnitId,
        horses: Horses,
        staying: impl FnOnce(HexId) -> Vec<UnitId>,
    ) -> Option<Price> {
        const MOST: usize = 2;
        let hex = self.hexes_of(unit).last()?;
        let first = !self.bled.contains(&hex) && !self.memory.paid.contains(&unit);
        self.memory.driven.push(unit);
        if first {
            self.bled.push(hex);
            let left: Vec<UnitId> = self.left(hex).collect();
            self.memory.pays(&left);
            self.memory.pays(&staying(hex));
        }
        let lost = self.spent.iter().filter(|own| **own == hex).count();
        let more = horses == Horses::Blown && lost < MOST;
        if more {
            self.spent.push(hex);
        }
        Some(Price::InStep2 {
            stack: u8::from(first),
            horses: u8::from(more),
        })
    }
}

/// SR 11.59.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Horses {
    Fresh,
    Blown,
}

/// What all frames of the chain remember, and the Step 2 under way.
pub(super) fn chain(play: &Play<'_>) -> Memory {
    let mut memory = Memory::default();
    for step in play.work.iter() {
        let in_step_2 = step.retiring().map(|retirees| &retirees.memory);
        if let Some(earlier) = step.memory().or(in_step_2) {
            memory.take(earlier);
        }
    }
    memory
}

/// The units whose counters stand in a hex.
fn standing(position: &Position, hex: HexId) -> Vec<UnitId> {
    let there = position.stack(hex).map(|part| part.unit);
    there
        .filter(|&unit| position.unit(unit).hex == hex)
        .collect()
}

/// SR 12.35e, reading 131 of the assault chapter: what a second Disorder still costs a unit in this chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::results) enum Price {
    /// 1 SP, which this unit loses for its stack, and a retreat.
    Whole(UnitId),
    /// A retreat as a direct result of an assault's Step 2, with what is left to be lost for its stack, and for its horses.
    InStep2 { stack: u8, horses: u8 },
    /// Its stack has lost its SP.
    Retreat,
    /// It has paid for this result.
    Nothing,
}

/// The same, written down for whoever comes after it.
pub(in crate::results) fn price(play: &mut Play<'_>, unit: UnitId) -> Price {
    let memory = chain(play);
    let hex = play.position.unit(unit).hex;
    if memory.driven.contains(&unit) {
        return Price::Nothing;
    }
    let loser = loser_for(play, unit);
    let horses = if play.position.unit(unit).blown {
        Horses::Blown
    } else {
        Horses::Fresh
    };
    let mut frames = play.work.iter_mut().rev();
    if let Some(holder) = frames.find_map(Step::memory_mut) {
        holder.driven.push(unit);
        holder.bled.push(hex);
        holder.pays(&standing(&play.position, hex));
    } else if let Some(retirees) = play.work.last_mut().and_then(Step::retiring_mut)
        && let Some(price) = retirees.price(unit, horses, |hex| standing(&play.position, hex))
    {
        return price;
    }
    if memory.bled.contains(&hex) || memory.paid.contains(&unit) {
        Price::Retreat
    } else {
        Price::Whole(loser)
    }
}

/// SR 12.35e, reading 62 of the assault chapter: who loses the SP when the first of a stack that one event has shaken suffers for it;
/// those of it that failed as well are still to suffer.
pub(super) fn loser_for(play: &Play<'_>, unit: UnitId) -> UnitId {
    let mut frames = play.work.iter().rev();
    let group = match frames.find(|step| step.memory().is_some()) {
        Some(Step::Group(group)) if group.memory.rolled.contains(&unit) => group,
        _ => return unit,
    };
    let hex = play.position.unit(unit).hex;
    let own = group.stacks.iter().find(|(own, _)| *own == hex);
    let Some((_, stack)) = own else { return unit };
    let suffers = |result: SecondDisorderResult| {
        matches!(
            result,
            SecondDisorderResult::LoseAndRetreat | SecondDisorderResult::CheckOrRout
        )
    };
    let fails = |other: &UnitId| {
        let mut failed = group.failed.iter();
        let there = play.position.unit(*other).on_map();
        *other == unit || there && failed.any(|(each, result)| each == other && suffers(*result))
    };
    let affected: Vec<UnitId> = stack.iter().copied().filter(fails).collect();
    loser(play.at(), stack, &affected).unwrap_or(unit)
}

/// SR 12.44, 12.35b, reading 81 of the assault chapter: by whom a unit is driven back: the enemy to whom it failed to
/// turn, those whose fire or assault has struck it, or before whom it has retreated; nobody in particular else.
pub(in crate::results) fn causing(play: &Play<'_>, unit: UnitId) -> SmallVec<[UnitId; 4]> {
    let mut frames = play.work.iter().rev();
    frames
        .find_map(|step| step.drives_back(unit))
        .unwrap_or_default()
}

/// Those who have retreated in the Step 2 under way, if what happens to a unit follows from its own retreat.
pub(super) fn retirees_with<'a>(play: &'a Play<'_>, unit: UnitId) -> Option<&'a Retirees> {
    let mut frames = play.work.iter().rev();
    let nearest = frames.find(|step| step.memory().is_some() || matches!(step, Step::Assault(_)));
    match nearest {
        Some(Step::Assault(step)) => Some(step.retirees()).filter(|it| it.has_left(unit)),
        _ => None,
    }
}

/// SR 12.44-stacking: the friends with whom a unit that has retreated before an assault, or by its result, has stopped, if it has to go
/// on from there.
pub(in crate::results) fn stopped_with(play: &Play<'_>, unit: UnitId) -> Vec<UnitId> {
    let mut frames = play.work.iter().rev();
    frames
        .find_map(|step| step.stopped_with(play.at(), unit))
        .unwrap_or_default()
}

/// SR 12.35b: a unit that is disordered again by turning to an enemy does not return his fire.
pub(in crate::results) fn no_return_fire(play: &mut Play<'_>, unit: UnitId, mover: UnitId) {
    play.happens(Event::Noted(Note::Ban(Ban {
        unit,
        what: Banned::ReturnAt(mover),
        rule: Rule::SR_12_35b,
    })));
}

/// They roll, but for those whom the chain exempts.
pub(crate) fn shake(play: &mut Play<'_>, occasion: Occasion, friends: Vec<UnitId>) {
    shake_facing(play, occasion, friends, None);
}

/// SR 9.62, BB 9.44-swamp-facing, reading I95: the units of a stack that has turned to this enemy in Swamp roll, guns too; they faced
/// this way before.
pub(crate) fn shake_in_swamp(
    play: &mut Play<'_>,
    mover: UnitId,
    stack: Vec<UnitId>,
    faced: Facing,
) {
    shake_facing(play, Occasion::ReactionFacing(mover), stack, Some(faced));
}

fn shake_facing(
    play: &mut Play<'_>,
    occasion: Occasion,
    friends: Vec<UnitId>,
    faced: Option<Facing>,
) {
    let memory = chain(play);
    let exempt = match occasion {
        Occasion::AdjacentRout => &memory.for_rout,
        Occasion::RetreatedThrough => &memory.rolled,
        _ => &Vec::new(),
    };
    let mut queue: Vec<UnitId> = Vec::new();
    for unit in friends.into_iter().filter(|unit| !exempt.contains(unit)) {
        // SR 12.46-once: through however many of its hexes.
        let again = occasion == Occasion::RetreatedThrough && queue.contains(&unit);
        if !again {
            queue.push(unit);
        }
    }
    if !queue.is_empty() {
        let mut own = Memory::of(queue.iter().copied());
        if occasion == Occasion::AdjacentRout {
            own.for_rout.clone_from(&queue);
        }
        let mut stacks: Vec<(HexId, Vec<UnitId>)> = Vec::new();
        for &unit in &queue {
            let hex = play.position.unit(unit).hex;
            if !stacks.iter().any(|(known, _)| *known == hex) {
                let there = play.position.stack(hex).map(|part| part.unit);
                stacks.push((hex, there.collect()));
            }
        }
        play.push(GroupStep {
            occasion,
            queue,
            failed: Vec::new(),
            next: None,
            steady: Vec::new(),
            stacks,
            faced,
            memory: own,
        });
    }
}

/// The frame of the result, or of the Step 2, that set the chain off remembers who has rolled.
pub(super) fn remember(play: &mut Play<'_>, memory: &Memory) {
    for step in play.work.iter_mut().rev() {
        if let Some(retirees) = step.retiring_mut() {
            retirees.take(memory);
            return;
        }
        if let Some(holder) = step.memory_mut() {
            holder.take(memory);
            return;
        }
    }
}

/// SR 12.23: a result under way that strikes this unit calls for its last roll; whom none strikes rolls by himself. One roll in all.
pub(in crate::results) fn note_shaken(play: &mut Play<'_>, unit: UnitId) {
    let rolls = Step::from(last_roll(unit));
    if play.work.contains(&rolls) {
        return;
    }
    let mut frames = play.work.iter_mut().rev();
    match frames.find_map(|step| step.checks_at_the_end(unit)) {
        Some(result) => result.shaken.push(unit),
        None => play.push(rolls),
    }
}

/// SR 12.44-blocked, reading 82 of the assault chapter: whether a unit pays for a retreat that it cannot make: not if another of its
/// stack has paid for the same event. Who has paid pays again for a second retreat of his own. Written down for those who come after.
pub(in crate::results) fn pays_for_being_blocked(play: &mut Play<'_>, unit: UnitId) -> bool {
    if chain(play).spared.contains(&unit) {
        return false;
    }
    let stack = play.position.stack(play.position.unit(unit).hex);
    let comrades: Vec<UnitId> = stack
        .map(|part| part.unit)
        .filter(|&own| own != unit)
        .collect();
    let mut frames = play.work.iter_mut().rev();
    if let Some(holder) = frames.find_map(Step::memory_mut) {
        holder.spared.extend(comrades);
    }
    true
}

/// SR 12.71: a unit of the result under way pays so much for a retreat that it cannot make: leaders with it roll, unless they
/// have rolled for this result or are about to; BB 12.78-perloss: once for every SP.
pub(in crate::results) fn note_leaders(play: &mut Play<'_>, unit: UnitId, sp: u8) {
    let state = play.position.unit(unit);
    let hexes: Vec<HexId> = state.hexes().collect();
    let lost = usize::from(sp.min(state.sp));
    let leaders = leaders_in(play.at(), play.setting.unit(unit).side, &hexes);
    let per_sp = play.setting.rules.switches.opt_leader_loss_per_sp == LeaderLossPerSp::On;
    // In Step 2 they have their roll already; BB 12.78-perloss: another for every SP more.
    if per_sp && retirees_with(play, unit).is_some() {
        roll_for_each(play, &leaders, lost);
        return;
    }
    let mut frames = play.work.iter_mut().rev();
    let (rolled, due) = match frames.find(|step| step.memory().is_some()) {
        Some(Step::Strike(step)) => step.leader_rolls(),
        Some(Step::Clash(step)) => step.leader_rolls(),
        _ => return,
    };
    for leader in leaders {
        if per_sp {
            due.extend(core::iter::repeat_n(leader, lost));
        } else if !rolled.contains(&leader) && !due.contains(&leader) {
            due.push(leader);
        }
    }
}

/// SR 12.71, BB 12.78-perloss: so many rolls for each of these leaders, when what is under way is over.
pub(in crate::results) fn roll_for_each(play: &mut Play<'_>, leaders: &[LeaderId], times: usize) {
    let rolls = leaders.iter().flat_map(|&leader| {
        let roll = LossRollStep::With { leader };
        core::iter::repeat_n(Step::from(roll), times)
    });
    play.then(rolls.collect::<Vec<Step>>());
}

/// SR 12.23: whoever lost strength while Collapsed rolls after everything else.
pub(in crate::results) const fn last_roll(unit: UnitId) -> CheckStep {
    CheckStep::RoutOr {
        unit,
        rule: Rule::SR_12_23,
    }
}

impl Step {
    /// SR 12.44: by whom this frame drives a unit back, if it concerns it.
    pub(super) fn drives_back(&self, unit: UnitId) -> Option<SmallVec<[UnitId; 4]>> {
        match self {
            Self::Group(group) if group.memory.rolled.contains(&unit) => match group.occasion {
                Occasion::ReactionFacing(mover) => Some(SmallVec::from_slice(&[mover])),
                _ => Some(SmallVec::new()),
            },
            Self::Clash(step) => step.causing(unit),
            Self::Strike(step) => step.causing(unit),
            Self::Assault(step) => step.retired_before(unit),
            _ => None,
        }
    }

    /// SR 11.33: who retreats before the assault under way.
    fn retiring(&self) -> Option<&Retirees> {
        match self {
            Self::Assault(step) => step.retiring(),
            _ => None,
        }
    }

    fn retiring_mut(&mut self) -> Option<&mut Retirees> {
        match self {
            Self::Assault(step) => step.retiring_mut(),
            _ => None,
        }
    }

    /// SR 12.44-stacking: with whom a unit has stopped that this frame has sent back before.
    fn stopped_with(&self, at: At<'_>, unit: UnitId) -> Option<Vec<UnitId>> {
        match self {
            Self::Clash(step) => Some(step.stopped_with(at, unit)),
            Self::Assault(step) => {
                let retirees = Some(step.retirees()).filter(|it| it.has_left(unit))?;
                let stack = at.position.stack(at.position.unit(unit).hex);
                let friends = stack.map(|part| part.unit);
                Some(friends.filter(|&other| !retirees.has_left(other)).collect())
            }
            Self::Awaits(waiting) => waiting.frame().stopped_with(at, unit),
            _ => None,
        }
    }

    /// SR 12.23: what a result remembers that will still make the last checks of this unit.
    fn checks_at_the_end(&mut self, unit: UnitId) -> Option<&mut Memory> {
        match self {
            Self::Clash(step) if step.checks_at_the_end(unit) => Some(step.memory_mut()),
            Self::Strike(step) if step.checks_at_the_end(unit) => Some(step.memory_mut()),
            Self::Awaits(waiting) => waiting.frame_mut().checks_at_the_end(unit),
            _ => None,
        }
    }

    /// What a frame remembers of a chain of checks.
    pub(super) fn memory(&self) -> Option<&Memory> {
        match self {
            Self::Group(step) => Some(&step.memory),
            Self::Clash(step) => Some(step.memory()),
            Self::Strike(step) => Some(step.memory()),
            Self::Awaits(waiting) => waiting.frame().memory(),
            _ => None,
        }
    }

    pub(super) fn memory_mut(&mut self) -> Option<&mut Memory> {
        match self {
            Self::Group(step) => Some(&mut step.memory),
            Self::Clash(step) => Some(step.memory_mut()),
            Self::Strike(step) => Some(step.memory_mut()),
            Self::Awaits(waiting) => waiting.frame_mut().memory_mut(),
            _ => None,
        }
    }
}

/// SR 12.44: units of one stack that retreat into one hex go as a group and keep their order among themselves.
pub(in crate::results) fn regroup(play: &mut Play<'_>, stack: &[UnitId]) {
    let mut hexes: Vec<HexId> = Vec::new();
    for &unit in stack {
        let state = play.position.unit(unit);
        if state.on_map() && !hexes.contains(&state.hex) {
            hexes.push(state.hex);
        }
    }
    for hex in hexes {
        let found: Vec<UnitId> = play.position.stack(hex).map(|part| part.unit).collect();
        let mut group = stack.iter().copied().filter(|unit| found.contains(unit));
        let order: Vec<UnitId> = found
            .iter()
            .map(|&unit| {
                if stack.contains(&unit) {
                    group.next().unwrap_or(unit)
                } else {
                    unit
                }
            })
            .collect();
        if order != found {
            play.happens(Event::Restacked {
                hex,
                order,
                rule: Rule::SR_12_44,
            });
        }
    }
}
