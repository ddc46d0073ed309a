//! BB 30, 31: who stands in the places that decide a game, and who was the last to pass through them.
//!
//! The terms of victory name places: hexes, fields, stretches of road. What is kept of each is the order in which the arms
//! of the two sides have passed through it, so that "Confederate infantry was the last" and "no Confederate infantry or
//! artillery came afterwards" are both answered. Every way a counter comes into a hex or leaves it goes through the index of
//! stacks, and this is written there; what was so at the end of a turn that the terms name is kept when that turn ends.

use std::collections::BTreeMap;

use longroll_board::{FieldId, Grid, Ground, HexId};
use longroll_catalog::facts::{
    Arm, Condition, Counted, FieldsHeld, Holder, Holding, ScenarioFacts, UnitId, VictoryTerms,
};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use crate::{Draft, Position, Setting};

/// A place that is watched, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlaceId(pub u16);

/// What is watched in a game; it follows from the terms of victory.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    places: Vec<Vec<HexId>>,
    numbers: BTreeMap<Vec<HexId>, PlaceId>,
    /// The places of each hex, sorted.
    by_hex: Vec<(HexId, PlaceId)>,
    /// Turns by their place in the calendar, at whose end the places are noted.
    turns: Vec<u8>,
    at_start: Vec<(PlaceId, Side)>,
}

impl Watch {
    /// What the terms of a scenario want watched.
    #[must_use]
    pub fn of(ground: &Ground, scenario: &ScenarioFacts) -> Self {
        let terms = &scenario.victory;
        let mut watch = Self::default();
        let extends = scenario
            .agreed
            .as_ref()
            .and_then(|own| own.extends.as_ref());
        let all = [Some(terms), extends.map(|own| &own.terms)];
        for own in all.into_iter().flatten() {
            for term in &own.points {
                match &term.per {
                    Counted::HexesHeld { hexes, .. } => watch.each(hexes),
                    Counted::FieldsControlled { fields, .. } => {
                        watch.fields(ground, terms, fields, &[]);
                    }
                    _ => {}
                }
            }
            for condition in own.conditions() {
                watch.condition(ground, scenario, condition);
            }
        }
        for held in &terms.held_at_start {
            let hexes = held.hexes.iter().map(|&hex| vec![hex]);
            let fields = match held.fields {
                FieldsHeld::None => Vec::new(),
                FieldsHeld::All => watch
                    .places
                    .iter()
                    .filter(|place| place.len() > 1)
                    .cloned()
                    .collect(),
            };
            let found: Vec<(PlaceId, Side)> = hexes
                .chain(fields)
                .filter_map(|place| Some((watch.place(&place)?, held.side)))
                .collect();
            watch.at_start.extend(found);
        }
        for (number, hexes) in (0_u16..).zip(&watch.places) {
            let here = hexes.iter().map(|&hex| (hex, PlaceId(number)));
            watch.by_hex.extend(here);
        }
        watch.by_hex.sort_unstable();
        watch.turns = all
            .into_iter()
            .flatten()
            .flat_map(VictoryTerms::named_turns)
            .filter_map(|named| scenario.turns.iter().position(|turn| turn.id == named))
            .filter_map(|index| u8::try_from(index).ok())
            .collect();
        watch
    }

    fn condition(&mut self, ground: &Ground, scenario: &ScenarioFacts, condition: &Condition) {
        match condition {
            Condition::Held {
                hexes, holding, at, ..
            } if *holding == Holding::OccupiedOrLastThrough || at.is_some() => self.each(hexes),
            Condition::Held { .. } => {}
            Condition::TakenBy { hexes, .. } => self.each(hexes),
            Condition::NotHeld { hex, .. } => self.each(&[*hex]),
            Condition::RouteControlled { hexes, .. } => {
                self.each(hexes);
                self.add(sorted(hexes.clone()));
                self.add(beside(&ground.grid, hexes));
            }
            Condition::NorthBoundaryReached { from_column, .. } => {
                self.each(&north_boundary(&ground.grid, scenario, *from_column));
            }
            Condition::FieldsControlled { fields, .. } => {
                self.fields(ground, &scenario.victory, fields, &[]);
            }
            Condition::FieldsNotControlled {
                fields, ignoring, ..
            } => self.fields(ground, &scenario.victory, fields, ignoring),
            _ => {}
        }
    }

