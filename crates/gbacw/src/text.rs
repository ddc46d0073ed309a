//! Events as lines of text: the log, and what situations expect.
//!
//! One line for each event, stable words, the rule in brackets. Interfaces in other languages build their own from the
//! typed event.

use longroll_catalog::facts::Ammunition;
use longroll_core::Side;
use longroll_position::{
    Bound, Chit, Cohesion, CommandStatus, Fortune, Happening, Presence, Setting, Task, Tired,
};
use longroll_rule::Rule;
use rolls::roll_line;

use crate::event::Event;
use crate::names;
use crate::notation::{facing_word, orders_word, piece_name};

mod rolls;

/// An event as one line; empty for a note, which nobody is told.
#[must_use]
pub fn line(setting: &Setting, event: &Event) -> String {
    let unit = |id: longroll_catalog::facts::UnitId| setting.unit(id).name.as_str();
    let leader = |id: longroll_catalog::facts::LeaderId| setting.leader(id).name.as_str();
    let command = |id| names::command(setting, id);
    let body = |id| names::body(setting, id);
    let activator = |id| names::activator(setting, id);
    let marker = |id| names::marker(setting, id);
    let hex = |id| setting.grid().name(id);
    match event {
        Event::TurnBegan { turn } => {
            let label = setting
                .calendar()
                .get(usize::from(*turn))
                .map_or("", |turn| turn.label.as_str());
            format!("turn {label} [{}]", Rule::SR_3_0)
        }
        Event::Phase { rule } => format!("phase {} [{rule}]", rule.title()),
        Event::Rolled(roll) => roll_line(setting, roll),
        Event::Fired { fire, kept, rule } => {
            let parts: Vec<String> = fire
                .from
                .iter()
                .map(|firer| {
                    let section = firer
                        .section
                        .map_or(String::new(), |section| format!(" section {}", section + 1));
                    format!("{}{section} with {}", unit(firer.part.unit), firer.sp)
                })
                .collect();
            let kept = match kept {
                0 => String::new(),
                kept => format!(", {kept} kept back"),
            };
            format!(
                "{} fires at {}{kept} [{rule}]",
                parts.join(" and "),
                hex(fire.target)
            )
        }
        Event::Assaulted {
            attackers,
            targets,
            continued,
            rule,
        } => {
            let who: Vec<&str> = attackers.iter().map(|each| unit(*each)).collect();
            let whom: Vec<&str> = targets.iter().map(|each| hex(*each)).collect();
            let again = match continued {
                0 => "",
                _ => " go on and",
            };
            format!(
                "{}{again} assault {} [{rule}]",
                who.join(" and "),
                whom.join(" and ")
            )
        }
        Event::FatigueChanged {
            whom,
            fatigue,
            rule,
        } => {
            let who = match *whom {
                Tired::Body(body) => names::body(setting, body),
                Tired::Unit(who) => unit(who).to_owned(),
            };
            format!("Fatigue of {who}: {} [{rule}]", fatigue.word())
        }
        Event::Gained {
            unit: who,
            sp,
            now,
            rule,
        } => format!("{} gains {sp} SP, has {now} [{rule}]", unit(*who)),
        Event::Blown {
            unit: who,
            blown: true,
            rule,
        } => format!("{} is Blown [{rule}]", unit(*who)),
        Event::Blown {
            unit: who, rule, ..
        } => {
            format!("{} is no longer Blown [{rule}]", unit(*who))
        }
        Event::BoatStruck { unit: who } => {
            format!("{} is struck and goes on [{}]", unit(*who), Rule::BB_14_76)
        }
        Event::AmmunitionChanged {
            unit: who,
            section,
            ammunition,
            rule,
        } => {
            let section =
                section.map_or(String::new(), |section| format!(" section {}", section + 1));
            let state = match ammunition {
                Ammunition::Full => "has all its ammunition",
                Ammunition::Low => "low on ammunition",
                Ammunition::Out => "out of ammunition",
            };
            format!("{}{section} {state} [{rule}]", unit(*who))
        }
        Event::SetUp { piece, hex: at } => {
            format!("{} set up in {}", piece_name(setting, *piece), hex(*at))
        }
        Event::InitiativeSettled {
            holder: Some(side),
            owed_to,
            rule,
        } => match owed_to {
            Some(army) => format!(
                "initiative {side}, first marker to {} [{rule}]",
                command(*army)
            ),
            None => format!("initiative {side} [{rule}]"),
        },
        Event::InitiativeSettled {
            holder: None, rule, ..
        } => format!("initiative nobody [{rule}]"),
        Event::LeaderStatus {
            leader: who,
            status,
            superior,
        } => {
            let above = superior.map_or(String::new(), |above| format!(" of {}", leader(above)));
            format!(
                "{} {}{above} [{}]",
                leader(*who),
                status_word(*status),
                Rule::SR_4_22
            )
        }
        Event::UnitStatus { unit: who, status } => {
            format!(
                "{} {} [{}]",
                unit(*who),
                status_word(*status),
                if setting.unit(*who).is_detachment() {
                    Rule::BB_14_45
                } else {
                    Rule::SR_4_22
                }
            )
        }
        Event::DirectCommand {
            leader: who,
            body: whom,
        } => {
            format!(
                "{} takes {} under direct command [BB 4.11-direct]",
                leader(*who),
                body(*whom)
            )
        }
        Event::Assigned {
            unit: who,
            command: to,
            rule,
        } => {
            format!("{} assigned to {} [{rule}]", unit(*who), command(*to))
        }
        Event::Attached {
            body: who,
            activator: to,
            rule,
        } => {
            format!("{} attached to {} [{rule}]", body(*who), activator(*to))
        }
        Event::EfficiencyDrawn {
            command: whose,
            number,
            rule,
        } => {
            format!("efficiency of {} {number} [{rule}]", command(*whose))
        }
        Event::Helped {
            leader: who,
            command: whom,
            rule,
        } => {
            format!("{} helps {} [{rule}]", leader(*who), command(*whom))
        }
        Event::Transferred { first, second, to } => {
            format!(
                "transfer from {} and {} to {} [SR 5.43]",
                activator(*first),
                activator(*second),
                activator(*to)
            )
        }
        Event::Activations {
            activator: whose,
            number,
            terms,
        } => {
            format!("{} has {number} markers: {terms}", activator(*whose))
        }
        Event::Entitled {
            body: whose,
            number,
            terms,
        } => format!("{} may act {number} times: {terms}", body(*whose)),
        Event::OrdersGiven {
            body: whose,
            orders,
            rule,
        } => {
            format!(
                "{} under {} orders [{rule}]",
                body(*whose),
                orders_word(*orders)
            )
        }
        Event::UnitOrders {
            unit: whose,
            orders,
            rule,
        } => {
            format!(
                "{} under {} orders [{rule}]",
                unit(*whose),
                orders_word(*orders)
            )
        }
        Event::Alerted { body: who, rule } => format!("{} is alerted [{rule}]", body(*who)),
        Event::Surprised { side, by } => {
            format!("{side} surprised by {} [BB 30.6-surprise]", unit(*by))
        }
        Event::LinkedUp { rule } => format!("the brigades have linked up [{rule}]"),
        Event::LineEnded { unit: who, rule } => format!(
            "{} has crossed the line: its army need not keep in line [{rule}]",
            unit(*who)
        ),
        Event::EnemySeen { unit: who, rule } => {
            format!("{} sees the enemy across the line [{rule}]", unit(*who))
        }
        Event::GroupFreed { leader: who, rule } => {
            format!("the group of {} is free to move [{rule}]", leader(*who))
        }
        Event::ArmyFreed { side, rule } => format!("all of {side} is free to move [{rule}]"),
        Event::Freed { unit: who, rule } => format!("{} is free to move [{rule}]", unit(*who)),
        Event::ReserveEntered { body: whose } => format!("{} in reserve [SR 6.32]", body(*whose)),
        Event::ReserveLeft { body: whose, rule } => {
            format!("{} out of reserve [{rule}]", body(*whose))
        }
        Event::MountChanged { unit, mount, rule } => format!(
            "{} {} [{rule}]",
            setting.unit(*unit).name,
            match mount {
                longroll_position::Mount::Mounted => "mounts",
                longroll_position::Mount::Dismounted => "dismounts",
            }
        ),
        Event::SeenOut { leader, unit } => format!(
            "{} sees {} out of the Swamp [{}]",
            setting.leader(*leader).name,
            setting.unit(*unit).name,
            Rule::BB_9_44_swamp_leader
        ),
        Event::Deferred { group } => format!("group {} deferred [BB 9.7]", names::group(*group)),
        Event::Placed {
            marker: which,
            number,
        } => format!("{number} of {} into the cup [SR 5.31]", marker(*which)),
        Event::Picked { marker: which } => {
            format!("{} picked as the first marker [SR 5.13]", marker(*which))
        }
        Event::Drawn { marker: which } => format!("{} drawn [SR 5.31]", marker(*which)),
        Event::SatOut { body: who, rule } => format!("{} sits out [{rule}]", body(*who)),
        Event::Bound {
            body: who,
            bound,
            rule,
        } => format!("{} {} [{rule}]", body(*who), bound_word(*bound)),
        Event::AbilityUsed {
            leader: who,
            body: whom,
            rule,
        } => {
            format!("{} acts on {} [{rule}]", leader(*who), body(*whom))
        }
        Event::Coordinated { bodies } => {
            let all: Vec<String> = bodies.iter().map(|&id| body(id)).collect();
            format!("{} act as one [SR 5.34]", all.join(" and "))
        }
        Event::Activated { body: who } => format!("{} activated [SR 5.32]", body(*who)),
        Event::Finished { body: who } => format!("{} finished", body(*who)),
        Event::Rode {
            leader: who,
            from,
            to,
            cost,
            spent,
        } => {
            format!(
                "{} rides from {} to {} for {cost} MP, {spent} in all",
                leader(*who),
                hex(*from),
                hex(*to)
            )
        }
        Event::RodeFar { leader: who } => {
            format!("{} rode more than 10 MP [SR 9.32]", leader(*who))
        }
        Event::Moved {
            unit: who,
            from,
            to,
            cost,
            spent,
            rule,
            ..
        } => {
            format!(
                "{} moves from {} to {} for {cost} MP, {spent} in all [{rule}]",
                unit(*who),
                hex(*from),
                hex(*to)
            )
        }
        Event::Turned {
            unit: who,
            facing,
            cost,
            rule,
        } => {
            format!(
                "{} turns to {} for {cost} MP [{rule}]",
                unit(*who),
                facing_word(*facing)
            )
        }
        Event::RefusalChanged {
            unit: who,
            refused,
            cost,
            rule,
        } => {
            let what = match refused {
                Some(longroll_board::Hand::Left) => "refuses its left",
                Some(longroll_board::Hand::Right) => "refuses its right",
                None => "is no longer refused",
            };
            format!("{} {what} for {cost} MP [{rule}]", unit(*who))
        }
        Event::Paid {
            unit: who,
            cost,
            spent,
            rule,
        }
        | Event::Repaid {
            unit: who,
            cost,
            spent,
            rule,
        } => {
            let what = match event {
                Event::Paid { .. } => format!("pays {cost} MP for the ground where it stops"),
                _ => format!("has turned free along the road: {cost} MP back"),
            };
            format!("{} {what}, {spent} in all [{rule}]", unit(*who))
        }
        Event::ExtentChanged {
            unit: who,
            hex: at,
            extent,
            cost,
            rule,
        } => {
            let hexes: Vec<&str> = core::iter::once(*at)
                .chain(extent.hexes())
                .map(|id| setting.grid().name(id))
                .collect();
            format!(
                "{} occupies {} for {cost} MP [{rule}]",
                unit(*who),
                hexes.join(" ")
            )
        }
        Event::Restacked {
            hex: at,
            order,
            rule,
        } => {
            let all: Vec<&str> = order.iter().map(|&id| unit(id)).collect();
            format!("stack of {} is {} [{rule}]", hex(*at), all.join(", "))
        }
        Event::SectionRaised(raised) => format!(
            "{} puts section {} on top [{}]",
            unit(raised.unit),
            raised.section + 1,
            Rule::SR_8_24
        ),
        Event::Stopped { unit: who, rule } => format!("{} stops [{rule}]", unit(*who)),
        Event::CohesionChanged {
            unit: who,
            cohesion,
            rule,
        } => {
            format!("{} {} [{rule}]", unit(*who), cohesion_word(*cohesion))
        }
        Event::Lost {
            unit: who,
            sp,
            left,
            rule,
        } => format!("{} loses {sp} SP, {left} left [{rule}]", unit(*who)),
        Event::PresenceChanged {
            piece,
            presence,
            hex: at,
            rule,
        } => {
            let place = at.map_or(String::new(), |at| format!(" in {}", hex(at)));
            format!(
                "{} {}{place} [{rule}]",
                piece_name(setting, *piece),
                presence_word(*presence)
            )
        }
        Event::LeaderReplaced { leader: who, rule } => {
            let name = setting
                .leader(*who)
                .replacement
                .as_ref()
                .map_or("nobody", |next| next.name.as_str());
            format!("{} replaced by {name} [{rule}]", leader(*who))
        }
        Event::Effectiveness {
            command: whose,
            ineffective: true,
        } => {
            format!(
                "{} combat ineffective [{}]",
                command(*whose),
                crate::sequence::ineffective_by(setting, *whose)
            )
        }
        Event::Effectiveness {
            command: whose,
            ineffective: false,
        } => {
            format!(
                "{} combat effective again [{}]",
                command(*whose),
                crate::sequence::marker_rule(setting, *whose)
            )
        }
        Event::BridgeOpened => "the closed bridge can be used [BB 9.44-logbridge]".to_owned(),
        Event::MissionGiven { body: who, task } => {
            let what = match task {
                Task::GoTo(goal) => format!("to go to {}", hex(*goal)),
                Task::StayThisTurn => "to stay this turn".to_owned(),
                Task::StayFirst => "to stay in its first activation".to_owned(),
            };
            format!("{} {what} [BB sob-table]", body(*who))
        }
        Event::MissionEnded { body: who } => {
            format!("{} free of its mission [{}]", body(*who), Rule::BB_sob_free)
        }
        Event::EventDrawn {
            number,
            happening,
            rule,
        } => format!("event {number}: {} [{rule}]", happening_text(*happening)),
        Event::WorkBegun(site) => format!(
            "{} builds an entrenchment in {} facing {} [SR 15.13]",
            setting.unit(site.unit).name,
            setting.grid().name(site.hex),
            facing_word(site.facing)
        ),
        Event::WorkStopped { unit } => {
            format!("{} stops building [SR 15.14]", setting.unit(*unit).name)
        }
        Event::WorkLevelled {
            unit: who, hex: at, ..
        } => format!(
            "{} takes away the entrenchment in {} [{}]",
            unit(*who),
            hex(*at),
            Rule::SR_15_17
        ),
        Event::WorkFinished(site) => format!(
            "the entrenchment in {} facing {} is finished [SR 15.13]",
            setting.grid().name(site.hex),
            facing_word(site.facing)
        ),
        Event::NoFire { side, chit, rule } => match chit {
            Chit::Used(unit) => format!(
                "{} does not fire: the chit of {} is used [{rule}]",
                setting.unit(*unit).name,
                side_text(*side)
            ),
            Chit::Lapsed => format!("no fire lapses for {} [{rule}]", side_text(*side)),
        },
        Event::TurnEnded { .. } => "turn ends".to_owned(),
        Event::Noted(_) => String::new(),
        Event::GameOver => "game over".to_owned(),
    }
}

