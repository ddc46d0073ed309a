//! BB 30.0: formations in which a scenario lets units be set up: Extended Line, Extended Column, refused flanks.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, Mechanism, SetupAnchor, SetupEntry, SetupFormation, UnitId};
use longroll_core::Refusal;
use longroll_movement::extension::{self, Flanks};
use longroll_movement::{Gait, MoverClass, Progress, refused_flank};
use longroll_position::{Extent, Topic};
use longroll_rule::Rule;

use crate::battle::At;
use crate::choice::Choice;
use crate::movement::{form_at_start, refuse_at_start};
use crate::play::Play;
use crate::step::Offers;

const RULE: Rule = Rule::BB_30_0;

/// What the scenario allows to a unit, and which of its hexes is the one of the page.
fn allowed(at: At<'_>, unit: UnitId) -> Option<(&[SetupFormation], SetupAnchor)> {
    let facts = at.setting.unit(unit);
    at.setting
        .special(Topic::Formations)
        .filter(|rule| rule.concerns(facts.side))
        .find_map(|rule| match &rule.mechanism {
            Mechanism::FormationsAtSetup {
                commands,
                formations,
                anchor,
            } => {
                let own = at.position.unit(unit).assigned;
                let concerned = commands.is_empty()
                    || commands
                        .iter()
                        .any(|&command| at.setting.belongs(own, command));
                concerned.then_some((formations.as_slice(), *anchor))
            }
            _ => None,
        })
}

/// The unit of an entry that may be given a formation.
pub(super) fn free_formation(at: At<'_>, entry: &SetupEntry) -> Option<UnitId> {
    let unit = entry.piece.unit()?;
    let state = at.position.unit(unit);
    let free = state.on_map()
        && at.setting.unit(unit).arm == Arm::Infantry
        && entry.extension.is_none()
        && allowed(at, unit).is_some();
    free.then_some(unit)
}

fn has(at: At<'_>, unit: UnitId, formation: SetupFormation) -> Result<(), Refusal> {
    if allowed(at, unit).is_some_and(|(formations, _)| formations.contains(&formation)) {
        Ok(())
    } else {
        Err(Refusal::new(
            RULE,
            "the scenario does not let it be set up in this formation",
        ))
    }
}

/// SR 8.41 to 8.43: whether a unit may be set up in line; the hexes of its extensions hold nobody else.
fn may_extend(at: At<'_>, unit: UnitId, hand: Option<Hand>) -> Result<Extent, Refusal> {
    has(at, unit, SetupFormation::ExtendedLine)?;
    let state = at.position.unit(unit);
    let flanks = hand.map_or(Flanks::Both, Flanks::One);
    let extended = extension::extend(&at, &Progress::begin(state), unit, flanks)?;
    if !extension::line_is_legal(&at, extended.hex, extended.extent, state.facing) {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "the extension must lie in the direct flank hex",
        ));
    }
    let mut others = extended
        .extent
        .hexes()
        .flat_map(|hex| at.position.stack(hex));
    if others.any(|part| part.unit != unit) {
        return Err(Refusal::new(Rule::SR_8_41, "others stand in the flank hex"));
    }
    Ok(extended.extent)
}

/// Whether a line of two hexes may stand with its counter in the other: where the page fixes either of them.
fn may_swap(at: At<'_>, unit: UnitId, hex: HexId, facing: Facing) -> Result<Extent, Refusal> {
    let state = at.position.unit(unit);
    let either = allowed(at, unit).is_some_and(|(_, anchor)| anchor == SetupAnchor::Either);
    if !either {
        return Err(Refusal::new(
            RULE,
            "its counter stands in the hex of the page",
        ));
    }
    let extent = match state.extent {
        Extent::Line {
            left: Some(end),
            right: None,
        } if end == hex => Extent::Line {
            left: None,
            right: Some(state.hex),
        },
        Extent::Line {
            left: None,
            right: Some(end),
        } if end == hex => Extent::Line {
            left: Some(state.hex),
            right: None,
        },
        _ => {
            return Err(Refusal::new(
                Rule::SR_8_41,
                "its line of two hexes does not reach there",
            ));
        }
    };
    if facing != state.facing || at.position.stack(state.hex).count() > 1 {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "it stands alone and faces as it did",
        ));
    }
    Ok(extent)
}

