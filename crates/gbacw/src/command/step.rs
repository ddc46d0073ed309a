//! II/A: Direct Command, lent cavalry, and the status of everybody for the turn.

use longroll_catalog::facts::{CommandId, LeaderId, Level, Orders, UnitId};
use longroll_core::{BySide, ChanceError, Refusal, Side};
use longroll_position::{ActivatorId, BodyId, BodyKind, BodyNote, CommandStatus, Deeds};
use longroll_rule::Rule;

use super::assignment::may_lend;
use super::direct::{direct_commanders, may_take_directly};
use super::reassign::{
    asking_rule, assignment_rule, brigades, candidates, has_assignments, may_assign_in_recovery,
    may_reassign, may_reattach, must_assign, newly_assigned, recovery_rule, recovery_units,
};
use super::status::{
    body_leader, counts_in_command, has_no_leader_at_all, is_not_yet_tested, leader_status,
    superior_of, units_in_command, whole_side_in_command,
};
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::CommandStep;

/// What was chosen about the chain of command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placing {
    /// A unit joins a command.
    Assign(UnitId, CommandId),
    /// BB 4.25-CSA: cavalry of the army is lent to a command, or comes back.
    Lend(UnitId, CommandId),
    /// BB 5.26: a brigade acts with another division, by this rule.
    Attach(BodyId, ActivatorId, Rule),
    /// BB 4.11-direct: a commander takes a brigade directly.
    Direct(LeaderId, BodyId),
    /// Nothing more.
    Done,
}

