//! `[[reinforcement]]` and `[costs]`: what a patch has of its own besides pieces and ground.

use longroll_catalog::Word;
use longroll_catalog::facts::{
    ArrivingPiece, BattleFacts, EntryKind, Fatigue, Orders, Piece, Reinforcement, ScenarioFacts,
    TurnId,
};
use longroll_catalog::tables::{DisorderRisk, MoveCost, Mover, TerrainKind};
use longroll_core::Side;

use crate::form::{Desk, Form};
use crate::setting::USUAL_TURN;
use crate::tree::{Node, Value};

/// `[[reinforcement]]`: groups that enter by hexes of the board.
pub(crate) fn reinforcements(form: &Form<'_>, facts: &BattleFacts, scenario: &mut ScenarioFacts) {
    let mut listed = Vec::new();
    for block in form.blocks("reinforcement") {
        for key in ["units", "leaders"] {
            let kind = key.trim_end_matches('s');
            for node in block.get(key).map(Node::items).unwrap_or_default() {
                not_yet_there(form, kind, node, &mut listed);
            }
        }
        if let Some(group) = group(&block, facts) {
            scenario.reinforcements.push(group);
        }
        block.close();
    }
}

/// SR 9.71: who is still to come stands nowhere, and comes once.
fn not_yet_there<'n>(
    form: &Form<'n>,
    kind: &'static str,
    node: &'n Node,
    listed: &mut Vec<&'n str>,
) {
    let Value::Text(name) = &node.value else {
        return;
    };
    if listed.contains(&name.as_str()) {
        form.desk.fault(
            &node.span,
            format!("'{name}' comes with another group already"),
        );
    }
    listed.push(name);
    let blocks = form.node.get(kind).map(Node::items).unwrap_or_default();
    let stands = blocks.iter().any(|block| {
        let own = matches!(block.get("name").map(|node| &node.value), Some(Value::Text(own)) if own == name);
        own && block.get("hex").is_some()
    });
    if stands {
        form.desk.fault(
            &node.span,
            format!(
                "'{name}' is on the map already: take away its hex, or take it out of the group"
            ),
        );
    }
}

/// The keys of a group; a name is there for cases that change it.
const GROUP: [&str; 9] = [
    "activations",
    "entry",
    "hexes",
    "leaders",
    "name",
    "order",
    "orders",
    "turn",
    "units",
];

fn group(form: &Form<'_>, facts: &BattleFacts) -> Option<Reinforcement> {
    let desk = form.desk;
    form.know(&GROUP);
    let pieces = pieces(form, facts)?;
    let grid = &facts.ground.grid;
    let hexes = form
        .need("hexes")
        .map(Node::items)
        .unwrap_or_default()
        .iter()
        .filter_map(|node| desk.hex(grid, node))
        .collect();
    let turn = turn(form)?;
    let order = form.text("order").and_then(|letter| letter.bytes().next());
    let entry = form.word::<EntryKind>("entry").unwrap_or(EntryKind::Hexes);
    let activations = form.small("activations", 4);
    let orders = form.word::<Orders>("orders").unwrap_or(Orders::Advance);
    let Some(&(_, side)) = pieces.first() else {
        let named =
            ["units", "leaders"].map(|key| form.get(key).map_or(0, |node| node.items().len()));
        if named == [0, 0] {
            desk.fault(&form.head(), "a group needs units or leaders");
        }
        return None;
    };
    if pieces.iter().any(|(_, other)| *other != side) {
        desk.fault(&form.head(), "a group is of one side");
        return None;
    }
    Some(Reinforcement {
        side,
        turn,
        entry,
        hexes,
        order: order.map(|letter| letter.to_ascii_uppercase().saturating_sub(b'A')),
        command: None,
        with_brigade: None,
        activations,
        orders,
        fatigue: Fatigue::None,
        pieces: pieces
            .into_iter()
            .map(|(piece, _)| ArrivingPiece {
                piece,
                strength: None,
            })
            .collect(),
        possible: false,
        note: String::new(),
    })
}

