#!/usr/bin/env python3
"""Builds the faults of faults.py into a copy of the sources, all behind one switch, and shows what notices each of them.

    crates/situation/mutants/run.py COPY [NUMBER...]      (a range of numbers: 501-600)
    crates/situation/mutants/run.py --places              (only: has every fault its place? 1 if not; nothing is copied or built)

COPY is a folder outside the repository; it is made, or brought up to date. One build serves all faults: the switch is read
from the environment (LONGROLL_FAULT). Each fault runs against the situations, those of its rule first, until one differs;
whatever they let pass runs against the tests of the rooms of rules. The repository itself is not touched."""

import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

from faults import FAULTS

ROOT = pathlib.Path(__file__).resolve().parents[3]
ROOMS = ["movement", "combat", "gbacw", "position", "situation", "sight", "victory", "chronicle", "sim"]
# The situations have run before, and random play takes too long for every fault.
TESTS = "not binary(situations) and not binary(random_play)"
# Runs situation files until one differs; quicker to build than the whole command line.
CHECK = r'''
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let found = std::panic::catch_unwind(|| match longroll_situation::load(&path, &text) {
            Ok(situation) => situation.cases().iter().flat_map(|case| case.run().differences()).collect(),
            Err(faults) => vec![faults.summary()],
        });
        match found {
            Ok(lines) if lines.is_empty() => {}
            Ok(lines) => { println!("{}", lines[0]); return; }
            Err(_) => { println!("{path}: panics"); return; }
        }
    }
}
'''
SWITCH = '''
/// Whether this fault is switched on.
pub fn fault(number: u32) -> bool {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let read = || std::env::var("LONGROLL_FAULT").ok().and_then(|text| text.parse().ok());
    *ON.get_or_init(|| read().unwrap_or(0)) == number
}
'''


def put_in(wanted):
    """The faults that have their one place, all if none is wanted, and the files with them in; the others are named and left out."""
    built, texts = [], {}
    for fault in FAULTS:
        number, file, _, _, _, old, new = fault
        if wanted and number not in wanted:
            continue
        source = ROOT / "crates" / file
        text = texts.get(file) or (source.read_text() if source.exists() else "")
        found = text.count(old)
        if found != 1:
            print(f"{number}: {file} has changed; the fault has {'no place' if found == 0 else f'{found} places'}")
            continue
        new = re.sub(r"\bF\((\d+)\)", r"longroll_rule::fault(\1)", new)
        texts[file] = text.replace(old, new)
        built.append(fault)
    return built, texts


def build_in(copy, wanted):
    """Copies the sources and puts the faults in."""
    keep = shutil.ignore_patterns("target", ".git", "node_modules", "artifacts")
    for part in ["Cargo.toml", "Cargo.lock", "clippy.toml", "rustfmt.toml"]:
        shutil.copy2(ROOT / part, copy / part)
    for part in ["crates", "data", "situations", "docs", "web", "fuzz", "scripts"]:
        shutil.copytree(ROOT / part, copy / part, ignore=keep, dirs_exist_ok=True)
    built, texts = put_in(wanted)
    for file, text in texts.items():
        lines = text.split("\n")
        # A constant function cannot read a switch.
        for at, line in enumerate(lines):
            if "longroll_rule::fault(" in line:
                head = max((n for n in range(at) if re.search(r"\bfn \w+", lines[n])), default=None)
                if head is not None:
                    lines[head] = lines[head].replace("const fn ", "fn ")
        (copy / "crates" / file).write_text("\n".join(lines))
    library = copy / "crates/rule/src/lib.rs"
    library.write_text(library.read_text().replace("#![no_std]", "extern crate std;") + SWITCH)
    example = copy / "crates/situation/examples/differs.rs"
    example.parent.mkdir(exist_ok=True)
    example.write_text(CHECK)
    return built


def situations_for(rule):
    """All situation files, those that name the rule most often first."""
    book = rule.split(" ")[0]
    ids = re.findall(r"(?:SR |BB )?\d[\w./-]*|(?:SR |BB )\w[\w./-]*", rule)
    ids = [name if name.startswith(("SR ", "BB ")) else f"{book} {name}" for name in ids]
    files = [file for file in sorted(glob.glob(str(ROOT / "situations/*/*.toml"))) if "shell-for-guns" not in file]
    count = {file: sum(pathlib.Path(file).read_text().count(f'"{name}') for name in ids) for file in files}
    return sorted(files, key=lambda file: -count[file])


def main():
    if sys.argv[1:] == ["--places"]:
        built, _ = put_in(set())
        print(f"{len(built)} of {len(FAULTS)} have a place")
        sys.exit(len(built) != len(FAULTS))
    copy = pathlib.Path(sys.argv[1]).resolve()
    copy.mkdir(parents=True, exist_ok=True)
    wanted = set()
    for words in sys.argv[2:]:
        first, _, last = words.partition("-")
        wanted.update(range(int(first), int(last or first) + 1))
    faults = build_in(copy, wanted)
    release = ["--release", "--config", "profile.release.lto=false", "--config", "profile.release.codegen-units=16"]
    cargo = ["cargo", "build", *release, "-p", "longroll-situation", "--example", "differs"]
    subprocess.run(cargo, cwd=copy, check=True)
    rooms = [part for room in ROOMS for part in ("-p", f"longroll-{room}")]
    tests = ["cargo", "nextest", "run", *release, *rooms, "-E", TESTS]
    lived = 0
    for number, _, rule, _, what, _, _ in faults:
        env = {**os.environ, "LONGROLL_FAULT": str(number)}
        check = [str(copy / "target/release/examples/differs"), *situations_for(rule)]
        told = subprocess.run(check, env=env, capture_output=True, text=True).stdout.strip()
        if not told:
            run = subprocess.run(tests, cwd=copy, env=env, capture_output=True, text=True)
            failed = re.search(r"(?:FAIL|SIGABRT) .*?\) (.*)", run.stderr)
            told = f"test {failed.group(1)}" if failed else ""
        lived += not told
        print(f"{number}\t{rule}\t{what}\t{told or 'LIVES'}", flush=True)
    print(f"{len(faults) - lived} of {len(faults)} are noticed")


if __name__ == "__main__":
    main()
