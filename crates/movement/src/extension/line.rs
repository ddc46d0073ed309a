//! SR 8.4: Extended Lines: extending, retracting, moving, wheeling, turning about.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_position::rule_set::LineAboutFace;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::share::line_extensions;
use crate::adjacency::{Approach, Contact, approach};
use crate::checks::Checks;
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::has_friends;
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
            drive.finish(hex, Extent::Line { left, right }, state.facing, unrefuse)
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
            drive.finish(hex, Extent::Line { left, right }, facing, unrefuse)
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
            self.entered.push(to);
            let kind = crate::step_ground::kind_of(scene.setting.ground().terrain(to));
            if scene.tables.chart().is_swamp(kind) {
                self.bogged.push(to);
            }
            hex = to;
        }
        if holds_troops(scene, hex, walker.unit) {
            return Err(Refusal::new(
                Rule::SR_8_44,
                "a line may not end stacked with non-artillery",
            ));
        }
        self.dearest = self.dearest.max(cost);
        Ok(hex)
    }

    fn finish(
        self,
        hex: HexId,
        extent: Extent,
        facing: Facing,
        unrefuse: HalfMp,
    ) -> Result<LineTerms, Refusal> {
        let total = self.dearest + unrefuse;
        let minimum = self
            .walker
            .afford(self.progress, total, self.contact != Contact::None)?;
        // The line that bogs down is disordered without a roll; its other risks are moot.
        let checks = if self.bogged.is_empty() {
            Checks::from_bits(self.checks)
        } else {
            Checks::NONE
        };
        Ok(LineTerms {
            hex,
            extent,
            facing,
            total,
            checks,
            contact: self.contact,
            minimum,
            entered: self.entered,
            bogged: self.bogged,
        })
    }
}

fn holds_troops(scene: &Scene<'_>, hex: HexId, mover: UnitId) -> bool {
    has_friends(scene, hex, mover)
        && scene
            .position
            .stack(hex)
            .any(|part| part.unit != mover && scene.setting.unit(part.unit).arm != Arm::Artillery)
}

/// SR 8.43: where extensions are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flanks {
    /// On one hand.
    One(Hand),
    /// On both at once, for the price of the dearer.
    Both,
}

/// A line after extending or retracting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extended {
    /// The counter's hex.
    pub hex: HexId,
    /// The extensions.
    pub extent: Extent,
    /// MP.
    pub cost: HalfMp,
}

/// SR 8.42, reading I35: neither extending nor retracting may cost more.
const MOST: HalfMp = HalfMp::whole(2);

/// SR 8.41 to 8.43: whether a unit may extend its line, and at what price.
///
/// # Errors
/// The rule that forbids it.
pub fn extend(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    flanks: Flanks,
) -> Result<Extended, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    let state = walker.state;
    if walker.class != MoverClass::Foot {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "only infantry extends its line",
        ));
    }
    if walker.gait == Gait::March {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "units under March orders do not form line",
        ));
    }
    let (mut left, mut right) = match state.extent {
        Extent::Single => (None, None),
        Extent::Line { left, right } => (left, right),
        Extent::Column { .. } => {
            return Err(Refusal::new(
                Rule::SR_8_52_line,
                "a column forms line by turning",
            ));
        }
    };
    let hands: &[Hand] = match flanks {
        Flanks::One(Hand::Left) => &[Hand::Left],
        Flanks::One(Hand::Right) => &[Hand::Right],
        Flanks::Both => &[Hand::Left, Hand::Right],
    };
    let wanted = u8::from(left.is_some()) + u8::from(right.is_some()) + hands.len() as u8;
    if wanted > line_extensions(state.sp) {
        let rule = if state.sp < 8 {
            Rule::SR_8_41
        } else {
            Rule::SR_8_43
        };
        return Err(Refusal::new(
            rule,
            "the unit is not strong enough for this extension",
        ));
    }
    if holds_troops(scene, state.hex, unit) {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "a stacked unit does not extend, guns excepted",
        ));
    }
    let mut cost = HalfMp::ZERO;
    for hand in hands {
        let side = state.facing.flank(*hand);
        let taken = if *hand == Hand::Left { left } else { right };
        if taken.is_some() {
            return Err(Refusal::new(
                Rule::SR_8_41,
                "it is extended on that flank already",
            ));
        }
        let hex = flank_hex(scene, &walker, side)?;
        let price = scene
            .tables
            .step(state.hex, side, walker.class, walker.gait, Way::OffRoute);
        cost = cost.max(within_two(price.map(|price| price.cost))?);
        if *hand == Hand::Left {
            left = Some(hex)
        } else {
            right = Some(hex)
        }
    }
    if cost > walker.left {
        return Err(Refusal::new(Rule::SR_9_42, "not enough MP to extend"));
    }
    Ok(Extended {
        hex: state.hex,
        extent: Extent::Line { left, right },
        cost,
    })
}

