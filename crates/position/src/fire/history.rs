//! What rules of fire ask and the position does not hold: what has been done in the brigade Activation under way.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_core::Side;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::declared::{DeclaredFire, FireOptions};
use super::occasion::{NonPhasing, Occasion};
use crate::{BodyId, Part};

/// The fires, assaults and marks of one brigade Activation. Coordinated brigades are one (fire reading 11).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct FireHistory {
    /// The side whose brigade is activated.
    pub phasing: Option<Side>,
    /// SR 5.33: what acts as a brigade in it; others of that side take no part of their own.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub acting: SmallVec<[BodyId; 2]>,
    /// SR 10.61: batteries that began the Activation under other arms.
    pub covered: Vec<UnitId>,
    /// Whoever has done something that matters, hex by hex (fire reading 130).
    pub shooters: Vec<Shooter>,
    /// SR 10.43: the assaults under way.
    pub assaults: Vec<Assault>,
    /// SR 11.54: cavalry that must charge, and whom it saw.
    #[serde(default)]
    pub charges: Vec<Charging>,
    /// SR 11.53: mounted cavalry under Attack orders as its Activation began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mounts: Vec<MountBegan>,
    /// BB 4.11-J3: where Green regiments began whom a commander may steady.
    #[serde(default)]
    pub starts: Vec<(UnitId, HexId)>,
    /// SR 10.91: what dice have worn of units that keep a part of their fire back; they are told when it is over.
    #[serde(default)]
    pub owed: Vec<OwedWear>,
    /// SR 10.69: ammunition of sections that differ from their battery.
    pub sections: Vec<SectionAmmunition>,
    /// SR 8.24: sections that were put above the others of their battery, the last one highest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raised: Vec<Section>,
    /// Those put there in this Activation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raised_now: Vec<Section>,
    /// SR 10.92: sections that bring up ammunition while the others of their battery fire.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplied: Vec<Section>,
    /// BB 14.76: gunboats that have been struck once.
    pub struck_boats: Vec<UnitId>,
    /// SR 15: entrenchments.
    pub works: Vec<Work>,
    /// What scenarios and events forbid (fire reading 122).
    pub bans: Vec<Ban>,
    /// What scenarios and events add (fire reading 122).
    pub extras: Vec<ExtraTerm>,
}

/// What one unit, or one hex of it, has done.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shooter {
    pub part: Part,
    /// SR 10.31: it has used its phasing fire.
    pub fired: bool,
    /// What it claimed with that fire.
    pub options: FireOptions,
    /// SR 10.41: what it has used of each kind of non-phasing fire.
    pub spent: [Spent; 4],
    /// SR 10.61: it began under other arms and became the top unit.
    pub became_top: bool,
    /// SR 9.62: guns that turned in reaction and have not fired since.
    pub turned: bool,
    /// SR 14.24: cavalry that charges or countercharges in this Activation.
    pub charged: bool,
    /// SR 9.55-1: where guns began their move.
    pub began: Option<HexId>,
    /// BB 14.73: river hexes a gunboat has moved.
    pub river_hexes: u8,
    /// SR 10.82: from where it has fired at what in its phase, where stacks have to combine.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub aimed: SmallVec<[(HexId, HexId); 2]>,
    /// SR 10.65: the sections of a battery that have fired in its phase; none named if it fired undivided.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub sections: SmallVec<[u8; 3]>,
}

impl Shooter {
    /// Somebody who has done nothing yet.
    #[must_use]
    pub fn new(part: Part) -> Self {
        Self {
            part,
            fired: false,
            options: FireOptions::default(),
            spent: Default::default(),
            became_top: false,
            turned: false,
            charged: false,
            began: None,
            river_hexes: 0,
            aimed: SmallVec::new(),
            sections: SmallVec::new(),
        }
    }

    /// What it has used of a kind.
    #[must_use]
    pub fn spent(&self, kind: NonPhasing) -> &Spent {
        &self.spent[kind as usize]
    }
}

/// SR 10.15, 10.41: what has been used of one kind of non-phasing fire.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Spent {
    /// The hexes fired at, with the SP and whether they came out of the Refused Front's share.
    pub fires: SmallVec<[PastFire; 2]>,
}

/// One fire that has been made.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PastFire {
    /// At this hex.
    pub at: HexId,
    /// With so many SP.
    pub sp: u8,
    /// SP kept back by it for a second fire (SR 10.15).
    pub reserved: u8,
    /// SR 7.34-fire: out of the share of the Refused Front, a pool of its own (fire reading 7).
    pub refused: bool,
    /// SR 10.65: by this section of a battery of several.
    #[serde(default)]
    pub section: Option<u8>,
    /// SR 10.41: who stood there, if SP were kept back: those are for another stack.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub stack: SmallVec<[Part; 4]>,
}

