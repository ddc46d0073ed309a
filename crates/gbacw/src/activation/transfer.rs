//! SR 5.4: Efficiency Transfer.

use longroll_catalog::facts::{Custom, Level};
use longroll_core::Refusal;
use longroll_position::ActivatorId;
use longroll_rule::Rule;

use super::division_markers::activations;
use crate::command::in_range;
use crate::scene::At;

/// SR 5.41 to 5.44: whether two Activations may be given up for one.
///
/// # Errors
/// The rule that forbids it.
pub fn may_transfer(
    at: At<'_>,
    first: ActivatorId,
    second: ActivatorId,
    to: ActivatorId,
) -> Result<Rule, Refusal> {
    let transfer = at.setting.variations.efficiency_transfer;
    if transfer.value == Custom::Never {
        return Err(Refusal::new(
            transfer.rule,
            "there is no Efficiency Transfer in this battle",
        ));
    }
    let side = at.setting.activator(to).side;
    let done = at
        .setting
        .activator_ids()
        .any(|id| at.setting.activator(id).side == side && at.position.activator(id).transfer != 0);
    if done {
        return Err(Refusal::new(Rule::SR_5_44, "one transfer a turn"));
    }
    let all = [first, second, to];
    if all.iter().any(|&id| at.setting.activator(id).side != side) || to == first || to == second {
        return Err(Refusal::new(
            Rule::SR_5_43,
            "other divisions of one side give, another gets",
        ));
    }
    let is_division = |id: ActivatorId| {
        let command = at.setting.activator(id).command;
        at.setting.command(command).level == Level::Division
    };
    if !all.iter().all(|&id| is_division(id)) {
        return Err(Refusal::new(
            Rule::SR_5_43,
            "only divisions give and get Activations",
        ));
    }
    if all.iter().any(|&id| !traces_to_army(at, id)) {
        return Err(Refusal::new(
            Rule::SR_5_42,
            "no chain of command to the Overall Commander",
        ));
    }
    leaves_enough(at, (first, second), to)?;
    Ok(Rule::SR_5_43)
}

/// SR 5.43, 13.32: whether those who give keep one, and who gets it has room for one more.
fn leaves_enough(
    at: At<'_>,
    (first, second): (ActivatorId, ActivatorId),
    to: ActivatorId,
) -> Result<(), Refusal> {
    let number = |id: ActivatorId| i32::from(activations(at, id).0);
    let gives = |id: ActivatorId| i32::from(first == id) + i32::from(second == id);
    if number(first) - gives(first) < 1 || number(second) - gives(second) < 1 {
        return Err(Refusal::new(
            Rule::SR_5_43,
            "a division would be left without Activations",
        ));
    }
    if at.position.activator(to).ineffective && number(to) + 1 > 2 {
        return Err(Refusal::new(
            Rule::SR_13_32,
            "a Combat Ineffective division has two at most",
        ));
    }
    if number(to) + 1 > 4 {
        return Err(Refusal::new(
            Rule::SR_5_43,
            "no division has more than four",
        ));
    }
    Ok(())
}

/// SR 5.42: a chain from the division leader link by link up to the Overall Commander.
fn traces_to_army(at: At<'_>, activator: ActivatorId) -> bool {
    let mut command = at.setting.activator(activator).command;
    loop {
        let facts = at.setting.command(command);
        if facts.level == Level::Army {
            return true;
        }
        let below = at
            .position
            .leader_of(at.setting, command)
            .filter(|&own| at.position.leader(own).on_map());
        let (Some(below), Some(parent)) = (below, facts.parent) else {
            return false;
        };
        let hex = at.position.leader(below).hex;
        let mut above = at.setting.command(parent).leaders.iter();
        if !above.any(|&upper| in_range(at, upper, hex)) {
            return false;
        }
        command = parent;
    }
}
