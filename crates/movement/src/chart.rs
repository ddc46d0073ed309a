//! The Terrain Effects Chart packed for pricing: one dense row per kind of terrain.

use longroll_catalog::facts::{BattleFacts, CommandTrace};
use longroll_catalog::tables::{MoveCost, Mover, TerrainEffects, TerrainKind, TerrainNote};
use longroll_position::{RuleSet, variations_of};
use longroll_rule::Rule;

/// One row: four columns, the cost of tracing command, the notes that movement reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub costs: [MoveCost; 4],
    pub command_range: Option<MoveCost>,
    pub notes: u16,
    pub rule: Rule,
}

impl Row {
    pub const fn cost(&self, mover: Mover) -> MoveCost {
        self.costs[mover as usize]
    }

    pub const fn has(&self, note: TerrainNote) -> bool {
        self.notes & (1 << note as u16) != 0
    }
}

const KINDS: usize = TerrainKind::ALL.len();

/// The chart of one battle under one book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    rows: [Row; KINDS],
    trace: CommandTrace,
}

impl Chart {
    /// Packs the chart of a battle.
    #[must_use]
    pub fn new(effects: &TerrainEffects, trace: CommandTrace) -> Self {
        let rows = core::array::from_fn(|index| {
            let row = effects.row(TerrainKind::ALL[index]);
            let columns = [Mover::Foot, Mover::Cavalry, Mover::Artillery, Mover::Leader];
            Row {
                costs: columns.map(|mover| row.cost(mover)),
                command_range: row.command_range,
                notes: row
                    .notes
                    .iter()
                    .fold(0, |bits, note| bits | 1 << *note as u16),
                rule: row.rule,
            }
        });
        Self { rows, trace }
    }

    /// The chart of this battle under these rules.
    #[must_use]
    pub fn of(battle: &BattleFacts, rules: &RuleSet) -> Self {
        let trace = variations_of(battle, rules).command_trace.value;
        Self::new(&battle.tables.terrain, trace)
    }

    pub(crate) const fn row(&self, kind: TerrainKind) -> &Row {
        &self.rows[kind as usize]
    }

    pub(crate) const fn trace(&self) -> CommandTrace {
        self.trace
    }

    /// BB TEC-f: whether a unit checks when it leaves such a hex; at Shiloh Swamp and Swamp-Stream.
    #[must_use]
    pub const fn is_swamp(&self, kind: TerrainKind) -> bool {
        self.row(kind).has(TerrainNote::F)
    }
}

#[cfg(test)]
pub(crate) mod samples {
    //! The chart as printed, written out by hand: tests of prices must not depend on the loader.

    use longroll_catalog::tables::DisorderRisk::{Automatic, Check, None as Safe};
    use longroll_catalog::tables::MoveCost::{self, Either, HalfOfOther, HalfPoints, Prohibited};
    use longroll_catalog::tables::TerrainKind as K;
    use longroll_catalog::tables::TerrainNote as N;

    use super::*;

    const fn c(cost: u8) -> MoveCost {
        HalfPoints { cost, risk: Safe }
    }

    const fn d(cost: u8) -> MoveCost {
        HalfPoints { cost, risk: Check }
    }

    const fn dd(cost: u8) -> MoveCost {
        HalfPoints {
            cost,
            risk: Automatic,
        }
    }

    const fn either(first: u8, second: u8) -> MoveCost {
        Either { first, second }
    }

    fn row(costs: [MoveCost; 4], rule: Rule, notes: &[TerrainNote]) -> Row {
        let notes = notes.iter().fold(0, |bits, note| bits | 1 << *note as u16);
        Row {
            costs,
            command_range: None,
            notes,
            rule,
        }
    }

    /// BB TEC-road.
    fn road() -> Row {
        Row {
            command_range: Some(either(2, 1)),
            ..row(
                [either(2, 1), either(2, 1), either(2, 1), c(1)],
                Rule::BB_TEC_road,
                &[N::M],
            )
        }
    }

