//! The inks. A calm printed palette; nothing is told by hue alone.

/// Open ground, from the river bottoms (level 0) to the southern ridge (9 and more).
pub const LEVELS: [&str; 10] = [
    "#d6e2cb", "#e0e6c6", "#eae7c1", "#f1e3b5", "#f2daa5", "#efcf95", "#e8c084", "#deaf73",
    "#d19c63", "#c28a56",
];
pub const PAPER: &str = "#f6f1e4";
pub const INK: &str = "#2f2a20";
pub const CONTOUR: &str = "#7d5227";
pub const WOODS: &str = "#8fae6b";
pub const TREE_SHADE: &str = "#3f5c35";
pub const TREE: &str = "#5f8150";
pub const TREE_LIGHT: &str = "#94b277";
pub const FIELD_LINE: &str = "#6d4f26";
pub const WATER: &str = "#a8c7d6";
pub const WATER_LINE: &str = "#3f7596";
pub const WATER_TEXT: &str = "#24506d";
pub const ROAD_CASING: &str = "#64452a";
pub const ROAD: &str = "#f2e2bf";
pub const TRAIL: &str = "#6f4c2c";
pub const BUILDING: &str = "#3a2a22";

pub fn level(level: i32) -> &'static str {
    let index = usize::try_from(level.max(0)).unwrap_or(0).min(9);
    LEVELS[index]
}
