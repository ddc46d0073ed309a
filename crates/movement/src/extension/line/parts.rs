//! SR 8.44: the parts of a line on their way, each through its own hexes.

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::{LineMove, LineTerms, line_is_legal, line_moves, move_line_of};
use crate::adjacency::{Approach, Contact, approach};
use crate::checks::Checks;
use crate::gait::Way;
use crate::leaders::in_play;
use crate::passing::{self, Entry, LinePassage, PassBy, PassTerms, has_friends, pass_kind};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special;
use crate::stacking;
use crate::step::may_leave_along;
use crate::walker::{MinimumMove, Walker};

/// The parts of a line on their way; the dearest of them sets the price.
pub(super) struct Drive<'s, 'w> {
    scene: &'s Scene<'s>,
    progress: &'s Progress,
    walker: &'w Walker<'w>,
    dearest: HalfMp,
    checks: u8,
    contact: Contact,
    entered: SmallVec<[HexId; 4]>,
    bogged: SmallVec<[HexId; 3]>,
    /// SR 9.42: how many hexes the part goes that has the longest way.
    longest: usize,
    /// SR 8.22: the DRM for friends passed on the way of a wheel.
    passed: Option<u8>,
    /// SR 8.22: the DRM for the friends of the hexes entered last.
    met: Option<u8>,
}

impl<'s, 'w> Drive<'s, 'w> {
    pub(super) fn new(
        scene: &'s Scene<'s>,
        progress: &'s Progress,
        walker: &'w Walker<'w>,
    ) -> Self {
        Self {
            scene,
            progress,
            walker,
            dearest: HalfMp::ZERO,
            checks: 0,
            contact: Contact::None,
            entered: SmallVec::new(),
            bogged: SmallVec::new(),
            longest: 0,
            passed: None,
            met: None,
        }
    }

    /// Moves one part along these directions.
    pub(super) fn march(&mut self, part: HexId, steps: &[Direction]) -> Result<HexId, Refusal> {
        let (scene, walker) = (self.scene, self.walker);
        let mut hex = part;
        let mut cost = HalfMp::ZERO;
        let mut made = steps.len();
        for (place, direction) in steps.iter().copied().enumerate() {
            let Some(to) = scene.grid().neighbour(hex, direction) else {
                return Err(Refusal::new(Rule::SR_9_56, "no unit leaves the map"));
            };
            // BB 9.44-swamp-extended: it gathers in the Swamp it has come into and goes no further.
            if place >= made {
                hex = to;
                continue;
            }
            let kind = crate::step_ground::kind_of(scene.setting.ground().terrain(to));
            if scene.tables.chart().is_swamp(kind) {
                self.bogged.push(to);
                made = place + 1;
            }
            let Some(price) = scene.step(hex, direction, walker.class, walker.gait, Way::OffRoute)
            else {
                return Err(Refusal::new(
                    Rule::SR_8_44_move,
                    "the terrain is closed to a part of the line",
                ));
            };
            may_leave_along(scene, walker, hex, direction, Way::OffRoute)?;
            let who = Approach::of(walker);
            let contact = approach(scene, who, hex, direction, to, Way::OffRoute)?;
            if contact != Contact::None {
                self.may_meet(part, place + 1 < made)?;
            }
            in_play(scene, to)?;
            special::may_enter(scene, walker, to)?;
            self.contact = self.contact.max(contact);
            self.checks |= price.checks.bits();
            cost += price.cost;
            let entry = Entry {
                from: hex,
                hex: to,
                way: Way::OffRoute,
                cost: price.cost,
            };
            cost += self.meet_friends(entry, place + 1 < made);
            self.entered.push(to);
            hex = to;
        }
        self.dearest = self.dearest.max(cost);
        self.longest = self.longest.max(made);
        Ok(hex)
    }

    /// SR 8.44: whether a part may come next to the enemy.
    fn may_meet(&self, part: HexId, half_way: bool) -> Result<(), Refusal> {
        let (scene, walker) = (self.scene, self.walker);
        // Reading I39: a wheel that would have to stop half-way is not begun.
        if half_way {
            return Err(Refusal::new(
                Rule::SR_8_44_wheel3,
                "the wheel could not be finished past the enemy",
            ));
        }
        // SR 8.44-move: a half next to the enemy keeps the other away from him but under Attack orders.
        let mut others = walker.state.hexes().filter(|own| *own != part);
        if walker.gait != crate::gait::Gait::Attack
            && others.any(|own| scene.next_to_enemy(walker.side, own))
        {
            return Err(Refusal::new(
                Rule::SR_8_44_move,
                "one half is next to the enemy; the other comes next to him under Attack orders only",
            ));
        }
        Ok(())
    }

    /// SR 8.22: what friends in the hex cost at once; those of the last hex cost when the line goes on.
    fn meet_friends(&mut self, entry: Entry, half_way: bool) -> HalfMp {
        let (scene, walker) = (self.scene, self.walker);
        let PassBy::Surcharge = pass_kind(scene, walker, entry.hex).by else {
            return HalfMp::ZERO;
        };
        let met = Some(passing::drm(scene, walker.class, entry));
        if half_way {
            self.passed = self.passed.max(met);
            passing::SURCHARGE
        } else {
            self.met = self.met.max(met);
            HalfMp::ZERO
        }
    }

    /// SR 8.22: friends left behind, in the hexes where it stood and on the way of a wheel.
    fn left_behind(&self) -> Option<PassTerms> {
        let leaving = self.progress.line_passage.map(|passage| passage.terms());
        match (leaving, self.passed) {
            (Some(pass), passed) => Some(PassTerms {
                udd: pass.udd.max(passed),
                ..pass
            }),
            (None, Some(drm)) => Some(PassTerms {
                surcharge: passing::SURCHARGE,
                udd: Some(drm),
                rule: Rule::SR_8_22,
            }),
            (None, None) => None,
        }
    }

