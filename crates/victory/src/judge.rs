//! What a score may look at, and the small questions everything else is put together from.

use longroll_board::{FieldId, HexId};
use longroll_catalog::facts::{
    CommandId, Extension, Fitness, Holder, Holding, TurnId, UnitId, VictoryTerms,
};
use longroll_core::Side;
use longroll_position::{PlaceState, Position, Setting};

use crate::due::Due;

/// Questions of the series rules that a score asks.
pub trait Orders {
    /// SR 6.12: whether the command of a unit could be given other orders in the next II/C.
    fn can_change(&self, unit: UnitId) -> bool;
}

/// The extension on which the players have agreed, and the last turn before it by its place in the calendar.
pub(crate) fn extension(setting: &Setting) -> Option<(&Extension, u8)> {
    let own = setting.scenario.agreed.as_ref()?.extends.as_ref()?;
    let calendar = setting.calendar().iter();
    let last = calendar
        .clone()
        .position(|turn| turn.id == own.terms.assessed)?;
    Some((own, u8::try_from(last).ok()?))
}

/// Whether a game has not gone on beyond this turn. One that was not extended ended when the marker had moved on.
fn is_before(position: &Position, last: u8) -> bool {
    position.turn <= last || position.control.is_over() && position.turn == last + 1
}

/// When a place is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// As it stands.
    Now,
    /// At the end of this turn, by its place in the calendar.
    EndOf(u8),
    /// The turn is over and nothing was noted of it: nobody held anything.
    Missed,
}

/// A position under judgement.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub setting: &'a Setting,
    pub position: &'a Position,
    pub orders: &'a dyn Orders,
    terms: &'a VictoryTerms,
}

impl<'a> Judge<'a> {
    /// By the terms that hold now: an extended game is judged by those of its first days until it is extended.
    pub fn now(setting: &'a Setting, position: &'a Position, orders: &'a dyn Orders) -> Self {
        let terms = match extension(setting) {
            Some((own, last)) if is_before(position, last) => &own.terms,
            _ => &setting.scenario.victory,
        };
        Self::by(setting, position, orders, terms)
    }

    /// By these terms.
    pub const fn by(
        setting: &'a Setting,
        position: &'a Position,
        orders: &'a dyn Orders,
        terms: &'a VictoryTerms,
    ) -> Self {
        Self {
            setting,
            position,
            orders,
            terms,
        }
    }

    pub const fn terms(&self) -> &'a VictoryTerms {
        self.terms
    }

    /// When something is looked at that is judged at the end of a turn, and whether that turn is over.
    pub fn at(&self, turn: Option<TurnId>) -> (When, Due) {
        let Some(turn) = turn.filter(|turn| *turn != self.terms().assessed) else {
            return (When::Now, Due::AsItStands);
        };
        let calendar = self.setting.calendar();
        let place = calendar.iter().position(|own| own.id == turn);
        let Some(index) = place.and_then(|index| u8::try_from(index).ok()) else {
            return (When::Missed, Due::Settled);
        };
        if self.position.control.end_of(index).is_some() {
            (When::EndOf(index), Due::Settled)
        } else if index < self.position.turn {
            (When::Missed, Due::Settled)
        } else {
            (When::Now, Due::ToCome)
        }
    }

    /// A place as it is or was.
    pub fn place(&self, hexes: &[HexId], when: When) -> PlaceState {
        let watch = &self.setting.watch;
        match (watch.place(hexes), when) {
            (Some(place), When::Now) => self.position.place(self.setting, place),
            (None, When::Now) => PlaceState {
                standers: self.position.standers(self.setting, hexes),
                ..PlaceState::default()
            },
            (Some(place), When::EndOf(turn)) => self
                .position
                .control
                .end_of(turn)
                .and_then(|end| end.places.get(usize::from(place.0)))
                .copied()
                .unwrap_or_default(),
            (None, When::EndOf(_)) | (_, When::Missed) => PlaceState::default(),
        }
    }

    /// Whether a side holds a hex.
    pub fn holds(
        &self,
        by: Side,
        hex: HexId,
        holder: Holder,
        holding: Holding,
        fitness: Fitness,
        when: When,
    ) -> bool {
        let place = self.place(&[hex], when);
        if place.standers.has(by, holder) {
            return fitness == Fitness::Any || self.anybody_can_change_orders(by, hex, holder);
        }
        match holding {
            Holding::Occupied => false,
            Holding::OccupiedOrLastThrough => {
                !place.standers.has(by.enemy(), holder)
                    && place.passages.last_through(holder) == Some(by)
            }
        }
    }

    fn anybody_can_change_orders(&self, by: Side, hex: HexId, holder: Holder) -> bool {
        self.position.stack(hex).any(|part| {
            let facts = self.setting.unit(part.unit);
            let counts = match holder {
                Holder::Infantry => facts.arm == longroll_catalog::facts::Arm::Infantry,
                Holder::NotCavalry => facts.arm != longroll_catalog::facts::Arm::Cavalry,
                Holder::Any => true,
            };
            facts.side == by && counts && self.orders.can_change(part.unit)
        })
    }

    /// The fields of a list as they count: those that count as one stand once, each with its hexes and its name.
    pub fn fields(&self, fields: &[FieldId], ignoring: &[HexId]) -> Vec<(Vec<HexId>, String)> {
        let ground = self.setting.ground();
        let mut found: Vec<(Vec<HexId>, String)> = Vec::new();
        for &field in fields {
            let hexes = longroll_position::field_place(ground, self.terms(), field, ignoring);
            let name = ground.names.field(field);
            let name = name.map_or(String::new(), |field| field.name.clone());
            match found.iter_mut().find(|(known, _)| *known == hexes) {
                Some((_, known)) => *known += &format!(" and {name}"),
                None => found.push((hexes, name)),
            }
        }
        found
    }

    /// BB 30.1-control: the fields of a list that a side controls, by name.
    pub fn controlled(
        &self,
        by: Side,
        fields: &[FieldId],
        ignoring: &[HexId],
        when: When,
    ) -> Vec<String> {
        self.fields(fields, ignoring)
            .into_iter()
            .filter(|(hexes, _)| self.place(hexes, when).controller(Holder::NotCavalry) == Some(by))
            .map(|(_, name)| name)
            .collect()
    }

    pub fn hex_name(&self, hex: HexId) -> String {
        self.setting.grid().name(hex).to_owned()
    }

    pub fn command_name(&self, command: CommandId) -> String {
        self.setting.command(command).code.clone()
    }

    pub fn unit_name(&self, unit: UnitId) -> String {
        self.setting.unit(unit).name.clone()
    }

    pub fn turn_name(&self, turn: TurnId) -> String {
        let found = self.setting.scenario.turn(turn);
        found.map_or_else(|| turn.to_string(), |facts| facts.label.clone())
    }
}
