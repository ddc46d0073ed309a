//! The data folder: sound, symmetric, and every fault of a file named with its line.

use longroll_core::Side;
use longroll_shell_for_guns::facts::{Arm, Army, Basing, Figures, Terrain};
use longroll_shell_for_guns::{Faults, Options, data};
use longroll_tabletop::Point;

/// The outline after a half turn about the middle of the table, from its least corner.
fn turned(points: &[Point], size: (i32, i32)) -> Vec<(i32, i32)> {
    let mut all: Vec<(i32, i32)> = points
        .iter()
        .map(|at| (size.0 - at.x(), size.1 - at.y()))
        .collect();
    all.sort_unstable();
    all
}

fn sorted(points: &[Point]) -> Vec<(i32, i32)> {
    let mut all: Vec<(i32, i32)> = points.iter().map(|at| (at.x(), at.y())).collect();
    all.sort_unstable();
    all
}

#[test]
fn sfg_167_the_ready_battle_is_legal_and_its_tables_are_symmetric() {
    for name in data::Folder::embedded().tables() {
        let terrain = data::terrain(name).expect("a sound table");
        let size = (terrain.size.0.0, terrain.size.1.0);
        for area in &terrain.areas {
            let other = turned(area.outline.outline(), size);
            let same = |own: &&longroll_shell_for_guns::facts::Area| {
                own.class == area.class
                    && own.cover == area.cover
                    && sorted(own.outline.outline()) == other
            };
            // Fords are cut out of a line and rounded: a tick is forgiven by leaving them to the rivers' own points.
            if area.name != "the ford" {
                assert!(
                    terrain.areas.iter().any(|own| same(&own)),
                    "{name}: {} has no twin",
                    area.name
                );
            }
        }
        for hill in &terrain.hills {
            let other = turned(hill.outline.outline(), size);
            assert!(
                terrain
                    .hills
                    .iter()
                    .any(|own| own.level == hill.level && sorted(own.outline.outline()) == other),
                "{name}: {} has no twin",
                hill.name
            );
        }
        for line in &terrain.obstacles {
            let other = turned(line.line.points(), size);
            assert!(
                terrain
                    .obstacles
                    .iter()
                    .any(|own| own.kind == line.kind && sorted(own.line.points()) == other),
                "{name}: a {} has no twin",
                line.kind
            );
        }
        for road in &terrain.roads {
            let other = turned(road.line.points(), size);
            assert!(
                terrain
                    .roads
                    .iter()
                    .any(|own| sorted(own.line.points()) == other),
                "{name}: {}",
                road.name
            );
        }
        let own = terrain.objectives[Side::Union].as_slice();
        assert_eq!(
            turned(own, size),
            sorted(&terrain.objectives[Side::Confederate]),
            "{name}: objectives"
        );
        let facts = data::ready(name, Options::default()).expect("a sound battle");
        assert_eq!(
            (
                facts.reserve_limit(Side::Union),
                facts.reserve_limit(Side::Confederate)
            ),
            (2, 2)
        );
        assert!(
            facts
                .units()
                .all(|(_, unit)| unit.entry.arm == Arm::Battery || unit.entry.bases >= 6)
        );
        let points = |side| -> u32 {
            facts
                .units()
                .filter(|(_, unit)| unit.side == side)
                .map(|(_, unit)| u32::from(unit.entry.points))
                .sum()
        };
        assert!(points(Side::Union).abs_diff(points(Side::Confederate)) <= 10);
    }
}

#[test]
fn prices_follow_from_the_lists() {
    for name in data::Folder::embedded().armies() {
        let army = data::army(name).expect("a sound army");
        for unit in army.divisions.iter().flat_map(|division| &division.units) {
            use longroll_shell_for_guns::facts::{Quality, Weapon};
            let base = match unit.quality {
                Quality::Conscript => 8,
                Quality::Regular => 10,
                Quality::Elite => 13,
            };
            let more = if unit.weapon == Weapon::BreechLoader {
                2
            } else {
                0
            };
            let price = if unit.arm == Arm::Battery {
                30
            } else {
                u16::from(unit.bases) * (base + more)
            };
            assert_eq!(unit.points, price, "{name}: {}", unit.name);
        }
    }
}

