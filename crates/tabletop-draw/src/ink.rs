//! The inks: those of the printed map, so that both tables look like one house. Nothing is told by hue alone.

use crate::view::{AreaKind, Army};

pub const PAPER: &str = "#f6f1e4";
pub const GRASS: &str = "#dfe6c4";
pub const INK: &str = "#2f2a20";
pub const HILLS: [&str; 4] = ["#eae0b0", "#efd39a", "#e6bf82", "#d19c63"];
pub const CONTOUR: &str = "#7d5227";
pub const WATER: &str = "#a8c7d6";
pub const WATER_LINE: &str = "#3f7596";
pub const FORD: &str = "#cbb88b";
pub const ROAD_CASING: &str = "#64452a";
pub const ROAD: &str = "#f2e2bf";
pub const HEDGE: &str = "#4c6b35";
pub const FENCE: &str = "#6d4f26";
pub const WALL: &str = "#6b665c";
pub const TAPE: &str = "#c9a400";
pub const FREE: &str = "#a3231c";
pub const BLOCKED: &str = "#6b665c";
pub const CHOSEN: &str = "#e0a100";

/// The inks of an army.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    pub cloth: &'static str,
    pub coat: &'static str,
    pub trim: &'static str,
}

pub fn uniform(army: Army) -> Uniform {
    match army {
        Army::Blue => Uniform {
            cloth: "#dbe6f2",
            coat: "#33629c",
            trim: "#16335c",
        },
        Army::Grey => Uniform {
            cloth: "#eedfc2",
            coat: "#a27a42",
            trim: "#4d3414",
        },
    }
}

/// Fill, rim and pattern of an area.
pub fn area(kind: AreaKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        AreaKind::Woods => ("#8fae6b", "#3f5c35", "woods"),
        AreaKind::Crops => ("#e3d28a", "#8a6d24", "crops"),
        AreaKind::Village => ("#d9c3a5", "#3a2a22", "village"),
        AreaKind::Stony => ("#d5d0c2", "#6b665c", "stony"),
        AreaKind::Marsh => ("#c3d5b4", "#3f7596", "marsh"),
        AreaKind::Impassable => ("#b9b1a0", "#2f2a20", "impassable"),
    }
}

/// Small repeated signs that tell the kinds of ground apart without colour.
pub const PATTERNS: &str = concat!(
    "<defs>",
    "<pattern id=\"tt-woods\" width=\"60\" height=\"52\" patternUnits=\"userSpaceOnUse\">",
    "<g fill=\"#5f8150\" stroke=\"#3f5c35\" stroke-width=\"2\"><circle cx=\"15\" cy=\"13\" r=\"9\"/><circle cx=\"45\" cy=\"39\" r=\"9\"/></g></pattern>",
    "<pattern id=\"tt-crops\" width=\"24\" height=\"24\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(30)\">",
    "<path d=\"M0 6H24M0 18H24\" stroke=\"#8a6d24\" stroke-width=\"2.5\" stroke-dasharray=\"7 5\"/></pattern>",
    "<pattern id=\"tt-village\" width=\"80\" height=\"70\" patternUnits=\"userSpaceOnUse\">",
    "<g fill=\"#3a2a22\"><path d=\"M10 12h26v18H10zM50 42h20v20H50zM14 48h14v14H14z\"/></g></pattern>",
    "<pattern id=\"tt-stony\" width=\"40\" height=\"36\" patternUnits=\"userSpaceOnUse\">",
    "<path d=\"M4 12l6-7 7 5-3 6zM24 28l8-5 5 7-8 3z\" fill=\"#8d877a\"/></pattern>",
    "<pattern id=\"tt-marsh\" width=\"48\" height=\"36\" patternUnits=\"userSpaceOnUse\">",
    "<path d=\"M6 14h20M12 14v-8M18 14v-8M26 30h18M32 30v-7\" stroke=\"#3f7596\" stroke-width=\"2.5\" fill=\"none\"/></pattern>",
    "<pattern id=\"tt-impassable\" width=\"22\" height=\"22\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">",
    "<path d=\"M0 0V22\" stroke=\"#2f2a20\" stroke-width=\"4\"/></pattern>",
    "<pattern id=\"tt-disorder\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">",
    "<path d=\"M0 0V16\" stroke=\"#f6f1e4\" stroke-width=\"6\"/><path d=\"M8 0V16\" stroke=\"#a3231c\" stroke-width=\"4\"/></pattern>",
    "</defs>\n",
);
