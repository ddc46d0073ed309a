//! From SVG to PNG, without fonts, files or network.

use resvg::tiny_skia::{Pixmap, PixmapMut, PixmapRef, Rect, Transform};
use resvg::usvg::{Group, Node, Options, Tree};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error("the drawing is not sound SVG: {0}")]
    Unsound(#[from] resvg::usvg::Error),
    #[error(
        "a picture of {width} by {height} pixels is more than can be made; ask for a smaller one"
    )]
    TooLarge { width: u32, height: u32 },
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// How large the picture shall be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// Pixels for each map unit.
    Scale(f64),
    /// Width in pixels; the height follows.
    Width(u32),
}

/// Largest picture made, in pixels: 120 million, about half a gigabyte of memory.
const MOST_PIXELS: u64 = 120_000_000;

/// Pictures of so many pixels are painted in bands.
const BANDS_FROM: u64 = 3_000_000;
const BANDS: u32 = 4;

/// A drawing read once, to be painted as often as needed: whole or in tiles.
#[derive(Debug)]
pub struct Picture {
    tree: Tree,
}

impl Picture {
    pub fn new(svg: &str) -> Result<Self, PictureError> {
        Ok(Self {
            tree: Tree::from_str(svg, &Options::default())?,
        })
    }

    /// Width and height in map units.
    pub fn size(&self) -> (f64, f64) {
        let size = self.tree.size();
        (f64::from(size.width()), f64::from(size.height()))
    }

    /// All of it as PNG.
    pub fn png(&self, size: Size) -> Result<Vec<u8>, PictureError> {
        let (width, height) = self.size();
        let scale = match size {
            Size::Scale(scale) => scale,
            Size::Width(pixels) => f64::from(pixels) / width,
        };
        let pixels = |length: f64| (length * scale).round().clamp(1.0, 1e6) as u32;
        self.tile((0.0, 0.0), scale, (pixels(width), pixels(height)))
    }

    /// A part as PNG: its upper left corner in map units from that of the picture, pixels for each map unit, and its
    /// size in pixels.
    pub fn tile(
        &self,
        (left, top): (f64, f64),
        scale: f64,
        (width, height): (u32, u32),
    ) -> Result<Vec<u8>, PictureError> {
        let pixmap = if u64::from(width) * u64::from(height) < BANDS_FROM {
            self.paint((left, top), scale, (width, height))?
        } else {
            self.paint_in_bands((left, top), scale, (width, height))?
        };
        encode(pixmap.as_ref(), (0, 0), (width, height))
    }

    /// A block of equal square tiles, row by row. Painting sixteen together costs little more than painting one.
    pub fn tiles(
        &self,
        corner: (f64, f64),
        scale: f64,
        side: u32,
        (columns, rows): (u32, u32),
    ) -> Result<Vec<Vec<u8>>, PictureError> {
        let pixels = (side.saturating_mul(columns), side.saturating_mul(rows));
        let pixmap = self.paint(corner, scale, pixels)?;
        let mut files = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                files.push(encode(
                    pixmap.as_ref(),
                    (column * side, row * side),
                    (side, side),
                )?);
            }
        }
        Ok(files)
    }

    /// Large pictures are painted in bands side by side. There are always as many, whatever the machine has, so that
    /// the same picture has the same bytes everywhere.
    fn paint_in_bands(
        &self,
        (left, top): (f64, f64),
        scale: f64,
        (width, height): (u32, u32),
    ) -> Result<Pixmap, PictureError> {
        let too_large = || PictureError::TooLarge { width, height };
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(too_large());
        }
        let band = height.div_ceil(BANDS);
        let painted: Vec<Result<Pixmap, PictureError>> = std::thread::scope(|scope| {
            let painters: Vec<_> = (0..height.div_ceil(band))
                .map(|k| {
                    let from = k * band;
                    let corner = (left, top + f64::from(from) / scale);
                    let size = (width, band.min(height - from));
                    scope.spawn(move || self.paint(corner, scale, size))
                })
                .collect();
            painters
                .into_iter()
                .map(|painter| painter.join().unwrap_or_else(|_| Err(too_large())))
                .collect()
        });
        let mut whole = Pixmap::new(width, height).ok_or_else(too_large)?;
        let mut rest = whole.data_mut();
        for part in painted {
            let part = part?;
            let (here, below) = rest.split_at_mut(part.data().len());
            here.copy_from_slice(part.data());
            rest = below;
        }
        Ok(whole)
    }

    fn paint(
        &self,
        (left, top): (f64, f64),
        scale: f64,
        (width, height): (u32, u32),
    ) -> Result<Pixmap, PictureError> {
        let too_large = PictureError::TooLarge { width, height };
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(too_large);
        }
        let Some(mut pixmap) = Pixmap::new(width, height) else {
            return Err(too_large);
        };
        let scale = scale as f32;
        let shift = Transform::from_scale(scale, scale).pre_translate(-left as f32, -top as f32);
        let window = Rect::from_xywh(0.0, 0.0, width as f32, height as f32).ok_or(too_large)?;
        let mut painter = Painter {
            shift,
            window,
            pixmap: pixmap.as_mut(),
        };
        painter.nodes(self.tree.root(), shift);
        Ok(pixmap)
    }
}