    /// BB TEC.
    pub fn shiloh() -> Chart {
        let p = [Prohibited; 4];
        let none = [MoveCost::None; 4];
        let trail = [HalfOfOther { minimum: 2 }; 4];
        let rows = core::array::from_fn(|index| match K::ALL[index] {
            K::Open => row([c(2), c(2), c(4), c(2)], Rule::BB_TEC_open, &[]),
            K::Woods => Row {
                command_range: Some(c(4)),
                ..row([c(3), c(4), c(6), c(3)], Rule::BB_TEC_woods, &[N::Star])
            },
            K::FieldBoundary => Row {
                command_range: Some(either(2, 4)),
                ..row(
                    [either(2, 3), either(2, 4), either(4, 6), either(2, 3)],
                    Rule::BB_TEC_boundary,
                    &[N::D],
                )
            },
            K::Orchard => row([c(2), c(2), c(4), c(2)], Rule::BB_TEC_orchard, &[]),
            K::Thicket => row([c(6), d(8), dd(8), c(4)], Rule::BB_TEC_thicket, &[]),
            K::Creek => row(p, Rule::BB_TEC_creek, &[]),
            K::Stream => row([c(2), c(2), c(4), c(0)], Rule::BB_TEC_stream, &[]),
            K::Swamp => row([d(6), dd(8), Prohibited, c(6)], Rule::BB_TEC_swamp, &[N::F]),
            K::SwampStream => row(
                [d(8), dd(10), Prohibited, c(6)],
                Rule::BB_TEC_swampstream,
                &[N::F],
            ),
            K::GradualSlope => row([c(0); 4], Rule::BB_TEC_gradual, &[]),
            K::MinorSlopeUp => row([c(2), c(4), d(8), c(0)], Rule::BB_TEC_minorup, &[]),
            K::MinorSlopeDown => row([c(2), d(4), d(6), c(0)], Rule::BB_TEC_minordown, &[]),
            K::SteepSlopeUp => row([c(4), d(6), Prohibited, c(2)], Rule::BB_TEC_steepup, &[]),
            K::SteepSlopeDown => row([c(2), dd(6), Prohibited, c(2)], Rule::BB_TEC_steepdown, &[]),
            K::Ravine => row([c(2), c(2), c(4), c(0)], Rule::BB_TEC_ravine, &[N::G]),
            K::Crest => row([c(0); 4], Rule::BB_TEC_crest, &[N::G]),
            K::SlopingGround => row([c(2), c(4), d(6), c(0)], Rule::BB_TEC_sloping, &[N::J]),
            K::Road => road(),
            K::Trail => Row {
                command_range: Some(c(2)),
                ..row(trail, Rule::BB_TEC_trail, &[N::N])
            },
            K::Rivulet => row(none, Rule::BB_TEC_rivulet, &[]),
            K::Pond | K::Headquarters | K::Camp | K::Building => row(none, Rule::BB_TEC_none, &[]),
            K::Inaccessible | K::River | K::RiverSide => row(p, Rule::BB_TEC_impassable, &[]),
            K::Bridge => row(
                [either(2, 0), either(2, 0), either(2, 0), c(0)],
                Rule::BB_TEC_bridge,
                &[N::M],
            ),
            K::CreekFord => row([c(4), c(4), c(6), c(2)], Rule::BB_TEC_fordcreek, &[]),
            K::StreamFord => row([c(0), c(0), c(2), c(0)], Rule::BB_TEC_fordstream, &[N::O]),
            K::Entrenchment => row(none, Rule::SR_15_22, &[]),
        });
        Chart {
            rows,
            trace: CommandTrace::OwnCosts,
        }
    }

    /// A series battle in which Woods cost so many half MP for foot and artillery, with plain Trails.
    pub fn series(woods_foot: u8, woods_artillery: u8) -> Chart {
        let mut chart = shiloh();
        chart.rows[K::Woods as usize].costs =
            [c(woods_foot), c(woods_foot), c(woods_artillery), c(3)];
        chart.rows[K::Woods as usize].command_range = None;
        chart.rows[K::Trail as usize].notes = 0;
        chart.trace = CommandTrace::AsLeaders;
        chart
    }
}
