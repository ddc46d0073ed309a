//! Every kind of fault, held to the message it gives, and a small sound battle that loads.
//!
//! A sample of `invalid/` is one file of the battle in `valid/` with a fault in it; its first line says which file it
//! replaces. Tables that `valid/` does not have come from the data of the house.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use longroll_catalog::Faults;
use longroll_catalog::facts::{
    BattleFacts, Condition, Mechanism, OutcomeTest, Piece, Place, ScenarioFacts,
};
use longroll_catalog::read::{Overlay, Provider, read_battle, read_index, read_scenario};

/// A folder on disk.
struct Folder(PathBuf);

impl Provider for Folder {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        fs::read_to_string(self.0.join(path)).ok().map(Arc::from)
    }
}

/// One file that replaces another.
struct Replaced {
    path: String,
    text: String,
}

impl Provider for Replaced {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        (path == self.path).then(|| Arc::from(self.text.as_str()))
    }
}

fn here(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

fn valid() -> impl Provider {
    Overlay {
        upper: Folder(here("tests/valid")),
        lower: Folder(here("../../data/shiloh")),
    }
}

fn load(files: &dyn Provider) -> Result<(BattleFacts, Vec<ScenarioFacts>), Faults> {
    let battle = read_battle(files)?;
    let mut scenarios = Vec::new();
    for entry in read_index(files)? {
        scenarios.push(read_scenario(&battle, files, &entry.folder)?);
    }
    Ok((battle, scenarios))
}

#[test]
fn the_small_battle_is_sound() {
    let (battle, scenarios) = load(&valid())
        .map_err(|faults| faults.summary())
        .expect("no fault");
    let [scenario] = &scenarios[..] else {
        panic!("one scenario")
    };
    assert_eq!(scenario.setup.len(), 6);
    let regiment = battle.unit_named("1 OH").expect("a unit");
    let entry = scenario
        .setup
        .iter()
        .find(|entry| entry.piece == Piece::Unit(regiment))
        .expect("set up");
    assert_eq!(
        (entry.strength, &entry.place),
        (
            Some(8),
            &Place::Hex(battle.ground.grid.parse("1211").expect("hex"))
        )
    );
    assert!(
        matches!(&scenario.special_rules[1].mechanism, Mechanism::HeldInField { units, .. } if units == &[regiment])
    );
    // The correction has raised 1213 by one level, and its slopes have followed.
    let hex = |name: &str| battle.ground.grid.parse(name).expect("hex");
    assert_eq!(battle.ground.level(hex("1213")), 2);
    assert_eq!(
        battle
            .ground
            .side_between(hex("1213"), hex("1214"))
            .expect("side")
            .relief
            .lines(),
        1
    );
}

/// The small battle with one piece of its scenario replaced.
fn changed(from: &str, to: &str) -> (BattleFacts, ScenarioFacts) {
    let path = "scenarios/01-skirmish/scenario.toml".to_owned();
    let whole = valid().text(&path).expect("a file").to_string();
    assert!(whole.contains(from), "{from}");
    let text = whole.replacen(from, to, 1);
    let (battle, mut scenarios) = load(&Overlay {
        upper: Replaced { path, text },
        lower: valid(),
    })
    .map_err(|faults| faults.summary())
    .expect("no fault");
    (battle, scenarios.remove(0))
}

/// A list of hexes may name a field, a hex of that field and the field again: each hex is in it once, in the order in
/// which it was first named.
#[test]
fn a_hex_that_is_named_twice_in_a_list_counts_once() {
    let goals = |list: &str| {
        let (battle, scenario) = changed(
            "hexes = [\"field:Old\"], needed = 1",
            &format!("hexes = [{list}], needed = 1"),
        );
        let OutcomeTest::Conditions(conditions) = &scenario.victory.outcomes[0].when else {
            panic!("conditions");
        };
        let Condition::Held { hexes, .. } = &conditions[0] else {
            panic!("a place that is held");
        };
        let names = hexes.iter().map(|hex| battle.ground.grid.name(*hex));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let field = goals("\"field:Old\"");
    assert!(field.len() > 1, "{field:?}");
    assert_eq!(goals("\"field:Old\", \"field:Old\""), field);
    let last = field.last().expect("a hex");
    let mut turned = vec![last.clone()];
    turned.extend(field[..field.len() - 1].iter().cloned());
    let list = format!("\"{last}\", \"field:Old\", \"{}\"", field[0]);
    assert_eq!(goals(&list), turned);
    // A side may score less than nothing for losses of its own.
    let (_, scenario) = changed(
        "[[victory.outcomes]]\nwhen = \"conditions\"",
        "[[victory.points]]\nid = \"own\"\nto = \"union\"\nvp = -1\nper = { count = \"strength-lost\", side = \"union\" }\n\
         [[victory.outcomes]]\nwhen = \"conditions\"",
    );
    assert_eq!(scenario.victory.points[0].vp, -1);
}

/// Notepad and Excel put a mark before the text; it is no part of the first word.
#[test]
fn a_byte_order_mark_is_no_fault() {
    for path in [
        "oob/units.tsv",
        "map/hexes.tsv",
        "map/map.toml",
        "scenarios/01-skirmish/scenario.toml",
        "scenarios/01-skirmish/reinforcements.tsv",
    ] {
        let text = format!("\u{feff}{}", valid().text(path).expect("a file"));
        let path = path.to_owned();
        load(&Overlay {
            upper: Replaced { path, text },
            lower: valid(),
        })
        .map_err(|faults| faults.summary())
        .expect("no fault");
    }
}

#[test]
fn every_fault_has_its_message() {
    let mut samples: Vec<PathBuf> = fs::read_dir(here("tests/invalid"))
        .expect("the folder of samples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending == "tsv" || ending == "toml")
        })
        .collect();
    samples.sort();
    assert!(samples.len() > 80, "samples are missing: {}", samples.len());
    for sample in samples {
        let text = fs::read_to_string(&sample).expect("a sample");
        let first = text.lines().next().unwrap_or_default();
        let path = first
            .strip_prefix("# replaces ")
            .expect("the first line names the file")
            .to_owned();
        let name = sample
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let faults = match load(&Overlay {
            upper: Replaced { path, text },
            lower: valid(),
        }) {
            Ok(_) => panic!("{name} loads without a fault"),
            Err(faults) => faults.summary(),
        };
        insta::assert_snapshot!(name, faults);
    }
}

#[test]
fn a_missing_file_is_a_fault_of_its_own() {
    struct Without(&'static str);
    impl Provider for Without {
        fn text(&self, path: &str) -> Option<Arc<str>> {
            (path != self.0).then(|| valid().text(path))?
        }
    }
    for path in [
        "map/routes.tsv",
        "oob/units.tsv",
        "tables/stacking.tsv",
        "scenarios/01-skirmish/setup.tsv",
    ] {
        let faults = load(&Without(path)).expect_err("a file is missing");
        let found = faults
            .list()
            .iter()
            .any(|fault| fault.file() == path && fault.kind.to_string().contains("missing"));
        assert!(found, "{path}: {}", faults.summary());
    }
}

#[test]
fn a_fault_is_shown_with_its_place() {
    let text = fs::read_to_string(here("tests/invalid/unknown-unit.tsv")).expect("a sample");
    let path = "scenarios/01-skirmish/setup.tsv".to_owned();
    let faults = load(&Overlay {
        upper: Replaced { path, text },
        lower: valid(),
    })
    .expect_err("a fault");
    let mut shown = String::new();
    miette::NarratableReportHandler::new()
        .render_report(&mut shown, &faults)
        .expect("a report");
    insta::assert_snapshot!("shown_with_its_place", shown);
}

/// Whatever a person does to a file, loading answers and does not panic.
#[test]
fn cut_and_garbled_files_never_panic() {
    for path in [
        "map/hexes.tsv",
        "oob/units.tsv",
        "scenarios/01-skirmish/scenario.toml",
        "scenarios/01-skirmish/setup.tsv",
    ] {
        let whole = valid().text(path).expect("a file").to_string();
        let mut places: Vec<usize> = whole.char_indices().map(|(place, _)| place).collect();
        places.retain(|place| place % 37 == 0);
        for place in places {
            for text in [
                whole[..place].to_owned(),
                format!("{}\t½[{{=\"{}", &whole[..place], &whole[place..]),
            ] {
                let _answer = load(&Overlay {
                    upper: Replaced {
                        path: path.to_owned(),
                        text,
                    },
                    lower: valid(),
                });
            }
        }
    }
}
