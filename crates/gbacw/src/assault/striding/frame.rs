//! The frame of a unit that goes on by extra hexes (SR 11.47-advance).

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_position::Extent;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::results::{Advance, Advancer};
use crate::scene::At;

/// The legs of an extra advance that are still to be made.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StrideStep {
    pub(super) unit: UnitId,
    pub(super) legs: SmallVec<[Advance; 2]>,
    /// Where it stood before the first.
    pub(super) stood: (HexId, Extent),
    /// Where the last leg leads, unless the ground or a retreat ends it.
    pub(super) reached: (HexId, Extent),
    /// SR 12.72: leaders who go along.
    pub(super) riders: SmallVec<[LeaderId; 2]>,
    /// SR 12.72: the first of two hexes, where they may stay.
    #[serde(default)]
    pub(super) first: Option<HexId>,
    pub(super) who: Advancer,
}

impl StrideStep {
    pub(in crate::assault) fn new(
        at: At<'_>,
        unit: UnitId,
        legs: SmallVec<[Advance; 2]>,
        who: Advancer,
    ) -> Self {
        let stood = place(at, unit);
        Self {
            unit,
            legs,
            stood,
            reached: stood,
            riders: at
                .setting
                .leader_ids()
                .filter(|&leader| at.position.leader(leader).riding_with == Some(unit))
                .collect(),
            first: None,
            who,
        }
    }
}

pub(super) fn place(at: At<'_>, unit: UnitId) -> (HexId, Extent) {
    let state = at.position.unit(unit);
    (state.hex, state.extent)
}
