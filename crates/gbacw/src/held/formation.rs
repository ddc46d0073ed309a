//! BB 30.1: which regiments form a continuous line, which brigades must touch, and whether they do.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, CommandId, UnitId};
use longroll_core::Refusal;
use longroll_position::{ContinuousLine, Extent};
use longroll_rule::Rule;

use crate::scene::At;

/// The scenario's rule on the line that is kept.
pub(super) fn line_rule(at: At<'_>) -> Rule {
    kept(at).map_or(Rule::BB_30_1_line, |line| line.rule)
}

/// Regiments that count in a line: infantry of the brigade or division on the map.
pub(super) fn regiments<'a>(
    at: At<'a>,
    brigade: CommandId,
    line: Option<&'a ContinuousLine>,
) -> impl Iterator<Item = UnitId> + 'a {
    at.setting.unit_ids().filter(move |&unit| {
        let facts = at.setting.unit(unit);
        let exempt = match line {
            Some(line) => {
                line.exempt_units.contains(&unit) || line.exempt_arms.contains(&facts.arm)
            }
            None => facts.arm != Arm::Infantry,
        };
        let state = at.position.unit(unit);
        !exempt && state.on_map() && at.setting.belongs(state.assigned, brigade)
    })
}

/// The hexes that count: either one of a line, the counter's of a column.
pub(super) fn places(at: At<'_>, unit: UnitId) -> Vec<HexId> {
    let state = at.position.unit(unit);
    match state.extent {
        Extent::Column { .. } => vec![state.hex],
        Extent::Single | Extent::Line { .. } => state.hexes().collect(),
    }
}

pub(super) fn touch(at: At<'_>, first: &[HexId], second: &[HexId]) -> bool {
    let grid = at.setting.grid();
    first
        .iter()
        .any(|&a| second.iter().any(|&b| grid.distance(a, b) <= 1))
}

/// Regiments in groups without a gap, the largest first.
pub(super) fn pieces(at: At<'_>, units: &[UnitId]) -> Vec<Vec<UnitId>> {
    let mut left: Vec<(UnitId, Vec<HexId>)> =
        units.iter().map(|&unit| (unit, places(at, unit))).collect();
    let mut found: Vec<Vec<UnitId>> = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some((_, hexes)) = group.get(next).cloned() {
            let (near, far) = left
                .into_iter()
                .partition(|(_, other)| touch(at, &hexes, other));
            left = far;
            group.extend::<Vec<(UnitId, Vec<HexId>)>>(near);
            next += 1;
        }
        let mut group: Vec<UnitId> = group.into_iter().map(|(unit, _)| unit).collect();
        group.sort_unstable();
        found.push(group);
    }
    found.sort_by_key(|group| (core::cmp::Reverse(group.len()), group.first().copied()));
    found
}

/// Whether the regiments of a brigade stand in one line.
pub(super) fn is_one_line(at: At<'_>, brigade: CommandId) -> bool {
    let units: Vec<UnitId> = regiments(at, brigade, None).collect();
    pieces(at, &units).len() == 1
}

pub(super) fn brigades_touch(at: At<'_>, [first, second]: [CommandId; 2]) -> bool {
    let theirs: Vec<HexId> = regiments(at, second, None)
        .flat_map(|unit| places(at, unit))
        .collect();
    regiments(at, first, None).any(|unit| touch(at, &places(at, unit), &theirs))
}

/// Divisions that wait for brigades to link up do not move before.
///
/// # Errors
/// When the brigades have not linked up.
pub(super) fn may_move(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let Some(link) = &at.setting.special.link_up else {
        return Ok(());
    };
    let assigned = at.position.unit(unit).assigned;
    let waits = link
        .waiting
        .iter()
        .any(|&division| at.setting.belongs(assigned, division));
    if waits && !at.position.special.linked && !at.setting.scenario.is_reinforcement(unit) {
        return Err(Refusal::new(
            link.line.rule,
            "its division waits until the brigades beside it stand in line with it",
        ));
    }
    Ok(())
}

/// The continuous line, in the turn in which it is kept; that of divisions which have linked up, until one of their army
/// has crossed the dividing line.
pub(super) fn kept(at: At<'_>) -> Option<&ContinuousLine> {
    if let Some(link) = &at.setting.special.link_up {
        let special = &at.position.special;
        return (special.linked && !special.line_ended).then_some(&link.line);
    }
    let line = at.setting.special.continuous_line.as_ref()?;
    let turn = at.position.now(at.setting)?.id;
    (turn == line.turn).then_some(line)
}
