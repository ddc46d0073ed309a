#!/usr/bin/env python3
"""Draws faults at random from all that cargo-mutants knows for the geometry and the rules, builds them into one copy behind a switch, runs the tests with each.

    cargo mutants --list --json -p longroll-tabletop -p longroll-shell-for-guns -e '**/players/**' -e '**/situation/**' > all.json
    crates/shell-for-guns/mutants/sample.py all.json COPY SEED COUNT [--leave N,N] [--only N,N] [--past FILE] [--jobs N] [--list]
    crates/shell-for-guns/mutants/sample.py all.json COPY SEED COUNT [--leave N,N] --alone N   (without a switch: what a constant needs)

The list is ordered by name and shuffled with SEED; numbers are places in that order, so that they hold while the code stays as it is. Those of --leave and those that do
not compile are passed over (the latter are named), and so are those whose `signature` is a line of the file of --past; COUNT others are tried. Every function with
a fault holds its whole body twice; FAULT=NUMBER picks the false one. Random play is not run. The environment's CARGO stands for `cargo`.
"""
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
CRATES = ("rule", "core", "tabletop", "shell-for-guns")
SWITCH = '''
#[doc(hidden)]
pub fn fault(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("FAULT").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == number
}
'''
ALONE = "--alone" in sys.argv
# Cheapest first; the nets of fingerprints come last, so that one sees what nothing else has noticed.
ORDER = ["longroll_tabletop", "situations", "longroll_shell_for_guns", "data", "secrets", "tape", "told", "play", "properties", "listed", "net", "walks"]
GEOMETRY = ("longroll_tabletop", "properties", "net")


def place(lines: list[int], spot: dict) -> int:
    return lines[spot["line"] - 1] + spot["column"] - 1


def write_faults(path: pathlib.Path, faults: list[tuple[int, dict]]) -> None:
    text = path.read_text()
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    bodies: dict[tuple[int, int], list[str]] = {}
    for number, fault in faults:
        start, end = place(lines, fault["span"]["start"]), place(lines, fault["span"]["end"])
        function = fault["function"]
        if function is None:
            assert ALONE and len(faults) == 1, fault["name"]
            path.write_text(text[:start] + fault["replacement"] + text[end:])
            return
        first, last = place(lines, function["span"]["start"]), place(lines, function["span"]["end"])
        name = function["function_name"].split("::")[-1]
        opening = text.index("{", re.compile(rf"\bfn {re.escape(name)}\b").search(text, first, last).end())
        closing = text.rindex("}", first, last)
        if fault["genre"] == "FnValue":
            new = fault["replacement"]
        else:
            assert opening < start <= end <= closing, fault["name"]
            new = text[opening + 1 : start] + fault["replacement"] + text[end:closing]
        bodies.setdefault((opening, closing), []).append((number, new))
    for opening, closing in sorted(bodies, reverse=True):
        own = bodies[opening, closing]
        if ALONE:
            text = text[: opening + 1] + own[0][1] + text[closing:]
            continue
        # Two iterators are of one type only in boxes.
        many = re.search(r"-> impl (Iterator<Item = .*>)( \+ '\w+)? $", text[text.rindex("fn ", 0, opening) : opening])
        box = (lambda body: f"::std::boxed::Box::new({{ {body}\n}}) as ::std::boxed::Box<dyn {many[1]}{many[2] or ''}>") if many else lambda body: body
        faults = "".join(f"/*F{number}*/if crate::fault({number}) {{ {box(new)}\n}} else " for number, new in own)
        text = text[: opening + 1] + faults + "{" + box(text[opening + 1 : closing]) + "}" + text[closing:]
        head = text.rindex("fn ", 0, opening)
        if text[head - 6 : head] == "const ":
            text = text[: head - 6] + text[head:]
    path.write_text(text)


def build(copy: pathlib.Path, faults: list[tuple[int, dict]]) -> list[str] | set[int]:
    """The tests with the faults built in, or the faults that do not compile."""
    (copy / "crates").mkdir(parents=True, exist_ok=True)
    # A copy of everything: whoever works on meanwhile does not disturb the run.
    for name in ("data", "situations", *(f"crates/{name}" for name in CRATES)):
        subprocess.run(["rm", "-rf", str(copy / name)], check=True)
        subprocess.run(["cp", "-rp", str(ROOT / name), str(copy / name)], check=True)
    files: dict[str, list[tuple[int, dict]]] = {}
    for number, fault in faults:
        files.setdefault(fault["file"], []).append((number, fault))
    for name, own in files.items():
        write_faults(copy / name, own)
    for name in ("tabletop", "shell-for-guns"):
        lib = copy / "crates" / name / "src" / "lib.rs"
        lib.write_text(lib.read_text() + SWITCH)
    manifest = (ROOT / "Cargo.toml").read_text().replace('"crates/*"', ", ".join(f'"crates/{name}"' for name in CRATES))
    (copy / "Cargo.toml").write_text(manifest)
    subprocess.run(["cp", str(ROOT / "Cargo.lock"), str(copy)], check=True)
    cargo = os.environ.get("CARGO", "cargo").split()
    out = subprocess.run([*cargo, "test", "-p", "longroll-tabletop", "-p", "longroll-shell-for-guns", "--lib", "--tests", "--no-run"], cwd=copy, capture_output=True, text=True)
    if out.returncode != 0:
        (copy / "errors").write_text(out.stderr)
        errors = re.findall(r"^error(?!\[E0015\]).*?\n *--> (crates/\S+?\.rs):(\d+):", out.stderr, re.M)
        wrong = set()
        # A function that a constant needs cannot ask for a switch.
        needed = {name.split("::")[-1] for name in re.findall(r"non-const (?:associated )?(?:function|method) `([^`]+)`", out.stderr)}
        wrong |= {number for number, fault in faults if fault["function"]["function_name"].split("::")[-1] in needed}
        for file, line in errors:
            before = "".join((copy / file).read_text().splitlines(keepends=True)[: int(line)])
            wrong |= {int(number) for number in re.findall(r"/\*F(\d+)\*/", before)[-1:]}
        return wrong or sys.exit(f"does not compile; see {copy}/errors")
    found = [str((copy / b).resolve()) for b in re.findall(r"\((\S*deps/\S+)\)", out.stderr)]
    return sorted((b for b in found if stem(b) in ORDER), key=lambda b: ORDER.index(stem(b)))


