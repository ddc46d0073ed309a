//! SR 6.24-A, BB 4.25: units that may not stop while they could still go where they must.

use core::cell::RefCell;
use std::sync::Arc;

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::assault::bars_assault;
use longroll_core::{Refusal, Side};
use longroll_movement::adjacency::Contact;
use longroll_movement::allowance::Fired;
use longroll_movement::extension::{LineMove, LineTerms};
use longroll_movement::facing::TurnTerms;
use longroll_movement::reach::{goes_in_column, reach};
use longroll_movement::stacking::{self, Member};
use longroll_movement::step::{self, StepOrder, StepTerms, WayChoice};
use longroll_movement::ways::within_mp;
use longroll_movement::{FoeDistances, MinimumMove, Progress, Walker, foe_distances};
use longroll_position::{BodyId, Bound, Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::placing::{Wish, most_placed};
use super::standings::{imagined, turned, turns};
use super::undriven::{may_spend, on_course};
use super::whole_move::WholeMove;
use crate::movement::may_act::may_unit_act;
use crate::orders::facing_kind;
use crate::scene::At;

/// SR 6.24-A, reading 44: whether Loose Reins compels this unit: not artillery, and In Command (reading 131).
#[must_use]
pub fn must_close(at: At<'_>, body: BodyId, unit: UnitId) -> bool {
    matches!(at.position.body(body).bound, Bound::Charge | Bound::Close)
        && matches!(at.setting.unit(unit).arm, Arm::Infantry | Arm::Cavalry)
        && crate::orders::binds(at, unit)
}

/// SR 6.24-A, reading 44: where Loose Reins drives a unit: as near to its nearest enemy as it can end its move; contact is
/// nearest of all, and for whoever is to charge contact with the enemy in its front. How near is told in halves of a hex, so
/// that the front counts for one.
#[derive(Debug)]
pub struct Drive {
    unit: UnitId,
    /// Whether it is sent to charge, not only to come up.
    charges: bool,
    /// How near it is now: each hex of an extended unit counts.
    here: u32,
    /// How near it can still end its move.
    best: u32,
    /// How far hexes are from the nearest enemy.
    distances: Arc<FoeDistances>,
    /// Hexes next to the enemy from where it would keep others from charging who still could.
    spared: Vec<HexId>,
}

/// SR 9.53: whether a step leaves anything to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    GoesOn,
    Stops,
}

impl Then {
    const fn of(ends: bool) -> Self {
        if ends { Self::Stops } else { Self::GoesOn }
    }
}

/// How a unit would stand after a choice, and what is left of its move.
#[derive(Debug, Clone, Copy)]
struct Ending {
    after: UnitState,
    next: Progress,
    then: Then,
    /// Whether it may assault from there.
    charges: bool,
}

impl Ending {
    const fn on_the_way(after: UnitState, next: Progress) -> Self {
        Self {
            after,
            next,
            then: Then::GoesOn,
            charges: true,
        }
    }
}

/// Next to the enemy, with him in its front.
const FACED: u32 = 1;

/// Next to the enemy.
const CONTACT: u32 = 2;

/// Where it keeps others from charging it has no business, however near that is.
const SPARED: u32 = u32::MAX - 1;

impl Drive {
    /// What drives a unit; nothing if Loose Reins does not bind it.
    #[must_use]
    pub fn of(at: At<'_>, unit: UnitId, progress: &Progress) -> Option<Self> {
        let body = at.position.body_of(at.setting, unit);
        let state = at.position.unit(unit);
        if !must_close(at, body, unit) {
            return None;
        }
        let distances = foe_distances(&at, at.setting.unit(unit).side);
        distances.nearest(at.setting.grid(), state.hex)?;
        let mut drive = Self {
            unit,
            charges: at.position.body(body).bound == Bound::Charge,
            here: u32::MAX,
            best: u32::MAX,
            distances,
            spared: Vec::new(),
        };
        drive.here = drive.nearness(at);
        drive.best = drive.nearest_end(at, progress, 0);
        drive.spared = drive.places_of_others(at, body, progress);
        if !drive.spared.is_empty() {
            drive.best = drive.nearest_end(at, progress, 0);
        }
        Some(drive)
    }

