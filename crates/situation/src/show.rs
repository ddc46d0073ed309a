//! A position in words, for people who read a situation.

use core::fmt::Write as _;

use longroll_catalog::facts::{ByOrder, Mobility, UnitFacts};
use longroll_core::Side;
use longroll_gbacw::names;
use longroll_position::{Position, Setting};

use crate::case::Case;
use crate::fields;

impl Case {
    /// The position at the start: turn, pieces, brigades, divisions.
    #[must_use]
    pub fn show(&self) -> String {
        let setting = &self.stage.setting;
        let position = self.state.position();
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
        let mut text = format!("{turn}\n");
        for side in Side::BOTH {
            text += &format!("{side}\n");
            text += &leaders(setting, position, side);
            text += &units(setting, position, side);
            text += &bodies(setting, position, side);
            text += &activators(setting, position, side);
        }
        if !position.cup.is_empty() {
            let cup: Vec<String> = position
                .cup
                .iter()
                .map(|&marker| names::marker(setting, marker))
                .collect();
            text += &format!("cup: {}\n", cup.join(", "));
        }
        text
    }
}

/// The leaders of a side on the map.
fn leaders(setting: &Setting, position: &Position, side: Side) -> String {
    let shown = ["hex", "status", "rode_far", "replaced"];
    let mut text = String::new();
    for leader in setting
        .leader_ids()
        .filter(|&id| setting.leader(id).side == side)
    {
        let facts = setting.leader(leader);
        if position.leader(leader).on_map() {
            let all = line(&fields::leader(setting, position, leader), &shown);
            let _ = writeln!(
                text,
                "  {} {} ({}) {all}",
                facts.level.word(),
                facts.name,
                names::command(setting, facts.command)
            );
        }
    }
    text
}

/// The units of a side on the map.
fn units(setting: &Setting, position: &Position, side: Side) -> String {
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
    let mut text = String::new();
    for unit in setting
        .unit_ids()
        .filter(|&id| setting.unit(id).side == side)
    {
        if position.unit(unit).on_map() {
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
    text
}

/// What acts as a brigade and has units on the map.
fn bodies(setting: &Setting, position: &Position, side: Side) -> String {
    let shown = [
        "orders", "status", "reserve", "fatigue", "entitled", "used", "bound",
    ];
    let mut text = String::new();
    for body in setting
        .body_ids()
        .filter(|&id| setting.body(id).side == side)
    {
        if position
            .members(setting, body)
            .any(|unit| position.unit(unit).on_map())
        {
            let all = line(&fields::brigade(setting, position, body), &shown);
            let _ = writeln!(text, "  acts as one: {} {all}", names::body(setting, body));
        }
    }
    text
}

/// Who has markers.
fn activators(setting: &Setting, position: &Position, side: Side) -> String {
    let shown = ["markers", "placed", "played"];
    let mut text = String::new();
    for id in setting
        .activator_ids()
        .filter(|&id| setting.activator(id).side == side)
    {
        if position.activator(id).number > 0 {
            let all = line(&fields::division(position, id), &shown);
            let _ = writeln!(
                text,
                "  has markers: {} {all}",
                names::activator(setting, id)
            );
        }
    }
    text
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
