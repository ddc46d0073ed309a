//! SR 12.44: where a unit may fall back to, alone, as a line or as a column.

use longroll_board::HexId;
use longroll_catalog::facts::{Mechanism, UnitId};
use longroll_core::Refusal;
use longroll_movement::retreat::{
    RetreatCause, RetreatPath, keeps_clear, line_retreats, nearest_enemy, retreat_paths,
    retreat_step,
};
use longroll_movement::{Checks, Walker, why_not_there, why_not_whole};
use longroll_position::{Boundary, Extent, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::walk::Stop;
use super::way_back::{Fall, friends_on, mired_on, whole_walk, woods_on};
use crate::scene::At;

/// SR 12.44-front: those who drive it back, and friends who are targets of an assault that is not yet resolved.
pub(super) fn caused_by(at: At<'_>, unit: UnitId, causing: &[HexId]) -> RetreatCause {
    let side = at.setting.unit(unit).side;
    let pending = at.position.fires.assaults.iter().map(|assault| assault.on);
    RetreatCause {
        causing: causing.iter().copied().collect(),
        pending: pending
            .filter(|&hex| at.position.holder(hex) == Some(side))
            .collect(),
        ..RetreatCause::default()
    }
}

/// Every way a unit may fall back. SR 8.47-retreat, reading I43: a line does so as a line unless it cannot; then its
/// owner picks the hex where it draws together.
#[must_use]
pub fn falls(at: At<'_>, unit: UnitId) -> Vec<Fall> {
    let cause = &caused_by(at, unit, &[]);
    let driven = Driven {
        unit,
        cause,
        least: 1,
        most: 1,
    };
    driven.falls(at)
}

/// SR 12.44: which limit keeps a unit from this hex when it falls back one hex and nobody drives it.
pub(super) fn why_not(at: At<'_>, unit: UnitId, hex: HexId) -> Refusal {
    let cause = &caused_by(at, unit, &[]);
    let driven = Driven {
        unit,
        cause,
        least: 1,
        most: 1,
    };
    driven.why_not(at, hex)
}

/// Who must fall back, before whom and how far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Driven<'a> {
    pub unit: UnitId,
    pub cause: &'a RetreatCause,
    pub least: u8,
    pub most: u8,
}

