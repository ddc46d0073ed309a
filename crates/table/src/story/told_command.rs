//! Events of turns, commands, markers, orders and scenarios in words.

use longroll_core::Side;
use longroll_gbacw::event::Rolled;
use longroll_gbacw::{Event, names, notation};
use longroll_position::{Chit, CommandStatus, Happening, Task};
use longroll_rule::Rule;

use super::dice::die;
use super::teller::Teller;
use crate::naming;
use crate::seen::bound_word;

/// SR 3.0: turns, phases, dice and the Initiative.
pub(super) fn turn(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let (setting, words) = (t.setting, t.words);
    Some(match event {
        Event::TurnBegan { turn } => {
            t.rule(Rule::BB_2_43);
            let label = setting.calendar().get(usize::from(*turn));
            t.fill("turn", label.map_or("", |turn| turn.label.as_str()));
            "turn-began"
        }
        Event::Phase { rule } => {
            t.rule(*rule);
            t.fill("phase", words.rule_title(*rule));
            "phase"
        }
        Event::Rolled(roll) => rolled(t, roll),
        Event::SetUp { piece, hex } => {
            t.piece(notation::piece_name(setting, *piece));
            t.to(*hex);
            "set-up"
        }
        Event::InitiativeSettled {
            holder,
            owed_to,
            rule,
        } => {
            t.rule(*rule);
            match (holder, owed_to) {
                (Some(side), Some(command)) => {
                    t.fill("side", naming::side(words, *side));
                    t.fill("command", naming::command(setting, *command));
                    "initiative-owed"
                }
                (Some(side), None) => {
                    t.fill("side", naming::side(words, *side));
                    "initiative-settled"
                }
                (None, _) => "initiative-nobody",
            }
        }
        Event::TurnEnded { .. } => "turn-ended",
        Event::GameOver => "game-over",
        _ => return None,
    })
}

