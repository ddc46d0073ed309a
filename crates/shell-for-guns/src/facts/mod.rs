//! What never changes during a battle: figures, basing, ground, armies, switches.

mod army;
mod figures;
mod kinds;
mod terrain;

use longroll_core::{Side, clip, did_you_mean};
use longroll_tabletop::{BaseSize as Size, Ticks};
use serde::{Deserialize, Serialize};

pub use army::{Army, DivisionEntry, GeneralEntry, UnitEntry};
pub(crate) use army::{general as read_general, plain_name};
pub use figures::{BaseFactors, Basing, Bracket, Figures, Pace};
pub use kinds::{
    AreaKind, Arm, Cover, Formation, Gait, GroundClass, Guns, LineKind, Quality, Weapon,
};
pub use terrain::{Area, Hill, Obstacle, RIVER, ROAD, River, Road, Terrain};

use crate::options::Options;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident,)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl $name {
            /// Its place in its list.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

ids! {
    /// A brigade or battery.
    UnitId,
    /// A division.
    DivisionId,
    /// A general.
    GeneralId,
    /// A linear obstacle.
    LineId,
    /// An objective.
    ObjectiveId,
}

/// A unit's fixed facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitFacts {
    /// The name by which notation knows it: unique.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its division.
    pub division: DivisionId,
    /// As listed.
    pub entry: UnitEntry,
}

/// A division's fixed facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionFacts {
    /// The name by which notation knows it: unique.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its general.
    pub general: GeneralId,
    /// Its units.
    pub units: Vec<UnitId>,
}

/// A general's fixed facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralFacts {
    /// His name: unique.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// His division; none for the corps general.
    pub division: Option<DivisionId>,
    /// As listed.
    pub entry: GeneralEntry,
}

/// Everything fixed.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The switches.
    pub options: Options,
    /// The printed figures.
    pub figures: Figures,
    /// Sizes of bases.
    pub basing: Basing,
    /// The ground.
    pub terrain: Terrain,
    units: Vec<UnitFacts>,
    divisions: Vec<DivisionFacts>,
    generals: Vec<GeneralFacts>,
    /// SfG 3.0-length.
    pub turns: u8,
    /// Program and data, as a record names them.
    pub edition: String,
}

impl Facts {
    /// Puts the parts of an edition together; armies in the order given.
    ///
    /// # Errors
    /// What does not fit together.
    pub fn new(
        edition: &str,
        options: Options,
        figures: Figures,
        basing: Basing,
        terrain: Terrain,
        armies: &[Army],
    ) -> Result<Self, String> {
        let mut facts = Self {
            options,
            figures,
            basing,
            terrain,
            units: Vec::new(),
            divisions: Vec::new(),
            generals: Vec::new(),
            turns: 6,
            edition: edition.to_owned(),
        };
        for army in armies {
            facts.enlist(army)?;
        }
        let sides: Vec<Side> = facts.units.iter().map(|unit| unit.side).collect();
        unique(facts.units.iter_mut().map(|unit| &mut unit.name).zip(sides))?;
        let sides: Vec<Side> = facts.divisions.iter().map(|own| own.side).collect();
        unique(
            facts
                .divisions
                .iter_mut()
                .map(|own| &mut own.name)
                .zip(sides),
        )?;
        let sides: Vec<Side> = facts.generals.iter().map(|own| own.side).collect();
        unique(
            facts
                .generals
                .iter_mut()
                .map(|own| &mut own.name)
                .zip(sides),
        )?;
        Ok(facts)
    }

    fn enlist(&mut self, army: &Army) -> Result<(), String> {
        let id = |index: usize| u8::try_from(index).map_err(|_| "an army is too large".to_owned());
        for entry in &army.divisions {
            let division = DivisionId(id(self.divisions.len())?);
            let general = GeneralId(id(self.generals.len())?);
            self.generals.push(GeneralFacts {
                name: entry.general.name.clone(),
                side: army.side,
                division: Some(division),
                entry: entry.general.clone(),
            });
            let mut units = Vec::new();
            for unit in &entry.units {
                units.push(UnitId(id(self.units.len())?));
                self.units.push(UnitFacts {
                    name: unit.name.clone(),
                    side: army.side,
                    division,
                    entry: unit.clone(),
                });
            }
            self.divisions.push(DivisionFacts {
                name: entry.name.clone(),
                side: army.side,
                general,
                units,
            });
        }
        if let Some(corps) = &army.corps {
            id(self.generals.len())?;
            self.generals.push(GeneralFacts {
                name: corps.name.clone(),
                side: army.side,
                division: None,
                entry: corps.clone(),
            });
        }
        Ok(())
    }