impl Driven<'_> {
    /// SR 12.44: which limit keeps a unit from this hex; of an extended unit that draws together as it does so, where it would then
    /// stand nearest to the hex.
    pub(super) fn why_not(self, at: At<'_>, hex: HexId) -> Refusal {
        let Self {
            unit,
            cause,
            least,
            most,
        } = self;
        let state = at.position.unit(unit);
        if state.extent == Extent::Single {
            return why_not_there(&at, unit, cause, (least, most), hex);
        }
        let grid = at.setting.grid();
        if self.whole(at).is_empty() {
            let nearest = state.hexes().min_by_key(|own| grid.distance(*own, hex));
            let there = gathered_in(at, unit, nearest.unwrap_or(state.hex));
            return why_not_there(&at.at(&there), unit, cause, (least, most), hex);
        }
        let far = grid.distance(state.hex, hex);
        if far == 1 && least == 1 {
            return why_not_whole(&at, unit, cause, hex);
        }
        if far == 0 || far > u32::from(most) {
            return Refusal::new(Rule::SR_12_42, "it falls back by other hexes");
        }
        Refusal::new(Rule::SR_12_44, "not a hex it may fall back to")
    }

    /// Every way open to it.
    pub(super) fn falls(self, at: At<'_>) -> Vec<Fall> {
        let Self { unit, cause, .. } = self;
        let state = at.position.unit(unit);
        if state.extent == Extent::Single {
            return self.as_far(at);
        }
        let mut falls = self.whole(at);
        // SR 8.47-retreat: drawn together it goes as far as it must, if it cannot as it stands.
        let missing = falls.iter().map(|fall| fall.missing).min().unwrap_or(0);
        if missing > 0 {
            let mut gathered = self.gathered(at);
            let least = gathered.iter().map(|fall| fall.missing).min();
            if let Some(least) = least.filter(|&least| least < missing) {
                gathered.retain(|fall| fall.missing == least);
                return gathered;
            }
        }
        // SR 12.44-distance: away from the nearest enemy if any way leads there, drawn together if only that does.
        let away = |falls: &[Fall]| -> Vec<Fall> {
            let found = falls
                .iter()
                .filter(|fall| gains_distance(at, unit, cause, fall));
            found.copied().collect()
        };
        let farther = away(&falls);
        if !farther.is_empty() {
            falls = farther;
            keep_if_any(&mut falls, |fall| leaves_the_cause(at, unit, cause, fall));
        } else if !falls.is_empty() {
            // Ahead a column goes to get away only.
            falls.retain(|fall| !leads(at, unit, fall));
            let gathered = away(&self.gathered(at));
            if !gathered.is_empty() {
                return gathered;
            }
        }
        // Reading 80 of the assault chapter: two hexes end two hexes away, if they can.
        let grid = at.setting.grid();
        keep_if_any(&mut falls, |fall| {
            fall.via.is_none() || grid.distance(state.hex, fall.hex) >= 2
        });
        let aside = |fall: &Fall| {
            let first = fall.via.map_or(fall.hex, |(hex, _)| hex);
            let direction = at.setting.grid().direction_between(state.hex, first);
            direction.is_some_and(|direction| !state.facing.rear().contains(direction))
        };
        // A line whose rear is closed goes aside or draws together.
        let line = matches!(state.extent, Extent::Line { .. });
        if falls.is_empty() || (line && falls.iter().all(aside)) {
            for fall in self.gathered(at) {
                if !falls
                    .iter()
                    .any(|known| known.choice(unit) == fall.choice(unit))
                {
                    falls.push(fall);
                }
            }
        }
        falls
    }

    /// The same for an extended unit that draws together first, in the hex its owner likes (reading 92 of the assault chapter).
    pub(super) fn gathered(self, at: At<'_>) -> Vec<Fall> {
        let unit = self.unit;
        let state = at.position.unit(unit);
        let mut found: Vec<Fall> = Vec::new();
        for part in state.hexes() {
            let gathered = gathered_in(at, unit, part);
            for fall in self.as_far(at.at(&gathered)) {
                let column = matches!(state.extent, Extent::Column { .. });
                let of_unit = !column && state.hexes().any(|own| own == fall.hex);
                if !of_unit && !found.contains(&fall) {
                    found.push(fall);
                }
            }
            if matches!(state.extent, Extent::Column { .. }) {
                break;
            }
        }
        found
    }

    /// SR 8.47, 8.5: how an extended unit falls back without drawing together, hex by hex.
    fn whole(self, at: At<'_>) -> Vec<Fall> {
        let Self {
            unit,
            cause,
            least,
            most,
        } = self;
        let mut reached: Vec<(u8, Fall)> = Vec::new();
        for shift in shifts(at, unit, cause) {
            reached.push((1, shift));
            if most < 2 {
                continue;
            }
            let there = UnitState {
                hex: shift.hex,
                extent: shift.extent,
                ..*at.position.unit(unit)
            };
            let moved = at
                .position
                .with_unit(at.setting, unit, there, StackPlace::Bottom);
            let ahead = leads(at, unit, &shift);
            for second in shifts(at.at(&moved), unit, cause) {
                // A column goes on as it has begun.
                if leads(at.at(&moved), unit, &second) != ahead {
                    continue;
                }
                let via = Some((shift.hex, shift.extent));
                reached.push((2, Fall { via, ..second }));
            }
        }
        // The shorter of two ways to a place is the plain one.
        reached.sort_by_key(|(hexes, _)| *hexes);
        for made in (1..=least).rev() {
            let mut falls: Vec<Fall> = Vec::new();
            for (hexes, fall) in &reached {
                let own = at.position.unit(unit).hex == fall.hex;
                let ends = |fall: &Fall| match fall.extent {
                    Extent::Column { .. } => fall.extent.hexes().last(),
                    Extent::Single | Extent::Line { .. } => None,
                };
                let alike = |known: &Fall| known.hex == fall.hex && ends(known) == ends(fall);
                if *hexes >= made && !own && !falls.iter().any(alike) {
                    let missing = least - made;
                    let named = falls.iter().any(|known| known.hex == fall.hex);
                    let way = Fall {
                        missing,
                        named,
                        ..*fall
                    };
                    falls.push(way);
                }
            }
            if !falls.is_empty() {
                return falls;
            }
        }
        Vec::new()
    }

    /// Reading 83 of the assault chapter: as far as it can, if not as far as it must.
    fn as_far(self, at: At<'_>) -> Vec<Fall> {
        for made in (1..=self.least).rev() {
            let ways = Self {
                least: made,
                ..self
            }
            .single(at);
            if !ways.is_empty() {
                let missing = self.least - made;
                return ways
                    .into_iter()
                    .map(|way| Fall { missing, ..way })
                    .collect();
            }
        }
        Vec::new()
    }

    /// SR 12.41: where a unit in one hex may go, by the easiest way; and by which hex, where there are several ways.
    fn single(self, at: At<'_>) -> Vec<Fall> {
        let paths = self.paths(at);
        let mut falls: Vec<Fall> = Vec::new();
        for end in ends(&paths) {
            let plain = Fall::to(end, Extent::Single);
            falls.push(plain);
            let to_end: Vec<&RetreatPath> = paths
                .iter()
                .filter(|path| path.end() == Some(end))
                .collect();
            let matters = |path: &RetreatPath| {
                let checks: Vec<Checks> = path.steps.iter().map(|step| step.price.checks).collect();
                let harm = (mired_on(at, path), woods_on(at, self.unit, path));
                (friends_on(at, path), checks, harm)
            };
            // Where all ways come to the same nobody is asked.
            let differ = to_end
                .windows(2)
                .any(|pair| matters(pair[0]) != matters(pair[1]));
            if differ && to_end.iter().all(|path| path.steps.len() > 1) {
                for path in to_end {
                    let via = path.steps.first().map(|step| (step.to, Extent::Single));
                    let fall = Fall { via, ..plain };
                    if !falls.contains(&fall) {
                        falls.push(fall);
                    }
                }
            }
        }
        falls
    }

    fn paths(self, at: At<'_>) -> Vec<RetreatPath> {
        retreat_paths(&at, self.unit, self.cause, self.least, self.most, |_| true)
    }

    /// Whether it can come to this hex.
    pub(super) fn reaches(self, at: At<'_>, hex: HexId) -> bool {
        ends(&self.paths(at)).contains(&hex)
    }
}

