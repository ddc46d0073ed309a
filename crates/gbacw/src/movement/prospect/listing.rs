//! What may be worth asking about a unit, and whether anything of a kind is granted.

use longroll_board::{FacingKind, HexId};
use longroll_catalog::facts::{Arm, Orders};
use longroll_movement::arrival;
use longroll_position::{Deeds, Mount};

use super::forms::must_unform;
use super::known::Prospect;
use super::places::places;
use crate::choice::Choice;
use crate::fire::declaring::{self, FireLook, Trigger};
use crate::fire::sections;
use crate::movement::{charging, mates, special, together};

/// Which choices a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kinds {
    All,
    /// What moves, turns or reshapes it; fires take longest to list.
    Ways,
}

impl Prospect<'_> {
    /// What may be worth asking about.
    pub(in crate::movement) fn candidates(&self, each: &mut dyn FnMut(Choice)) {
        self.candidates_of(Kinds::All, each);
    }

    pub(super) fn candidates_of(&self, kinds: Kinds, each: &mut dyn FnMut(Choice)) {
        let (at, unit) = (self.at, self.unit);
        let state = self.state();
        if at.setting.unit(unit).arm == Arm::Gunboat {
            special::candidates(at, unit, each);
            if kinds == Kinds::All {
                self.fires(each);
            }
        } else if state.deeds.has(Deeds::WITHDREW) {
            self.withdrawals(each);
        } else if state.deeds.has(Deeds::TOGETHER) {
            together::candidates(at, unit, each);
        } else if must_unform(at, unit) {
            self.unforming_candidates(each);
        } else {
            self.ways_candidates(each);
            if kinds == Kinds::All {
                self.deed_candidates(each);
            }
            if self.is_fresh() {
                self.withdrawals(each);
            }
            if kinds == Kinds::All && self.is_fresh() {
                self.fresh_candidates(each);
            }
        }
    }

    /// Steps, turns and shapes.
    fn ways_candidates(&self, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        let state = self.state();
        if self.is_line() {
            self.line_moves(each);
        } else if self
            .walker()
            .is_ok_and(|walker| walker.may_still_move().is_ok())
        {
            self.steps(each);
            for turn in [-2_i8, -1, 1, 2, 3] {
                let facing = state.facing.turned(turn);
                each(Choice::Face { unit, facing });
            }
            if state.facing.kind() == FacingKind::Vertex {
                each(Choice::About { unit });
            }
        }
        self.shapes(each);
    }

    /// What it may do without leaving its hex.
    fn deed_candidates(&self, each: &mut dyn FnMut(Choice)) {
        let (at, unit) = (self.at, self.unit);
        let state = self.state();
        self.fires(each);
        for section in sections::armed(at, unit) {
            each(Choice::Raise { unit, section });
            if self.is_short() {
                let section = Some(section);
                each(Choice::Supply { unit, section });
            }
        }
        if !self.is_fresh() {
            return;
        }
        if self.is_short() {
            let section = None;
            each(Choice::Supply { unit, section });
        }
        if state.is_disordered() {
            each(Choice::Recover { unit });
        }
        let mounted = at.setting.unit(unit).arm == Arm::Cavalry && state.mount == Mount::Mounted;
        if mounted && state.orders_now() == Orders::Attack && !charging::is_charging(at, unit) {
            for hex in charging::targets(at, unit) {
                each(Choice::Charge { unit, hex });
            }
        }
    }

    /// What it may only do first of all, besides withdrawing.
    fn fresh_candidates(&self, each: &mut dyn FnMut(Choice)) {
        let (at, unit) = (self.at, self.unit);
        if at.setting.unit(unit).dismounted.is_some() {
            each(Choice::Mount { unit });
            each(Choice::Dismount { unit });
        }
        if together::may_lead(at, unit).is_ok() {
            mates::mate_candidates(at, unit, each);
        }
        if let Ok(hexes) = arrival::may_reorder(&at, &self.progress, unit) {
            for (place, _) in places(at, unit, &hexes) {
                each(Choice::Reorder { unit, place });
            }
        }
    }

    fn withdrawals(&self, each: &mut dyn FnMut(Choice)) {
        let state = self.state();
        if state.facing.kind() == FacingKind::Side {
            return;
        }
        let grid = self.at.setting.grid();
        let unit = self.unit;
        let mut seen: smallvec::SmallVec<[HexId; 8]> = smallvec::SmallVec::new();
        for direction in state.facing.rear().iter() {
            for part in state.hexes() {
                let Some(hex) = grid.neighbour(part, direction) else {
                    continue;
                };
                if !seen.contains(&hex) && state.hexes().all(|own| own != hex) {
                    seen.push(hex);
                    each(Choice::Withdraw { unit, hex });
                }
            }
        }
    }

    /// SR 10.3: the fires worth asking about.
    fn fires(&self, each: &mut dyn FnMut(Choice)) {
        let (at, unit) = (self.at, self.unit);
        if !declaring::has_anybody_in_reach(at, unit) || self.may_fire_at_all().is_err() {
            return;
        }
        let look = FireLook::under_way(at, unit, self.progress.start);
        declaring::candidates(&look.scene(), Trigger::PHASING, unit, &mut |target, how| {
            each(Choice::Fire { unit, target, how });
        });
    }
}
