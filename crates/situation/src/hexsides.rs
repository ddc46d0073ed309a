//! `[[board.sides]]`: what lies on a hexside of a patch.

use longroll_board::{Crossing, Ground, HexId, HexsideId, Passage, Relief, SideEnd, Water};

use crate::form::{Desk, Form};
use crate::tree::Node;

/// What a hexside has one of: its relief, its water, its crossing.
const SIDE_KINDS: [&[&str]; 3] = [
    &["slope", "ravine", "crest"],
    &["stream", "creek", "river", "lake"],
    &["bridge", "ford"],
];

/// A feature as the file draws it.
struct Drawing<'d> {
    form: &'d Form<'d>,
    feature: &'d str,
    /// The hexes it lies between, as they are named.
    between: [HexId; 2],
    /// The higher of them, for a slope.
    higher: Option<HexId>,
    /// Its contour lines.
    lines: Option<&'d Node>,
}

/// Draws a feature of a hexside; `drawn` are the kinds drawn so far on each.
pub(crate) fn draw_side(
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
    let Some(side) = ground.grid.side_between(*first, *second) else {
        desk.fault(&between.span, "the two hexes are not adjacent");
        return;
    };
    let Some((node, feature)) = feature else {
        return;
    };
    let drawing = Drawing {
        form,
        feature,
        between: [*first, *second],
        higher,
        lines,
    };
    drawing.check(side, drawn);
    drawing.put_on(ground, side, node);
}

impl Drawing<'_> {
    /// A hexside has one feature of a kind, and a feature the keys of its kind.
    fn check(&self, side: HexsideId, drawn: &mut Vec<(HexsideId, usize)>) {
        let (form, feature) = (self.form, self.feature);
        let kind = SIDE_KINDS.iter().position(|kind| kind.contains(&feature));
        if let Some(kind) = kind {
            if drawn.contains(&(side, kind)) {
                form.desk.fault(
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
    }

    /// Puts it on the map; `node` is where it is named.
    fn put_on(&self, ground: &mut Ground, side: HexsideId, node: &Node) {
        let ends = &mut ground.sides[side];
        match self.feature {
            "stream" => ends.water = Water::Stream,
            "creek" => ends.water = Water::Creek,
            "river" => ends.water = Water::River,
            "lake" => ends.water = Water::Lake,
            "bridge" => ends.crossing = Crossing::Bridge,
            "ford" => ends.crossing = Crossing::Ford,
            "impassable" => ends.passage = Passage::Impassable,
            "slope" | "ravine" | "crest" => {
                let [first, second] = self.between;
                if let Some(direction) = ground.grid.direction_between(first, second)
                    && let Some(relief) = self.relief()
                {
                    ground.set_relief_from(first, direction, relief);
                }
            }
            other => self.form.desk.fault(
                &node.span,
                format!(
                    "'{other}' is no feature of a hexside; known: stream, creek, river, lake, bridge, ford, impassable, slope, \
                     ravine, crest"
                ),
            ),
        }
    }

    /// The shape of the ground, seen from the hex named first.
    fn relief(&self) -> Option<Relief> {
        let [hex, other] = self.between;
        if self.feature == "slope" {
            let higher = match self.higher {
                Some(higher) if higher == hex => SideEnd::First,
                Some(higher) if higher == other => SideEnd::Second,
                _ => {
                    let form = self.form;
                    form.desk
                        .fault(&form.head(), "a slope needs 'higher', one of its two hexes");
                    return None;
                }
            };
            return Some(Relief::slope(higher, self.lines_of_slope()));
        }
        let (first, second) = self.lines_of_both();
        Some(match self.feature {
            "ravine" => Relief::Ravine { first, second },
            _ => Relief::Crest { first, second },
        })
    }

    /// Contour lines of a slope; 1 if none are given.
    fn lines_of_slope(&self) -> u8 {
        self.lines
            .and_then(|node| self.form.desk.small(node, 9))
            .unwrap_or(1)
    }

    /// Contour lines to both hexes; 1 and 1 if none are given.
    fn lines_of_both(&self) -> (u8, u8) {
        let (desk, feature) = (self.form.desk, self.feature);
        let found: Vec<u8> = self
            .lines
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .filter_map(|item| desk.small(item, 9))
            .collect();
        match (found.as_slice(), self.lines) {
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
    }
}