    fn each(&mut self, hexes: &[HexId]) {
        for &hex in hexes {
            self.add(vec![hex]);
        }
    }

    fn fields(
        &mut self,
        ground: &Ground,
        terms: &VictoryTerms,
        fields: &[FieldId],
        ignoring: &[HexId],
    ) {
        for &field in fields {
            self.add(field_place(ground, terms, field, ignoring));
        }
    }

    fn add(&mut self, hexes: Vec<HexId>) {
        if hexes.is_empty() || self.numbers.contains_key(&hexes) {
            return;
        }
        if let Ok(number) = u16::try_from(self.places.len()) {
            self.numbers.insert(hexes.clone(), PlaceId(number));
            self.places.push(hexes);
        }
    }

    /// The number of the place of these hexes (sorted), if it is watched.
    #[must_use]
    pub fn place(&self, hexes: &[HexId]) -> Option<PlaceId> {
        self.numbers.get(hexes).copied()
    }

    /// The hexes of a place, sorted.
    #[must_use]
    pub fn hexes(&self, place: PlaceId) -> &[HexId] {
        self.places
            .get(usize::from(place.0))
            .map_or(&[], Vec::as_slice)
    }

    /// The places to which a hex belongs.
    fn places_of(&self, hex: HexId) -> impl Iterator<Item = PlaceId> + '_ {
        let first = self.by_hex.partition_point(|(own, _)| *own < hex);
        self.by_hex[first..]
            .iter()
            .take_while(move |(own, _)| *own == hex)
            .map(|(_, place)| *place)
    }

    /// Every place.
    pub fn ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(PlaceId)
    }
}