#[test]
fn faults_are_named_with_file_and_line_all_at_once() {
    let army = "name = \"A\"\nside = \"unoin\"\nsource = \"ours\"\n[[division]]\nname = \"D\"\ngeneral = { name = \"G\" }\nunits = [\n  { name = \"a, b\", kind = \"infantry\", bases = 8 },\n  { name = \"c\", kind = \"infantry\" },\n  { name = \"d\", kind = \"dragoons\", bases = 4, colour = \"grey\" },\n]\n";
    let faults = Army::read("army.toml", army)
        .expect_err("it is full of faults")
        .summary();
    for wanted in [
        "army.toml:2: 'unoin' is not one of union, confederate",
        "army.toml:8: a name is not empty and holds no",
        "army.toml:9: a brigade needs its number of bases",
        "army.toml:10: 'dragoons' is not one of infantry, cavalry, battery",
        "army.toml:10: unknown key 'colour'",
    ] {
        assert!(faults.contains(wanted), "{wanted}\n{faults}");
    }
    let table = "source = \"ours\"\nsize = [36, 24]\n[[area]]\nkind = \"woods\"\nclass = \"difficult\"\npoly = [[1, 1], [5, 5], [5, 1], [1, 5]]\n[[line]]\nkind = \"rail fence\"\npoints = [[1.0001, 2]]\n";
    let faults = Terrain::read("table.toml", table)
        .expect_err("it is full of faults")
        .summary();
    assert!(
        faults.contains("table.toml:6: the outline meets itself"),
        "{faults}"
    );
    assert!(
        faults.contains("table.toml:9: a length in UM has at most three decimals"),
        "{faults}"
    );
    let figures = include_str!("../../../data/shell-for-guns/figures.toml")
        .replace("gait = \"mounted\"", "gait = \"infantry\"");
    let faults = Figures::read("figures.toml", &figures)
        .expect_err("a row twice")
        .summary();
    assert!(
        faults.contains("two rows for infantry") && faults.contains("no row for mounted"),
        "{faults}"
    );
    let basing =
        include_str!("../../../data/shell-for-guns/basing/28mm.toml").replace("um = 5.0", "um = 0");
    assert!(Basing::read("basing.toml", &basing).is_err());
    assert!(
        Army::read("broken.toml", "name = ")
            .expect_err("no TOML")
            .summary()
            .starts_with("broken.toml:1:")
    );
    let unknown = data::terrain("nowhere")
        .expect_err("no such table")
        .to_string();
    assert!(unknown.contains("harlans-crossroads"), "{unknown}");
}

