//! The cheapest way to a hex, read back out of a search.

use longroll_board::{Direction, Facing, HexId};
use longroll_position::HalfMp;
use smallvec::SmallVec;

use super::found::Reach;
use super::scratch::{FAR, LEVELS, facing_at, index_of};
use super::search::most_turn;
use crate::arcs::facing_kind;
use crate::arrival::arrive;
use crate::checks::Checks;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::Way;
use crate::passing::{Entry, RoadUse, pass, passing};
use crate::special;

/// One hex of a way: turn to `facing`, then enter `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachStep {
    pub from: HexId,
    pub to: HexId,
    pub direction: Direction,
    /// The facing of the step.
    pub facing: Facing,
    pub way: Way,
    /// MP of the step, its turn and the friends left behind included.
    pub cost: HalfMp,
    /// Risks of the ground.
    pub checks: Checks,
    /// SR 8.22: DRM of the UDD after leaving friends in `from`.
    pub passing_udd: Option<u8>,
}

/// A way with its costs and risks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReachPath {
    /// Hex by hex.
    pub steps: Vec<ReachStep>,
    /// MP for turning (or conforming) in the last hex.
    pub last_turn: HalfMp,
    /// All MP, ending refusal included.
    pub total: HalfMp,
}

/// Where a way stands while it is read backwards: in a hex, entered with a facing at a cost.
#[derive(Clone, Copy)]
struct Spot {
    hex: HexId,
    facing: usize,
    cost: u16,
    /// In a hex of friends: from where and along what, because leaving it depends on that.
    via: Option<(HexId, Way)>,
}

impl Reach<'_, '_> {
    /// The cheapest way that ends in a hex with this facing (any if none is given).
    #[must_use]
    pub fn path(&self, hex: HexId, facing: Option<Facing>) -> Option<ReachPath> {
        let kind = facing_kind(self.walker.gait);
        let facing = match facing {
            Some(facing) => facing,
            None => Facing::all_of(kind)
                .filter_map(|facing| Some((self.cost_facing(hex, facing)?, facing)))
                .min_by_key(|(cost, _)| *cost)
                .map(|(_, facing)| facing)?,
        };
        let total = self.cost_facing(hex, facing)?;
        if hex == self.walker.state.hex {
            return Some(ReachPath {
                steps: Vec::new(),
                last_turn: total,
                total,
            });
        }
        let (mut spot, last_turn) = self.last(hex, facing, total.0)?;
        let mut steps = Vec::new();
        while spot.hex != self.walker.state.hex {
            let (before, step) = self.back(spot)?;
            steps.push(step);
            spot = before;
        }
        steps.reverse();
        Some(ReachPath {
            steps,
            last_turn: HalfMp(last_turn),
            total,
        })
    }

    /// With which facing and cost the last hex was entered.
    fn last(&self, hex: HexId, facing: Facing, total: u16) -> Option<(Spot, u16)> {
        // SR 9.42: what only the one hex pays for is never the end of a longer way.
        let one_hex = self.minimum_move_facing(hex, facing).is_some();
        if !one_hex && let Some(found) = self.last_open(hex, facing, total) {
            return Some(found);
        }
        // Beside the enemy it keeps the facing of the step; with friends it conforms to theirs.
        for own in 0..6 {
            for turn in 0_u16..=24 {
                let Some(cost) = total.checked_sub(turn) else {
                    continue;
                };
                let spot = Spot {
                    hex,
                    facing: own,
                    cost,
                    via: None,
                };
                for (before, step) in self.backs(spot) {
                    if one_hex && before.hex != self.walker.state.hex {
                        continue;
                    }
                    let entry = Entry {
                        from: before.hex,
                        hex,
                        way: step.way,
                        cost: self.price(&step),
                    };
                    let entered = facing_at(facing.kind(), own);
                    let stop = arrive(&self.scene, &self.walker, entry, entered, HalfMp::ZERO).ok();
                    if stop.is_some_and(|stop| stop.cost.0 == turn && stop.facing == facing) {
                        return Some((
                            Spot {
                                via: Some((before.hex, step.way)),
                                ..spot
                            },
                            turn,
                        ));
                    }
                }
            }
        }
        None
    }

    /// The same for a hex in which it turns as it likes.
    fn last_open(&self, hex: HexId, facing: Facing, total: u16) -> Option<(Spot, u16)> {
        let kind = facing.kind();
        let index = hex.index();
        let woods = is_woods_for_turning(&self.scene, hex);
        let base = self.scratch.cells[index].base;
        if base == FAR {
            return None;
        }
        for level in 0..LEVELS {
            for own in 0..6 {
                if self.scratch.cells[index].masks[level] >> own & 1 == 0 {
                    continue;
                }
                let steps = facing_at(kind, own).turns_to(facing)?;
                let turn = cheapest_turn(self.walker.gait, woods, steps).0;
                let cost = base + level as u16;
                if cost + turn == total {
                    return Some((
                        Spot {
                            hex,
                            facing: own,
                            cost,
                            via: None,
                        },
                        turn,
                    ));
                }
            }
        }
        None
    }

    fn price(&self, step: &ReachStep) -> HalfMp {
        let cost = self.scene.step(
            step.from,
            step.direction,
            self.walker.class,
            self.walker.gait,
            step.way,
        );
        cost.map_or(HalfMp::ZERO, |cost| cost.cost)
    }

    /// The step by which a spot was entered, and the spot it came from.
    fn back(&self, spot: Spot) -> Option<(Spot, ReachStep)> {
        self.backs(spot)
            .into_iter()
            .find(|(before, step)| spot.via.is_none_or(|via| via == (before.hex, step.way)))
    }

