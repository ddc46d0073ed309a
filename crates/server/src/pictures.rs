//! Pictures on demand: tiles of the map, and the counters of a scenario.
//!
//! The drawing is read once; a tile is painted when somebody first looks there, then kept.

use std::sync::OnceLock;

use axum::body::Bytes;
use longroll_board::Ground;
use longroll_render::{
    CELL, Detail, Layers, MapStyle, Picture, PictureError, Point, Shown, Size, map_svg, picture,
};

use crate::cache::Cache;
use crate::document::{Document, Keep, fingerprint};
use crate::refusal::Refusal;

/// Side of a tile in pixels.
pub(crate) const TILE: u32 = 1024;
/// Pixels per map unit of each level, coarsest first. A hex is 100 units high: from 8 to 256 pixels.
pub(crate) const SCALES: [f64; 6] = [0.08, 0.16, 0.32, 0.64, 1.28, 2.56];
/// Memory for painted pictures. Browsers keep tiles themselves, so this only spares work when several look.
const ROOM: usize = 12 << 20;
/// Counters in a row of a sheet.
pub(crate) const COLUMNS: usize = 8;
/// Counters on one sheet at most.
pub(crate) const MOST_SPRITES: usize = 64;
/// Pixels of one sheet at most: large counters come on sheets of fewer.
const MOST_PIXELS: usize = 1_700_000;

/// Counters on one sheet at a level.
pub(crate) fn most_sprites(level: usize) -> usize {
    let side = SCALES
        .get(level)
        .map_or(1, |scale| (CELL * scale).ceil() as usize);
    MOST_SPRITES.min(MOST_PIXELS / side.pow(2).max(1))
}

/// What has been painted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Tile {
        level: usize,
        column: u32,
        row: u32,
    },
    Sprites {
        detail: Detail,
        level: usize,
        words: String,
    },
}

#[derive(Debug)]
pub(crate) struct Pictures {
    corner: Point,
    width: f64,
    height: f64,
    map: OnceLock<Result<Drawn, String>>,
    painted: Cache<Key>,
}

/// The map as read for painting, and a word that changes whenever the drawing does.
#[derive(Debug)]
struct Drawn {
    picture: Picture,
    version: String,
}

impl Pictures {
    pub(crate) fn new(ground: &Ground) -> Self {
        let whole = picture(ground, &MapStyle::default());
        Self {
            corner: Point::new(whole.left, whole.top),
            width: whole.width(),
            height: whole.height(),
            map: OnceLock::new(),
            painted: Cache::with_room_for(ROOM),
        }
    }

    /// Upper left corner of the drawing in the coordinates of the layout.
    pub(crate) fn corner(&self) -> Point {
        self.corner
    }

    pub(crate) fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Numbers and the names of fields are left to the page, which keeps them readable at every distance and clear of
    /// counters.
    fn drawn(&self, ground: &Ground) -> Result<&Drawn, Refusal> {
        let drawn = self.map.get_or_init(|| {
            let style = MapStyle {
                layers: Layers {
                    numbers: Shown::No,
                    field_names: Shown::No,
                    ..Layers::default()
                },
                legend: None,
            };
            let svg = map_svg(ground, &style);
            let version = format!("{:016x}", fingerprint(svg.as_bytes()));
            Picture::new(&svg)
                .map(|picture| Drawn { picture, version })
                .map_err(|error| error.to_string())
        });
        drawn
            .as_ref()
            .map_err(|reason| Refusal::Drawing(reason.clone()))
    }

    /// A word that changes whenever the drawing of the map does.
    pub(crate) fn version(&self, ground: &Ground) -> Result<&str, Refusal> {
        self.drawn(ground).map(|drawn| drawn.version.as_str())
    }

    /// One tile of the map; none if the map has no such tile.
    pub(crate) fn tile(
        &self,
        ground: &Ground,
        level: usize,
        column: u32,
        row: u32,
        keep: Keep,
    ) -> Result<Option<Document>, Refusal> {
        let Some(scale) = SCALES.get(level).copied() else {
            return Ok(None);
        };
        let span = f64::from(TILE) / scale;
        let (left, top) = (f64::from(column) * span, f64::from(row) * span);
        if left >= self.width || top >= self.height {
            return Ok(None);
        }
        let paint = || {
            self.drawn(ground)?
                .picture
                .tile((left, top), scale, (TILE, TILE))
                .map_err(drawing)
        };
        let tile = self.kept(Key::Tile { level, column, row }, paint)?;
        Ok(Some(tile.with_keep(keep)))
    }

    /// Counters in cells of one size, at one of the levels; `words` tells which, `svg` draws the sheet.
    pub(crate) fn sprites(
        &self,
        detail: Detail,
        level: usize,
        words: &str,
        svg: impl FnOnce() -> Result<(String, usize), Refusal>,
    ) -> Result<Option<Document>, Refusal> {
        let Some(scale) = SCALES.get(level).copied() else {
            return Ok(None);
        };
        let paint = || {
            let (svg, columns) = svg()?;
            let cell = (CELL * scale).ceil() as u32;
            let across = u32::try_from(columns).unwrap_or(u32::MAX);
            Picture::new(&svg)
                .and_then(|drawn| drawn.png(Size::Width(across.saturating_mul(cell))))
                .map_err(drawing)
        };
        let words = words.to_owned();
        self.kept(
            Key::Sprites {
                detail,
                level,
                words,
            },
            paint,
        )
        .map(Some)
    }

    /// How many tiles a level has across and down.
    pub(crate) fn extent(&self, level: usize) -> (u32, u32) {
        let span = SCALES
            .get(level)
            .map_or(f64::INFINITY, |scale| f64::from(TILE) / scale);
        let count = |length: f64| (length / span).ceil() as u32;
        (count(self.width), count(self.height))
    }

    fn kept(
        &self,
        key: Key,
        paint: impl FnOnce() -> Result<Vec<u8>, Refusal>,
    ) -> Result<Document, Refusal> {
        if let Some(known) = self.painted.get(&key) {
            return Ok(known);
        }
        let document = Document::new("image/png", Keep::AskAgain, Bytes::from(paint()?), None);
        self.painted.put(key, document.clone());
        Ok(document)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn drawing(error: PictureError) -> Refusal {
    Refusal::Drawing(error.to_string())
}
