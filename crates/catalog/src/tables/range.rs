//! BB range table: weapons, their ranges and DRMs.

use longroll_rule::Rule;
use serde::Serialize;

use crate::facts::WeaponId;
use crate::words::words;

words! {
    /// The two halves of the table.
    pub enum WeaponClass {
        /// Muskets, rifles, carbines, pistols.
        SmallArms = "small-arms",
        /// Guns.
        Artillery = "artillery",
    }
}

words! {
    /// SR 10.68: whether the gun may use Rapid fire.
    pub enum RapidFire {
        /// Marked RF.
        Able = "rf",
        /// Not marked.
        Unable = "-",
    }
}

/// A column of the table: a stretch of ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RangeBand {
    /// First range in hexes.
    pub from: u8,
    /// Last range; the weapon's maximum if none.
    pub to: Option<u8>,
}

/// A weapon: one row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WeaponFacts {
    /// Its number.
    pub id: WeaponId,
    /// Its code on the counters: "R", "H12".
    pub code: String,
    /// Its name.
    pub name: String,
    /// Small arms or artillery.
    pub class: WeaponClass,
    /// Farthest range in hexes.
    pub max_range: u8,
    /// SR 10.51: farthest range of Prepared fire; none if not allowed or not limited by a number (artillery).
    pub prepared_range: Option<u8>,
    /// SR 10.68.
    pub rapid_fire: RapidFire,
    /// DRM at range 1, 2, …; none where it cannot fire.
    drms: Vec<Option<i8>>,
    /// The rule that has the row.
    pub rule: Rule,
}

impl WeaponFacts {
    #[expect(
        clippy::too_many_arguments,
        reason = "one argument per column of the printed row"
    )]
    pub(crate) fn new(
        id: WeaponId,
        code: String,
        name: String,
        class: WeaponClass,
        max_range: u8,
        prepared_range: Option<u8>,
        rapid_fire: RapidFire,
        drms: Vec<Option<i8>>,
        rule: Rule,
    ) -> Self {
        Self {
            id,
            code,
            name,
            class,
            max_range,
            prepared_range,
            rapid_fire,
            drms,
            rule,
        }
    }

    /// The DRM at a range in hexes; none if it cannot fire so far (or at its own hex).
    #[must_use]
    pub fn drm(&self, range: u8) -> Option<i8> {
        if range == 0 || range > self.max_range {
            return None;
        }
        self.drms.get(usize::from(range) - 1).copied().flatten()
    }
}

/// All weapons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RangeTable {
    weapons: Vec<WeaponFacts>,
}

impl RangeTable {
    pub(crate) fn new(weapons: Vec<WeaponFacts>) -> Self {
        Self { weapons }
    }

    /// The row of a weapon of this table.
    #[must_use]
    pub fn weapon(&self, id: WeaponId) -> &WeaponFacts {
        // In range: ids are given when the table is loaded and belong to it.
        &self.weapons[id.index()]
    }

    /// All rows in printed order.
    #[must_use]
    pub fn weapons(&self) -> &[WeaponFacts] {
        &self.weapons
    }

    /// The weapon with this code.
    #[must_use]
    pub fn coded(&self, code: &str) -> Option<WeaponId> {
        self.weapons
            .iter()
            .find(|weapon| weapon.code == code)
            .map(|weapon| weapon.id)
    }
}
