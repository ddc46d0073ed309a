//! Every sentence that the rules of Shell for Guns say to a player is there in Italian, and none that nobody says.
//!
//! The sentences are found in the sources: every text of more than one word, and every last argument by which a refusal or a
//! modifier is named. What is told to those who write data files, positions and orders is there too; what a situation answers stays English.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use longroll_core::Side;
use longroll_shell_for_guns::event::Cause;
use longroll_shell_for_guns::facts::{AreaKind, Arm, Formation, GroundClass, LineKind};
use longroll_shell_for_guns::roll::Purpose;
use longroll_shell_for_guns::table::Loss;
use longroll_shell_for_guns::{Word, data};

/// Rooms that do not speak to players, and those whose lines `italian.rs` writes itself.
const OTHERS: [&str; 9] = [
    "/situation/answer.rs",
    "/situation/fields.rs",
    "/situation/run.rs",
    "/players/",
    "/facts/kinds.rs",
    "/notation.rs",
    "/options.rs",
    "/text.rs",
    "/event.rs",
];
/// What is read, not said, and what names an invariant.
const NOT_SAID: [&str; 8] = [
    "General of {}",
    "a table of one UM can be measured",
    "at ",
    "the ",
    "table edge",
    "table's edge",
    "edge of the table",
    ", ",
];

fn catalogue() -> toml::Table {
    let text = include_str!("../words/it.toml");
    text.parse().expect("the catalogue reads")
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the project");
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            into.push(path);
        }
    }
}

/// The texts of a source with their blanks emptied, and whether each stands as the last argument of a call.
fn texts(source: &str) -> Vec<(String, bool)> {
    let code = source
        .split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some((_, after)) = rest.split_once('"') {
        let mut text = String::new();
        let mut signs = after.char_indices().peekable();
        let mut end = after.len();
        while let Some((place, sign)) = signs.next() {
            match sign {
                '"' => {
                    end = place + 1;
                    break;
                }
                '\\' => match signs.next() {
                    Some((_, '\n')) => {
                        while signs.next_if(|(_, next)| next.is_whitespace()).is_some() {}
                    }
                    Some((_, other)) => text.push(other),
                    None => {}
                },
                '{' => {
                    text.push('{');
                    while signs.next_if(|(_, next)| *next != '}').is_some() {}
                }
                other => text.push(other),
            }
        }
        rest = &after[end..];
        let last = rest
            .trim_start()
            .trim_start_matches(',')
            .trim_start()
            .starts_with(')');
        found.push((text, last));
    }
    found
}

fn rooms() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    sources(&own.join("../shell-for-guns/src"), &mut files);
    files.push(own.join("src/answer.rs"));
    for other in [
        "core/src/near.rs",
        "core/src/notation.rs",
        "core/src/session.rs",
        "tabletop/src/polygon.rs",
        "tabletop/src/polyline.rs",
    ] {
        files.push(own.join("..").join(other));
    }
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        (path, text)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn every_sentence_of_the_rules_has_its_italian_one() {
    let catalogue = catalogue();
    // What words are put behind at compile time has its blank there.
    let known = |text: &str| {
        let open = format!("{text}{{}}");
        let holds = |group: &toml::Value| group.get(text).is_some() || group.get(&open).is_some();
        catalogue.values().any(holds)
    };
    let mut said = BTreeSet::new();
    for (path, source) in rooms() {
        let path = path.display().to_string();
        if OTHERS.iter().any(|other| path.contains(other)) {
            continue;
        }
        for (text, last) in texts(&source) {
            let several = text.trim().contains(' ');
            let named = last && source.contains(&format!("\"{text}\"")) && is_named(&source, &text);
            let words = text.chars().any(char::is_alphabetic);
            if words && (several || named) && !NOT_SAID.contains(&text.as_str()) {
                said.insert(text);
            }
        }
    }
    assert!(said.len() > 180, "only {} are found", said.len());
    let missing: Vec<&String> = said.iter().filter(|text| !known(text)).collect();
    assert!(missing.is_empty(), "not in words/it.toml: {missing:#?}");
}