/// Who comes, with the side of each.
fn pieces(form: &Form<'_>, facts: &BattleFacts) -> Option<Vec<(Piece, Side)>> {
    let desk = form.desk;
    let mut pieces: Vec<(Piece, Side)> = Vec::new();
    for node in form.get("units").map(Node::items).unwrap_or_default() {
        let name = desk.text(node)?;
        match facts.unit_named(name) {
            Some(unit) => pieces.push((Piece::Unit(unit), facts.unit(unit).side)),
            None => desk.missing(&node.span, format!("no unit '{name}' in this file")),
        }
    }
    for node in form.get("leaders").map(Node::items).unwrap_or_default() {
        let name = desk.text(node)?;
        match facts.leader_named(name) {
            Some(leader) => pieces.push((Piece::Leader(leader), facts.leader(leader).side)),
            None => desk.missing(&node.span, format!("no leader '{name}' in this file")),
        }
    }
    Some(pieces)
}

/// `turn`: when they come.
fn turn(form: &Form<'_>) -> Option<TurnId> {
    match form.get("turn") {
        None => Some(USUAL_TURN),
        Some(node) => match form.desk.text(node)?.parse::<TurnId>() {
            Ok(turn) => Some(turn),
            Err(error) => {
                form.desk.fault(&node.span, error.to_string());
                None
            }
        },
    }
}

/// `[costs]`: costs of another battle, laid over the chart: `woods = { foot = 2, artillery = "4 d" }`.
pub(crate) fn costs(form: &Form<'_>, facts: &mut BattleFacts) {
    let Some(node) = form.get("costs") else {
        return;
    };
    let desk = form.desk;
    for (kind, row) in entries::<TerrainKind>(desk, node) {
        for (mover, cell) in entries::<Mover>(desk, row) {
            match cost(cell) {
                Some(cost) => facts.tables.terrain.row_mut(kind).set_cost(mover, cost),
                None => desk.fault(
                    &cell.span,
                    "a cost is MP (2, \"1½\"), with d or D behind it (\"4 d\"), or P",
                ),
            }
        }
    }
}

/// The entries of a table whose keys are words.
fn entries<'n, W: Word>(desk: &Desk, node: &'n Node) -> Vec<(W, &'n Node)> {
    let Value::Table(entries) = &node.value else {
        return desk.wrong(node, "a table").unwrap_or_default();
    };
    let mut found = Vec::new();
    for entry in entries {
        match W::from_word(&entry.key) {
            Some(word) => found.push((word, &entry.node)),
            None => {
                let words: Vec<&str> = W::WORDS.iter().map(|(_, word)| *word).collect();
                desk.fault(
                    &entry.span,
                    format!("'{}' is not one of {}", entry.key, words.join(", ")),
                );
            }
        }
    }
    found
}

fn cost(node: &Node) -> Option<MoveCost> {
    match &node.value {
        Value::Number(number) => u8::try_from(*number)
            .ok()
            .filter(|number| *number <= 40)
            .map(|number| MoveCost::HalfPoints {
                cost: number * 2,
                risk: DisorderRisk::None,
            }),
        Value::Text(text) if text == "P" => Some(MoveCost::Prohibited),
        Value::Text(text) => {
            let (number, risk) = match text.split_once(' ') {
                None => (text.as_str(), DisorderRisk::None),
                Some((number, "d")) => (number, DisorderRisk::Check),
                Some((number, "D")) => (number, DisorderRisk::Automatic),
                Some(_) => return None,
            };
            let (whole, half) = match number.strip_suffix('½') {
                Some(whole) => (whole, 1),
                None => (number, 0),
            };
            let whole = if whole.is_empty() && half == 1 {
                0
            } else {
                whole.parse::<u8>().ok().filter(|whole| *whole <= 40)?
            };
            Some(MoveCost::HalfPoints {
                cost: whole * 2 + half,
                risk,
            })
        }
        _ => None,
    }
}