    /// SR 6.24-A, reading 44: as many as possible charge. Where it may not end next to the enemy because fewer of those who
    /// still move would then find a place to charge from. Only units in one hex are looked at, each from where it stands.
    fn places_of_others(&self, at: At<'_>, body: BodyId, progress: &Progress) -> Vec<HexId> {
        let comes_into_contact = self.charges && self.here > CONTACT && self.best <= CONTACT;
        if !comes_into_contact || !self.goes_freely(at) {
            return Vec::new();
        }
        // On its way it may stand in the way of others who can pass once it has gone on.
        let own = *at.position.unit(self.unit);
        let began = UnitState {
            hex: progress.start,
            ..own
        };
        let before = (own.hex != began.hex).then(|| {
            let top = StackPlace::Top;
            at.position.with_unit(at.setting, self.unit, began, top)
        });
        let others: Vec<Wish<UnitId, HexId>> = at
            .position
            .members(at.setting, body)
            .filter(|&other| other != self.unit && self.could_charge(at, body, other))
            .filter_map(|other| {
                let now = self.charging_places(at, other);
                let then = before.as_ref().map(|before| at.at(before));
                let then = then.map(|then| self.charging_places(then, other));
                let mut places: Vec<HexId> = now.chain(then.into_iter().flatten()).collect();
                places.sort_unstable();
                places.dedup();
                (!places.is_empty()).then_some(Wish { who: other, places })
            })
            .collect();
        if others.is_empty() {
            return Vec::new();
        }
        let own = self.contacts(at, self.unit, progress);
        let fits = |hex: HexId, who: &[UnitId]| self.may_stand_together(at, &others, hex, who);
        let charging_beside = |placed: &[(UnitId, HexId)]| most_placed(&others, placed, fits);
        let counts: Option<Vec<usize>> = own
            .iter()
            .map(|&(hex, faced)| {
                let with = charging_beside(&[(self.unit, hex)])?;
                Some(with + usize::from(faced))
            })
            .collect();
        let (Some(counts), Some(without)) = (counts, charging_beside(&[])) else {
            return Vec::new();
        };
        let most = counts.iter().copied().fold(without, usize::max);
        let places = own.into_iter().zip(counts);
        let fewer = places.filter(|(_, count)| *count < most);
        fewer.map(|((hex, _), _)| hex).collect()
    }

    /// Whether another of its brigade has still to move and may charge.
    fn could_charge(&self, at: At<'_>, body: BodyId, other: UnitId) -> bool {
        let state = at.position.unit(other);
        state.on_map()
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && state.extent == Extent::Single
            && self.distance(at, state.hex) > 1
            && must_close(at, body, other)
            && may_unit_act(at, body, other).is_ok()
            && may_spend(at, other).is_ok()
            && !crate::alert::has_a_course(at, other)
    }

    /// Where it could charge from.
    fn charging_places(&self, at: At<'_>, other: UnitId) -> impl Iterator<Item = HexId> + use<> {
        let contacts = self.contacts(at, other, &Progress::begin(at.position.unit(other)));
        let facing = contacts.into_iter().filter(|(_, faced)| *faced);
        facing.map(|(hex, _)| hex)
    }

    /// The hexes next to the enemy in which a unit can end, and whether with him in its front.
    fn contacts(&self, at: At<'_>, unit: UnitId, progress: &Progress) -> Vec<(HexId, bool)> {
        let facings = facing_kind(at.position.unit(unit).orders);
        at.tables.searches.search(|room| {
            let Ok(found) = reach(&at, room, progress, unit, WayChoice::Best) else {
                return Vec::new();
            };
            let near = found
                .hexes()
                .filter(|(hex, _)| self.distance(at, *hex) == 1);
            let mut contacts: Vec<(HexId, bool)> = near
                .map(|(hex, _)| {
                    let faced = Facing::all_of(facings).any(|facing| {
                        self.faces(at, hex, facing) && found.may_charge_facing(hex, facing)
                    });
                    (hex, faced)
                })
                .collect();
            contacts.sort_unstable();
            contacts
        })
    }