    /// A unit.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &UnitFacts {
        &self.units[id.index()]
    }

    /// A division.
    #[must_use]
    pub fn division(&self, id: DivisionId) -> &DivisionFacts {
        &self.divisions[id.index()]
    }

    /// A general.
    #[must_use]
    pub fn general(&self, id: GeneralId) -> &GeneralFacts {
        &self.generals[id.index()]
    }

    /// All units.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &UnitFacts)> + Clone {
        (0..).map(UnitId).zip(&self.units)
    }

    /// All divisions.
    pub fn divisions(&self) -> impl Iterator<Item = (DivisionId, &DivisionFacts)> + Clone {
        (0..).map(DivisionId).zip(&self.divisions)
    }

    /// All generals.
    pub fn generals(&self) -> impl Iterator<Item = (GeneralId, &GeneralFacts)> + Clone {
        (0..).map(GeneralId).zip(&self.generals)
    }

    /// The unit of a name.
    #[must_use]
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.units()
            .find(|(_, unit)| unit.name.eq_ignore_ascii_case(name))
            .map(|(id, _)| id)
    }

    /// The general of a name.
    #[must_use]
    pub fn general_named(&self, name: &str) -> Option<GeneralId> {
        self.generals()
            .find(|(_, general)| general.name.eq_ignore_ascii_case(name))
            .map(|(id, _)| id)
    }

    /// The division of a name.
    #[must_use]
    pub fn division_named(&self, name: &str) -> Option<DivisionId> {
        self.divisions()
            .find(|(_, division)| division.name.eq_ignore_ascii_case(name))
            .map(|(id, _)| id)
    }

    /// What is told of a unit that nobody knows, with the names that may have been meant.
    #[must_use]
    pub fn no_unit(&self, name: &str) -> String {
        unknown("unit", name, self.units.iter().map(|own| own.name.as_str()))
    }

    /// The same of a general.
    #[must_use]
    pub fn no_general(&self, name: &str) -> String {
        let names = self.generals.iter().map(|own| own.name.as_str());
        unknown("general", name, names)
    }

    /// The same of a division.
    #[must_use]
    pub fn no_division(&self, name: &str) -> String {
        let names = self.divisions.iter().map(|own| own.name.as_str());
        unknown("division", name, names)
    }

    /// SfG 3.0-reserve: how many units a side may keep back.
    #[must_use]
    pub fn reserve_limit(&self, side: Side) -> usize {
        self.units.iter().filter(|unit| unit.side == side).count() / 5
    }

    /// SfG 1.1: the size of a unit's bases.
    #[must_use]
    pub fn base_size(&self, unit: UnitId, mounted: bool) -> Size {
        match (self.unit(unit).entry.arm, mounted) {
            (Arm::Battery, _) => self.basing.battery,
            (Arm::Cavalry, true) => self.basing.cavalry,
            _ => self.basing.infantry,
        }
    }

    /// SfG 1.1: the size of a general's base.
    #[must_use]
    pub fn general_size(&self, general: GeneralId) -> Size {
        match self.general(general).division {
            Some(_) => self.basing.division_general,
            None => self.basing.corps_general,
        }
    }

    /// SfG 2.6-gun-table: how far guns reach.
    #[must_use]
    pub fn gun_reach(&self) -> Ticks {
        self.figures
            .guns
            .last()
            .map_or(Ticks::ZERO, |bracket| bracket.reach)
    }
}

/// Nobody has a name; who may have been meant.
fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let near = did_you_mean(name, names);
    format!("no {what} is called '{}'{near}", clip(name))
}

/// Names that stand on both sides get the side in front.
fn unique<'n>(names: impl Iterator<Item = (&'n mut String, Side)>) -> Result<(), String> {
    let mut names: Vec<(&mut String, Side)> = names.collect();
    let plain: Vec<(String, Side)> = names
        .iter()
        .map(|(name, side)| ((**name).clone(), *side))
        .collect();
    for (index, (name, side)) in names.iter_mut().enumerate() {
        let same = |other: &(usize, &(String, Side))| {
            other.0 != index && other.1.0.eq_ignore_ascii_case(&plain[index].0)
        };
        if let Some((_, (_, other))) = plain.iter().enumerate().find(|other| same(other)) {
            if other == side {
                return Err(format!("two of one side are called {name}"));
            }
            let word = match side {
                Side::Union => "Union",
                Side::Confederate => "Confederate",
            };
            **name = format!("{word} {name}");
        }
    }
    Ok(())
}