fn sorted(mut hexes: Vec<HexId>) -> Vec<HexId> {
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// BB 30.1-control: the hexes of a field, boundaries included, with those of the fields that count as one with it.
#[must_use]
pub fn field_place(
    ground: &Ground,
    terms: &VictoryTerms,
    field: FieldId,
    ignoring: &[HexId],
) -> Vec<HexId> {
    let alone = [field];
    let joined = terms
        .joined_fields
        .iter()
        .find(|group| group.contains(&field))
        .map_or(alone.as_slice(), Vec::as_slice);
    let of_it = |hex: &HexId| {
        ground.hexes[*hex]
            .field
            .is_some_and(|own| joined.contains(&own))
    };
    let hexes = ground.grid.hexes().filter(of_it);
    sorted(hexes.filter(|hex| !ignoring.contains(hex)).collect())
}

/// BB 30.4-route: a stretch of road with everything next to it.
#[must_use]
pub fn beside(grid: &Grid, hexes: &[HexId]) -> Vec<HexId> {
    let around = hexes
        .iter()
        .flat_map(|&hex| grid.neighbours(hex).map(|(_, next)| next));
    sorted(hexes.iter().copied().chain(around).collect())
}

/// BB 30.4-north: the northernmost hex of each column from this one on, in the area as it is in the end.
#[must_use]
pub fn north_boundary(grid: &Grid, scenario: &ScenarioFacts, from_column: u8) -> Vec<HexId> {
    let mut northernmost: BTreeMap<_, HexId> = BTreeMap::new();
    let last = scenario.area.stages.last();
    for &hex in last.map_or(&[][..], |stage| &stage.hexes) {
        let column = grid.column(hex);
        if i64::from(column) < i64::from(from_column) {
            continue;
        }
        let found = northernmost.entry(column).or_insert(hex);
        if grid.row(hex) < grid.row(*found) {
            *found = hex;
        }
    }
    sorted(northernmost.into_values().collect())
}

/// The arms that terms of victory tell apart. Gunboats hold nothing (reading I106).
const CLASSES: usize = 3;

const fn class_of(arm: Arm) -> Option<usize> {
    match arm {
        Arm::Infantry => Some(0),
        Arm::Artillery => Some(1),
        Arm::Cavalry => Some(2),
        Arm::Gunboat => None,
    }
}

const fn counts(holder: Holder, class: usize) -> bool {
    match holder {
        Holder::Infantry => class == 0,
        Holder::NotCavalry => class != 2,
        Holder::Any => true,
    }
}

/// When the arms of both sides were last in a place: the higher the later, 0 for never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Passages([[u32; CLASSES]; 2]);

impl Passages {
    /// When units of a side that count were last there; 0 for never.
    #[must_use]
    pub fn last(&self, side: Side, holder: Holder) -> u32 {
        let row = &self.0[side as usize];
        let counted = (0..CLASSES).filter(|&class| counts(holder, class));
        counted.map(|class| row[class]).max().unwrap_or(0)
    }

    /// The side whose units were the last there of all that count.
    #[must_use]
    pub fn last_through(&self, holder: Holder) -> Option<Side> {
        let [union, confederate] = Side::BOTH.map(|side| self.last(side, holder));
        match union.cmp(&confederate) {
            core::cmp::Ordering::Greater => Some(Side::Union),
            core::cmp::Ordering::Less => Some(Side::Confederate),
            core::cmp::Ordering::Equal => None,
        }
    }

    /// Notes a unit, unless its like was the last there anyway.
    fn note(&mut self, side: Side, class: usize, clock: &mut u32) {
        let latest = self.0.iter().flatten().copied().max().unwrap_or(0);
        let own = &mut self.0[side as usize][class];
        if *own == 0 || *own < latest {
            *clock += 1;
            *own = *clock;
        }
    }
}

/// Which arms of both sides stand in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Standers(u8);

impl Standers {
    const fn with(self, side: Side, class: usize) -> Self {
        Self(self.0 | 1 << (side as usize * CLASSES + class))
    }

    /// Whether units of a side that count stand there.
    #[must_use]
    pub fn has(self, side: Side, holder: Holder) -> bool {
        (0..CLASSES)
            .filter(|&class| counts(holder, class))
            .any(|class| self.0 & 1 << (side as usize * CLASSES + class) != 0)
    }

    /// SR 6.15: whether anybody of a side but artillery stands there.
    #[must_use]
    pub const fn has_more_than_guns(self, side: Side) -> bool {
        let row = self.0 >> (side as usize * CLASSES);
        row & 0b101 != 0
    }
}

/// A place at some moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PlaceState {
    /// Who passed when.
    pub passages: Passages,
    /// Who stands there.
    pub standers: Standers,
}

impl PlaceState {
    /// BB 30.1-control: who controls it: whoever alone stands in it, or was the last to pass through if nobody does.
    #[must_use]
    pub fn controller(&self, holder: Holder) -> Option<Side> {
        let [union, confederate] = Side::BOTH.map(|side| self.standers.has(side, holder));
        match (union, confederate) {
            (true, true) => None,
            (true, false) => Some(Side::Union),
            (false, true) => Some(Side::Confederate),
            (false, false) => self.passages.last_through(holder),
        }
    }
}

/// The places as they were when a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEnd {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// Whatever is later than this happened after it.
    pub clock: u32,
    /// Every place, by number.
    pub places: Vec<PlaceState>,
}

/// Who was the last in every place that counts, now and when certain turns ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Control {
    clock: u32,
    places: Vec<Passages>,
    ends: Vec<TurnEnd>,
    #[serde(default)]
    over: bool,
}