const fn status_word(status: CommandStatus) -> &'static str {
    match status {
        CommandStatus::InCommand => "in command",
        CommandStatus::OutOfCommand => "out of command",
    }
}

/// What holds for a body, in words.
#[must_use]
pub const fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Free => "free to act",
        Bound::Stay => "must stay",
        Bound::Confusion => "in confusion",
        Bound::Charge => "must close and charge",
        Bound::Close => "must close with the enemy",
        Bound::FallenBack => "falls back",
    }
}

/// A unit's state, in words.
#[must_use]
pub const fn cohesion_word(cohesion: Cohesion) -> &'static str {
    match cohesion {
        Cohesion::GoodOrder => "good order",
        Cohesion::Disordered => "disordered",
        Cohesion::Collapsed => "collapsed",
    }
}

const fn presence_word(presence: Presence) -> &'static str {
    match presence {
        Presence::OnMap => "on the map",
        Presence::Due(_) => "yet to come",
        Presence::Routed => "routed",
        Presence::AbandonedOne => "abandoned 1",
        Presence::AbandonedTwo => "abandoned 2",
        Presence::Lost => "lost",
        Presence::Absent => "absent",
        Presence::Left => "off the map",
    }
}

const fn side_text(side: Side) -> &'static str {
    match side {
        Side::Union => "the Union",
        Side::Confederate => "the Confederates",
    }
}

/// BB 18.1, 19.0: an event in a few words.
fn happening_text(happening: Happening) -> String {
    match happening {
        Happening::Nothing => "no effect".to_owned(),
        Happening::MisdirectedFire(side) => format!("misdirected fire of {}", side_text(side)),
        Happening::NoFire(side) => format!("no fire, for {}", side_text(side)),
        Happening::Looting => "looting".to_owned(),
        Happening::Fortune(fortune, side) => {
            let what = match fortune {
                Fortune::LeaderHit => "a leader may be hit",
                Fortune::Batteries => "batteries fire far",
                Fortune::LostWay => "enemies lose their way",
                Fortune::Men => "men come back to two regiments",
                Fortune::Order => "two regiments recover",
                Fortune::AtWill => "a regiment fires at will",
                Fortune::GoodShot => "a good shot at enemy ammunition",
                Fortune::Elephant => "an enemy regiment sees the elephant",
                Fortune::Cartridges => "cartridges of the wounded",
            };
            format!("{what}, for {}", side_text(side))
        }
    }
}
