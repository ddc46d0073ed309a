//! SR 8.41 to 8.43: placing and drawing in the extensions of a line.

use longroll_board::{Direction, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::line::holds_troops;
use super::share::line_extensions;
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special;
use crate::walker::Walker;

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
    may_extend(&walker)?;
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
    let has = u8::from(left.is_some()) + u8::from(right.is_some());
    is_strong_enough(state.sp, has + hands.len() as u8)?;
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
        is_free_flank(&walker, *hand, taken)?;
        let hex = flank_hex(scene, &walker, side)?;
        let price = scene.step(state.hex, side, walker.class, walker.gait, Way::OffRoute);
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

/// SR 8.41: who forms line.
fn may_extend(walker: &Walker<'_>) -> Result<(), Refusal> {
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
    Ok(())
}

/// SR 8.41, 8.43: SP for so many extensions.
fn is_strong_enough(sp: u8, wanted: u8) -> Result<(), Refusal> {
    if wanted > line_extensions(sp) {
        let rule = if sp < 8 { Rule::SR_8_41 } else { Rule::SR_8_43 };
        return Err(Refusal::new(
            rule,
            "the unit is not strong enough for this extension",
        ));
    }
    Ok(())
}

/// SR 8.41, 7.34: neither extended nor refused on this hand.
fn is_free_flank(walker: &Walker<'_>, hand: Hand, taken: Option<HexId>) -> Result<(), Refusal> {
    if taken.is_some() {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "it is extended on that flank already",
        ));
    }
    if walker.state.refused == Some(hand) {
        // SR 7.34: what was the flank hex is a front hex now.
        return Err(Refusal::new(
            Rule::SR_8_41,
            "the hex on that side is its Refused Front, no flank hex",
        ));
    }
    Ok(())
}

fn flank_hex(scene: &Scene<'_>, walker: &Walker<'_>, side: Direction) -> Result<HexId, Refusal> {
    let Some(hex) = scene.grid().neighbour(walker.state.hex, side) else {
        return Err(Refusal::new(Rule::SR_9_56, "the map ends at that flank"));
    };
    in_play(scene, hex)?;
    special::may_enter(scene, walker, hex)?;
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
    // SR 8.44: a line does not turn to conform.
    let otherwise = |hex: HexId| {
        let mut others = scene.position.stack(hex);
        others.any(|part| {
            part.unit != walker.unit && scene.position.unit(part.unit).facing != walker.state.facing
        })
    };
    if otherwise(hex) || otherwise(walker.state.hex) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "guns in a hex of the line face another way",
        ));
    }
    Ok(hex)
}

pub(super) fn within_two(price: Option<HalfMp>) -> Result<HalfMp, Refusal> {
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
            let kept = core::iter::once(hex).chain(extent.hexes());
            if let Err(refusal) = may_give_up(scene, progress, unit, kept) {
                why = refusal;
                continue;
            }
            let price = scene
                .grid()
                .direction_between(from, to)
                .and_then(|side| scene.step(from, side, walker.class, walker.gait, Way::OffRoute));
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

/// SR 9.53, 7.24: whether a unit may draw together so that it keeps these hexes only. Whoever began next to the enemy and has
/// turned there by two vertices or more stays: it gives up no hex next to him.
///
/// # Errors
/// When it would.
pub fn may_give_up(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    kept: impl Iterator<Item = HexId>,
) -> Result<(), Refusal> {
    if !progress.pinned {
        return Ok(());
    }
    let side = scene.setting.unit(unit).side;
    let kept: SmallVec<[HexId; 3]> = kept.collect();
    let leaves = |hex| !kept.contains(&hex) && scene.next_to_enemy(side, hex);
    if scene.position.unit(unit).hexes().any(leaves) {
        return Err(Refusal::new(
            Rule::SR_9_53,
            "it has turned next to the enemy and stays there",
        ));
    }
    Ok(())
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
