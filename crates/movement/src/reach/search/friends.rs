//! SR 8.22: the search through hexes of friends.

use longroll_board::{Direction, HexId};
use longroll_position::HalfMp;
use longroll_position::rule_set::RoadBlocked;

use super::{Coming, Search};
use crate::adjacency::spans_a_creek;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{Gait, Way};
use crate::passing::{self, Entry, PassBy, pass_kind};
use crate::progress::Progress;
use crate::reach::scratch::{
    FAR, FriendEntry, FriendInfo, Item, RING, bit, facing_at, for_each, index_of,
};
use crate::reach::status::Status;
use crate::refused_part::refusal_in;
use crate::stacking::{self, MarchLimits};

impl Search<'_, '_, '_> {
    /// SR 8.22: a unit that is under way in a hex of friends passes them when it goes on.
    pub(super) fn start_friends(&self, progress: &Progress, start: HexId) -> Option<FriendEntry> {
        let from = progress.came_from?;
        let (scene, walker) = (self.judge.scene, self.judge.walker);
        if !passing::has_friends(scene, start, walker.unit) {
            return None;
        }
        let leaving = |exit| {
            let pass = passing::passing(scene, walker, progress, exit).ok()?;
            Some(pass.map_or(0, |pass| pass.surcharge.0))
        };
        Some(FriendEntry {
            hex: start,
            from,
            cost: 0,
            price: 0,
            way: progress.came_by,
            mask: 0,
            along_road: leaving(passing::RoadUse::OnRoad),
            otherwise: leaving(passing::RoadUse::OffRoad),
        })
    }

    /// SR 8.22: what leaving friends costs this way; none if they may not be passed.
    #[inline]
    pub(super) fn surcharge(
        &self,
        friends: Option<FriendEntry>,
        hex: HexId,
        direction: Direction,
        way: Way,
    ) -> Option<u16> {
        let Some(entry) = friends else { return Some(0) };
        let on_road = way == Way::Route && self.judge.scene.tables.has_road(hex, direction);
        if on_road {
            entry.along_road
        } else {
            entry.otherwise
        }
    }

    pub(super) fn info(&mut self, hex: HexId) -> FriendInfo {
        let known = self.scratch.cells[hex.index()].info;
        if let Some(info) = self.scratch.infos.get(usize::from(known)) {
            return *info;
        }
        let (scene, walker) = (self.judge.scene, self.judge.walker);
        let other = scene
            .position
            .stack(hex)
            .find(|part| part.unit != walker.unit);
        let theirs = other.map_or(walker.state, |part| scene.position.unit(part.unit));
        let alike = scene
            .position
            .stack(hex)
            .filter(|part| part.unit != walker.unit)
            .all(|part| scene.position.unit(part.unit).facing.kind() == self.kind);
        let joins =
            alike && stacking::may_join(scene.setting, scene.position, walker.unit, hex).is_ok();
        let exceeds = joins
            && walker.gait == Gait::Advance
            && stacking::within_march_limits(scene.setting, scene.position, walker.unit, hex)
                == MarchLimits::Exceeded;
        let pass = pass_kind(scene, walker, hex);
        let info = FriendInfo {
            joins,
            facing: theirs.facing,
            refused: refusal_in(theirs, hex).is_some(),
            exceeds,
            pass,
        };
        self.scratch.cells[hex.index()].info =
            u16::try_from(self.scratch.infos.len()).unwrap_or(FAR);
        self.scratch.infos.push(info);
        info
    }

    pub(super) fn arrive_friends(&mut self, coming: Coming, status: Status) {
        let info = self.info(coming.to);
        if info.joins {
            self.stop_among(coming, info);
        }
        if status.is_contact() {
            return;
        }
        let own = self.going_on(coming, info);
        if own.along_road.is_some() || own.otherwise.is_some() {
            self.keep_friends(own);
        }
    }

    /// SR 9.43: what the ground costs more than the route it came by.
    fn full_price(&self, coming: Coming) -> Option<u16> {
        let entry = Entry {
            from: coming.from,
            hex: coming.to,
            way: coming.way,
            cost: HalfMp(u16::from(coming.price)),
        };
        passing::full_price(self.judge.scene, self.judge.walker, entry)
            .ok()
            .map(|full| full.less(entry.cost).0)
    }

    /// The same sum as in `arrive`: conforming, joining a refused stack, the route rate given up.
    fn stop_among(&mut self, coming: Coming, info: FriendInfo) {
        let (scene, walker) = (self.judge.scene, self.judge.walker);
        let to = coming.to;
        let given_up = if info.exceeds && spans_a_creek(scene, coming.from, to) {
            None
        } else if info.exceeds && coming.way == Way::Route {
            self.full_price(coming)
        } else {
            Some(0)
        };
        let Some(given_up) = given_up else { return };
        let woods = is_woods_for_turning(scene, to);
        let mut least = FAR;
        for_each(coming.mask, |facing| {
            let steps = facing_at(self.kind, facing)
                .turns_to(info.facing)
                .unwrap_or(0);
            least = least.min(cheapest_turn(walker.gait, woods, steps).0);
        });
        let refused = if info.refused { HalfMp::ONE.0 } else { 0 };
        let total = coming.cost + least + given_up + refused;
        if total <= self.limit {
            let cell = &mut self.scratch.cells[to.index()];
            let stop = &mut cell.stops[index_of(info.facing)];
            *stop = (*stop).min(total);
            cell.unturned |= coming.mask & bit(info.facing);
        }
    }

    /// SR 8.22: what leaving these friends will cost.
    fn going_on(&self, coming: Coming, info: FriendInfo) -> FriendEntry {
        let scene = self.judge.scene;
        let otherwise = match info.pass.by {
            PassBy::Nobody | PassBy::Free(_) => Some(0),
            PassBy::Surcharge => Some(passing::SURCHARGE.0),
            PassBy::NotAtAll => None,
        };
        let by_road = coming.way == Way::Route && passing::on_road(scene, coming.from, coming.to);
        let along_road = match (
            by_road,
            info.pass.march,
            scene.setting.rules.switches.road_blocked_by_march,
        ) {
            _ if otherwise == Some(0) => otherwise,
            (true, false, _) => Some(0),
            (true, true, RoadBlocked::TerrainOnly) => self.full_price(coming),
            (true, true, RoadBlocked::PlusMovingThrough) => {
                otherwise.and_then(|through| Some(through + self.full_price(coming)?))
            }
            _ => otherwise,
        };
        FriendEntry {
            hex: coming.to,
            from: coming.from,
            cost: coming.cost,
            price: coming.price,
            way: coming.way,
            mask: coming.mask,
            along_road,
            otherwise,
        }
    }

    /// Goes on from there later, unless a way that is no worse is known.
    fn keep_friends(&mut self, own: FriendEntry) {
        let useful = self.useful;
        let better = self.scratch.friends.iter().any(|known| {
            let covers = known.mask & own.mask == own.mask || known.cost + useful <= own.cost;
            known.hex == own.hex
                && known.cost <= own.cost
                && covers
                && not_dearer(known.along_road, own.along_road)
                && not_dearer(known.otherwise, own.otherwise)
        });
        let Ok(place) = u16::try_from(self.scratch.friends.len()) else {
            return;
        };
        if !better {
            self.scratch.friends.push(own);
            self.scratch.ring[usize::from(own.cost) % RING].push(Item::Friends(place));
            self.waiting += 1;
        }
    }
}

fn not_dearer(known: Option<u16>, other: Option<u16>) -> bool {
    match (known, other) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(known), Some(other)) => known <= other,
    }
}
