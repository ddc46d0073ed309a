//! The names on the map: fields, camps, places, routes, where sides enter and where supply comes from.
//!
//! Kept as data: which of them matter, and to whom, is for the rules and the scenarios. Sides are named by the text of
//! the data, since the board knows no armies.

use serde::{Deserialize, Serialize};

use crate::{HexId, RouteKind, Source};

/// A field by its place in [`Gazetteer::fields`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FieldId(pub u8);

/// BB 9.44: a named field. Its hexes carry its id; two Field Boundary hexes are of one field if theirs is the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    pub source: Source,
}

/// What camped here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CampKind {
    Infantry,
    Cavalry,
    Artillery,
    Headquarters,
}

/// BB 9.44, 10.92, 18.1: a camp or headquarters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Camp {
    pub hex: HexId,
    pub kind: CampKind,
    /// Whose camp it is, as the order of battle names the unit.
    pub unit: String,
    pub source: Source,
}

/// A named spot: a church, a house, a pond, a junction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub hex: HexId,
    pub name: String,
    /// `church`, `building`, `junction`, `landing`, … as the data calls it.
    pub kind: String,
    pub source: Source,
}

/// SR 9.7: a hex where a side's reinforcements enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub hex: HexId,
    pub side: String,
    pub note: String,
}

/// BB 10.92: where a side's ammunition comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SupplySource {
    pub hex: HexId,
    pub side: String,
    pub source: Source,
}

/// A named road or trail: a chain of adjacent hexes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Route {
    pub id: String,
    pub name: String,
    pub kind: RouteKind,
    pub hexes: Vec<HexId>,
    pub source: Source,
}

/// Everything on a map that has a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Gazetteer {
    pub fields: Vec<Field>,
    pub camps: Vec<Camp>,
    pub places: Vec<Place>,
    pub entries: Vec<Entry>,
    pub supply_sources: Vec<SupplySource>,
    pub routes: Vec<Route>,
    /// Names of rivers, creeks and streams; a hexside refers to them by index.
    pub waters: Vec<String>,
}

impl Gazetteer {
    /// The field with this name.
    pub fn field_named(&self, name: &str) -> Option<FieldId> {
        let index = self.fields.iter().position(|field| field.name == name)?;
        u8::try_from(index).ok().map(FieldId)
    }

    /// The name of a field.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.fields.get(usize::from(id.0))
    }

    /// The camps in a hex, in the order of the data.
    pub fn camps_in(&self, hex: HexId) -> impl Iterator<Item = &Camp> {
        self.camps.iter().filter(move |camp| camp.hex == hex)
    }

    /// The named spots in a hex, in the order of the data.
    pub fn places_in(&self, hex: HexId) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(move |place| place.hex == hex)
    }
}
