//! SR 8.4: Extended Lines: extending, retracting, moving, wheeling, turning about.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_position::rule_set::LineAboutFace;
use longroll_position::{Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::adjacency::{Approach, Contact, approach};
use crate::checks::Checks;
use crate::gait::{Gait, Way};
use crate::leaders::in_play;
use crate::passing::{self, Entry, LinePassage, PassBy, PassTerms, has_friends, pass_kind};
use crate::scene::Scene;
use crate::special;
use crate::walker::{MinimumMove, Progress, Walker};

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

/// SR 8.41, 8.44: whether the extensions lie in the direct flank hexes of the counter.
#[must_use]
pub fn line_is_legal(scene: &Scene<'_>, hex: HexId, extent: Extent, facing: Facing) -> bool {
    let Extent::Line { left, right } = extent else {
        return false;
    };
    let beside = |hand: Hand| scene.grid().neighbour(hex, facing.flank(hand));
    let fits = |part: Option<HexId>, hand| part.is_none() || part == beside(hand);
    (left.is_some() || right.is_some()) && fits(left, Hand::Left) && fits(right, Hand::Right)
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
            let one: &[Direction] = &[direction];
            let two: &[Direction] = &[direction, direction];
            let mut drive = Drive::new(scene, progress, walker);
            let (hex, left, right) = match (left, right, pivot) {
                (Some(left), Some(right), Hand::Right) => (
                    drive.march(state.hex, one)?,
                    Some(drive.march(left, two)?),
                    Some(right),
                ),
                (Some(left), Some(right), Hand::Left) => (
                    drive.march(state.hex, one)?,
                    Some(left),
                    Some(drive.march(right, two)?),
                ),
                // Two hexes: whichever part lies at the pivot's hand stays.
                (Some(left), None, Hand::Right) => (state.hex, Some(drive.march(left, one)?), None),
                (Some(left), None, Hand::Left) => (drive.march(state.hex, one)?, Some(left), None),
                (None, Some(right), Hand::Right) => {
                    (drive.march(state.hex, one)?, None, Some(right))
                }
                (None, Some(right), Hand::Left) => {
                    (state.hex, None, Some(drive.march(right, one)?))
                }
                (None, None, _) => {
                    return Err(Refusal::new(Rule::SR_8_44, "the line has no extension"));
                }
            };
            drive.finish(hex, Extent::Line { left, right }, facing, extra)
        }
    }
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
        pins: progress.steps == 0
            && state
                .hexes()
                .any(|hex| scene.next_to_enemy(walker.side, hex)),
        passing: None,
        among: progress.line_passage,
    })
}

/// The parts of a line on their way; the dearest of them sets the price.
struct Drive<'s, 'w> {
    scene: &'s Scene<'s>,
    progress: &'s Progress,
    walker: &'w Walker<'w>,
    dearest: HalfMp,
    checks: u8,
    contact: Contact,
    entered: SmallVec<[HexId; 4]>,
    bogged: SmallVec<[HexId; 3]>,
    /// SR 8.22: the DRM for friends passed on the way of a wheel.
    passed: Option<u8>,
    /// SR 8.22: the DRM for the friends of the hexes entered last.
    met: Option<u8>,
}

impl<'s, 'w> Drive<'s, 'w> {
    fn new(scene: &'s Scene<'s>, progress: &'s Progress, walker: &'w Walker<'w>) -> Self {
        Self {
            scene,
            progress,
            walker,
            dearest: HalfMp::ZERO,
            checks: 0,
            contact: Contact::None,
            entered: SmallVec::new(),
            bogged: SmallVec::new(),
            passed: None,
            met: None,
        }
    }

    /// Moves one part along these directions.
    fn march(&mut self, part: HexId, steps: &[Direction]) -> Result<HexId, Refusal> {
        let (scene, walker) = (self.scene, self.walker);
        let mut hex = part;
        let mut cost = HalfMp::ZERO;
        for (place, direction) in steps.iter().copied().enumerate() {
            let Some(to) = scene.grid().neighbour(hex, direction) else {
                return Err(Refusal::new(Rule::SR_9_56, "no unit leaves the map"));
            };
            let Some(price) =
                scene
                    .tables
                    .step(hex, direction, walker.class, walker.gait, Way::OffRoute)
            else {
                return Err(Refusal::new(
                    Rule::SR_8_44_move,
                    "the terrain is closed to a part of the line",
                ));
            };
            let who = Approach {
                side: walker.side,
                class: walker.class,
                gait: walker.gait,
                disordered: walker.state.is_disordered(),
            };
            let contact = approach(scene, who, hex, direction, to, Way::OffRoute)?;
            // Reading I39: a wheel that would have to stop half-way is not begun.
            if contact != Contact::None && place + 1 < steps.len() {
                return Err(Refusal::new(
                    Rule::SR_8_44_wheel3,
                    "the wheel could not be finished past the enemy",
                ));
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
            if let PassBy::Surcharge = pass_kind(scene, walker, to).by {
                let met = passing::drm(scene, entry);
                if place + 1 < steps.len() {
                    cost += passing::SURCHARGE;
                    self.passed = self.passed.max(Some(met));
                } else {
                    self.met = self.met.max(Some(met));
                }
            }
            self.entered.push(to);
            let kind = crate::step_ground::kind_of(scene.setting.ground().terrain(to));
            if scene.tables.chart().is_swamp(kind) {
                self.bogged.push(to);
            }
            hex = to;
        }
        self.dearest = self.dearest.max(cost);
        Ok(hex)
    }

    fn finish(
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
        let minimum = self
            .walker
            .afford(self.progress, total, self.contact != Contact::None)?;
        let among = self.among(hex, extent);
        let leaving = self.progress.line_passage.map(|passage| passage.terms());
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
            passing: match (leaving, self.passed) {
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
            },
            among,
        };
        if among.is_some() && !can_leave(self.scene, self.progress, self.walker, &terms) {
            return Err(Refusal::new(
                Rule::SR_8_44,
                "a line may not end stacked with non-artillery",
            ));
        }
        Ok(terms)
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

/// SR 8.44: whether a line among other troops can go on to where it may stand.
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
        hex: terms.hex,
        extent: terms.extent,
        facing: terms.facing,
        refused: None,
        spent: walker.state.spent + terms.total,
        ..*walker.state
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

pub(super) fn holds_troops(scene: &Scene<'_>, hex: HexId, mover: UnitId) -> bool {
    has_friends(scene, hex, mover)
        && scene
            .position
            .stack(hex)
            .any(|part| part.unit != mover && scene.setting.unit(part.unit).arm != Arm::Artillery)
}