impl Procedure for CommandStep {
    type Means = Placing;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::DirectCommand { leader } => Some(Ask {
                side: at.setting.leader(leader).side,
                rule: Rule::BB_4_11_direct,
                prompt: Prompt::DirectCommand { leader },
            }),
            Self::LendCavalry { side } => Some(Ask {
                side,
                rule: Rule::BB_4_25_CSA,
                prompt: Prompt::LendCavalry,
            }),
            Self::Reassign { side } => has_assignments(at, side).then_some(Ask {
                side,
                rule: asking_rule(at, side),
                prompt: Prompt::Reassign,
            }),
            Self::AssignInRecovery { side } => {
                (!recovery_units(at, side).is_empty()).then_some(Ask {
                    side,
                    rule: recovery_rule(at, side),
                    prompt: Prompt::Reassign,
                })
            }
            Self::DirectCommands { .. } | Self::FixStatus => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::DirectCommand { leader } => {
                for body in at
                    .setting
                    .body_ids()
                    .filter(|&body| at.setting.body(body).kind == BodyKind::Brigade)
                {
                    each(Choice::Direct { leader, body });
                }
                each(Choice::Done);
            }
            Self::LendCavalry { side } => {
                for unit in at.setting.unit_ids().filter(|&unit| {
                    let facts = at.setting.unit(unit);
                    facts.side == side && at.setting.command(facts.formation).level == Level::Army
                }) {
                    for activator in &at.setting.activators {
                        let command = activator.command;
                        each(Choice::Assign { unit, command });
                    }
                }
                each(Choice::Done);
            }
            Self::Reassign { side } => {
                for (unit, command) in candidates(at, side) {
                    each(Choice::Assign { unit, command });
                }
                for body in brigades(at, side) {
                    for activator in at.setting.activator_ids() {
                        each(Choice::Attach { body, activator });
                    }
                }
                each(Choice::Done);
            }
            Self::AssignInRecovery { side } => {
                for &unit in recovery_units(at, side) {
                    for command in at.setting.command_ids() {
                        each(Choice::Assign { unit, command });
                    }
                }
                each(Choice::Done);
            }
            Self::DirectCommands { .. } | Self::FixStatus => {}
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Placing> {
        let (rule, means) = match (*self, choice) {
            (Self::DirectCommand { leader: asked }, Choice::Direct { leader, body }) => {
                if leader != asked {
                    return Err(Refusal::new(
                        Rule::BB_4_11_direct,
                        "another commander is asked now",
                    ));
                }
                let rule = may_take_directly(at, leader, body)?;
                (rule, Placing::Direct(leader, body))
            }
            (Self::LendCavalry { side }, Choice::Assign { unit, command }) => {
                if at.setting.unit(unit).side != side {
                    return Err(Refusal::new(Rule::BB_4_25_CSA, "the other side's unit"));
                }
                let rule = may_lend(at, unit, command)?;
                (rule, Placing::Lend(unit, command))
            }
            (Self::Reassign { .. }, Choice::Assign { unit, command }) => {
                let rule = may_reassign(at, unit, command)?;
                (rule, Placing::Assign(unit, command))
            }
            (Self::Reassign { .. }, Choice::Attach { body, activator }) => {
                let rule = may_reattach(at, body, activator)?;
                let own = super::reassign::brigade_rule(at, at.setting.body(body).command);
                (rule, Placing::Attach(body, activator, own))
            }
            (Self::AssignInRecovery { .. }, Choice::Assign { unit, command }) => {
                let rule = may_assign_in_recovery(at, unit, command)?;
                (rule, Placing::Assign(unit, command))
            }
            (Self::DirectCommand { .. }, Choice::Done) => (Rule::BB_4_11_direct, Placing::Done),
            (Self::LendCavalry { .. }, Choice::Done) => (Rule::BB_4_25_CSA, Placing::Done),
            (Self::Reassign { side }, Choice::Done) => {
                if must_assign(at, side) {
                    return Err(unassigned_left(asking_rule(at, side)));
                }
                (asking_rule(at, side), Placing::Done)
            }
            (Self::AssignInRecovery { side }, Choice::Done) => {
                if waits(at, side) {
                    return Err(unassigned_left(recovery_rule(at, side)));
                }
                (recovery_rule(at, side), Placing::Done)
            }
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Placing) -> Result<(), ChanceError> {
        match means {
            Placing::Assign(unit, command) => {
                play.push(self);
                reassign(play, unit, command);
            }
            Placing::Attach(body, activator, rule) => {
                play.push(self);
                crate::orders::attach(play, body, activator, rule);
            }
            Placing::Direct(leader, body) => {
                play.happens(Event::DirectCommand { leader, body });
                play.push(self);
            }
            Placing::Lend(unit, command) => {
                play.did(unit, Deeds::ASSIGNED);
                crate::orders::move_to_command(play, unit, command, Rule::BB_4_25_CSA);
                play.push(self);
                // BB 4.25-orders: back among the unassigned it is under Advance orders.
                if play.setting.command(command).level == Level::Army {
                    crate::orders::give_unit(play, unit, Orders::Advance, Rule::BB_4_25_orders);
                }
            }
            Placing::Done => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::DirectCommands { side } => {
                let at = play.at();
                let leaders: Vec<LeaderId> = direct_commanders(at, side).collect();
                play.then(
                    leaders
                        .into_iter()
                        .map(|leader| Self::DirectCommand { leader }.into()),
                );
            }
            Self::FixStatus => fix_status(play),
            Self::DirectCommand { .. }
            | Self::LendCavalry { .. }
            | Self::Reassign { .. }
            | Self::AssignInRecovery { .. } => {}
        }
        Ok(())
    }
}

/// BB 30.0: whether a unit still has to be assigned in the first turn's IV/B.
fn waits(at: At<'_>, side: Side) -> bool {
    recovery_units(at, side).iter().any(|&unit| {
        let mut commands = at.setting.command_ids();
        commands.any(|command| may_assign_in_recovery(at, unit, command).is_ok())
    })
}

const fn unassigned_left(rule: Rule) -> Refusal {
    Refusal::new(rule, "a unit must be assigned first")
}

/// BB 30.0: a unit changes its command.
fn reassign(play: &mut Play<'_>, unit: UnitId, command: CommandId) {
    let rule = assignment_rule(play.at(), unit);
    if play.position.unit(unit).on_map() {
        let joining = crate::orders::Joining::TakesOrders;
        crate::orders::assign_by(play, unit, command, rule, joining);
    } else {
        crate::orders::move_to_command(play, unit, command, rule);
    }
}

/// SR 4.22: a brigade has the status of its brigadier. Without one on the map no chain of command reaches those who are;
/// SR 9.71: a brigade that is still to enter is In Command, and so is one for which there is no leader at all.
fn brigade_status(at: At<'_>, body: BodyId, leader: Option<LeaderId>) -> CommandStatus {
    if let Some(leader) = leader.filter(|&leader| at.position.leader(leader).on_map()) {
        return at.position.leader(leader).status;
    }
    let command = at.setting.body(body).command;
    let mut members = at.position.members(at.setting, body);
    if has_no_leader_at_all(at, body)
        || counts_in_command(at, command)
        || !members.any(|unit| at.position.unit(unit).on_map())
    {
        CommandStatus::InCommand
    } else {
        CommandStatus::OutOfCommand
    }
}

/// SR 4.23: the status of leaders, bodies and units is fixed for the turn's Activations.
fn fix_status(play: &mut Play<'_>) {
    for unit in play.setting.unit_ids() {
        play.undid(unit, Deeds::ASSIGNED);
    }
    for leader in play.setting.leader_ids() {
        if !play.position.leader(leader).on_map() {
            continue;
        }
        let at = play.at();
        let status = leader_status(at, leader);
        let superior = superior_of(at, leader);
        let changed = play.position.leader(leader).status != status;
        if changed || status == CommandStatus::OutOfCommand {
            play.happens(Event::LeaderStatus {
                leader,
                status,
                superior,
            });
        }
    }
    let everybody = BySide {
        union: whole_side_in_command(play.at(), Side::Union),
        confederate: whole_side_in_command(play.at(), Side::Confederate),
    };
    for body in play.setting.body_ids() {
        let at = play.at();
        let leader = body_leader(at, body);
        let status = match play.setting.body(body).kind {
            BodyKind::Brigade => brigade_status(at, body, leader),
            _ => CommandStatus::InCommand,
        };
        let reached = units_in_command(at, body);
        let members: Vec<_> = at
            .position
            .members(at.setting, body)
            .filter(|&unit| at.position.unit(unit).on_map())
            .collect();
        if play.position.body(body).status != status {
            play.note_body(body, BodyNote::Status(status));
        }
        for unit in members {
            let status = if everybody[play.setting.unit(unit).side]
                || reached.contains(&unit)
                || newly_assigned(play.at(), unit)
                || is_not_yet_tested(play.at(), unit)
            {
                CommandStatus::InCommand
            } else {
                CommandStatus::OutOfCommand
            };
            let changed = play.position.unit(unit).status != status;
            if changed || status == CommandStatus::OutOfCommand {
                play.happens(Event::UnitStatus { unit, status });
            }
        }
    }
}