/// SR 8.5: whether a unit that has been extended is set up in column instead, its counter in the hex of the page.
fn may_column(at: At<'_>, unit: UnitId, hex: HexId, facing: Facing) -> Result<Extent, Refusal> {
    has(at, unit, SetupFormation::ExtendedColumn)?;
    let state = at.position.unit(unit);
    if hex != state.hex || at.position.stack(state.hex).count() > 1 {
        return Err(Refusal::new(
            RULE,
            "its counter stands alone in the hex of the page",
        ));
    }
    columns(at, unit)?
        .into_iter()
        .find(|&(way, _)| way == facing)
        .map(|(_, extent)| extent)
        .ok_or_else(|| Refusal::new(Rule::SR_8_5, "the column is not behind it"))
}

/// The columns into which a line with its counter in the hex of the page may be turned.
fn columns(at: At<'_>, unit: UnitId) -> Result<Vec<(Facing, Extent)>, Refusal> {
    let state = at.position.unit(unit);
    let formed = extension::columns_of_line(&at, &Progress::begin(state), unit)?;
    Ok(formed
        .into_iter()
        .filter(|formed| formed.hex == state.hex)
        .map(|formed| (formed.facing, formed.extent))
        .collect())
}

/// SR 7.31, 7.32: whether a unit, and its stack with it, may be set up with a refused flank.
fn may_refuse(at: At<'_>, unit: UnitId, hand: Hand) -> Result<(), Refusal> {
    has(at, unit, SetupFormation::RefusedFlank)?;
    let state = at.position.unit(unit);
    let gait = Gait::of(MoverClass::Foot, state.orders);
    refused_flank::may_be_refused(&at, at.setting.unit(unit).side, unit, gait, hand)
}

/// Every formation the unit may take.
pub(super) fn offer(at: At<'_>, unit: UnitId, offers: &mut Offers<'_>) {
    for hand in [None, Some(Hand::Left), Some(Hand::Right)] {
        offers.ask(Choice::Extend { unit, hand }, || {
            may_extend(at, unit, hand).map(|_| RULE)
        });
    }
    for hand in [Hand::Left, Hand::Right] {
        offers.ask(Choice::Refuse { unit, hand }, || {
            may_refuse(at, unit, hand).map(|()| RULE)
        });
    }
    let state = at.position.unit(unit);
    if let Extent::Line { .. } = state.extent {
        let facing = state.facing;
        for hex in state.extent.hexes() {
            offers.ask(Choice::Line { unit, hex, facing }, || {
                may_swap(at, unit, hex, facing).map(|_| RULE)
            });
        }
        let hex = state.hex;
        for (facing, _) in columns(at, unit).unwrap_or_default() {
            let choice = Choice::Column { unit, hex, facing };
            if !offers.has(choice) {
                offers.ask(choice, || may_column(at, unit, hex, facing).map(|_| RULE));
            }
        }
    }
}

/// Whether there is anything to choose.
pub(super) fn any(at: At<'_>, unit: UnitId) -> bool {
    let mut list = Vec::new();
    offer(at, unit, &mut Offers::all(&mut list));
    !list.is_empty()
}

/// Why a formation is not offered.
pub(super) fn refusal(at: At<'_>, own: UnitId, choice: Choice) -> Option<Refusal> {
    match choice {
        Choice::Extend { unit, .. }
        | Choice::Refuse { unit, .. }
        | Choice::Line { unit, .. }
        | Choice::Column { unit, .. }
            if unit != own =>
        {
            Some(Refusal::new(RULE, "another unit is set up now"))
        }
        Choice::Extend { unit, hand } => may_extend(at, unit, hand).err(),
        Choice::Refuse { unit, hand } => may_refuse(at, unit, hand).err(),
        Choice::Line { unit, hex, facing } => may_swap(at, unit, hex, facing).err(),
        Choice::Column { unit, hex, facing } => may_column(at, unit, hex, facing).err(),
        _ => None,
    }
}

/// Takes the formation chosen; false if it was none.
pub(super) fn take(play: &mut Play<'_>, choice: Choice) -> bool {
    let at = play.at();
    match choice {
        Choice::Extend { unit, hand } => {
            let hex = at.position.unit(unit).hex;
            let facing = at.position.unit(unit).facing;
            if let Ok(extent) = may_extend(at, unit, hand) {
                form_at_start(play, unit, hex, extent, facing, RULE);
            }
        }
        Choice::Line { unit, hex, facing } => {
            if let Ok(extent) = may_swap(at, unit, hex, facing) {
                form_at_start(play, unit, hex, extent, facing, RULE);
            }
        }
        Choice::Column { unit, hex, facing } => {
            if let Ok(extent) = may_column(at, unit, hex, facing) {
                form_at_start(play, unit, hex, extent, facing, RULE);
            }
        }
        Choice::Refuse { unit, hand } => refuse_at_start(play, unit, hand, RULE),
        _ => return false,
    }
    true
}
