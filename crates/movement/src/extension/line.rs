//! SR 8.4: Extended Lines: extending, retracting, moving, wheeling, turning about.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::rule_set::LineAboutFace;
use longroll_position::{Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::adjacency::Contact;
use crate::checks::Checks;
use crate::gait::Gait;
use crate::passing::{LinePassage, PassTerms};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::{MinimumMove, Walker};

mod parts;

use parts::Drive;
pub(super) use parts::holds_troops;

/// A movement of a whole line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineMove {
    /// SR 8.44-move: straight into the front hexes on this side.
    Forward(Direction),
    /// SR 8.44-wheel: on the part at this hand, which stays.
    Wheel(Hand),
    /// SR 8.44-aboutface.
    AboutFace,
}

/// A legal movement of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTerms {
    /// The counter's hex afterwards.
    pub hex: HexId,
    /// The extensions afterwards.
    pub extent: Extent,
    /// The facing afterwards.
    pub facing: Facing,
    /// All MP.
    pub total: HalfMp,
    /// Risks of the ground, all parts together.
    pub checks: Checks,
    /// SR 9.53: whether it meets the enemy.
    pub contact: Contact,
    /// SR 9.42.
    pub minimum: MinimumMove,
    /// Hexes entered, in order.
    pub entered: SmallVec<[HexId; 4]>,
    /// BB 9.44-swamp-extended: the Swamp hexes entered, into one of which it retracts, Disordered, and stops.
    pub bogged: SmallVec<[HexId; 3]>,
    /// SR 9.53: it turned about next to the enemy, and may not leave.
    pub pins: bool,
    /// SR 8.22: friends among whom it stood and whom it leaves behind.
    pub passing: Option<PassTerms>,
    /// SR 8.22, 8.44: friends among whom it stands now and must not stay.
    pub among: Option<LinePassage>,
}

impl LineTerms {
    /// The unit as it would stand afterwards.
    #[must_use]
    pub fn after(&self, state: &UnitState) -> UnitState {
        UnitState {
            hex: self.hex,
            extent: self.extent,
            facing: self.facing,
            spent: state.spent + self.total,
            ..*state
        }
    }

    /// The memory of the move after this movement, but for the hexes entered.
    #[must_use]
    pub fn remembered(&self, order: LineMove, progress: &Progress) -> Progress {
        let about = order == LineMove::AboutFace;
        Progress {
            entered_facing: self.facing,
            turn_paid: HalfMp::ZERO,
            pinned: progress.pinned || self.pins,
            about,
            line_passage: self.among,
            steps: progress.steps.saturating_add(u8::from(!about)),
            came_from: progress.came_from.filter(|_| about),
            ..*progress
        }
    }
}

/// SR 8.41, 8.44: whether the extensions lie in the direct flank hexes of the counter.
#[must_use]
pub fn line_is_legal(scene: &Scene<'_>, hex: HexId, extent: Extent, facing: Facing) -> bool {
    extent.is_line_on_its_flanks(scene.grid(), hex, facing)
}

/// The movements a line can think of: two hexes ahead, two wheels, the about-face.
#[must_use]
pub fn line_moves(facing: Facing) -> SmallVec<[LineMove; 5]> {
    facing
        .front()
        .iter()
        .map(LineMove::Forward)
        .chain([
            LineMove::Wheel(Hand::Left),
            LineMove::Wheel(Hand::Right),
            LineMove::AboutFace,
        ])
        .collect()
}

/// SR 8.44: whether a line may make this movement now.
///
/// # Errors
/// The rule that forbids it.
pub fn move_line(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    order: LineMove,
) -> Result<LineTerms, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    move_line_of(scene, progress, &walker, order)
}

