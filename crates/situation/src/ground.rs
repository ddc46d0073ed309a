//! `[board]`: the real map, or a patch drawn for the situation.

use core::ops::Range;
use std::sync::Arc;

use longroll_board::{
    Camp, CampKind, Crossing, Feature, Field, FieldId, Grid, GridLayout, Ground, HexId, HexsideId,
    Parity, Passage, Relief, RouteKind, SideEnd, Source, Terrain, Water,
};

use crate::form::{Desk, Form};
use crate::tree::{Entry, Node, Value};

/// Columns and rows of a patch on which no hex is named.
const COLUMNS: [u8; 2] = [15, 25];
const ROWS: [u8; 2] = [5, 15];

/// The widest patch that is made without being asked for: a mistyped hex is a fault, not a larger board.
const WIDEST: u8 = 60;

/// How far a patch reaches beyond the hexes that are named.
const MARGIN: u8 = 6;

/// Columns and rows around every hex that a file names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extent {
    found: Option<[u8; 4]>,
    named: Vec<(u8, u8, Range<usize>)>,
}

impl Extent {
    /// The extent of everything named in these values.
    pub fn of<'n>(nodes: impl IntoIterator<Item = &'n Node>) -> Self {
        let mut extent = Self::default();
        for node in nodes {
            node.each_text(&mut |text, span| extent.see(text, span));
        }
        extent
    }

    /// Takes note of every word of four digits.
    fn see(&mut self, text: &str, span: &Range<usize>) {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in
            words.filter(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
        {
            let Ok(number) = word.parse::<u16>() else {
                continue;
            };
            let (column, row) = (
                u8::try_from(number / 100).unwrap_or(0),
                u8::try_from(number % 100).unwrap_or(0),
            );
            self.named.push((column, row, span.clone()));
            let [west, east, north, south] = self.found.unwrap_or([column, column, row, row]);
            self.found = Some([
                west.min(column),
                east.max(column),
                north.min(row),
                south.max(row),
            ]);
        }
    }

    /// The columns and rows in a form that can be compared.
    pub fn key(&self) -> String {
        format!("{:?}", self.found)
    }

    /// The place of the hex that lies farthest from most of the others, and its number.
    fn outlier(&self) -> Option<(&Range<usize>, String)> {
        let middle = |numbers: &mut Vec<u8>| {
            numbers.sort_unstable();
            numbers.get(numbers.len() / 2).copied().unwrap_or(0)
        };
        let column = middle(&mut self.named.iter().map(|(column, ..)| *column).collect());
        let row = middle(&mut self.named.iter().map(|(_, row, _)| *row).collect());
        let away = |own: &&(u8, u8, Range<usize>)| own.0.abs_diff(column).max(own.1.abs_diff(row));
        let (column, row, span) = self.named.iter().max_by_key(away)?;
        Some((span, format!("{column:02}{row:02}")))
    }

    fn columns(&self) -> [u8; 2] {
        self.found.map_or(COLUMNS, |[west, east, ..]| {
            [west.saturating_sub(MARGIN).max(1), (east + MARGIN).min(99)]
        })
    }

    fn rows(&self) -> [u8; 2] {
        self.found.map_or(ROWS, |[.., north, south]| {
            [
                north.saturating_sub(MARGIN).max(1),
                (south + MARGIN).min(99),
            ]
        })
    }
}

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