    /// Every step by which a spot can have been entered at its cost.
    fn backs(&self, spot: Spot) -> SmallVec<[(Spot, ReachStep); 2]> {
        let mut all = SmallVec::new();
        let kind = facing_kind(self.walker.gait);
        let facing = facing_at(kind, spot.facing);
        for direction in facing.front().iter() {
            let Some(from) = self.scene.grid().neighbour(spot.hex, direction.opposite()) else {
                continue;
            };
            if self.seeks_friends {
                let start = self.progress.start;
                let away = special::ways_away(&self.scene, &self.walker, start, from);
                if away >> direction.index() & 1 == 1 {
                    continue;
                }
            }
            let price = |way| {
                self.scene
                    .step(from, direction, self.walker.class, self.walker.gait, way)
            };
            let route = if self.routes && self.scene.route_open(from, spot.hex) {
                price(Way::Route)
            } else {
                None
            };
            // Where there is a route it is followed.
            let along = route.map(|price| (Way::Route, price));
            if let Some((way, price)) =
                along.or_else(|| price(Way::OffRoute).map(|price| (Way::OffRoute, price)))
            {
                let Some(rest) = spot.cost.checked_sub(price.cost.0) else {
                    continue;
                };
                let found = self.origin(from, facing, rest, way, direction);
                let Some((before, passing_udd)) = found else {
                    continue;
                };
                let step = ReachStep {
                    from,
                    to: spot.hex,
                    direction,
                    facing,
                    way,
                    cost: HalfMp(spot.cost - before.cost),
                    checks: price.checks,
                    passing_udd,
                };
                all.push((before, step));
            }
        }
        all
    }

    fn exit(&self, way: Way, from: HexId, direction: Direction) -> RoadUse {
        if way == Way::Route && self.scene.tables.has_road(from, direction) {
            RoadUse::OnRoad
        } else {
            RoadUse::OffRoad
        }
    }

    /// A way to have stood in `from` so that leaving it with this facing costs `rest` in all.
    fn origin(
        &self,
        from: HexId,
        facing: Facing,
        rest: u16,
        way: Way,
        direction: Direction,
    ) -> Option<(Spot, Option<u8>)> {
        if from == self.walker.state.hex {
            return self.origin_at_start(facing, rest, way, direction);
        }
        self.origin_in_open(from, facing, rest, way)
            .or_else(|| self.origin_among_friends(from, facing, rest, way, direction))
    }

    /// MP for turning from one facing of the search to this one before leaving a hex.
    fn turn_between(&self, from: HexId, own: usize, facing: Facing, way: Way) -> Option<u16> {
        let steps = facing_at(facing.kind(), own).turns_to(facing)?;
        Some(if way == Way::Route {
            0
        } else {
            let woods = is_woods_for_turning(&self.scene, from);
            cheapest_turn(self.walker.gait, woods, steps).0
        })
    }

    fn origin_at_start(
        &self,
        facing: Facing,
        rest: u16,
        way: Way,
        direction: Direction,
    ) -> Option<(Spot, Option<u8>)> {
        let from = self.walker.state.hex;
        let own = index_of(self.progress.entered_facing);
        let most = most_turn(&self.scene, &self.walker, &self.progress, from);
        self.progress
            .entered_facing
            .turns_to(facing)
            .filter(|steps| *steps <= most)?;
        let paid = self
            .turn_between(from, own, facing, way)?
            .saturating_sub(self.progress.turn_paid.0);
        let spot = Spot {
            hex: from,
            facing: own,
            cost: self.start_cost,
            via: None,
        };
        let exit = self.exit(way, from, direction);
        let friends = passing(&self.scene, &self.walker, &self.progress, exit).ok()?;
        let surcharge = friends.map_or(0, |terms| terms.surcharge.0);
        let udd = friends.and_then(|terms| terms.udd);
        (self.start_cost + surcharge + paid == rest).then_some((spot, udd))
    }

    fn origin_in_open(
        &self,
        from: HexId,
        facing: Facing,
        rest: u16,
        way: Way,
    ) -> Option<(Spot, Option<u8>)> {
        let base = self.scratch.cells[from.index()].base;
        if base == FAR {
            return None;
        }
        let turn = |own| self.turn_between(from, own, facing, way);
        for level in 0..LEVELS {
            for own in 0..6 {
                let there = self.scratch.cells[from.index()].masks[level] >> own & 1 == 1;
                let cost = base + level as u16;
                if there && turn(own).is_some_and(|turn| cost + turn == rest) {
                    return Some((
                        Spot {
                            hex: from,
                            facing: own,
                            cost,
                            via: None,
                        },
                        None,
                    ));
                }
            }
        }
        None
    }

    fn origin_among_friends(
        &self,
        from: HexId,
        facing: Facing,
        rest: u16,
        way: Way,
        direction: Direction,
    ) -> Option<(Spot, Option<u8>)> {
        let turn = |own| self.turn_between(from, own, facing, way);
        let exit = self.exit(way, from, direction);
        for friends in self
            .scratch
            .friends
            .iter()
            .filter(|friends| friends.hex == from)
        {
            let entry = Entry {
                from: friends.from,
                hex: from,
                way: friends.way,
                cost: HalfMp(u16::from(friends.price)),
            };
            let Ok(Some(terms)) = pass(&self.scene, &self.walker, entry, exit) else {
                continue;
            };
            for own in (0..6).filter(|own| friends.mask >> own & 1 == 1) {
                if turn(own).is_some_and(|turn| friends.cost + terms.surcharge.0 + turn == rest) {
                    let via = Some((friends.from, friends.way));
                    return Some((
                        Spot {
                            hex: from,
                            facing: own,
                            cost: friends.cost,
                            via,
                        },
                        terms.udd,
                    ));
                }
            }
        }
        None
    }
}