    pub(super) fn finish(
        self,
        hex: HexId,
        extent: Extent,
        facing: Facing,
        extra: HalfMp,
    ) -> Result<LineTerms, Refusal> {
        // A line that stood wrongly is not led further astray.
        if !line_is_legal(self.scene, hex, extent, facing) {
            return Err(Refusal::new(
                Rule::SR_8_44,
                "its parts would not stand side by side",
            ));
        }
        let total = self.dearest + extra;
        // SR 8.44-wheel3: where a part goes two hexes the wheel is not the one hex that is always allowed.
        if self.longest > 1 && total > self.walker.left {
            return Err(Refusal::new(Rule::SR_9_42, "not enough MP"));
        }
        let minimum = self
            .walker
            .afford(self.progress, total, self.contact != Contact::None)?;
        let among = self.among(hex, extent);
        let passing = self.left_behind();
        let terms = LineTerms {
            hex,
            extent,
            facing,
            total,
            // The line that bogs down is disordered without a roll; its other risks are moot.
            checks: if self.bogged.is_empty() {
                Checks::from_bits(self.checks)
            } else {
                Checks::NONE
            },
            contact: self.contact,
            minimum,
            entered: self.entered,
            bogged: self.bogged,
            pins: false,
            passing,
            among,
        };
        match may_stop(self.scene, self.walker, &terms) {
            Err(refusal) if !can_leave(self.scene, self.progress, self.walker, &terms) => {
                Err(refusal)
            }
            _ => Ok(terms),
        }
    }

    /// SR 8.22, 8.44: what the line must remember if a part of it would stand among other troops.
    fn among(&self, hex: HexId, extent: Extent) -> Option<LinePassage> {
        let (scene, walker) = (self.scene, self.walker);
        let mut parts = extent.hexes().chain([hex]);
        if !parts.any(|part| holds_troops(scene, part, walker.unit)) {
            return None;
        }
        let before = self.progress.line_passage;
        let still = before.filter(|_| {
            let mut parts = extent.hexes().chain([hex]);
            parts.any(|part| {
                walker.state.hexes().any(|own| own == part)
                    && holds_troops(scene, part, walker.unit)
            })
        });
        let (hex, extent, facing) = before.map_or(
            (walker.state.hex, walker.state.extent, walker.state.facing),
            |passage| (passage.hex, passage.extent, passage.facing),
        );
        Some(LinePassage {
            udd: self.met.max(still.and_then(|passage| passage.udd)),
            hex,
            extent,
            facing,
        })
    }
}

/// SR 8.44, 7.11: whether a line may end its move so: not among other troops, and in hexes it has entered with guns only if
/// they face as it does. Their refused flank it shares for as many MP as it has left (SR 7.32-cost).
fn may_stop(scene: &Scene<'_>, walker: &Walker<'_>, terms: &LineTerms) -> Result<(), Refusal> {
    if terms.among.is_some() {
        return Err(Refusal::new(
            Rule::SR_8_44,
            "a line may not end stacked with non-artillery",
        ));
    }
    let own = |hex: &&HexId| {
        let mut own = terms.extent.hexes().chain([terms.hex]);
        own.any(|own| own == **hex)
    };
    let others = |hex: &HexId| {
        let there = scene.position.stack(*hex);
        there.filter(|part| part.unit != walker.unit)
    };
    let mut guns = terms.entered.iter().filter(own).flat_map(others).peekable();
    if guns.peek().is_none() {
        return Ok(());
    }
    if guns.any(|part| scene.position.unit(part.unit).facing != terms.facing) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "all units in a hex face the same way",
        ));
    }
    // SR 8.11, 8.12: nor with more guns than the hex may hold.
    let stands = UnitState {
        hex: terms.hex,
        extent: terms.extent,
        facing: terms.facing,
        ..*walker.state
    };
    let bottom = StackPlace::Bottom;
    let there = scene
        .position
        .with_unit(scene.setting, walker.unit, stands, bottom);
    let mut joined = terms.entered.iter().filter(own);
    joined.try_for_each(|&hex| stacking::stack_is_legal(scene.setting, &there, hex))
}

/// SR 8.44: whether a line that may not stop can go on to where it may stand.
fn can_leave(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    terms: &LineTerms,
) -> bool {
    if terms.contact != Contact::None
        || terms.minimum != MinimumMove::No
        || !terms.bogged.is_empty()
    {
        return false;
    }
    let state = UnitState {
        refused: None,
        ..terms.after(walker.state)
    };
    let here = Walker {
        state: &state,
        left: walker.left.less(terms.total),
        ..*walker
    };
    let memory = Progress {
        steps: progress.steps.saturating_add(1),
        line_passage: terms.among,
        entered_facing: terms.facing,
        turn_paid: HalfMp::ZERO,
        ..*progress
    };
    line_moves(terms.facing)
        .into_iter()
        .filter(|order| *order != LineMove::AboutFace)
        .any(|order| move_line_of(scene, &memory, &here, order).is_ok())
}

pub(in crate::extension) fn holds_troops(scene: &Scene<'_>, hex: HexId, mover: UnitId) -> bool {
    has_friends(scene, hex, mover)
        && scene
            .position
            .stack(hex)
            .any(|part| part.unit != mover && scene.setting.unit(part.unit).arm != Arm::Artillery)
}
