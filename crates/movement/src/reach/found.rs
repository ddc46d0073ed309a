//! What a search found, and the one hex that is always allowed.

use longroll_board::{Direction, Facing, HexId};
use longroll_position::HalfMp;

use super::scratch::{FAR, FacingScratch, bit, facing_at, for_each, index_of};
use crate::arcs::facing_kind;
use crate::arrival::arrive;
use crate::artillery;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::Way;
use crate::passing::Entry;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special;
use crate::step::{StepOrder, StepTerms, WayChoice, as_one_hex, step_of};
use crate::walker::{MinimumMove, Walker};

/// What a search found. It lives in the scratch it was made with.
#[derive(Debug)]
pub struct Reach<'s, 'a> {
    pub(super) scene: Scene<'a>,
    pub(super) walker: Walker<'a>,
    pub(super) progress: Progress,
    pub(super) scratch: &'s FacingScratch,
    pub(super) start_cost: u16,
    /// BB 14.55: it began beyond its tether.
    pub(super) seeks_friends: bool,
    pub(super) limit: HalfMp,
    /// Whether routes are followed where they lead.
    pub(super) routes: bool,
    pub(super) minimum: Vec<(HexId, Facing, HalfMp, MinimumMove)>,
}

impl Reach<'_, '_> {
    /// The hexes in which the move may end, each with its cheapest cost. The start is not among them.
    pub fn hexes(&self) -> impl Iterator<Item = (HexId, HalfMp)> + '_ {
        let start = self.walker.state.hex;
        let far = self
            .minimum
            .iter()
            .enumerate()
            .filter_map(|(place, (hex, ..))| {
                let again = self.minimum[..place]
                    .iter()
                    .any(|(before, ..)| before == hex);
                let only = !again && self.plain_cost(*hex).is_none();
                only.then(|| self.cost(*hex).map(|cost| (*hex, cost)))
                    .flatten()
            });
        self.scratch
            .touched
            .iter()
            .filter(move |hex| **hex != start)
            .filter_map(|hex| self.plain_cost(*hex).map(|cost| (*hex, cost)))
            .chain(far)
            .filter(|(hex, _)| {
                let (scene, walker, start) = (&self.scene, &self.walker, self.progress.start);
                special::may_end(scene, walker, start, *hex).is_ok()
                    && artillery::may_end_after_fire(scene, walker, start, *hex).is_ok()
            })
    }

    /// How many hexes the search has looked at and found open: for measuring.
    #[must_use]
    pub fn settled(&self) -> usize {
        self.scratch
            .touched
            .iter()
            .filter(|hex| self.plain_cost(**hex).is_some())
            .count()
    }

    /// The cheapest cost of ending the move in a hex.
    #[must_use]
    pub fn cost(&self, hex: HexId) -> Option<HalfMp> {
        let plain = self.plain_cost(hex);
        plain.or_else(|| {
            self.minimum
                .iter()
                .filter(|(own, ..)| *own == hex)
                .map(|(_, _, cost, _)| *cost)
                .min()
        })
    }

    fn plain_cost(&self, hex: HexId) -> Option<HalfMp> {
        let index = hex.index();
        let open = self.scratch.cells.get(index)?.base;
        let stop = self.scratch.cells[index]
            .stops
            .iter()
            .copied()
            .min()
            .unwrap_or(FAR);
        let cost = open.min(stop);
        (cost != FAR).then_some(HalfMp(cost))
    }

    /// The cost of ending the move in a hex with this facing.
    #[must_use]
    pub fn cost_facing(&self, hex: HexId, facing: Facing) -> Option<HalfMp> {
        self.plain_cost_facing(hex, facing).or_else(|| {
            self.minimum
                .iter()
                .find(|(own, with, ..)| *own == hex && *with == facing)
                .map(|(_, _, cost, _)| *cost)
        })
    }

    fn plain_cost_facing(&self, hex: HexId, facing: Facing) -> Option<HalfMp> {
        let open = self.open_cost(hex, facing);
        let stop = self.scratch.cells.get(hex.index())?.stops[index_of(facing)];
        let cost = open.unwrap_or(FAR).min(stop);
        (cost <= self.limit.0).then_some(HalfMp(cost))
    }

    /// SR 9.42, 9.53, 11.12: whether the move may end in a hex with this facing so that an assault can follow: the MP suffice, and
    /// nobody has to turn to the friends there.
    #[must_use]
    pub fn may_charge_facing(&self, hex: HexId, facing: Facing) -> bool {
        let conforms = self
            .scratch
            .cells
            .get(hex.index())
            .is_some_and(|cell| cell.info != FAR && cell.unturned & bit(facing) == 0);
        !conforms && self.plain_cost_facing(hex, facing).is_some()
    }

    /// Whether a hex is reached with this facing only by the rule that one hex is always allowed.
    #[must_use]
    pub fn minimum_move_facing(&self, hex: HexId, facing: Facing) -> Option<MinimumMove> {
        if self.plain_cost_facing(hex, facing).is_some() {
            return None;
        }
        self.minimum
            .iter()
            .find(|(own, with, ..)| *own == hex && *with == facing)
            .map(|(.., minimum)| *minimum)
    }

    /// Whether a hex is reached only by the rule that one hex is always allowed.
    #[must_use]
    pub fn minimum_move(&self, hex: HexId) -> Option<MinimumMove> {
        if self.plain_cost(hex).is_some() {
            return None;
        }
        self.minimum
            .iter()
            .find(|(own, ..)| *own == hex)
            .map(|(.., minimum)| *minimum)
    }

    fn open_cost(&self, hex: HexId, facing: Facing) -> Option<u16> {
        let index = hex.index();
        let base = self.scratch.cells.get(index)?.base;
        if base == FAR {
            return None;
        }
        if hex == self.walker.state.hex {
            let steps = self.progress.entered_facing.turns_to(facing)?;
            let woods = is_woods_for_turning(&self.scene, hex);
            let turn = cheapest_turn(self.walker.gait, woods, steps).less(self.progress.turn_paid);
            return Some(turn.0);
        }
        let woods = is_woods_for_turning(&self.scene, hex);
        let kind = facing.kind();
        let mut best = None;
        for (level, mask) in self.scratch.cells[index].masks.iter().enumerate() {
            for_each(*mask, |own| {
                let Some(steps) = facing_at(kind, own).turns_to(facing) else {
                    return;
                };
                let turn = cheapest_turn(self.walker.gait, woods, steps).0;
                let cost = base + level as u16 + turn;
                if best.is_none_or(|known| cost < known) {
                    best = Some(cost);
                }
            });
        }
        best
    }
}

