//! `control`: who holds what by having passed through it.

use longroll_catalog::facts::{Arm, TurnId};
use longroll_position::{Draft, Setting, field_place};

use crate::form::{Desk, Form};

/// Reads `control`: who passed through which place in which order, and where a turn ended in between.
pub(crate) fn read(desk: &Desk, form: &Form<'_>, setting: &Setting, position: &mut Draft) {
    for entry in form.blocks("control") {
        if let Some(node) = entry.get("end") {
            let turn = desk.text(node).and_then(|text| {
                text.parse::<TurnId>()
                    .map_err(|error| desk.fault(&node.span, error.to_string()))
                    .ok()
            });
            let place = turn.and_then(|turn| {
                let calendar = setting.calendar();
                let place = calendar.iter().position(|own| own.id == turn);
                if place.is_none() {
                    let reason = format!("the turn {turn} is not in the calendar");
                    desk.fault(&node.span, reason);
                }
                place
            });
            if let Some(turn) = place.and_then(|place| u8::try_from(place).ok()) {
                position.keep_control(setting, turn);
            }
            entry.close();
            continue;
        }
        let side = entry.need("side").and_then(|node| desk.side(node));
        let arm = entry.word::<Arm>("arm").unwrap_or(Arm::Infantry);
        let ground = setting.ground();
        let mut hexes = Vec::new();
        if let Some(node) = entry.get("hexes") {
            let items = node.items().iter();
            hexes.extend(items.filter_map(|item| desk.hex(&ground.grid, item)));
        }
        if let Some(node) = entry.get("field")
            && let Some(name) = desk.text(node)
        {
            let field = ground.names.field_named(name);
            if field.is_none() {
                desk.fault(&node.span, format!("no field '{name}' on this map"));
            }
            let terms = &setting.scenario.victory;
            let place = field.map(|field| field_place(ground, terms, field, &[]));
            hexes.extend(place.and_then(|place| place.first().copied()));
        }
        if let Some(side) = side {
            for hex in hexes {
                position.pass_through(setting, side, arm, hex);
            }
        }
        entry.close();
    }
}
