//! SR 4.32, BB 4.24 to 4.33, 5.26: units and brigades change their command in II/C.

use longroll_catalog::facts::{Arm, Assignments, CommandId, Custom, Level, Orders, UnitId};
use longroll_core::Refusal;
use longroll_position::{
    ActivatorId, BodyId, BodyKind, BodyNote, CommandStatus, Deeds, Tired, UnitNote,
};
use longroll_rule::Rule;

use super::give::give_unit;
use crate::command::{body_leader, division_of_brigade, leader_status, may_assign, superior_of};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

pub(super) fn may_assign_now(
    at: At<'_>,
    unit: UnitId,
    command: CommandId,
) -> Result<Rule, Refusal> {
    if at.position.unit(unit).deeds.has(Deeds::ASSIGNED) {
        return Err(Refusal::new(
            Rule::SR_4_32,
            "it has been assigned in this phase",
        ));
    }
    may_assign(at, unit, command)
}

/// The commands worth asking about.
pub(super) fn assignment_candidates(
    at: At<'_>,
    unit: UnitId,
) -> impl Iterator<Item = CommandId> + '_ {
    let commands = at.setting.command_ids();
    commands.filter(move |&command| is_assignment_candidate(at, unit, command))
}

/// Whether a command is worth asking about: by a unit's arm and own level most of the order of battle is out of the question.
pub(super) fn is_assignment_candidate(at: At<'_>, unit: UnitId, command: CommandId) -> bool {
    let facts = at.setting.unit(unit);
    let own = facts.formation;
    let other = at.setting.command(command);
    if other.side != facts.side {
        return false;
    }
    match (facts.arm, other.level) {
        _ if command == own => true,
        (Arm::Artillery, Level::Brigade) => match at.setting.command(own).level {
            Level::Brigade => at.setting.variations.assignments.value == Assignments::Batteries,
            Level::Division => division_of_brigade(at, command) == Some(own),
            Level::Corps | Level::Army => true,
        },
        (Arm::Artillery, Level::Division | Level::Corps) => true,
        (Arm::Cavalry, Level::Brigade) => division_of_brigade(at, command) == Some(own),
        (Arm::Infantry, Level::Brigade) => true,
        _ => false,
    }
}

/// Commands a unit could be assigned to, so that most need not be asked.
pub(crate) fn assignable(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    let own = at.setting.command(facts.formation).level;
    let loose = match (facts.arm, at.setting.variations.assignments.value) {
        (Arm::Artillery, _) => true,
        (Arm::Cavalry | Arm::Infantry, Assignments::LooseUnits) => {
            (own != Level::Brigade || crate::held::is_let_go(at, unit)) && !facts.is_detachment()
        }
        _ => false,
    };
    loose && at.position.unit(unit).on_map() && !at.position.unit(unit).deeds.has(Deeds::ASSIGNED)
}

/// A unit acts with another command from now on; its status is that towards its new leader (reading 3).
pub(crate) fn assign(play: &mut Play<'_>, unit: UnitId, command: CommandId) {
    let rule = may_assign(play.at(), unit, command).unwrap_or(Rule::SR_4_32);
    let joining = if crate::command::waits_for_range(play.at(), unit) {
        Joining::WaitsForRange
    } else {
        Joining::TakesOrders
    };
    assign_by(play, unit, command, rule, joining);
}

/// When a unit that joins a command takes its orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joining {
    /// At once, if it is in range.
    TakesOrders,
    /// BB 4.25-15MI: no sooner than in its first Activation in range.
    WaitsForRange,
}

/// The unit is of this command from now on. BB 17.0, reading 104: it brings its Fatigue, and it and the brigade that it joins
/// both have the higher level; SR 17.26: guns have none.
pub(crate) fn move_to_command(play: &mut Play<'_>, unit: UnitId, command: CommandId, rule: Rule) {
    let at = play.at();
    let before = at.position.body_of(at.setting, unit);
    let own = match at.setting.body(before).kind {
        BodyKind::Brigade => at.position.body(before).fatigue,
        _ => at.position.unit(unit).fatigue,
    };
    let tires = at.setting.unit(unit).arm != Arm::Artillery
        && at.setting.variations.joined_fatigue.value == Custom::Done;
    play.happens(Event::Assigned {
        unit,
        command,
        rule,
    });
    if !tires {
        return;
    }
    let after = play.position.body_of(play.setting, unit);
    let mut level = own;
    if play.setting.body(after).kind == BodyKind::Brigade {
        level = own.max(play.position.body(after).fatigue);
        if play.position.body(after).fatigue != level {
            play.happens(Event::FatigueChanged {
                whom: Tired::Body(after),
                fatigue: level,
                rule: Rule::BB_17_0,
            });
        }
    }
    if play.position.unit(unit).fatigue != level {
        play.note_unit(unit, UnitNote::Fatigue(level));
    }
}

/// The same by a rule that has been asked already.
pub(crate) fn assign_by(
    play: &mut Play<'_>,
    unit: UnitId,
    command: CommandId,
    rule: Rule,
    joining: Joining,
) {
    play.did(unit, Deeds::ASSIGNED);
    move_to_command(play, unit, command, rule);
    let at = play.at();
    let body = at.position.body_of(at.setting, unit);
    // BB 30.7-in-command: where a whole side is In Command, so is whoever changes his superior.
    let reached = crate::command::units_taking_orders(at, body).contains(&unit)
        || crate::command::unit_is_in_range(at, unit);
    let orders = match at.setting.body(body).kind {
        // BB 4.25-orders: unassigned units are under Advance orders always.
        BodyKind::Unassigned => Some((Orders::Advance, Rule::BB_4_25_orders)),
        BodyKind::Brigade | BodyKind::DivisionalArtillery
            if reached && joining == Joining::TakesOrders =>
        {
            Some((at.position.body(body).orders, rule))
        }
        _ => None,
    };
    let status = if reached {
        CommandStatus::InCommand
    } else {
        CommandStatus::OutOfCommand
    };
    if play.position.unit(unit).status != status {
        play.happens(Event::UnitStatus { unit, status });
    }
    let waits = joining == Joining::WaitsForRange;
    if play.position.unit(unit).orders_wait != waits {
        play.note_unit(unit, UnitNote::OrdersWait(waits));
    }
    if let Some((orders, rule)) = orders {
        give_unit(play, unit, orders, rule);
    }
    if play.setting.body(body).kind == BodyKind::Brigade {
        // BB 17.0: the brigade may be as tired now as whoever has joined it.
        crate::fatigue::too_tired(play, Tired::Body(body));
    }
}

/// BB 5.26: a brigade acts with another division from now on.
pub(crate) fn attach(play: &mut Play<'_>, body: BodyId, activator: ActivatorId, rule: Rule) {
    play.happens(Event::Attached {
        body,
        activator,
        rule,
    });
    play.note_body(body, BodyNote::Reassigned);
    // Reading 3: his status is that towards his new superior, as everybody stands.
    if let Some(leader) = body_leader(play.at(), body) {
        let status = leader_status(play.at(), leader);
        let superior = superior_of(play.at(), leader);
        if play.position.leader(leader).status != status {
            play.happens(Event::LeaderStatus {
                leader,
                status,
                superior,
            });
        }
        play.note_body(body, BodyNote::Status(status));
    }
    let (number, _) = crate::activation::entitlement(play.at(), body);
    play.note_body(body, BodyNote::Entitled(number));
}
