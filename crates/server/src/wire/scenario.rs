//! Scenarios: the list, and one of them laid out.

use std::collections::BTreeSet;

use longroll_board::HexId;
use longroll_catalog::facts::{
    BattleFacts, CommandId, Light, Piece, ScenarioFacts, Status, TurnFacts,
};
use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::piece::{PieceWire, pieces};
use super::victory::{VictoryWire, victory};

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SummaryWire {
    number: u8,
    title: String,
    summary: String,
    first: Option<TurnWire>,
    last: Option<TurnWire>,
    turns: usize,
    scope: &'static str,
    units: CountWire,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct CountWire {
    union: usize,
    confederate: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScenarioWire {
    #[serde(flatten)]
    summary: SummaryWire,
    pieces: Vec<PieceWire>,
    turn_track: Vec<TurnWire>,
    area: AreaWire,
    /// The commands of those who take part and all above them, higher ones first.
    commands: Vec<NodeWire>,
    victory: VictoryWire,
    special: Vec<StatementWire>,
    variants: Vec<StatementWire>,
}

/// A command in the tree of its army.
#[derive(Debug, Serialize)]
struct NodeWire {
    id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    code: String,
    name: String,
    level: &'static str,
    side: Side,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct TurnWire {
    month: String,
    day: u8,
    hour: u8,
    label: String,
    light: Light,
}

impl TurnWire {
    pub(super) fn new(battle: &BattleFacts, turn: &TurnFacts) -> Self {
        // "April 1862" without its year.
        let month = battle.month.split(' ').next().unwrap_or_default();
        Self {
            month: month.to_owned(),
            day: turn.id.day,
            hour: turn.id.hour,
            label: turn.label.clone(),
            light: turn.light.value,
        }
    }
}

/// The hexes in play in the first turn.
#[derive(Debug, Serialize)]
struct AreaWire {
    statement: String,
    /// Empty if the whole map is in play.
    hexes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct StatementWire {
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    text: String,
    optional: bool,
    rules: Vec<String>,
}

/// What the list of scenarios tells.
pub(crate) fn summary(battle: &BattleFacts, scenario: &ScenarioFacts) -> SummaryWire {
    SummaryWire {
        number: scenario.number,
        title: scenario.title.clone(),
        summary: scenario.summary.clone(),
        first: scenario
            .turns
            .first()
            .map(|turn| TurnWire::new(battle, turn)),
        last: scenario
            .turns
            .last()
            .map(|turn| TurnWire::new(battle, turn)),
        turns: scenario.turns.len(),
        scope: scenario.scope.word(),
        units: CountWire {
            union: units(battle, scenario, Side::Union),
            confederate: units(battle, scenario, Side::Confederate),
        },
    }
}

/// Units of a side that take part, reinforcements included; the sections of a battery count once.
fn units(battle: &BattleFacts, scenario: &ScenarioFacts, side: Side) -> usize {
    let set_up = scenario.setup.iter().map(|entry| entry.piece);
    let arriving = scenario
        .reinforcements
        .iter()
        .flat_map(|group| group.pieces.iter().map(|piece| piece.piece));
    let mut ids: Vec<_> = set_up
        .chain(arriving)
        .filter_map(Piece::unit)
        .filter(|unit| battle.unit(*unit).side == side)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

/// A scenario with its pieces. `hexes` are those of its set-up in order.
pub(crate) fn scenario(
    battle: &BattleFacts,
    scenario: &ScenarioFacts,
    hexes: &[Option<HexId>],
) -> ScenarioWire {
    let grid = &battle.ground.grid;
    let stage = scenario.area.stage(scenario.first_turn());
    let in_play = stage.map_or(&[][..], |stage| &stage.hexes);
    let whole = in_play.len() == grid.len();
    ScenarioWire {
        summary: summary(battle, scenario),
        pieces: pieces(battle, scenario, hexes),
        turn_track: scenario
            .turns
            .iter()
            .map(|turn| TurnWire::new(battle, turn))
            .collect(),
        area: AreaWire {
            statement: scenario.area.statement.clone(),
            hexes: if whole {
                Vec::new()
            } else {
                in_play
                    .iter()
                    .map(|hex| grid.name(*hex).to_owned())
                    .collect()
            },
        },
        commands: commands(battle, scenario),
        victory: victory(battle, scenario),
        special: scenario
            .special_rules
            .iter()
            .map(|rule| StatementWire {
                side: rule.side,
                title: None,
                text: rule.statement.clone(),
                optional: rule.status == Status::Optional,
                rules: cited(&rule.cited().collect::<Vec<_>>()),
            })
            .collect(),
        variants: scenario
            .variants
            .iter()
            .map(|variant| StatementWire {
                side: None,
                title: Some(variant.title.clone()),
                text: variant.statement.clone(),
                optional: true,
                rules: Vec::new(),
            })
            .collect(),
    }
}

/// The tree of commands as far as the scenario needs it.
fn commands(battle: &BattleFacts, scenario: &ScenarioFacts) -> Vec<NodeWire> {
    let set_up = scenario
        .setup
        .iter()
        .map(|entry| own_command(battle, entry.piece, entry.assigned_to));
    let arriving = scenario.reinforcements.iter().flat_map(|group| {
        group
            .pieces
            .iter()
            .map(move |piece| own_command(battle, piece.piece, group.command))
    });
    let used: BTreeSet<CommandId> = set_up
        .chain(arriving)
        .flat_map(|own| battle.chain(own).map(|above| above.id))
        .collect();
    // The battle lists commands in the order of battle, so that the tree needs no order of its own.
    battle
        .commands
        .iter()
        .filter(|own| used.contains(&own.id))
        .map(|own| NodeWire {
            id: own.id.index(),
            parent: own.parent.map(CommandId::index),
            code: own.code.clone(),
            name: own.name.clone(),
            level: own.level.word(),
            side: own.side,
        })
        .collect()
}

fn own_command(battle: &BattleFacts, piece: Piece, assigned: Option<CommandId>) -> CommandId {
    match piece {
        Piece::Unit(id) | Piece::Section(id, _) => assigned.unwrap_or(battle.unit(id).formation),
        Piece::Leader(id) => battle.leader(id).command,
    }
}

fn cited(rules: &[Rule]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}
