//! BB 30, 31: the places that the terms of victory name, by their names, and who holds them.

use longroll_board::{CampKind, FieldId, HexId};
use longroll_catalog::facts::{Condition, Counted, Holder, VictoryTerms};
use longroll_core::Side;
use longroll_position::{Position, Setting, field_place};
use serde::Serialize;

/// What kind of place it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceKind {
    /// A field with its boundary.
    Field,
    /// A camp.
    Camp,
    /// A headquarters.
    Headquarters,
    /// A church, a junction, a landing.
    Spot,
    /// A hex without a name.
    Hex,
}

impl PlaceKind {
    /// Its key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Camp => "camp",
            Self::Headquarters => "headquarters",
            Self::Spot => "spot",
            Self::Hex => "hex",
        }
    }
}

/// A place that decides something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    /// What it is.
    pub kind: PlaceKind,
    /// Its name; that of a camp is the name of whoever camped there.
    pub name: String,
    /// Its hexes, sorted.
    pub hexes: Vec<HexId>,
    /// Whose presence counts.
    pub holder: Holder,
}

impl NamedPlace {
    /// Who holds it: whoever alone stands there, or was the last to pass through if nobody does.
    #[must_use]
    pub fn held_by(&self, setting: &Setting, position: &Position) -> Option<Side> {
        let place = setting.watch.place(&self.hexes)?;
        position.place(setting, place).controller(self.holder)
    }
}

/// The fields and hexes whose last passage counts in a game, each once, as the first term that names it has it. Stretches of
/// road are not among them: they are held as a whole or not at all.
#[must_use]
pub fn places(setting: &Setting) -> Vec<NamedPlace> {
    let terms = &setting.scenario.victory;
    let agreed = setting.scenario.agreed.as_ref();
    let before = agreed.and_then(|own| own.extends.as_ref());
    let mut found = Found {
        setting,
        places: Vec::new(),
    };
    let all = [Some(terms), before.map(|own| &own.terms)];
    for own in all.into_iter().flatten() {
        found.terms(own, terms);
    }
    found.places
}

struct Found<'a> {
    setting: &'a Setting,
    places: Vec<NamedPlace>,
}

impl Found<'_> {
    fn terms(&mut self, terms: &VictoryTerms, joined: &VictoryTerms) {
        for term in &terms.points {
            match &term.per {
                Counted::HexesHeld { hexes, holder, .. } => self.hexes(hexes, *holder),
                Counted::FieldsControlled { fields, .. } => self.fields(fields, joined),
                _ => {}
            }
        }
        for condition in terms.conditions() {
            match condition {
                Condition::Held { hexes, holder, .. }
                | Condition::TakenBy { hexes, holder, .. } => {
                    self.hexes(hexes, *holder);
                }
                Condition::NotHeld { hex, holder, .. } => self.hexes(&[*hex], *holder),
                Condition::FieldsControlled { fields, .. } => self.fields(fields, joined),
                _ => {}
            }
        }
    }

    fn fields(&mut self, fields: &[FieldId], joined: &VictoryTerms) {
        let ground = self.setting.ground();
        for &field in fields {
            let hexes = field_place(ground, joined, field, &[]);
            let name = ground.names.field(field);
            let name = name.map_or(String::new(), |field| field.name.clone());
            self.add(PlaceKind::Field, name, hexes, Holder::NotCavalry);
        }
    }

    fn hexes(&mut self, hexes: &[HexId], holder: Holder) {
        let names = &self.setting.ground().names;
        for &hex in hexes {
            let camp = names.camps_in(hex).next();
            let spot = names.places_in(hex).next();
            let (kind, name) = match (camp, spot) {
                (Some(camp), _) if camp.kind == CampKind::Headquarters => {
                    (PlaceKind::Headquarters, camp.unit.clone())
                }
                (Some(camp), _) => (PlaceKind::Camp, camp.unit.clone()),
                (None, Some(spot)) => (PlaceKind::Spot, spot.name.clone()),
                (None, None) => (PlaceKind::Hex, String::new()),
            };
            self.add(kind, name, vec![hex], holder);
        }
    }

    fn add(&mut self, kind: PlaceKind, name: String, hexes: Vec<HexId>, holder: Holder) {
        let watched = self.setting.watch.place(&hexes).is_some();
        if watched && self.places.iter().all(|own| own.hexes != hexes) {
            self.places.push(NamedPlace {
                kind,
                name,
                hexes,
                holder,
            });
        }
    }
}
