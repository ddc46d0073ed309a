//! BB 30.0: formations in which a scenario lets units be set up: Extended Line, Extended Column, refused flanks.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, Mechanism, SetupAnchor, SetupEntry, SetupFormation, UnitId};
use longroll_core::Refusal;
use longroll_movement::extension::{self, Flanks};
use longroll_movement::{Gait, MoverClass, Progress, refused_flank};
use longroll_position::{Extent, Topic};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::movement::{form_at_start, refuse_at_start};
use crate::play::Play;
use crate::scene::At;

/// What the scenario allows to a unit.
#[derive(Clone, Copy)]
struct Allowed<'a> {
    formations: &'a [SetupFormation],
    /// Which of its hexes is the one of the page.
    anchor: SetupAnchor,
    rule: Rule,
}

/// The scenario's rule on formations at the start.
pub(super) fn rule_of(at: At<'_>, unit: UnitId) -> Rule {
    allowed(at, unit).map_or_else(
        || at.setting.special_name(Topic::Formations, |_| true),
        |own| own.rule,
    )
}

fn allowed(at: At<'_>, unit: UnitId) -> Option<Allowed<'_>> {
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
                concerned.then_some(Allowed {
                    formations,
                    anchor: *anchor,
                    rule: rule.rule,
                })
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
    if allowed(at, unit).is_some_and(|own| own.formations.contains(&formation)) {
        Ok(())
    } else {
        Err(Refusal::new(
            rule_of(at, unit),
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
    let either = allowed(at, unit).is_some_and(|own| own.anchor == SetupAnchor::Either);
    if !either {
        return Err(Refusal::new(
            rule_of(at, unit),
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
    if state.refused.is_some() {
        return Err(Refusal::new(Rule::SR_7_31, "a column refuses no flank"));
    }
    if hex != state.hex || at.position.stack(state.hex).count() > 1 {
        return Err(Refusal::new(
            rule_of(at, unit),
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
    if matches!(state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(Rule::SR_7_31, "a column refuses no flank"));
    }
    let gait = Gait::of(MoverClass::Foot, state.orders);
    refused_flank::may_be_refused(&at, at.setting.unit(unit).side, unit, gait, hand)
}

/// A formation taken at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formation {
    /// Spread over more hexes, or the counter in another of them.
    Spread {
        unit: UnitId,
        /// Where its counter stands.
        hex: HexId,
        /// Over which hexes.
        extent: Extent,
        /// Which way.
        facing: Facing,
    },
    /// With a refused flank.
    Refused(UnitId, Hand),
}

/// The formations worth asking about.
pub(super) fn candidates(at: At<'_>, unit: UnitId, each: &mut dyn FnMut(Choice)) {
    for hand in [None, Some(Hand::Left), Some(Hand::Right)] {
        each(Choice::Extend { unit, hand });
    }
    for hand in [Hand::Left, Hand::Right] {
        each(Choice::Refuse { unit, hand });
    }
    let state = at.position.unit(unit);
    if let Extent::Line { .. } = state.extent {
        let facing = state.facing;
        for hex in state.extent.hexes() {
            each(Choice::Line { unit, hex, facing });
        }
        let hex = state.hex;
        let mut ways: Vec<Facing> = Vec::new();
        for (facing, _) in columns(at, unit).unwrap_or_default() {
            if !ways.contains(&facing) {
                ways.push(facing);
                each(Choice::Column { unit, hex, facing });
            }
        }
    }
}

/// Whether there is anything to choose.
pub(super) fn any(at: At<'_>, unit: UnitId) -> bool {
    let mut found = false;
    candidates(at, unit, &mut |choice| {
        found = found || judge(at, unit, choice).is_ok();
    });
    found
}

/// Whether the unit whose turn it is may take a formation; nothing if the choice is none.
pub(super) fn judge(at: At<'_>, own: UnitId, choice: Choice) -> Result<Option<Formation>, Refusal> {
    let formation = match choice {
        Choice::Extend { unit, .. }
        | Choice::Refuse { unit, .. }
        | Choice::Line { unit, .. }
        | Choice::Column { unit, .. }
            if unit != own =>
        {
            return Err(Refusal::new(rule_of(at, own), "another unit is set up now"));
        }
        Choice::Extend { unit, hand } => Formation::Spread {
            unit,
            hex: at.position.unit(unit).hex,
            extent: may_extend(at, unit, hand)?,
            facing: at.position.unit(unit).facing,
        },
        Choice::Line { unit, hex, facing } => Formation::Spread {
            unit,
            hex,
            extent: may_swap(at, unit, hex, facing)?,
            facing,
        },
        Choice::Column { unit, hex, facing } => Formation::Spread {
            unit,
            hex,
            extent: may_column(at, unit, hex, facing)?,
            facing,
        },
        Choice::Refuse { unit, hand } => {
            may_refuse(at, unit, hand)?;
            Formation::Refused(unit, hand)
        }
        _ => return Ok(None),
    };
    Ok(Some(formation))
}

/// Takes the formation chosen.
pub(super) fn take(play: &mut Play<'_>, formation: Formation) {
    match formation {
        Formation::Spread {
            unit,
            hex,
            extent,
            facing,
        } => {
            let rule = rule_of(play.at(), unit);
            form_at_start(play, unit, hex, extent, facing, rule);
        }
        Formation::Refused(unit, hand) => {
            let rule = rule_of(play.at(), unit);
            refuse_at_start(play, unit, hand, rule);
        }
    }
}
