//! `[board]`: the real map, or a patch drawn for the situation.

use std::sync::Arc;

use longroll_board::{
    Camp, CampKind, Feature, Field, FieldId, Grid, GridLayout, Ground, HexId, Parity, RouteKind,
    Source, Terrain,
};

use crate::extent::Extent;
use crate::form::{Desk, Form};
use crate::hexsides::draw_side;
use crate::tree::{Entry, Node, Value};

/// The widest patch that is made without being asked for: a mistyped hex is a fault, not a larger board.
const WIDEST: u8 = 60;

/// Which ground a situation is played on.
#[derive(Debug)]
pub(crate) enum BoardKind {
    /// The map of the battle.
    RealMap,
    /// A patch of its own.
    Patch(Arc<Ground>),
}

/// Reads `[board]`; without one, open ground.
pub(crate) fn read(desk: &Desk, board: Option<&Node>, extent: &Extent) -> Option<BoardKind> {
    let empty = Node {
        span: 0..0,
        value: Value::Table(Vec::new()),
    };
    let form = Form::open(desk, board.unwrap_or(&empty))?;
    if let Some(node) = form.get("map") {
        let map = desk.text(node)?;
        if map != "shiloh" {
            form.give_up();
            desk.fault(
                &node.span,
                format!("'{map}' is no map; write shiloh, or leave the key out and draw a patch"),
            );
        }
        form.close();
        return Some(BoardKind::RealMap);
    }
    // Read where the battle's own hexes are put on the patch.
    for key in ["detachments_north_of", "landings"] {
        form.get(key);
    }
    let ground = patch(desk, &form, extent)?;
    form.close();
    Some(BoardKind::Patch(Arc::new(ground)))
}

/// The ground of a patch: its grid, and everything drawn on it.
fn patch(desk: &Desk, form: &Form<'_>, extent: &Extent) -> Option<Ground> {
    let grid = grid(desk, form, extent)?;
    let default = form
        .get("default")
        .and_then(|node| terrain(desk, node))
        .unwrap_or_default();
    let mut ground = Ground::uniform(grid, default);
    if let Some(node) = form.get("hexes") {
        match &node.value {
            Value::Table(entries) => draw_hexes(desk, &mut ground, entries),
            _ => desk.wrong(node, "a table of hexes").unwrap_or_default(),
        }
    }
    let mut drawn = Vec::new();
    for side in form.blocks("sides") {
        draw_side(desk, &mut ground, &side, &mut drawn);
        side.close();
    }
    for (key, kind) in [
        ("roads", RouteKind::Road),
        ("trails", RouteKind::Trail),
        ("pikes", RouteKind::Pike),
    ] {
        let Some(node) = form.get(key) else { continue };
        for chain in node.items() {
            draw_route(desk, &mut ground, chain, kind);
        }
    }
    draw_camps(desk, &mut ground, form);
    Some(ground)
}

/// The grid: as given, or as far as the hexes named reach.
fn grid(desk: &Desk, form: &Form<'_>, extent: &Extent) -> Option<Grid> {
    let parity = parity(desk, form);
    let given = form.get("columns").is_some() && form.get("rows").is_some();
    let [west, east] = form
        .numbers("columns", 99)
        .unwrap_or_else(|| extent.columns());
    let [north, south] = form.numbers("rows", 99).unwrap_or_else(|| extent.rows());
    if !given && (east.saturating_sub(west) > WIDEST || south.saturating_sub(north) > WIDEST) {
        let (place, hex) = extent
            .outlier()
            .map_or((form.head(), String::new()), |(span, hex)| {
                (span.clone(), format!("; {hex} is far from most others"))
            });
        desk.fault(
            &place,
            format!(
                "the hexes named lie very far apart{hex}: correct them, or give columns and rows"
            ),
        );
        return None;
    }
    Grid::new(GridLayout::plain(west..=east, north..=south, parity))
        .map_err(|error| desk.fault(&form.head(), error.to_string()))
        .ok()
}