impl Control {
    /// Whether nothing is watched.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Who passed through a place when.
    #[must_use]
    pub fn passages(&self, place: PlaceId) -> Passages {
        let found = self.places.get(usize::from(place.0));
        found.copied().unwrap_or_default()
    }

    /// The places as they were at the end of a turn that the terms name.
    #[must_use]
    pub fn end_of(&self, turn: u8) -> Option<&TurnEnd> {
        self.ends.iter().find(|end| end.turn == turn)
    }

    /// What every place was like before anybody had moved.
    fn begin(watch: &Watch) -> Self {
        let mut control = Self {
            clock: 0,
            places: vec![Passages::default(); watch.places.len()],
            ends: Vec::new(),
            over: false,
        };
        for &(place, side) in &watch.at_start {
            // Whoever held it: infantry and guns count for every term, cavalry for none that matters here.
            control.note(place, side, 0);
        }
        control
    }

    fn note(&mut self, place: PlaceId, side: Side, class: usize) {
        if let Some(passages) = self.places.get_mut(usize::from(place.0)) {
            passages.note(side, class, &mut self.clock);
        }
    }
}

impl Position {
    /// Notes that a unit is in its hexes: when it comes into them and when it leaves them.
    pub(crate) fn pass_all(&mut self, setting: &Setting, unit: UnitId) {
        let facts = setting.unit(unit);
        let Some(class) = class_of(facts.arm) else {
            return;
        };
        let state = *self.unit(unit);
        for place in state.hexes().flat_map(|hex| setting.watch.places_of(hex)) {
            self.standing.control.note(place, facts.side, class);
        }
    }

    /// Play begins: whatever was tried in the set-up counts for nothing, and everybody is where he stands.
    pub(crate) fn begin_control(&mut self, setting: &Setting) {
        self.standing.control = Control::begin(&setting.watch);
        for unit in setting.unit_ids() {
            self.pass_all(setting, unit);
        }
    }

    /// Notes the places at the end of a turn, if the terms name it.
    pub(crate) fn keep_control(&mut self, setting: &Setting, turn: u8) {
        if !setting.watch.turns.contains(&turn) {
            return;
        }
        let places = setting.watch.ids();
        let places = places.map(|place| self.place(setting, place)).collect();
        let clock = self.standing.control.clock;
        let end = TurnEnd {
            turn,
            clock,
            places,
        };
        self.standing.control.ends.push(end);
    }

    /// The game is over; who won is judged as things stand now.
    pub(crate) const fn end_game(&mut self) {
        self.standing.control.over = true;
    }

    /// A place as it stands.
    #[must_use]
    pub fn place(&self, setting: &Setting, place: PlaceId) -> PlaceState {
        PlaceState {
            passages: self.control.passages(place),
            standers: self.standers(setting, setting.watch.hexes(place)),
        }
    }

    /// Which arms of both sides stand in any of these hexes.
    #[must_use]
    pub fn standers(&self, setting: &Setting, hexes: &[HexId]) -> Standers {
        let mut found = Standers::default();
        for part in hexes.iter().flat_map(|&hex| self.stack(hex)) {
            let facts = setting.unit(part.unit);
            if let Some(class) = class_of(facts.arm) {
                found = found.with(facts.side, class);
            }
        }
        found
    }
}

impl Draft {
    /// Forgets how everybody came where he is: only where he stands counts, and what a scenario holds at its start.
    pub fn begin_control(&mut self, setting: &Setting) {
        self.position_mut().begin_control(setting);
    }

    /// A side's unit of an arm has been in a hex after everybody else.
    pub fn pass_through(&mut self, setting: &Setting, side: Side, arm: Arm, hex: HexId) {
        let Some(class) = class_of(arm) else { return };
        for place in setting.watch.places_of(hex) {
            self.standing_mut().control.note(place, side, class);
        }
    }

    /// The places have been noted at the end of this turn as they stand now.
    pub fn keep_control(&mut self, setting: &Setting, turn: u8) {
        self.position_mut().keep_control(setting, turn);
    }
}