/// A folder laid over what is built in: a table of one's own with its armies, bases of one's own.
#[test]
fn files_of_a_folder_are_laid_over_the_built_in_ones() {
    let army = include_str!("../../../data/shell-for-guns/armies/first-column.toml")
        .replace("First Column", "Own Column")
        .replace("1st Brigade", "Iron Brigade");
    let table = include_str!("../../../data/shell-for-guns/tables/two-ridges.toml").replacen(
        "zone = 6.00",
        "zone = 6.00\narmies = { union = \"own-column\" }",
        1,
    );
    let basing = include_str!("../../../data/shell-for-guns/basing/custom.toml").replacen(
        "front = 2.0",
        "front = 1.5",
        1,
    );
    let file = |path: &str, text: &str| (path.to_owned(), format!("mine/{path}"), text.to_owned());
    let files = || {
        vec![
            file("armies/own-column.toml", &army),
            file("tables/own-table.toml", &table),
            file("basing/custom.toml", &basing),
        ]
    };
    let folder = data::Folder::overlaid(files()).expect("known files");
    assert_eq!(folder.faults(), Vec::new());
    assert!(folder.tables().contains(&"own-table"));
    assert_ne!(folder.edition(), data::Folder::embedded().edition());
    let mut options = Options::default();
    options.set("scale", "custom").expect("a word");
    let facts = folder.ready("own-table", options).expect("sound");
    let own = facts.unit_named("Iron Brigade").expect("of the own army");
    assert_eq!(facts.base_size(own, false).frontage.0, 600);
    assert_eq!(facts.edition, folder.edition());
    assert!(data::ready("own-table", options).is_err());

    // Faults of laid files, each with its file and line.
    let faulty = |path: &str, text: &str| {
        let mut all = files();
        all.push(file(path, text));
        let folder = data::Folder::overlaid(all).expect("a known name");
        let told: Vec<String> = folder
            .faults()
            .iter()
            .map(|faults| faults.summary())
            .collect();
        told.join("\n")
    };
    let line_of = |text: &str, what: &str| {
        let line = text.lines().position(|line| line.contains(what));
        line.expect("it is there") + 1
    };
    let small = table.replace("size = [36.00, 24.00]", "size = [36.00, 20.00]");
    let told = faulty("tables/small.toml", &small);
    let line = line_of(&small, "size =");
    assert!(
        told.contains(&format!(
            "mine/tables/small.toml:{line}: a pitched battle needs"
        )),
        "{told}"
    );
    let nobody = table.replace("own-column", "no-column");
    let told = faulty("tables/nobody.toml", &nobody);
    let line = line_of(&nobody, "armies =");
    assert!(
        told.contains(&format!(
            "mine/tables/nobody.toml:{line}: no army is called 'no-column'"
        )),
        "{told}"
    );
    let traitor = table.replace("own-column", "valley-column");
    assert!(
        faulty("tables/traitor.toml", &traitor).contains("is not of the"),
        "a side has its own army"
    );
    let near = table.replace(
        "[[10.00, 5.00], [26.00, 5.00]]",
        "[[10.00, 5.00], [21.00, 5.00]]",
    );
    let told = faulty("tables/near.toml", &near);
    let line = line_of(&near, "objectives_suggested");
    assert!(
        told.contains(&format!(
            "mine/tables/near.toml:{line}: union: 11.00 UM apart"
        )),
        "{told}"
    );
    let odd = army.replacen("infantry", "infantri", 1);
    let told = faulty("armies/odd.toml", &odd);
    let line = line_of(&odd, "infantri");
    assert!(
        told.contains(&format!("mine/armies/odd.toml:{line}:")),
        "{told}"
    );
    let narrow = "source = \"ours\"\nname = \"Narrow\"\nsize = [23.99, 24.00]\n";
    for exact in ["[24.00, 24.00]", "[36.00, 22.00]"] {
        let told = faulty(
            "tables/exact.toml",
            &narrow.replace("[23.99, 24.00]", exact),
        );
        assert!(!told.contains("a pitched battle needs"), "{exact}: {told}");
    }
    let told = faulty(
        "tables/shallow.toml",
        &narrow.replace("[23.99, 24.00]", "[36.00, 21.99]"),
    );
    assert!(told.contains("a pitched battle needs"), "{told}");
    let told = faulty("tables/narrow.toml", narrow);
    assert!(
        told.contains("a pitched battle needs 24.00 x 22.00"),
        "{told}"
    );
    // Positions tell their own faults, once; figures that cannot be read tell theirs.
    let told = faulty(
        "positions/mine.toml",
        "title = \"t\"\nboard = \"tabletop\"\nunti = []\n",
    );
    assert_eq!(told.matches("unknown key 'unti'").count(), 1, "{told}");
    assert!(told.contains("mine/positions/mine.toml:3:"), "{told}");
    let figures = include_str!("../../../data/shell-for-guns/figures.toml");
    let told = faulty("figures.toml", &figures.replacen("gait =", "gate =", 1));
    assert!(told.contains("mine/figures.toml:"), "{told}");
    // A row that cannot be read is told once, and not missed as well.
    assert!(!told.contains("no row for"), "{told}");
    let stray = data::Folder::overlaid([file("tabels/x.toml", "")]).expect_err("a misspelt room");
    assert!(stray.to_string().contains("mine/tabels/x.toml"), "{stray}");
}

/// A table measures up to 200 UM a side.
#[test]
fn figures_and_radii_below_nothing_are_told() {
    let figures = include_str!("../../../data/shell-for-guns/figures.toml");
    for (sound, wrong, told) in [
        ("losses = 4", "losses = 0", ":9: 0 is not between 1 and 9"),
        (
            "standard = 4",
            "standard = -4",
            ":24: a measure is not below nothing",
        ),
        (
            "obstacle = 1",
            "obstacle = -1",
            ":28: a measure is not below nothing",
        ),
        (
            "reach = 3",
            "reach = -3",
            ":62: a measure is not below nothing",
        ),
    ] {
        let faults = Figures::read("figures.toml", &figures.replacen(sound, wrong, 1));
        let faults = faults.expect_err(wrong).summary();
        assert!(faults.contains(told), "{faults}");
    }
    let army = include_str!("../../../data/shell-for-guns/armies/first-column.toml");
    let army = army.replacen("radius = 12.00", "radius = -0.01", 1);
    let faults = Army::read("army.toml", &army).expect_err("a radius below nothing");
    let faults = faults.summary();
    assert!(
        faults.contains(":9: a measure is not below nothing"),
        "{faults}"
    );
}

