//! Data files with one thing wrong in them, read as `data check` reads them.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use longroll_catalog::facts::BattleFacts;
use longroll_catalog::read::{read_battle, read_index, read_scenario};
use longroll_shiloh::{Embedded, Faults, Overlay};

use crate::door::{Answer, Door, at_once};

/// A file, what is replaced in it, by what, and what the answer must name.
type Input = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const SCENARIO: &str = "scenarios/02-the-long-walk/scenario.toml";
const SETUP: &str = "scenarios/02-the-long-walk/setup.tsv";

/// Faults of files that all scenarios share.
const SHARED: &[Input] = &[
    (
        "map/map.toml",
        "columns = [10, 69]",
        "columns = [10]",
        &["map/map.toml:2", "a pair"],
    ),
    (
        "map/map.toml",
        "columns = [10, 69]",
        "columns = \"all\"",
        &["map/map.toml:2", "a list"],
    ),
    (
        "map/map.toml",
        "odd-south",
        "north",
        &["map/map.toml", "north", "odd-south"],
    ),
    (
        "map/map.toml",
        "columns = [10",
        "colums = [10",
        &["colums", "unknown key"],
    ),
    (
        "map/hexes.tsv",
        "\twoods\t",
        "\tforest\t",
        &["map/hexes.tsv", "forest", "woods"],
    ),
    (
        "map/hexes.tsv",
        "N1001\t",
        "N9901\t",
        &["map/hexes.tsv", "N9901"],
    ),
    (
        "map/hexes.tsv",
        "N1001\t",
        "N1002\t",
        &["map/hexes.tsv", "N1002", "second time"],
    ),
    (
        "map/hexes.tsv",
        "N1001\twoods\t-\t3",
        "N1001\twoods\t-\thigh",
        &["map/hexes.tsv", "high"],
    ),
    (
        "map/hexes.tsv",
        "N1001\twoods\t-\t3",
        "N1001\twoods\tNowhere\t3",
        &["map/hexes.tsv", "Nowhere"],
    ),
    (
        "map/hexes.tsv",
        "N1001\twoods\t-\t3\t456\t-\tI",
        "N1001   woods   -   3   456   -   I",
        &["map/hexes.tsv", "no tab stands in this line"],
    ),
    (
        "map/hexes.tsv",
        "hex\tterrain",
        "hex terrain",
        &["map/hexes.tsv", "terrain"],
    ),
    (
        "map/hexes.tsv",
        "N1001\twoods",
        "N1001\twoods\twoods\twoods\twoods\twoods\twoods\twoods",
        &["map/hexes.tsv", "cells"],
    ),
    (
        "map/hexsides.tsv",
        "N1030/N1130",
        "N1030/N6130",
        &["map/hexsides.tsv", "N1030 and N6130"],
    ),
    (
        "map/hexsides.tsv",
        "\tcreek\t",
        "\tbrook\t",
        &["map/hexsides.tsv", "brook"],
    ),
    (
        "map/routes.tsv",
        "S1234 S1333",
        "S1234 S6930",
        &["map/routes.tsv", "corinth"],
    ),
    (
        "map/routes.tsv",
        "landing-south\t",
        "corinth\t",
        &["map/routes.tsv", "corinth", "second time"],
    ),
    (
        "map/routes.tsv",
        "\troad\t",
        "\thighway\t",
        &["map/routes.tsv", "highway"],
    ),
    (
        "map/fields.tsv",
        "Mulberry\t",
        "Pittsburg Landing\t",
        &["map/fields.tsv", "Pittsburg Landing"],
    ),
    (
        "oob/units.tsv",
        "us-8-il",
        "us-8\u{0}-il",
        &["oob/units.tsv:", "cannot be seen: \\u{0}"],
    ),
    (
        "oob/commands.tsv",
        "\tarmy\t-\tunion",
        "\tgalaxy\t-\tunion",
        &["oob/commands.tsv", "galaxy"],
    ),
    (
        "oob/commands.tsv",
        "\tarmy\t-\tunion",
        "\tarmy\t-\tmartian",
        &["oob/commands.tsv", "martian"],
    ),
    (
        "oob/commands.tsv",
        "AoO\tarmy",
        "AoT\tarmy",
        &["oob/commands.tsv", "AoT", "second time"],
    ),
    (
        "oob/units.tsv",
        "us-8-il\t8 IL",
        "us-8-il\t11 IL",
        &["oob/units.tsv", "11 IL", "second time"],
    ),
    (
        "oob/units.tsv",
        "\tinfantry\t",
        "\tinfantery\t",
        &["oob/units.tsv", "infantery", "infantry"],
    ),
    (
        "oob/units.tsv",
        "\t1/1/T\t10\t",
        "\t1/9/T\t10\t",
        &["oob/units.tsv", "there is no command '1/9/T'"],
    ),
    (
        "oob/units.tsv",
        "\t1/1/T\t10\t",
        "\t1/1/T\tten\t",
        &["oob/units.tsv", "'ten' is not a number"],
    ),
    (
        "oob/units.tsv",
        "\t1/1/T\t10\t",
        "\t1/1/T\t0\t",
        &["oob/units.tsv", "'0' is not a number from 1"],
    ),
    (
        "oob/units.tsv",
        "\t1/1/T\t10\t",
        "\t1/1/T\t-3\t",
        &["oob/units.tsv", "'-3' is not a number"],
    ),
    (
        "oob/units.tsv",
        "\t6/5\testimate\t6/4",
        "\t3/6\testimate\t6/4",
        &["oob/units.tsv", "better in disorder"],
    ),
    (
        "oob/units.tsv",
        "\t6/5\testimate\t6/4",
        "\t6\testimate\t6/4",
        &["oob/units.tsv", "'6' cannot be read"],
    ),
    (
        "oob/units.tsv",
        "\t6/5\testimate\t6/4",
        "\t6/5\testimate\t4/6",
        &["oob/units.tsv", "better in disorder"],
    ),
    (
        "oob/units.tsv",
        "\tveteran\t",
        "\tseasoned\t",
        &["oob/units.tsv", "seasoned"],
    ),
    (
        "oob/units.tsv",
        "\t-\tM\testimate",
        "\t-\tQ\testimate",
        &["oob/units.tsv", "there is no weapon 'Q'"],
    ),
    (
        "oob/units.tsv",
        "key\tname\t",
        "name\t",
        &["oob/units.tsv", "the column 'key' is missing"],
    ),
    (
        "leaders/leaders.tsv",
        "\tarmy\tAoT\t",
        "\tking\tAoT\t",
        &["leaders/leaders.tsv", "king"],
    ),
    (
        "leaders/leaders.tsv",
        "\tarmy\tAoT\t",
        "\tarmy\tAoX\t",
        &["leaders/leaders.tsv", "AoX"],
    ),
    (
        "leaders/leaders.tsv",
        "us-ldr-buell\tBuell",
        "us-ldr-buell\tGrant",
        &["leaders/leaders.tsv", "Grant", "second time"],
    ),
    (
        "tables/stacking.tsv",
        "march\tfoot\t7",
        "march\tfoot\tmany",
        &["tables/stacking.tsv", "many"],
    ),
    (
        "tables/stacking.tsv",
        "march\tfoot\t7",
        "march\tfeet\t7",
        &["tables/stacking.tsv", "feet"],
    ),
    (
        "tables/single-figures.toml",
        "[0, 1, 1, 2, 2]",
        "[0, 1, 1, 2]",
        &["tables/single-figures.toml:23", "five numbers"],
    ),
    (
        "tables/single-figures.toml",
        "dark_range_divisor = 2",
        "dark_range_divisor = 0",
        &["tables/single-figures.toml:22", "divided by 0"],
    ),
    (
        "tables/single-figures.toml",
        "leader_loss = 0",
        "leader_loss = \"none\"",
        &["tables/single-figures.toml", "a whole number"],
    ),
    (
        "tables/ratio.tsv",
        "1-3\t-3",
        "1-4\t-3",
        &["tables/ratio.tsv"],
    ),
    (
        "battle.toml",
        "slug = \"shiloh\"",
        "slug = shiloh",
        &["battle.toml:2"],
    ),
    (
        "battle.toml",
        "title =",
        "titel =",
        &["battle.toml", "titel"],
    ),
    (
        "scenarios/index.tsv",
        "2\t02-the-long-walk",
        "1\t02-the-long-walk",
        &["scenarios/index.tsv", "second time"],
    ),
    (
        "scenarios/index.tsv",
        "2\t02-the-long-walk",
        "0\t02-the-long-walk",
        &["scenarios/index.tsv", "'0' is not a number from 1"],
    ),
    (
        "scenarios/index.tsv",
        "2\t02-the-long-walk",
        "two\t02-the-long-walk",
        &["scenarios/index.tsv", "two"],
    ),
];

