//! Arguments that mean nothing, or nothing good.

use crate::door::{Door, at_once, run};

/// Arguments, and what the answer must name.
const INPUTS: &[(&str, &[&str])] = &[
    ("frobnicate", &["frobnicate"]),
    ("helpp", &["helpp", "help"]),
    (
        "help frobnicate",
        &["There is no command 'frobnicate'", "Commands: "],
    ),
    ("help sim nonsense", &["There is no command 'nonsense'"]),
    ("--frob", &["--frob"]),
    ("--lang de scenario list", &["'de'", "en, it"]),
    ("--lang", &["--lang"]),
    ("rule", &["ID"]),
    ("rule 99.99", &["There is no rule `99.99`"]),
    ("rule XX 9.1", &["There is no rule `XX 9.1`"]),
    ("rule 9.61 99.98", &["There is no rule `99.98`"]),
    ("rule find", &["WORD"]),
    ("rule find ", &["Say a word that the rules are to speak of"]),
    ("scenario show +2", &["There is no scenario `+2`"]),
    ("play +2", &["There is no scenario `+2`"]),
    (
        "play 2 --seed +5",
        &["+5", "a seed is a whole number from 0"],
    ),
    (
        "play 2 --record a.roll --record b.roll",
        &["--record", "multiple times"],
    ),
    (
        "los S2910 S3417 --svg line.png",
        &["line.png", "ends in .svg"],
    ),
    ("los S2910 S3417 --svg line", &["line", "ends in .svg"]),
    ("render --out map.svg --situation one.toml", &["--scenario"]),
    (
        "render --out map.svg --scenario 2 --situation one.toml",
        &["--situation", ".roll"],
    ),
    (
        "render --out map.svg --scenario two-ridges --situation one.toml",
        &["--situation", ".roll"],
    ),
    (
        "render --out map.svg --scenario /nowhere.roll --situation one.toml",
        &["/nowhere.roll"],
    ),
    ("report", &["FILE"]),
    ("report .", &["."]),
    ("stats --scenario 2 --games 0", &["0", "1"]),
    ("rule find xyzzy", &["No rule speaks of `xyzzy`"]),
    (
        "rule coverage --chapter nonsense",
        &["nonsense", "no rule is in it"],
    ),
    ("rule coverage --chapter SR\u{20}99", &["no rule is in it"]),
    (
        "rule coverage --root /nowhere",
        &["/nowhere is no checkout"],
    ),
    ("rule 9.11 --root /nowhere", &["/nowhere is no checkout"]),
    ("rule switches extra", &["extra"]),
    ("scenario", &["list", "show"]),
    ("scenario frob", &["frob"]),
    ("scenario show", &["SCENARIO"]),
    (
        "scenario show 0",
        &["There is no scenario `0`", "Scenarios: 1 "],
    ),
    ("scenario show 11", &["There is no scenario `11`"]),
    ("scenario show -1", &["-1"]),
    ("scenario show two", &["There is no scenario `two`"]),
    (
        "scenario show 99999999999",
        &["There is no scenario `99999999999`"],
    ),
    ("scenario show 2 3", &["'3'"]),
    ("scenario list --data /nowhere", &["/nowhere"]),
    ("scenario list extra", &["extra"]),
    ("map", &["hex"]),
    ("map hex", &["HEX"]),
    ("map hex 9999", &["9999"]),
    ("map hex S0000", &["S0000"]),
    ("map hex X2706", &["X2706"]),
    ("map hex S27", &["S27"]),
    ("map hex S2706 S2707", &["S2707"]),
    ("data", &["check"]),
    ("data check extra", &["extra"]),
    ("data check --data /nowhere", &["/nowhere"]),
    ("data check --data", &["--data"]),
    ("render", &["--out"]),
    ("render --out map.jpg", &["map.jpg", ".png or .svg"]),
    ("render --out .png", &[".png", "needs a name"]),
    ("render --out map", &["map", ".png or .svg"]),
    (
        "render --out /nowhere/map.svg",
        &["/nowhere/map.svg", "there is no folder /nowhere"],
    ),
    ("render --out map.png --width 1", &["1", "64"]),
    ("render --out map.png --width 999999", &["999999", "20000"]),
    ("render --out map.png --width abc", &["abc"]),
    (
        "render --out map.png --scenario 44",
        &["There is no scenario `44`"],
    ),
    (
        "render --out map.png --part half",
        &["half", "whole", "counters"],
    ),
    ("serve --port 99999", &["99999"]),
    ("serve --port abc", &["abc"]),
    ("serve --host 1.2.3", &["1.2.3"]),
    (
        "serve --host 203.0.113.7 --port 0",
        &["The table could not be opened"],
    ),
    ("serve --data /nowhere", &["/nowhere"]),
    ("try", &["FILE"]),
    ("try /nowhere.toml", &["/nowhere.toml"]),
    ("try .", &["."]),
    ("try /dev/zero", &["/dev/zero", "longer than 32 MiB"]),
    ("check /nowhere", &["/nowhere"]),
    ("check empty", &["No situation files in empty"]),
    ("check /dev/zero", &["longer than 32 MiB"]),
    ("check --data /nowhere one.toml", &["/nowhere"]),
    ("play", &["SCENARIO"]),
    ("play 0", &["There is no scenario `0`"]),
    ("play 11", &["There is no scenario `11`"]),
    ("play walk", &["There is no scenario `walk`"]),
    ("play /nowhere.toml", &["/nowhere.toml"]),
    ("play 2 --case X", &["--case", "a scenario has none"]),
    (
        "play 2 --seed abc",
        &["abc", "a seed is a whole number from 0"],
    ),
    (
        "play 2 --seed -5",
        &["-5", "a seed is a whole number from 0"],
    ),
    (
        "play 2 --seed 99999999999999999999",
        &["a seed is a whole number from 0"],
    ),
    ("play 2 --seed 1.5", &["a seed is a whole number from 0"]),
    (
        "play 2 --union wizard",
        &["wizard", "random", "brisk", "person"],
    ),
    (
        "play 2 --confederate Random",
        &["Random", "random", "person"],
    ),
    ("play 2 --union", &["--union"]),
    ("play 2 --rule los_crests", &["los_crests", "name=value"]),
    (
        "play 2 --rule los_crests=perhaps",
        &["los_crests", "perhaps"],
    ),
    ("play 2 --rule nonsense=true", &["nonsense"]),
    ("play 2 --rule =", &["switch"]),
    (
        "play 2 --record /nowhere/x.roll",
        &["/nowhere/x.roll", "there is no folder /nowhere"],
    ),
    (
        "play 2 --rule los_crests=false --rule los_crests=true",
        &["The switch los_crests is set twice"],
    ),
    (
        "play two-ridges --rule pushback=pairs --rule pushback=pairs",
        &["The switch pushback is set twice"],
    ),
    (
        "play 2 --variant x",
        &["`x` is no variant", "It has no variants"],
    ),
    (
        "play 1 --variant grand-scheme+turning-the-left-flank",
        &["`grand-scheme`", "cannot be played together"],
    ),
    (
        "play 1 --variant extended+extended",
        &["`extended`", "cannot be played together"],
    ),
    (
        "play 1 --variant extended+",
        &["`` is no variant", "several are joined by +"],
    ),
    ("play 2 --situation one.toml", &["--situation", "--resume"]),
    (
        "sim --scenario 2 --failures /nowhere/deep",
        &["there is no folder /nowhere"],
    ),
    (
        "los S2910 S3417 --svg /nowhere/a.svg",
        &["there is no folder /nowhere"],
    ),
    (
        "los S2910 S3417 --gunboat",
        &["S2910 is no hex of the river"],
    ),
    ("play 2 --record .", &["."]),
    ("play 2 --resume x.roll", &["--resume"]),
    ("play --resume", &["--resume"]),
    ("play --resume /nowhere.roll", &["/nowhere.roll"]),
    ("play --resume .", &["."]),
    ("play --resume /dev/zero", &["longer than 32 MiB"]),
    ("play 2 --data /nowhere", &["/nowhere"]),
    ("play 2 3", &["'3'"]),
    ("sim", &["--scenario"]),
    ("sim --scenario 44", &["There is no scenario `44`"]),
    ("sim --scenario 2 --games 0", &["0", "1"]),
    ("sim --scenario 2 --games -1", &["-1"]),
    ("sim --scenario 2 --games many", &["many"]),
    ("sim --scenario 2 --games 99999999999", &["99999999999"]),
    ("sim --scenario 2 --threads 0", &["0", "1..=512"]),
    ("sim --scenario 2 --threads 20000", &["20000", "1..=512"]),
    (
        "sim --scenario 2 --seed -5",
        &["a seed is a whole number from 0"],
    ),
    (
        "sim --scenario 2 --games 1 --union wizard",
        &["wizard", "random", "brisk"],
    ),
    ("sim --scenario 2 --rule x=y", &["x"]),
    ("sim /nowhere.toml", &["/nowhere.toml"]),
    ("sim --scenario 2 --data /nowhere", &["/nowhere"]),
    (
        "bench --scenario 44 --games 1",
        &["There is no scenario `44`"],
    ),
    ("bench --games 0", &["0", "1"]),
    ("bench --data /nowhere", &["/nowhere"]),
];