/// SR 9.63, 8.5, 8.47: how a column gets away from the enemy and stays one, hex by hex; nothing if it cannot.
pub(crate) fn columns_back(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    most: u8,
) -> Vec<SmallVec<[Stop; 4]>> {
    if !matches!(at.position.unit(unit).extent, Extent::Column { .. }) {
        return Vec::new();
    }
    let driven = Driven {
        unit,
        cause,
        least: 1,
        most,
    };
    let ways = driven.whole(at).into_iter();
    ways.filter(|fall| gains_distance(at, unit, cause, fall))
        .map(|fall| whole_walk(at, unit, cause, fall))
        .collect()
}

/// Whether every hex of an extended unit is farther from the enemy afterwards than the nearest of them was.
fn gains_distance(at: At<'_>, unit: UnitId, cause: &RetreatCause, fall: &Fall) -> bool {
    let side = at.setting.unit(unit).side;
    let near = |hex: HexId| nearest_enemy(&at, side, hex, cause.mover).unwrap_or(u32::MAX);
    let before = at.position.unit(unit).hexes().map(near).min();
    let hexes = core::iter::once(fall.hex).chain(fall.extent.hexes());
    let after = hexes.map(near).min();
    after > before || before == Some(u32::MAX)
}

/// SR 12.44-distance: whether an extended unit that goes away from its nearest enemy also goes away from everybody else who has caused
/// the retreat.
fn leaves_the_cause(at: At<'_>, unit: UnitId, cause: &RetreatCause, fall: &Fall) -> bool {
    let grid = at.setting.grid();
    let state = at.position.unit(unit);
    let after = || core::iter::once(fall.hex).chain(fall.extent.hexes());
    let from = |own: HexId, hex: HexId| grid.distance(own, hex);
    let side = at.setting.unit(unit).side;
    let near = |hex: HexId| nearest_enemy(&at, side, hex, cause.mover);
    let nearest = state.hexes().filter_map(near).min();
    cause.causing.iter().all(|&hex| {
        let was = state.hexes().map(|own| from(own, hex)).min();
        was == nearest || after().map(|own| from(own, hex)).min() > was
    })
}

/// Keeps what suits, if anything does.
fn keep_if_any(falls: &mut Vec<Fall>, suits: impl Fn(&Fall) -> bool) {
    if falls.iter().any(&suits) {
        falls.retain(suits);
    }
}

/// Whether a column would go this way with its counter ahead.
fn leads(at: At<'_>, unit: UnitId, fall: &Fall) -> bool {
    let state = at.position.unit(unit);
    let first = fall.via.map_or(fall.hex, |(hex, _)| hex);
    matches!(state.extent, Extent::Column { rear, .. } if first != rear)
}

