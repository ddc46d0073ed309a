#!/usr/bin/env python3
"""Builds all faults of faults.py into one copy of the crate, each behind a switch, and runs the tests with each of them.

One build serves all faults: every place holds both expressions and a number from the environment picks the false one.
Usage: run.py COPY [--quick] [NUMBER ...]   (COPY is a reusable folder; --quick leaves random play out; NUMBERs run only those faults;
the environment's CARGO stands for `cargo`)
"""
import os
import pathlib
import re
import subprocess
import sys

from faults import FAULTS

CRATE = pathlib.Path(__file__).resolve().parent.parent
ROOT = CRATE.parent.parent
SWITCH = '''
pub(crate) fn fault(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("FAULT").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == number
}
'''
# Cheapest first; random play only for what the others let pass.
ORDER = ["situations", "longroll_shell_for_guns", "data", "secrets", "tape", "play", "listed", "random_play"]


def build(copy: pathlib.Path) -> list[str]:
    crate = copy / "crates" / CRATE.name
    subprocess.run(["rm", "-rf", str(crate)], check=True)
    crate.mkdir(parents=True)
    for name in ("data", "situations"):
        link = copy / name
        if not link.exists():
            link.symlink_to(ROOT / name)
    for name in ("rule", "core", "tabletop"):
        link = copy / "crates" / name
        if not link.exists():
            link.symlink_to(ROOT / "crates" / name)
    subprocess.run(["cp", "-r", str(CRATE / "src"), str(CRATE / "tests"), str(CRATE / "benches"), str(CRATE / "Cargo.toml"), str(crate)], check=True)
    places: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for number, (name, old, new) in enumerate(FAULTS, 1):
        places.setdefault((name, old), []).append((number, new))
    for (name, old), faults in places.items():
        path = crate / "src" / name
        code, *tests = path.read_text().split("#[cfg(test)]", 1)
        # Blanks of the formatter do not count.
        pattern = r"\s*".join(re.escape(piece) for piece in re.findall(r"\w+|[^\w\s]", old))
        found = [m for m in re.finditer(pattern, code)]
        if len(found) != 1:
            sys.exit(f"{name}: {len(found)} places for: {old}")
        result = found[0][0]
        for number, new in faults:
            result = f"(if crate::fault({number}) {{ {new} }} else {{ {result} }})"
        code = code[: found[0].start()] + result + code[found[0].end() :]
        path.write_text("#[cfg(test)]".join([code, *tests]))
    lib = crate / "src" / "lib.rs"
    lib.write_text(lib.read_text() + SWITCH)
    manifest = (ROOT / "Cargo.toml").read_text().replace('members = ["crates/*"]', 'members = ["crates/shell-for-guns", "crates/rule", "crates/core", "crates/tabletop"]')
    (copy / "Cargo.toml").write_text(manifest)
    subprocess.run(["cp", str(ROOT / "Cargo.lock"), str(copy)], check=True)
    cargo = os.environ.get("CARGO", "cargo").split()
    out = subprocess.run([*cargo, "test", "-p", "longroll-shell-for-guns", "--no-run", "--message-format=short"], cwd=copy, capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr[-6000:])
    found = re.findall(r"\((\S*deps/\S+)\)", out.stderr)
    name = lambda binary: pathlib.Path(binary).name.rsplit("-", 1)[0]
    return sorted((str((copy / b).resolve()) for b in found), key=lambda b: ORDER.index(name(b)))


def passes(binary: str, number: int, cwd: pathlib.Path) -> bool:
    env = {**os.environ, "FAULT": str(number), "RUST_BACKTRACE": "0", "CARGO_MANIFEST_DIR": str(cwd)}
    try:
        return subprocess.run([binary, "-q"], cwd=cwd, env=env, capture_output=True, timeout=240).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main() -> None:
    copy = pathlib.Path(sys.argv[1]).resolve()
    copy.mkdir(parents=True, exist_ok=True)
    quick = "--quick" in sys.argv
    only = {int(word) for word in sys.argv[2:] if word.isdigit()}
    binaries = build(copy)
    if quick:
        binaries = [binary for binary in binaries if "random_play" not in binary]
    cwd = copy / "crates" / CRATE.name
    for binary in binaries:
        if not passes(binary, 0, cwd):
            sys.exit(f"{binary} fails without a fault")
    survivors, tried = [], 0
    for number, (name, old, new) in enumerate(FAULTS, 1):
        if only and number not in only:
            continue
        tried += 1
        caught = next((pathlib.Path(b).name.rsplit("-", 1)[0] for b in binaries if not passes(b, number, cwd)), None)
        print(f"{number:3} {name:22} {'caught by ' + caught if caught else 'SURVIVES: ' + old + '  ->  ' + new}", flush=True)
        if caught is None:
            survivors.append(number)
    print(f"{tried} faults, {tried - len(survivors)} caught, surviving: {survivors}")


main()