/// SR 9.42, BB 14.61: the one hex that is allowed whatever the MP.
pub(super) fn minimum_moves(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
) -> Vec<(HexId, Facing, HalfMp, MinimumMove)> {
    let mut found: Vec<(HexId, Facing, HalfMp, MinimumMove)> = Vec::new();
    let from = walker.state.hex;
    let woods = is_woods_for_turning(scene, from);
    let unrefuse = if walker.state.refused.is_some() {
        HalfMp::ONE
    } else {
        HalfMp::ZERO
    };
    let price = |direction, way| scene.step(from, direction, walker.class, walker.gait, way);
    for direction in Direction::ALL {
        let Some(to) = scene.grid().neighbour(from, direction) else {
            continue;
        };
        let ground = price(direction, Way::OffRoute).map_or(HalfMp::ZERO, |price| price.cost);
        // With friends there: conforming, joining a refused stack.
        let friends = if scene.holds(walker.side, to) {
            HalfMp::whole(3)
        } else {
            HalfMp::ZERO
        };
        for facing in Facing::toward(direction, facing_kind(walker.gait)) {
            // Most steps can be paid, and need no closer look: a route is never dearer than the ground.
            let vertices = progress.entered_facing.turns_to(facing).unwrap_or(0);
            let turn = cheapest_turn(walker.gait, woods, vertices).less(progress.turn_paid);
            if walker.points.is_some() && ground + turn + unrefuse + friends <= walker.left {
                continue;
            }
            let order = StepOrder {
                direction,
                facing,
                way: WayChoice::Best,
            };
            let Ok(terms) = step_of(scene, progress, walker, order) else {
                continue;
            };
            let Some((own, total, minimum)) = end_after(scene, progress, walker, &terms) else {
                continue;
            };
            let known = found
                .iter_mut()
                .find(|(hex, known, ..)| *hex == terms.to && *known == own);
            match known {
                Some((_, _, cost, _)) => *cost = (*cost).min(total),
                None => found.push((terms.to, own, total, minimum)),
            }
        }
    }
    found
}

/// The facing with which the move ends after this step, and all MP, if it is the one hex.
fn end_after(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    terms: &StepTerms,
) -> Option<(Facing, HalfMp, MinimumMove)> {
    let minimum = as_one_hex(scene, progress, walker, terms)?;
    let entry = Entry {
        from: terms.from,
        hex: terms.to,
        way: terms.way,
        cost: terms.terrain,
    };
    let stop = arrive(scene, walker, entry, terms.facing, HalfMp::ZERO).ok()?;
    Some((stop.facing, terms.total + stop.cost, minimum))
}