/// Whether a single word is the reason of a refusal or of a modifier.
fn is_named(source: &str, text: &str) -> bool {
    let quoted = format!("\"{text}\"");
    source.match_indices(&quoted).any(|(place, _)| {
        let start = source[..place].rfind(';').unwrap_or(0);
        let call = &source[start..place];
        ["terms.add(", "refuse(", "Refusal::new("]
            .iter()
            .any(|door| call.contains(door))
    })
}

#[test]
fn no_sentence_stays_in_the_catalogue_that_nobody_says() {
    let all: BTreeSet<String> = rooms()
        .iter()
        .flat_map(|(_, source)| texts(source))
        .map(|(text, _)| text)
        .collect();
    let catalogue = catalogue();
    let stale: Vec<&String> = catalogue
        .values()
        .filter_map(toml::Value::as_table)
        .flat_map(toml::Table::keys)
        .filter(|english| !all.contains(*english) && !all.contains(english.trim_end_matches("{}")))
        .filter(|english| !Side::BOTH.iter().any(|side| side.word() == *english))
        .collect();
    assert!(stale.is_empty(), "nobody says these: {stale:#?}");
}

#[test]
fn both_sentences_have_the_same_blanks() {
    let catalogue = catalogue();
    for (english, italian) in catalogue["said"].as_table().expect("a table") {
        let italian = italian.as_str().expect("a sentence");
        assert_eq!(
            english.matches('{').count(),
            italian.matches('{').count(),
            "{english}"
        );
    }
}

/// Everything that is told of an order that cannot be read.
#[test]
fn orders_that_cannot_be_read_are_told_in_italian() {
    use longroll_shell_for_guns::{Options, notation};
    use longroll_shell_for_guns_table::italian;

    let facts = data::ready("two-ridges", Options::default()).expect("the data is sound");
    for (order, wanted) in [
        ("", "qui serve un ordine, ma non è scritto nulla"),
        (
            "line",
            "'line' non è un ordine; gli ordini sono: objectives, place, ",
        ),
        ("fire", "l'ordine non è completo: manca unità"),
        ("fire line", "'line' non vale come unità"),
        ("general Nobody", "'Nobody' non vale come generale"),
        ("station", "l'ordine non è completo: manca generale"),
        ("objectives 1", "'1' non vale come posto X Y"),
        ("objectives 1 x", "'x' non vale come lunghezza in UM"),
        ("objectives", "l'ordine non è completo: manca posto"),
        ("place 1st Brigade", "manca formazione"),
        (
            "place 1st Brigade, blob",
            "'blob' non vale come parola adatta qui: line two-lines attack-column march-column deployed limbered",
        ),
        ("place 1st Brigade, line, 1 1", "manca direzione"),
        (
            "place 1st Brigade, line, 1 1, 360",
            "'360' non vale come direzione da 0 a 359.99 gradi",
        ),
        ("reserve 1st Brigade", "manca turno"),
        ("reserve 1st Brigade, x", "'x' non vale come turno"),
        ("charge 1st Brigade, 2nd Brigade", "manca angolo"),
        (
            "charge 1st Brigade, 2nd Brigade, x",
            "'x' non vale come angolo da -180 a 180 gradi",
        ),
        (
            "charge 1st Brigade, 2nd Brigade, 0, turn x",
            "'x' non vale come perno e angolo",
        ),
        (
            "join Battery A, 1st Brigade, gap 1",
            "'1' non vale come base e lato del varco",
        ),
        (
            "move 1st Brigade, hop",
            "'hop' non vale come parte di un movimento (form, mount, dismount, go, turn, road)",
        ),
        ("move 1st Brigade, ", "manca parte di un movimento"),
        (
            "move 1st Brigade, form line on 1",
            "'form line on 1' non vale come cambio di formazione",
        ),
        (
            "move 1st Brigade, form line on x as 1",
            "'x' non vale come base",
        ),
        ("remove", "manca left o right"),
        (
            "remove up",
            "'up' non vale come parola adatta qui: left right",
        ),
        ("stand now", "'now' segue un ordine già completo"),
    ] {
        let error = notation::read(&facts, order).expect_err("it cannot be read");
        let told = italian::sentence(&error.to_string());
        assert!(told.contains(wanted), "{order}: {error}: {told}");
    }
}