/// What waits for ever if it is opened.
#[cfg(unix)]
const PIPES: &[(&str, &[&str])] = &[
    ("play --resume pipe.roll", &["pipe.roll", "a pipe"]),
    ("play pipe.toml", &["pipe.toml", "a pipe"]),
    ("report pipe.roll", &["pipe.roll", "a pipe"]),
    ("try pipe.toml", &["pipe.toml", "a pipe"]),
    ("check pipe.toml", &["pipe.toml", "a pipe"]),
    ("sim pipe.toml", &["pipe.toml", "a pipe"]),
    (
        "render --scenario pipe.toml --out x.svg",
        &["pipe.toml", "a pipe"],
    ),
    ("data check --data piped", &["battle.toml", "a pipe"]),
];

#[cfg(not(unix))]
const PIPES: &[(&str, &[&str])] = &[];

fn lay_pipes(folder: &std::path::Path) {
    if PIPES.is_empty() {
        return;
    }
    std::fs::create_dir(folder.join("piped")).expect("a folder");
    for name in ["pipe.roll", "pipe.toml", "piped/battle.toml"] {
        let made = std::process::Command::new("mkfifo")
            .arg(folder.join(name))
            .status();
        assert!(made.is_ok_and(|status| status.success()), "a pipe");
    }
}

pub fn door() -> Door {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    std::fs::write(folder.path().join("one.toml"), "title = \"One\"\n").expect("a file");
    lay_pipes(folder.path());
    let mut door = Door::default();
    let inputs: Vec<_> = INPUTS.iter().chain(PIPES).collect();
    let answers = at_once(&inputs, |(line, _)| {
        let arguments: Vec<&str> = line.split(' ').collect();
        run(&arguments, "", folder.path())
    });
    for ((line, wanted), answer) in inputs.iter().zip(answers) {
        door.count(line, &answer, wanted);
    }
    door
}
