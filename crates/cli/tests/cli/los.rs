//! `longroll los`.

use tempfile::TempDir;

use crate::{longroll, said};

#[test]
fn a_line_is_told_hex_by_hex_with_its_rules() {
    let all = said(&mut longroll(&["los", "S2910", "S3417"]));
    assert!(
        all.starts_with("exit 0\n--- stdout\nS2910 to S3417, 9 hexes: "),
        "{all}"
    );
    assert!(all.contains("S2910") && all.contains("S3417"), "{all}");
    assert!(all.contains("median"), "{all}");
    // The other way round it says the same (SR 10.25).
    let back = said(&mut longroll(&["los", "s3417", "S2910"]));
    let verdict = |text: &str| {
        let line = text.lines().find(|line| line.contains(" hexes: "));
        line.and_then(|line| line.rsplit(": ").next().map(str::to_owned))
    };
    assert_eq!(verdict(&all), verdict(&back));
    let italian = said(&mut longroll(&["los", "S2910", "S3417", "--lang", "it"]));
    assert!(italian.contains("Da S2910 a S3417"), "{italian}");
}

#[test]
fn a_gunboat_sees_by_its_own_rule() {
    let near = said(&mut longroll(&["los", "N6401", "N6402", "--gunboat"]));
    let title = "A gunboat in N6401 to N6402, 1 hexes: clear";
    assert!(near.starts_with("exit 0") && near.contains(title), "{near}");
    assert!(near.contains("fired through or into: 0"), "{near}");
    let far = said(&mut longroll(&["los", "N6401", "N4015", "--gunboat"]));
    assert!(
        far.contains(": blocked") && far.contains(": blocks ["),
        "{far}"
    );
    assert!(far.contains("[BB 14.74]"), "{far}");
    let italian = said(&mut longroll(&[
        "los",
        "N6401",
        "N6402",
        "--gunboat",
        "--lang",
        "it",
    ]));
    assert!(italian.contains("Una cannoniera in N6401"), "{italian}");
    longroll(&["los", "N6401", "N6402", "--gunboat", "--svg", "x.svg"])
        .assert()
        .code(2);
}

#[test]
fn a_line_is_drawn() {
    let folder = TempDir::new().expect("a folder for the test");
    let svg = folder.path().join("line.svg");
    longroll(&["los", "S2910", "S2914", "--svg"])
        .arg(&svg)
        .assert()
        .success();
    let text = std::fs::read_to_string(svg).expect("the drawing");
    assert!(text.starts_with("<svg ") && text.contains("S2912"));
}

#[test]
fn wrong_hexes_and_switches_are_told() {
    let off = said(&mut longroll(&["los", "S2910", "N9999"]));
    assert!(!off.starts_with("exit 0"), "{off}");
    let switch = said(&mut longroll(&[
        "los",
        "S2910",
        "S2914",
        "--rule",
        "los_crests=perhaps",
    ]));
    assert!(
        !switch.starts_with("exit 0") && switch.contains("los_crests"),
        "{switch}"
    );
}
