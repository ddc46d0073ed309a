//! Scenarios: the list, and one of them laid out.

use longroll_board::HexId;
use longroll_catalog::facts::{BattleFacts, Light, Piece, ScenarioFacts, Status, TurnFacts};
use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::piece::{PieceWire, pieces};
use crate::atlas::Spot;

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
    victory: Vec<StatementWire>,
    special: Vec<StatementWire>,
    variants: Vec<StatementWire>,
    stacks: Vec<Spot>,
    /// Levels at which the stacks are painted, as those of the map.
    scales: Vec<f64>,
    /// Counters in a row of the sheet of pieces.
    columns: usize,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i16>,
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

/// A scenario with its pieces. `hexes` are those of its set-up in order; `stacks` and `scales` tell how the counters are
/// painted together, `columns` how they lie one by one.
pub(crate) fn scenario(
    battle: &BattleFacts,
    scenario: &ScenarioFacts,
    hexes: &[Option<HexId>],
    stacks: Vec<Spot>,
    columns: usize,
    scales: &[f64],
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
        victory: victory(scenario),
        special: scenario
            .special_rules
            .iter()
            .map(|rule| StatementWire {
                side: rule.side,
                title: None,
                text: rule.statement.clone(),
                points: None,
                optional: rule.status == Status::Optional,
                rules: cited(&rule.rules),
            })
            .collect(),
        variants: scenario
            .variants
            .iter()
            .map(|variant| StatementWire {
                side: None,
                title: Some(variant.title.clone()),
                text: variant.statement.clone(),
                points: None,
                optional: true,
                rules: Vec::new(),
            })
            .collect(),
        stacks,
        scales: scales.to_vec(),
        columns,
    }
}

fn victory(scenario: &ScenarioFacts) -> Vec<StatementWire> {
    let terms = &scenario.victory;
    let line = |side, text: &str| StatementWire {
        side,
        title: None,
        text: text.to_owned(),
        points: None,
        optional: false,
        rules: Vec::new(),
    };
    let mut lines = vec![line(None, &terms.statement)];
    lines.extend(
        terms
            .objectives
            .iter()
            .map(|objective| line(Some(objective.side), &objective.statement)),
    );
    lines.extend(terms.points.iter().map(|term| StatementWire {
        points: Some(term.vp),
        ..line(term.to, &term.statement)
    }));
    lines.extend(
        terms
            .shifts
            .iter()
            .map(|shift| line(Some(shift.toward), &shift.statement)),
    );
    lines.extend(
        terms
            .automatic
            .iter()
            .map(|automatic| line(Some(automatic.side), &automatic.statement)),
    );
    lines.retain(|line| !line.text.is_empty());
    lines
}

fn cited(rules: &[Rule]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}