/// Paints only what the window shows. The library would otherwise prepare every stroke and texture of the whole map for
/// each small tile.
struct Painter<'a> {
    /// From the picture to the window.
    shift: Transform,
    window: Rect,
    pixmap: PixmapMut<'a>,
}

impl Painter<'_> {
    /// The children of a group whose own transform is already in `inner`.
    fn nodes(&mut self, group: &Group, inner: Transform) {
        for node in group.children() {
            match node {
                Node::Group(child) if self.shows(child.abs_layer_bounding_box().to_rect()) => {
                    // A child without an area of its own, such as a level line, can only be painted with its group.
                    let parts = child.children();
                    let apart = parts.iter().all(|n| n.abs_layer_bounding_box().is_some());
                    if child.should_isolate() || !apart {
                        self.node(node, inner);
                    } else {
                        self.nodes(child, inner.pre_concat(child.transform()));
                    }
                }
                Node::Group(_) => {}
                other if self.shows(other.abs_stroke_bounding_box()) => self.node(other, inner),
                _ => {}
            }
        }
    }

    fn shows(&self, area: Rect) -> bool {
        area.transform(self.shift)
            .is_none_or(|area| area.intersect(&self.window).is_some())
    }

    /// The library paints a single node at the origin; this puts it back where it belongs.
    fn node(&mut self, node: &Node, transform: Transform) {
        if let Some(area) = node.abs_layer_bounding_box() {
            let back = transform.pre_translate(area.x(), area.y());
            resvg::render_node(node, back, &mut self.pixmap);
        }
    }
}

/// Draws a picture of an SVG made by this crate.
pub fn png(svg: &str, size: Size) -> Result<Vec<u8>, PictureError> {
    Picture::new(svg)?.png(size)
}

/// Writes a part of a painted picture as PNG. Fast compression: a whole map in a fraction of the time the strongest
/// setting would take. Opaque pictures are written without alpha.
fn encode(
    pixmap: PixmapRef<'_>,
    (left, top): (u32, u32),
    (width, height): (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    let across = pixmap.width() as usize;
    let rows = pixmap
        .pixels()
        .chunks_exact(across)
        .skip(top as usize)
        .take(height as usize)
        .filter_map(|row| row.get(left as usize..(left + width) as usize));
    let opaque = rows.clone().flatten().all(|p| p.alpha() == u8::MAX);
    let count = width as usize * height as usize;
    let (colour, bytes) = if opaque {
        let mut rgb = Vec::with_capacity(count * 3);
        for p in rows.flatten() {
            rgb.extend_from_slice(&[p.red(), p.green(), p.blue()]);
        }
        (png::ColorType::Rgb, rgb)
    } else {
        let mut rgba = Vec::with_capacity(count * 4);
        for p in rows.flatten() {
            let c = p.demultiply();
            rgba.extend_from_slice(&[c.red(), c.green(), c.blue(), c.alpha()]);
        }
        (png::ColorType::Rgba, rgba)
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    // Pictures are kept: what was set aside while the file grew must not be.
    file.shrink_to_fit();
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaving out what lies outside must not change what is seen, strokes that reach in from outside included.
    #[test]
    fn a_tile_is_what_the_library_would_have_painted() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 400 400\" width=\"400\" height=\"400\">\
            <defs><pattern id=\"p\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 0h4v4z\"/></pattern></defs>\
            <rect x=\"-50\" y=\"-50\" width=\"400\" height=\"400\" fill=\"#eee\"/>\
            <g stroke=\"#a00\"><path stroke-width=\"30\" d=\"M-10 90h300\"/><path d=\"M0 0l300 300\"/></g>\
            <g transform=\"translate(60 40)scale(.5)\"><path fill=\"url(#p)\" d=\"M0 0h200v200z\"/><path d=\"M9 9h90v90z\"/></g>\
            <g opacity=\".5\"><path d=\"M20 20h80v80z\"/></g></svg>";
        let picture = Picture::new(svg).expect("sound");
        for corner in [(0.0, 0.0), (100.0, 130.0), (260.0, 20.0), (390.0, 390.0)] {
            let ours = picture.paint(corner, 0.9, (70, 70)).expect("small");
            let mut theirs = Pixmap::new(70, 70).expect("small");
            let shift =
                Transform::from_scale(0.9, 0.9).pre_translate(-corner.0 as f32, -corner.1 as f32);
            resvg::render(&picture.tree, shift, &mut theirs.as_mut());
            assert!(ours.data() == theirs.data(), "{corner:?}");
        }
    }

    #[test]
    fn bands_join_without_a_seam_and_without_a_missing_row() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" height=\"64\">\
            <rect width=\"64\" height=\"64\" fill=\"#fff\"/><path fill=\"#157\" d=\"M4 4h50v57z\"/></svg>";
        let picture = Picture::new(svg).expect("sound");
        for height in [64, 61, 3] {
            let whole = picture.paint((0.0, 0.0), 1.0, (64, height)).expect("small");
            let bands = picture
                .paint_in_bands((0.0, 0.0), 1.0, (64, height))
                .expect("small");
            // Slanted edges are cut where a band ends, which may change how softly a single pixel is covered.
            let furthest = whole
                .data()
                .iter()
                .zip(bands.data())
                .map(|(a, b)| a.abs_diff(*b))
                .max();
            assert!(
                furthest.is_some_and(|d| d < 40),
                "{height} rows: {furthest:?}"
            );
        }
    }
}
