//! Army lists: divisions with their generals and units.

use longroll_core::Side;
use longroll_tabletop::Ticks;

use super::figures::read_file;
use super::kinds::{Arm, Guns, Quality, Weapon};
use crate::reading::{Desk, Faults, Form};

/// A general of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralEntry {
    /// His name.
    pub name: String,
    /// SfG 2.3-test: the command value, 8 as a rule.
    pub value: u8,
    /// SfG D-radius.
    pub radius: Ticks,
    /// SfG-reading 33: a poor general gives nothing when attached.
    pub poor: bool,
}

/// A unit of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitEntry {
    /// Its name.
    pub name: String,
    /// Its arm.
    pub arm: Arm,
    /// Bases at the start of its history.
    pub bases: u8,
    /// Its experience.
    pub quality: Quality,
    /// What it fires with.
    pub weapon: Weapon,
    /// Its guns.
    pub guns: Guns,
    /// Its price, for `tie_break = points`.
    pub points: u16,
}

/// A division of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionEntry {
    /// Its name.
    pub name: String,
    /// Its general.
    pub general: GeneralEntry,
    /// Its units.
    pub units: Vec<UnitEntry>,
}

/// An army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The corps general, if it has one.
    pub corps: Option<GeneralEntry>,
    /// Its divisions.
    pub divisions: Vec<DivisionEntry>,
}

impl Army {
    /// SfG 3.0-reserve: how many brigades and batteries may be kept back.
    #[must_use]
    pub fn reserve_limit(&self) -> usize {
        let units: usize = self
            .divisions
            .iter()
            .map(|division| division.units.len())
            .sum();
        units / 5
    }

    /// Reads an army list.
    ///
    /// # Errors
    /// Every fault with its line.
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        read_file(name, text, |desk, form| {
            let title = form.need("name").and_then(|node| desk.text(node));
            desk.source(form);
            let side = form.need("side").and_then(|node| desk.side(node));
            let corps = form
                .table("corps_general")
                .and_then(|block| general(desk, block));
            form.doubled("division");
            let mut divisions = Vec::new();
            let mut names: Vec<String> = Vec::new();
            for block in form.blocks("division") {
                let name = block.need("name").and_then(|node| plain_name(desk, node));
                let commander = block
                    .need("general")
                    .and_then(|_| block.table("general"))
                    .and_then(|block| general(desk, block));
                let mut units: Vec<UnitEntry> = Vec::new();
                for entry in block.blocks("units") {
                    let head = entry.head();
                    let Some(unit) = unit(desk, entry) else {
                        continue;
                    };
                    if names.contains(&unit.name) {
                        desk.fault(&head, format!("two units are called {}", unit.name));
                    }
                    names.push(unit.name.clone());
                    units.push(unit);
                }
                if units.is_empty() && block.blocks("units").is_empty() {
                    desk.fault(&block.head(), "a division has units");
                }
                if let (Some(name), Some(general)) = (name, commander) {
                    divisions.push(DivisionEntry {
                        name,
                        general,
                        units,
                    });
                }
                block.close();
            }
            if divisions.is_empty() && form.blocks("division").is_empty() {
                desk.fault(&form.head(), "an army has divisions");
            }
            Some(Self {
                name: title?.to_owned(),
                side: side?,
                corps,
                divisions,
            })
        })
    }
}

/// A name that notation can hold: no comma, no colon.
pub(crate) fn plain_name(desk: &Desk, node: &crate::reading::Node) -> Option<String> {
    let name = desk.text(node)?.trim();
    if name.is_empty() || name.contains([',', ':', ';', '{', '}']) {
        desk.fault(&node.span, "a name is not empty and holds no , : ; { }");
        return None;
    }
    Some(name.to_owned())
}

pub(crate) fn general(desk: &Desk, block: Form<'_>) -> Option<GeneralEntry> {
    let name = block.need("name").and_then(|node| plain_name(desk, node));
    let value = block.small("value", 12).unwrap_or(8);
    let radius = block.measure("radius").unwrap_or(Ticks::units(12));
    let poor = block.flag("poor").unwrap_or(false);
    block.close();
    Some(GeneralEntry {
        name: name?,
        value,
        radius,
        poor,
    })
}

fn unit(desk: &Desk, block: Form<'_>) -> Option<UnitEntry> {
    let name = block.need("name").and_then(|node| plain_name(desk, node));
    let arm = block.need("kind").and_then(|node| desk.word::<Arm>(node));
    let bases = block.get("bases").and_then(|node| {
        let bases = desk.small(node, 12)?;
        if arm == Some(Arm::Battery) && bases != 1 || arm != Some(Arm::Battery) && bases < 2 {
            desk.fault(&node.span, "a brigade has two bases or more, a battery one");
        }
        Some(bases)
    });
    if block.get("bases").is_none() && arm.is_some_and(|arm| arm != Arm::Battery) {
        desk.fault(&block.head(), "a brigade needs its number of bases");
    }
    let quality = block.word::<Quality>("quality").unwrap_or(Quality::Regular);
    let weapon = block
        .word::<Weapon>("weapon")
        .unwrap_or(Weapon::RifledMusket);
    let guns = block.word::<Guns>("guns").unwrap_or(Guns::Field);
    let points = block
        .get("points")
        .and_then(|node| desk.number(node, 0, 9999))
        .unwrap_or(0);
    block.close();
    Some(UnitEntry {
        name: name?,
        arm: arm?,
        bases: bases.unwrap_or(1),
        quality,
        weapon,
        guns,
        points: u16::try_from(points).unwrap_or(0),
    })
}
