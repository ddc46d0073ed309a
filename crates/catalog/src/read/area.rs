//! The playing area: which hexes are in play from which turn.

use longroll_board::{HexId, HexSet};

use toml::de::DeValue;

use super::fault::{FaultKind, Reporter};
use super::form::{Cx, Decode, Form, Value, text_of};
use crate::facts::{AreaStage, FreeZone, PlayingArea, Source, TurnId};

impl Decode for PlayingArea {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let statement = form.field(cx, "statement");
        let stages: Option<Vec<AreaStage>> = form.field(cx, "stages");
        form.close(cx);
        let stages = stages?;
        if stages.is_empty() {
            cx.report(value.span(), FaultKind::MissingKey("stages".into()));
            return None;
        }
        Some(Self {
            statement: statement?,
            stages,
        })
    }
}

impl Decode for AreaStage {
    /// `hexes` bounds the area; `wall` cuts it, and what can be reached from `inside` without crossing the wall stays.
    /// Wall hexes belong to the area.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let from: Option<TurnId> = form.field(cx, "from");
        let source: Option<Source> = form.field(cx, "source");
        let hexes = enclosed(cx, &mut form);
        form.close(cx);
        Some(Self {
            from: from?,
            source: source?,
            hexes: hexes?,
        })
    }
}

impl Decode for FreeZone {
    /// Bounded like a stage of the playing area.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let side = form.field(cx, "side");
        let orders = form.field(cx, "orders");
        let hexes = enclosed(cx, &mut form);
        form.close(cx);
        Some(Self {
            side: side?,
            orders: orders?,
            hexes: hexes?,
        })
    }
}

/// The keys `hexes`, `wall` and `inside` of a form.
fn enclosed(cx: &mut Cx<'_>, form: &mut Form<'_, '_>) -> Option<Vec<HexId>> {
    let bounds: Option<Vec<HexId>> = form.field(cx, "hexes");
    let wall: Option<Vec<HexId>> = form.field(cx, "wall");
    let inside: Option<Option<HexId>> = form.field(cx, "inside");
    let (bounds, wall) = (bounds?, wall?);
    let mut hexes = match (inside?, wall.is_empty()) {
        (None, true) => bounds,
        (Some(inside), false) => reached(cx, &bounds, &wall, inside),
        _ => {
            let text = "wall and inside go together".to_owned();
            cx.report(form.place(), FaultKind::Contradiction(text));
            return None;
        }
    };
    hexes.sort_unstable();
    hexes.dedup();
    if hexes.is_empty() {
        cx.report(
            form.place(),
            FaultKind::Contradiction("the area has no hex".into()),
        );
    }
    Some(hexes)
}

/// Everything within bounds that can be reached from a hex without crossing the wall, and the wall itself.
fn reached(cx: &Cx<'_>, bounds: &[HexId], wall: &[HexId], inside: HexId) -> Vec<HexId> {
    let grid = &cx.names.ground().grid;
    let allowed: HexSet = bounds.iter().copied().collect();
    let walls: HexSet = wall.iter().copied().collect();
    let mut found = HexSet::for_grid(grid);
    let mut open = vec![inside];
    while let Some(hex) = open.pop() {
        if !allowed.contains(hex) || walls.contains(hex) || !found.insert(hex) {
            continue;
        }
        open.extend(grid.neighbours(hex).map(|(_, next)| next));
    }
    found
        .iter()
        .chain(walls.iter().filter(|hex| allowed.contains(*hex)))
        .collect()
}

/// Hexes that somebody must hold to win are in play in some turn; of a field or a road some hex is.
pub(super) fn check_goals(cx: &mut Cx<'_>, area: &PlayingArea, victory: &Value<'_>) {
    // That a stage has no hex has been told.
    if area.stages.iter().any(|stage| stage.hexes.is_empty()) {
        return;
    }
    match victory.get_ref() {
        DeValue::Array(items) => items.iter().for_each(|item| check_goals(cx, area, item)),
        DeValue::Table(table) => {
            for (key, value) in table {
                match (key.get_ref().as_ref(), value.get_ref()) {
                    ("hex" | "hexes", DeValue::String(_)) => check_goal(cx, area, value),
                    ("hexes", DeValue::Array(items)) => {
                        items.iter().for_each(|item| check_goal(cx, area, item));
                    }
                    _ => check_goals(cx, area, value),
                }
            }
        }
        _ => {}
    }
}

fn check_goal(cx: &mut Cx<'_>, area: &PlayingArea, value: &Value<'_>) {
    let names = cx.names;
    // What cannot be read has been told where it was read.
    let mut silent = Reporter::new();
    let found = text_of(cx, value).and_then(|cell| names.hexes(&mut silent, &cell));
    let in_play = |hex: &HexId| {
        let mut stages = area.stages.iter();
        stages.any(|stage| stage.hexes.binary_search(hex).is_ok())
    };
    if let Some(hexes) = found.filter(|hexes| !hexes.is_empty())
        && !hexes.iter().any(in_play)
    {
        let hex = match (value.get_ref(), &hexes[..]) {
            (_, [hex]) => names.ground().grid.name(*hex).to_owned(),
            (DeValue::String(text), _) => text.to_string(),
            _ => return,
        };
        cx.report(value.span(), FaultKind::OutsideArea { hex });
    }
}
