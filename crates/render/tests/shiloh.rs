//! The real map: complete, and small enough to send.

use longroll_render::*;

#[test]
fn the_map_of_shiloh_is_drawn_whole_in_less_than_three_megabytes() {
    let battle = longroll_shiloh::battle().expect("the embedded data are sound");
    let svg = map_svg(&battle.ground, &MapStyle::default());
    assert!(svg.len() < 3_000_000, "{} bytes", svg.len());
    for layer in [
        "levels",
        "fields",
        "cover",
        "edge-trees",
        "field-outlines",
        "orchard",
        "shade",
        "contours",
        "slopes",
        "water",
        "grid",
        "ways",
        "places",
        "names",
        "numbers",
        "margin",
    ] {
        assert!(
            svg.contains(&format!("id=\"{layer}\"")),
            "{layer} is missing"
        );
    }
    let picture = Picture::new(&svg).expect("sound SVG");
    let whole = longroll_render::picture(&battle.ground, &MapStyle::default());
    let (width, height) = picture.size();
    assert!((width - whole.width()).abs() < 1.0 && (height - whole.height()).abs() < 1.0);
}
