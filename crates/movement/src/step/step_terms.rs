//! A step that is ordered, and the terms on which it is legal.

use longroll_board::{Direction, Facing, HexId, Terrain};
use longroll_position::{Extent, HalfMp, UnitState};

use crate::adjacency::Contact;
use crate::checks::Checks;
use crate::extension::ColumnFollow;
use crate::gait::Way;
use crate::passing::{Entry, PassTerms};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::{MinimumMove, Walker};

/// Which way the owner wants to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WayChoice {
    /// Along the route if the unit may use it as it stands, else over the ground.
    Best,
    /// Over the ground.
    OffRoute,
    /// Along the route; a unit too large for March stacking forms Extended Column (SR 8.13).
    Route,
    /// As `Best`, taking away the entrenchment it crosses (SR 15.17).
    Levelling,
}

/// A step the owner has in mind: turn to a facing, then go this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StepOrder {
    pub direction: Direction,
    /// The facing with which it leaves and enters.
    pub facing: Facing,
    pub way: WayChoice,
}

/// SR 8.11: what awaits the unit in the hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occupied {
    /// Nobody.
    Empty,
    /// Friends it may stop with.
    MayStop,
    /// Friends it must move through.
    MustGoOn,
}

/// A legal step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepTerms {
    pub from: HexId,
    pub to: HexId,
    pub facing: Facing,
    pub way: Way,
    /// MP for turning before it leaves.
    pub turn: HalfMp,
    /// BB 9.44-swamp-facing: that turn calls for a UDD.
    pub turn_check: bool,
    /// SR 7.33: MP to stop being refused.
    pub unrefuse: HalfMp,
    /// MP for hex and hexside, or for the route.
    pub terrain: HalfMp,
    /// SR 8.22: friends left behind.
    pub passing: Option<PassTerms>,
    /// SR 15.17: MP for taking away the entrenchment that is crossed.
    pub levelling: HalfMp,
    /// All MP.
    pub total: HalfMp,
    /// SR 9.45: MP paid before for turning in the hex it leaves, which the road makes free.
    pub repaid: HalfMp,
    /// Risks of the ground.
    pub checks: Checks,
    /// SR 9.53.
    pub contact: Contact,
    /// SR 9.42.
    pub minimum: MinimumMove,
    /// What awaits it.
    pub occupied: Occupied,
    /// SR 8.5: where the extensions of a column go.
    pub column: Option<ColumnFollow>,
}

impl StepTerms {
    /// Whether its movement ends with this step, whatever its MP.
    #[must_use]
    pub fn ends_move(&self, progress: &Progress) -> bool {
        self.contact != Contact::None || self.minimum != MinimumMove::No || progress.one_hex
    }

    /// BB 9.44-swamp-extended: whether a unit that was spread like this comes into Swamp in column and off the
    /// route, where it gathers, Disordered.
    #[must_use]
    pub fn bogs(&self, scene: &Scene<'_>, extent: Extent) -> bool {
        matches!(extent, Extent::Column { .. })
            && self.way == Way::OffRoute
            && is_swamp(scene, self.to)
    }

    pub(super) const fn entry(&self) -> Entry {
        Entry {
            from: self.from,
            hex: self.to,
            way: self.way,
            cost: self.terrain,
        }
    }

    /// The unit as it stands after this step.
    #[must_use]
    pub fn standing(&self, state: &UnitState) -> UnitState {
        UnitState {
            hex: self.to,
            facing: self.facing,
            extent: self.column.map_or(Extent::Single, |column| column.extent),
            refused: None,
            spent: (state.spent + self.total).less(self.repaid),
            ..*state
        }
    }

    /// MP left to a unit after this step.
    pub(crate) fn left_to(&self, walker: &Walker<'_>) -> HalfMp {
        (walker.left + walker.worth_of(self.repaid)).less(self.total)
    }

    /// The memory of the move after this step.
    #[must_use]
    pub fn after(&self, progress: &Progress) -> Progress {
        let mut next = *progress;
        next.entered_facing = self.facing;
        next.turn_paid = HalfMp::ZERO;
        next.about = false;
        next.steps = progress.steps.saturating_add(1);
        next.before = progress.came_from;
        next.refuge = match progress.came_from {
            Some(before) if progress.could_stop[1] => Some(before),
            _ => progress.refuge,
        };
        next.could_stop = [self.occupied != Occupied::MustGoOn, progress.could_stop[0]];
        next.came_from = Some(self.from);
        // The search for columns looks at friends where each part comes through, not at its steps.
        next.entered_empty = self.occupied == Occupied::Empty && self.column.is_none();
        next.came_by = self.way;
        next.entry_cost = self.terrain;
        if let Some(column) = &self.column {
            next.extension_spent = column.spent;
            next.extension_from = column.came_from;
            next.forming = column.forming;
        }
        next
    }
}

/// BB 9.44-swampstream, TEC-f: whether a hex is Swamp or Swamp-Stream.
#[must_use]
pub fn is_swamp(scene: &Scene<'_>, hex: HexId) -> bool {
    let terrain = scene.setting.ground().terrain(hex);
    matches!(terrain, Terrain::Swamp | Terrain::SwampStream)
        && scene
            .tables
            .chart()
            .is_swamp(crate::step_ground::kind_of(terrain))
}
