//! A position in words, for people who read a situation.

use core::fmt::Write as _;

use longroll_catalog::facts::{ByOrder, Mobility, UnitFacts};
use longroll_core::Side;
use longroll_gbacw::names;

use crate::case::Case;
use crate::fields;
use crate::question::{Question, Subject};

impl Case {
    /// The position at the start: turn, pieces, brigades, divisions.
    #[must_use]
    pub fn show(&self) -> String {
        let setting = &self.stage.setting;
        let position = self.state.position();
        let mut text = String::new();
        let turn = position
            .now(setting)
            .map_or("after the last turn".to_owned(), |turn| {
                format!(
                    "turn {} ({}, {})",
                    turn.id,
                    turn.label,
                    turn.light.value.word()
                )
            });
        let _ = writeln!(text, "{turn}");
        for side in Side::BOTH {
            let _ = writeln!(text, "{side}");
            for leader in setting
                .leader_ids()
                .filter(|&id| setting.leader(id).side == side)
            {
                let facts = setting.leader(leader);
                if position.leader(leader).on_map() {
                    let all = line(
                        &fields::leader(setting, position, leader),
                        &["hex", "status", "rode_far", "replaced"],
                    );
                    let _ = writeln!(
                        text,
                        "  {} {} ({}) {all}",
                        facts.level.word(),
                        facts.name,
                        names::command(setting, facts.command)
                    );
                }
            }
            for unit in setting
                .unit_ids()
                .filter(|&id| setting.unit(id).side == side)
            {
                if position.unit(unit).on_map() {
                    let shown = [
                        "hex",
                        "facing",
                        "sp",
                        "state",
                        "orders",
                        "status",
                        "formation",
                        "refused",
                        "ammunition",
                        "fatigue",
                        "mount",
                        "assigned",
                        "spent",
                    ];
                    let mut all = line(&fields::unit(setting, position, unit), &shown);
                    all += &printed(setting.unit(unit));
                    let _ = writeln!(
                        text,
                        "  {} {} {all}",
                        setting.unit(unit).arm.word(),
                        setting.unit(unit).name
                    );
                }
            }
            for body in setting
                .body_ids()
                .filter(|&id| setting.body(id).side == side)
            {
                if position
                    .members(setting, body)
                    .any(|unit| position.unit(unit).on_map())
                {
                    let shown = [
                        "orders", "status", "reserve", "fatigue", "entitled", "used", "bound",
                    ];
                    let all = line(&fields::brigade(setting, position, body), &shown);
                    let _ = writeln!(text, "  acts as one: {} {all}", names::body(setting, body));
                }
            }
            for id in setting
                .activator_ids()
                .filter(|&id| setting.activator(id).side == side)
            {
                if position.activator(id).number > 0 {
                    let all = line(
                        &fields::division(position, id),
                        &["markers", "placed", "played"],
                    );
                    let _ = writeln!(
                        text,
                        "  has markers: {} {all}",
                        names::activator(setting, id)
                    );
                }
            }
        }
        if !position.cup.is_empty() {
            let cup: Vec<String> = position
                .cup
                .iter()
                .map(|&marker| names::marker(setting, marker))
                .collect();
            let _ = writeln!(text, "cup: {}", cup.join(", "));
        }
        text
    }
}

/// The figures of a counter: Cohesion and Movement Allowance in good order and disordered.
fn printed(facts: &UnitFacts) -> String {
    let pair = |values: &ByOrder<u8>| format!("{}/{}", values.good_order, values.disordered);
    let mut text = String::new();
    if let Some(cohesion) = &facts.cohesion {
        let _ = write!(text, ", cohesion {}", pair(&cohesion.value));
    }
    if let Mobility::Allowance(allowance) = &facts.mobility {
        let _ = write!(text, ", ma {}", pair(&allowance.value));
    }
    text
}

/// Some fields as `name value`, those that say nothing left out.
fn line(all: &fields::Fields, shown: &[&str]) -> String {
    let silent = [
        "false",
        "none",
        "full",
        "mounted",
        "nobody",
        "single",
        "in-command",
        "0",
        "free",
    ];
    all.iter()
        .filter(|(field, value)| shown.contains(field) && !silent.contains(&value.as_str()))
        .map(|(field, value)| format!("{field} {value}"))
        .collect::<Vec<_>>()
        .join(", ")
}

