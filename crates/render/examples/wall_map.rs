//! Draws the whole map of Shiloh with its key: `cargo run --release -p longroll-render --example wall_map -- map.png 2600`

use std::time::Instant;

use longroll_render::{Legend, MapStyle, Picture, Size, map_svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "map.png".into());
    let width = arguments.next().map_or(Ok(2600), |w| w.parse())?;
    let battle = longroll_shiloh::battle()?;
    let style = MapStyle {
        legend: Some(Legend {
            title: battle.title.clone(),
            subtitle: battle.month.clone(),
            yards_per_hex: 110,
            feet_per_level: 20,
        }),
        ..MapStyle::default()
    };
    let start = Instant::now();
    let svg = map_svg(&battle.ground, &style);
    let drawn = start.elapsed();
    let file = Picture::new(&svg)?.png(Size::Width(width))?;
    std::fs::write(&path, &file)?;
    println!(
        "{path}: {} bytes; SVG {} bytes in {drawn:.1?}, picture in {:.1?} altogether",
        file.len(),
        svg.len(),
        start.elapsed()
    );
    Ok(())
}
