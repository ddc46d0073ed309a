//! SR 6.24-A: how near a line, a column or a unit on a mission can end its move. They do not go where the search for units
//! in one hex goes, so their move is followed choice by choice, what leads nearest first.

use core::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_movement::extension::{self, LineMove, LineTerms, line_moves};
use longroll_movement::step::{self, Occupied, StepOrder, WayChoice};
use longroll_movement::{Progress, Walker};
use longroll_position::{Extent, HalfMp, StackPlace, UnitState};

use super::standings::{Standing, drawn_together, turns};
use super::undriven::{follows, may_spend, not_its_own};
use crate::alert::Course;
use crate::movement::limits;
use crate::orders::facing_kind;
use crate::scene::At;

/// So many standings are looked at, the nearest first; what lies beyond them is left out.
const MOST: usize = 400;

/// One choice of a move: how the unit would stand, and whether it may stay so.
struct Onward {
    standing: Standing,
    may_end: bool,
}

/// Somebody whose whole move is looked at.
pub(super) struct WholeMove<'a> {
    pub unit: UnitId,
    /// How near a unit that stands so is to the enemy.
    pub nearness: &'a dyn Fn(&UnitState) -> u32,
    /// How near a unit in one hex, bound by no mission, can come from where it stands.
    pub alone: &'a dyn Fn(At<'_>, &Progress) -> Option<u32>,
    /// The courses from hexes where it would stand: nobody else moves meanwhile.
    pub courses: RefCell<BTreeMap<HexId, Rc<Option<Course>>>>,
}

impl WholeMove<'_> {
    /// How near it can end; whoever is content with less is told as soon as it is found.
    pub(super) fn nearest_end(&self, at: At<'_>, progress: &Progress, enough: u32) -> u32 {
        let begin = *at.position.unit(self.unit);
        let mut best = (self.nearness)(&begin);
        let mut paid: BTreeMap<(HexId, Facing, Extent), HalfMp> = BTreeMap::new();
        let mut standings: Vec<Standing> = vec![(begin, *progress)];
        // A copy of the position in which it stands otherwise, again and again.
        let mut room = at.position.clone();
        let mut waiting: BTreeSet<(u32, HalfMp, usize)> = [(best, begin.spent, 0)].into();
        for _ in 0..MOST {
            let Some((_, _, place)) = waiting.pop_first().filter(|_| best > enough) else {
                break;
            };
            let (standing, so_far) = standings[place];
            room = room.having_unit(at.setting, self.unit, standing, StackPlace::Top);
            let then = at.at(&room);
            if let Some(end) = (self.alone)(then, &so_far) {
                best = best.min(end);
                continue;
            }
            for Onward { standing, may_end } in self.onward(then, &so_far) {
                let (after, _) = &standing;
                let (spent, near) = (after.spent, (self.nearness)(after));
                let key = (after.hex, after.facing, after.extent);
                if paid.get(&key).is_some_and(|known| *known <= spent) {
                    continue;
                }
                paid.insert(key, spent);
                if may_end {
                    best = best.min(near);
                }
                waiting.insert((near, spent, standings.len()));
                standings.push(standing);
            }
        }
        best
    }

    /// What it may do next, but for Loose Reins.
    fn onward(&self, at: At<'_>, progress: &Progress) -> Vec<Onward> {
        if may_spend(at, self.unit).is_err() {
            return Vec::new();
        }
        match at.position.unit(self.unit).extent {
            Extent::Line { .. } => self.line_moves(at, progress),
            Extent::Column { .. } => {
                let mut found = self.steps(at, progress);
                let together = drawn_together(at, progress, self.unit);
                found.extend(together.into_iter().map(staying));
                found
            }
            Extent::Single => {
                let mut found = self.steps(at, progress);
                found.extend(turns(at, progress, self.unit).map(staying));
                found
            }
        }
    }

    fn line_moves(&self, at: At<'_>, progress: &Progress) -> Vec<Onward> {
        let state = at.position.unit(self.unit);
        let moves = line_moves(state.facing).into_iter();
        let legal = moves.filter_map(|order| Some((order, self.line_move(at, progress, order)?)));
        legal
            .map(|(order, terms)| Onward {
                may_end: terms.among.is_none(),
                standing: (terms.after(state), terms.remembered(order, progress)),
            })
            .collect()
    }

    /// SR 8.44. Nobody is driven into Swamp, where a line falls into Disorder.
    fn line_move(&self, at: At<'_>, progress: &Progress, order: LineMove) -> Option<LineTerms> {
        if let LineMove::Forward(direction) = order {
            let hex = at.position.unit(self.unit).hex;
            let hex = at.setting.grid().neighbour(hex, direction)?;
            limits::may_enter(at, self.unit, hex).ok()?;
            follows(at, self.unit, (*self.course(at)).as_ref(), hex).ok()?;
        }
        let terms = extension::move_line(&at, progress, self.unit, order).ok()?;
        let enters = limits::may_enter_all(at, self.unit, terms.entered.iter().copied());
        (enters.is_ok() && terms.bogged.is_empty()).then_some(terms)
    }

    /// The course from where it would stand, if it has one.
    fn course(&self, at: At<'_>) -> Rc<Option<Course>> {
        let hex = at.position.unit(self.unit).hex;
        let mut courses = self.courses.borrow_mut();
        let course = courses
            .entry(hex)
            .or_insert_with(|| Rc::new(crate::alert::step_towards(at, self.unit)));
        Rc::clone(course)
    }

    fn steps(&self, at: At<'_>, progress: &Progress) -> Vec<Onward> {
        let state = at.position.unit(self.unit);
        let Ok(walker) = Walker::of(&at, self.unit, progress.fired()) else {
            return Vec::new();
        };
        let course = self.course(at);
        let leads = |hex: HexId| {
            not_its_own(at, self.unit, hex)?;
            limits::may_enter(at, self.unit, hex)?;
            follows(at, self.unit, (*course).as_ref(), hex)
        };
        let ways = at.setting.grid().neighbours(state.hex);
        let orders = ways
            .filter(|&(_, hex)| leads(hex).is_ok())
            .flat_map(|(direction, _)| {
                Facing::all_of(facing_kind(state.orders))
                    .filter(move |facing| facing.front().contains(direction))
                    .map(move |facing| StepOrder {
                        direction,
                        facing,
                        way: WayChoice::Best,
                    })
            });
        orders
            .filter_map(|order| {
                let terms = step::step_of(&at, progress, &walker, order).ok()?;
                crate::alert::may_march(at, self.unit, &terms).ok()?;
                Some(Onward {
                    may_end: terms.occupied != Occupied::MustGoOn,
                    standing: (terms.standing(state), terms.after(progress)),
                })
            })
            .collect()
    }
}

const fn staying(standing: Standing) -> Onward {
    Onward {
        standing,
        may_end: true,
    }
}