impl Question {
    /// The question in a few words.
    pub(crate) fn heading(&self, setting: &longroll_position::Setting) -> String {
        let body = |id| names::body(setting, id);
        let unit = |id| setting.unit(id).name.clone();
        let leader = |id| setting.leader(id).name.clone();
        let hex = |id| setting.grid().name(id).to_owned();
        match &self.subject {
            Subject::May { text, .. } => format!("may {text}"),
            Subject::InCommand { piece, of } => {
                use crate::question::Piece;
                let name = match piece {
                    Piece::Unit(id) => unit(*id),
                    Piece::Leader(id) => leader(*id),
                    Piece::Body(id) => body(*id),
                };
                of.map_or(format!("in command: {name}"), |of| {
                    format!("in command: {name} of {}", leader(of))
                })
            }
            Subject::Score { id, by } => by.map_or(format!("points for {id}"), |side| {
                format!("points of the {side} for {id}")
            }),
            Subject::Goal { id } => format!("is {id} met"),
            Subject::Total { side } => format!("points of the {side}"),
            Subject::Lead => "what the levels are read with".to_owned(),
            Subject::Shifted => "levels shifted".to_owned(),
            Subject::MayExtend { id } => format!("may they go on with {id}"),
            Subject::Verdict => "verdict".to_owned(),
            Subject::OrdersReach { body: id } => format!("orders reach {}", body(*id)),
            Subject::CommandCost { leader: id, to } => {
                format!("command cost {} to {}", leader(*id), hex(*to))
            }
            Subject::CommandRange { leader: id } => format!("command range of {}", leader(*id)),
            Subject::Activations { activator } => {
                format!("activations of {}", names::activator(setting, *activator))
            }
            Subject::Entitlement { piece } => {
                use crate::question::Piece;
                match piece {
                    Piece::Unit(id) => format!("entitlement of {}", unit(*id)),
                    Piece::Leader(id) => format!("entitlement of {}", leader(*id)),
                    Piece::Body(id) => format!("entitlement of {}", body(*id)),
                }
            }
            Subject::MarchLimit { body: id } => format!("march limit of {}", body(*id)),
            Subject::Permission { orders, act } => {
                format!("{} under {}", act.word(), orders.word())
            }
            Subject::Permitted { orders } => format!("permitted under {}", orders.word()),
            Subject::OrdersTerms { body: id, .. } => format!("orders terms of {}", body(*id)),
            Subject::InitiativeTerms { side, .. } => format!("initiative terms of {side}"),
            Subject::Udd { unit: id, .. } => format!("UDD of {}", unit(*id)),
            Subject::Profile { leader: id } => format!("profile of {}", leader(*id)),
            Subject::Los { from, to, .. } => {
                format!("line of sight {} to {}", hex(*from), hex(*to))
            }
            Subject::GunboatLos { from, to } => {
                format!("line of sight of a gunboat {} to {}", hex(*from), hex(*to))
            }
            Subject::Contact { unit: id, .. } => format!("contact of {}", unit(*id)),
            Subject::Retreat { unit: id } => format!("retreat of {}", unit(*id)),
            Subject::Allowance { unit: id } => format!("allowance of {}", unit(*id)),
            Subject::RiderAllowance { leader: id } => format!("allowance of {}", leader(*id)),
            Subject::RiderStep { leader: id, to } => {
                format!("step of {} to {}", leader(*id), hex(*to))
            }
            Subject::Step { unit: id, to, .. } => format!("step of {} to {}", unit(*id), hex(*to)),
            Subject::StackLegal { hex: id } => format!("stack of {}", hex(*id)),
            Subject::Evade {
                unit: id,
                mover,
                hex: at,
                to,
            } => {
                let end = to.map_or(String::new(), |to| format!(" to {}", hex(to)));
                format!(
                    "{} evades{end} before {} enters {}",
                    unit(*id),
                    unit(*mover),
                    hex(*at)
                )
            }
            Subject::React {
                unit: id,
                mover,
                hex: at,
                ..
            } => format!("{} reacts to {} in {}", unit(*id), unit(*mover), hex(*at)),
            Subject::Proximity {
                unit: id, from, to, ..
            } => format!(
                "{} near the enemy from {} to {}",
                unit(*id),
                hex(*from),
                hex(*to)
            ),
            Subject::Reach {
                unit: id, hex: at, ..
            } => format!("{} reaches {}", unit(*id), hex(*at)),
            Subject::Way {
                unit: id, hex: at, ..
            } => format!("way of {} to {}", unit(*id), hex(*at)),
            Subject::Join { unit: id, hex: at } => format!("{} joins {}", unit(*id), hex(*at)),
            Subject::Arcs { unit: id } => format!("arcs of {}", unit(*id)),
            Subject::Shares { unit: id } => format!("shares of {}", unit(*id)),
            Subject::Stack { hex: id } => format!("order of the stack of {}", hex(*id)),
            Subject::FireFront { hex: id } => format!("fire front of {}", hex(*id)),
            Subject::Bears { unit: id, on } => format!("{} bears on {}", unit(*id), hex(*on)),
            Subject::Massed { hex: id, range } => {
                format!("massed target in {} at {range}", hex(*id))
            }
            Subject::Asked => "who decides".to_owned(),
            Subject::Odds { text } => format!("odds {text}"),
            Subject::Grounds { text } => format!("grounds {text}"),
            Subject::Standing { body: id } => format!("standing of {}", body(*id)),
            Subject::Options { prefix } => format!("options {prefix}"),
        }
    }
}