/// What is wrong with files that are laid over those built in.
#[test]
fn faults_of_laid_files_are_told_in_italian() {
    use longroll_shell_for_guns::Options;
    use longroll_shell_for_guns_table::{Folder, italian};

    let laid = |path: &str, text: &str| {
        let file = (path.to_owned(), path.to_owned(), text.to_owned());
        Folder::overlaid([file])
    };
    let table = "source = \"ours\"\nname = \"T\"\n";
    for (path, text, wanted) in [
        (
            "tables/t.toml",
            "size = [1.00, wide]",
            "tables/t.toml:3: non è TOML: ",
        ),
        (
            "tables/t.toml",
            "size = \"wide\"",
            "serve un punto [x, y], qui c'è un testo",
        ),
        (
            "tables/t.toml",
            "size = [12.00, 12.00]\nzone = 6.00",
            "per una battaglia campale servono almeno 24.00 x 22.00 UM",
        ),
        (
            "tables/t.toml",
            "size = [36.00, 24.00]\nzone = 13.00",
            "due zone di 13.00 UM non stanno su un tavolo profondo 24.00 UM",
        ),
        (
            "tables/t.toml",
            "wide = 3",
            "chiave sconosciuta 'wide'; qui si conoscono: ",
        ),
        (
            "tables/t.toml",
            "area = [{ kind = \"sea\", class = \"broken\" }]",
            "'sea' non è tra: woods, crops, ",
        ),
        (
            "tables/t.toml",
            "area = [{ kind = \"woods\", class = \"broken\", poly = [[1.00, 1.00], [2.00, 2.00]] }]",
            "un'area ha almeno tre angoli non allineati; qui ce ne sono 2",
        ),
        (
            "tables/t.toml",
            "armies = { union = \"iron\" }",
            "non c'è alcun file di nome 'iron' (cercato: esercito). Ci sono: first-column, valley-column",
        ),
        (
            "tables/t.toml",
            "armies = { union = \"first-colum\" }",
            "; forse 'first-column'? Ci sono: ",
        ),
        (
            "tables/t.toml",
            "armies = { union = \"valley-column\" }",
            "l'esercito valley-column non è della parte Unione",
        ),
        (
            "tables/t.toml",
            "objectives_suggested = { union = [[1.00, 5.00], [27.00, 5.00]] }",
            "tables/t.toml:3: Unione: a 1.00 UM dal lato corto",
        ),
        (
            "armies/a.toml",
            "side = \"onion\"",
            "'onion' non è tra: union, confederate",
        ),
        (
            "tables/t.toml",
            "hill = [{ level = 0, poly = [[1, 1], [4, 1], [4, 4]] }]",
            "0 non è tra 1 e 9",
        ),
        (
            "tables/t.toml",
            "road = [{ name = \"Lane\", points = [[1, 1], [9, 1]] }, { name = \"Lane\", points = [[1, 3], [9, 3]] }]",
            "un altro blocco road si chiama Lane",
        ),
        (
            "positions/p.toml",
            "",
            "il file ha bisogno di un titolo (title)",
        ),
        (
            "positions/p.toml",
            "title = \"t\"\nboard = \"tabletop\"\nunit = [{ name = \"A\", side = \"union\", at = [18, 4] }]\nbegin = { activation = \"Unon\" }",
            "non si conosce 'Unon' come divisione; forse 'Union'?",
        ),
    ] {
        let text = format!("{table}{text}\n");
        let found = laid(path, &text).expect("a file of the rules").faults();
        let told: Vec<String> = found.iter().map(italian::faults).collect();
        assert!(told.join("\n").contains(wanted), "{path} {text}\n{told:#?}");
        for english in [" is ", " the ", "expected", "missing", "unknown", " are "] {
            let own = told.iter().flat_map(|told| told.lines());
            let own: Vec<&str> = own.filter(|line| !line.contains("TOML")).collect();
            assert!(
                !own.iter().any(|line| line.contains(english)),
                "{english}: {own:#?}"
            );
        }
    }
    let stray = laid("tabels/t.toml", table).expect_err("it is no folder of the rules");
    let told = italian::data_error(&stray);
    assert!(
        told.contains("tabels/t.toml non è un file di queste regole; ci sono: "),
        "{told}"
    );
    let unknown = data::ready("nowhere", Options::default()).expect_err("there is none");
    let told = italian::data_error(&unknown);
    assert!(
        told.contains("'nowhere' (cercato: tavolo). Ci sono: "),
        "{told}"
    );
}

