//! `[turn]`: the hour, the Initiative, the cup, and where play begins.

use longroll_catalog::facts::TurnId;
use longroll_core::Side;
use longroll_position::Initiative;

use crate::form::Form;
use crate::phase::{Start, marker};
use crate::table::Table;
use crate::tree::{Node, Value};

/// Keys of `[turn]`.
const TURN: [&str; 8] = [
    "at",
    "cup",
    "initiative",
    "light",
    "no_fire",
    "pools",
    "to",
    "turn",
];

/// Whether play begins with a marker.
fn names_marker(at: &Node) -> bool {
    matches!(&at.value, Value::Text(text) if text.starts_with("marker "))
}

impl Table<'_> {
    /// Puts the marker on the track.
    pub fn set_turn(&mut self, wanted: TurnId) {
        let place = self
            .setting
            .calendar()
            .iter()
            .position(|turn| turn.id == wanted);
        self.position.standing_mut().turn = place
            .and_then(|place| u8::try_from(place).ok())
            .unwrap_or(0);
    }

    /// Reads the table; where play begins, unless that could not be read.
    pub fn turn(&mut self, form: &Form<'_>) -> Option<Start> {
        form.know(&TURN);
        if let Some(node) = form.get("turn") {
            let text = self.desk.text(node)?;
            match text.parse::<TurnId>() {
                Ok(id) if self.setting.calendar().iter().any(|turn| turn.id == id) => {
                    self.set_turn(id)
                }
                Ok(id) => self
                    .desk
                    .fault(&node.span, format!("the turn {id} is not in the calendar")),
                Err(error) => self.desk.fault(&node.span, error.to_string()),
            }
        }
        if let Some(initiative) = form.table("initiative") {
            self.position.standing_mut().initiative = self.initiative(&initiative);
            initiative.close();
        }
        if let Some(node) = form.get("cup") {
            self.fill_cup(node);
        }
        for item in form.get("no_fire").map(Node::items).unwrap_or_default() {
            match self.desk.text(item) {
                Some("union") => self.hold_no_fire(Side::Union),
                Some("confederate") => self.hold_no_fire(Side::Confederate),
                Some(name) => self.desk.fault(
                    &item.span,
                    format!("'{name}' is no side: union or confederate"),
                ),
                None => {}
            }
        }
        self.start(form)
    }

    /// Who has the Initiative, who had it, whom it is owed to.
    fn initiative(&self, form: &Form<'_>) -> Initiative {
        let side = |key| form.get(key).and_then(|node| self.desk.side(node));
        let (holder, previous) = (side("holder"), side("previous"));
        let last_known = side("last").or(holder).or(previous);
        let owed_to = form.get("owed_to").and_then(|node| {
            let code = self.desk.text(node)?;
            let found = self.setting.battle.command_coded(code);
            if found.is_none() {
                self.desk
                    .missing(&node.span, format!("no command '{code}'"));
            }
            found
        });
        Initiative {
            holder,
            previous,
            last_known,
            owed_to,
        }
    }

    /// `cup`: the markers in it.
    fn fill_cup(&mut self, node: &Node) {
        for item in node.items() {
            let Some(name) = self.desk.text(item) else {
                continue;
            };
            match marker(self.setting, name) {
                Some(marker) => self.position.standing_mut().cup.push(marker),
                None => self
                    .desk
                    .missing(&item.span, format!("'{name}' is no marker")),
            }
        }
        self.position.standing_mut().cup.sort_unstable();
    }

    /// BB 18.1-nofire: a side holds one more chit.
    fn hold_no_fire(&mut self, side: Side) {
        let events = &mut self.position.standing_mut().special.events;
        events.no_fire[side as usize] += 1;
    }

    /// `at` and `to`: where play begins and ends.
    fn start(&self, form: &Form<'_>) -> Option<Start> {
        let (at, to) = (form.get("at"), form.get("to"));
        let text =
            |node: Option<&'_ Node>| node.and_then(|node| self.desk.text(node).map(str::to_owned));
        match Start::read(self.setting, text(at).as_deref(), text(to).as_deref()) {
            Ok(start) => Some(start),
            Err(reason) => {
                let node = to.filter(|_| at.is_none()).or(at);
                let place = node.map_or(form.head(), |node| node.span.clone());
                // The marker of a division whose pieces could not be read is not there either.
                if at.is_some_and(names_marker) {
                    self.desk.missing(&place, reason);
                } else {
                    self.desk.fault(&place, reason);
                }
                None
            }
        }
    }
}