/// Faults of one scenario.
const OF_SCENARIO: &[Input] = &[
    (
        SCENARIO,
        "number = 2",
        "number = 3",
        &["scenario.toml:2", "as scenario 2, not 3"],
    ),
    (
        SCENARIO,
        "number = 2",
        "number = 0",
        &["scenario.toml:2", "as scenario 2, not 0"],
    ),
    (
        SCENARIO,
        "number = 2",
        "number = \"two\"",
        &["scenario.toml:2", "a whole number"],
    ),
    (
        SCENARIO,
        "title = ",
        "titel = ",
        &["scenario.toml:4", "titel"],
    ),
    (
        SCENARIO,
        "title = \"The Long Walk\"",
        "title = \"The Long Walk",
        &["scenario.toml:4"],
    ),
    (
        SCENARIO,
        "\"6-0900\", label",
        "\"6-0700\", label",
        &["6-0700", "does not follow"],
    ),
    (
        SCENARIO,
        "\"6-0900\", label",
        "\"nine\", label",
        &["scenario.toml:13", "nine"],
    ),
    (
        SCENARIO,
        "light = \"day\"",
        "light = \"gloom\"",
        &["scenario.toml:12", "gloom", "dusk"],
    ),
    (
        SCENARIO,
        "box:S2410..S4930",
        "box:S2410..S9930",
        &["scenario.toml", "S9930"],
    ),
    (
        SCENARIO,
        "markers = [0, 2, 4, 0]",
        "markers = [0, 0, 0, 0]",
        &["scenario.toml:30", "at least one marker"],
    ),
    (
        SCENARIO,
        "markers = [0, 2, 4, 0]",
        "markers = [0, 2]",
        &["scenario.toml:30", "four numbers"],
    ),
    (
        SCENARIO,
        "markers = [0, 2, 4, 0]",
        "markers = [0, 2, 4, -1]",
        &["scenario.toml:30", "-1"],
    ),
    (
        SCENARIO,
        "commands = [\"3 Corps\"",
        "commands = [\"9 Corps\"",
        &["scenario.toml", "there is no command '9 Corps'"],
    ),
    (
        SCENARIO,
        "vp = 1, per = { count = \"strength-lost\"",
        "vp = -1, per = { count = \"strength-lost\"",
        &["-1 VP cannot be scored"],
    ),
    (
        SCENARIO,
        "vp = 1, per = { count = \"strength-lost\"",
        "vp = 0, per = { count = \"strength-lost\"",
        &["0 VP cannot be scored"],
    ),
    (
        SCENARIO,
        "\"S4617\", \"S4315\"] } }",
        "\"S4617\", \"N1001\"] } }",
        &["N1001 is outside the playing area"],
    ),
    (
        SCENARIO,
        "mechanism = \"shaky-regiment\"",
        "mechanism = \"shaken-regiment\"",
        &["shaken-regiment"],
    ),
    (
        SCENARIO,
        "unit = \"15 MI\"",
        "unit = \"15 MX\"",
        &["there is no unit '15 MX'", "15 MI"],
    ),
    (
        SCENARIO,
        "id = \"no-prentiss-cavalry\"",
        "id = \"no-reinforcements\"",
        &["no-reinforcements", "second time"],
    ),
    (
        SCENARIO,
        "rules = [\"BB 4.11\"]",
        "rules = [\"BB 99\"]",
        &["BB 99"],
    ),
    (
        SCENARIO,
        "method = \"objectives\"",
        "method = \"coin\"",
        &["coin"],
    ),
    (
        SCENARIO,
        "[victory]",
        "[victory]\n[victory]",
        &["scenario.toml"],
    ),
    (
        SCENARIO,
        "  { side = \"union\", from = \"6-0800\", markers = [0, 2, 1, 0] },\n",
        "",
        &[
            "scenario.toml:32",
            "6/T draws from 6-0800 on, but the union side has no pool",
        ],
    ),
    (
        SCENARIO,
        "  { side = \"union\", from",
        "  { side = \"confederate\", from = \"6-0800\", markers = [1, 1, 1, 1] },\n  { side = \"union\", from",
        &[
            "scenario.toml:31",
            "'confederate from 6-0800' is here a second time; first in line 30",
        ],
    ),
    (
        SCENARIO,
        "from = \"6-0800\", until = \"6-0900\", commands",
        "from = \"6-0900\", until = \"6-0800\", commands",
        &["scenario.toml:33", "6-0800, before it begins with 6-0900"],
    ),
    (
        SCENARIO,
        "from = \"6-0800\", until = \"6-0900\", count",
        "from = \"6-0900\", until = \"6-0800\", count",
        &["scenario.toml:38", "6-0800, before it begins with 6-0900"],
    ),
    (
        SCENARIO,
        "drm = 1 }",
        "drm = 99 }",
        &["scenario.toml:25", "99", "-9"],
    ),
    (
        SCENARIO,
        "label = \"8 AM\"",
        "label = \"\"",
        &["scenario.toml:12", "a turn needs a label"],
    ),
    (
        SCENARIO,
        "slug = \"the-long-walk\"",
        "slug = \"../../etc\"",
        &["scenario.toml:3", "wants the slug 'the-long-walk'"],
    ),
    (
        SETUP,
        "S3916\tPrentiss",
        "S3916\tPrentise",
        &[
            "setup.tsv",
            "there is no unit or leader 'Prentise'",
            "Prentiss",
        ],
    ),
    (
        SETUP,
        "S3916\tPrentiss",
        "N1001\tPrentiss",
        &["setup.tsv", "outside the playing area"],
    ),
    (
        SETUP,
        "S3916\tPrentiss",
        "Z3916\tPrentiss",
        &["setup.tsv", "Z3916"],
    ),
    (
        SETUP,
        "S4318\t61 IL",
        "S4318\t18 MO",
        &["setup.tsv", "18 MO", "second time"],
    ),
    (
        SETUP,
        "S4017\tMiller\t-\tadvance",
        "S4017\tMiller\t-\tretire",
        &["setup.tsv", "retire"],
    ),
    (
        SETUP,
        "S4415\t15 MI\t-\t-\t-\t-",
        "S4415\t15 MI\t-\t-\t99\t-",
        &["setup.tsv:11", "'99' is not a number from 1"],
    ),
    (
        SETUP,
        "S4415\t15 MI\t-\t-\t-\t-",
        "S4415\t15 MI\tQ\t-\t-\t-",
        &["setup.tsv", "Q"],
    ),
    (
        SETUP,
        "place\tpiece",
        "plaice\tpiece",
        &["setup.tsv", "plaice"],
    ),
    (
        SETUP,
        "S4318\t61 IL",
        "S4318   61 IL",
        &["setup.tsv", "no tab stands in this line"],
    ),
];