def stem(binary: str) -> str:
    return pathlib.Path(binary).name.rsplit("-", 1)[0]


PATIENCE: dict[str, float] = {}


def verdict(binary: str, number: int, copy: pathlib.Path) -> str | None:
    """How the fault was noticed, if it was."""
    cwd = copy / "crates" / ("tabletop" if stem(binary) in GEOMETRY else "shell-for-guns")
    env = {**os.environ, "FAULT": str(number), "RUST_BACKTRACE": "0", "CARGO_MANIFEST_DIR": str(cwd), "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1", "PROPTEST_RNG_SEED": "16", "PROPTEST_MAX_SHRINK_ITERS": "0"}
    try:
        out = subprocess.run([binary], cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE.get(binary, 300))
    except subprocess.TimeoutExpired:
        return "(never ends)"
    if out.returncode == 0:
        return None
    failed = re.findall(r"^test (\S+) \.\.\. FAILED", out.stdout, re.M)
    return ", ".join(failed[:2]) or f"(exit {out.returncode})"


def signature(fault: dict) -> str:
    """A fault's name and the line it makes, without the number of the line, which moves with every edit above it."""
    made = [line[1:].strip() for line in fault["diff"].splitlines() if line.startswith("+") and not line.startswith("+++")]
    return re.sub(r":\d+:\d+:", ":", fault["name"], count=1) + " " + " ".join(made)


def main() -> None:
    source, copy, seed, count = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), int(sys.argv[4])
    value = lambda flag, usual: sys.argv[sys.argv.index(flag) + 1] if flag in sys.argv else usual
    numbers = lambda flag: {int(n) for n in value(flag, "").split(",") if n}
    leave, only = numbers("--leave"), numbers("--only")
    past = set(pathlib.Path(value("--past", os.devnull)).read_text().splitlines())
    known = sorted(json.loads(pathlib.Path(source).read_text()), key=lambda fault: fault["name"])
    random.Random(seed).shuffle(known)
    fresh = [(number, fault) for number, fault in enumerate(known, 1) if signature(fault) not in past]
    draw = lambda: [(number, fault) for number, fault in fresh if number not in leave][:count]
    if "--list" in sys.argv:
        for number, fault in draw():
            print(number, fault["genre"], fault["name"], "" if fault["function"] else "(outside a function)")
        return
    drawn = draw()
    constants = [number for number, fault in drawn if not fault["function"]]
    print("constants, each for --alone:", constants, flush=True)
    if ALONE:
        only = numbers("--alone")
        drawn = [(number, fault) for number, fault in drawn if number in only]
    else:
        drawn = [(number, fault) for number, fault in drawn if fault["function"]]
    while isinstance(binaries := build(copy, drawn), set):
        print("do not compile, or are in constant functions (--alone):", ",".join(map(str, sorted(binaries))), flush=True)
        leave |= binaries
        drawn = [(number, fault) for number, fault in draw() if fault["function"]]
    print("left:", ",".join(map(str, sorted(leave))), flush=True)
    for binary in binaries if not ALONE else []:
        start = time.monotonic()
        if verdict(binary, 0, copy):
            sys.exit(f"{binary} fails without a fault")
        seconds = time.monotonic() - start
        # A fault that never ends is waited for longer than the machine can be busy with other things.
        PATIENCE[binary] = 30 + 4 * seconds
        print(f"{stem(binary)}: {seconds:.1f} s without a fault", flush=True)
    lived = []

    def run(entry: tuple[int, dict]) -> None:
        number, fault = entry
        # The geometry does not know the rules, so its tests cannot see a fault in them.
        own = [b for b in binaries if "crates/tabletop/" in fault["file"] or stem(b) not in GEOMETRY]
        noticed = next((f"{stem(b)}: {seen}" for b in own if (seen := verdict(b, number, copy))), None)
        print(f"{number:3} {fault['name']} | {noticed or 'LIVES'}", flush=True)
        if noticed is None:
            lived.append(number)

    with concurrent.futures.ThreadPoolExecutor(int(value("--jobs", "1"))) as pool:
        list(pool.map(run, [entry for entry in drawn if not only or entry[0] in only]))
    print(f"{len(lived)} live: {sorted(lived)}")


main()