    /// SR 8.12: whether these may stand in a hex with whoever is there and stays.
    fn may_stand_together(
        &self,
        at: At<'_>,
        others: &[Wish<UnitId, HexId>],
        hex: HexId,
        who: &[UnitId],
    ) -> bool {
        let (setting, position) = (at.setting, at.position);
        let leaves = |unit| unit == self.unit || others.iter().any(|other| other.who == unit);
        let stays = position.stack(hex).filter(|part| !leaves(part.unit));
        let stays = stays.filter_map(|part| Member::of(setting, position, part.unit, part.number));
        let comes = who.iter();
        let comes = comes.filter_map(|&unit| Member::of(setting, position, unit, 0));
        let members: Vec<Member> = stays.chain(comes).collect();
        let mixed = setting.rules.switches.stack_foot_with_mounted;
        // The size of a unit alone was settled when it formed.
        members.len() < 2 || stacking::judge(&setting.tables().stacking, mixed, &members).is_ok()
    }

    fn distance(&self, at: At<'_>, hex: HexId) -> u32 {
        let far = self.distances.nearest(at.setting.grid(), hex);
        far.unwrap_or(u32::MAX)
    }

    fn nearness(&self, at: At<'_>) -> u32 {
        self.nearness_of(at, at.position.unit(self.unit))
    }

    /// Whether it stands in one hex and goes where it likes. A line or column goes as its shape lets it, and whoever is on a
    /// mission as that demands.
    fn goes_freely(&self, at: At<'_>) -> bool {
        at.position.unit(self.unit).extent == Extent::Single
            && !crate::alert::has_a_course(at, self.unit)
            && Walker::of(&at, self.unit, Fired::No).is_ok_and(|walker| !goes_in_column(&walker))
    }

    /// The same for the unit as it would stand.
    fn nearness_of(&self, at: At<'_>, state: &UnitState) -> u32 {
        if self.spared.contains(&state.hex) {
            return SPARED;
        }
        let hexes = state.hexes();
        let far = hexes.map(|hex| self.distance(at, hex)).min();
        let far = far.unwrap_or(u32::MAX);
        self.halves(far, || {
            state.hexes().any(|hex| self.faces(at, hex, state.facing)) && !self.conforms(at, state)
        })
    }

    /// SR 9.53, 11.12: whether it would still have to turn to the friends of its hex; who does so next to the enemy does not assault.
    fn conforms(&self, at: At<'_>, state: &UnitState) -> bool {
        let mut mates = at
            .position
            .stack(state.hex)
            .filter(|part| part.unit != self.unit);
        mates.any(|part| at.position.unit(part.unit).facing != state.facing)
    }

    /// How near so many hexes are in halves, for whoever would face the enemy there or not.
    fn halves(&self, far: u32, faced: impl FnOnce() -> bool) -> u32 {
        if far == 1 && self.charges && faced() {
            FACED
        } else {
            far.saturating_mul(2)
        }
    }

    /// Whether an enemy whom it could assault stands before this facing in this hex.
    fn faces(&self, at: At<'_>, hex: HexId, facing: Facing) -> bool {
        may_assault_before(at, at.setting.unit(self.unit).side.enemy(), hex, facing)
    }

    /// Whether it could turn to the enemy where it stands.
    fn could_face(&self, at: At<'_>, progress: &Progress) -> bool {
        let hex = at.position.unit(self.unit).hex;
        self.charges
            && self.distance(at, hex) == 1
            && !self.spared.contains(&hex)
            && turns(at, progress, self.unit).any(|(after, _)| self.faces(at, hex, after.facing))
    }

