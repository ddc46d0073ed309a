//! What must hold of every table: the door from doubtful to sound, and what random play asks after every choice.

use longroll_tabletop::{Body, Ticks};

use super::{Place, Table, Unit, slots};
use crate::facts::{Arm, Facts, Formation, Gait, GeneralId, UnitId};

/// SfG-reading 80: how far from the middle of a road a base stands on ground that the road opens to it.
const ON_ROAD: Ticks = Ticks(1000);

/// Whom a flaw of a table concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A unit.
    Unit(UnitId),
    /// A general.
    General(GeneralId),
    /// An objective, counted from 0.
    Objective(usize),
}

/// Something that is wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Whom it concerns.
    pub about: About,
    /// What it is, in words.
    pub text: String,
}

impl Table {
    /// Everything that is wrong with the table; nothing as a rule.
    #[must_use]
    pub fn flaws(&self, facts: &Facts) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        self.misplaced(facts, &mut flaws);
        for (id, unit) in self.present() {
            let mut tell = |text: String| {
                let text = format!("{} {text}", facts.unit(id).name);
                let about = About::Unit(id);
                flaws.push(Flaw { about, text });
            };
            misformed(facts, id, unit, &mut tell);
            if let Some(reason) = unit.joined.and_then(|own| self.not_joined(facts, id, own)) {
                tell(reason.to_owned());
            }
            if let Some(ground) = self.barred(facts, id, unit) {
                tell(format!("stands in {ground}, which is barred to it"));
            }
        }
        self.lost_generals(facts, &mut flaws);
        for (index, objective) in self.objectives().iter().enumerate() {
            if !facts.terrain.has(objective.at) {
                flaws.push(Flaw {
                    about: About::Objective(index),
                    text: format!("objective {} lies beyond the table", index + 1),
                });
            }
        }
        flaws
    }

    /// Who lies beyond the table or in another unit.
    fn misplaced(&self, facts: &Facts, flaws: &mut Vec<Flaw>) {
        let present: Vec<(UnitId, Body)> =
            self.present().map(|(id, unit)| (id, unit.body())).collect();
        for (index, (id, body)) in present.iter().enumerate() {
            let name = &facts.unit(*id).name;
            if !facts.terrain.contains(body) {
                flaws.push(Flaw {
                    about: About::Unit(*id),
                    text: format!("{name} lies beyond the table"),
                });
            }
            for (other, theirs) in &present[index + 1..] {
                if body.overlaps(theirs) {
                    flaws.push(Flaw {
                        about: About::Unit(*other),
                        text: format!("{name} and {} overlap", facts.unit(*other).name),
                    });
                }
            }
        }
    }

    /// SfG 2.3-batteries: why a unit cannot have joined another.
    fn not_joined(&self, facts: &Facts, id: UnitId, brigade: UnitId) -> Option<&'static str> {
        let (own, other) = (facts.unit(id), facts.unit(brigade));
        if !self.unit(brigade).on_table() {
            return Some("has joined nobody");
        }
        if own.side != other.side {
            return Some("has joined an enemy");
        }
        let may = own.entry.arm == Arm::Battery && other.entry.arm == Arm::Infantry;
        (!may).then_some("has joined, but only a battery joins, and only infantry")
    }

    /// SfG 2.5-distances, SfG-readings 77, 78 and 80: ground where nobody of its kind can be, unless on a road.
    fn barred<'f>(&self, facts: &'f Facts, id: UnitId, unit: &Unit) -> Option<&'f str> {
        if !unit.chain.is_empty() {
            return None;
        }
        let body = unit.body();
        let mut off_road = body.bases().iter().filter(|base| {
            let at = base.centre();
            let mut roads = facts.terrain.roads.iter();
            !roads.any(|road| road.line.foot(at).at.squared_distance(at).within(ON_ROAD))
        });
        // Guns deploy wherever they came limbered, in a ford too.
        let gait = match facts.unit(id).entry.arm {
            Arm::Battery => Gait::Limbered,
            _ => self.gait(facts, id),
        };
        off_road.find_map(|base| facts.terrain.bars(&facts.figures, gait, base))
    }

    /// Generals beyond the table, or with somebody they cannot be with.
    fn lost_generals(&self, facts: &Facts, flaws: &mut Vec<Flaw>) {
        for (id, general) in self.generals() {
            let entry = facts.general(id);
            let mut tell = |text: &str| {
                let about = About::General(id);
                let text = format!("{} {text}", entry.name);
                flaws.push(Flaw { about, text });
            };
            let body = self.general_body(facts, id);
            if body.is_some_and(|body| !facts.terrain.contains(&body)) {
                tell("stands beyond the table");
            }
            if let Some(unit) = general.attached {
                if self.unit(unit).place != Place::Table {
                    tell("is with nobody");
                } else if facts.unit(unit).side != entry.side {
                    tell("is with an enemy");
                }
            }
        }
    }
}

/// Bases and formation of a unit that are not those of its kind.
fn misformed(facts: &Facts, id: UnitId, unit: &Unit, tell: &mut dyn FnMut(String)) {
    let entry = &facts.unit(id).entry;
    let least = if entry.arm == Arm::Battery { 1 } else { 2 };
    if unit.bases() < least || unit.bases() > entry.bases {
        let most = entry.bases.max(least);
        tell(format!("has {} bases, not {least} to {most}", unit.bases()));
    }
    let guns = matches!(unit.formation, Formation::Deployed | Formation::Limbered);
    if guns != (entry.arm == Arm::Battery) {
        let (formation, arm) = (unit.formation, entry.arm);
        tell(format!("is {formation}, no formation of {arm}"));
    }
    if !unit.chain.is_empty() && unit.chain.len() != unit.slots.len() {
        tell(format!("has {} bases on the road", unit.chain.len()));
    }
    let whole = slots(facts, id, unit.formation, unit.mounted, entry.bases);
    let size = whole.first().map(|slot| slot.size);
    if unit
        .slots
        .iter()
        .any(|slot| size.is_some_and(|own| own != slot.size))
    {
        tell("has bases of another size".to_owned());
    }
}
