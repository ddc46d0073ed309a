//! `longroll map hex`, `longroll render`.

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::{longroll, said};

#[test]
fn a_hex_and_its_sides() {
    let all = said(&mut longroll(&["map", "hex", "S2706"]));
    assert!(all.starts_with("exit 0\n--- stdout\nS2706\n"), "{all}");
    assert!(all.contains("Shiloh Church"), "{all}");
    // Six sides, clockwise from the north, each with the hex across.
    for side in [
        "  N   S2705",
        "  NE  S2806",
        "  SE  S2807",
        "  S   S2707",
        "  SW  S2607",
        "  NW  S2606",
    ] {
        assert!(all.contains(side), "{side} in {all}");
    }
}

#[test]
fn a_hex_with_two_names_answers_to_both() {
    let north = said(&mut longroll(&["map", "hex", "N4634"]));
    assert_eq!(north, said(&mut longroll(&["map", "hex", "s4601"])));
    assert!(north.contains("N4634 = S4601"), "{north}");
}

#[test]
fn a_hex_in_italian() {
    let all = said(&mut longroll(&["map", "hex", "S2706", "--lang", "it"]));
    assert!(all.contains("bosco, livello"), "{all}");
}

#[test]
fn wrong_hexes() {
    assert_snapshot!("hex_off_map", said(&mut longroll(&["map", "hex", "N9999"])));
    assert_snapshot!(
        "hex_without_sheet",
        said(&mut longroll(&["map", "hex", "2706"]))
    );
    assert_snapshot!(
        "hex_malformed",
        said(&mut longroll(&["map", "hex", "church"]))
    );
}

#[test]
fn a_picture_is_written() {
    let folder = TempDir::new().expect("a folder for the test");
    let (png, svg) = (folder.path().join("map.png"), folder.path().join("MAP.SVG"));
    longroll(&["render", "--width", "64", "--out"])
        .arg(&png)
        .assert()
        .success();
    let bytes = std::fs::read(png).expect("the picture");
    assert!(bytes.starts_with(b"\x89PNG"), "no PNG");
    longroll(&["render", "--out"]).arg(&svg).assert().success();
    let text = std::fs::read_to_string(svg).expect("the drawing");
    assert!(
        text.starts_with("<svg") && text.ends_with("</svg>"),
        "no SVG"
    );
}

#[test]
fn a_scenario_is_drawn_with_its_counters() {
    let folder = TempDir::new().expect("a folder for the test");
    let svg = folder.path().join("walk.svg");
    longroll(&["render", "--scenario", "2", "--part", "counters", "--out"])
        .arg(&svg)
        .assert()
        .success();
    let text = std::fs::read_to_string(svg).expect("the drawing");
    // 10 Union and 27 Confederate units, as the list of scenarios says.
    assert_eq!(text.matches("class=\"unit\"").count(), 37);
}

#[test]
fn pictures_that_cannot_be_made() {
    assert_snapshot!(
        "render_kind",
        said(&mut longroll(&["render", "--out", "map.gif"]))
    );
    assert_snapshot!(
        "render_nowhere",
        said(&mut longroll(&["render", "--out", "/nowhere/map.svg"]))
    );
    longroll(&["render", "--out", "x.png", "--width", "0"])
        .assert()
        .code(2);
    longroll(&["render"]).assert().code(2);
    longroll(&["render", "--out", "x.png", "--scenario", "99"])
        .assert()
        .code(2);
}