/// `parity`: which columns lie half a hex south.
fn parity(desk: &Desk, form: &Form<'_>) -> Parity {
    let Some(node) = form.get("parity") else {
        return Parity::OddSouth;
    };
    match desk.text(node) {
        Some("even-south") => Parity::EvenSouth,
        Some("odd-south") | None => Parity::OddSouth,
        Some(found) => {
            desk.fault(
                &node.span,
                format!("'{found}' is no parity; write odd-south or even-south"),
            );
            Parity::OddSouth
        }
    }
}

fn terrain(desk: &Desk, node: &Node) -> Option<Terrain> {
    let text = desk.text(node)?;
    let found = Terrain::from_name(text);
    if found.is_none() {
        let known: Vec<&str> = Terrain::ALL.iter().map(|terrain| terrain.name()).collect();
        desk.fault(
            &node.span,
            format!("'{text}' is no terrain; known: {}", known.join(", ")),
        );
    }
    found
}

fn draw_hexes(desk: &Desk, ground: &mut Ground, entries: &[Entry]) {
    for entry in entries {
        match ground.grid.parse(&entry.key) {
            Ok(hex) => draw_hex(desk, ground, hex, &entry.node),
            Err(error) => desk.fault(&entry.span, error.to_string()),
        }
    }
}

fn draw_hex(desk: &Desk, ground: &mut Ground, hex: HexId, node: &Node) {
    if let Value::Text(_) = node.value {
        if let Some(terrain) = terrain(desk, node) {
            ground.hexes[hex].terrain = terrain;
        }
        return;
    }
    let Some(form) = Form::open(desk, node) else {
        return;
    };
    if let Some(terrain) = form.get("terrain").and_then(|node| terrain(desk, node)) {
        ground.hexes[hex].terrain = terrain;
    }
    if let Some(level) = form
        .get("level")
        .and_then(|node| desk.number(node, -20, 20))
    {
        ground.hexes[hex].level = i8::try_from(level).unwrap_or(0);
    }
    if let Some(name) = form.text("field") {
        ground.hexes[hex].field = Some(field(ground, name));
    }
    for item in form.get("features").map(Node::items).unwrap_or_default() {
        let Some(word) = desk.text(item) else {
            continue;
        };
        match Feature::ALL
            .into_iter()
            .find(|feature| feature_word(*feature) == word)
        {
            Some(feature) => ground.hexes[hex].features.insert(feature),
            None => {
                let known: Vec<String> = Feature::ALL.into_iter().map(feature_word).collect();
                desk.fault(
                    &item.span,
                    format!("'{word}' is no feature; known: {}", known.join(", ")),
                );
            }
        }
    }
    form.close();
}

/// `SunkenLane` is written `sunken-lane`.
fn feature_word(feature: Feature) -> String {
    let mut word = String::new();
    for letter in format!("{feature:?}").chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}

fn field(ground: &mut Ground, name: &str) -> FieldId {
    ground.names.field_named(name).unwrap_or_else(|| {
        ground.names.fields.push(Field {
            name: name.to_owned(),
            source: Source::Text,
        });
        FieldId(u8::try_from(ground.names.fields.len() - 1).unwrap_or(u8::MAX))
    })
}

fn draw_route(desk: &Desk, ground: &mut Ground, chain: &Node, kind: RouteKind) {
    if chain.items().len() < 2 {
        desk.fault(&chain.span, "a road or trail has two hexes at least");
    }
    let mut before: Option<HexId> = None;
    for item in chain.items() {
        let Some(hex) = desk.hex(&ground.grid, item) else {
            before = None;
            continue;
        };
        if let Some(from) = before
            && ground.join(from, hex, kind).is_err()
        {
            desk.fault(&item.span, "a road or trail goes from hex to adjacent hex");
        }
        before = Some(hex);
    }
}

/// `camps`: hexes with tents.
fn draw_camps(desk: &Desk, ground: &mut Ground, form: &Form<'_>) {
    for item in form.get("camps").map(Node::items).unwrap_or_default() {
        let Some(name) = desk.text(item) else {
            continue;
        };
        match ground.grid.parse(name) {
            Ok(hex) => ground.names.camps.push(Camp {
                hex,
                kind: CampKind::Infantry,
                unit: String::new(),
                source: Source::Text,
            }),
            Err(error) => desk.fault(&item.span, error.to_string()),
        }
    }
}