fn has_all<W: Word>(group: &str) {
    let catalogue = catalogue();
    for (_, word) in W::WORDS {
        assert!(catalogue[group].get(word).is_some(), "{group}: {word}");
    }
}

#[test]
fn every_word_of_the_log_is_there() {
    has_all::<Cause>("cause");
    has_all::<Loss>("loss");
    has_all::<Purpose>("purpose");
    has_all::<Formation>("word");
    has_all::<Side>("word");
    has_all::<Arm>("word");
    has_all::<GroundClass>("word");
    has_all::<AreaKind>("word");
    has_all::<LineKind>("word");
}

/// Games are told in Italian without an English word of the log.
#[test]
fn whole_games_are_told_in_italian() {
    use longroll_core::{BySide, Chance, Game as _, Seed};
    use longroll_shell_for_guns::players::sit_down;
    use longroll_shell_for_guns::view::Seat;
    use longroll_shell_for_guns::{Battle, Options};
    use longroll_shell_for_guns_table::italian;

    let english = [
        " is ",
        " the ",
        " needs ",
        " rolled ",
        " with ",
        " at ",
        " heading ",
        " losses",
        "wins",
        " of ",
        " to ",
    ];
    let mut kinds = BTreeSet::new();
    for (seed, table) in (1..).zip(["two-ridges", "meadow-creek", "harlans-crossroads"]) {
        let facts = data::ready(table, Options::default()).expect("the data is sound");
        let start =
            Battle::pitched(facts, Chance::seeded(Seed(seed))).expect("a stream never ends");
        let (mut battle, _) = start;
        let mut players =
            BySide::from_fn(|side| sit_down("bold", seed + side as u64).expect("a player"));
        while let Some(seat) = Seat::of(&battle) {
            let side = seat.ask().side;
            let choice = players[side].choose(seat).expect("something is legal");
            let found = battle.choose(side, &choice).expect("it is legal");
            for event in &found.events {
                let line = italian::line(battle.facts(), event);
                assert!(!line.is_empty());
                let wrong = english.iter().find(|word| line.contains(*word));
                assert_eq!(wrong, None, "{line}");
                let kind = format!("{event:?}");
                kinds.insert(
                    kind.split([' ', '{', '('])
                        .next()
                        .unwrap_or_default()
                        .to_owned(),
                );
            }
        }
    }
    assert!(kinds.len() > 20, "{kinds:?}");
}

/// What a screen is shown in Italian: the log, the dice, how units stand, chances and refusals.
#[test]
fn a_screen_is_spoken_to_in_italian() {
    use longroll_shell_for_guns_table::wire::{NewGame, Reply, Saying};
    use longroll_shell_for_guns_table::{Folder, Table, Tongue};

    let wish = NewGame {
        table: "drill-ground".to_owned(),
        union: "person".to_owned(),
        confederate: "person".to_owned(),
        rules: Vec::new(),
        seed: Some(3),
    };
    let mut table = Table::begin(Folder::embedded(), &wish, 3).expect("a table");
    let version = table.version();
    let text = "order Line".to_owned();
    let done = table.say_in(&Saying::Choose { text, version }, Tongue::Italian);
    assert!(matches!(done, Reply::Done));
    let (english, look) = (table.look(), table.look_in(Tongue::of("it-IT")));
    assert!(english.shared && look.shared);
    assert_eq!(english.log.len(), look.log.len());
    let rolled = look
        .log
        .iter()
        .find(|line| line.dice.is_some())
        .expect("a roll");
    assert!(
        rolled.text.contains("test di comando 2D6 serve"),
        "{}",
        rolled.text
    );
    let card = rolled.dice.as_ref().expect("a card");
    assert_eq!(card.purpose, "test di comando");
    let line = &look.things[1].line;
    assert!(
        line.starts_with("Line (Unione, Drill Division): 20.00 6.00 direzione 0, linea"),
        "{line}"
    );
    let text = "move Line, go 0 9.00".to_owned();
    let Reply::Overlay { text, svg, .. } = table.say_in(&Saying::Preview { text }, Tongue::Italian)
    else {
        panic!("a move has its ghost");
    };
    assert!(
        text.contains("UM su 4.00") && svg.contains("UM su 4.00"),
        "{text}\n{svg}"
    );
}