fn flank_hex(scene: &Scene<'_>, walker: &Walker<'_>, side: Direction) -> Result<HexId, Refusal> {
    let Some(hex) = scene.grid().neighbour(walker.state.hex, side) else {
        return Err(Refusal::new(Rule::SR_9_56, "the map ends at that flank"));
    };
    in_play(scene, hex)?;
    if scene.holds(walker.side.enemy(), hex) {
        return Err(Refusal::new(
            Rule::SR_9_51,
            "an enemy combat unit is in the flank hex",
        ));
    }
    if scene.next_to_enemy(walker.side, hex) {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "the new hex is next to an enemy",
        ));
    }
    if holds_troops(scene, hex, walker.unit) {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "other units stand in the flank hex",
        ));
    }
    Ok(hex)
}

fn within_two(price: Option<HalfMp>) -> Result<HalfMp, Refusal> {
    match price {
        None => Err(Refusal::new(
            Rule::SR_8_41,
            "the terrain is closed to the extension",
        )),
        Some(price) if price > MOST => Err(Refusal::new(
            Rule::SR_8_41,
            "extending or retracting may not cost more than 2 MP",
        )),
        Some(price) => Ok(price),
    }
}

/// SR 8.41-retract, 8.42: drawing a line in: the extension at this hand comes to the counter, or the counter goes to it.
#[must_use]
fn retraction(
    extent: Extent,
    hex: HexId,
    hand: Hand,
    onto_extension: bool,
) -> Option<(HexId, HexId, HexId, Extent)> {
    let Extent::Line { left, right } = extent else {
        return None;
    };
    let (end, other) = if hand == Hand::Left {
        (left?, right)
    } else {
        (right?, left)
    };
    if onto_extension {
        // Only a line of two hexes can draw its counter to the extension.
        return other.is_none().then_some((hex, end, end, Extent::Single));
    }
    let kept = match other {
        None => Extent::Single,
        Some(other) if hand == Hand::Left => Extent::Line {
            left: None,
            right: Some(other),
        },
        Some(other) => Extent::Line {
            left: Some(other),
            right: None,
        },
    };
    Some((end, hex, hex, kept))
}

/// SR 8.41-retract, 8.42: every way to draw a line in, with its price.
///
/// # Errors
/// The rule that keeps it extended.
pub fn retract_line(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<SmallVec<[Extended; 4]>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    let state = walker.state;
    if !matches!(state.extent, Extent::Line { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_42,
            "the unit is not in Extended Line",
        ));
    }
    let mut found = SmallVec::new();
    let mut why = Refusal::new(Rule::SR_8_42, "there is nothing to retract");
    for hand in [Hand::Left, Hand::Right] {
        for onto_extension in [false, true] {
            let Some((from, to, hex, extent)) =
                retraction(state.extent, state.hex, hand, onto_extension)
            else {
                continue;
            };
            let price = scene.grid().direction_between(from, to).and_then(|side| {
                scene
                    .tables
                    .step(from, side, walker.class, walker.gait, Way::OffRoute)
            });
            match within_two(price.map(|price| price.cost)) {
                Ok(cost) if cost <= walker.left => found.push(Extended { hex, extent, cost }),
                Ok(_) => why = Refusal::new(Rule::SR_9_42, "not enough MP to retract"),
                Err(refusal) => why = refusal,
            }
        }
    }
    if found.is_empty() {
        Err(why)
    } else {
        Ok(found)
    }
}

/// SR 8.42, 8.43, 8.5-combat: the forms left to an extended unit whose strength no longer carries its extensions: hex of
/// the counter and extent, the owner's choice; empty if nothing changes.
#[must_use]
pub fn without_strength(
    class: MoverClass,
    sp: u8,
    hex: HexId,
    extent: Extent,
) -> SmallVec<[(HexId, Extent); 3]> {
    let mut found = SmallVec::new();
    match extent {
        Extent::Single => {}
        Extent::Line { left, right } => match (line_extensions(sp), left, right) {
            (0, _, _) => {
                found.push((hex, Extent::Single));
                found.extend(extent.hexes().map(|part| (part, Extent::Single)));
            }
            (1, Some(left), Some(right)) => {
                found.push((
                    hex,
                    Extent::Line {
                        left: Some(left),
                        right: None,
                    },
                ));
                found.push((
                    hex,
                    Extent::Line {
                        left: None,
                        right: Some(right),
                    },
                ));
            }
            _ => {}
        },
        Extent::Column { rear, tail } => match (super::column_extensions(class, sp), tail) {
            (0, _) => {
                found.push((hex, Extent::Single));
                found.extend(extent.hexes().map(|part| (part, Extent::Single)));
            }
            (1, Some(tail)) => {
                found.push((hex, Extent::Column { rear, tail: None }));
                found.push((
                    rear,
                    Extent::Column {
                        rear: tail,
                        tail: None,
                    },
                ));
            }
            _ => {}
        },
    }
    found
}