#[test]
fn a_table_has_a_largest_size() {
    let told = |size: &str| {
        let text = format!("source = \"ours\"\nsize = {size}\n");
        Terrain::read("table.toml", &text).map_err(|faults| faults.summary())
    };
    for size in ["[200, 200]", "[0.001, 200]", "[200, 0.001]"] {
        assert!(told(size).is_ok(), "{size}");
    }
    for size in ["[200.001, 24]", "[36, 200.001]", "[0, 24]", "[36, 0]"] {
        let faults = told(size).expect_err(size);
        assert!(
            faults.contains("table.toml:2: a table measures up to 200 x 200 UM"),
            "{faults}"
        );
    }
}

#[test]
fn a_table_too_small_for_anybody_is_told_and_not_stumbled_over() {
    for size in [
        "[2.00, 24.00]",
        "[36.00, 0.40]",
        "[0.00, 0.00]",
        "[2.19, 2.19]",
    ] {
        let text = format!(
            "title = \"small\"\nboard = \"tabletop\"\nbegin = {{ activation = \"Union\" }}\nground.size = {size}\n\
             unit = [{{ name = \"A\", side = \"union\", at = [1.00, 1.00] }}, {{ name = \"X\", side = \"confederate\", at = [1.00, 2.00] }}]\n\
             play = [{{ state = \"A\", answer = \"good order\" }}]\n"
        );
        let faults = longroll_shell_for_guns::situation::load("small.toml", &text)
            .expect_err("nobody fits on it")
            .summary();
        let told = faults.contains("beyond the table") || faults.contains("a table measures");
        assert!(told, "{size}: {faults}");
    }
}

/// Everything that is wrong with a file is told at once, each fault with its line.
#[test]
fn several_faults_of_one_file_are_told_together() {
    let laid = |path: &str, text: &str| {
        let file = (path.to_owned(), path.to_owned(), text.to_owned());
        let folder = data::Folder::overlaid([file]).expect("a file of the rules");
        let found: Vec<String> = folder.faults().iter().map(Faults::summary).collect();
        found.join("\n")
    };
    let wood = "kind = \"woods\", class = \"difficult\", poly = [[1, 1], [4, 1], [4, 4]]";
    let table = format!(
        "name = \"T\"\nsource = \"ours\"\narea = [\n  {{ name = \"Wood\", {wood} }},\n  {{ name = \"Wood\", {wood} }},\n  {{ name = \"\", {wood} }},\n  {{ {wood} }},\n  \
         {{ {wood} }},\n]\nhill = [{{ level = 0, poly = [[1, 1], [4, 1], [4, 4]] }}]\n"
    );
    assert_eq!(
        laid("tables/t.toml", &table).lines().collect::<Vec<_>>(),
        [
            "tables/t.toml:5: a second area is called Wood",
            "tables/t.toml:6: a name is not empty and holds no , : ; { }",
            "tables/t.toml:10: 0 is not between 1 and 9",
        ],
        "areas without a name of their own may be many"
    );
    let figures = include_str!("../../../data/shell-for-guns/figures.toml")
        .replace("needs = 2", "needs = 7")
        .replace("needs = 3", "needs = 0");
    let told = laid("figures.toml", &figures);
    let (high, low) = ("7 is not between 1 and 6", "0 is not between 1 and 6");
    assert!(told.contains(high) && told.contains(low), "{told}");
    let army = include_str!("../../../data/shell-for-guns/armies/first-column.toml")
        .replace("\"Second Division\"", "\"First Division\"")
        .replace("bases = 6", "bases = 1");
    let told = laid("armies/first-column.toml", &army);
    assert!(
        told.contains("a second division is called First Division"),
        "{told}"
    );
    assert!(told.contains("a brigade has two bases or more"), "{told}");
}

/// Holds what is told of a position with one fault against what is wanted: the line and the reason, and nothing else.
fn is_refused(first: &str, second: &str, more: &str, wanted: &str) {
    let text = format!(
        "title = \"t\"\nboard = \"tabletop\"\nunit = [\n  {{ name = \"A\", side = \"union\", {first} }},\n  {{ name = \"X\", side = \"confederate\", at = [18, 14]{second} }},\n  \
         {{ name = \"B\", side = \"union\", at = [4, 4] }} ]\n{more}\nbegin = {{ activation = \"Union\" }}\nplay = [{{ state = \"A\", answer = \"good order\" }}]\n"
    );
    let faults = longroll_shell_for_guns::situation::load("p.toml", &text)
        .expect_err(wanted)
        .summary();
    assert!(
        faults.starts_with(&format!("p.toml:{wanted}")),
        "{wanted}\n{faults}"
    );
    assert_eq!(faults.lines().count(), 1, "one fault is one line: {faults}");
}

