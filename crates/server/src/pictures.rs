//! Pictures on demand: tiles of the map, and the counters of a scenario.
//!
//! The drawing is read once; a tile is painted when somebody first looks there, then kept.

use std::sync::OnceLock;

use axum::body::Bytes;
use longroll_board::Ground;
use longroll_render::{
    Detail, Layers, MapStyle, Picture, PictureError, Point, Shown, Size, map_svg, picture,
};

use crate::cache::Cache;
use crate::document::{Document, Keep};
use crate::refusal::Refusal;

/// Side of a tile in pixels.
pub(crate) const TILE: u32 = 1024;
/// Pixels per map unit of each level, coarsest first. A hex is 100 units high: from 8 to 256 pixels.
pub(crate) const SCALES: [f64; 6] = [0.08, 0.16, 0.32, 0.64, 1.28, 2.56];
/// Side of a single counter's cell on the sheet of pieces, in pixels.
pub(crate) const PIECE_PIXELS: u32 = 144;
/// Hex numbers cannot be read below this scale and only make the map grey.
const NUMBERS_FROM: f64 = 0.3;
/// Memory for painted pictures.
const ROOM: usize = 160 << 20;

/// What has been painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Tile {
        level: usize,
        column: u32,
        row: u32,
    },
    Stacks {
        scenario: u8,
        detail: Detail,
        level: usize,
    },
    Pieces {
        scenario: u8,
    },
}

#[derive(Debug)]
pub(crate) struct Pictures {
    corner: Point,
    width: f64,
    height: f64,
    plain: OnceLock<Result<Picture, String>>,
    numbered: OnceLock<Result<Picture, String>>,
    painted: Cache<Key>,
}

impl Pictures {
    pub(crate) fn new(ground: &Ground) -> Self {
        let whole = picture(ground, &MapStyle::default());
        Self {
            corner: Point::new(whole.left, whole.top),
            width: whole.width(),
            height: whole.height(),
            plain: OnceLock::new(),
            numbered: OnceLock::new(),
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

    fn map(&self, ground: &Ground, scale: f64) -> Result<&Picture, Refusal> {
        let numbers = if scale < NUMBERS_FROM {
            Shown::No
        } else {
            Shown::Yes
        };
        let kept = if numbers == Shown::No {
            &self.plain
        } else {
            &self.numbered
        };
        let drawn = kept.get_or_init(|| {
            let style = MapStyle {
                layers: Layers {
                    numbers,
                    ..Layers::default()
                },
                legend: None,
            };
            Picture::new(&map_svg(ground, &style)).map_err(|error| error.to_string())
        });
        drawn
            .as_ref()
            .map_err(|reason| Refusal::Drawing(reason.clone()))
    }

    /// One tile of the map; none if the map has no such tile.
    pub(crate) fn tile(
        &self,
        ground: &Ground,
        level: usize,
        column: u32,
        row: u32,
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
            self.map(ground, scale)?
                .tile((left, top), scale, (TILE, TILE))
                .map_err(drawing)
        };
        self.kept(Key::Tile { level, column, row }, paint).map(Some)
    }

    /// The stacks of a scenario at one of the levels, painted from the SVG that `svg` draws.
    pub(crate) fn stacks(
        &self,
        scenario: u8,
        detail: Detail,
        level: usize,
        svg: impl FnOnce() -> String,
    ) -> Result<Option<Document>, Refusal> {
        let Some(scale) = SCALES.get(level).copied() else {
            return Ok(None);
        };
        let paint = || {
            Picture::new(&svg())
                .and_then(|drawn| drawn.png(Size::Scale(scale)))
                .map_err(drawing)
        };
        self.kept(
            Key::Stacks {
                scenario,
                detail,
                level,
            },
            paint,
        )
        .map(Some)
    }

    /// The counters of a scenario one by one.
    pub(crate) fn pieces(
        &self,
        scenario: u8,
        columns: u32,
        svg: impl FnOnce() -> String,
    ) -> Result<Document, Refusal> {
        let paint = || {
            Picture::new(&svg())
                .and_then(|drawn| drawn.png(Size::Width(columns * PIECE_PIXELS)))
                .map_err(drawing)
        };
        self.kept(Key::Pieces { scenario }, paint)
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