/// SR 11: one hex assaults another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// The assaulting hex.
    pub from: HexId,
    /// The hex assaulted.
    pub on: HexId,
    /// SR 11.47: the assault is a continued one.
    #[serde(default)]
    pub continued: bool,
}

/// SR 11.53, 11.54: cavalry that must charge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charging {
    pub unit: UnitId,
    /// Whom it has announced to charge.
    pub target: HexId,
    /// Reading 109 of the assault chapter: the enemies it saw.
    pub seen: Vec<HexId>,
}

/// SR 11.53: what decides about a charge is how cavalry stood as the Activation began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MountBegan {
    pub unit: UnitId,
    /// It was in Good Order.
    pub in_order: bool,
    /// It was in the range of its brigadier, or has none.
    pub in_range: bool,
}

/// SR 8.37: a section of a battery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Section {
    /// The battery.
    pub unit: UnitId,
    /// The section, by its place in the facts.
    pub section: u8,
}

/// SR 10.69: the state of one section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SectionAmmunition {
    /// The battery.
    pub unit: UnitId,
    /// The section, by its place.
    pub section: u8,
    /// Its state.
    pub ammunition: Ammunition,
}

/// SR 10.91: the ammunition of a unit once its divided fire is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OwedWear {
    pub unit: UnitId,
    /// A section of it.
    pub section: Option<u8>,
    /// What is left then.
    pub ammunition: Ammunition,
    /// By which rule.
    pub rule: Rule,
}

/// SR 15.23: an entrenchment on one hexside of a hex, for whoever stands in that hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Work {
    /// The hex behind it.
    pub hex: HexId,
    /// The hexside.
    pub side: Direction,
}

/// What is forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Banned {
    /// All fire.
    Fire,
    /// Phasing fire.
    Phasing,
    /// One kind of non-phasing fire.
    Kind(NonPhasing),
    /// Prepared fire.
    Prepared,
    /// SR 12.35b: Return fire at this unit.
    ReturnAt(UnitId),
}

/// A unit that may not fire in some way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ban {
    pub unit: UnitId,
    pub what: Banned,
    /// By which rule.
    pub rule: Rule,
}

/// A modifier to the fire of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExtraTerm {
    /// Whose fire.
    pub unit: UnitId,
    /// Only non-phasing fire.
    pub non_phasing_only: bool,
    pub value: i8,
    /// By which rule.
    pub rule: Rule,
}

impl FireHistory {
    /// Nothing done yet in an Activation of this side.
    #[must_use]
    pub fn of(phasing: Side) -> Self {
        Self {
            phasing: Some(phasing),
            ..Self::default()
        }
    }

    /// What outlasts an Activation, for the next one.
    pub(crate) fn lasting(&mut self, phasing: Option<Side>) -> Self {
        let acting = match phasing {
            Some(_) => core::mem::take(&mut self.acting),
            None => SmallVec::new(),
        };
        Self {
            phasing,
            acting,
            sections: core::mem::take(&mut self.sections),
            raised: core::mem::take(&mut self.raised),
            struck_boats: core::mem::take(&mut self.struck_boats),
            works: core::mem::take(&mut self.works),
            ..Self::default()
        }
    }

    /// SR 5.32, BB 4.11-J4: a body begins to act.
    pub(crate) fn begins_to_act(&mut self, body: BodyId) {
        if !self.acting.contains(&body) {
            self.acting.push(body);
        }
    }

    /// SR 10.15: whether a unit keeps SP back for another fire of this enemy Activation.
    #[must_use]
    pub fn keeps_back(&self, unit: UnitId) -> bool {
        let mut own = self.shooters.iter().filter(|done| done.part.unit == unit);
        own.any(|done| {
            let mut kinds = done.spent.iter();
            kinds.any(|spent| matches!(spent.fires.as_slice(), [only] if only.reserved > 0))
        })
    }

    /// As it was before this fire out of phase was written down.
    #[must_use]
    pub fn without(&self, fire: &DeclaredFire) -> Self {
        let mut before = self.clone();
        let Some(kind) = fire.occasion.kind() else {
            return before;
        };
        for firer in &fire.from {
            let fires = &mut before.shooter_mut(firer.part).spent[kind as usize].fires;
            let own = |past: &PastFire| {
                past.at == fire.target
                    && past.refused == firer.refused
                    && past.section == firer.section
            };
            if let Some(place) = fires.iter().rposition(own) {
                fires.remove(place);
            }
        }
        before
    }

