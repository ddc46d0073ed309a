//! From SVG to PNG, without fonts, files or network.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

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

/// Draws a picture of an SVG made by this crate.
pub fn png(svg: &str, size: Size) -> Result<Vec<u8>, PictureError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let natural = tree.size();
    let scale = match size {
        Size::Scale(scale) => scale as f32,
        Size::Width(width) => width as f32 / natural.width(),
    };
    let pixels = |length: f32| (length * scale).round().clamp(1.0, 1e6) as u32;
    let (width, height) = (pixels(natural.width()), pixels(natural.height()));
    let too_large = PictureError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let Some(mut pixmap) = Pixmap::new(width, height) else {
        return Err(too_large);
    };
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    encode(&pixmap)
}

/// Opaque pixels, fast compression: a whole map in a fraction of the time the strongest setting would take.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, PictureError> {
    let rgb: Vec<u8> = pixmap
        .pixels()
        .iter()
        .flat_map(|p| {
            let c = p.demultiply();
            [c.red(), c.green(), c.blue()]
        })
        .collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(file)
}
