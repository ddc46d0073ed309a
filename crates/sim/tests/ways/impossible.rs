//! Ways that the terms allow and the armies do not: no numbers add up to them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use longroll_board::FieldId;
use longroll_catalog::facts::{
    Arm, BattleFacts, CommandId, Condition, Counted, Level, Piece, ScenarioFacts, UnitId, Verdict,
};
use longroll_core::Side;

/// A way that the terms list.
pub struct Impossible {
    pub way: &'static str,
    /// Why no game comes to it.
    pub reason: &'static str,
    /// Whether the data bears the reason out.
    pub holds: fn() -> bool,
}

pub const WAYS: [Impossible; 2] = [
    Impossible {
        way: "10-early-end-union-marginal-victory-from-confederate-marginal-confederate-broken",
        reason: "a Confederate without an effective division who leaves the Union its line cannot lead by 41 VP",
        holds: || most_of_the_broken_confederate() < least_of_confederate_marginal(),
    },
    Impossible {
        way: "10-early-end-automatic-confederate-tactical-victory-by-bridge-and-landing-union-broken",
        reason: "a Union without an effective division has more worn brigades than a Confederate without a worn division",
        holds: || {
            let data = Data::of_scenario_10();
            let most = data.worn_without_a_division(Side::Confederate);
            most < data.worn_in_every_division(Side::Union)
        },
    },
];

struct Data {
    battle: Arc<BattleFacts>,
    scenario: Arc<ScenarioFacts>,
}

impl Data {
    fn of_scenario_10() -> Self {
        let scenario = longroll_shiloh::scenario(10).expect("a scenario");
        Self {
            battle: longroll_shiloh::battle().expect("sound data"),
            scenario: scenario.expect("sound data"),
        }
    }

    /// The units that begin on the map.
    fn set_up(&self) -> BTreeSet<UnitId> {
        let pieces = self.scenario.setup.iter().map(|entry| entry.piece);
        pieces.filter_map(unit_of).collect()
    }

    /// The units that can be on the map by the last turn.
    fn in_play(&self) -> BTreeSet<UnitId> {
        let last = self.scenario.victory.assessed;
        let groups = self.scenario.reinforcements.iter();
        let groups = groups.filter(|group| group.turn <= last);
        let arriving = groups.flat_map(|group| group.pieces.iter().map(|own| own.piece));
        let mut units = self.set_up();
        units.extend(arriving.filter_map(unit_of));
        units
    }

    /// The brigades of a side that have a regiment among these units, by the command they stand under.
    fn brigades(
        &self,
        side: Side,
        units: &BTreeSet<UnitId>,
    ) -> BTreeMap<CommandId, BTreeSet<CommandId>> {
        let mut found: BTreeMap<CommandId, BTreeSet<CommandId>> = BTreeMap::new();
        for &unit in units {
            let facts = self.battle.unit(unit);
            let brigade = self.battle.command(facts.formation);
            if facts.side == side
                && facts.arm == Arm::Infantry
                && brigade.level == Level::Brigade
                && let Some(above) = brigade.parent
            {
                found.entry(above).or_default().insert(brigade.id);
            }
        }
        found
    }

    fn is_division(&self, command: CommandId) -> bool {
        self.battle.command(command).level == Level::Division
    }

    /// SR 13.31, 13.33: the fewest worn brigades of a side whose divisions are all worn. One that was worn stays so while half of
    /// its brigades are.
    fn worn_in_every_division(&self, side: Side) -> i32 {
        let groups = self.brigades(side, &self.set_up());
        let divisions = groups.iter().filter(|own| self.is_division(*own.0));
        divisions
            .map(|(_, brigades)| number(brigades.len().div_ceil(2)))
            .sum()
    }

    /// SR 13.31: the most worn brigades of a side none of whose divisions is worn: half of each. A corps without divisions is one;
    /// the brigades that stand beside the divisions of a corps may all be worn.
    fn worn_without_a_division(&self, side: Side) -> i32 {
        let groups = self.brigades(side, &self.in_play());
        let of_group = |(&command, brigades): (&CommandId, &BTreeSet<CommandId>)| {
            let below = self.battle.command(command).children.iter();
            let beside = below.filter(|own| self.is_division(**own)).count() > 0;
            let most = if beside {
                brigades.len()
            } else {
                brigades.len() / 2
            };
            number(most)
        };
        groups.iter().map(of_group).sum()
    }

    fn batteries(&self, side: Side) -> i32 {
        let units = self.in_play().into_iter();
        let guns = units.filter(|&unit| {
            let facts = self.battle.unit(unit);
            facts.side == side && facts.arm == Arm::Artillery
        });
        number(guns.count())
    }
}

const fn unit_of(piece: Piece) -> Option<UnitId> {
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => Some(unit),
        Piece::Leader(_) => None,
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).expect("an army is small")
}

/// Every division of the Confederate is worn and one of the Union's is not, and the shift for the line holds, without which the level
/// is not shifted twice: more than this he cannot lead by. Whatever is not settled by that is counted for him.
fn most_of_the_broken_confederate() -> i32 {
    let data = Data::of_scenario_10();
    let terms = &data.scenario.victory;
    let held = terms.shifts.iter().flat_map(|shift| &shift.conditions);
    let (mut his, mut theirs) = (BTreeSet::<FieldId>::new(), BTreeSet::<FieldId>::new());
    for condition in held {
        match condition {
            Condition::FieldsNotControlled { fields, .. } => his.extend(fields),
            Condition::FieldsControlled { fields, .. } => theirs.extend(fields),
            _ => {}
        }
    }
    let enemy = data.brigades(Side::Union, &data.in_play());
    let own = data.brigades(Side::Confederate, &data.set_up());
    let of_term = |counted: &Counted| match counted {
        Counted::IneffectiveCommands {
            side: Side::Union,
            level: Level::Division,
            ..
        } => number(enemy.len()) - 1,
        Counted::IneffectiveCommands {
            side: Side::Union, ..
        } => enemy.values().map(|brigades| number(brigades.len())).sum(),
        Counted::IneffectiveCommands {
            level: Level::Division,
            ..
        } => -number(own.keys().filter(|id| data.is_division(**id)).count()),
        Counted::IneffectiveCommands { .. } => -data.worn_in_every_division(Side::Confederate),
        Counted::EliminatedBatteries => data.batteries(Side::Union),
        Counted::FieldsControlled {
            by: Some(Side::Union),
            fields,
            ..
        } => -number(
            fields
                .iter()
                .filter(|field| theirs.contains(*field))
                .count(),
        ),
        Counted::FieldsControlled { by, fields, .. } => {
            let lost = |field| by.is_some() && his.contains(field);
            number(fields.iter().filter(|field| !lost(*field)).count())
        }
        Counted::HexesHeld { .. } | Counted::StrengthLost { .. } => i32::from(i16::MAX),
    };
    let points = terms.points.iter();
    points
        .map(|term| i32::from(term.vp) * of_term(&term.per))
        .sum()
}

fn least_of_confederate_marginal() -> i32 {
    let data = Data::of_scenario_10();
    let levels = data.scenario.victory.levels.iter();
    let mut least = levels.filter(|level| level.verdict == Verdict::ConfederateMarginal);
    let least = least.next().and_then(|level| level.min);
    i32::from(least.expect("the table has it"))
}
