//! The keys of units and leaders in a situation file, by who reads them.

/// Keys of a unit that `pieces` has read.
pub(crate) const UNIT_FACTS: [&str; 15] = [
    "name",
    "side",
    "kind",
    "brigade",
    "division",
    "corps",
    "army",
    "full",
    "weapon",
    "cohesion",
    "ma",
    "green",
    "detached_from",
    "dismounted",
    "sp",
];

/// Keys of a leader that `pieces` has read.
pub(crate) const LEADER_FACTS: [&str; 15] = [
    "name",
    "side",
    "brigade",
    "division",
    "corps",
    "army",
    "initiative",
    "efficiency",
    "coordination",
    "activation",
    "orders",
    "profile",
    "range",
    "abilities",
    "replacement",
];

/// Keys of a unit that `place` reads.
pub(crate) const UNIT_STATE: [&str; 18] = [
    "assaults",
    "assigned",
    "behind_work",
    "blown",
    "building",
    "column",
    "facing",
    "fatigue",
    "hex",
    "line",
    "off",
    "orders",
    "sp",
    "state",
    "status",
    "stirred",
    "tiring",
    "used",
];

/// Keys of a leader that `place` reads.
pub(crate) const LEADER_STATE: [&str; 9] = [
    "failed_releases",
    "hex",
    "killed",
    "off",
    "replaced",
    "rode",
    "status",
    "used_abilities",
    "visits",
];
