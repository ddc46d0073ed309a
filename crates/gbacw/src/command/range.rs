//! SR 4.15: command range, and the ratings of whoever leads now.

use longroll_board::HexId;
use longroll_catalog::facts::{
    CommandTrace, LeaderId, Level, Light, Mechanism, Profile, Ratings, UnitId,
};
use longroll_position::{HalfMp, Topic};
use smallvec::SmallVec;

use crate::scene::At;

/// SR 4.18: the ratings of the side of the counter that lies up.
#[must_use]
pub fn ratings(at: At<'_>, leader: LeaderId) -> &Ratings {
    let facts = at.setting.leader(leader);
    match (&facts.replacement, at.position.leader(leader).replaced) {
        (Some(replacement), true) => &replacement.ratings,
        _ => &facts.ratings,
    }
}

/// SR 4.14: his action profile; Normal where none is printed. BB 30.0: the scenario gives one to a commander who leads a
/// brigade himself.
#[must_use]
pub fn profile(at: At<'_>, leader: LeaderId) -> Profile {
    let composite = at
        .setting
        .special(Topic::Composite)
        .find_map(|rule| match rule.mechanism {
            Mechanism::CompositeBrigade {
                leader: who,
                profile,
                ..
            } if who == leader => Some(profile),
            _ => None,
        });
    composite.unwrap_or_else(|| {
        ratings(at, leader)
            .profile
            .as_ref()
            .map_or(Profile::Normal, |profile| profile.value)
    })
}

/// SR 4.15: his command range now. SR 9.32: none for a corps commander who rode far; SR 16.11, 16.12: half, rounded up,
/// in bad light (reading 18).
#[must_use]
pub fn range_of(at: At<'_>, leader: LeaderId) -> HalfMp {
    let printed = ratings(at, leader).command_range.value;
    let state = at.position.leader(leader);
    let range = if state.rode_far && at.setting.leader(leader).level == Level::Corps {
        0
    } else {
        printed
    };
    match at.position.light(at.setting) {
        Light::Day => HalfMp::whole(range),
        Light::Dawn | Light::Dusk | Light::Night => HalfMp::whole(range.div_ceil(2)),
    }
}

/// SR 4.15: whether a hex lies in his command range, counted from him to it.
#[must_use]
pub fn in_range(at: At<'_>, leader: LeaderId, hex: HexId) -> bool {
    within(at, leader, hex, range_of(at, leader))
}

/// Reading 15: the same for a unit, each hex of which counts.
#[must_use]
pub fn has_in_range(at: At<'_>, leader: LeaderId, unit: UnitId) -> bool {
    let mut hexes = at.position.unit(unit).hexes();
    hexes.any(|hex| in_range(at, leader, hex))
}

/// The same for another distance: BB 4.11 halves the range for some abilities.
#[must_use]
pub fn within(at: At<'_>, leader: LeaderId, hex: HexId, limit: HalfMp) -> bool {
    let state = at.position.leader(leader);
    if !state.on_map() {
        return false;
    }
    if state.hex == hex {
        return true;
    }
    let facts = at.setting.leader(leader);
    // No hex costs less than ½ MP, and below corps none less than 1 (BB 4.15): most questions end at the distance.
    let cheapest = match (at.setting.variations.command_trace.value, facts.level) {
        (CommandTrace::OwnCosts, Level::Brigade | Level::Division) => HalfMp::ONE,
        _ => HalfMp::HALF,
    };
    let distance = at.setting.grid().distance(state.hex, hex);
    if distance * u32::from(cheapest.0) > u32::from(limit.0) {
        return false;
    }
    longroll_movement::command_cost(&at, facts.side, facts.level, state.hex, hex, limit).is_some()
}

/// Which of some hexes lie in a leader's range, found with one search.
#[derive(Debug)]
pub(super) struct Reach(SmallVec<[HexId; 24]>);

impl Reach {
    /// The range of a leader on the map, as far as it takes to know of each of these hexes whether it lies in it.
    pub(super) fn of(at: At<'_>, leader: LeaderId, hexes: &[HexId]) -> Self {
        let facts = at.setting.leader(leader);
        let from = at.position.leader(leader).hex;
        let limit = range_of(at, leader);
        let reached = at.tables.searches.search(|search| {
            longroll_movement::command_range::command_reach_to(
                &at,
                search,
                facts.side,
                facts.level,
                (from, hexes),
                limit,
            );
            let is_reached = |hex: &HexId| *hex == from || search.cost(*hex).is_some();
            hexes.iter().copied().filter(is_reached).collect()
        });
        Self(reached)
    }

    /// Whether one of the hexes lies in it.
    pub(super) fn contains(&self, hex: HexId) -> bool {
        self.0.contains(&hex)
    }
}