    /// Whether there is nothing to remember.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Writes down a fire; `kept` SP of it wait for another hex than that with this stack (SR 10.15, 10.41).
    pub(crate) fn write(&mut self, fire: &DeclaredFire, kept: u8, stack: &[Part]) {
        // BB 18.1, 19.0: the fire of an event is none of an Activation.
        if let Occasion::Event(_) = fire.occasion {
            return;
        }
        for firer in &fire.from {
            match fire.occasion.kind() {
                None => {
                    let shooter = self.shooter_mut(firer.part);
                    // SR 10.52: one share of it Prepared binds the unit, whatever it claims for the next.
                    let prepared = shooter.fired && shooter.options.prepared;
                    shooter.fired = true;
                    shooter.options = fire.options;
                    shooter.options.prepared |= prepared;
                    shooter.sections.extend(firer.section);
                }
                Some(kind) => {
                    // SR 8.45, 10.63: a fire that another has joined is told once more as a whole.
                    let fires = &mut self.shooter_mut(firer.part).spent[kind as usize].fires;
                    fires.retain(|past| {
                        past.at != fire.target
                            || past.refused != firer.refused
                            || past.section != firer.section
                    });
                    let past = PastFire {
                        at: fire.target,
                        sp: firer.sp,
                        reserved: kept,
                        refused: firer.refused,
                        section: firer.section,
                        stack: match kept {
                            0 => SmallVec::new(),
                            _ => stack.into(),
                        },
                    };
                    self.note(firer.part, kind, past);
                }
            }
        }
    }

    /// SR 8.24: the sections of a battery of so many, by their places, top to bottom.
    #[must_use]
    pub fn section_order(&self, unit: UnitId, count: u8) -> SmallVec<[u8; 3]> {
        let own = self.raised.iter().rev().filter(|own| own.unit == unit);
        let mut order: SmallVec<[u8; 3]> = SmallVec::new();
        for place in own.map(|own| own.section).chain(0..count) {
            if place < count && !order.contains(&place) {
                order.push(place);
            }
        }
        order
    }

    /// SR 8.24: a section is put above the others.
    pub(crate) fn raise(&mut self, section: Section) {
        self.raised.retain(|own| *own != section);
        self.raised.push(section);
        self.raised_now.push(section);
    }

    /// SR 10.65: whether a section has fired in its phase, by itself or with its battery.
    #[must_use]
    pub fn has_fired(&self, section: Section) -> bool {
        let mut own = self.shooters.iter();
        own.any(|done| {
            done.part.unit == section.unit
                && done.fired
                && (done.sections.is_empty() || done.sections.contains(&section.section))
        })
    }

    /// SR 10.69: the ammunition of one section.
    pub(crate) fn set_section(&mut self, unit: UnitId, section: u8, ammunition: Ammunition) {
        self.sections
            .retain(|own| own.unit != unit || own.section != section);
        self.sections.push(SectionAmmunition {
            unit,
            section,
            ammunition,
        });
        self.sections
            .sort_unstable_by_key(|own| (own.unit, own.section));
    }

    /// What a unit or a hex of it has done, if anything.
    #[must_use]
    pub fn shooter(&self, part: Part) -> Option<&Shooter> {
        self.shooters.iter().find(|shooter| shooter.part == part)
    }

    /// The same, to be written by whoever keeps the history.
    pub fn shooter_mut(&mut self, part: Part) -> &mut Shooter {
        let place = self
            .shooters
            .iter()
            .position(|shooter| shooter.part == part)
            .unwrap_or_else(|| {
                self.shooters.push(Shooter::new(part));
                self.shooters.len() - 1
            });
        &mut self.shooters[place]
    }

    /// Notes a non-phasing fire of a unit or a hex of it.
    pub fn note(&mut self, part: Part, kind: NonPhasing, fire: PastFire) {
        let shooter = self.shooter_mut(part);
        shooter.spent[kind as usize].fires.push(fire);
        shooter.turned = false;
    }

    /// SR 15.17: an entrenchment is taken away, with both its hexsides: works are written down in pairs (SR 15.21).
    pub(crate) fn level(&mut self, hex: HexId, side: Direction) {
        let own = |work: &Work| work.hex == hex && work.side == side;
        if let Some(place) = self.works.iter().position(own) {
            let first = place - place % 2;
            let end = self.works.len().min(first + 2);
            self.works.drain(first..end);
        }
    }

    /// Whether a hex has a work on a side.
    #[must_use]
    pub fn has_work(&self, hex: HexId, side: Direction) -> bool {
        self.works
            .iter()
            .any(|work| work.hex == hex && work.side == side)
    }
}
