//! How a fire is made: the part of an order behind the target.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_position::fire::{FireOptions, Section};

/// SR 8.37: a section of a battery, by its place in the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionPlace(pub u8);

impl SectionPlace {
    /// The section in this place of a battery.
    pub(crate) const fn of(self, unit: UnitId) -> Section {
        let section = self.0;
        Section { unit, section }
    }
}

/// SR 10.15, 10.5, 10.6: which part of a unit fires with how much, and what it claims. By default everything it has, and
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FireManner {
    /// SR 8.44: which hex of an extended unit fires; that of its counter by default.
    pub from: Option<HexId>,
    /// SR 10.65: which section of a battery, by its place.
    pub section: Option<u8>,
    /// SR 10.15: so many SP; all there are by default.
    pub sp: Option<u8>,
    /// BB 14.76: which gunboat, where several lie in the hex.
    pub boat: Option<UnitId>,
    /// SR 7.34-fire: the share of the Refused Front.
    pub refused: bool,
    /// SR 8.45, 10.63: together with the fire declared last.
    pub joins: bool,
    /// What is claimed.
    pub options: FireOptions,
}

impl FireManner {
    /// The words for the single claims, each with how it is read and set.
    pub(crate) const CLAIMS: [Claim; 7] = [
        Claim {
            word: "refused",
            get: |manner| manner.refused,
            set: |manner| manner.refused = true,
        },
        Claim {
            word: "joining",
            get: |manner| manner.joins,
            set: |manner| manner.joins = true,
        },
        Claim {
            word: "prepared",
            get: |manner| manner.options.prepared,
            set: |manner| manner.options.prepared = true,
        },
        Claim {
            word: "rapid",
            get: |manner| manner.options.rapid,
            set: |manner| manner.options.rapid = true,
        },
        Claim {
            word: "moving",
            get: |manner| manner.options.will_move,
            set: |manner| manner.options.will_move = true,
        },
        Claim {
            word: "last",
            get: |manner| manner.options.last_rounds,
            set: |manner| manner.options.last_rounds = true,
        },
        Claim {
            word: "limited",
            get: |manner| manner.options.limited,
            set: |manner| manner.options.limited = true,
        },
    ];
}

/// A claim of one word.
pub(crate) struct Claim {
    pub word: &'static str,
    pub get: fn(&FireManner) -> bool,
    pub set: fn(&mut FireManner),
}