/// What a position may not say, and the line that is blamed for it.
#[test]
fn positions_that_cannot_be_are_refused_with_line_and_reason() {
    let wood = "ground.area = [{ kind = \"woods\", class = \"difficult\", poly = [[10, 8], [26, 8], [26, 12], [10, 12]] }]";
    for (first, second, more, wanted) in [
        ("at = [18, 14.20]", "", "", "5: A and X overlap"),
        ("at = [35, 10]", "", "", "4: A lies beyond the table"),
        (
            "bases = 6, left = 7, at = [18, 10]",
            "",
            "",
            "4: A has 7 bases, not 2 to 6",
        ),
        (
            "at = [18, 10], formation = \"deployed\"",
            "",
            "",
            "4: A is deployed, no formation of infantry",
        ),
        (
            "at = [18, 10], heading = 400",
            "",
            "",
            "4: a heading is 0 to 360 degrees, not 400",
        ),
        (
            "at = [18, 10], heading = -0.01",
            "",
            "",
            "4: a heading is 0 to 360 degrees",
        ),
        (
            "at = [18, 10], mounted = true",
            "",
            "",
            "4: only cavalry is mounted",
        ),
        (
            "at = [18, 10]",
            ", joined = \"A\"",
            "",
            "5: X has joined an enemy",
        ),
        (
            "at = [18, 10], joined = \"B\"",
            "",
            "",
            "4: A has joined, but only a battery joins",
        ),
        (
            "at = [18, 10], kind = \"cavalry\"",
            "",
            wood,
            "4: A stands in woods, which is barred to it",
        ),
        (
            "at = [18, 10]",
            "",
            "ground.river = [{ points = [[0, 10], [36, 10]] }]",
            "4: A stands in the river",
        ),
        (
            "at = [18, 10]",
            "",
            "objective = [{ at = [9, 5], by = \"union\" }, { at = [36.001, 5], by = \"union\" }]",
            "7: objective 2 lies beyond the table",
        ),
        (
            "at = [18, 10]",
            "",
            "general = [{ name = \"General of Union\", at = [18, 15], with = \"X\" }]",
            "7: General of Union is with an enemy",
        ),
        (
            "at = [18, 10]",
            "",
            "general = [{ name = \"General of Union\", at = [50, 15] }]",
            "7: General of Union stands beyond the table",
        ),
        (
            "at = [18, 10], joined = \"Battery\"",
            "",
            "",
            "4: no unit is called 'Battery'",
        ),
    ] {
        is_refused(first, second, more, wanted);
    }
}

/// The same of ground and of names.
#[test]
fn ground_and_names_that_cannot_be_are_refused_with_line_and_reason() {
    for (more, wanted) in [
        (
            "table = \"two-ridges\"\nground.size = [36, 24]",
            "8: a position has a table or ground of its own",
        ),
        (
            "ground.river = [{ points = [[0, 12], [36, 12]], fords = [{ at = [18, 12.301] }] }]",
            "7: the ford does not lie in its river",
        ),
        (
            "ground.area = [{ kind = \"crops\", class = \"broken\", poly = [[36.001, 1], [40, 1], [40, 6]] }]",
            "7: the area lies beyond the table",
        ),
        (
            "ground.hill = [{ level = 1, poly = [[1, -5], [4, -5], [4, -0.001]] }]",
            "7: the hill lies beyond the table",
        ),
        (
            "ground.road = [{ points = [[1, 24.001], [9, 30]] }]",
            "7: the road lies beyond the table",
        ),
        (
            "ground.line = [{ kind = \"hedge\", points = [[-1, 4], [-0.001, 9]] }]",
            "7: the line lies beyond the table",
        ),
        (
            "ground.zone = 12.001",
            "7: two zones of 12.001 UM do not fit on a table 24.00 UM deep",
        ),
        (
            "general = [{ name = \"General of Uion\", at = [18, 15] }]",
            "7: no general is called 'General of Uion'; did you mean 'General of Union'?",
        ),
        (
            "general = [{ name = \"General of Union\", at = [18, 9], with = \"Brigade\" }]",
            "7: no unit is called 'Brigade'",
        ),
        (
            "arrival = [{ division = \"Confedrate\", due = 2 }]",
            "7: no division is called 'Confedrate'; did you mean 'Confederate'?",
        ),
        (
            "ground.hill = [{ level = 0, poly = [[1, 1], [4, 1], [4, 4]] }]",
            "7: 0 is not between 1 and 9",
        ),
        (
            "ground.road = [{ name = \"Lane\", points = [[1, 1], [9, 1]] }, { name = \"lane\", points = [[1, 3], [9, 3]] }]",
            "7: a second road is called lane",
        ),
        (
            "ground.road = [{ name = \"Lane, the\", points = [[1, 1], [9, 1]] }]",
            "7: a name is not empty and holds no , : ; { }",
        ),
        ("ground.zone = -0.001", "7: a measure is not below nothing"),
    ] {
        is_refused("at = [18, 10]", "", more, wanted);
    }
}