fn patch(desk: &Desk, form: &Form<'_>, extent: &Extent) -> Option<Ground> {
    let parity = match form.get("parity").map(|node| (node, desk.text(node))) {
        None => Parity::OddSouth,
        Some((_, Some("odd-south"))) => Parity::OddSouth,
        Some((_, Some("even-south"))) => Parity::EvenSouth,
        Some((node, found)) => {
            if let Some(found) = found {
                desk.fault(
                    &node.span,
                    format!("'{found}' is no parity; write odd-south or even-south"),
                );
            }
            Parity::OddSouth
        }
    };
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
    let grid = match Grid::new(GridLayout::plain(west..=east, north..=south, parity)) {
        Ok(grid) => grid,
        Err(error) => {
            desk.fault(&form.head(), error.to_string());
            return None;
        }
    };
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
    Some(ground)
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

/// What a hexside has one of: its relief, its water, its crossing.
const SIDE_KINDS: [&[&str]; 3] = [
    &["slope", "ravine", "crest"],
    &["stream", "creek", "river", "lake"],
    &["bridge", "ford"],
];

/// Draws a feature of a hexside; `drawn` are the kinds drawn so far on each.
fn draw_side(
    desk: &Desk,
    ground: &mut Ground,
    form: &Form<'_>,
    drawn: &mut Vec<(HexsideId, usize)>,
) {
    form.know(&["between", "feature", "higher", "lines"]);
    let Some(between) = form.need("between") else {
        return;
    };
    let hexes: Vec<HexId> = between
        .items()
        .iter()
        .filter_map(|item| desk.hex(&ground.grid, item))
        .collect();
    let feature = form
        .need("feature")
        .and_then(|node| desk.text(node).map(|text| (node, text)));
    let lines = form.get("lines");
    let higher = form
        .get("higher")
        .and_then(|node| desk.hex(&ground.grid, node));
    let [first, second] = hexes.as_slice() else {
        if between.items().len() != 2 {
            desk.fault(&between.span, "a hexside lies between two hexes");
        }
        return;
    };
    let (Some(side), Some(direction)) = (
        ground.grid.side_between(*first, *second),
        ground.grid.direction_between(*first, *second),
    ) else {
        desk.fault(&between.span, "the two hexes are not adjacent");
        return;
    };
    let Some((node, feature)) = feature else {
        return;
    };
    let kind = SIDE_KINDS.iter().position(|kind| kind.contains(&feature));
    if let Some(kind) = kind {
        if drawn.contains(&(side, kind)) {
            desk.fault(
                &form.head(),
                format!(
                    "this hexside has been drawn already; it has one of {}",
                    SIDE_KINDS[kind].join(", ")
                ),
            );
        }
        drawn.push((side, kind));
    }
    // Nobody knows what a feature has that there is not.
    let known = kind.is_some() || feature == "impassable";
    if known && feature != "slope" {
        form.refuse(&["higher"], "only a slope has a higher hex");
    }
    if known && !matches!(feature, "slope" | "ravine" | "crest") {
        form.refuse(
            &["lines"],
            "only slopes, ravines and crests have contour lines",
        );
    }
    let one = || lines.and_then(|node| desk.small(node, 9)).unwrap_or(1);
    let two = || {
        let found: Vec<u8> = lines
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .filter_map(|item| desk.small(item, 9))
            .collect();
        match (found.as_slice(), lines) {
            ([first, second], _) => (*first, *second),
            (_, Some(node)) => {
                if node.items().len() != 2 {
                    desk.fault(
                        &node.span,
                        format!("a {feature} has contour lines on both sides: lines = [1, 2]"),
                    );
                }
                (1, 1)
            }
            (_, None) => (1, 1),
        }
    };
    let ends = &mut ground.sides[side];
    match feature {
        "stream" => ends.water = Water::Stream,
        "creek" => ends.water = Water::Creek,
        "river" => ends.water = Water::River,
        "lake" => ends.water = Water::Lake,
        "bridge" => ends.crossing = Crossing::Bridge,
        "ford" => ends.crossing = Crossing::Ford,
        "impassable" => ends.passage = Passage::Impassable,
        "slope" => {
            let higher = match higher {
                Some(hex) if hex == *first => SideEnd::First,
                Some(hex) if hex == *second => SideEnd::Second,
                _ => {
                    desk.fault(&form.head(), "a slope needs 'higher', one of its two hexes");
                    return;
                }
            };
            ground.set_relief_from(*first, direction, Relief::slope(higher, one()));
        }
        "ravine" => {
            let (first_lines, second_lines) = two();
            let relief = Relief::Ravine { first: first_lines, second: second_lines };
            ground.set_relief_from(*first, direction, relief);
        }
        "crest" => {
            let (first_lines, second_lines) = two();
            let relief = Relief::Crest { first: first_lines, second: second_lines };
            ground.set_relief_from(*first, direction, relief);
        }
        other => desk.fault(
            &node.span,
            format!(
                "'{other}' is no feature of a hexside; known: stream, creek, river, lake, bridge, ford, impassable, slope, \
                 ravine, crest"
            ),
        ),
    }
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