/// SR 2.5: a die with everything that made its total.
fn rolled(t: &mut Teller<'_>, roll: &Rolled) -> &'static str {
    t.rule(roll.rule);
    let die = die(t.setting, t.words, roll, t.read);
    let mut dice = die.natural.to_string();
    for term in &die.terms {
        dice.push_str(&format!(" {:+}", term.value));
    }
    t.fill("purpose", die.purpose.clone());
    t.fill("dice", dice);
    t.fill("total", die.total.to_string());
    let verdict = match (&die.verdict, die.needed) {
        (verdict, _) if verdict.is_empty() => String::new(),
        (verdict, Some(needed)) => format!(" (≤ {needed}): {verdict}"),
        (verdict, None) => format!(": {verdict}"),
    };
    t.fill("verdict", verdict);
    t.told.die = Some(die);
    "rolled"
}

/// SR 4.0: who is In Command, and under whom.
pub(super) fn command(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let setting = t.setting;
    Some(match event {
        Event::LeaderStatus { leader, status, .. } => {
            t.rule(Rule::SR_4_22);
            t.leader(*leader);
            match status {
                CommandStatus::InCommand => "leader-in-command",
                CommandStatus::OutOfCommand => "leader-out-of-command",
            }
        }
        Event::UnitStatus { unit, status } => {
            t.rule(Rule::SR_4_22);
            t.unit(*unit);
            match status {
                CommandStatus::InCommand => "unit-in-command",
                CommandStatus::OutOfCommand => "unit-out-of-command",
            }
        }
        Event::DirectCommand { leader, body } => {
            t.leader(*leader);
            t.body(*body);
            "direct-command"
        }
        Event::Assigned {
            unit,
            command,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("command", naming::command(setting, *command));
            "assigned"
        }
        Event::Attached {
            body,
            activator,
            rule,
        } => {
            t.rule(*rule);
            t.body(*body);
            t.fill("activator", naming::activator(setting, *activator));
            "attached"
        }
        _ => return None,
    })
}

/// SR 5.2, 5.4: how many Activations everybody has.
pub(super) fn efficiency(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let setting = t.setting;
    Some(match event {
        Event::EfficiencyDrawn {
            command,
            number,
            rule,
        } => {
            t.rule(*rule);
            t.fill("command", naming::command(setting, *command));
            t.fill("number", number.to_string());
            "efficiency-drawn"
        }
        Event::Helped {
            leader,
            command,
            rule,
        } => {
            t.rule(*rule);
            t.leader(*leader);
            t.fill("command", naming::command(setting, *command));
            "helped"
        }
        Event::Transferred { first, second, to } => {
            t.rule(Rule::SR_5_43);
            t.fill("first", naming::activator(setting, *first));
            t.fill("second", naming::activator(setting, *second));
            t.fill("activator", naming::activator(setting, *to));
            "transferred"
        }
        Event::Activations {
            activator, number, ..
        } => {
            t.rule(Rule::SR_5_24);
            t.fill("activator", naming::activator(setting, *activator));
            t.fill("number", number.to_string());
            "activations"
        }
        Event::Entitled { body, number, .. } => {
            t.body(*body);
            t.fill("number", number.to_string());
            "entitled"
        }
        _ => return None,
    })
}

/// SR 5.3: markers, and who acts with them.
pub(super) fn activation(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let (setting, words) = (t.setting, t.words);
    Some(match event {
        Event::Deferred { group } => {
            t.fill("group", names::group(*group));
            "deferred"
        }
        Event::Placed { marker, number } => {
            t.rule(Rule::SR_5_31);
            t.fill("number", number.to_string());
            t.fill("marker", naming::marker(setting, words, *marker));
            "placed"
        }
        Event::Picked { marker } => {
            t.rule(Rule::SR_5_13);
            t.fill("marker", naming::marker(setting, words, *marker));
            "picked"
        }
        Event::Drawn { marker } => {
            t.rule(Rule::SR_5_31);
            t.fill("marker", naming::marker(setting, words, *marker));
            "drawn"
        }
        Event::SatOut { body, rule } => {
            t.rule(*rule);
            t.body(*body);
            "sat-out"
        }
        Event::Bound { body, bound, rule } => {
            t.rule(*rule);
            t.body(*body);
            let bound = words.say(&format!("bound.{}", bound_word(*bound)), &[]);
            t.fill("bound", bound);
            "bound"
        }
        Event::AbilityUsed { leader, body, rule } => {
            t.rule(*rule);
            t.leader(*leader);
            t.body(*body);
            "ability-used"
        }
        Event::Coordinated { bodies } => {
            t.rule(Rule::SR_5_34);
            let all: Vec<String> = bodies.iter().map(|&id| naming::body(setting, id)).collect();
            t.fill("bodies", all.join(", "));
            "coordinated"
        }
        Event::Activated { body } => {
            t.rule(Rule::SR_5_32);
            t.body(*body);
            "activated"
        }
        Event::Finished { body } => {
            t.body(*body);
            "finished"
        }
        _ => return None,
    })
}

/// SR 6.0: orders, Reserve and missions.
pub(super) fn orders(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let words = t.words;
    Some(match event {
        Event::OrdersGiven { body, orders, rule } => {
            t.rule(*rule);
            t.body(*body);
            t.fill("orders", naming::orders(words, *orders));
            "orders-given"
        }
        Event::UnitOrders { unit, orders, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("orders", naming::orders(words, *orders));
            "unit-orders"
        }
        Event::ReserveEntered { body } => {
            t.rule(Rule::SR_6_32);
            t.body(*body);
            "reserve-entered"
        }
        Event::ReserveLeft { body, rule } => {
            t.rule(*rule);
            t.body(*body);
            "reserve-left"
        }
        Event::MissionGiven { body, task } => {
            t.body(*body);
            match task {
                Task::GoTo(hex) => {
                    t.to(*hex);
                    "mission-go"
                }
                Task::StayThisTurn => "mission-stay",
                Task::StayFirst => "mission-stay-first",
            }
        }
        Event::MissionEnded { body } => {
            t.body(*body);
            "mission-ended"
        }
        _ => return None,
    })
}

/// What a scenario holds back until something happens.
pub(super) fn scenario(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let (setting, words) = (t.setting, t.words);
    Some(match event {
        Event::Alerted { body, rule } => {
            t.rule(*rule);
            t.body(*body);
            "alerted"
        }
        Event::Surprised { side, by } => {
            t.fill("side", naming::side(words, *side));
            t.unit(*by);
            "surprised"
        }
        Event::EnemySeen { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "enemy-seen"
        }
        Event::GroupFreed { leader, rule } => {
            t.rule(*rule);
            t.leader(*leader);
            "group-freed"
        }
        Event::ArmyFreed { side, rule } => {
            t.rule(*rule);
            t.fill("side", naming::side(words, *side));
            "army-freed"
        }
        Event::LinkedUp { rule } => {
            t.rule(*rule);
            "linked-up"
        }
        Event::LineEnded { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "line-ended"
        }
        Event::Freed { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "freed"
        }
        Event::SeenOut { leader, unit } => {
            t.fill("leader", naming::leader(setting, *leader));
            t.unit(*unit);
            "seen-out"
        }
        Event::BridgeOpened => "bridge-opened",
        _ => return None,
    })
}

/// Events that are drawn, and what comes of them.
pub(super) fn chance(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let words = t.words;
    Some(match event {
        Event::EventDrawn {
            happening, rule, ..
        } => {
            t.rule(*rule);
            match *happening {
                Happening::Nothing => "event-nothing",
                Happening::MisdirectedFire(Side::Union) => "event-misdirected-union",
                Happening::MisdirectedFire(Side::Confederate) => "event-misdirected-confederate",
                Happening::NoFire(Side::Union) => "event-no-fire-union",
                Happening::NoFire(Side::Confederate) => "event-no-fire-confederate",
                Happening::Looting => "event-looting",
                Happening::Fortune(fortune, side) => {
                    t.fill("side", naming::side(words, side));
                    fortune.key()
                }
            }
        }
        Event::NoFire { chit, rule, .. } => {
            t.rule(*rule);
            match chit {
                Chit::Used(unit) => {
                    t.unit(*unit);
                    "kept-from-firing"
                }
                Chit::Lapsed => "no-fire-lapses",
            }
        }
        _ => return None,
    })
}