    /// How near it can end; whoever is content with less is told as soon as it is found.
    fn nearest_end(&self, at: At<'_>, progress: &Progress, content: u32) -> u32 {
        let here = self.nearness(at);
        // Whoever only comes up is content with contact.
        let enough = content.max(if self.charges { FACED } else { CONTACT });
        if here <= enough {
            return here;
        }
        if self.goes_freely(at) {
            return self.nearest_end_alone(at, progress, enough);
        }
        // Whoever wants to know how near has no reason to look on once he cannot come nearer.
        let enough = if content == 0 {
            enough.max(self.nearest_by_ground(at, progress))
        } else {
            enough
        };
        if here <= enough {
            return here;
        }
        let whole = WholeMove {
            unit: self.unit,
            nearness: &|state: &UnitState| self.nearness_of(at, state),
            alone: &|then: At<'_>, next: &Progress| {
                self.goes_freely(then)
                    .then(|| self.nearest_end_alone(then, next, enough))
            },
            courses: RefCell::default(),
        };
        whole.nearest_end(at, progress, enough)
    }

    fn nearest_end_alone(&self, at: At<'_>, progress: &Progress, enough: u32) -> u32 {
        let here = self.nearness(at);
        if self.could_face(at, progress) {
            return FACED;
        }
        let facings = facing_kind(at.position.unit(self.unit).orders);
        at.tables.searches.search(|room| {
            let Ok(found) = reach(&at, room, progress, self.unit, WayChoice::Best) else {
                return here;
            };
            let mut best = here;
            for (hex, _) in found.hexes() {
                if self.spared.contains(&hex) {
                    continue;
                }
                let near = self.halves(self.distance(at, hex), || {
                    let mut facings = Facing::all_of(facings);
                    facings.any(|facing| {
                        self.faces(at, hex, facing) && found.may_charge_facing(hex, facing)
                    })
                });
                best = best.min(near);
                if best <= enough {
                    break;
                }
            }
            best
        })
    }

    /// Whether the unit would, standing so, still come as near as it can now.
    fn allows(&self, at: At<'_>, progress: &Progress, end: Ending) -> Result<(), Refusal> {
        let Ending {
            after,
            next,
            then,
            charges,
        } = end;
        let near = self.nearness_of(at, &after);
        let near = if charges { near } else { near.max(CONTACT) };
        if near <= self.best {
            return Ok(());
        }
        // Whoever stands as near as he can does not go away to come back, nor does he who need only turn.
        let begins_beside = progress.steps == 0
            && after.hex != at.position.unit(self.unit).hex
            && self.could_face(at, progress);
        let leaves = self.here == self.best || begins_beside;
        let returns = |then: At<'_>| self.nearest_end(then, &next, self.best) <= self.best;
        if leaves
            || then == Then::Stops
            || !self.has_mp_for(at, &after, &next)
            || !imagined(at, self.unit, after, returns)
        {
            let why = if self.spared.contains(&after.hex) {
                "from there it would keep another from charging: as many as possible do"
            } else {
                "Loose Reins drives it as near to the enemy as it can come"
            };
            return Err(Refusal::new(Rule::SR_6_24_A, why));
        }
        Ok(())
    }

    /// Whether its MP could be enough to come as near as it can now, if nothing but the ground counted. This is soon found
    /// out, and most who go away have not so many.
    fn has_mp_for(&self, at: At<'_>, after: &UnitState, next: &Progress) -> bool {
        let near = (self.best / 2).max(1);
        let found = self.within_mp(at, after, next, |hex| self.distance(at, hex) <= near);
        found.unwrap_or(true)
    }

    /// How near it could come to the enemy if nothing but the ground counted; nearer than that it does not come.
    fn nearest_by_ground(&self, at: At<'_>, progress: &Progress) -> u32 {
        let state = at.position.unit(self.unit);
        let mut nearest = u32::MAX;
        let met = self.within_mp(at, state, progress, |hex| {
            nearest = nearest.min(self.distance(at, hex));
            nearest <= 1
        });
        met.map_or(0, |_| self.halves(nearest, || true))
    }

    /// The hexes that a unit standing so has the MP for, as far as the ground goes; none if that does not tell.
    fn within_mp(
        &self,
        at: At<'_>,
        standing: &UnitState,
        progress: &Progress,
        mut enough: impl FnMut(HexId) -> bool,
    ) -> Option<bool> {
        let walker = Walker::of(&at, self.unit, progress.fired()).ok()?;
        let points = walker.points?;
        // What a line pays is not told by single hexes.
        if matches!(standing.extent, Extent::Line { .. }) {
            return None;
        }
        // SR 9.42: one hex is always allowed.
        if progress.steps == 0 {
            let around = |hex| at.setting.neighbours(hex);
            if standing.hexes().flat_map(around).any(&mut enough) {
                return Some(true);
            }
        }
        // SR 9.45: a route pays back what was paid for turning in the hex.
        let left = points.total.less(standing.spent) + progress.turn_paid;
        let how = (walker.class, walker.gait);
        let from = standing.hexes();
        Some(within_mp(&at, walker.side, how, from, left, enough))
    }

    /// Whether this step leaves it as near to the enemy in the end as it could come.
    ///
    /// # Errors
    /// It does not.
    pub fn may_step(
        &self,
        at: At<'_>,
        progress: &Progress,
        terms: &StepTerms,
    ) -> Result<(), Refusal> {
        let end = Ending {
            after: terms.standing(at.position.unit(self.unit)),
            next: terms.after(progress),
            then: Then::of(terms.ends_move(progress)),
            // SR 9.42, 11.12: nobody assaults out of the one hex that is always allowed.
            charges: terms.minimum == MinimumMove::No,
        };
        self.allows(at, progress, end)
    }

    /// The same for a turn in its hex.
    ///
    /// # Errors
    /// It does not.
    pub fn may_turn(
        &self,
        at: At<'_>,
        progress: &Progress,
        terms: &TurnTerms,
    ) -> Result<(), Refusal> {
        if terms.cost == HalfMp::ZERO && !terms.pins {
            return Ok(());
        }
        let (after, next) = turned(at, self.unit, progress, terms);
        self.allows(at, progress, Ending::on_the_way(after, next))
    }

    /// The same for a movement of a line.
    ///
    /// # Errors
    /// It does not.
    pub fn may_move_line(
        &self,
        at: At<'_>,
        progress: &Progress,
        order: LineMove,
        terms: &LineTerms,
    ) -> Result<(), Refusal> {
        let after = terms.after(at.position.unit(self.unit));
        let end = Ending {
            then: Then::of(terms.contact != Contact::None),
            ..Ending::on_the_way(after, terms.remembered(order, progress))
        };
        self.allows(at, progress, end)
    }

    /// The same for whoever draws together or forms up otherwise.
    ///
    /// # Errors
    /// It does not.
    pub fn may_form(
        &self,
        at: At<'_>,
        progress: &Progress,
        after: UnitState,
    ) -> Result<(), Refusal> {
        let next = Progress {
            entered_facing: after.facing,
            ..*progress
        };
        self.allows(at, progress, Ending::on_the_way(after, next))
    }

    /// Whether it could end nearer than it stands.
    #[must_use]
    pub const fn is_pending(&self) -> bool {
        self.best < self.here
    }

    /// Whether it could end nearer and has a way to begin, by a step or by a turn and a step.
    pub fn goes_on(&self, at: At<'_>, progress: &Progress) -> bool {
        // Whoever does not go freely has been followed choice by choice.
        self.is_pending()
            && (!self.goes_freely(at)
                || self.could_face(at, progress)
                || self.has_step(at, progress)
                || self.has_turn(at, progress))
    }

    fn has_step(&self, at: At<'_>, progress: &Progress) -> bool {
        let state = at.position.unit(self.unit);
        let Ok(walker) = Walker::of(&at, self.unit, progress.fired()) else {
            return false;
        };
        let mut ways: SmallVec<[(u32, Direction, HexId); 6]> = at
            .setting
            .grid()
            .neighbours(state.hex)
            .map(|(direction, hex)| (self.distance(at, hex), direction, hex))
            .collect();
        ways.sort_unstable();
        ways.into_iter()
            .filter(|&(_, _, hex)| on_course(at, self.unit, hex).is_ok())
            .any(|(_, direction, _)| {
                Facing::all_of(facing_kind(state.orders))
                    .filter(|facing| facing.front().contains(direction))
                    .any(|facing| {
                        let order = StepOrder {
                            direction,
                            facing,
                            way: WayChoice::Best,
                        };
                        step::step_of(&at, progress, &walker, order)
                            .is_ok_and(|terms| self.may_step(at, progress, &terms).is_ok())
                    })
            })
    }

    fn has_turn(&self, at: At<'_>, progress: &Progress) -> bool {
        turns(at, progress, self.unit)
            .any(|(after, next)| imagined(at, self.unit, after, |then| self.has_step(then, &next)))
    }
}

/// SR 6.24-A, 11.12: whether an enemy stands before this facing in this hex, and no closed hexside between them.
pub(in crate::movement) fn may_assault_before(
    at: At<'_>,
    enemy: Side,
    hex: HexId,
    facing: Facing,
) -> bool {
    facing.front().iter().any(|way| {
        let before = at.setting.grid().neighbour(hex, way);
        before.is_some_and(|before| at.position.holder(before) == Some(enemy))
            && !bars_assault(at.setting, hex, way)
    })
}

/// SR 6.24-A: whether a unit that Loose Reins drives could end nearer to its nearest enemy.
#[must_use]
pub fn could_close(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    Drive::of(at, unit, progress).is_some_and(|drive| drive.goes_on(at, progress))
}
