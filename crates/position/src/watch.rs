//! BB 30, 31: the places that decide a game: hexes, fields and stretches of road that the terms of victory name.

use std::collections::BTreeMap;

use longroll_board::{FieldId, Grid, Ground, HexId};
use longroll_catalog::facts::{
    Condition, Counted, FieldsHeld, Holding, ScenarioFacts, VictoryTerms,
};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

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
    /// Who holds what when play begins.
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
    pub(crate) fn places_of(&self, hex: HexId) -> impl Iterator<Item = PlaceId> + '_ {
        let first = self.by_hex.partition_point(|(own, _)| *own < hex);
        self.by_hex[first..]
            .iter()
            .take_while(move |(own, _)| *own == hex)
            .map(|(_, place)| *place)
    }

    /// Whether the places are noted at the end of this turn.
    pub(crate) fn names_turn(&self, turn: u8) -> bool {
        self.turns.contains(&turn)
    }

    /// Who holds which place when play begins.
    pub(crate) fn held_at_start(&self) -> &[(PlaceId, Side)] {
        &self.at_start
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