/// One hex back for the whole of an extended unit: a line in any direction open to it, a column along its length.
fn shifts(at: At<'_>, unit: UnitId, cause: &RetreatCause) -> Vec<Fall> {
    let state = at.position.unit(unit);
    let grid = at.setting.grid();
    match state.extent {
        Extent::Single => Vec::new(),
        Extent::Line { left, right } => line_retreats(&at, unit, cause)
            .into_iter()
            .filter_map(|direction| {
                let shift =
                    |part: Option<HexId>| part.and_then(|hex| grid.neighbour(hex, direction));
                let hex = grid.neighbour(state.hex, direction)?;
                let (left, right) = (shift(left), shift(right));
                Some(Fall::to(hex, Extent::Line { left, right }))
            })
            .collect(),
        Extent::Column { rear, tail } => column_shifts(at, unit, cause, (rear, tail)),
    }
}

/// SR 8.5, 12.41: one hex back for a column, its last part into any hex open to it, straight on first; or ahead with its counter,
/// where the enemy is behind it.
fn column_shifts(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    (rear, tail): (HexId, Option<HexId>),
) -> Vec<Fall> {
    let hex = at.position.unit(unit).hex;
    let (before, last) = tail.map_or((hex, rear), |tail| (rear, tail));
    let mut found: Vec<Fall> = Vec::new();
    let Ok(walker) = Walker::of(&at, unit, longroll_movement::allowance::Fired::No) else {
        return found;
    };
    // SR 12.44-front: the parts that come after it keep clear of the enemy too.
    let clear = |hex: HexId| keeps_clear(&at, &walker, cause, hex).is_ok();
    if clear(rear) && tail.is_none_or(clear) {
        let open = open_beside(at, unit, cause, before, last).into_iter();
        let back = open.map(|new| {
            let (second, third) = tail.map_or((new, None), |tail| (tail, Some(new)));
            let extent = Extent::Column {
                rear: second,
                tail: third,
            };
            Fall::to(rear, extent)
        });
        found.extend(back);
    }
    if clear(hex) && tail.is_none_or(|_| clear(rear)) {
        let open = open_beside(at, unit, cause, rear, hex).into_iter();
        let ahead = open.map(|new| {
            let tail = tail.map(|_| rear);
            Fall::to(new, Extent::Column { rear: hex, tail })
        });
        found.extend(ahead);
    }
    found
}

/// The hexes beside the end of a column that are open to it and empty: straight on or a little aside; round a sharp bend if only
/// that is open.
fn open_beside(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    before: HexId,
    end: HexId,
) -> SmallVec<[HexId; 3]> {
    let grid = at.setting.grid();
    let walker = Walker::of(&at, unit, longroll_movement::allowance::Fired::No).ok();
    let Some((walker, straight)) = walker.zip(grid.direction_between(before, end)) else {
        return SmallVec::new();
    };
    let open = |turn: &i8| {
        let step = retreat_step(&at, &walker, cause, end, straight.turned(*turn)).ok()?;
        let empty = at.position.stack(step.to).next().is_none();
        empty.then_some(step.to)
    };
    let found: SmallVec<[HexId; 3]> = [0, 1, -1].iter().filter_map(open).collect();
    if found.is_empty() {
        [2, -2].iter().filter_map(open).collect()
    } else {
        found
    }
}

/// The position with a line drawn together in one of its hexes.
pub(super) fn gathered_in(at: At<'_>, unit: UnitId, hex: HexId) -> longroll_position::Position {
    let drawn_together = UnitState {
        hex,
        extent: Extent::Single,
        ..*at.position.unit(unit)
    };
    at.position
        .with_unit(at.setting, unit, drawn_together, StackPlace::Bottom)
}

/// The rule by which the scenario lets units leave its area.
pub(super) fn leaving_rule(at: At<'_>) -> Rule {
    let mut rules = at.setting.scenario.special_rules.iter();
    let own = rules.find(|rule| rule.mechanism == Mechanism::LeavingCounts);
    own.map_or(Rule::BB_30_0, |rule| rule.rule)
}

/// BB 30.0: whether a unit that must fall back can only do so beyond the area, where the scenario lets it leave.
#[must_use]
pub fn leaves_area(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    let area = at.position.now(at.setting).and_then(|turn| {
        let area = &at.setting.scenario.area;
        area.stage(turn.id)
    });
    let outside = |hex: Option<HexId>| {
        hex.is_none_or(|hex| area.is_some_and(|area| area.hexes.binary_search(&hex).is_err()))
    };
    let grid = at.setting.grid();
    at.setting.special.boundary == Boundary::Leave
        && state.on_map()
        && falls(at, unit).is_empty()
        && state.hexes().any(|hex| {
            let mut rear = state.facing.rear().iter();
            rear.any(|direction| outside(grid.neighbour(hex, direction)))
        })
}

/// Where ways end, each once.
fn ends(paths: &[RetreatPath]) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = paths.iter().filter_map(RetreatPath::end).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}