/// [`move_line`] for a line as it stands or as it might stand.
pub(crate) fn move_line_of(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    order: LineMove,
) -> Result<LineTerms, Refusal> {
    let state = walker.state;
    let Extent::Line { left, right } = state.extent else {
        return Err(Refusal::new(
            Rule::SR_8_44,
            "the unit is not in Extended Line",
        ));
    };
    let Facing::Vertex(vertex) = state.facing else {
        return Err(Refusal::new(Rule::SR_7_11, "a line faces a vertex"));
    };
    may_go_on(progress)?;
    let unrefuse = if state.refused.is_some() {
        HalfMp::ONE
    } else {
        HalfMp::ZERO
    };
    let leaving = progress.line_passage.map(|passage| passage.terms());
    let extra = unrefuse + leaving.map_or(HalfMp::ZERO, |pass| pass.surcharge);
    match order {
        LineMove::AboutFace => about_face(scene, progress, walker, left, right),
        LineMove::Forward(direction) => {
            if !state.facing.front().contains(direction) {
                return Err(Refusal::new(
                    Rule::SR_8_44_move,
                    "a line moves into its front hexes only",
                ));
            }
            let mut drive = Drive::new(scene, progress, walker);
            let hex = drive.march(state.hex, &[direction])?;
            let left = left
                .map(|part| drive.march(part, &[direction]))
                .transpose()?;
            let right = right
                .map(|part| drive.march(part, &[direction]))
                .transpose()?;
            drive.finish(hex, Extent::Line { left, right }, state.facing, extra)
        }
        LineMove::Wheel(pivot) => {
            // The other end comes round the pivot, through the hexes in front of both.
            let (direction, facing) = match pivot {
                Hand::Right => (vertex.right_side(), state.facing.turned(1)),
                Hand::Left => (vertex.left_side(), state.facing.turned(-1)),
            };
            let mut drive = Drive::new(scene, progress, walker);
            let (hex, extent) = wheel(&mut drive, state.hex, (left, right), pivot, direction)?;
            drive.finish(hex, extent, facing, extra)
        }
    }
}

/// SR 9.53, 10.44: whether something before has ended its movement.
fn may_go_on(progress: &Progress) -> Result<(), Refusal> {
    if progress.pinned {
        return Err(Refusal::new(
            Rule::SR_9_53,
            "it turned about next to the enemy and stays",
        ));
    }
    if progress.one_hex && progress.steps > 0 {
        return Err(Refusal::new(
            Rule::SR_10_44,
            "Withdrawal fire limits its movement to one hex",
        ));
    }
    Ok(())
}

/// SR 8.44-wheel: the parts go round the pivot; where the counter and its extensions come to stand.
fn wheel(
    drive: &mut Drive<'_, '_>,
    counter: HexId,
    extensions: (Option<HexId>, Option<HexId>),
    pivot: Hand,
    direction: Direction,
) -> Result<(HexId, Extent), Refusal> {
    let one: &[Direction] = &[direction];
    let two: &[Direction] = &[direction, direction];
    let (left, right) = extensions;
    let (hex, left, right) = match (left, right, pivot) {
        (Some(left), Some(right), Hand::Right) => (
            drive.march(counter, one)?,
            Some(drive.march(left, two)?),
            Some(right),
        ),
        (Some(left), Some(right), Hand::Left) => (
            drive.march(counter, one)?,
            Some(left),
            Some(drive.march(right, two)?),
        ),
        // Two hexes: whichever part lies at the pivot's hand stays.
        (Some(left), None, Hand::Right) => (counter, Some(drive.march(left, one)?), None),
        (Some(left), None, Hand::Left) => (drive.march(counter, one)?, Some(left), None),
        (None, Some(right), Hand::Right) => (drive.march(counter, one)?, None, Some(right)),
        (None, Some(right), Hand::Left) => (counter, None, Some(drive.march(right, one)?)),
        (None, None, _) => {
            return Err(Refusal::new(Rule::SR_8_44, "the line has no extension"));
        }
    };
    Ok((hex, Extent::Line { left, right }))
}

/// Readings I8, I38: 180 degrees for 1 MP; the hands change places.
fn about_face(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    left: Option<HexId>,
    right: Option<HexId>,
) -> Result<LineTerms, Refusal> {
    let state = walker.state;
    if walker.gait != Gait::Attack
        && scene.setting.rules.switches.line_about_face == LineAboutFace::AttackOnly
    {
        return Err(Refusal::new(
            Rule::SR_8_44_aboutface,
            "only under Attack orders may a line turn about",
        ));
    }
    let cost = HalfMp::ONE.less(progress.turn_paid);
    if cost > walker.left {
        return Err(Refusal::new(Rule::SR_9_42, "not enough MP to turn about"));
    }
    Ok(LineTerms {
        hex: state.hex,
        extent: Extent::Line {
            left: right,
            right: left,
        },
        facing: state.facing.about_face(),
        total: cost,
        checks: Checks::NONE,
        contact: Contact::None,
        minimum: MinimumMove::No,
        entered: SmallVec::new(),
        bogged: SmallVec::new(),
        // SR 9.53: a part that it has stood with since the start may have wheeled there.
        pins: state.hexes().any(|hex| {
            !progress.line_entered.contains(&Some(hex)) && scene.next_to_enemy(walker.side, hex)
        }),
        passing: None,
        among: progress.line_passage,
    })
}