/// The same at the last place where they can be.
#[test]
fn positions_at_the_limit_are_accepted() {
    for more in [
        "objective = [{ at = [36, 24], by = \"union\" }, { at = [0, 0], by = \"union\" }]",
        "ground.river = [{ points = [[0, 12], [36, 12]], fords = [{ at = [18, 12.30] }] }]",
        "ground.area = [{ kind = \"crops\", class = \"broken\", poly = [[36, 1], [40, 1], [40, 6]] }]",
        "ground.area = [{ kind = \"crops\", class = \"broken\", poly = [[-4, 1], [0, 1], [-4, 6]] }]",
        "ground.road = [{ points = [[1, 24], [9, 30]] }]",
        "ground.hill = [{ level = 1, poly = [[1, -5], [4, -5], [4, 0]] }]",
        "ground.zone = 12.00",
    ] {
        let text = format!(
            "title = \"t\"\nboard = \"tabletop\"\nunit = [{{ name = \"A\", side = \"union\", at = [18, 10], heading = 360 }}, {{ name = \"X\", side = \"confederate\", at = [18, 14] }}]\n{more}\n\
             begin = {{ activation = \"Union\" }}\nplay = [{{ state = \"A\", answer = \"good order\" }}]\n"
        );
        if let Err(faults) = longroll_shell_for_guns::situation::load("p.toml", &text) {
            panic!("{more}: {faults}");
        }
    }
}

#[test]
fn what_stands_twice_is_blamed_where_it_stands_again() {
    let text = "title = \"t\"\nboard = \"tabletop\"\nunit = [\n  { name = \"A\", side = \"union\", at = [18, 10] },\n  { name = \"a\", side = \"confederate\", at = [18, 14] } ]\n\
                begin = { activation = \"Union\" }\nplay = [{ state = \"A\", answer = \"good order\" }]\n";
    let faults =
        longroll_shell_for_guns::situation::load("p.toml", text).expect_err("two of a name");
    assert_eq!(faults.summary(), "p.toml:5: a second unit is called a");
    let army = "name = \"A\"\nside = \"union\"\nsource = \"ours\"\n[[division]]\nname = \"D\"\ngeneral = { name = \"G\" }\nunits = [\n  { name = \"b\", kind = \"infantry\", bases = 8 },\n  { name = \"b\", kind = \"infantry\", bases = 6 },\n]\n";
    let faults = Army::read("army.toml", army).expect_err("two of a name");
    assert_eq!(faults.summary(), "army.toml:9: two units are called b");
}

#[test]
fn a_difference_names_the_line_of_its_expectation_and_a_face_its_die() {
    let text = "title = \"t\"\nboard = \"tabletop\"\nunit = [{ name = \"A\", side = \"union\", at = [18, 10.005] }, { name = \"X\", side = \"confederate\", at = [18, 14] }]\n\
                begin = { activation = \"Union\" }\nplay = [{ choose = \"order A\", dice = [1, 7] }]\n";
    let report = |text: &str| {
        let read = longroll_shell_for_guns::situation::load("p.toml", text).expect("sound");
        read.cases()[0].run().differences().join("\n")
    };
    assert!(
        report(text).contains("p.toml:5:") && report(text).contains("a die of 6 faces shows no 7"),
        "{}",
        report(text)
    );
    let text = text.replace(", 7]", ", 1]");
    for (value, passes) in [
        ("18.00 10.01", true),
        ("18.00 10.005", true),
        ("18 10.006", false),
        ("18.00 10.00", false),
        ("18.00", false),
    ] {
        let told = report(&format!("{text}expect.unit.A.at = \"{value}\"\n"));
        assert_eq!(told.is_empty(), passes, "{value}: {told}");
        assert!(passes || told.starts_with("p.toml:6:"), "{told}");
    }
}