fn changed(input: &Input) -> Overlay<BTreeMap<String, String>, Embedded> {
    let (path, from, to, _) = *input;
    let text = Embedded::file(path).expect("a file of the battle");
    assert!(text.contains(from), "{from} in {path}");
    let upper = BTreeMap::from([(path.to_owned(), text.replacen(from, to, 1))]);
    Overlay {
        upper,
        lower: Embedded,
    }
}

fn answer(read: impl FnOnce() -> Result<(), Faults>) -> Answer {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(())) => Answer::Accepted("Sound".to_owned()),
        Ok(Err(faults)) => Answer::Refused(faults.summary()),
        Err(_) => Answer::Panicked("the reader panicked".to_owned()),
    }
}

pub fn door() -> Door {
    let battle: Arc<BattleFacts> = longroll_shiloh::battle().expect("the battle reads");
    let mut door = Door::default();
    let shared = at_once(SHARED, |input| {
        answer(|| {
            let files = changed(input);
            read_index(&files)?;
            read_battle(&files).map(|_| ())
        })
    });
    let of_scenario = at_once(OF_SCENARIO, |input| {
        answer(|| read_scenario(&battle, &changed(input), "02-the-long-walk").map(|_| ()))
    });
    let inputs = SHARED.iter().chain(OF_SCENARIO);
    for (input, answer) in inputs.zip(shared.into_iter().chain(of_scenario)) {
        let (path, from, to, wanted) = *input;
        door.count(&format!("{path}: '{from}' becomes '{to}'"), &answer, wanted);
    }
    door
}
